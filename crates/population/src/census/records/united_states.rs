//! Records of the American Community Survey, recoded. They have no city; a filter by city selects its state.

use serde::Deserialize;

use super::{Record, observed, recoded};
use crate::Provenance;
use crate::census::codes::{
    ALONE, ARMED_FORCES, EMPLOYED, FAMILY_WORKER, NOT_IN_LABOUR_FORCE, SELF_EMPLOYED, STUDENT, UNEMPLOYED,
};
use crate::census::person::Person;
use crate::census::wanted::Places;
use crate::census::{country, occupation};
use foundation::data::{DataError, DataFile};

#[derive(Deserialize)]
struct Row {
    w: f64,
    age: u8,
    sex: char,
    state: String,
    edu: String,
    student: u8,
    marital: String,
    work: String,
    cls: String,
    soc: String,
    hht: String,
    own_children: u8,
    hh_q: Option<u8>,
}

const EDUCATION: [(&str, u8); 8] =
    [("e0", 0), ("e1", 1), ("e2", 2), ("e3", 3), ("e4", 4), ("e5s", 5), ("e5b", 6), ("e5m", 7)];
const WORK: [(&str, u8); 4] = [
    ("employed", EMPLOYED),
    ("unemployed", UNEMPLOYED),
    ("not_in_lf", NOT_IN_LABOUR_FORCE),
    ("armed_forces", ARMED_FORCES),
];
const CLASSES: [(&str, u8); 5] =
    [("self", SELF_EMPLOYED), ("family", FAMILY_WORKER), ("private", 4), ("government", 5), ("nonprofit", 6)];
const HOUSEHOLDS: [(&str, u8); 5] =
    [("couple", 0), ("single_parent_or_family", 1), ("alone", ALONE), ("nonfamily", 3), ("group_quarters", 4)];
const MARITAL: [(&str, u8); 5] = [("never", 0), ("married", 1), ("separated", 2), ("divorced", 2), ("widowed", 3)];

/// Postal codes with the names used in the regional tables.
const STATES: &str = "AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;\
    DE Delaware;DC District of Columbia;FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;\
    KS Kansas;KY Kentucky;LA Louisiana;ME Maine;MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;\
    MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;NH New Hampshire;NJ New Jersey;NM New Mexico;\
    NY New York;NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;OR Oregon;PA Pennsylvania;RI Rhode Island;\
    SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;VA Virginia;WA Washington;\
    WV West Virginia;WI Wisconsin;WY Wyoming";

fn state_name(code: &str) -> Option<&'static str> {
    STATES.split(';').filter_map(|state| state.split_once(' ')).find(|(known, _)| *known == code).map(|(_, name)| name)
}

pub(super) fn records(file: DataFile) -> Result<Vec<Record>, DataError> {
    Ok(file.csv::<Row>()?.iter().map(record).collect())
}

fn record(row: &Row) -> Record {
    let mut person = Person::new("US", u8::from(row.sex == 'm'), row.age, Provenance::Observed);
    let is_student = row.student == 1;
    let work = recoded(&WORK, &row.work);
    person.region = state_name(&row.state);
    person.education = recoded(&EDUCATION, &row.edu);
    person.employment = if is_student && work == Some(NOT_IN_LABOUR_FORCE) { Some(STUDENT) } else { work };
    person.worker_class = recoded(&CLASSES, &row.cls);
    person.occupation = occupation::soc(&row.soc);
    person.income = row.hh_q.and_then(|fifth| fifth.checked_sub(1));
    person.household = recoded(&HOUSEHOLDS, &row.hht);
    person.children = Some(row.own_children);
    person.marital = recoded(&MARITAL, &row.marital);
    Record { weight: row.w, person: observed(person), student: is_student }
}

/// Returns the wanted states and the states of the wanted cities.
pub(super) fn regions_of(places: &Places) -> Vec<&'static str> {
    let cities = country::find("US").map_or(&[][..], |country| &country.tables().cities);
    let named = STATES.split(';').filter_map(|state| state.split_once(' '));
    let has_city = |code: &str| cities.iter().any(|city| city.admin1 == code && places.cities.contains(&city.city));
    named
        .filter(|(code, name)| places.regions.iter().any(|region| region == name) || has_city(code))
        .map(|(_, name)| name)
        .collect()
}
