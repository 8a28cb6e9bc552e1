//! The one place where a forecast and people's answers become one estimate (`forecast::together`). Everything that shows
//! people's answers asks here. Where nobody was asked, the forecast stands with its own intervals.

use analysis::{self, Verdict};
use forecast::together::{Answers, Estimate, Study, Worth};
use foundation::OptionId;
use foundation::chance::stream;

/// The same answers give the same figures to every reader.
const SEED: u64 = 0;
const DRAWS: usize = 2000;

/// What the report found, in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    pub shares: Vec<f64>,
    pub intervals: Vec<[f64; 2]>,
    /// How many people's answers the forecast is worth.
    pub effective_size: f64,
    /// The same as a distribution, where the engine's record has one: sizes with their weights.
    pub worth: Vec<[f64; 2]>,
    pub judged: Judged,
    /// Share that would rather have none of the options, where that was asked.
    pub none: Option<f64>,
}

impl Forecast {
    /// How likely it is to be worth so many people.
    pub fn worth(&self) -> Worth {
        Worth::of_steps(&self.worth).unwrap_or_else(|| Worth::about(self.effective_size))
    }
}

/// By what options are judged.
#[derive(Debug, Clone, PartialEq)]
pub enum Judged {
    /// The one that most people choose is the best.
    ByChoice,
    /// Prices, from the cheapest to the dearest: the one that earns most is the best.
    ByRevenue { rungs: Vec<usize>, amounts: Vec<f64> },
    /// Steps of a scale, from the least to the most: whether most people are at its upper end.
    ByUpperEnd { steps: Vec<usize>, top: Vec<usize> },
}

/// What people said.
#[derive(Debug, Clone, PartialEq)]
pub struct Said {
    pub options: Answers,
    /// The same without what is forecast for each, by which the promise of when it is settled holds.
    pub plain: Answers,
    /// Would rather have none, and would not; both empty where nobody was asked that.
    pub none: Answers,
}

/// Forecast and people as one estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    /// People's own shares; absent where nobody chose.
    pub people: Option<Vec<Estimate>>,
    /// Shares that the people who were asked about would give, and their 95 % intervals; no simulation intervals.
    pub options: Vec<Estimate>,
    /// By option: how likely it is the best.
    pub best: Vec<f64>,
    /// What both come to; absent where nobody chose.
    pub verdict: Option<Verdict>,
    /// Whether asking more people would hardly change the finding: at most one survey in twenty is ever called settled on
    /// another than people's own, however often one looks. Which price earns most is never called settled.
    pub is_settled: bool,
    /// How many more people would settle it, where a thousand would.
    pub people_to_settle: Option<u32>,
}

/// What is shown of a forecast and the people who chose.
pub fn together(forecast: &Forecast, said: &Said) -> Together {
    let worth = forecast.worth();
    let study = Study { forecast: &forecast.shares, worth: &worth, answers: &said.options };
    if said.options.size() <= 0.0 {
        return forecast_alone(forecast);
    }
    let mut rng = stream(SEED, "people");
    let believed = study.together(&mut rng);
    let estimate = |it: &forecast::together::OptionEstimate| Estimate { value: it.share, interval: it.interval };
    let best: Vec<f64> = believed.options.iter().map(|it| it.best).collect();
    let majority_none = majority_none(forecast, &worth, &said.none);
    let (verdict, best) = match &forecast.judged {
        Judged::ByChoice => {
            let ranking = ranking(&believed.options.iter().map(|it| it.share).collect::<Vec<_>>());
            let lead = study.lead(ranking[0].0, ranking[1].0, &mut rng);
            (analysis::of_choices(&best, &ranking, lead, majority_none), best)
        }
        Judged::ByRevenue { rungs, amounts } => {
            let on_rungs = |drawn: Vec<f64>| rungs.iter().map(|at| drawn[*at]).collect();
            let draws = study.draws(DRAWS, &mut rng).into_iter().map(on_rungs);
            let mut best = vec![0.0; best.len()];
            let earnings = analysis::earnings(draws, amounts).probability_best;
            rungs.iter().zip(earnings).for_each(|(at, chance)| best[*at] = chance);
            (analysis::of_prices(&best, majority_none), best)
        }
        Judged::ByUpperEnd { steps, top } => {
            let most = Ends::of(forecast, said, steps, top).study(&worth, |study| study.together(&mut rng).options[0]);
            let steps: Vec<OptionId> = steps.iter().copied().map(OptionId).collect();
            (analysis::of_scale(most.best, &steps), best)
        }
    };
    let is_settled = is_settled(forecast, said);
    Together {
        people: Some(said.options.alone()),
        options: believed.options.iter().map(estimate).collect(),
        best,
        verdict: Some(verdict),
        is_settled,
        people_to_settle: if is_settled { None } else { people_to_settle(forecast, said) },
    }
}

/// Whether more answers would hardly change the finding.
fn is_settled(forecast: &Forecast, said: &Said) -> bool {
    let worth = forecast.worth();
    let settled = |study: Study<'_>| study.settled().is_some();
    match &forecast.judged {
        Judged::ByChoice => settled(Study { forecast: &forecast.shares, worth: &worth, answers: &said.plain }),
        Judged::ByUpperEnd { steps, top } => Ends::of(forecast, said, steps, top).study(&worth, settled),
        Judged::ByRevenue { .. } => false,
    }
}

fn people_to_settle(forecast: &Forecast, said: &Said) -> Option<u32> {
    let worth = forecast.worth();
    let more = |study: Study<'_>| study.people_more(&mut stream(SEED, "more"));
    match &forecast.judged {
        Judged::ByChoice => more(Study { forecast: &forecast.shares, worth: &worth, answers: &said.plain }),
        Judged::ByUpperEnd { steps, top } => Ends::of(forecast, said, steps, top).study(&worth, more),
        Judged::ByRevenue { .. } => None,
    }
}

/// The upper end of a scale against the rest of it.
struct Ends {
    forecast: [f64; 2],
    answers: Answers,
}

impl Ends {
    fn of(forecast: &Forecast, said: &Said, steps: &[usize], top: &[usize]) -> Self {
        let ends = |figures: &[f64]| {
            let sum = |is_top: bool| -> f64 {
                steps.iter().filter(|at| top.contains(at) == is_top).map(|at| figures[*at]).sum()
            };
            [sum(true), sum(false)]
        };
        let [upper, rest] = ends(&forecast.shares);
        let total = (upper + rest).max(f64::MIN_POSITIVE);
        Self { forecast: [upper / total, rest / total], answers: Answers::counted(&ends(said.plain.counts())) }
    }

    fn study<T>(&self, worth: &Worth, look: impl FnOnce(Study<'_>) -> T) -> T {
        look(Study { forecast: &self.forecast, worth, answers: &self.answers })
    }
}

fn forecast_alone(forecast: &Forecast) -> Together {
    let estimate = |(value, interval): (&f64, &[f64; 2])| Estimate { value: *value, interval: *interval };
    Together {
        people: None,
        options: forecast.shares.iter().zip(&forecast.intervals).map(estimate).collect(),
        best: Vec::new(),
        verdict: None,
        is_settled: false,
        people_to_settle: None,
    }
}

/// How likely a majority wants none of the options, by forecast and people.
fn majority_none(forecast: &Forecast, worth: &Worth, answers: &Answers) -> Option<f64> {
    let none = forecast.none?;
    let study = Study { forecast: &[none, 1.0 - none], worth, answers };
    Some(study.together(&mut stream(SEED, "none")).options[0].best)
}

fn ranking(shares: &[f64]) -> Vec<OptionId> {
    let mut ranking: Vec<OptionId> = OptionId::all(shares.len()).collect();
    ranking.sort_by(|a, b| shares[b.0].total_cmp(&shares[a.0]));
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(judged: Judged) -> Forecast {
        Forecast {
            shares: vec![0.7, 0.2, 0.1],
            intervals: vec![[0.5, 0.9], [0.1, 0.5], [0.0, 0.3]],
            effective_size: 20.0,
            worth: Vec::new(),
            judged,
            none: None,
        }
    }

    fn said(counts: [u32; 3]) -> Said {
        let choices = counts.into_iter().enumerate().flat_map(|(option, count)| (0..count).map(move |_| (option, 1.0)));
        let options = Answers::of(choices, 3);
        Said { plain: options.clone(), options, none: Answers::none(2) }
    }

    #[test]
    fn without_people_the_forecast_stands_and_nothing_is_judged() {
        let shown = together(&forecast(Judged::ByChoice), &said([0, 0, 0]));
        assert_eq!((shown.people, shown.verdict), (None, None));
        assert_eq!(shown.options.iter().map(|it| it.value).collect::<Vec<_>>(), [0.7, 0.2, 0.1]);
    }

    #[test]
    fn both_together_lie_between_forecast_and_people_and_follow_people_as_they_grow() {
        let few = together(&forecast(Judged::ByChoice), &said([2, 7, 1]));
        let many = together(&forecast(Judged::ByChoice), &said([60, 210, 30]));
        assert!(few.options[0].value > 0.2 && few.options[0].value < 0.7, "{few:?}");
        assert!((many.options[1].value - 0.7).abs() < 0.03, "{many:?}");
        assert!(many.is_settled && !few.is_settled);
        assert_eq!((many.people_to_settle, many.verdict), (None, Some(Verdict::Clear(OptionId(1)))));
    }

    #[test]
    fn the_verdict_on_prices_follows_from_what_they_earn() {
        let prices = Judged::ByRevenue { rungs: vec![0, 1, 2], amounts: vec![5.0, 10.0, 30.0] };
        let shown = together(&forecast(prices), &said([100, 280, 20]));
        assert_eq!(shown.verdict, Some(Verdict::Clear(OptionId(1))));
        assert!(!shown.is_settled && shown.people_to_settle.is_none());
    }

    #[test]
    fn on_a_scale_the_upper_end_is_judged_and_no_step_wins() {
        let scale = || Judged::ByUpperEnd { steps: vec![2, 1, 0], top: vec![0] };
        let most = together(&forecast(scale()), &said([240, 50, 10]));
        assert_eq!((most.verdict, most.is_settled), (Some(Verdict::Clear(OptionId(0))), true));
        let few = together(&forecast(scale()), &said([90, 110, 100]));
        assert_eq!(few.verdict, Some(Verdict::Clear(OptionId(2))));
    }

    #[test]
    fn people_who_want_none_of_them_are_heard() {
        let asked = Forecast { none: Some(0.1), ..forecast(Judged::ByChoice) };
        let refusing =
            Said { none: Answers::of((0..200).map(|at| (usize::from(at % 10 == 0), 1.0)), 2), ..said([140, 40, 20]) };
        assert_eq!(together(&asked, &refusing).verdict, Some(Verdict::None));
        let taking = Said { none: Answers::of((0..200).map(|_| (1, 1.0)), 2), ..said([140, 40, 20]) };
        assert_eq!(together(&asked, &taking).verdict, Some(Verdict::Clear(OptionId(0))));
    }

    #[test]
    fn a_record_that_knows_how_its_forecasts_vary_is_believed_by_that() {
        let sure = Forecast { worth: Worth::about(200.0).steps(), ..forecast(Judged::ByChoice) };
        let agreeing = said([7, 2, 1]);
        let width = |of: &Forecast| {
            let [low, high] = together(of, &agreeing).options[0].interval;
            high - low
        };
        assert!(width(&sure) < width(&forecast(Judged::ByChoice)));
    }
}
