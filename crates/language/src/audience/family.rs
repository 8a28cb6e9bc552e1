//! Finds mentions of children: those of the people asked, whose ages are not the audience's, or the audience itself.

use population::Attribute;
use std::ops::Range;

use super::lexicon::{Role, Word};
use super::stated::{LevelRange, Stated};
use super::tokens::Token;
use crate::text::Folded;

/// A mention of children.
pub(super) struct Child {
    pub(super) is_of_parents: bool,
    /// Whether the words state the children's age or kind, which makes them worth keeping as a condition.
    pub(super) is_told: bool,
    pub(super) span: Range<usize>,
    /// Index of the first token after the mention.
    pub(super) next: usize,
}

/// Nouns that state neither the age nor the kind of the children.
const PLAIN: [&str; 14] = [
    "children", "child", "kid", "kids", "hijo", "hijos", "hija", "hijas", "nino", "ninos", "孩子", "小孩", "子女", "娃",
];

/// Returns the mention of children that starts at this token, if any.
pub(super) fn child_at(folded: &Folded<'_>, tokens: &[Token], at: usize) -> Option<Child> {
    let noun = noun_from(folded, tokens, at)?;
    let Token::Word(word) = &tokens[noun] else { return None };
    let is_of_parents = word.term.role == Role::Fact && !word.term.weak_child || is_governed(folded, tokens, at);
    // Teenagers without a preceding parent are an age group of the audience.
    if word.term.weak_child && !is_of_parents {
        return None;
    }
    let mut next = noun + 1;
    let mut end = word.span.end;
    let mut is_told = at < noun || is_special(folded, word);
    if let Some(age) = age_after(tokens, next) {
        end = tokens[age].span().end;
        next = age + 1;
        is_told = true;
    }
    // `reading` handles a fact such as "with children", unless an age belongs to it.
    if word.term.role == Role::Fact && !word.term.weak_child && !is_told {
        return None;
    }
    if !is_of_parents && next > noun + 1 && !is_told {
        return None;
    }
    let start = if word.term.role == Role::Fact { noun_start(folded, word) } else { tokens[at].span().start };
    Some(Child { is_of_parents, is_told, span: start..end, next })
}

/// Returns the index of the noun: this token, or the one after an age or adjective that describes it.
fn noun_from(folded: &Folded<'_>, tokens: &[Token], at: usize) -> Option<usize> {
    let is_noun = |token: &Token| match token {
        Token::Word(word) => word.term.role == Role::Child || word.term.weak_child || speaks_of_children(folded, word),
        _ => false,
    };
    if is_noun(tokens.get(at)?) {
        return Some(at);
    }
    let describes = match &tokens[at] {
        Token::Age(_) => true,
        Token::Word(word) => word.term.age.is_some() && !word.term.weak_child,
        _ => false,
    };
    let mut next = at + 1;
    while describes && matches!(tokens.get(next).and_then(Token::role), Some(Role::De)) {
        next += 1;
    }
    let is_child = |token: &Token| matches!(token, Token::Word(word) if word.term.role == Role::Child);
    (describes && tokens.get(next).is_some_and(is_child)).then_some(next)
}

/// Returns whether a fact itself names the children: "with kids", "有孩子".
pub(super) fn speaks_of_children(folded: &Folded<'_>, word: &Word) -> bool {
    let text = &folded.text[word.span.clone()];
    word.term.role == Role::Fact
        && word.term.codes(Attribute::Household).iter().any(|code| code == "with_children")
        && word.term.codes(Attribute::Sex).is_empty()
        && PLAIN.iter().any(|noun| text.contains(noun))
}

/// Returns the fact that states the number of children, if this token does: "two children under 12".
pub(super) fn number_at(tokens: &[Token], at: usize, clause: usize) -> Option<Stated> {
    let Token::Word(word) = tokens.get(at)? else { return None };
    let states_number = !word.term.codes(Attribute::Children).is_empty();
    states_number.then(|| Stated { word: word.clone(), is_excluded: false, clause, widened: LevelRange::Exactly, at })
}

pub(super) fn noun_start(folded: &Folded<'_>, word: &Word) -> usize {
    let text = &folded.text[word.span.clone()];
    word.span.start + PLAIN.iter().filter_map(|noun| text.find(noun)).min().unwrap_or(0)
}

fn is_special(folded: &Folded<'_>, word: &Word) -> bool {
    word.term.role != Role::Fact && !PLAIN.contains(&&folded.text[word.span.clone()]) || word.term.weak_child
}

fn age_after(tokens: &[Token], from: usize) -> Option<usize> {
    let is_skipped =
        |token: &&Token| matches!(token.role(), Some(Role::Glue | Role::Reset)) || matches!(token, Token::Stop(_));
    let skipped = tokens[from..].iter().take(2).take_while(is_skipped).count();
    matches!(tokens.get(from + skipped), Some(Token::Age(_))).then_some(from + skipped)
}

/// Returns whether parents or a verb of having govern the noun: "parents of", "with", "tienen", 有 … 的妈妈.
fn is_governed(folded: &Folded<'_>, tokens: &[Token], from: usize) -> bool {
    let before =
        tokens[..from].iter().rev().take(5).take_while(|token| !matches!(token, Token::Stop(_) | Token::Comma(_)));
    let governs_before = before.into_iter().any(|token| match token {
        Token::Word(word) => {
            let text = &folded.text[word.span.clone()];
            is_parent(word)
                || matches!(text, "with" | "con" | "having" | "who have" | "whose" | "cuyos" | "有" | "拥有")
        }
        Token::Other(span) => {
            let text = &folded.text[span.clone()];
            matches!(text, "have" | "has" | "had" | "raising" | "raise" | "tienen" | "tengan" | "tiene" | "expecting")
                || text.ends_with('有')
        }
        _ => false,
    });
    // If parents are named anywhere, children are theirs.
    governs_before || tokens.iter().any(|token| matches!(token, Token::Word(word) if is_parent(word)))
}

fn is_parent(word: &Word) -> bool {
    word.term.codes(Attribute::Household).iter().any(|code| code == "with_children")
}
