//! Archiving and deleting in the workspace list, in a real browser: what the dialog says in each language, and what is left of a
//! completed report and of one that still runs. Screenshots are under `target/screenshots`.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::browser::{Look, Page};
use crate::signed_up::SignedUp;
use testing::support::Backend;

const NONE: [&str; 0] = [];

impl SignedUp {
    async fn created(&self) -> String {
        let brief =
            json!({ "question": "Which name fits best?", "options": ["Drift", "Lull", "Nod"], "sample_size": 50 });
        self.program.created(&brief).await
    }

    async fn status(&self, url: &str) -> StatusCode {
        self.program.http.get(url).send().await.unwrap().status()
    }

    async fn api_status(&self, path: &str) -> StatusCode {
        self.program.get(path).send().await.unwrap().status()
    }

    /// Opens the actions of a report in the list, and returns what is said of deleting it.
    async fn dialog(&self, page: &Page, id: &str, name: &str) -> String {
        page.go(&self.url("/reports")).await;
        page.click(&format!("{} .act summary", row(id))).await;
        page.picture(name).await;
        assert!(page.fits().await, "{name}");
        assert_eq!(page.barriers().await, NONE, "{name}");
        page.texts(&format!("#delete-{id}")).await.concat()
    }

    async fn deleted_from_the_list(&self, id: &str) {
        self.page.follow(&format!("{} form[action$='/delete'] button", row(id))).await;
        assert_eq!(self.page.texts(&row(id)).await, NONE);
        assert_eq!(self.page.evaluate::<String>("location.pathname").await, "/reports");
        for path in ["", "/survey", "/people"] {
            assert_eq!(self.api_status(&format!("/api/v1/reports/{id}{path}")).await, StatusCode::NOT_FOUND, "{path}");
        }
        let tombstone = format!("SELECT brief || searchable FROM reports WHERE id = '{id}'");
        assert_eq!(self.site.texts(&tombstone).await, [""], "the row stays, without the client's words");
        self.site.assert_ledger_adds_up();
    }
}

/// Returns the selector of a report's row in the list.
fn row(id: &str) -> String {
    format!("tr:has(a[href='/reports/{id}'])")
}

fn text<'a>(of: &'a Value, field: &str) -> &'a str {
    of[field].as_str().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_completed_report_is_archived_brought_back_and_deleted_in_the_list() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    let credits = owner.program.credits_left().await;
    let id = owner.created().await;
    let report = owner.program.ended(&id).await;
    let public = text(&report["result"], "report_url");
    let at = owner.url(&format!("/api/v1/reports/{id}/survey"));
    let survey = owner.program.http.post(at).bearer_auth(&owner.program.key).json(&json!({})).send().await.unwrap();
    let survey: Value = survey.json().await.unwrap();
    let link = text(&survey, "url");
    assert_eq!((owner.status(public).await, owner.status(link).await), (StatusCode::OK, StatusCode::OK));

    page.go(&owner.url("/reports")).await;
    page.click(&format!("{} .act summary", row(&id))).await;
    page.follow(&format!("{} button[value=yes]", row(&id))).await;
    assert_eq!(page.texts(&row(&id)).await, NONE, "it is out of the list");
    page.follow("a[href='/reports?status=archived']").await;
    assert_eq!(owner.status(public).await, StatusCode::OK, "nothing else changes");
    page.click(&format!("{} .act summary", row(&id))).await;
    page.follow(&format!("{} button[value=no]", row(&id))).await;
    page.go(&owner.url("/reports")).await;
    assert_eq!(page.texts(&row(&id)).await.len(), 1, "it is back");

    for (language, backups, undone) in [
        ("zh", "已有的备份里仍有这份报告", "无法恢复"),
        ("es", "seguirá en las copias de seguridad que ya existan", "No se puede deshacer"),
        ("en", "Existing backups still contain the report", "can’t be undone"),
    ] {
        for look in Look::on_all(language) {
            let page = owner.browser.open("about:blank", look).await;
            let said = owner.dialog(&page, &id, "list-deleting").await;
            assert!(said.contains(backups) && said.contains(undone), "{said}");
            assert!(!said.contains("cancelled") && !said.contains("cancela") && !said.contains("取消"), "{said}");
        }
    }
    owner.dialog(page, &id, "list-deleting").await;
    owner.deleted_from_the_list(&id).await;
    assert_eq!((owner.status(public).await, owner.status(link).await), (StatusCode::GONE, StatusCode::NOT_FOUND));
    assert_eq!(owner.program.credits_left().await, credits - 50, "what was charged stays charged");
    page.go(public).await;
    assert_eq!(page.texts("h1").await, ["This report has been deleted"]);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_running_report_is_cancelled_and_deleted_in_the_list() {
    let owner = SignedUp::start(Backend::Sqlite, &[("SCRIPTED_LATENCY_MS", "2000"), ("CONCURRENCY", "1")]).await;
    let page = &owner.page;
    let credits = owner.program.credits_left().await;
    let id = owner.created().await;
    page.go(&owner.url(&format!("/reports/{id}"))).await;
    page.until("document.querySelector('progress').value > 0").await;
    for (language, cancelled, backups) in [
        ("zh", "会先取消", "备份"),
        ("es", "primero se cancela", "copias de seguridad"),
        ("en", "is cancelled first", "backups"),
    ] {
        let page = owner.browser.open("about:blank", Look::PHONE.speaking(language)).await;
        let said = owner.dialog(&page, &id, "list-deleting-running").await;
        assert!(said.contains(cancelled) && said.contains(backups), "{said}");
    }
    owner.dialog(page, &id, "list-deleting-running").await;
    owner.deleted_from_the_list(&id).await;
    assert_eq!(owner.program.credits_left().await, credits, "nobody was simulated yet");
    assert_eq!(page.complaints(), NONE);
    owner.stop().await;
}
