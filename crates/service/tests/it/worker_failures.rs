//! The worker with engines that fail, crash or hang, when stopped, and after dying.

use std::collections::BTreeSet;
use std::time::Duration;

use async_trait::async_trait;
use engine::{Engine, EngineCard, EngineError, Scripted};
use serde_json::json;
use service::worker::Worker;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use testing::engines::{Asked, Fault, FaultInjecting};
use testing::on_both;
use testing::support::{Caller, TestApp, brief};

/// Readings of the total per report; `OPTIONS` is the number of options, each with a call for its choosers.
const WHOLES: usize = 4;
const OPTIONS: usize = 3;

fn start(build_worker: &Worker) -> (JoinHandle<()>, CancellationToken) {
    let stop = CancellationToken::new();
    (tokio::spawn(build_worker.clone().work(stop.clone())), stop)
}

/// Runs a new report with this seed until the engine hangs, then stops the worker; returns the report's id.
async fn stopped_while_hanging<F>(app: &mut TestApp, caller: &Caller, seed: i64, engine: FaultInjecting<F>) -> String
where
    F: Fn(&str, usize) -> Fault + Send + Sync + 'static,
{
    let hanging = engine.hanging();
    app.set_engine(engine);
    let id = caller.created(&brief()).await;
    app.database.run(&format!("UPDATE reports SET seed = {seed} WHERE id = '{id}'")).await;
    let (working, stop) = start(&app.build_worker);
    hanging.notified().await;
    stop.cancel();
    working.await.unwrap();
    id
}

/// Returns the number of stored forecast parts of the only unfinished report, which is released unchanged.
async fn finished_parts(app: &TestApp) -> usize {
    let report = app.claim_run().await;
    app.app.store.hand_back(report.lease).await.unwrap();
    report.steps.iter().filter(|step| step.key.starts_with("5/part/")).count()
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max, flags.retry_backoff_ms) = (Some(1), Some(3), Some(1000));
    async fn an_engine_that_stays_down_is_tried_again_with_backoff_and_the_last_failure_voids_the_hold(app: TestApp) {
        app.freeze_lease_clock().await;
        app.set_engine(FaultInjecting::new(&Asked::default(), |_, _| Fault::Unavailable));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        // The design counts as progress, so this is the first attempt without any; then the backoff doubles.
        for (tried, backoff_ms) in [(1, 1000), (2, 2000)] {
            assert_eq!(app.run_jobs().await, 1, "try {tried}");
            assert_eq!(caller.report(&id).await["status"], "sampling");
            assert_eq!(caller.credits_left().await, 0);
            app.advance_lease_clock(Duration::from_millis(backoff_ms - 1)).await;
            assert!(!app.app.store.has_waiting().await.unwrap(), "try {tried}");
            app.advance_lease_clock(Duration::from_millis(1)).await;
        }
        assert_eq!(app.run_jobs().await, 1);
        let report = caller.report(&id).await;
        let error = json!({
            "code": "report_generation_failed", "message": "The engine that answers for respondents was unavailable.",
        });
        assert_eq!((&report["status"], &report["error"]), (&json!("failed"), &error));
        assert_eq!(caller.credits_left().await, 50);
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(2));
    async fn without_any_reading_of_the_whole_the_try_ends_and_the_next_asks_for_nothing_else(app: TestApp) {
        app.freeze_lease_clock().await;
        let asked = Asked::default();
        let engine =
            FaultInjecting::new(&asked, |_, number| if number <= WHOLES { Fault::Unavailable } else { Fault::Answers });
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        assert_eq!(app.run_jobs().await, 1);
        assert_eq!(caller.report(&id).await["status"], "sampling");
        assert_eq!((asked.of("forecast_whole"), asked.of("forecast_choosers")), (WHOLES, OPTIONS));
        let groups = asked.of("forecast_groups");
        assert!(groups > 1, "{groups}");
        app.advance_lease_clock(Duration::from_secs(60)).await;
        assert_eq!(app.run_jobs().await, 1);
        let statistics = &caller.report(&id).await["result"]["statistics"];
        assert_eq!(statistics["successful_respondent_count"], 50);
        assert_eq!(statistics["partial_respondent_count"], 0);
        assert_eq!((asked.of("forecast_whole"), asked.of("forecast_choosers")), (2 * WHOLES, OPTIONS));
        assert_eq!(asked.of("forecast_groups"), groups);
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(2));
    async fn an_engine_that_breaks_now_and_then_ends_in_a_report_as_long_as_each_try_makes_progress(app: TestApp) {
        app.freeze_lease_clock().await;
        let asked = Asked::default();
        // Two answers, then the attempt ends.
        let engine = FaultInjecting::new(&asked, |_, number| if number.is_multiple_of(3) { Fault::Panics } else { Fault::Answers });
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let mut tries = 0;
        while caller.report(&id).await.get("progress").is_some() {
            tries += app.run_jobs().await;
            app.advance_lease_clock(Duration::from_secs(60)).await;
        }
        assert_eq!(caller.report(&id).await["status"], "completed");
        assert_eq!(tries, asked.total() / 3 + 1, "each panic ended one try");
        let prompts = asked.prompts();
        let was_answered = |(at, _): &(usize, &String)| !(at + 1).is_multiple_of(3);
        let answered: Vec<&String> = prompts.iter().enumerate().filter(was_answered).map(|(_, it)| it).collect();
        let distinct: BTreeSet<&String> = answered.iter().copied().collect();
        assert_eq!(distinct.len(), answered.len(), "nothing that was answered was asked again");
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn parts_that_cannot_be_asked_for_are_lost_and_the_report_is_not(app: TestApp) {
        // One of the readings, the first option's choosers, and the groups of one attribute.
        let lost = [2, WHOLES + 1, WHOLES + OPTIONS + 1];
        let engine = FaultInjecting::new(&Asked::default(), move |_, number| {
            if lost.contains(&number) { Fault::Unavailable } else { Fault::Answers }
        });
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        assert_eq!(app.run_jobs().await, 1);
        let result = &caller.report(&id).await["result"];
        assert_eq!((&result["method"]["readings"], &result["credits_used"]), (&json!(WHOLES - 1), &json!(50)));
        let statistics = &result["statistics"];
        assert_eq!(statistics["failed_respondent_count"], 0);
        assert_eq!(statistics["successful_respondent_count"], 50);
        let chose_first = result["analysis"]["winner"]["shares"][0]["count"].clone();
        assert_eq!(statistics["partial_respondent_count"], chose_first, "of them nothing but the choice is known");
        for respondent in result["sample_data"]["respondents"].as_array().unwrap() {
            let is_whole = respondent["answers"].get("drivers").is_some();
            assert_eq!(is_whole, respondent["answers"]["preference"] != result["research_input"]["options"][0]);
        }
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(2));
    async fn an_engine_that_breaks_takes_no_worker_down(app: TestApp) {
        app.freeze_lease_clock().await;
        app.set_engine(FaultInjecting::new(&Asked::default(), |_, _| Fault::Panics));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        for _ in 0..2 {
            assert_eq!(app.run_jobs().await, 1);
            app.advance_lease_clock(Duration::from_secs(60)).await;
        }
        let report = caller.report(&id).await;
        let message = "The report could not be generated because of an internal error.";
        assert_eq!((&report["status"], &report["error"]["message"]), (&json!("failed"), &json!(message)));
        assert_eq!(caller.credits_left().await, 50);
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn a_stopped_worker_hands_its_report_back_at_once(app: TestApp) {
        app.freeze_lease_clock().await;
        let engine = FaultInjecting::new(&Asked::default(), |_, number| if number > 6 { Fault::Hangs } else { Fault::Answers });
        let caller = app.caller(50).await;
        let id = stopped_while_hanging(&mut app, &caller, 1, engine).await;
        let report = app.claim_run().await;
        assert_eq!((report.tries, report.lease.report.to_string()), (1, id.clone()));
        app.app.store.hand_back(report.lease).await.unwrap();
        assert_eq!(finished_parts(&app).await, 6);
        // Progress is measured in calls and scaled to respondents.
        let progress = &caller.report(&id).await["progress"];
        let done = progress["respondents_done"].as_i64().unwrap();
        assert!((1..50).contains(&done), "{progress}");
        assert_eq!(progress["percent"], done * 2);
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn parts_that_were_lost_are_asked_for_by_the_next_try_and_others_are_not(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(100).await;
        let after_choosers = WHOLES + OPTIONS;
        for (are_lost, asked_again) in [(false, 0), (true, OPTIONS)] {
            let engine = FaultInjecting::new(&Asked::default(), move |name, number| match name {
                _ if number > after_choosers => Fault::Hangs,
                "forecast_choosers" if are_lost => Fault::Refuses,
                _ => Fault::Answers,
            });
            let id = stopped_while_hanging(&mut app, &caller, 1, engine).await;
            let asked = Asked::default();
            app.set_engine(FaultInjecting::new(&asked, |_, _| Fault::Answers));
            app.run_jobs().await;
            assert_eq!(caller.report(&id).await["status"], "completed");
            assert_eq!((asked.of("forecast_whole"), asked.of("forecast_choosers")), (0, asked_again));
        }
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn a_report_whose_worker_died_is_resumed_and_no_finished_step_is_repeated(app: TestApp) {
        app.freeze_lease_clock().await;
        let asked = Asked::default();
        let engine = FaultInjecting::new(&asked, |_, number| if number > 6 { Fault::Hangs } else { Fault::Answers });
        let hanging = engine.hanging();
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let build_worker = app.build_worker.clone();
        // In one task, so that aborting it leaves nothing running.
        let working = tokio::spawn(async move { build_worker.work_through().await });
        hanging.notified().await;
        working.abort();
        assert!(working.await.unwrap_err().is_cancelled());
        assert!(app.claim().await.is_none(), "the lease of the dead still runs");
        app.advance_lease_clock(app.app.config.lease).await;
        assert_eq!(finished_parts(&app).await, 6);
        let answered: BTreeSet<String> = asked.prompts().into_iter().take(6).collect();
        asked.clear();
        app.set_engine(FaultInjecting::new(&asked, |_, _| Fault::Answers));
        app.run_jobs().await;
        let (resumed, asked_now) = (asked.prompts().into_iter().collect::<BTreeSet<_>>(), asked.total());
        assert_eq!(resumed.len(), asked_now, "nothing is asked twice");
        assert!(resumed.is_disjoint(&answered), "nor is anything that was answered before");
        assert_eq!((asked.of("forecast_whole"), asked.of("forecast_choosers")), (0, 1));
        let report = caller.report(&id).await;
        assert_eq!(report["result"]["statistics"]["successful_respondent_count"], 50);
        assert_eq!(caller.credits_left().await, 0);
    }
}

on_both! {
    with |flags| flags.poll_ms = Some(600_000);
    async fn an_idle_worker_starts_a_new_report_when_the_bell_rings(app: TestApp) {
        let engine = FaultInjecting::new(&Asked::default(), |_, _| Fault::Hangs);
        let hanging = engine.hanging();
        app.set_engine(engine);
        let (working, stop) = start(&app.build_worker);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        hanging.notified().await;
        assert_eq!(caller.report(&id).await["status"], "sampling");
        stop.cancel();
        working.await.unwrap();
    }
}

on_both! {
    with |flags| (flags.lease_ms, flags.concurrency) = (Some(300), Some(1));
    async fn a_worker_whose_lease_was_taken_stops_and_settles_nothing(app: TestApp) {
        let engine = FaultInjecting::new(&Asked::default(), |_, number| if number > 6 { Fault::Hangs } else { Fault::Answers });
        let hanging = engine.hanging();
        app.set_engine(engine);
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let build_worker = app.build_worker.clone();
        let running = tokio::spawn(async move { build_worker.work_through().await.unwrap() });
        hanging.notified().await;
        let before = caller.report(&id).await;
        assert_eq!(before["status"], "sampling");
        assert!(before["progress"]["respondents_done"].as_i64().unwrap() > 0, "{before}");
        // Another worker takes over, as after a pause of the process.
        app.database.run("UPDATE reports SET fence = fence + 1, visible_at = (SELECT now_ms FROM clock) + 300000").await;
        assert_eq!(running.await.unwrap(), 1);
        assert_eq!(caller.report(&id).await, before);
        assert_eq!(caller.credits_left().await, 0);
    }
}

/// An open answer as stored by an older version, without its respondent.
const WORDS_OF_NOBODY: &str = "I like it because my friend swears by it.";

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(1));
    async fn words_that_an_older_version_left_are_nobodys_and_are_asked_for_again(app: TestApp) {
        let asked = Asked::default();
        let count = asked.clone();
        let engine = FaultInjecting::new(&asked, move |name, _| match name {
            "voices" if count.of("voices") == 2 => Fault::Hangs,
            _ => Fault::Answers,
        });
        let caller = app.caller(50).await;
        let id = stopped_while_hanging(&mut app, &caller, 1, engine).await;
        let texts = serde_json::to_string(&[WORDS_OF_NOBODY; 8]).unwrap();
        let old = format!(r#"{{"round":0,"batch":0,"texts":{texts}}}"#);
        app.database.run(&format!("UPDATE steps SET output = '{old}' WHERE key = '5/voices/0/0'")).await;
        app.set_engine(FaultInjecting::new(&Asked::default(), |_, _| Fault::Answers));
        assert_eq!(app.run_jobs().await, 1);
        let report = caller.report(&id).await;
        assert_eq!(report["status"], "completed");
        assert!(!report.to_string().contains(WORDS_OF_NOBODY));
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.tries_max) = (Some(1), Some(1));
    async fn a_checkpoint_that_cannot_be_read_is_asked_for_again_and_costs_no_report(app: TestApp) {
        let caller = app.caller(150).await;
        for (key, parts_asked_again) in [("5/part/%", true), ("5/forecast", false), ("5/design", true)] {
            let engine = FaultInjecting::new(&Asked::default(), |name, _| if name == "voices" { Fault::Hangs } else { Fault::Answers });
            let id = stopped_while_hanging(&mut app, &caller, 1, engine).await;
            if parts_asked_again {
                app.database.run("DELETE FROM steps WHERE key = '5/forecast'").await;
            }
            app.database.run(&format!("UPDATE steps SET output = '{{\"odd\":1}}' WHERE key LIKE '{key}'")).await;
            let again = Asked::default();
            app.set_engine(FaultInjecting::new(&again, |_, _| Fault::Answers));
            assert_eq!(app.run_jobs().await, 1, "{key}");
            assert_eq!(caller.report(&id).await["status"], "completed", "{key}");
            assert_eq!(again.of("forecast_whole") > 0, parts_asked_again, "{key}");
        }
        assert_eq!(caller.credits_left().await, 0, "each is charged once");
    }
}

on_both! {
    with |flags| (flags.concurrency, flags.report_tokens_max) = (Some(1), Some(1000));
    async fn what_a_try_spent_in_vain_is_missing_in_the_next_ones_budget(app: TestApp) {
        app.freeze_lease_clock().await;
        let asked = Asked::default();
        let wastes = |name: &str, _: usize| if name == "forecast_whole" { Fault::Wastes(200) } else { Fault::Answers };
        app.set_engine(FaultInjecting::new(&asked, wastes));
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        assert_eq!(app.run_jobs().await, 1);
        assert_eq!((caller.report(&id).await["status"].as_str(), asked.of("forecast_whole")), (Some("sampling"), WHOLES));
        app.advance_lease_clock(Duration::from_secs(60)).await;
        assert_eq!(app.run_jobs().await, 1);
        assert_eq!(asked.of("forecast_whole"), WHOLES + 1, "200 of 1,000 tokens were left");
        assert_eq!((caller.report(&id).await["status"].as_str(), caller.credits_left().await), (Some("failed"), 50));
    }
}

/// An engine that is broken for good from the start.
struct Broken(Scripted);

#[async_trait]
impl Engine for Broken {
    fn card(&self) -> EngineCard {
        self.0.card()
    }

    async fn ready(&self) -> Result<(), EngineError> {
        Err(EngineError::Reloading)
    }

    async fn broken(&self) {}
}

on_both! {
    async fn a_process_whose_engine_is_beyond_repair_stops_with_an_error(app: TestApp) {
        app.set_engine(Broken(Scripted::new(0, 0.0)));
        let stop = CancellationToken::new();
        let ended = service::serve::work(app.build_worker.clone(), stop.clone()).await;
        assert!(ended.unwrap_err().to_string().contains("reloaded 3 times within an hour"));
        assert!(stop.is_cancelled(), "everything else stops as well");
    }
}
