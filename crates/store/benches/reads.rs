//! What coalescing identical reads saves: 64 concurrent clients poll the state of reports and check API keys, all of them
//! the same one or each of them another one, on SQLite and PostgreSQL. The variants take turns many times, so that other
//! load affects both alike: read the ratios, not the figures.
//!
//! `scripts/with-postgres cargo bench -p store --bench reads`

#![allow(clippy::disallowed_methods, clippy::unwrap_used)] // A bench reads the clock and may fail.

use std::future::Future;
use std::time::{Duration, Instant};

use futures::future::join_all;
use language::brief::{Brief, Draft};
use primitives::chance::Chance;
use primitives::ids::{AccountId, KeyId, LedgerId, ReportId};
use primitives::secret::{PlainKey, SecretHash};
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use store::{DatabaseUrl, NewAccount, NewKey, NewReport, Store, Visibility};

const NOW: i64 = 1_767_225_600_000;
const CLIENTS: usize = 64;
const CONNECTIONS: u32 = 16;
const SAMPLE_SIZE: i64 = 50;
const ROUNDS: usize = 40;
const ROUND: Duration = Duration::from_millis(150);

/// How a client reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variant {
    /// All read the same row.
    Same,
    /// Each reads a row of its own, so that no reads are joined.
    Own,
}

struct Database {
    store: Store,
    account: AccountId,
    /// One for each client.
    reports: Vec<ReportId>,
    keys: Vec<SecretHash>,
}

impl Database {
    async fn open(url: &DatabaseUrl) -> Self {
        let store = Store::open(url, CONNECTIONS).await.unwrap();
        let chance = Chance::seeded(1);
        let account = AccountId::new(NOW, &chance);
        let grant = LedgerId::new(NOW, &chance);
        let new = NewAccount { id: account, email: "a@example.com", credits: CLIENTS as i64 * SAMPLE_SIZE, grant };
        store.add_account(new, NOW).await.unwrap();
        let mut database = Self { store, account, reports: Vec::new(), keys: Vec::new() };
        for _ in 0..CLIENTS {
            database.add_key(&chance).await;
            database.add_report(&chance).await;
        }
        database
    }

    async fn add_key(&mut self, chance: &Chance) {
        let key = PlainKey::generate(chance);
        let new = NewKey { id: KeyId::new(NOW, chance), name: "bench", key: &key, expires_at: None };
        self.store.add_key(self.account, new, NOW).await.unwrap();
        self.keys.push(key.hash());
    }

    async fn add_report(&mut self, chance: &Chance) {
        let options = ["Nod", "Lull"].map(str::to_owned).to_vec();
        let question = "Which name?".to_owned();
        let draft = Draft { question, options, sample_size: Some(SAMPLE_SIZE), ..Draft::default() };
        let id = ReportId::new(NOW, chance);
        let new = NewReport {
            id,
            ledger_id: LedgerId::new(NOW, chance),
            public_token: &id.to_string(),
            brief: &Brief::parse(draft).unwrap(),
            seed: 7,
            visibility: Visibility::ByLink,
            idempotency_key: None,
            unfinished_max: CLIENTS as i64,
        };
        self.store.open_report(self.account, new, NOW).await.unwrap();
        self.reports.push(id);
    }

    async fn poll(&self, variant: Variant, client: usize) {
        let state = match variant {
            Variant::Same => self.store.report_state(self.account, self.reports[0]).await,
            Variant::Own => self.store.report_state(self.account, self.reports[client]).await,
        };
        assert!(state.unwrap().is_some());
    }

    async fn check_key(&self, variant: Variant, client: usize) {
        let caller = match variant {
            Variant::Same => self.store.authenticate(self.keys[0], NOW).await,
            Variant::Own => self.store.authenticate(self.keys[client], NOW).await,
        };
        assert!(caller.unwrap().is_some());
    }
}

#[tokio::main]
async fn main() {
    println!("Reads per second; medians of {ROUNDS} rounds in which the variants take turns.");
    let folder = tempfile::tempdir().unwrap();
    measure("SQLite", &DatabaseUrl::sqlite_file(&folder.path().join("a.db"))).await;
    let Ok(server) = std::env::var("TEST_POSTGRES_URL") else {
        println!("PostgreSQL: not measured, because TEST_POSTGRES_URL is not set");
        return;
    };
    let name = format!("bench_{}", std::process::id());
    let mut admin = AnyConnection::connect(&server).await.unwrap();
    admin.execute(AssertSqlSafe(format!("CREATE DATABASE {name}"))).await.unwrap();
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(&name);
    measure("PostgreSQL", &url.as_str().parse().unwrap()).await;
    admin.execute(AssertSqlSafe(format!("DROP DATABASE {name}"))).await.unwrap();
}

async fn measure(name: &str, url: &DatabaseUrl) {
    let database: &'static Database = Box::leak(Box::new(Database::open(url).await));
    for clients in [1, 8, CLIENTS] {
        let title = format!("{name}, {clients} clients");
        compare(&format!("{title}, status"), clients, move |variant, client| database.poll(variant, client)).await;
        compare(&format!("{title}, key"), clients, move |variant, client| database.check_key(variant, client)).await;
    }
    database.store.close().await;
}

async fn compare<F>(title: &str, clients: usize, read: impl Fn(Variant, usize) -> F + Copy + Send + 'static)
where
    F: Future<Output = ()> + Send + 'static,
{
    let variants = [Variant::Same, Variant::Own];
    let mut rounds: Vec<[f64; 2]> = Vec::new();
    for _ in 0..=ROUNDS {
        let mut round = [0.0; 2];
        for (per_second, variant) in round.iter_mut().zip(variants) {
            *per_second = run(clients, variant, read).await;
        }
        rounds.push(round);
    }
    // The first round warms up.
    let median_of = |figure: &dyn Fn(&[f64; 2]) -> f64| median(rounds[1..].iter().map(figure).collect());
    println!(
        "{title:30} one row {:8.0}  a row each {:8.0}  ratio {:5.2}",
        median_of(&|it| it[0]),
        median_of(&|it| it[1]),
        median_of(&|it| it[0] / it[1])
    );
}

/// Returns the reads per second of these clients, each of which reads again as soon as it has its answer.
async fn run<F>(clients: usize, variant: Variant, read: impl Fn(Variant, usize) -> F + Copy + Send + 'static) -> f64
where
    F: Future<Output = ()> + Send + 'static,
{
    let started = Instant::now();
    let repeated = |client| async move {
        let mut reads = 0_u32;
        while started.elapsed() < ROUND {
            read(variant, client).await;
            reads += 1;
        }
        reads
    };
    let tasks = (0..clients).map(|client| tokio::spawn(repeated(client)));
    let reads: u32 = join_all(tasks).await.into_iter().map(Result::unwrap).sum();
    f64::from(reads) / started.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
}
