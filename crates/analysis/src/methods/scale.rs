//! Answers on a scale: the mean, the share at the upper end, and whether the answers are polarised. On a scale no
//! answer wins.

use forecast::joint::EffectiveSize;
use foundation::OptionId;
use language::scale::{self, Role};
use statistics::Z_95;

use super::super::Evidence;
use super::super::panel::Panel;

const STEPS_MIN: usize = 3;
/// Answers are polarised if both end points have at least this share, and all points between them less than either.
const SPLIT_MIN: f64 = 0.2;

#[derive(Debug, Clone, PartialEq)]
pub struct ScaleShape {
    /// In ascending order.
    pub steps: Vec<OptionId>,
    /// Shares of the points, among respondents who answered on the scale.
    pub shares: Vec<f64>,
    /// The mean, with the lowest point counted as one.
    pub mean: f64,
    pub mean_interval: [f64; 2],
    /// The share at the upper end: the two highest points of a scale of four or more, the highest of three.
    pub top: f64,
    pub top_interval: [f64; 2],
    /// The probability that more than half of the people are at the upper end.
    pub probability_most: f64,
    /// The points that `top` counts.
    pub top_steps: Vec<OptionId>,
    pub bottom: f64,
    /// Whether the answers are polarised.
    pub is_split: bool,
}

impl ScaleShape {
    /// Returns the share at the upper end among those who answered on the scale, by the shares of all options; 0 if nobody did.
    pub fn upper_end_among(&self, shares: &[f64]) -> f64 {
        let sum = |options: &[OptionId]| options.iter().map(|option| shares[option.0]).sum::<f64>();
        let on_scale = sum(&self.steps);
        if on_scale > 0.0 { sum(&self.top_steps) / on_scale } else { 0.0 }
    }

    /// Returns the points of the lower end, as many as the upper end has.
    pub fn bottom_steps(&self) -> &[OptionId] {
        &self.steps[..self.top_steps.len().min(self.steps.len())]
    }
}

pub(super) fn shape(evidence: &Evidence<'_>, panel: &Panel<'_>, shares: &[f64]) -> Option<ScaleShape> {
    let options: Vec<&str> = evidence.brief.options().iter().map(String::as_str).collect();
    let read = scale::read(evidence.brief.language(), &options);
    // Numbers with a unit are quantities, not points of a scale.
    read.kind.filter(|kind| *kind != scale::ScaleKind::Quantity)?;
    let mut steps: Vec<(usize, f64)> = Vec::new();
    for (at, role) in read.roles.iter().enumerate() {
        match role {
            Role::Step(step) => steps.push((at, step.place)),
            Role::Unsure => {}
            Role::Other | Role::Nothing | Role::Unfamiliar | Role::Plain => return None,
        }
    }
    steps.sort_by(|a, b| a.1.total_cmp(&b.1));
    let is_ordered = steps.windows(2).all(|pair| pair[0].1 < pair[1].1);
    if steps.len() < STEPS_MIN || !is_ordered {
        return None;
    }
    let on_scale: f64 = steps.iter().map(|(at, _)| shares[*at]).sum();
    if on_scale <= 0.0 {
        return None;
    }
    let own: Vec<f64> = steps.iter().map(|(at, _)| shares[*at] / on_scale).collect();
    let people = statistics::kish(panel.interviewees.iter().map(|it| it.weight)).min(panel.scale_size);
    Some(described(steps.into_iter().map(|(at, _)| OptionId(at)).collect(), own, &panel.size(), people))
}

/// `size` is the distribution of the effective sample size of shares, `people` the size of means.
fn described(steps: Vec<OptionId>, shares: Vec<f64>, size: &EffectiveSize, people: f64) -> ScaleShape {
    let many = steps.len();
    let ends = if many > STEPS_MIN { 2 } else { 1 };
    let mean: f64 = shares.iter().enumerate().map(|(at, share)| (at + 1) as f64 * share).sum();
    let variance: f64 = shares.iter().enumerate().map(|(at, share)| share * ((at + 1) as f64 - mean).powi(2)).sum();
    let margin = Z_95 * (variance / people.max(1.0)).sqrt();
    let top: f64 = shares[many - ends..].iter().sum();
    let bottom: f64 = shares[..ends].iter().sum();
    let outer = shares[0].min(shares[many - 1]);
    let is_split = outer >= SPLIT_MIN && shares[1..many - 1].iter().all(|share| *share < outer);
    ScaleShape {
        top_steps: steps[many - ends..].to_vec(),
        steps,
        mean,
        mean_interval: [(mean - margin).max(1.0), (mean + margin).min(many as f64)],
        top,
        top_interval: size.interval(top),
        probability_most: size.majority(top),
        bottom,
        is_split,
        shares,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(shares: &[f64]) -> ScaleShape {
        described(OptionId::all(shares.len()).collect(), shares.to_vec(), &EffectiveSize::about(100.0), 100.0)
    }

    #[test]
    fn the_mean_and_the_top_of_a_scale_follow_from_its_shares() {
        let shape = of(&[0.1, 0.1, 0.2, 0.4, 0.2]);
        assert!((shape.mean - 3.5).abs() < 1e-12 && (shape.top - 0.6).abs() < 1e-12 && !shape.is_split);
        assert!(shape.mean_interval[0] < 3.5 && shape.mean_interval[1] > 3.5);
        assert_eq!(of(&[0.2, 0.3, 0.5]).top_steps, [OptionId(2)]);
    }

    #[test]
    fn the_upper_end_of_a_group_is_among_those_on_the_scale() {
        let shape = of(&[0.1, 0.1, 0.2, 0.4, 0.2]);
        let group = [0.1, 0.1, 0.1, 0.3, 0.2, 0.2];
        assert!((shape.upper_end_among(&group) - 0.5 / 0.8).abs() < 1e-12);
        assert_eq!(shape.upper_end_among(&[0.0; 6]), 0.0);
        assert_eq!(shape.bottom_steps(), [OptionId(0), OptionId(1)]);
    }

    #[test]
    fn many_answers_at_both_ends_make_a_scale_split() {
        assert!(of(&[0.3, 0.15, 0.1, 0.15, 0.3]).is_split);
        assert!(!of(&[0.15, 0.2, 0.3, 0.2, 0.15]).is_split);
        assert!(!of(&[0.11, 0.44, 0.35, 0.10]).is_split);
    }
}
