//! The publication gate: decides whether text written by a model may be published as a respondent's open answer. It
//! strips surplus whitespace and enclosing quotation marks and makes no other correction.

mod claims;
mod home;
mod lists;
mod options;
mod plain;
mod sentences;
mod subject;
mod whole;

use icu_properties::props::Script;
use unicode_normalization::UnicodeNormalization;

use crate::served;
use foundation::Language;
use foundation::data::DataError;

use lists::Rules;

const CHARS_MIN: usize = 2;

/// The respondent to whom a text is attributed, as far as the rules need. What is not known contradicts nothing.
#[derive(Debug, Clone, Default)]
pub struct Speaker<'a> {
    /// The question they answered.
    pub question: &'a str,
    /// The option they chose.
    pub option: &'a str,
    /// The options they did not choose.
    pub other_options: Vec<&'a str>,
    /// The reason for their choice.
    pub reason: &'a str,
    /// ISO 3166-1 alpha-2 code, or a name of the country.
    pub country: Option<&'a str>,
    /// The region, as spelt by the population data or a filter.
    pub region: Option<&'a str>,
    pub age: Option<u8>,
    /// Codes of the population data, as in a profile.
    pub sex: Option<&'a str>,
    pub employment: Option<&'a str>,
    pub household: Option<&'a str>,
    pub marital: Option<&'a str>,
    /// Number of own children in the household.
    pub children: Option<u8>,
}

impl Speaker<'_> {
    /// Returns all options, the chosen one first.
    fn options(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.option).chain(self.other_options.iter().copied())
    }
}

/// Why a text may not be published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// It has no letters or digits.
    Empty,
    /// It is longer than a spoken remark.
    TooLong,
    /// It is not in the first person, or attributes the opinion to people in general.
    NotFirstPerson,
    /// It mentions the survey, or its author as a program.
    SurveyTalk,
    /// It states the speaker's age, sex or place, as nobody does when giving a reason.
    RecitesProfile,
    /// It states something of the speaker's age, sex, work or family that their profile contradicts.
    ContradictsProfile,
    /// It shares a sentence with an earlier answer, or nearly equals one.
    SaidBefore,
    /// It is not in the report's language.
    OtherLanguage,
    /// It has markup, links or invisible characters.
    NotPlainText,
    /// It claims a choice that the speaker did not make.
    SpeaksForAnother,
    /// It repeats itself or is in the wrong encoding.
    Garbled,
    /// It breaks off.
    Unfinished,
    /// It addresses a buyer.
    Advertises,
    /// It is about something else.
    OffSubject,
}

impl Flaw {
    /// Returns the name used in logs and counts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::NotFirstPerson => "not_first_person",
            Self::SurveyTalk => "survey_talk",
            Self::RecitesProfile => "recites_profile",
            Self::ContradictsProfile => "contradicts_profile",
            Self::SaidBefore => "said_before",
            Self::OtherLanguage => "other_language",
            Self::NotPlainText => "not_plain_text",
            Self::SpeaksForAnother => "speaks_for_another",
            Self::Garbled => "garbled",
            Self::Unfinished => "unfinished",
            Self::Advertises => "advertises",
            Self::OffSubject => "off_subject",
        }
    }
}

/// Checks that the word lists can be parsed.
pub fn check() -> Result<(), DataError> {
    lists::check()
}

/// Returns the answer as it may be published, with whitespace collapsed and without enclosing quotation marks.
///
/// # Errors
///
/// Returns the first [`Flaw`] found: form first, then words, then attribution. That order is the most useful for
/// regenerating the text.
pub fn judge(language: Language, text: &str, speaker: &Speaker<'_>, said_before: &[String]) -> Result<String, Flaw> {
    let answer = plain::tidied(text);
    let chars = answer.chars().count();
    refuse(Flaw::Empty, chars < CHARS_MIN || !answer.chars().any(char::is_alphanumeric))?;
    refuse(Flaw::TooLong, chars > chars_max(language))?;
    refuse(Flaw::NotPlainText, !plain::is_plain(text, speaker))?;

    let rules = lists::of(language);
    let read = normal(&answer);
    // Options are the client's words: they may be in any language and about anything.
    let own_words = options::masked(&read, speaker);
    refuse(Flaw::OtherLanguage, plain::has_letters_beside(&own_words, scripts(language)))?;
    refuse(Flaw::OtherLanguage, served::language_of(&own_words).is_some_and(|written| written != language))?;
    refuse(Flaw::Garbled, whole::is_garbled(&own_words))?;
    refuse(Flaw::SurveyTalk, is_survey_talk(rules, &own_words, speaker))?;
    refuse(Flaw::RecitesProfile, recites_profile(rules, &own_words, speaker))?;
    refuse(Flaw::ContradictsProfile, claims::contradict(&rules.claims, &own_words, speaker))?;
    refuse(Flaw::SpeaksForAnother, options::speaks_for_another(rules, &read, speaker))?;
    // An option may say "I" for whoever chooses it, so options are not masked here.
    refuse(Flaw::NotFirstPerson, !rules.first_person.is_in(&read) || rules.of_others.is_in(&read))?;
    refuse(Flaw::Advertises, rules.advertises.is_in(&own_words))?;
    refuse(Flaw::Unfinished, whole::is_cut_off(rules, &read))?;
    refuse(Flaw::SaidBefore, sentences::any_was_said(language, &answer, said_before))?;
    refuse(Flaw::OffSubject, subject::is_off(rules, &read, speaker))?;
    Ok(answer)
}

/// Returns a short text of a model, tidied, that is no respondent's answer. Returns `None` if it exceeds `chars_max`,
/// has no letters or digits, or has markup, links, invisible characters or letters of a foreign script.
pub fn plain(text: &str, chars_max: usize) -> Option<String> {
    // A very long text is not processed any further.
    let is_too_long = text.chars().nth(4 * chars_max).is_some();
    if is_too_long || !plain::is_plain_throughout(text) || plain::has_letters_beside(text, scripts(Language::Zh)) {
        return None;
    }
    let tidied = plain::tidied(text);
    let says_something = tidied.chars().any(char::is_alphanumeric);
    (says_something && tidied.chars().count() <= chars_max).then_some(tidied)
}

fn refuse(flaw: Flaw, is_found: bool) -> Result<(), Flaw> {
    if is_found { Err(flaw) } else { Ok(()) }
}

/// Returns the scripts of a language. Chinese texts contain foreign words in Latin letters.
fn scripts(language: Language) -> &'static [Script] {
    match language {
        Language::En | Language::Es => &[Script::Latin],
        Language::Zh => &[Script::Han, Script::Bopomofo, Script::Latin],
    }
}

/// Maximum length in characters, two or three sentences. A Chinese character says about as much as two letters.
fn chars_max(language: Language) -> usize {
    match language {
        Language::En | Language::Es => 320,
        Language::Zh => 160,
    }
}

/// Returns whether the text mentions the survey. Words that the reason or an option also uses are allowed.
fn is_survey_talk(rules: &Rules, own_words: &str, speaker: &Speaker<'_>) -> bool {
    let found = rules.survey_talk.found(own_words);
    let expected: Vec<usize> = if found.is_empty() {
        Vec::new()
    } else {
        let given = speaker.options().chain([speaker.reason]);
        given.flat_map(|text| rules.survey_talk.found(&normal(text))).collect()
    };
    found.iter().any(|pattern| !expected.contains(pattern))
}

fn recites_profile(rules: &Rules, own_words: &str, speaker: &Speaker<'_>) -> bool {
    let is_own_age = |figures: &str| figures.parse::<u8>().is_ok_and(|years| speaker.age == Some(years));
    rules.age.is_in(own_words)
        || rules.sex.is_in(own_words)
        || rules.own_age.said(own_words).any(is_own_age)
        || home::is_recited(rules, own_words, speaker)
}

/// Returns the text in NFKC with one kind of apostrophe, the form in which the word lists are written.
fn normal(text: &str) -> String {
    let one_kind = |c| if matches!(c, '\'' | '‘' | 'ʼ') { '’' } else { c };
    text.nfkc().map(one_kind).collect()
}

#[cfg(test)]
mod tests;
