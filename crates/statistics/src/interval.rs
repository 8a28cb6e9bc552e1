//! The interval of a share. It contains its estimate and stays within the possible range. Sample sizes are real numbers, because
//! they are effective sample sizes.

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

    proptest! {
        #[test]
        fn an_interval_holds_its_share(n in 0.5f64..2000.0, share in 0.0f64..=1.0) {
            let [low, high] = wilson(share, n);
            prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        }
    }
}
