//! The demand curve of one offer at several prices. Whoever would pay a price would also pay less, so the share that
//! accepts a price is the share of buyers who chose that price or a higher one.

use forecast::rungs;
use foundation::OptionId;
use rand::Rng;

use super::super::Evidence;
use super::super::panel::{Interviewee, Panel, share, weighed};
use super::super::resolve::{Acceptance, NONE};

const DRAWS: usize = 2000;
/// The probability excluded at each end of the interval of the best price.
const TAIL: f64 = 0.025;

#[derive(Debug, Clone, PartialEq)]
pub struct PriceCurve {
    /// In ascending order of price.
    pub points: Vec<PricePoint>,
    /// The price with the highest revenue.
    pub best: OptionId,
    /// The 95 % interval of the price with the highest revenue.
    pub best_range: [OptionId; 2],
    /// By option in the client's order: the probability of the highest revenue, and the expected relative loss of
    /// revenue.
    pub probability_best: Vec<f64>,
    pub losses: Vec<f64>,
    /// The share that would not buy at any price, with its interval. `None` if acceptance is unknown.
    pub none: Option<(f64, [f64; 2])>,
    /// Whether forecast demand rose with the price somewhere and was adjusted to be monotone.
    pub levelled: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PricePoint {
    pub option: OptionId,
    pub amount: f64,
    /// The share that would pay this price.
    pub accepting: f64,
    pub interval: [f64; 2],
    /// Revenue per person asked, scaled so that the largest is 100.
    pub revenue_index: f64,
}

/// Computes the demand curve. Returns `None` if the options are not prices of one offer, or nobody would buy.
///
/// Respondents who want none of the options do not count as buyers. If acceptance is unknown, all choosers count as
/// buyers; that scales all revenues alike and does not change the best price.
pub(super) fn curve(
    evidence: &Evidence<'_>,
    panel: &Panel<'_>,
    acceptance: Option<&Acceptance>,
    rng: &mut impl Rng,
) -> Option<PriceCurve> {
    let options: Vec<&str> = evidence.brief.options().iter().map(String::as_str).collect();
    let rungs = rungs(&options)?;
    let would_buy = |it: &Interviewee<'_>| acceptance.is_none() || it.acceptance != Some(NONE);
    let buys = |option: OptionId| share(weighed(panel.interviewees.iter(), |it| it.choice == option && would_buy(it)));
    let buying: Vec<f64> = rungs.iter().map(|(at, _)| buys(OptionId(*at))).collect();
    let amounts: Vec<f64> = rungs.iter().map(|(_, amount)| *amount).collect();
    let size = panel.size();
    let accepting = at_least(&buying);
    let revenue: Vec<f64> = accepting.iter().zip(&amounts).map(|(share, amount)| share * amount).collect();
    let most = revenue.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return None;
    }
    let point = |at: usize| PricePoint {
        option: OptionId(rungs[at].0),
        amount: amounts[at],
        accepting: accepting[at],
        interval: size.interval(accepting[at]),
        revenue_index: 100.0 * revenue[at] / most,
    };
    let none = (1.0 - buying.iter().sum::<f64>()).max(0.0);
    let shares: Vec<f64> = buying.iter().copied().chain([none]).collect();
    let posterior = size.shares(&shares);
    let drawn = earnings((0..DRAWS).map(|_| posterior.draw(rng)), &amounts);
    let by_option = |figures: Vec<f64>| {
        let mut sorted = vec![0.0; figures.len()];
        rungs.iter().zip(figures).for_each(|((at, _), figure)| sorted[*at] = figure);
        sorted
    };
    Some(PriceCurve {
        points: (0..rungs.len()).map(point).collect(),
        best: OptionId(rungs[largest(&revenue)].0),
        best_range: drawn.best_range.map(|at| OptionId(rungs[at].0)),
        probability_best: by_option(drawn.probability_best),
        losses: by_option(drawn.losses),
        none: acceptance.map(|it| (it.share_none, it.none_interval)),
        levelled: evidence.engine.levelled,
    })
}

/// Returns the share that would pay each price: the sum of the shares that chose it or a higher price.
fn at_least(buying: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut from_dearest: Vec<f64> = buying
        .iter()
        .rev()
        .map(|share| {
            sum += share;
            sum
        })
        .collect();
    from_dearest.reverse();
    from_dearest
}

fn largest(figures: &[f64]) -> usize {
    // Ties go to the cheapest price, which more people accept.
    (0..figures.len()).rev().max_by(|a, b| figures[*a].total_cmp(&figures[*b])).unwrap_or(0)
}

/// The posterior standing of the prices, in ascending order of price.
#[derive(Debug, Clone, PartialEq)]
pub struct Earnings {
    /// The 95 % interval of the index of the price with the highest revenue.
    pub best_range: [usize; 2],
    pub probability_best: Vec<f64>,
    /// The expected loss, relative to the highest revenue.
    pub losses: Vec<f64>,
}

/// Computes the standing of prices from posterior draws.
///
/// Each draw holds the share that chose each price, in ascending order of price, optionally followed by the share
/// that would not buy.
pub fn earnings(draws: impl IntoIterator<Item = Vec<f64>>, amounts: &[f64]) -> Earnings {
    let (mut wins, mut losses, mut many) = (vec![0.0; amounts.len()], vec![0.0; amounts.len()], 0.0);
    for drawn in draws {
        let accepting = at_least(&drawn[..amounts.len()]);
        let revenue: Vec<f64> = accepting.iter().zip(amounts).map(|(share, amount)| share * amount).collect();
        let best = largest(&revenue);
        wins[best] += 1.0;
        let lost = revenue.iter().map(|earned| 1.0 - earned / revenue[best].max(f64::MIN_POSITIVE));
        losses.iter_mut().zip(lost).for_each(|(sum, lost)| *sum += lost);
        many += 1.0;
    }
    for sum in wins.iter_mut().chain(&mut losses) {
        *sum /= f64::max(many, 1.0);
    }
    let up_to = |part: f64| {
        let mut sum = 0.0;
        let passes = |won: &f64| {
            sum += won;
            sum > part
        };
        wins.iter().position(passes).unwrap_or(amounts.len().saturating_sub(1))
    };
    Earnings { best_range: [up_to(TAIL), up_to(1.0 - TAIL)], probability_best: wins.clone(), losses }
}

#[cfg(test)]
mod tests {
    use super::*;
    use foundation::chance::stream;

    #[test]
    fn whoever_pays_a_price_also_pays_a_lower_one() {
        let accepting = at_least(&[0.5, 0.2, 0.1]);
        assert!(accepting.iter().zip([0.8, 0.3, 0.1]).all(|(got, told)| (got - told).abs() < 1e-12), "{accepting:?}");
    }

    #[test]
    fn the_best_price_has_a_range_that_narrows_with_what_a_forecast_is_worth() {
        let (shares, amounts) = ([0.3, 0.3, 0.2, 0.2], [5.0, 8.0, 12.0]);
        let range = |size: f64| {
            let mut rng = stream(1, "draws");
            let shapes = shares.iter().map(|share| size * share + 0.25).collect();
            let posterior = statistics::DirichletMixture::new([(1.0, shapes)]);
            earnings((0..DRAWS).map(|_| posterior.draw(&mut rng)), &amounts).best_range
        };
        let (few, many) = (range(10.0), range(20_000.0));
        assert!(few[0] <= many[0] && few[1] >= many[1] && few[1] - few[0] > 0, "{few:?} {many:?}");
        assert_eq!(many, [0, 1]);
    }

    #[test]
    fn of_two_prices_that_earn_the_same_the_cheaper_is_the_best() {
        assert_eq!(largest(&[3.0, 3.0, 1.0]), 0);
        assert_eq!(largest(&[1.0, 3.0, 2.0]), 1);
    }
}
