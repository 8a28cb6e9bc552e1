//! Notes on names and slogans: associations, difficulty of saying or spelling them, meanings in the three languages,
//! and similar names in the list. Similarity is computed. An engine proposes the rest, and only short, plain text
//! that does not repeat the name is kept.

use std::collections::BTreeMap;

use foundation::{Language, OptionId};
use serde::{Deserialize, Serialize};
use strsim::normalized_levenshtein;

use crate::text::fold;
use crate::voices;

const BRINGS_TO_MIND_MAX: usize = 3;
/// Number of proposals that are read at most.
const PROPOSED_MAX: usize = 26;
const TEXT_CHARS_MAX: usize = 80;
/// Smallest normalised Levenshtein similarity of two names that are easily confused: three letters of five.
const ALIKE_MIN: f64 = 0.6;

/// The notes on one name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameNotes {
    pub brings_to_mind: Vec<String>,
    /// Why the name is hard to say or spell, if it is.
    pub hard: Option<String>,
    /// What the name means or suggests in a language, if noteworthy.
    pub meanings: BTreeMap<Language, String>,
    /// The names in the list that it is easily confused with.
    pub alike: Vec<OptionId>,
}

impl NameNotes {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// An engine's proposed notes on one name.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Proposal {
    /// The letter of the name in the prompt.
    pub option: String,
    pub brings_to_mind: Vec<String>,
    pub hard: Option<String>,
    pub en: Option<String>,
    pub es: Option<String>,
    pub zh: Option<String>,
}

impl Proposal {
    fn meaning(&self, language: Language) -> Option<&str> {
        match language {
            Language::En => self.en.as_deref(),
            Language::Es => self.es.as_deref(),
            Language::Zh => self.zh.as_deref(),
        }
    }
}

/// Returns the notes on each option, in the order of the options, or `None` if there is no note on any. The first
/// proposal for an option counts.
pub fn notes(options: &[String], proposals: &[Proposal]) -> Option<Vec<NameNotes>> {
    let mut notes: Vec<NameNotes> = OptionId::all(options.len())
        .map(|id| NameNotes { alike: alike(options, id), ..NameNotes::default() })
        .collect();
    let mut is_said = vec![false; options.len()];
    for proposal in proposals.iter().take(PROPOSED_MAX) {
        let Some(at) = place(&proposal.option).filter(|at| is_said.get(*at) == Some(&false)) else { continue };
        is_said[at] = true;
        judge(&mut notes[at], proposal, &options[at]);
    }
    (!notes.iter().all(NameNotes::is_empty)).then_some(notes)
}

/// Adds the acceptable texts of a proposal to the notes.
fn judge(notes: &mut NameNotes, proposal: &Proposal, option: &str) {
    let kept = |text: &str| voices::plain(text, TEXT_CHARS_MAX).filter(|text| letters(text) != letters(option));
    for text in proposal.brings_to_mind.iter().take(PROPOSED_MAX).filter_map(|text| kept(text)) {
        let is_new = !notes.brings_to_mind.iter().any(|other| letters(other) == letters(&text));
        if is_new && notes.brings_to_mind.len() < BRINGS_TO_MIND_MAX {
            notes.brings_to_mind.push(text);
        }
    }
    notes.hard = proposal.hard.as_deref().and_then(kept);
    let meaning = |language| Some((language, kept(proposal.meaning(language)?)?));
    notes.meanings = Language::ALL.into_iter().filter_map(meaning).collect();
}

/// Returns the index that a letter stands for.
fn place(letter: &str) -> Option<usize> {
    match letter.trim().as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(usize::from(letter - b'A')),
        _ => None,
    }
}

/// Returns the letters and digits of a text, folded.
fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn alike(options: &[String], id: OptionId) -> Vec<OptionId> {
    let own = fold(&options[id.0]);
    let is_alike =
        |other: &OptionId| *other != id && normalized_levenshtein(&own, &fold(&options[other.0])) >= ALIKE_MIN;
    OptionId::all(options.len()).filter(is_alike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    fn proposed(option: &str, brings_to_mind: &[&str]) -> Proposal {
        Proposal { option: option.to_owned(), brings_to_mind: options(brings_to_mind), ..Proposal::default() }
    }

    #[test]
    fn names_are_alike_where_most_of_their_letters_are_whatever_their_case_and_accents() {
        let of = |texts: &[&str]| {
            let notes = notes(&options(texts), &[]);
            notes.map(|notes| notes.into_iter().map(|note| note.alike).collect::<Vec<_>>())
        };
        let (first, third) = (OptionId(0), OptionId(2));
        assert_eq!(of(&["Lumina", "Nod", "LUMÍNO"]), Some(vec![vec![third], vec![], vec![first]]));
        assert_eq!(of(&["余见", "余见记", "知数"]), Some(vec![vec![OptionId(1)], vec![first], vec![]]));
        // Two letters of five, and no letter at all.
        assert_eq!(of(&["Drift", "Drums"]), None);
        assert_eq!(of(&["Drift", "Lull", "Nod"]), None);
    }

    #[test]
    fn what_is_plain_and_short_is_kept_by_the_options_letter() {
        let said = Proposal {
            hard: Some("  Two l’s in a row ".to_owned()),
            es: Some("No means anything".to_owned()),
            zh: Some("\"听起来像“拉”\"".to_owned()),
            ..proposed("B", &["Lullaby", "Baby sleep", "lullaby!", "Calm", "Evening"])
        };
        let notes = notes(&options(&["Drift", "Lull"]), &[said]).unwrap();
        assert_eq!(notes[0], NameNotes::default());
        assert_eq!(notes[1].brings_to_mind, ["Lullaby", "Baby sleep", "Calm"]);
        assert_eq!(notes[1].hard.as_deref(), Some("Two l’s in a row"));
        let meanings: Vec<(Language, &str)> = notes[1].meanings.iter().map(|(of, text)| (*of, text.as_str())).collect();
        assert_eq!(meanings, [(Language::Es, "No means anything"), (Language::Zh, "听起来像“拉”")]);
    }

    #[test]
    fn what_is_not_plain_too_long_or_the_name_itself_is_dropped() {
        let long = "a".repeat(TEXT_CHARS_MAX + 1);
        for bad in [
            "<b>Calm</b>",
            "see https://example.org",
            "www.example.org",
            "[Calm](x)",
            "Calm\u{202e}",
            "Calm\u{7}",
            "…",
            "",
            "lull!",
            &long,
        ] {
            let all = || Some(bad.to_owned());
            let said = Proposal { hard: all(), en: all(), es: all(), zh: all(), ..proposed("B", &[bad]) };
            assert_eq!(notes(&options(&["Drift", "Lull"]), &[said]), None, "{bad}");
        }
    }

    #[test]
    fn an_option_that_is_not_there_is_told_nothing_of_and_the_first_note_counts() {
        let names = options(&["Drift", "Lull"]);
        let of = |letters: &[&str]| {
            let said = letters.iter().enumerate().map(|(at, letter)| proposed(letter, &[["Sea", "Snow", "Car"][at]]));
            notes(&names, &said.collect::<Vec<_>>())
        };
        for letters in [["C"], [""], ["AB"], ["Drift"], ["1"]] {
            assert_eq!(of(&letters), None, "{letters:?}");
        }
        let notes = of(&["A", "A", "B"]).unwrap();
        assert_eq!(
            (&notes[0].brings_to_mind[..], &notes[1].brings_to_mind[..]),
            (&options(&["Sea"])[..], &options(&["Car"])[..])
        );
    }
}
