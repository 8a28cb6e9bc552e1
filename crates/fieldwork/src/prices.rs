//! The joint estimate of prices, where people named the dearest one at which they would buy, or none. Forecast and
//! answers have one category more than there are options: none of the prices. What is shown of an option is the share
//! that would buy at it.

use analysis::{PricePosterior, Verdict};
use forecast::buying_shares;
use forecast::joint::{Answers, Estimate, Study};
use foundation::OptionId;
use foundation::chance::stream;

/// Fixed, so that the same answers give the same figures to every reader.
const SEED: u64 = 0;
const DRAWS: usize = 2000;

/// Prices of one offer.
#[derive(Debug, Clone, PartialEq)]
pub struct Ladder {
    /// Options from the cheapest to the dearest.
    pub rungs: Vec<usize>,
    /// Their prices, in the same order.
    pub amounts: Vec<f64>,
}

/// What is estimated of prices, by option.
pub(super) struct PriceEstimate {
    /// Share of the people alone that would buy.
    pub people: Vec<Estimate>,
    /// Joint estimate of the share that would buy.
    pub options: Vec<Estimate>,
    /// Probability of the largest revenue.
    pub best: Vec<f64>,
    pub verdict: Verdict,
}

impl Ladder {
    /// Returns whether somebody whose dearest price is `choice` would buy at `option`.
    pub fn buys(&self, choice: usize, option: usize) -> bool {
        let place = |option: usize| self.rungs.iter().position(|rung| *rung == option);
        place(choice).zip(place(option)).is_some_and(|(dearest, price)| dearest >= price)
    }

    /// Returns what an option earns per person asked if this share would buy at it; 0 for what is no price.
    pub fn revenue(&self, option: usize, share: f64) -> f64 {
        let rung = self.rungs.iter().position(|rung| *rung == option);
        rung.map_or(0.0, |rung| share * self.amounts[rung])
    }

    /// Returns the estimate from forecast and people, whose answers are the study's.
    pub(super) fn estimate(&self, study: &Study<'_>) -> PriceEstimate {
        let draws = study.draws(DRAWS, &mut stream(SEED, "people"));
        let buying: Vec<Vec<f64>> = draws.iter().map(|drawn| buying_shares(drawn, &self.rungs)).collect();
        let on_rungs = |drawn: &Vec<f64>| self.rungs.iter().map(|at| drawn[*at]).collect();
        let earnings = analysis::earnings(draws.iter().map(on_rungs), &self.amounts);
        let mut best = vec![0.0; self.rungs.len()];
        self.rungs.iter().zip(earnings.probability_best).for_each(|(at, chance)| best[*at] = chance);
        let first = OptionId(self.rungs[earnings.best]);
        let refusing = draws.iter().filter(|drawn| drawn.last().is_some_and(|none| *none > 0.5)).count();
        let majority_none = Some(refusing as f64 / draws.len().max(1) as f64);
        PriceEstimate {
            people: self.people(study.answers),
            options: (0..self.rungs.len()).map(|option| estimate(&buying, option)).collect(),
            verdict: analysis::of_prices(&PricePosterior { best: first, probability_best: &best, majority_none }),
            best,
        }
    }

    /// Returns the share of people who would buy at each option, with its interval.
    fn people(&self, answers: &Answers) -> Vec<Estimate> {
        let size = answers.size().max(f64::MIN_POSITIVE);
        let share = |count: f64| Estimate { value: count / size, interval: statistics::wilson(count / size, size) };
        buying_shares(answers.counts(), &self.rungs).into_iter().map(share).collect()
    }
}

/// Returns the mean and the 95 % interval of one option over the draws.
fn estimate(draws: &[Vec<f64>], option: usize) -> Estimate {
    let values: Vec<f64> = draws.iter().map(|drawn| drawn[option]).collect();
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    Estimate { value: mean, interval: statistics::central_interval(values) }
}

#[cfg(test)]
mod tests {
    use super::super::joint::{Criterion, Forecast, Responses, joint};
    use super::*;

    /// In the client's order 10, 5 and 30; half of the forecast would buy at 10.
    fn forecast() -> Forecast {
        let ladder = Ladder { rungs: vec![1, 0, 2], amounts: vec![5.0, 10.0, 30.0] };
        Forecast {
            shares: vec![0.4, 0.3, 0.1, 0.2],
            intervals: vec![[0.3, 0.7], [0.6, 0.9], [0.0, 0.3]],
            effective_size: 20.0,
            effective_sizes: Vec::new(),
            criterion: Criterion::DearestPrice(ladder),
            none: None,
        }
    }

    fn answers(counts: [u32; 4]) -> Responses {
        let choices = counts.into_iter().enumerate().flat_map(|(option, count)| (0..count).map(move |_| (option, 1.0)));
        let options = Answers::of(choices, 4);
        Responses { unadjusted: options.clone(), options, none: Answers::none(2) }
    }

    #[test]
    fn without_people_the_share_that_would_buy_is_the_forecasts() {
        let shown = joint(&forecast(), &answers([0; 4]));
        let values: Vec<f64> = shown.options.iter().map(|it| it.value).collect();
        assert!(values.iter().zip([0.5, 0.8, 0.1]).all(|(value, told)| (value - told).abs() < 1e-12), "{values:?}");
        assert_eq!(shown.verdict, None);
    }

    #[test]
    fn people_who_named_a_dearer_price_count_as_buyers_of_a_cheaper_one() {
        let shown = joint(&forecast(), &answers([240, 80, 20, 60]));
        let people: Vec<f64> = shown.people.as_ref().unwrap().iter().map(|it| it.value).collect();
        assert!(people.iter().zip([0.65, 0.85, 0.05]).all(|(value, told)| (value - told).abs() < 1e-9), "{people:?}");
        assert_eq!(shown.verdict, Some(Verdict::Clear(OptionId(0))));
        assert!(shown.options.iter().all(|it| it.interval[0] <= it.value && it.value <= it.interval[1]), "{shown:?}");
        assert!(!shown.is_settled && shown.people_needed.is_none());
    }

    #[test]
    fn where_most_would_buy_at_no_price_that_is_the_verdict() {
        assert_eq!(joint(&forecast(), &answers([60, 20, 5, 315])).verdict, Some(Verdict::None));
    }

    #[test]
    fn whoever_buys_at_a_price_buys_at_a_cheaper_one_and_who_buys_at_none_at_no_price() {
        let Criterion::DearestPrice(ladder) = forecast().criterion else { panic!() };
        assert_eq!([0, 1, 2].map(|option| ladder.buys(0, option)), [true, true, false]);
        assert_eq!([0, 1, 2].map(|option| ladder.buys(3, option)), [false; 3]);
    }
}
