//! Reads an answer into clauses of words. A word keeps its place in the text as written, so that a phrase can be quoted
//! from it. Of other answers only the stems are known here.

use std::collections::{BTreeSet, HashMap};

use super::clean::is_han;
use super::clean::{Clean, OPTION, Options};
use super::grammar::Role;
use super::lexicon::Lexicon;
use foundation::Language;

/// A clause without punctuation is cut after this many words that carry meaning: what follows is about something else.
const CLAUSE_WORDS_MAX: usize = 12;
/// A stem that begins with another one of at least this many letters is the same word.
const ROOT_CHARS_MIN: usize = 5;
/// How many words a "not" reaches.
const NEGATION_REACH: usize = 3;
/// Longer ones are not words.
const WORD_CHARS_MAX: usize = 30;
/// An option of more words than this is a sentence, whose words anybody may use.
const NAME_WORDS_MAX: usize = 3;

#[derive(Debug, Clone)]
pub(super) struct Word {
    pub stem: u32,
    /// Carries meaning: not a stop word.
    pub is_content: bool,
    /// May begin or end a phrase.
    pub is_edge: bool,
    pub is_negator: bool,
    pub is_negated: bool,
    pub role: Role,
    /// Only a space, a hyphen or nothing lies between it and the word before.
    pub is_joined: bool,
    /// Place in the text as written, in characters.
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Clause {
    pub words: Vec<Word>,
    /// Stems of the words that carry meaning, ascending, each once.
    pub key: Vec<u32>,
    /// Ends where the writer ended it, with all of its last words.
    pub is_whole: bool,
}

pub(super) struct Reading {
    pub language: Language,
    pub written: Vec<char>,
    /// Only those that carry meaning; none for an answer that says nothing.
    pub clauses: Vec<Clause>,
    /// Stems of all words but quoted options, ascending, each once.
    pub stems: Vec<u32>,
}

/// Reads the answers of one report.
pub(super) struct Reader {
    report: Language,
    options: Options,
    /// Stems of the words of options that are names.
    pub name_stems: BTreeSet<u32>,
    entries: HashMap<Language, HashMap<String, Entry>>,
    stems: HashMap<String, u32>,
}

/// What is known of a word wherever it stands.
#[derive(Clone, Copy)]
struct Entry {
    stem: u32,
    negated_stem: u32,
    is_stop: bool,
    is_weak: bool,
    splits: bool,
    negates: bool,
    determines: bool,
    role: Role,
    /// Numbers and junk: compared for near-duplicates, but part of no phrase.
    is_junk: bool,
}

impl Reader {
    pub fn new(report: Language, options: &[&str]) -> Self {
        let mut reader = Self {
            report,
            options: Options::new(options),
            name_stems: BTreeSet::new(),
            entries: HashMap::new(),
            stems: HashMap::new(),
        };
        for option in options {
            let plain = Clean::new(option, &Options::new(&[]));
            let (clauses, _) = reader.scanned(Lexicon::for_text(report, &plain.folded), &plain);
            let words: Vec<u32> = clauses.iter().flat_map(|clause| clause.key.iter().copied()).collect();
            if words.len() <= NAME_WORDS_MAX {
                reader.name_stems.extend(words);
            }
        }
        reader
    }

    pub fn read(&mut self, text: &str) -> Reading {
        let clean = Clean::new(text, &self.options);
        let lexicon = Lexicon::for_text(self.report, &clean.folded);
        let (clauses, stems) = self.scanned(lexicon, &clean);
        let is_answer = !lexicon.is_non_answer(clean.folded.trim());
        let clauses = if is_answer { clauses } else { Vec::new() };
        Reading { language: lexicon.language, written: clean.written, clauses, stems }
    }

    /// Joins stems that differ only in an ending ("trust", "trustworthi") and that stemming leaves apart.
    pub fn relate(&self, readings: &mut [Reading]) {
        let mut stems: Vec<(&str, u32)> = self.stems.iter().map(|(stem, number)| (stem.as_str(), *number)).collect();
        stems.sort_unstable();
        let mut root: Option<(&str, u32)> = None;
        let mut roots: HashMap<u32, u32> = HashMap::new();
        for (stem, number) in stems {
            match root {
                Some((short, of)) if stem.starts_with(short) => {
                    roots.insert(number, of);
                }
                _ => root = (spaced_chars(stem) >= ROOT_CHARS_MIN).then_some((stem, number)),
            }
        }
        for clause in readings.iter_mut().flat_map(|reading| &mut reading.clauses) {
            for word in clause.words.iter_mut().filter(|word| word.is_content) {
                word.stem = roots.get(&word.stem).copied().unwrap_or(word.stem);
            }
            clause.key = key(&clause.words);
        }
    }

    /// Clauses, and the stems of all words, ascending and each once.
    fn scanned(&mut self, lexicon: &Lexicon, clean: &Clean) -> (Vec<Clause>, Vec<u32>) {
        let mut scan = Scan { language: lexicon.language, is_sentence_start: true, ..Scan::default() };
        let asides = lexicon.asides(clean);
        let mut aside_from = 0;
        let mut stems = Vec::new();
        let (mut at_byte, mut at_char) = (0, 0);
        for (byte, piece) in lexicon.pieces(&clean.folded) {
            // What a segmenter leaves out counts as a gap.
            if let Some(skipped) = clean.folded.get(at_byte..byte).filter(|skipped| !skipped.is_empty()) {
                scan.gap(skipped);
                at_char += skipped.chars().count();
            }
            let (byte_end, char_end) = (byte + piece.len(), at_char + piece.chars().count());
            // Frames and filler may overlap, so only the first ones are passed over once they have ended.
            while asides.get(aside_from).is_some_and(|aside| aside.end <= byte) {
                aside_from += 1;
            }
            if is_word(piece) {
                let entry = self.entry(lexicon, piece);
                stems.push(entry.stem);
                let begun = asides[aside_from..].iter().take_while(|aside| aside.start <= byte);
                if let Some(is_frame) = begun.filter(|aside| byte_end <= aside.end).map(|aside| aside.is_frame).max() {
                    scan.aside(is_frame);
                } else {
                    let is_capital = clean.written.get(at_char).is_some_and(|c| c.is_uppercase());
                    let is_name = is_capital && self.name_stems.contains(&entry.stem);
                    scan.word(entry, (at_char, char_end), is_name);
                }
            } else {
                scan.gap(piece);
            }
            (at_byte, at_char) = (byte_end, char_end);
        }
        scan.end_clause(true);
        stems.sort_unstable();
        stems.dedup();
        (scan.clauses, stems)
    }

    fn entry(&mut self, lexicon: &Lexicon, word: &str) -> Entry {
        if let Some(entry) = self.entries.get(&lexicon.language).and_then(|entries| entries.get(word)) {
            return *entry;
        }
        let stem = lexicon.stem(word);
        let entry = Entry {
            negated_stem: self.number(format!("¬{stem}")),
            stem: self.number(stem),
            is_stop: lexicon.is_stop(word),
            is_weak: lexicon.is_weak(word),
            splits: lexicon.splits(word),
            negates: lexicon.negates(word),
            determines: lexicon.is_determiner(word),
            role: lexicon.role(word),
            is_junk: word.chars().count() > WORD_CHARS_MAX || !word.chars().all(is_word_char),
        };
        self.entries.entry(lexicon.language).or_default().insert(word.to_owned(), entry);
        entry
    }

    fn number(&mut self, stem: String) -> u32 {
        let next = u32::try_from(self.stems.len()).unwrap_or(u32::MAX);
        *self.stems.entry(stem).or_insert(next)
    }
}

/// One pass over the pieces of a text.
#[derive(Default)]
struct Scan {
    language: Language,
    clauses: Vec<Clause>,
    clause: Clause,
    content: usize,
    negation: usize,
    is_apart: bool,
    /// Whether the clause begins with a "my" or "the".
    is_determined: bool,
    is_sentence_start: bool,
}

impl Scan {
    fn gap(&mut self, gap: &str) {
        if gap.chars().any(|c| ends_clause(c, self.language)) {
            self.end_clause(true);
            self.is_sentence_start |= gap.chars().any(|c| matches!(c, '.' | '!' | '?' | '\n' | '。' | '…'));
        } else if !gap.chars().all(|c| c == ' ' || c == '-' || c == '‐' || c == '\'') {
            self.is_apart = true;
            self.is_sentence_start &= !gap.contains(OPTION);
        }
    }

    fn aside(&mut self, is_frame: bool) {
        if is_frame {
            self.end_clause(false);
        }
        self.is_apart = true;
        self.is_sentence_start = false;
    }

    fn word(&mut self, entry: Entry, (start, end): (usize, usize), is_name: bool) {
        let is_start = std::mem::take(&mut self.is_sentence_start);
        let splits = entry.splits && !(entry.role.pairs && self.is_noun());
        if splits || (self.content >= CLAUSE_WORDS_MAX && entry.is_stop) || self.content >= 2 * CLAUSE_WORDS_MAX {
            self.end_clause(false);
        }
        // A capital inside a sentence shows that part of an option's name is meant.
        if entry.is_junk || (is_name && !is_start) {
            self.is_apart = true;
            return;
        }
        self.is_determined = entry.determines && self.clause.words.is_empty() || self.is_determined;
        let is_content = !entry.is_stop && !entry.is_weak;
        let is_negated = is_content && self.negation > 0;
        if entry.negates {
            self.negation = NEGATION_REACH;
        } else if is_content {
            self.negation = self.negation.saturating_sub(1);
            self.content += 1;
        }
        self.clause.words.push(Word {
            stem: if is_negated { entry.negated_stem } else { entry.stem },
            is_content,
            is_edge: is_content || entry.is_weak,
            is_negator: entry.negates,
            is_negated,
            role: entry.role,
            is_joined: !std::mem::take(&mut self.is_apart) && !self.clause.words.is_empty(),
            start,
            end,
        });
    }

    /// Whether the clause is no more than "my family" so far, so that an "and" goes on with the same clause.
    fn is_noun(&self) -> bool {
        self.is_determined && self.clause.words.len() == 2 && self.content == 1
    }

    fn end_clause(&mut self, is_written: bool) {
        let mut clause = std::mem::take(&mut self.clause);
        clause.is_whole = is_written && !self.is_apart;
        clause.key = key(&clause.words);
        if !clause.key.is_empty() {
            self.clauses.push(clause);
        }
        (self.content, self.negation, self.is_apart, self.is_determined) = (0, 0, false, false);
    }
}

fn key(words: &[Word]) -> Vec<u32> {
    let key: BTreeSet<u32> = words.iter().filter(|word| word.is_content).map(|word| word.stem).collect();
    key.into_iter().collect()
}

/// Letters of a script that inflects; Chinese does not.
fn spaced_chars(stem: &str) -> usize {
    if stem.chars().any(is_han) { 0 } else { stem.chars().filter(|c| c.is_alphabetic()).count() }
}

fn is_word(piece: &str) -> bool {
    piece.chars().any(char::is_alphanumeric)
}

fn is_word_char(c: char) -> bool {
    c.is_alphabetic() || c == '\'' || is_han(c)
}

fn ends_clause(c: char, language: Language) -> bool {
    // Chinese writers put a space where a comma would be.
    let ends_chinese = language == Language::Zh && c == ' ';
    ends_chinese
        || matches!(
            c,
            '\n' | '.'
                | ','
                | ';'
                | ':'
                | '!'
                | '?'
                | '('
                | ')'
                | '['
                | ']'
                | '"'
                | '—'
                | '–'
                | '…'
                | '“'
                | '”'
                | '«'
                | '»'
                | '。'
                | '，'
                | '；'
                | '：'
                | '！'
                | '？'
                | '、'
                | '（'
                | '）'
                | '「'
                | '」'
                | '《'
                | '》'
                | '|'
                | '¿'
                | '¡'
                | '،'
                | '؟'
                | '·'
                | '•'
        )
}
