//! Sentences about real people's answers that every surface shares.

use forecast::joint::PeopleNeeded;
use foundation::Language;

use crate::{FluentValue, Join, Locale, attribute, date, integer, listed, percent, say, value};

/// Greatest number of missing groups that are named; more are counted.
const MISSING_NAMED_MAX: usize = 3;

/// More people than this would not settle a question.
const MANY_PEOPLE: i64 = 1000;
/// Half of the surveys, in tenths.
const HALF_IN_TENTHS: i64 = 5;

/// A group of the audience of which hardly anybody answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing<'a> {
    /// `age_band`, `sex` or `country`.
    pub attribute: &'a str,
    pub value: &'a str,
    pub people: u32,
}

/// Returns the sentence that names the missing groups of the audience, such as "nobody aged 45–64 yet".
pub fn missing_groups(locale: impl Into<Locale>, missing: &[Missing<'_>]) -> String {
    let locale = locale.into();
    let named = missing.iter().take(MISSING_NAMED_MAX);
    let mut groups: Vec<String> = named.map(|group| missing_group(locale, *group)).collect();
    let groups = match missing.len().saturating_sub(MISSING_NAMED_MAX) {
        0 => listed(locale, &groups, Join::And),
        more => {
            groups.push(about_people(locale, "people-missing-more", u32::try_from(more).unwrap_or(u32::MAX)));
            groups.join(if locale.language == Language::Zh { "，" } else { ", " })
        }
    };
    say(locale, "people-unsettled-missing", &[("groups", groups.into())])
}

fn missing_group(locale: Locale, group: Missing<'_>) -> String {
    let id = match (group.attribute, group.value) {
        ("sex", "female") => "people-missing-sex-female",
        ("sex", _) => "people-missing-sex-male",
        ("age_band", _) => "people-missing-age-band",
        _ => "people-missing-country",
    };
    let named = value(locale, group.attribute, group.value);
    let args =
        [("n_count", group.people.into()), ("n", integer(locale, group.people.into()).into()), ("value", named.into())];
    say(locale, id, &args)
}

/// Returns the sentence that `unknown` of `people` may not belong to the audience, which is too many.
pub fn unknown_eligibility(locale: impl Into<Locale>, unknown: u32, people: u32) -> String {
    let locale = locale.into();
    let figure = |n: u32| integer(locale, n.into()).into();
    say(locale, "people-unsettled-eligibility", &[("n", figure(unknown)), ("people", figure(people))])
}

/// Returns the message `id` about a number of people.
pub fn about_people(locale: impl Into<Locale>, id: &str, people: u32) -> String {
    let locale = locale.into();
    say(locale, id, &[("n_count", people.into()), ("n", integer(locale, people.into()).into())])
}

/// Returns whether the study is settled, or how many more people would settle it; `None` where that is unknown or even a thousand
/// would probably not. `is_clear`: the joint verdict is clear, which it can be before the stopping rule is met.
pub fn settlement(
    locale: impl Into<Locale>,
    is_settled: bool,
    is_clear: bool,
    people_needed: Option<PeopleNeeded>,
) -> Option<String> {
    let locale = locale.into();
    if is_settled {
        return Some(say(locale, "page-people-settled", &[]));
    }
    let needed = people_needed.filter(PeopleNeeded::is_feasible)?;
    let id = if is_clear { "page-people-more-to-prove" } else { "page-people-more" };
    let fields = [("people", people_range(locale, &needed).into()), ("odds", people_odds(locale, &needed).into())];
    Some(say(locale, id, &fields))
}

/// Returns a number of people as a range, without the noun.
pub fn people_range(locale: impl Into<Locale>, needed: &PeopleNeeded) -> String {
    let locale = locale.into();
    let id = match (needed.people_to_settle(), needed.low == needed.high) {
        _ if !needed.is_feasible() => "people-many",
        (None, _) => "people-or-more",
        (Some(_), true) => "people-one",
        (Some(_), false) => "people-range",
    };
    say(locale, id, &bounds(locale, needed))
}

/// Returns a clause, without a full stop, on the share of surveys that are settled at both ends of the range.
pub fn people_odds(locale: impl Into<Locale>, needed: &PeopleNeeded) -> String {
    let locale = locale.into();
    // Two numbers that settle about as many surveys are one statement.
    let is_one = needed.low == needed.high || tenths(needed) <= HALF_IN_TENTHS;
    let id = if is_one { "people-odds-one" } else { "people-odds" };
    say(locale, id, &bounds(locale, needed))
}

/// Returns the share of surveys that the larger number settles, in tenths: a simulation of 400 surveys is no more precise.
fn tenths(needed: &PeopleNeeded) -> i64 {
    (needed.probability * 10.0).round() as i64
}

fn bounds(locale: Locale, needed: &PeopleNeeded) -> [(&'static str, FluentValue<'static>); 5] {
    [
        ("many", integer(locale, MANY_PEOPLE).into()),
        ("low", integer(locale, needed.low.into()).into()),
        ("high", integer(locale, needed.high.into()).into()),
        ("tenths", integer(locale, tenths(needed)).into()),
        ("tenths_count", tenths(needed).into()),
    ]
}

/// Returns a count before its share, as in "7 of 12 (weighted: 41%)". `share` is the weighted share of `all`; it is called
/// weighted only where it reads otherwise than the plain share.
pub fn people_count(locale: impl Into<Locale>, count: u32, all: u32, share: Option<f64>) -> String {
    let locale = locale.into();
    let id = match share {
        None => "people-count-plain",
        Some(share) if is_weighted(locale, count, all, share) => "people-count",
        Some(_) => "people-count-same",
    };
    let share = share.map_or_else(String::new, |share| percent(locale, share));
    let figures = [
        ("count", integer(locale, count.into()).into()),
        ("all", integer(locale, all.into()).into()),
        ("share", share.into()),
    ];
    say(locale, id, &figures)
}

/// Returns whether a weighted share reads otherwise than the plain share of a count.
pub fn is_weighted(locale: impl Into<Locale>, count: u32, all: u32, share: f64) -> bool {
    let locale = locale.into();
    let plain = f64::from(count) / f64::from(all.max(1));
    percent(locale, share) != percent(locale, plain)
}

/// Returns why weighted shares differ from plain counts. `by`: the attributes that weights follow, as data codes.
pub fn why_weighted(locale: impl Into<Locale>, by: &[String], has_supplied_weights: bool) -> String {
    let locale = locale.into();
    if by.is_empty() {
        let id =
            if has_supplied_weights { "page-people-weighted-why-supplied" } else { "page-people-weighted-why-lists" };
        return say(locale, id, &[]);
    }
    say(locale, "page-people-weighted-why", &[("by", weighting_variables(locale, by).into())])
}

/// Returns the names of the attributes that weights follow, as a list within a sentence.
pub fn weighting_variables(locale: impl Into<Locale>, by: &[String]) -> String {
    let locale = locale.into();
    let names: Vec<String> = by.iter().map(|code| attribute(locale, code).to_lowercase()).collect();
    listed(locale, &names, Join::And)
}

/// Returns the day of a date such as 2026-01-31 in words; the text itself where it is none.
pub fn day(locale: impl Into<Locale>, iso: &str) -> String {
    let locale = locale.into();
    let parts: Vec<Option<i32>> = iso.split('-').map(|part| part.parse().ok()).collect();
    match parts.as_slice() {
        [Some(year), Some(month @ 1..=12), Some(day @ 1..=31)] => {
            date(locale, *year, u8::try_from(*month).unwrap_or(1), u8::try_from(*day).unwrap_or(1))
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
            "This stays open because some groups of the audience are missing: nobody aged 45–64 yet and only 2 men."
        );
        assert!(missing_groups(Language::Es, &two).contains("todavía nadie de 45–64 años y solo 2 hombres"));
        assert!(missing_groups(Language::Zh, &two).contains("45–64 岁（尚无人作答）"));
        let many = [two[0], two[1], group("country", "MX", 1), group("country", "CO", 0), group("country", "ES", 0)];
        assert!(missing_groups(Language::En, &many).contains("only one person in Mexico, and 2 more groups"));
    }

    #[test]
    fn a_count_stands_before_its_share_which_is_called_weighted_only_where_it_differs() {
        for (language, weighted, same) in [
            (Language::En, "7 of 12 (weighted: 41%)", "7 of 12 (58%)"),
            (Language::Es, "7 de 12 (ponderado: 41%)", "7 de 12 (58%)"),
            (Language::Zh, "12 人中 7 人（加权后 41%）", "12 人中 7 人（58%）"),
        ] {
            assert_eq!(people_count(language, 7, 12, Some(0.41)).replace('\u{a0}', " "), weighted);
            assert_eq!(people_count(language, 7, 12, Some(0.5833)).replace('\u{a0}', " "), same);
        }
        assert_eq!(people_count(Language::En, 0, 0, None), "0 of 0");
    }

    #[test]
    fn the_surveys_that_people_would_settle_are_counted_in_tenths() {
        let odds = |language, low, high, probability| people_odds(language, &PeopleNeeded { low, high, probability });
        for (low, high, probability, words) in [
            (120, 400, 0.81, "120 people would settle it about half the time, and 400 about 8 times in 10"),
            (40, 60, 0.97, "40 people would settle it about half the time, and 60 almost always"),
            (700, 1000, 0.52, "700 people would settle it about half the time"),
            (10, 10, 0.98, "10 people would almost always settle it"),
        ] {
            assert_eq!(odds(Language::En, low, high, probability), words);
        }
        let spanish = "120 personas bastarían en la mitad de los casos, y 400, en unos 8 de cada 10";
        assert_eq!(odds(Language::Es, 120, 400, 0.81), spanish);
        assert_eq!(odds(Language::Zh, 120, 400, 0.81), "问 120 人约有一半把握得出定论，问 400 人约有八成把握");
    }

    #[test]
    fn a_day_is_told_in_words_and_anything_else_as_it_is() {
        assert_eq!(day(Language::En, "2026-01-31"), "31 January 2026");
        assert_eq!(day(Language::En, "2026-99-31"), "2026-99-31");
    }
}
