//! How a result is read, the same on every surface: the order of its options, and which of them the verdict is about.

use crate::{Analysis, Estimator, OptionShare};

impl Analysis {
    /// Options in the order in which a reader looks for them: prices from the cheapest, a scale from its least, others by
    /// their share.
    pub fn shares_as_read(&self) -> Vec<&OptionShare> {
        let mut shares: Vec<&OptionShare> = self.winner.shares.iter().collect();
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
        let steps = self.scale.as_ref().map(|scale| scale.steps.iter().collect::<Vec<_>>());
        let prices = || self.price.as_ref().map(|price| price.points.iter().map(|point| &point.option).collect());
        if let Some(own) = steps.or_else(prices) {
            let place = |share: &&OptionShare| own.iter().position(|step| **step == share.option).unwrap_or(own.len());
            shares.sort_by_key(place);
        }
        shares
    }

    /// Whether the share of an option is of those who would buy at that price. Earlier reports have the share that chose it.
    pub fn has_buyers(&self) -> bool {
        self.winner.estimator == Estimator::WouldBuy
    }

    /// Whether the verdict is about the option: the one to choose, those to keep, or the upper end of a scale. Reports
    /// without a verdict point out their winner.
    pub fn is_verdict_about(&self, option: &str) -> bool {
        let is_it = |named: &String| named == option;
        match (&self.scale, &self.overview.ruling) {
            (Some(scale), _) => scale.top_steps.iter().any(is_it),
            (None, Some(ruling)) => ruling.options.iter().any(is_it),
            (None, None) => self.winner.option == option,
        }
    }
}
