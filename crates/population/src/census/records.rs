//! Real records of adults in the United States and Argentina. Each is drawn as a whole, so that associations between
//! attributes are as observed and nothing is imputed.

mod argentina;
mod united_states;

use super::codes;
use super::files;
use super::occupation;
use super::person::Person;
use super::wanted::{OWN_ACCOUNT, RETIRED_AGE_MIN, Wanted};
use crate::Attribute;
use crate::Provenance;
use foundation::data::{Compiled, DataError};

/// One real record. `weight` is the survey weight, up to a constant factor.
#[derive(Debug)]
pub struct Record {
    pub weight: f64,
    pub person: Person,
    /// Whether the person is enrolled as a student, also if employed.
    student: bool,
}

/// The records of one country.
pub struct Records {
    pub all: Vec<Record>,
    /// Attributes that the survey does not record.
    pub lacks: &'static [Attribute],
    /// Returns the survey regions that contain the wanted regions and cities.
    regions_of: fn(&super::wanted::Places) -> Vec<&'static str>,
}

static UNITED_STATES: Compiled<Records> = Compiled::new(|| {
    Ok(Records {
        all: united_states::records(files::US_PERSONS)?,
        lacks: &[Attribute::Area, Attribute::City],
        regions_of: united_states::regions_of,
    })
});
static ARGENTINA: Compiled<Records> = Compiled::new(|| {
    Ok(Records {
        all: argentina::records(files::AR_PERSONS)?,
        lacks: &[Attribute::Household, Attribute::Children, Attribute::City],
        regions_of: argentina::regions_of,
    })
});

/// Checks that every record can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    UNITED_STATES.check()?;
    ARGENTINA.check()
}

/// Returns the records of a country, if there are any.
pub fn of(iso2: &str) -> Option<&'static Records> {
    match iso2 {
        "US" => Some(&UNITED_STATES),
        "AR" => Some(&ARGENTINA),
        _ => None,
    }
}

impl Records {
    /// Returns the records that pass the filters. A filter on an attribute that the survey does not record lets
    /// everyone pass.
    pub fn fitting(&self, country: &str, wanted: &Wanted) -> Vec<&Record> {
        let regions = wanted.places.get(country).map(self.regions_of);
        let lives_there = |record: &Record| {
            regions.as_ref().is_none_or(|regions| record.person.region.is_some_and(|region| regions.contains(&region)))
        };
        self.all.iter().filter(|record| lives_there(record) && self.passes(record, wanted)).collect()
    }

    fn passes(&self, record: &Record, wanted: &Wanted) -> bool {
        let person = &record.person;
        let lacks = |attribute: Attribute| self.lacks.contains(&attribute);
        wanted.has_age(person.age)
            && wanted.sexes.has(person.sex)
            && (wanted.education.is_open() || person.education.is_some_and(|level| wanted.has_education(level)))
            && (wanted.income.is_open() || person.income.is_some_and(|fifth| wanted.income.has(fifth)))
            && (wanted.marital.is_open() || person.marital.is_some_and(|status| wanted.marital.has(status)))
            && (wanted.area.is_open()
                || lacks(Attribute::Area)
                || person.area.is_some_and(|area| wanted.area.has(area)))
            && (wanted.household.is_open() || lacks(Attribute::Household) || household_passes(person, wanted))
            && (wanted.children.is_open()
                || lacks(Attribute::Children)
                || person.children.is_some_and(|number| wanted.children.has(codes::children(number))))
            && (wanted.work.is_open() || work_passes(record, wanted))
            && (wanted.occupations.is_empty() || person.occupation.is_some_and(|code| wanted.has_occupation(code)))
    }
}

fn household_passes(person: &Person, wanted: &Wanted) -> bool {
    let has_children = person.children.is_some_and(|children| children > 0);
    let is_alone = person.household == Some(codes::ALONE);
    person.household.is_some_and(|household| wanted.household.has(household))
        || (has_children && wanted.household.has(codes::WITH_CHILDREN))
        || (!has_children && !is_alone && wanted.household.has(codes::WITH_OTHERS))
}

fn work_passes(record: &Record, wanted: &Wanted) -> bool {
    let person = &record.person;
    let Some(status) = person.employment else {
        return false;
    };
    let is_own_boss = matches!(person.worker_class, Some(codes::SELF_EMPLOYED | codes::EMPLOYER));
    let is_inactive = !matches!(status, codes::EMPLOYED | codes::UNEMPLOYED | codes::ARMED_FORCES);
    let is_soldier = person.occupation == Some("soc-55");
    wanted.work.has(status)
        || (is_own_boss && wanted.work.has(OWN_ACCOUNT))
        || (is_inactive && wanted.work.has(codes::NOT_IN_LABOUR_FORCE))
        || (is_soldier && wanted.work.has(codes::ARMED_FORCES))
        || (record.student && wanted.work.has(codes::STUDENT))
        // The US records do not identify retirees. Being out of the labour force at retirement age is used instead.
        || (status == codes::NOT_IN_LABOUR_FORCE
            && person.country == "US"
            && person.age >= RETIRED_AGE_MIN
            && wanted.work.has(codes::RETIRED))
}

/// Marks every attribute that the record contains as observed.
fn observed(mut person: Person) -> Person {
    let held = [
        (Attribute::Region, person.region.is_some()),
        (Attribute::Area, person.area.is_some()),
        (Attribute::Education, person.education.is_some()),
        (Attribute::Employment, person.employment.is_some()),
        (Attribute::WorkerClass, person.worker_class.is_some()),
        (Attribute::Occupation, person.occupation.is_some()),
        (Attribute::Income, person.income.is_some()),
        (Attribute::Household, person.household.is_some()),
        (Attribute::Children, person.children.is_some()),
        (Attribute::Marital, person.marital.is_some()),
    ];
    for (attribute, _) in held.into_iter().filter(|(_, is_held)| *is_held) {
        person.mark(attribute, Provenance::Observed);
    }
    person
}

/// Maps a survey code to an index into `codes`.
fn recoded(codes: &[(&str, u8)], code: &str) -> Option<u8> {
    codes.iter().find(|(raw, _)| *raw == code).map(|(_, at)| *at)
}

fn skill_code(skill: &str) -> Option<&'static str> {
    occupation::SKILLS.into_iter().find(|code| code.strip_prefix("skill-") == Some(skill))
}

#[cfg(test)]
mod tests {
    use super::*;
    use foundation::data::DataFile;

    #[test]
    fn every_row_is_read_and_every_code_known() {
        for (records, file) in [(&UNITED_STATES, files::US_PERSONS), (&ARGENTINA, files::AR_PERSONS)] {
            assert_eq!(records.all.len(), file.text.lines().count() - 1);
            for record in &records.all {
                let person = &record.person;
                assert!(person.education.is_some() && person.employment.is_some() && person.marital.is_some());
                assert!(person.region.is_some(), "{person:?}");
            }
        }
    }

    #[test]
    fn a_record_that_cannot_be_read_is_found_and_not_left_out() {
        let broken = |file: DataFile| DataFile { text: format!("{}x,y\n", file.text).leak(), ..file };
        assert_eq!(united_states::records(broken(files::US_PERSONS)).unwrap_err().file, files::US_PERSONS.name);
        assert_eq!(argentina::records(broken(files::AR_PERSONS)).unwrap_err().file, files::AR_PERSONS.name);
    }

    #[test]
    fn a_record_without_household_income_has_none() {
        assert_eq!(UNITED_STATES.all.iter().filter(|record| record.person.income.is_none()).count(), 308);
        assert_eq!(ARGENTINA.all.iter().filter(|record| record.person.income.is_none()).count(), 778);
    }
}
