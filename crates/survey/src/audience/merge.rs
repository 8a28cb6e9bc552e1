//! What an engine proposes beside the rules. A proposal may only add what the rules left open, in codes that exist; where
//! both speak of the same thing the rules stand, and conditions must be the client's own words, so nothing is made up.

use serde::Deserialize;

use super::collect::{AREA, EDUCATION, EMPLOYMENT, HOUSEHOLD, INCOME, MARITAL, SEXES};
use super::{AGE_MIN_YEARS, ages::AGE_MAX_YEARS, describe, push_new};
use crate::brief::Language;
use crate::places::{self, Kind};
use crate::report::AudienceFilters;

/// Filters that an engine proposes, not yet checked.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct Proposal {
    pub countries: Vec<String>,
    pub age_min: Option<u8>,
    pub age_max: Option<u8>,
    pub sexes: Vec<String>,
    pub education: Vec<String>,
    pub income: Vec<String>,
    pub area: Vec<String>,
    pub employment: Vec<String>,
    pub household: Vec<String>,
    pub marital: Vec<String>,
    pub traits: Vec<String>,
}

/// The rules' filters with what the proposal adds; `text` is what the client wrote.
pub fn merge(rules: AudienceFilters, proposal: &Proposal, text: &str, language: Language) -> AudienceFilters {
    let mut merged = rules.clone();
    let has_places = !(merged.countries.is_empty() && merged.regions.is_empty() && merged.cities.is_empty());
    if !has_places {
        let is_known = |code: &&String| places::is_known(Kind::Country, code);
        proposal.countries.iter().filter(is_known).for_each(|code| push_new(&mut merged.countries, code));
        merged.countries.sort_unstable();
    }
    merge_ages(&mut merged, proposal);
    let lists = [
        (&mut merged.sexes, &proposal.sexes, &SEXES[..]),
        (&mut merged.education, &proposal.education, &EDUCATION),
        (&mut merged.income, &proposal.income, &INCOME),
        (&mut merged.area, &proposal.area, &AREA),
        (&mut merged.employment, &proposal.employment, &EMPLOYMENT),
        (&mut merged.household, &proposal.household, &HOUSEHOLD),
        (&mut merged.marital, &proposal.marital, &MARITAL),
    ];
    for (list, proposed, all) in lists {
        if list.is_empty() {
            *list = known(proposed, all);
        }
    }
    for words in &proposal.traits {
        let is_new = !merged.traits.iter().any(|other| other.contains(words) || words.contains(other));
        if is_new && !words.trim().is_empty() && text.contains(words.as_str()) {
            merged.traits.push(words.clone());
        }
    }
    // The rules' own description also says how they took words that leave room.
    if merged == rules { rules } else { describe::described(merged, &[], language) }
}

fn merge_ages(merged: &mut AudienceFilters, proposal: &Proposal) {
    let is_open = merged.age_min.is_none_or(|min| min == AGE_MIN_YEARS) && merged.age_max.is_none();
    let min = proposal.age_min.unwrap_or(AGE_MIN_YEARS).max(AGE_MIN_YEARS);
    let max = proposal.age_max.filter(|max| *max < AGE_MAX_YEARS);
    if is_open && max.is_none_or(|max| max >= min) {
        merged.age_min = Some(min);
        merged.age_max = max;
    }
}

/// In the order of `all`; everything is no filter.
fn known(proposed: &[String], all: &[&str]) -> Vec<String> {
    let is_proposed = |value: &&&str| proposed.iter().any(|other| other == **value);
    let values: Vec<String> = all.iter().filter(is_proposed).map(|value| (*value).to_owned()).collect();
    if values.len() == all.len() { Vec::new() } else { values }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audience::understand;

    fn proposal() -> Proposal {
        Proposal {
            countries: vec!["CL".to_owned(), "ZZ".to_owned()],
            age_min: Some(30),
            age_max: Some(45),
            sexes: vec!["male".to_owned()],
            income: vec!["q5".to_owned(), "rich".to_owned()],
            traits: vec!["night owls".to_owned(), "who bike".to_owned(), "own a yacht".to_owned()],
            ..Proposal::default()
        }
    }

    #[test]
    fn a_proposal_fills_only_what_the_rules_left_open() {
        let text = "women who bike, night owls";
        let rules = understand("", Some(text), Language::En).unwrap();
        let merged = merge(rules.clone(), &proposal(), text, Language::En);
        assert_eq!((merged.sexes, merged.income), (rules.sexes, vec!["q5".to_owned()]));
        assert_eq!((merged.countries, merged.age_min, merged.age_max), (vec!["CL".to_owned()], Some(30), Some(45)));
        assert_eq!(merged.traits, ["who bike", "night owls"]);
        assert!(merged.description.contains("30 to 45"), "{}", merged.description);
    }

    #[test]
    fn rules_win_where_both_speak() {
        let text = "Mexicans aged 18 to 25";
        let rules = understand("", Some(text), Language::En).unwrap();
        let merged = merge(rules, &proposal(), text, Language::En);
        assert_eq!((merged.countries, merged.age_max), (vec!["MX".to_owned()], Some(25)));
    }
}
