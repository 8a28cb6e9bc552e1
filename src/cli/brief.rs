//! Reads a brief from a question and flags, or from a file; flags override the file.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use language::audience::given::GivenFilters;
use language::brief::{Draft, WordingChoice};

use crate::ask::BriefFile;

const FILE_EXTENSION: &str = "toml";

#[derive(Args)]
pub struct BriefArguments {
    /// The research question, or a TOML file with question, options, sample_size, audience_description,
    /// audience_filters, audience_id, language, wording, same_panel_as, wave_of and seed
    #[arg(value_name = "QUESTION|BRIEF.toml", required_unless_present = "wave_of")]
    question: Option<String>,
    /// A candidate option; give 2 to 20
    #[arg(short, long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// Whom to ask, in words [default: inferred from the question]
    #[arg(long, value_name = "TEXT")]
    audience: Option<String>,
    /// Whom to ask: a JSON file with filters, such as audience_filters of a result
    #[arg(long, value_name = "FILE", conflicts_with = "audience")]
    audience_filters: Option<PathBuf>,
    /// Whom to ask: the id of an audience saved on the server, aud_…; not with `ask`, which has no server
    #[arg(long, value_name = "ID", conflicts_with_all = ["audience", "audience_filters"])]
    audience_id: Option<String>,
    /// How many respondents, 50 to 1000 [default: 100]
    #[arg(long, value_name = "N")]
    sample: Option<i64>,
    /// Language of the report: en, es or zh [default: the question's own, else en]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Ask the question and options exactly as written: no spelling is corrected and no loaded word left out
    #[arg(long)]
    as_is: bool,
    /// Ask the respondents of an earlier report: its id, or with `ask` its folder. Audience and sample are theirs
    #[arg(long, value_name = "REPORT", conflicts_with_all = ["audience", "audience_filters", "audience_id", "sample"])]
    same_panel: Option<String>,
    /// Ask an earlier report again, as the next wave of its study: its id, or with `ask` its folder. Question, options, language and
    /// audience are that report's, and so is the sample unless it is given
    #[arg(long, visible_alias = "again", value_name = "REPORT",
        conflicts_with_all = ["audience", "audience_filters", "audience_id", "same_panel"])]
    wave_of: Option<String>,
}

impl BriefArguments {
    /// Returns the brief before validation, and the seed if the file has one.
    pub fn draft(self) -> anyhow::Result<(Draft, Option<u64>)> {
        let written = match self.question {
            Some(path) if is_brief_file(&path) => BriefFile::read(Path::new(&path))?,
            Some(question) => BriefFile { question, ..BriefFile::default() },
            // A wave has the question of the earlier report.
            None => BriefFile::default(),
        };
        let is_named = self.audience.is_some() || self.audience_filters.is_some() || self.audience_id.is_some();
        let (words, filters, id) = if is_named {
            (self.audience, self.audience_filters.as_deref().map(read_filters).transpose()?, self.audience_id)
        } else {
            (written.audience_description, written.audience_filters, written.audience_id)
        };
        let draft = Draft {
            question: written.question,
            options: if self.options.is_empty() { written.options } else { self.options },
            sample_size: self.sample.or(written.sample_size),
            audience_description: words,
            audience_filters: filters,
            audience_id: id,
            language: self.language.or(written.language),
            wording: if self.as_is { Some(WordingChoice::AsIs.name().to_owned()) } else { written.wording },
            same_panel_as: self.same_panel.or(written.same_panel_as),
            wave_of: self.wave_of.or(written.wave_of),
            ..Draft::default()
        };
        Ok((draft, written.seed))
    }
}

fn is_brief_file(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == FILE_EXTENSION)
}

/// Reads filters from a JSON file: an object of filters, or one that has them as `audience_filters`.
pub fn read_filters(path: &Path) -> anyhow::Result<GivenFilters> {
    let text = std::fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let mut read: GivenFilters =
        serde_json::from_str(&text).with_context(|| format!("{} has no object of filters", path.display()))?;
    match read.remove("audience_filters") {
        Some(serde_json::Value::Object(inner)) => Ok(inner),
        Some(_) => anyhow::bail!("audience_filters in {} is no object", path.display()),
        None => Ok(read),
    }
}
