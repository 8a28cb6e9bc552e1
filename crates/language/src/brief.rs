//! A research brief: question, options, audience and sample size. A [`Brief`] is validated when parsed, so later code
//! does not check it again. Texts stay as the client wrote them, because clients join results on them.

use foundation::{Language, UnknownLanguage};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

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
}

impl BriefError {
    fn new(field: impl Into<String>, fault: BriefFault, message: impl Into<String>) -> Self {
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
}

impl Brief {
    pub fn parse(draft: Draft) -> Result<Self, BriefError> {
        check_text("question", &draft.question, 1, QUESTION_CHARS_MAX)?;
        check_options(&draft.options)?;
        let sample_size = parse_sample_size(draft.sample_size)?;
        if let Some(audience) = &draft.audience_description {
            check_text("audience_description", audience, 0, AUDIENCE_CHARS_MAX)?;
        }
        let language = parse_language(draft.language.as_deref())?;
        // A blank description is the same as none.
        let audience_description = draft.audience_description.filter(|text| !is_blank(text));
        let wording = parse_wording(draft.wording.as_deref())?;
        let Draft { question, options, .. } = draft;
        Ok(Self { question, options, sample_size, audience_description, language, country: None, wording })
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
}

fn parse_wording(given: Option<&str>) -> Result<WordingChoice, BriefError> {
    let Some(name) = given else { return Ok(WordingChoice::default()) };
    WordingChoice::ALL.into_iter().find(|wording| wording.name() == name).ok_or_else(|| {
        let message = format!("wording must be \"edited\" or \"as_is\", not {name:?}");
        BriefError::new("wording", BriefFault::UnknownWording, message)
    })
}

fn parse_language(given: Option<&str>) -> Result<Language, BriefError> {
    let Some(code) = given else { return Ok(Language::En) };
    let unknown = |error: UnknownLanguage| BriefError::new("language", BriefFault::UnknownLanguage, error.to_string());
    code.parse().map_err(unknown)
}

fn parse_sample_size(given: Option<i64>) -> Result<u32, BriefError> {
    let size = given.unwrap_or(i64::from(SAMPLE_SIZE_DEFAULT));
    u32::try_from(size).ok().filter(|size| (SAMPLE_SIZE_MIN..=SAMPLE_SIZE_MAX).contains(size)).ok_or_else(|| {
        BriefError::new(
            "sample_size",
            BriefFault::SampleSize { size },
            format!("sample_size must be between {SAMPLE_SIZE_MIN} and {SAMPLE_SIZE_MAX}, not {size}"),
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
fn check_text(field: &str, text: &str, chars_min: usize, chars_max: usize) -> Result<(), BriefError> {
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
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn draft(options: &[&str]) -> Draft {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        Draft { question: "Which?".to_owned(), options, ..Draft::default() }
    }

    fn wrong_field(draft: Draft) -> String {
        Brief::parse(draft).unwrap_err().field
    }

    #[test]
    fn a_minimal_draft_gets_the_defaults() {
        let brief = Brief::parse(draft(&["a", "b"])).unwrap();
        assert_eq!((brief.sample_size(), brief.language(), brief.audience_description()), (100, Language::En, None));
    }

    #[test]
    fn the_clients_country_is_kept_beside_a_described_audience() {
        let described = Draft { audience_description: Some("teens".to_owned()), ..draft(&["a", "b"]) };
        let brief = Brief::parse(described).unwrap();
        assert_eq!(brief.clone().from_country(Some("IE".to_owned())).country(), Some("IE"));
        assert_eq!(brief.clone().from_country(Some("IE".to_owned())).from_country(None), brief);
    }

    #[test]
    fn each_limit_names_its_field() {
        assert_eq!(wrong_field(Draft { question: "  ".to_owned(), ..draft(&["a", "b"]) }), "question");
        assert_eq!(wrong_field(Draft { question: "q".repeat(2001), ..draft(&["a", "b"]) }), "question");
        assert_eq!(wrong_field(draft(&["a"])), "options");
        assert_eq!(wrong_field(draft(&["a", &"b".repeat(201)])), "options[1]");
        assert_eq!(wrong_field(Draft { sample_size: Some(49), ..draft(&["a", "b"]) }), "sample_size");
        assert_eq!(wrong_field(Draft { sample_size: Some(1001), ..draft(&["a", "b"]) }), "sample_size");
        assert_eq!(wrong_field(Draft { language: Some("EN".to_owned()), ..draft(&["a", "b"]) }), "language");
        assert_eq!(wrong_field(Draft { wording: Some("verbatim".to_owned()), ..draft(&["a", "b"]) }), "wording");
        let audience_description = Some("x".repeat(2001));
        assert_eq!(wrong_field(Draft { audience_description, ..draft(&["a", "b"]) }), "audience_description");
    }

    #[test]
    fn lengths_count_characters_after_trimming() {
        let padded = format!("  {}  ", "界".repeat(200));
        assert!(Brief::parse(draft(&[&padded, "b"])).is_ok());
    }

    #[test]
    fn options_that_differ_only_in_case_width_or_outer_space_repeat() {
        for other in ["TEA", " tea ", "ｔｅａ", "Tea\u{3000}"] {
            assert_eq!(wrong_field(draft(&["tea", other])), "options[1]", "{other:?}");
        }
        assert!(Brief::parse(draft(&["tea", "teas"])).is_ok());
    }

    #[test]
    fn what_cannot_be_seen_is_empty_and_tells_no_two_options_apart() {
        for blank in ["\u{200B}", "\u{2060}\u{FEFF}", " \u{AD} ", "\u{3164}", "\u{2800}", "\u{FE0F}\u{200D}"] {
            assert_eq!(
                wrong_field(Draft { question: blank.to_owned(), ..draft(&["a", "b"]) }),
                "question",
                "{blank:?}"
            );
            assert_eq!(wrong_field(draft(&["a", blank])), "options[1]", "{blank:?}");
            let audience_description = Some(blank.to_owned());
            let brief = Brief::parse(Draft { audience_description, ..draft(&["a", "b"]) }).unwrap();
            assert_eq!(brief.audience_description(), None, "{blank:?}");
        }
        for other in ["A\u{200B}", "\u{202E}a", "a\u{2800}", "\u{2060} a", "a\u{FE0F}"] {
            assert_eq!(wrong_field(draft(&["a", other])), "options[1]", "{other:?}");
        }
        let options = ["می\u{200C}خواهم", "👩‍👧", "👩👧", "Te\u{AD}a"];
        assert_eq!(Brief::parse(draft(&options)).unwrap().options(), options, "kept as written");
    }

    #[test]
    fn what_cannot_be_seen_takes_room() {
        assert_eq!(wrong_field(draft(&["a", &format!("b{}", "\u{200B}".repeat(200))])), "options[1]");
    }

    proptest! {
        #[test]
        fn an_accepted_brief_keeps_every_text_as_written(
            question in "\\PC{1,80}", options in prop::collection::vec("\\PC{0,40}", 0..25),
        ) {
            let draft = Draft { question: question.clone(), options: options.clone(), ..Draft::default() };
            if let Ok(brief) = Brief::parse(draft) {
                prop_assert_eq!(brief.question(), question);
                prop_assert_eq!(brief.options(), options);
            }
        }
    }
}
