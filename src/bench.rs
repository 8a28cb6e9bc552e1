//! Engines held against real people: every case of a survey is put to an engine, what it said is kept, and predictions
//! are scored. Knows neither accounts nor reports; what people see of it is the command's.

mod audience;
mod cache;
mod plot;
mod question;
mod results;

use futures::{FutureExt, StreamExt, stream};
use serde::Serialize;
use survey::human::{Case, Prediction};

use crate::engine::{Engine, EngineError};

pub use cache::Cache;
pub use plot::plot;
pub use results::{Confidence, Figures, LeftOut, LevelRate, Results, Scores};

/// How a case is put to an engine.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Respondents of each case.
    pub respondents: u32,
    /// Cases asked at once.
    pub side_by_side: usize,
}

/// What an engine said of each case, and of which it said nothing.
#[derive(Debug, Default)]
pub struct Readings<'a> {
    /// The mean of the respondents' distributions, before any calibration; in the order of the cases.
    pub raw: Vec<Prediction<'a>>,
    pub failed: Vec<Failure>,
    /// Cases that the engine was asked about just now; the others were kept from before.
    pub read_now: usize,
}

/// A case that nothing was learned of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub case: String,
    pub reason: String,
}

#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// Nothing more can be read now; what was read before is kept.
    #[error(transparent)]
    Engine(EngineError),
    #[error("the readings can't be kept: {0}")]
    Cache(#[from] std::io::Error),
}

/// Has every case read that the cache does not hold. `seen` is told of each case that is settled. A case that fails is
/// named; an engine that can't be reached ends the run.
pub async fn read<'a>(
    engine: &dyn Engine,
    cases: &[&'a Case],
    plan: Plan,
    cache: &mut Cache,
    seen: impl Fn(),
) -> Result<Readings<'a>, BenchError> {
    let keys: Vec<String> = cases.iter().map(|case| cache::key(engine, case, plan.respondents)).collect();
    let mut shares: Vec<Option<Vec<f64>>> =
        keys.iter().zip(cases).map(|(key, case)| cache.find(key, case.options.len())).collect();
    shares.iter().flatten().for_each(|_| seen());
    let missing: Vec<usize> = (0..cases.len()).filter(|at| shares[*at].is_none()).collect();
    let asked: Vec<_> = missing
        .iter()
        .map(|at| question::ask(engine, cases[*at], plan.respondents).map(move |read| (*at, read)))
        .collect();
    let mut read = Box::pin(stream::iter(asked).buffer_unordered(plan.side_by_side.max(1)));
    let mut failed = Vec::new();
    while let Some((at, read)) = read.next().await {
        match read {
            Ok(read) => {
                cache.keep(&keys[at], cases[at], &read)?;
                shares[at] = Some(read);
            }
            Err(error @ EngineError::Unavailable { .. }) => return Err(BenchError::Engine(error)),
            Err(error) => failed.push(Failure { case: cases[at].id.clone(), reason: error.to_string() }),
        }
        seen();
    }
    failed.sort_by(|a, b| a.case.cmp(&b.case));
    let raw = cases.iter().zip(shares).filter_map(|(case, shares)| Some(Prediction { case, shares: shares? }));
    Ok(Readings { raw: raw.collect(), read_now: missing.len() - failed.len(), failed })
}

#[cfg(test)]
mod tests;
