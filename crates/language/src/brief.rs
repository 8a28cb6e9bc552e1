//! A research brief: question, options, audience and sample size. A [`Brief`] is validated when parsed, so later code
//! does not check it again. Texts stay as the client wrote them, because clients join results on them. A brief may name an
//! earlier report whose respondents are to be asked; size and audience are then those of that report. A brief that names the
//! report whose next wave it is asks the same as that report. Instead of words, a client may give the audience as filters or
//! name one that the account keeps; the brief then holds it as understood.

mod earlier;

use foundation::{Language, UnknownLanguage};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use crate::audience::Audience;
use crate::audience::given::{self, GivenFilters};
use crate::text::{is_blank, seen};

pub const QUESTION_CHARS_MAX: usize = 2000;
pub const OPTIONS_MIN: usize = 2;
pub const OPTIONS_MAX: usize = 20;
pub const OPTION_CHARS_MAX: usize = 200;
pub const AUDIENCE_CHARS_MAX: usize = 2000;
pub const SAMPLE_SIZE_MIN: u32 = 50;
pub const SAMPLE_SIZE_MAX: u32 = 1000;
pub const SAMPLE_SIZE_DEFAULT: u32 = 100;

/// The invalid field of a brief, and a message for the client.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BriefError {
    pub field: String,
    pub message: String,
    pub fault: BriefFault,
}

/// What is wrong with a field, independent of language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BriefFault {
    Empty,
    TooLong {
        chars: usize,
        chars_max: usize,
    },
    ControlCharacter,
    OptionCount {
        count: usize,
    },
    /// The option repeats the one at index `earlier`.
    Repeats {
        earlier: usize,
    },
    SampleSize {
        size: i64,
    },
    UnknownLanguage,
    UnknownWording,
    /// The account has no such report whose respondents could be asked.
    UnknownPanel,
    /// The report whose respondents are to be asked is not completed.
    UnfinishedPanel,
    /// The respondents are those of an earlier report, which has another value in this field.
    OtherThanPanel,
    /// The account has no such report that could be asked again.
    UnknownWave,
    /// The report to ask again is not completed.
    UnfinishedWave,
    /// The report to ask again is a follow-up, or the brief names respondents to ask as well.
    WaveOfPanel,
    /// A wave asks what the earlier report asked, which has another value in this field.
    OtherThanWave,
    /// A field or value of the filters that the population data do not have.
    UnknownFilter,
    /// The audience is given in two ways.
    TwoAudiences,
    /// The account keeps no such audience.
    UnknownAudience,
    /// An audience to keep is neither described nor given as filters.
    NoAudience,
    /// Nobody can belong to the audience, or too few people do.
    ImpossibleAudience,
}

impl BriefError {
    pub fn new(field: impl Into<String>, fault: BriefFault, message: impl Into<String>) -> Self {
        Self { field: field.into(), message: message.into(), fault }
    }
}

/// A brief before validation.
#[derive(Debug, Clone, Default)]
pub struct Draft {
    pub question: String,
    pub options: Vec<String>,
    pub sample_size: Option<i64>,
    pub audience_description: Option<String>,
    pub language: Option<String>,
    /// Name of the [`WordingChoice`]; edited if absent.
    pub wording: Option<String>,
    /// Id of the report whose respondents are to be asked.
    pub same_panel_as: Option<String>,
    /// Id of the report whose next wave this is.
    pub wave_of: Option<String>,
    /// The audience as filters instead of words.
    pub audience_filters: Option<GivenFilters>,
    /// Id of an audience that the account keeps.
    pub audience_id: Option<String>,
    /// The audience that `audience_id` or an earlier report names, once it is read.
    pub audience: Option<Audience>,
    /// The client's country as the earlier report took it, once that is read.
    pub country: Option<String>,
}

/// An audience that is kept, as a brief takes it.
#[derive(Debug, Clone)]
pub struct KeptForBrief<'a> {
    /// The client's words, where the audience was described.
    pub words: Option<&'a str>,
    pub audience: &'a Audience,
    /// The sample size of a draft that has none.
    pub sample_size: u32,
}

impl Draft {
    /// Takes the audience that the draft names, and its sample size if the draft has none.
    pub fn for_kept(self, kept: &KeptForBrief<'_>) -> Result<Self, BriefError> {
        self.check_one_audience()?;
        Ok(Self {
            sample_size: self.sample_size.or(Some(kept.sample_size.into())),
            audience_description: kept.words.map(str::to_owned),
            audience: Some(kept.audience.clone()),
            ..self
        })
    }

    /// Refuses a draft that says in two ways whom to ask.
    fn check_one_audience(&self) -> Result<(), BriefError> {
        let ways = [
            ("audience_description", self.audience_description.as_deref().is_some_and(|text| !is_blank(text))),
            ("audience_filters", self.audience_filters.is_some()),
            ("audience_id", self.audience_id.is_some()),
        ];
        let mut given = ways.into_iter().filter(|(_, is_given)| *is_given).map(|(field, _)| field);
        match (given.next(), given.next()) {
            (Some(first), Some(second)) => {
                let message = format!("{second} and {first} both say whom to ask; send one of them");
                Err(BriefError::new(second, BriefFault::TwoAudiences, message))
            }
            _ => Ok(()),
        }
    }
}

/// Whether the client's wording may be edited before respondents get it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordingChoice {
    #[default]
    Edited,
    AsIs,
}

impl WordingChoice {
    pub const ALL: [Self; 2] = [Self::Edited, Self::AsIs];

    /// The name in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edited => "edited",
            Self::AsIs => "as_is",
        }
    }

    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A validated brief.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brief {
    question: String,
    options: Vec<String>,
    sample_size: u32,
    audience_description: Option<String>,
    language: Language,
    /// The client's country, as an ISO 3166-1 alpha-2 code. It is used only if neither the audience nor the question
    /// names a place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    country: Option<String>,
    #[serde(default, skip_serializing_if = "WordingChoice::is_default")]
    wording: WordingChoice,
    /// Id of the report whose respondents are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same_panel_as: Option<String>,
    /// Id of the report whose next wave this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    wave_of: Option<String>,
    /// Id of the kept audience that the client named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    audience_id: Option<String>,
    /// The audience where it was given as filters or kept, and is not to be read from words. It is a copy, so that it outlives
    /// the kept one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    audience: Option<Audience>,
}

impl Brief {
    pub fn parse(draft: Draft) -> Result<Self, BriefError> {
        if draft.audience.is_none() {
            draft.check_one_audience()?;
        }
        if draft.wave_of.is_some() && draft.same_panel_as.is_some() {
            let message = "wave_of asks new respondents, and same_panel_as those of a report; send one of them";
            return Err(BriefError::new("wave_of", BriefFault::WaveOfPanel, message));
        }
        check_text("question", &draft.question, 1, QUESTION_CHARS_MAX)?;
        check_options(&draft.options)?;
        let sample_size = parse_sample_size("sample_size", draft.sample_size)?;
        if let Some(audience) = &draft.audience_description {
            check_text("audience_description", audience, 0, AUDIENCE_CHARS_MAX)?;
        }
        let language = parse_language(draft.language.as_deref())?;
        // A blank description is the same as none.
        let audience_description = draft.audience_description.filter(|text| !is_blank(text));
        let wording = parse_wording(draft.wording.as_deref())?;
        let given = draft.audience_filters.as_ref().map(given_audience).transpose()?;
        let Draft { question, options, same_panel_as, wave_of, audience_id, country, .. } = draft;
        Ok(Self {
            question,
            options,
            sample_size,
            audience_description,
            language,
            country,
            wording,
            same_panel_as,
            wave_of,
            audience_id,
            audience: draft.audience.or(given),
        })
    }

    /// Sets the client's country.
    pub fn from_country(self, country: Option<String>) -> Self {
        Self { country, ..self }
    }

    pub fn country(&self) -> Option<&str> {
        self.country.as_deref()
    }

    pub fn question(&self) -> &str {
        &self.question
    }

    pub fn options(&self) -> &[String] {
        &self.options
    }

    pub fn sample_size(&self) -> u32 {
        self.sample_size
    }

    pub fn audience_description(&self) -> Option<&str> {
        self.audience_description.as_deref()
    }

    pub fn language(&self) -> Language {
        self.language
    }

    pub fn wording(&self) -> WordingChoice {
        self.wording
    }

    /// Returns the id of the report whose respondents are asked.
    pub fn same_panel_as(&self) -> Option<&str> {
        self.same_panel_as.as_deref()
    }

    /// Returns the id of the report whose next wave this is.
    pub fn wave_of(&self) -> Option<&str> {
        self.wave_of.as_deref()
    }

    /// Returns the id of the kept audience that the client named.
    pub fn audience_id(&self) -> Option<&str> {
        self.audience_id.as_deref()
    }

    /// Returns the audience where it is not to be read from words.
    pub fn audience(&self) -> Option<&Audience> {
        self.audience.as_ref()
    }
}

/// Reads an audience that is given as filters. An error names the field within `audience_filters`.
pub(crate) fn given_audience(filters: &GivenFilters) -> Result<Audience, BriefError> {
    given::audience(filters).map_err(|error| {
        let field = format!("audience_filters.{}", error.field);
        BriefError::new(field, BriefFault::UnknownFilter, error.message)
    })
}

fn parse_wording(given: Option<&str>) -> Result<WordingChoice, BriefError> {
    let Some(name) = given else { return Ok(WordingChoice::default()) };
    WordingChoice::ALL.into_iter().find(|wording| wording.name() == name).ok_or_else(|| {
        let message = format!("wording must be \"edited\" or \"as_is\", not {name:?}");
        BriefError::new("wording", BriefFault::UnknownWording, message)
    })
}

pub(crate) fn parse_language(given: Option<&str>) -> Result<Language, BriefError> {
    let Some(code) = given else { return Ok(Language::En) };
    let unknown = |error: UnknownLanguage| BriefError::new("language", BriefFault::UnknownLanguage, error.to_string());
    code.parse().map_err(unknown)
}

pub(crate) fn parse_sample_size(field: &str, given: Option<i64>) -> Result<u32, BriefError> {
    let size = given.unwrap_or(i64::from(SAMPLE_SIZE_DEFAULT));
    u32::try_from(size).ok().filter(|size| (SAMPLE_SIZE_MIN..=SAMPLE_SIZE_MAX).contains(size)).ok_or_else(|| {
        BriefError::new(
            field,
            BriefFault::SampleSize { size },
            format!("{field} must be between {SAMPLE_SIZE_MIN} and {SAMPLE_SIZE_MAX}, not {size}"),
        )
    })
}

fn check_options(options: &[String]) -> Result<(), BriefError> {
    if !(OPTIONS_MIN..=OPTIONS_MAX).contains(&options.len()) {
        let message = format!("options must have {OPTIONS_MIN} to {OPTIONS_MAX} items, not {}", options.len());
        return Err(BriefError::new("options", BriefFault::OptionCount { count: options.len() }, message));
    }
    let mut seen: Vec<String> = Vec::with_capacity(options.len());
    for (index, option) in options.iter().enumerate() {
        let field = format!("options[{index}]");
        check_text(&field, option, 1, OPTION_CHARS_MAX)?;
        let folded = fold(option);
        if let Some(earlier) = seen.iter().position(|other| *other == folded) {
            let message = format!("{field} repeats options[{earlier}]; options must be distinct");
            return Err(BriefError::new(field, BriefFault::Repeats { earlier }, message));
        }
        seen.push(folded);
    }
    Ok(())
}

/// Checks the length and the characters of a text. Lengths count Unicode scalar values after trimming. Invisible
/// characters count towards the maximum, but do not make a text non-empty.
pub(crate) fn check_text(field: &str, text: &str, chars_min: usize, chars_max: usize) -> Result<(), BriefError> {
    let trimmed = text.trim();
    let chars = trimmed.chars().count();
    if chars_min > 0 && is_blank(trimmed) {
        let message = match chars {
            0 => format!("{field} must not be empty"),
            _ => format!("{field} has nothing in it that can be seen"),
        };
        return Err(BriefError::new(field, BriefFault::Empty, message));
    }
    if chars > chars_max {
        let message = format!("{field} must have at most {chars_max} characters, not {chars}");
        return Err(BriefError::new(field, BriefFault::TooLong { chars, chars_max }, message));
    }
    // Neither the databases nor HTML can represent all control characters, and no question needs them.
    if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
        let message = format!("{field} must not contain control characters");
        return Err(BriefError::new(field, BriefFault::ControlCharacter, message));
    }
    Ok(())
}

/// Returns the form in which two options must differ, without case, width, outer whitespace and invisible characters.
pub fn fold(option: &str) -> String {
    let narrow: String = seen(option).chars().flat_map(narrow_width).nfc().collect();
    // Upper case comes first, so that letters with several lower-case forms (ß, ς) become equal.
    narrow.trim().to_uppercase().to_lowercase()
}

fn narrow_width(c: char) -> impl Iterator<Item = char> {
    let is_width_form = matches!(c, '\u{FF00}'..='\u{FFEF}' | '\u{3000}');
    let (changed, kept) = if is_width_form { (Some(c), None) } else { (None, Some(c)) };
    changed.into_iter().nfkc().chain(kept)
}

#[cfg(test)]
mod tests;
