//! Constraints and triggers of the databases: each is violated with raw SQL and must refuse.

use testing::on_both;
use testing::support::{TestApp, brief};

/// A completed, a failed and an open report of one account.
async fn populate(app: &mut TestApp) {
    let caller = app.caller(1000).await;
    caller.created(&brief()).await;
    app.run_jobs().await;
    caller.created(&brief()).await;
    let lease = app.claim_run().await.lease;
    app.app.store.fail_report(lease, "why", app.ledger_id(), 0).await.unwrap();
    caller.created(&brief()).await;
}

/// Asserts that all statements are refused with a message containing `because`, and change nothing.
async fn assert_refused(app: &TestApp, because: &str, statements: &[&str]) {
    let figures = "SELECT SUM(available) * 1000000 + SUM(held) * 1000 + (SELECT COUNT(*) FROM ledger) FROM accounts";
    let figures = format!("SELECT CAST(({figures}) AS BIGINT)");
    let before = app.database.integer(&figures).await;
    for sql in statements {
        let refusal = app.database.refusal(sql).await;
        assert!(refusal.contains(because), "{sql}: {refusal}");
    }
    assert_eq!(app.database.integer(&figures).await, before);
}

fn entry(kind: &str, status: &str, d_available: i64, d_held: i64) -> String {
    let report = format!("(SELECT id FROM reports WHERE status = '{status}')");
    let report = if status.is_empty() { "NULL" } else { report.as_str() };
    format!(
        "INSERT INTO ledger (id, account_id, report_id, kind, d_available, d_held, at)
         VALUES ('led_x', (SELECT id FROM accounts), {report}, '{kind}', {d_available}, {d_held}, 0)"
    )
}

on_both! {
    async fn a_balance_is_never_negative(app: TestApp) {
        populate(&mut app).await;
        let statements = [
            "UPDATE accounts SET available = -1",
            "UPDATE accounts SET available = available - 1000000",
            "UPDATE accounts SET held = -1",
            "UPDATE accounts SET unfinished = -1",
        ];
        assert_refused(&app, "", &statements).await;
    }
}

on_both! {
    async fn the_ledger_is_append_only(app: TestApp) {
        populate(&mut app).await;
        let statements = [
            "DELETE FROM ledger",
            "DELETE FROM ledger WHERE kind = 'hold'",
            "UPDATE ledger SET d_available = d_available + 1",
            "UPDATE ledger SET at = 0 WHERE kind = 'grant'",
        ];
        assert_refused(&app, "append-only", &statements).await;
        if !app.database.url.starts_with("sqlite") {
            assert_refused(&app, "append-only", &["TRUNCATE ledger"]).await;
        }
    }
}

on_both! {
    async fn a_hold_is_opened_once_and_closed_once(app: TestApp) {
        populate(&mut app).await;
        for sql in [
            entry("post", "completed", 0, -50),
            entry("void", "completed", 50, -50),
            entry("void", "failed", 50, -50),
            entry("post", "failed", 0, -50),
            entry("hold", "queued", -50, 50),
            entry("hold", "completed", -50, 50),
        ] {
            assert_refused(&app, "", &[&sql]).await;
        }
    }
}

on_both! {
    async fn an_entry_moves_credits_only_as_its_kind_does(app: TestApp) {
        populate(&mut app).await;
        for sql in [
            entry("gift", "", 10, 0),
            entry("grant", "", 0, 0),
            entry("grant", "", -10, 0),
            entry("grant", "", 10, 5),
            entry("grant", "queued", 10, 0),
            entry("void", "", 10, -10),
            entry("void", "queued", 49, -50),
            entry("post", "queued", 51, -50),
            entry("post", "queued", -1, -50),
            entry("post", "queued", 50, 0),
        ] {
            assert_refused(&app, "", &[&sql]).await;
        }
        // The same statement with the right figures is accepted, so the refusals are caused by the figures.
        app.database.run(&entry("void", "queued", 50, -50)).await;
        app.database.run("UPDATE accounts SET available = available + 50, held = 0, unfinished = 0").await;
        app.database
            .run("UPDATE reports SET status = 'failed', error = 'x', finished_at = 0 WHERE status = 'queued'")
            .await;
    }
}

on_both! {
    async fn a_report_has_a_known_status_with_what_belongs_to_it(app: TestApp) {
        populate(&mut app).await;
        let statements = [
            "UPDATE reports SET status = 'done'",
            "UPDATE reports SET status = 'completed' WHERE status = 'queued'",
            "UPDATE reports SET status = 'queued' WHERE status = 'completed'",
            "UPDATE reports SET finished_at = 0 WHERE status = 'queued'",
            "UPDATE reports SET error = NULL WHERE status = 'failed'",
            "UPDATE reports SET error = 'x' WHERE status = 'completed'",
            "UPDATE reports SET cost = NULL WHERE status = 'completed'",
            "UPDATE reports SET cost = hold + 1 WHERE status = 'completed'",
            "UPDATE reports SET cost = -1 WHERE status = 'completed'",
            "UPDATE reports SET respondents_done = hold + 1",
            "UPDATE reports SET respondents_done = -1",
            "UPDATE reports SET hold = 0 WHERE status = 'queued'",
        ];
        assert_refused(&app, "", &statements).await;
    }
}

on_both! {
    async fn what_belongs_to_an_account_or_report_names_one_that_exists(app: TestApp) {
        populate(&mut app).await;
        let statements = [
            "UPDATE reports SET account_id = 'acc_none'",
            "UPDATE api_keys SET account_id = 'acc_none'",
            "INSERT INTO results (report_id, body) VALUES ('req_none', 'x')",
            "INSERT INTO steps (report_id, key, output, fence) VALUES ('req_none', 'k', '{}', 1)",
            "DELETE FROM accounts",
        ];
        assert_refused(&app, "", &statements).await;
    }
}

on_both! {
    async fn a_broken_balance_is_found_out(app: TestApp) {
        populate(&mut app).await;
        for (breaks, mends) in [
            ("UPDATE accounts SET available = available + 1", "UPDATE accounts SET available = available - 1"),
            ("UPDATE accounts SET held = held + 1", "UPDATE accounts SET held = held - 1"),
            ("UPDATE accounts SET unfinished = unfinished + 1", "UPDATE accounts SET unfinished = unfinished - 1"),
            (
                "UPDATE reports SET status = 'failed', error = 'x', finished_at = 1 WHERE status = 'queued'",
                "UPDATE reports SET status = 'queued', error = NULL, finished_at = NULL WHERE finished_at = 1",
            ),
        ] {
            app.database.run(breaks).await;
            assert!(!app.app.store.prove_ledger().await.unwrap().holds(), "{breaks}");
            app.database.run(mends).await;
            app.assert_ledger_adds_up().await;
        }
    }
}
