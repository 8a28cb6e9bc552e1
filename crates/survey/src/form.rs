//! Option orders. Forms are the rows of a cyclic Latin square over a seeded permutation and are dealt in turn, so over
//! any run of respondents each option stands at each position equally often, give or take one.

use rand::seq::SliceRandom;

use crate::chance::stream;

/// A served order: the option at each position, by its index in the client's order.
pub type Form = Vec<usize>;

/// As many forms as options.
pub fn forms(options: usize, seed: u64) -> Vec<Form> {
    let mut order: Form = (0..options).collect();
    order.shuffle(&mut stream(seed, "forms"));
    (0..options)
        .map(|shift| {
            let mut form = order.clone();
            form.rotate_left(shift);
            form
        })
        .collect()
}

/// The form that the respondent at this place of the sample gets; empty only when there are no forms.
pub fn dealt(forms: &[Form], respondent_index: usize) -> &[usize] {
    if forms.is_empty() { &[] } else { &forms[respondent_index % forms.len()] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn positions_are_flat_over_any_run(
            options in 2usize..=20, seed: u64, from in 0usize..900, length in 1usize..200,
        ) {
            let forms = forms(options, seed);
            let mut counts = vec![vec![0usize; options]; options];
            for index in from..from + length {
                for (position, option) in dealt(&forms, index).iter().enumerate() {
                    counts[*option][position] += 1;
                }
            }
            let cells: Vec<usize> = counts.into_iter().flatten().collect();
            let spread = cells.iter().max().unwrap() - cells.iter().min().unwrap();
            prop_assert!(spread <= 1);
        }
    }

    #[test]
    fn orders_follow_from_the_seed() {
        assert_eq!(forms(6, 3), forms(6, 3));
        assert_ne!(forms(6, 3), forms(6, 4));
    }
}
