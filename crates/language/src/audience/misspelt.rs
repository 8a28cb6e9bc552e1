//! Reads misspelt names of places: "Untied Kingdom", "Mexcio". A name counts only if the word is in no dictionary, one
//! place alone is one edit away, and the word stands where a place does.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use super::lexicon::{Role, Word, lexicon};
use super::tokens::Token;
use crate::text::Folded;

/// Smallest number of letters of a name and of its misspelling.
const LETTERS_MIN: usize = 5;
/// The same for a word in lower case inside a sentence, where an ordinary word is likelier: "in pairs" is not Paris.
const LETTERS_MIN_LOWER: usize = 6;
/// Smallest number of letters of a name in which one letter may be exchanged for another.
const LETTERS_MIN_EXCHANGED: usize = 9;
/// Greatest number of words of a name.
const WORDS_MAX: usize = 3;

static NAMES: LazyLock<Names> = LazyLock::new(Names::new);

/// Every name with one letter left out, so that a misspelling is found without a comparison with all names.
struct Names {
    words: BTreeMap<&'static str, Word>,
    shortened: BTreeMap<String, Vec<&'static str>>,
}

impl Names {
    fn new() -> Self {
        let is_long = |form: &str| form.is_ascii() && form.len() >= LETTERS_MIN;
        let mut words: BTreeMap<&'static str, Word> = BTreeMap::new();
        for (form, word) in lexicon().place_names().filter(|(form, _)| is_long(form)) {
            words.entry(form).or_insert(word);
        }
        let mut shortened: BTreeMap<String, Vec<&'static str>> = BTreeMap::new();
        for form in words.keys() {
            for short in shortenings(form) {
                shortened.entry(short).or_default().push(form);
            }
        }
        Self { words, shortened }
    }

    /// Returns the only place whose name is one edit away, if there is one. Several names of one place are no doubt.
    fn near(&self, written: &str) -> Option<&Word> {
        let keys: BTreeSet<String> = shortenings(written).collect();
        let found = keys.iter().filter_map(|key| self.shortened.get(key)).flatten().copied();
        let near: BTreeSet<&str> = found.filter(|name| is_slip(name, written)).collect();
        let mut words = near.iter().filter_map(|name| self.words.get(name));
        let first = words.next()?;
        words.all(|word| word.term.is_same_place(first.term)).then_some(first)
    }
}

/// Returns whether one letter is missing, too many or out of order. Another letter instead counts in long names only,
/// since short names often differ by one: Soria is not Siria.
fn is_slip(name: &str, written: &str) -> bool {
    let is_exchanged = || strsim::hamming(name, written).is_ok_and(|letters| letters == 1);
    let letters = strsim::osa_distance(name, written);
    let is_sure = || name.len() >= LETTERS_MIN_EXCHANGED || !is_exchanged() || sounds_alike(name, written);
    letters == 1 && is_sure()
        || letters == 2 && name.len() >= LETTERS_MIN_EXCHANGED && undoubled(name) == undoubled(written)
}

/// Returns whether letters of the same Spanish sound alone were exchanged: "Zaragosa".
fn sounds_alike(name: &str, written: &str) -> bool {
    const SOUNDS: [&str; 3] = ["scz", "bv", "gj"];
    let is_sound = |(a, b): (char, char)| a == b || SOUNDS.iter().any(|sound| sound.contains(a) && sound.contains(b));
    name.len() == written.len() && name.chars().zip(written.chars()).all(is_sound)
}

/// Returns a name without doubled letters, of which writers double the wrong one: "Phillipines".
fn undoubled(name: &str) -> String {
    let mut letters: Vec<char> = name.chars().collect();
    letters.dedup();
    letters.into_iter().collect()
}

/// Returns the word and all words that leave out one of its letters.
fn shortenings(word: &str) -> impl Iterator<Item = String> {
    let left_out = word.char_indices().map(|(at, c)| format!("{}{}", &word[..at], &word[at + c.len_utf8()..]));
    left_out.chain([word.to_owned()])
}

/// Replaces unknown words that misspell the name of a place by the place.
pub(super) fn as_places(folded: &Folded<'_>, tokens: &[Token]) -> Vec<Token> {
    let mut read = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while at < tokens.len() {
        match place_at(folded, tokens, at) {
            Some((place, words)) => {
                read.push(Token::Word(place));
                at += words;
            }
            None => {
                read.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    read
}

/// Returns the place whose misspelt name begins at this token, and the number of its words.
fn place_at(folded: &Folded<'_>, tokens: &[Token], at: usize) -> Option<(Word, usize)> {
    let is_word =
        |token: &&Token| matches!(token, Token::Other(_)) || token.role().is_some_and(|role| role != Role::Fact);
    let longest = tokens[at..].iter().take(WORDS_MAX).take_while(is_word).count();
    (1..=longest).rev().find_map(|words| {
        let name = &tokens[at..at + words];
        let span = name.first()?.span().start..name.last()?.span().end;
        let is_unknown = name.iter().any(|token| matches!(token, Token::Other(_)));
        let is_joined = name.windows(2).all(|pair| pair[0].span().end + 1 == pair[1].span().start);
        let is_name = is_unknown && is_joined && stands_as_place(folded, tokens, at, words);
        let near = is_name.then(|| NAMES.near(&folded.text[span.clone()]))??;
        Some((Word { span, ..near.clone() }, words))
    })
}

/// Returns whether a place may stand here: alone in its clause, after "in", or with a capital inside a sentence.
fn stands_as_place(folded: &Folded<'_>, tokens: &[Token], at: usize, words: usize) -> bool {
    let span: Range<usize> = tokens[at].span().start..tokens[at + words - 1].span().end;
    let text = &folded.text[span.clone()];
    if !text.is_ascii() || text.len() < LETTERS_MIN {
        return false;
    }
    let is_end = |token: Option<&Token>| {
        token.is_none_or(|token| {
            matches!(token, Token::Comma(_) | Token::Stop(_) | Token::Age(_)) || token.role() == Some(Role::Joiner)
        })
    };
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let is_first = before.is_none_or(|token| matches!(token, Token::Stop(_)));
    let is_alone = is_end(before) && is_end(tokens.get(at + words));
    let has_capital = folded.is_capital(span.start);
    let preposition = tokens[..at].iter().rev().find(|token| token.role() != Some(Role::Glue)).and_then(Token::role);
    let is_located = matches!(preposition, Some(Role::Locative | Role::Of | Role::Reset));
    has_capital && !is_first || is_alone || is_located && text.len() >= LETTERS_MIN_LOWER
}
