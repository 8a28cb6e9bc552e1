//! `canvass engine`: finds and chooses the engine, measures it against people's answers, and prints all calibration records.

mod choosing;
mod prompts;
mod studies;
mod words;

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, value_parser};
use forecast::calibration::Calibration;
use forecast::human::{self, Case, Estimate, SHORT_CASES, SURVEYS_MIN, stratified};
use foundation::Language;
use serde::Serialize;

use super::bench::cases_of;
use super::case_progress::CaseProgress;
use super::output::{Output, note, prompt};
use super::{accounts, exit};
use crate::engines::build_engine;
use engine::Engine;
use lab::measure::{self, EngineRecord, GROUP_CASES, Measured, Plan, RecordsFile, estimate};
use pipeline::elicit::{EngineIdentity, way_of};
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::ids::{AccountId, ProcessId};
use service::config::{Config, EngineSetting};
use service::engines::in_use;
use service::serve::{open_store, stop_signal};
use service::worker::{DatabaseReadings, holding, load_shipped, measured_key, row};
use store::{MeasurementProgress, Store};

#[derive(Subcommand)]
pub enum EngineCommand {
    /// List capable models that can be used at once: servers on this machine, and providers whose key is set
    Find,
    /// Try a served model and make it the engine of this service
    #[command(after_help = "A running server takes it up without a restart; `canvass engine use embedded` goes back.")]
    Use(choosing::UseArguments),
    /// Hold the engine in use against people's answers, and keep what was found for all later reports
    #[command(
        after_help = "Says first what it will ask and cost. Stopped with Ctrl-C, it keeps what was answered; the same \
        command then goes on from there."
    )]
    Measure(MeasureArguments),
    /// Print what is known of every engine that was measured
    Show(ShowArguments),
    /// Render the prompts of a model whose tokens are read, to teach one: asks in, prompts out, a JSON object a line
    Prompts(prompts::PromptsArguments),
}

#[derive(Args)]
pub struct ShowArguments {
    /// What counts for this account's reports, and its own studies
    #[arg(long, value_name = "EMAIL")]
    account: Option<String>,
}

#[derive(Args)]
pub struct MeasureArguments {
    /// A JSON file of your own past surveys [default: the ones that come with the program]
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Only N cases, of all languages and as many surveys as there are
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Only cases in this language
    #[arg(long, value_name = "en|es|zh")]
    language: Option<Language>,
    /// For the reports of this account alone, above what counts for everybody; its own studies are asked first
    #[arg(long, value_name = "EMAIL")]
    account: Option<String>,
    /// Begin without asking
    #[arg(long)]
    yes: bool,
}

/// A calibration record for one engine and language. Tools rely on the field names.
#[derive(Debug, Serialize)]
struct Known {
    engine: String,
    model: String,
    adapter: String,
    language: Language,
    elicitation: String,
    /// Whether the record matches the current elicitation; otherwise it is not used.
    current: bool,
    /// `None` if the record applies to all accounts.
    account: Option<String>,
    measured_at_ms: i64,
    cases: Option<u32>,
    surveys: Option<u32>,
    skill: Option<f64>,
    skill_little_known: Option<f64>,
    winner_accuracy: Option<f64>,
    chance: Option<f64>,
    coverage: Option<f64>,
    effective_size: f64,
    lambda: f64,
    group_weight: f64,
    knows: Option<bool>,
    calibration: Calibration,
}

pub async fn engine(config: &Config, command: EngineCommand, output: Output) -> anyhow::Result<()> {
    match command {
        EngineCommand::Find => choosing::find(config, output).await,
        EngineCommand::Use(arguments) => choosing::choose_engine(config, &arguments, output).await,
        EngineCommand::Measure(arguments) => measure(config, &arguments, output).await,
        EngineCommand::Show(arguments) => show(config, &arguments, output).await,
        EngineCommand::Prompts(arguments) => prompts::prompts(&arguments),
    }
}

/// Returns the settings of the engine that was chosen for the service; `None` if a setting or the default decides, or if
/// there is no database yet.
pub async fn chosen_engine(config: &Config) -> anyhow::Result<Option<Vec<EngineSetting>>> {
    let has_none = config.database_url.file().is_some_and(|file| !file.exists());
    if config.engine_set_by.is_some() || has_none {
        return Ok(None);
    }
    let store = open_store(config).await?;
    let choice = store.engine_choice().await?;
    store.close().await;
    let in_use = in_use(config, choice);
    if let Some(missing) = &in_use.missing_key {
        bail!("{missing}");
    }
    Ok(in_use.number().map(|_| in_use.settings))
}

async fn show(config: &Config, arguments: &ShowArguments, output: Output) -> anyhow::Result<()> {
    let store = open_store(config).await?;
    load_shipped(&store).await?;
    let known = known(&store).await?;
    if let Some(email) = &arguments.account {
        let account = accounts::find(&store, email).await?;
        let own = studies::own(&store, &account, known).await?;
        return output.print(&own, || format!("{}\n\n{}", records(&own.records), studies::described(&own)));
    }
    let of_accounts = studies::summaries(&store).await?;
    output.print(&known, || match of_accounts.is_empty() {
        true => records(&known),
        false => format!("{}\n\n{}", records(&known), of_accounts.join("\n")),
    })
}

fn records(known: &[Known]) -> String {
    match known.is_empty() {
        true => "no engine was measured; `canvass engine measure` does it".to_owned(),
        false => words::described(known),
    }
}

/// Returns all records.
async fn known(store: &Store) -> anyhow::Result<Vec<Known>> {
    let mut known = Vec::new();
    for row in store.calibrations().await? {
        let calibration: Calibration = serde_json::from_str(&row.record).context("a calibration can't be read")?;
        let account = row.account.map(|account| account.to_string());
        let record = EngineRecord {
            engine: row.key.engine,
            model: row.key.model,
            adapter: row.key.adapter,
            language: row.language,
            elicitation: row.key.elicitation,
            measured_at: row.measured_at,
            calibration,
        };
        known.push(Known::of(record, account));
    }
    Ok(known)
}

async fn measure(config: &Config, arguments: &MeasureArguments, output: Output) -> anyhow::Result<()> {
    let store = open_store(config).await?;
    let account = match &arguments.account {
        Some(email) => Some(accounts::find(&store, email).await?),
        None => None,
    };
    let studied = match &account {
        Some(account) => studies::cases(&store, account).await?,
        None => Vec::new(),
    };
    let account = account.map(|account| account.id);
    let given = arguments.cases.as_deref().map(cases_of).transpose()?;
    let cases = chosen(&studied, given.as_deref(), arguments)?;
    let known: Vec<Case> = studied.iter().chain(given.iter().flatten()).chain(human::open()).cloned().collect();
    let engine = build_engine(&config.engines)?;
    ensure!(!engine.card().scripted, "the scripted engine makes answers up; there is nothing to measure");
    let plan = Plan { way: way_of(&engine.card()), group_cases: GROUP_CASES, concurrency: config.concurrency };
    confirmed(engine.as_ref(), estimate(engine.as_ref(), &cases, plan), arguments.yes)?;
    let measured = measured(config, &store, engine.as_ref(), &cases, &known).await?;
    let records = kept(config, &store, engine.as_ref(), measured, account).await?;
    let account = account.map(|account| account.to_string());
    let known: Vec<Known> = records.into_iter().map(|record| Known::of(record, account.clone())).collect();
    output.print(&known, || words::described(&known))
}

/// Returns the cases to ask: the account's studies first, then those of a file or, without one, the bundled cases. If
/// the file and studies have too few surveys to fit a calibration, bundled cases are added.
fn chosen<'a>(
    studied: &'a [Case],
    given: Option<&'a [Case]>,
    arguments: &MeasureArguments,
) -> anyhow::Result<Vec<&'a Case>> {
    let wanted = |case: &&Case| arguments.language.is_none_or(|language| case.language == language);
    let limit = arguments.limit.map_or(usize::MAX, |limit| limit as usize);
    let others = stratified(given.unwrap_or_else(|| human::open()), usize::MAX);
    let mut cases: Vec<&Case> = studied.iter().chain(others).filter(wanted).take(limit).collect();
    if cases.is_empty() {
        bail!("there are no cases to ask about");
    }
    let surveys: BTreeSet<&str> = cases.iter().map(|case| case.survey.as_str()).collect();
    let is_own = given.is_some() || !studied.is_empty();
    if is_own && surveys.len() < SURVEYS_MIN {
        note(&format!(
            "{} surveys are too few to learn from, so some that come with the program are asked too",
            surveys.len()
        ));
        let asked: BTreeSet<&str> = cases.iter().map(|case| case.id.as_str()).collect();
        let is_new = |case: &&Case| !asked.contains(case.id.as_str());
        cases.extend(stratified(human::open(), SHORT_CASES).into_iter().filter(wanted).filter(is_new));
    }
    Ok(cases)
}

/// Prints the estimated cost, and continues if the engine is local or the operator agrees.
fn confirmed(engine: &dyn Engine, price: Estimate, yes: bool) -> anyhow::Result<()> {
    let card = engine.card();
    let cost = match price.cost {
        Some(cost) => format!("about {cost:.2} at the prices set"),
        None if card.is_own => "nothing but time".to_owned(),
        None => "whatever its server takes (no prices are set)".to_owned(),
    };
    note(&format!(
        "{}: {} cases, {} calls, about {} tokens; costs {cost}",
        card.model.as_deref().unwrap_or(&card.name),
        price.cases,
        price.calls,
        price.tokens
    ));
    if yes || card.is_own {
        return Ok(());
    }
    ensure!(std::io::stdin().is_terminal(), "asking this server may cost money: say --yes to begin");
    prompt("Begin? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    ensure!(matches!(answer.trim(), "y" | "Y" | "yes"), "nothing was asked; answer y to begin, or say --yes");
    Ok(())
}

/// Measures under a lease, so that no other process measures the same engine at the same time.
async fn measured(
    config: &Config,
    store: &Store,
    engine: &dyn Engine,
    cases: &[&Case],
    known: &[Case],
) -> anyhow::Result<Measured> {
    let (key, owner) = (measured_key(&engine.card()), new_process()?);
    let reading_store = DatabaseReadings { store: store.clone(), clock: Clock::System };
    let case_progress = CaseProgress::new(cases.len());
    let (done, total) = (AtomicI64::new(0), cases.len() as i64);
    let on_case_done = || {
        done.fetch_add(1, Ordering::Relaxed);
        case_progress.advance();
    };
    let progress = || MeasurementProgress { cases_done: done.load(Ordering::Relaxed).min(total), cases_total: total };
    let work = measure::measure(engine, cases, known, config.concurrency, &reading_store, &on_case_done);
    let stop = stop_signal()?;
    let measured = tokio::select! {
        biased;
        () = stop.cancelled() => None,
        measured = holding(store, &key, &owner, &progress, work) => Some(measured?),
    };
    case_progress.end();
    let Some(measured) = measured else {
        store.end_measurement(&key, &owner).await?;
        let kept = "what was answered is kept; the same command goes on from there";
        return Err(exit::Failure::Stopped(kept.to_owned()).into());
    };
    let measured =
        measured.context("another process is measuring this engine; `canvass engine show` prints what it finds")??;
    for unread in &measured.unread {
        note(&format!("{}: {}", unread.case, unread.reason));
    }
    Ok(measured)
}

fn new_process() -> anyhow::Result<String> {
    Ok(ProcessId::new(Clock::System.now(), &Chance::from_system()?).to_string())
}

/// Stores the records in the database. Those for all accounts also go into the data folder's file, which `ask` reads.
async fn kept(
    config: &Config,
    store: &Store,
    engine: &dyn Engine,
    measured: Measured,
    account: Option<AccountId>,
) -> anyhow::Result<Vec<EngineRecord>> {
    let (identity, now) = (EngineIdentity::of(&engine.card()), Clock::System.now());
    let record = |(language, calibration)| EngineRecord::new(&identity, language, calibration, now);
    let records: Vec<EngineRecord> = measured.calibrations.into_iter().map(record).collect();
    for record in &records {
        store.keep_calibration(&row(record, account)?).await?;
    }
    if account.is_none() {
        RecordsFile::in_folder(&config.data_dir).keep(records.clone())?;
    }
    Ok(records)
}

impl Known {
    fn of(record: EngineRecord, account: Option<String>) -> Self {
        let current = record.is_current();
        let EngineRecord { engine, model, adapter, language, elicitation, measured_at, calibration } = record;
        let measured = calibration.measured.clone();
        let measured = measured.as_ref();
        Self {
            engine,
            model,
            adapter,
            language,
            elicitation,
            current,
            account,
            measured_at_ms: measured_at,
            cases: measured.map(|it| it.cases),
            surveys: measured.map(|it| it.surveys),
            skill: measured.map(|it| it.skill),
            skill_little_known: measured.and_then(|it| it.skill_little_known),
            winner_accuracy: measured.map(|it| it.winner_accuracy),
            chance: measured.map(|it| it.chance),
            coverage: measured.map(|it| it.coverage),
            effective_size: calibration.effective_size().people(),
            lambda: calibration.lambda,
            group_weight: calibration.group_weight,
            knows: measured.map(|it| it.knows),
            calibration,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(limit: Option<u32>, language: Option<Language>) -> MeasureArguments {
        MeasureArguments { cases: None, limit, language, account: None, yes: true }
    }

    /// Two cases that stand for an account's studies.
    fn studied() -> Vec<Case> {
        let of = |id: &str| Case { id: id.to_owned(), survey: id.to_owned(), weight: 3.0, ..human::open()[0].clone() };
        ["own-1", "own-2"].map(of).to_vec()
    }

    #[test]
    fn an_accounts_own_studies_are_asked_before_all_others() {
        let studied = studied();
        let ids = |limit| -> Vec<&str> {
            chosen(&studied, None, &arguments(limit, None)).unwrap().into_iter().map(|case| case.id.as_str()).collect()
        };
        assert_eq!((&ids(Some(6))[..2], ids(Some(6)).len()), (&["own-1", "own-2"][..], 6));
        assert_eq!(ids(None).len(), human::open().len() + 2);
        let few = ids(Some(2));
        assert_eq!((&few[..2], few.len()), (&["own-1", "own-2"][..], 2 + SHORT_CASES), "two surveys are too few");
    }

    #[test]
    fn without_studies_the_shipped_cases_are_asked_as_ever() {
        let shipped = chosen(&[], None, &arguments(Some(2), None)).unwrap();
        assert_eq!(shipped, stratified(human::open(), 2));
        let spanish = chosen(&studied(), None, &arguments(None, Some(Language::Es))).map(|cases| cases.len());
        assert_eq!(spanish.unwrap(), human::open().iter().filter(|case| case.language == Language::Es).count());
    }
}
