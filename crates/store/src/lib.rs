//! The database: all that Canvass stores, on SQLite and PostgreSQL alike, and all SQL of the workspace. Each method
//! of [`Store`] is one intent and one transaction. A method for one tenant takes its `AccountId` first, and every
//! statement in it selects by that id.
//!
//! May know the types that are stored (`foundation`, `language`, `contract`, `primitives`). Its only I/O is the
//! database. Ids, secrets and times are arguments; only the expiry of leases is decided by the database's clock (the
//! view `clock`). Must not know engines, HTTP or pages, and calls nothing else while a transaction is open.
//!
//! Start with `db` (connections, write transactions, migrations) and `rows` (columns to domain types). A report's
//! life is in `reports` (created together with its credit hold), `jobs` (claimed and settled), `lease` and `steps`
//! (fence tokens, checkpoints) and `ledger`. Fieldwork is in `surveys`, `people`
//! (single answers; their columns are in `answer_rows`), `people_files` (uploads) and the other `people_*` modules.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod accounts;
mod answer_rows;
pub mod body;
mod calibrations;
mod db;
mod deletion;
mod engine_choice;
mod engine_outage;
mod fair_queue;
mod heartbeat;
mod idempotency;
mod jobs;
mod kept_audiences;
mod keys;
mod lease;
mod ledger;
mod own_reports;
mod passwords;
mod people;
mod people_files;
mod people_locks;
mod people_owner;
mod people_retention;
mod people_views;
mod publication;
mod reports;
mod rows;
mod sessions;
mod shared;
mod steps;
mod studies;
mod summary;
mod surveys;
mod waves;

use std::sync::Arc;

pub use accounts::{Account, AddAccountError, NewAccount};
pub use answer_rows::{ANSWERS_MAX, AnswerRow, UNCOUNTED_MAX};
pub use calibrations::{CalibrationRow, EngineKey, MeasurementProgress, READINGS_MAX};
#[cfg(feature = "faults")]
#[doc(hidden)]
pub use db::faults::{Fault, Faults};
pub use db::{DatabaseUrl, Dialect, UnknownDatabase, copy_file};
pub use deletion::Deletion;
pub use engine_choice::{EngineChoice, KeySource, NewEngineChoice};
pub use heartbeat::{BEAT_INTERVAL, Heartbeat};
pub use idempotency::KeyedReport;
pub use jobs::{Claim, ClaimedReport, QueueDepth};
pub use kept_audiences::{KEPT_AUDIENCES_MAX, Keeping, KeptAudience};
use keys::KeyHolder;
pub use keys::{Caller, KeyInfo, NewKey};
pub use lease::{FenceError, LEASE_MAX, Lease};
pub use ledger::{LedgerLine, LedgerProof};
pub use own_reports::{CancelError, Cancelled, FREE_CANCELS_PER_HOUR, OwnReport, Page, ReportFilter, ReportTitle};
pub use passwords::Credentials;
pub use people::{About, AnswerPart, Begun, Recorded};
pub use people_files::{BatchAdded, NewBatch, NewPerson};
pub use people_owner::{AnswerChange, Deleting};
pub use people_views::KeptPeopleView;
pub use publication::{NewAddress, PublicAddress, PublicReport, Publication};
pub use reports::{BodyForm, NewReport, OpenError, Opened, ReportState, Status, Visibility};
pub use sessions::NewSession;
pub use steps::{Advance, Step};
pub use studies::{PEOPLE_MIN, Study};
pub use summary::{Finding, Finished, JointFinding, Summary};
pub use surveys::{NewSurvey, Survey, SurveyChange, SurveyChanged, SurveyIntake, SurveyOpened};
pub use waves::STUDY_REPORTS_MAX;

use bytes::Bytes;
use db::Db;
use shared::Shared;

use primitives::clock::UnixMs;
use primitives::ids::{AccountId, ReportId};
use primitives::secret::SecretHash;

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database failed")]
    Database(#[source] sqlx::Error),
    #[error("the database could not be brought up to date")]
    Migration(#[from] sqlx::migrate::MigrateError),
    #[error("the lock file beside the database could not be locked")]
    Lock(#[source] std::io::Error),
    #[error("the result could not be compressed")]
    Packing(#[source] std::io::Error),
    #[error("a row of the database can't be read: {0}")]
    Unreadable(String),
    #[error("a coalesced read failed")]
    Shared(#[source] Arc<Self>),
    #[error("a coalesced read was cancelled")]
    Abandoned,
}

impl StoreError {
    /// Whether the database is unreachable, full or busy, so that the same call may succeed later.
    pub fn is_outage(&self) -> bool {
        match self {
            Self::Database(error) => db::is_outage(error),
            Self::Shared(error) => error.is_outage(),
            _ => false,
        }
    }
}

#[derive(Clone)]
pub struct Store {
    db: Db,
    claim_sql: Arc<str>,
    key_holders: Shared<SecretHash, Option<KeyHolder>>,
    report_states: Shared<(AccountId, ReportId), Option<ReportState>>,
    result_bodies: Shared<(AccountId, ReportId, BodyForm), Option<Bytes>>,
}

impl Store {
    /// Connects and applies the migrations.
    pub async fn open(url: &DatabaseUrl, connections_max: u32) -> Result<Self, StoreError> {
        let db = Db::open(url, connections_max).await?;
        let claim_sql = jobs::claim_sql(db.skip_locked());
        Ok(Self {
            db,
            claim_sql,
            key_holders: Shared::default(),
            report_states: Shared::default(),
            result_bodies: Shared::default(),
        })
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(self.db.reads()).await?;
        Ok(())
    }

    /// Returns the time by the database's clock.
    pub async fn now(&self) -> Result<UnixMs, StoreError> {
        Ok(sqlx::query_scalar("SELECT now_ms FROM clock").fetch_one(self.db.reads()).await?)
    }

    /// Returns how many transactions this process has committed.
    pub fn commits(&self) -> u64 {
        self.db.state().commits()
    }

    /// What goes wrong with the next write, for tests.
    #[cfg(feature = "faults")]
    #[doc(hidden)]
    pub fn faults(&self) -> &Faults {
        &self.db.state().faults
    }

    pub async fn close(&self) {
        self.db.close().await;
    }
}
