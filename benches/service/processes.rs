//! The servers under load, each its own process: the release build of the service with default logging, and a bare
//! axum server that only sends bytes.

use std::io::{BufRead, BufReader, Read};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::routing::get;
use bytes::Bytes;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};

use crate::load::Shot;

const BARE_ARGUMENT: &str = "bare-server";
const BARE_BYTES_MAX: usize = 16 * 1024 * 1024;
const CREDITS: &str = "1000000000";
const START_TRIES_MAX: u32 = 500;

/// A server process that is killed on drop.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Returns the resident memory of the process, as Linux reports it.
    pub fn resident_bytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("the process runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line on memory");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The account that the first start creates, and its credentials.
#[derive(serde::Deserialize)]
pub struct Owner {
    #[serde(rename = "api_key")]
    pub key: String,
    pub sign_in_link: String,
}

/// The data of a service. The folder is removed on drop, a PostgreSQL database by `remove`.
pub struct Home {
    folder: tempfile::TempDir,
    pub url: String,
    postgres: Option<(String, String)>,
}

impl Home {
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite://{}", folder.path().join("canvass.db").display());
        Self { folder, url, postgres: None }
    }

    /// Creates a new database on this server.
    pub async fn postgres(server: &str) -> Self {
        static DATABASES: AtomicU32 = AtomicU32::new(0);
        let name = format!("canvass_bench_{}_{}", std::process::id(), DATABASES.fetch_add(1, Ordering::Relaxed));
        run_sql(server, format!("CREATE DATABASE {name}")).await;
        let mut url = url::Url::parse(server).expect("TEST_POSTGRES_URL is a URL");
        url.set_path(&name);
        let folder = tempfile::tempdir().expect("a temporary folder");
        Self { folder, url: url.into(), postgres: Some((server.to_owned(), name)) }
    }

    pub async fn remove(self) {
        if let Some((server, name)) = &self.postgres {
            run_sql(server, format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }

    /// Starts the service. The first start also returns the owner, who has ample credits.
    pub async fn serve(&self, engine_latency: Duration, owner: Option<Owner>) -> (Server, Owner) {
        let address = own_address();
        let mut child = self
            .command()
            .args(["serve", "--json"])
            .env("CANVASS_LISTEN", address.to_string())
            .env("CANVASS_ENGINE", "scripted")
            .env("CANVASS_RATE_LIMIT_PER_SECOND", "0")
            .env("CANVASS_UNFINISHED_REPORTS_MAX", CREDITS)
            .env("CANVASS_SCRIPTED_LATENCY_MS", engine_latency.as_millis().to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the service starts");
        let out = child.stdout.take().expect("its standard output is piped");
        let server = Server { child, address };
        wait_until_ready(address).await;
        let owner = owner.unwrap_or_else(|| {
            let granted = self.command().args(["credits", "grant", "owner@localhost", CREDITS]).output();
            assert!(granted.expect("credits can be granted").status.success());
            read_owner(out)
        });
        (server, owner)
    }

    fn command(&self) -> Command {
        let other = std::env::var_os("CANVASS_BENCH_BINARY").map(PathBuf::from);
        let mut command = Command::new(other.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_canvass"))));
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CANVASS_")) {
            command.env_remove(name);
        }
        command.current_dir(self.folder.path());
        command.env("CANVASS_DATA_DIR", self.folder.path()).env("CANVASS_DATABASE_URL", &self.url);
        command
    }
}

/// Reads the owner from what the first start prints.
fn read_owner(mut out: impl Read) -> Owner {
    let mut text = String::new();
    let mut byte = [0; 1];
    // The service prints this document alone but keeps running, so there is no end to read to.
    while serde_json::from_str::<Owner>(&text).is_err() {
        out.read_exact(&mut byte).expect("the first start prints a document");
        text.push(char::from(byte[0]));
    }
    serde_json::from_str(&text).expect("just checked")
}

async fn wait_until_ready(address: SocketAddr) {
    let ready = Shot::new(address, "GET", "/readyz", &[], "");
    for _ in 0..START_TRIES_MAX {
        if ready.once().await.is_ok_and(|answer| answer.status == 200) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the service is not ready");
}

/// Returns an address in 127/8 that is derived from this process's
/// id. It is free, since clients connect from 127.0.0.1.
fn own_address() -> SocketAddr {
    static NEXT_PORT: AtomicU16 = AtomicU16::new(20_000);
    let [_, a, b, c] = std::process::id().to_be_bytes();
    SocketAddr::from(([127, 64 | (a & 63), b, c], NEXT_PORT.fetch_add(1, Ordering::Relaxed)))
}

async fn run_sql(url: &str, sql: String) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.expect("PostgreSQL answers");
    connection.execute(AssertSqlSafe(sql)).await.expect("PostgreSQL does as it is told");
}

/// Starts this program again, as the bare server.
pub fn start_bare() -> Server {
    let program = std::env::current_exe().expect("this program has a path");
    let mut child =
        Command::new(program).arg(BARE_ARGUMENT).stdout(Stdio::piped()).spawn().expect("the bare server starts");
    let mut line = String::new();
    let out = child.stdout.take().expect("its standard output is piped");
    BufReader::new(out).read_line(&mut line).expect("it prints its address");
    let address = line.trim().parse().expect("an address");
    Server { child, address }
}

/// Serves the bare routes for ever if this process was started to do so.
pub async fn be_bare_if_asked() {
    if std::env::args().nth(1).as_deref() != Some(BARE_ARGUMENT) {
        return;
    }
    let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a free port");
    println!("{}", listener.local_addr().expect("an address"));
    let all = Bytes::from(vec![b' '; BARE_BYTES_MAX]);
    let read = all.clone();
    let route = get(move |Path(bytes): Path<usize>| async move { ([JSON], read.slice(..bytes)) }).post(
        move |Path(bytes): Path<usize>, _body: Bytes| async move { (StatusCode::ACCEPTED, [JSON], all.slice(..bytes)) },
    );
    axum::serve(listener, Router::new().route("/{bytes}", route)).await.expect("the bare server serves");
}

const JSON: (header::HeaderName, &str) = (header::CONTENT_TYPE, "application/json");
