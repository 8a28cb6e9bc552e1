//! Edits of the client's wording: shown before anything is spent, told in the report, and declined with one choice.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use testing::on_both;
use testing::support::{Caller, TestApp, brief_with};

const QUESTION: &str = "Wich  tea do you like best";
const EDITED: &str = "Which tea do you like best?";
const DECLINED: &str = "At the author’s request, the question and options were asked exactly as written.";

/// Returns the form with this draft; `others` are further fields.
fn form<'a>(question: &'a str, options: &'a str, others: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let usual = [
        ("question", question),
        ("options", options),
        ("audience_description", ""),
        ("sample_size", "50"),
        ("language", "en"),
        ("form_key", "a form"),
    ];
    usual.into_iter().chain(others.iter().copied()).collect()
}

async fn browser(app: &TestApp) -> Caller {
    app.browser_of(app.new_account(500).await).await
}

/// Returns what the script gets for a draft.
async fn preview(browser: &Caller, question: &str, options: &str, others: &[(&str, &str)]) -> Value {
    browser.submit("/reports/audience", &form(question, options, others)).await.json()["wording"].clone()
}

async fn result_of(app: &TestApp, caller: &Caller, changes: &Value) -> Value {
    let id = caller.created(&brief_with(changes)).await;
    app.run_jobs().await;
    caller.report(&id).await["result"].clone()
}

on_both! {
    async fn a_declined_wording_is_asked_as_it_was_written(app: TestApp) {
        let caller = app.caller(500).await;
        let own = json!({ "question": QUESTION, "options": ["Black", "green", "White."] });
        let mut declined = own.clone();
        declined["wording"] = "as_is".into();
        let as_is = result_of(&app, &caller, &declined).await;
        let input = &as_is["research_input"];
        assert_eq!((&input["optimized"]["question"], &input["optimized"]["options"]), (&own["question"], &own["options"]));
        assert_eq!((&input["optimized"]["changes"], &input["wording"]), (&json!([]), &json!("as_is")));
        let asked = &as_is["sample_data"]["questionnaire"]["questions"][0];
        assert_eq!((&asked["title"], &asked["options"]), (&own["question"], &own["options"]));
        let edited = result_of(&app, &caller, &own).await;
        let input = &edited["research_input"];
        assert_eq!((&input["optimized"]["question"], &input["question"]), (&json!(EDITED), &own["question"]));
        assert_eq!((&input["wording"], &input["options"]), (&Value::Null, &own["options"]), "told where it is chosen");
        let shares = edited["analysis"]["winner"]["shares"].as_array().unwrap();
        assert!(shares.iter().all(|share| own["options"].as_array().unwrap().contains(&share["option"])), "{shares:?}");
    }
}

on_both! {
    async fn another_value_is_refused_with_the_name_of_the_field(app: TestApp) {
        let caller = app.caller(500).await;
        for wrong in ["AS_IS", "", "verbatim"] {
            let answer = caller.create(&brief_with(&json!({ "wording": wrong }))).await;
            assert_eq!((answer.status, &answer.json()["field"]), (StatusCode::BAD_REQUEST, &json!("wording")), "{wrong}");
        }
        assert_eq!(caller.create(&brief_with(&json!({ "wording": true }))).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(caller.credits_left().await, 500);
    }
}

on_both! {
    async fn the_document_lists_the_choice_in_request_and_result(app: TestApp) {
        let document = app.stranger(None).get("/api/v1/openapi.json").await.json();
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["WordingChoice"]["enum"], json!(["edited", "as_is"]));
        for of in ["ReportRequest", "ResearchInput"] {
            let field = schemas[of]["properties"]["wording"].to_string();
            assert!(field.contains("#/components/schemas/WordingChoice"), "{of}: {field}");
            assert!(!schemas[of]["required"].as_array().unwrap().contains(&json!("wording")), "{of}");
        }
        for (language, words) in [("en", "exactly as written"), ("es", "exactamente como se escribieron"), ("zh", "完全按原文")] {
            let page = app.stranger(None).get_with("/reference", &[("accept-language", language)]).await.text();
            assert!(page.contains(words), "{language}");
        }
    }
}

on_both! {
    async fn the_form_previews_what_will_be_asked_and_why(app: TestApp) {
        let browser = browser(&app).await;
        let shown = preview(&browser, QUESTION, "Black\ngreen\nWhite", &[]).await;
        assert_eq!(shown["summary"], "Will be asked as:");
        assert_eq!(shown["kind"], "Kind of question: preference");
        let texts = shown["texts"].as_array().unwrap();
        let names: Vec<[&Value; 2]> = texts.iter().map(|text| [&text["name"], &text["asked"]]).collect();
        assert_eq!(names, [[&json!("Question"), &json!(EDITED)], [&json!("Option 2"), &json!("Green")]]);
        assert!(texts[0]["reason"].as_str().unwrap().contains("A misspelled word was corrected."), "{shown}");
        let own = preview(&browser, QUESTION, "Black\ngreen\nWhite", &[("wording", "as_is")]).await;
        assert_eq!(own["summary"], "Will be asked in your own words:");
        let words: Vec<[&Value; 2]> =
            own["texts"].as_array().unwrap().iter().map(|text| [&text["asked"], &text["reason"]]).collect();
        assert_eq!(words, [[&json!(QUESTION), &Value::Null], [&json!("green"), &Value::Null]]);
        let fine = preview(&browser, EDITED, "Black\nGreen", &[]).await;
        assert_eq!(fine["texts"], json!([]));
        assert_eq!(fine["summary"], "Nothing needs changing: it will be asked as you wrote it.");
        assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports").await, 0);
    }
}

on_both! {
    async fn prices_are_previewed_with_the_question_that_is_added(app: TestApp) {
        let browser = browser(&app).await;
        let question = "Which monthly price would you pay?";
        let shown = preview(&browser, question, "$5\n$8", &[]).await;
        assert_eq!(shown["kind"], "Kind of question: price");
        let asked = shown["texts"][0]["asked"].as_str().unwrap();
        assert!(asked.starts_with(question) && asked.len() > question.len(), "{shown}");
        let own = preview(&browser, question, "$5\n$8", &[("wording", "as_is")]).await;
        assert_eq!(own["texts"][0]["asked"], question);
    }
}

on_both! {
    async fn a_draft_that_is_no_brief_yet_has_no_wording_to_show(app: TestApp) {
        let browser = browser(&app).await;
        let (many, long) = ("x\n".repeat(5000), format!("one\n{}", "x".repeat(201)));
        for options in ["", "one", "same\nSAME", &many, &long] {
            let answer = browser.submit("/reports/audience", &form(QUESTION, options, &[])).await;
            assert_eq!((answer.status, &answer.json()["wording"]), (StatusCode::OK, &Value::Null), "{options}");
        }
        let odd = preview(&browser, QUESTION, "Black\nGreen", &[("wording", "odd")]).await;
        assert_eq!(odd, Value::Null);
    }
}

on_both! {
    async fn the_preview_works_without_a_script_in_every_language(app: TestApp) {
        let browser = browser(&app).await;
        for (language, words, kind) in [
            ("en", "Will be asked as:", "Kind of question: preference"),
            ("es", "Se preguntará así:", "Tipo de pregunta: preferencia"),
            ("zh", "将这样提问：", "问题类型：偏好"),
        ] {
            let sent = form(QUESTION, "Black\nGreen", &[("preview", "yes")]);
            let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&sent).finish();
            let headers = [("content-type", "application/x-www-form-urlencoded"), ("accept-language", language)];
            let page = browser.send(Method::POST, "/reports/new", &headers, body).await.text();
            let part = part_of(&page);
            assert!(part.contains(words) && part.contains(kind), "{language}: {part}");
            assert!(part.contains(&format!("<bdi>{EDITED}</bdi>")) && !part.contains(" hidden"), "{language}: {part}");
        }
        let page = browser.submit("/reports/new", &form(QUESTION, "Black\nGreen", &[("preview", "yes"), ("wording", "as_is")])).await.text();
        assert!(part_of(&page).contains(&format!("<bdi>{QUESTION}</bdi>")) && is_declined(&page), "{page}");
        assert!(part_of(&browser.get("/reports/new").await.text()).contains(" hidden"));
    }
}

/// Returns the preview of the wording on the form.
fn part_of(page: &str) -> String {
    page.split("id=\"wording-preview\"").nth(1).unwrap().split("</section>").next().unwrap().to_owned()
}

/// Whether the form's switch is on.
fn is_declined(page: &str) -> bool {
    page.split("id=\"wording\"").nth(1).unwrap().split('>').next().unwrap().contains(" checked")
}

on_both! {
    async fn the_switch_survives_an_error_and_running_again(app: TestApp) {
        let browser = browser(&app).await;
        let wrong = browser.submit("/reports/new", &form(QUESTION, "one", &[("wording", "as_is")])).await;
        assert!(wrong.status == StatusCode::UNPROCESSABLE_ENTITY && is_declined(&wrong.text()));
        assert!(!is_declined(&browser.submit("/reports/new", &form(QUESTION, "one", &[])).await.text()));
        let odd = browser.submit("/reports/new", &form(QUESTION, "Black\nGreen", &[("wording", "odd")])).await;
        assert!(odd.status == StatusCode::UNPROCESSABLE_ENTITY && odd.text().contains("Check this box or leave it empty."));
        let sent = browser.submit("/reports/new", &form(QUESTION, "Black\nGreen", &[("wording", "as_is")])).await;
        let path = sent.header("location").unwrap().to_owned();
        let id = path.strip_prefix("/reports/").unwrap();
        assert!(is_declined(&browser.get(&format!("/reports/new?from={id}")).await.text()));
        assert!(browser.get(&path).await.text().contains("&#34;wording&#34;: &#34;as_is&#34;"), "the example sends it, too");
        app.run_jobs().await;
        let page = browser.get(&format!("{path}/page")).await.text();
        assert!(page.contains(DECLINED) && !page.contains("Asked as:"), "{page}");
    }
}

on_both! {
    async fn the_report_shows_own_words_and_what_was_asked_in_their_place(app: TestApp) {
        let browser = browser(&app).await;
        let sent = browser.submit("/reports/new", &form(QUESTION, "Black\ngreen\nWhite", &[])).await;
        app.run_jobs().await;
        let path = sent.header("location").unwrap().to_owned();
        let page = browser.get(&format!("{path}/page")).await.text();
        let part = page.split("id=\"questionnaire\"").nth(1).unwrap().split("</section>").next().unwrap();
        for (own, asked) in [(QUESTION, EDITED), ("green", "Green")] {
            let (before, after) = part.split_once(&format!("<bdi>{own}</bdi>")).unwrap();
            assert!(after.split("</li>").next().unwrap().contains(&format!("<bdi>{asked}</bdi>")), "{own}: {part}");
            assert!(!before.contains("class=\"questions\""), "before the questions: {part}");
        }
        assert!(part.contains("A misspelled word was corrected.") && !part.contains(DECLINED));
        assert_eq!(part.matches("Asked as:").count(), 3, "the question, the option, and the option in its list");
    }
}

on_both! {
    async fn hostile_text_in_the_preview_is_never_markup(app: TestApp) {
        let browser = browser(&app).await;
        let hostile = "wich  \"><script>alert(1)</script><img src=x onerror=alert(1)>";
        let options = "<b onmouseover='x'>  tea\n</dd><svg onload=x>";
        for others in [&[("preview", "yes")][..], &[("preview", "yes"), ("wording", "as_is")]] {
            let page = browser.submit("/reports/new", &form(hostile, options, others)).await.text();
            assert!(part_of(&page).contains("&#60;script&#62;"), "{page}");
            for raw in ["<script>", "<img src=x", "<b onmouseover", "<svg onload"] {
                assert!(!page.contains(raw), "{raw}: {page}");
            }
        }
        let answer = browser.submit("/reports/audience", &form(hostile, options, &[])).await;
        assert_eq!(answer.header("content-type"), Some("application/json"));
    }
}
