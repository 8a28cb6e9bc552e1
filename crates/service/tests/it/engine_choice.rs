//! The Engine page and the choice behind it: who may change it, what it tries, where a key goes, and what a running report
//! does when the engine changes.

use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::StatusCode;
use chat_server::{ChatServer, Reaction, said, sensible};
use engine::{DocumentRequest, Engine, EngineCard, Failure, Reply};
use serde_json::{Value, json};
use service::engines::in_use;
use store::{KeySource, NewEngineChoice};
use testing::engines::{Asked, Fault, FaultInjecting};
use testing::on_both;
use testing::support::{Caller, TestApp, brief};

const SECRET: &str = "sk-a-very-secret-key";

/// What a server does with every request.
type React = Box<dyn Fn() -> Reaction + Send + Sync>;

async fn administrator(app: &TestApp) -> Caller {
    let account = app.new_account(500).await;
    app.app.store.set_administrator(account, true).await.unwrap();
    app.browser_of(account).await
}

async fn server() -> ChatServer {
    ChatServer::start(|_, body| sensible(body, false)).await
}

fn choice(base_url: &str, model: &str) -> NewEngineChoice {
    let (provider, base_url, model) = (base_url.to_owned(), base_url.to_owned(), model.to_owned());
    NewEngineChoice { provider, base_url, model, key_source: KeySource::None }
}

/// A file that stands for the embedded model, which is not opened here.
const MODEL_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../models/data/adapter/people-1.gguf");

on_both! {
    with |flags| (flags.engine, flags.model) = (None, Some(MODEL_FILE.to_owned()));
    async fn an_administrator_tries_and_uses_a_server_on_this_machine(app: TestApp) {
        let (browser, server) = (administrator(&app).await, server().await);
        let fields = [("address", server.base_url.as_str()), ("model", "big"), ("action", "try")];
        let tried = browser.submit("/engine", &fields).await;
        assert_eq!(tried.status, StatusCode::OK);
        assert!(tried.text().contains("It works: big answered in"), "{}", tried.text());
        assert_eq!(app.app.store.engine_choice().await.unwrap(), None, "a trial changes nothing");
        let used = browser.submit("/engine", &[fields[0], fields[1], ("action", "use")]).await;
        assert_eq!((used.status, used.header("location")), (StatusCode::SEE_OTHER, Some("/engine?chosen=1")));
        let chosen = app.app.store.engine_choice().await.unwrap().unwrap();
        assert_eq!((chosen.model.as_str(), chosen.base_url.as_str()), ("big", server.base_url.as_str()));
        let page = browser.get("/engine").await.text();
        assert!(page.contains("big at ") && page.contains("never been compared"), "{page}");
        let back = browser.submit("/engine/back", &[]).await;
        assert_eq!(back.status, StatusCode::SEE_OTHER);
        let chosen = app.app.store.engine_choice().await.unwrap().unwrap();
        assert_eq!((chosen.provider.as_str(), chosen.number), ("embedded", 2));
    }
}

on_both! {
    with |flags| (flags.engine, flags.model) = (None, Some("/nowhere/model.gguf".to_owned()));
    async fn a_model_that_is_not_on_this_machine_is_not_gone_back_to(app: TestApp) {
        let browser = administrator(&app).await;
        app.app.store.choose_engine(&choice("http://127.0.0.1:9/v1", "big"), 5).await.unwrap();
        let refused = browser.submit("/engine/back", &[]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text().contains("canvass model pull"), "{}", refused.text());
        assert_eq!(app.app.store.engine_choice().await.unwrap().unwrap().model, "big");
    }
}

on_both! {
    with |flags| flags.engine = None;
    async fn the_form_reaches_this_machine_and_listed_providers_alone(app: TestApp) {
        let (browser, server) = (administrator(&app).await, server().await);
        let tried = async |address: &str, model: &str| {
            browser.submit("/engine", &[("address", address), ("model", model), ("key", SECRET), ("action", "try")]).await
        };
        let port = server.base_url.trim_start_matches("http://127.0.0.1:").to_owned();
        for address in [
            "http://192.0.2.1/v1",
            "http://169.254.169.254/latest",
            "http://[::ffff:169.254.169.254]/v1",
            "http://[::ffff:127.0.0.1]/v1",
            "http://0.0.0.0/v1",
            "http://127.0.0.1@elsewhere.example/v1",
            "http://elsewhere.example#@127.0.0.1/v1",
            "http://127.0.0.1.elsewhere.example/v1",
            "http://localhost.elsewhere.example/v1",
            "http://elsewhere.localhost/v1",
            "http://localhost./v1",
            "http://me:secret@127.0.0.1/v1",
            "http://127.0.0.1/v1?to=elsewhere",
            "file:///etc/passwd",
            "azure",
        ] {
            let answer = tried(address, "big").await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{address}");
            assert!(answer.text().contains("on this machine, such as"), "{address}: {}", answer.text());
        }
        for model in ["a\nb", "\u{1b}[31m", &"x".repeat(300)] {
            let answer = tried(&server.base_url, model).await;
            assert!(answer.text().contains("not the name of a model"), "{model:?}: {}", answer.text());
        }
        assert!(server.seen().is_empty(), "nothing was sent");
        // An address is kept as it was understood, however it is spelt.
        let spelt = format!("http://127.1:{port}\n");
        let fields = [("address", spelt.as_str()), ("model", "big"), ("action", "use")];
        assert_eq!(browser.submit("/engine", &fields).await.status, StatusCode::SEE_OTHER);
        assert_eq!(app.app.store.engine_choice().await.unwrap().unwrap().base_url, server.base_url);
    }
}

on_both! {
    with |flags| flags.engine = None;
    async fn a_server_without_a_list_of_models_has_one_named(app: TestApp) {
        let (browser, server) = (administrator(&app).await, server().await);
        let listed = browser.submit("/engine", &[("address", server.base_url.as_str()), ("action", "try")]).await;
        assert!(listed.text().contains("no list of its models"), "{}", listed.text());
        // Anthropic's list takes another key header, so the suggested models are offered and nothing is asked.
        let fields = [("provider", "anthropic"), ("key", SECRET), ("action", "try")];
        let suggested = browser.submit("/engine", &fields).await;
        assert_eq!(suggested.status, StatusCode::OK);
        assert!(suggested.text().contains("<datalist id=\"models\"><option>claude-"), "{}", suggested.text());
    }
}

on_both! {
    with |flags| flags.engine = None;
    async fn other_accounts_see_what_answers_and_cannot_change_it(app: TestApp) {
        let server = server().await;
        let account = app.new_account(1).await;
        let browser = app.browser_of(account).await;
        let page = browser.get("/engine").await.text();
        assert!(page.contains("canvass account admin") && !page.contains("name=\"key\""), "{page}");
        for path in ["/engine", "/engine/back", "/engine/measure"] {
            let fields = [("address", server.base_url.as_str()), ("model", "big"), ("action", "use")];
            assert_eq!(browser.submit(path, &fields).await.status, StatusCode::NOT_FOUND, "{path}");
        }
        assert!(server.seen().is_empty() && app.app.store.engine_choice().await.unwrap().is_none());
        let caller = app.caller_of(account, None).await;
        assert!(caller.get("/engine").await.status.is_redirection(), "an API key does not open the page");
    }
}

on_both! {
    with |flags| flags.engine = None;
    async fn every_failure_of_a_trial_has_its_sentence(app: TestApp) {
        let browser = administrator(&app).await;
        let error = |status, code: &str| Reaction::Status(status, json!({ "error": { "code": code, "message": "no model" } }));
        let cases: [(React, &str); 6] = [
            (Box::new(move || error(401, "invalid_api_key")), "does not accept the key"),
            (Box::new(move || error(404, "model_not_found")), "has no model “big”"),
            (Box::new(move || error(429, "insufficient_quota")), "no quota or credit"),
            (Box::new(|| Reaction::Redirect("http://elsewhere.example/".to_owned())), "does not offer chat completions"),
            (Box::new(|| Reaction::Page(200)), "A web page came back"),
            (Box::new(|| said("I would rather not say.")), "answers in plain text"),
        ];
        for (react, sentence) in cases {
            let server = ChatServer::start(move |_, _| react()).await;
            let fields = [("address", server.base_url.as_str()), ("model", "big"), ("action", "use")];
            let answer = browser.submit("/engine", &fields).await;
            assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{sentence}");
            assert!(answer.text().contains(sentence), "{sentence}: {}", answer.text());
        }
        assert_eq!(app.app.store.engine_choice().await.unwrap(), None);
        let away = browser.submit("/engine", &[("address", "http://192.0.2.1/v1"), ("model", "m"), ("action", "use")]).await;
        assert!(away.text().contains("on this machine, such as"), "only loopback and listed providers");
    }
}

on_both! {
    with |flags| flags.engine = None;
    async fn a_typed_key_is_sent_to_its_server_and_kept_in_a_file_of_mode_600(app: TestApp) {
        let (browser, server) = (administrator(&app).await, server().await);
        let fields =
            [("address", server.base_url.as_str()), ("model", "big"), ("key", SECRET), ("action", "use")];
        let answer = browser.submit("/engine", &fields).await;
        assert!(!answer.text().contains(SECRET));
        assert!(server.seen_headers().iter().all(|headers| headers["authorization"].to_str().unwrap().ends_with(SECRET)));
        let folder = app.app.config.data_dir.join("engine-keys");
        if app.app.config.database_url.file().is_none() {
            assert!(answer.text().contains("keys typed here are not saved") && !folder.exists());
            assert_eq!(app.app.store.engine_choice().await.unwrap(), None);
        } else {
            let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
            assert_eq!((files.len(), std::fs::metadata(&files[0]).unwrap().mode() & 0o777), (1, 0o600));
            let chosen = app.app.store.engine_choice().await.unwrap();
            assert!(!format!("{chosen:?}").contains(SECRET));
            assert_eq!(in_use(&app.app.config, chosen).missing_key, None);
            assert!(!browser.get("/engine").await.text().contains(SECRET));
            std::fs::remove_file(&files[0]).unwrap();
            let page = browser.get("/engine").await.text();
            assert!(page.contains("can’t be read"), "a key that is gone is said to be: {page}");
        }
    }
}

on_both! {
    async fn an_engine_that_a_setting_decides_cannot_be_chosen(app: TestApp) {
        let (browser, server) = (administrator(&app).await, server().await);
        let page = browser.get("/engine").await.text();
        assert!(page.contains("set by --engine") && !page.contains("name=\"key\""), "{page}");
        let fields = [("address", server.base_url.as_str()), ("model", "big"), ("action", "use")];
        assert!(browser.submit("/engine", &fields).await.text().contains("set by --engine"));
        assert_eq!(app.app.store.engine_choice().await.unwrap(), None);
    }
}

on_both! {
    with |flags| flags.engine = None;
    async fn an_administrator_asks_for_a_measurement_of_the_chosen_engine(app: TestApp) {
        let browser = administrator(&app).await;
        app.app.store.choose_engine(&choice("http://127.0.0.1:9/v1", "big"), 5).await.unwrap();
        let page = browser.get("/engine").await.text();
        assert!(page.contains("Asks 40 survey questions") && page.contains("costs nothing but time"), "{page}");
        browser.submit("/engine/measure", &[]).await;
        let chosen = app.app.store.engine_choice().await.unwrap().unwrap();
        assert_eq!(chosen.measurement_asked_at, Some(app.app.clock.now()));
        assert!(!app.app.store.ask_for_measurement(chosen.number + 1, 7).await.unwrap(), "another one was chosen");
    }
}

/// An engine under another model's name.
pub struct Renamed<E>(pub &'static str, pub E);

#[async_trait]
impl<E: Engine> Engine for Renamed<E> {
    fn card(&self) -> EngineCard {
        EngineCard { model: Some(self.0.to_owned()), ..self.1.card() }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.1.document(ask).await
    }
}

on_both! {
    with |flags| flags.concurrency = Some(1);
    async fn a_report_resumed_under_another_engine_begins_anew_and_is_charged_once(app: TestApp) {
        app.freeze_lease_clock().await;
        let caller = app.caller(500).await;
        let id = caller.created(&brief()).await;
        let asked = Asked::default();
        // The sixth document of the first engine breaks its run.
        let breaks = |_: &str, number| if number == 6 { Fault::Panics } else { Fault::Answers };
        app.set_engine(Renamed("first", FaultInjecting::new(&asked, breaks)));
        assert_eq!(app.run_jobs().await, 1);
        assert!(asked.of("forecast_whole") == 4 && caller.report(&id).await["status"] != "completed");
        app.advance_lease_clock(Duration::from_secs(60)).await;
        asked.clear();
        app.set_engine(Renamed("second", FaultInjecting::new(&asked, |_, _| Fault::Answers)));
        app.run_jobs().await;
        let report = caller.report(&id).await;
        assert_eq!(report["status"], "completed");
        assert_eq!(report["result"]["method"]["model"], "second", "{}", report["result"]["method"]);
        assert_eq!(asked.of("forecast_whole"), 4, "all readings are the second engine's own");
        app.assert_ledger_adds_up().await;
        assert_eq!(caller.credits_left().await, 500 - report["result"]["credits_used"].as_i64().unwrap());
    }
}
