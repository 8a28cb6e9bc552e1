//! The verdict: one option, a leaning, a shortlist, no difference, unknown, or none of the options. The limits on posterior
//! probabilities in [`thresholds`] decide it, for forecasts alone and for joint estimates. The result also says how many people
//! would settle the question.

use forecast::joint::{Answers, PeopleNeeded, Study};
use foundation::OptionId;

use super::methods::Methods;
use super::resolve::Acceptance;
use super::thresholds::{ALIKE_LOSS_MAX, CLEAR_MIN, LEANING_MIN, NONE_MIN, OUT_MAX};
use super::{EngineQuality, Preference};

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
    /// The number of people who would settle which option is best, by the stopping rule of surveys. `None` for prices.
    pub people: Option<PeopleNeeded>,
}

/// The findings that the verdict depends on.
pub(super) struct VerdictInput<'a> {
    pub preference: &'a Preference,
    pub acceptance: Option<&'a Acceptance>,
    pub methods: &'a Methods,
}

pub(super) fn ruling(judged: &VerdictInput<'_>, engine: &EngineQuality) -> Ruling {
    let preference = judged.preference;
    let majority_none = judged.acceptance.map(|it| it.majority_none);
    let is_tie = judged.methods.decided().map_or_else(|| preference.is_tie(), |(_, is_tie)| is_tie);
    let verdict = match (judged.methods, engine.is_guessing()) {
        // An engine with no measured skill carries no information.
        (_, true) => Verdict::Unknown,
        (Methods { scale: Some(scale), .. }, _) => of_scale(scale.probability_most, &scale.steps, is_tie),
        (Methods { price: Some(price), .. }, _) => of_prices(&price.probability_best, is_tie, majority_none),
        _ => of_choices(&Standing {
            best: &preference.probability_best,
            losses: &preference.losses,
            ranking: &preference.ranking,
            is_tie,
            majority_none,
        }),
    };
    let people = match judged.methods {
        Methods { scale: Some(scale), .. } => Some(people_needed(&[scale.top, 1.0 - scale.top], engine)),
        // Asking more people would settle which price is chosen most, not which earns most.
        Methods { price: Some(_), .. } => None,
        _ => Some(people_needed(&preference.shares, engine)),
    };
    let losses = judged.methods.price.as_ref().map_or(&preference.losses, |price| &price.losses).clone();
    Ruling { verdict, losses, majority_none, people }
}

/// Returns how many people would settle a question that nobody has answered yet.
fn people_needed(forecast: &[f64], engine: &EngineQuality) -> PeopleNeeded {
    let (effective_size, answers) = (engine.size_beside_people(), Answers::none(forecast.len()));
    Study { forecast, effective_size: &effective_size, answers: &answers }.people_needed()
}

/// The posterior figures that a verdict on a choice depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Standing<'a> {
    /// By option: the probability of being best, and the expected loss of share from choosing it instead of the best. Without
    /// losses no verdict is `Alike`.
    pub best: &'a [f64],
    pub losses: &'a [f64],
    /// All options in descending order of share.
    pub ranking: &'a [OptionId],
    /// Whether the 95 % interval of the leader's lead includes zero.
    pub is_tie: bool,
    /// The probability that a majority wants none of the options. `None` if that is unknown.
    pub majority_none: Option<f64>,
}

/// Returns the verdict on prices. The best price is the one with the highest revenue, because the cheapest is always chosen most.
/// `best` holds the probability of the highest revenue, by option; `is_tie`: its 95 % interval holds several prices.
pub fn of_prices(best: &[f64], is_tie: bool, majority_none: Option<f64>) -> Verdict {
    let mut ranking: Vec<OptionId> = OptionId::all(best.len()).collect();
    ranking.sort_by(|a, b| best[b.0].total_cmp(&best[a.0]));
    of_choices(&Standing { best, losses: &[], ranking: &ranking, is_tie, majority_none })
}

/// Returns the verdict on a scale: whether most people are at its upper end. `steps` are in ascending order; `is_tie`: the 95 %
/// interval of the upper end's share includes one half.
pub fn of_scale(probability_most: f64, steps: &[OptionId], is_tie: bool) -> Verdict {
    let end = if probability_most >= 0.5 { steps.last() } else { steps.first() };
    match (end, probability_most.max(1.0 - probability_most)) {
        (Some(end), sure) if sure >= CLEAR_MIN && !is_tie => Verdict::Clear(*end),
        (Some(end), sure) if sure >= LEANING_MIN => Verdict::Leaning(*end),
        _ => Verdict::Unknown,
    }
}

/// Returns the verdict on a choice.
pub fn of_choices(standing: &Standing<'_>) -> Verdict {
    let first = standing.ranking[0];
    let chance = |option: OptionId| standing.best[option.0];
    if standing.majority_none.is_some_and(|chance| chance >= NONE_MIN) {
        return Verdict::None;
    }
    if chance(first) >= CLEAR_MIN && !standing.is_tie {
        return Verdict::Clear(first);
    }
    if chance(first) >= LEANING_MIN {
        return Verdict::Leaning(first);
    }
    let (keep, drop): (Vec<OptionId>, Vec<OptionId>) =
        standing.ranking.iter().copied().partition(|option| chance(*option) >= OUT_MAX);
    if !drop.is_empty() {
        return Verdict::Shortlist { keep, drop };
    }
    let is_alike = !standing.losses.is_empty() && standing.losses.iter().all(|loss| *loss <= ALIKE_LOSS_MAX);
    if is_alike { Verdict::Alike } else { Verdict::Unknown }
}

#[cfg(test)]
mod tests {
    use forecast::joint::EffectiveSize;

    use super::*;

    fn ids(places: &[usize]) -> Vec<OptionId> {
        places.iter().map(|place| OptionId(*place)).collect()
    }

    fn of(best: &[f64], loss: f64, is_tie: bool, majority_none: Option<f64>) -> Verdict {
        let mut ranking: Vec<OptionId> = OptionId::all(best.len()).collect();
        ranking.sort_by(|a, b| best[b.0].total_cmp(&best[a.0]));
        let losses = vec![loss; best.len()];
        of_choices(&Standing { best, losses: &losses, ranking: &ranking, is_tie, majority_none })
    }

    #[test]
    fn a_verdict_changes_at_its_edges() {
        assert_eq!(of(&[0.1, 0.9], 0.1, false, None), Verdict::Clear(OptionId(1)));
        assert_eq!(of(&[0.1, 0.9], 0.1, true, None), Verdict::Leaning(OptionId(1)), "a tie is not clear");
        assert_eq!(of(&[0.1001, 0.8999], 0.1, false, None), Verdict::Leaning(OptionId(1)));
        assert_eq!(of(&[0.6, 0.4], 0.1, true, None), Verdict::Leaning(OptionId(0)));
        assert_eq!(of(&[0.5999, 0.4001], 0.1, true, None), Verdict::Unknown);
        let keep = Verdict::Shortlist { keep: ids(&[0, 1]), drop: ids(&[2]) };
        assert_eq!(of(&[0.5, 0.4501, 0.0499], 0.01, true, None), keep);
        assert_eq!(of(&[0.5, 0.45, 0.05], 0.1, true, None), Verdict::Unknown);
        assert_eq!(of(&[0.5, 0.5], 0.04, true, None), Verdict::Alike);
        assert_eq!(of(&[0.5, 0.5], 0.0401, true, None), Verdict::Unknown);
    }

    #[test]
    fn two_to_four_level_options_are_alike_once_enough_people_answered() {
        use foundation::chance::stream;
        for options in 2..=4 {
            let people = EffectiveSize::about(300.0).shares(&vec![1.0; options]).updated(&vec![60.0; options]);
            let standing = people.standing(4_000, &mut stream(1, "alike"));
            let ranking: Vec<OptionId> = OptionId::all(options).collect();
            let (best, losses) = (&standing.best, &standing.loss);
            let verdict = of_choices(&Standing { best, losses, ranking: &ranking, is_tie: true, majority_none: None });
            assert_eq!(verdict, Verdict::Alike, "{options} {standing:?}");
        }
    }

    #[test]
    fn none_of_them_comes_before_everything_else() {
        assert_eq!(of(&[1.0, 0.0], 0.1, false, Some(0.8)), Verdict::None);
        assert_eq!(of(&[1.0, 0.0], 0.1, false, Some(0.7999)), Verdict::Clear(OptionId(0)));
    }

    #[test]
    fn a_clear_verdict_on_a_scale_or_a_price_needs_an_interval_on_one_side() {
        let steps = ids(&[0, 1, 2]);
        assert_eq!(of_scale(0.95, &steps, false), Verdict::Clear(OptionId(2)));
        assert_eq!(of_scale(0.95, &steps, true), Verdict::Leaning(OptionId(2)));
        assert_eq!(of_prices(&[0.05, 0.95], true, None), Verdict::Leaning(OptionId(1)));
    }
}
