//! Finds the residents a question is for although it names no people: "Which name for a bakery in Seville?". A place
//! counts only as the location of a specific business, service or product, of whatever is to be named, or of those who
//! ask ("we're a charity in Leeds"); any other place is the question's subject.

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
}

impl Things {
    fn read(file: DataFile) -> Result<Self, DataError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct File {
            en: String,
            es: String,
            zh: String,
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
        })
    }
}

/// Returns the tokens of the place and of what locates it further: "Austin, Texas".
pub(super) fn about_residents(folded: &Folded<'_>, tokens: &[Token]) -> Vec<Token> {
    for (at, token) in tokens.iter().enumerate() {
        let Token::Word(word) = token else { continue };
        if is_place(word) && is_of_thing(folded, word) {
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
