//! Traits of an option, the features of the prior. Each has one weight, named in `data/prior.json`.

use serde::{Deserialize, Serialize};

use foundation::Language;
use language::scale::{self, Role, Scale, ScaleKind, Step};

/// From this many steps on, a frequency scale lists habits, and people cluster at its ends.
const LONG_FREQUENCY_STEPS_MIN: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// Position on a bipolar scale: agreement, approval, satisfaction, quality …
    TiltOpposites,
    /// Position on a unipolar scale of something welcome: importance, trust, interest, comfort …
    TiltDegree,
    TiltFrequency,
    /// Position between worse and better, less and more, too little and too much.
    TiltChange,
    TiltLevel,
    /// Yes rather than no.
    Yes,
    /// Squared position: distance from the middle of the scale.
    Ends,
    /// Squared position on a long frequency scale.
    EndsLongFrequency,
    /// An unqualified "agree" next to a "strongly agree".
    Bare,
    /// "Don't know" or "none of these".
    Unsure,
    Other,
    Unfamiliar,
}

impl Trait {
    pub const ALL: [Self; 12] = [
        Self::TiltOpposites,
        Self::TiltDegree,
        Self::TiltFrequency,
        Self::TiltChange,
        Self::TiltLevel,
        Self::Yes,
        Self::Ends,
        Self::EndsLongFrequency,
        Self::Bare,
        Self::Unsure,
        Self::Other,
        Self::Unfamiliar,
    ];

    /// Returns the tilt trait of a scale. `None` for scales without a typical side: whether people worry, or have
    /// heard of something, depends on the topic.
    fn tilt(kind: ScaleKind) -> Option<Self> {
        Some(match kind {
            ScaleKind::Agreement
            | ScaleKind::Approval
            | ScaleKind::Satisfaction
            | ScaleKind::Likelihood
            | ScaleKind::Quality
            | ScaleKind::Fairness
            | ScaleKind::Ease => Self::TiltOpposites,
            ScaleKind::Importance | ScaleKind::Trust | ScaleKind::Interest | ScaleKind::Comfort | ScaleKind::Amount => {
                Self::TiltDegree
            }
            ScaleKind::Frequency => Self::TiltFrequency,
            ScaleKind::Change | ScaleKind::Balance => Self::TiltChange,
            ScaleKind::Level => Self::TiltLevel,
            ScaleKind::YesNo => Self::Yes,
            ScaleKind::Worry | ScaleKind::Familiarity | ScaleKind::Rating | ScaleKind::Quantity => return None,
        })
    }
}

/// Returns the traits of each option, with their amounts.
pub(super) fn of(language: Language, options: &[&str]) -> Vec<Vec<(Trait, f64)>> {
    let scale = scale::read(language, options);
    (0..options.len()).map(|at| of_option(&scale, at)).collect()
}

fn of_option(scale: &Scale, at: usize) -> Vec<(Trait, f64)> {
    match (scale.roles[at], scale.kind) {
        (Role::Step(step), Some(kind)) => of_step(scale, kind, step),
        (Role::Unsure | Role::Nothing, _) => vec![(Trait::Unsure, 1.0)],
        (Role::Other, _) => vec![(Trait::Other, 1.0)],
        (Role::Unfamiliar, _) => vec![(Trait::Unfamiliar, 1.0)],
        (Role::Plain | Role::Step(_), _) => Vec::new(),
    }
}

fn of_step(scale: &Scale, kind: ScaleKind, step: Step) -> Vec<(Trait, f64)> {
    let mut traits: Vec<_> = Trait::tilt(kind).map(|tilt| (tilt, step.place)).into_iter().collect();
    if kind == ScaleKind::YesNo {
        return traits;
    }
    let steps = || scale.roles.iter().filter_map(|role| if let Role::Step(step) = role { Some(step) } else { None });
    traits.push((Trait::Ends, step.place * step.place));
    if kind == ScaleKind::Frequency && steps().count() >= LONG_FREQUENCY_STEPS_MIN {
        traits.push((Trait::EndsLongFrequency, step.place * step.place));
    }
    let has_stronger = steps().any(|other| other.value * step.value > 0.0 && other.value.abs() > step.value.abs());
    let is_named_by_sides =
        !matches!(kind, ScaleKind::Frequency | ScaleKind::Level | ScaleKind::Change | ScaleKind::Balance);
    if step.bare && has_stronger && is_named_by_sides {
        traits.push((Trait::Bare, 1.0));
    }
    traits
}
