//! Retention of people's answers: they are deleted after the service has run for a day with them marked, whatever the
//! clock says, in small transactions, and counts are updated.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::people_survey::{finished, opened};
use testing::on_both;
use testing::support::{Caller, START_MS, TestApp, brief};

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);
const MARKED: &str = "SELECT COUNT(*) FROM survey_answers WHERE aged_at_ran_ms IS NOT NULL";
const ANSWERS: &str = "SELECT COUNT(*) FROM survey_answers";

/// Creates a finished report with this many answers at the service's current time.
async fn answered(app: &TestApp, people: usize) -> (Caller, String) {
    app.freeze_lease_clock().await;
    let (caller, id) = finished(app, &brief()).await;
    add(&caller, &id, people).await;
    (caller, id)
}

async fn add(caller: &Caller, id: &str, people: usize) {
    let rows: String = (0..people).map(|_| "Lull\n").collect();
    let path = format!("/api/v1/reports/{id}/people");
    let answer = caller.send(Method::POST, &path, &[("content-type", "text/csv")], format!("choice\n{rows}")).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text());
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn a_clock_that_is_ahead_for_an_hour_deletes_nobodys_answer(app: TestApp) {
        answered(&app, 12).await;
        for since_start in [DAY * 366, DAY * 366 + HOUR, DAY * 400] {
            app.set_clocks(since_start).await;
            assert_eq!(app.app.forget_people().await.unwrap(), 0);
        }
        assert_eq!(app.database.integer(MARKED).await, 12);
        app.set_clocks(HOUR * 2).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        assert_eq!(app.database.integer(MARKED).await, 0, "by the clock as it is now they are young");
        app.run_on(DAY * 2).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        assert_eq!(app.database.integer(ANSWERS).await, 12);
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn an_installation_that_was_off_for_months_deletes_after_a_day_of_running(app: TestApp) {
        answered(&app, 3).await;
        app.app.store.beat().await.unwrap();
        app.set_clocks(DAY * 200).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        // A few hours per day count as much as one continuous day.
        for days in 0..3 {
            app.set_clocks(DAY * (201 + days)).await;
            app.app.store.beat().await.unwrap();
            app.run_on(HOUR * 8 - MINUTE).await;
            let is_day_over = days == 2;
            assert_eq!(app.app.forget_people().await.unwrap(), if is_day_over { 3 } else { 0 }, "after {} hours", 8 * (days + 1));
        }
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn a_machine_whose_clock_disagrees_with_the_database_marks_and_deletes_nothing(app: TestApp) {
        answered(&app, 3).await;
        app.advance(DAY * 366);
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        assert_eq!(app.database.integer(MARKED).await, 0);
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn what_was_deleted_by_age_is_no_longer_counted(app: TestApp) {
        let (caller, id) = answered(&app, 2).await;
        let survey = opened(&caller, &id, &json!({})).await;
        let path = survey["url"].as_str().unwrap().strip_prefix("https://canvass.example").unwrap();
        assert_eq!(app.stranger(None).submit(path, &[]).await.status, StatusCode::SEE_OTHER);
        app.database.run("UPDATE survey_answers SET complete = 1").await;
        app.database.run("UPDATE surveys SET complete = 1").await;
        app.run_on(DAY * 31).await;
        app.app.forget_people().await.unwrap();
        app.run_on(DAY).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 3);
        assert_eq!(app.database.integer("SELECT complete FROM surveys").await, 0, "its place in the quota is free again");
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM people_batches").await, 0);
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(30);
    async fn many_old_answers_are_deleted_in_several_transactions(app: TestApp) {
        answered(&app, 1_200).await;
        app.run_on(DAY * 31).await;
        app.app.forget_people().await.unwrap();
        let versions = "SELECT people_version FROM reports";
        let before = app.database.integer(versions).await;
        app.run_on(DAY).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 1_200);
        assert_eq!(app.database.integer(versions).await - before, 3, "500 at the most in each");
    }
}

on_both! {
    async fn running_time_counts_beats_and_no_leap_of_the_clock(app: TestApp) {
        app.freeze_lease_clock().await;
        let first = app.app.store.beat().await.unwrap();
        assert_eq!(first.at, START_MS);
        app.advance_lease_clock(MINUTE).await;
        let second = app.app.store.beat().await.unwrap();
        assert_eq!(second.ran_ms - first.ran_ms, 60_000);
        app.set_clocks(DAY * 366).await;
        let ahead = app.app.store.beat().await.unwrap();
        assert_eq!(ahead.ran_ms - second.ran_ms, 120_000, "two beats' worth at the most");
        app.set_clocks(MINUTE * 2).await;
        let back = app.app.store.beat().await.unwrap();
        assert_eq!((back.at, back.ran_ms), (START_MS + 120_000, ahead.ran_ms));
    }
}

on_both! {
    with |flags| flags.people_keep_days = Some(0);
    async fn where_answers_are_kept_without_end_no_mark_stays(app: TestApp) {
        answered(&app, 2).await;
        app.database.run("UPDATE survey_answers SET aged_at_ran_ms = 0").await;
        app.run_on(DAY * 1000).await;
        assert_eq!(app.app.forget_people().await.unwrap(), 0);
        assert_eq!((app.database.integer(MARKED).await, app.database.integer(ANSWERS).await), (0, 2));
    }
}
