//! Mixtures of Dirichlet distributions, used as prior and posterior of the shares of an answer. Updating multiplies
//! each component's weight by its likelihood of the observed answers.

use rand::{Rng, RngExt};
use rand_distr::{Distribution, Gamma};
use statrs::function::beta::{beta_reg, ln_beta};
use statrs::function::gamma::ln_gamma;

/// The smallest shape parameter. It keeps every function of the shapes finite.
const SHAPE_MIN: f64 = 1e-6;
/// Components with a smaller weight are ignored in intervals and probabilities.
const WEIGHT_MIN: f64 = 1e-6;
/// Tolerance of a quantile, in share or in probability.
const NEAR: f64 = 1e-6;
const STEPS_MAX: u32 = 80;
/// Probability beyond each end of a 95 % interval.
pub const TAIL: f64 = 0.025;

/// Posterior probability of being best and expected loss, indexed by option.
#[derive(Debug, Clone, PartialEq)]
pub struct BestProbabilities {
    /// The probability that the option has the largest true share. Sums to one.
    pub best: Vec<f64>,
    /// The expected difference between the largest true share and the option's true share.
    pub loss: Vec<f64>,
}

/// A mixture of Dirichlet distributions over the same options. The component weights sum to one.
#[derive(Debug, Clone, PartialEq)]
pub struct DirichletMixture {
    weights: Vec<f64>,
    /// The shape parameters, by component and then by option.
    shapes: Vec<Vec<f64>>,
}

impl DirichletMixture {
    /// Creates a mixture from (weight, shapes) pairs and normalises the weights. At least one weight must be
    /// positive.
    pub fn new(parts: impl IntoIterator<Item = (f64, Vec<f64>)>) -> Self {
        let (mut weights, mut shapes): (Vec<f64>, Vec<Vec<f64>>) = parts.into_iter().unzip();
        shapes.iter_mut().flatten().for_each(|shape| *shape = shape.max(SHAPE_MIN));
        let total: f64 = weights.iter().sum();
        weights.iter_mut().for_each(|weight| *weight /= total);
        Self { weights, shapes }
    }

    /// Returns the component weights, in the order of construction.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Returns the posterior after the observed answers, counted by option. Counts may be fractional.
    pub fn updated(&self, counts: &[f64]) -> Self {
        let logs: Vec<f64> =
            self.parts().map(|(weight, shapes)| weight.ln() + log_likelihood(shapes, counts)).collect();
        let top = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let added = |shapes: &Vec<f64>| shapes.iter().zip(counts).map(|(shape, count)| shape + count).collect();
        Self::new(logs.iter().map(|log| (log - top).exp()).zip(self.shapes.iter().map(added)))
    }

    /// Returns the distribution of the combined shares of groups of options, as shares of all options in any group. Groups must
    /// be disjoint.
    pub fn merged(&self, groups: &[&[usize]]) -> Self {
        let combined = |shapes: &[f64]| groups.iter().map(|group| group.iter().map(|at| shapes[*at]).sum()).collect();
        Self::new(self.parts().map(|(weight, shapes)| (weight, combined(shapes))))
    }

    /// The expected share of each option.
    pub fn means(&self) -> Vec<f64> {
        let mut means = vec![0.0; self.options()];
        for (weight, shapes) in self.parts() {
            let total: f64 = shapes.iter().sum();
            means.iter_mut().zip(shapes).for_each(|(mean, shape)| *mean += weight * shape / total);
        }
        means
    }

    /// Returns the equal-tailed 95 % credible interval of the combined share of the given options.
    pub fn interval(&self, options: &[usize]) -> [f64; 2] {
        let parts = self.betas(options);
        [quantile(&parts, TAIL), quantile(&parts, 1.0 - TAIL)]
    }

    /// Returns the probability that one option has a larger share than another.
    pub fn ahead(&self, option: usize, other: usize) -> f64 {
        let part = |shapes: &[f64]| beta_reg(shapes[other], shapes[option], 0.5);
        self.counting().map(|(weight, shapes)| weight * part(shapes)).sum()
    }

    /// Returns the option with the largest expected share and a lower bound of its probability of being best.
    ///
    /// The bound is the Bonferroni bound: one minus the sum of the probabilities that each other option is ahead. It
    /// is computed without simulation.
    pub fn leader(&self) -> (usize, f64) {
        let means = self.means();
        let leader = (0..means.len()).max_by(|a, b| means[*a].total_cmp(&means[*b])).unwrap_or(0);
        let behind: f64 = (0..means.len()).filter(|other| *other != leader).map(|it| self.ahead(it, leader)).sum();
        (leader, (1.0 - behind).max(0.0))
    }

    /// Draws one vector of shares.
    pub fn draw(&self, rng: &mut impl Rng) -> Vec<f64> {
        let mut left: f64 = rng.random();
        let part = self.weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        let shapes = &self.shapes[part.unwrap_or(self.shapes.len() - 1)];
        let drawn = shapes.iter().map(|shape| Gamma::new(*shape, 1.0).map_or(0.0, |gamma| gamma.sample(rng)));
        let drawn: Vec<f64> = drawn.map(|share| share.max(f64::MIN_POSITIVE)).collect();
        let total: f64 = drawn.iter().sum();
        drawn.into_iter().map(|share| share / total).collect()
    }

    /// Estimates the probability of being best and the expected loss of each option by simulation.
    pub fn best_probabilities(&self, draws: u32, rng: &mut impl Rng) -> BestProbabilities {
        let (mut best, mut loss) = (vec![0.0; self.options()], vec![0.0; self.options()]);
        let part = f64::from(draws.max(1)).recip();
        for _ in 0..draws {
            let drawn = self.draw(rng);
            let most = drawn.iter().copied().fold(0.0, f64::max);
            let winners = drawn.iter().filter(|share| **share == most).count() as f64;
            for (option, share) in drawn.iter().enumerate() {
                best[option] += if *share == most { part / winners } else { 0.0 };
                loss[option] += part * (most - share);
            }
        }
        let means = self.means();
        BestProbabilities { best: even_out(&means, &best), loss: even_out(&means, &loss) }
    }

    /// Estimates the 95 % credible interval of the first option's lead over the second, for each pair, by simulation.
    pub fn leads(&self, pairs: &[(usize, usize)], draws: u32, rng: &mut impl Rng) -> Vec<[f64; 2]> {
        let drawn: Vec<Vec<f64>> = (0..draws.max(1)).map(|_| self.draw(rng)).collect();
        let lead = |(one, other): &(usize, usize)| {
            central_interval(drawn.iter().map(|shares| shares[*one] - shares[*other]).collect())
        };
        pairs.iter().map(lead).collect()
    }

    /// Estimates the 95 % credible interval of the mean of `values`, such as the points of a scale, by simulation.
    pub fn mean_interval(&self, values: &[f64], draws: u32, rng: &mut impl Rng) -> [f64; 2] {
        let mean = |shares: Vec<f64>| shares.iter().zip(values).map(|(share, value)| share * value).sum();
        central_interval((0..draws.max(1)).map(|_| mean(self.draw(rng))).collect())
    }

    fn options(&self) -> usize {
        self.shapes.first().map_or(0, Vec::len)
    }

    fn parts(&self) -> impl Iterator<Item = (f64, &[f64])> {
        self.weights.iter().copied().zip(self.shapes.iter().map(Vec::as_slice))
    }

    fn counting(&self) -> impl Iterator<Item = (f64, &[f64])> {
        self.parts().filter(|(weight, _)| *weight > WEIGHT_MIN)
    }

    /// Returns the Beta mixture that the combined share of some options follows, as (weight, shape, shape of the
    /// other options).
    fn betas(&self, options: &[usize]) -> Vec<(f64, f64, f64)> {
        let beta = |(weight, shapes): (f64, &[f64])| {
            let own: f64 = options.iter().map(|option| shapes[*option]).sum();
            (weight, own, (shapes.iter().sum::<f64>() - own).max(SHAPE_MIN))
        };
        self.counting().map(beta).collect()
    }
}

/// Returns the two ends of the central 95 % of simulated values; both are 0 where there are none.
pub fn central_interval(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1) as f64;
    [TAIL, 1.0 - TAIL].map(|part| values.get((last * part).round() as usize).copied().unwrap_or(0.0))
}

/// Averages the figures of options with equal expected shares, so that simulation noise does not rank them.
fn even_out(means: &[f64], figures: &[f64]) -> Vec<f64> {
    let mean = |share: &f64| {
        let equals = || means.iter().zip(figures).filter(|(other, _)| *other == share);
        equals().map(|(_, figure)| figure).sum::<f64>() / equals().count().max(1) as f64
    };
    means.iter().map(mean).collect()
}

/// Returns the log likelihood of one sequence of answers with these counts under a Dirichlet distribution.
pub fn log_likelihood(shapes: &[f64], counts: &[f64]) -> f64 {
    let (all, people): (f64, f64) = (shapes.iter().sum(), counts.iter().sum());
    let answered = shapes.iter().zip(counts).filter(|(_, count)| **count > 0.0);
    let each = answered.map(|(shape, count)| ln_gamma(shape + count) - ln_gamma(*shape));
    each.sum::<f64>() + ln_gamma(all) - ln_gamma(all + people)
}

/// A bet that the first of two options is chosen more often than the second. Its alternative is a Beta distribution of the
/// first option's rate, truncated to rates above one half.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bet {
    shapes: [f64; 2],
    /// Log of the alternative's normalising constant.
    log_constant: f64,
}

impl Bet {
    /// Creates a bet from the shapes of the Beta distribution.
    pub fn new(shapes: [f64; 2]) -> Self {
        let shapes @ [a, b] = shapes.map(|shape| shape.max(SHAPE_MIN));
        Self { shapes, log_constant: ln_beta(a, b) + beta_reg(b, a, 0.5).max(f64::MIN_POSITIVE).ln() }
    }

    /// Returns the log of the e-value against the hypothesis that the first option is chosen no more often than the second.
    ///
    /// `chosen` counts the choices of each option. Under the hypothesis the expected e-value is at most one, also under
    /// optional stopping.
    pub fn log_e_value(&self, chosen: [f64; 2]) -> f64 {
        let [more, less] = self.after(chosen);
        self.log_e_value_max(chosen) + beta_reg(less, more, 0.5).ln()
    }

    /// Returns an upper bound of the log e-value, which is close once the first option leads clearly and much faster to compute.
    pub fn log_e_value_max(&self, chosen: [f64; 2]) -> f64 {
        let [more, less] = self.after(chosen);
        ln_beta(more, less) - self.log_constant + (chosen[0] + chosen[1]) * std::f64::consts::LN_2
    }

    fn after(&self, chosen: [f64; 2]) -> [f64; 2] {
        [self.shapes[0] + chosen[0], self.shapes[1] + chosen[1]]
    }
}

/// Returns a quantile of a mixture of Beta distributions, by false position with a bisection at every third step.
fn quantile(parts: &[(f64, f64, f64)], below: f64) -> f64 {
    let total: f64 = parts.iter().map(|(weight, ..)| weight).sum();
    let missed = |x: f64| parts.iter().map(|(weight, a, b)| weight * beta_reg(*a, *b, x)).sum::<f64>() / total - below;
    let (mut low, mut high, mut low_miss, mut high_miss) = (0.0, 1.0, -below, 1.0 - below);
    for step in 0..STEPS_MAX {
        let at = if step % 3 == 0 {
            f64::midpoint(low, high)
        } else {
            ((low * high_miss - high * low_miss) / (high_miss - low_miss)).clamp(low, high)
        };
        let miss = missed(at);
        if miss.abs() < NEAR || high - low < NEAR {
            return at;
        }
        if miss < 0.0 {
            (low, low_miss) = (at, miss);
        } else {
            (high, high_miss) = (at, miss);
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use foundation::chance::stream;

    fn even() -> DirichletMixture {
        DirichletMixture::new([(1.0, vec![1.0, 1.0]), (1.0, vec![50.0, 50.0])])
    }

    #[test]
    fn answers_that_a_part_made_likely_make_it_count_for_more() {
        let agreeing = even().updated(&[15.0, 15.0]);
        let surprising = even().updated(&[29.0, 1.0]);
        assert!(agreeing.weights()[1] > 0.6, "{agreeing:?}");
        assert!(surprising.weights()[1] < 0.01, "{surprising:?}");
    }

    #[test]
    fn a_single_part_has_the_quantiles_of_its_beta() {
        // R: qbeta(c(.025, .975), 3, 7).
        let [low, high] = DirichletMixture::new([(2.0, vec![3.0, 5.0, 2.0])]).interval(&[0]);
        assert!((low - 0.074_852).abs() < 1e-4 && (high - 0.600_094).abs() < 1e-4, "{low} {high}");
    }

    #[test]
    fn draws_and_integrals_agree() {
        let mixture = DirichletMixture::new([(1.0, vec![6.0, 4.0, 2.0]), (3.0, vec![30.0, 28.0, 9.0])]);
        let found = mixture.best_probabilities(20_000, &mut stream(1, "mixture"));
        let (leader, least) = mixture.leader();
        assert!(leader == 0 && least <= found.best[0] + 0.01 && found.best[0] - least < 0.05, "{found:?}");
        assert!((mixture.ahead(0, 1) + mixture.ahead(1, 0) - 1.0).abs() < 1e-9);
        let [low, high] = mixture.mean_interval(&[1.0, 0.0, 0.0], 20_000, &mut stream(2, "mixture"));
        let [exact_low, exact_high] = mixture.interval(&[0]);
        assert!((low - exact_low).abs() < 0.01 && (high - exact_high).abs() < 0.01);
    }

    #[test]
    fn equal_shares_are_equally_likely_to_be_best() {
        let level = DirichletMixture::new([(1.0, vec![20.0, 10.0, 20.0]), (1.0, vec![2.0, 1.0, 2.0])]);
        let BestProbabilities { best, loss } = level.best_probabilities(4_000, &mut stream(1, "best"));
        assert!(best[0] == best[2] && best[0] > 0.4 && (best.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{best:?}");
        assert!(loss[0] == loss[2] && loss[0] < loss[1], "{loss:?}");
    }

    #[test]
    fn the_interval_of_a_lead_agrees_with_that_of_the_shares() {
        let mixture = DirichletMixture::new([(1.0, vec![60.0, 40.0])]);
        let [low, high] = mixture.leads(&[(0, 1)], 20_000, &mut stream(1, "leads"))[0];
        let [share_low, share_high] = mixture.interval(&[0]);
        assert!((low - (2.0 * share_low - 1.0)).abs() < 0.01 && (high - (2.0 * share_high - 1.0)).abs() < 0.01);
    }

    #[test]
    fn the_log_likelihood_is_that_of_counting() {
        // Under a uniform prior each of the n + 1 counts is equally likely, and "2 of 3" has three sequences.
        assert!((log_likelihood(&[1.0, 1.0], &[2.0, 1.0]) - (1.0_f64 / 12.0).ln()).abs() < 1e-12);
    }

    #[test]
    fn an_e_value_has_a_mean_of_one_at_most_under_the_null() {
        // All sequences of ten choices between two equally popular options.
        let binomial = |k: u32| (0..k).map(|i| f64::from(10 - i) / f64::from(i + 1)).product::<f64>() / 1024.0;
        let bet = Bet::new([3.0, 1.0]);
        let paid: f64 = (0..=10).map(|k| binomial(k) * bet.log_e_value([f64::from(k), f64::from(10 - k)]).exp()).sum();
        assert!((paid - 1.0).abs() < 1e-9, "{paid}");
        let bet = Bet::new([0.5, 0.5]);
        let (paid, paid_max) = (bet.log_e_value([40.0, 10.0]), bet.log_e_value_max([40.0, 10.0]));
        assert!(paid > 7.0 && paid <= paid_max && paid_max - paid < 1e-4, "{paid} {paid_max}");
    }
}
