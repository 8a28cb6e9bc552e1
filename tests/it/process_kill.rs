//! `kill -9` at random moments while reports run: accepted reports finish, finished work is not repeated, and the
//! ledger balances.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use primitives::chance::Chance;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::process::{Client, Process, SOON, Site, report_of, said, until};
use crate::processes_on_both;

const KILLS: usize = 24;
const REPORTS: usize = 2 * KILLS;
const CREDITS: i64 = 10_000;
const BEGUN: &str = "step started";
/// Fewer than the steps of the two reports that each start adds, so that every start has enough work.
const STEPS_MAX: u64 = 24;
/// How often a process dies while it makes a wave, and how many respondents that has.
const WAVE_KILLS: usize = 3;
const WAVE_SAMPLE: usize = 60;

/// What was committed when a process died.
#[derive(Default)]
struct Finished {
    /// `req_…/whole/0`
    steps: BTreeSet<String>,
    reports: BTreeSet<String>,
}

impl Finished {
    async fn note(&mut self, site: &Site) {
        let steps = "SELECT report_id || '/' || REPLACE(SUBSTR(key, 3), 'part/', '') FROM steps
            WHERE key NOT IN ('5/design', '5/engine', '5/forecast')";
        self.steps.extend(site.texts(steps).await);
        self.reports.extend(site.texts("SELECT id FROM reports WHERE finished_at IS NOT NULL").await);
    }

    fn assert_not_repeated(&self, events: &[Value]) {
        for event in said(events, BEGUN) {
            let report = report_of(event);
            let step = format!("{report}/{}", event["step"].as_str().unwrap());
            assert!(!self.steps.contains(&step), "{step} was finished before");
            assert!(!self.reports.contains(&report), "{report} had ended before");
        }
    }
}

processes_on_both! {
    async fn what_was_accepted_ends_however_often_the_process_is_killed(backend: Backend) {
        let site = Site::create(backend)
            .await
            .with("LEASE_MS", "1000")
            // So many kills may hit one report's analysis more often than the retry limit allows.
            .with("TRIES_MAX", "100")
            .with("CONCURRENCY", "4")
            .with("SCRIPTED_LATENCY_MS", "20")
            .with("LOG", "info,canvass::interview=debug");
        let client = site.client("killed@example.com", CREDITS);
        let turns = Arc::new(Semaphore::new(0));
        let creating = tokio::spawn(create_all(client.clone(), Arc::clone(&turns)));
        let chance = Chance::seeded(7);
        let (mut finished, mut steps_seen, mut resumed) = (Finished::default(), 0, 0);
        for kill in 0..KILLS {
            let process = Process::start(&mut site.command(&["serve"]));
            turns.add_permits(REPORTS / KILLS);
            if kill % 8 == 7 {
                // During startup, too.
                tokio::time::sleep(Duration::from_millis(chance.u64() % 60)).await;
            } else {
                // Measured in steps, not time, so that a busy machine is tested equally.
                let begun = usize::try_from(chance.u64() % STEPS_MAX).unwrap();
                until("steps are begun", SOON, || async { (process.heard(BEGUN) >= begun).then_some(()) }).await;
                tokio::time::sleep(Duration::from_millis(chance.u64() % 60)).await;
            }
            let events = process.kill();
            finished.assert_not_repeated(&events);
            steps_seen += said(&events, BEGUN).count();
            resumed += said(&events, "report started").filter(|event| event["resumed_steps"] != 0).count();
            finished.note(&site).await;
        }
        assert!(steps_seen > KILLS * 8 && resumed > 0, "{steps_seen} steps, {resumed} resumed reports");

        let process = site.serve().await;
        let accepted = creating.await.unwrap();
        for (at, id) in accepted.iter().enumerate() {
            let report = client.ended(id).await;
            assert_eq!(report["status"], "completed", "{report}");
            assert_eq!(report["result"]["credits_used"], sample(at));
            assert_eq!(&create(&client, at).await.unwrap(), id, "the same key gives the same report");
        }
        assert_eq!(accepted.iter().collect::<BTreeSet<_>>().len(), REPORTS);
        assert_eq!(site.database.integer("SELECT COUNT(*) FROM reports").await, REPORTS as i64);
        let spent: usize = (0..REPORTS).map(sample).sum();
        assert_eq!(client.credits_left().await, CREDITS - spent as i64);
        finished.assert_not_repeated(&process.kill());
        println!("{KILLS} kills, {steps_seen} steps begun before the last start, {resumed} reports resumed");
        site.end().await;
    }
}

processes_on_both! {
    async fn a_wave_is_made_and_charged_once_however_often_the_process_is_killed(backend: Backend) {
        let site = Site::create(backend)
            .await
            .with("LEASE_MS", "1000")
            .with("TRIES_MAX", "100")
            .with("SCRIPTED_LATENCY_MS", "50")
            .with("LOG", "info,canvass::interview=debug");
        let client = site.client("killed@example.com", 1000);
        let process = site.serve().await;
        let first = create(&client, 0).await.unwrap();
        client.ended(&first).await;
        process.kill();
        let mut wave = None;
        let mut finished = Finished::default();
        finished.note(&site).await;
        for kill in 0..WAVE_KILLS {
            let process = Process::start(&mut site.command(&["serve"]));
            let id = until("the create is acknowledged", SOON, || ask_again(&client, &first)).await;
            assert_eq!(*wave.get_or_insert(id.clone()), id, "the same key gives the same wave");
            until("steps are begun", SOON, || async { (process.heard(BEGUN) > kill).then_some(()) }).await;
            finished.assert_not_repeated(&process.kill());
            finished.note(&site).await;
        }
        let process = site.serve().await;
        let wave = wave.unwrap();
        let report = client.ended(&wave).await;
        assert_eq!((&report["status"], &report["result"]["credits_used"]), (&json!("completed"), &json!(WAVE_SAMPLE)));
        assert_eq!(ask_again(&client, &first).await, Some(wave.clone()));
        assert_eq!(client.credits_left().await, 1000 - (sample(0) + WAVE_SAMPLE) as i64);
        let of_study = format!("SELECT COUNT(*) FROM reports WHERE first_report = '{first}'");
        assert_eq!(site.database.integer(&of_study).await, 1);
        finished.assert_not_repeated(&process.kill());
        site.end().await;
    }
}

/// Asks the first report again, always with the same key. Returns `None` if the server did not answer.
async fn ask_again(client: &Client, first: &str) -> Option<String> {
    let mut body = brief(0);
    (body["wave_of"], body["sample_size"]) = (json!(first), json!(WAVE_SAMPLE));
    let answer = client.post(&body).header("idempotency-key", "wave").send().await.ok()?;
    let (status, body) = (answer.status(), answer.json::<Value>().await.ok()?);
    assert_eq!(status, 202, "{body}");
    Some(body["request_id"].as_str().unwrap().to_owned())
}

/// Creates every report, retrying until acknowledged, at the pace of `turns`.
async fn create_all(client: Client, turns: Arc<Semaphore>) -> Vec<String> {
    let mut accepted = Vec::new();
    for at in 0..REPORTS {
        turns.acquire().await.unwrap().forget();
        accepted.push(until("the create is acknowledged", SOON, || create(&client, at)).await);
    }
    accepted
}

/// Returns `None` if the server did not answer; the caller retries with the same key.
async fn create(client: &Client, at: usize) -> Option<String> {
    let answer = client.post(&brief(at)).header("idempotency-key", format!("report-{at}")).send().await.ok()?;
    let status = answer.status();
    let body: Value = answer.json().await.ok()?;
    assert_eq!(status, 202, "{body}");
    Some(body["request_id"].as_str().unwrap().to_owned())
}

fn brief(at: usize) -> Value {
    json!({ "question": format!("Which name is best, {at}?"), "options": ["Drift", "Lull", "Nod"], "sample_size": sample(at) })
}

fn sample(at: usize) -> usize {
    50 + (at * 17) % 51
}
