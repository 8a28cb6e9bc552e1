//! What is read of a person: one aspect after the other, each against people who differ in that aspect alone and balance
//! each other. The model is then asked about a dozen people instead of every combination; what a small model makes of
//! combinations is noise.

use survey::report::Profile;
use survey::sample::kind;

const SEXES: [&str; 2] = ["female", "male"];
const AGES: [u8; 4] = [24, 37, 52, 68];
const SCHOOLING: [&str; 2] = ["upper_secondary", "bachelor"];
const INCOMES: [&str; 2] = ["q2", "q4"];
/// Countries that others are compared with: large ones that have little in common.
const COUNTRIES: [&str; 4] = ["BR", "CN", "NG", "US"];

/// A person to be read, and those whose mean is subtracted.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Aspect {
    pub own: Profile,
    pub others: Vec<Profile>,
}

/// Somebody of whom nothing is said but what a sentence needs. `home` is the country that everybody asked lives in.
pub(super) fn somebody(home: Option<&str>) -> Profile {
    Profile {
        country: home.map(str::to_owned),
        sex: Some(SEXES[0].to_owned()),
        age: Some(AGES[1]),
        ..Profile::default()
    }
}

/// Sex and age together, then schooling and income together, as far as they are known.
pub(super) fn of_person(profile: &Profile, home: Option<&str>) -> Vec<Aspect> {
    let (kind, somebody) = (kind(profile), somebody(home));
    let mut aspects = Vec::new();
    if kind.sex.is_some() && kind.age.is_some() {
        let who = |sex: Option<String>, age| Profile { sex, age, ..somebody.clone() };
        let others = SEXES.iter().flat_map(|sex| AGES.map(|age| who(Some((*sex).to_owned()), Some(age))));
        aspects.push(Aspect { own: who(kind.sex.clone(), kind.age), others: others.collect() });
    }
    if kind.education.is_some() || kind.income.is_some() {
        let means = |education, income| Profile { education, income, ..somebody.clone() };
        let known = |codes: [&str; 2], own: &Option<String>| match own {
            Some(_) => codes.map(|code| Some(code.to_owned())).to_vec(),
            None => vec![None],
        };
        let incomes = known(INCOMES, &kind.income);
        let others = known(SCHOOLING, &kind.education).into_iter().flat_map(|education| {
            incomes.iter().map(move |income| (education.clone(), income.clone())).collect::<Vec<_>>()
        });
        let others = others.map(|(education, income)| means(education, income)).collect();
        aspects.push(Aspect { own: means(kind.education.clone(), kind.income), others });
    }
    aspects
}

/// Where they live, which says something where others live elsewhere.
pub(super) fn of_country(country: &str) -> Aspect {
    Aspect { own: somebody(Some(country)), others: COUNTRIES.map(|other| somebody(Some(other))).to_vec() }
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

    #[test]
    fn a_person_is_among_those_they_are_compared_with() {
        let aspects = of_person(&nurse(), Some("MX"));
        assert_eq!(aspects.iter().map(|aspect| aspect.others.len()).collect::<Vec<_>>(), [8, 4]);
        for aspect in &aspects {
            assert_eq!(aspect.others.iter().filter(|other| **other == aspect.own).count(), 1, "{aspect:?}");
        }
        assert!(of_country("US").others.contains(&somebody(Some("US"))));
    }

    #[test]
    fn what_is_not_known_is_not_compared() {
        assert_eq!(of_person(&Profile::default(), None), []);
        let unschooled = Profile { education: None, ..nurse() };
        assert_eq!(of_person(&unschooled, None)[1].others.len(), 2);
        assert!(of_person(&unschooled, None).iter().all(|aspect| aspect.own.country.is_none()));
    }

    #[test]
    fn there_are_few_people_to_read_whoever_is_asked() {
        let mut people: Vec<Profile> = Vec::new();
        for age in 18..=99 {
            for sex in SEXES {
                let profile = Profile { age: Some(age), sex: Some(sex.to_owned()), ..nurse() };
                people.extend(of_person(&profile, None).into_iter().flat_map(|aspect| aspect.others));
            }
        }
        people.sort_by_key(|profile| format!("{profile:?}"));
        people.dedup();
        assert_eq!(people.len(), 12);
    }
}
