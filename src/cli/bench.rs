//! `canvass bench human`: asks the engine questions of real surveys and prints its skill.

mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand, value_parser};
use forecast::calibration::{Calibration, Way};
use forecast::human::{self, Case};
use foundation::Language;

use super::case_progress::CaseProgress;
use super::output::Output;
use crate::engines::build_engine;
use engine::Engine;
use lab::bench::{self, Results};
use lab::measure::{self, FileReadingStore, Plan, Readings, RecordsFile};
use pipeline::elicit::way_of;
use primitives::disk;
use service::config::Config;

#[derive(Subcommand)]
pub enum BenchCommand {
    /// Skill against the answers of real people to real surveys
    Human(HumanArguments),
}

#[derive(Args)]
pub struct HumanArguments {
    /// A JSON file of survey cases [default: the ones that come with the program]
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// Only the first N cases
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// Only the balanced subset by which engines are compared
    #[arg(long)]
    core: bool,
    /// Ask again what was read in an earlier run
    #[arg(long)]
    fresh: bool,
    /// Draw skill and confidence into an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

pub async fn bench(config: &Config, command: BenchCommand, output: Output) -> anyhow::Result<()> {
    let BenchCommand::Human(arguments) = command;
    let given = arguments.cases.as_deref().map(cases_of).transpose()?;
    let known = given.as_deref().unwrap_or(human::open());
    let cases = chosen(known, &arguments)?;
    let engine = build_engine(&config.engines)?;
    let card = engine.card();
    let records = RecordsFile::in_folder(&config.data_dir).read()?;
    let in_force: BTreeMap<Language, Calibration> =
        cases.iter().map(|case| (case.language, records.in_force(&card, case.language))).collect();
    let way = in_force.values().next().map_or_else(|| way_of(&card), |calibration| calibration.way);
    let readings = read(config, engine.as_ref(), &cases, way, arguments.fresh).await?;
    let failure = readings.unread.first().map(|unread| format!("{}: {}", unread.case, unread.reason));
    let results = Results::of(&card, readings, known, &in_force)?;
    let results = results
        .with_context(|| format!("no case could be read; {}", failure.as_deref().unwrap_or("there was none")))?;
    if let Some(path) = &arguments.plot {
        let plot = bench::plot(&results)?;
        disk::replace(path, plot.as_bytes()).with_context(|| format!("writing {}", path.display()))?;
    }
    output.print(&results, || words::summary(&results))
}

/// Reads a file of survey cases.
pub(super) fn cases_of(path: &Path) -> anyhow::Result<Vec<Case>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    human::parse(&text).with_context(|| format!("reading {}", path.display()))
}

fn chosen<'a>(cases: &'a [Case], arguments: &HumanArguments) -> anyhow::Result<Vec<&'a Case>> {
    let limit = arguments.limit.map_or(usize::MAX, |limit| limit as usize);
    let chosen: Vec<&Case> = cases.iter().filter(|case| case.core || !arguments.core).take(limit).collect();
    if chosen.is_empty() {
        bail!("there are no cases to ask about");
    }
    Ok(chosen)
}

async fn read<'a>(
    config: &Config,
    engine: &dyn Engine,
    cases: &[&'a Case],
    way: Way,
    fresh: bool,
) -> anyhow::Result<Readings<'a>> {
    let folder = config.data_dir.join("bench");
    let reading_store =
        FileReadingStore::open(&folder, fresh).with_context(|| format!("opening {}", folder.display()))?;
    let plan = Plan { way, group_cases: 0, concurrency: config.concurrency.max(1) };
    let case_progress = CaseProgress::new(cases.len());
    let readings = measure::read(engine, cases, plan, &reading_store, &|| case_progress.advance()).await;
    case_progress.end();
    Ok(readings?)
}
