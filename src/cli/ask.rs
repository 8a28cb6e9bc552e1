//! `canvass ask`: makes a complete report on this machine, showing progress and a summary and writing its files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use contract::{Panel, ReportResult};
use forecast::Calibration;
use foundation::Language;
use language::brief::{Brief, Draft};
use questionnaire::design;
use serde::Serialize;
use wording::measured_skill::MeasuredSkill;

use super::brief::BriefArguments;
use super::exit::Failure;
use super::output::{Output, note};
use super::progress::Progress;
use super::report;
use crate::ask::{AskError, FinishedReport, LocalReport, parse_brief, read_panel, read_wave, seed_of};
use crate::engines::build_engine;
use contract::PeopleView;
use fieldwork::{Format, People, RowError};
use lab::measure::RecordsFile;
use pages::terminal::clean;
use pipeline::Job;
use service::config::Config;
use service::serve::stop_signal;

#[derive(Args)]
#[command(after_help = "Stopped with Ctrl-C, it keeps what was answered; the same command then goes on from there.")]
pub struct AskArguments {
    #[command(flatten)]
    brief: BriefArguments,
    /// Another seed draws other respondents [default: follows from the brief]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Folder for the report [default: one in this folder, named after the question]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Real people's answers to the same question, shown beside the forecast: CSV or JSON with a choice for each person and,
    /// where known, age, sex, country and weight
    #[arg(long, value_name = "FILE")]
    people: Option<PathBuf>,
    /// Open the report in a browser when it is done
    #[arg(long)]
    open: bool,
}

pub async fn ask(config: &Config, arguments: AskArguments, output: Output) -> anyhow::Result<()> {
    let (draft, written_seed) = arguments.brief.draft()?;
    if draft.audience_id.is_some() {
        anyhow::bail!(
            "an audience_id names an audience on a server, which `ask` does without; give --audience-filters or --audience"
        );
    }
    let (draft, panel) = with_panel(with_wave(draft)?)?;
    let brief = parse_brief(draft)?.from_country(config.country.clone());
    let seed = arguments.seed.or(written_seed).unwrap_or_else(|| seed_of(&brief));
    let language = brief.language();
    let people = arguments.people.map_or_else(|| Ok(People::default()), |file| read_people(&file, &brief))?;
    let stop = stop_signal()?;
    note_edits(&brief);
    let progress = Progress::here(language);
    progress.opening();
    // Loading a model takes seconds, during which the terminal must stay responsive.
    let settings = config.engines.clone();
    let engine = tokio::task::spawn_blocking(move || build_engine(&settings)).await?;
    let engine = engine.inspect_err(|_| progress.end())?;
    let calibration = RecordsFile::in_folder(&config.data_dir).read()?.in_force(&engine.card(), language);
    if !engine.card().scripted {
        note_skill(&calibration, &brief);
    }
    let tokens_max = config.report_tokens_max;
    let job = Job { brief, seed, concurrency: config.concurrency, calibration, panel, own_studies: None, tokens_max };
    let ask = LocalReport { job, engine: engine.as_ref(), outage_wait_max: config.engine_patience, people };
    let folder = arguments.out.unwrap_or_else(|| PathBuf::from(ask.folder_name()));
    let watch = |event| progress.on_event(event);
    let made = tokio::select! {
        made = ask.run(&folder, &watch) => made,
        () = stop.cancelled() => {
            progress.end();
            return Err(Failure::Stopped(kept(language, "terminal-stopped", &folder)).into());
        }
    };
    progress.end();
    let FinishedReport { result, people, written } = made.map_err(|error| failure(error, language, &folder))?;
    let document = Document { result: &result, people: people.as_ref() };
    report::show(&result, &document, people.as_ref(), &written.paths(), output)?;
    if arguments.open {
        open::that_detached(&written.page).with_context(|| format!("opening {}", written.page.display()))?;
    }
    Ok(())
}

/// Returns the draft with what the report asked that it asks again, from the folder that it names.
fn with_wave(draft: Draft) -> anyhow::Result<Draft> {
    let Some(folder) = &draft.wave_of else { return Ok(draft) };
    let (name, earlier) = read_wave(Path::new(folder))?;
    let draft = Draft {
        question: if draft.question.is_empty() { earlier.question().to_owned() } else { draft.question },
        options: if draft.options.is_empty() { earlier.options().to_vec() } else { draft.options },
        wave_of: Some(name),
        ..draft
    };
    Ok(draft.for_wave_of(&earlier)?)
}

/// Returns the draft with size and audience of the report in the folder that it names, and that report's respondents.
fn with_panel(draft: Draft) -> anyhow::Result<(Draft, Option<Arc<Panel>>)> {
    let Some(folder) = &draft.same_panel_as else { return Ok((draft, None)) };
    let (panel, earlier) = read_panel(Path::new(folder))?;
    let draft = Draft { same_panel_as: Some(panel.report.clone()), ..draft };
    Ok((draft.for_panel_of(&earlier)?, Some(Arc::new(panel))))
}

/// Prints the texts that will be asked in other words, why, and how to decline that. An engine may correct the wording
/// further; the report lists every change.
fn note_edits(brief: &Brief) {
    let language = brief.language();
    let texts = wording::served::asked_as(brief, &design::served(brief), language);
    if texts.is_empty() {
        return;
    }
    note(&wording::say(language, "terminal-edited", &[]));
    for text in &texts {
        let args = [("name", text.name.as_str().into()), ("text", clean(&text.asked).into())];
        note(&format!("  {}", wording::say(language, "terminal-edited-text", &args)));
        note(&format!("    {}", text.reason));
    }
    note(&wording::say(language, "terminal-as-is", &[]));
}

/// Prints the engine's measured skill for the brief, before the engine is asked.
fn note_skill(calibration: &Calibration, brief: &Brief) {
    let language = brief.language();
    let skill = MeasuredSkill::of_brief(calibration, &design::served(brief), language, language);
    note(&skill.text(language));
}

/// The result of the contract, with people's answers beside it if there are any.
#[derive(Serialize)]
struct Document<'a> {
    #[serde(flatten)]
    result: &'a ReportResult,
    #[serde(skip_serializing_if = "Option::is_none")]
    people: Option<&'a PeopleView>,
}

/// Reads all of the file or fails, before any engine call.
fn read_people(file: &Path, brief: &Brief) -> anyhow::Result<People> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let read = fieldwork::read(&text, Format::of(text.as_bytes()), brief.options());
    let upload = read.map_err(|errors| {
        let lines: Vec<String> = errors.iter().map(|error| said(error, brief.language())).collect();
        anyhow::anyhow!("{} can't be read; nothing was asked\n{}", clean(&file.display().to_string()), lines.join("\n"))
    })?;
    Ok(upload.people())
}

fn said(error: &RowError, language: Language) -> String {
    let column = error.column.map_or_else(String::new, |column| format!(", {}", column.name()));
    format!("row {}{column}: {}", error.row, clean(&error.words(language)))
}

fn failure(error: AskError, language: Language, folder: &Path) -> anyhow::Error {
    let AskError::Pipeline(pipeline) = error else { return error.into() };
    let reason = pipeline.public_message(language);
    let mut parts = vec![wording::say(language, "terminal-failed", &[("reason", reason.into())])];
    if pipeline.is_transient() {
        parts.push(kept(language, "terminal-kept", folder));
    }
    Failure::Report { message: wording::sentences(language, &parts), source: Some(Box::new(pipeline)) }.into()
}

fn kept(language: Language, id: &str, folder: &Path) -> String {
    wording::say(language, id, &[("folder", clean(&folder.display().to_string()).into())])
}
