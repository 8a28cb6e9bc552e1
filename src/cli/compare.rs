//! `canvass compare`: two to six reports beside each other, from folders and files on this machine or from a running server.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use contract::{ComparedReport, Comparison, PeopleView, ReportResult};
use foundation::Language;
use wording::Locale;

use super::client::ConnectionArguments;
use super::output::{Output, print_json, print_line, print_styled};
use crate::ask::read_report;
use pages::terminal::{self, Screen, clean};
use primitives::ids::ReportId;
use service::config::Config;

/// Marks a CSV file as UTF-8 for spreadsheets; standard output has none.
const BYTE_ORDER_MARK: char = '\u{feff}';

#[derive(Args)]
#[command(after_help = "Folders are those that `ask` and `client export` write. For ids, the key is read from \
    CANVASS_API_KEY or from the client file.")]
pub struct CompareArguments {
    #[command(flatten)]
    connection: ConnectionArguments,
    /// Folders or JSON files of finished reports, or ids on a server, req_…; the others are compared with the first
    #[arg(required = true, num_args = 2..=6, value_name = "REPORT")]
    reports: Vec<String>,
    /// Print the table as CSV
    #[arg(long)]
    csv: bool,
}

pub async fn compare(config: &Config, arguments: CompareArguments, output: Output) -> anyhow::Result<()> {
    let (comparison, locale) = match ids(&arguments.reports) {
        Some(ids) => {
            let comparison = arguments.connection.connect(config)?.compare(&ids).await?;
            let language = comparison.columns.first().map_or(Language::En, |column| column.language);
            (comparison, Locale::from(language))
        }
        None => of_files(&arguments.reports)?,
    };
    if arguments.csv {
        let table = String::from_utf8(pages::comparison::csv(&comparison)?)?;
        print_line(table.trim_start_matches(BYTE_ORDER_MARK).trim_end());
        return Ok(());
    }
    if output.json {
        return print_json(&comparison);
    }
    print_styled(&terminal::comparison(&comparison, locale, Screen::of_stdout()));
    Ok(())
}

/// Returns the ids if every name is one and no file or folder is called so.
fn ids(names: &[String]) -> Option<Vec<ReportId>> {
    let id = |name: &String| if Path::new(name).exists() { None } else { ReportId::parse(name) };
    names.iter().map(id).collect()
}

fn of_files(names: &[String]) -> anyhow::Result<(Comparison, Locale)> {
    let is_on_server = |name: &&String| !Path::new(name).exists() && ReportId::parse(name).is_some();
    if let Some(id) = names.iter().find(is_on_server) {
        bail!("{id} is on a server and others are files; fetch it first with: canvass client export {id}");
    }
    let read: Vec<(ReportResult, Option<PeopleView>)> =
        names.iter().map(|name| read_report(&PathBuf::from(name))).collect::<Result<_, _>>()?;
    let reports: Vec<ComparedReport<'_>> = names
        .iter()
        .zip(&read)
        .map(|(name, (result, people))| ComparedReport { name, result, people: people.as_ref(), finished_on: None })
        .collect();
    let locale = read[0].0.locale();
    match Comparison::of(&reports, locale) {
        Ok(comparison) => Ok((comparison, locale)),
        Err(error) => bail!("{}", clean(&error.message(Language::En))),
    }
}
