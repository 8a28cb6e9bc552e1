//! What a result says because of the kind of its question: prices, features, scales, names. Each is absent where it
//! does not fit.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The demand curve of one offer at several prices.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PriceCurve {
    /// From the cheapest to the dearest.
    pub points: Vec<PricePoint>,
    /// The option with the largest revenue index.
    pub best: String,
    /// The cheapest and the dearest option that may earn most: `best`, and every other whose `probability_best` is at least 0.05.
    /// In earlier reports, the ends of a 95 % interval.
    pub best_range: [String; 2],
    /// Would buy at none of these prices, and the 95 % interval; null where that was not asked.
    pub share_none: Option<f64>,
    pub none_interval: Option<[f64; 2]>,
    /// Whether the engine's shares of buyers rose with the price somewhere and were levelled out.
    pub levelled: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PricePoint {
    pub option: String,
    /// As read from the option.
    pub amount: f64,
    /// Would buy at this price: named it or a dearer one as the dearest at which they would buy.
    pub accepting: f64,
    pub interval: [f64; 2],
    /// Revenue per person asked; the largest is 100.
    pub revenue_index: f64,
    /// Probability that it earns most.
    pub probability_best: f64,
}

/// How features do together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Reach {
    /// Empty where no worst was asked for.
    pub scores: Vec<BestWorst>,
    /// The pair that reaches most people and, from five options on, the triple.
    pub bundles: Vec<Bundle>,
    /// By option: the share that has it among its two favourites. Empty in earlier reports.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub alone: BTreeMap<String, f64>,
}

/// How much oftener an option was the best of a list than the worst, from −1 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct BestWorst {
    pub option: String,
    pub score: f64,
    pub interval: [f64; 2],
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Bundle {
    /// By descending share of first choices; in earlier reports, in the client's order.
    pub options: Vec<String>,
    /// Find one of their two favourites in it.
    pub reach: f64,
    pub interval: [f64; 2],
}

/// The shape of answers on a scale, on which no answer wins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ScaleShape {
    /// From the least to the most.
    pub steps: Vec<String>,
    /// Shares of the steps among those who answered on the scale.
    pub shares: Vec<f64>,
    /// Counted from one at the least.
    pub mean: f64,
    pub mean_interval: [f64; 2],
    /// The share at the upper end (two steps; of three, one).
    pub top: f64,
    pub top_interval: [f64; 2],
    pub top_steps: Vec<String>,
    pub bottom: f64,
    /// Whether answers gather at both ends.
    pub is_split: bool,
}

/// What there is to say of a name or slogan beside its share. All but `alike` is from a capable engine, and has at most 80
/// characters each.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct NameNotes {
    pub option: String,
    /// Up to three; empty where nothing is known.
    pub brings_to_mind: Vec<String>,
    /// Why it is hard to say or spell; null where it is not, or where nothing is known.
    pub hard: Option<String>,
    /// Other options that it is easily taken for.
    pub alike: Vec<String>,
    /// What it means or suggests by language (`en`, `es`, `zh`), where that is worth a mention.
    pub meanings: BTreeMap<String, String>,
}
