//! The two databases behind one interface. What differs between SQLite and PostgreSQL is in this file and its folder:
//! how a connection is set up, how a write transaction begins, which migrations apply, how a claim locks its row.

#[cfg(feature = "faults")]
pub(super) mod faults;
mod group_commit;
mod migrations;
mod outage;
mod tx;
mod writes;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection, Executor};

use super::StoreError;
use group_commit::Writer;
pub(super) use outage::is_outage;
pub(super) use tx::Tx;
pub(super) use writes::Writes;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that was idle for longer is pinged before use. Pinging always would double the round trips.
const TRUSTED_IDLE_MAX: Duration = Duration::from_secs(1);
const SQLITE_READ_CONNECTIONS: u32 = 4;
const SQLITE_PUBLIC_CONNECTIONS: u32 = 2;
/// On PostgreSQL, one connection in this many is reserved for public reads.
const CONNECTIONS_PER_PUBLIC: u32 = 4;
const SQLITE_SETUP: &str = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; \
     PRAGMA recursive_triggers = ON; PRAGMA busy_timeout = 10000; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;";
const SQLITE_PATIENCE: &str = "PRAGMA busy_timeout = 10000;";
/// Stops the file from growing: SQLite raises a limit below the present size to that size.
const SQLITE_FULL: &str = "PRAGMA max_page_count = 1;";
const SQLITE_ROOMY: &str = "PRAGMA max_page_count = 4294967294;";
/// Warnings only: each table that a migration finds in place would log a notice.
const POSTGRES_SETUP: &str = "SET statement_timeout = '30s'; SET lock_timeout = '10s'; \
     SET idle_in_transaction_session_timeout = '30s'; SET client_min_messages = 'warning';";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// A database URL; its scheme selects the database.
#[derive(Clone)]
pub struct DatabaseUrl {
    dialect: Dialect,
    url: String,
}

#[derive(Debug, thiserror::Error)]
#[error("the database URL must begin with sqlite:// or postgres://")]
pub struct UnknownDatabase;

impl FromStr for DatabaseUrl {
    type Err = UnknownDatabase;

    fn from_str(url: &str) -> Result<Self, UnknownDatabase> {
        let dialect = match url.split_once("://").map(|(scheme, _)| scheme) {
            Some("sqlite") => Dialect::Sqlite,
            Some("postgres" | "postgresql") => Dialect::Postgres,
            _ => return Err(UnknownDatabase),
        };
        Ok(Self { dialect, url: url.to_owned() })
    }
}

impl DatabaseUrl {
    pub fn sqlite_file(path: &Path) -> Self {
        Self { dialect: Dialect::Sqlite, url: format!("sqlite://{}", path.display()) }
    }

    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the URL with its password masked, for logs.
    pub fn redacted(&self) -> String {
        let Ok(mut url) = url::Url::parse(&self.url) else { return format!("{:?}", self.dialect) };
        if url.password().is_some() && url.set_password(Some("***")).is_err() {
            return format!("{:?}", self.dialect);
        }
        let hidden: Vec<(String, String)> = url
            .query_pairs()
            .map(|(name, value)| {
                let shown = if name == "password" { "***".into() } else { value };
                (name.into_owned(), shown.into_owned())
            })
            .collect();
        if !hidden.is_empty() {
            url.query_pairs_mut().clear().extend_pairs(hidden);
        }
        url.to_string()
    }

    /// Returns the path of a SQLite database.
    pub fn file(&self) -> Option<PathBuf> {
        let path = self.url.strip_prefix("sqlite://")?;
        Some(PathBuf::from(path.split('?').next().unwrap_or(path)))
    }
}

impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.redacted())
    }
}

/// Connections to one database: one writer and a few readers on SQLite, one pool for both on PostgreSQL. Reads
/// without an account have a separate pool, so that a crowd of visitors can't take the connections of owners and
/// workers.
#[derive(Clone)]
pub(super) struct Db {
    dialect: Dialect,
    reads: AnyPool,
    public_reads: AnyPool,
    writes: AnyPool,
    /// On SQLite, the lock on the one connection of `writes`.
    writer: Writer,
    state: Arc<Writes>,
    /// Simulates a full disk in tests.
    is_full: Arc<AtomicBool>,
}

impl Db {
    /// Connects, creating the SQLite file if need be, and applies the migrations.
    pub async fn open(url: &DatabaseUrl, connections_max: u32) -> Result<Self, StoreError> {
        sqlx::any::install_default_drivers();
        match url.dialect {
            Dialect::Sqlite => Self::open_sqlite(url).await,
            Dialect::Postgres => Self::open_postgres(url, connections_max).await,
        }
    }

    async fn open_sqlite(url: &DatabaseUrl) -> Result<Self, StoreError> {
        let separator = if url.url.contains('?') { '&' } else { '?' };
        let options = AnyConnectOptions::from_str(&format!("{}{separator}mode=rwc", url.url))?;
        // Two processes that start on an empty folder must not both create the tables.
        let _migrating = url.file().map(|file| lock_beside(&file)).transpose().map_err(StoreError::Lock)?;
        let (state, is_full) = (Arc::<Writes>::default(), Arc::<AtomicBool>::default());
        let writer = closing_stuck(sqlite_pool(1, Arc::clone(&is_full)), Arc::clone(&state));
        let writes = writer.connect_with(options.clone()).await?;
        migrations::of(Dialect::Sqlite).run(&writes).await?;
        let reads = sqlite_pool(SQLITE_READ_CONNECTIONS, Arc::clone(&is_full)).connect_with(options.clone()).await?;
        let public_reads = sqlite_pool(SQLITE_PUBLIC_CONNECTIONS, Arc::clone(&is_full)).connect_lazy_with(options);
        let writer = Writer::default();
        Ok(Self { dialect: Dialect::Sqlite, reads, public_reads, writes, writer, state, is_full })
    }

    async fn open_postgres(url: &DatabaseUrl, connections_max: u32) -> Result<Self, StoreError> {
        let options = AnyConnectOptions::from_str(&url.url)?;
        // A pool retries until its timeout and then reports only that; a single connection reports the cause.
        let first = tokio::time::timeout(CONNECT_TIMEOUT, AnyConnection::connect_with(&options)).await;
        first.map_err(|_| sqlx::Error::PoolTimedOut)??.close().await?;
        let public_max = (connections_max / CONNECTIONS_PER_PUBLIC).max(1);
        let both = postgres_pool(connections_max - public_max).connect_with(options.clone()).await?;
        migrations::of(Dialect::Postgres).run(&both).await?;
        let public_reads = postgres_pool(public_max).connect_lazy_with(options);
        let (writer, state, is_full) = (Writer::default(), Arc::default(), Arc::default());
        Ok(Self { dialect: Dialect::Postgres, reads: both.clone(), public_reads, writes: both, writer, state, is_full })
    }

    pub fn reads(&self) -> &AnyPool {
        &self.reads
    }

    /// Returns the pool for reads that need no account.
    pub fn public_reads(&self) -> &AnyPool {
        &self.public_reads
    }

    /// Begins a write transaction. On SQLite it takes the write lock at once, so that it can't fail half-way to
    /// upgrade a read lock.
    pub async fn write(&self) -> Result<Tx, StoreError> {
        #[cfg(feature = "faults")]
        self.state.faults.begin()?;
        let begun = match self.dialect {
            Dialect::Sqlite => self.writer.begin_alone(&self.writes).await.map(|(begun, guard)| (begun, Some(guard))),
            Dialect::Postgres => self.writes.begin().await.map(|begun| (begun, None)),
        };
        self.state.note(&begun);
        let (transaction, guard) = begun?;
        Ok(Tx::alone(transaction, guard, Arc::clone(&self.state)))
    }

    /// Begins a write that SQLite may commit together with others that wait; PostgreSQL groups commits by itself. The write may
    /// read changes of others that are not durable yet, so the caller must not acknowledge anything, not even a refusal, before
    /// `commit` or `rollback` has returned.
    pub async fn write_grouped(&self) -> Result<Tx, StoreError> {
        if self.dialect == Dialect::Postgres {
            return self.write().await;
        }
        #[cfg(feature = "faults")]
        self.state.faults.begin()?;
        let begun = self.writer.join(&self.writes, &self.state).await;
        self.state.note(&begun);
        Ok(Tx::grouped(begun?, Arc::clone(&self.state)))
    }

    /// Returns the health of this process's writes.
    pub fn state(&self) -> &Writes {
        &self.state
    }

    /// Makes a SQLite database behave as on a full disk, or no longer, also on connections that are opened later.
    pub async fn set_full(&self, is_full: bool) -> Result<(), StoreError> {
        self.is_full.store(is_full, Ordering::SeqCst);
        self.writes.acquire().await?.execute(if is_full { SQLITE_FULL } else { SQLITE_ROOMY }).await?;
        Ok(())
    }

    /// Returns the clause by which a claim's sub-select skips rows that other workers have locked.
    pub fn skip_locked(&self) -> &'static str {
        match self.dialect {
            Dialect::Sqlite => "",
            Dialect::Postgres => "FOR UPDATE SKIP LOCKED",
        }
    }

    /// Returns the clause by which a SELECT inside a write transaction locks its rows until the end. SQLite has one
    /// writer at a time and needs none. On PostgreSQL it does not block inserts of rows that refer to the locked one.
    pub fn row_lock(&self) -> &'static str {
        match self.dialect {
            Dialect::Sqlite => "",
            Dialect::Postgres => "FOR NO KEY UPDATE",
        }
    }

    pub async fn close(&self) {
        self.public_reads.close().await;
        self.reads.close().await;
        self.writes.close().await;
    }
}

fn pool(connections_max: u32) -> AnyPoolOptions {
    AnyPoolOptions::new()
        .max_connections(connections_max)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .test_before_acquire(false)
        .before_acquire(|connection, meta| {
            Box::pin(async move {
                if meta.idle_for > TRUSTED_IDLE_MAX {
                    connection.ping().await?;
                }
                Ok(true)
            })
        })
}

fn postgres_pool(connections_max: u32) -> AnyPoolOptions {
    pool(connections_max).after_connect(|connection, _| {
        Box::pin(async move {
            connection.execute(POSTGRES_SETUP).await?;
            Ok(())
        })
    })
}

fn sqlite_pool(connections_max: u32, is_full: Arc<AtomicBool>) -> AnyPoolOptions {
    pool(connections_max).after_connect(move |connection, _| {
        let is_full = is_full.load(Ordering::SeqCst);
        Box::pin(async move {
            connection.execute(SQLITE_SETUP).await?;
            if is_full {
                connection.execute(SQLITE_FULL).await?;
            }
            Ok(())
        })
    })
}

/// Closes a connection that is returned to the pool inside a transaction. When a disk is full, SQLite rolls the
/// transaction back by itself, the driver's rollback then fails, and the connection would refuse every later
/// transaction.
fn closing_stuck(pool: AnyPoolOptions, state: Arc<Writes>) -> AnyPoolOptions {
    pool.after_release(move |connection, _| {
        let state = Arc::clone(&state);
        Box::pin(async move {
            // The rollback of a dropped transaction is queued; the ping is answered after it.
            connection.ping().await?;
            let is_stuck = connection.is_in_transaction();
            if is_stuck {
                state.failed();
            }
            Ok(!is_stuck)
        })
    })
}

/// Writes a compact copy of a SQLite database to `copy`, an empty file, while others read and write the database.
/// Applies no migration, so that a newer program can copy an older database unchanged.
pub async fn copy_file(url: &DatabaseUrl, copy: &str) -> Result<(), StoreError> {
    sqlx::any::install_default_drivers();
    let separator = if url.url.contains('?') { '&' } else { '?' };
    let options = AnyConnectOptions::from_str(&format!("{}{separator}mode=rw", url.url))?;
    let mut connection = AnyConnection::connect_with(&options).await?;
    connection.execute(SQLITE_PATIENCE).await?;
    sqlx::query("VACUUM INTO $1").bind(copy).execute(&mut connection).await?;
    connection.close().await?;
    Ok(())
}

/// Takes a lock that is held until it is dropped. The empty lock file stays: were it removed, two processes could
/// lock two different files of that name.
fn lock_beside(database: &Path) -> std::io::Result<File> {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    let file = File::options().create(true).append(true).open(PathBuf::from(name))?;
    file.lock()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_without_a_known_scheme_is_refused() {
        for url in ["mysql://x", "canvass.db", "", "postgres"] {
            assert!(url.parse::<DatabaseUrl>().is_err(), "{url}");
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        for url in ["postgres://me:hunter2@db/x?sslmode=require", "postgres:///x?user=me&password=hunter2"] {
            let shown = url.parse::<DatabaseUrl>().unwrap().redacted();
            assert!(!shown.contains("hunter2"), "{shown}");
        }
    }
}
