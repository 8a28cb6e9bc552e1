//! Orders of the options. A form is one order, cut into one list (at most five options) or into two or three lists of
//! at most five, of which best and worst are asked. Forms are assigned to respondents in turn. With one list, they are
//! the rows of a cyclic Latin square over a seeded permutation. With several, they are chosen so that options are
//! shown, paired in a list and placed at each position about equally often.

use foundation::chance::stream;
use foundation::{OptionId, RespondentId};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The option at each position.
pub type Form = Vec<OptionId>;

/// The longest list to choose from. With more options, best and worst of short lists are asked.
pub const LIST_OPTIONS_MAX: usize = 5;
/// The most lists per respondent. With more than fifteen options, each respondent sees only some of them.
pub const LISTS_MAX: usize = 3;
/// The fewest forms. Other answer lists are rotated by the form's number, so there must be enough forms for a full
/// rotation.
const FORMS_MIN: usize = 8;
/// Random orders tried for each form. More would improve the balance by less than one percent.
const CANDIDATES: usize = 300;
const SHOWN_WEIGHT: u32 = 8;

/// Returns the number of lists per respondent: one, or as many of at most [`LIST_OPTIONS_MAX`] as the options need.
pub fn lists(options: usize) -> usize {
    options.div_ceil(LIST_OPTIONS_MAX).clamp(1, LISTS_MAX)
}

/// Returns how many of the options one respondent sees.
pub fn shown(options: usize) -> usize {
    options.min(LISTS_MAX * LIST_OPTIONS_MAX)
}

/// Returns the options of one list, in the order shown. Lengths within a form differ by at most one.
pub fn list(form: &[OptionId], at: usize) -> &[OptionId] {
    let lists = lists(form.len());
    let begin = |at: usize| at * form.len() / lists;
    &form[begin(at)..begin(at + 1)]
}

/// Creates the forms: as many as there are options, or a multiple of that if there are few options and one list.
pub fn forms(options: usize, seed: u64) -> Vec<Form> {
    let mut rng = stream(seed, "forms");
    if lists(options) == 1 { rotations(options, &mut rng) } else { balanced(options, &mut rng) }
}

/// Creates the forms of a list in which the `residual` options ("other", "not sure") stand last in every order. A
/// respondent who does not see all options sees the residual ones.
pub fn forms_with_residual(options: usize, residual: &[OptionId], seed: u64) -> Vec<Form> {
    let own: Form = OptionId::all(options).filter(|option| !residual.contains(option)).collect();
    let mut forms = forms(own.len(), seed);
    for form in &mut forms {
        form.truncate(shown(options).saturating_sub(residual.len()));
        form.iter_mut().for_each(|option| *option = own[option.0]);
        form.extend(residual);
    }
    forms
}

/// Returns the respondent's form. Empty only if there are no forms.
pub fn dealt(forms: &[Form], respondent: RespondentId) -> &[OptionId] {
    if forms.is_empty() { &[] } else { &forms[number(forms, respondent)] }
}

/// Returns the index of the respondent's form.
pub fn number(forms: &[Form], respondent: RespondentId) -> usize {
    respondent.0 % forms.len().max(1)
}

/// Returns an order of the answers of another list: rotated by the form's number, with the last `fixed` answers in
/// place.
pub fn rotated(answers: usize, form_number: usize, fixed: usize) -> Vec<usize> {
    let turning = answers.saturating_sub(fixed);
    let turned = (0..turning).map(|place| (place + form_number) % turning.max(1));
    turned.chain(turning..answers).collect()
}

/// Creates the forms of a price ladder: from the cheapest price to the dearest and the other way round, in turn. Prices
/// in a random order would be hard to compare.
pub fn along(ladder: &[usize]) -> Vec<Form> {
    let up: Form = ladder.iter().copied().map(OptionId).collect();
    let down: Form = up.iter().rev().copied().collect();
    [up, down].into_iter().cycle().take(FORMS_MIN).collect()
}

fn rotations(options: usize, rng: &mut ChaCha8Rng) -> Vec<Form> {
    let mut order: Form = OptionId::all(options).collect();
    order.shuffle(rng);
    (0..options * FORMS_MIN.div_ceil(options.max(1)))
        .map(|number| {
            let mut form = order.clone();
            form.rotate_left(number % options);
            form
        })
        .collect()
}

/// Builds forms greedily: each is the best of several random orders, given how balanced the forms so far are.
fn balanced(options: usize, rng: &mut ChaCha8Rng) -> Vec<Form> {
    let mut tally = Tally::new(options);
    let mut order: Form = OptionId::all(options).collect();
    (0..options)
        .map(|_| {
            let candidates = (0..CANDIDATES).map(|_| {
                order.shuffle(rng);
                let form = &order[..shown(options)];
                (tally.cost(form), form.to_vec())
            });
            let (_, form) = candidates.min_by_key(|(cost, _)| *cost).expect("there is more than one candidate");
            tally.add(&form);
            form
        })
        .collect()
}

/// Counts of how often two options shared a list, how often each stood at each position, and how often each was
/// shown.
struct Tally {
    options: usize,
    met: Vec<u32>,
    stood: Vec<u32>,
    shown: Vec<u32>,
}

impl Tally {
    fn new(options: usize) -> Self {
        Self {
            options,
            met: vec![0; options * options],
            stood: vec![0; options * LIST_OPTIONS_MAX],
            shown: vec![0; options],
        }
    }

    /// Returns the increase in the sum of squared counts that a form would cause, up to a constant factor. How often
    /// an option is shown has the largest weight, because it determines how much is learned about the option.
    fn cost(&self, form: &[OptionId]) -> u32 {
        let mut cost = form.iter().map(|option| SHOWN_WEIGHT * self.shown[option.0]).sum();
        self.visit(form, |met, stood| cost += met.map_or(0, |at| self.met[at]) + stood.map_or(0, |at| self.stood[at]));
        cost
    }

    fn add(&mut self, form: &[OptionId]) {
        let (mut met, mut stood) = (Vec::new(), Vec::new());
        self.visit(form, |pair, place| {
            met.extend(pair);
            stood.extend(place);
        });
        met.into_iter().for_each(|at| self.met[at] += 1);
        stood.into_iter().for_each(|at| self.stood[at] += 1);
        form.iter().for_each(|option| self.shown[option.0] += 1);
    }

    /// Calls `each` with the index into `met` for each pair and the index into `stood` for each position.
    fn visit(&self, form: &[OptionId], mut each: impl FnMut(Option<usize>, Option<usize>)) {
        for list in (0..lists(form.len())).map(|at| list(form, at)) {
            for (position, option) in list.iter().enumerate() {
                each(None, Some(option.0 * LIST_OPTIONS_MAX + position));
                for other in &list[position + 1..] {
                    each(Some(option.min(other).0 * self.options + option.max(other).0), None);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn residual_options_stand_last_in_every_order() {
        for options in [3, 5, 9, 15, 20] {
            let residual = [OptionId(1)];
            for form in forms_with_residual(options, &residual, 7) {
                assert_eq!((form.len(), form.last()), (shown(options), Some(&OptionId(1))));
                assert_eq!(form.iter().filter(|option| **option == OptionId(1)).count(), 1);
            }
        }
        assert_eq!(forms_with_residual(4, &[], 7), forms(4, 7));
    }

    proptest! {
        #[test]
        fn positions_in_one_list_are_flat_over_any_run(
            options in 2usize..=LIST_OPTIONS_MAX, seed: u64, from in 0usize..900, length in 1usize..200,
        ) {
            let forms = forms(options, seed);
            let mut counts = vec![vec![0usize; options]; options];
            for index in from..from + length {
                for (position, option) in dealt(&forms, RespondentId(index)).iter().enumerate() {
                    counts[option.0][position] += 1;
                }
            }
            let cells: Vec<usize> = counts.into_iter().flatten().collect();
            let spread = cells.iter().max().unwrap() - cells.iter().min().unwrap();
            prop_assert!(spread <= 1);
        }

        #[test]
        fn a_form_holds_options_once_in_short_lists(options in 2usize..=20, seed: u64) {
            for form in forms(options, seed) {
                let listed: Form = (0..lists(options)).flat_map(|at| list(&form, at).to_vec()).collect();
                prop_assert_eq!(&listed, &form);
                let distinct: std::collections::BTreeSet<OptionId> = form.iter().copied().collect();
                prop_assert_eq!(distinct.len(), options.min(15));
                let lengths: Vec<usize> = (0..lists(options)).map(|at| list(&form, at).len()).collect();
                prop_assert!(lengths.iter().all(|length| (2..=LIST_OPTIONS_MAX).contains(length)));
                prop_assert!(lengths.iter().max().unwrap() - lengths.iter().min().unwrap() <= 1);
            }
        }

        #[test]
        fn pairs_meet_about_equally_often(options in 6usize..=20, seed: u64) {
            let mut tally = Tally::new(options);
            forms(options, seed).iter().for_each(|form| tally.add(form));
            let met: Vec<u32> = (0..options)
                .flat_map(|a| (a + 1..options).map(move |b| (a, b)))
                .map(|(a, b)| tally.met[a * options + b])
                .collect();
            let mean = f64::from(met.iter().sum::<u32>()) / met.len() as f64;
            let variance = met.iter().map(|m| (f64::from(*m) - mean).powi(2)).sum::<f64>() / met.len() as f64;
            // Random orders would have a variance close to the mean.
            prop_assert!(variance < 0.75 * mean, "mean {mean}, variance {variance}");
        }
    }

    #[test]
    fn of_twenty_options_each_is_shown_about_equally_often() {
        for seed in 0..20 {
            let mut times = [0; 20];
            forms(20, seed).iter().flatten().for_each(|option| times[option.0] += 1);
            assert!(times.iter().all(|times| (14..=16).contains(times)), "{times:?}");
        }
    }

    #[test]
    fn other_lists_turn_with_the_form_and_keep_their_residual_answer_last() {
        assert_eq!(rotated(4, 0, 1), [0, 1, 2, 3]);
        assert_eq!(rotated(4, 2, 1), [2, 0, 1, 3]);
        assert_eq!(rotated(3, 7, 3), [0, 1, 2]);
    }

    #[test]
    fn prices_are_shown_in_order_from_either_end() {
        let forms = along(&[2, 0, 1]);
        assert_eq!(
            (forms.len(), &forms[0], &forms[1]),
            (8, &vec![OptionId(2), OptionId(0), OptionId(1)], &vec![OptionId(1), OptionId(0), OptionId(2)])
        );
    }

    #[test]
    fn orders_follow_from_the_seed() {
        for options in [4, 12] {
            assert_eq!(forms(options, 3), forms(options, 3));
            assert_ne!(forms(options, 3), forms(options, 4));
        }
    }
}
