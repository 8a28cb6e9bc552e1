//! The order of options that have one: steps of a scale, frequencies, and amounts or bands of amounts such as ages and prices. It is
//! the order in which they are read; whether a question is analysed as a scale is decided elsewhere.

use std::sync::LazyLock;

use regex::Regex;

use foundation::Language;

use super::lexicon::{self, Lexicon};
use super::option::Parsed;
use super::{Role, ScaleKind, read};
use crate::prices::number;

const ORDERED_MIN: usize = 3;
/// Bands such as "10 to 20" and "20 to 30" may share an end.
const OVERLAP_MAX: f64 = 1e-9;

/// Number with the word that multiplies it. `None` if the pattern can't be compiled.
static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)(\d[\d.,]*\d|\d)\s?(k\b|mil\b|thousand\b|million(?:s|es)?\b|mill[oó]n\b|千|万|萬|亿|億)?").ok()
});

/// The amounts that an option covers.
#[derive(Debug, Clone, PartialEq)]
struct Band {
    low: f64,
    high: f64,
    /// The option without its figures: the same in all options that are plain amounts.
    rest: String,
}

/// Returns the places of the options in their own order, the least first; `None` if they have none. Answers beside the scale, such
/// as "not sure", come last, and "none" comes first if the client put it there.
pub fn own_order(language: Language, options: &[&str]) -> Option<Vec<usize>> {
    let scale = read(language, options);
    let lexicon = lexicon::of(language);
    let ranks: Vec<Option<f64>> = match scale.kind {
        Some(kind) if kind != ScaleKind::Quantity => scale.roles.iter().map(step).collect(),
        _ => bands(lexicon, options)?,
    };
    let mut ordered: Vec<(usize, f64)> =
        ranks.iter().enumerate().filter_map(|(at, rank)| Some((at, (*rank)?))).collect();
    ordered.sort_by(|a, b| a.1.total_cmp(&b.1));
    let is_distinct = ordered.windows(2).all(|pair| pair[0].1 < pair[1].1);
    let beside: Vec<usize> = (0..options.len()).filter(|at| ranks[*at].is_none()).collect();
    let is_plain = |at: &usize| Parsed::new(lexicon, options[*at], true).role().is_none();
    if ordered.len() < ORDERED_MIN || !is_distinct || beside.iter().any(is_plain) {
        return None;
    }
    let opens = |at: &usize| *at == 0 && matches!(Parsed::new(lexicon, options[0], true).role(), Some(Role::Nothing));
    let (first, last): (Vec<usize>, Vec<usize>) = beside.into_iter().partition(opens);
    Some(first.into_iter().chain(ordered.into_iter().map(|(at, _)| at)).chain(last).collect())
}

fn step(role: &Role) -> Option<f64> {
    match role {
        Role::Step(step) => Some(step.place),
        _ => None,
    }
}

/// Returns the rank of each option that is an amount or a band of amounts; `None` if one is neither, or bands overlap.
fn bands(lexicon: &Lexicon, options: &[&str]) -> Option<Vec<Option<f64>>> {
    let mut bands: Vec<(usize, Band)> = Vec::new();
    for (at, option) in options.iter().enumerate() {
        match band(lexicon, option) {
            Some(band) => bands.push((at, band)),
            None => {
                Parsed::new(lexicon, option, true).role()?;
            }
        }
    }
    bands.sort_by(|(_, a), (_, b)| a.low.total_cmp(&b.low).then(a.high.total_cmp(&b.high)));
    let is_apart = bands.windows(2).all(|pair| pair[0].1.high <= pair[1].1.low + OVERLAP_MAX);
    let are_plain = bands.iter().all(|(_, band)| band.low == band.high);
    let is_same = bands.windows(2).all(|pair| pair[0].1.rest == pair[1].1.rest);
    if !is_apart || (are_plain && !is_same) {
        return None;
    }
    let mut ranks = vec![None; options.len()];
    bands.iter().enumerate().for_each(|(rank, (at, _))| ranks[*at] = Some(rank as f64));
    Some(ranks)
}

fn band(lexicon: &Lexicon, option: &str) -> Option<Band> {
    let pattern = NUMBER.as_ref()?;
    let found: Vec<(f64, f64)> = pattern
        .captures_iter(option)
        .filter_map(|found| {
            Some((number(found.get(1)?.as_str())?, found.get(2).map_or(1.0, |it| multiplier(it.as_str()))))
        })
        .collect();
    // Without the ends of plurals: "1 hour" and "2 hours" are of the same unit.
    let rest = pattern.replace_all(option, "#").to_lowercase();
    let rest = rest.split_whitespace().map(|word| word.trim_end_matches(['e', 's'])).collect::<Vec<_>>().join(" ");
    let bound = Parsed::new(lexicon, option, false).hits.iter().find_map(|hit| hit.senses.bound);
    let (low, high) = match (found.as_slice(), bound) {
        ([(figure, by)], None) => (figure * by, figure * by),
        ([(figure, by)], Some(bound)) if bound < 1.0 => (f64::NEG_INFINITY, figure * by),
        ([(figure, by)], Some(_)) => (figure * by, f64::INFINITY),
        // "1 to 3 thousand" is of thousands at both ends.
        ([(low, 1.0), (high, by)], _) if low < high => (low * by, high * by),
        ([(low, by), (high, and)], _) => (low * by, high * and),
        _ => return None,
    };
    // "18+" and "65 +" are open above.
    let is_open = found.len() == 1 && bound.is_none() && (rest.contains("#+") || rest.contains("# +"));
    let high = if is_open { f64::INFINITY } else { high };
    (low <= high).then_some(Band { low, high, rest })
}

fn multiplier(word: &str) -> f64 {
    match word.to_lowercase().as_str() {
        "k" | "mil" | "thousand" | "千" => 1e3,
        "万" | "萬" => 1e4,
        "亿" | "億" => 1e8,
        _ => 1e6,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{En, Es, Zh};

    fn ordered(language: Language, options: &[&'static str]) -> Option<Vec<&'static str>> {
        own_order(language, options).map(|order| order.into_iter().map(|at| options[at]).collect())
    }

    #[test]
    fn bands_of_ages_amounts_and_prices_are_read_from_the_least() {
        for (language, options) in [
            (En, vec!["Under 18", "18–24", "25–34", "35 or older"]),
            (En, vec!["Less than $500", "$500 to $1,000", "$1,000 to $2,500", "More than $2,500"]),
            (En, vec!["1 hour", "2 hours", "3 hours"]),
            (En, vec!["18-29", "30-44", "45+"]),
            (Es, vec!["Menos de 10 €", "De 10 a 20 €", "Más de 20 €"]),
            (Es, vec!["Hasta 5 mil pesos", "De 5 a 10 mil pesos", "Más de 10 mil pesos"]),
            (Zh, vec!["50元以下", "50到100元", "100到200元", "200元以上"]),
            (Zh, vec!["5000元以下", "5000元至1万元", "1-3万元", "3万元以上"]),
        ] {
            let mut turned = options.clone();
            turned.reverse();
            turned.rotate_left(1);
            assert_eq!(ordered(language, &turned), Some(options));
        }
    }

    #[test]
    fn frequencies_and_steps_are_in_their_order_and_what_is_beside_them_is_last() {
        assert_eq!(
            ordered(En, &["Not sure", "Every day", "Never", "Once a week"]),
            Some(vec!["Never", "Once a week", "Every day", "Not sure"])
        );
        assert_eq!(
            ordered(En, &["More than $50", "Not sure", "$20–$50", "Under $20"]),
            Some(vec!["Under $20", "$20–$50", "More than $50", "Not sure"])
        );
    }

    #[test]
    fn names_and_things_have_no_order_of_their_own() {
        for options in [
            vec!["Drift", "Lull", "Nod"],
            vec!["Phone 12", "Tablet 8", "Watch 3"],
            vec!["Coffee", "Tea", "More than 3 juices"],
            vec!["10 to 20", "15 to 30", "Over 25"],
        ] {
            assert_eq!(own_order(En, &options), None, "{options:?}");
        }
    }
}
