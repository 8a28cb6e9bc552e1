//! What is read of a person: one aspect after the other, each against people who differ in that aspect alone and balance
//! each other. The model is then asked about a dozen people instead of every combination; what a small model makes of
//! combinations is noise.

use survey::population::{AGE_BANDS, age_band};
use survey::report::Profile;

const SEXES: [&str; 2] = ["female", "male"];
/// Of whom nothing is said but what a sentence needs.
const SOMEBODYS_BAND: usize = 1;
const SCHOOLING: [&str; 2] = ["upper_secondary", "bachelor"];
const INCOMES: [&str; 2] = ["q2", "q4"];

/// A person to be read, and those whose mean is subtracted, with their parts of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Aspect {
    pub own: Profile,
    pub others: Vec<(Profile, f64)>,
}

/// Somebody of whom nothing is said but what a sentence needs. `home` is the country that everybody asked lives in.
pub(super) fn somebody(home: Option<&str>) -> Profile {
    Profile {
        country: home.map(str::to_owned),
        sex: Some(SEXES[0].to_owned()),
        age: Some(AGE_BANDS[SOMEBODYS_BAND].typical_age),
        ..Profile::default()
    }
}

/// Sex and age together, where both are known.
pub(super) fn of_sex_and_age(profile: &Profile, home: Option<&str>) -> Option<Aspect> {
    let who = |sex: &str, age| Profile { sex: Some(sex.to_owned()), age: Some(age), ..somebody(home) };
    let own = who(profile.sex.as_deref()?, age_band(profile.age?).typical_age);
    let others = SEXES.iter().flat_map(|sex| AGE_BANDS.each_ref().map(|band| who(sex, band.typical_age)));
    Some(alike(own, others.collect()))
}

/// Schooling and income together, or the one that is known.
pub(super) fn of_means(profile: &Profile, home: Option<&str>) -> Option<Aspect> {
    let schooling = profile.education.as_deref().map(typical_schooling);
    let income = profile.income.as_deref().map(typical_income);
    if schooling.is_none() && income.is_none() {
        return None;
    }
    let means = |schooling: Option<&str>, income: Option<&str>| Profile {
        education: schooling.map(str::to_owned),
        income: income.map(str::to_owned),
        ..somebody(home)
    };
    let incomes = if income.is_some() { INCOMES.map(Some).to_vec() } else { vec![None] };
    let schoolings = if schooling.is_some() { SCHOOLING.map(Some).to_vec() } else { vec![None] };
    let others = schoolings.iter().flat_map(|schooling| incomes.iter().map(|income| means(*schooling, *income)));
    Some(alike(means(schooling, income), others.collect()))
}

/// Where they live, against where everybody asked lives; nothing where that is one country.
pub(super) fn of_country(profile: &Profile, countries: &[(&str, f64)]) -> Option<Aspect> {
    if countries.len() < 2 {
        return None;
    }
    let others = countries.iter().map(|(country, part)| (somebody(Some(country)), *part)).collect();
    Some(Aspect { own: somebody(Some(profile.country.as_deref()?)), others })
}

/// The others count alike.
fn alike(own: Profile, others: Vec<Profile>) -> Aspect {
    let part = 1.0 / others.len() as f64;
    Aspect { own, others: others.into_iter().map(|other| (other, part)).collect() }
}

fn typical_schooling(code: &str) -> &'static str {
    let is_beyond_school = matches!(code, "short_cycle" | "bachelor" | "master_or_more" | "post_secondary");
    SCHOOLING[usize::from(is_beyond_school)]
}

fn typical_income(code: &str) -> &'static str {
    INCOMES[usize::from(!matches!(code, "q1" | "q2"))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nurse() -> Profile {
        Profile {
            country: Some("MX".to_owned()),
            sex: Some("male".to_owned()),
            age: Some(61),
            education: Some("master_or_more".to_owned()),
            income: Some("q1".to_owned()),
            occupation: Some("health_professionals".to_owned()),
            ..Profile::default()
        }
    }

    fn read(profile: &Profile) -> Vec<Aspect> {
        [of_sex_and_age(profile, None), of_means(profile, None)].into_iter().flatten().collect()
    }

    #[test]
    fn a_person_is_among_those_they_are_compared_with() {
        let countries = [("MX", 0.75), ("US", 0.25)];
        let aspects: Vec<Aspect> = read(&nurse()).into_iter().chain(of_country(&nurse(), &countries)).collect();
        assert_eq!(aspects.iter().map(|aspect| aspect.others.len()).collect::<Vec<_>>(), [8, 4, 2]);
        for Aspect { own, others } in aspects {
            assert_eq!(others.iter().filter(|(other, _)| *other == own).count(), 1, "{own:?}");
            assert!((others.iter().map(|(_, part)| part).sum::<f64>() - 1.0).abs() < 1e-12, "{others:?}");
        }
    }

    #[test]
    fn what_is_not_known_or_the_same_for_everybody_is_not_compared() {
        assert_eq!(read(&Profile::default()), []);
        let unschooled = Profile { education: None, ..nurse() };
        assert_eq!(of_means(&unschooled, None).unwrap().others.len(), 2);
        assert_eq!(of_country(&nurse(), &[("MX", 1.0)]), None);
    }

    #[test]
    fn people_whom_a_report_counts_together_are_read_alike() {
        for (age, other) in (18..=120).flat_map(|age| (18..=120).map(move |other| (age, other))) {
            let aged = |age| of_sex_and_age(&Profile { age: Some(age), ..nurse() }, None);
            assert_eq!(aged(age) == aged(other), age_band(age) == age_band(other), "{age} and {other}");
        }
    }

    #[test]
    fn there_are_twelve_people_to_read_whoever_is_asked() {
        let mut people: Vec<String> = Vec::new();
        for (age, education, income) in
            (18..=99).flat_map(|age| [(age, "none", "q1"), (age, "primary", "q3"), (age, "short_cycle", "q5")])
        {
            for sex in SEXES {
                let (education, income) = (Some(education.to_owned()), Some(income.to_owned()));
                let profile = Profile { age: Some(age), sex: Some(sex.to_owned()), education, income, ..nurse() };
                for Aspect { own, others } in read(&profile) {
                    people.extend(others.iter().map(|(other, _)| format!("{other:?}")));
                    people.push(format!("{own:?}"));
                }
            }
        }
        people.sort();
        people.dedup();
        assert_eq!(people.len(), 12);
    }
}
