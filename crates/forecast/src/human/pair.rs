//! A forecast figure paired with people's figure, and whether an interval around the forecast covers it.

use super::{Case, Prediction};
use crate::floored;
use crate::joint::EffectiveSize;
use foundation::Language;
use statistics::Z_95;

/// With two steps the mean is a share, which is judged already.
const SCALE_STEPS_MIN: usize = 3;

/// One figure of one case.
pub(super) struct Pair<'a> {
    pub(super) survey: &'a str,
    /// Fold in which its survey is held out.
    pub(super) fold: usize,
    pub(super) language: Language,
    /// Effective sample size of people's figure.
    people: f64,
    figure: Figure,
    /// Whether the 95 % interval by the distribution of the effective sample size covers people's figure; false for means.
    pub(super) is_covered: bool,
}

enum Figure {
    Share {
        forecast: f64,
        real: f64,
    },
    /// With the variance of a single answer.
    Mean {
        forecast: f64,
        real: f64,
        forecast_variance: f64,
        real_variance: f64,
    },
}

impl<'a> Pair<'a> {
    /// Pairs the share of every option. Its interval follows from the distribution of the effective sample size.
    pub(super) fn of_shares(prediction: &Prediction<'a>, fold: usize, effective_size: &EffectiveSize) -> Vec<Self> {
        let case = prediction.case;
        let forecast = floored(&prediction.shares);
        let posterior = effective_size.observed_shares(&forecast, case.n_eff);
        let pair = |(option, (forecast, real)): (usize, (&f64, &f64))| {
            let real = clamped(*real, case.n_eff);
            let [low, high] = posterior.interval(&[option]);
            let is_covered = (low.min(*forecast)..=high.max(*forecast)).contains(&real);
            Self { is_covered, ..Self::new(case, fold, case.n_eff, Figure::Share { forecast: *forecast, real }) }
        };
        forecast.iter().zip(&case.shares).enumerate().map(pair).collect()
    }

    /// Pairs the mean on the case's scale and the share of its last two steps; empty if the case has no such scale.
    pub(super) fn of_scale(prediction: &Prediction<'a>, fold: usize) -> Vec<Self> {
        let case = prediction.case;
        let forecast = on_scale(&floored(&prediction.shares), &case.ordinal_scale);
        let (Some((forecast, _)), Some((real, part))) = (forecast, on_scale(&case.shares, &case.ordinal_scale)) else {
            return Vec::new();
        };
        let people = case.n_eff * part;
        let ((forecast_mean, forecast_variance), (real_mean, real_variance)) = (moments(&forecast), moments(&real));
        let mean = Figure::Mean { forecast: forecast_mean, real: real_mean, forecast_variance, real_variance };
        let top_two = |steps: &[f64]| steps[steps.len() - 2..].iter().sum::<f64>();
        let top = Figure::Share { forecast: top_two(&forecast), real: clamped(top_two(&real), people) };
        let figures = [mean, top];
        figures.map(|figure| Self::new(case, fold, people, figure)).into()
    }

    fn new(case: &'a Case, fold: usize, people: f64, figure: Figure) -> Self {
        Self { survey: &case.survey, fold, language: case.language, people, figure, is_covered: false }
    }

    /// Returns whether the 95 % interval of a forecast with effective sample size `size` covers people's figure. The
    /// sampling error of people's figure is included.
    pub(super) fn covers(&self, size: f64) -> bool {
        match self.figure {
            Figure::Share { forecast, real } => {
                let [low, high] = statistics::wilson(forecast, (size.recip() + self.people.recip()).recip());
                (low..=high).contains(&real)
            }
            Figure::Mean { forecast, real, forecast_variance, real_variance } => {
                let variance = forecast_variance / size + real_variance / self.people;
                (forecast - real).abs() <= Z_95 * variance.sqrt()
            }
        }
    }

    /// Returns the forecast share; `None` for a mean.
    pub(super) fn forecast_share(&self) -> Option<f64> {
        match self.figure {
            Figure::Share { forecast, .. } => Some(forecast),
            Figure::Mean { .. } => None,
        }
    }
}

/// Clamps people's share by half an answer: an answer that none of `people` gave is rare, not impossible.
fn clamped(real: f64, people: f64) -> f64 {
    let half_an_answer = (0.5 / people).min(0.5);
    real.clamp(half_an_answer, 1.0 - half_an_answer)
}

/// Returns the shares renormalised on the scale, and the total share of its options.
fn on_scale(shares: &[f64], scale: &[usize]) -> Option<(Vec<f64>, f64)> {
    let part: f64 = scale.iter().map(|at| shares[*at]).sum();
    let is_scale = scale.len() >= SCALE_STEPS_MIN && part > 0.0;
    is_scale.then(|| (scale.iter().map(|at| shares[*at] / part).collect(), part))
}

/// Returns mean and variance of the position on a scale from 0 to 1.
fn moments(steps: &[f64]) -> (f64, f64) {
    let place = |step: usize| step as f64 / (steps.len() - 1) as f64;
    let expected =
        |power: i32| steps.iter().enumerate().map(|(step, share)| share * place(step).powi(power)).sum::<f64>();
    let (mean, square) = (expected(1), expected(2));
    (mean, (square - mean * mean).max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::human::tests::made;

    #[test]
    fn an_interval_covers_people_s_share_up_to_the_effective_size_worked_out_by_hand() {
        let mut case = made(1, 1, 2).remove(0);
        (case.shares, case.n_eff) = (vec![0.6, 0.4], 1e9);
        let pairs =
            Pair::of_shares(&Prediction { case: &case, shares: vec![0.5, 0.5] }, 0, &EffectiveSize::about(40.0));
        // (0.1)² = 1.96² · 0.6 · 0.4 / 92.2.
        assert!(pairs.iter().all(|pair| pair.covers(92.0) && !pair.covers(93.0)));
        assert_eq!(pairs[1].forecast_share(), Some(0.5));
    }

    #[test]
    fn an_interval_is_widened_by_the_sampling_error_of_people_s_share() {
        let mut case = made(1, 1, 2).remove(0);
        (case.shares, case.n_eff) = (vec![0.6, 0.4], 90.0);
        let pairs =
            Pair::of_shares(&Prediction { case: &case, shares: vec![0.5, 0.5] }, 0, &EffectiveSize::about(40.0));
        assert!(pairs.iter().all(|pair| pair.covers(1e6)));
    }

    #[test]
    fn an_interval_can_cover_a_share_of_zero() {
        let mut case = made(1, 1, 2).remove(0);
        (case.shares, case.n_eff) = (vec![1.0, 0.0], 500.0);
        let pairs =
            Pair::of_shares(&Prediction { case: &case, shares: vec![0.99, 0.01] }, 0, &EffectiveSize::about(40.0));
        assert!(pairs.iter().all(|pair| pair.covers(20.0)));
    }

    #[test]
    fn a_scale_is_judged_by_its_mean_and_by_its_last_two_steps() {
        let mut case = made(1, 1, 4).remove(0);
        (case.shares, case.n_eff) = (vec![0.2, 0.3, 0.3, 0.2], 1e9);
        assert!(Pair::of_scale(&Prediction { case: &case, shares: case.shares.clone() }, 0).is_empty());
        // One option is off the scale. The forecast puts half of the rest at either end, people are all in the
        // middle.
        case.ordinal_scale = vec![0, 1, 2];
        case.shares = vec![0.0, 0.8, 0.0, 0.2];
        let pairs = Pair::of_scale(&Prediction { case: &case, shares: vec![0.4, 0.0, 0.4, 0.2] }, 0);
        assert_eq!(pairs.len(), 2);
        assert!(pairs[0].covers(400.0), "the means are the same");
        assert!(!pairs[1].covers(400.0), "the last two steps are not");
    }
}
