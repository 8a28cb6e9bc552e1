//! Leases granted by a clock that was ahead, and checkpoints that are written twice.

use std::time::Duration;

use store::{Advance, FenceError, LEASE_MAX, Status, Step};

use testing::on_both;
use testing::support::brief;

fn step(key: &str) -> Step {
    Step { key: key.to_owned(), output: "{}".to_owned() }
}

on_both! {
    async fn a_lease_that_a_clock_ahead_gave_holds_nobody_up_once_the_clock_is_right(app: TestApp) {
        app.freeze_lease_clock().await;
        let (ahead, right) = (Duration::from_secs(2 * 60 * 60), Duration::ZERO);
        app.caller(100).await.created_many(2, &brief()).await;
        app.set_clocks(ahead).await;
        let first = app.claim_run().await;
        let second = app.claim_run().await;
        app.app.store.retry_later(second.lease, Duration::from_secs(60)).await.unwrap();
        app.set_clocks(right).await;
        assert!(app.app.store.has_waiting().await.unwrap());
        let again = [app.claim_run().await, app.claim_run().await].map(|report| report.lease.report);
        assert!(again.contains(&first.lease.report) && again.contains(&second.lease.report));
        assert!(app.claim().await.is_none(), "leases of the right clock are believed");
        assert!(matches!(app.app.store.renew(first.lease, LEASE_MAX).await, Err(FenceError::Lost)));
    }
}

on_both! {
    async fn the_longest_lease_is_believed_to_its_end(app: TestApp) {
        app.freeze_lease_clock().await;
        app.caller(50).await.created(&brief()).await;
        let lease = app.claim_run().await.lease;
        app.app.store.renew(lease, LEASE_MAX).await.unwrap();
        assert!(app.claim().await.is_none());
        app.advance_lease_clock(LEASE_MAX - Duration::from_millis(1)).await;
        assert!(app.claim().await.is_none());
        app.advance_lease_clock(Duration::from_millis(1)).await;
        assert!(app.claim().await.is_some());
    }
}

on_both! {
    async fn a_step_that_is_recorded_again_replaces_the_one_before_and_counts_once(app: TestApp) {
        let caller = app.caller(50).await;
        let id = caller.created(&brief()).await;
        let lease = app.claim_run().await.lease;
        let store = &app.app.store;
        store.enter(lease, Status::Sampling).await.unwrap();
        let half = Advance { begun: 25, done: 25 };
        // As after an error that hid whether the first write was committed.
        for output in ["1", "2"] {
            let step = Step { key: "step".to_owned(), output: output.to_owned() };
            store.checkpoint(lease, &[step], half).await.unwrap();
        }
        store.checkpoint(lease, &[], Advance { begun: 1, done: 1 }).await.unwrap();
        assert_eq!(caller.report(&id).await["progress"]["respondents_done"], 25, "it never falls");
        store.hand_back(lease).await.unwrap();
        let report = app.claim_run().await;
        assert_eq!((report.respondents_begun, report.steps.len(), report.steps[0].output.as_str()), (25, 1, "2"));
    }
}

on_both! {
    async fn what_is_noted_of_a_run_is_no_progress(app: TestApp) {
        app.freeze_lease_clock().await;
        app.caller(50).await.created(&brief()).await;
        app.claim_run().await;
        app.advance_lease_clock(app.app.config.lease).await;
        let second = app.claim_run().await;
        app.app.store.note(second.lease, &step("lost")).await.unwrap();
        assert_eq!(app.app.store.tries(second.lease).await.unwrap(), 2);
        app.advance_lease_clock(app.app.config.lease).await;
        let third = app.claim_run().await;
        assert_eq!((third.tries, third.steps.len()), (3, 1));
        assert!(matches!(app.app.store.note(second.lease, &step("late")).await, Err(FenceError::Lost)));
    }
}
