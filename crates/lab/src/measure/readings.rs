//! Asks an engine the cases: the total of each, and groups if the survey has them. A reading is stored under a hash
//! of everything that it depends on, so that an interrupted measurement resumes and a repeated one needs no calls.

use forecast::calibration::Way;
use forecast::human::{Case, CaseAttribute, Estimate, GroupReading, Reading};
use forecast::{Forecast, Part, PartRequest, Response};
use foundation::{Language, hex};
use futures::{StreamExt, stream};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{MeasureError, ReadingStore};
use engine::{Engine, EngineError, Failure};
use pipeline::elicit::{Asker, EngineIdentity, GroupsAsk, Session, Subject, elicitation};

/// Fixed, so that readings can be reused and engines compared.
const SEED: u64 = 2026;
/// How cases are asked.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub way: Way,
    /// Number of cases whose groups are asked as well: the first ones that have groups.
    pub group_cases: usize,
    /// Number of cases asked concurrently.
    pub concurrency: usize,
}

/// An engine's readings, and the cases without one.
#[derive(Debug)]
pub struct Readings<'a> {
    pub way: Way,
    /// In the order of the cases.
    pub readings: Vec<Reading<'a>>,
    pub unread: Vec<Unread>,
    /// Cases that were asked in this run; the others had a stored reading.
    pub read_now: usize,
}

/// A case that could not be read, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Unread {
    pub case: String,
    pub reason: String,
}

/// One reading, as stored.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Kept {
    shares: Vec<f64>,
    #[serde(default)]
    groups: Vec<KeptGroup>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct KeptGroup {
    attribute: String,
    label: String,
    shares: Vec<f64>,
}

/// Estimates the effort of asking these cases by documents; labels cost only time.
pub fn estimate(engine: &dyn Engine, cases: &[&Case], plan: Plan) -> Estimate {
    let asker = Asker::unlimited(engine);
    let of_case = |case: &&Case| {
        let options = case.option_texts();
        let session = Session { asker: &asker, way: plan.way, subject: subject(case, &options) };
        session.readings()
    };
    let wholes: usize = cases.iter().map(of_case).sum();
    let groups: usize = asked_groups(cases, plan).iter().map(Vec::len).sum();
    Estimate::of(cases.len(), wholes + groups, asker.card.price)
}

/// Asks every case without a stored reading. `on_case_done` is called after each case. A failed case is listed in `unread`; an
/// engine outage or crash ends the run.
pub async fn read<'a>(
    engine: &dyn Engine,
    cases: &[&'a Case],
    plan: Plan,
    reading_store: &dyn ReadingStore,
    on_case_done: &(dyn Fn() + Send + Sync),
) -> Result<Readings<'a>, MeasureError> {
    let groups = asked_groups(cases, plan);
    let keys: Vec<String> =
        cases.iter().zip(&groups).map(|(case, groups)| key(engine, case, plan.way, groups)).collect();
    let stored = reading_store.find(&keys).await?;
    let kept = |at: usize| {
        let kept: Kept = serde_json::from_str(stored.get(&keys[at])?).ok()?;
        (kept.shares.len() == cases[at].options.len()).then_some(kept)
    };
    let mut found: Vec<Option<Kept>> = (0..cases.len()).map(kept).collect();
    found.iter().flatten().for_each(|_| on_case_done());
    let missing: Vec<usize> = (0..cases.len()).filter(|at| found[*at].is_none()).collect();
    let asker = Asker::unlimited(engine);
    let asks: Vec<_> =
        missing.iter().map(|at| ask_at(&asker, *at, cases[*at], plan.way, groups[*at].clone())).collect();
    let mut asked = Box::pin(stream::iter(asks).buffer_unordered(plan.concurrency.max(1)));
    let mut unread = Vec::new();
    while let Some((at, outcome)) = asked.next().await {
        match outcome {
            Ok(kept) => {
                let output = serde_json::to_string(&kept).map_err(super::ReadingStoreError::new)?;
                reading_store.keep(&keys[at], &output).await?;
                found[at] = Some(kept);
            }
            // A case that crashed the engine would crash it again, so a crash ends the run, too.
            Err(failure) if failure.concerns_others() => return Err(failure.error.into()),
            Err(failure) => unread.push(Unread { case: cases[at].id.clone(), reason: failure.to_string() }),
        }
        on_case_done();
    }
    unread.sort_by(|a, b| a.case.cmp(&b.case));
    let readings = cases.iter().zip(found).filter_map(|(case, kept)| Some(reading(case, kept?))).collect();
    Ok(Readings { way: plan.way, readings, read_now: missing.len() - unread.len(), unread })
}

fn reading<'a>(case: &'a Case, kept: Kept) -> Reading<'a> {
    let group = |it: KeptGroup| GroupReading { attribute: it.attribute, label: it.label, shares: it.shares };
    Reading { case, shares: kept.shares, groups: kept.groups.into_iter().map(group).collect() }
}

/// Asks one case and returns the outcome with the case's index.
async fn ask_at(
    asker: &Asker<'_>,
    at: usize,
    case: &Case,
    way: Way,
    groups: Vec<&CaseAttribute>,
) -> (usize, Result<Kept, Failure>) {
    (at, ask(asker, case, way, &groups).await)
}

/// Asks one case: every reading of the total, and the groups of some attributes. A lost group is dropped.
async fn ask(asker: &Asker<'_>, case: &Case, way: Way, attributes: &[&CaseAttribute]) -> Result<Kept, Failure> {
    let options = case.option_texts();
    let session = Session { asker, way, subject: subject(case, &options) };
    let mut parts = Vec::new();
    let mut failed = None;
    for reading in 0..session.readings() {
        match session.whole(reading).await {
            Ok(reply) => {
                parts.push(Part { ask: PartRequest::Whole(reading), said: Some(reply.value), usage: reply.usage });
            }
            Err(failure) if failure.concerns_others() => return Err(failure),
            Err(failure) => failed = Some(failure),
        }
    }
    let nothing = || EngineError::Unreadable { message: "the engine returned no shares".to_owned() }.into();
    let Some(forecast) = Forecast::of(&parts, options.len()) else { return Err(failed.unwrap_or_else(nothing)) };
    let mut groups = Vec::new();
    for attribute in attributes {
        match session.groups(&groups_of(case.language, attribute)).await {
            Ok(reply) => groups.extend(kept_groups(attribute, reply.value)),
            Err(failure) if failure.concerns_others() => return Err(failure),
            Err(_) => {}
        }
    }
    Ok(Kept { shares: forecast.whole, groups })
}

/// Returns for each case the attributes whose groups are asked.
fn asked_groups<'a>(cases: &[&'a Case], plan: Plan) -> Vec<Vec<&'a CaseAttribute>> {
    let mut left = plan.group_cases;
    let of_case = |case: &&'a Case| {
        let attributes = if left > 0 { case.asked_groups() } else { Vec::new() };
        left -= usize::from(!attributes.is_empty());
        attributes
    };
    cases.iter().map(of_case).collect()
}

/// Names a survey's attribute as reports do.
fn groups_of(language: Language, attribute: &CaseAttribute) -> GroupsAsk {
    let labels = attribute.values.iter().map(|group| (group.label.clone(), group.label.clone()));
    let name = match attribute.name.as_str() {
        "gender" | "sex" => wording::attribute(language, "sex"),
        "age" => wording::attribute(language, "age_band"),
        known @ ("education" | "income" | "area" | "region" | "country") => wording::attribute(language, known),
        other => other.to_owned(),
    };
    GroupsAsk { attribute: attribute.name.clone(), name, groups: labels.collect() }
}

fn kept_groups(attribute: &CaseAttribute, reply: Response) -> Vec<KeptGroup> {
    let Response::Groups(groups) = reply else { return Vec::new() };
    let kept = |(label, shares)| KeptGroup { attribute: attribute.name.clone(), label, shares };
    groups.into_iter().map(kept).collect()
}

fn subject<'a>(case: &'a Case, options: &'a [&'a str]) -> Subject<'a> {
    Subject {
        seed: SEED,
        language: case.language,
        audience: &case.population,
        question: &case.question,
        options,
        prices: None,
    }
}

/// Returns a hash of everything that a reading depends on.
fn key(engine: &dyn Engine, case: &Case, way: Way, attributes: &[&CaseAttribute]) -> String {
    let identity = EngineIdentity::of(&engine.card());
    let groups: Vec<_> = attributes.iter().map(|attribute| groups_of(case.language, attribute)).collect();
    let asked = serde_json::json!([
        [identity.engine, identity.model, identity.adapter],
        elicitation(way, case.language),
        [case.language.code(), &case.population, &case.question],
        case.options,
        groups.iter().map(|ask| (&ask.name, &ask.groups)).collect::<Vec<_>>(),
        SEED,
    ]);
    hex(&Sha256::digest(asked.to_string()))
}
