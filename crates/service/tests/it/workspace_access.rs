//! Every route with every kind of caller: an account can't see, cancel or guess anything of another's.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};

use testing::on_both;
use testing::support::{Answer, Caller, TestApp, brief_with};

/// A word that occurs only in the owner's account.
const SECRET: &str = "heliotrope";

/// Who may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    /// Same response for everyone.
    Public,
    /// Requires a session; others are redirected to the sign-in page.
    Member,
    /// Requires the owner's session; for others it does not exist.
    Owner,
    /// Requires an administrator's session; for others it does not exist.
    Administrator,
    /// Requires an API key.
    Key,
    /// Requires an API key of the owner.
    OwnerKey,
}

/// Each route with its method and access; `{report}` and `{key}` are the owner's.
const ROUTES: [(&str, &str, Access); 68] = [
    ("GET", "/", Access::Public),
    ("GET", "/sample", Access::Public),
    ("GET", "/sample/default", Access::Public),
    ("GET", "/sample/respondents", Access::Public),
    ("GET", "/sample/respondents.csv", Access::Public),
    ("GET", "/sample/report.json", Access::Public),
    ("GET", "/sign-up", Access::Public),
    ("POST", "/sign-up", Access::Public),
    ("GET", "/sign-in", Access::Public),
    ("POST", "/sign-in", Access::Public),
    ("GET", "/sign-in/guess", Access::Public),
    ("POST", "/sign-in/guess", Access::Public),
    ("GET", "/welcome", Access::Public),
    ("POST", "/language", Access::Public),
    ("GET", "/reference", Access::Public),
    ("GET", "/healthz", Access::Public),
    ("GET", "/readyz", Access::Public),
    ("GET", "/api/v1/openapi.json", Access::Public),
    ("GET", "/r/0000000000000000000000", Access::Public),
    ("GET", "/sign-out", Access::Member),
    ("GET", "/account", Access::Member),
    ("POST", "/account", Access::Member),
    ("POST", "/account/country", Access::Member),
    ("POST", "/account/learning", Access::Member),
    ("GET", "/reports", Access::Member),
    ("GET", "/reports/new", Access::Member),
    ("GET", "/reports/compare", Access::Member),
    ("GET", "/reports/compare.csv", Access::Member),
    ("POST", "/reports/new", Access::Member),
    ("POST", "/reports/audience", Access::Member),
    ("GET", "/audiences", Access::Member),
    ("POST", "/audiences", Access::Member),
    ("GET", "/keys", Access::Member),
    ("POST", "/keys", Access::Member),
    ("GET", "/credits", Access::Member),
    ("GET", "/reports/{report}", Access::Owner),
    ("GET", "/reports/{report}/page", Access::Owner),
    ("GET", "/reports/{report}/page/respondents", Access::Owner),
    ("GET", "/reports/{report}/page/respondents.csv", Access::Owner),
    ("GET", "/reports/{report}/page/report.json", Access::Owner),
    ("GET", "/reports/{report}/page/report.md", Access::Owner),
    ("GET", "/reports/{report}/page/options.png", Access::Owner),
    ("GET", "/reports/{report}/progress", Access::Owner),
    ("GET", "/reports/{report}/events", Access::Owner),
    ("POST", "/reports/{report}/cancel", Access::Owner),
    ("POST", "/reports/{report}/publication", Access::Owner),
    ("GET", "/reports/{report}/people", Access::Owner),
    ("POST", "/reports/{report}/people", Access::Owner),
    ("GET", "/engine", Access::Member),
    ("POST", "/engine", Access::Administrator),
    ("POST", "/engine/back", Access::Administrator),
    ("POST", "/engine/measure", Access::Administrator),
    ("GET", "/s/0000000000000000000000", Access::Public),
    ("GET", "/api/v1/credits", Access::Key),
    ("POST", "/api/v1/estimates", Access::Key),
    ("GET", "/api/v1/comparisons", Access::Key),
    ("GET", "/api/v1/reports/{report}", Access::OwnerKey),
    ("GET", "/api/v1/reports/{report}/survey", Access::OwnerKey),
    ("GET", "/api/v1/reports/{report}/people", Access::OwnerKey),
    ("GET", "/api/v1/audiences", Access::Key),
    ("GET", "/api/v1/audiences/{audience}", Access::OwnerKey),
    ("POST", "/reports/{report}/again", Access::Owner),
    ("GET", "/studies/{report}", Access::Owner),
    ("GET", "/api/v1/studies/{report}", Access::OwnerKey),
    ("POST", "/reports/{report}/archive", Access::Owner),
    // Last, since they delete the audience and the report, and revoke the key used here.
    ("POST", "/audiences/{audience}/delete", Access::Owner),
    ("POST", "/reports/{report}/delete", Access::Owner),
    ("POST", "/keys/{key}/revoke", Access::Owner),
];

/// Other URLs that refer to the owner's data.
const GUESSES: [&str; 6] = [
    "/reports/new?from={report}",
    "/reports/compare?report={report}&report={report}",
    "/reports/new?audience_id={audience}",
    "/reports?before={report}",
    "/reports?q=heliotrope",
    "/credits?before={entry}",
];

struct Scene {
    report: String,
    audience: String,
    key: String,
    entry: String,
}

impl Scene {
    fn path(&self, pattern: &str) -> String {
        let pattern = pattern.replace("{report}", &self.report).replace("{audience}", &self.audience);
        pattern.replace("{key}", &self.key).replace("{entry}", &self.entry)
    }
}

async fn ask(caller: &Caller, method: &str, path: &str) -> Answer {
    match method {
        "GET" => caller.get(path).await,
        _ => {
            let form = [("content-type", "application/x-www-form-urlencoded"), ("origin", "https://canvass.example")];
            caller.send(Method::POST, path, &form, "change=unpublish").await
        }
    }
}

#[track_caller]
fn assert_led_to_sign_in(answer: &Answer, what: &str) {
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{what}: {}", answer.text());
    assert!(answer.header("location").unwrap().starts_with("/sign-in"), "{what}");
}

async fn assert_refused(app: &TestApp, scene: &Scene, name: &str, caller: &Caller) {
    let (has_session, has_key) = (name == "another's session", name == "another's key");
    for (method, pattern, access) in ROUTES {
        let path = scene.path(pattern);
        let answer = ask(caller, method, &path).await;
        let what = format!("{method} {pattern} as {name}");
        assert!(!answer.text().contains(SECRET), "{what}: {}", answer.text());
        match access {
            Access::Public => {}
            Access::Member | Access::Owner | Access::Administrator if !has_session => {
                assert_led_to_sign_in(&answer, &what);
            }
            Access::Owner | Access::Administrator => {
                assert_eq!(answer.status, StatusCode::NOT_FOUND, "{what}: {}", answer.text());
            }
            Access::Key | Access::OwnerKey if !has_key => assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{what}"),
            Access::OwnerKey => assert_eq!(answer.status, StatusCode::NOT_FOUND, "{what}"),
            Access::Member | Access::Key => assert!(answer.status.as_u16() < 500, "{what}"),
        }
    }
    for guess in GUESSES {
        let answer = caller.get(&scene.path(guess)).await;
        assert!(
            !answer.text().replace("q=heliotrope", "").replace("value=\"heliotrope\"", "").contains(SECRET),
            "{guess} as {name}"
        );
    }
    assert_eq!(app.database.integer("SELECT COUNT(*) FROM reports WHERE finished_at IS NOT NULL").await, 0, "{name}");
    let revoked = "SELECT COUNT(*) FROM api_keys WHERE revoked_at IS NOT NULL";
    assert_eq!(app.database.integer(revoked).await, 0, "{name}");
}

on_both! {
    async fn nobody_reaches_what_belongs_to_another_account(app: TestApp) {
        let (owner, other) = (app.caller(100).await, app.caller(100).await);
        let report = owner.created(&brief_with(&serde_json::json!({ "question": SECRET }))).await;
        let entry = app.app.store.ledger(owner.account.unwrap(), None, 1).await.unwrap().items[0].id.to_string();
        let kept = serde_json::json!({ "name": SECRET, "audience_description": SECRET });
        let kept = owner.post_json("/api/v1/audiences", &kept).await.json();
        let audience = kept["audience_id"].as_str().unwrap().to_owned();
        let scene = Scene { report, audience, key: owner.key_id.unwrap().to_string(), entry };
        let made_up = app.stranger(None).with_cookie("canvass_session=made-up");
        for (name, caller) in [
            ("nobody", app.stranger(None)),
            ("a made-up session", made_up),
            ("another's session", app.browser_of(other.account.unwrap()).await),
            ("a made-up key", app.stranger(Some("Bearer cvs_madeup"))),
            ("another's key", other.clone()),
        ] {
            assert_refused(&app, &scene, name, &caller).await;
        }
        let browser = app.browser_of(owner.account.unwrap()).await;
        for (method, pattern, access) in ROUTES {
            let caller = if matches!(access, Access::Key | Access::OwnerKey) { &owner } else { &browser };
            // The event stream stays open until the report ends, and the other routes need a result.
            let of_a_result = ["/publication", "/page", "/people", "/survey", "/again"];
            let needs_result = of_a_result.iter().any(|part| pattern.contains(part));
            if pattern == "/reports/{report}/events" || needs_result {
                continue;
            }
            let answer = ask(caller, method, &scene.path(pattern)).await;
            let what = format!("{method} {pattern} as its owner: {}", answer.status);
            if matches!(access, Access::Owner | Access::OwnerKey) {
                assert!(answer.status.is_success() || answer.status == StatusCode::SEE_OTHER, "{what}");
            }
        }
        let cancelled = "SELECT COUNT(*) FROM reports WHERE status = 'failed'";
        assert_eq!(app.database.integer(cancelled).await, 1, "its owner could cancel it");
    }
}

#[test]
fn the_walk_knows_every_route_of_the_workspace() {
    let listing = include_str!("../../src/web.rs");
    let is_own = |line: &&str| line.trim_start().starts_with(".route(\"");
    let listed: BTreeSet<String> = listing
        .lines()
        .filter(is_own)
        .map(|line| {
            line.split('"').nth(1).unwrap().replace("{id}", "*").replace("{token}", "*").replace("{picture}", "*")
        })
        .collect();
    let walked: BTreeSet<String> = ROUTES
        .iter()
        .map(|(_, path, _)| {
            path.replace("{report}", "*")
                .replace("{audience}", "*")
                .replace("{key}", "*")
                .replace("/guess", "/*")
                .replace("options.png", "*")
        })
        .collect();
    assert!(listed.is_subset(&walked), "{:?}", listed.difference(&walked).collect::<Vec<_>>());
    assert!(listed.len() > 15, "{listed:?}");
}
