//! The attributes of respondents that readers may filter, cross and download by.

use std::collections::HashMap;
use std::sync::LazyLock;

use survey::analysis::age_band;
use survey::population::attribute_values;
use survey::report::Profile;

/// Where a value stands in the list of its attribute, from little schooling to much.
static RANKS: LazyLock<HashMap<(&str, String), usize>> =
    LazyLock::new(|| attribute_values().into_iter().enumerate().map(|(rank, key)| (key, rank)).collect());

type Read = fn(&Profile) -> Option<String>;

/// An attribute by its name in the result, with how to read it from a profile.
pub struct Attribute {
    pub name: &'static str,
    read: Read,
}

impl Attribute {
    pub fn of(&self, profile: &Profile) -> Option<String> {
        (self.read)(profile)
    }
}

/// What a table can have a column of: few values, each shared by many.
pub const GROUPING: [Attribute; 13] = [
    attribute("sex", |profile| profile.sex.clone()),
    attribute("age_band", |profile| profile.age.map(|age| age_band(age).to_owned())),
    attribute("education", |profile| profile.education.clone()),
    attribute("income", |profile| profile.income.clone()),
    attribute("employment", |profile| profile.employment.clone()),
    attribute("worker_class", |profile| profile.worker_class.clone()),
    attribute("sector", |profile| profile.sector.clone()),
    attribute("occupation", |profile| profile.occupation.clone()),
    attribute("household", |profile| profile.household.clone()),
    attribute("marital", |profile| profile.marital.clone()),
    attribute("area", |profile| profile.area.clone()),
    attribute("region", |profile| profile.region.clone()),
    attribute("country", |profile| profile.country.clone()),
];

/// What is in a download, in its order.
pub const RECORDED: [Attribute; 15] = [
    attribute("country", |profile| profile.country.clone()),
    attribute("region", |profile| profile.region.clone()),
    attribute("city", |profile| profile.city.clone()),
    attribute("area", |profile| profile.area.clone()),
    attribute("age", |profile| profile.age.map(|age| age.to_string())),
    attribute("sex", |profile| profile.sex.clone()),
    attribute("education", |profile| profile.education.clone()),
    attribute("income", |profile| profile.income.clone()),
    attribute("employment", |profile| profile.employment.clone()),
    attribute("worker_class", |profile| profile.worker_class.clone()),
    attribute("sector", |profile| profile.sector.clone()),
    attribute("occupation", |profile| profile.occupation.clone()),
    attribute("household", |profile| profile.household.clone()),
    attribute("children", |profile| profile.children.map(|children| children.to_string())),
    attribute("marital", |profile| profile.marital.clone()),
];

const fn attribute(name: &'static str, read: Read) -> Attribute {
    Attribute { name, read }
}

pub fn grouping(name: &str) -> Option<&'static Attribute> {
    GROUPING.iter().find(|attribute| attribute.name == name)
}

/// Sorts by the attribute's own order where it has one, else by the value's letters.
pub fn order(attribute: &'static str, value: &str) -> (usize, String) {
    let rank = RANKS.get(&(attribute, value.to_owned())).copied().unwrap_or(usize::MAX);
    // Countries stand in the order of their codes, which is none to a reader.
    (if attribute == "country" { usize::MAX } else { rank }, value.to_owned())
}
