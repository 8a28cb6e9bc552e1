//! Looks for people who can't exist, in every country.

use super::*;
use crate::population::country;
use crate::report::Profile;

fn is(value: &Option<String>, code: &str) -> bool {
    value.as_deref() == Some(code)
}

/// What is impossible about somebody drawn from tables.
fn impossible(profile: &Profile, from: &country::Country) -> Option<&'static str> {
    let age = profile.age.unwrap_or_default();
    let job = profile.occupation.as_deref().unwrap_or_default();
    let works = is(&profile.employment, "employed") || is(&profile.employment, "armed_forces");
    let tables = from.tables();
    let checks = [
        ("a child with a spouse", age < 18 && profile.marital.as_deref().is_some_and(|status| status != "never")),
        ("too young for a degree", age < 20 && is(&profile.education, "bachelor")),
        ("too young for a master's", age < 22 && is(&profile.education, "master_or_more")),
        ("a young retiree", age < 40 && is(&profile.employment, "retired")),
        ("a child at work", age < 15 && profile.employment.is_some()),
        ("a job without work", !works && (profile.occupation.is_some() || profile.worker_class.is_some())),
        ("a sector without work", !works && profile.sector.is_some()),
        ("an occupation and a sector", profile.occupation.is_some() && profile.sector.is_some()),
        ("a teenage professional", age < 21 && (job.starts_with("isco-1") || job.starts_with("isco-2"))),
        ("work past ninety", age > 90 && is(&profile.employment, "employed")),
        ("a family worker in command", job.starts_with("isco-1") && is(&profile.worker_class, "family_worker")),
        ("a married person alone", is(&profile.marital, "married") && is(&profile.household, "alone")),
        ("another country", !is(&profile.country, &from.iso2)),
        (
            "a region outside the country",
            profile.region.as_ref().is_some_and(|region| tables.regions.iter().all(|row| row.region != *region)),
        ),
        ("no region though there are some", profile.region.is_none() && !tables.regions.is_empty()),
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
            let age = profile.age.unwrap();
            assert!(age >= 18);
            assert!(!(age < 22 && is(&profile.education, "master_or_more")), "{respondent:?}");
            assert!(!(age < 50 && is(&profile.employment, "retired")), "{respondent:?}");
            assert!(!(is(&profile.marital, "married") && age < 18));
        }
    }
}
