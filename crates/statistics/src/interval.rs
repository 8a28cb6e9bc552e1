//! Intervals of a share and of the difference between two shares. Each interval contains its estimate and stays
//! within the possible range. Sample sizes are real numbers, because they are effective sample sizes.

use super::Z_95;

/// Returns Wilson's 95 % interval of a share, which keeps its coverage near 0 and 1. Returns `[0.0, 1.0]` if `n` is
/// not positive.
pub fn wilson(share: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [0.0, 1.0];
    }
    let p = share.clamp(0.0, 1.0);
    let z2 = Z_95 * Z_95;
    let centre = p + z2 / (2.0 * n);
    let half = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z2 / n;
    // The clamps keep the share inside its interval despite rounding.
    [((centre - half) / scale).clamp(0.0, p), ((centre + half) / scale).clamp(p, 1.0)]
}

/// Returns Newcombe's 95 % interval of the difference between two shares of one sample.
///
/// It combines the two Wilson intervals, so its width is positive even if the sample is unanimous. With only two
/// options it is equivalent to the Wilson interval of the first.
pub fn lead_interval(first: f64, second: f64, n: f64) -> [f64; 2] {
    if n <= 0.0 {
        return [-1.0, 1.0];
    }
    let ([first_low, first_high], [second_low, second_high]) = (wilson(first, n), wilson(second, n));
    // Shares of one sample are negatively correlated. Where the correlation is undefined, −1 gives the widest
    // interval.
    let spread = (1.0 - first) * (1.0 - second);
    let correlation = if spread > 0.0 { -(first * second / spread).sqrt().min(1.0) } else { -1.0 };
    let reach = |a: f64, b: f64| (a * a + b * b - 2.0 * correlation * a * b).max(0.0).sqrt();
    let lead = first - second;
    [
        (lead - reach(first - first_low, second_high - second)).max(-1.0),
        (lead + reach(first_high - first, second - second_low)).min(1.0),
    ]
}

/// Returns the probability that the true share exceeds `limit`, from a Beta posterior with Jeffreys' prior.
pub fn probability_above(share: f64, n: f64, limit: f64) -> f64 {
    use statrs::distribution::{Beta, ContinuousCDF};
    let (n, share) = (n.max(0.0), share.clamp(0.0, 1.0));
    Beta::new(n * share + 0.5, n * (1.0 - share) + 0.5).map_or(0.5, |posterior| posterior.sf(limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn wilson_has_its_published_values() {
        // Newcombe 1998, table I: 81/263, 15/148, 0/20, 1/29.
        for (count, n, low, high) in [
            (81.0, 263.0, 0.2553, 0.3662),
            (15.0, 148.0, 0.0624, 0.1605),
            (0.0, 20.0, 0.0, 0.1611),
            (1.0, 29.0, 0.0061, 0.1718),
        ] {
            let [l, h] = wilson(count / n, n);
            assert!((l - low).abs() < 1e-4 && (h - high).abs() < 1e-4, "{count}/{n}: {l} {h}");
        }
    }

    #[test]
    fn between_two_options_the_lead_says_what_the_share_says() {
        for share in [0.5, 0.62, 0.9, 1.0] {
            let [low, high] = lead_interval(share, 1.0 - share, 50.0);
            let [share_low, share_high] = wilson(share, 50.0);
            assert!(close(low, 2.0 * share_low - 1.0) && close(high, 2.0 * share_high - 1.0), "{share}");
        }
    }

    #[test]
    fn a_unanimous_panel_still_has_some_doubt() {
        assert!(lead_interval(1.0, 0.0, 50.0)[0] < 0.95);
    }

    proptest! {
        #[test]
        fn an_interval_holds_its_share(n in 0.5f64..2000.0, share in 0.0f64..=1.0) {
            let [low, high] = wilson(share, n);
            prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        }

        #[test]
        fn a_lead_lies_inside_its_interval(first in 0.0f64..=1.0, part in 0.0f64..=1.0, n in 0.5f64..2000.0) {
            let second = (1.0 - first) * part;
            let [low, high] = lead_interval(first, second, n);
            prop_assert!(-1.0 <= low && low <= first - second && first - second <= high && high <= 1.0);
            let [back_low, back_high] = lead_interval(second, first, n);
            prop_assert!((low + back_high).abs() < 1e-9 && (high + back_low).abs() < 1e-9);
        }
    }

    #[test]
    fn a_majority_is_the_surer_the_more_were_counted() {
        assert!((probability_above(0.5, 40.0, 0.5) - 0.5).abs() < 1e-9);
        assert!((probability_above(0.9, 0.0, 0.5) - 0.5).abs() < 1e-9);
        let [few, many] = [5.0, 60.0].map(|n| probability_above(0.65, n, 0.5));
        assert!((0.6..0.9).contains(&few) && many > 0.98, "{few} {many}");
    }
}
