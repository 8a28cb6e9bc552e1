//! Prints the kind of each brief from standard input, what the rules edit in it and whom it asks, one JSON object with `question`, `options`, `language` and
//! optionally `audience` per line, then how long reading one took: `cargo run --release -p language --example edits`.

#![allow(clippy::disallowed_methods)] // It measures time.

use std::io::BufRead;
use std::time::{Duration, Instant};

use language::brief::{Brief, Draft};
use language::{audience, served};
use serde::Deserialize;

#[derive(Deserialize)]
struct Line {
    question: String,
    options: Vec<String>,
    language: String,
    audience: Option<String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Dictionaries are parsed before the first brief is timed.
    language::check()?;
    let mut times: Vec<Duration> = Vec::new();
    let mut edited = 0;
    for line in std::io::stdin().lock().lines() {
        let Line { question, options, language, audience } = serde_json::from_str(&line?)?;
        let draft =
            Draft { question, options, audience_description: audience, language: Some(language), ..Draft::default() };
        let Ok(brief) = Brief::parse(draft) else { continue };
        if times.is_empty() {
            // What is made on first use is made before the first brief is timed.
            drop((served::optimize(&brief), audience::whom((&brief).into())));
        }
        let start = Instant::now();
        let served = served::optimize(&brief);
        let understood = audience::whom((&brief).into());
        times.push(start.elapsed());
        edited += usize::from(!served.changes.is_empty());
        println!("{:?}: {}", served.inquiry, served.question);
        for change in &served.changes {
            println!("{:?} {} -> {}", change.why, change.from, change.to);
        }
        for note in &served.notes {
            println!("note: {note:?}");
        }
        match understood {
            Ok(audience) => println!("{:?} {:?}", audience.filters, audience.conventions),
            Err(contradiction) => println!("{contradiction}"),
        }
    }
    times.sort_unstable();
    let at = |part: f64| times.get(((times.len() as f64 - 1.0) * part) as usize).copied().unwrap_or(Duration::ZERO);
    println!(
        "{} briefs, {edited} edited; time: median {:?}, 99 % {:?}, longest {:?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
    Ok(())
}
