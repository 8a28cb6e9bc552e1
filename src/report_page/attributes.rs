//! The attributes of respondents that readers may filter, cross and download by.

use std::collections::HashMap;
use std::sync::LazyLock;

use survey::population::{age_band, attribute_values};
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

const COUNTRY: Attribute = attribute("country", |profile| profile.country.clone());
const REGION: Attribute = attribute("region", |profile| profile.region.clone());
const CITY: Attribute = attribute("city", |profile| profile.city.clone());
const AREA: Attribute = attribute("area", |profile| profile.area.clone());
const AGE: Attribute = attribute("age", |profile| profile.age.map(|age| age.to_string()));
const AGE_BAND: Attribute = attribute("age_band", |profile| profile.age.map(|age| age_band(age).code.to_owned()));
const SEX: Attribute = attribute("sex", |profile| profile.sex.clone());
const EDUCATION: Attribute = attribute("education", |profile| profile.education.clone());
const INCOME: Attribute = attribute("income", |profile| profile.income.clone());
const EMPLOYMENT: Attribute = attribute("employment", |profile| profile.employment.clone());
const WORKER_CLASS: Attribute = attribute("worker_class", |profile| profile.worker_class.clone());
const SECTOR: Attribute = attribute("sector", |profile| profile.sector.clone());
const OCCUPATION: Attribute = attribute("occupation", |profile| profile.occupation.clone());
const HOUSEHOLD: Attribute = attribute("household", |profile| profile.household.clone());
const CHILDREN: Attribute = attribute("children", |profile| profile.children.map(|children| children.to_string()));
const MARITAL: Attribute = attribute("marital", |profile| profile.marital.clone());

/// What a table can have a column of: few values, each shared by many.
pub const GROUPING: [Attribute; 13] = [
    SEX,
    AGE_BAND,
    EDUCATION,
    INCOME,
    EMPLOYMENT,
    WORKER_CLASS,
    SECTOR,
    OCCUPATION,
    HOUSEHOLD,
    MARITAL,
    AREA,
    REGION,
    COUNTRY,
];

/// What is in a download, in its order.
pub const RECORDED: [Attribute; 15] = [
    COUNTRY,
    REGION,
    CITY,
    AREA,
    AGE,
    SEX,
    EDUCATION,
    INCOME,
    EMPLOYMENT,
    WORKER_CLASS,
    SECTOR,
    OCCUPATION,
    HOUSEHOLD,
    CHILDREN,
    MARITAL,
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
