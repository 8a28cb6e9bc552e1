//! Extends the words that clauses share to a phrase that can stand as a name: as far as most of the clauses go on
//! alike, cut only where a reader would cut it.

use std::collections::{BTreeMap, BTreeSet};

use super::reading::{Clause, Reading, Word};
use foundation::Language;

pub(super) const LABEL_CHARS_MAX: usize = 48;
const HAN_CHARS_MIN: usize = 2;
const HAN_CHARS_MAX: usize = 16;
/// A single word shorter than this tells nothing.
const WORD_CHARS_MIN: usize = 3;
/// A name begins with "my" or "la" from this many words on: fewer are a noun that needs none.
const OPENED_WORDS_MIN: usize = 4;
/// The same for Chinese, where a "更" already belongs to the word that follows.
const OPENED_WORDS_MIN_ZH: usize = 2;
/// Of the answers with a phrase, how many must go on alike for the longer one to be their name.
const SHARED_MIN: f64 = 0.6;
const RUN_WORDS_MAX: usize = 16;
/// Particles that tie what stands before them to what follows.
const TIES: [&str; 3] = ["的", "得", "地"];

/// Where words stand: a clause of an answer and a range of its words.
#[derive(Debug, Clone, Copy)]
pub(super) struct Use {
    pub answer: usize,
    pub clause: usize,
    pub from: usize,
    pub to: usize,
}

impl Use {
    fn clause(self, readings: &[Reading]) -> &Clause {
        &readings[self.answer].clauses[self.clause]
    }

    fn before(self, readings: &[Reading]) -> Option<&Word> {
        let words = &self.clause(readings).words;
        words.get(self.from).filter(|first| first.is_joined)?;
        words.get(self.from.checked_sub(1)?)
    }

    fn after(self, readings: &[Reading]) -> Option<&Word> {
        self.clause(readings).words.get(self.to).filter(|next| next.is_joined)
    }
}

/// Everywhere in a clause that these stems stand in a row.
pub(super) fn uses<'r>(
    readings: &'r [Reading],
    (answer, clause): (usize, usize),
    stems: &'r [u32],
) -> impl Iterator<Item = Use> + 'r {
    let words = &readings[answer].clauses[clause].words;
    let rows = words.windows(stems.len().max(1)).enumerate();
    let alike = rows.filter(move |(_, row)| {
        row.iter().map(|word| word.stem).eq(stems.iter().copied()) && row.iter().skip(1).all(|word| word.is_joined)
    });
    alike.map(move |(from, row)| Use { answer, clause, from, to: from + row.len() })
}

/// The longest phrase around these uses that most of them share and that can stand alone, by how it is written.
pub(super) fn surfaces(readings: &[Reading], uses: Vec<Use>) -> Option<BTreeMap<String, usize>> {
    let (run, left, base) = run(readings, uses)?;
    let words = run.first().map(|used| used.to - used.from)?;
    let mut ranges: Vec<(usize, usize)> =
        (0..=left).flat_map(|from| (left + base..=words).map(move |to| (from, to))).collect();
    // The longest first; among equals the one that keeps its end, since a name's last words say what it is.
    ranges.sort_by_key(|(from, to)| (std::cmp::Reverse(to - from), std::cmp::Reverse(*to)));
    ranges.into_iter().find_map(|(from, to)| {
        let cut = run.iter().map(|used| Use { from: used.from + from, to: used.from + to, ..*used });
        let mut written: BTreeMap<String, usize> = BTreeMap::new();
        for surface in cut.filter_map(|used| standing(readings, used)) {
            *written.entry(surface).or_default() += 1;
        }
        (2 * written.values().sum::<usize>() > run.len()).then_some(written)
    })
}

/// The uses, extended on both sides as far as most go on alike; how many words were added on the left; and how many
/// words there were before.
fn run(readings: &[Reading], mut uses: Vec<Use>) -> Option<(Vec<Use>, usize, usize)> {
    let base = uses.first().map(|used| used.to - used.from)?;
    let answers: BTreeSet<usize> = uses.iter().map(|used| used.answer).collect();
    let shared_min = (SHARED_MIN * answers.len() as f64).ceil().max(2.0) as usize;
    let mut left = 0;
    for _ in base..RUN_WORDS_MAX {
        let after = commonest(readings, &uses, Use::after);
        let before = commonest(readings, &uses, Use::before);
        let (count, stem, is_after) = match (after, before) {
            (Some((more, stem)), Some((less, _))) if more >= less => (more, stem, true),
            (_, Some((count, stem))) => (count, stem, false),
            (Some((count, stem)), None) => (count, stem, true),
            (None, None) => break,
        };
        if count < shared_min {
            break;
        }
        let side = if is_after { Use::after } else { Use::before };
        uses.retain(|used| side(*used, readings).is_some_and(|word| word.stem == stem));
        for used in &mut uses {
            used.to += usize::from(is_after);
            used.from -= usize::from(!is_after);
        }
        left += usize::from(!is_after);
    }
    Some((uses, left, base))
}

/// The stem that most answers have on one side; among equals the first met.
fn commonest<'r>(
    readings: &'r [Reading],
    uses: &[Use],
    side: fn(Use, &'r [Reading]) -> Option<&'r Word>,
) -> Option<(usize, u32)> {
    let mut answers: BTreeMap<u32, BTreeSet<usize>> = BTreeMap::new();
    for used in uses {
        if let Some(word) = side(*used, readings) {
            answers.entry(word.stem).or_default().insert(used.answer);
        }
    }
    let counted = answers.into_iter().map(|(stem, answers)| (answers.len(), stem));
    counted.max_by(|a, b| a.0.cmp(&b.0).then(b.1.cmp(&a.1)))
}

/// The words as written, where they make a phrase that can stand alone.
fn standing(readings: &[Reading], used: Use) -> Option<String> {
    let reading = &readings[used.answer];
    let words = used.clause(readings).words.get(used.from..used.to)?;
    let (first, last) = (words.first()?, words.last()?);
    let opened_min = if reading.language == Language::Zh { OPENED_WORDS_MIN_ZH } else { OPENED_WORDS_MIN };
    // Where the writer ended, nothing is cut: "the time I have" is whole, though a "have" seldom ends a name.
    let clause = used.clause(readings);
    let is_end = clause.is_whole && used.to == clause.words.len() && words.len() > 1;
    let is_all = is_end && used.from == 0 && words.len() >= OPENED_WORDS_MIN;
    let role = first.role;
    let begins = role.can_begin || (role.opens && words.len() >= opened_min) || (role.starts && is_all);
    let is_cut = is_cut(readings, used, words.len() > 1);
    if !begins || !(last.role.can_end || is_end) || is_cut || !keeps_negation(words) {
        return None;
    }
    let is_led = used.before(readings).is_some_and(|before| before.role.leads_verb);
    if words.len() == 1 && (!role.stands || is_led) {
        return None;
    }
    written(reading, words)
}

/// Whether a neighbour belongs to the phrase so closely that it means something else without it.
fn is_cut(readings: &[Reading], used: Use, is_phrase: bool) -> bool {
    let is_bound = used.before(readings).is_some_and(|before| before.role.binds);
    let reading = &readings[used.answer];
    let is_tied = used.after(readings).is_some_and(|after| {
        let after = reading.written.get(after.start..after.end).map(|word| word.iter().collect::<String>());
        after.is_some_and(|word| TIES.contains(&word.as_str()))
    });
    is_phrase && (is_bound || is_tied)
}

/// "Not cheap" must not become "cheap".
fn keeps_negation(words: &[Word]) -> bool {
    let negator = words.iter().position(|word| word.is_negator);
    let negated = words.iter().position(|word| word.is_negated);
    negated.is_none_or(|negated| negator.is_some_and(|negator| negator < negated))
}

/// The words as written, where they are letters only and neither too short nor too long for a name.
pub(super) fn written(reading: &Reading, words: &[Word]) -> Option<String> {
    let written: String = reading.written.get(words.first()?.start..words.last()?.end)?.iter().collect();
    let text = written.split_whitespace().collect::<Vec<_>>().join(" ");
    let chars = text.chars().count();
    let fits = match reading.language {
        Language::Zh => (HAN_CHARS_MIN..=HAN_CHARS_MAX).contains(&chars),
        Language::En | Language::Es => (WORD_CHARS_MIN..=LABEL_CHARS_MAX).contains(&chars),
    };
    let is_clean = text.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '‐' | '\'' | '’'));
    (fits && is_clean).then_some(text)
}
