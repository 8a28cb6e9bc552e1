//! The demand curve of one offer at several prices. Whoever would pay a price would also pay less, so the share that
//! buys at a price is the share of those who named that price or a higher one as the dearest at which they would buy.

use forecast::joint::EffectiveSize;
use foundation::OptionId;
use rand::Rng;

use super::super::count;
use super::super::panel::{Interviewee, Ladder, Panel};
use super::super::preference::{Estimator, Preference};
use super::super::resolve::Acceptance;
use super::super::thresholds::OUT_MAX;

const DRAWS: usize = 2000;

#[derive(Debug, Clone, PartialEq)]
pub struct PriceCurve {
    /// In ascending order of price.
    pub points: Vec<PricePoint>,
    /// The price with the highest revenue.
    pub best: OptionId,
    /// The prices that may have the highest revenue, in ascending order of price: see [`contenders`].
    pub contenders: Vec<OptionId>,
    /// By option in the client's order: the probability of the highest revenue, and the expected relative loss of
    /// revenue.
    pub probability_best: Vec<f64>,
    pub losses: Vec<f64>,
    /// The share that would not buy at any price, with its interval.
    pub none: Option<(f64, [f64; 2])>,
    /// Whether forecast demand rose with the price somewhere and was made monotone.
    pub levelled: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PricePoint {
    pub option: OptionId,
    pub amount: f64,
    /// The share that would buy at this price.
    pub accepting: f64,
    pub interval: [f64; 2],
    /// Revenue per person asked, scaled so that the largest is 100.
    pub revenue_index: f64,
}

/// Everything that follows from the answers about prices. Respondents named the dearest price at which they would buy,
/// or none.
pub(crate) struct Prices {
    pub curve: PriceCurve,
    pub preference: Preference,
    pub acceptance: Acceptance,
}

impl Prices {
    /// Returns `None` if the dearest price was not asked for. `levelled` is whether the engine's shares were.
    pub(crate) fn of(panel: &Panel<'_>, levelled: bool, rng: &mut impl Rng) -> Option<Self> {
        let ladder = panel.ladder.as_ref()?;
        let choices = panel.interviewees.iter().map(|it| (it.choice.0, it.weight));
        let answers = statistics::weighted_shares(choices, panel.answers());
        let rungs = |answers: &[f64]| -> Vec<f64> { ladder.options.iter().map(|at| answers[*at]).collect() };
        let none = answers[panel.options];
        let demand = Demand { shares: rungs(&answers), none, size: panel.size() };
        let draws = demand.draws(rng);
        let counts = |place: usize| {
            let buys = |it: &&Interviewee<'_>| ladder.options[place..].contains(&it.choice.0);
            count(panel.interviewees.iter().filter(buys).count())
        };
        let counts: Vec<u32> = (0..ladder.options.len()).map(counts).collect();
        let curve = curve(ladder, &demand, &draws, levelled);
        let preference = preference(ladder, &demand, &draws, (&counts, &curve));
        let acceptance = Acceptance {
            share_any: 1.0 - none,
            share_none: none,
            none_interval: demand.size.interval(none),
            majority_none: demand.size.majority(none),
        };
        Some(Self { curve, preference, acceptance })
    }
}

/// Answers about prices, in ascending order of price.
struct Demand {
    /// The share of each as the dearest price.
    shares: Vec<f64>,
    none: f64,
    /// The distribution of the effective sample size.
    size: EffectiveSize,
}

impl Demand {
    fn draws(&self, rng: &mut impl Rng) -> Vec<Vec<f64>> {
        let shares: Vec<f64> = self.shares.iter().copied().chain([self.none]).collect();
        let posterior = self.size.shares(&shares);
        (0..DRAWS).map(|_| posterior.draw(rng)).collect()
    }

    fn revenue(&self, ladder: &Ladder) -> Vec<f64> {
        earned(&self.shares, &ladder.amounts)
    }
}

fn curve(ladder: &Ladder, demand: &Demand, draws: &[Vec<f64>], levelled: bool) -> PriceCurve {
    let (accepting, revenue) = (at_least(&demand.shares), demand.revenue(ladder));
    let best = largest(&revenue);
    let point = |at: usize| PricePoint {
        option: OptionId(ladder.options[at]),
        amount: ladder.amounts[at],
        accepting: accepting[at],
        interval: demand.size.interval(accepting[at]),
        revenue_index: 100.0 * revenue[at] / revenue[best].max(f64::MIN_POSITIVE),
    };
    let earnings = earnings(draws.iter().cloned(), &ladder.amounts);
    PriceCurve {
        points: (0..ladder.options.len()).map(point).collect(),
        best: OptionId(ladder.options[best]),
        contenders: contenders(best, &earnings.probability_best)
            .into_iter()
            .map(|at| OptionId(ladder.options[at]))
            .collect(),
        probability_best: by_option(ladder, earnings.probability_best),
        losses: by_option(ladder, earnings.losses),
        none: Some((demand.none, demand.size.interval(demand.none))),
        levelled,
    }
}

/// Ranks prices by what they earn; their shares are of those who would buy.
fn preference(
    ladder: &Ladder,
    demand: &Demand,
    draws: &[Vec<f64>],
    (counts, curve): (&[u32], &PriceCurve),
) -> Preference {
    let revenue = demand.revenue(ladder);
    let mut places: Vec<usize> = (0..revenue.len()).collect();
    places.sort_by(|a, b| revenue[*b].total_cmp(&revenue[*a]));
    let of_lead = lead_interval(draws, ladder, places[0], places[1]);
    let options: Vec<OptionId> = places.iter().map(|place| OptionId(ladder.options[*place])).collect();
    let lead = 1.0 - revenue[places[1]] / revenue[places[0]].max(f64::MIN_POSITIVE);
    let is_contender = |option: &OptionId| curve.contenders.contains(option);
    Preference {
        shares: by_option(ladder, at_least(&demand.shares)),
        intervals: by_option(ladder, curve.points.iter().map(|point| point.interval).collect()),
        probability_best: curve.probability_best.clone(),
        losses: curve.losses.clone(),
        counts: by_option(ladder, counts.to_vec()),
        worst_counts: None,
        lead,
        // The leads of the draws are relative to the best price of each draw, so their interval may miss `lead`: it is extended.
        lead_interval: [of_lead[0].min(lead), of_lead[1].max(lead)],
        contenders: options.iter().copied().filter(is_contender).collect(),
        ranking: options,
        pairs: Vec::new(),
        estimator: Estimator::WouldBuy,
    }
}

/// Returns the 95 % interval of what a price earns more than another, relative to the best price of each draw.
fn lead_interval(draws: &[Vec<f64>], ladder: &Ladder, one: usize, other: usize) -> [f64; 2] {
    let lead = |drawn: &Vec<f64>| {
        let revenue = earned(&drawn[..ladder.amounts.len()], &ladder.amounts);
        (revenue[one] - revenue[other]) / revenue[largest(&revenue)].max(f64::MIN_POSITIVE)
    };
    statistics::central_interval(draws.iter().map(lead).collect())
}

/// Sorts figures of prices, which are in ascending order, by option.
fn by_option<T: Copy + Default>(ladder: &Ladder, figures: Vec<T>) -> Vec<T> {
    let mut sorted = vec![T::default(); figures.len()];
    ladder.options.iter().zip(figures).for_each(|(at, figure)| sorted[*at] = figure);
    sorted
}

/// Returns the revenue per person asked.
fn earned(shares: &[f64], amounts: &[f64]) -> Vec<f64> {
    at_least(shares).iter().zip(amounts).map(|(share, amount)| share * amount).collect()
}

/// Returns the share that would buy at each price: the sum of the shares of it and of higher prices.
fn at_least(buying: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let mut from_dearest: Vec<f64> = buying
        .iter()
        .rev()
        .map(|share| {
            sum += share;
            // Rounding may push a sum of shares above one.
            f64::min(sum, 1.0)
        })
        .collect();
    from_dearest.reverse();
    from_dearest
}

fn largest(figures: &[f64]) -> usize {
    // Ties go to the cheapest price, which more people accept.
    (0..figures.len()).rev().max_by(|a, b| figures[*a].total_cmp(&figures[*b])).unwrap_or(0)
}

/// Returns the places of the prices that may earn most: the best one, and all others but those whose probability of earning most
/// is below the limit of a shortlist. Headline, recommendation, pictures and tables of every output use this set.
pub fn contenders(best: usize, probability_best: &[f64]) -> Vec<usize> {
    (0..probability_best.len()).filter(|at| *at == best || probability_best[*at] >= OUT_MAX).collect()
}

/// Returns whether the best price is surely the one that earns most, by its probability: as sure as a lead whose 95 % interval
/// excludes zero. Then no other price is among the [`contenders`].
pub(crate) fn is_sure(probability_best: f64) -> bool {
    probability_best >= 1.0 - statistics::TAIL
}

/// Posterior figures on the revenue of prices, in ascending order of price.
#[derive(Debug, Clone, PartialEq)]
pub struct Earnings {
    /// The place of the price with the highest expected revenue.
    pub best: usize,
    pub probability_best: Vec<f64>,
    /// The expected loss, relative to the highest revenue.
    pub losses: Vec<f64>,
}

/// Computes which price has the highest revenue, from posterior draws.
///
/// Each draw holds the share of each price as the dearest at which people would buy, in ascending order of price, and
/// may end with the share that would not buy.
pub fn earnings(draws: impl IntoIterator<Item = Vec<f64>>, amounts: &[f64]) -> Earnings {
    let zero = || vec![0.0; amounts.len()];
    let (mut wins, mut losses, mut expected, mut many) = (zero(), zero(), zero(), 0.0);
    for drawn in draws {
        let revenue = earned(&drawn[..amounts.len()], amounts);
        let best = largest(&revenue);
        wins[best] += 1.0;
        let lost = revenue.iter().map(|earned| 1.0 - earned / revenue[best].max(f64::MIN_POSITIVE));
        losses.iter_mut().zip(lost).for_each(|(sum, lost)| *sum += lost);
        expected.iter_mut().zip(&revenue).for_each(|(sum, earned)| *sum += earned);
        many += 1.0;
    }
    for sum in wins.iter_mut().chain(&mut losses) {
        *sum /= f64::max(many, 1.0);
    }
    Earnings { best: largest(&expected), probability_best: wins, losses }
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
    fn fewer_prices_may_earn_most_the_more_people_a_forecast_is_worth() {
        let (shares, amounts) = ([0.3, 0.3, 0.2, 0.2], [5.0, 8.0, 12.0]);
        let open = |size: f64| {
            let mut rng = stream(1, "draws");
            let shapes = shares.iter().map(|share| size * share + 0.25).collect();
            let posterior = statistics::DirichletMixture::new([(1.0, shapes)]);
            let earnings = earnings((0..DRAWS).map(|_| posterior.draw(&mut rng)), &amounts);
            contenders(earnings.best, &earnings.probability_best)
        };
        let (few, many) = (open(10.0), open(20_000.0));
        assert!(few.len() > 1 && many.iter().all(|at| few.contains(at)), "{few:?} {many:?}");
        assert_eq!(many, [0, 1]);
    }

    #[test]
    fn the_best_price_may_earn_most_however_small_its_chance() {
        assert_eq!(contenders(1, &[0.96, 0.04, 0.0]), [0, 1]);
        assert!(!is_sure(0.97));
        assert_eq!(contenders(0, &[0.4, 0.0499, 0.5501]), [0, 2], "a price between two contenders need not be one");
        assert!(is_sure(0.975) && contenders(1, &[0.025, 0.975]) == [1]);
    }

    #[test]
    fn the_price_that_earns_most_wins_and_its_support_is_the_share_that_buys() {
        // In the client's order 10, 5, 12, 8; shares as the dearest price, from the cheapest.
        let ladder = Ladder { options: vec![1, 3, 0, 2], amounts: vec![5.0, 8.0, 10.0, 12.0] };
        let demand = Demand { shares: vec![0.05, 0.15, 0.50, 0.20], none: 0.1, size: EffectiveSize::about(400.0) };
        let draws = demand.draws(&mut stream(1, "draws"));
        let curve = curve(&ladder, &demand, &draws, false);
        let found = preference(&ladder, &demand, &draws, (&[360, 340, 280, 80], &curve));
        assert_eq!((found.winner(), found.runner_up(), curve.best), (OptionId(0), OptionId(3), OptionId(0)));
        assert!((found.share(OptionId(0)) - 0.7).abs() < 1e-12, "{found:?}");
        assert_eq!(found.counts, [280, 360, 80, 340]);
        let earned: Vec<f64> = curve.points.iter().map(|point| point.accepting * point.amount).collect();
        assert!((earned[2] - 7.0).abs() < 1e-9 && earned.iter().all(|it| *it <= earned[2]), "{earned:?}");
        assert!((found.lead - (1.0 - 6.8 / 7.0)).abs() < 1e-9);
        assert_eq!(found.contenders.len(), curve.contenders.len());
        assert_eq!(found.contenders[0], curve.best);
        assert!((curve.none.unwrap().0 + curve.points[0].accepting - 1.0).abs() < 1e-12);
    }

    #[test]
    fn of_two_prices_that_earn_the_same_the_cheaper_is_the_best() {
        assert_eq!(largest(&[3.0, 3.0, 1.0]), 0);
        assert_eq!(largest(&[1.0, 3.0, 2.0]), 1);
    }
}
