//! Test support: a complete service in process with its own database, a client per kind of caller, and a queue that
//! is drained only on request. Every service ends with a check that its ledger balances.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use engine::{Engine, Scripted};
use http_body_util::BodyExt;
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::ids::{AccountId, KeyId, LedgerId};
use primitives::secret::{PlainKey, PlainToken};
use serde_json::{Value, json};
use service::app::App;
use service::config::{Config, EngineMeasure, Registration, SettingFlags};
use service::engines::build_engine;
use service::serve::{EngineSlot, build_worker, open_store, router};
use service::worker::Worker;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use store::{Claim, ClaimedReport, NewAccount, NewKey, NewSession};
use tower::ServiceExt;

/// 2026-01-01, the time at which a test's clock starts.
pub const START_MS: i64 = 1_767_225_600_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    Sqlite,
    Postgres,
}

/// Declares one test for each database. `with |flags| …;` before it changes settings.
#[macro_export]
macro_rules! on_both {
    ($(#[$attribute:meta])* async fn $name:ident($app:ident: TestApp) $body:block) => {
        $crate::on_both! { with |_flags| {}; $(#[$attribute])* async fn $name($app: TestApp) $body }
    };
    (with |$flags:ident| $change:expr;
     $(#[$attribute:meta])* async fn $name:ident($app:ident: TestApp) $body:block) => {
        $(#[$attribute])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            fn change($flags: &mut service::config::SettingFlags) {
                $change;
            }

            #[allow(unused_mut)]
            async fn fact(mut $app: $crate::support::TestApp) -> $crate::support::TestApp {
                $body
                $app
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn on_sqlite() {
                $crate::support::check($crate::support::Backend::Sqlite, change, fact).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn on_postgres() {
                $crate::support::check($crate::support::Backend::Postgres, change, fact).await;
            }
        }
    };
}

/// Opens the configured engine; tests in one process have no embedded model, so the default is the scripted engine.
pub fn scripted_engine(config: &Config) -> Arc<dyn Engine> {
    if config.engine_set_by.is_none() {
        return Arc::new(Scripted::new(0, 0.0));
    }
    build_engine(&config.engines, |_| anyhow::bail!("there is no embedded model here")).unwrap()
}

/// Maximum wait before a test fails; far more than needed, since the machine may be busy.
pub const SOON: Duration = Duration::from_secs(120);
/// Short enough to lose no time, long enough to leave the CPU to the observed process.
const POLL_INTERVAL: Duration = Duration::from_millis(40);

/// Polls until there is a value.
pub async fn until<T, F: Future<Output = Option<T>>>(what: &str, limit: Duration, mut look: impl FnMut() -> F) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look().await {
            return found;
        }
        assert!(begun.elapsed() < limit, "{what}: not within {limit:?}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// Runs a test on a fresh service, then checks that the ledger balances.
pub async fn check<F: Future<Output = TestApp>>(
    backend: Backend,
    change: impl FnOnce(&mut SettingFlags),
    fact: impl FnOnce(TestApp) -> F,
) {
    let app = fact(TestApp::start_with(backend, change).await).await;
    app.assert_ledger_adds_up().await;
    app.stop().await;
}

/// A database that is deleted with the test.
pub struct TestDatabase {
    pub url: String,
    folder: tempfile::TempDir,
    postgres: Option<(String, String)>,
}

impl TestDatabase {
    pub async fn create(backend: Backend) -> Self {
        sqlx::any::install_default_drivers();
        let folder = tempfile::tempdir().unwrap();
        match backend {
            Backend::Sqlite => {
                let url = format!("sqlite://{}", folder.path().join("canvass.db").display());
                Self { url, folder, postgres: None }
            }
            Backend::Postgres => {
                let server = std::env::var("TEST_POSTGRES_URL")
                    .expect("TEST_POSTGRES_URL names a PostgreSQL server; `make test` starts one and sets it");
                let name = format!("canvass_{:032x}", Chance::from_system().unwrap().u128());
                run_sql(&server, &format!("CREATE DATABASE {name}")).await;
                let mut url = url::Url::parse(&server).unwrap();
                url.set_path(&name);
                Self { url: url.to_string(), folder, postgres: Some((server, name)) }
            }
        }
    }

    pub fn folder(&self) -> &std::path::Path {
        self.folder.path()
    }

    pub async fn run(&self, sql: &str) {
        run_sql(&self.url, sql).await;
    }

    /// Returns the first column of the first row, as an integer.
    pub async fn integer(&self, sql: &str) -> i64 {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(&mut connection).await.unwrap()
    }

    /// Runs SQL that the database must refuse, and returns the error message.
    pub async fn refusal(&self, sql: &str) -> String {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let refused = connection.execute(AssertSqlSafe(sql.to_owned())).await;
        refused.err().unwrap_or_else(|| panic!("the database accepted: {sql}")).to_string()
    }

    pub async fn drop(self) {
        if let Some((server, name)) = &self.postgres {
            run_sql(server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }
}

async fn run_sql(url: &str, sql: &str) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    connection.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
    connection.close().await.unwrap();
}

/// Seeds ids, keys and reports of a [`TestApp`], so that a test sees the same draws in every run. Each test has a database of
/// its own, so equal ids do not collide; PostgreSQL has the next seed.
const CHANCE_SEED: u64 = 20_261_119;

/// A complete service in process. No worker runs in the background: `run_jobs` drains the queue.
pub struct TestApp {
    pub app: App,
    pub build_worker: Worker,
    pub database: TestDatabase,
    router: Router,
}

impl TestApp {
    /// Starts with changed settings. Rate limiting is off unless the test turns it on.
    pub async fn start_with(backend: Backend, change: impl FnOnce(&mut SettingFlags)) -> Self {
        let database = TestDatabase::create(backend).await;
        let mut flags = SettingFlags {
            database_url: Some(database.url.clone()),
            data_dir: Some(database.folder().to_owned()),
            public_url: Some("https://canvass.example".to_owned()),
            engine: Some("scripted".to_owned()),
            // Not needed by most tests; it costs time and fills the log.
            engine_measure: Some(EngineMeasure::Off),
            rate_limit_per_second: Some(0),
            sign_in_tries_per_minute: Some(0),
            registration: Some(Registration::Open),
            sign_up_credits: Some(100),
            ..SettingFlags::default()
        };
        change(&mut flags);
        let config = Arc::new(Config::load(&flags).unwrap());
        let engine = scripted_engine(&config);
        Self::assemble(config, database, engine).await
    }

    async fn assemble(config: Arc<Config>, database: TestDatabase, engine: Arc<dyn Engine>) -> Self {
        let store = open_store(&config).await.unwrap();
        let app = App::new(
            config,
            store,
            Clock::manual(START_MS),
            Chance::seeded(CHANCE_SEED + u64::from(database.postgres.is_some())),
        );
        let availability = Arc::default();
        let slot = EngineSlot::ready(Arc::clone(&engine), Arc::clone(&availability));
        let router = router(&app, Some(slot), None);
        let build_worker = build_worker(&app, engine, availability);
        Self { app, build_worker, database, router }
    }

    /// Puts the service into the state in which its engine is still loading.
    pub fn set_loading(&mut self) {
        self.router = router(&self.app, Some(EngineSlot::default()), None);
    }

    /// Replaces the engine.
    pub fn set_engine(&mut self, engine: impl Engine) {
        self.build_worker.engine = Arc::new(engine);
    }

    /// Runs all waiting reports.
    pub async fn run_jobs(&self) -> usize {
        self.build_worker.work_through().await.unwrap()
    }

    pub fn advance(&self, by: Duration) {
        self.app.clock.advance(by);
    }

    /// Freezes the database's clock, which leases use; afterwards only `advance_lease_clock` moves it.
    pub async fn freeze_lease_clock(&self) {
        self.database.run("DROP VIEW clock").await;
        self.database
            .run("CREATE TABLE clock (now_ms BIGINT NOT NULL)".replace("BIGINT", self.integer_type()).as_str())
            .await;
        self.database.run(&format!("INSERT INTO clock (now_ms) VALUES ({START_MS})")).await;
    }

    pub async fn advance_lease_clock(&self, by: Duration) {
        self.database.run(&format!("UPDATE clock SET now_ms = now_ms + {}", by.as_millis())).await;
    }

    /// Sets the service's clock and the lease clock, which must be frozen, to this time after the start.
    pub async fn set_clocks(&self, since_start: Duration) {
        let at = START_MS + i64::try_from(since_start.as_millis()).unwrap();
        self.database.run(&format!("UPDATE clock SET now_ms = {at}")).await;
        let Clock::Manual(clock) = &self.app.clock else { panic!("a test's clock is moved by hand") };
        clock.store(at, std::sync::atomic::Ordering::SeqCst);
    }

    /// Advances both clocks, as if the service had run idle for this long.
    pub async fn run_on(&self, by: Duration) {
        self.advance(by);
        self.advance_lease_clock(by).await;
        let by = by.as_millis();
        self.database.run(&format!("UPDATE heartbeat SET beat_at = beat_at + {by}, ran_ms = ran_ms + {by}")).await;
    }

    fn integer_type(&self) -> &'static str {
        if self.database.url.starts_with("sqlite") { "INTEGER" } else { "BIGINT" }
    }

    /// Claims the next report as a worker would, if any waits.
    pub async fn claim(&self) -> Option<Claim> {
        let config = &self.app.config;
        self.app.store.claim("test", config.lease, config.tries_max).await.unwrap()
    }

    /// Claims the next report, which must exist.
    pub async fn claim_run(&self) -> ClaimedReport {
        match self.claim().await {
            Some(Claim::Run(report)) => *report,
            other => panic!("no report to run: {other:?}"),
        }
    }

    pub fn ledger_id(&self) -> LedgerId {
        LedgerId::new(self.app.clock.now(), &self.app.chance)
    }

    pub async fn new_account(&self, credits: i64) -> AccountId {
        let now = self.app.clock.now();
        let id = AccountId::new(now, &self.app.chance);
        let email = format!("{id}@example.com").to_lowercase();
        let new = NewAccount { id, email: &email, credits, grant: LedgerId::new(now, &self.app.chance) };
        self.app.store.add_account(new, now).await.unwrap();
        id
    }

    pub async fn new_key(&self, account: AccountId, expires_at: Option<i64>) -> (KeyId, PlainKey) {
        let now = self.app.clock.now();
        let (id, key) = (KeyId::new(now, &self.app.chance), PlainKey::generate(&self.app.chance));
        self.app.store.add_key(account, NewKey { id, name: "test", key: &key, expires_at }, now).await.unwrap();
        (id, key)
    }

    /// Returns a caller with a valid key and a new account with this many credits.
    pub async fn caller(&self, credits: i64) -> Caller {
        let account = self.new_account(credits).await;
        self.caller_of(account, None).await
    }

    /// Returns a caller with a new key of this account.
    pub async fn caller_of(&self, account: AccountId, expires_at: Option<i64>) -> Caller {
        let (key_id, key) = self.new_key(account, expires_at).await;
        let authorization = Some(format!("Bearer {}", key.reveal()));
        Caller { authorization, account: Some(account), key_id: Some(key_id), ..self.stranger(None) }
    }

    /// Returns a browser that is signed in to this account.
    pub async fn browser_of(&self, account: AccountId) -> Caller {
        let (now, token) = (self.app.clock.now(), PlainToken::generate(&self.app.chance));
        let session = NewSession { hash: token.hash(), expires_at: now + 60 * 60 * 1000 };
        self.app.store.open_session(account, session, now).await.unwrap();
        let cookie = Some(format!("canvass_session={}", token.reveal()));
        Caller { cookie, account: Some(account), ..self.stranger(None) }
    }

    /// Returns a caller with this `Authorization` header, or none.
    pub fn stranger(&self, authorization: Option<&str>) -> Caller {
        let authorization = authorization.map(str::to_owned);
        Caller { router: self.router.clone(), authorization, cookie: None, account: None, key_id: None }
    }

    pub async fn assert_ledger_adds_up(&self) {
        let proof = self.app.store.prove_ledger().await.unwrap();
        assert!(proof.holds(), "{proof:?}");
    }

    pub async fn stop(self) {
        self.app.store.close().await;
        self.database.drop().await;
    }
}

/// A client. Requests go through the complete router, in process.
#[derive(Clone)]
pub struct Caller {
    router: Router,
    authorization: Option<String>,
    cookie: Option<String>,
    pub account: Option<AccountId>,
    pub key_id: Option<KeyId>,
}

/// A response with its complete body.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

impl Caller {
    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(authorization) = &self.authorization {
            request = request.header("authorization", authorization);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.router.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    /// Returns the same caller with this cookie.
    pub fn with_cookie(&self, cookie: &str) -> Self {
        Self { cookie: Some(cookie.to_owned()), ..self.clone() }
    }

    /// Submits a form as a browser does from one of the service's pages.
    pub async fn submit(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let headers = [("content-type", "application/x-www-form-urlencoded"), ("origin", "https://canvass.example")];
        self.send(Method::POST, path, &headers, body).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, &[], Body::empty()).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::GET, path, headers, Body::empty()).await
    }

    /// Returns this caller's `Authorization` header.
    pub fn authorization(&self) -> &str {
        self.authorization.as_deref().unwrap()
    }

    pub async fn post_json(&self, path: &str, body: &Value) -> Answer {
        self.send(Method::POST, path, &[("content-type", "application/json")], body.to_string()).await
    }

    pub async fn create(&self, body: &Value) -> Answer {
        self.post_json("/api/v1/reports", body).await
    }

    pub async fn create_with_key(&self, idempotency_key: &str, body: &Value) -> Answer {
        let headers = [("content-type", "application/json"), ("idempotency-key", idempotency_key)];
        self.send(Method::POST, "/api/v1/reports", &headers, body.to_string()).await
    }

    /// Creates a report, which must be accepted, and returns its id.
    pub async fn created(&self, body: &Value) -> String {
        let answer = self.create(body).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text());
        answer.json()["request_id"].as_str().unwrap().to_owned()
    }

    /// Creates `count` reports, which must be accepted, and returns their ids.
    pub async fn created_many(&self, count: usize, body: &Value) -> Vec<String> {
        let mut ids = Vec::with_capacity(count);
        for _ in 0..count {
            ids.push(self.created(body).await);
        }
        ids
    }

    pub async fn report(&self, request_id: &str) -> Value {
        let answer = self.get(&format!("/api/v1/reports/{request_id}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
        answer.json()
    }

    pub async fn credits_left(&self) -> i64 {
        self.get("/api/v1/credits").await.json()["credits_left"].as_i64().unwrap()
    }
}

/// Returns the smallest valid request.
pub fn brief() -> Value {
    let question = "Which name fits a calm sleep app best?";
    json!({ "question": question, "options": ["Drift", "Lull", "Nod"], "sample_size": 50 })
}

/// Returns the smallest valid request with these fields set.
pub fn brief_with(changes: &Value) -> Value {
    let mut body = brief();
    for (field, value) in changes.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

pub fn brief_without(field: &str) -> Value {
    let mut body = brief();
    body.as_object_mut().unwrap().remove(field).unwrap();
    body
}
