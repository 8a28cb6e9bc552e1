//! How long it takes to find themes: a thousand answers in each language, the first time (which reads the lists and, for
//! Chinese, the dictionary) beside later ones. Fails when a thousand take 1 s.

#![allow(clippy::disallowed_methods)] // A bench reads the clock.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use foundation::{Language, RespondentId};
use language::themes::{OpenAnswer, find};

const RUNS: u32 = 5;
const ANSWERS: usize = 1000;
const LONG_CHARS: usize = 2000;
const LIMIT: Duration = Duration::from_secs(1);

/// Sentences of the free answers, mixed at different paces into texts of one to four of them.
fn texts(language: Language) -> Vec<String> {
    let lines: Vec<&str> = match language {
        Language::En => include_str!("../src/themes/tests/free_en.txt"),
        Language::Es => include_str!("../src/themes/tests/free_es.txt"),
        Language::Zh => include_str!("../src/themes/tests/free_zh.txt"),
    }
    .lines()
    .collect();
    let text = |number: usize| {
        let sentences = (0..=number % 4).map(|nth| lines[(number * (nth + 1) + number / 30 * 7) % lines.len()]);
        sentences.collect::<Vec<_>>().join(" ")
    };
    (0..ANSWERS).map(text).collect()
}

/// The same, made as long as an answer may be.
fn long(texts: &[String]) -> Vec<String> {
    let long = |number: usize| {
        let all = (0..texts.len()).map(|nth| texts[(number + nth * 13) % texts.len()].as_str());
        all.flat_map(|text| text.chars().chain([' '])).take(LONG_CHARS).collect()
    };
    (0..texts.len()).map(long).collect()
}

fn timed(language: Language, texts: &[String]) -> (Duration, usize) {
    let ids: Vec<RespondentId> = (0..texts.len()).map(RespondentId).collect();
    let answers: Vec<OpenAnswer<'_>> =
        ids.iter().zip(texts).map(|(id, text)| OpenAnswer { respondent: *id, text }).collect();
    let begun = Instant::now();
    let quoted = match language {
        Language::En | Language::Es => ["Lumo", "Brightpath", "Camino Claro"],
        Language::Zh => ["鹿摩", "明路", "新星厨房"],
    };
    let found = find(language, &answers, &quoted);
    (begun.elapsed(), found.themes.len())
}

fn main() {
    println!("{:<4} {:<8} {:>8} {:>8} {:>12} {:>12}", "", "answers", "distinct", "themes", "first", "best");
    let mut too_slow = Vec::new();
    for language in Language::ALL {
        let short = texts(language);
        for (name, texts) in [("one", &short[..1]), ("short", &short[..]), ("long", &long(&short))] {
            let distinct = texts.iter().collect::<BTreeSet<_>>().len();
            let (first, themes) = timed(language, texts);
            // The best of several, since a machine has other things to do too.
            let best = (0..RUNS).map(|_| timed(language, texts).0).min().unwrap_or(first);
            println!("{language:<4} {name:<8} {distinct:>8} {themes:>8} {first:>12.2?} {best:>12.2?}");
            if best > LIMIT {
                too_slow.push(format!("{language} {name}: {best:.2?}"));
            }
        }
    }
    assert!(too_slow.is_empty(), "too slow: {too_slow:?}");
}
