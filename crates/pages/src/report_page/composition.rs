//! Composition of the sample by attribute: unweighted, and weighted to the population.

use std::collections::BTreeMap;

use contract::RespondentRecord;
use wording::whole_shares;

use super::attributes::{grouping, order};

/// The attributes shown here; the explorer offers the rest.
const SHOWN: [&str; 6] = ["sex", "age_band", "education", "area", "employment", "country"];
/// Rarer values are omitted from the table but stay in the sample.
const VALUES_MAX: usize = 8;

pub struct Margin {
    pub attribute: &'static str,
    pub rows: Vec<MarginRow>,
}

pub struct MarginRow {
    pub value: String,
    pub in_sample: f64,
    pub in_population: f64,
}

/// Returns one margin for each attribute with at least two values.
pub fn margins(respondents: &[RespondentRecord]) -> Vec<Margin> {
    SHOWN.into_iter().filter_map(|attribute| margin(attribute, respondents)).collect()
}

fn margin(attribute: &'static str, respondents: &[RespondentRecord]) -> Option<Margin> {
    let read = grouping(attribute)?;
    let mut sizes: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for respondent in respondents {
        if let Some(value) = respondent.profile.group(read) {
            let size = sizes.entry(value).or_default();
            *size = (size.0 + 1.0, size.1 + respondent.weight);
        }
    }
    let (count, weight) = sizes.values().fold((0.0, 0.0), |(count, weight), size| (count + size.0, weight + size.1));
    let in_sample = whole_shares(&sizes.values().map(|size| size.0 / count).collect::<Vec<_>>());
    let in_population = whole_shares(&sizes.values().map(|size| size.1 / weight).collect::<Vec<_>>());
    let shares = in_sample.into_iter().zip(in_population);
    let row = |(value, (in_sample, in_population))| MarginRow { value, in_sample, in_population };
    let mut rows: Vec<MarginRow> = sizes.into_keys().zip(shares).map(row).collect();
    if rows.len() > VALUES_MAX {
        rows.sort_by(|a, b| b.in_population.total_cmp(&a.in_population));
        rows.truncate(VALUES_MAX);
    }
    if attribute != "country" {
        rows.sort_by_key(|row| order(read, &row.value));
    }
    (rows.len() > 1).then_some(Margin { attribute, rows })
}
