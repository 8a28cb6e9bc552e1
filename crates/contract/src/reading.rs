//! How a result is read, the same on every surface: the order of its options, which of them the verdict is about, and
//! which texts were asked in other words than the client's.

use crate::{Analysis, Estimator, OptionShare, ResearchInput, WordingChoice};

/// The question or an option that was asked in other words than the client's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedAs<'a> {
    pub own: &'a str,
    pub asked: &'a str,
    /// Every reason for the difference, in the report's language.
    pub reasons: Vec<&'a str>,
}

impl ResearchInput {
    /// Returns each text whose served wording differs from the client's: the question first, then options in their order.
    pub fn asked_as(&self) -> Vec<AskedAs<'_>> {
        let (own, served) = (&self.options, &self.optimized.options);
        let options = own.iter().zip(served).enumerate();
        let options = options.map(|(place, (own, asked))| (format!("options[{place}]"), own, asked));
        let all = [("question".to_owned(), &self.question, &self.optimized.question)].into_iter().chain(options);
        let differing = all.filter(|(_, own, asked)| own != asked);
        differing.map(|(field, own, asked)| AskedAs { own, asked, reasons: self.reasons_of(&field) }).collect()
    }

    fn reasons_of(&self, field: &str) -> Vec<&str> {
        let changes = self.optimized.changes.iter().filter(|change| change.field == field);
        changes.map(|change| change.reason.as_str()).collect()
    }

    /// Whether the client declined edits of the wording.
    pub fn is_as_is(&self) -> bool {
        self.wording == Some(WordingChoice::AsIs)
    }
}

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
