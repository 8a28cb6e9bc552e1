//! What the classifier sees of a question and its options, in six groups: words of the question (alone, in pairs, in
//! triples, and at its beginning), parts of its words, words of the options, the form of the options, the words of the
//! sentence that asks, and its words together with the sort of answers. Each is a bucket of a hash. A group counts as much
//! whether it has many features or few.

use super::super::inquiry::{Answers, fold};
use crate::text;

/// Number of buckets; a bucket fits in 16 bits.
pub const BUCKETS: usize = 1 << 16;
/// Number of groups of features.
pub const GROUPS: usize = 6;
/// The length of the vector of each group, and so its part in the score.
const LENGTHS: [f64; GROUPS] = [1.0, 0.7, 1.0, 0.7, 0.7, 0.7];
/// Marks that count as words.
const MARKS: &str = "?!¿¡,:;.$€£%";
/// Lengths of the parts of a word in characters, with a mark at its beginning and end.
const PART_CHARS: [usize; 3] = [3, 4, 5];
/// Lengths of the parts of Chinese text in characters. Single characters are words.
const RUN_CHARS: [usize; 3] = [2, 3, 4];
/// Greatest number of words of an option that counts as a whole.
const WHOLE_WORDS_MAX: usize = 5;

/// The features of one question, as buckets in ascending order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Features([Vec<u16>; GROUPS]);

impl Features {
    pub fn of(question: &str, options: &[String]) -> Self {
        let question = fold(question);
        let folded: Vec<String> = options.iter().map(|option| fold(option)).collect();
        let words: Vec<Vec<&str>> = folded.iter().map(|option| tokens(option)).collect();
        let last = tokens(asking_sentence(&question));
        let sort = Answers::of(options).sort();
        let (asking, crossed) = (asking(&last), crossed(&last, sort));
        let parts = [asked(&question), spelt(&question), answered(&words), formed(options, &words), asking, crossed];
        Self(parts.map(Buckets::sorted))
    }

    /// Returns the buckets of each group with the value that each of them has.
    pub fn groups(&self) -> impl Iterator<Item = (&[u16], f64)> {
        self.0.iter().zip(LENGTHS).map(|(buckets, length)| {
            let value = length / (buckets.len().max(1) as f64).sqrt();
            (buckets.as_slice(), value)
        })
    }
}

/// The hash FNV-1a.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hash(pub(super) u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[derive(Default)]
struct Buckets(Vec<u16>);

impl Buckets {
    /// Adds a feature: what it is, and the words that it is made of.
    fn add(&mut self, what: &str, words: &[&str]) {
        let mut hash = Hash::default();
        hash.add(what.as_bytes());
        for word in words {
            hash.add(b" ");
            hash.add(word.as_bytes());
        }
        // The upper bits of the product depend on all bytes.
        self.0.push((hash.0 >> 48) as u16 ^ (hash.0 >> 16) as u16);
    }

    fn sorted(mut self) -> Vec<u16> {
        self.0.sort_unstable();
        self.0.dedup();
        self.0
    }
}

/// Returns the words of the question, in their order.
fn asked(question: &str) -> Buckets {
    let mut found = Buckets::default();
    let words: Vec<&str> = ["^"].into_iter().chain(tokens(question)).chain(["$"]).collect();
    for length in 1..=3 {
        words.windows(length).for_each(|words| found.add("words", words));
    }
    for words in words.windows(3) {
        found.add("around", &[words[0], words[2]]);
    }
    for length in 2..=4 {
        found.add("first", words.get(..length).unwrap_or(&words));
    }
    found
}

/// Returns the last sentence with a question mark, or else the last one: what is before it is often a story.
fn asking_sentence(question: &str) -> &str {
    let is_end = |c: char| matches!(c, '.' | '?' | '!' | '。' | ';' | '\n');
    let sentences = || question.split_inclusive(is_end).filter(|part| part.contains(char::is_alphanumeric));
    sentences().rfind(|part| part.ends_with('?')).or_else(|| sentences().next_back()).unwrap_or(question)
}

/// Returns the words of the sentence that asks.
fn asking(words: &[&str]) -> Buckets {
    let mut found = Buckets::default();
    words.windows(1).chain(words.windows(2)).for_each(|words| found.add("asking", words));
    for length in 1..=3 {
        found.add("asking first", words.get(..length).unwrap_or(words));
    }
    found
}

/// Returns the words of the sentence that asks, each with the sort of answers: "cost" with amounts is another matter than
/// "cost" with things.
fn crossed(words: &[&str], sort: &str) -> Buckets {
    let mut found = Buckets::default();
    words.windows(1).chain(words.windows(2)).for_each(|words| found.add(sort, words));
    found.add("first of", &[sort, words.first().copied().unwrap_or("")]);
    found
}

/// Returns the parts of the words of the question, which misspellings and endings leave alike.
fn spelt(question: &str) -> Buckets {
    let mut found = Buckets::default();
    for word in tokens(question).into_iter().filter(|word| !word.contains(text::is_cjk)) {
        let whole = format!("<{word}>");
        PART_CHARS.into_iter().for_each(|length| add_parts(&mut found, &whole, length));
    }
    for run in question.split(|c| !text::is_cjk(c)) {
        RUN_CHARS.into_iter().for_each(|length| add_parts(&mut found, run, length));
    }
    found
}

fn add_parts(found: &mut Buckets, whole: &str, chars: usize) {
    let ends: Vec<usize> = whole.char_indices().map(|(at, _)| at).chain([whole.len()]).collect();
    for ends in ends.windows(chars + 1) {
        found.add("part", &[&whole[ends[0]..ends[chars]]]);
    }
}

/// Returns the words of the options.
fn answered(options: &[Vec<&str>]) -> Buckets {
    let mut found = Buckets::default();
    for words in options {
        words.windows(1).chain(words.windows(2)).for_each(|words| found.add("option", words));
        found.add("option first", &words[..words.len().min(1)]);
        found.add("option first", &words[..words.len().min(2)]);
        if words.len() <= WHOLE_WORDS_MAX {
            found.add("option whole", words);
        }
    }
    found
}

/// Returns what the options are as a list: how many and how long, and how many of them are answers of some sort.
fn formed(options: &[String], words: &[Vec<&str>]) -> Buckets {
    let mut found = Buckets::default();
    let count = options.len().max(1);
    let mut add = |what: &str, figure: usize| found.add(what, &[figure.to_string().as_str()]);
    for (at, is_so) in Answers::of(options).flags().into_iter().enumerate() {
        add("flag", at * 2 + usize::from(is_so));
    }
    for (at, share) in Answers::counts(options).into_iter().enumerate() {
        add("share", at * 8 + share * 4 / count);
    }
    let share = |is_so: &dyn Fn(&String) -> bool| options.iter().filter(|option| is_so(option)).count() * 3 / count;
    let capitals =
        |option: &String| option.split_whitespace().filter(|word| word.starts_with(char::is_uppercase)).count();
    add("options", count.min(6));
    add("option words", (words.iter().map(Vec::len).sum::<usize>() / count).min(8));
    add("options with capitals", share(&|option| capitals(option) >= 2));
    add("options with figures", share(&|option| option.contains(char::is_numeric)));
    add("options with shares", share(&|option| option.contains(['%', '％'])));
    found
}

/// Splits a folded text into words, Chinese characters and marks. Numbers are alike.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let is_letter = |c: char| (c.is_alphanumeric() || c == '\'') && !text::is_cjk(c);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length =
            if is_letter(first) { rest.find(|c| !is_letter(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, after) = rest.split_at(length);
        if token.bytes().all(|byte| byte.is_ascii_digit()) {
            tokens.push("0");
        } else if is_letter(first) || text::is_cjk(first) || MARKS.contains(first) {
            tokens.push(token);
        }
        rest = after;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_words_characters_and_marks() {
        assert_eq!(tokens("what's 12 or 3kg?"), ["what's", "0", "or", "3kg", "?"]);
        assert_eq!(tokens("你喜欢app吗"), ["你", "喜", "欢", "app", "吗"]);
        assert!(tokens("").is_empty());
    }

    #[test]
    fn every_group_counts_the_same_however_long_the_text() {
        let options = vec!["Tea".to_owned(), "Coffee".to_owned()];
        for question in ["", "Which?", &"amazing ".repeat(250)] {
            let features = Features::of(question, &options);
            for ((buckets, value), length) in features.groups().zip(LENGTHS) {
                let squared = value * value * buckets.len() as f64;
                assert!(buckets.is_empty() || (squared - length * length).abs() < 1e-9, "{question}");
                assert!(buckets.is_sorted());
            }
        }
    }

    #[test]
    fn traditional_characters_are_read_as_simplified_ones() {
        let options = ["是".to_owned(), "不是".to_owned()];
        assert_eq!(Features::of("您喜歡這個嗎?", &options), Features::of("您喜欢这个吗？", &options));
    }
}
