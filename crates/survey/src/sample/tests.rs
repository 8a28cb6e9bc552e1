//! Facts about samples: possible people, true margins, the same on every machine.

mod margins;
mod possible;

use std::collections::BTreeSet;

use super::*;
use crate::audience;
use crate::report::Provenance;

pub(super) fn of(countries: &[&str]) -> AudienceFilters {
    let countries = countries.iter().map(|code| (*code).to_owned()).collect();
    AudienceFilters { countries, ..audience::filters(None, Language::En) }
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

/// A change here means that stored seeds no longer give the people they gave: say so in the changelog.
#[test]
fn people_are_the_same_on_every_machine() {
    let hash = |filters: &AudienceFilters| {
        let text = serde_json::to_string(
            &draw(filters, 300, 7).unwrap().iter().map(|r| (&r.display_name, &r.profile)).collect::<Vec<_>>(),
        );
        let bytes = text.unwrap().into_bytes();
        bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
    };
    let hashes = [hash(&of(&[])), hash(&of(&["MX"])), hash(&of(&["US"]))].map(|hash| format!("{hash:016x}"));
    assert_eq!(hashes, ["4f66739fc37e3bec", "22ae647b0f202174", "326e863f05241fdb"]);
}

#[test]
fn ids_are_stable_and_count_up() {
    let drawn = draw(&of(&["US"]), 1000, 5).unwrap();
    assert_eq!((drawn.len(), drawn[0].id.as_str(), drawn[999].id.as_str()), (1000, "r0001", "r1000"));
}

#[test]
fn the_world_is_drawn_in_proportion() {
    let drawn = draw(&of(&[]), 100, 3).unwrap();
    let from = |code: &str| drawn.iter().filter(|r| r.profile.country.as_deref() == Some(code)).count();
    assert!((19..=21).contains(&from("CN")) && (17..=19).contains(&from("IN")), "{} {}", from("CN"), from("IN"));
    assert!((4..=6).contains(&from("US")), "{}", from("US"));
}

#[test]
fn real_records_are_whole_and_drawn_once() {
    for code in ["US", "AR"] {
        let drawn = draw(&of(&[code]), 1000, 9).unwrap();
        for respondent in &drawn {
            let provenance = &respondent.profile.provenance;
            let observed = provenance.iter().filter(|(name, _)| *name != "name");
            assert!(observed.into_iter().all(|(_, origin)| *origin == Provenance::Observed), "{respondent:?}");
        }
    }
}

#[test]
fn every_attribute_says_where_it_comes_from() {
    for respondent in draw(&of(&[]), 300, 4).unwrap() {
        let value = serde_json::to_value(&respondent.profile).unwrap();
        let held: BTreeSet<&str> =
            value.as_object().unwrap().keys().map(String::as_str).filter(|name| *name != "provenance").collect();
        let told: BTreeSet<&str> =
            respondent.profile.provenance.keys().map(String::as_str).filter(|name| *name != "name").collect();
        assert_eq!(held, told);
    }
}

#[test]
fn filters_hold_for_everyone() {
    let mut filters = of(&["MX", "US", "AR", "CN"]);
    (filters.age_min, filters.age_max) = (Some(25), Some(40));
    filters.sexes = strings(&["female"]);
    filters.income = strings(&["q4", "q5"]);
    filters.employment = strings(&["employed"]);
    let drawn = draw(&filters, 200, 2).unwrap();
    assert_eq!(drawn.len(), 200);
    for respondent in drawn {
        let profile = &respondent.profile;
        assert!((25..=40).contains(&profile.age.unwrap()) && profile.sex.as_deref() == Some("female"));
        assert!(matches!(profile.income.as_deref(), Some("q4" | "q5")), "{profile:?}");
        assert_eq!(profile.employment.as_deref(), Some("employed"));
    }
}

#[test]
fn what_no_table_tells_is_the_audiences_word() {
    let mut filters = of(&["MX"]);
    filters.marital = strings(&["married"]);
    filters.employment = strings(&["retired"]);
    for respondent in draw(&filters, 100, 2).unwrap() {
        let profile = &respondent.profile;
        assert_eq!((profile.marital.as_deref(), profile.employment.as_deref()), (Some("married"), Some("retired")));
        assert!(profile.provenance["marital"] == Provenance::Screen && profile.age.unwrap() >= 60);
        assert_eq!(profile.provenance["employment"], Provenance::Screen);
    }
}

#[test]
fn a_city_lies_in_its_country_and_is_urban() {
    let mut filters = of(&[]);
    filters.cities = strings(&["CN/Beijing", "CN/Shanghai"]);
    for respondent in draw(&filters, 50, 1).unwrap() {
        let profile = &respondent.profile;
        assert_eq!(profile.country.as_deref(), Some("CN"));
        assert_eq!(profile.city, profile.region);
        assert_eq!(profile.area.as_deref(), Some("urban"));
    }
}

#[test]
fn too_few_people_are_an_error_and_few_records_a_smaller_sample() {
    let mut filters = of(&["US"]);
    filters.regions = strings(&["US/South Dakota"]);
    assert_eq!(draw(&filters, 100, 1), Err(SampleError::TooFew { candidates: 4, wanted: 100 }));
    filters.regions = strings(&["US/Oregon"]);
    assert_eq!(draw(&filters, 100, 1).unwrap().len(), 61);
    assert_eq!(outlook(&filters, 100).unwrap(), Outlook { candidates: 61, loosened: Vec::new() });
}

#[test]
fn a_clash_is_named_in_every_language() {
    for language in Language::ALL {
        let message = SampleError::Empty { filter: "employment" }.message(language);
        assert!(!message.contains("failure-") && !message.contains("filter-"), "{message}");
    }
}

#[test]
fn a_person_without_published_names_gets_a_label() {
    let drawn = draw(&of(&["VN"]), 20, 1).unwrap();
    assert_eq!(drawn[11].shown_name(Language::En), "Respondent 12");
    assert_eq!(drawn[9].shown_name(Language::Es), "Persona 10");
}

#[test]
fn descriptions_are_whole_sentences_in_every_language() {
    for language in Language::ALL {
        for respondent in draw(&of(&[]), 200, 8).unwrap() {
            let text = describe(language, &respondent);
            assert!(text.ends_with(['.', '。']) && !text.contains("describe-") && !text.contains('{'), "{text}");
            assert!(text.contains(&respondent.profile.age.unwrap().to_string()), "{text}");
        }
    }
}

#[test]
fn somebody_whose_country_is_not_told_is_described_without_it() {
    let profile = Profile { sex: Some("female".to_owned()), age: Some(37), ..Profile::default() };
    let said = Language::ALL.map(|language| describe_profile(language, &profile));
    assert_eq!(said, ["She is a woman of 37.", "Es una mujer de 37 años.", "她是一名 37 岁的女性。"]);
}

#[test]
fn nobody_in_particular_is_given_no_sex_and_no_age() {
    assert_eq!(Language::ALL.map(|language| describe_profile(language, &Profile::default())), ["", "", ""]);
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
            let of_sex = |r: &Respondent| r.profile.sex.as_deref() == Some(value);
            drawn.iter().enumerate().filter(|(_, r)| of_sex(r)).for_each(|(index, _)| counts[index % options] += 1);
            let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
            assert!(most - least <= 1, "{countries:?} {value} {counts:?}");
        }
        for (attribute, of) in [
            ("education", (|r: &Respondent| r.profile.education.clone()) as fn(&Respondent) -> Option<String>),
            ("income", |r| r.profile.income.clone()),
            ("employment", |r| r.profile.employment.clone()),
        ] {
            // No more uneven than chance alone would be, with room to spare.
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
        assert!(crate::stats::kish(weights.iter().copied()) > 0.8 * f64::from(size), "{countries:?}");
    }
}
