//! Properties of fits that need no reference values. Comparisons with other tools are in `tests/stats.rs`.

use proptest::prelude::*;

use super::*;

fn best(from: &[usize], option: usize, weight: f64) -> Choice<'_> {
    Choice { from, chosen: Chosen::One(option), reversed: false, weight }
}

fn worst(from: &[usize], option: usize, weight: f64) -> Choice<'_> {
    Choice { reversed: true, ..best(from, option, weight) }
}

#[test]
fn choices_from_the_whole_list_give_their_shares() {
    let choices = [best(&[0, 1, 2], 0, 50.0), best(&[0, 1, 2], 1, 30.0), best(&[0, 1, 2], 2, 20.0)];
    let fit = fit(3, &choices, 0.0);
    for (worth, share) in fit.worth.iter().zip([0.5, 0.3, 0.2]) {
        assert!((worth - share).abs() < 1e-8, "{fit:?}");
    }
    assert_eq!(fit.tie, None);
}

#[test]
fn the_worst_of_two_is_the_best_turned_round() {
    let pair = [0, 1];
    let forward = fit(2, &[best(&pair, 0, 7.0), best(&pair, 1, 3.0)], 1.0);
    let backward = fit(2, &[worst(&pair, 1, 7.0), worst(&pair, 0, 3.0)], 1.0);
    assert!((forward.worth[0] - backward.worth[0]).abs() < 1e-9);
    assert!((forward.covariance[0][0] - backward.covariance[0][0]).abs() < 1e-9);
}

#[test]
fn an_option_never_shown_is_worth_as_much_as_the_middle_and_is_uncertain() {
    let choices = [best(&[0, 1], 0, 60.0), best(&[0, 1], 1, 40.0)];
    let fit = fit(3, &choices, PRIOR_ANSWERS);
    assert!(fit.log_worth[2].abs() < 0.05, "{fit:?}");
    assert!(fit.equivalent_choices(2) < 3.0 && fit.equivalent_choices(0) < 20.0, "{fit:?}");
}

#[test]
fn unanimity_gives_finite_worths_with_and_without_the_prior() {
    let all = [0, 1, 2, 3];
    for prior in [0.0, PRIOR_ANSWERS] {
        let fit = fit(4, &[best(&all, 2, 1000.0), worst(&all, 0, 1000.0)], prior);
        assert!(fit.log_worth.iter().all(|log| log.is_finite() && log.abs() < 60.0), "{fit:?}");
        assert!(fit.covariance.iter().flatten().all(|cell| cell.is_finite()), "{fit:?}");
        assert!(fit.worth[2] > 0.99, "{fit:?}");
    }
}

#[test]
fn nothing_chosen_leaves_all_equal() {
    let fit = fit(4, &[best(&[1], 1, 5.0), best(&[0, 1], 0, 0.0)], PRIOR_ANSWERS);
    assert_eq!(fit.worth, [0.25; 4]);
}

#[test]
fn one_option_has_all_the_worth_and_no_option_has_none() {
    assert_eq!(fit(1, &[], PRIOR_ANSWERS).worth, [1.0]);
    assert!(fit(0, &[], PRIOR_ANSWERS).worth.is_empty());
}

#[test]
fn ties_alone_leave_all_equal_and_finite() {
    let pair = [0, 1];
    let tied = Choice { chosen: Chosen::Tied(0, 1), ..best(&pair, 0, 30.0) };
    let fit = fit(2, &[tied], PRIOR_ANSWERS);
    assert!((fit.worth[0] - 0.5).abs() < 1e-9 && fit.tie.is_some_and(f64::is_finite), "{fit:?}");
}

/// Best, worst and tied choices among up to six options, some of which are never shown.
fn any_choices() -> impl Strategy<Value = Vec<(Vec<usize>, bool, bool, f64)>> {
    let set = proptest::sample::subsequence((0..6usize).collect::<Vec<_>>(), 1..=6).prop_shuffle();
    prop::collection::vec((set, any::<bool>(), any::<bool>(), 0.0f64..1000.0), 0..30)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn every_fit_is_finite_and_sums_to_one(raw in any_choices(), prior in prop::sample::select(vec![0.0, 1.0])) {
        let choices: Vec<Choice<'_>> = raw.iter().map(|(from, is_tied, reversed, weight)| {
            let tied = *is_tied && from.len() > 1;
            let chosen = if tied { Chosen::Tied(from[0], from[1]) } else { Chosen::One(from[0]) };
            Choice { from, chosen, reversed: *reversed, weight: *weight }
        }).collect();
        let fit = fit(6, &choices, prior);
        prop_assert!((fit.worth.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!(fit.log_worth.iter().sum::<f64>().abs() < 1e-6);
        prop_assert!(fit.log_worth.iter().all(|log| log.is_finite()));
        prop_assert!(fit.tie.is_none_or(|tie| tie.is_finite() && tie > 0.0));
        for option in 0..6 {
            prop_assert!(fit.covariance[option].iter().sum::<f64>().abs() < 1e-6 * fit.covariance[option][option].max(1.0));
            prop_assert!(fit.equivalent_choices(option) > 0.0);
        }
    }

    #[test]
    fn an_answer_more_never_lowers_a_worth(option in 0usize..4, counts in prop::collection::vec(1.0f64..40.0, 4)) {
        let all = [0, 1, 2, 3];
        let mut choices: Vec<Choice<'_>> = counts.iter().enumerate().map(|(at, count)| best(&all, at, *count)).collect();
        let before = fit(4, &choices, PRIOR_ANSWERS).worth[option];
        choices.push(best(&all, option, 1.0));
        prop_assert!(fit(4, &choices, PRIOR_ANSWERS).worth[option] > before);
    }
}

#[test]
fn choices_from_one_whole_list_are_worth_their_own_number() {
    let all = [0, 1, 2];
    let chosen = [60, 30, 10].into_iter().enumerate().flat_map(|(option, times)| vec![option; times]);
    let choices: Vec<Choice<'_>> =
        chosen.map(|option| Choice { from: &all, chosen: Chosen::One(option), reversed: false, weight: 1.0 }).collect();
    let fit = fit(3, &choices, 0.0);
    for option in all {
        let worth = fit.equivalent_choices(option);
        assert!((worth - 100.0).abs() < 1e-6, "{option}: {worth}");
    }
}
