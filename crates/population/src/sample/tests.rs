//! Properties of samples: plausible people, accurate margins, reproducibility.

mod margins;
mod possible;

use std::collections::BTreeSet;

use super::*;
use crate::Provenance;

pub(super) fn of(countries: &[&str]) -> Filters {
    let countries = countries.iter().map(|code| (*code).to_owned()).collect();
    Filters { countries, ..Filters::adults() }
}

fn strings(codes: &[&str]) -> Vec<String> {
    codes.iter().map(|code| (*code).to_owned()).collect()
}

#[test]
fn the_same_seed_draws_the_same_people() {
    for countries in [&["US"][..], &["MX"], &["MX", "US", "IN"]] {
        let draw = |seed| draw(&of(countries), 100, seed).unwrap();
        assert_eq!(draw(5), draw(5));
        assert_ne!(draw(5), draw(6));
    }
}

#[test]
fn ids_are_stable_and_count_up() {
    let drawn = draw(&of(&["US"]), 1000, 5).unwrap();
    assert_eq!(
        (drawn.len(), drawn[0].id.to_string().as_str(), drawn[999].id.to_string().as_str()),
        (1000, "r0001", "r1000")
    );
}

#[test]
fn the_world_is_drawn_in_proportion() {
    let drawn = draw(&of(&[]), 100, 3).unwrap();
    let from = |code: &str| drawn.iter().filter(|r| r.profile.word(Attribute::Country) == Some(code)).count();
    assert!((19..=21).contains(&from("CN")) && (17..=19).contains(&from("IN")), "{} {}", from("CN"), from("IN"));
    assert!((4..=6).contains(&from("US")), "{}", from("US"));
}

#[test]
fn real_records_are_whole_and_drawn_once() {
    for code in ["US", "AR"] {
        let drawn = draw(&of(&[code]), 1000, 9).unwrap();
        for respondent in &drawn {
            let provenance = &respondent.profile.provenance;
            let observed = provenance.iter().filter(|(attribute, _)| **attribute != Attribute::Name);
            assert!(observed.into_iter().all(|(_, origin)| *origin == Provenance::Observed), "{respondent:?}");
        }
    }
}

#[test]
fn every_attribute_says_where_it_comes_from() {
    for respondent in draw(&of(&[]), 300, 4).unwrap() {
        let profile = &respondent.profile;
        let held: BTreeSet<Attribute> = Attribute::all().filter(|it| profile.value(*it).is_some()).collect();
        let told: BTreeSet<Attribute> =
            profile.provenance.keys().copied().filter(|attribute| *attribute != Attribute::Name).collect();
        assert_eq!(held, told);
    }
}

#[test]
fn filters_hold_for_everyone() {
    let mut filters = of(&["MX", "US", "AR", "CN"]);
    (filters.age_min, filters.age_max) = (Some(25), Some(40));
    filters.want(Attribute::Sex, strings(&["female"]));
    filters.want(Attribute::Income, strings(&["q4", "q5"]));
    filters.want(Attribute::Employment, strings(&["employed"]));
    let drawn = draw(&filters, 200, 2).unwrap();
    assert_eq!(drawn.len(), 200);
    for respondent in drawn {
        let profile = &respondent.profile;
        assert!(
            (25..=40).contains(&profile.number(Attribute::Age).unwrap())
                && profile.word(Attribute::Sex) == Some("female")
        );
        assert!(matches!(profile.word(Attribute::Income), Some("q4" | "q5")), "{profile:?}");
        assert_eq!(profile.word(Attribute::Employment), Some("employed"));
    }
}

#[test]
fn a_number_of_children_filters_where_the_records_count_them() {
    let two_or_more = |countries: &[&str]| of(countries).with(Attribute::Children, &["2", "3", "4_or_more"]);
    let children = |respondent: &Respondent| respondent.profile.number(Attribute::Children);
    let drawn = draw(&two_or_more(&["US"]), 200, 3).unwrap();
    assert!(drawn.len() == 200 && drawn.iter().all(|respondent| children(respondent) >= Some(2)));
    let childless = draw(&of(&["US"]).with(Attribute::Children, &["0"]), 200, 3).unwrap();
    assert!(childless.iter().all(|respondent| children(respondent) == Some(0)));
    assert_eq!(outlook(&two_or_more(&["US"]), 200).unwrap().loosened, Vec::<String>::new());

    // Elsewhere the tables tell at most whether there are children.
    assert_eq!(outlook(&two_or_more(&["MX", "AR"]), 200).unwrap().loosened, ["AR/children", "MX/children"]);
    let is_parent = |respondent: &Respondent| respondent.profile.word(Attribute::Household) == Some("with_children");
    let mexicans = draw(&two_or_more(&["MX"]), 200, 3).unwrap();
    assert!(mexicans.iter().all(|respondent| is_parent(respondent) && children(respondent).is_none()));
    let childless = of(&["MX"]).with(Attribute::Children, &["0"]);
    assert_eq!(outlook(&childless, 200).unwrap().loosened, Vec::<String>::new());
    assert!(!draw(&childless, 200, 3).unwrap().iter().any(is_parent));
    let one = draw(&of(&["AR"]).with(Attribute::Children, &["1"]), 50, 3).unwrap();
    let origin = |respondent: &Respondent| respondent.profile.provenance.get(&Attribute::Children).copied();
    assert!(one.iter().all(|it| children(it) == Some(1) && origin(it) == Some(Provenance::Screen)));
}

#[test]
fn a_kind_of_household_that_no_table_has_costs_no_other_filter() {
    let mut filters = of(&["MX"]).with(Attribute::Household, &["couple"]).with(Attribute::Employment, &["employed"]);
    filters.cities = strings(&["MX/Mexico City"]);
    let drawn = drawable(filters, 100).unwrap();
    assert_eq!((drawn.given_up, drawn.filters.cities), (vec![Attribute::Household], strings(&["MX/Mexico City"])));
}

#[test]
fn what_no_table_tells_is_the_audiences_word() {
    let mut filters = of(&["MX"]);
    filters.want(Attribute::Marital, strings(&["married"]));
    filters.want(Attribute::Employment, strings(&["retired"]));
    for respondent in draw(&filters, 100, 2).unwrap() {
        let profile = &respondent.profile;
        assert_eq!(
            (profile.word(Attribute::Marital), profile.word(Attribute::Employment)),
            (Some("married"), Some("retired"))
        );
        assert!(
            profile.provenance[&Attribute::Marital] == Provenance::Screen
                && profile.number(Attribute::Age).unwrap() >= 60
        );
        assert_eq!(profile.provenance[&Attribute::Employment], Provenance::Screen);
    }
}

#[test]
fn a_city_lies_in_its_country_and_is_urban() {
    let mut filters = of(&[]);
    filters.cities = strings(&["CN/Beijing", "CN/Shanghai"]);
    for respondent in draw(&filters, 50, 1).unwrap() {
        let profile = &respondent.profile;
        assert_eq!(profile.word(Attribute::Country), Some("CN"));
        assert_eq!(profile.word(Attribute::City), profile.word(Attribute::Region));
        assert_eq!(profile.word(Attribute::Area), Some("urban"));
    }
}

#[test]
fn too_few_people_are_an_error_and_few_records_a_smaller_sample() {
    let mut filters = of(&["US"]);
    filters.regions = strings(&["US/South Dakota"]);
    assert_eq!(draw(&filters, 100, 1), Err(SampleError::TooFew { drawable: 4, wanted: 100 }));
    filters.regions = strings(&["US/Oregon"]);
    assert_eq!(draw(&filters, 100, 1).unwrap().len(), 61);
    let outlook = outlook(&filters, 100).unwrap();
    assert_eq!((outlook.drawable, outlook.loosened), (61, Vec::new()));
    assert!(
        (2_000_000..5_000_000).contains(&outlook.candidates),
        "people are counted, not records: {}",
        outlook.candidates
    );
}

#[test]
fn countries_are_told_with_their_part_of_the_weight() {
    let drawn = draw(&of(&["MX", "ES"]), 100, 3).unwrap();
    let found = countries(&drawn);
    assert_eq!(found.iter().map(|(country, _)| *country).collect::<Vec<_>>(), ["ES", "MX"]);
    assert!(
        (found.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-9 && found[1].1 > found[0].1,
        "{found:?}"
    );
    assert_eq!(countries(&draw(&of(&["MX"]), 20, 3).unwrap()).len(), 1);
    assert_eq!(countries(&[]), []);
}

#[test]
fn forms_are_dealt_evenly_over_the_main_attributes() {
    for (countries, options) in [(&["MX"][..], 2), (&["US"], 4), (&[], 5)] {
        let drawn = draw(&of(countries), 600, 11).unwrap();
        for value in ["female", "male"] {
            let mut counts = vec![0usize; options];
            let of_sex = |r: &Respondent| r.profile.word(Attribute::Sex) == Some(value);
            drawn.iter().enumerate().filter(|(_, r)| of_sex(r)).for_each(|(index, _)| counts[index % options] += 1);
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(most - least <= 1, "{countries:?} {value} {counts:?}");
        }
        for (attribute, of) in [
            (
                "education",
                (|r: &Respondent| r.profile.word(Attribute::Education).map(str::to_owned))
                    as fn(&Respondent) -> Option<String>,
            ),
            ("income", |r| r.profile.word(Attribute::Income).map(str::to_owned)),
            ("employment", |r| r.profile.word(Attribute::Employment).map(str::to_owned)),
        ] {
            // The imbalance is at most what random assignment would give, with a margin.
            let values: BTreeSet<Option<String>> = drawn.iter().map(of).collect();
            for value in values {
                let mut counts = vec![0usize; options];
                drawn.iter().enumerate().filter(|(_, r)| of(r) == value).for_each(|(at, _)| counts[at % options] += 1);
                let mean = counts.iter().sum::<usize>() as f64 / options as f64;
                let worst = counts.iter().map(|count| (*count as f64 - mean).abs()).fold(0.0, f64::max);
                assert!(worst <= 4.0 * mean.sqrt() + 1.0, "{countries:?} {attribute} {value:?} {counts:?}");
            }
        }
    }
}

#[test]
fn weights_stay_within_bounds_and_cost_little() {
    for (countries, size) in [(&["US"][..], 100), (&["MX"], 100), (&[], 200), (&["AR"], 1000)] {
        let weights: Vec<f64> = draw(&of(countries), size, 6).unwrap().iter().map(|r| r.weight).collect();
        assert!(weights.iter().all(|weight| (WEIGHT_MIN..=WEIGHT_MAX).contains(weight)));
        let mean = weights.iter().sum::<f64>() / weights.len() as f64;
        assert!((0.9..1.1).contains(&mean), "{mean}");
        assert!(statistics::kish(weights.iter().copied()) > 0.8 * f64::from(size), "{countries:?}");
    }
}
