//! Properties of the population data: every country's tables are consistent, and filters leave the right people.

use super::codes::*;
use super::country::{self, AGE_MAX};
use super::scope::Scope;
use super::wanted::Wanted;
use super::*;
use crate::census::model::Model;
use crate::{Attribute, Filters};

fn adults(countries: &[&str]) -> Filters {
    let countries = countries.iter().map(|code| (*code).to_owned()).collect();
    Filters { countries, ..Filters::adults() }
}

fn strings(codes: &[&str]) -> Vec<String> {
    codes.iter().map(|code| (*code).to_owned()).collect()
}

fn people(filters: &Filters) -> f64 {
    Frame::new(filters).map_or(0.0, |frame| frame.parts.iter().map(|part| part.people).sum())
}

#[test]
fn there_are_161_countries_and_the_world_counts_its_adults() {
    assert_eq!(country::all().len(), 161);
    let world = people(&adults(&[]));
    assert!((5_600_000.0..6_100_000.0).contains(&world), "{world}");
}

#[test]
fn chances_of_every_country_add_up_to_one() {
    let is_whole = |sum: f64| (sum - 1.0).abs() < 1e-6;
    for country in country::all() {
        let model = Model::of(country);
        for (sex, age) in (0..2).flat_map(|sex| (15..AGE_MAX).map(move |age| (sex, age))) {
            if model.people[sex][age] <= 0.0 {
                continue;
            }
            let code = &country.iso2;
            if let Some(table) = &model.education {
                assert!(is_whole(table[sex][age].iter().sum()), "{code} {age}");
            }
            if let Some(work) = &model.work {
                assert!(is_whole(work.status[sex][age].iter().sum()), "{code} {age}");
                assert!(work.status[sex][age].iter().all(|chance| *chance >= 0.0), "{code} {age}");
            }
        }
        for level in 0..EDUCATION.len() {
            let regions = model.regions.given(0, Some(level));
            assert!(regions.is_empty() || is_whole(regions.iter().sum()), "{} {level}", country.iso2);
            if let Some(income) = &model.income {
                // A level that nobody in the country has is left empty.
                let sum: f64 = income[level].iter().sum();
                assert!(sum == 0.0 || is_whole(sum), "{}", country.iso2);
            }
        }
    }
}

#[test]
fn income_fifths_are_equal_among_a_countrys_adults() {
    for code in ["MX", "CN", "NG", "DE"] {
        let scope = Scope::new(country::find(code).unwrap(), &Wanted::new(&adults(&[code])));
        for share in &scope.margins().shares().0[4][..5] {
            assert!((share - 0.2).abs() < 0.005, "{code} {share}");
        }
    }
}

#[test]
fn every_filter_leaves_fewer_people_and_only_those() {
    let all = people(&adults(&["MX"]));
    assert!((80_000.0..110_000.0).contains(&all), "{all}");
    let narrowed: [fn(&mut Filters); 9] = [
        |filters| filters.want(Attribute::Sex, strings(&["female"])),
        |filters| (filters.age_min, filters.age_max) = (Some(25), Some(40)),
        |filters| filters.regions = strings(&["MX/Jalisco"]),
        |filters| filters.cities = strings(&["MX/Guadalajara"]),
        |filters| filters.want(Attribute::Area, strings(&["rural"])),
        |filters| filters.want(Attribute::Education, strings(&["bachelor"])),
        |filters| filters.want(Attribute::Income, strings(&["q1"])),
        |filters| filters.want(Attribute::Employment, strings(&["self_employed"])),
        |filters| filters.want(Attribute::Occupation, strings(&["isco-22"])),
    ];
    for narrow in narrowed {
        let mut filters = adults(&["MX"]);
        narrow(&mut filters);
        let left = people(&filters);
        assert!(left > 0.0 && left < 0.7 * all, "{filters:?} {left}");
    }
}

#[test]
fn an_age_range_is_exact_by_single_year() {
    let mut filters = adults(&["MX"]);
    (filters.age_min, filters.age_max) = (Some(30), Some(30));
    let model = Model::of(country::find("MX").unwrap());
    assert!((people(&filters) - model.people[0][30] - model.people[1][30]).abs() < 1e-6);
}

#[test]
fn whoever_is_left_by_nothing_names_the_filter() {
    let empty = |narrow: fn(&mut Filters)| {
        let mut filters = adults(&["MX"]);
        narrow(&mut filters);
        Frame::new(&filters).map(|_| ()).unwrap_err()
    };
    let named = |filter| PopulationError::Empty { filter };
    assert_eq!(empty(|filters| filters.age_min = Some(120)), named("age"));
    assert_eq!(empty(|filters| filters.regions = strings(&["MX/Atlantis"])), named("regions"));
    assert_eq!(empty(|filters| filters.want(Attribute::Education, strings(&["wizardry"]))), named("education"));
    let clash = empty(|filters| {
        (filters.age_min, filters.age_max) = (Some(18), Some(20));
        filters.want(Attribute::Employment, strings(&["retired"]));
    });
    assert_eq!(clash, named("employment"));
    let young_doctors = empty(|filters| {
        filters.age_max = Some(19);
        filters.want(Attribute::Education, strings(&["master_or_more"]));
    });
    assert_eq!(young_doctors, named("education"));
    assert_eq!(
        empty(|filters| filters.countries = strings(&["AQ"])),
        PopulationError::NoData { country: "AQ".to_owned() }
    );
}

#[test]
fn what_a_country_has_no_data_for_is_said() {
    let mut filters = adults(&["MX", "US", "CN"]);
    filters.want(Attribute::Marital, strings(&["married"]));
    filters.want(Attribute::Area, strings(&["urban"]));
    let frame = Frame::new(&filters).unwrap();
    assert_eq!(frame.loosened(), ["US/area", "MX/marital"]);
    filters.countries.clear();
    let everywhere = Frame::new(&filters).unwrap().loosened();
    assert_eq!(everywhere.last().map(String::as_str), Some("marital (158 countries)"), "{everywhere:?}");
}

#[test]
fn real_records_are_drawn_and_the_people_they_stand_for_are_counted() {
    assert!(Frame::new(&adults(&["US"])).unwrap().people() > 200_000_000);
    assert_eq!(Frame::new(&adults(&["US"])).unwrap().drawable(), 4942);
    assert_eq!(Frame::new(&adults(&["AR"])).unwrap().drawable(), 2893);
    let mut filters = adults(&["US"]);
    (filters.age_min, filters.age_max) = (Some(25), Some(40));
    assert_eq!(Frame::new(&filters).unwrap().drawable(), 1203);
}

#[test]
fn sources_follow_the_audience() {
    assert_eq!(sources(&adults(&["US"])), ["source-us-persons", "source-us-names"]);
    let mexico = sources(&adults(&["MX"]));
    assert!(mexico.contains(&"source-education") && !mexico.contains(&"source-us-persons"), "{mexico:?}");
    assert!(sources(&adults(&[])).len() > 10);
}
