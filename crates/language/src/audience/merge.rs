//! Merges an engine's proposal into the filters of the rules. A proposal only fills filters that the rules left open,
//! with known codes; elsewhere the rules win. Proposed conditions must quote the client.

use std::collections::BTreeMap;

use population::places::{self, PlaceKind};
use population::{Attribute, Basis, Filters};
use serde::Deserialize;
use serde_json::Value;

use super::{AGE_MIN_YEARS, Audience, ages::AGE_MAX_YEARS};

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
    merge_countries(&mut merged, proposal, rules.is_worldwide);
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
    // Conventions stay true: what the rules read is never changed.
    Audience { filters: merged, ..rules }
}

/// Takes the countries that the engine read in words that the rules know no filter for. They replace a place that was
/// inferred from the account or the language, but none that is named, nor the world.
fn merge_countries(merged: &mut Filters, proposal: &Proposal, is_worldwide: bool) {
    let is_inferred = merged.basis.iter().any(|basis| matches!(basis, Basis::Account | Basis::Language));
    let is_open = (merged.countries.is_empty() || is_inferred) && !is_worldwide && !merged.traits.is_empty();
    let is_known = |code: &&String| places::is_known(PlaceKind::Country, code);
    let mut read: Vec<String> = proposal.countries.iter().filter(is_known).cloned().collect();
    if is_open && !read.is_empty() {
        read.sort_unstable();
        read.dedup();
        merged.countries = read;
        merged.basis.retain(|basis| *basis == Basis::Question);
    }
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
    use foundation::Language;
    use serde_json::json;

    use super::*;
    use crate::audience::{Asked, understand, whom};

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
    fn a_proposed_country_replaces_only_a_place_that_was_inferred() {
        let merged = |description: &'static str, country| {
            let asked = Asked {
                question: "Which one?",
                options: &[],
                description: Some(description),
                country,
                language: Language::En,
            };
            let merged = merge(whom(asked).unwrap(), &proposal(), description).filters;
            (merged.countries.join(" "), merged.basis)
        };
        assert_eq!(merged("surfers of Pichilemu", Some("IE")), ("CL".to_owned(), vec![]));
        assert_eq!(merged("women", Some("IE")), ("IE".to_owned(), vec![Basis::Account]), "every word was read");
        assert_eq!(merged("surfers in Spain", None), ("ES".to_owned(), vec![]));
        assert_eq!(merged("surfers worldwide", Some("IE")), (String::new(), vec![]));
    }

    #[test]
    fn rules_win_where_both_speak() {
        let text = "Mexicans aged 18 to 25";
        let rules = understand("", Some(text)).unwrap();
        let merged = merge(rules, &proposal(), text).filters;
        assert_eq!((merged.countries, merged.age_max), (vec!["MX".to_owned()], Some(25)));
    }
}
