//! Calibration of the service's engine: the account's record if there is one, else the shared record, else the
//! defaults for an engine that was never measured. A worker measures such an engine by itself if that costs only
//! time. One process measures and all use the record; earlier reports state that the engine was not measured.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use forecast::calibration::Calibration;
use forecast::human::{self, Case, Estimate, SHORT_CASES, stratified};
use foundation::Language;
use tokio_util::sync::CancellationToken;

use super::{Worker, either, wait};
use crate::config::EngineMeasure;
use crate::engines::{in_use, is_valid_record};
use engine::{EngineCard, EngineError};
use lab::measure::{
    EngineRecord, GROUP_CASES, MeasureError, Measured, Plan, ReadingStore, ReadingStoreError, RecordsFile,
    elicitations, estimate, measure, shipped,
};
use pipeline::elicit::{EngineIdentity, elicitation, unmeasured, way_of};
use primitives::clock::Clock;
use primitives::ids::AccountId;
use store::{CalibrationRow, EngineKey, MeasurementProgress, Store, StoreError};

/// Duration of the claim on a measurement, and the interval of its renewals, which also record the progress.
const CLAIM: Duration = Duration::from_secs(120);
const RENEWAL: Duration = Duration::from_secs(5);
/// Counts the measurements that this process began.
static RUNS: AtomicU64 = AtomicU64::new(0);
/// Pause between two attempts, or between two checks whether another process has finished.
const PAUSE: Duration = Duration::from_secs(60);
/// Concurrent calls of a measurement, few enough to leave capacity for reports.
const SIDE_BY_SIDE: usize = 4;

/// Stores readings in the database, so that any process can resume a measurement.
pub struct DatabaseReadings {
    pub store: Store,
    pub clock: Clock,
}

#[async_trait]
impl ReadingStore for DatabaseReadings {
    async fn find(&self, keys: &[String]) -> Result<BTreeMap<String, String>, ReadingStoreError> {
        self.store.readings(keys).await.map_err(ReadingStoreError::new)
    }

    async fn keep(&self, key: &str, output: &str) -> Result<(), ReadingStoreError> {
        self.store.keep_reading(key, output, self.clock.now()).await.map_err(ReadingStoreError::new)
    }
}

/// Adds the shipped records to the database. They never replace a record measured here, but always replace one
/// shipped with an older version, even if they only add details of the same measurement.
pub async fn load_shipped(store: &Store) -> Result<(), StoreError> {
    for record in shipped() {
        store.keep_shipped_calibration(&row(record, None)?).await?;
    }
    Ok(())
}

/// Converts a record to its database row.
pub fn row(record: &EngineRecord, account: Option<AccountId>) -> Result<CalibrationRow, StoreError> {
    let EngineRecord { engine, model, adapter, language, elicitation, measured_at, calibration } = record.clone();
    let record = serde_json::to_string(&calibration).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    let key = EngineKey { engine, model, adapter, elicitation };
    Ok(CalibrationRow { key, language, account, record, measured_at })
}

/// Runs `work` while `owner` holds the claim on measuring the engine, and renews the claim meanwhile. Returns `None`
/// if another owner holds the claim, or took it over after it expired. If the future is dropped, the claim expires by
/// itself. `owner` must be unique to this call, so that a process does not measure twice at the same time.
pub async fn holding<T>(
    store: &Store,
    key: &EngineKey,
    owner: &str,
    progress: &(dyn Fn() -> MeasurementProgress + Sync),
    work: impl Future<Output = T>,
) -> Result<Option<T>, StoreError> {
    if !store.claim_measurement(key, owner, CLAIM, progress()).await? {
        return Ok(None);
    }
    let renewed = async {
        loop {
            tokio::time::sleep(RENEWAL).await;
            match store.claim_measurement(key, owner, CLAIM, progress()).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "the measuring lease was not renewed"),
            }
        }
    };
    let done = tokio::select! {
        done = work => done,
        () = renewed => return Ok(None),
    };
    store.end_measurement(key, owner).await?;
    Ok(Some(done))
}

/// Returns the key under which a measurement is claimed: the same for all languages of one way of asking.
pub fn measured_key(card: &EngineCard) -> EngineKey {
    key_of(card, elicitation(way_of(card), Language::En))
}

fn key_of(card: &EngineCard, elicitation: String) -> EngineKey {
    let EngineIdentity { engine, model, adapter } = EngineIdentity::of(card);
    EngineKey { engine, model, adapter, elicitation }
}

impl Worker {
    /// Returns the calibration for a report of this account.
    pub(super) async fn calibration(&self, language: Language, account: AccountId) -> Result<Calibration, StoreError> {
        let card = self.engine.card();
        let mut found: Option<CalibrationRow> = None;
        for elicitation in elicitations(language) {
            let row = self.store.calibration_in_force(&key_of(&card, elicitation), language, account).await?;
            let rank = |row: &CalibrationRow| (row.account.is_some(), row.measured_at);
            if let Some(row) = row
                && found.as_ref().is_none_or(|old| rank(&row) > rank(old))
            {
                found = Some(row);
            }
        }
        let Some(row) = found else { return Ok(unmeasured(&card)) };
        serde_json::from_str(&row.record).map_err(|error| StoreError::Unreadable(error.to_string()))
    }

    /// Like [`Self::measure_in_background`], and ends when the worker is retired.
    pub async fn measure_until(self, stop: CancellationToken) {
        let end = either(&stop, &self.retired);
        self.measure_in_background(end).await;
    }

    /// Measures the engine if it has no record and the settings allow it. Returns when that is done or `stop` is
    /// cancelled.
    pub(super) async fn measure_in_background(self, stop: CancellationToken) {
        let card = self.engine.card();
        if card.scripted {
            return;
        }
        loop {
            match self.measure_if_unknown(&card, &stop).await {
                Ok(true) => return,
                Ok(false) => {}
                Err(error) => tracing::warn!(error = format!("{error:#}"), "the engine could not be measured yet"),
            }
            wait(PAUSE, &stop).await;
            if stop.is_cancelled() {
                return;
            }
        }
    }

    /// Measures the engine if it has no record. Returns whether nothing is left to do.
    async fn measure_if_unknown(&self, card: &EngineCard, stop: &CancellationToken) -> anyhow::Result<bool> {
        let cases = stratified(human::open(), SHORT_CASES);
        if self.is_measured(card).await? || !self.may_measure(card, &cases).await? {
            return Ok(true);
        }
        let (key, done) = (measured_key(card), AtomicI64::new(0));
        let owner = format!("{}-{}", self.name, RUNS.fetch_add(1, Ordering::Relaxed));
        let total = cases.len() as i64;
        let progress =
            || MeasurementProgress { cases_done: done.load(Ordering::Relaxed).min(total), cases_total: total };
        let work = self.measured(&cases, &done);
        let measured = tokio::select! {
            biased;
            () = stop.cancelled() => return Ok(true),
            measured = holding(&self.store, &key, &owner, &progress, work) => measured?,
        };
        let Some(measured) = measured else { return Ok(false) };
        match measured {
            Ok(measured) => self.keep(card, measured).await?,
            // Another attempt would fail in the same way.
            Err(error @ (MeasureError::TooFewSurveys | MeasureError::Distribution(_))) => {
                tracing::warn!(%error, "the engine can't be measured");
            }
            // The same case would crash the engine again.
            Err(error @ MeasureError::Engine(EngineError::Crashed { .. })) => {
                tracing::error!(%error, "the engine is not measured before the next start");
            }
            Err(error) => return Err(error.into()),
        }
        Ok(true)
    }

    /// Returns whether the settings or an administrator allow the measurement; if not, logs its cost and the command to run.
    async fn may_measure(&self, card: &EngineCard, cases: &[&Case]) -> Result<bool, StoreError> {
        let plan = Plan { way: way_of(card), group_cases: GROUP_CASES, concurrency: SIDE_BY_SIDE };
        let price = estimate(self.engine.as_ref(), cases, plan);
        // A request counts for the engine that was chosen, not for one that a setting decides since.
        let is_asked_for = in_use(&self.config, self.store.engine_choice().await?).measurement_asked_at().is_some();
        let may = match self.config.engine_measure {
            EngineMeasure::Off => is_asked_for,
            EngineMeasure::Auto => card.is_own || is_asked_for,
            EngineMeasure::On => true,
        };
        if may {
            tracing::info!(cases = price.cases, calls = price.calls, "measuring the engine against people's answers");
        } else {
            let Estimate { cases, calls, tokens, cost } = price;
            tracing::warn!(
                calls,
                tokens,
                cost,
                "this engine was never held against people, so reports trust it little: `canvass engine measure --limit {cases}`"
            );
        }
        Ok(may)
    }

    async fn measured(&self, cases: &[&Case], done: &AtomicI64) -> Result<Measured, MeasureError> {
        let reading_store = DatabaseReadings { store: self.store.clone(), clock: self.clock.clone() };
        let on_case_done = || {
            done.fetch_add(1, Ordering::Relaxed);
        };
        measure(self.engine.as_ref(), cases, human::open(), SIDE_BY_SIDE, &reading_store, &on_case_done).await
    }

    async fn keep(&self, card: &EngineCard, measured: Measured) -> anyhow::Result<()> {
        let identity = EngineIdentity::of(card);
        let mut records = Vec::new();
        for (language, calibration) in measured.calibrations {
            let skill = calibration.measured.as_ref().map(|measured| measured.printed_skill());
            let lambda = calibration.lambda;
            let record = EngineRecord::new(&identity, language, calibration, self.clock.now());
            self.store.keep_calibration(&row(&record, None)?).await?;
            tracing::info!(%language, skill, lambda, "the engine was measured");
            records.push(record);
        }
        // For `canvass ask` on this machine, which uses no database.
        Ok(RecordsFile::in_folder(&self.config.data_dir).keep(records)?)
    }

    /// Returns whether the engine has a record, in any language, that was made with the current prompts and method.
    async fn is_measured(&self, card: &EngineCard) -> Result<bool, StoreError> {
        let identity = EngineIdentity::of(card);
        Ok(self.store.calibrations().await?.iter().any(|row| is_valid_record(&identity, row)))
    }
}
