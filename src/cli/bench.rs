//! `canvass bench human`: puts the questions of real surveys to the engine and prints how near it comes to the people.

mod words;

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use clap::{Args, Subcommand, value_parser};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use survey::human::{self, Case, SURVEYS_MIN};

use super::output::Output;
use crate::bench::{self, Cache, Plan, Readings, Results};
use crate::config::Config;
use crate::engine::{Engine, EngineCard, calibrations};
use crate::serve::build_engine;

const BAR: &str = "{spinner} {wide_bar} {pos} of {len} cases, {eta} left";
const TICK: Duration = Duration::from_millis(200);
const TOO_FEW_SURVEYS: &str = "a calibration is fitted to cases of three surveys at least";
/// Without a terminal, a line each time this many more percent are done.
const LINE_EVERY_PERCENT: u64 = 10;
/// As many as it takes for the mean not to hang on who was drawn: 24 and 100 gave the same figures, 4 did not.
const RESPONDENTS: u32 = 24;

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
    /// Respondents that each case is put to; 0 puts it to people in general, where the engine can
    #[arg(long, value_name = "N", default_value_t = RESPONDENTS, value_parser = value_parser!(u32).range(0..=100))]
    respondents: u32,
    /// Ask again what was read in an earlier run
    #[arg(long)]
    fresh: bool,
    /// Draw skill and confidence into an SVG file
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Write the fitted calibration into a file of calibrations, beside the records of other engines
    #[arg(long, value_name = "FILE.toml")]
    calibrate: Option<PathBuf>,
}

pub async fn bench(config: &Config, command: BenchCommand, output: Output) -> anyhow::Result<()> {
    let BenchCommand::Human(arguments) = command;
    let given = arguments.cases.as_deref().map(cases_of).transpose()?;
    let known = given.as_deref().unwrap_or(human::open());
    let cases = chosen(known, &arguments)?;
    if arguments.calibrate.is_some() {
        // Said before hours of reading, not after.
        let surveys: BTreeSet<&str> = cases.iter().map(|case| case.survey.as_str()).collect();
        ensure!(surveys.len() >= SURVEYS_MIN, TOO_FEW_SURVEYS);
    }
    let engine = build_engine(&config.engines)?;
    let readings = read(config, engine.as_ref(), &cases, &arguments).await?;
    let failure = readings.failed.first().map(|failure| format!("{}: {}", failure.case, failure.reason));
    let results = Results::of(engine.as_ref(), arguments.respondents, readings, known)?;
    let results = results
        .with_context(|| format!("no case could be read; {}", failure.as_deref().unwrap_or("there was none")))?;
    if let Some(path) = &arguments.calibrate {
        write_calibrations(path, &engine.card(cases[0].language), &results)?;
    }
    if let Some(path) = &arguments.plot {
        replace(path, &bench::plot(&results)?)?;
    }
    output.print(&results, || words::summary(&results))
}

fn cases_of(path: &Path) -> anyhow::Result<Vec<Case>> {
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
    arguments: &HumanArguments,
) -> anyhow::Result<Readings<'a>> {
    let folder = config.data_dir.join("bench");
    let mut cache = Cache::open(&folder, arguments.fresh).with_context(|| format!("opening {}", folder.display()))?;
    let plan = Plan { respondents: arguments.respondents, side_by_side: config.concurrency.max(1) };
    let watch = Watch::new(cases.len());
    let readings = bench::read(engine, cases, plan, &mut cache, || watch.see()).await;
    watch.end();
    Ok(readings?)
}

/// Keeps the records that are in the file already.
fn write_calibrations(path: &Path, card: &EngineCard, results: &Results) -> anyhow::Result<()> {
    let left_out = results.leave_one_survey_out.as_ref().context(TOO_FEW_SURVEYS)?;
    let file = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        read => read.with_context(|| format!("reading {}", path.display()))?,
    };
    let text = calibrations::recorded(&file, card, &left_out.calibrations);
    let text = text.with_context(|| path.display().to_string())?;
    replace(path, &text)
}

/// Whole or not at all.
fn replace(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let written = std::fs::write(&partial, text).and_then(|()| std::fs::rename(&partial, path));
    if written.is_err() {
        // What was there stays; half a new file is of no use.
        let _ = std::fs::remove_file(&partial);
    }
    written.with_context(|| format!("writing {}", path.display()))
}

/// Shows how far a run is, on standard error: a bar on a terminal, a line now and then elsewhere.
struct Watch {
    bar: ProgressBar,
    is_shown: bool,
}

impl Watch {
    fn new(cases: usize) -> Self {
        let is_shown = std::io::stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(cases as u64), target).with_style(style);
        if is_shown {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, is_shown }
    }

    fn see(&self) {
        self.bar.inc(1);
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(1).max(1));
        let step = |done: u64| done * 100 / total / LINE_EVERY_PERCENT;
        if !self.is_shown && step(done) > step(done - 1) {
            eprintln!("{done} of {total} cases, {} left", HumanDuration(self.bar.eta()));
        }
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
