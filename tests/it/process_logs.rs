//! No client text in the log: a marker word is sent through every input and must not appear at the default log level.

use axum::http::{Method, StatusCode};
use reqwest::Response;
use serde_json::json;
use store::body::pack;

use crate::process::{Client, Site, http};
use testing::support::{Backend, brief_with};

const MARK: &str = "zanzibarquince";

fn marked_brief() -> serde_json::Value {
    brief_with(&json!({
        "question": format!("Which {MARK} is best?"),
        "options": [format!("{MARK} one"), format!("{MARK} two")],
        "audience_description": format!("People in Spain who like {MARK}"),
    }))
}

/// Sends requests that the API refuses.
async fn send_what_the_api_refuses(client: &Client) {
    let url = format!("{}/api/v1/reports", client.base);
    let post = || client.http.post(&url).bearer_auth(&client.key).header("content-type", "application/json");
    for body in [
        format!("{{\"question\": \"{MARK}"),
        format!("{{\"question\": 5, \"options\": \"{MARK}\"}}"),
        format!("{{\"{MARK}\": 1}}"),
        format!("{{\"question\": \"{MARK}\", \"options\": [\"{MARK}\", \"{MARK}\"]}}"),
        format!("\"{MARK}\""),
    ] {
        assert_eq!(post().body(body).send().await.unwrap().status(), 400);
    }
    let bytes = [MARK.as_bytes(), &[0xff]].concat();
    assert_eq!(post().body(bytes).send().await.unwrap().status(), 400);
    let odd = client.http.post(&url).bearer_auth(&client.key).header("content-type", format!("text/{MARK}"));
    assert_eq!(odd.body(MARK).send().await.unwrap().status(), 400);
    for (changes, status) in [(json!({}), 202), (json!({ "sample_size": 60 }), 409)] {
        let mut body = marked_brief();
        body.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        assert_eq!(client.post(&body).header("idempotency-key", MARK).send().await.unwrap().status(), status);
    }
    let stranger = http().get(format!("{}/api/v1/credits", client.base)).bearer_auth(MARK);
    assert_eq!(stranger.send().await.unwrap().status(), 401);
}

/// Sends unknown paths, methods and headers.
async fn send_what_is_made_up(base: &str) {
    let method = Method::from_bytes(MARK.to_uppercase().as_bytes()).unwrap();
    for path in ["/", "/api/v1/credits", "/nowhere"] {
        let url = format!("{base}{path}/{MARK}?{MARK}={MARK}");
        let mut asked = http().request(method.clone(), url);
        for name in ["accept-language", "user-agent", "referer", "x-forwarded-for", "if-none-match", "accept-encoding"]
        {
            asked = asked.header(name, MARK);
        }
        let answer =
            asked.header("x-request-id", format!("{MARK} is best")).header("cookie", cookie(MARK)).send().await;
        assert_ne!(answer.unwrap().status(), 200, "{path}");
    }
}

fn cookie(token: &str) -> String {
    format!("canvass_session={token}; canvass_language={token}")
}

async fn submit(base: &str, cookie: &str, path: &str, fields: &[(&str, &str)]) -> Response {
    let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
    let form = http().post(format!("{base}{path}")).header("content-type", "application/x-www-form-urlencoded");
    form.header("cookie", cookie).body(body).send().await.unwrap()
}

/// Submits every form of the workspace with errors.
async fn fill_forms_in_wrongly(base: &str) {
    let email = format!("{MARK}@example.com");
    for (path, password, status) in [
        ("/sign-up", "short", 422),
        ("/sign-up", "a good long password", 303),
        ("/sign-in", "zanzibarquince wrong", 403),
        ("/sign-in", "a good long password", 303),
    ] {
        let fields = [("email", email.as_str()), ("password", password)];
        assert_eq!(submit(base, "", path, &fields).await.status(), status, "{path} {password}");
    }
    let signed_in = submit(base, "", "/sign-in", &[("email", &email), ("password", "a good long password")]).await;
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    let long = MARK.repeat(300);
    let draft = [("question", MARK), ("audience_description", MARK), ("sample_size", MARK), ("language", MARK)];
    let report = [&draft[..], &[("options", MARK), ("form_key", MARK)]].concat();
    for (path, fields, status) in [
        ("/reports/new", report.as_slice(), 422),
        ("/reports/new", &[(MARK, MARK)], 400),
        ("/reports/audience", &draft, 200),
        ("/keys", &[("name", long.as_str()), ("expires", "")], 422),
        ("/keys", &[("name", MARK), ("expires", MARK)], 400),
        ("/account", &[("current", MARK), ("new", MARK)], 422),
        ("/account/country", &[("country", MARK)], 400),
        ("/account/learning", &[("learn", MARK)], 400),
        ("/language", &[("language", MARK)], 400),
    ] {
        assert_eq!(submit(base, &cookie, path, fields).await.status().as_u16(), status, "{path}");
    }
    let found = http().get(format!("{base}/reports?q={MARK}")).header("cookie", &cookie).send().await.unwrap();
    assert_eq!(found.status(), 200);
}

/// Corrupts stored data so that it contains the marker.
async fn damage(site: &Site, id: &str) {
    let body = pack(format!("{{\"result\": \"{MARK}\"}}").as_bytes()).unwrap();
    let hex: String = body.gzip.iter().map(|byte| format!("{byte:02x}")).collect();
    site.database.run(&format!("UPDATE results SET body = X'{hex}' WHERE report_id = '{id}'")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_words_of_a_client_are_logged() {
    let mut site = Site::create(Backend::Sqlite).await.with("SIGN_IN_TRIES_PER_MINUTE", "0");
    let client = site.client("logged@example.com", 1000);
    let server = site.serve().await;
    let completed = client.created(&marked_brief()).await;
    let report = client.ended(&completed).await;
    assert_eq!(report["status"], "completed");
    send_what_the_api_refuses(&client).await;
    send_what_is_made_up(&client.base).await;
    fill_forms_in_wrongly(&client.base).await;
    damage(&site, &completed).await;
    let page = http().get(report["result"]["report_url"].as_str().unwrap()).send().await.unwrap();
    assert_eq!(page.status(), StatusCode::INTERNAL_SERVER_ERROR);
    let (first, _) = server.stop("-TERM").await;

    site.set("SCRIPTED_FAIL_RATE", "1");
    let server = site.serve().await;
    let failed = client.ended(&client.created(&marked_brief()).await).await;
    assert_eq!(failed["status"], "failed");
    let (second, _) = server.stop("-TERM").await;

    let log = format!("{}\n{}", first.stderr, second.stderr).to_lowercase();
    for happened in
        ["report completed", "report failed", "page failed", "stored json can't be read", "\"method\":\"other\""]
    {
        assert!(log.contains(happened), "{happened}: {log}");
    }
    let told: Vec<&str> = log.lines().filter(|line| line.contains(MARK)).collect();
    assert!(told.is_empty(), "{told:#?}");
    site.end().await;
}
