//! Turns a reading into filter values. Facts about one attribute form one list, ages in figures override vague words,
//! exclusions are subtracted, and contradictions are errors.

use population::Attribute;
use population::census::codes::EDUCATION_ASKED;

use super::ages::{AGE_MAX_YEARS, Age};
use super::forms::Gender;
use super::reading::Reading;
use super::stated::{LevelRange, Stated};
use super::{AGE_MIN_YEARS, Contradiction, push_new};

/// Smallest maximum age of an audience of retired people; below it the description is a contradiction.
const RETIRED_YEARS_MIN: u8 = 40;

/// The age range of the audience, cut to adults. `max` is `None` where there is no upper limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ages {
    pub(super) min: u8,
    pub(super) max: Option<u8>,
    /// Whether the description included minors.
    pub(super) is_cut: bool,
    /// Whether the range comes from vague words only.
    pub(super) is_vague: bool,
}

/// Returns the values wanted of an attribute, in the attribute's order; empty if there is no restriction. Values
/// within a clause are alternatives. Clauses joined by "who are" are intersected.
///
/// # Errors
///
/// Fails if no value is left.
pub(super) fn values(reading: &Reading, attribute: Attribute) -> Result<Vec<String>, Contradiction> {
    let all = attribute.codes_asked();
    let mut left: Option<Vec<String>> = None;
    let clauses: std::collections::BTreeSet<usize> = reading.stated.iter().map(|stated| stated.clause).collect();
    for clause in clauses {
        let stated = |stated: &&Stated| stated.clause == clause && !stated.is_excluded;
        let said: Vec<String> = reading
            .stated
            .iter()
            .filter(stated)
            .flat_map(|stated| stated.word.term.codes(attribute))
            .cloned()
            .collect();
        if said.is_empty() {
            continue;
        }
        left = Some(match left {
            Some(before) => both(attribute, &before, &said)?,
            None => said,
        });
    }
    let excluded: Vec<&String> = reading
        .stated
        .iter()
        .filter(|stated| stated.is_excluded)
        .flat_map(|stated| stated.word.term.codes(attribute))
        .collect();
    if left.is_none() && excluded.is_empty() {
        return Ok(Vec::new());
    }
    let is_left = |value: &&&str| {
        left.as_ref().is_none_or(|left| left.iter().any(|other| other == **value))
            && !excluded.iter().any(|other| *other == **value)
    };
    let values: Vec<String> = all.iter().filter(is_left).map(|value| (*value).to_owned()).collect();
    match values.is_empty() {
        true => Err(Contradiction::Values { attribute, values: left.into_iter().flatten().collect() }),
        // All values together are no restriction.
        false if values.len() == all.len() => Ok(Vec::new()),
        false => Ok(values),
    }
}

fn both(attribute: Attribute, before: &[String], said: &[String]) -> Result<Vec<String>, Contradiction> {
    let both: Vec<String> = before.iter().filter(|value| said.contains(value)).cloned().collect();
    if !both.is_empty() {
        return Ok(both);
    }
    // One person may both study and work, but has one sex, marital status, area and income.
    let is_exclusive = matches!(attribute, Attribute::Sex | Attribute::Marital | Attribute::Area | Attribute::Income);
    let together = before.iter().chain(said).cloned().collect();
    if is_exclusive { Err(Contradiction::Values { attribute, values: together }) } else { Ok(together) }
}

/// Returns the sexes named, or women if all gendered Spanish forms are feminine. Empty means no restriction.
pub(super) fn sexes(reading: &Reading, has_neuter_head: bool) -> Result<Vec<String>, Contradiction> {
    let sexes = values(reading, Attribute::Sex)?;
    let names_sexes = reading.stated.iter().any(|stated| !stated.word.term.codes(Attribute::Sex).is_empty());
    if names_sexes || has_neuter_head {
        return Ok(sexes);
    }
    let shows = |gender| reading.stated.iter().any(|stated| stated.word.gender == gender && !stated.is_excluded);
    let is_of_women = shows(Gender::Feminine) && !shows(Gender::Masculine);
    Ok(if is_of_women { vec!["female".to_owned()] } else { sexes })
}

pub(super) fn education(reading: &Reading) -> Result<Vec<String>, Contradiction> {
    let mut wanted: Vec<String> = Vec::new();
    let mut unwanted: Vec<String> = Vec::new();
    for stated in &reading.stated {
        let list = if stated.is_excluded { &mut unwanted } else { &mut wanted };
        rungs(stated).iter().for_each(|rung| push_new(list, rung));
    }
    if wanted.is_empty() && unwanted.is_empty() {
        return Ok(Vec::new());
    }
    let is_left = |rung: &&&str| {
        (wanted.is_empty() || wanted.iter().any(|other| other == **rung))
            && !unwanted.iter().any(|other| other == **rung)
    };
    let left: Vec<String> = EDUCATION_ASKED.iter().filter(is_left).map(|rung| (*rung).to_owned()).collect();
    match left.is_empty() {
        true => Err(Contradiction::Values { attribute: Attribute::Education, values: wanted }),
        false if left.len() == EDUCATION_ASKED.len() => Ok(Vec::new()),
        false => Ok(left),
    }
}

fn rungs(stated: &Stated) -> Vec<&str> {
    let term = stated.word.term;
    let level = term.level.as_deref().and_then(|level| EDUCATION_ASKED.iter().position(|rung| *rung == level));
    let (Some(level), widened) = (level, stated.widened) else {
        return term.codes(Attribute::Education).iter().map(String::as_str).collect();
    };
    match widened {
        LevelRange::OrMore => EDUCATION_ASKED[level..].to_vec(),
        LevelRange::OrLess => EDUCATION_ASKED[..=level].to_vec(),
        LevelRange::Exactly if !term.codes(Attribute::Education).is_empty() => {
            term.codes(Attribute::Education).iter().map(String::as_str).collect()
        }
        LevelRange::Exactly => vec![EDUCATION_ASKED[level]],
    }
}

/// Returns one age range. Figures override the ends that vague words give, and several ranges become their convex hull.
///
/// # Errors
///
/// Fails if the range is empty or has no adults.
pub(super) fn ages(reading: &Reading) -> Result<Ages, Contradiction> {
    let vague = vague_ages(&reading.stated);
    let (spans, open): (Vec<&Age>, Vec<&Age>) =
        reading.ages.iter().partition(|age| age.min.is_some() && age.max.is_some());
    let hull = |ages: &[&Age]| -> Option<(u8, u8)> {
        let min = ages.iter().filter_map(|age| age.min).min()?;
        Some((min, ages.iter().filter_map(|age| age.max).max()?))
    };
    let vague: Vec<&Age> = vague.iter().collect();
    let is_figured = !reading.ages.is_empty();
    let (mut min, mut max) = match (hull(&spans), hull(&vague)) {
        (Some(figures), Some(words)) if figures.0 > words.1 || figures.1 < words.0 => {
            return Err(Contradiction::Ages { over: figures.0.max(words.0), under: figures.1.min(words.1) });
        }
        (Some(figures), _) => figures,
        (None, words) => words.unwrap_or((0, AGE_MAX_YEARS)),
    };
    let (lowest, highest) = (open.iter().filter_map(|age| age.min).max(), open.iter().filter_map(|age| age.max).min());
    // "Seniors over 60" defines what is meant by seniors, so the figure replaces the vague end.
    let is_word = hull(&spans).is_none() && !vague.is_empty();
    if let Some(lowest) = lowest {
        if lowest > max {
            return Err(Contradiction::Ages { over: lowest, under: max });
        }
        min = if is_word { lowest } else { min.max(lowest) };
    }
    if let Some(highest) = highest {
        if highest < min {
            return Err(Contradiction::Ages { over: min, under: highest });
        }
        max = if is_word { highest } else { max.min(highest) };
    }
    if reading.is_children && !is_figured && vague.is_empty() {
        max = AGE_MIN_YEARS - 1;
    }
    if max < AGE_MIN_YEARS {
        return Err(Contradiction::Minors);
    }
    // Words that give only an upper end include minors, unless they say that adults are meant.
    let is_open = min == 0 && max < AGE_MAX_YEARS && !reading.says_adults;
    let is_cut = reading.leaves_out_minors || is_open || min < AGE_MIN_YEARS && min > 0;
    let max = (max < AGE_MAX_YEARS).then_some(max);
    Ok(Ages { min: min.max(AGE_MIN_YEARS), max, is_cut, is_vague: !is_figured && !vague.is_empty() })
}

fn vague_ages(stated: &[Stated]) -> Vec<Age> {
    let age = |stated: &Stated| {
        let [min, max] = stated.word.term.age?;
        let (min, max) = match stated.is_excluded {
            false => (min, max),
            true if max == AGE_MAX_YEARS => (0, min.saturating_sub(1)),
            true => (max + 1, AGE_MAX_YEARS),
        };
        Some(Age { span: stated.word.span.clone(), min: Some(min), max: Some(max), is_marked: true, is_sure: true })
    };
    stated.iter().filter_map(age).collect()
}

/// Rejects an audience of retired people who are all too young. Athletes and soldiers retire early, so a named
/// occupation allows any age.
pub(super) fn check_retired(employment: &[String], occupations: &[String], ages: Ages) -> Result<(), Contradiction> {
    let only_retired = employment.len() == 1 && employment[0] == "retired" && occupations.is_empty();
    match ages.max.filter(|max| only_retired && *max < RETIRED_YEARS_MIN) {
        Some(max) => Err(Contradiction::TooYoungToRetire { max }),
        None => Ok(()),
    }
}
