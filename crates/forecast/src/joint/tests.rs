//! Joint estimates of single studies; `tests/together.rs` simulates thousands.

use foundation::chance::stream;
use rand_distr::Distribution;
use rand_distr::weighted::WeightedIndex;

use super::*;

const FORECAST: [f64; 3] = [0.6, 0.3, 0.1];

fn answers(counts: [usize; 3]) -> Answers {
    let choices = counts.into_iter().enumerate().flat_map(|(option, count)| vec![(option, 1.0); count]);
    Answers::of(choices, 3)
}

fn study(counts: [usize; 3], size: f64) -> JointEstimate {
    let (effective_size, answers) = (EffectiveSize::about(size), answers(counts));
    Study { forecast: &FORECAST, effective_size: &effective_size, answers: &answers }
        .estimate(&mut stream(1, "together"))
}

#[test]
fn without_answers_the_forecast_stands_with_what_it_is_worth() {
    let [little, much] = [4.0, 90.0].map(|size| study([0, 0, 0], size));
    assert!((much.options[0].share - 0.6).abs() < 0.01 && much.people.is_empty(), "{much:?}");
    let width = |of: &JointEstimate| of.options[0].interval[1] - of.options[0].interval[0];
    assert!(width(&much) < 0.6 * width(&little));
    assert!(much.options.iter().zip(&much.forecast).all(|(option, alone)| option.interval == alone.interval));
}

#[test]
fn people_who_agree_make_the_forecast_worth_more_and_people_who_do_not_win() {
    let (agreeing, contradicting) = (study([18, 9, 3], 30.0), study([2, 5, 23], 30.0));
    assert!(
        agreeing.effective_size > 20.0 && contradicting.effective_size < 3.0,
        "{} {}",
        agreeing.effective_size,
        contradicting.effective_size
    );
    assert!((contradicting.options[2].share - 23.0 / 30.0).abs() < 0.05, "{contradicting:?}");
    assert!(contradicting.options[2].best > 0.99 && contradicting.options[2].loss < 0.01);
}

#[test]
fn a_worth_is_learned_from_a_record_and_survives_being_kept() {
    let near = |survey| RecordCase {
        survey,
        forecast: &[0.5, 0.3, 0.2],
        shares: &[0.52, 0.28, 0.2],
        people: 800.0,
        weight: 1.0,
    };
    let far = |survey| RecordCase {
        survey,
        forecast: &[0.5, 0.3, 0.2],
        shares: &[0.1, 0.2, 0.7],
        people: 800.0,
        weight: 1.0,
    };
    let good = EffectiveSize::learned(&["a", "b", "c", "d", "e"].map(near));
    let bad = EffectiveSize::learned(&["a", "b", "c", "d", "e"].map(far));
    assert!(good.people() > 20.0 && bad.people() < good.people() / 2.0, "{} {}", good.people(), bad.people());
    let kept = EffectiveSize::of_steps(&good.steps()).unwrap();
    assert!((kept.people() - good.people()).abs() < 1.0);
    assert_eq!(EffectiveSize::of_steps(&[]), None);
    let mixed = |weight| EffectiveSize::learned(&[near("a"), RecordCase { weight, ..far("b") }]).people();
    assert!(mixed(3.0) < mixed(1.0), "what counts more decides more");
}

#[test]
fn once_people_answer_three_tenths_of_the_weight_are_on_sizes_of_nearly_nothing() {
    let effective_size = EffectiveSize::about(500.0).with_min_weight_on_small_sizes();
    let little: f64 = effective_size
        .sizes()
        .zip(effective_size.weights())
        .filter(|(size, _)| *size < 2.1)
        .map(|(_, weight)| weight)
        .sum();
    assert!((little - 0.3).abs() < 1e-9 && (effective_size.weights().iter().sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn weights_that_differ_count_as_fewer_people() {
    let weighted = Answers::of((0..40).map(|at| (at % 2, if at < 20 { 2.0 } else { 0.5 })), 2);
    assert!(weighted.size() < 30.0 && weighted.counts()[0] == weighted.counts()[1]);
    assert_eq!(Answers::of([(7, 1.0), (0, f64::NAN)], 2), Answers::none(2));
}

#[test]
fn best_and_worst_tell_more_than_the_best_alone() {
    let list = |at: usize, worst| ListAnswer {
        list: vec![0, 1, 2, 3],
        best: [0, 0, 0, 1, 1, 2][at % 6],
        worst: (worst && at % 6 != 5).then_some(3),
        weight: 1.0,
    };
    let [best, both] = [false, true].map(|worst| (0..60).map(|at| list(at, worst)).collect::<Vec<_>>());
    let [best, both] = [best, both].map(|lists| Answers::of_lists(&lists, 4));
    assert!(both.size() > best.size() && best.size() > 30.0, "{} {}", best.size(), both.size());
    assert!(both.counts()[0] > both.counts()[1] && both.counts()[1] > both.counts()[3], "{both:?}");
    assert_eq!(Answers::of_lists(&[], 4), Answers::none(4));
}

#[test]
fn ratings_have_a_mean_and_a_top_two_box() {
    let effective_size = EffectiveSize::about(10.0);
    let answers = Answers::of((0..50).map(|at| ([4, 4, 3, 3, 2][at % 5], 1.0)), 5);
    let study = Study { forecast: &[0.1, 0.2, 0.4, 0.2, 0.1], effective_size: &effective_size, answers: &answers };
    let Rating { mean, top_two } = study.rating(&mut stream(1, "rating"));
    assert!((3.7..4.2).contains(&mean.value) && mean.interval[0] < mean.value && mean.value < mean.interval[1]);
    assert!((0.65..0.8).contains(&top_two.value) && top_two.interval[1] - top_two.interval[0] < 0.3, "{top_two:?}");
}

#[test]
fn raked_people_have_the_audience_s_margins_and_unknown_values_are_left_alone() {
    let person = |at: usize| vec![Some(usize::from(at >= 70)), (!at.is_multiple_of(3)).then_some(at % 2)];
    let people: Vec<Vec<Option<usize>>> = (0..100).map(person).collect();
    let weights = rake(&people, &[vec![0.5, 0.5], vec![0.4, 0.6]]);
    let total: f64 = weights.iter().sum();
    let of = |margin: usize, group: usize| {
        let inside = people.iter().zip(&weights).filter(|(person, _)| person[margin] == Some(group));
        inside.map(|(_, weight)| weight).sum::<f64>()
    };
    assert!((total - 100.0).abs() < 1e-3 && (of(0, 1) / total - 0.5).abs() < 1e-3);
    assert!((of(1, 1) / (of(1, 0) + of(1, 1)) - 0.6).abs() < 1e-3);
    assert_eq!(rake(&[vec![None], vec![None]], &[vec![0.9, 0.1]]), [1.0, 1.0]);
    // One person of fifty can't represent half of the audience.
    let lone: Vec<Vec<Option<usize>>> = (0..50).map(|at| vec![Some(usize::from(at == 0))]).collect();
    assert!(rake(&lone, &[vec![0.5, 0.5]])[0] <= 4.0 + 1e-6);
}

#[test]
fn a_forecast_for_profiles_takes_noise_out_and_a_useless_one_does_no_harm() {
    use rand::RngExt;
    let truth = |old: bool| if old { 0.9 } else { 0.1 };
    let run = |sees: bool, seed: u64| {
        let mut rng = stream(seed, "rectified");
        let person = |_| {
            let old: bool = rng.random_bool(0.5);
            let said = if sees { truth(old) } else { rng.random() };
            let choice = usize::from(!rng.random_bool(truth(old)));
            Predicted { choice, weight: 1.0, forecast: vec![said, 1.0 - said] }
        };
        let people: Vec<Predicted> = (0..200).map(person).collect();
        Answers::rectified(&people, &[0.5, 0.5]).unwrap()
    };
    let figures = |sees: bool| {
        let runs: Vec<Answers> = (0..300).map(|seed| run(sees, seed)).collect();
        let shares = runs.iter().map(|it| it.counts()[0] / it.size());
        let mean = shares.clone().sum::<f64>() / 300.0;
        (
            mean,
            shares.map(|share| (share - mean).powi(2)).sum::<f64>() / 299.0,
            runs.iter().map(Answers::size).sum::<f64>() / 300.0,
        )
    };
    let ((seen_mean, seen_noise, seen_size), (blind_mean, blind_noise, blind_size)) = (figures(true), figures(false));
    assert!((seen_mean - 0.5).abs() < 0.006 && (blind_mean - 0.5).abs() < 0.008, "{seen_mean} {blind_mean}");
    assert!(seen_noise < 0.5 * blind_noise, "{seen_noise} {blind_noise}");
    // The stated effective sample size matches the observed variance p(1−p)/n.
    assert!((0.25 / seen_noise / seen_size - 1.0).abs() < 0.25, "{} {seen_size}", 0.25 / seen_noise);
    assert!((180.0..=220.0).contains(&blind_size), "{blind_size}");
    assert_eq!(Answers::rectified(&[], &[0.5, 0.5]), None);
}

#[test]
fn weights_of_any_unit_and_ratio_give_finite_shares() {
    for unit in [1e-300, 1e-200, 1.0, 1e200] {
        let chose: Vec<(usize, f64)> = (0..40).map(|at| (at % 2, unit)).collect();
        let answers = Answers::of(chose, 2);
        assert!((answers.size() - 40.0).abs() < 1e-6, "{unit}: {answers:?}");
        assert!(answers.alone().iter().all(|share| (share.value - 0.5).abs() < 1e-9), "{unit}");
        let person =
            |at: usize| Predicted { choice: at % 2, weight: unit, forecast: vec![0.5 + (at % 4) as f64 / 10.0, 0.2] };
        let people: Vec<Predicted> = (0..RECTIFIED_PEOPLE_MIN).map(person).collect();
        let rectified = Answers::rectified(&people, &[0.6, 0.4]).unwrap();
        assert!(
            rectified.counts().iter().all(|count| count.is_finite()) && rectified.size() > 1.0,
            "{unit}: {rectified:?}"
        );
    }
    let uneven = Answers::of([(0, 1e-200), (1, 1.0), (0, 1e200)], 2);
    assert!(uneven.counts().iter().all(|count| count.is_finite()) && (uneven.size() - 1.0).abs() < 1e-6, "{uneven:?}");
}

#[test]
fn a_plain_lead_takes_few_more_people_and_level_options_too_many() {
    let more = |counts: [usize; 3]| {
        let (effective_size, answers) = (EffectiveSize::about(20.0), answers(counts));
        Study { forecast: &[0.4, 0.4, 0.2], effective_size: &effective_size, answers: &answers }.people_needed()
    };
    let (plain, level) = (more([18, 6, 2]), more([150, 150, 100]));
    assert!((10..=60).contains(&plain.low) && plain.low < plain.high && plain.is_feasible(), "{plain:?}");
    assert!(level.people_to_settle().is_none() && !level.is_feasible() && level.high == 1000, "{level:?}");
    assert_eq!(more([60, 5, 5]), PeopleNeeded { low: 0, high: 0, probability: 1.0 });
}

#[test]
fn the_number_of_people_named_is_the_one_that_brute_force_needs() {
    let (forecast, effective_size) = ([0.5, 0.3, 0.2], EffectiveSize::about(34.0));
    let nobody = Answers::none(3);
    let study = Study { forecast: &forecast, effective_size: &effective_size, answers: &nobody };
    let named = study.people_needed();
    let mut rng = stream(9, "brute force");
    let mut settled_within = |people: u32| {
        let mut ends_settled = |truth: &Vec<f64>| {
            let mut counts = vec![0.0; 3];
            let answer = WeightedIndex::new(truth).unwrap();
            // A look after every fifth answer, twice as often as the plan's.
            (0..people / 5).any(|_| {
                (0..5).for_each(|_| counts[answer.sample(&mut rng)] += 1.0);
                Study { answers: &Answers::counted(&counts), ..study }.settled().is_some()
            })
        };
        let truths = study.draws(400, &mut stream(people.into(), "truths"));
        truths.iter().filter(|truth| ends_settled(truth)).count() as f64 / 400.0
    };
    let (low, high) = (settled_within(named.low), settled_within(named.high));
    assert!(
        (0.42..0.64).contains(&low) && (named.probability - 0.06..named.probability + 0.08).contains(&high),
        "{named:?} {low} {high}"
    );
}

#[test]
fn a_forecast_is_worth_one_number_of_people() {
    for size in [1.0, 3.0, 10.0, 60.0, 200.0] {
        assert!((EffectiveSize::about(size).people() - size).abs() < 1e-3 * size, "{size}");
    }
    assert!((EffectiveSize::least().people() - 0.5).abs() < 0.01);
    let halves = EffectiveSize::of_steps(&[[4.0, 0.5], [64.0, 0.5]]).unwrap();
    assert!((halves.people() - 9.0).abs() < 0.1, "the geometric mean would be 16, the mean 34: {}", halves.people());
}

#[test]
fn a_forecast_that_is_worth_nothing_lets_three_people_decide() {
    let (effective_size, three) = (EffectiveSize::least(), answers([0, 0, 3]));
    let joint = Study { forecast: &[0.8, 0.15, 0.05], effective_size: &effective_size, answers: &three };
    let (shares, worth) = joint.shares();
    assert!(shares[2].value > 0.7 && worth < 0.6, "{shares:?} {worth}");
}

#[test]
fn no_size_exceeds_the_number_of_answers_that_a_share_was_counted_from() {
    let capped = EffectiveSize::about(200.0).at_most(20.0);
    assert!(capped.people() < 20.0 && (capped.weights().iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let [low, high] = capped.interval(0.0);
    assert!(low == 0.0 && (0.05..0.3).contains(&high), "{high}");
}
