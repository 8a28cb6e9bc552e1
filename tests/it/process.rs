//! The real binary with its own database: started, observed, stopped and killed. No process outlives its test. Each
//! site listens on a loopback address that clients never use, so ports can't collide.

use std::io::{BufRead, BufReader, Read};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe, Connection};

use testing::support::{Backend, TestDatabase};
pub use testing::support::{SOON, until};

/// Declares one test of real processes for each database.
#[macro_export]
macro_rules! processes_on_both {
    ($(#[$attribute:meta])* async fn $name:ident($backend:ident: Backend) $body:block) => {
        $(#[$attribute])*
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            async fn fact($backend: testing::support::Backend) $body

            #[tokio::test(flavor = "multi_thread")]
            async fn on_sqlite() {
                fact(testing::support::Backend::Sqlite).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn on_postgres() {
                fact(testing::support::Backend::Postgres).await;
            }
        }
    };
}

/// One database, and the settings shared by all its processes.
pub struct Site {
    pub database: TestDatabase,
    pub address: SocketAddr,
    settings: Vec<(String, String)>,
}

impl Site {
    pub async fn create(backend: Backend) -> Self {
        let database = TestDatabase::create(backend).await;
        let address = own_address();
        let site = Self { address, settings: Vec::new(), database };
        let url = site.database.url.clone();
        let folder = site.database.folder().display().to_string();
        site.with("LISTEN", &address.to_string())
            .with("DATABASE_URL", &url)
            .with("DATA_DIR", &folder)
            .with("ENGINE", "scripted")
            // Not needed by most tests; it costs time and fills the log.
            .with("ENGINE_MEASURE", "off")
            .with("RATE_LIMIT_PER_SECOND", "0")
            // Simulated people answer as fast as bots.
            .with("SURVEY_FAST_MS", "0")
            .with("LOG_FORMAT", "json")
    }

    /// Returns the site with another setting, named without its prefix.
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    pub fn set(&mut self, name: &str, value: &str) {
        let name = format!("CANVASS_{name}");
        self.settings.retain(|(known, _)| *known != name);
        self.settings.push((name, value.to_owned()));
    }

    pub fn without(mut self, name: &str) -> Self {
        self.settings.retain(|(known, _)| *known != format!("CANVASS_{name}"));
        self
    }

    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the binary as a command in the site's folder, with only the site's settings in its environment.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_canvass"));
        self.enclose(&mut command);
        command.args(arguments).envs(self.settings.iter().cloned());
        command
    }

    /// Reduces a program's environment to what it needs.
    pub fn enclose(&self, command: &mut Command) {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).env("HOME", self.database.folder()).current_dir(self.database.folder());
    }

    /// Runs a command and waits for it.
    pub fn run(&self, arguments: &[&str]) -> Outcome {
        run(&mut self.command(arguments))
    }

    /// Returns the document that a command prints with `--json`; the command must succeed.
    pub fn json(&self, arguments: &[&str]) -> Value {
        let outcome = self.run(&[arguments, &["--json"]].concat());
        assert!(outcome.status.success(), "{arguments:?}: {}", outcome.stderr);
        serde_json::from_str(&outcome.stdout).unwrap_or_else(|error| panic!("{error}: {}", outcome.stdout))
    }

    /// Starts `canvass serve` and waits until it serves.
    pub async fn serve(&self) -> Process {
        let process = Process::start(&mut self.command(&["serve"]));
        process.says("serving").await;
        process
    }

    /// Starts `canvass worker` with additional `settings` and waits until it is ready.
    pub async fn worker(&self, settings: &[(&str, &str)]) -> Process {
        let process = Process::start(self.command(&["worker"]).envs(settings.iter().copied()));
        process.says("working").await;
        process
    }

    /// Creates an account with this many credits and returns a client of it.
    pub fn client(&self, email: &str, credits: i64) -> Client {
        self.json(&["account", "add", email, "--credits", &credits.to_string()]);
        let key = self.json(&["key", "add", email, "--name", "test"]);
        self.client_with(key["api_key"].as_str().unwrap())
    }

    pub fn client_with(&self, key: &str) -> Client {
        Client { http: http(), base: self.base(), key: key.to_owned() }
    }

    /// Returns the first column of every row, as text.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let mut connection = AnyConnection::connect(&self.database.url).await.unwrap();
        let rows = sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        rows
    }

    /// Asserts with `canvass doctor` that every balance is the sum of its entries.
    pub fn assert_ledger_adds_up(&self) {
        let found = self.json(&["doctor"]);
        assert_eq!((&found["ok"], &found["ledger"]["ok"]), (&Value::Bool(true), &Value::Bool(true)), "{found}");
    }

    pub async fn end(self) {
        self.assert_ledger_adds_up();
        self.database.drop().await;
    }
}

/// Exit status and output of a command.
#[derive(Debug)]
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

pub fn run(command: &mut Command) -> Outcome {
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Outcome { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// A running process with its output so far.
pub struct Process {
    child: Child,
    stdout: Heard,
    stderr: Heard,
}

/// The lines of one stream.
struct Heard {
    lines: Arc<Mutex<Vec<String>>>,
    listener: Option<JoinHandle<()>>,
}

impl Heard {
    fn listen(stream: impl Read + Send + 'static) -> Self {
        let lines = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&lines);
        let listener = std::thread::spawn(move || {
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                heard.lock().unwrap().push(line);
            }
        });
        Self { lines, listener: Some(listener) }
    }

    fn so_far(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    /// Returns the number of lines that contain `words`.
    fn count(&self, words: &str) -> usize {
        self.lines.lock().unwrap().iter().filter(|line| line.contains(words)).count()
    }

    fn whole(&mut self) -> Vec<String> {
        if let Some(listener) = self.listener.take() {
            listener.join().unwrap();
        }
        self.so_far()
    }
}

impl Process {
    pub fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stdout = Heard::listen(child.stdout.take().unwrap());
        let stderr = Heard::listen(child.stderr.take().unwrap());
        Self { child, stdout, stderr }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until a log line contains `words`.
    pub async fn says(&self, words: &str) {
        until(&format!("{words:?} in the log"), SOON, || async { (self.heard(words) > 0).then_some(()) }).await;
    }

    /// Returns the number of log lines that contain `words`.
    pub fn heard(&self, words: &str) -> usize {
        self.stderr.count(words)
    }

    /// Returns the log so far.
    pub fn lines(&self) -> Vec<String> {
        self.stderr.so_far()
    }

    /// Returns standard output once a line of it contains `words`.
    pub async fn prints(&self, words: &str) -> Vec<String> {
        until(&format!("{words:?} on standard output"), SOON, || async {
            (self.stdout.count(words) > 0).then(|| self.stdout.so_far())
        })
        .await
    }

    /// Returns the log so far; every line must be a JSON object.
    pub fn events(&self) -> Vec<Value> {
        parse_events(&self.stderr.so_far())
    }

    /// Kills the process with SIGKILL and returns its full log.
    pub fn kill(mut self) -> Vec<Value> {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        parse_events(&self.stderr.whole())
    }

    /// Sends a signal and waits for the end; also returns how long that took.
    pub async fn stop(self, signal: &str) -> (Outcome, Duration) {
        let begun = Instant::now();
        self.signal(signal);
        (self.ended().await, begun.elapsed())
    }

    pub fn signal(&self, signal: &str) {
        assert!(Command::new("kill").args([signal, &self.id().to_string()]).status().unwrap().success());
    }

    /// Waits until the process has ended by itself.
    pub async fn ended(mut self) -> Outcome {
        let child = Mutex::new(&mut self.child);
        let status = until("the process ends", SOON, || async { child.lock().unwrap().try_wait().unwrap() }).await;
        let text = |heard: &mut Heard| heard.whole().join("\n");
        Outcome { status, stdout: text(&mut self.stdout), stderr: text(&mut self.stderr) }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill(); // It may have ended by itself.
        let _ = self.child.wait();
    }
}

/// Parses log lines. A kill may have truncated the last one.
fn parse_events(lines: &[String]) -> Vec<Value> {
    let last = lines.len().saturating_sub(1);
    let parse = |(at, line): (usize, &String)| match serde_json::from_str(line) {
        Ok(event) => Some(event),
        Err(_) if at == last => None,
        Err(error) => panic!("{error}: {line}"),
    };
    lines.iter().enumerate().filter_map(parse).collect()
}

/// Returns the events with this message.
pub fn said<'a>(events: &'a [Value], message: &'a str) -> impl Iterator<Item = &'a Value> {
    events.iter().filter(move |event| event["message"] == message)
}

/// Returns the report that an event is about.
pub fn report_of(event: &Value) -> String {
    let spans = event["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
    let span = spans.iter().find(|span| span["name"] == "report").unwrap_or_else(|| panic!("no report: {event}"));
    span["request_id"].as_str().unwrap().to_owned()
}

/// Returns an HTTP client that ignores proxies of the environment.
pub fn http() -> reqwest::Client {
    // reqwest is built with TLS and needs a crypto provider even for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).timeout(SOON).build().unwrap()
}

#[derive(Clone)]
pub struct Client {
    pub http: reqwest::Client,
    pub base: String,
    pub key: String,
}

impl Client {
    pub fn get(&self, path: &str) -> reqwest::RequestBuilder {
        self.http.get(format!("{}{path}", self.base)).bearer_auth(&self.key)
    }

    pub fn post(&self, body: &Value) -> reqwest::RequestBuilder {
        self.http.post(format!("{}/api/v1/reports", self.base)).bearer_auth(&self.key).json(body)
    }

    /// Creates a report, which must be accepted, and returns its id.
    pub async fn created(&self, body: &Value) -> String {
        let answer = self.post(body).send().await.unwrap();
        assert_eq!(answer.status(), 202);
        let accepted: Value = answer.json().await.unwrap();
        accepted["request_id"].as_str().unwrap().to_owned()
    }

    pub async fn report(&self, id: &str) -> Value {
        let answer = self.get(&format!("/api/v1/reports/{id}")).send().await.unwrap();
        assert_eq!(answer.status(), 200, "{id}");
        answer.json().await.unwrap()
    }

    /// Waits until the report has ended and returns it.
    pub async fn ended(&self, id: &str) -> Value {
        until(&format!("{id} ends"), SOON, || async {
            let report = self.report(id).await;
            ["completed", "failed"].contains(&report["status"].as_str().unwrap()).then_some(report)
        })
        .await
    }

    pub async fn credits_left(&self) -> i64 {
        let credits: Value = self.get("/api/v1/credits").send().await.unwrap().json().await.unwrap();
        credits["credits_left"].as_i64().unwrap()
    }
}

/// Returns an unused address in 127/8 derived from the process id; clients connect from 127.0.0.1.
pub fn own_address() -> SocketAddr {
    static NEXT_PORT: AtomicU16 = AtomicU16::new(20_000);
    let [_, a, b, c] = std::process::id().to_be_bytes();
    SocketAddr::from(([127, 64 | (a & 63), b, c], NEXT_PORT.fetch_add(1, Ordering::Relaxed)))
}
