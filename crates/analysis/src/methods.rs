//! Methods for special kinds of questions: the demand curve of prices, the reach of feature bundles and the shape of
//! a scale. Each result is present only if the options and answers allow it.

mod price;
mod reach;
mod scale;

use super::Evidence;
use super::panel::Panel;

pub(super) use price::Prices;
pub(crate) use price::is_sure;
pub use price::{Earnings, PriceCurve, PricePoint, contenders, earnings};
pub use reach::{BestWorst, Bundle, Reach};
pub use scale::ScaleShape;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Methods {
    pub price: Option<PriceCurve>,
    pub reach: Option<Reach>,
    pub scale: Option<ScaleShape>,
}

impl Methods {
    /// Returns the probability of the verdict's statement, and whether the opposite lies within its interval.
    ///
    /// Returns `None` if the shares of the options decide the verdict, that is, without a scale or prices.
    pub fn decided(&self) -> Option<(f64, bool)> {
        if let Some(scale) = &self.scale {
            let [low, high] = scale.top_interval;
            let most = scale.probability_most;
            return Some((most.max(1.0 - most), low <= 0.5 && high >= 0.5));
        }
        let price = self.price.as_ref()?;
        let chance = price.probability_best[price.best.0];
        Some((chance, !is_sure(chance)))
    }

    /// Returns the size of the effect: the distance of a scale's top share from one half, or the best price's
    /// relative lead in revenue over the next one.
    pub(super) fn lead(&self) -> Option<f64> {
        if let Some(scale) = &self.scale {
            return Some((scale.top - 0.5).abs());
        }
        let mut indices: Vec<f64> = self.price.as_ref()?.points.iter().map(|point| point.revenue_index).collect();
        indices.sort_by(|a, b| b.total_cmp(a));
        Some((indices[0] - indices[1]) / 100.0)
    }
}

/// `price` is the curve of prices, if the dearest one was asked for.
pub(super) fn methods(
    evidence: &Evidence<'_>,
    panel: &Panel<'_>,
    shares: &[f64],
    price: Option<PriceCurve>,
) -> Methods {
    // Prices are also ordered, but what matters about them is revenue.
    let scale = if price.is_some() { None } else { scale::shape(evidence, panel, shares) };
    Methods { price, reach: reach::reach(evidence, panel, shares), scale }
}
