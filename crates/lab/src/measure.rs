//! Measures an engine against real people's answers: puts the questions of surveys to it exactly as a report would,
//! keeps what it said, and makes a calibration with its record (`forecast::human`). Knows neither accounts nor reports.

mod readings;
mod records;
mod shelf;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use forecast::calibration::{Calibration, DistributionError, Way};
use forecast::human::{self, Case, Reading};
use foundation::Language;

use engine::{Engine, EngineError};
use pipeline::elicit::{EngineIdentity, way_of};

pub use readings::{Plan, Readings, Unread, estimate, read};
pub use records::{EngineRecord, RecordError, Records, RecordsFile, check, elicitations, shipped};
pub use shelf::{FileShelf, Shelf, ShelfError};

/// Cases whose groups are asked about: enough for the one figure of what differences between groups are worth.
pub const GROUP_CASES: usize = 30;

#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// Nothing more can be read now; what was read before is kept.
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Shelf(#[from] ShelfError),
    #[error("what the engine said is no distribution: {0}")]
    Distribution(#[from] DistributionError),
    #[error("cases of at least three surveys have to be answered")]
    TooFewSurveys,
}

/// What measuring found: how the engine is best asked, and a calibration for each language.
#[derive(Debug, Clone, PartialEq)]
pub struct Measured {
    pub way: Way,
    pub calibrations: BTreeMap<Language, Calibration>,
    pub unread: Vec<Unread>,
}

/// Reads the cases and fits a calibration to them. The engine is asked by documents if it writes them. It is asked by
/// labels only if it writes none, or if labels cost nothing to try and gain more than two standard errors.
pub async fn measure(
    engine: &dyn Engine,
    cases: &[&Case],
    known: &[Case],
    side_by_side: usize,
    shelf: &dyn Shelf,
    seen: &(dyn Fn() + Send + Sync),
) -> Result<Measured, MeasureError> {
    let card = engine.card();
    let way = way_of(&card);
    let first = read(engine, cases, Plan { way, group_cases: GROUP_CASES, side_by_side }, shelf, seen).await?;
    let by_labels = Plan { way: Way::Labels, group_cases: 0, side_by_side };
    // A second reading of every case is not worth money, so only an engine of our own is read twice.
    let is_readable = way == Way::Documents && card.is_own && engine.members().is_empty() && engine.card().reads_labels;
    let second = match is_readable && tries_labels(engine, cases, by_labels, shelf).await? {
        true => Some(read(engine, cases, by_labels, shelf, &|| ()).await?),
        false => None,
    };
    let chosen = match second {
        Some(second) if is_better(&second, &first, known).await? => {
            read(engine, cases, Plan { group_cases: GROUP_CASES, ..by_labels }, shelf, &|| ()).await?
        }
        _ => first,
    };
    fitted(chosen, known).await
}

/// Whether the first few cases can be read by labels at all: a server may say nothing about its tokens.
async fn tries_labels(
    engine: &dyn Engine,
    cases: &[&Case],
    plan: Plan,
    shelf: &dyn Shelf,
) -> Result<bool, MeasureError> {
    let identity = EngineIdentity::of(&engine.card());
    let key = format!("silent tokens/{}/{}", identity.engine, identity.model);
    if shelf.find(std::slice::from_ref(&key)).await?.contains_key(&key) {
        return Ok(false);
    }
    let few = &cases[..cases.len().min(2)];
    let tried = read(engine, few, Plan { side_by_side: 1, ..plan }, shelf, &|| ()).await?;
    let is_readable = tried.unread.is_empty() && engine.card().reads_labels;
    if !is_readable {
        shelf.keep(&key, "true").await?;
    }
    Ok(is_readable)
}

/// Whether one way of asking is better than another by more than two standard errors, each calibrated without the
/// survey it is judged on.
async fn is_better(tried: &Readings<'_>, usual: &Readings<'_>, known: &[Case]) -> Result<bool, MeasureError> {
    let both = |it: &Reading<'_>| usual.said.iter().any(|other| other.case.id == it.case.id);
    let tried: Vec<Reading<'_>> = tried.said.iter().filter(|it| both(it)).cloned().collect();
    let read_too = |it: &Reading<'_>| tried.iter().any(|other| other.case.id == it.case.id);
    let usual: Vec<Reading<'_>> = usual.said.iter().filter(|it| read_too(it)).cloned().collect();
    let (Some(tried), Some(usual)) = (human::measure(&tried, known)?, human::measure(&usual, known)?) else {
        return Ok(false);
    };
    let gain = human::gains(&tried.predictions, &usual.predictions);
    Ok(gain.is_sure())
}

async fn fitted(readings: Readings<'_>, known: &[Case]) -> Result<Measured, MeasureError> {
    let Readings { way, said, unread, .. } = readings;
    let record = human::measure(&said, known)?.ok_or(MeasureError::TooFewSurveys)?;
    let calibrations = record.calibrations.into_iter();
    let calibrations =
        calibrations.map(|(language, calibration)| (language, Calibration { way, ..calibration })).collect();
    Ok(Measured { way, calibrations, unread })
}
