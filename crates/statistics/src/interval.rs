//! The interval of a share, and that of the difference of two. Each contains its estimate and stays within the possible range. Sample
//! sizes are real numbers, because they are effective sample sizes.

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

/// Returns the interval of how far a share lies above another, `from`, whose error is independent. Each share has its own interval,
/// of the same level (Newcombe's hybrid score interval where these are Wilson's: MOVER, Zou and Donner 2008).
pub fn difference_interval((from, from_ends): (f64, [f64; 2]), (to, to_ends): (f64, [f64; 2])) -> [f64; 2] {
    // An end on the wrong side of its share, by rounding, counts as the share itself.
    let below = |share: f64, [low, _]: [f64; 2]| (share - low).max(0.0);
    let above = |share: f64, [_, high]: [f64; 2]| (high - share).max(0.0);
    let difference = to - from;
    let low = difference - below(to, to_ends).hypot(above(from, from_ends));
    let high = difference + above(to, to_ends).hypot(below(from, from_ends));
    [low.max(-1.0), high.min(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
    fn a_difference_has_its_published_interval() {
        // Newcombe 1998, interval estimation for the difference between independent proportions, table II, method 10.
        for ((to, m), (from, n), low, high) in [
            ((56.0, 70.0), (48.0, 80.0), 0.0524, 0.3339),
            ((9.0, 10.0), (3.0, 10.0), 0.1705, 0.8090),
            ((6.0, 7.0), (2.0, 7.0), 0.0582, 0.8062),
            ((5.0, 56.0), (0.0, 29.0), -0.0381, 0.1926),
            ((0.0, 10.0), (0.0, 20.0), -0.1611, 0.2775),
            ((10.0, 10.0), (0.0, 20.0), 0.6791, 1.0),
        ] {
            let with_interval = |count: f64, n: f64| (count / n, wilson(count / n, n));
            let [l, h] = difference_interval(with_interval(from, n), with_interval(to, m));
            assert!((l - low).abs() < 1e-4 && (h - high).abs() < 1e-4, "{to}/{m} and {from}/{n}: {l} {h}");
        }
    }

    proptest! {
        #[test]
        fn a_difference_lies_in_its_interval_and_the_reverse_mirrors_it(
            from in 0.0f64..=1.0, to in 0.0f64..=1.0, n in 1.0f64..500.0,
        ) {
            let (a, b) = ((from, wilson(from, n)), (to, wilson(to, 40.0)));
            let [low, high] = difference_interval(a, b);
            prop_assert!(-1.0 <= low && low <= to - from && to - from <= high && high <= 1.0);
            let [back_low, back_high] = difference_interval(b, a);
            prop_assert!((low + back_high).abs() < 1e-12 && (high + back_low).abs() < 1e-12);
        }

        #[test]
        fn an_interval_holds_its_share(n in 0.5f64..2000.0, share in 0.0f64..=1.0) {
            let [low, high] = wilson(share, n);
            prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        }
    }
}
