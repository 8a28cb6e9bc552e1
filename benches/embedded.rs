//! Time and memory of a report of 100 respondents on the embedded model, from start to end.
//!
//!     cargo bench --bench embedded -- MODEL.gguf [ADAPTER.gguf|none] [RESPONDENTS] [LANGUAGE…]

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::path::Path;
use std::time::Instant;

use contract::Report;
use embedded::{AdapterSettings, Embedded, EmbeddedSettings};
use engine::Engine;
use language::brief::{Brief, Draft};
use pipeline::elicit;
use pipeline::{self, Checkpoints, Job, NullJournal};

/// Language, question, options and audience; an empty audience draws respondents from all over the world.
const ASKED: [(&str, &str, [&str; 4], &str); 4] = [
    ("en", "Which name fits a calm sleep app best?", ["Drift", "Lull", "Nod", "Hush"], "adults in the United States"),
    ("en", "Which drink do you like best in the morning?", ["Coffee", "Tea", "Water", "Juice"], ""),
    ("es", "¿Qué bebida prefiere por la mañana?", ["Café", "Té", "Agua", "Zumo"], "adultos en México"),
    ("zh", "早上您更喜欢喝什么？", ["咖啡", "茶", "水", "豆浆"], "中国的成年人"),
];

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let path = arguments
        .next()
        .expect("usage: cargo bench --bench embedded -- MODEL.gguf [ADAPTER.gguf|none] [RESPONDENTS] [LANGUAGE…]");
    let adapter = arguments.next().filter(|path| path != "none");
    let respondents: i64 = arguments.next().map_or(100, |number| number.parse().unwrap());
    let languages: Vec<String> = arguments.collect();
    let begun = Instant::now();
    let settings = EmbeddedSettings {
        file: Path::new(&path),
        hash: String::new(),
        name: path.clone(),
        adapter: adapter.as_ref().map(|file| AdapterSettings {
            file: Path::new(file),
            hash: String::new(),
            name: file.clone(),
        }),
        threads: None,
        context_tokens: 8192,
    };
    let engine = Embedded::open(settings).unwrap();
    println!("loaded in {:.1} s", begun.elapsed().as_secs_f64());
    for (language, question, options, audience) in ASKED {
        if !languages.is_empty() && !languages.iter().any(|wanted| wanted == language) {
            continue;
        }
        let draft = Draft {
            question: question.to_owned(),
            options: options.map(str::to_owned).to_vec(),
            sample_size: Some(respondents),
            audience_description: Some(audience.to_owned()).filter(|audience| !audience.is_empty()),
            language: Some(language.to_owned()),
            ..Draft::default()
        };
        let job = Job {
            brief: Brief::parse(draft).unwrap(),
            seed: 1,
            concurrency: 16,
            calibration: elicit::unmeasured(&engine.card()),
            panel: None,
            own_studies: None,
            tokens_max: None,
        };
        let begun = Instant::now();
        let findings = pipeline::run(&job, &engine, Checkpoints::default(), &NullJournal).await.unwrap();
        tell(language, respondents, begun.elapsed().as_secs_f64(), &findings);
    }
}

fn tell(language: &str, respondents: i64, seconds: f64, findings: &Report) {
    let usage = findings.method.usage;
    let computed = usage.prompt_tokens - usage.cached_tokens + usage.completion_tokens;
    println!(
        "{language}: {respondents} respondents in {seconds:.1} s, {} calls, {computed} tokens computed ({:.1} a second), \
         {} taken from earlier ones, peak memory {}",
        usage.calls,
        computed as f64 / seconds,
        usage.cached_tokens,
        peak_memory()
    );
    println!("    {}", findings.analysis.overview.headline);
    for share in &findings.analysis.winner.shares {
        println!("    {:<12} {:.2} [{:.2}, {:.2}]", share.option, share.share, share.interval[0], share.interval[1]);
    }
    let said = findings.sample_data.respondents.iter().filter_map(|respondent| respondent.answers.get("reason"));
    said.take(4).for_each(|text| println!("    {text:?}"));
}

/// Returns the peak resident memory that Linux reports.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or_else(|| "unknown".to_owned(), |line| line.trim().to_owned())
}
