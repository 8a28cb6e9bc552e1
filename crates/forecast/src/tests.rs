//! Pooling, group targets and fitting, for arbitrary forecasts.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;

fn normalised(raw: &[f64]) -> Vec<f64> {
    let total: f64 = raw.iter().sum();
    raw.iter().map(|share| share / total).collect()
}

fn shares(options: usize) -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(0.02f64..1.0, options).prop_map(|raw| floored(&normalised(&raw)))
}

/// A total, overlapping groups with target shares, and weights.
fn panel() -> impl Strategy<Value = (Vec<f64>, Vec<Margin>, Vec<f64>)> {
    (2usize..=6, 30usize..150).prop_flat_map(|(options, people)| {
        let margin = (prop::collection::vec(0..people, 12..40), shares(options)).prop_map(|(mut members, shares)| {
            members.sort_unstable();
            members.dedup();
            Margin { members, shares }
        });
        (shares(options), prop::collection::vec(margin, 0..8), prop::collection::vec(0.5f64..2.0, people))
    })
}

fn mean(rows: &[Vec<f64>], weights: &[f64], members: &[usize], option: usize) -> f64 {
    let total: f64 = members.iter().map(|at| weights[*at]).sum();
    members.iter().map(|at| weights[*at] * rows[*at][option]).sum::<f64>() / total
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_panel_adds_up_to_the_whole((whole, margins, weights) in panel()) {
        let rows = fit(&whole, &margins, &weights);
        let everybody: Vec<usize> = (0..weights.len()).collect();
        for (option, share) in whole.iter().enumerate() {
            let sum = mean(&rows, &weights, &everybody, option);
            prop_assert!((sum - share).abs() < 0.001, "{option}: {sum} for {share}");
        }
        for row in &rows {
            prop_assert!((row.iter().sum::<f64>() - 1.0).abs() < 1e-9 && row.iter().all(|p| *p >= 0.0));
        }
    }

    /// The targets of the groups need not average to the total. The total wins by one factor for each option, so that
    /// the odds ratios between two groups stay as they were targeted.
    #[test]
    fn the_groups_of_one_attribute_keep_their_odds_ratios(
        whole in shares(4), said in prop::collection::vec(shares(4), 2..5), weight in 0.0f64..=1.0,
    ) {
        let people = 60 * said.len();
        let groups: Vec<Vec<usize>> =
            (0..said.len()).map(|group| (0..people).filter(|at| at % said.len() == group).collect()).collect();
        let wanted = targets(&whole, &said, &vec![60.0; said.len()], weight);
        let margins: Vec<Margin> =
            groups.iter().zip(&wanted).map(|(members, shares)| Margin { members: members.clone(), shares: shares.clone() }).collect();
        let rows = fit(&whole, &margins, &vec![1.0; people]);
        let log_odds = |shares: &[f64], option: usize| (shares[option] / shares[0]).ln();
        for (members, shares) in groups.iter().zip(&wanted) {
            let (got, first) = (&rows[members[0]], &rows[groups[0][0]]);
            for option in 1..4 {
                let expected = log_odds(shares, option) - log_odds(&wanted[0], option);
                let ratio = log_odds(got, option) - log_odds(first, option);
                prop_assert!((ratio - expected).abs() < 0.01, "{ratio} {expected}");
            }
        }
    }

    #[test]
    fn groups_get_the_shares_of_the_whole_when_no_part_of_their_differences_is_kept(whole in shares(3), said in prop::collection::vec(shares(3), 2..4)) {
        for shares in targets(&whole, &said, &vec![1.0; said.len()], 0.0) {
            prop_assert!(shares.iter().zip(&whole).all(|(a, b)| (a - b).abs() < 0.005), "{shares:?} {whole:?}");
        }
    }

    #[test]
    fn readings_pool_to_one_whatever_their_order(readings in prop::collection::vec(shares(5), 1..6)) {
        let pool = pooled(&readings).unwrap();
        prop_assert!((pool.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let backwards: Vec<Vec<f64>> = readings.iter().rev().cloned().collect();
        let again = pooled(&backwards).unwrap();
        prop_assert!(pool.iter().zip(again).all(|(a, b)| (a - b).abs() < 1e-12));
        prop_assert!(spread(&readings) >= 0.0);
    }
}

#[test]
fn an_option_that_is_ruled_out_keeps_half_a_per_cent() {
    let kept = floored(&[1.0, 0.0, 0.0]);
    assert!(kept.iter().all(|share| *share > 0.0049), "{kept:?}");
}

#[test]
fn a_forecast_needs_a_reading_of_the_whole_and_leaves_out_lost_parts() {
    let whole = |reading, said| Part { ask: PartRequest::Whole(reading), said, usage: Usage::default() };
    assert_eq!(Forecast::of(&[whole(0, None)], 2), None);
    let said = Response::Whole { shares: vec![0.7, 0.3], spread: 0.0, levelled: false };
    let lost = Part { ask: PartRequest::Choosers(OptionId(1)), said: None, usage: Usage::default() };
    let forecast = Forecast::of(&[whole(0, Some(said)), whole(1, None), lost], 2).unwrap();
    assert_eq!((forecast.readings, forecast.choosers), (1, vec![None, None]));
    assert!(forecast.groups.is_empty());
}

#[test]
fn small_groups_and_those_of_which_nothing_was_said_have_no_margin() {
    let mut forecast = Forecast {
        whole: vec![0.5, 0.5],
        spread: 0.0,
        levelled: false,
        apart: 0.0,
        readings: 1,
        groups: BTreeMap::new(),
        choosers: vec![None; 2],
        usage: Usage::default(),
    };
    let said = |first: f64| vec![first, 1.0 - first];
    forecast.groups.insert(
        Attribute::Sex,
        BTreeMap::from([
            ("female".to_owned(), said(0.7)),
            ("male".to_owned(), said(0.3)),
            ("other".to_owned(), said(0.9)),
        ]),
    );
    let division = |attribute, sizes: [usize; 3]| population::Division {
        attribute,
        values: ["female", "male", "other"].map(str::to_owned).to_vec(),
        members: {
            let ends = [sizes[0], sizes[0] + sizes[1], sizes.iter().sum()];
            vec![(0..ends[0]).collect(), (ends[0]..ends[1]).collect(), (ends[1]..ends[2]).collect()]
        },
    };
    let found = |attribute, sizes, weight| {
        margins(&forecast, &[division(attribute, sizes)], &[0.5, 0.5], &[1.0; 60], weight).len()
    };
    assert_eq!(found(Attribute::Sex, [30, 25, 5], 1.0), 2);
    assert_eq!(found(Attribute::Sex, [52, 4, 4], 1.0), 0, "one group has nobody to differ from");
    assert_eq!(found(Attribute::Area, [20, 20, 20], 1.0), 0);
    assert_eq!(found(Attribute::Sex, [20, 20, 20], 0.0), 0, "an engine never measured");
}
