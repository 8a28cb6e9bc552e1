//! The cross table of a follow-up in results: the choice by what the same respondents chose in an earlier report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What respondents choose, by what they chose in the earlier report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CrossTable {
    /// Id of the earlier report, and its question as its respondents were asked it.
    pub request_id: String,
    pub question: String,
    /// The difference that stands out most, in one sentence, or that none does.
    pub summary: String,
    /// How far the differences can be believed.
    pub note: String,
    /// By the number of respondents, the largest row first.
    pub rows: Vec<CrossRow>,
}

impl CrossTable {
    /// Returns whether any row has shares that can be compared.
    pub fn has_shares(&self) -> bool {
        self.rows.iter().any(|row| row.cells.is_some())
    }
}

/// The respondents who gave one earlier answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CrossRow {
    /// The earlier answer.
    pub earlier: String,
    pub count: u32,
    /// By answer, how many of them give it now.
    pub counts: BTreeMap<String, u32>,
    /// By option; absent with fewer than 20 respondents, where the engine gave no forecast by this answer, and where it guesses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub cells: Option<BTreeMap<String, CrossCell>>,
}

/// The share of one option among the respondents of a row, beside all others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct CrossCell {
    /// Mean of the probabilities that answers were drawn from; of prices, the share that would buy.
    pub share: f64,
    /// The share among those who gave another earlier answer.
    pub elsewhere: f64,
    pub difference: f64,
    /// By the measured error of the engine's differences between groups, after Benjamini–Hochberg over all cells. For earlier answers
    /// that error was not measured.
    pub p_adjusted: f64,
    pub notable: bool,
}
