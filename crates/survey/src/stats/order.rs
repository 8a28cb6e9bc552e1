//! Whether the place at which an option was shown moved the answers.
//! Sound for lists and for subsets, however options and places are balanced, and however appeal was estimated: what
//! appeal explains is taken out of both the places chosen and their variance. Knows no engine and no form.

use nalgebra::{DMatrix, DVector};

use super::chi_square_tail;

/// A direction with less information than this many answers' worth can't be told from rounding.
const INFORMATION_MIN: f64 = 1e-6;

/// p-value of "position does not matter". Each answer is the options in the order shown and the one chosen; `appeal`
/// (shares, or worths) says how likely each option is to be chosen from those shown, were all places equal. A score
/// test with one degree fewer than there are places; 1 where places and options can't be told apart.
pub fn order_effect_p(answers: &[(&[usize], usize)], appeal: &[f64]) -> f64 {
    let places = answers.iter().map(|(shown, _)| shown.len()).max().unwrap_or(0);
    let mut score = Score::new(places, appeal.len());
    for (shown, chosen) in answers {
        score.add(shown, *chosen, appeal);
    }
    score.p()
}

/// First and second moments of what was chosen minus what was expected: places first, options after them.
struct Score {
    places: usize,
    surplus: Vec<f64>,
    /// Row by row.
    information: Vec<f64>,
}

impl Score {
    fn new(places: usize, options: usize) -> Self {
        let size = places + options;
        Self { places, surplus: vec![0.0; size], information: vec![0.0; size * size] }
    }

    fn add(&mut self, shown: &[usize], chosen: usize, appeal: &[f64]) {
        let total: f64 = shown.iter().map(|option| appeal[*option]).sum();
        if total <= 0.0 {
            return;
        }
        let size = self.surplus.len();
        for (place, option) in shown.iter().enumerate() {
            let expected = appeal[*option] / total;
            let surplus = f64::from(u8::from(*option == chosen)) - expected;
            for row in [place, self.places + option] {
                self.surplus[row] += surplus;
                for (other_place, other) in shown.iter().enumerate() {
                    let variance = if place == other_place { expected } else { 0.0 };
                    let covariance = variance - expected * appeal[*other] / total;
                    self.information[row * size + other_place] += covariance;
                    self.information[row * size + self.places + other] += covariance;
                }
            }
        }
    }

    /// Rao's statistic of the places after the options (Neyman's C(α)).
    fn p(&self) -> f64 {
        let (places, size) = (self.places, self.surplus.len());
        let options = size - places;
        let (chosen, all) =
            (DVector::from_column_slice(&self.surplus), DMatrix::from_row_slice(size, size, &self.information));
        let cross = all.view((0, places), (places, options));
        let explained = cross * inverse(all.view((places, places), (options, options)).into_owned()).0;
        let surplus = chosen.rows(0, places) - &explained * chosen.rows(places, options);
        let information = all.view((0, 0), (places, places)) - &explained * cross.transpose();
        let (inverse, rank) = inverse(information);
        chi_square_tail(surplus.dot(&(inverse * &surplus)), rank)
    }
}

/// The inverse on the directions that hold information, and their number: shares sum to one, so one direction is empty.
fn inverse(matrix: DMatrix<f64>) -> (DMatrix<f64>, usize) {
    if matrix.is_empty() {
        return (matrix, 0);
    }
    let eigen = matrix.symmetric_eigen();
    let rank = eigen.eigenvalues.iter().filter(|value| **value > INFORMATION_MIN).count();
    let inverted = eigen.eigenvalues.map(|value| if value > INFORMATION_MIN { 1.0 / value } else { 0.0 });
    (&eigen.eigenvectors * DMatrix::from_diagonal(&inverted) * eigen.eigenvectors.transpose(), rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form;
    use crate::stats::weighted_shares;

    fn p(choose: impl Fn(usize, &[usize]) -> usize) -> f64 {
        let forms = form::forms(4, 1);
        let answers: Vec<(&[usize], usize)> = (0..400)
            .map(|index| {
                let order = form::dealt(&forms, index);
                (order, choose(index, order))
            })
            .collect();
        order_effect_p(&answers, &weighted_shares(answers.iter().map(|(_, chosen)| (*chosen, 1.0)), 4))
    }

    #[test]
    fn choosing_by_position_is_flagged() {
        assert!(p(|index, order| if index % 5 < 2 { order[0] } else { index / 4 % 4 }) < 0.001);
    }

    #[test]
    fn choosing_by_option_is_not_flagged() {
        assert!(p(|index, _| if index % 3 == 0 { 2 } else { index / 4 % 4 }) > 0.2);
    }

    #[test]
    fn one_option_chosen_by_everyone_is_not_flagged() {
        assert!(p(|_, _| 3) > 0.999);
    }

    #[test]
    fn nothing_shown_or_nothing_liked_is_not_flagged() {
        assert_eq!(order_effect_p(&[], &[0.5, 0.5]), 1.0);
        assert_eq!(order_effect_p(&[(&[0, 1], 0)], &[0.0, 0.0]), 1.0);
    }

    #[test]
    fn places_that_always_hold_the_same_option_are_not_flagged() {
        let answers: Vec<(&[usize], usize)> = (0..100).map(|at| (&[0, 1, 2][..], usize::from(at % 4 == 0))).collect();
        assert_eq!(order_effect_p(&answers, &[0.75, 0.25, 0.0]), 1.0);
    }
}
