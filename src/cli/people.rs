//! `canvass people …`: surveys of real people about a report on a running server, and uploads of their answers.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::client::{ConnectionArguments, parse_id};
use super::output::{Output, table};
use crate::client::{Client, ClientError};
use contract::PeopleRange;
use foundation::Language;
use pages::terminal::clean;
use primitives::ids::{AnswerId, ReportId};
use service::config::Config;

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
}

pub async fn people(config: &Config, arguments: PeopleArguments, output: Output) -> anyhow::Result<()> {
    let client = arguments.connection.connect(config)?;
    match arguments.command {
        PeopleCommand::Open { report, quota, ends_at, asker, one_time_links, close_when_settled } => {
            let mut wanted = json!({});
            for (field, value) in [
                ("quota", json!(quota)),
                ("ends_at", json!(ends_at)),
                ("asker", json!(asker)),
                ("one_time_links", json!(one_time_links)),
                ("close_when_settled", json!(close_when_settled.then_some(true))),
            ] {
                if !value.is_null() {
                    wanted[field] = value;
                }
            }
            let survey = open(&client, parse_id(&report)?, wanted).await?;
            output.print(&survey, || told(&survey))
        }
        PeopleCommand::Close { report } => {
            let survey = client.change_survey(parse_id(&report)?, &json!({ "state": "closed" })).await?;
            output.print(&survey, || told(&survey))
        }
        PeopleCommand::List { report } => {
            let people = client.people(parse_id(&report)?).await?;
            output.print(&people, || listed(&people))
        }
        PeopleCommand::Keep { report, answer, undo } => {
            let answer = AnswerId::parse(&answer).context("the answer's id must begin with ans_")?;
            let kept = client.keep_answer(parse_id(&report)?, &answer.to_string(), !undo).await?;
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

/// Says whether it is settled, or how many more people would settle it; `None` where that is unknown or even a thousand would
/// probably not.
fn settlement(people: &Value) -> Option<String> {
    let is_settled = people["is_settled"].as_bool().unwrap_or(false);
    let is_clear = people["verdict"]["verdict"] == "clear";
    let range: Option<PeopleRange> = serde_json::from_value(people["people_range"].clone()).ok();
    wording::settlement(Language::En, is_settled, is_clear, range.map(Into::into))
}

/// Returns which groups of the audience are missing.
fn missing(people: &Value) -> Option<String> {
    let group = |group: &Value| {
        let text = |field: &str| clean(group[field].as_str().unwrap_or(""));
        format!("{} {} ({})", text("attribute").replace('_', " "), text("value"), group["people"])
    };
    let groups: Vec<String> = people["missing_groups"].as_array()?.iter().map(group).collect();
    (!groups.is_empty()).then(|| format!("too few people yet to settle it, of: {}", groups.join(", ")))
}

fn listed(people: &Value) -> String {
    let share = |value: &Value| value.as_f64().map_or_else(|| "–".to_owned(), |share| format!("{:.0}%", share * 100.0));
    let mut rows = vec![["option", "forecast", "people", "together"].map(str::to_owned).to_vec()];
    for option in people["options"].as_array().into_iter().flatten() {
        let name = clean(option["option"].as_str().unwrap_or(""));
        rows.push(vec![name, share(&option["forecast"]), share(&option["people"]), share(&option["together"])]);
    }
    let mut told = vec![format!("{} people and a forecast", people["people"])];
    told.extend(people["verdict"]["headline"].as_str().map(clean));
    told.push(table(&rows));
    if let Some(marked @ 1..) = people["flagged"].as_u64() {
        told.push(format!(
            "{marked} answers look like a program's and are not counted; `canvass people keep` counts one"
        ));
    }
    for (field, what) in [
        ("screened_out", "do not belong to the audience and are not counted"),
        ("eligibility_unknown", "are counted and not known to belong to the audience"),
    ] {
        if let Some(people @ 1..) = people[field].as_u64() {
            told.push(format!("{people} people {what}"));
        }
    }
    told.extend(missing(people));
    told.extend(settlement(people));
    told.join("\n")
}
