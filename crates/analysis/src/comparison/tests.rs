//! Tests of which columns are compared, of the rule of each pair, and of the intervals that follow from it.

use foundation::chance::stream;
use rand::RngExt;
use statistics::wilson;

use super::*;

const RECORD: GroupRecord = GroupRecord { cases: 79, groups: 400, weight: 0.9, correlation: 0.8, error: Some(0.046) };

fn forecast(engine: &str, asked: &str, country: &str) -> Forecast<'static> {
    Forecast {
        engine: engine.to_owned(),
        asked: asked.to_owned(),
        audience: Box::new(Filters { countries: vec![country.to_owned()], ..Filters::default() }),
        is_guess: false,
        groups: Some(&RECORD),
        counted: None,
    }
}

fn by(forecast: Forecast<'_>) -> Source<'_> {
    Source::Forecast(forecast)
}

fn share(share: f64, people: f64) -> Share {
    Share { share, interval: wilson(share, people) }
}

fn column(report: usize, source: Source<'_>) -> Column<'_> {
    Column { report, source, cells: vec![Some(share(0.5, 100.0)), None] }
}

#[test]
fn forecasts_are_compared_with_the_first_and_people_with_their_own_forecast_and_the_first_people() {
    let other = || by(forecast("b", "q", "US"));
    let columns = [
        column(0, other()),
        column(1, other()),
        column(1, Source::People),
        column(2, other()),
        column(2, Source::People),
    ];
    let found: Vec<(usize, usize)> = pairs(&columns).iter().map(|pair| (pair.from, pair.to)).collect();
    assert_eq!(found, [(0, 1), (1, 2), (0, 3), (3, 4), (2, 4)]);
    let only_shared = pairs(&columns).iter().all(|pair| pair.differences[0].is_some() && pair.differences[1].is_none());
    assert!(only_shared, "an option that a report lacks has no difference");
}

#[test]
fn the_rule_follows_from_what_the_two_have_in_common() {
    let of = |one: &Source<'_>, other: &Source<'_>| {
        assert_eq!(rule(one, other), rule(other, one), "it does not depend on the order");
        rule(one, other)
    };
    let base = by(forecast("a", "q", "US"));
    assert_eq!(of(&base, &by(forecast("b", "q", "US"))), ErrorRule::Independent);
    assert_eq!(of(&base, &Source::People), ErrorRule::Independent);
    assert_eq!(of(&Source::People, &Source::People), ErrorRule::Independent);
    assert_eq!(of(&base, &base), ErrorRule::Repeated);
    assert_eq!(of(&base, &by(forecast("a", "other", "US"))), ErrorRule::WordingsNotMeasured);
    assert_eq!(of(&base, &by(forecast("a", "q", "MX"))), ErrorRule::Measured { error: 0.046, weight: 0.9 });
    let useless = GroupRecord { weight: 0.0, ..RECORD };
    for groups in [None, Some(&useless)] {
        let unmeasured = by(Forecast { groups, ..forecast("a", "q", "MX") });
        assert_eq!(of(&base, &unmeasured), ErrorRule::AudiencesNotMeasured);
    }
    let guess = by(Forecast { is_guess: true, ..forecast("b", "q", "US") });
    assert_eq!([of(&base, &guess), of(&Source::People, &guess)], [ErrorRule::Guess; 2]);
}

#[test]
fn of_two_records_the_more_careful_one_counts() {
    let later = GroupRecord { weight: 0.7, error: Some(0.06), ..RECORD };
    let again = by(Forecast { groups: Some(&later), ..forecast("a", "q", "MX") });
    let found = rule(&by(forecast("a", "q", "US")), &again);
    assert_eq!(found, ErrorRule::Measured { error: 0.06, weight: 0.7 });
}

#[test]
fn a_difference_changed_if_its_interval_excludes_zero() {
    let independent = |from: Share, to: Share| difference(from, to, ErrorRule::Independent, 0.0);
    // Newcombe's first example: 48 of 80 and 56 of 70.
    let changed = independent(share(0.6, 80.0), share(0.8, 70.0));
    let [low, high] = changed.interval.unwrap();
    assert!((low - 0.0524).abs() < 1e-4 && (high - 0.3339).abs() < 1e-4, "{low} {high}");
    assert_eq!(changed.change, Change::Changed);
    assert_eq!(independent(share(0.8, 70.0), share(0.6, 80.0)).change, Change::Changed, "also a fall");
    assert_eq!(independent(share(0.6, 20.0), share(0.7, 20.0)).change, Change::Alike);
}

#[test]
fn a_difference_by_one_engine_is_judged_by_its_measured_error_alone() {
    let measured = |difference_of: f64, weight: f64, noise: f64| {
        let rule = ErrorRule::Measured { error: 0.046, weight };
        // Intervals of the shares, of an effective size of 3, do not count: the error that makes them wide is shared.
        difference(share(0.3, 3.0), share(0.3 + difference_of, 3.0), rule, noise)
    };
    let clear = measured(0.1, 1.0, 0.0);
    let [low, high] = clear.interval.unwrap();
    assert!((low - 0.00984).abs() < 1e-4 && (high - 0.19016).abs() < 1e-4, "{low} {high}");
    assert_eq!(clear.change, Change::Changed);
    assert_eq!(measured(0.08, 1.0, 0.0).change, Change::Alike);
    assert_eq!(measured(0.1, 1.0, 0.002).change, Change::Alike, "chance in counted answers is error, too");
    assert_eq!(measured(0.6, 0.45, 0.0).change, Change::Alike, "most of it would be shrunk away");
    assert_eq!(measured(0.3, 0.85, 0.0).change, Change::Changed);
}

#[test]
fn what_was_not_measured_has_no_interval() {
    for rule in [ErrorRule::AudiencesNotMeasured, ErrorRule::WordingsNotMeasured, ErrorRule::Repeated, ErrorRule::Guess]
    {
        let found = difference(share(0.1, 900.0), share(0.9, 900.0), rule, 0.0);
        assert_eq!((found.interval, found.change), (None, Change::NotMeasured), "{rule:?}");
    }
}

#[test]
fn chance_moves_shares_that_were_counted_and_no_others() {
    let counted = |size| by(Forecast { counted: size, ..forecast("a", "q", "US") });
    assert_eq!((noise(&counted(None), 0.5), noise(&Source::People, 0.5)), (0.0, 0.0));
    assert!((noise(&counted(Some(100.0)), 0.5) - 0.0025).abs() < 1e-4);
}

#[test]
fn intervals_by_the_measured_error_hold_what_they_say() {
    let mut rng = stream(7, "comparison");
    // Twelve uniform numbers less six are nearly a standard normal deviate.
    let mut error = || 0.046 * ((0..12).map(|_| rng.random::<f64>()).sum::<f64>() - 6.0);
    let rule = ErrorRule::Measured { error: 0.046, weight: 1.0 };
    let holds = (0..2_000).filter(|_| {
        let truth = 0.07;
        let told = difference(share(0.4, 3.0), share(0.4 + truth + error(), 3.0), rule, 0.0);
        told.interval.is_some_and(|[low, high]| low <= truth && truth <= high)
    });
    let held = holds.count() as f64 / 2_000.0;
    assert!((0.93..=0.97).contains(&held), "{held}");
}
