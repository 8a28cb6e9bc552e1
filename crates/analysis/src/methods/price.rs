//! The demand curve of one offer at several prices. Whoever would pay a price also takes the offer for less, so the share
//! that accepts a price is everybody who would buy and chose that price or a dearer one.

use forecast::rungs;
use foundation::OptionId;
use rand::Rng;

use super::super::Evidence;
use super::super::panel::{Interviewee, Panel, share, weighed};
use super::super::resolve::{Acceptance, NONE};

const DRAWS: usize = 2000;
/// The part of the draws that the interval of the best price leaves out at each end.
const TAIL: f64 = 0.025;

#[derive(Debug, Clone, PartialEq)]
pub struct PriceCurve {
    /// From the cheapest to the dearest.
    pub points: Vec<PricePoint>,
    /// The price with the largest revenue index.
    pub best: OptionId,
    /// The cheapest and the dearest price that may be the best, with a probability of 95 %.
    pub best_range: [OptionId; 2],
    /// By option in the client's order: how likely it earns most, and the part of the largest revenue that is lost on
    /// average by asking for it.
    pub probability_best: Vec<f64>,
    pub losses: Vec<f64>,
    /// Who would not buy at any of these prices; none where nothing is known of that.
    pub none: Option<(f64, [f64; 2])>,
    /// Whether the engine said that a dearer price would be taken by more people, which was levelled out.
    pub levelled: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PricePoint {
    pub option: OptionId,
    pub amount: f64,
    /// The share that would pay it.
    pub accepting: f64,
    pub interval: [f64; 2],
    /// Revenue per person asked; the largest is 100.
    pub revenue_index: f64,
}

/// Who would buy at none of the prices is taken off where acceptance says so; where it says nothing of its own, every price
/// counts its choosers, and which earns most stays the same.
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
    let size = panel.worth(panel.interviewees.iter());
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
        interval: statistics::wilson(accepting[at], size),
        revenue_index: 100.0 * revenue[at] / most,
    };
    let none = (1.0 - buying.iter().sum::<f64>()).max(0.0);
    let shares: Vec<f64> = buying.iter().copied().chain([none]).collect();
    let drawn = earnings(statistics::posterior_draws(&shares, size, DRAWS, rng), &amounts);
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

/// The share that would pay each price: it, or a dearer one.
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
    // Of equals the cheapest, which more people take.
    (0..figures.len()).rev().max_by(|a, b| figures[*a].total_cmp(&figures[*b])).unwrap_or(0)
}

/// How the prices stand, from the cheapest to the dearest.
#[derive(Debug, Clone, PartialEq)]
pub struct Earnings {
    /// The cheapest and the dearest that may earn most.
    pub best_range: [usize; 2],
    pub probability_best: Vec<f64>,
    /// The part of the largest revenue that is lost on average.
    pub losses: Vec<f64>,
}

/// Looks in each draw which price earns most. A draw has the share that chose each price, from the cheapest to the dearest,
/// and behind them perhaps who would buy at none.
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
            earnings(statistics::posterior_draws(&shares, size, DRAWS, &mut rng), &amounts).best_range
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
