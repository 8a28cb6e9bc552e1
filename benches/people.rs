//! Time to compute what a page shows of people's answers, including how many more people would settle the question.
//! The service does so in the background, once per change of answers. No I/O.

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::hint::black_box;
use std::time::{Duration, Instant};

use canvass::ask::{LocalReport, parse_brief};
use contract::PeopleView;
use contract::ReportResult;
use engine::{Engine, Scripted};
use fieldwork::{CountedAnswer, People};
use language::brief::Draft;
use pipeline::Job;
use pipeline::elicit::unmeasured;

const ROUNDS: usize = 21;
const AGES: [&str; 4] = ["18-29", "30-44", "45-64", "65+"];

#[tokio::main]
async fn main() {
    let result = report().await;
    println!("{:>8} {:>14} {:>14}", "people", "the page µs", "a person µs");
    for people in [10, 100, 1000, 10_000] {
        let answers = People { counted: (0..people).map(answered).collect(), ..People::default() };
        let page = median(|| PeopleView::of(&result, &answers)).as_secs_f64() * 1e6;
        println!("{people:>8} {page:>14.1} {:>14.1}", page / people as f64);
    }
}

/// Spreads answers evenly over the options; one person in five gives no age.
fn answered(at: usize) -> CountedAnswer {
    CountedAnswer {
        choice: Some(at % 3),
        age_band: AGES.get(at % 5).map(|band| (*band).to_owned()),
        ..CountedAnswer::default()
    }
}

async fn report() -> ReportResult {
    let options = ["Drift", "Lull", "Nod"].map(str::to_owned).to_vec();
    let question = "Which name fits a calm sleep app best?".to_owned();
    let brief = parse_brief(Draft { question, options, ..Draft::default() }).unwrap();
    let engine = Scripted::new(0, 0.0);
    let calibration = unmeasured(&engine.card());
    let job = Job { brief, seed: 7, concurrency: 8, calibration, panel: None, own_studies: None, tokens_max: None };
    let ask = LocalReport { job, engine: &engine, outage_wait_max: Duration::ZERO, people: People::default() };
    let folder = tempfile::tempdir().unwrap();
    ask.run(folder.path(), &|_| {}).await.unwrap().result
}

fn median<T>(work: impl Fn() -> T) -> Duration {
    let mut times: Vec<Duration> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            black_box(work());
            began.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[ROUNDS / 2]
}
