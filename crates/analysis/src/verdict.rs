//! The verdict: one option, a leaning, a shortlist, no difference, unknown, or none of the options. Fixed thresholds
//! on posterior probabilities decide it. The result also says how many respondents would settle the question.

use foundation::OptionId;
use rand::Rng;

use super::Preference;
use super::methods::Methods;
use super::panel::Panel;
use super::resolve::Acceptance;

/// The verdict is `None` if a majority wants none of the options with at least this probability.
const NONE_MIN: f64 = 0.8;
/// The verdict is `Clear` if the leader is best with at least this probability, and `Leaning` above the next limit.
const CLEAR_MIN: f64 = 0.9;
const LEANING_MIN: f64 = 0.6;
/// Options with a smaller probability of being best are dropped from the shortlist.
const OUT_MAX: f64 = 0.05;
/// The options do not differ if the lead's interval lies within this share of zero on both sides.
const ALIKE_MAX: f64 = 0.05;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// One option is the best.
    Clear(OptionId),
    /// One option leads and may still be overtaken.
    Leaning(OptionId),
    /// Some options may be the best and the others are dropped. Both lists keep the order of the ranking.
    Shortlist { keep: Vec<OptionId>, drop: Vec<OptionId> },
    /// The options do not differ.
    Alike,
    /// The forecast does not settle the question.
    Unknown,
    /// Most people would rather have none of the options.
    None,
}

/// A verdict with the figures that support it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ruling {
    pub verdict: Verdict,
    /// By option: the expected loss of share, or of relative revenue for prices, from choosing it instead of the
    /// best.
    pub losses: Vec<f64>,
    /// The probability that a majority wants none of the options. `None` if that is unknown.
    pub majority_none: Option<f64>,
    /// The number of respondents who would settle which option is best. `None` if 1,000 are too few, and for prices.
    pub people: Option<u32>,
}

/// The findings that the verdict depends on.
pub(super) struct VerdictInput<'a> {
    pub preference: &'a Preference,
    pub acceptance: Option<&'a Acceptance>,
    pub methods: &'a Methods,
}

pub(super) fn ruling(panel: &Panel<'_>, judged: &VerdictInput<'_>, is_guessing: bool, rng: &mut impl Rng) -> Ruling {
    let size = panel.worth(panel.interviewees.iter());
    let preference = judged.preference;
    let majority_none = judged.acceptance.map(|it| statistics::probability_above(it.share_none, size, 0.5));
    let verdict = match (judged.methods, is_guessing) {
        // An engine with no measured skill carries no information.
        (_, true) => Verdict::Unknown,
        (Methods { scale: Some(scale), .. }, _) => of_scale(scale.probability_most, &scale.steps),
        (Methods { price: Some(price), .. }, _) => of_prices(&price.probability_best, majority_none),
        _ => of_choices(&preference.probability_best, &preference.ranking, preference.lead_interval, majority_none),
    };
    let people = match judged.methods {
        Methods { scale: Some(scale), .. } => {
            statistics::people_to_settle(&[scale.top, 1.0 - scale.top], size.min(panel.scale_size), rng)
        }
        // Asking more people would settle which price is chosen most, not which earns most.
        Methods { price: Some(_), .. } => None,
        _ => statistics::people_to_settle(&preference.shares, size, rng),
    };
    let losses = judged.methods.price.as_ref().map_or(&preference.losses, |price| &price.losses).clone();
    Ruling { verdict, losses, majority_none, people }
}

/// Returns the verdict on prices. The best price is the one with the highest revenue, because the cheapest is always
/// chosen most. `best` holds the probability of the highest revenue, by option.
pub fn of_prices(best: &[f64], majority_none: Option<f64>) -> Verdict {
    let mut ranking: Vec<OptionId> = OptionId::all(best.len()).collect();
    ranking.sort_by(|a, b| best[b.0].total_cmp(&best[a.0]));
    of_choices(best, &ranking, [f64::NEG_INFINITY, f64::INFINITY], majority_none)
}

/// Returns the verdict on a scale: whether most people are at its upper end. `steps` are in ascending order.
pub fn of_scale(probability_most: f64, steps: &[OptionId]) -> Verdict {
    let end = if probability_most >= 0.5 { steps.last() } else { steps.first() };
    match (end, probability_most.max(1.0 - probability_most)) {
        (Some(end), sure) if sure >= CLEAR_MIN => Verdict::Clear(*end),
        (Some(end), sure) if sure >= LEANING_MIN => Verdict::Leaning(*end),
        _ => Verdict::Unknown,
    }
}

/// Returns the verdict on a choice.
///
/// `best` holds the probability of being best by option, `ranking` all options in descending order of share, `lead`
/// the interval of the winner's lead, and `majority_none` the probability that a majority wants none of the options.
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
