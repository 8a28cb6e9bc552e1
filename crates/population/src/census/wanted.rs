//! An audience's filters as sets of codes. A filter whose codes are all unknown lets nobody pass.

use std::collections::BTreeMap;

use super::codes::{self, EDUCATION, EMPLOYMENT_ASKED, HOUSEHOLDS};
use super::country::{self, Country};
use super::model::ADULT_AGE_MIN;
use super::{PopulationError, occupation};
use crate::{Attribute, Filters};

/// A set of codes, as a bit mask of indices. Without a set (`None`) every code passes.
#[derive(Debug, Clone, Copy, Default)]
pub struct Set(Option<u32>);

impl Set {
    fn new(codes: &[&str], wanted: &[String]) -> Self {
        if wanted.is_empty() {
            return Self(None);
        }
        Self(Some(wanted.iter().filter_map(|code| codes::place(codes, code)).fold(0, |set, at| set | 1 << at)))
    }

    pub fn is_open(self) -> bool {
        self.0.is_none()
    }

    pub fn has(self, at: u8) -> bool {
        self.0.is_none_or(|set| set & (1 << at) != 0)
    }

    pub fn has_any(self, places: &[u8]) -> bool {
        places.iter().any(|at| self.has(*at))
    }

    /// Returns the code if the set has exactly one.
    pub fn only(self) -> Option<u8> {
        self.0.filter(|set| set.count_ones() == 1).and_then(|set| u8::try_from(set.trailing_zeros()).ok())
    }
}

/// The index of the self-employed in `EMPLOYMENT_ASKED`.
pub const OWN_ACCOUNT: u8 = 7;
/// Where no data tell why somebody is out of the labour force, their age decides.
pub const RETIRED_AGE_MIN: u8 = 60;
pub const STUDENT_AGE_MAX: u8 = 29;
pub const HOMEMAKER_AGE_MAX: u8 = 64;

/// Regions and cities of one country. Living in any of them passes.
#[derive(Debug, Clone, Default)]
pub struct Places {
    pub regions: Vec<String>,
    pub cities: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct Wanted {
    pub age_min: u8,
    pub age_max: u8,
    pub sexes: Set,
    pub education: Set,
    pub income: Set,
    pub area: Set,
    pub work: Set,
    pub occupations: Vec<String>,
    pub household: Set,
    /// By [`codes::children`].
    pub children: Set,
    pub marital: Set,
    pub places: BTreeMap<String, Places>,
}

/// The filters by their names in results, in the order in which they are applied to find the one that leaves nobody.
pub const FILTERS: [&str; 11] = [
    "age",
    "sexes",
    "regions",
    "area",
    "education",
    "employment",
    "occupations",
    "income",
    "household",
    "children",
    "marital",
];

impl Wanted {
    pub fn new(filters: &Filters) -> Self {
        let set = |attribute: Attribute, codes: &[&str]| Set::new(codes, filters.codes(attribute));
        Self {
            age_min: filters.age_min.unwrap_or(ADULT_AGE_MIN),
            age_max: filters.age_max.unwrap_or(u8::MAX),
            sexes: set(Attribute::Sex, &codes::SEXES),
            education: set(Attribute::Education, &EDUCATION),
            income: set(Attribute::Income, &codes::INCOME),
            area: set(Attribute::Area, &codes::AREAS),
            work: set(Attribute::Employment, &EMPLOYMENT_ASKED),
            occupations: filters.codes(Attribute::Occupation).to_vec(),
            household: set(Attribute::Household, &HOUSEHOLDS),
            children: set(Attribute::Children, &codes::CHILDREN_ASKED),
            marital: set(Attribute::Marital, &codes::MARITAL),
            places: places(filters),
        }
    }

    /// Returns a copy with only the first `count` of [`FILTERS`].
    pub fn first(&self, count: usize) -> Self {
        let mut kept = self.clone();
        let drop = |name: &str| FILTERS.iter().position(|filter| *filter == name).is_some_and(|at| at >= count);
        if drop("age") {
            (kept.age_min, kept.age_max) = (ADULT_AGE_MIN, u8::MAX);
        }
        if drop("regions") {
            kept.places.clear();
        }
        if drop("occupations") {
            kept.occupations.clear();
        }
        for (name, set) in [
            ("sexes", &mut kept.sexes),
            ("area", &mut kept.area),
            ("education", &mut kept.education),
            ("employment", &mut kept.work),
            ("income", &mut kept.income),
            ("household", &mut kept.household),
            ("children", &mut kept.children),
            ("marital", &mut kept.marital),
        ] {
            if drop(name) {
                *set = Set::default();
            }
        }
        kept
    }

    /// Returns whether a level passes. The undivided post-secondary level passes if any of its degrees is wanted, and
    /// vice versa.
    pub fn has_education(&self, level: u8) -> bool {
        self.education.has(level)
            || (level == codes::POST_SECONDARY && self.education.has_any(&[5, 6, 7]))
            || (matches!(level, 5..=7) && self.education.has(codes::POST_SECONDARY))
    }

    /// Returns whether people without children pass.
    pub fn has_childless(&self) -> bool {
        self.children.has(0)
    }

    /// Returns whether some people with children pass.
    pub fn has_parents(&self) -> bool {
        self.children.has_any(&[1, 2, 3, 4])
    }

    /// Returns whether it takes their number to tell which people with children pass.
    pub fn counts_children(&self) -> bool {
        self.has_parents() && ![1, 2, 3, 4].iter().all(|number| self.children.has(*number))
    }

    pub fn has_age(&self, age: u8) -> bool {
        (self.age_min..=self.age_max).contains(&age)
    }

    pub fn has_occupation(&self, code: &str) -> bool {
        self.occupations.is_empty() || occupation::is_wanted(&self.occupations, code)
    }

    /// Returns the employment code under which a person out of the labour force passes at this age, for data that
    /// give no reason. `Some(None)` keeps the status; `None` means that the person does not pass.
    pub fn inactive_as(&self, age: u8) -> Option<Option<u8>> {
        if !self.occupations.is_empty() {
            return None;
        }
        if self.work.has(codes::NOT_IN_LABOUR_FORCE) {
            return Some(None);
        }
        let by_age = [
            (codes::RETIRED, age >= RETIRED_AGE_MIN),
            (codes::STUDENT, age <= STUDENT_AGE_MAX),
            (codes::HOMEMAKER, (ADULT_AGE_MIN..=HOMEMAKER_AGE_MAX).contains(&age)),
        ];
        by_age.into_iter().find(|(code, fits)| *fits && self.work.has(*code)).map(|(code, _)| Some(code))
    }
}

/// Returns the selected countries: those named and those of the named places. All countries if none is named.
pub fn countries(filters: &Filters) -> Result<Vec<&'static Country>, PopulationError> {
    let mut codes: Vec<&str> = filters.countries.iter().map(String::as_str).collect();
    codes.extend(filters.regions.iter().chain(&filters.cities).map(|place| split(place).0));
    codes.sort_unstable();
    codes.dedup();
    if codes.is_empty() {
        return Ok(country::all().iter().collect());
    }
    let find = |code: &str| country::find(code).ok_or_else(|| PopulationError::NoData { country: code.to_owned() });
    codes.into_iter().map(find).collect()
}

fn places(filters: &Filters) -> BTreeMap<String, Places> {
    let mut places: BTreeMap<String, Places> = BTreeMap::new();
    for region in &filters.regions {
        let (country, name) = split(region);
        places.entry(country.to_owned()).or_default().regions.push(name.to_owned());
    }
    for city in &filters.cities {
        let (country, name) = split(city);
        places.entry(country.to_owned()).or_default().cities.push(name.to_owned());
    }
    places
}

fn split(place: &str) -> (&str, &str) {
    place.split_once('/').unwrap_or((place, ""))
}
