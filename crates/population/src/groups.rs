//! Division of people into groups by the value of one attribute. Engines forecast the same groups that a report
//! shows.

use std::collections::BTreeMap;

use crate::{Attribute, Groups, Profile};

/// An attribute in which people differ, with its values and their members.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    pub attribute: Attribute,
    /// In the order of their codes.
    pub values: Vec<String>,
    /// For each value, the indices of the people who have it.
    pub members: Vec<Vec<usize>>,
}

/// Returns the divisions of these people. An attribute with fewer than two known values makes none.
pub fn divisions(profiles: &[&Profile]) -> Vec<Division> {
    let divide = |attribute: Attribute| {
        let mut members: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, profile) in profiles.iter().enumerate() {
            if let Some(value) = profile.group(attribute) {
                members.entry(value.to_owned()).or_default().push(place);
            }
        }
        let (values, members): (Vec<String>, Vec<Vec<usize>>) = members.into_iter().unzip();
        (values.len() > 1).then_some(Division { attribute, values, members })
    };
    Attribute::grouping(Groups::Forecast).filter_map(divide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_divide_by_what_they_differ_in() {
        let person = |sex: &str, age| {
            Profile::default().with(Attribute::Sex, sex).with_number(Attribute::Age, age).with(Attribute::Country, "MX")
        };
        let people = [person("male", 20), person("female", 25), person("male", 70)];
        let found = divisions(&people.iter().collect::<Vec<_>>());
        let named: Vec<_> = found.iter().map(|it| (it.attribute, it.values.join(" "), it.members.clone())).collect();
        assert_eq!(
            named,
            [
                (Attribute::Sex, "female male".to_owned(), vec![vec![1], vec![0, 2]]),
                (Attribute::Age, "18-29 65+".to_owned(), vec![vec![0, 1], vec![2]]),
            ]
        );
    }
}
