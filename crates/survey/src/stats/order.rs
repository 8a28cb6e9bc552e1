//! Whether the place at which an option was shown moved the answers.

use super::chi_square_tail;

/// p-value of "position does not matter": chosen positions against those expected from how often each option was chosen
/// and where it stood. `answers` holds each served order with the option chosen from it.
pub fn order_effect_p(answers: &[(&[usize], usize)], options: usize) -> f64 {
    let total = answers.len() as f64;
    let mut chosen = vec![0.0; options];
    for (_, choice) in answers {
        chosen[*choice] += 1.0;
    }
    let mut observed = vec![0.0; options];
    let mut expected = vec![0.0; options];
    for (order, choice) in answers {
        for (position, option) in order.iter().enumerate() {
            expected[position] += chosen[*option] / total;
            if option == choice {
                observed[position] += 1.0;
            }
        }
    }
    let cells = observed.iter().zip(&expected).filter(|(_, expected)| **expected > 0.0);
    chi_square_tail(cells.map(|(o, e)| (o - e) * (o - e) / e).sum(), options.saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form;

    fn answers(choose: impl Fn(usize, &[usize]) -> usize) -> f64 {
        let forms = form::forms(4, 1);
        let answers: Vec<(&[usize], usize)> = (0..400)
            .map(|index| {
                let order = form::dealt(&forms, index);
                (order, choose(index, order))
            })
            .collect();
        order_effect_p(&answers, 4)
    }

    #[test]
    fn choosing_by_position_is_flagged() {
        assert!(answers(|index, order| if index % 5 < 2 { order[0] } else { index / 4 % 4 }) < 0.001);
    }

    #[test]
    fn choosing_by_option_is_not_flagged() {
        assert!(answers(|index, _| if index % 3 == 0 { 2 } else { index / 4 % 4 }) > 0.2);
    }

    #[test]
    fn one_option_chosen_by_everyone_is_not_flagged() {
        assert!(answers(|_, _| 3) > 0.999);
    }
}
