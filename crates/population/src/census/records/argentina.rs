//! Records of the Argentine household survey, recoded. It covers 31 urban areas in six regions, which are coarser
//! than the regions and cities of the tables; a filter by place selects the survey region that contains it.

use serde::Deserialize;

use super::{Record, observed, recoded, skill_code};
use crate::Provenance;
use crate::census::codes::{
    EMPLOYED, EMPLOYEE, EMPLOYER, FAMILY_WORKER, HOMEMAKER, NOT_IN_LABOUR_FORCE, POST_SECONDARY, RETIRED,
    SELF_EMPLOYED, STUDENT, UNEMPLOYED,
};
use crate::census::country;
use crate::census::person::Person;
use crate::census::wanted::Places;
use foundation::data::{DataError, DataFile};

#[derive(Deserialize)]
struct Row {
    w: f64,
    age: u8,
    sex: char,
    region: String,
    edu: String,
    marital: String,
    work: String,
    cls: String,
    occ_skill: String,
    inactive: String,
    pc_income_decile: Option<u8>,
}

const REGIONS: [&str; 6] = ["Gran Buenos Aires", "Pampeana", "Nordeste", "Patagonia", "Noroeste", "Cuyo"];
/// `e4u` is upper secondary with some university.
const EDUCATION: [(&str, u8); 7] =
    [("e0", 0), ("e1", 1), ("e2", 2), ("e3", 3), ("e4", 4), ("e4u", 4), ("e5", POST_SECONDARY)];
const WORK: [(&str, u8); 3] = [("employed", EMPLOYED), ("unemployed", UNEMPLOYED), ("not_in_lf", NOT_IN_LABOUR_FORCE)];
const INACTIVE: [(&str, u8); 3] = [("student", STUDENT), ("retired", RETIRED), ("homemaker", HOMEMAKER)];
const CLASSES: [(&str, u8); 4] =
    [("wage", EMPLOYEE), ("self", SELF_EMPLOYED), ("employer", EMPLOYER), ("family", FAMILY_WORKER)];
const MARITAL: [(&str, u8); 5] =
    [("never", 0), ("married", 1), ("separated_divorced", 2), ("widowed", 3), ("cohabiting", 4)];

/// Regions of the tables with the survey regions that contain their provinces.
const OF_REGION: [(&str, &[&str]); 11] = [
    ("City of Buenos Aires", &["Gran Buenos Aires"]),
    ("Rest of Buenos Aires", &["Gran Buenos Aires", "Pampeana"]),
    ("Catamarca, La Rioja, San Juan", &["Noroeste", "Cuyo"]),
    ("Cordoba", &["Pampeana"]),
    ("Corrientes, Entre Rios, Misiones", &["Nordeste", "Pampeana"]),
    ("Chaco, Formosa", &["Nordeste"]),
    ("Chubut, Neuquen, Rio Negro, Santa Cruz, Tierra del Fuego", &["Patagonia"]),
    ("Jujuy, Salta", &["Noroeste"]),
    ("La Pampa, San Luis, Mendoza", &["Pampeana", "Cuyo"]),
    ("Santa Fe", &["Pampeana"]),
    ("Santiago del Estero, Tucuman", &["Noroeste"]),
];
/// The survey region of each province, by GeoNames number from 01.
const OF_PROVINCE: [&str; 24] = [
    "Gran Buenos Aires",
    "Noroeste",
    "Nordeste",
    "Patagonia",
    "Pampeana",
    "Nordeste",
    "Gran Buenos Aires",
    "Pampeana",
    "Nordeste",
    "Noroeste",
    "Pampeana",
    "Noroeste",
    "Cuyo",
    "Nordeste",
    "Patagonia",
    "Patagonia",
    "Noroeste",
    "Cuyo",
    "Cuyo",
    "Patagonia",
    "Pampeana",
    "Noroeste",
    "Patagonia",
    "Noroeste",
];
/// Cities of Buenos Aires province outside its metropolitan area.
const PAMPAS_CITIES: [&str; 3] = ["Mar del Plata", "Bahía Blanca", "La Plata"];

const RETIREMENT_AGE_MIN: u8 = 50;

pub(super) fn records(file: DataFile) -> Result<Vec<Record>, DataError> {
    Ok(file.csv::<Row>()?.iter().map(record).collect())
}

fn record(row: &Row) -> Record {
    let mut person = Person::new("AR", u8::from(row.sex == 'm'), row.age, Provenance::Observed);
    person.region = REGIONS.into_iter().find(|region| *region == row.region);
    // The survey covers urban areas only.
    person.area = Some(0);
    person.education = recoded(&EDUCATION, &row.edu);
    let reason = recoded(&INACTIVE, &row.inactive);
    // The survey classifies everyone on a pension as retired. Pensions of young people are not old-age pensions.
    let reason = reason.filter(|reason| *reason != RETIRED || row.age >= RETIREMENT_AGE_MIN);
    person.employment = reason.or_else(|| recoded(&WORK, &row.work));
    person.worker_class = recoded(&CLASSES, &row.cls);
    person.occupation = skill_code(&row.occ_skill);
    person.income = row.pc_income_decile.and_then(|decile| decile.checked_sub(1)).map(|decile| decile / 2);
    person.marital = recoded(&MARITAL, &row.marital);
    Record { weight: row.w, person: observed(person), student: row.inactive == "student" }
}

pub(super) fn regions_of(places: &Places) -> Vec<&'static str> {
    let cities = country::find("AR").map_or(&[][..], |country| &country.tables().cities);
    let by_region = OF_REGION.iter().filter(|(region, _)| places.regions.iter().any(|wanted| wanted == region));
    let mut wanted: Vec<&str> = by_region.flat_map(|(_, regions)| regions.iter().copied()).collect();
    for city in cities.iter().filter(|city| places.cities.contains(&city.city)) {
        let number = city.admin1.parse::<usize>().unwrap_or(0);
        let region = if PAMPAS_CITIES.contains(&city.city.as_str()) {
            Some("Pampeana")
        } else {
            number.checked_sub(1).and_then(|at| OF_PROVINCE.get(at)).copied()
        };
        wanted.extend(region);
    }
    // A filter may also name a survey region directly.
    wanted.extend(REGIONS.into_iter().filter(|region| places.regions.iter().any(|wanted| wanted == region)));
    wanted
}
