//! The fields of the form for a new report: blank, filled with an earlier report, or as they were sent.

use foundation::Language;
use language::brief::{Brief, SAMPLE_SIZE_DEFAULT, WordingChoice};
use serde::Deserialize;

use super::brief_draft::{AUTOMATIC, BriefDraft};
use crate::app::App;
use primitives::secret::PlainToken;
use store::OwnReport;

/// The submitted form.
#[derive(Deserialize)]
pub struct Fields {
    pub(super) question: String,
    /// One option per line.
    pub(super) options: String,
    #[serde(default)]
    pub(super) audience_description: String,
    pub(super) sample_size: String,
    /// Language code, or `auto` to derive it from the question.
    pub(super) language: String,
    /// `as_is` if edits of the wording are declined: a checkbox, absent unless it is checked.
    pub(super) wording: Option<String>,
    /// Id of the report whose respondents are asked again.
    pub(super) same_panel_as: Option<String>,
    /// Id of a kept audience; empty where none is chosen.
    #[serde(default)]
    pub(super) audience_id: String,
    /// The name under which the audience is to be kept.
    #[serde(default)]
    pub(super) audience_name: String,
    /// Present if the form only keeps the audience.
    pub(super) keep: Option<String>,
    /// Idempotency key, new for each form shown, so that submitting it twice creates one report.
    pub(super) form_key: String,
    /// Present if the form only asks for a preview.
    pub(super) preview: Option<String>,
}

impl Fields {
    pub(super) fn blank(app: &App) -> Self {
        Self {
            question: String::new(),
            options: String::new(),
            audience_description: String::new(),
            sample_size: SAMPLE_SIZE_DEFAULT.to_string(),
            language: AUTOMATIC.to_owned(),
            wording: None,
            same_panel_as: None,
            audience_id: String::new(),
            audience_name: String::new(),
            keep: None,
            form_key: PlainToken::generate(&app.chance).reveal().to_owned(),
            preview: None,
        }
    }

    /// Fills the form with an earlier brief, in its language or another one. `is_kept`: the audience that it names is still kept.
    pub(super) fn again(brief: &Brief, language: Option<Language>, is_kept: bool, app: &App) -> Self {
        let kept = brief.audience_id().filter(|_| is_kept);
        Self {
            question: brief.question().to_owned(),
            options: brief.options().iter().map(|option| one_line(option)).collect::<Vec<_>>().join("\n"),
            audience_description: if kept.is_some() { String::new() } else { words(brief) },
            audience_id: kept.unwrap_or("").to_owned(),
            sample_size: brief.sample_size().to_string(),
            language: language.unwrap_or(brief.language()).to_string(),
            wording: Some(brief.wording()).filter(|choice| *choice == WordingChoice::AsIs).map(wording_value),
            ..Self::blank(app)
        }
    }

    /// Prepares the form for another question to the respondents of an earlier report.
    pub(super) fn follow_up(earlier: &OwnReport, app: &App) -> Self {
        Self {
            audience_description: earlier.brief.audience_description().unwrap_or("").to_owned(),
            sample_size: earlier.brief.sample_size().to_string(),
            language: earlier.brief.language().to_string(),
            same_panel_as: Some(earlier.id.to_string()),
            ..Self::blank(app)
        }
    }

    pub(super) fn draft(&self) -> BriefDraft {
        BriefDraft {
            question: self.question.clone(),
            audience_description: self.audience_description.clone(),
            sample_size: self.sample_size.clone(),
            options: self.options.clone(),
            language: self.language.clone(),
            wording: self.wording.clone(),
            same_panel_as: self.same_panel_as.clone(),
            audience_id: Some(self.audience_id.clone()),
            kept: None,
        }
    }

    pub(super) fn is_as_is(&self) -> bool {
        self.wording.as_deref() == Some(WordingChoice::AsIs.name())
    }
}

fn wording_value(choice: WordingChoice) -> String {
    choice.name().to_owned()
}

/// Joins an option with line breaks into one line, since the form has one option per line.
fn one_line(option: &str) -> String {
    option.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the words with which the form describes the audience of an earlier brief; where it was given as filters, what was
/// understood.
fn words(brief: &Brief) -> String {
    match (brief.audience_description(), brief.audience()) {
        (Some(words), _) => words.to_owned(),
        (None, Some(audience)) => wording::audience::people(audience, &[], brief.language()),
        (None, None) => String::new(),
    }
}
