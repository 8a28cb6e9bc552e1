//! `canvass people …`: surveys of real people about a report on a running server, and uploads of their answers.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use foundation::Language;
use serde_json::{Value, json};

use super::client::{ConnectionArguments, parse_id};
use super::output::{Output, note, table};
use crate::client::{Client, ClientError};
use contract::PeopleView;
use pages::terminal::clean;
use primitives::ids::{AnswerId, ReportId};
use service::config::{Config, leads_to_loopback};

#[derive(Args)]
#[command(after_help = "The key is read from CANVASS_API_KEY or from the client file.")]
pub struct PeopleArguments {
    #[command(flatten)]
    connection: ConnectionArguments,
    #[command(subcommand)]
    command: PeopleCommand,
}

#[derive(Subcommand)]
enum PeopleCommand {
    /// Open a survey with a finished report's questions, or open it again, and print the link to send
    Open {
        /// The report's id, req_…
        report: String,
        /// Whole answers wanted [default: 60]
        #[arg(long)]
        quota: Option<i64>,
        /// When it ends, such as 2027-01-31T18:00:00Z [default: never]
        #[arg(long, value_name = "TIME")]
        ends_at: Option<String>,
        /// Who asks, as people are told
        #[arg(long)]
        asker: Option<String>,
        /// As many links that work once, in place of one for everybody
        #[arg(long, value_name = "N")]
        one_time_links: Option<i64>,
        /// Close it once more answers would not change which option is first
        #[arg(long)]
        close_when_settled: bool,
    },
    /// Close a report's survey; its answers stay
    Close {
        /// The report's id, req_…
        report: String,
    },
    /// Show what people answered beside the forecast
    List {
        /// The report's id, req_…
        report: String,
    },
    /// Add answers from a CSV or JSON file: all of it, or nothing
    Add {
        /// The report's id, req_…
        report: String,
        /// The file
        file: PathBuf,
        /// Rows that the report has already are other people's: add them again
        #[arg(long)]
        other_people: bool,
        /// What a column of a table is read as, by its header, such as choice="Which name do you like?": choice, age, sex,
        /// country, weight, comment, eligible or ignored
        #[arg(long, value_name = "ROLE=HEADER")]
        column: Vec<String>,
    },
    /// Count an answer in spite of its marks of a program
    Keep {
        /// The report's id, req_…
        report: String,
        /// The answer's id, ans_…
        answer: String,
        /// Count it no longer
        #[arg(long)]
        undo: bool,
    },
    /// Hide a person's comment from every report
    Hide {
        /// The report's id, req_…
        report: String,
        /// The answer's id, ans_…
        answer: String,
        /// Show it again
        #[arg(long)]
        undo: bool,
    },
}

pub async fn people(config: &Config, arguments: PeopleArguments, output: Output) -> anyhow::Result<()> {
    let client = arguments.connection.connect(config)?;
    match arguments.command {
        PeopleCommand::Open { report, quota, ends_at, asker, one_time_links, close_when_settled } => {
            let fields = [
                ("quota", json!(quota)),
                ("ends_at", json!(ends_at)),
                ("asker", json!(asker)),
                ("one_time_links", json!(one_time_links)),
                ("close_when_settled", json!(close_when_settled.then_some(true))),
            ];
            let given = fields.into_iter().filter(|(_, value)| !value.is_null());
            let wanted = Value::Object(given.map(|(field, value)| (field.to_owned(), value)).collect());
            let survey = open(&client, parse_id(&report)?, wanted).await?;
            output.print(&survey, || told(&survey))?;
            if let Some(warning) = loopback(&survey) {
                note(&warning);
            }
            Ok(())
        }
        PeopleCommand::Close { report } => {
            let survey = client.change_survey(parse_id(&report)?, &json!({ "state": "closed" })).await?;
            output.print(&survey, || told(&survey))
        }
        PeopleCommand::List { report } => {
            let people = client.people(parse_id(&report)?).await?;
            output.print(&people, || listed(&people))
        }
        PeopleCommand::Hide { report, answer, undo } => {
            let answer = AnswerId::parse(&answer).context("the answer's id must begin with ans_")?;
            let change = json!({ "is_comment_hidden": !undo });
            let changed = client.change_answer(parse_id(&report)?, &answer.to_string(), &change).await?;
            output.print(&changed, || match changed["is_comment_hidden"].as_bool() {
                Some(true) => format!("the comment of {answer} is hidden"),
                _ => format!("the comment of {answer} is shown"),
            })
        }
        PeopleCommand::Keep { report, answer, undo } => {
            let answer = AnswerId::parse(&answer).context("the answer's id must begin with ans_")?;
            let change = json!({ "is_kept": !undo });
            let kept = client.change_answer(parse_id(&report)?, &answer.to_string(), &change).await?;
            output.print(&kept, || match kept["is_counted"].as_bool() {
                Some(true) => format!("{answer} is counted"),
                _ => format!("{answer} is not counted"),
            })
        }
        PeopleCommand::Add { report, file, other_people, column } => {
            let id = parse_id(&report)?;
            let read = std::fs::read(&file).with_context(|| format!("reading {}", file.display()))?;
            let added = client.add_people(id, read, other_people, &column).await?;
            output.print(&added, || match added["is_replay"].as_bool() {
                Some(true) => format!(
                    "these {} rows were there already; nothing was added. If they are other people, use --other-people",
                    added["people"]
                ),
                _ => told_added(&added),
            })
        }
    }
}

/// Returns how many people were added, by option, and how many were set apart.
fn told_added(added: &Value) -> String {
    let count = |field: &str| added[field].as_i64().unwrap_or(0);
    let mut told = vec![format!("{} people added", count("people") - count("set_apart"))];
    for option in added["by_option"].as_array().into_iter().flatten() {
        told.push(format!("  {}: {}", clean(option["option"].as_str().unwrap_or("")), option["people"]));
    }
    if count("set_apart") > 0 {
        told.push(format!("{} people do not belong to the audience and were set apart", count("set_apart")));
    }
    if count("eligibility_unknown") > 0 {
        let unknown = count("eligibility_unknown");
        told.push(format!("of {unknown} people it is not known whether they belong to the audience"));
    }
    told.join("\n")
}

/// Opens the survey, or reopens an existing one with the given changes.
async fn open(client: &Client, id: ReportId, mut wanted: Value) -> Result<Value, ClientError> {
    match client.open_survey(id, &wanted).await {
        Err(ClientError::Refused { code, .. }) if code == "survey_exists" => {
            if let Some(fields) = wanted.as_object_mut() {
                fields.remove("asker");
                fields.remove("close_when_settled");
                fields.insert("state".to_owned(), json!("open"));
            }
            client.change_survey(id, &wanted).await
        }
        opened => opened,
    }
}

fn told(survey: &Value) -> String {
    let text = |field: &str| clean(survey[field].as_str().unwrap_or(""));
    let links: Vec<String> =
        survey["links"].as_array().into_iter().flatten().filter_map(Value::as_str).map(clean).collect();
    let place = if links.is_empty() { text("url") } else { links.join("\n") };
    format!("{place}\n{}: {} of {} answers", text("state"), survey["complete"], survey["quota"])
}

/// Returns a warning where the survey's link works on the server's own machine only.
fn loopback(survey: &Value) -> Option<String> {
    let url = survey["url"].as_str()?;
    leads_to_loopback(url).then(|| {
        "this link works on the server's own computer only; set CANVASS_PUBLIC_URL to the address at which others reach it, \
         and start the server again"
            .to_owned()
    })
}

fn listed(people: &Value) -> String {
    let view: Option<PeopleView> = serde_json::from_value(people.clone()).ok();
    let Some(view) = view else { return clean(&people.to_string()) };
    let share = |share: f64| wording::percent(Language::En, share);
    let mut rows = vec![["option", "forecast", "people", "together"].map(str::to_owned).to_vec()];
    for (option, printed) in view.options.iter().zip(view.printed()) {
        let counted = option.people.map_or_else(|| "–".to_owned(), |_| view.counted(option, Language::En));
        rows.push(vec![clean(&option.option), share(printed.forecast), counted, share(printed.together)]);
    }
    let mut told = vec![format!("{} people and a forecast", view.people)];
    told.extend(view.verdict.as_ref().map(|verdict| clean(&verdict.headline)));
    told.push(table(&rows));
    told.extend(view.why_weighted(Language::En));
    if view.flagged > 0 {
        told.push(format!(
            "{} answers look like a program's and are not counted; `canvass people keep` counts one",
            view.flagged
        ));
    }
    if view.screened_out > 0 {
        told.push(format!("{} people do not belong to the audience and are not counted", view.screened_out));
    }
    if view.eligibility_unknown > 0 {
        told.push(format!("{} people are counted and not known to belong to the audience", view.eligibility_unknown));
    }
    told.extend(view.settlement(Language::En));
    told.join("\n")
}
