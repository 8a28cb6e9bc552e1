//! Shares as replies state them: percentages with one decimal, by letter or by number. They sum to 100 unless each
//! stands by itself.

use std::collections::BTreeMap;

/// Tenths of a percent in 100 percent.
const TENTHS: f64 = 1_000.0;

/// Returns the weights as percentages, rounded by the largest-remainder method.
pub fn percents(weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    let exact: Vec<f64> = weights.iter().map(|weight| weight / total * TENTHS).collect();
    let mut tenths: Vec<f64> = exact.iter().map(|it| it.floor()).collect();
    let mut places: Vec<usize> = (0..weights.len()).collect();
    places.sort_by(|&a, &b| (exact[b] - tenths[b]).total_cmp(&(exact[a] - tenths[a])));
    let left_over = (TENTHS - tenths.iter().sum::<f64>()).round() as usize;
    for place in places.into_iter().take(left_over) {
        tenths[place] += 1.0;
    }
    tenths.into_iter().map(|it| it / 10.0).collect()
}

/// Returns the percentages of these weights, by the letters of the options.
pub fn lettered(weights: &[f64]) -> BTreeMap<String, f64> {
    ('A'..='Z').map(String::from).zip(percents(weights)).collect()
}

/// Returns these fractions as percentages by the letters of the options, each by itself.
pub fn each_lettered(fractions: &[f64]) -> BTreeMap<String, f64> {
    let percent = |fraction: &f64| (fraction * TENTHS).round() / 10.0;
    ('A'..='Z').map(String::from).zip(fractions.iter().map(percent)).collect()
}

/// Returns the percentages of these weights, by numbers from 1.
pub fn numbered(weights: &[f64]) -> BTreeMap<String, f64> {
    (1..=weights.len()).map(|number| number.to_string()).zip(percents(weights)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_sum_to_a_hundred_and_keep_what_was_recorded() {
        assert_eq!(percents(&[0.053, 0.384, 0.306, 0.174, 0.083]), [5.3, 38.4, 30.6, 17.4, 8.3]);
        assert_eq!(percents(&[1.0, 1.0, 1.0]), [33.4, 33.3, 33.3]);
        assert!(percents(&[]).is_empty());
    }

    #[test]
    fn letters_and_numbers_follow_the_order_of_the_weights() {
        assert_eq!(lettered(&[3.0, 1.0]), BTreeMap::from([("A".to_owned(), 75.0), ("B".to_owned(), 25.0)]));
        assert_eq!(numbered(&[3.0, 1.0]), BTreeMap::from([("1".to_owned(), 75.0), ("2".to_owned(), 25.0)]));
    }
}
