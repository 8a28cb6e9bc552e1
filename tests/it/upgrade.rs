//! Databases of earlier releases open with today's program and read the same. `fixtures/first_migration.json` was recorded from
//! a real service before there was another migration; `fixtures/open_survey.json` as of migration 0013, from a service that was
//! killed while a report was sampling and a survey was open. The fixtures never change.

use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde_json::Value;
use sqlx::migrate::Migrator;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::process::Site;
use crate::processes_on_both;
use testing::support::Backend;

/// In an order that satisfies foreign keys.
const TABLES: [&str; 13] = [
    "accounts",
    "api_keys",
    "sign_in_links",
    "sessions",
    "reports",
    "results",
    "steps",
    "ledger",
    "calibrations",
    "surveys",
    "people_batches",
    "survey_answers",
    "people_views",
];

fn rows_of_then() -> Value {
    serde_json::from_str(include_str!("fixtures/first_migration.json")).unwrap()
}

/// Creates the tables by the migrations up to `last` and inserts the recorded rows.
async fn write(site: &Site, backend: Backend, last: &str, then: &Value) {
    let url = &site.database.url;
    let url = if backend == Backend::Sqlite { format!("{url}?mode=rwc") } else { url.clone() };
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    migrate(&mut connection, backend, last).await;
    for table in TABLES {
        for row in then["tables"][table].as_array().into_iter().flatten() {
            connection.execute(AssertSqlSafe(insertion(table, row, backend))).await.unwrap();
        }
    }
    connection.close().await.unwrap();
}

async fn write_first(site: &Site, backend: Backend, then: &Value) {
    write(site, backend, "0001", then).await;
}

/// Runs the migrations whose number is at most `last`.
async fn migrate(connection: &mut AnyConnection, backend: Backend, last: &str) {
    let dialect = if backend == Backend::Sqlite { "sqlite" } else { "postgres" };
    let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/migrations").join(dialect);
    let earlier = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(migrations).unwrap() {
        let file = file.unwrap();
        if &file.file_name().to_str().unwrap()[..last.len()] <= last {
            std::fs::copy(file.path(), earlier.path().join(file.file_name())).unwrap();
        }
    }
    Migrator::new(earlier.path()).await.unwrap().run(connection).await.unwrap();
}

fn insertion(table: &str, row: &Value, backend: Backend) -> String {
    let (columns, values): (Vec<String>, Vec<String>) = row
        .as_object()
        .unwrap()
        .iter()
        .map(|(column, value)| (format!("\"{column}\""), literal(value, backend)))
        .unzip();
    format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), values.join(", "))
}

fn literal(value: &Value, backend: Backend) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => format!("'{}'", text.replace('\'', "''")),
        bytes => {
            let hex = bytes["hex"].as_str().unwrap();
            if backend == Backend::Sqlite { format!("X'{hex}'") } else { format!("decode('{hex}', 'hex')") }
        }
    }
}

fn body_of_then(then: &Value) -> Vec<u8> {
    let hex = then["tables"]["results"][0]["body"]["hex"].as_str().unwrap();
    let packed: Vec<u8> =
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect();
    let mut body = Vec::new();
    GzDecoder::new(packed.as_slice()).read_to_end(&mut body).unwrap();
    body
}

fn report_with<'a>(then: &'a Value, status: &str) -> &'a Value {
    let reports = then["tables"]["reports"].as_array().unwrap();
    reports.iter().find(|report| report["status"] == status).unwrap()
}

processes_on_both! {
    async fn a_report_that_was_cancelled_before_cancelling_was_on_record_is_known_for_it(backend: Backend) {
        for words in ["The report was cancelled by its owner.", "Su propietario canceló el informe.", "报告已由其所有者取消。"] {
            let site = Site::create(backend).await;
            let mut then = rows_of_then();
            let reports = then["tables"]["reports"].as_array_mut().unwrap();
            let failed = reports.iter_mut().find(|report| report["status"] == "failed").unwrap();
            failed["error"] = words.into();
            let id = failed["id"].as_str().unwrap().to_owned();
            write_first(&site, backend, &then).await;
            let server = site.serve().await;
            let read = site.client_with(then["api_key"].as_str().unwrap()).report(&id).await;
            assert_eq!((&read["status"], &read["error"]["reason"]), (&"failed".into(), &"cancelled".into()), "{read}");
            drop(server);
            site.end().await;
        }
    }
}

processes_on_both! {
    async fn a_database_of_the_first_migration_opens_and_its_reports_read_the_same(backend: Backend) {
        let site = Site::create(backend).await;
        let then = rows_of_then();
        write_first(&site, backend, &then).await;
        let server = site.serve().await;
        let client = site.client_with(then["api_key"].as_str().unwrap());

        let completed = report_with(&then, "completed")["id"].as_str().unwrap();
        let answer = client.get(&format!("/api/v1/reports/{completed}")).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.bytes().await.unwrap(), body_of_then(&then), "to the byte");

        let failed = report_with(&then, "failed");
        let read = client.report(failed["id"].as_str().unwrap()).await;
        assert_eq!((&read["status"], &read["error"]["message"]), (&"failed".into(), &failed["error"]));
        assert!(read["error"]["reason"].is_null(), "{read}");

        // Reports that were queued when the older program stopped are run by this one and charged once.
        let waiting = client.ended(report_with(&then, "queued")["id"].as_str().unwrap()).await;
        assert_eq!(waiting["status"], "completed");
        let available = then["tables"]["accounts"][0]["available"].as_i64().unwrap();
        assert_eq!(client.credits_left().await, available);
        let page = report_with(&then, "completed")["public_token"].as_str().unwrap();
        let page = client.http.get(format!("{}/r/{page}", site.base())).send().await.unwrap();
        assert_eq!(page.status(), 200, "links that were given out still work");
        drop(server);
        site.end().await;
    }
}

/// Returns statements that create a survey as of migration 0011, when `complete` counted everyone who reached the
/// last screen.
fn survey_of_then(report: &Value, closed: bool) -> Vec<String> {
    let (report, account) = (report["id"].as_str().unwrap(), report["account_id"].as_str().unwrap());
    let answer = |n: usize, choice: &str, flags: &str, complete: i64| {
        format!(
            "INSERT INTO survey_answers (id, report_id, survey_id, answers, choice, flags, complete, started_at)
             VALUES ('ans_01KDVDNA00000000000000000{n}', '{report}', 'srv_01KDVDNA000000000000000000',
                     '{{\"preference\":0}}', {choice}, '{flags}', {complete}, 1767225600000)"
        )
    };
    vec![
        format!("UPDATE reports SET people_version = 3 WHERE id = '{report}'"),
        format!(
            "INSERT INTO surveys (id, report_id, account_id, token, quota, complete, started, closed, sheet, created_at)
             VALUES ('srv_01KDVDNA000000000000000000', '{report}', '{account}', 'T', 3, {}, 4, {}, '{{}}', 1767225600000)",
            if closed { 2 } else { 3 },
            i64::from(closed)
        ),
        answer(1, "0", "", 1),
        answer(2, "1", "fast", 1),
        answer(3, "NULL", "", 1),
        answer(4, "1", "", 0),
    ]
}

processes_on_both! {
    async fn answers_of_people_are_counted_anew_and_a_survey_that_took_no_more_takes_no_more(backend: Backend) {
        for closed in [true, false] {
            let site = Site::create(backend).await;
            let then = rows_of_then();
            write_first(&site, backend, &then).await;
            let url = &site.database.url;
            let mut connection = AnyConnection::connect(url).await.unwrap();
            migrate(&mut connection, backend, "0011").await;
            for sql in survey_of_then(report_with(&then, "completed"), closed) {
                connection.execute(AssertSqlSafe(sql)).await.unwrap();
            }
            connection.close().await.unwrap();
            let server = site.serve().await;
            let client = site.client_with(then["api_key"].as_str().unwrap());
            let report = report_with(&then, "completed")["id"].as_str().unwrap();
            let survey = client.get(&format!("/api/v1/reports/{report}/survey")).send().await.unwrap();
            let survey: Value = survey.json().await.unwrap();
            let counts = ["complete", "flagged", "unfinished"].map(|count| survey[count].as_i64().unwrap());
            assert_eq!(counts, [1, 1, 2], "{survey}");
            assert_eq!((&survey["state"], &survey["takes_answers"]), (&"closed".into(), &false.into()), "{survey}");
            drop(server);
            site.end().await;
        }
    }
}

processes_on_both! {
    async fn a_report_that_was_sampling_and_an_open_survey_go_on_with_todays_program(backend: Backend) {
        let site = Site::create(backend).await;
        let then: Value = serde_json::from_str(include_str!("fixtures/open_survey.json")).unwrap();
        write(&site, backend, "0013", &then).await;
        let server = site.serve().await;
        let client = site.client_with(then["api_key"].as_str().unwrap());

        let completed = then["completed"].as_str().unwrap();
        let answer = client.get(&format!("/api/v1/reports/{completed}")).send().await.unwrap();
        assert_eq!(answer.bytes().await.unwrap(), body_of_then(&then), "to the byte");
        let survey = client.get(&format!("/api/v1/reports/{completed}/survey")).send().await.unwrap();
        let survey: Value = survey.json().await.unwrap();
        let counts = ["complete", "flagged", "unfinished"].map(|count| survey[count].as_i64().unwrap());
        assert_eq!((counts, &survey["takes_answers"]), ([2, 0, 1], &true.into()), "{survey}");
        let page = client.http.get(format!("{}{}", site.base(), then["survey"].as_str().unwrap())).send().await.unwrap();
        let page = page.text().await.unwrap();
        assert!(page.contains("Which name for a sleep app?"), "{page}");
        let people = client.get(&format!("/api/v1/reports/{completed}/people")).send().await.unwrap();
        let people: Value = people.json().await.unwrap();
        assert_eq!(people["people"], 3, "two by the link and one of a file: {people}");

        let running = then["running"].as_str().unwrap();
        let ended = client.ended(running).await;
        assert_eq!((&ended["status"], &ended["result"]["credits_used"]), (&"completed".into(), &50.into()));
        let available = then["tables"]["accounts"][0]["available"].as_i64().unwrap();
        assert_eq!(client.credits_left().await, available, "its credits were held before, and are charged once");
        drop(server);
        site.end().await;
    }
}

/// Returns statements that add a file with a weight that is not 1, as of migration 0013, when a missing weight was stored as 1.
fn files_of_then(report: &str) -> Vec<String> {
    let batch = format!(
        "INSERT INTO people_batches (id, report_id, content_hash, people, created_at)
         SELECT 'bat_01KDVDNA000000000000000010', '{report}', substr(body, 1, 32), 2, 1767225600000 FROM results
         WHERE report_id = '{report}'"
    );
    let answer = |n: usize, weight: &str| {
        format!(
            "INSERT INTO survey_answers (id, report_id, batch_id, answers, choice, weight, complete, counted, started_at)
             VALUES ('ans_01KDVDNA00000000000000001{n}', '{report}', 'bat_01KDVDNA000000000000000010',
                     '{{\"preference\":0}}', 0, {weight}, 1, 1, 1767225600000)"
        )
    };
    vec![batch, answer(1, "1"), answer(2, "2.5")]
}

processes_on_both! {
    async fn a_weight_of_one_was_supplied_only_by_a_file_that_has_others(backend: Backend) {
        let site = Site::create(backend).await;
        let then: Value = serde_json::from_str(include_str!("fixtures/open_survey.json")).unwrap();
        write(&site, backend, "0013", &then).await;
        let completed = then["completed"].as_str().unwrap();
        let mut connection = AnyConnection::connect(&site.database.url).await.unwrap();
        for sql in files_of_then(completed) {
            connection.execute(AssertSqlSafe(sql)).await.unwrap();
        }
        connection.close().await.unwrap();
        let server = site.serve().await;
        let client = site.client_with(then["api_key"].as_str().unwrap());
        let people = client.get(&format!("/api/v1/reports/{completed}/people")).send().await.unwrap();
        let people: Value = people.json().await.unwrap();
        let mut weights: Vec<String> =
            people["answers"].as_array().unwrap().iter().map(|answer| answer["weight"].to_string()).collect();
        weights.sort_unstable();
        // Two by link, one of a file without weights, and two of a file with weights.
        assert_eq!(weights, ["1.0", "2.5", "null", "null", "null"], "{people}");
        drop(server);
        site.end().await;
    }
}
