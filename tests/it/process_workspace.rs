//! The workspace in a real browser: from signing up to a public page, keys, cancelling, every page in every language,
//! light and dark, on phone and desktop, and hostile text that is only displayed. Screenshots are under
//! `target/screenshots`.

use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::browser::{Look, Page};
use crate::signed_up::SignedUp;
use testing::support::Backend;

const NONE: [&str; 0] = [];

fn request(changes: &Value) -> Value {
    let mut body = json!({
        "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull", "Nod"], "sample_size": 50,
    });
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn from_signing_up_to_a_public_page() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    assert_eq!(page.texts("h1").await, ["Reports"]);
    page.follow(".empty .button").await;
    page.fill("#question", "Which name fits a calm sleep app best?").await;
    page.fill(".options li:nth-child(1) input", "Lull").await;
    page.fill(".options li:nth-child(2) input", "Drift").await;
    page.press(".options li:nth-child(2) input", "Enter").await;
    page.fill(".options li:nth-child(3) input", "lull").await;
    page.until("document.getElementById('options-error').textContent === 'Option 3: It repeats option 1.'").await;
    page.fill(".options li:nth-child(3) input", "Nod").await;
    page.until("document.getElementById('options-error').textContent === ''").await;
    page.click(".options li:nth-child(2) button:nth-of-type(1)").await;
    page.fill("#audience_description", "nurses in Spain").await;
    // Until then the preview may show the audience inferred from the question.
    page.until("document.querySelector('#audience-preview [data-part=description]').textContent.includes('Spain')")
        .await;
    assert!(page.evaluate::<bool>("!document.getElementById('audience-preview').hidden").await);
    page.fill("#sample_size", "60").await;
    assert_eq!(page.texts("#cost [data-part]").await, ["60", "2,040"], "what it costs, and what is left");
    page.follow(".brief-side button").await;
    let address: String = page.evaluate("location.pathname").await;
    let id = address.strip_prefix("/reports/").unwrap().to_owned();
    let report = owner.program.ended(&id).await;
    assert_eq!(report["result"]["research_input"]["options"], json!(["Drift", "Lull", "Nod"]), "moved up");
    page.go(&owner.url(&address)).await;
    assert_eq!(page.texts(".meta .tag").await, ["Completed"]);
    page.follow(".finding .button").await;
    assert_eq!(page.texts("h1").await, [report["result"]["title"].as_str().unwrap()], "its owner sees it");
    page.picture("own-page").await;
    let public = report["result"]["report_url"].as_str().unwrap();
    let read = async || owner.program.http.get(public).send().await.unwrap().status();
    assert_eq!(read().await, StatusCode::NOT_FOUND, "nobody else does");
    page.follow(".own a").await;
    page.follow(".publication button[value=publish]").await;
    assert_eq!(read().await, StatusCode::OK);
    let shared: String = page.evaluate("document.getElementById('share-url').value").await;
    assert_eq!(shared, public);
    page.click(".publication .confirm:last-of-type summary").await;
    page.picture("unpublishing").await;
    page.press(".publication .confirm:last-of-type summary", "Escape").await;
    page.until("!document.querySelector('.confirm[open]')").await;
    assert_eq!(read().await, StatusCode::OK, "it was only asked about");
    page.click(".publication .confirm:last-of-type summary").await;
    page.follow(".publication button[value=unpublish]").await;
    assert_eq!(read().await, StatusCode::NOT_FOUND);
    page.picture("unpublished").await;
    assert_eq!(page.complaints(), NONE);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_focus_goes_to_the_field_that_is_wrong() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    let focused = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id";
    let marked =
        "[...document.querySelectorAll('.options [aria-invalid]')].map(field => field.getAttribute('aria-label'))";
    page.go(&owner.url("/reports/new")).await;
    page.click(".brief-side button").await;
    assert_eq!(page.evaluate::<String>(focused).await, "question");
    page.fill("#question", "Which drink?").await;
    page.click(".brief-side button").await;
    assert_eq!(page.evaluate::<String>(focused).await, "Option 1", "the first that is missing");
    page.fill(".options li:nth-child(1) input", "Tea").await;
    page.click(".brief-side button").await;
    assert_eq!(page.evaluate::<String>(focused).await, "Option 2");
    page.press(".options li:nth-child(2) input", "Enter").await;
    page.fill(".options li:nth-child(3) input", "tea").await;
    page.click(".brief-side button").await;
    assert_eq!(page.evaluate::<String>(focused).await, "Option 3", "the one that repeats, not the one repeated");
    assert_eq!(page.evaluate::<Vec<String>>(marked).await, ["Option 3"]);
    assert_eq!(page.texts("#options-error").await, ["Option 3: It repeats option 1."], "counted as they are labelled");
    page.picture("duplicate").await;
    assert_eq!(page.barriers().await, NONE);
    page.click(".option-tools .plain").await;
    page.click(".brief-side button").await;
    let selected = "(field => field.value.slice(field.selectionStart, field.selectionEnd))(document.activeElement)";
    assert_eq!(page.evaluate::<String>(selected).await, "tea", "its line of the text");

    // Errors found by the server return to the same field.
    page.send("#brief").await;
    page.until("document.getElementById('options-error')?.textContent === 'Option 2: It repeats option 1.'").await;
    page.until("document.activeElement.getAttribute('aria-label') === 'Option 2'").await;
    page.fill(".options li:nth-child(2) input", "Water").await;
    assert_eq!(page.texts("#options-error").await, [""]);
    // The 422 response, and possibly the browser's message that the script set the focus before `autofocus`.
    let is_expected = |said: &String| said.contains("422") || said.starts_with("Autofocus processing was blocked");
    let complaints = page.complaints();
    assert!(complaints.iter().any(|said| said.contains("422")) && complaints.iter().all(is_expected), "{complaints:?}");
    owner.stop().await;
}

/// Enters text of any script, which keys cannot.
async fn put(page: &Page, selector: &str, text: &str) {
    let put = "field.dispatchEvent(new Event('input', { bubbles: true }))";
    let entered =
        format!("(field => {{ field.value = {text:?}; return {put}; }})(document.querySelector({selector:?}))");
    assert!(page.evaluate::<bool>(&entered).await, "{selector}");
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_are_shown_while_typing_and_declined_with_a_switch() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let (summary, asked) = ("#wording-preview [data-part=summary]", "#wording-preview bdi");
    let says = |words: &str| format!("document.querySelector({summary:?}).textContent === {words:?}");
    for (look, own, edited, as_asked, as_own) in [
        (
            Look::PHONE,
            "Wich tea <b>do</b> you like",
            "Which tea <b>do</b> you like?",
            "Will be asked as:",
            "Will be asked in your own words:",
        ),
        (
            Look::PHONE.speaking("es"),
            "¿Qué  té prefiere?",
            "¿Qué té prefiere?",
            "Se preguntará así:",
            "Se preguntará con tus propias palabras:",
        ),
        (Look::PHONE.speaking("zh"), "您喜欢哪种茶？？", "您喜欢哪种茶？", "将这样提问：", "将按您的原文提问："),
        (
            Look::DESKTOP,
            "Wich tea do you like",
            "Which tea do you like?",
            "Will be asked as:",
            "Will be asked in your own words:",
        ),
    ] {
        let page = owner.browser.open(&owner.url("/reports/new"), look).await;
        assert!(page.evaluate::<bool>("document.getElementById('wording-preview').hidden").await);
        put(&page, "#question", own).await;
        put(&page, ".options li:nth-child(1) input", "A").await;
        put(&page, ".options li:nth-child(2) input", "B").await;
        page.until(&says(as_asked)).await;
        assert_eq!(page.texts(asked).await, [edited]);
        page.assert_stands("new-report-edited").await;
        // By keyboard: the switch has a name and is reached.
        page.press("#wording", " ").await;
        page.until(&says(as_own)).await;
        assert_eq!(page.texts(asked).await, [own], "the client's own words, as text");
        assert!(
            page.evaluate::<bool>("document.getElementById('wording').labels[0].textContent.trim().length > 4").await
        );
        page.assert_stands("new-report-as-is").await;
        page.click("#wording").await;
        page.until(&says(as_asked)).await;
    }
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_made_on_the_page_works_until_it_is_revoked_there() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let page = &owner.page;
    page.go(&owner.url("/keys")).await;
    page.fill("#name", "nightly script").await;
    page.follow("form[action='/keys'] button").await;
    let key = page.texts("#new-key").await.remove(0);
    page.picture("key-made").await;
    let program = owner.site.client_with(&key);
    assert_eq!(program.credits_left().await, 2100);
    page.go(&owner.url("/keys")).await;
    assert!(!page.texts("main").await[0].contains(&key), "it is shown once");
    page.click("tbody tr:first-child summary").await;
    page.picture("key-revoking").await;
    page.follow("tbody tr:first-child form button").await;
    assert_eq!(program.get("/api/v1/credits").send().await.unwrap().status(), StatusCode::UNAUTHORIZED);
    assert_eq!(page.complaints(), NONE);
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_seen_as_it_happens_and_a_report_can_be_cancelled() {
    let owner = SignedUp::start(Backend::Sqlite, &[("SCRIPTED_LATENCY_MS", "2000"), ("CONCURRENCY", "1")]).await;
    let id = owner.program.created(&request(&json!({}))).await;
    let page = &owner.page;
    page.go(&owner.url(&format!("/reports/{id}"))).await;
    page.until("document.querySelector('progress').value > 0").await;
    assert_eq!(page.texts(".stages .current").await, ["Simulating respondents"]);
    page.click(".watch summary").await;
    page.picture("watching").await;
    page.follow(".watch form button").await;
    assert_eq!(page.texts(".meta .tag").await, ["Cancelled"]);
    page.picture("cancelled").await;
    let report = owner.program.report(&id).await;
    assert_eq!(report["error"]["message"], "The report was cancelled by its owner.");
    assert_eq!(owner.program.credits_left().await, 2100, "nobody was asked before the forecast was whole");
    owner.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_stands_in_every_language_light_and_dark_on_phone_and_desk() {
    let owner = SignedUp::start(Backend::Sqlite, &[("SCRIPTED_LATENCY_MS", "1")]).await;
    let done = owner.ended(&request(&json!({}))).await;
    let failed = owner.ended(&request(&json!({ "audience_description": "people over 60 and under 30" }))).await;
    for language in ["en", "es", "zh"] {
        // The page is in the report's language, whoever reads it.
        let own = owner.ended(&request(&json!({ "language": language }))).await;
        let follow_up = owner
            .ended(&request(&json!({ "question": "Which colour?", "language": language, "same_panel_as": own })))
            .await;
        let pages = [
            ("reports", "/reports".to_owned()),
            ("reports-none", "/reports?q=nothing".to_owned()),
            ("new-report", format!("/reports/new?from={done}")),
            ("report-done", format!("/reports/{done}")),
            ("report-failed", format!("/reports/{failed}")),
            ("keys", "/keys".to_owned()),
            ("credits", "/credits".to_owned()),
            ("reference", "/reference".to_owned()),
            ("account", "/account".to_owned()),
            ("own-page", format!("/reports/{own}/page")),
            ("own-respondents", format!("/reports/{own}/page/respondents")),
            ("follow-up-new", format!("/reports/new?same_panel_as={own}")),
            ("follow-up", format!("/reports/{follow_up}")),
            ("follow-up-page", format!("/reports/{follow_up}/page")),
            ("sign-out", "/sign-out".to_owned()),
        ];
        assert_all_stand(&owner, language, &pages).await;
    }
    owner.page.go(&owner.url("/reports")).await;
    owner.page.follow(".who form button").await;
    for language in ["en", "es", "zh"] {
        let pages = ["/", "/sign-in", "/sign-up", "/nowhere"];
        let pages = pages.map(|path| (if path == "/" { "home" } else { &path[1..] }, path.to_owned()));
        assert_all_stand(&owner, language, &pages).await;
    }
    owner.stop().await;
}

async fn assert_all_stand(owner: &SignedUp, language: &'static str, pages: &[(&str, String)]) {
    for look in Look::on_all(language) {
        let page = owner.browser.open(&owner.url("/reference"), look).await;
        for (name, path) in pages {
            page.go(&owner.url(path)).await;
            assert_eq!(page.evaluate::<String>("document.documentElement.lang").await, language, "{name}");
            if *name == "nowhere" {
                page.expect_complaint("404").await;
            }
            page.assert_stands(name).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_text_is_shown_in_the_workspace_and_never_run() {
    let owner = SignedUp::start(Backend::Sqlite, &[]).await;
    let hostile = "<img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>";
    let options: Vec<String> = (0..20)
        .map(|n| match n {
            0 => format!("</textarea>{hostile}"),
            1 => "\u{202e}مرحبا بالعالم".to_owned(),
            n => format!("{n}").repeat(200).chars().take(200).collect(),
        })
        .collect();
    let changes = json!({ "question": format!("{hostile} {}", "W".repeat(300)), "options": options,
        "audience_description": format!("adults {hostile}") });
    let id = owner.ended(&request(&changes)).await;
    owner.page.go(&owner.url("/keys")).await;
    owner.page.fill("#name", "<svg onload=\"document.title='taken'\">").await;
    owner.page.follow("form[action='/keys'] button").await;
    let paths = [
        ("hostile-reports", "/reports".to_owned()),
        ("hostile-report", format!("/reports/{id}")),
        ("hostile-new-report", format!("/reports/new?from={id}")),
        ("hostile-keys", "/keys".to_owned()),
        ("hostile-credits", "/credits".to_owned()),
    ];
    for look in [Look::DESKTOP, Look::PHONE.dark()] {
        for (name, path) in &paths {
            let page = owner.browser.open(&owner.url(path), look).await;
            assert_ne!(page.evaluate::<String>("document.title").await, "taken", "{path}");
            let foreign = "main img, main iframe, script:not([src]), [onload], [onerror]";
            assert_eq!(page.texts(foreign).await, NONE, "{path}");
            assert!(page.fits().await, "{path} {look:?}");
            assert_eq!(page.complaints(), NONE, "{path}");
            page.picture(name).await;
        }
    }
    owner.stop().await;
}
