//! Calibration records in the database: which record applies, what an interrupted measurement resumes, and that only
//! one process measures an engine at a time.

use std::sync::Arc;
use std::time::Duration;

use foundation::Language;
use futures::future::join_all;
use primitives::ids::AccountId;
use service::serve::{build_worker, open_store};
use service::worker::{holding, load_shipped};
use store::{CalibrationRow, EngineKey, MeasurementProgress, READINGS_MAX, StoreError};
use tokio::sync::Notify;

use testing::on_both;
use testing::support::SOON;
use testing::support::{Backend, START_MS, TestApp};

const LENGTH: Duration = Duration::from_secs(60);
const INSTANT: Duration = Duration::from_millis(1);

fn engine() -> EngineKey {
    EngineKey {
        engine: "embedded".to_owned(),
        model: "small".to_owned(),
        adapter: String::new(),
        elicitation: "first".to_owned(),
    }
}

fn measured(account: Option<AccountId>, record: &str) -> CalibrationRow {
    let (key, language, record) = (engine(), Language::En, record.to_owned());
    CalibrationRow { key, language, account, record, measured_at: START_MS }
}

async fn keep(app: &TestApp, row: &CalibrationRow) {
    app.app.store.keep_calibration(row).await.unwrap();
}

async fn in_force(app: &TestApp, account: AccountId) -> Option<CalibrationRow> {
    app.app.store.calibration_in_force(&engine(), Language::En, account).await.unwrap()
}

async fn claims(app: &TestApp, owner: &str) -> bool {
    app.app.store.claim_measurement(&engine(), owner, LENGTH, MeasurementProgress::default()).await.unwrap()
}

on_both! {
    async fn a_newer_measurement_takes_the_place_of_the_older_one(app: TestApp) {
        let account = app.new_account(0).await;
        for whose in [None, Some(account)] {
            keep(&app, &measured(whose, r#"{"cases":40}"#)).await;
            let newer = CalibrationRow { measured_at: START_MS + 1, ..measured(whose, r#"{"cases":200}"#) };
            keep(&app, &newer).await;
            assert_eq!(in_force(&app, account).await, Some(newer));
        }
        assert_eq!(app.app.store.calibrations().await.unwrap().len(), 2);
    }
}

on_both! {
    async fn an_accounts_own_record_goes_before_everybodys_and_is_nobody_elses(app: TestApp) {
        let (owner, other) = (app.new_account(0).await, app.new_account(0).await);
        let own = measured(Some(owner), "{}");
        keep(&app, &own).await;
        assert_eq!((in_force(&app, owner).await, in_force(&app, other).await), (Some(own.clone()), None));
        let everybodys = measured(None, "[]");
        keep(&app, &everybodys).await;
        assert_eq!(in_force(&app, owner).await.as_ref(), Some(&own));
        assert_eq!(in_force(&app, other).await.as_ref(), Some(&everybodys));
        assert_eq!(app.app.store.calibrations().await.unwrap(), [everybodys, own]);
    }
}

on_both! {
    async fn what_was_measured_of_another_engine_or_in_another_way_is_not_in_force(app: TestApp) {
        let account = app.new_account(0).await;
        let of = |key: EngineKey| CalibrationRow { key, ..measured(None, "{}") };
        let others = [
            of(EngineKey { engine: "served".to_owned(), ..engine() }),
            of(EngineKey { model: "large".to_owned(), ..engine() }),
            of(EngineKey { adapter: "surveys".to_owned(), ..engine() }),
            of(EngineKey { elicitation: "second".to_owned(), ..engine() }),
            CalibrationRow { language: Language::Zh, ..measured(None, "{}") },
        ];
        for other in &others {
            keep(&app, other).await;
        }
        assert_eq!(in_force(&app, account).await, None);
        for other in &others {
            let found = app.app.store.calibration_in_force(&other.key, other.language, account).await.unwrap();
            assert_eq!(found.as_ref(), Some(other));
        }
    }
}

on_both! {
    async fn the_database_keeps_one_record_of_an_engine_for_each_account_and_one_for_all(app: TestApp) {
        let account = app.new_account(0).await;
        keep(&app, &measured(None, "{}")).await;
        keep(&app, &measured(Some(account), "{}")).await;
        for which in ["account_id IS NULL", "account_id IS NOT NULL"] {
            let twin = format!(
                "INSERT INTO calibrations
                     (engine, model, adapter, language, elicitation, account_id, record, measured_at)
                 SELECT engine, model, adapter, language, elicitation, account_id, record, measured_at + 1
                 FROM calibrations WHERE {which}"
            );
            let refusal = app.database.refusal(&twin).await;
            assert!(refusal.to_lowercase().contains("unique"), "{refusal}");
        }
    }
}

on_both! {
    async fn a_record_in_no_known_language_is_said_to_be_unreadable(app: TestApp) {
        keep(&app, &measured(None, "{}")).await;
        app.database.run("UPDATE calibrations SET language = 'xx'").await;
        let read = app.app.store.calibrations().await;
        assert!(matches!(&read, Err(StoreError::Unreadable(why)) if why.contains("xx")), "{read:?}");
    }
}

on_both! {
    async fn one_process_measures_and_the_others_wait_until_it_ends(app: TestApp) {
        let other = open_store(&app.app.config).await.unwrap();
        assert!(claims(&app, "one").await);
        assert!(!other.claim_measurement(&engine(), "two", LENGTH, MeasurementProgress::default()).await.unwrap());
        // A process can't end another's measurement.
        other.end_measurement(&engine(), "two").await.unwrap();
        assert!(!other.claim_measurement(&engine(), "two", LENGTH, MeasurementProgress::default()).await.unwrap());
        // Another elicitation of the same engine is a separate key.
        let asked_otherwise = EngineKey { elicitation: "second".to_owned(), ..engine() };
        assert!(other.claim_measurement(&asked_otherwise, "two", LENGTH, MeasurementProgress::default()).await.unwrap());
        app.app.store.end_measurement(&engine(), "one").await.unwrap();
        assert!(other.claim_measurement(&engine(), "two", LENGTH, MeasurementProgress::default()).await.unwrap());
        assert!(!claims(&app, "one").await);
        other.close().await;
    }
}

on_both! {
    async fn who_measures_is_replaced_once_its_time_is_over_unless_it_asks_for_more(app: TestApp) {
        app.freeze_lease_clock().await;
        assert!(claims(&app, "one").await);
        app.advance_lease_clock(LENGTH - INSTANT).await;
        assert!(!claims(&app, "two").await);
        assert!(claims(&app, "one").await);
        app.advance_lease_clock(LENGTH - INSTANT).await;
        assert!(!claims(&app, "two").await);
        app.advance_lease_clock(INSTANT).await;
        assert!(claims(&app, "two").await);
        assert!(!claims(&app, "one").await);
        app.app.store.end_measurement(&engine(), "one").await.unwrap();
        assert!(!claims(&app, "one").await, "the other's right is not its to end");
    }
}

on_both! {
    async fn of_many_that_would_measure_at_once_one_does(app: TestApp) {
        let owners: Vec<String> = (0..20).map(|owner| owner.to_string()).collect();
        let claimed = join_all(owners.iter().map(|owner| claims(&app, owner))).await;
        assert_eq!(claimed.into_iter().filter(|claimed| *claimed).count(), 1, "{owners:?}");
    }
}

on_both! {
    async fn a_stored_reading_is_found_by_another_process(app: TestApp) {
        let other = open_store(&app.app.config).await.unwrap();
        let keys = ["first", "second", "never asked"].map(str::to_owned);
        app.app.store.keep_reading("first", "0.2", START_MS).await.unwrap();
        app.app.store.keep_reading("second", "0.3", START_MS).await.unwrap();
        app.app.store.keep_reading("second", "0.4", START_MS + 1).await.unwrap();
        let found = other.readings(&keys).await.unwrap();
        let found: Vec<(&str, &str)> = found.iter().map(|(key, output)| (key.as_str(), output.as_str())).collect();
        assert_eq!(found, [("first", "0.2"), ("second", "0.4")]);
        assert!(app.app.store.readings(&[]).await.unwrap().is_empty());
        other.close().await;
    }
}

on_both! {
    async fn of_more_readings_than_are_kept_the_oldest_go(app: TestApp) {
        app.database
            .run(&format!(
                "INSERT INTO engine_readings (key, output, read_at)
                 WITH RECURSIVE places (place) AS (
                     SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < {READINGS_MAX})
                 SELECT 'old ' || CAST(place AS TEXT), '{{}}', place FROM places"
            ))
            .await;
        app.app.store.keep_reading("new", "{}", START_MS).await.unwrap();
        let count = "SELECT COUNT(*) FROM engine_readings";
        assert_eq!(app.database.integer(count).await, READINGS_MAX);
        let keys = ["old 1", "old 2", "new"].map(str::to_owned);
        let kept: Vec<String> = app.app.store.readings(&keys).await.unwrap().into_keys().collect();
        assert_eq!(kept, ["new", "old 2"]);

        // Far more than one statement's parameters.
        let many: Vec<String> = (2..=1203).map(|place| format!("old {place}")).collect();
        assert_eq!(app.app.store.readings(&many).await.unwrap().len(), many.len());
    }
}

on_both! {
    async fn a_shipped_record_that_says_more_of_the_same_measurement_takes_the_place_of_the_older_one(app: TestApp) {
        let store = &app.app.store;
        load_shipped(store).await.unwrap();
        let shipped = store.calibrations().await.unwrap();
        let older = CalibrationRow { record: "{}".to_owned(), ..shipped[0].clone() };
        keep(&app, &older).await;
        let measured_here = CalibrationRow { measured_at: shipped[1].measured_at + 1, record: "{}".to_owned(), ..shipped[1].clone() };
        keep(&app, &measured_here).await;
        load_shipped(store).await.unwrap();
        let now = store.calibrations().await.unwrap();
        assert_eq!((&now[0], &now[1]), (&shipped[0], &measured_here), "what was measured here stays");
    }
}

on_both! {
    async fn a_shipped_record_replaces_an_older_shipped_one_and_none_that_was_measured_here(app: TestApp) {
        let store = &app.app.store;
        load_shipped(store).await.unwrap();
        let shipped = store.calibrations().await.unwrap();
        let earlier = |row: &CalibrationRow| CalibrationRow {
            measured_at: row.measured_at - 1,
            record: "{}".to_owned(),
            ..row.clone()
        };
        let measured_here = earlier(&shipped[0]);
        keep(&app, &measured_here).await;
        app.database.run("UPDATE calibrations SET measured_at = measured_at - 1 WHERE shipped = 1").await;
        load_shipped(store).await.unwrap();
        let now = store.calibrations().await.unwrap();
        assert_eq!(now[0], measured_here, "although the shipped one was measured later");
        assert_eq!(now[1..], shipped[1..]);
    }
}

on_both! {
    async fn a_shipped_record_of_before_its_origin_was_kept_is_known_by_the_time_of_its_measurement(app: TestApp) {
        let store = &app.app.store;
        load_shipped(store).await.unwrap();
        app.database.run("UPDATE calibrations SET shipped = 0").await;
        load_shipped(store).await.unwrap();
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM calibrations WHERE shipped = 0").await, 0);
    }
}

on_both! {
    async fn the_right_to_measure_of_a_clock_that_was_ahead_is_not_believed(app: TestApp) {
        app.freeze_lease_clock().await;
        app.set_clocks(Duration::from_secs(2 * 60 * 60)).await;
        assert!(claims(&app, "one").await);
        app.set_clocks(Duration::ZERO).await;
        assert!(claims(&app, "two").await);
        assert!(!claims(&app, "one").await, "a right of the clock as it is now is believed");
    }
}

on_both! {
    async fn processes_with_the_same_number_own_what_they_measure_apart(app: TestApp) {
        // Both stand for the first process (pid 1) of a container.
        let workshops = [(); 2].map(|()| build_worker(&app.app, Arc::clone(&app.build_worker.engine), Arc::default()));
        assert_ne!(workshops[0].name, workshops[1].name);
        assert!(claims(&app, &workshops[0].name).await);
        assert!(!claims(&app, &workshops[1].name).await);
    }
}

/// Runs on one thread, whose clock can be advanced.
#[tokio::test]
async fn a_measurement_ends_when_another_process_has_taken_the_right_over() {
    let app = TestApp::start_with(Backend::Sqlite, |_| {}).await;
    let store = app.app.store.clone();
    let begun = Arc::new(Notify::new());
    let work = {
        let begun = Arc::clone(&begun);
        async move {
            begun.notify_one();
            std::future::pending::<()>().await;
        }
    };
    let measuring =
        tokio::spawn(
            async move { holding(&store, &engine(), "one", &MeasurementProgress::default, work).await.unwrap() },
        );
    begun.notified().await;
    app.database.run("UPDATE measurements SET owner = 'two'").await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(30)).await;
    tokio::time::resume();
    assert_eq!(tokio::time::timeout(SOON, measuring).await.unwrap().unwrap(), None);
    assert!(claims(&app, "two").await, "and leaves it to that process");
    app.stop().await;
}
