//! Measures an engine against real people's answers: asks it survey questions exactly as a report would, stores the
//! readings, and fits a calibration with its record (`forecast::human`). It knows neither accounts nor reports.

mod reading_store;
mod readings;
mod records;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use forecast::calibration::{Calibration, DistributionError, Way};
use forecast::human::{self, Case, Reading};
use foundation::Language;

use engine::{Engine, EngineError};
use pipeline::elicit::{EngineIdentity, way_of};

pub use reading_store::{FileReadingStore, ReadingStore, ReadingStoreError};
pub use readings::{Plan, Readings, Unread, estimate, read};
pub use records::{EngineRecord, RecordError, Records, RecordsFile, check, elicitations, shipped};

/// Cases whose groups are asked: enough to estimate the shrinkage of differences between groups.
pub const GROUP_CASES: usize = 30;

#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// The engine is unavailable. Readings so far are kept.
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    ReadingStore(#[from] ReadingStoreError),
    #[error("the engine's reply is not a distribution: {0}")]
    Distribution(#[from] DistributionError),
    #[error("cases of at least three surveys have to be answered")]
    TooFewSurveys,
}

/// Result of measuring: the better method of asking, and a calibration for each language.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    pub way: Way,
    pub calibrations: BTreeMap<Language, Calibration>,
    pub unread: Vec<Unread>,
}

/// Asks the cases and fits a calibration. Documents are used if the engine writes them. Labels are used if it writes
/// none, or if they are free to try and gain more than two standard errors.
pub async fn measure(
    engine: &dyn Engine,
    cases: &[&Case],
    known: &[Case],
    concurrency: usize,
    reading_store: &dyn ReadingStore,
    on_case_done: &(dyn Fn() + Send + Sync),
) -> Result<Measured, MeasureError> {
    let card = engine.card();
    let way = way_of(&card);
    let first =
        read(engine, cases, Plan { way, group_cases: GROUP_CASES, concurrency }, reading_store, on_case_done).await?;
    let by_labels = Plan { way: Way::Labels, group_cases: 0, concurrency };
    // Asking every case a second time is too expensive for a paid engine.
    let is_readable = way == Way::Documents && card.is_own && engine.members().is_empty() && engine.card().reads_labels;
    let second = match is_readable && tries_labels(engine, cases, by_labels, reading_store).await? {
        true => Some(read(engine, cases, by_labels, reading_store, &|| ()).await?),
        false => None,
    };
    let chosen = match second {
        Some(second) if is_better(&second, &first, known).await? => {
            read(engine, cases, Plan { group_cases: GROUP_CASES, ..by_labels }, reading_store, &|| ()).await?
        }
        _ => first,
    };
    fitted(chosen, known).await
}

/// Returns whether the first few cases can be read by labels. A server may not return token probabilities.
async fn tries_labels(
    engine: &dyn Engine,
    cases: &[&Case],
    plan: Plan,
    reading_store: &dyn ReadingStore,
) -> Result<bool, MeasureError> {
    let identity = EngineIdentity::of(&engine.card());
    let key = format!("silent tokens/{}/{}", identity.engine, identity.model);
    if reading_store.find(std::slice::from_ref(&key)).await?.contains_key(&key) {
        return Ok(false);
    }
    let few = &cases[..cases.len().min(2)];
    let tried = read(engine, few, Plan { concurrency: 1, ..plan }, reading_store, &|| ()).await?;
    let is_readable = tried.unread.is_empty() && engine.card().reads_labels;
    if !is_readable {
        reading_store.keep(&key, "true").await?;
    }
    Ok(is_readable)
}

/// Returns whether one method is better than another by more than two standard errors, both cross-validated by
/// survey.
async fn is_better(tried: &Readings<'_>, usual: &Readings<'_>, known: &[Case]) -> Result<bool, MeasureError> {
    let both = |it: &Reading<'_>| usual.readings.iter().any(|other| other.case.id == it.case.id);
    let tried: Vec<Reading<'_>> = tried.readings.iter().filter(|it| both(it)).cloned().collect();
    let read_too = |it: &Reading<'_>| tried.iter().any(|other| other.case.id == it.case.id);
    let usual: Vec<Reading<'_>> = usual.readings.iter().filter(|it| read_too(it)).cloned().collect();
    let (Some(tried), Some(usual)) = (human::measure(&tried, known)?, human::measure(&usual, known)?) else {
        return Ok(false);
    };
    let gain = human::gains(&tried.predictions, &usual.predictions);
    Ok(gain.is_sure())
}

async fn fitted(readings: Readings<'_>, known: &[Case]) -> Result<Measured, MeasureError> {
    let Readings { way, readings, unread, .. } = readings;
    let record = human::measure(&readings, known)?.ok_or(MeasureError::TooFewSurveys)?;
    let calibrations = record.calibrations.into_iter();
    let calibrations =
        calibrations.map(|(language, calibration)| (language, Calibration { way, ..calibration })).collect();
    Ok(Measured { way, calibrations, unread })
}
