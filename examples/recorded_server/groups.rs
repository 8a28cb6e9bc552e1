//! Matches the group that a prompt names with the recorded groups of a case: women with `Mujer`, `65+` with `> 60`.

use super::recording::{Groups, Shares, plain};

/// Upper end of an open age band.
const OLDEST: u32 = 99;
/// Largest number that counts as an age; larger ones are incomes or years.
const AGE_MAX: u32 = 110;
/// Smallest age at which an open band starts; smaller numbers are years of school or numbers of children.
const AGE_MIN: u32 = 14;

const WOMEN: [&str; 9] =
    ["women", "woman", "female", "females", "mujer", "mujeres", "femenino", "femenina", "femeninas"];
const MEN: [&str; 9] = ["men", "man", "male", "males", "hombre", "hombres", "masculino", "varón", "varones"];
const UP_TO: [&str; 10] = ["<", "≤", "under", "below", "younger", "up to", "menos", "menor", "hasta", "以下"];
const FROM: [&str; 10] = ["+", ">", "≥", "older", "over", "above", "and up", "más", "mayor", "以上"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sex {
    Woman,
    Man,
}

/// An age band, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ages {
    first: u32,
    last: u32,
}

impl Ages {
    fn years_shared(self, other: Self) -> u32 {
        (self.last.min(other.last) + 1).saturating_sub(self.first.max(other.first))
    }
}

/// Returns the shares of the recorded groups nearest to the prompt's group; empty if none of its kind was recorded.
pub fn shares_of<'a>(groups: &'a Groups, text: &str) -> Vec<&'a Shares> {
    let known: Vec<(&'a String, &'a Shares)> = groups.values().flatten().collect();
    let meant = |is_meant: &dyn Fn(&str) -> bool| -> Vec<&'a Shares> {
        known.iter().filter(|(label, _)| is_meant(label)).map(|(_, shares)| *shares).collect()
    };
    let same = meant(&|label| plain(label) == plain(text));
    if !same.is_empty() {
        return same;
    }
    if let Some(wanted) = ages(text) {
        let shared = |label: &str| ages(label).map_or(0, |band| band.years_shared(wanted));
        let most = known.iter().map(|(label, _)| shared(label)).max().unwrap_or(0);
        return meant(&|label| most > 0 && shared(label) == most);
    }
    match sex(text) {
        Some(wanted) => meant(&|label| sex(label) == Some(wanted)),
        None => Vec::new(),
    }
}

/// Returns the sex that a text names. Compares complete words,
/// since `women` contains `men` and `female` contains `male`.
fn sex(text: &str) -> Option<Sex> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).collect();
    let has = |sought: &[&str], sign: char| words.iter().any(|word| sought.contains(word)) || lower.contains(sign);
    match (has(&WOMEN, '女'), has(&MEN, '男')) {
        (true, false) => Some(Sex::Woman),
        (false, true) => Some(Sex::Man),
        _ => None,
    }
}

/// Returns the age band that a text names; `None` if its numbers are not ages.
fn ages(text: &str) -> Option<Ages> {
    let lower = text.to_lowercase();
    if lower.contains(['$', '€', '£', '¥', '￥', '%']) {
        return None;
    }
    let numbers = lower.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let age = |digits: &str| digits.parse::<u32>().ok().filter(|age| *age <= AGE_MAX);
    let numbers: Vec<u32> = numbers.map(age).collect::<Option<_>>()?;
    let says = |marks: &[&str]| marks.iter().any(|mark| lower.contains(*mark));
    // A bare number is the oldest band, which lost its sign in the data.
    let is_open = says(&FROM) || lower.trim().bytes().all(|byte| byte.is_ascii_digit());
    match numbers[..] {
        [last] if says(&UP_TO) => Some(Ages { first: 0, last }),
        [first] if is_open && first >= AGE_MIN => {
            Some(Ages { first: first + u32::from(lower.contains('>')), last: OLDEST })
        }
        [first, last, ..] if first <= last => Some(Ages { first, last }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn groups(labels: &[(&str, &[&str])]) -> Groups {
        let shares = |label: &&str| (label.to_string(), BTreeMap::from([(label.to_string(), 1.0)]));
        labels.iter().map(|(attribute, of)| (attribute.to_string(), of.iter().map(shares).collect())).collect()
    }

    #[track_caller]
    fn means(groups: &Groups, text: &str, labels: &[&str]) {
        let found: Vec<&str> =
            shares_of(groups, text).into_iter().flat_map(|it| it.keys().map(String::as_str)).collect();
        assert_eq!(found, labels, "{text}");
    }

    #[test]
    fn women_and_men_are_known_in_every_language_and_from_each_other() {
        let english = groups(&[("gender", &["Female", "Male"])]);
        for (text, label) in
            [("Women", "Female"), ("men", "Male"), ("mujeres", "Female"), ("男性", "Male"), ("FEMALE", "Female")]
        {
            means(&english, text, &[label]);
        }
        means(&groups(&[("gender", &["女", "男"])]), "Women", &["女"]);
        means(&groups(&[("gender", &["Hombre", "Mujer"])]), "Men (male)", &["Hombre"]);
        means(&english, "men and women", &[]);
    }

    #[test]
    fn ages_go_to_the_band_that_shares_most_years() {
        let bands = groups(&[("age", &["18-29", "30-44", "45-60", "> 60"]), ("gender", &["Female", "Male"])]);
        for (text, label) in [
            ("18-29", "18-29"),
            ("18 to 29", "18-29"),
            ("under 30", "18-29"),
            ("45–64 years", "45-60"),
            ("65+", "> 60"),
            ("65 or older", "> 60"),
            ("65 岁及以上", "> 60"),
            ("30 a 44 años", "30-44"),
        ] {
            means(&bands, text, &[label]);
        }
        means(&groups(&[("age", &["18-29", "60"])]), "65+", &["60"]);
        means(&groups(&[("age", &["16-25", "26-40", "61 y más"])]), "65 o más", &["61 y más"]);
    }

    #[test]
    fn bands_that_share_as_much_count_both() {
        means(&groups(&[("age", &["30-39", "40-49", "50-59"])]), "35-44", &["30-39", "40-49"]);
    }

    #[test]
    fn other_groups_are_not_taken_for_an_age_or_a_sex() {
        let known = groups(&[("age", &["18-29", "30-44"]), ("gender", &["Female", "Male"])]);
        for text in [
            "$25,000 - $49,999",
            "25 000 to 49 999",
            "12 years of school",
            "Secondary education",
            "Mexico",
            "90+",
            "农村",
        ] {
            means(&known, text, &[]);
        }
    }
}
