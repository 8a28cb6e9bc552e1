//! Parts minors from the audience. Respondents are adults, so a group of minors beside others is left out: of
//! "high-schoolers and students" the students are asked.

use super::AGE_MIN_YEARS;
use super::lexicon::Role;
use super::reading::Reading;
use super::stated::Stated;
use super::tokens::Token;

/// Drops groups of minors that are listed beside other people, and notes whether any words speak of minors.
pub(super) fn leave_out(tokens: &[Token], reading: &mut Reading) {
    let is_left_out = |stated: &Stated| !stated.is_excluded && is_of_minors(stated) && is_listed(tokens, stated.at);
    let is_young = |stated: &Stated| !stated.is_excluded && stated.word.term.minors;
    reading.leaves_out_minors = reading.stated.iter().any(|stated| is_left_out(stated) || is_young(stated));
    reading.stated.retain(|stated| !is_left_out(stated));
}

fn is_of_minors(stated: &Stated) -> bool {
    stated.word.term.age.is_some_and(|[_, max]| max < AGE_MIN_YEARS)
}

/// Returns whether other people are listed right before or after the word.
fn is_listed(tokens: &[Token], at: usize) -> bool {
    let is_joint = |token: &Token| matches!(token, Token::Comma(_)) || token.role() == Some(Role::Joiner);
    let is_people = |token: &Token| match token {
        Token::Word(word) => {
            let is_group = word.term.person && word.term.age.is_none_or(|[_, max]| max >= AGE_MIN_YEARS);
            is_group || word.term.role == Role::Person
        }
        _ => false,
    };
    let joins = |mut beside: Vec<&Token>| {
        beside.retain(|token| token.role() != Some(Role::Glue));
        matches!(beside.as_slice(), [joint, people, ..] if is_joint(joint) && is_people(people))
    };
    joins(tokens[..at].iter().rev().take(4).collect()) || joins(tokens[at + 1..].iter().take(4).collect())
}
