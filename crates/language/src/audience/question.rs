//! Finds the audience that a question names. A group counts only if the question is meant for it or asks what it
//! prefers; any other place or group is the question's subject ("Should the US leave NATO?").

use super::lexicon::Role;
use super::tokens::Token;
use crate::text::Folded;

/// Words right before an audience.
const CUES_BEFORE: &str = "for among amongst to targeting do does would para entre a al prefieren eligen comprarian usarian elegirian 面向 针对 给 适合 对 吸引 让 为";
/// Words that precede an audience together with "at".
const CUES_BEFORE_AT: &str = "aimed targeted directed geared";
/// Words right after an audience whose preference is asked about.
const CUES_AFTER: &str = "prefer like choose want buy trust love find pick favor favour prefieren eligen prefiere \
                          喜欢 更喜欢 会 更 最 偏好 愿意 觉得";

/// Returns the tokens that name the audience, with a stop after each phrase.
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

/// Returns whether a token can be part of a phrase about people.
fn belongs(token: &Token) -> bool {
    match token {
        Token::Age(_) => true,
        Token::Word(word) => matches!(
            word.term.role,
            Role::Fact
                | Role::Person
                | Role::User
                | Role::Glue
                | Role::Locative
                | Role::Of
                | Role::Reset
                | Role::Joiner
                | Role::De
                | Role::Child
                | Role::Condition
                | Role::AtLeast
                | Role::AtMost
        ),
        _ => false,
    }
}

/// Returns whether a phrase names people. Neither a place alone nor "people" alone does.
fn names_people(phrase: &[Token]) -> bool {
    let names = |token: &Token| matches!(token, Token::Word(word) if word.term.person);
    let has_person = phrase.iter().any(|token| matches!(token.role(), Some(Role::Person | Role::User)));
    let has_fact = phrase.iter().any(|token| token.is_fact() || matches!(token, Token::Age(_)));
    phrase.iter().any(names) || has_person && has_fact
}

/// Returns whether the question is for these people or asks for their preference: "Which name fits an app for Mexican
/// moms?", "上海妈妈更喜欢哪个？"
fn is_asked(folded: &Folded<'_>, tokens: &[Token], start: usize, end: usize) -> bool {
    let text_of = |token: &Token| folded.text[token.span().clone()].to_owned();
    let before = |steps: usize| start.checked_sub(steps).map_or_else(String::new, |at| text_of(&tokens[at]));
    let is_in = |cues: &str, text: &str| cues.split_whitespace().any(|cue| cue == text);
    // Chinese cues may be at the edge of a longer token.
    let ends_with_cue = |text: &str| CUES_BEFORE.split_whitespace().any(|cue| !cue.is_ascii() && text.ends_with(cue));
    let starts_with_cue =
        |text: &str| CUES_AFTER.split_whitespace().any(|cue| !cue.is_ascii() && text.starts_with(cue));
    let last = before(1);
    let is_aimed = last == "at" && is_in(CUES_BEFORE_AT, &before(2));
    let is_before = is_aimed || is_in(CUES_BEFORE, &last) || ends_with_cue(&last);
    let next = tokens.get(end).map_or_else(String::new, text_of);
    let is_after = is_in(CUES_AFTER, &next) || starts_with_cue(&next);
    // "Do" and "would" precede any subject, so a verb of preference must follow too.
    let needs_both = matches!(last.as_str(), "do" | "does" | "would");
    if needs_both { is_after } else { is_before || is_after }
}
