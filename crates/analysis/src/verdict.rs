//! The verdict: one option, a leaning, a shortlist, no difference, unknown, or none of the options. The limits on posterior
//! probabilities in [`thresholds`] decide it, for forecasts alone and for joint estimates. The result also says how many people
//! would settle the question.

use forecast::joint::{Answers, PeopleNeeded, Study};
use foundation::OptionId;

use super::methods::{Methods, contenders, is_sure};
use super::preference::ranking;
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

impl Verdict {
    /// Returns the option that is the best or leads; on a scale, the end at which most people are.
    pub fn leader(&self) -> Option<OptionId> {
        match self {
            Self::Clear(option) | Self::Leaning(option) => Some(*option),
            Self::Shortlist { .. } | Self::Alike | Self::Unknown | Self::None => None,
        }
    }
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

pub(super) fn ruling(input: &VerdictInput<'_>, engine: &EngineQuality) -> Ruling {
    let preference = input.preference;
    let majority_none = input.acceptance.map(|it| it.majority_none);
    let is_tie = input.methods.decided().map_or_else(|| preference.is_tie(), |(_, is_tie)| is_tie);
    let is_measured = engine.measured.is_some();
    let verdict = match (input.methods, engine.is_guessing()) {
        // An engine with no measured skill carries no information.
        (_, true) => Verdict::Unknown,
        // No price is recommended by an engine that was never tested on prices.
        (Methods { price: Some(_), .. }, _) if !is_measured => Verdict::Unknown,
        (Methods { scale: Some(scale), .. }, _) => {
            of_scale(&UpperEnd { share: scale.top, probability_most: scale.probability_most, is_tie }, &scale.steps)
        }
        // The ranking of prices is by revenue, so the leader is the price that the demand curve shows as the best.
        (Methods { price: Some(price), .. }, _) => {
            of_prices(&PricePosterior { best: price.best, probability_best: &price.probability_best, majority_none })
        }
        _ => of_choices(&ChoicePosterior {
            best: &preference.probability_best,
            losses: &preference.losses,
            ranking: &preference.ranking,
            is_tie,
            majority_none,
        }),
    };
    let verdict = match verdict {
        // Without a record nothing shows how far the forecast may be off, so nothing is clear.
        Verdict::Clear(option) if !is_measured => Verdict::Leaning(option),
        verdict => verdict,
    };
    let people = match input.methods {
        Methods { scale: Some(scale), .. } => Some(people_needed(&[scale.top, 1.0 - scale.top], engine)),
        // Asking more people would settle which price is chosen most, not which earns most.
        Methods { price: Some(_), .. } => None,
        _ => Some(people_needed(&preference.shares, engine)),
    };
    let losses = input.methods.price.as_ref().map_or(&preference.losses, |price| &price.losses).clone();
    Ruling { verdict, losses, majority_none, people }
}

/// Returns how many people would settle a question that nobody has answered yet.
fn people_needed(forecast: &[f64], engine: &EngineQuality) -> PeopleNeeded {
    let (effective_size, answers) = (engine.size_beside_people(), Answers::none(forecast.len()));
    Study { forecast, effective_size: &effective_size, answers: &answers }.people_needed()
}

/// The posterior figures that a verdict on a choice depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChoicePosterior<'a> {
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

/// The posterior figures that a verdict on prices depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricePosterior<'a> {
    /// The price with the highest expected revenue. The cheapest price is always chosen most.
    pub best: OptionId,
    /// By option: the probability of the highest revenue.
    pub probability_best: &'a [f64],
    /// The probability that a majority would buy at none of the prices. `None` if that is unknown.
    pub majority_none: Option<f64>,
}

/// Returns the verdict on prices. It is clear if the best price surely earns most, and a shortlist keeps exactly those that may:
/// [`contenders`].
pub fn of_prices(of: &PricePosterior<'_>) -> Verdict {
    if of.majority_none.is_some_and(|chance| chance >= NONE_MIN) {
        return Verdict::None;
    }
    let open = contenders(of.best.0, of.probability_best);
    match of.probability_best[of.best.0] {
        chance if chance >= CLEAR_MIN && is_sure(chance) => return Verdict::Clear(of.best),
        chance if chance >= LEANING_MIN => return Verdict::Leaning(of.best),
        _ => {}
    }
    let by_chance = ranking(of.probability_best).into_iter().filter(|option| *option != of.best);
    let (keep, drop): (Vec<OptionId>, Vec<OptionId>) =
        [of.best].into_iter().chain(by_chance).partition(|option| open.contains(&option.0));
    if drop.is_empty() { Verdict::Unknown } else { Verdict::Shortlist { keep, drop } }
}

/// The upper end of a scale, which the verdict on a scale is about.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UpperEnd {
    /// Its share, 0 to 1, as printed beside the verdict.
    pub share: f64,
    /// The probability that it has more than half of the people.
    pub probability_most: f64,
    /// Whether the 95 % interval of its share includes one half.
    pub is_tie: bool,
}

/// Returns the verdict on a scale: whether most people are at its upper end. `steps` are in ascending order. The verdict is
/// `Unknown` if the share prints as 50 %, or if share and probability lie on different sides of one half.
pub fn of_scale(of: &UpperEnd, steps: &[OptionId]) -> Verdict {
    let is_most = of.probability_most >= 0.5;
    let whole_percent = (of.share * 100.0).round();
    let agrees = if is_most { whole_percent > 50.0 } else { whole_percent < 50.0 };
    let end = if is_most { steps.last() } else { steps.first() };
    match (end.filter(|_| agrees), of.probability_most.max(1.0 - of.probability_most)) {
        (Some(end), sure) if sure >= CLEAR_MIN && !of.is_tie => Verdict::Clear(*end),
        (Some(end), sure) if sure >= LEANING_MIN => Verdict::Leaning(*end),
        _ => Verdict::Unknown,
    }
}

/// Returns the verdict on a choice.
pub fn of_choices(posterior: &ChoicePosterior<'_>) -> Verdict {
    let first = posterior.ranking[0];
    let chance = |option: OptionId| posterior.best[option.0];
    if posterior.majority_none.is_some_and(|chance| chance >= NONE_MIN) {
        return Verdict::None;
    }
    if chance(first) >= CLEAR_MIN && !posterior.is_tie {
        return Verdict::Clear(first);
    }
    if chance(first) >= LEANING_MIN {
        return Verdict::Leaning(first);
    }
    let (keep, drop): (Vec<OptionId>, Vec<OptionId>) =
        posterior.ranking.iter().copied().partition(|option| chance(*option) >= OUT_MAX);
    if !drop.is_empty() {
        return Verdict::Shortlist { keep, drop };
    }
    let is_alike = !posterior.losses.is_empty() && posterior.losses.iter().all(|loss| *loss <= ALIKE_LOSS_MAX);
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
        let losses = vec![loss; best.len()];
        of_choices(&ChoicePosterior { best, losses: &losses, ranking: &ranking(best), is_tie, majority_none })
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
            let probabilities = people.best_probabilities(4_000, &mut stream(1, "alike"));
            let ranking: Vec<OptionId> = OptionId::all(options).collect();
            let (best, losses) = (&probabilities.best, &probabilities.loss);
            let verdict =
                of_choices(&ChoicePosterior { best, losses, ranking: &ranking, is_tie: true, majority_none: None });
            assert_eq!(verdict, Verdict::Alike, "{options} {probabilities:?}");
        }
    }

    #[test]
    fn none_of_them_comes_before_everything_else() {
        assert_eq!(of(&[1.0, 0.0], 0.1, false, Some(0.8)), Verdict::None);
        assert_eq!(of(&[1.0, 0.0], 0.1, false, Some(0.7999)), Verdict::Clear(OptionId(0)));
    }

    #[test]
    fn a_share_that_reads_as_one_half_is_on_neither_side_of_it() {
        let verdict = |share| of_scale(&UpperEnd { share, probability_most: 0.7, is_tie: true }, &ids(&[0, 1, 2]));
        assert_eq!(verdict(0.504), Verdict::Unknown);
        assert_eq!(verdict(0.505), Verdict::Leaning(OptionId(2)));
        assert_eq!(verdict(0.47), Verdict::Unknown, "the share is on the other side");
    }

    #[test]
    fn a_clear_verdict_on_a_scale_needs_an_interval_on_one_side() {
        let steps = ids(&[0, 1, 2]);
        let upper_end = |is_tie| UpperEnd { share: 0.6, probability_most: 0.95, is_tie };
        assert_eq!(of_scale(&upper_end(false), &steps), Verdict::Clear(OptionId(2)));
        assert_eq!(of_scale(&upper_end(true), &steps), Verdict::Leaning(OptionId(2)));
    }

    #[test]
    fn a_verdict_on_prices_follows_from_the_prices_that_may_earn_most() {
        let of = |best: usize, chances: &[f64]| {
            of_prices(&PricePosterior { best: OptionId(best), probability_best: chances, majority_none: None })
        };
        assert_eq!(of(1, &[0.025, 0.975]), Verdict::Clear(OptionId(1)));
        assert_eq!(of(1, &[0.03, 0.97]), Verdict::Leaning(OptionId(1)), "likely, and not sure");
        assert_eq!(of(1, &[0.05, 0.95]), Verdict::Leaning(OptionId(1)), "another may earn most");
        // The price that earns most is kept first, whatever its chance.
        let keep = Verdict::Shortlist { keep: ids(&[1, 2, 0]), drop: ids(&[3]) };
        assert_eq!(of(1, &[0.2, 0.35, 0.42, 0.03]), keep);
        assert_eq!(of(0, &[0.5, 0.45, 0.05]), Verdict::Unknown);
        let refused = PricePosterior { best: OptionId(0), probability_best: &[1.0, 0.0], majority_none: Some(0.8) };
        assert_eq!(of_prices(&refused), Verdict::None);
    }
}
