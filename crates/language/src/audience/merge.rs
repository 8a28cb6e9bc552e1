//! Merges an engine's proposal into the filters of the rules. A proposal only fills filters that the rules left open,
//! with known codes; elsewhere the rules win. Proposed conditions must quote the client.

use std::collections::BTreeMap;

use population::places::{self, PlaceKind};
use population::{Attribute, Filters};
use serde::Deserialize;
use serde_json::Value;

use super::{AGE_MIN_YEARS, Audience, ages::AGE_MAX_YEARS, push_new};

/// Filters that an engine proposes, unvalidated.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Proposal {
    pub countries: Vec<String>,
    pub age_min: Option<u8>,
    pub age_max: Option<u8>,
    pub traits: Vec<String>,
    /// Codes by filter name.
    #[serde(flatten)]
    pub codes: BTreeMap<String, Value>,
}

impl Proposal {
    /// Returns the known codes proposed for an attribute, in its order; empty if all are, since that is no restriction.
    fn codes(&self, attribute: Attribute) -> Vec<String> {
        let proposed = self.codes.get(attribute.filter_name()).and_then(Value::as_array);
        let is_proposed = |code: &&&str| proposed.is_some_and(|codes| codes.iter().any(|other| other == **code));
        let all = attribute.codes_asked();
        let known: Vec<String> = all.iter().filter(is_proposed).map(|code| (*code).to_owned()).collect();
        if known.len() == all.len() { Vec::new() } else { known }
    }
}

/// Returns the rules' audience extended by the proposal; `text` is what the client wrote.
pub fn merge(rules: Audience, proposal: &Proposal, text: &str) -> Audience {
    let mut merged = rules.filters.clone();
    let has_places = !(merged.countries.is_empty() && merged.regions.is_empty() && merged.cities.is_empty());
    if !has_places {
        let is_known = |code: &&String| places::is_known(PlaceKind::Country, code);
        proposal.countries.iter().filter(is_known).for_each(|code| push_new(&mut merged.countries, code));
        merged.countries.sort_unstable();
    }
    merge_ages(&mut merged, proposal);
    for attribute in Attribute::filtered_by_codes() {
        if merged.codes(attribute).is_empty() {
            merged.want(attribute, proposal.codes(attribute));
        }
    }
    for words in &proposal.traits {
        let is_new = !merged.traits.iter().any(|other| other.contains(words) || words.contains(other));
        if is_new && !words.trim().is_empty() && text.contains(words.as_str()) {
            merged.traits.push(words.clone());
        }
    }
    // Conventions describe the rules' reading, so they are dropped once the proposal changed a filter.
    if merged == rules.filters { rules } else { Audience { filters: merged, conventions: Vec::new() } }
}

fn merge_ages(merged: &mut Filters, proposal: &Proposal) {
    let is_open = merged.age_min.is_none_or(|min| min == AGE_MIN_YEARS) && merged.age_max.is_none();
    let min = proposal.age_min.unwrap_or(AGE_MIN_YEARS).max(AGE_MIN_YEARS);
    let max = proposal.age_max.filter(|max| *max < AGE_MAX_YEARS);
    if is_open && max.is_none_or(|max| max >= min) {
        merged.age_min = Some(min);
        merged.age_max = max;
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::audience::understand;

    fn proposal() -> Proposal {
        let document = json!({
            "countries": ["CL", "ZZ"], "age_min": 30, "age_max": 45, "sexes": ["male"], "income": ["q5", "rich"],
            "traits": ["night owls", "who bike", "own a yacht"],
        });
        serde_json::from_value(document).unwrap()
    }

    #[test]
    fn a_proposal_fills_only_what_the_rules_left_open() {
        let text = "women who bike, night owls";
        let rules = understand("", Some(text)).unwrap();
        let merged = merge(rules.clone(), &proposal(), text).filters;
        assert_eq!(merged.codes(Attribute::Sex), rules.filters.codes(Attribute::Sex));
        assert_eq!(merged.codes(Attribute::Income), ["q5"]);
        assert_eq!((merged.countries, merged.age_min, merged.age_max), (vec!["CL".to_owned()], Some(30), Some(45)));
        assert_eq!(merged.traits, ["who bike", "night owls"]);
    }

    #[test]
    fn rules_win_where_both_speak() {
        let text = "Mexicans aged 18 to 25";
        let rules = understand("", Some(text)).unwrap();
        let merged = merge(rules, &proposal(), text).filters;
        assert_eq!((merged.countries, merged.age_max), (vec!["MX".to_owned()], Some(25)));
    }
}
