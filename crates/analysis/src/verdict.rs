//! What the findings come to, decided by numbers alone: choose one, lean towards one, keep some, nothing to choose between
//! them, or none of them. Every kind says how many people would settle it.

use foundation::OptionId;
use rand::Rng;

use super::Preference;
use super::methods::Methods;
use super::panel::Panel;
use super::resolve::Acceptance;

/// How likely a majority has to want none of the options.
const NONE_MIN: f64 = 0.8;
/// How likely the first option has to be the best.
const CLEAR_MIN: f64 = 0.9;
const LEANING_MIN: f64 = 0.6;
/// An option that is less likely than this to be the best is out.
const OUT_MAX: f64 = 0.05;
/// A lead that lies within so many points either way is none.
const ALIKE_MAX: f64 = 0.05;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// One option is the best.
    Clear(OptionId),
    /// One leads, and could still be overtaken.
    Leaning(OptionId),
    /// Some may be the best and the others are out; the likeliest first.
    Shortlist { keep: Vec<OptionId>, drop: Vec<OptionId> },
    /// They don't differ.
    Alike,
    /// The forecast can't tell.
    Unknown,
    /// Most people would rather have none of them.
    None,
}

/// A verdict and what it rests on.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    pub verdict: Verdict,
    /// By option: how many points of share are lost, on average, by choosing it instead of the best.
    pub losses: Vec<f64>,
    /// How likely a majority is to want none of the options; nothing where that was not asked.
    pub majority_none: Option<f64>,
    /// People who would settle which option is best; none where a thousand would not.
    pub people: Option<u32>,
}

/// What a verdict is decided by.
pub(super) struct Judged<'a> {
    pub preference: &'a Preference,
    pub acceptance: Option<&'a Acceptance>,
    pub methods: &'a Methods,
}

pub(super) fn ruling(panel: &Panel<'_>, judged: &Judged<'_>, is_guessing: bool, rng: &mut impl Rng) -> Ruling {
    let size = panel.worth(panel.interviewees.iter());
    let preference = judged.preference;
    let majority_none = judged.acceptance.map(|it| statistics::probability_above(it.share_none, size, 0.5));
    let verdict = match (judged.methods, is_guessing) {
        // Whatever an engine says that guesses, it says nothing.
        (_, true) => Verdict::Unknown,
        (Methods { scale: Some(scale), .. }, _) => of_scale(scale.probability_most, &scale.steps),
        (Methods { price: Some(price), .. }, _) => of_prices(&price.probability_best, majority_none),
        _ => of_choices(&preference.probability_best, &preference.ranking, preference.lead_interval, majority_none),
    };
    let people = match judged.methods {
        Methods { scale: Some(scale), .. } => {
            statistics::people_to_settle(&[scale.top, 1.0 - scale.top], size.min(panel.scale_size), rng)
        }
        // What buyers say of prices settles which is chosen most, not which earns most.
        Methods { price: Some(_), .. } => None,
        _ => statistics::people_to_settle(&preference.shares, size, rng),
    };
    let losses = judged.methods.price.as_ref().map_or(&preference.losses, |price| &price.losses).clone();
    Ruling { verdict, losses, majority_none, people }
}

/// Of prices the one that earns most is the best, not the one that most people take: that is always the cheapest. How likely
/// each earns most is told by option.
pub fn of_prices(best: &[f64], majority_none: Option<f64>) -> Verdict {
    let mut ranking: Vec<OptionId> = OptionId::all(best.len()).collect();
    ranking.sort_by(|a, b| best[b.0].total_cmp(&best[a.0]));
    of_choices(best, &ranking, [f64::NEG_INFINITY, f64::INFINITY], majority_none)
}

/// On a scale no answer wins. What is judged is whether most people are at its upper end; `steps` from the least to the most.
pub fn of_scale(probability_most: f64, steps: &[OptionId]) -> Verdict {
    let end = if probability_most >= 0.5 { steps.last() } else { steps.first() };
    match (end, probability_most.max(1.0 - probability_most)) {
        (Some(end), sure) if sure >= CLEAR_MIN => Verdict::Clear(*end),
        (Some(end), sure) if sure >= LEANING_MIN => Verdict::Leaning(*end),
        _ => Verdict::Unknown,
    }
}

/// By option how likely it is the best; all options, the largest share first; the interval of the first one's lead; how
/// likely a majority wants none.
pub fn of_choices(best: &[f64], ranking: &[OptionId], lead: [f64; 2], majority_none: Option<f64>) -> Verdict {
    let first = ranking[0];
    let chance = |option: OptionId| best[option.0];
    if majority_none.is_some_and(|chance| chance >= NONE_MIN) {
        return Verdict::None;
    }
    if chance(first) >= CLEAR_MIN {
        return Verdict::Clear(first);
    }
    if chance(first) >= LEANING_MIN {
        return Verdict::Leaning(first);
    }
    let (keep, drop): (Vec<OptionId>, Vec<OptionId>) =
        ranking.iter().copied().partition(|option| chance(*option) >= OUT_MAX);
    if !drop.is_empty() {
        return Verdict::Shortlist { keep, drop };
    }
    let is_within = lead.iter().all(|end| end.abs() <= ALIKE_MAX);
    if is_within { Verdict::Alike } else { Verdict::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDE: [f64; 2] = [-0.2, 0.3];

    fn ids(places: &[usize]) -> Vec<OptionId> {
        places.iter().map(|place| OptionId(*place)).collect()
    }

    fn of(best: &[f64], lead: [f64; 2], none: Option<f64>) -> Verdict {
        let mut ranking: Vec<OptionId> = OptionId::all(best.len()).collect();
        ranking.sort_by(|a, b| best[b.0].total_cmp(&best[a.0]));
        of_choices(best, &ranking, lead, none)
    }

    #[test]
    fn a_verdict_changes_at_its_edges() {
        assert_eq!(of(&[0.1, 0.9], WIDE, None), Verdict::Clear(OptionId(1)));
        assert_eq!(of(&[0.1001, 0.8999], WIDE, None), Verdict::Leaning(OptionId(1)));
        assert_eq!(of(&[0.6, 0.4], WIDE, None), Verdict::Leaning(OptionId(0)));
        assert_eq!(of(&[0.5999, 0.4001], WIDE, None), Verdict::Unknown);
        let keep = Verdict::Shortlist { keep: ids(&[0, 1]), drop: ids(&[2]) };
        assert_eq!(of(&[0.5, 0.4501, 0.0499], WIDE, None), keep);
        assert_eq!(of(&[0.5, 0.45, 0.05], WIDE, None), Verdict::Unknown);
        assert_eq!(of(&[0.5, 0.5], [-0.05, 0.05], None), Verdict::Alike);
        assert_eq!(of(&[0.5, 0.5], [-0.0501, 0.05], None), Verdict::Unknown);
    }

    #[test]
    fn none_of_them_comes_before_everything_else() {
        assert_eq!(of(&[1.0, 0.0], WIDE, Some(0.8)), Verdict::None);
        assert_eq!(of(&[1.0, 0.0], WIDE, Some(0.7999)), Verdict::Clear(OptionId(0)));
    }
}
