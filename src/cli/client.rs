//! `canvass client …`: reports on a running server, through the HTTP contract with an API key.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use contract::{ReportResult, StudyReport};
use foundation::Language;
use serde_json::json;

use super::audiences::{self, AudiencesCommand};
use super::brief::BriefArguments;
use super::exit::Failure;
use super::output::{Output, note, print_json, print_line, print_styled, table};
use super::progress::Progress;
use super::report;
use crate::ask::{Event, parse_brief, write_files};
use crate::client::{self, CANCELLED, Client, Created, CreatedReports, FailedReport, Report, parse_result};
use pages::terminal::{self, Screen, clean};
use pipeline::Stage;
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::ids::ReportId;
use service::config::{ClientSettings, Config};

/// `list` refreshes the status of at most this many reports and shows the last known status of the others.
const LOOKED_UP_MAX: usize = 20;
const QUESTION_CHARS_SHOWN: usize = 48;

/// How to reach the server.
#[derive(Args)]
pub struct ConnectionArguments {
    /// Address of the server [default: that of the client file, else this machine's own]
    #[arg(long, env = "CANVASS_SERVER", global = true, value_name = "URL")]
    server: Option<String>,
    /// A file with server and api_key, of mode 600 [default: ~/.config/canvass/client.toml]
    #[arg(long, env = "CANVASS_CLIENT_CONFIG", global = true, value_name = "FILE")]
    client_config: Option<PathBuf>,
}

impl ConnectionArguments {
    pub fn connect(&self, config: &Config) -> anyhow::Result<Client> {
        let settings = ClientSettings::load(self.server.as_deref(), self.client_config.as_deref(), &config.public_url)?;
        Ok(Client::new(&settings.server, &settings.api_key, Chance::from_system()?)?)
    }
}

#[derive(Args)]
#[command(after_help = "The key is read from CANVASS_API_KEY or from the client file.")]
pub struct ClientArguments {
    #[command(flatten)]
    connection: ConnectionArguments,
    #[command(subcommand)]
    command: ClientCommand,
}

#[derive(Subcommand)]
enum ClientCommand {
    /// Show the credits left
    Credits,
    /// Create a report; each respondent costs one credit
    Create {
        #[command(flatten)]
        brief: BriefArguments,
        /// Stay until the report is done, and show it
        #[arg(long)]
        watch: bool,
        /// The same key and brief within 24 hours give the same report [default: a new key]
        #[arg(long, value_name = "KEY")]
        idempotency_key: Option<String>,
    },
    /// Stay until a report is done, and show it
    Watch {
        /// Its id, req_…
        id: String,
    },
    /// Show a report as it stands
    Fetch {
        /// Its id, req_…
        id: String,
    },
    /// Write a finished report into a folder: report.html, report.json, report.md, respondents.csv and more
    Export {
        /// Its id, req_…
        id: String,
        /// The folder [default: one in this folder, named after the id]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Show the waves of a report that was asked again, and the follow-ups to their respondents
    Study {
        /// The id of any of its reports, req_…
        id: String,
    },
    /// List the reports created from this machine
    List,
    /// Save, list and delete audiences to ask again
    #[command(subcommand)]
    Audiences(AudiencesCommand),
}

pub async fn client(config: &Config, arguments: ClientArguments, output: Output) -> anyhow::Result<()> {
    let client = arguments.connection.connect(config)?;
    match arguments.command {
        ClientCommand::Credits => {
            let credits_left = client.credits_left().await?;
            output.print(&json!({ "credits_left": credits_left }), || format!("{credits_left} credits left"))
        }
        ClientCommand::Create { brief, watch: false, idempotency_key } => {
            let (created, accepted) = create(config, &client, brief, idempotency_key).await?;
            output.print(&accepted, || {
                format!(
                    "{}: {} credits set aside, {} left. See it through with: canvass client watch {}",
                    created, accepted.credits_estimated, accepted.credits_left, created
                )
            })
        }
        ClientCommand::Create { brief, watch: true, idempotency_key } => {
            let (created, _) = create(config, &client, brief, idempotency_key).await?;
            note(&created.to_string());
            watch(config, &client, created, output).await
        }
        ClientCommand::Watch { id } => watch(config, &client, parse_id(&id)?, output).await,
        ClientCommand::Fetch { id } => fetch(config, &client, parse_id(&id)?, output).await,
        ClientCommand::Export { id, out } => export(&client, parse_id(&id)?, out, output).await,
        ClientCommand::Study { id } => study(&client, parse_id(&id)?, output).await,
        ClientCommand::List => list(config, &client, output).await,
        ClientCommand::Audiences(command) => audiences::audiences(&client, command, output).await,
    }
}

async fn create(
    config: &Config,
    client: &Client,
    brief: BriefArguments,
    key: Option<String>,
) -> anyhow::Result<(ReportId, contract::requests::ReportAccepted)> {
    let (draft, _) = brief.draft()?;
    let brief = parse_brief(client.with_earlier_wave(client.with_kept_size(draft).await?).await?)?;
    let mut list = open_list(config)?;
    let key = key.unwrap_or_else(|| client.new_idempotency_key());
    let begun = list.begin(client.server(), &brief, key, Clock::System.now()).context("recording the report")?;
    let accepted = client.create(&brief, &begun.idempotency_key).await?;
    let id = parse_id(&accepted.request_id)?;
    list.append(begun.accepted(&accepted)).context("recording the report")?;
    accepted.warnings.iter().for_each(|warning| note(&warning.message));
    Ok((id, accepted))
}

async fn watch(config: &Config, client: &Client, id: ReportId, output: Output) -> anyhow::Result<()> {
    let progress = Progress::elsewhere(Language::En);
    let ended = client.wait_until_ended(id, &|report| show_progress(&progress, report)).await;
    progress.end();
    let ended = ended?;
    note_status(config, id, &ended)?;
    show(client, id, &ended, output).await
}

fn show_progress(progress: &Progress, report: &client::Progress) {
    if report.is_waiting_for_engine() {
        return progress.on_event(Event::WaitingForEngine);
    }
    match report.stage.as_str() {
        "generating_questionnaire" => progress.on_event(Event::Entered(Stage::GeneratingQuestionnaire)),
        "sampling" => {
            progress.on_event(Event::Entered(Stage::Sampling));
            progress.on_event(Event::Answered { done: report.respondents_done, total: report.respondents_total });
        }
        _ => progress.queued(),
    }
}

/// Shows a finished report with people's answers, or fails with the reason why there is none.
async fn show(client: &Client, id: ReportId, report: &Report, output: Output) -> anyhow::Result<()> {
    match report {
        Report::Completed(result) => {
            let people = if output.json { None } else { client.people_view(id).await? };
            report::show(&parse_result(result)?, result, people.as_ref(), &[], output)
        }
        Report::Failed(failed) => Err(no_report(failed).into()),
        Report::Running(_) => Ok(()),
    }
}

/// The server's reason is in the report's language, so a cancellation is also named in English.
fn no_report(failed: &FailedReport) -> Failure {
    let message = clean(&failed.message);
    let message = if failed.is_cancelled() { format!("{CANCELLED}: {message}") } else { message };
    Failure::Report { message, source: None }
}

async fn fetch(config: &Config, client: &Client, id: ReportId, output: Output) -> anyhow::Result<()> {
    let report = client.report(id).await?;
    note_status(config, id, &report)?;
    if output.json {
        let mut document = json!({ "request_id": id.to_string(), "status": report.status() });
        let (field, value) = match &report {
            Report::Running(progress) => ("progress", json!(progress)),
            Report::Failed(failed) => ("error", json!(failed)),
            Report::Completed(result) => ("result", (**result).clone()),
        };
        document[field] = value;
        return print_json(&document);
    }
    if let Report::Running(progress) = &report {
        let (done, total) = (progress.respondents_done, progress.respondents_total);
        let waiting =
            if progress.is_waiting_for_engine() { ", waiting for the engine, which is unavailable" } else { "" };
        print_line(&format!("{id}: {}, {done} of {total} respondents{waiting}", clean(&progress.stage)));
    }
    show(client, id, &report, output).await
}

async fn export(client: &Client, id: ReportId, out: Option<PathBuf>, output: Output) -> anyhow::Result<()> {
    let result: ReportResult = match client.report(id).await? {
        Report::Completed(result) => parse_result(&result)?,
        Report::Failed(failed) => return Err(no_report(&failed).into()),
        Report::Running(progress) => {
            anyhow::bail!("{id} is not finished ({}); see it through with: canvass client watch {id}", progress.stage)
        }
    };
    let folder = out.unwrap_or_else(|| PathBuf::from(format!("canvass-{id}")));
    let people = client.people_view(id).await?;
    let written = write_files(&folder, &result, people.as_ref())?;
    let paths = [&written.page, &written.data, &written.respondents].map(|path| path.display().to_string());
    let document = json!({ "report_html": paths[0], "report_json": paths[1], "respondents_csv": paths[2] });
    output.print(&document, || paths.join("\n"))
}

async fn study(client: &Client, id: ReportId, output: Output) -> anyhow::Result<()> {
    let study = client.study(id).await?;
    if output.json {
        return print_json(&study);
    }
    let heading = ["report", "wave", "status", "question"].map(str::to_owned).to_vec();
    let row = |report: &StudyReport| {
        let wave = match (report.wave, &report.same_panel_as) {
            (Some(number), _) => number.to_string(),
            (None, Some(_)) => "follow-up".to_owned(),
            (None, None) => "-".to_owned(),
        };
        let question: String = clean(&report.question).chars().take(QUESTION_CHARS_SHOWN).collect();
        vec![report.request_id.clone(), wave, clean(&report.status), question]
    };
    let rows = study.waves.iter().chain(&study.follow_ups).map(row);
    print_line(&table(&std::iter::once(heading).chain(rows).collect::<Vec<_>>()));
    if let Some(comparison) = &study.comparison {
        let language = comparison.columns.first().map_or(Language::En, |column| column.language);
        print_line("");
        print_styled(&terminal::comparison(comparison, language.into(), Screen::of_stdout()));
    }
    Ok(())
}

/// Lists the reports created from this machine, since the contract has no listing. Unfinished ones are refreshed.
async fn list(config: &Config, client: &Client, output: Output) -> anyhow::Result<()> {
    let mut list = open_list(config)?;
    let of_this_server = |created: &&Created| created.server == client.server() && created.request_id.is_some();
    let open =
        |created: &&Created| !matches!(created.status.as_deref(), Some("completed" | "failed" | CANCELLED | "unknown"));
    let unfinished: Vec<Created> = list.all().iter().filter(of_this_server).filter(open).rev().cloned().collect();
    for created in unfinished.into_iter().take(LOOKED_UP_MAX) {
        let Some(id) = created.request_id.as_deref().and_then(ReportId::parse) else { continue };
        let status = match client.report(id).await {
            Ok(report) => report.shown_status().to_owned(),
            // The report was created with another account's key.
            Err(client::ClientError::Refused { status: 404, .. }) => "unknown".to_owned(),
            Err(error) => return Err(error.into()),
        };
        list.append(created.with_status(&status)).context("recording the report")?;
    }
    let shown: Vec<&Created> = list.all().iter().filter(of_this_server).rev().collect();
    output.print(&shown.iter().map(|created| listed(created)).collect::<Vec<_>>(), || {
        let heading = ["report", "status", "question"].map(str::to_owned).to_vec();
        let row = |created: &&Created| {
            let question: String = clean(&created.question).chars().take(QUESTION_CHARS_SHOWN).collect();
            vec![
                created.request_id.as_deref().unwrap_or("").to_owned(),
                clean(created.status.as_deref().unwrap_or("?")),
                question,
            ]
        };
        table(&std::iter::once(heading).chain(shown.iter().map(row)).collect::<Vec<_>>())
    })
}

/// Returns a list entry for tools, with the status as in the contract.
fn listed(created: &Created) -> serde_json::Value {
    let is_cancelled = created.status.as_deref() == Some(CANCELLED);
    let status = if is_cancelled { Some("failed") } else { created.status.as_deref() };
    let mut document = json!({
        "request_id": created.request_id,
        "status": status,
        "question": created.question,
        "created_at_ms": created.at_ms,
    });
    if is_cancelled {
        document["reason"] = CANCELLED.into();
    }
    document
}

/// Records the status of a report created from this machine; others are ignored.
fn note_status(config: &Config, id: ReportId, report: &Report) -> anyhow::Result<()> {
    let mut list = open_list(config)?;
    let id = id.to_string();
    let known = list.all().iter().find(|created| created.request_id.as_deref() == Some(id.as_str())).cloned();
    let Some(known) = known.filter(|known| known.status.as_deref() != Some(report.shown_status())) else {
        return Ok(());
    };
    list.append(known.with_status(report.shown_status())).context("recording the report")
}

pub fn open_list(config: &Config) -> anyhow::Result<CreatedReports> {
    let folder = &config.data_dir;
    CreatedReports::open(folder).with_context(|| format!("reading the list of reports in {}", folder.display()))
}

pub fn parse_id(text: &str) -> anyhow::Result<ReportId> {
    ReportId::parse(text).with_context(|| format!("{:?} is not a report's id; it looks like req_01…", clean(text)))
}
