//! A simulator of the store. Clients, a worker, owners, respondents and two clocks call it on one thread, all driven by one seed,
//! while faults are injected. After each step every row of the database is compared with a model in memory, and the
//! invariants that need no model are checked. At the end of a run the faults stop, and every report must end.
//!
//! Faults: a full disk; a transaction that can't begin; a commit that fails; a rollback that fails; a commit whose
//! acknowledgement is lost; a call that is broken off before or after its commit; a process that is killed there or between
//! two calls; clocks that jump forward or back, together or apart; calls that are repeated, late or concurrent.
//!
//! `SIMULATOR_SEEDS=20000 cargo test --release -p store --test simulator` runs more seeds. `SIMULATOR_SEED=7` runs one; with
//! `SIMULATOR_TRACE=1` and `-- --nocapture` it prints every step.
//!
//! Each of these mistakes was put into the store, and 200 seeds were run:
//!
//! | mistake | found |
//! |---|---|
//! | a connection whose rollback failed is used again | yes |
//! | a failed commit is acknowledged | yes |
//! | a lost lease is told before the claim that took it is durable | yes, by concurrent calls |
//! | marked, unfinished or choiceless answers count toward the quota | yes, all three |
//! | the quota is read outside the transaction | yes, by concurrent calls |
//! | an owner keeps more answers than the quota, which is not raised | yes |
//! | a report is finished without its fence, or a retry keeps the fence | yes, both |
//! | a report is finished a second time | yes: the database refuses the second charge |
//! | a cancelled report is not charged; one free cancel too many | yes, both |
//! | no recount after answers are deleted by their owner or for their age | yes, both |
//! | answers are deleted before the service has run for a day since they were marked | yes |
//! | `people_version` is not raised by an answer | yes |
//! | an idempotency key is forgotten when the clock goes back; a file under a used key is taken for a replay | yes, both |
//! | a lease that a clock ahead gave is believed; the wait for an engine begins anew at each look | yes, both |
//! | recorded progress falls | yes |
//! | a one-time link works twice | yes |
//! | a connection is never given back | yes, once the clock that stands still is let go |
//! | places in the queue ignore the account | no: the model takes the order of the queue from the database |
//! | `PRAGMA synchronous = OFF` | no: a kill keeps what the operating system has been given |
//! | `BEGIN DEFERRED` instead of `IMMEDIATE` | no: one process has one writer |
//!
//! It does not cover PostgreSQL, two processes at the same time, archiving, publication, studies and the views of public pages.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

mod calls;
mod checks;
mod model;
mod random;
mod schedule;
mod simulation;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use schedule::Profile;
use simulation::{Simulation, folder, make_template, readable};

/// Seeds that a plain `cargo test` runs.
const SEEDS: u64 = 200;
const THREADS: usize = 2;
/// How many of its last steps a failing seed prints.
const SHOWN_STEPS: usize = 12;
/// A seed that takes longer waits for something that never comes.
const SEED_TAKES_MAX: Duration = Duration::from_secs(60);

/// Runs a future on this thread alone, on a clock that stands still.
fn on_one_thread<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        // While a blocking task runs, the clock does not move by itself when all wait for SQLite's threads. Once that has
        // lasted too long, it moves, and whoever waits in vain times out.
        let (ends, end) = mpsc::channel::<()>();
        let holding = tokio::task::spawn_blocking(move || end.recv_timeout(SEED_TAKES_MAX));
        let value = future.await;
        drop(ends);
        let _ = holding.await;
        value
    })
}

/// What became of one seed.
struct Ran {
    steps: usize,
    trace: Vec<String>,
    failure: Option<String>,
}

/// What the seeds of a plain run must reach: each is a line of a trace that contains these parts.
const REACHED: [&[&str]; 42] = [
    &["Open {", "replayed: true"],
    &["Open {", "KeyReused"],
    &["Open {", "InsufficientCredits"],
    &["Open {", "TooManyUnfinished"],
    &["Cancel {", "Some(Cancelled"],
    &["Cancel {", "TooMany"],
    &["Open {", "Deleted"],
    &["DeleteReport {", "Deleted { cancelled: None }"],
    &["DeleteReport {", "Deleted { cancelled: Some"],
    &["DeleteReport {", "Gone"],
    &["DeleteReport {", "Missing"],
    &["DeleteReport {", "StopsBeforeCommit) killed"],
    &["DeleteReport {", "StopsAfterCommit) killed"],
    &["Record {", "Missing"],
    &["Claim {", "exhausted"],
    &["ClaimPastGracePeriod", "Some(ReportId"],
    &["work: Finish", "text: \"50\""],
    &["work: Finish", "lost"],
    &["work: Checkpoint", "lost"],
    &["work: Finish", "AnswerLost"],
    &["work: Finish", "StopsAfterCommit"],
    &["Begin {", "LinkUsed"],
    &["Begin {", "Again"],
    &["Begin {", "Refused(Full)"],
    &["concurrently", "Record {", "Refused(Full)"],
    &["concurrently", "Work {", "CommitFails", "Outage"],
    &["concurrently", "Claim {", "AnswerLost", "Outage"],
    &["Record {", "Refused(Closed)"],
    &["Record {", "Refused(Ended)"],
    &["Record {", "RollbackFails"],
    &["Keep {", "Some(true)"],
    &["Keep {", "Some(false)"],
    &["QuotaTooSmall"],
    &["DeleteSurvey", "true"],
    &["deleting: All", "Some(3)"],
    &["Upload {", "is_replay: true"],
    &["Upload {", "KeyReused"],
    &["Forget {", "text: \"1\""],
    &["StopsBeforeCommit) killed"],
    &["StopsAfterCommit) killed"],
    &["CommitFails"],
    &["BeginFails"],
];

async fn run(seed: u64, template: &Path) -> Ran {
    let mut simulation = Simulation::start(seed, template).await;
    let profile = Profile::draw(&mut simulation.random);
    let failure = drive(&mut simulation, &profile).await.err();
    let trace = std::mem::take(&mut simulation.trace);
    // A store that has failed may never close.
    if failure.is_none() {
        simulation.stop().await;
    }
    Ran { steps: trace.len(), trace, failure }
}

async fn drive(simulation: &mut Simulation, profile: &Profile) -> Result<(), String> {
    simulation.begin().await?;
    for _ in 0..profile.steps {
        simulation.step(profile).await?;
    }
    simulation.settle().await
}

/// Runs one seed; an error says which, and how to run it again.
fn simulate(seed: u64, template: &Path) -> Result<Ran, String> {
    let again = format!("replay: SIMULATOR_SEED={seed} cargo test -p store --test simulator");
    let ran = catch_unwind(AssertUnwindSafe(|| on_one_thread(run(seed, template))))
        .map_err(|_| format!("seed {seed} panicked; {again}"))?;
    match &ran.failure {
        None => Ok(ran),
        Some(wrong) => {
            let last: Vec<String> =
                ran.trace.iter().enumerate().map(|(step, line)| format!("  {step}: {line}")).collect();
            let wrong = readable(wrong);
            let from = if is_traced() { 0 } else { last.len().saturating_sub(SHOWN_STEPS) };
            let shown = last[from..].join("\n");
            Err(format!("seed {seed} failed at step {}: {wrong}; {again}\n{shown}", ran.steps.saturating_sub(1)))
        }
    }
}

fn with_template<T>(then: impl FnOnce(&Path) -> T) -> T {
    let folder = folder();
    let template = folder.path().join("template.db");
    on_one_thread(make_template(&template));
    then(&template)
}

fn has_all(line: &str, parts: &[&str]) -> bool {
    parts.iter().all(|part| line.contains(part))
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap())
}

fn is_traced() -> bool {
    setting("SIMULATOR_TRACE").is_some()
}

#[test]
fn whatever_happens_nothing_is_lost_or_charged_twice_and_every_report_ends() {
    let (first, last) = match setting("SIMULATOR_SEED") {
        Some(seed) => (seed, seed + 1),
        None => (0, setting("SIMULATOR_SEEDS").unwrap_or(SEEDS)),
    };
    let (next, steps, has_failed) = (AtomicU64::new(first), AtomicU64::new(0), AtomicBool::new(false));
    let missing = Mutex::new(REACHED.to_vec());
    let failures = Mutex::new(Vec::new());
    with_template(|template| {
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    while !has_failed.load(Ordering::SeqCst) {
                        let seed = next.fetch_add(1, Ordering::SeqCst);
                        if seed >= last {
                            return;
                        }
                        match simulate(seed, template) {
                            Ok(ran) => {
                                let mut missing = missing.lock().unwrap();
                                missing.retain(|parts| !ran.trace.iter().any(|line| has_all(line, parts)));
                                if is_traced() {
                                    ran.trace.iter().for_each(|line| println!("{seed}: {line}"));
                                }
                                steps.fetch_add(ran.steps as u64, Ordering::SeqCst);
                            }
                            Err(failure) => {
                                has_failed.store(true, Ordering::SeqCst);
                                failures.lock().unwrap().push(failure);
                            }
                        }
                    }
                });
            }
        });
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let missing = missing.into_inner().unwrap();
    assert!(missing.is_empty() || last - first < SEEDS, "never reached: {missing:?}");
    println!("{} seeds, {} steps", last - first, steps.into_inner());
}

#[test]
fn a_seed_replays_exactly() {
    with_template(|template| {
        for seed in [3, 11, 42] {
            let [first, second] =
                [(); 2].map(|()| simulate(seed, template).unwrap_or_else(|failure| panic!("{failure}")));
            assert_eq!(first.trace, second.trace);
        }
    });
}

#[test]
fn the_simulators_check_finds_each_planted_wrong_row() {
    let wrongs = [
        "UPDATE accounts SET available = available + 1",
        "UPDATE reports SET fence = fence + 1",
        "UPDATE reports SET idempotency_key = 'another'",
        "UPDATE surveys SET unfinished = unfinished + 1",
        "UPDATE surveys SET quota = quota + 1",
        "UPDATE survey_answers SET choice = 1",
        "DELETE FROM survey_answers",
        "DELETE FROM results",
    ];
    with_template(|template| {
        for wrong in wrongs {
            on_one_thread(async {
                let mut simulation = Simulation::start(1, template).await;
                simulation.open_first_survey().await.unwrap();
                simulation.begin_first_answer().await.unwrap();
                simulation.write_outside(wrong).await.unwrap();
                assert!(simulation.check().await.is_err(), "{wrong}");
                simulation.stop().await;
            });
        }
    });
}
