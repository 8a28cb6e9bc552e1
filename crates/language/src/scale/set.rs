//! Reads the options together: which of them form a scale, of what kind, and in what order.

use std::collections::{BTreeMap, HashMap};

use super::lexicon::Lexicon;
use super::option::{Parsed, Value};
use super::{Role, Scale, ScaleKind, Step};

/// Smallest share of the options without a special role that must have a value.
const READ_SHARE_MIN: f64 = 0.75;
/// Smallest share of an option's words that must be known, not counting words shared with other options.
const COVERAGE_MIN: f64 = 0.6;
const NUMBERED_STEPS_MIN: usize = 3;

pub(super) fn read(lexicon: &Lexicon, options: &[&str]) -> Scale {
    let parsed: Vec<_> = options.iter().map(|option| Parsed::new(lexicon, option, true)).collect();
    let roles: Vec<_> = parsed.iter().map(Parsed::role).collect();
    let bare: Vec<_> = options.iter().map(|option| Parsed::new(lexicon, option, false)).collect();
    let (kind, roles) = worded(&bare, &roles)
        .or_else(|| numbered(&bare, &roles))
        .map_or_else(|| (None, ranked(&vec![None; roles.len()], &roles)), |(kind, roles)| (Some(kind), roles));
    Scale { kind, roles }
}

/// Recognises a scale given by words.
fn worded(parsed: &[Parsed], roles: &[Option<Role>]) -> Option<(ScaleKind, Vec<Role>)> {
    let shared = shared_words(parsed, roles);
    let mut values: Vec<_> = parsed.iter().map(|option| covered(option, &shared)).collect();
    let ordinary: Vec<_> = (0..parsed.len()).filter(|at| roles[*at].is_none()).collect();
    let read: Vec<Value> = ordinary.iter().filter_map(|at| values[*at]).collect();
    if read.len() < 2 || (read.len() as f64) < READ_SHARE_MIN * ordinary.len() as f64 {
        return None;
    }
    if read.iter().all(|value| value.value == read[0].value) {
        return None;
    }
    let kind = commonest(&read);
    for (value, role) in values.iter_mut().zip(roles) {
        *value = value.filter(|value| role.is_none_or(|role| belongs_after_all(role, *value, kind)));
    }
    Some((kind, ranked(&values, roles)))
}

/// Returns whether an option with a role is a step here: "none" as the lowest, "not familiar" on a familiarity scale.
fn belongs_after_all(role: Role, value: Value, kind: ScaleKind) -> bool {
    match role {
        Role::Nothing => value.value == -1.0 && value.kind.is_none_or(|named| named == kind),
        Role::Unfamiliar | Role::Unsure => kind == ScaleKind::Familiarity && value.kind == Some(kind),
        _ => false,
    }
}

/// Returns the unknown words that at least half of the ordinary options share: the subject of the scale.
fn shared_words(parsed: &[Parsed], roles: &[Option<Role>]) -> Vec<String> {
    let ordinary: Vec<_> =
        parsed.iter().zip(roles).filter(|(_, role)| role.is_none()).map(|(option, _)| option).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for option in &ordinary {
        let mut words: Vec<_> = option.unread().map(|at| option.tokens[at].text.as_str()).collect();
        words.sort_unstable();
        words.dedup();
        words.into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    }
    let enough = |count: usize| count >= 2 && 2 * count >= ordinary.len();
    counts.into_iter().filter(|(_, count)| enough(*count)).map(|(word, _)| word.to_owned()).collect()
}

fn covered(option: &Parsed, shared: &[String]) -> Option<Value> {
    let value = option.value()?;
    if value.kind == Some(ScaleKind::YesNo) || option.opens_with_never() {
        return Some(value);
    }
    let read = option.read_tokens();
    let strange = option.unread().filter(|at| !shared.contains(&option.tokens[*at].text)).count();
    let enough = read as f64 >= COVERAGE_MIN * (read + strange) as f64;
    enough.then_some(value)
}

/// Returns the kind that most steps name; `Amount` if none names one.
fn commonest(values: &[Value]) -> ScaleKind {
    let mut counts: BTreeMap<ScaleKind, usize> = BTreeMap::new();
    for kind in values.iter().filter_map(|value| value.kind) {
        *counts.entry(kind).or_default() += 1;
    }
    // Ties go to the first in the order of `ScaleKind`, so that the order of the options does not matter.
    counts
        .iter()
        .max_by_key(|(kind, count)| (**count, std::cmp::Reverse(**kind)))
        .map_or(ScaleKind::Amount, |(kind, _)| *kind)
}

/// Recognises numbered steps, of which at most the ends are labelled, or figures with a unit.
fn numbered(parsed: &[Parsed], roles: &[Option<Role>]) -> Option<(ScaleKind, Vec<Role>)> {
    let ordinary = || parsed.iter().zip(roles).filter(|(_, role)| role.is_none()).map(|(option, _)| option);
    let figures: Vec<_> =
        ordinary().map(|option| option.figure().map(|(figure, bound)| figure + bound / 4.0)).collect();
    if figures.len() < NUMBERED_STEPS_MIN || figures.iter().any(Option::is_none) {
        return None;
    }
    let bare = ordinary().filter(|option| option.is_bare_figure()).count();
    let kind = if 2 * bare >= figures.len() { ScaleKind::Rating } else { ScaleKind::Quantity };
    let (least, most) = (extreme(&figures, f64::min)?, extreme(&figures, f64::max)?);
    if least == most {
        return None;
    }
    let label = |wanted: f64| {
        let at = figures.iter().position(|figure| *figure == Some(wanted))?;
        ordinary().nth(at)?.value().map(|value| value.value)
    };
    let falls = kind == ScaleKind::Rating && label(least).unwrap_or(-1.0) > label(most).unwrap_or(1.0);
    let place = |figure: f64| (2.0 * (figure - least) / (most - least) - 1.0) * if falls { -1.0 } else { 1.0 };
    let values: Vec<_> = parsed
        .iter()
        .zip(roles)
        .map(|(option, role)| match role {
            Some(_) => None,
            None => option.figure().map(|(figure, bound)| Value {
                kind: Some(kind),
                value: place(figure + bound / 4.0),
                neutral: false,
                bare: false,
            }),
        })
        .collect();
    Some((kind, ranked(&values, roles)))
}

fn extreme(figures: &[Option<f64>], pick: fn(f64, f64) -> f64) -> Option<f64> {
    figures.iter().flatten().copied().reduce(pick)
}

/// Assigns each step its place by rank; equal values share a place.
fn ranked(values: &[Option<Value>], roles: &[Option<Role>]) -> Vec<Role> {
    let mut distinct: Vec<f64> = values.iter().flatten().map(|value| value.value).collect();
    distinct.sort_by(f64::total_cmp);
    distinct.dedup();
    let last = distinct.len().saturating_sub(1).max(1) as f64;
    let step = |value: Value| {
        let rank = distinct.iter().position(|other| *other == value.value).unwrap_or(0);
        let place = 2.0 * rank as f64 / last - 1.0;
        Role::Step(Step { place, value: value.value, neutral: value.neutral, bare: value.bare })
    };
    let role = |(value, role): (&Option<Value>, &Option<Role>)| value.map_or(role.unwrap_or(Role::Plain), step);
    values.iter().zip(roles).map(role).collect()
}
