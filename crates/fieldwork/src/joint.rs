//! The joint estimate: combines a forecast with the answers of real people (`forecast::joint`). Every surface that shows
//! people's answers uses this module. Without answers, the forecast stands with its own intervals.

use analysis::{ChoicePosterior, PricePosterior, Verdict};
use forecast::buying_shares;
use forecast::joint::{Answers, EffectiveSize, Estimate, JointEstimate, PeopleNeeded, Study};
use foundation::OptionId;
use foundation::chance::stream;

use rand::Rng;

use super::prices::Ladder;

/// Fixed, so that the same answers give the same figures to every reader.
const SEED: u64 = 0;
const DRAWS: usize = 2000;

/// The report's forecast. All lists are in the client's order of options.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    /// Shares of the answers to the choice, which sum to 1.
    pub shares: Vec<f64>,
    /// 95 % simulation intervals of what is shown of each option.
    pub intervals: Vec<[f64; 2]>,
    /// Effective sample size (n_eff) of the forecast, in people.
    pub effective_size: f64,
    /// Distribution of n_eff as `[size, weight]`, where the engine's record has one; otherwise empty.
    pub effective_sizes: Vec<[f64; 2]>,
    pub criterion: Criterion,
    /// Forecast share who would rather have none of the options, where that was asked.
    pub none: Option<f64>,
}

impl Forecast {
    /// Returns the share that is shown of each option: of prices, the share that would buy.
    pub fn option_shares(&self) -> Vec<f64> {
        match &self.criterion {
            Criterion::DearestPrice(ladder) => buying_shares(&self.shares, &ladder.rungs),
            _ => self.shares.clone(),
        }
    }

    /// Returns the prior distribution of n_eff.
    pub fn effective_size_prior(&self) -> EffectiveSize {
        EffectiveSize::of_steps(&self.effective_sizes).unwrap_or_else(|| EffectiveSize::about(self.effective_size))
    }
}

/// What makes an option the best one.
#[derive(Debug, Clone, PartialEq)]
pub enum Criterion {
    /// The largest share.
    Choice,
    /// The largest revenue, where people named the dearest price at which they would buy. Shares have one category more than
    /// there are options: none of the prices.
    DearestPrice(Ladder),
    /// The largest revenue, in reports of earlier versions, which asked which price people would choose. `rungs` are options
    /// from the cheapest to the dearest, `amounts` their prices.
    Revenue { rungs: Vec<usize>, amounts: Vec<f64> },
    /// Whether a majority is at the upper end of a scale. `steps` are options from the lowest to the highest, `top` the upper end.
    UpperEnd { steps: Vec<usize>, top: Vec<usize> },
}

/// Weighted answers of people.
#[derive(Debug, Clone, PartialEq)]
pub struct Responses {
    /// Choices, adjusted by the forecast for each person's group where there are enough people.
    pub options: Answers,
    /// Choices without that adjustment. The error bound of the stopping rule holds for these.
    pub unadjusted: Answers,
    /// Would rather have none, would take one; both zero where nobody was asked.
    pub none: Answers,
}

/// Estimate from forecast and people together.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Estimate from people alone; `None` where nobody chose.
    pub people: Option<Vec<Estimate>>,
    /// Joint estimate of each option's share in the audience, with a 95 % credible interval.
    pub options: Vec<Estimate>,
    /// Probability that each option is the best one; empty where nobody chose.
    pub best: Vec<f64>,
    /// On a scale, the share of its upper end that the verdict was decided by; otherwise, and where nobody chose, `None`.
    pub upper_end: Option<Estimate>,
    /// `None` where nobody chose.
    pub verdict: Option<Verdict>,
    /// Whether the stopping rule is met. At most 5 % of studies ever settle on an option that is not the audience's, however
    /// often the rule is evaluated. A revenue criterion never settles.
    pub is_settled: bool,
    /// Number of further people until the rule is met; `None` where it is met, without answers and by a revenue criterion.
    pub people_needed: Option<PeopleNeeded>,
}

/// Returns the joint estimate.
pub fn joint(forecast: &Forecast, responses: &Responses) -> Joint {
    let effective_size = forecast.effective_size_prior();
    let study = Study { forecast: &forecast.shares, effective_size: &effective_size, answers: &responses.options };
    if responses.options.size() <= 0.0 {
        return forecast_alone(forecast);
    }
    if let Criterion::DearestPrice(ladder) = &forecast.criterion {
        let prices = ladder.estimate(&study);
        return Joint {
            people: Some(prices.people),
            options: prices.options,
            best: prices.best,
            upper_end: None,
            verdict: Some(prices.verdict),
            is_settled: false,
            people_needed: None,
        };
    }
    let mut rng = stream(SEED, "people");
    let posterior = study.estimate(&mut rng);
    let estimate = |it: &forecast::joint::OptionEstimate| Estimate { value: it.share, interval: it.interval };
    let majority_none = majority_none(forecast, &effective_size, &responses.none);
    let judged = judged(&forecast.criterion, &study, &posterior, majority_none, &mut rng);
    let is_settled = is_settled(forecast, responses);
    Joint {
        people: Some(responses.options.alone()),
        options: posterior.options.iter().map(estimate).collect(),
        best: judged.best,
        upper_end: judged.upper_end,
        verdict: Some(judged.verdict),
        is_settled,
        people_needed: if is_settled { None } else { people_needed(forecast, responses) },
    }
}

/// A verdict with the figures that it was decided by.
struct Judged {
    verdict: Verdict,
    /// By option: the probability of being the best.
    best: Vec<f64>,
    /// Share of a scale's upper end.
    upper_end: Option<Estimate>,
}

/// Returns the verdict by the report's criterion.
fn judged(
    criterion: &Criterion,
    study: &Study<'_>,
    posterior: &JointEstimate,
    majority_none: Option<f64>,
    rng: &mut impl Rng,
) -> Judged {
    let best: Vec<f64> = posterior.options.iter().map(|it| it.best).collect();
    match criterion {
        Criterion::Choice | Criterion::DearestPrice(_) => {
            let ranking = analysis::ranking(&posterior.options.iter().map(|it| it.share).collect::<Vec<_>>());
            let lead = study.lead(ranking[0].0, ranking[1].0, rng);
            let losses: Vec<f64> = posterior.options.iter().map(|it| it.loss).collect();
            let (ranking, losses) = (&ranking[..], &losses[..]);
            let is_tie = lead[0] <= 0.0;
            let verdict =
                analysis::of_choices(&ChoicePosterior { best: &best, losses, ranking, is_tie, majority_none });
            Judged { verdict, best, upper_end: None }
        }
        Criterion::Revenue { rungs, amounts } => {
            let on_rungs = |drawn: Vec<f64>| rungs.iter().map(|at| drawn[*at]).collect();
            let draws = study.draws(DRAWS, rng).into_iter().map(on_rungs);
            let earnings = analysis::earnings(draws, amounts);
            let mut best = vec![0.0; best.len()];
            rungs.iter().zip(earnings.probability_best).for_each(|(at, chance)| best[*at] = chance);
            let first = OptionId(rungs[earnings.best]);
            let verdict = analysis::of_prices(&PricePosterior { best: first, probability_best: &best, majority_none });
            Judged { verdict, best, upper_end: None }
        }
        Criterion::UpperEnd { steps, top } => {
            let rest: Vec<usize> = steps.iter().copied().filter(|step| !top.contains(step)).collect();
            let of = study.part(top, &rest);
            let is_tie = (of.interval[0]..=of.interval[1]).contains(&0.5);
            let steps: Vec<OptionId> = steps.iter().copied().map(OptionId).collect();
            let upper_end = analysis::UpperEnd { share: of.share, probability_most: of.majority, is_tie };
            Judged {
                verdict: analysis::of_scale(&upper_end, &steps),
                best,
                upper_end: Some(Estimate { value: of.share, interval: of.interval }),
            }
        }
    }
}

/// Evaluates the stopping rule.
pub(super) fn is_settled(forecast: &Forecast, responses: &Responses) -> bool {
    let effective_size = forecast.effective_size_prior();
    let settled = |study: Study<'_>| study.settled().is_some();
    match &forecast.criterion {
        Criterion::Choice => settled(Study {
            forecast: &forecast.shares,
            effective_size: &effective_size,
            answers: &responses.unadjusted,
        }),
        Criterion::UpperEnd { steps, top } => {
            UpperEnd::of(forecast, responses, steps, top).study(&effective_size, settled)
        }
        Criterion::DearestPrice(_) | Criterion::Revenue { .. } => false,
    }
}

fn people_needed(forecast: &Forecast, responses: &Responses) -> Option<PeopleNeeded> {
    let effective_size = forecast.effective_size_prior();
    let more = |study: Study<'_>| Some(study.people_needed());
    match &forecast.criterion {
        Criterion::Choice => {
            more(Study { forecast: &forecast.shares, effective_size: &effective_size, answers: &responses.unadjusted })
        }
        Criterion::UpperEnd { steps, top } => {
            UpperEnd::of(forecast, responses, steps, top).study(&effective_size, more)
        }
        Criterion::DearestPrice(_) | Criterion::Revenue { .. } => None,
    }
}

/// A scale reduced to two categories: its upper end and the rest.
struct UpperEnd {
    forecast: [f64; 2],
    answers: Answers,
}

impl UpperEnd {
    fn of(forecast: &Forecast, responses: &Responses, steps: &[usize], top: &[usize]) -> Self {
        let ends = |figures: &[f64]| {
            let sum = |is_top: bool| -> f64 {
                steps.iter().filter(|at| top.contains(at) == is_top).map(|at| figures[*at]).sum()
            };
            [sum(true), sum(false)]
        };
        let [upper, rest] = ends(&forecast.shares);
        let total = (upper + rest).max(f64::MIN_POSITIVE);
        Self {
            forecast: [upper / total, rest / total],
            answers: Answers::counted(&ends(responses.unadjusted.counts())),
        }
    }

    fn study<T>(&self, effective_size: &EffectiveSize, look: impl FnOnce(Study<'_>) -> T) -> T {
        look(Study { forecast: &self.forecast, effective_size, answers: &self.answers })
    }
}

fn forecast_alone(forecast: &Forecast) -> Joint {
    let estimate = |(value, interval): (f64, &[f64; 2])| Estimate { value, interval: *interval };
    Joint {
        people: None,
        options: forecast.option_shares().into_iter().zip(&forecast.intervals).map(estimate).collect(),
        best: Vec::new(),
        upper_end: None,
        verdict: None,
        is_settled: false,
        people_needed: None,
    }
}

/// Returns the posterior probability that a majority wants none of the options.
fn majority_none(forecast: &Forecast, effective_size: &EffectiveSize, answers: &Answers) -> Option<f64> {
    let none = forecast.none?;
    let study = Study { forecast: &[none, 1.0 - none], effective_size, answers };
    Some(study.ahead(0, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(criterion: Criterion) -> Forecast {
        Forecast {
            shares: vec![0.7, 0.2, 0.1],
            intervals: vec![[0.5, 0.9], [0.1, 0.5], [0.0, 0.3]],
            effective_size: 20.0,
            effective_sizes: Vec::new(),
            criterion,
            none: None,
        }
    }

    fn answers(counts: [u32; 3]) -> Responses {
        let choices = counts.into_iter().enumerate().flat_map(|(option, count)| (0..count).map(move |_| (option, 1.0)));
        let options = Answers::of(choices, 3);
        Responses { unadjusted: options.clone(), options, none: Answers::none(2) }
    }

    #[test]
    fn without_people_the_forecast_stands_and_nothing_is_judged() {
        let shown = joint(&forecast(Criterion::Choice), &answers([0, 0, 0]));
        assert_eq!((shown.people, shown.verdict), (None, None));
        assert_eq!(shown.options.iter().map(|it| it.value).collect::<Vec<_>>(), [0.7, 0.2, 0.1]);
    }

    #[test]
    fn the_joint_estimate_lies_between_forecast_and_people_and_follow_people_as_they_grow() {
        let few = joint(&forecast(Criterion::Choice), &answers([2, 7, 1]));
        let many = joint(&forecast(Criterion::Choice), &answers([60, 210, 30]));
        assert!(few.options[0].value > 0.2 && few.options[0].value < 0.7, "{few:?}");
        assert!((many.options[1].value - 0.7).abs() < 0.03, "{many:?}");
        assert!(many.is_settled && !few.is_settled);
        assert_eq!((many.people_needed, many.verdict), (None, Some(Verdict::Clear(OptionId(1)))));
    }

    #[test]
    fn the_verdict_on_prices_follows_from_what_they_earn() {
        let prices = Criterion::Revenue { rungs: vec![0, 1, 2], amounts: vec![5.0, 10.0, 30.0] };
        let shown = joint(&forecast(prices), &answers([100, 280, 20]));
        assert_eq!(shown.verdict, Some(Verdict::Clear(OptionId(1))));
        assert!(!shown.is_settled && shown.people_needed.is_none());
    }

    #[test]
    fn on_a_scale_the_upper_end_is_judged_and_no_step_wins() {
        let scale = || Criterion::UpperEnd { steps: vec![2, 1, 0], top: vec![0] };
        let most = joint(&forecast(scale()), &answers([240, 50, 10]));
        assert_eq!((most.verdict, most.is_settled), (Some(Verdict::Clear(OptionId(0))), true));
        let few = joint(&forecast(scale()), &answers([90, 110, 100]));
        assert_eq!(few.verdict, Some(Verdict::Clear(OptionId(2))));
    }

    #[test]
    fn a_scales_verdict_share_and_interval_are_one_estimate() {
        let scale = Criterion::UpperEnd { steps: vec![0, 1, 2], top: vec![2] };
        let forecast = Forecast { shares: vec![0.2, 0.25, 0.55], ..forecast(scale) };
        for counts in [[20, 20, 42], [50, 60, 130], [200, 210, 590], [60, 30, 30]] {
            let shown = joint(&forecast, &answers(counts));
            let of = shown.upper_end.unwrap();
            let bar = shown.options[2].value;
            assert!((of.value - bar).abs() < 1e-9, "{counts:?}: the verdict says {}, the bar {bar}", of.value);
            let holds_half = (of.interval[0]..=of.interval[1]).contains(&0.5);
            let is_clear = matches!(shown.verdict, Some(Verdict::Clear(_)));
            assert!(!(is_clear && holds_half), "{counts:?}: clear, and {:?} includes a half", of.interval);
            assert!(is_clear || holds_half, "{counts:?}: {:?} beside {:?}", shown.verdict, of.interval);
        }
    }

    #[test]
    fn a_majority_for_none_of_the_options_is_the_verdict() {
        let asked = Forecast { none: Some(0.1), ..forecast(Criterion::Choice) };
        let refusing = Responses {
            none: Answers::of((0..200).map(|at| (usize::from(at % 10 == 0), 1.0)), 2),
            ..answers([140, 40, 20])
        };
        assert_eq!(joint(&asked, &refusing).verdict, Some(Verdict::None));
        let taking = Responses { none: Answers::of((0..200).map(|_| (1, 1.0)), 2), ..answers([140, 40, 20]) };
        assert_eq!(joint(&asked, &taking).verdict, Some(Verdict::Clear(OptionId(0))));
    }

    #[test]
    fn a_larger_effective_size_narrows_the_intervals() {
        let sure = Forecast { effective_sizes: EffectiveSize::about(200.0).steps(), ..forecast(Criterion::Choice) };
        let agreeing = answers([7, 2, 1]);
        let width = |of: &Forecast| {
            let [low, high] = joint(of, &agreeing).options[0].interval;
            high - low
        };
        assert!(width(&sure) < width(&forecast(Criterion::Choice)));
    }
}
