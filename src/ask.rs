//! Makes a complete report without a server, account or database. Checkpoints go to a journal in the report's folder,
//! so an interrupted run resumes where it stopped.

mod brief_file;
mod earlier;
mod files;
mod journal;
mod read_report;

use foundation::hex;
use std::path::{Path, PathBuf};
use std::time::Duration;

use contract::{Report, ReportResult};
use language::brief::{Brief, BriefError, Draft};
use language::served;
use questionnaire::bank;
use sha2::{Digest, Sha256};
use tokio::time::Instant;

use contract::PeopleView;
use engine::{Engine, probe_until_up, prompt};
use fieldwork::People;
use journal::FileJournal;
use pipeline::elicit::EngineIdentity;
use pipeline::{self, Job, PipelineError, Stage};

pub use brief_file::{BriefFile, BriefFileError};
pub use earlier::{read_panel, read_wave};
pub use files::Written;
pub use read_report::read_report;

/// Incremented when the journal's format changes, so that older journals are not resumed.
const JOURNAL_FORMAT: u32 = 2;
/// Distinguishes folders of briefs with the same first words.
const NAME_KEY_CHARS: usize = 6;
const NAME_WORDS_CHARS_MAX: usize = 40;
const ENGINE_PAUSE_FIRST: Duration = Duration::from_secs(1);

/// A progress event of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Entered(Stage),
    /// Work done, in respondents: the fraction of engine calls done, scaled to the sample size.
    Answered {
        done: u32,
        total: u32,
    },
    /// The engine is unavailable; the report resumes by itself when it answers again.
    WaitingForEngine,
}

pub type Watch<'a> = &'a (dyn Fn(Event) + Send + Sync);

#[derive(Debug, thiserror::Error)]
pub enum AskError {
    #[error("{what} {}", path.display())]
    File { what: &'static str, path: PathBuf, source: std::io::Error },
    #[error("another canvass is at work in {}; wait until it is done", folder.display())]
    AtWork { folder: PathBuf },
    #[error("{} holds another report; give another folder with --out, or move that report away", folder.display())]
    AnotherReport { folder: PathBuf },
    #[error("the page could not be made")]
    Page(#[source] askama::Error),
    #[error("the answers could not be written as a table")]
    Table(#[source] std::io::Error),
    #[error("the result could not be written as JSON")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Brief(#[from] BriefError),
    #[error(transparent)]
    Pipeline(#[from] PipelineError),
}

/// A report to make, with everything its answers depend on.
pub struct LocalReport<'a> {
    pub job: Job,
    pub engine: &'a dyn Engine,
    /// How long to wait for an engine during an outage.
    pub outage_wait_max: Duration,
    /// Real people's answers to the same question, shown beside the forecast, which does not use them.
    pub people: People,
}

/// A finished report.
#[derive(Debug)]
pub struct FinishedReport {
    pub result: ReportResult,
    /// The joint estimate of forecast and people, if people answered.
    pub people: Option<PeopleView>,
    pub written: Written,
}

impl LocalReport<'_> {
    /// Returns a hash of everything the answers depend on. A journal with another key belongs to another report.
    fn key(&self) -> String {
        let (brief, identity) = (&self.job.brief, EngineIdentity::of(&self.engine.card()));
        let depends_on = serde_json::json!([
            JOURNAL_FORMAT,
            brief,
            self.job.seed.to_string(),
            [identity.engine, identity.model, identity.adapter],
            prompt::hashes(brief.language()),
            self.job.calibration,
            bank::version(),
        ]);
        hex(&Sha256::digest(depends_on.to_string()))
    }

    /// Returns a folder name from the question's first words and the key.
    pub fn folder_name(&self) -> String {
        let words = slug(self.job.brief.question());
        format!("canvass-{words}{}", &self.key()[..NAME_KEY_CHARS])
    }

    /// Makes the report, resuming an earlier run if there is one, and writes its files into the folder.
    pub async fn run(&self, folder: &Path, watch: Watch<'_>) -> Result<FinishedReport, AskError> {
        let findings = self.findings(folder, watch).await?;
        let page = folder.join(files::PAGE);
        let address = url::Url::from_file_path(std::path::absolute(&page).unwrap_or(page));
        // Without an account nothing is charged.
        let result = findings.into_result(address.map_or_else(|()| String::new(), String::from), 0, 0);
        let people = PeopleView::of_counted(&result, &self.people);
        let written = files::write(folder, &result, people.as_ref())?;
        Ok(FinishedReport { result, people, written })
    }

    /// Runs the pipeline, and after an engine outage runs it again from the checkpoints.
    async fn findings(&self, folder: &Path, watch: Watch<'_>) -> Result<Report, AskError> {
        loop {
            let (journal, done) = FileJournal::open(folder, &self.key(), &self.job.brief, watch)?;
            let failed = match pipeline::run(&self.job, self.engine, done, &journal).await {
                Ok(findings) => return Ok(findings),
                Err(error) => error,
            };
            // A crashed engine is reloaded by its supervisor until its restart limit is reached.
            if failed.is_crash() && self.engine_is_back(watch).await {
                continue;
            }
            // If the probe succeeds, there is no outage to wait for.
            let is_engines_fault = matches!(failed, PipelineError::Engine(_)) && failed.is_transient();
            if !is_engines_fault || self.engine.probe().await.is_ok() || !self.engine_is_back(watch).await {
                return Err(failed.into());
            }
        }
    }

    async fn engine_is_back(&self, watch: Watch<'_>) -> bool {
        let wait_ends = Instant::now() + self.outage_wait_max;
        watch(Event::WaitingForEngine);
        let answers = probe_until_up(self.engine, ENGINE_PAUSE_FIRST, |_, pause| async move {
            let may_wait = Instant::now() + pause < wait_ends;
            if may_wait {
                tokio::time::sleep(pause).await;
            }
            may_wait
        });
        tokio::select! {
            answers = answers => answers,
            () = self.engine.broken() => false,
        }
    }
}

/// Writes the files of a report that was made elsewhere, with people's answers if there are any. Fails if the folder holds
/// another report.
pub fn write_files(folder: &Path, result: &ReportResult, people: Option<&PeopleView>) -> Result<Written, AskError> {
    std::fs::create_dir_all(folder).map_err(|source| AskError::File {
        what: "making the folder",
        path: folder.to_owned(),
        source,
    })?;
    if files::holds_another(folder, result)? {
        return Err(AskError::AnotherReport { folder: folder.to_owned() });
    }
    files::write(folder, result, people)
}

/// Derives the seed from the brief, so that the same brief gives the same respondents and a run can be resumed
/// without storing its seed.
pub fn seed_of(brief: &Brief) -> u64 {
    let digest = Sha256::digest(serde_json::json!(["seed", brief]).to_string());
    digest.iter().take(8).fold(0, |seed, byte| (seed << 8) | u64::from(*byte))
}

/// Parses a brief. If no language is given, it uses the question's if that is recognised.
pub fn parse_brief(draft: Draft) -> Result<Brief, BriefError> {
    let is_given = draft.language.is_some();
    let brief = Brief::parse(draft.clone())?;
    match served::optimize(&brief).question_language {
        Some(language) if !is_given => Brief::parse(Draft { language: Some(language.to_string()), ..draft }),
        _ => Ok(brief),
    }
}

/// Returns the question's first words, each followed by a dash.
fn slug(question: &str) -> String {
    let words = question.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        if slug.chars().count() + word.chars().count() > NAME_WORDS_CHARS_MAX {
            if slug.is_empty() {
                slug = word.chars().take(NAME_WORDS_CHARS_MAX / 2).chain(['-']).collect();
            }
            break;
        }
        slug.push_str(&word.to_lowercase());
        slug.push('-');
    }
    slug
}

#[cfg(test)]
mod tests;
