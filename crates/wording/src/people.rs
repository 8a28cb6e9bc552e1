//! Sentences about real people's answers that every surface shares.

use forecast::joint::PeopleNeeded;
use foundation::Language;

use crate::{FluentValue, Join, attribute, date, integer, listed, percent, say, value};

/// Greatest number of missing groups that are named; more are counted.
const MISSING_NAMED_MAX: usize = 3;

/// A group of the audience of which hardly anybody answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing<'a> {
    /// `age_band`, `sex` or `country`.
    pub attribute: &'a str,
    pub value: &'a str,
    pub people: u32,
}

/// Says which groups of the audience are missing: "nobody aged 45–64 yet".
pub fn missing_groups(language: Language, missing: &[Missing<'_>]) -> String {
    let named = missing.iter().take(MISSING_NAMED_MAX);
    let mut groups: Vec<String> = named.map(|group| missing_group(language, *group)).collect();
    let groups = match missing.len().saturating_sub(MISSING_NAMED_MAX) {
        0 => listed(language, &groups, Join::And),
        more => {
            groups.push(about_people(language, "people-missing-more", u32::try_from(more).unwrap_or(u32::MAX)));
            groups.join(if language == Language::Zh { "，" } else { ", " })
        }
    };
    say(language, "people-unsettled-missing", &[("groups", groups.into())])
}

fn missing_group(language: Language, group: Missing<'_>) -> String {
    let id = match (group.attribute, group.value) {
        ("sex", "female") => "people-missing-sex-female",
        ("sex", _) => "people-missing-sex-male",
        ("age_band", _) => "people-missing-age-band",
        _ => "people-missing-country",
    };
    let named = value(language, group.attribute, group.value);
    let args = [
        ("n_count", group.people.into()),
        ("n", integer(language, group.people.into()).into()),
        ("value", named.into()),
    ];
    say(language, id, &args)
}

/// Says that too many people are not known to belong to the audience.
pub fn unknown_eligibility(language: Language, unknown: u32, people: u32) -> String {
    let figure = |n: u32| integer(language, n.into()).into();
    say(language, "people-unsettled-eligibility", &[("n", figure(unknown)), ("people", figure(people))])
}

/// Returns the message `id` about a number of people.
pub fn about_people(language: Language, id: &str, people: u32) -> String {
    say(language, id, &[("n_count", people.into()), ("n", integer(language, people.into()).into())])
}

/// Returns whether the study is settled, or how many more people would settle it; `None` where that is unknown or even a thousand
/// would probably not. `is_clear`: the joint verdict is clear, which it can be before the stopping rule is met.
pub fn settlement(
    language: Language,
    is_settled: bool,
    is_clear: bool,
    people_needed: Option<PeopleNeeded>,
) -> Option<String> {
    if is_settled {
        return Some(say(language, "page-people-settled", &[]));
    }
    let needed = people_needed.filter(PeopleNeeded::is_feasible)?;
    let id = if is_clear { "page-people-more-to-prove" } else { "page-people-more" };
    let fields = [("people", people_range(language, &needed).into()), ("odds", people_odds(language, &needed).into())];
    Some(say(language, id, &fields))
}

/// Returns a number of people as a range, without the noun.
pub fn people_range(language: Language, needed: &PeopleNeeded) -> String {
    let id = match (needed.people_to_settle(), needed.low == needed.high) {
        _ if !needed.is_feasible() => "people-many",
        (None, _) => "people-or-more",
        (Some(people), true) => return integer(language, people.into()),
        (Some(_), false) => "people-range",
    };
    say(language, id, &bounds(language, needed))
}

/// Returns how many of such surveys both ends of the range settle, without a full stop.
pub fn people_odds(language: Language, needed: &PeopleNeeded) -> String {
    let id = if needed.low == needed.high { "people-odds-one" } else { "people-odds" };
    say(language, id, &bounds(language, needed))
}

fn bounds(language: Language, needed: &PeopleNeeded) -> [(&'static str, FluentValue<'static>); 3] {
    [
        ("low", integer(language, needed.low.into()).into()),
        ("high", integer(language, needed.high.into()).into()),
        ("share", percent(language, needed.probability).into()),
    ]
}

/// Returns a count before its share, as in "7 of 12 (weighted: 41%)". `share` is the weighted share of `all`; it is called
/// weighted only where it reads otherwise than the plain share.
pub fn people_count(language: Language, count: u32, all: u32, share: Option<f64>) -> String {
    let id = match share {
        None => "people-count-plain",
        Some(share) if is_weighted(language, count, all, share) => "people-count",
        Some(_) => "people-count-same",
    };
    let share = share.map_or_else(String::new, |share| percent(language, share));
    let figures = [
        ("count", integer(language, count.into()).into()),
        ("all", integer(language, all.into()).into()),
        ("share", share.into()),
    ];
    say(language, id, &figures)
}

/// Returns whether a weighted share reads otherwise than the plain share of a count.
pub fn is_weighted(language: Language, count: u32, all: u32, share: f64) -> bool {
    let plain = f64::from(count) / f64::from(all.max(1));
    percent(language, share) != percent(language, plain)
}

/// Returns why weighted shares differ from plain counts. `by`: the attributes that weights follow, as data codes.
pub fn why_weighted(language: Language, by: &[String], has_supplied_weights: bool) -> String {
    if by.is_empty() {
        let id =
            if has_supplied_weights { "page-people-weighted-why-supplied" } else { "page-people-weighted-why-lists" };
        return say(language, id, &[]);
    }
    say(language, "page-people-weighted-why", &[("by", weighting_variables(language, by).into())])
}

/// Returns the names of the attributes that weights follow, as a list within a sentence.
pub fn weighting_variables(language: Language, by: &[String]) -> String {
    let names: Vec<String> = by.iter().map(|code| attribute(language, code).to_lowercase()).collect();
    listed(language, &names, Join::And)
}

/// Returns the day of a date such as 2026-01-31 in words; the text itself where it is none.
pub fn day(language: Language, iso: &str) -> String {
    let parts: Vec<Option<i32>> = iso.split('-').map(|part| part.parse().ok()).collect();
    match parts.as_slice() {
        [Some(year), Some(month @ 1..=12), Some(day @ 1..=31)] => {
            date(language, *year, u8::try_from(*month).unwrap_or(1), u8::try_from(*day).unwrap_or(1))
        }
        _ => iso.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_people_are_named_and_further_groups_counted() {
        let group = |attribute, value, people| Missing { attribute, value, people };
        let two = [group("age_band", "45-64", 0), group("sex", "male", 2)];
        assert_eq!(
            missing_groups(Language::En, &two),
            "It stays open while some groups of the audience are missing: nobody aged 45–64 yet and only 2 men."
        );
        assert!(missing_groups(Language::Es, &two).contains("todavía nadie de 45–64 años y solo 2 hombres"));
        assert!(missing_groups(Language::Zh, &two).contains("45–64 岁还没有人作答"));
        let many = [two[0], two[1], group("country", "MX", 1), group("country", "CO", 0), group("country", "ES", 0)];
        assert!(missing_groups(Language::En, &many).contains("only one person in Mexico, and 2 more groups"));
    }

    #[test]
    fn a_count_stands_before_its_share_which_is_called_weighted_only_where_it_differs() {
        for (language, weighted, same) in [
            (Language::En, "7 of 12 (weighted: 41%)", "7 of 12 (58%)"),
            (Language::Es, "7 de 12 (ponderado: 41 %)", "7 de 12 (58 %)"),
            (Language::Zh, "12 人中 7 人（加权后 41%）", "12 人中 7 人（58%）"),
        ] {
            assert_eq!(people_count(language, 7, 12, Some(0.41)).replace('\u{a0}', " "), weighted);
            assert_eq!(people_count(language, 7, 12, Some(0.5833)).replace('\u{a0}', " "), same);
        }
        assert_eq!(people_count(Language::En, 0, 0, None), "0 of 0");
    }

    #[test]
    fn a_day_is_told_in_words_and_anything_else_as_it_is() {
        assert_eq!(day(Language::En, "2026-01-31"), "31 January 2026");
        assert_eq!(day(Language::En, "2026-99-31"), "2026-99-31");
    }
}
