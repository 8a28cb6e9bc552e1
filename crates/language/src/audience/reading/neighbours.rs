//! Inspects neighbouring tokens: does a word describe the people, a thing they have, or where they are? `reading`
//! decides what follows from the answer.

use super::super::lexicon::{Role, Word};
use super::super::tokens::Token;
use super::{LevelRange, Reader};
use crate::text::is_cjk;

/// Languages as they are called after "of": "students of English", "estudiantes de español". The word is also that of the people.
const LANGUAGES: [&str; 24] = [
    "english",
    "spanish",
    "chinese",
    "french",
    "german",
    "italian",
    "portuguese",
    "japanese",
    "korean",
    "russian",
    "arabic",
    "mandarin",
    "espanol",
    "castellano",
    "ingles",
    "chino",
    "frances",
    "aleman",
    "italiano",
    "portugues",
    "japones",
    "coreano",
    "ruso",
    "arabe",
];

/// Beginnings of words that make the world the aim of a journey.
const JOURNEYS: [&str; 9] = ["travel", "trip", "fly", "ship", "sail", "viaj", "recorr", "旅", "游"];

/// Words that ask for people of the whole world at the end of a description.
const WHEREVER: [&str; 7] = [
    "everywhere",
    "anywhere",
    "en cualquier lugar",
    "en cualquier parte",
    "en todas partes",
    "de todas partes",
    "de cualquier parte",
];

impl Reader<'_> {
    /// Returns whether a complement of the noun follows: "caregivers of people with dementia".
    pub(super) fn is_of_something(&self, at: usize) -> bool {
        let follows = |next: usize| self.tokens.get(at + next);
        let is_of = follows(1).and_then(Token::role) == Some(Role::Of);
        let is_thing = |token: &Token| match token {
            Token::Other(_) => true,
            Token::Word(word) => {
                matches!(word.term.role, Role::Person | Role::User | Role::Thing) || word.term.level.is_some()
            }
            _ => false,
        };
        let is_person = matches!(&self.tokens[at], Token::Word(word) if word.term.person);
        is_person && is_of && follows(2).is_some_and(is_thing)
    }

    /// Returns whether modifiers follow the noun: "funcionarios públicos", "nurses on strike".
    pub(super) fn is_described_after(&self, at: usize) -> bool {
        let is_chinese = self.folded.text[self.tokens[at].span().clone()].contains(is_cjk);
        !is_chinese && matches!(self.tokens.get(at + 1), Some(Token::Other(_)))
    }

    /// Returns whether more of the clause follows: "who work outside the home" says more than that they work, but
    /// "who work outside Chile" does not.
    pub(super) fn is_clause_gone_on_with(&self, at: usize) -> bool {
        let text = &self.folded.text[self.tokens[at].span().clone()];
        let is_clause = ["who ", "that ", "que "].iter().any(|opener| text.starts_with(opener));
        let rest = &self.tokens[at + 1..];
        let is_outside = rest.first().and_then(Token::role) == Some(Role::Not);
        let then = rest.iter().skip(1).find(|token| token.role() != Some(Role::Glue));
        let is_outside_words = is_outside && then.is_some_and(|token| matches!(token, Token::Other(_)));
        is_clause && (is_outside_words || self.is_described_after(at))
    }

    /// Returns whether a comma inside an object separates list items: "who take a bus, tram or train".
    pub(super) fn goes_on_after(&self, comma: usize) -> bool {
        let is_words = |token: &Token| matches!(token, Token::Other(_)) || token.role() == Some(Role::Thing);
        let ends = |token: &Token| matches!(token, Token::Stop(_)) || token.role() == Some(Role::Opener);
        let rest = &self.tokens[comma + 1..];
        let listed: Vec<&Token> = rest.iter().take_while(|token| !ends(token)).collect();
        let joiner = listed.iter().position(|token| token.role() == Some(Role::Joiner));
        let is_list = joiner.is_some_and(|joiner| {
            let before = &listed[..joiner];
            before.iter().all(|token| is_words(token) || matches!(token, Token::Comma(_)))
                && before.first().is_some_and(|token| is_words(token))
                && listed.get(joiner + 1).is_some_and(|token| is_words(token))
        });
        self.state.in_object && self.state.open.is_some() && is_list
    }

    /// Returns whether the word does not describe the people.
    pub(super) fn is_content(&self, at: usize, word: &Word) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.tokens.get(at));
        let after = self.tokens.get(at + 1);
        let text = &self.folded.text;
        let is_compound = matches!(after, Some(Token::Other(span)) if span.start == word.span.end && text[span.start..].starts_with(['-', '\'']))
            || matches!(before, Some(Token::Other(span)) if span.end == word.span.start && text[..span.end].ends_with('-'));
        let is_place = word.term.names_place();
        let is_thing = |token: Option<&Token>| token.and_then(Token::role) == Some(Role::Thing);
        let is_spanish_thing = word.term.person && is_thing(before) && !text[word.span.clone()].contains(is_cjk);
        let is_of_thing = is_place && (self.describes_thing(at) || is_spanish_thing);
        let is_beside =
            |token: &Token| token.is_fact() || matches!(token, Token::Age(_)) || token.role() == Some(Role::Person);
        let is_lonely = word.term.weak && !after.is_some_and(is_beside);
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, '-' | '.' | ',' | '+');
        let is_counted = matches!(before, Some(Token::Other(span)) if text[span.clone()].chars().all(is_number));
        let is_located = is_place && self.is_located(at) || self.is_last_described(word, after);
        if self.is_language(at) {
            return true;
        }
        if word.term.world {
            return is_compound || !self.asks_for_world(at, word);
        }
        is_compound || is_of_thing || is_lonely || is_counted || (self.state.in_object && !is_located)
    }

    /// Returns whether the word names a language that people learn, speak or teach: it follows "of" and describes nothing.
    fn is_language(&self, at: usize) -> bool {
        let is_of = at > 0 && self.tokens[at - 1].role() == Some(Role::Of);
        let goes_on = matches!(self.tokens.get(at + 1), Some(Token::Other(_))) || self.is_thing(at + 1);
        is_of && !goes_on && LANGUAGES.contains(&&self.folded.text[self.tokens[at].span().clone()])
    }

    /// Returns whether words such as "worldwide" say where the people are. Weak ones, such as "international", do so
    /// beside people or alone; at the end of what people do only the others do ("who drink tea worldwide").
    fn asks_for_world(&self, at: usize, word: &Word) -> bool {
        let is_aside = |token: &&Token| matches!(token.role(), Some(Role::Glue | Role::Locative | Role::De));
        let before = self.tokens[..at].iter().rev().find(|token| !is_aside(token));
        let after = self.tokens[at + 1..].iter().find(|token| !is_aside(token));
        let is_end = |token: Option<&Token>| matches!(token, None | Some(Token::Comma(_) | Token::Stop(_)));
        let is_people = |token: &Token| matches!(token.role(), Some(Role::Person | Role::User));
        let is_group = |token: &Token| {
            is_people(token) || matches!(token, Token::Age(_)) || matches!(token, Token::Word(word) if word.term.person)
        };
        if word.term.weak {
            let is_alone = is_end(before) && is_end(after);
            // "Amateur astronomers everywhere": after any people, at the end.
            let text = &self.folded.text[word.span.clone()];
            let is_last = WHEREVER.contains(&text) && is_end(after) && before.is_some();
            let is_beside = before.is_some_and(is_group) || after.is_some_and(is_people);
            return !self.state.in_object && (is_alone || is_last || is_beside);
        }
        let done = self.state.open.as_ref().map_or("", |open| &self.folded.text[open.clone()]);
        let is_journey = done.split_whitespace().any(|word| JOURNEYS.iter().any(|start| word.starts_with(start)));
        !self.state.in_object || self.state.object_words > 0 && is_end(after) && !is_journey
    }

    /// Returns whether a word modifies a thing: "Mexican food", and both adjectives of "Italian and Spanish wine".
    fn describes_thing(&self, at: usize) -> bool {
        let role = |at: usize| self.tokens.get(at).and_then(Token::role);
        let Token::Word(word) = &self.tokens[at] else { return false };
        if role(at + 1) == Some(Role::Thing) {
            return is_close(word, self.tokens.get(at + 1));
        }
        let is_demonym = |word: &Word| word.term.person && !word.term.places.is_empty();
        let is_joined = role(at + 1) == Some(Role::Joiner)
            && matches!(self.tokens.get(at + 2), Some(Token::Word(next)) if is_demonym(next));
        is_demonym(word) && is_joined && self.describes_thing(at + 2)
    }

    /// Returns whether a place inside a condition still states the residence: "who shop online in Chile".
    fn is_located(&self, at: usize) -> bool {
        let before = self.tokens[..at].iter().rev().find(|token| token.role() != Some(Role::Glue));
        let has_words = self.state.object_words > 0;
        let in_list = before.and_then(Token::role) == Some(Role::Joiner);
        match before.and_then(Token::role) {
            Some(Role::Of) => self.state.of_noun,
            Some(Role::Locative) => has_words && (self.state.of_noun || self.says_in(at)),
            Some(Role::Preposition) => self.state.of_noun && self.is_island(before, at),
            _ => in_list && (self.follows_place(at) || self.follows_unknown_place(at)),
        }
    }

    fn follows_place(&self, at: usize) -> bool {
        self.out.stated.last().is_some_and(|last| last.at + 2 == at && last.word.term.names_place())
    }

    /// Returns whether an unknown word after "in" is joined to this place: "in UP and Bihar".
    fn follows_unknown_place(&self, at: usize) -> bool {
        let mut before = self.tokens[..at].iter().rev().skip(1);
        let is_unknown = before.next().is_some_and(|token| matches!(token, Token::Other(_)));
        let led = before.find(|token| token.role() != Some(Role::Glue)).and_then(Token::role);
        is_unknown && matches!(led, Some(Role::Locative | Role::Reset))
    }

    /// Returns whether people live on this place: "crofters on Skye". "Experts on Mexico" do not.
    fn is_island(&self, before: Option<&Token>, at: usize) -> bool {
        let is_on = before.is_some_and(|token| &self.folded.text[token.span().clone()] == "on");
        is_on && matches!(&self.tokens[at], Token::Word(word) if word.term.implied && !word.term.person)
    }

    /// Returns whether the last adjective of a noun's object describes the people: "dueños de mascotas millennials".
    fn is_last_described(&self, word: &Word, after: Option<&Token>) -> bool {
        let is_end = !matches!(after, Some(Token::Other(_))) && after.and_then(Token::role) != Some(Role::Thing);
        let is_group = word.term.person && (word.term.age.is_some() || !word.term.places.is_empty());
        let is_before_fact = !word.term.places.is_empty() && after.is_some_and(Token::is_fact);
        self.state.of_noun && self.state.object_words > 0 && is_end && (is_group || is_before_fact)
    }

    /// Returns whether the last preposition of place is "in" rather than "from", which states where things come from.
    fn says_in(&self, at: usize) -> bool {
        let before = self.tokens[..at].iter().rev().find(|token| token.role() == Some(Role::Locative));
        before.is_some_and(|token| !matches!(&self.folded.text[token.span().clone()], "from" | "desde"))
    }

    pub(super) fn widened(&self, at: usize) -> LevelRange {
        let is_skipped = |token: &&Token| matches!(token.role(), Some(Role::Glue | Role::De));
        let before = self.tokens[..at].iter().rev().find(|token| !is_skipped(token));
        let after = self.tokens[at + 1..].iter().find(|token| !is_skipped(token));
        match (before.and_then(Token::role), after.and_then(Token::role)) {
            (Some(Role::AtLeast), _) | (_, Some(Role::AtLeast)) => LevelRange::OrMore,
            (Some(Role::AtMost), _) | (_, Some(Role::AtMost)) => LevelRange::OrLess,
            _ => LevelRange::Exactly,
        }
    }

    /// Returns the start of a condition's leading words: "consumers of", "usuarios de", or a preposition ("on
    /// Medicare", "de estrato bajo").
    pub(super) fn words_before(&self, at: usize) -> Option<usize> {
        let is_glue = |token: &&Token| token.role() == Some(Role::Glue);
        let glue = self.tokens[..at].iter().rev().take_while(is_glue).count();
        let before = (at - glue).checked_sub(1)?;
        match self.tokens[before].role()? {
            Role::Of => {
                let is_language = self.is_language(at);
                let is_person = |token: &Token| match token {
                    Token::Word(word) => {
                        matches!(word.term.role, Role::Person | Role::User) || is_language && word.term.person
                    }
                    _ => false,
                };
                let person = before.checked_sub(1).filter(|at| is_person(&self.tokens[*at]));
                Some(self.tokens[person.unwrap_or(before)].span().start)
            }
            Role::Preposition | Role::Locative => Some(self.tokens[before].span().start),
            _ => None,
        }
    }

    /// Returns whether 的 follows in the clause. Chinese states what people do before 的, so words up to it are objects.
    pub(super) fn is_before_de(&self, at: usize) -> bool {
        self.folded.text[self.tokens[at].span().clone()].contains(is_cjk)
            && self.tokens[at..]
                .iter()
                .take_while(|token| !matches!(token, Token::Stop(_) | Token::Comma(_)))
                .any(|token| token.role() == Some(Role::De))
    }
}

fn is_close(word: &Word, after: Option<&Token>) -> bool {
    after.is_some_and(|token| token.span().start <= word.span.end + 1)
}
