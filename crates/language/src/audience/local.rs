//! Finds the residents a question is for although it names no people: "Which name for a bakery in Seville?". A place
//! counts only as the location of a specific business, service or product, of whatever is to be named, of what its people share
//! ("the market of San José"), or of those who ask ("we're a charity in Leeds"); any other place is the question's subject.

use foundation::data::{Compiled, DataError, DataFile, data_file};
use regex::Regex;
use serde::Deserialize;

use super::lexicon::{Role, Word};
use super::tokens::Token;
use crate::text::Folded;

const LOCAL: DataFile = data_file!("crates/language/data/audience/local.toml");

static THINGS: Compiled<Things> = Compiled::new(|| Things::read(LOCAL));

/// Checks that the word list can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    THINGS.check()
}

struct Things {
    /// Matches the text right before a place, in English and Spanish.
    before: Regex,
    /// Matches the text right after a place, in Chinese.
    after: Regex,
    /// Matches Chinese words that make the thing a specific one.
    own: Regex,
    /// Matches questions for a name or a slogan.
    naming: Regex,
    /// Matches the text right before a place in which something is.
    within: Regex,
    /// Matches the text right before the place of those who ask.
    asker: Regex,
    /// Matches the text around such a place in Chinese.
    asker_zh: (Regex, Regex),
    shared: Shared,
}

/// What the people of a place share: its metro, its market, its streets.
struct Shared {
    /// Matches the text right before a place, in English and Spanish.
    before: Regex,
    /// Matches the text right after a place.
    after: Regex,
    /// Matches Chinese text right after a place where something is done.
    within: Regex,
    asks: Regex,
    journey: Regex,
}

/// The words of [`Shared`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SharedWords {
    en: String,
    es: String,
    zh: String,
    asks: String,
    journey: String,
}

impl Shared {
    fn read(words: &SharedWords, pattern: impl Fn(&str) -> Result<Regex, DataError>) -> Result<Self, DataError> {
        let SharedWords { en, es, zh, asks, journey } = words;
        let before = format!(
            r"\b(?:{en}|{es})\s+(?:[\w'-]+\s+){{0,2}}?(?:in|of|at|on|around|de|del|en)\s+(?:the\s+|la\s+|el\s+)?$"
        );
        let after = format!(r"^(?:(?:'s|')?\s+(?:[\w-]+\s+){{0,1}}?(?:{en})\b|市?的?[^，。？！,?!]{{0,4}}?(?:{zh}))");
        Ok(Self {
            before: pattern(&before)?,
            after: pattern(&after)?,
            within: pattern("^[^，。？！,?!]{1,10}[，,。]?[^？?]{0,20}(?:你|您|大家|最希望|最想|最该|应该先)")?,
            asks: pattern(asks)?,
            journey: pattern(journey)?,
        })
    }

    /// Returns whether a question is for those who live at a place, since it is about what they share.
    fn is_of(&self, text: &str, word: &Word) -> bool {
        let (before, after) = (&text[..word.span.start], &text[word.span.end..]);
        let is_shared = self.before.is_match(before) || self.after.is_match(after);
        let is_within = before.ends_with('在') && self.within.is_match(after);
        (is_shared && self.asks.is_match(text) || is_within) && !self.journey.is_match(text)
    }
}

impl Things {
    fn read(file: DataFile) -> Result<Self, DataError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            en: String,
            es: String,
            zh: String,
            shared: SharedWords,
        }
        let words: File = file.toml()?;
        let pattern = |text: &str| Regex::new(text).map_err(|error| file.wrong(error));
        let own = "(?:a|an|my|our|this|un|una|mi|nuestro|nuestra|esta|este)";
        let thing = format!("(?:{}|{})s?", words.en, words.es);
        let article = r"(?:the\s+|la\s+|el\s+|los\s+|city of\s+|downtown\s+)*$";
        let is = "(?:we're|we are|i'm|i am|(?:i|we) (?:run|own|opened|started|founded)|(?:we're|i'm|we are|i am) (?:opening|starting|launching)|soy|somos|tengo|tenemos|dirijo|dirigimos|abrimos|abri|vamos a abrir|voy a abrir)";
        let ours = r"(?:our|my|nuestr[oa]s?|mi)\s+(?:[\w'-]+\s+){1,5}?";
        let paid = r"(?:pay|price|cost|pagar\w*|precio|costo|coste)\b[^.?!]{0,60}\s";
        let public =
            r"(?:rates|rents?|taxes|wages|inflation|unemployment|alquileres|impuestos|salarios|inflacion|desempleo)\s+";
        Ok(Self {
            before: pattern(&format!(
                r"\b(?:{own}\s+(?:[\w'-]+\s+){{0,4}}?{thing}\s+(?:[\w'-]+\s+){{0,4}}?(?:in|near|en|de|cerca de)|{ours}(?:in|near|en)|{public}(?:in|en)|{paid}(?:in|en))\s+{article}"
            ))?,
            after: pattern(&format!(r"^[^，。？！,?!]{{0,10}}?(?:{})", words.zh))?,
            own: pattern(r"一家|一个|一间|我们|我的|新开|新店|这家|开家|开一|取名|起名|取什么名|名字")?,
            naming: pattern(r"\b(?:names?|slogans?|taglines?|logos?|nombres?|eslogan(?:es)?|lemas?|logotipos?)\b")?,
            within: pattern(&format!(r"\b(?:in|near|en|cerca de)\s+{article}"))?,
            asker: pattern(&format!(
                r"\b{is}\s+(?:a|an|un|una)\s+(?:[\w'-]+\s+){{1,5}}?(?:in|near|en|de|cerca de)\s+{article}"
            ))?,
            asker_zh: (
                pattern("(?:我们|我|本店|我司|咱们)(?:打算|准备|想|要)?在$")?,
                pattern("^市?(?:开|经营|做|新开|有一|创办)")?,
            ),
            shared: Shared::read(&words.shared, pattern)?,
        })
    }
}

/// Returns the tokens of the place and of what locates it further: "Austin, Texas".
pub(super) fn about_residents(folded: &Folded<'_>, tokens: &[Token]) -> Vec<Token> {
    for (at, token) in tokens.iter().enumerate() {
        let Token::Word(word) = token else { continue };
        if is_place(word) && (is_of_thing(folded, word) || THINGS.shared.is_of(&folded.text, word)) {
            let belongs = |token: &&Token| match token {
                Token::Word(word) => {
                    is_place(word) || matches!(word.term.role, Role::Joiner | Role::Locative | Role::De)
                }
                Token::Comma(_) => true,
                _ => false,
            };
            return tokens[at..].iter().take_while(belongs).cloned().collect();
        }
    }
    Vec::new()
}

/// Returns whether a word names a place and not its people: a Mexican restaurant may be anywhere.
fn is_place(word: &Word) -> bool {
    let term = word.term;
    term.role == Role::Fact && term.names_place() && !term.person
}

fn is_of_thing(folded: &Folded<'_>, word: &Word) -> bool {
    let (before, after) = (&folded.text[..word.span.start], &folded.text[word.span.end..]);
    let is_spaced = !folded.text[word.span.clone()].contains(crate::text::is_cjk);
    if !is_spaced && THINGS.asker_zh.0.is_match(before) && THINGS.asker_zh.1.is_match(after) {
        return true;
    }
    match THINGS.after.find(after) {
        _ if is_spaced => {
            let is_to_be_named = THINGS.naming.is_match(&folded.text) && THINGS.within.is_match(before);
            is_to_be_named || THINGS.before.is_match(before) || THINGS.asker.is_match(before)
        }
        Some(thing) => THINGS.own.is_match(before) || THINGS.own.is_match(thing.as_str()) || THINGS.own.is_match(after),
        None => false,
    }
}
