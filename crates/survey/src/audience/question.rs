//! What a question says about its own audience. A place or group that a question merely speaks of is its subject
//! ("Should the US leave NATO?"), so only those count that it says it is for, or whose preference it asks about.

use super::lexicon::Role;
use super::text::Folded;
use super::tokens::Token;

/// Words right before an audience.
const CUES_BEFORE: [&str; 24] = [
    "for",
    "among",
    "amongst",
    "to",
    "targeting",
    "targeted at",
    "aimed at",
    "do",
    "does",
    "would",
    "para",
    "entre",
    "a",
    "al",
    "dirigido a",
    "dirigida a",
    "面向",
    "针对",
    "给",
    "适合",
    "对",
    "吸引",
    "让",
    "为",
];
/// Words right after an audience whose preference is asked about.
const CUES_AFTER: [&str; 22] = [
    "prefer",
    "like",
    "choose",
    "want",
    "buy",
    "trust",
    "love",
    "find",
    "pick",
    "favor",
    "favour",
    "prefieren",
    "eligen",
    "prefiere",
    "喜欢",
    "更喜欢",
    "会",
    "更",
    "最",
    "偏好",
    "愿意",
    "觉得",
];

/// The tokens that speak of the audience, with a stop between those of different places.
pub(super) fn about_audience(folded: &Folded<'_>, tokens: &[Token]) -> Vec<Token> {
    let mut about = Vec::new();
    let mut start = 0;
    while start < tokens.len() {
        let end = start + tokens[start..].iter().take_while(|token| belongs(token)).count();
        if end == start {
            start += 1;
            continue;
        }
        let phrase = &tokens[start..end];
        if names_people(phrase) && is_asked(folded, tokens, start, end) {
            about.extend_from_slice(phrase);
            about.push(Token::Stop(tokens[end - 1].span().end..tokens[end - 1].span().end));
        }
        start = end;
    }
    about
}

/// What a phrase about people is made of.
fn belongs(token: &Token) -> bool {
    match token {
        Token::Age(_) => true,
        Token::Word(word) => matches!(
            word.term.role,
            Role::Fact
                | Role::Person
                | Role::Glue
                | Role::Locative
                | Role::Of
                | Role::Reset
                | Role::Joiner
                | Role::De
                | Role::Child
                | Role::Childless
                | Role::AtLeast
                | Role::AtMost
        ),
        _ => false,
    }
}

/// A place alone is no people, and neither is "people" alone.
fn names_people(phrase: &[Token]) -> bool {
    let names = |token: &Token| matches!(token, Token::Word(word) if word.term.person);
    let has_person = phrase.iter().any(|token| token.role() == Some(Role::Person));
    let has_fact = phrase.iter().any(|token| token.is_fact() || matches!(token, Token::Age(_)));
    phrase.iter().any(names) || has_person && has_fact
}

/// "Which name fits an app for Mexican moms?", "上海妈妈更喜欢哪个？"
fn is_asked(folded: &Folded<'_>, tokens: &[Token], start: usize, end: usize) -> bool {
    let text_of = |token: &Token| folded.text[token.span().clone()].to_owned();
    let is_cue_before =
        |text: &str| CUES_BEFORE.iter().any(|cue| text == *cue || !cue.is_ascii() && text.ends_with(cue));
    let is_cue_after =
        |text: &str| CUES_AFTER.iter().any(|cue| text == *cue || !cue.is_ascii() && text.starts_with(cue));
    let is_before = start > 0 && is_cue_before(&text_of(&tokens[start - 1]));
    let is_after = tokens.get(end).is_some_and(|token| is_cue_after(&text_of(token)));
    // Whom "do" and "would" ask about follows at once, so a preference must be what is asked.
    let needs_both = start > 0 && matches!(text_of(&tokens[start - 1]).as_str(), "do" | "does" | "would");
    if needs_both { is_after } else { is_before || is_after }
}
