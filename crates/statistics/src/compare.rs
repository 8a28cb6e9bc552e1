//! Tests whether figures differ, and by what factor. `several` corrects for multiple comparisons.

use super::chi_square_tail;

/// Returns the two-sided p-value of a standard normal deviate; 1 if it is not a number.
pub fn normal_p(deviate: f64) -> f64 {
    chi_square_tail(deviate * deviate, 1)
}

/// Returns the ratio of the hit rate inside a group to the rate outside, each given as (hits, total).
///
/// Returns `None` if a group is empty or nobody outside hits.
pub fn lift(inside: (f64, f64), outside: (f64, f64)) -> Option<f64> {
    let is_defined = inside.1 > 0.0 && outside.1 > 0.0 && outside.0 > 0.0;
    is_defined.then(|| (inside.0 / inside.1) / (outside.0 / outside.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_p_values_are_two_sided() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-6;
        assert!(close(normal_p(1.959_963_985), 0.05) && close(normal_p(-1.959_963_985), 0.05));
        assert_eq!((normal_p(0.0), normal_p(f64::NAN)), (1.0, 1.0));
    }

    #[test]
    fn a_lift_needs_people_in_both_groups_and_a_rate_outside() {
        assert_eq!(lift((5.0, 10.0), (10.0, 40.0)), Some(2.0));
        assert_eq!(lift((0.0, 10.0), (10.0, 40.0)), Some(0.0));
        assert_eq!(lift((5.0, 10.0), (0.0, 40.0)), None);
        assert_eq!(lift((5.0, 10.0), (0.0, 0.0)), None);
        assert_eq!(lift((0.0, 0.0), (5.0, 10.0)), None);
    }
}
