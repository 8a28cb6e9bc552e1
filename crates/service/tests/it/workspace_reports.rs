//! Reports, keys and credits as their owner sees them in the workspace.

use std::time::Duration;

use axum::http::StatusCode;
use primitives::ids::ReportId;
use serde_json::{Value, json};
use store::{Advance, ReportFilter, Status, Step};

use testing::on_both;
use testing::support::{Caller, TestApp, brief, brief_with};

const HOSTILE: &str = "\"><script>alert(1)</script><b onmouseover='x'>{{ 7*7 }}";

/// Returns the fields of the new-report form with these changes.
fn fields<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let usual = [
        ("question", "Which name fits a calm sleep app best?"),
        ("options", "Drift\r\nLull\r\n\r\n Nod "),
        ("audience_description", ""),
        ("sample_size", "50"),
        ("language", "en"),
        ("form_key", "one form"),
    ];
    let changed = |name: &str| changes.iter().find(|(field, _)| *field == name).map(|(_, value)| *value);
    usual.into_iter().map(|(name, value)| (name, changed(name).unwrap_or(value))).collect()
}

fn report_of(location: Option<&str>) -> String {
    location.unwrap().strip_prefix("/reports/").unwrap().to_owned()
}

/// Returns an account with credits, as API client and as browser.
async fn both(app: &TestApp, credits: i64) -> (Caller, Caller) {
    let caller = app.caller(credits).await;
    let browser = app.browser_of(caller.account.unwrap()).await;
    (caller, browser)
}

on_both! {
    async fn a_report_from_the_form_is_the_report_of_the_interface(app: TestApp) {
        let (caller, browser) = both(&app, 100).await;
        let sent = browser.submit("/reports/new", &fields(&[])).await;
        assert_eq!(sent.status, StatusCode::SEE_OTHER, "{}", sent.text());
        let id = report_of(sent.header("location"));
        assert_eq!(caller.report(&id).await["status"], "queued");
        app.run_jobs().await;
        let result = caller.report(&id).await["result"].clone();
        assert_eq!(result["research_input"]["options"], json!(["Drift", "Lull", "Nod"]));
        let page = browser.get(&format!("/reports/{id}")).await.text();
        assert!(page.contains("Completed") && page.contains(&format!("href=\"/reports/{id}/page\"")), "{page}");
        assert!(page.contains("50 credits") && page.contains("curl &#39;https://canvass.example/api/v1/reports&#39;"));
    }
}

on_both! {
    async fn a_form_sent_twice_is_one_report_and_a_changed_one_another(app: TestApp) {
        let (_, browser) = both(&app, 500).await;
        let first = browser.submit("/reports/new", &fields(&[])).await;
        let twice = browser.submit("/reports/new", &fields(&[])).await;
        assert_eq!(first.header("location"), twice.header("location"));
        let changed = browser.submit("/reports/new", &fields(&[("question", "Which name is best?")])).await;
        assert_ne!(first.header("location"), changed.header("location"));
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 2);
    }
}

on_both! {
    async fn a_cancelled_report_is_called_that_and_no_failure(app: TestApp) {
        let (caller, browser) = both(&app, 500).await;
        let impossible = brief_with(&json!({ "question": "Who fails?", "audience_description": "people over 60 and under 30" }));
        let failed = caller.created(&impossible).await;
        app.run_jobs().await;
        let cancelled = caller.created(&brief_with(&json!({ "question": "Who is called off?", "language": "es" }))).await;
        browser.submit(&format!("/reports/{cancelled}/cancel"), &[]).await;
        for (language, label, words) in [
            ("en", "Cancelled", "The report was cancelled by its owner."),
            ("es", "Cancelado", "Su propietario canceló el informe."),
            ("zh", "已取消", "报告已被所有者取消。"),
        ] {
            let headers = [("accept-language", language)];
            let page = browser.get_with(&format!("/reports/{cancelled}"), &headers).await.text();
            assert!(page.contains(&format!("data-part=\"status_label\">{label}</span>")), "{page}");
            assert!(page.contains(words) && !page.contains("notice bad"), "in the reader's language: {page}");
            let list = browser.get_with("/reports", &headers).await.text();
            assert!(list.contains(&format!("<span class=\"tag \">{label}</span>")), "{list}");
            let progress = browser.get_with(&format!("/reports/{cancelled}/progress"), &headers).await.json();
            assert_eq!((&progress["status_label"], &progress["is_finished"]), (&json!(label), &json!(true)));
        }
        for (status, shown, other) in
            [("cancelled", "Who is called off?", "Who fails?"), ("failed", "Who fails?", "Who is called off?")]
        {
            let list = browser.get(&format!("/reports?status={status}")).await.text();
            assert!(list.contains(shown) && !list.contains(other), "{status}: {list}");
        }
        let (failed, cancelled) = (caller.report(&failed).await, caller.report(&cancelled).await);
        assert_eq!((&cancelled["status"], &cancelled["error"]["reason"]), (&json!("failed"), &json!("cancelled")));
        assert_eq!(cancelled["error"]["code"], "report_generation_failed", "as the contract has it");
        assert_eq!((&failed["status"], &failed["error"]["reason"]), (&json!("failed"), &Value::Null));
    }
}

on_both! {
    async fn a_form_that_breaks_a_rule_comes_back_filled_in_with_the_reason_in_the_readers_language(app: TestApp) {
        let (_, browser) = both(&app, 100).await;
        let long = "x".repeat(201);
        let cases: [(&str, &str, &str); 6] = [
            ("question", "  ", "No puede quedar en blanco."),
            ("options", "one", "Hacen falta de 2 a 20 opciones; hay 1."),
            ("options", "té\nTÉ", "Opción 2: Repite la opción 1."),
            ("options", &long, "Hacen falta de 2 a 20 opciones"),
            ("sample_size", "49", "El número de encuestados debe estar entre 50 y 1000."),
            ("sample_size", "many", "El número de encuestados debe estar entre 50 y 1000."),
        ];
        for (field, value, words) in cases {
            let sent = fields(&[(field, value)]);
            let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&sent).finish();
            let headers = [("content-type", "application/x-www-form-urlencoded"), ("accept-language", "es")];
            let page = browser.send(axum::http::Method::POST, "/reports/new", &headers, body).await;
            assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY, "{field}");
            assert!(page.text().contains(words), "{field}: {}", page.text());
            assert!(field == "question" || page.text().contains("Which name fits a calm sleep app best?"));
        }
        let poor = browser.submit("/reports/new", &fields(&[("sample_size", "1000")])).await;
        assert!(poor.text().contains("needs 1,000 credits and you have 100"), "{}", poor.text());
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
    }
}

on_both! {
    async fn an_audience_is_previewed_before_anything_is_spent(app: TestApp) {
        let (_, browser) = both(&app, 100).await;
        let ask = async |audience: &str| -> Value {
            let draft = [("question", "Which?"), ("audience_description", audience), ("sample_size", "50")];
            browser.submit("/reports/audience", &draft).await.json()
        };
        let mothers = ask("mothers in Mexico aged 25 to 40").await;
        assert_eq!(mothers["is_possible"], true);
        assert!(mothers["description"].as_str().unwrap().contains("Mexico"), "{mothers}");
        assert!(mothers["candidates"].as_str().unwrap().contains("people fit this audience"));
        let clash = ask("people over 60 and under 30").await;
        assert_eq!((&clash["is_possible"], &clash["candidates"]), (&json!(false), &Value::Null), "{clash}");
        let mut form = fields(&[("audience_description", "mothers in Mexico aged 25 to 40")]);
        form.push(("preview", "yes"));
        let page = browser.submit("/reports/new", &form).await;
        assert!(page.status == StatusCode::OK && page.text().contains("Understood as:"));
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
    }
}

on_both! {
    async fn reports_are_found_by_words_and_status_a_page_at_a_time(app: TestApp) {
        let caller = app.caller(5000).await;
        let account = caller.account.unwrap();
        for number in 0..30 {
            app.advance(Duration::from_millis(1));
            caller.created(&brief_with(&json!({ "question": format!("ÁRBOL 100%_number {number}?") }))).await;
        }
        caller.created(&brief_with(&json!({ "question": "Which tea?", "options": ["Oolong!", "Sencha"] }))).await;
        let store = &app.app.store;
        let find = async |text: &str| {
            let filter = ReportFilter { text: Some(text.to_owned()), ..ReportFilter::default() };
            store.own_reports(account, &filter, 100).await.unwrap().items.len()
        };
        assert_eq!((find("árbol").await, find("oolong!").await, find("SENCHA").await), (30, 1, 1));
        assert_eq!((find("100%_n").await, find("%oo%").await, find("_").await, find("\\").await), (30, 0, 30, 0));
        let browser = app.browser_of(account).await;
        let first = browser.get("/reports?q=%C3%A1rbol").await.text();
        assert_eq!((first.matches("number 29?</bdi>").count(), first.matches("number 4?</bdi>").count()), (1, 0));
        let older = first.split("rel=\"next\" href=\"").nth(1).unwrap().split('"').next().unwrap().replace("&#38;", "&");
        let second = browser.get(&older).await.text();
        assert_eq!((second.matches("number 4?</bdi>").count(), second.matches("number 5?</bdi>").count()), (1, 0));
        assert!(!second.contains("rel=\"next\"") && second.contains("Back to the newest"));
        app.run_jobs().await;
        assert!(browser.get("/reports?status=running").await.text().contains("Nothing matches"));
        let completed = ReportFilter { statuses: vec![Status::Completed], ..ReportFilter::default() };
        assert_eq!(store.own_reports(account, &completed, 100).await.unwrap().items.len(), 31);
        assert_eq!(browser.get("/reports?before=req_wrong").await.status, StatusCode::NOT_FOUND);
        assert_eq!(browser.get("/reports?q=%00&status=odd").await.status, StatusCode::OK);
    }
}

on_both! {
    async fn cancelling_charges_for_the_interviews_begun_and_releases_the_rest(app: TestApp) {
        let (caller, browser) = both(&app, 200).await;
        let ids = caller.created_many(2, &brief()).await;
        let running = app.claim_run().await;
        let begun = Advance { begun: 20, done: 12 };
        app.app.store.enter(running.lease, Status::Sampling).await.unwrap();
        app.app.store.checkpoint(running.lease, &[], begun).await.unwrap();
        let page = browser.get(&format!("/reports/{}", running.lease.report)).await.text();
        assert!(page.contains("Simulation of 20 respondents has begun, which costs 20 credits; 30 will be returned to you."), "{page}");
        for id in &ids {
            let cancelled = browser.submit(&format!("/reports/{id}/cancel"), &[]).await;
            assert_eq!(cancelled.header("location"), Some(format!("/reports/{id}").as_str()));
            let report = caller.report(id).await;
            assert_eq!((&report["status"], &report["error"]["code"]), (&json!("failed"), &json!("report_generation_failed")));
            assert_eq!(report["error"]["message"], "The report was cancelled by its owner.");
        }
        assert_eq!(caller.credits_left().await, 180, "20 for the one that ran, nothing for the one that waited");
        let late = app.app.store.checkpoint(running.lease, &[step()], begun).await;
        assert!(late.is_err(), "its worker can write nothing any more");
        assert_eq!(app.run_jobs().await, 0);
        browser.submit(&format!("/reports/{}/cancel", ids[0]), &[]).await;
        assert_eq!(caller.credits_left().await, 180, "pressed twice");
        let ledger = browser.get("/credits").await.text();
        assert!(ledger.contains("Report settled") && ledger.contains("Hold released") && ledger.contains("+30"));
    }
}

fn step() -> Step {
    Step { key: "late".to_owned(), output: "{}".to_owned() }
}

on_both! {
    async fn a_finished_report_cannot_be_cancelled(app: TestApp) {
        let (caller, browser) = both(&app, 100).await;
        let id = caller.created(&brief()).await;
        app.run_jobs().await;
        browser.submit(&format!("/reports/{id}/cancel"), &[]).await;
        assert_eq!((&caller.report(&id).await["status"], caller.credits_left().await), (&json!("completed"), 50));
    }
}

on_both! {
    async fn cancelling_does_not_move_the_line_for_others(app: TestApp) {
        let (busy, other) = (app.caller(5000).await, app.caller(100).await);
        let ids = busy.created_many(20, &brief()).await;
        let last = ReportId::parse(&ids[19]).unwrap();
        let entry = app.ledger_id();
        app.app.store.cancel_report(busy.account.unwrap(), last, "cancelled", entry, 0).await.unwrap().unwrap();
        let theirs = other.created(&brief()).await;
        let next_two = [app.claim_run().await, app.claim_run().await].map(|claimed| claimed.lease.report.to_string());
        assert!(next_two.contains(&theirs), "not behind all of the other's");
    }
}

on_both! {
    async fn a_whole_run_counts_everybody_it_begins(app: TestApp) {
        let caller = app.caller(100).await;
        let id = ReportId::parse(&caller.created(&brief()).await).unwrap();
        app.run_jobs().await;
        let report = app.app.store.own_report(caller.account.unwrap(), id).await.unwrap().unwrap();
        assert_eq!((report.respondents_begun, report.respondents_done, report.credits_used), (50, 50, Some(50)));
        assert!(report.working_ms.is_some());
    }
}

on_both! {
    async fn progress_is_told_and_asked_for_in_the_readers_words(app: TestApp) {
        let (caller, browser) = both(&app, 100).await;
        let id = caller.created(&brief()).await;
        app.freeze_lease_clock().await;
        let running = app.claim_run().await;
        app.app.store.enter(running.lease, Status::Sampling).await.unwrap();
        app.advance_lease_clock(Duration::from_secs(60)).await;
        app.app.store.checkpoint(running.lease, &[], Advance { begun: 50, done: 10 }).await.unwrap();
        let asked = browser.get_with(&format!("/reports/{id}/progress"), &[("accept-language", "es")]).await.json();
        assert_eq!(asked["done"], "20% completado · preguntando al modelo qué elegiría la gente");
        assert_eq!((&asked["percent"], &asked["estimate"]), (&json!(20), &json!("quedan unos 4 minutos")));
        browser.submit(&format!("/reports/{id}/cancel"), &[]).await;
        let told = browser.get(&format!("/reports/{id}/events")).await;
        assert_eq!(told.header("content-type"), Some("text/event-stream"));
        assert!(told.text().contains("event: progress") && told.text().contains("\"is_finished\":true"), "{}", told.text());
    }
}

on_both! {
    with |flags| flags.watchers_max = Some(0);
    async fn too_many_watchers_are_turned_away_and_may_still_ask(app: TestApp) {
        let (caller, browser) = both(&app, 100).await;
        let id = caller.created(&brief()).await;
        assert_eq!(browser.get(&format!("/reports/{id}/events")).await.status, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(browser.get(&format!("/reports/{id}/progress")).await.status, StatusCode::OK);
    }
}

on_both! {
    async fn running_again_starts_from_what_was_asked(app: TestApp) {
        let (caller, browser) = both(&app, 100).await;
        let asked = json!({ "options": ["Drift & co", "Lull"], "audience_description": "nurses", "language": "es" });
        let id = caller.created(&brief_with(&asked)).await;
        let form = browser.get(&format!("/reports/new?from={id}")).await.text();
        for words in ["Which name fits a calm sleep app best?", "Drift &#38; co\nLull", "nurses", "value=\"es\" selected"] {
            assert!(form.contains(words), "{words}: {form}");
        }
    }
}

/// Returns the key that the page shows once.
fn shown_key(page: &str) -> String {
    page.split("id=\"new-key\">").nth(1).unwrap().split('<').next().unwrap().to_owned()
}

on_both! {
    async fn a_key_is_shown_once_works_at_once_and_never_after_it_is_revoked(app: TestApp) {
        let (_, browser) = both(&app, 100).await;
        let made = browser.submit("/keys", &[("name", "nightly"), ("expires", "7")]).await;
        assert_eq!((made.status, made.header("cache-control")), (StatusCode::OK, Some("no-store")));
        let key = shown_key(&made.text());
        let program = app.stranger(Some(&format!("Bearer {key}")));
        assert_eq!(program.get("/api/v1/credits").await.status, StatusCode::OK);
        let page = browser.get("/keys").await.text();
        assert!(!page.contains(&key) && page.contains(&key[..8]) && page.contains("8 January 2026"), "{page}");
        let keys = app.app.store.keys(browser.account.unwrap()).await.unwrap();
        let id = keys.iter().find(|key| key.name == "nightly").unwrap().id;
        assert_eq!(browser.submit(&format!("/keys/{id}/revoke"), &[]).await.header("location"), Some("/keys"));
        assert_eq!(program.get("/api/v1/credits").await.status, StatusCode::UNAUTHORIZED);
        assert!(browser.get("/keys").await.text().contains("Revoked"));
    }
}

on_both! {
    async fn a_key_from_the_page_ends_when_it_says(app: TestApp) {
        let (_, browser) = both(&app, 100).await;
        for (name, expires, status) in [
            ("", "7", StatusCode::UNPROCESSABLE_ENTITY),
            (&*"x".repeat(61), "", StatusCode::UNPROCESSABLE_ENTITY),
            ("fine", "8", StatusCode::BAD_REQUEST),
        ] {
            assert_eq!(browser.submit("/keys", &[("name", name), ("expires", expires)]).await.status, status, "{name}");
        }
        let key = shown_key(&browser.submit("/keys", &[("name", "week"), ("expires", "7")]).await.text());
        let program = app.stranger(Some(&format!("Bearer {key}")));
        app.advance(Duration::from_secs(7 * 24 * 60 * 60) - Duration::from_millis(1));
        assert_eq!(program.get("/api/v1/credits").await.status, StatusCode::OK);
        app.advance(Duration::from_millis(1));
        assert_eq!(program.get("/api/v1/credits").await.status, StatusCode::UNAUTHORIZED);
    }
}

on_both! {
    async fn hostile_text_is_shown_and_never_markup_on_every_page(app: TestApp) {
        let (caller, browser) = both(&app, 500).await;
        let body = json!({
            "question": HOSTILE, "options": [HOSTILE, "</textarea><img src=x>"], "audience_description": HOSTILE,
            "sample_size": 50,
        });
        let id = caller.created(&body).await;
        let pages = [
            browser.get("/reports").await,
            browser.get(&format!("/reports?q={}", "%22%3E%3Cscript%3E")).await,
            browser.get(&format!("/reports/{id}")).await,
            browser.get(&format!("/reports/new?from={id}")).await,
            browser.get("/credits").await,
            browser.submit("/keys", &[("name", "\"><script>alert(1)</script><b onmouseover='x'>"), ("expires", "")]).await,
            browser.submit("/reports/new", &fields(&[("question", HOSTILE), ("options", "</textarea><img src=x>")])).await,
            browser.get("/sign-in?next=%22%3E%3Cscript%3E").await,
        ];
        app.run_jobs().await;
        let finished = browser.get(&format!("/reports/{id}")).await;
        for page in pages.iter().chain([&finished]) {
            let html = page.text();
            for raw in ["<script>", "<b onmouseover", "<img src=x", "onmouseover='x'"] {
                assert!(!html.contains(raw), "{raw}: {html}");
            }
        }
    }
}

on_both! {
    async fn the_ledger_is_shown_a_page_at_a_time_with_its_reports(app: TestApp) {
        let (caller, browser) = both(&app, 5000).await;
        for _ in 0..60 {
            app.advance(Duration::from_millis(1));
            caller.created(&brief()).await;
        }
        let first = browser.get("/credits").await.text();
        assert!(first.contains(">2,000<") && first.contains(">3,000<"), "{first}");
        assert_eq!(first.matches("−50<").count(), 50);
        let older = first.split("rel=\"next\" href=\"").nth(1).unwrap().split('"').next().unwrap();
        let second = browser.get(older).await.text();
        assert_eq!((second.matches("−50<").count(), second.matches("Credits received").count()), (10, 1));
    }
}

on_both! {
    async fn the_reference_shows_every_operation_with_this_services_address(app: TestApp) {
        for (language, words) in [("en", "Create a report"), ("es", "Crear un informe"), ("zh", "创建报告")] {
            let page = app.stranger(None).get_with("/reference", &[("accept-language", language)]).await;
            let html = page.text();
            assert!(html.contains(words), "{language}");
            for operation in ["/api/v1/credits", "/api/v1/reports", "/api/v1/reports/{request_id}"] {
                assert!(html.contains(&format!("<code>{operation}</code>")), "{operation}");
            }
            for example in ["curl &#39;https://canvass.example/api/v1/credits", "requests.post(", "await fetch("] {
                assert!(html.contains(example), "{example}");
            }
            assert!(html.contains("audience_description") && html.contains("Idempotency-Key"));
        }
    }
}
