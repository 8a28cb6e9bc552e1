//! Rounds the shares of one distribution to whole percentages that add up, by largest remainder: shares are rounded down, and the
//! percentage points that are missing go to the largest remainders. Every output prints the shares of a distribution this way.

use crate::locale::whole_percent;

/// A remainder within this distance of a whole percentage point is no remainder: shares are sums of floating-point numbers.
const TOLERANCE: f64 = 1e-6;

/// Returns the shares as whole percentages that add up to the rounded sum of the shares, as fractions. No share moves by a whole
/// point or more, and of two shares the larger one is never printed as the smaller.
pub fn whole_shares(shares: &[f64]) -> Vec<f64> {
    fractions(&apportioned(shares, whole_percent(shares.iter().sum())))
}

/// Returns the shares as whole percentages that add up, as [`whole_shares`] does, where the sum of some of them is stated, too: that
/// of `upper`, which is printed as it rounds by itself, and that of `lower`. Both name places in `shares` and have none in common.
/// The printed shares of each end add up to what is printed for it.
pub fn whole_shares_with_ends(shares: &[f64], lower: &[usize], upper: &[usize]) -> Vec<f64> {
    let middle: Vec<usize> = (0..shares.len()).filter(|at| !lower.contains(at) && !upper.contains(at)).collect();
    let sum = |places: &[usize]| places.iter().map(|at| shares[*at]).sum::<f64>();
    let of_upper = whole_percent(sum(upper));
    let rest = apportioned(&[sum(lower), sum(&middle)], whole_percent(shares.iter().sum()) - of_upper);
    let mut whole = vec![0; shares.len()];
    for (places, points) in [(upper, of_upper), (lower, rest[0]), (&middle, rest[1])] {
        let own: Vec<f64> = places.iter().map(|at| shares[*at]).collect();
        places.iter().zip(apportioned(&own, points)).for_each(|(at, points)| whole[*at] = points);
    }
    fractions(&whole)
}

/// Distributes whole percentage points among shares. If the shares exceed `points`, the smallest remainders lose a point.
fn apportioned(shares: &[f64], points: i64) -> Vec<i64> {
    let percentages: Vec<f64> = shares.iter().map(|share| share * 100.0).collect();
    let whole_of = |percentage: f64| (percentage + TOLERANCE).floor();
    let mut whole: Vec<i64> = percentages.iter().map(|percentage| whole_of(*percentage) as i64).collect();
    // In units of the tolerance, so that remainders that differ by an error of arithmetic are equal.
    let remainder = |at: usize| ((percentages[at] - whole_of(percentages[at])) / TOLERANCE).round() as i64;
    let mut order: Vec<usize> = (0..shares.len()).collect();
    // Equal remainders go to the larger share, of equal shares to the first.
    order.sort_by(|a, b| remainder(*b).cmp(&remainder(*a)).then(shares[*b].total_cmp(&shares[*a])));
    let missing = points - whole.iter().sum::<i64>();
    let receiving = order.iter().take(usize::try_from(missing).unwrap_or(0));
    receiving.for_each(|at| whole[*at] += 1);
    let losing = order.iter().rev().filter(|at| percentages[**at] >= 1.0);
    losing.take(usize::try_from(-missing).unwrap_or(0)).for_each(|at| whole[*at] -= 1);
    whole
}

fn fractions(whole: &[i64]) -> Vec<f64> {
    whole.iter().map(|points| *points as f64 / 100.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(shares: &[f64]) -> Vec<i64> {
        whole_shares(shares).into_iter().map(whole_percent).collect()
    }

    #[test]
    fn rounded_shares_add_up_and_the_largest_remainders_are_rounded_up() {
        assert_eq!(points(&[0.506, 0.236, 0.166, 0.092]), [51, 24, 16, 9]);
        assert_eq!(points(&[1.0 / 3.0; 3]), [34, 33, 33]);
        assert_eq!(points(&[0.5, 0.5]), [50, 50]);
        assert_eq!(points(&[0.1 + 0.2, 0.7]), [30, 70]);
        assert_eq!(points(&[]), [] as [i64; 0]);
        assert_eq!(points(&[0.245, 0.245]), [25, 24], "a part of a distribution adds up to its own sum");
    }

    #[test]
    fn the_ends_of_a_scale_are_printed_as_the_sum_of_their_steps() {
        let shares = [0.104, 0.156, 0.204, 0.302, 0.234];
        assert_eq!(points(&shares), [10, 16, 20, 30, 24]);
        let printed = whole_shares_with_ends(&[0.104, 0.155, 0.205, 0.3005, 0.2355], &[0, 1], &[3, 4]);
        let whole: Vec<i64> = printed.into_iter().map(whole_percent).collect();
        assert_eq!(whole, [10, 16, 20, 30, 24]);
        assert_eq!(whole[3] + whole[4], whole_percent(0.3005 + 0.2355));
    }

    /// Five shares that add up to one, by number.
    fn drawn(number: usize) -> Vec<f64> {
        let weights: Vec<f64> = (1..=5).map(|at| ((number * 7919 + at * at * 104_729) % 9973 + 1) as f64).collect();
        let sum: f64 = weights.iter().sum();
        weights.into_iter().map(|weight| weight / sum).collect()
    }

    #[test]
    fn every_distribution_adds_up_to_100_and_keeps_its_order() {
        for shares in (0..5_000).map(drawn) {
            let whole = points(&shares);
            assert_eq!(whole.iter().sum::<i64>(), 100, "{shares:?}");
            for (one, share) in whole.iter().zip(&shares) {
                assert!((*one as f64 - share * 100.0).abs() < 1.0, "{shares:?} {whole:?}");
                assert!(whole.iter().zip(&shares).all(|(other, than)| than >= share || other <= one), "{shares:?}");
            }
        }
    }

    #[test]
    fn both_ends_of_a_scale_add_up_to_what_is_printed_for_them() {
        for shares in (0..5_000).map(drawn) {
            let printed = whole_shares_with_ends(&shares, &[0, 1], &[3, 4]);
            let whole: Vec<i64> = printed.into_iter().map(whole_percent).collect();
            assert_eq!(whole.iter().sum::<i64>(), 100, "{shares:?}");
            assert_eq!(whole[3] + whole[4], whole_percent(shares[3] + shares[4]), "{shares:?}");
            let is_near = |(one, share): (&i64, &f64)| *one >= 0 && (*one as f64 - share * 100.0).abs() < 1.5;
            assert!(whole.iter().zip(&shares).all(is_near), "{shares:?} {whole:?}");
        }
    }
}
