//! How many commits a report takes. Each is an fsync, which holds up every other write of the process.

use std::time::Duration;

use engine::Scripted;
use serde_json::json;
use tokio::time::timeout;

use testing::on_both;
use testing::support::brief_with;

const COMMITS_MAX: u64 = 8;
/// Longer than a busy machine takes to read the replies to calls that were sent together. The report does not wait for
/// it: the steps are written as soon as no call is open.
const GATHERING: Duration = Duration::from_secs(60);
const REPORT_MAX: Duration = Duration::from_secs(50);

on_both! {
    async fn a_report_takes_few_commits_from_its_request_to_its_result(app: TestApp) {
        app.set_engine(Scripted::new(100, 0.0));
        app.build_worker.gathering = GATHERING;
        let caller = app.caller(100).await;
        // The last use of a key is written once in a while, by a task of its own; here beforehand.
        app.app.store.touch_key(caller.key_id.unwrap(), app.app.clock.now()).await.unwrap();
        let before = app.app.store.commits();
        let id = caller.created(&brief_with(&json!({ "sample_size": 100 }))).await;
        timeout(REPORT_MAX, app.run_jobs()).await.expect("steps are written once no call is open");
        assert_eq!(caller.report(&id).await["status"], "completed");
        let commits = app.app.store.commits() - before;
        assert!(commits <= COMMITS_MAX, "{commits} commits");
    }
}
