//! The form for a new report as it stands while it is filled in: how its fields become a brief, and how much of them a
//! preview reads.

use foundation::Language;
use language::audience::Audience;
use language::brief::{Brief, BriefError, Draft, OPTION_CHARS_MAX, OPTIONS_MAX, SAMPLE_SIZE_DEFAULT};
use language::served::language_of;
use serde::Deserialize;

/// Form value that derives the report's language from the question.
pub const AUTOMATIC: &str = "auto";

#[derive(Debug, Clone, Deserialize)]
pub struct BriefDraft {
    pub question: String,
    #[serde(default)]
    pub audience_description: String,
    pub sample_size: String,
    /// One option per line. Prices in them influence the audience.
    #[serde(default)]
    pub options: String,
    /// Language code, or `auto` to derive it from the question.
    #[serde(default = "automatic")]
    pub language: String,
    /// `as_is` if the client declines edits of the wording.
    pub wording: Option<String>,
    /// Id of the report whose respondents are asked again.
    pub same_panel_as: Option<String>,
    /// Id of a kept audience; empty where none is chosen.
    pub audience_id: Option<String>,
    /// The kept audience, once it is read. A preview shows it whatever is described.
    #[serde(skip)]
    pub kept: Option<Audience>,
}

fn automatic() -> String {
    AUTOMATIC.to_owned()
}

impl BriefDraft {
    /// Parses the fields into a brief. `reader` is the language used if the question's language cannot be detected.
    pub fn brief(&self, reader: Language) -> Result<Brief, BriefError> {
        Brief::parse(self.draft(reader))
    }

    /// Returns the fields as a draft, whatever they hold.
    pub fn draft(&self, reader: Language) -> Draft {
        Draft {
            question: self.question.trim().to_owned(),
            options: self.lines().map(str::to_owned).collect(),
            // Text that is not a number becomes a size that validation rejects.
            sample_size: Some(self.sample_size.trim().parse().unwrap_or(-1)),
            audience_description: Some(self.audience_description.trim().to_owned()),
            language: Some(match self.language.as_str() {
                AUTOMATIC => language_of(&self.question).unwrap_or(reader).to_string(),
                chosen => chosen.to_owned(),
            }),
            wording: self.wording.clone(),
            same_panel_as: self.same_panel_as.clone(),
            audience_filters: None,
            audience_id: self.audience_id.clone().filter(|id| !id.is_empty()),
            audience: self.kept.clone(),
            ..Draft::default()
        }
    }

    /// Returns the options that a preview reads: no more and no longer ones than a brief may have.
    pub fn options_read(&self) -> Vec<String> {
        self.lines().take(OPTIONS_MAX).map(|line| line.chars().take(OPTION_CHARS_MAX).collect()).collect()
    }

    /// Returns the brief that the form would send, whatever its sample size; `None` while it would be refused.
    pub fn brief_previewed(&self, reader: Language) -> Option<Brief> {
        let is_all_read = self.lines().eq(self.options_read().iter().map(String::as_str));
        let sized = Self { sample_size: SAMPLE_SIZE_DEFAULT.to_string(), ..self.clone() };
        if is_all_read { sized.brief(reader).ok() } else { None }
    }

    /// Returns the lines that have an option.
    fn lines(&self) -> impl Iterator<Item = &str> {
        self.options.lines().map(str::trim).filter(|line| !line.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(options: &str) -> BriefDraft {
        BriefDraft {
            question: "Which?".to_owned(),
            audience_description: String::new(),
            sample_size: "many".to_owned(),
            options: options.to_owned(),
            language: AUTOMATIC.to_owned(),
            wording: None,
            same_panel_as: None,
            audience_id: None,
            kept: None,
        }
    }

    #[test]
    fn a_preview_reads_no_more_than_a_brief_may_hold() {
        let long = "x".repeat(OPTION_CHARS_MAX + 1);
        let many: String = (0..1000).map(|number| format!("{long}{number}\r\n")).collect();
        let read = draft(&many).options_read();
        assert_eq!((read.len(), read[0].chars().count()), (OPTIONS_MAX, OPTION_CHARS_MAX));
        for options in ["", "one", "same\nSAME", &many, &format!("one\n{long}")] {
            assert!(draft(options).brief_previewed(Language::En).is_none(), "{options}");
        }
    }

    #[test]
    fn a_brief_is_previewed_before_its_sample_has_a_size() {
        let brief = draft(" one \r\n\r\ntwo").brief_previewed(Language::Es).unwrap();
        assert_eq!((brief.options(), brief.language()), (&["one".to_owned(), "two".to_owned()][..], Language::En));
        assert_eq!(draft("one\ntwo").brief(Language::En).unwrap_err().field, "sample_size");
    }
}
