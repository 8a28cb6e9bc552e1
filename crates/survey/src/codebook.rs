//! Reasons and concerns that open answers cite, with the words that give them away in each language.
//! Coding looks at the text alone, so it reads any engine's answers; it knows nothing of who wrote them or how.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use serde::Deserialize;

use crate::brief::Language;

const CODEBOOK: &str = include_str!("../../../data/codebook.toml");

static CODES: LazyLock<Vec<Code>> = LazyLock::new(|| {
    // A file that can't be read leaves no codes; a test counts them.
    let file: File = toml::from_str(CODEBOOK).unwrap_or_default();
    let drivers = file.driver.into_iter().map(|entry| Code::new(Kind::Driver, entry));
    drivers.chain(file.risk.into_iter().map(|entry| Code::new(Kind::Risk, entry))).collect()
});
static MATCHER_EN: LazyLock<Matcher> = LazyLock::new(|| Matcher::new(Language::En));
static MATCHER_ES: LazyLock<Matcher> = LazyLock::new(|| Matcher::new(Language::Es));
static MATCHER_ZH: LazyLock<Matcher> = LazyLock::new(|| Matcher::new(Language::Zh));

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Driver,
    Risk,
}

#[derive(Debug, Clone)]
pub struct Code {
    pub kind: Kind,
    pub id: String,
    en: Words,
    es: Words,
    zh: Words,
}

#[derive(Debug, Clone, Deserialize)]
pub struct Words {
    pub label: String,
    /// Clauses that say it, to put into a sentence.
    pub clauses: Vec<String>,
    /// Beginnings of words or phrases that show it is being said.
    pub cues: Vec<String>,
}

impl Code {
    fn new(kind: Kind, entry: Entry) -> Self {
        Self { kind, id: entry.id, en: entry.en, es: entry.es, zh: entry.zh }
    }

    pub fn words(&self, language: Language) -> &Words {
        match language {
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::Zh => &self.zh,
        }
    }
}

/// All codes, drivers first; a code's place here is its index elsewhere.
pub fn all() -> &'static [Code] {
    &CODES
}

pub fn of_kind(kind: Kind) -> impl Iterator<Item = (usize, &'static Code)> {
    CODES.iter().enumerate().filter(move |(_, code)| code.kind == kind)
}

/// Codes open answers of one report.
pub struct Coder {
    matcher: &'static Matcher,
    options: Option<AhoCorasick>,
}

impl Coder {
    /// `options` are texts that answers may quote.
    pub fn new<'a>(language: Language, options: impl Iterator<Item = &'a str>) -> Self {
        let matcher = match language {
            Language::En => &*MATCHER_EN,
            Language::Es => &*MATCHER_ES,
            Language::Zh => &*MATCHER_ZH,
        };
        let options = AhoCorasick::new(options.map(str::to_lowercase)).ok();
        Self { matcher, options }
    }

    /// Indices of the codes that the text cites, ascending, each once.
    pub fn codes(&self, text: &str) -> Vec<usize> {
        let text = text.to_lowercase();
        let quoted: Vec<(usize, usize)> = self
            .options
            .iter()
            .flat_map(|options| options.find_overlapping_iter(&text))
            .filter(|found| starts_word(&text, found.start()) && ends_word(&text, found.end()))
            .map(|found| (found.start(), found.end()))
            .collect();
        // A cue inside a quoted option is the option's own wording, not a reason for it.
        let is_quoted = |start, end| quoted.iter().any(|(from, to)| *from <= start && end <= *to);
        let mut codes: Vec<usize> = self
            .matcher
            .cues
            .iter()
            .flat_map(|cues| cues.find_overlapping_iter(&text))
            .filter(|found| starts_word(&text, found.start()) && !is_quoted(found.start(), found.end()))
            .map(|found| self.matcher.code_of_cue[found.pattern().as_usize()])
            .collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }
}

struct Matcher {
    cues: Option<AhoCorasick>,
    code_of_cue: Vec<usize>,
}

impl Matcher {
    fn new(language: Language) -> Self {
        let pairs: Vec<(usize, String)> = CODES
            .iter()
            .enumerate()
            .flat_map(|(index, code)| code.words(language).cues.iter().map(move |cue| (index, cue.to_lowercase())))
            .collect();
        let cues = AhoCorasick::new(pairs.iter().map(|(_, cue)| cue)).ok();
        Self { cues, code_of_cue: pairs.into_iter().map(|(index, _)| index).collect() }
    }
}

/// Chinese has no spaces between words, so there every place may start or end one.
fn starts_word(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let first = text[at..].chars().next();
    !matches!((before, first), (Some(a), Some(b)) if is_spaced_letter(a) && is_spaced_letter(b))
}

fn ends_word(text: &str, at: usize) -> bool {
    starts_word(text, at)
}

fn is_spaced_letter(c: char) -> bool {
    c.is_alphanumeric() && !matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[derive(Default, Deserialize)]
struct File {
    driver: Vec<Entry>,
    risk: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    id: String,
    en: Words,
    es: Words,
    zh: Words,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coded(language: Language, options: &[&str], text: &str) -> Vec<&'static str> {
        let coder = Coder::new(language, options.iter().copied());
        coder.codes(text).into_iter().map(|index| CODES[index].id.as_str()).collect()
    }

    #[test]
    fn the_book_has_eight_drivers_and_six_risks() {
        assert_eq!(of_kind(Kind::Driver).count(), 8);
        assert_eq!(of_kind(Kind::Risk).count(), 6);
    }

    #[test]
    fn every_clause_is_read_as_its_own_code_and_no_other() {
        for language in Language::ALL {
            let coder = Coder::new(language, std::iter::empty());
            for (index, code) in CODES.iter().enumerate() {
                for clause in &code.words(language).clauses {
                    assert_eq!(coder.codes(clause), [index], "{language} {}: {clause}", code.id);
                }
            }
        }
    }

    #[test]
    fn texts_of_any_origin_are_coded() {
        assert_eq!(coded(Language::En, &[], "AFFORDABLE, and I trust the people behind it"), ["value", "trust"]);
        assert_eq!(coded(Language::Es, &[], "Me ahorra tiempo."), ["time"]);
        assert_eq!(coded(Language::Zh, &[], "我觉得质量好。"), ["quality"]);
        assert!(coded(Language::En, &[], "No particular reason").is_empty());
    }

    #[test]
    fn an_option_that_sounds_like_a_reason_is_not_taken_for_one() {
        assert!(coded(Language::En, &["Good value"], "I chose “Good value” just because.").is_empty());
        assert_eq!(coded(Language::En, &["Good"], "It is good value"), ["value"]);
        assert!(coded(Language::Zh, &["质量好"], "我选“质量好”。").is_empty());
    }

    #[test]
    fn a_cue_inside_another_word_is_no_cue() {
        assert!(coded(Language::En, &[], "a distrustful, uneasy crowd").is_empty());
    }
}
