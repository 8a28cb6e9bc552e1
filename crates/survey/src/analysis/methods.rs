//! What can be said of a question because of its kind: a demand curve of prices, the features that reach most people, the
//! shape of a scale. Each is there only where options and answers allow it.

mod price;
mod reach;
mod scale;

use rand::Rng;

use super::Evidence;
use super::panel::Panel;

pub use price::{PriceCurve, PricePoint};
pub use reach::{BestWorst, Bundle, Reach};
pub use scale::ScaleShape;

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Methods {
    pub price: Option<PriceCurve>,
    pub reach: Option<Reach>,
    pub scale: Option<ScaleShape>,
}

pub(super) fn methods(evidence: &Evidence<'_>, panel: &Panel<'_>, shares: &[f64], rng: &mut impl Rng) -> Methods {
    Methods {
        price: price::curve(evidence, panel, rng),
        reach: reach::reach(evidence, panel),
        scale: scale::shape(evidence, panel, shares),
    }
}
