//! Client commands against a server that sends terminal control sequences: text output replaces them, JSON output
//! keeps them escaped.

use axum::Router;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{get, post};
use primitives::chance::Chance;
use primitives::secret::PlainKey;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::task::AbortOnDropHandle;

use crate::process::{Outcome, Site, run};
use testing::support::Backend;

/// Sets the title, clears the screen, moves the cursor (7-bit and 8-bit forms) and reverses the text direction.
const HOSTILE: &str =
    "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[1A\rcanvass: all is well\n\u{9b}31m\u{202e}desrever\u{2066}\u{8}\u{7f}";
const FAILED: &str = "req_01K00000000000000000000001";
const RUNNING: &str = "req_01K00000000000000000000002";
const REFUSED: &str = "req_01K00000000000000000000003";

fn refusal(status: StatusCode) -> Response {
    let rows = json!([{ "row": 1, "column": HOSTILE, "message": HOSTILE }]);
    (status, Json(json!({ "error": { "code": HOSTILE, "message": HOSTILE }, "rows": rows }))).into_response()
}

async fn report(Path(id): Path<String>) -> Response {
    match id.as_str() {
        FAILED => Json(json!({ "status": "failed", "error": { "code": HOSTILE, "message": HOSTILE } })).into_response(),
        RUNNING => {
            let progress = json!({ "stage": HOSTILE, "respondents_done": 1, "respondents_total": 2 });
            Json(json!({ "status": HOSTILE, "progress": progress })).into_response()
        }
        _ => refusal(StatusCode::NOT_FOUND),
    }
}

async fn people() -> Json<Value> {
    Json(json!({
        "people": HOSTILE, "options": [{ "option": HOSTILE, "forecast": 0.5 }],
        "by_option": [{ "option": HOSTILE, "people": 1 }],
        "missing_groups": [{ "attribute": HOSTILE, "value": HOSTILE, "people": 1 }],
        "verdict": { "headline": HOSTILE, "verdict": HOSTILE }, "people_to_settle": 3,
    }))
}

/// Starts a server that puts [`HOSTILE`] into every field.
async fn hostile_server() -> (String, AbortOnDropHandle<()>) {
    let survey =
        || async { Json(json!({ "url": HOSTILE, "links": [HOSTILE], "state": HOSTILE, "complete": HOSTILE })) };
    let routes = Router::new()
        .route("/api/v1/credits", get(|| async { refusal(StatusCode::FORBIDDEN) }))
        .route("/api/v1/reports", post(|| async { refusal(StatusCode::UNPROCESSABLE_ENTITY) }))
        .route("/api/v1/reports/{id}", get(report))
        .route("/api/v1/reports/{id}/people", get(people).post(people))
        .route("/api/v1/reports/{id}/survey", post(survey).patch(survey));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let serving = tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    (address, AbortOnDropHandle::new(serving))
}

async fn asked(site: &Site, server: &str, arguments: &[&str]) -> Outcome {
    let mut command = site.command(arguments);
    let key = PlainKey::generate(&Chance::seeded(1));
    command.env("CANVASS_API_KEY", key.reveal()).env("CANVASS_SERVER", server);
    tokio::task::spawn_blocking(move || run(&mut command)).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn no_word_of_a_servers_steers_the_terminal() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, _serving) = hostile_server().await;
    let file = site.database.folder().join("people.csv");
    std::fs::write(&file, "choice\nDrift\n").unwrap();
    let file = file.to_str().unwrap();
    let commands: [&[&str]; 12] = [
        &["client", "credits"],
        &["client", "create", "Which?", "-o", "Drift", "-o", "Lull"],
        &["client", "fetch", FAILED],
        &["client", "watch", FAILED],
        &["client", "export", FAILED],
        &["client", "fetch", RUNNING],
        &["client", "export", RUNNING],
        &["client", "fetch", REFUSED],
        &["people", "list", FAILED],
        &["people", "open", FAILED],
        &["people", "close", FAILED],
        &["people", "add", FAILED, file],
    ];
    for arguments in commands {
        let Outcome { stdout, stderr, .. } = asked(&site, &server, arguments).await;
        let shown = format!("{stdout}{stderr}");
        assert!(shown.contains("owned") || shown.contains("desrever"), "{arguments:?} shows nothing: {shown}");
        let steers =
            |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!shown.contains(steers), "{arguments:?}: {shown:?}");
        assert!(!stderr.contains("\ncanvass: all is well"), "{arguments:?}: {stderr:?}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_get_a_servers_words_as_they_came() {
    let site = Site::create(Backend::Sqlite).await;
    let (server, _serving) = hostile_server().await;
    let answered = async |arguments: &[&str]| -> Value {
        let outcome = asked(&site, &server, arguments).await;
        serde_json::from_str(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {outcome:?}"))
    };
    let failed = answered(&["client", "fetch", FAILED, "--json"]).await;
    assert_eq!((&failed["error"]["message"], &failed["error"]["code"]), (&HOSTILE.into(), &HOSTILE.into()));
    assert_eq!(answered(&["client", "fetch", RUNNING, "--json"]).await["progress"]["stage"], HOSTILE);
    assert_eq!(answered(&["people", "list", FAILED, "--json"]).await["verdict"]["headline"], HOSTILE);
    assert_eq!(answered(&["people", "close", FAILED, "--json"]).await["url"], HOSTILE);
    site.end().await;
}
