//! Draws respondents from the population: distinct real records, systematically by weight, so that even a small sample
//! matches the margins it is sorted by. The same seed, filters and size give the same people on every machine.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::chance::stream;
use crate::population::{self, Person};
use crate::report::{AudienceFilters, Profile};

/// The year that ages refer to, so that a birth decade can be told.
pub const REFERENCE_YEAR: u16 = 2025;
const COHORT_MIN: u16 = 1930;
const COHORT_MAX: u16 = 2000;

/// Somebody to be interviewed.
#[derive(Debug, Clone, PartialEq)]
pub struct Respondent {
    pub id: String,
    pub display_name: String,
    pub profile: Profile,
}

/// How many distinct records the filters leave.
pub fn candidate_count(filters: &AudienceFilters) -> u32 {
    u32::try_from(population::candidates(filters).len()).unwrap_or(u32::MAX)
}

/// At most `size` respondents; fewer only when there are fewer candidates.
pub fn draw(filters: &AudienceFilters, size: u32, seed: u64) -> Vec<Respondent> {
    let mut candidates = population::candidates(filters);
    // A stable sort, so that records equal in the keys keep their order in the file.
    candidates.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    let weights: Vec<f64> = candidates.iter().map(|person| person.weight).collect();
    let start: f64 = stream(seed, "sample").random();
    let drawn = systematic(&weights, size as usize, start);
    drawn.into_iter().enumerate().map(|(index, record)| respondent(index, candidates[record], seed)).collect()
}

/// Neighbours in this order are alike, so a step through it spreads the sample over every key.
fn sort_key(person: &Person) -> (Option<&String>, u8, Option<&String>, Option<&String>, u8) {
    let profile = &person.profile;
    (profile.sex.as_ref(), person.age / 5, profile.income.as_ref(), profile.employment.as_ref(), person.age)
}

fn respondent(index: usize, person: &Person, seed: u64) -> Respondent {
    let id = format!("r{:04}", index + 1);
    let display_name = display_name(person, &mut stream(seed, &format!("name/{id}")));
    Respondent { id, display_name, profile: person.profile.clone() }
}

/// Positions of distinct records, each taken with a chance proportional to its weight.
fn systematic(weights: &[f64], size: usize, start: f64) -> Vec<usize> {
    if size >= weights.len() {
        return (0..weights.len()).collect();
    }
    let certain = certainties(weights, size);
    let left = size - certain.iter().filter(|is_certain| **is_certain).count();
    let total: f64 = weights.iter().zip(&certain).filter(|(_, sure)| !**sure).map(|(weight, _)| weight).sum();
    let step = total / left.max(1) as f64;
    let mut taken = 0;
    let mut passed = 0.0;
    let mut chosen = Vec::with_capacity(size);
    for (position, weight) in weights.iter().enumerate() {
        if certain[position] {
            chosen.push(position);
            continue;
        }
        passed += weight;
        if taken < left && passed > (taken as f64 + start) * step {
            taken += 1;
            chosen.push(position);
        }
    }
    chosen
}

/// Records heavier than one step would be drawn twice; they are taken once for sure, and the step shrinks accordingly.
fn certainties(weights: &[f64], size: usize) -> Vec<bool> {
    let mut certain = vec![false; weights.len()];
    loop {
        let sure = certain.iter().filter(|is_certain| **is_certain).count();
        let total: f64 = weights.iter().zip(&certain).filter(|(_, sure)| !**sure).map(|(weight, _)| weight).sum();
        let step = total / (size - sure).max(1) as f64;
        let mut grew = false;
        for (weight, is_certain) in weights.iter().zip(&mut certain) {
            if !*is_certain && *weight >= step {
                *is_certain = true;
                grew = true;
            }
        }
        if !grew || certain.iter().filter(|is_certain| **is_certain).count() >= size {
            return certain;
        }
    }
}

/// A name common among people of that sex born in that decade; for display only, never a predictor.
fn display_name(person: &Person, rng: &mut ChaCha8Rng) -> String {
    let decade = (REFERENCE_YEAR - u16::from(person.age)) / 10 * 10;
    let cohort = decade.clamp(COHORT_MIN, COHORT_MAX);
    let sex = person.profile.sex.as_deref().unwrap_or_default();
    let fitting = population::given_names()
        .iter()
        .filter(|given| given.cohort == cohort && sex.starts_with(given.sex.as_str()))
        .map(|given| (given.name.as_str(), given.weight));
    let given = pick(fitting, rng.random());
    let surnames = population::surnames().iter().map(|surname| (surname.name.as_str(), surname.weight));
    let surname = pick(surnames, rng.random());
    format!("{given} {surname}").trim().to_owned()
}

/// The name at point `at` (0 to 1) of the summed weights.
fn pick<'a>(names: impl Iterator<Item = (&'a str, f64)> + Clone, at: f64) -> &'a str {
    let mut left = at * names.clone().map(|(_, weight)| weight).sum::<f64>();
    let mut last = "";
    for (name, weight) in names {
        last = name;
        left -= weight;
        if left < 0.0 {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::audience;
    use crate::brief::Language;
    use proptest::prelude::*;

    fn adults() -> AudienceFilters {
        audience::filters(None, Language::En)
    }

    #[test]
    fn the_same_seed_draws_the_same_people() {
        assert_eq!(draw(&adults(), 100, 5), draw(&adults(), 100, 5));
        assert_ne!(draw(&adults(), 100, 5), draw(&adults(), 100, 6));
    }

    #[test]
    fn ids_are_stable_and_count_up() {
        let drawn = draw(&adults(), 1000, 5);
        assert_eq!(drawn.len(), 1000);
        assert_eq!(drawn[0].id, "r0001");
        assert_eq!(drawn[999].id, "r1000");
    }

    #[test]
    fn a_small_sample_matches_sex_and_age_of_the_population() {
        let everyone = population::candidates(&adults());
        let total: f64 = everyone.iter().map(|person| person.weight).sum();
        let women: f64 =
            everyone.iter().filter(|p| p.profile.sex.as_deref() == Some("female")).map(|p| p.weight).sum::<f64>()
                / total;
        let old: f64 = everyone.iter().filter(|p| p.age >= 65).map(|p| p.weight).sum::<f64>() / total;
        for seed in 0..20 {
            let drawn = draw(&adults(), 100, seed);
            let share = |fits: &dyn Fn(&Respondent) -> bool| {
                drawn.iter().filter(|r| fits(r)).count() as f64 / drawn.len() as f64
            };
            assert!((share(&|r| r.profile.sex.as_deref() == Some("female")) - women).abs() < 0.025);
            assert!((share(&|r| r.profile.age >= Some(65)) - old).abs() < 0.04);
        }
    }

    #[test]
    fn a_name_fits_sex_and_birth_decade() {
        for respondent in draw(&adults(), 200, 9) {
            let given = respondent.display_name.split(' ').next().unwrap();
            let decade = (REFERENCE_YEAR - u16::from(respondent.profile.age.unwrap())) / 10 * 10;
            let fits = population::given_names().iter().any(|name| {
                name.name == given
                    && name.cohort == decade.clamp(COHORT_MIN, COHORT_MAX)
                    && respondent.profile.sex.as_deref().unwrap().starts_with(&name.sex)
            });
            assert!(fits, "{respondent:?}");
        }
    }

    proptest! {
        #[test]
        fn the_draw_takes_exactly_that_many_distinct_records(
            weights in prop::collection::vec(0.1f64..50.0, 2..200), size in 1usize..150, start in 0.0f64..1.0,
        ) {
            let drawn = systematic(&weights, size, start);
            prop_assert_eq!(drawn.len(), size.min(weights.len()));
            prop_assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), drawn.len());
        }
    }
}
