//! The workspace around a report: its list entry, the sample before the first report, duration, progress and
//! language.

use axum::http::StatusCode;
use primitives::ids::ReportId;
use serde_json::{Value, json};

use testing::engines::{Asked, Fault, FaultInjecting};
use testing::on_both;
use testing::support::{Caller, TestApp, brief, brief_with};

const SPANISH: &str = "¿Qué nombre le queda mejor a una aplicación para dormir?";

/// Decodes HTML entities.
fn shown(escaped: &str) -> String {
    let entities = [("&#60;", "<"), ("&#62;", ">"), ("&#34;", "\""), ("&#39;", "'"), ("&#38;", "&")];
    entities.iter().fold(escaped.to_owned(), |text, (entity, plain)| text.replace(entity, plain))
}

/// Returns an account with credits, as API client and as browser.
async fn both(app: &TestApp) -> (Caller, Caller) {
    let caller = app.caller(1000).await;
    let browser = app.browser_of(caller.account.unwrap()).await;
    (caller, browser)
}

async fn finished(app: &TestApp, caller: &Caller, changes: &Value) -> (String, Value) {
    let id = caller.created(&brief_with(changes)).await;
    app.run_jobs().await;
    let result = caller.report(&id).await["result"].clone();
    (id, result)
}

on_both! {
    async fn the_list_says_what_a_report_found_without_opening_its_result(app: TestApp) {
        let (caller, browser) = both(&app).await;
        let (_, result) = finished(&app, &caller, &json!({ "language": "es" })).await;
        let statement = result["analysis"]["overview"]["headline"].as_str().unwrap().to_owned();
        app.database.run("DELETE FROM results").await;
        let list = browser.get("/reports").await;
        assert_eq!(list.status, StatusCode::OK);
        let page = shown(&list.text());
        assert!(page.contains(&format!("<p class=\"found\" lang=\"es\"><bdi>{statement}</bdi>")), "{page}");
        let how = page.split("class=\"found-how small quiet\">").nth(1).unwrap().split("</p>").next().unwrap();
        assert!(how.starts_with("<span>") && how.contains("</span> <span>Confidence: "), "{how}");
        for older in ["NULL", "'{\"of another version\":1}'"] {
            app.database.run(&format!("UPDATE reports SET finding = {older}")).await;
            let page = browser.get("/reports").await.text();
            assert!(page.contains("Which name fits a calm sleep app best?") && !page.contains("class=\"found"), "{page}");
        }
    }
}

on_both! {
    async fn strangers_and_new_members_can_read_a_sample_report(app: TestApp) {
        let (_, browser) = both(&app).await;
        let stranger = app.stranger(None);
        for (reader, path) in [(&stranger, "/"), (&stranger, "/sign-in"), (&browser, "/reports")] {
            let page = reader.get(path).await.text();
            assert!(page.contains("<a href=\"/sample\">See a sample report</a>"), "{path}: {page}");
        }
        for (language, words) in [("en", "This is a sample report."), ("es", "Este informe es un ejemplo."), ("zh", "这是一份示例报告。")] {
            let headers = [("accept-language", language)];
            let page = stranger.get_with("/sample", &headers).await;
            assert_eq!((page.status, page.header("x-robots-tag")), (StatusCode::OK, Some("noindex")));
            assert!(page.text().contains(&format!("<html lang=\"{language}\">")) && page.text().contains(words));
            let default = stranger.get_with("/sample/default", &headers).await;
            assert!(page.text().contains("href=\"/sample/default\"") && default.text().contains("href=\"/sample\""), "{language}");
            let csv = stranger.get_with("/sample/respondents.csv", &headers).await;
            assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
            let explorer = stranger.get_with("/sample/respondents?page=2", &headers).await;
            assert_eq!(explorer.status, StatusCode::OK);
            let json = stranger.get_with("/sample/report.json", &headers).await.json();
            assert_eq!(json["research_input"]["language"], language);
        }
    }
}

on_both! {
    async fn the_form_says_how_long_the_engines_last_reports_took(app: TestApp) {
        let (caller, browser) = both(&app).await;
        let form = async || browser.get("/reports/new").await.text();
        assert!(form().await.contains("A report usually takes a few minutes."));
        for _ in 0..3 {
            finished(&app, &caller, &json!({})).await;
        }
        assert_eq!(app.app.store.usual_ms("scripted").await.unwrap().map(|ms| ms >= 0), Some(true));
        assert_eq!(app.app.store.usual_ms("another").await.unwrap(), None);
        let ids = "SELECT id FROM reports ORDER BY id LIMIT 1";
        app.database.run("UPDATE reports SET took_ms = 130000").await;
        app.database.run(&format!("UPDATE reports SET took_ms = 9000000 WHERE id = ({ids})")).await;
        assert!(form().await.contains("A report takes about 2 minutes here."), "the median, whatever one report took");
        app.database.run("UPDATE reports SET engine = 'another'").await;
        assert!(form().await.contains("A report usually takes a few minutes."));
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn progress_moves_with_the_work_and_never_goes_back(app: TestApp) {
        app.freeze_lease_clock().await;
        let (caller, browser) = both(&app).await;
        let id = caller.created(&brief()).await;
        let percent = async || browser.get(&format!("/reports/{id}/progress")).await.json()["percent"].as_i64().unwrap();
        let mut seen = vec![percent().await];
        // Each attempt loses some option's choosers, gets a little further, and is stopped.
        for answered in [3, 5, 2, 4] {
            let engine = FaultInjecting::new(&Asked::default(), move |name, number| match name {
                _ if number > answered => Fault::Hangs,
                "forecast_choosers" if answered == 5 => Fault::Refuses,
                _ => Fault::Answers,
            });
            let hanging = engine.hanging();
            app.set_engine(engine);
            let build_worker = app.build_worker.clone();
            let working = tokio::spawn(async move { build_worker.work_through().await });
            hanging.notified().await;
            working.abort();
            assert!(working.await.unwrap_err().is_cancelled());
            app.advance_lease_clock(app.app.config.lease).await;
            seen.push(percent().await);
        }
        assert!(seen.is_sorted() && seen[0] == 0 && seen[1] > 0 && seen[4] > seen[1], "{seen:?}");
        app.set_engine(FaultInjecting::new(&Asked::default(), |_, _| Fault::Answers));
        app.run_jobs().await;
        assert_eq!(percent().await, 100);
    }
}

on_both! {
    async fn a_report_is_in_its_questions_language_unless_another_is_chosen(app: TestApp) {
        let (caller, browser) = both(&app).await;
        let form = browser.get("/reports/new").await.text();
        assert!(form.contains("<option value=\"auto\" selected>Automatic: same as the question</option>"), "{form}");
        for (number, (question, chosen, made)) in [
            (SPANISH, "auto", "es"),
            ("哪个名字最适合助眠应用？", "auto", "zh"),
            ("Which name fits a calm sleep app best?", "auto", "en"),
            (SPANISH, "en", "en"),
            ("Ok?", "auto", "en"),
        ]
        .into_iter()
        .enumerate()
        {
            let key = format!("form {number}");
            let fields = [
                ("question", question),
                ("options", "Drift\nLull"),
                ("audience_description", ""),
                ("sample_size", "50"),
                ("language", chosen),
                ("form_key", &key),
            ];
            let sent = browser.submit("/reports/new", &fields).await;
            let id = sent.header("location").unwrap().strip_prefix("/reports/").unwrap().to_owned();
            let report = app.app.store.own_report(caller.account.unwrap(), ReportId::parse(&id).unwrap()).await;
            assert_eq!(report.unwrap().unwrap().brief.language().code(), made, "{question} as {chosen}");
        }
        let draft = [("question", SPANISH), ("audience_description", ""), ("sample_size", "50")];
        assert_eq!(browser.submit("/reports/audience", &draft).await.json()["language"], "The report will be in Spanish.");
    }
}

on_both! {
    async fn a_report_in_another_language_than_its_question_says_so_and_offers_its_owner_the_other(app: TestApp) {
        let (caller, browser) = both(&app).await;
        let (id, result) = finished(&app, &caller, &json!({ "question": SPANISH })).await;
        let path = result["report_url"].as_str().unwrap().trim_start_matches("https://canvass.example").to_owned();
        let words = "The question is written in Spanish, unlike this report";
        let above = |page: &str| page.split("<dl class=\"byline\">").next().unwrap().to_owned();
        let public = above(&app.stranger(None).get(&path).await.text());
        assert!(public.contains(words) && !public.contains("/reports/new"), "{public}");
        let own = shown(&above(&browser.get(&format!("/reports/{id}/page")).await.text()));
        let link = own.split("<a href=\"/reports/new").nth(1).unwrap().split('"').next().unwrap().replace("&amp;", "&");
        assert_eq!(link, format!("?from={id}&language=es"));
        let form = browser.get(&format!("/reports/new{link}")).await.text();
        assert!(form.contains(SPANISH) && form.contains("value=\"es\" selected"), "{form}");
        let (_, alike) = finished(&app, &caller, &json!({ "question": SPANISH, "language": "es" })).await;
        let path = alike["report_url"].as_str().unwrap().trim_start_matches("https://canvass.example").to_owned();
        assert!(!app.stranger(None).get(&path).await.text().contains("class=\"other-language\""));
    }
}

on_both! {
    async fn a_report_that_has_ended_can_be_duplicated_with_changes(app: TestApp) {
        let (caller, browser) = both(&app).await;
        let failing = brief_with(&json!({ "audience_description": "people over 60 and under 30" }));
        let ids = [caller.created(&brief()).await, caller.created(&failing).await];
        app.run_jobs().await;
        for id in ids {
            let page = browser.get(&format!("/reports/{id}")).await.text();
            assert!(page.contains(&format!("href=\"/reports/new?from={id}\">Duplicate with changes</a>")), "{page}");
        }
    }
}
