//! The bootstrap interval of a weighted mean, for ratings whose distribution has no convenient closed form.

use rand::{Rng, RngExt};

const RESAMPLES_MAX: usize = 1000;
const RESAMPLES_MIN: usize = 200;
/// Limits the draws per call, and so the time that a large sample takes.
const DRAWS_MAX: usize = 1_000_000;

/// Returns the percentile bootstrap 95 % interval of the weighted mean, stretched about the mean by the factor
/// `widen`.
///
/// The caller sets `widen` above 1 where the effective sample size of the forecast is smaller than the number of
/// answers, and clips the result to the scale. Returns `[0.0, 0.0]` if there are no values.
pub fn bootstrap_mean(values: &[f64], weights: &[f64], widen: f64, rng: &mut impl Rng) -> [f64; 2] {
    let terms: Vec<[f64; 2]> = values.iter().zip(weights).map(|(value, weight)| [value * weight, *weight]).collect();
    let mean = ratio(terms.iter());
    let resamples = (DRAWS_MAX / terms.len().max(1)).clamp(RESAMPLES_MIN, RESAMPLES_MAX);
    let mut dice = vec![0u32; terms.len()];
    let mut means: Vec<f64> = (0..resamples)
        .map(|_| {
            rng.fill(&mut dice[..]);
            resampled_mean(&terms, &dice)
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    [percentile(&means, 0.025), percentile(&means, 0.975)].map(|end| mean + widen * (end - mean))
}

/// Returns the weighted mean of one resample. `dice` holds one random number for each drawn term; no resample is
/// stored.
fn resampled_mean(terms: &[[f64; 2]], dice: &[u32]) -> f64 {
    let count = terms.len() as u64;
    // Four independent sums let the processor overlap the additions.
    let mut sums = [[0.0; 2]; 4];
    for four in dice.chunks(4) {
        for (sum, bits) in sums.iter_mut().zip(four) {
            // The high half of the product maps 32 random bits onto the indices; the bias is below count/2³².
            let [value, weight] = terms[((u64::from(*bits) * count) >> 32) as usize];
            sum[0] += value;
            sum[1] += weight;
        }
    }
    ratio(sums.iter())
}

fn ratio<'a>(terms: impl Iterator<Item = &'a [f64; 2]>) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for term in terms {
        sum += term[0];
        weight += term[1];
    }
    if weight > 0.0 { sum / weight } else { 0.0 }
}

/// Returns a quantile of sorted values, interpolated linearly between neighbours.
fn percentile(sorted: &[f64], part: f64) -> f64 {
    let place = part * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    below + (above - below) * place.fract()
}

#[cfg(test)]
mod tests {
    use super::*;
    use foundation::chance::stream;
    use proptest::prelude::*;

    #[test]
    fn percentiles_interpolate_between_neighbours() {
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0], 0.25), 1.75);
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0], 1.0), 4.0);
    }

    #[test]
    fn the_interval_has_the_width_of_the_normal_one() {
        let values: Vec<f64> = (0..400).map(|at| f64::from(at % 5)).collect();
        let [low, high] = bootstrap_mean(&values, &[1.0; 400], 1.0, &mut stream(1, "mean"));
        // Standard error √2/√400, so ±0.1386 about 2.
        assert!((low - 1.861).abs() < 0.015 && (high - 2.139).abs() < 0.015, "{low} {high}");
    }

    #[test]
    fn widening_stretches_the_interval_about_the_mean() {
        let (values, weights) = ([1.0, 2.0, 5.0, 3.0, 4.0, 4.0], [1.0, 0.5, 2.0, 1.0, 1.0, 1.5]);
        let mean = values.iter().zip(&weights).map(|(value, weight)| value * weight).sum::<f64>() / 7.0;
        let narrow = bootstrap_mean(&values, &weights, 1.0, &mut stream(1, "mean"));
        let wide = bootstrap_mean(&values, &weights, 3.0, &mut stream(1, "mean"));
        for end in 0..2 {
            assert!((wide[end] - mean - 3.0 * (narrow[end] - mean)).abs() < 1e-9);
        }
    }

    #[test]
    fn without_values_or_spread_there_is_no_width() {
        assert_eq!(bootstrap_mean(&[], &[], 2.0, &mut stream(1, "mean")), [0.0, 0.0]);
        assert_eq!(bootstrap_mean(&[4.0; 9], &[1.0; 9], 2.0, &mut stream(1, "mean")), [4.0, 4.0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_interval_stays_among_the_values(
            rated in prop::collection::vec((1.0f64..=5.0, 0.5f64..2.0), 1..60), seed: u64,
        ) {
            let (values, weights): (Vec<f64>, Vec<f64>) = rated.into_iter().unzip();
            let [low, high] = bootstrap_mean(&values, &weights, 1.0, &mut stream(seed, "mean"));
            let least = values.iter().copied().fold(f64::INFINITY, f64::min);
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(least - 1e-9 <= low && low <= high && high <= most + 1e-9);
        }
    }
}
