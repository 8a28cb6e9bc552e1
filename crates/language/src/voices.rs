//! The gate: whether a text that a model wrote may be published as a respondent's own words, and if not, why. It takes
//! off space and quotation marks and corrects nothing else: a text that fails is written anew or left out.

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

/// Who speaks, as far as the gate has to know it.
#[derive(Debug, Clone)]
pub struct Speaker<'a> {
    /// What they were asked about.
    pub question: &'a str,
    /// What they chose.
    pub option: &'a str,
    /// What they could have chosen instead.
    pub other_options: Vec<&'a str>,
    /// What they chose it for.
    pub reason: &'a str,
    /// ISO 3166-1 alpha-2, or a name of the country.
    pub country: Option<&'a str>,
    /// As the population data or a filter spell it.
    pub region: Option<&'a str>,
    pub age: Option<u8>,
}

impl Speaker<'_> {
    /// Every option, their own first.
    fn options(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.option).chain(self.other_options.iter().copied())
    }
}

/// Why an answer may not be published.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// It says nothing.
    Empty,
    /// It is longer than anybody would say in passing.
    TooLong,
    /// It speaks of somebody, or of the thing alone.
    NotFirstPerson,
    /// It speaks of the survey, or as the program that wrote it.
    SurveyTalk,
    /// It introduces the speaker by age, sex or place, as nobody does when giving a reason.
    RecitesProfile,
    /// Somebody else has said one of its sentences.
    SaidBefore,
    /// It is not in the report's language.
    OtherLanguage,
    /// It has marks, links or characters that are not said.
    NotPlainText,
    /// It claims to choose what the speaker did not.
    SpeaksForAnother,
    /// It repeats itself, or is not words at all.
    Garbled,
    /// It breaks off.
    Unfinished,
    /// It speaks to a buyer.
    Advertises,
    /// It tells of something else.
    OffSubject,
}

impl Flaw {
    /// As logs and counts name it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong => "too_long",
            Self::NotFirstPerson => "not_first_person",
            Self::SurveyTalk => "survey_talk",
            Self::RecitesProfile => "recites_profile",
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

/// Whether the lists can be read.
pub fn check() -> Result<(), DataError> {
    lists::check()
}

/// The answer as it may be published, in single spaces and out of the quotation marks around it, or why it may not. Of
/// several flaws the one is told that helps most to write it anew: first its form, then its words, then whose they are.
pub fn judge(language: Language, text: &str, speaker: &Speaker<'_>, said_before: &[String]) -> Result<String, Flaw> {
    let answer = plain::tidied(text);
    let chars = answer.chars().count();
    refuse(Flaw::Empty, chars < CHARS_MIN || !answer.chars().any(char::is_alphanumeric))?;
    refuse(Flaw::TooLong, chars > chars_max(language))?;
    refuse(Flaw::NotPlainText, !plain::is_plain(text, speaker))?;

    let rules = lists::of(language);
    let read = normal(&answer);
    // Options are the client's words and may be in any language and about anything.
    let own_words = options::masked(&read, speaker);
    refuse(Flaw::OtherLanguage, plain::has_letters_beside(&own_words, scripts(language)))?;
    refuse(Flaw::OtherLanguage, served::language_of(&own_words).is_some_and(|written| written != language))?;
    refuse(Flaw::Garbled, whole::is_garbled(&own_words))?;
    refuse(Flaw::SurveyTalk, is_survey_talk(rules, &own_words, speaker))?;
    refuse(Flaw::RecitesProfile, recites_profile(rules, &own_words, speaker))?;
    refuse(Flaw::SpeaksForAnother, options::speaks_for_another(rules, &read, speaker))?;
    // An option may say "I" for whoever chooses it, so options are not masked here.
    refuse(Flaw::NotFirstPerson, !rules.first_person.is_in(&read) || rules.of_others.is_in(&read))?;
    refuse(Flaw::Advertises, rules.advertises.is_in(&own_words))?;
    refuse(Flaw::Unfinished, whole::is_cut_off(rules, &read))?;
    refuse(Flaw::SaidBefore, sentences::any_was_said(language, &answer, said_before))?;
    refuse(Flaw::OffSubject, subject::is_off(rules, &read, speaker))?;
    Ok(answer)
}

/// A short text of a model's that no respondent says, tidied; nothing where it is longer than so many characters, says
/// nothing, or has marks, links, characters that are not said or letters of another script than the languages have.
pub fn plain(text: &str, chars_max: usize) -> Option<String> {
    // A text without end is not even read.
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

/// The scripts that a language is written in. Chinese texts have words of others in Latin letters.
fn scripts(language: Language) -> &'static [Script] {
    match language {
        Language::En | Language::Es => &[Script::Latin],
        Language::Zh => &[Script::Han, Script::Bopomofo, Script::Latin],
    }
}

/// Two or three sentences. A Chinese character says about as much as two letters.
fn chars_max(language: Language) -> usize {
    match language {
        Language::En | Language::Es => 320,
        Language::Zh => 160,
    }
}

/// Where the reason or an option is about surveys, speakers have to use its words.
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

/// The text in normal form with one kind of apostrophe, in which the lists are written.
fn normal(text: &str) -> String {
    let one_kind = |c| if matches!(c, '\'' | '‘' | 'ʼ') { '’' } else { c };
    text.nfkc().map(one_kind).collect()
}

#[cfg(test)]
mod tests;
