//! Searches samples of every country for implausible people.

use super::*;
use crate::census::country;

fn is(profile: &Profile, attribute: Attribute, code: &str) -> bool {
    profile.word(attribute) == Some(code)
}

/// Returns what is implausible about a person drawn from tables.
fn impossible(profile: &Profile, from: &country::Country) -> Option<&'static str> {
    let age = profile.number(Attribute::Age).unwrap_or_default();
    let job = profile.word(Attribute::Occupation).unwrap_or_default();
    let works = is(profile, Attribute::Employment, "employed") || is(profile, Attribute::Employment, "armed_forces");
    let tables = from.tables();
    let checks = [
        ("a child with a spouse", age < 18 && profile.word(Attribute::Marital).is_some_and(|status| status != "never")),
        ("too young for a degree", age < 20 && is(profile, Attribute::Education, "bachelor")),
        ("too young for a master's", age < 22 && is(profile, Attribute::Education, "master_or_more")),
        ("a young retiree", age < 40 && is(profile, Attribute::Employment, "retired")),
        ("a child at work", age < 15 && profile.word(Attribute::Employment).is_some()),
        (
            "a job without work",
            !works && (profile.word(Attribute::Occupation).is_some() || profile.word(Attribute::WorkerClass).is_some()),
        ),
        ("a sector without work", !works && profile.word(Attribute::Sector).is_some()),
        (
            "an occupation and a sector",
            profile.word(Attribute::Occupation).is_some() && profile.word(Attribute::Sector).is_some(),
        ),
        ("a teenage professional", age < 21 && (job.starts_with("isco-1") || job.starts_with("isco-2"))),
        ("work past ninety", age > 90 && is(profile, Attribute::Employment, "employed")),
        (
            "a family worker in command",
            job.starts_with("isco-1") && is(profile, Attribute::WorkerClass, "family_worker"),
        ),
        (
            "a married person alone",
            is(profile, Attribute::Marital, "married") && is(profile, Attribute::Household, "alone"),
        ),
        ("another country", !is(profile, Attribute::Country, &from.iso2)),
        (
            "a region outside the country",
            profile.word(Attribute::Region).is_some_and(|region| tables.regions.iter().all(|row| row.region != region)),
        ),
        ("no region though there are some", profile.word(Attribute::Region).is_none() && !tables.regions.is_empty()),
    ];
    checks.into_iter().find(|(_, is_so)| *is_so).map(|(what, _)| what)
}

#[test]
fn nobody_impossible_lives_in_any_country() {
    for from in country::all().iter().filter(|country| !matches!(country.iso2.as_str(), "US" | "AR")) {
        let mut filters = of(&[&from.iso2]);
        for age_min in [18, 5] {
            filters.age_min = Some(age_min);
            let drawn = draw(&filters, 150, u64::from(age_min)).unwrap();
            assert_eq!(drawn.len(), 150, "{}", from.iso2);
            for respondent in drawn {
                let found = impossible(&respondent.profile, from);
                assert_eq!(found, None, "{respondent:?}");
            }
        }
    }
}

#[test]
fn real_records_hold_nobody_impossible_either() {
    for code in ["US", "AR"] {
        for respondent in draw(&of(&[code]), 5000, 1).unwrap() {
            let profile = &respondent.profile;
            let age = profile.number(Attribute::Age).unwrap();
            assert!(age >= 18);
            assert!(!(age < 22 && is(profile, Attribute::Education, "master_or_more")), "{respondent:?}");
            assert!(!(age < 50 && is(profile, Attribute::Employment, "retired")), "{respondent:?}");
            assert!(!(is(profile, Attribute::Marital, "married") && age < 18));
        }
    }
}
