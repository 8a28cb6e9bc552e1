//! What the engine is worth for a brief is said before anything is spent: in the answer to a create request, in an estimate, in
//! the form and in an empty list.

use forecast::Calibration;
use forecast::calibration::{FamilyRecord, Measured, Way};
use foundation::Language;
use lab::measure::elicitations;
use language::QuestionFamily;
use serde_json::{Value, json};
use store::{CalibrationRow, EngineKey};
use testing::on_both;
use testing::support::START_MS;

/// The record of a served model that knows opinions and guesses at choices.
fn record() -> CalibrationRow {
    let of = |family, knows| FamilyRecord {
        family,
        cases: 17,
        surveys: 10,
        pooled: false,
        skill: 24.2,
        knows,
        winner_accuracy: 0.65,
        chance: 0.27,
    };
    let by_family = vec![of(QuestionFamily::Opinions, true), of(QuestionFamily::Choices, false)];
    let measured = Measured { knows: true, cases: 74, skill: 16.0, by_family, ..Measured::default() };
    let calibration = Calibration { measured: Some(measured), way: Way::Labels, ..Calibration::cautious() };
    CalibrationRow {
        key: EngineKey {
            engine: "openai".to_owned(),
            model: "some-model".to_owned(),
            adapter: String::new(),
            elicitation: elicitations(Language::En)[1].clone(),
        },
        language: Language::En,
        account: None,
        record: serde_json::to_string(&calibration).unwrap(),
        measured_at: START_MS,
    }
}

fn choice() -> Value {
    json!({ "question": "Which name fits a calm sleep app best?", "options": ["Drift", "Lull", "Nod"], "sample_size": 50 })
}

fn opinion() -> Value {
    json!({ "question": "Do you agree that cities should ban cars?", "options": ["Agree", "Disagree"], "sample_size": 50 })
}

on_both! {
    with |flags| {
        flags.engine = Some("openai".to_owned());
        flags.openai_base_url = Some("http://127.0.0.1:9/v1".to_owned());
        flags.openai_model = Some("some-model".to_owned());
    };
    async fn an_engine_that_guesses_at_such_questions_is_warned_of(app: TestApp) {
        app.app.store.keep_calibration(&record()).await.unwrap();
        let caller = app.caller(200).await;
        let warned = caller.create(&choice()).await.json();
        assert_eq!(warned["warnings"][0]["code"], "engine_guesses", "{warned}");
        let message = warned["warnings"][0]["message"].as_str().unwrap();
        assert!(message.contains("on choices among products") && message.contains("canvass engine use"), "{message}");
        assert_eq!(caller.create(&opinion()).await.json().get("warnings"), None);
        let estimate = caller.post_json("/api/v1/estimates", &choice()).await.json();
        assert_eq!(estimate["warnings"], warned["warnings"]);
        assert_eq!((&estimate["credits_estimated"], &estimate["credits_left"]), (&json!(50), &json!(100)));
        let known = caller.post_json("/api/v1/estimates", &opinion()).await.json();
        assert!(known["engine"].as_str().unwrap().contains("on opinions and habits"), "{known}");
    }
}

on_both! {
    with |flags| {
        flags.engine = Some("openai".to_owned());
        flags.openai_base_url = Some("http://127.0.0.1:9/v1".to_owned());
        flags.openai_model = Some("some-model".to_owned());
    };
    async fn the_form_and_an_empty_list_say_what_the_engine_is_worth(app: TestApp) {
        app.app.store.keep_calibration(&record()).await.unwrap();
        let browser = app.browser_of(app.new_account(100).await).await;
        let list = browser.get("/reports").await.text();
        assert!(list.contains("The engine in use is some-model.") && list.contains("canvass engine use"), "{list}");
        let fields = [
            ("question", "Which name fits a calm sleep app best?"),
            ("options", "Drift\nLull\nNod"),
            ("audience_description", ""),
            ("sample_size", "50"),
            ("language", "auto"),
        ];
        let preview = browser.submit("/reports/audience", &fields).await.json();
        let statement = preview["worth"]["statement"].as_str().unwrap();
        assert!(statement.contains("no better than guessing"), "{statement}");
        assert!(preview["worth"]["remedy"].as_str().unwrap().contains("canvass engine use"));
    }
}

on_both! {
    async fn a_scripted_engine_has_no_worth_to_speak_of(app: TestApp) {
        let caller = app.caller(100).await;
        assert_eq!(caller.create(&choice()).await.json().get("warnings"), None);
        let estimate = caller.post_json("/api/v1/estimates", &choice()).await.json();
        assert_eq!((estimate.get("engine"), estimate.get("warnings")), (None, None));
    }
}
