//! Sentences about real people's answers that every surface shares.

use forecast::joint::PeopleNeeded;
use foundation::Language;

use crate::{FluentValue, Join, attribute, date, integer, listed, percent, say};

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
