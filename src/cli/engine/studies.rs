//! An account's studies: as cases for measuring, and as listed by `engine show`.

use anyhow::Context;
use forecast::human::{Case, OwnStudies};
use serde::Serialize;

use super::Known;
use crate::cli::output::table;
use service::worker::{case_of, scored};
use store::{Account, Store, Study};

const QUESTION_CHARS_MAX: usize = 60;

/// Calibration records and studies of one account.
#[derive(Debug, Serialize)]
pub(super) struct Own {
    pub account: String,
    /// Whether the account agreed that its studies are used for calibration.
    pub learns: bool,
    /// The records that apply to the account's reports.
    pub records: Vec<Known>,
    /// Scores of the forecasts over all its studies; `None` if there are no studies.
    pub own_studies: Option<OwnStudies>,
    pub studies: Vec<StudyLine>,
}

/// One study. Tools rely on the field names.
#[derive(Debug, Serialize)]
pub(super) struct StudyLine {
    pub request_id: String,
    pub question: String,
    pub options: Vec<String>,
    pub language: foundation::Language,
    pub engine: String,
    pub model: String,
    pub people: i64,
    /// People's shares; `forecast` has the shares that the report forecast before.
    pub shares: Vec<f64>,
    pub forecast: Vec<f64>,
    /// The forecast's skill: 0 is a uniform guess, 100 is perfect; `None` if people's shares are uniform.
    pub skill: Option<f64>,
    pub learned_at_ms: i64,
}

/// Returns an account's studies as cases to ask an engine about.
pub(super) async fn cases(store: &Store, account: &Account) -> anyhow::Result<Vec<Case>> {
    Ok(store.studies(account.id).await?.iter().map(case_of).collect())
}

pub(super) async fn own(store: &Store, account: &Account, known: Vec<Known>) -> anyhow::Result<Own> {
    let id = account.id.to_string();
    let studies = store.studies(account.id).await.context("the studies can't be read")?;
    Ok(Own {
        account: account.email.clone(),
        learns: account.learns,
        records: known.into_iter().filter(|it| it.account.as_ref().is_none_or(|account| *account == id)).collect(),
        own_studies: scored(&studies),
        studies: studies.into_iter().map(StudyLine::of).collect(),
    })
}

/// Returns one line per account with studies.
pub(super) async fn summaries(store: &Store) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    for account in store.accounts().await? {
        let studies = if account.learns { store.studies(account.id).await? } else { Vec::new() };
        if let Some(own) = scored(&studies) {
            let email = &account.email;
            lines.push(format!("{email}: {} (`engine show --account {email}` lists them)", summary(&own)));
        }
    }
    Ok(lines)
}

pub(super) fn described(own: &Own) -> String {
    let Some(total) = &own.own_studies else {
        let why = match own.learns {
            true => "no report was answered by 30 people yet",
            false => "it does not agree to be learned from; its page in the workspace is where it can",
        };
        return format!("{}: no studies of its own: {why}", own.account);
    };
    let heading = ["report", "question", "language", "people", "skill", "engine"].map(str::to_owned).to_vec();
    let row = |it: &StudyLine| {
        vec![
            it.request_id.clone(),
            cut(&it.question),
            it.language.to_string(),
            it.people.to_string(),
            it.skill.map_or_else(|| "–".to_owned(), |skill| format!("{skill:+.1}")),
            it.engine.clone(),
        ]
    };
    let rows: Vec<Vec<String>> = std::iter::once(heading).chain(own.studies.iter().map(row)).collect();
    format!("{}\n\n{}: {}", table(&rows), own.account, summary(total))
}

fn summary(own: &OwnStudies) -> String {
    let studies = if own.studies == 1 { "study" } else { "studies" };
    let OwnStudies { studies: count, people, skill, winner_accuracy } = own;
    let right = winner_accuracy * 100.0;
    format!(
        "{count} {studies} of its own with {people} people: skill {skill:+.1}, people's first choice named in {right:.0} %"
    )
}

/// Returns the question on one line, truncated, without control characters.
fn cut(question: &str) -> String {
    let line: String = question.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|character| !character.is_control()).collect();
    match line.char_indices().nth(QUESTION_CHARS_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

impl StudyLine {
    fn of(study: Study) -> Self {
        let skill = scored(std::slice::from_ref(&study)).map(|own| own.skill);
        Self {
            request_id: study.report.to_string(),
            question: study.question,
            options: study.options,
            language: study.language,
            engine: study.key.engine,
            model: study.key.model,
            people: study.people,
            shares: study.shares,
            forecast: study.forecast,
            skill,
            learned_at_ms: study.learned_at,
        }
    }
}
