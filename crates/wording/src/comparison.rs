//! Sentences about reports beside each other: each difference with what it shows, whose error it has, and what to bear in mind.

use analysis::comparison::{Change, Difference, ErrorRule};

use crate::{FluentValue, Locale, about_people, day, integer, percent, points_between, say, signed, whole_points};

/// The basis of a comparison: what its two columns are, and the rule of their differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Basis {
    pub rule: ErrorRule,
    /// How many of the two columns are of people.
    pub of_people: usize,
}

/// Returns the difference of one option in a sentence: how far it rose or fell, between which ends, and what that shows.
pub fn difference(locale: impl Into<Locale>, option: &str, difference: &Difference) -> String {
    let locale = locale.into();
    let direction = match difference.difference() {
        up if up > 0.0 => "up",
        down if down < 0.0 => "down",
        _ => "same",
    };
    let whole = whole_points(difference.to, difference.from);
    let [low, high] = printed_ends(locale, difference, whole);
    let id = match difference.change {
        Change::Changed => "compare-changed",
        Change::Alike => "compare-alike",
        Change::NotMeasured => "compare-not-measured",
    };
    let args: [(&str, FluentValue<'_>); 6] = [
        ("option", option.into()),
        ("direction", direction.into()),
        ("points_count", whole.abs().into()),
        ("points", points_between(locale, difference.to, difference.from).into()),
        ("low", low.into()),
        ("high", high.into()),
    ];
    say(locale, id, &args)
}

/// Returns a difference as a table shows it, in whole points with its sign: "+9 (+2 to +16)".
pub fn difference_in_table(locale: impl Into<Locale>, difference: &Difference) -> String {
    let locale = locale.into();
    let whole = whole_points(difference.to, difference.from);
    let points = signed_points(locale, whole);
    let Some(ends) = whole_ends(difference, whole) else { return points };
    let [low, high] = ends.map(|end| signed_points(locale, end));
    say(locale, "compare-table-difference", &[("points", points.into()), ("low", low.into()), ("high", high.into())])
}

/// Returns the ends of the interval as printed: of a change its sizes, the smaller first; otherwise with their signs.
fn printed_ends(locale: Locale, difference: &Difference, whole: i64) -> [String; 2] {
    let Some(ends @ [low, high]) = whole_ends(difference, whole) else { return [String::new(), String::new()] };
    if difference.change != Change::Changed {
        return ends.map(|end| signed_points(locale, end));
    }
    let sizes = if difference.difference() < 0.0 { [-high, -low] } else { ends };
    // A change is never between nothing and something.
    sizes.map(|end| if end < 1 { format!("<{}", integer(locale, 1)) } else { integer(locale, end) })
}

/// Returns the ends of the interval in whole points. The printed difference never lies outside.
fn whole_ends(difference: &Difference, whole: i64) -> Option<[i64; 2]> {
    let [low, high] = difference.interval?.map(|end| (end * 100.0).round() as i64);
    Some([low.min(whole), high.max(whole)])
}

fn signed_points(locale: Locale, points: i64) -> String {
    signed(locale, points as f64)
}

/// Returns how many of the differences are changes.
pub fn summary(locale: impl Into<Locale>, differences: &[&Difference]) -> String {
    let locale = locale.into();
    let measured = differences.iter().filter(|it| it.change != Change::NotMeasured).count();
    let changed = differences.iter().filter(|it| it.change == Change::Changed).count();
    let id = match (measured, changed) {
        (0, _) => "compare-summary-not-measured",
        (_, 0) => "compare-summary-alike",
        _ => "compare-summary-changed",
    };
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let args: [(&str, FluentValue<'_>); 4] = [
        ("changed_count", count(changed).into()),
        ("changed", integer(locale, count(changed)).into()),
        ("all_count", count(measured).into()),
        ("all", integer(locale, count(measured)).into()),
    ];
    say(locale, id, &args)
}

/// Returns what a column is: a forecast with its simulated respondents, or the answers of people.
pub fn of_column(locale: impl Into<Locale>, is_people: bool, respondents: u32) -> String {
    let id = if is_people { "compare-people-of" } else { "compare-forecast-of" };
    about_people(locale, id, respondents)
}

/// Returns when people answered, from the days of the first and the last answer as in 2026-01-31.
pub fn answered_on(locale: impl Into<Locale>, [first, last]: &[String; 2]) -> String {
    let locale = locale.into();
    let id = if first == last { "study-answered" } else { "study-answered-between" };
    say(locale, id, &[("first", day(locale, first).into()), ("last", day(locale, last).into())])
}

/// Returns whose error the differences have, and what was used of it.
pub fn basis(locale: impl Into<Locale>, basis: Basis) -> String {
    let locale = locale.into();
    let id = match (basis.rule, basis.of_people) {
        (ErrorRule::Independent, 0) => "compare-basis-engines",
        (ErrorRule::Independent, 1) => "compare-basis-forecast-and-people",
        (ErrorRule::Independent, _) => "compare-basis-people",
        (ErrorRule::Measured { error, weight }, _) => {
            let error = crate::decimal(locale, error * 100.0, 1);
            let args = [("error", error.into()), ("weight", percent(locale, weight).into())];
            return say(locale, "compare-basis-measured", &args);
        }
        (ErrorRule::AudiencesNotMeasured, _) => "compare-basis-audiences",
        (ErrorRule::WordingsNotMeasured, _) => "compare-basis-wordings",
        (ErrorRule::Repeated, _) => "compare-basis-repeated",
        (ErrorRule::Guess, _) => "compare-basis-guess",
    };
    say(locale, id, &[])
}

#[cfg(test)]
mod tests {
    use foundation::Language;

    use super::*;

    fn told(from: f64, to: f64, interval: Option<[f64; 2]>) -> Difference {
        let change = match interval {
            Some([low, high]) if low > 0.0 || high < 0.0 => Change::Changed,
            Some(_) => Change::Alike,
            None => Change::NotMeasured,
        };
        Difference { from, to, interval, change }
    }

    fn en(of: &Difference) -> String {
        difference(Language::En, "Oatsy", of)
    }

    #[test]
    fn a_difference_says_how_far_between_which_ends_and_what_it_shows() {
        for (of, said) in [
            (told(0.31, 0.40, Some([0.02, 0.16])), "“Oatsy”: up 9 points, between 2 and 16: changed."),
            (told(0.40, 0.31, Some([-0.16, -0.02])), "“Oatsy”: down 9 points, between 2 and 16: changed."),
            (told(0.40, 0.41, Some([-0.05, 0.07])), "“Oatsy”: up 1 point, between −5 and +7: can’t be told apart."),
            (told(0.41, 0.40, Some([-0.07, 0.05])), "“Oatsy”: down 1 point, between −7 and +5: can’t be told apart."),
            (told(0.4, 0.4, Some([-0.06, 0.06])), "“Oatsy”: no difference, between −6 and +6: can’t be told apart."),
            (told(0.31, 0.40, None), "“Oatsy”: up 9 points; how far that can be relied on was not measured."),
        ] {
            assert_eq!(en(&of), said);
        }
    }

    #[test]
    fn what_is_printed_of_a_difference_lies_between_its_printed_ends() {
        // 0.6149 less 0.5350 is 7.99 points, and 7 as a reader subtracts the printed percentages.
        let said = en(&told(0.5350, 0.6149, Some([0.0760, 0.0840])));
        assert_eq!(said, "“Oatsy”: up 7 points, between 7 and 8: changed.");
        assert_eq!(en(&told(0.4, 0.41, Some([0.001, 0.019]))), "“Oatsy”: up 1 point, between <1 and 2: changed.");
    }

    #[test]
    fn every_language_says_the_same_figures() {
        let changed = told(0.31, 0.40, Some([0.02, 0.16]));
        let alike = told(0.40, 0.37, Some([-0.12, 0.06]));
        for language in Language::ALL {
            let said = difference(language, "Oatsy", &changed);
            assert!(["Oatsy", "9", "2", "16"].iter().all(|part| said.contains(part)), "{said}");
            let said = difference(language, "Oatsy", &alike);
            assert!(["3", "−12", "+6"].iter().all(|part| said.contains(part)), "{said}");
            let table = difference_in_table(language, &alike);
            assert!(["−3", "−12", "+6"].iter().all(|part| table.contains(part)), "{table}");
            assert_eq!(difference_in_table(language, &told(0.31, 0.40, None)), "+9");
        }
    }

    #[test]
    fn every_basis_has_its_own_sentence_in_every_language() {
        let rules = [
            (ErrorRule::Independent, 0),
            (ErrorRule::Independent, 1),
            (ErrorRule::Independent, 2),
            (ErrorRule::Measured { error: 0.046, weight: 0.85 }, 0),
            (ErrorRule::AudiencesNotMeasured, 0),
            (ErrorRule::WordingsNotMeasured, 0),
            (ErrorRule::Repeated, 0),
            (ErrorRule::Guess, 1),
        ];
        for language in Language::ALL {
            let said: Vec<String> = rules
                .iter()
                .map(|(rule, of_people)| basis(language, Basis { rule: *rule, of_people: *of_people }))
                .collect();
            let distinct: std::collections::BTreeSet<&String> = said.iter().collect();
            assert_eq!(distinct.len(), rules.len(), "{said:?}");
            assert!(said[3].contains("4.6") && said[3].contains("85"), "{}", said[3]);
        }
    }

    #[test]
    fn the_summary_counts_changes_among_what_was_measured() {
        let (changed, alike) = (told(0.31, 0.40, Some([0.02, 0.16])), told(0.40, 0.41, Some([-0.05, 0.07])));
        let unknown = told(0.31, 0.40, None);
        let en = |of: &[&Difference]| summary(Language::En, of);
        assert_eq!(en(&[&changed, &alike, &unknown]), "1 of 2 differences is a change.");
        assert_eq!(en(&[&alike, &alike]), "The reports can’t be told apart on any option.");
        assert_eq!(en(&[&unknown]), "None of the differences can be judged.");
    }
}
