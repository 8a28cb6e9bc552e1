//! By what people are told apart: the one table of attributes, for the groups that engines forecast and for those that a
//! report shows. A group is the people who have one value of one attribute.

use std::collections::BTreeMap;

use crate::population::age_band;
use crate::report::Profile;

/// An attribute's name in results, and its value in a profile.
pub type Attribute = (&'static str, fn(&Profile) -> Option<&str>);

pub const ATTRIBUTES: [Attribute; 7] = [
    ("sex", |profile| profile.sex.as_deref()),
    ("age_band", |profile| profile.age.map(|age| age_band(age).code)),
    ("education", |profile| profile.education.as_deref()),
    ("income", |profile| profile.income.as_deref()),
    ("employment", |profile| profile.employment.as_deref()),
    ("area", |profile| profile.area.as_deref()),
    ("country", |profile| profile.country.as_deref()),
];

/// An attribute that people vary in: its values, and who has which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    pub attribute: &'static str,
    /// In the order of their codes.
    pub values: Vec<String>,
    /// For each value the places of those who have it.
    pub members: Vec<Vec<usize>>,
}

/// How these people divide; an attribute that all share, or that is known of nobody, divides nobody.
pub fn divisions(profiles: &[&Profile]) -> Vec<Division> {
    let divide = |(attribute, value_of): Attribute| {
        let mut members: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, profile) in profiles.iter().enumerate() {
            if let Some(value) = value_of(profile) {
                members.entry(value.to_owned()).or_default().push(place);
            }
        }
        let (values, members): (Vec<String>, Vec<Vec<usize>>) = members.into_iter().unzip();
        (values.len() > 1).then_some(Division { attribute, values, members })
    };
    ATTRIBUTES.into_iter().filter_map(divide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_divide_by_what_they_differ_in() {
        let person = |sex: &str, age| Profile {
            sex: Some(sex.to_owned()),
            age: Some(age),
            country: Some("MX".to_owned()),
            ..Profile::default()
        };
        let people = [person("male", 20), person("female", 25), person("male", 70)];
        let found = divisions(&people.iter().collect::<Vec<_>>());
        let named: Vec<_> = found.iter().map(|it| (it.attribute, it.values.join(" "), it.members.clone())).collect();
        assert_eq!(
            named,
            [
                ("sex", "female male".to_owned(), vec![vec![1], vec![0, 2]]),
                ("age_band", "18-29 65+".to_owned(), vec![vec![0, 1], vec![2]]),
            ]
        );
    }
}
