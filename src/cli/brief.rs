//! Parses a brief from a question and flags, or from a file; flags override the file.

use std::path::Path;

use clap::Args;
use language::brief::{Brief, Draft, WordingChoice};

use crate::ask::{BriefFile, parse_brief};

const FILE_EXTENSION: &str = "toml";

#[derive(Args)]
pub struct BriefArguments {
    /// The research question, or a TOML file with question, options, sample_size, audience_description, language,
    /// wording and seed
    #[arg(value_name = "QUESTION|BRIEF.toml")]
    question: String,
    /// A candidate option; give 2 to 20
    #[arg(short, long = "option", value_name = "OPTION")]
    options: Vec<String>,
    /// Whom to ask, in words [default: inferred from the question]
    #[arg(long, value_name = "TEXT")]
    audience: Option<String>,
    /// How many respondents, 50 to 1000 [default: 100]
    #[arg(long, value_name = "N")]
    sample: Option<i64>,
    /// Language of the report: en, es or zh [default: the question's own, else en]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<String>,
    /// Ask the question and options exactly as written: no spelling is corrected and no loaded word left out
    #[arg(long)]
    as_is: bool,
}

impl BriefArguments {
    /// Returns the brief, and the seed if the file has one.
    pub fn parse(self) -> anyhow::Result<(Brief, Option<u64>)> {
        let path = Path::new(&self.question);
        let is_file = path.extension().is_some_and(|extension| extension == FILE_EXTENSION);
        let written = if is_file {
            BriefFile::read(path)?
        } else {
            BriefFile { question: self.question, ..BriefFile::default() }
        };
        let draft = Draft {
            question: written.question,
            options: if self.options.is_empty() { written.options } else { self.options },
            sample_size: self.sample.or(written.sample_size),
            audience_description: self.audience.or(written.audience_description),
            language: self.language.or(written.language),
            wording: if self.as_is { Some(WordingChoice::AsIs.name().to_owned()) } else { written.wording },
        };
        Ok((parse_brief(draft)?, written.seed))
    }
}
