//! The part of a country's tables that passes an audience's filters: cells by sex, single age and education, and
//! conditional probabilities of the later attributes. Weights are in thousands of people.

use super::codes::{
    ALONE, EDUCATION, EMPLOYER, MARITAL, MARRIED, POST_SECONDARY, SELF_EMPLOYED, WITH_CHILDREN, WITH_OTHERS,
};
use super::country::{AGE_MAX, Country};
use super::margins::Margins;
use super::model::{ADULT_AGE_MIN, Model, TABLES_AGE_MIN};
use super::occupation::{self, ISCO, PROFESSION_AGE_MIN};
use super::wanted::{OWN_ACCOUNT, Wanted};
use super::{codes, scope_places};
use crate::Attribute;

/// The index of "unknown" after the levels of education.
pub const UNKNOWN: usize = EDUCATION.len();
pub const LEVELS: usize = EDUCATION.len() + 1;

pub struct Scope {
    pub country: &'static Country,
    pub model: &'static Model,
    pub wanted: Wanted,
    pub places: Vec<scope_places::Place>,
    /// Filters that the country has no data for. They are assumed to hold for everyone.
    pub screened: Vec<Attribute>,
    /// Thousands of people by sex, age and level.
    cells: Box<[[[f64; LEVELS]; AGE_MAX + 1]; 2]>,
    /// By youth, sex and level: the probability that an employed person passes.
    employed: [[[f64; LEVELS]; 2]; 2],
    /// By sex and level: the probability of living in a wanted place.
    somewhere: [[f64; LEVELS]; 2],
}

impl Scope {
    pub fn new(country: &'static Country, wanted: &Wanted) -> Self {
        let model = Model::of(country);
        let mut scope = Self {
            country,
            model,
            wanted: wanted.clone(),
            places: scope_places::places(country, model, wanted.places.get(&country.iso2)),
            screened: screened(model, wanted),
            cells: Box::new([[[0.0; LEVELS]; AGE_MAX + 1]; 2]),
            employed: [[[0.0; LEVELS]; 2]; 2],
            somewhere: [[0.0; LEVELS]; 2],
        };
        scope.pass_everyone_or_some();
        scope.fill();
        scope
    }

    /// Computes the probabilities of passing the filters on work and place. They are 1 if those filters are open, as
    /// for most audiences.
    fn pass_everyone_or_some(&mut self) {
        let is_anywhere = self.wanted.area.is_open() && !self.wanted.places.contains_key(&self.country.iso2);
        for (sex, level) in (0..2).flat_map(|sex| (0..LEVELS).map(move |level| (sex, level))) {
            self.somewhere[sex][level] =
                if is_anywhere { 1.0 } else { self.place_chances(sex, level).iter().sum::<f64>() };
            for youth in 0..2 {
                self.employed[youth][sex][level] =
                    if self.any_work() { 1.0 } else { self.employed_passes(youth == 1, sex, level) };
            }
        }
    }

    fn any_work(&self) -> bool {
        self.wanted.work.is_open() && self.wanted.occupations.is_empty()
    }

    fn fill(&mut self) {
        let wanted = &self.wanted;
        for sex in (0..2u8).filter(|sex| wanted.sexes.has(*sex)) {
            for age in (0..=AGE_MAX as u8).filter(|age| wanted.has_age(*age)) {
                let people = self.model.people[usize::from(sex)][usize::from(age)];
                let levels = self.levels_before(sex, age);
                let is_any_home = wanted.marital.is_open() && wanted.household.is_open() && wanted.children.is_open();
                let home: f64 = if is_any_home { 1.0 } else { self.homes(sex, age).iter().flatten().sum() };
                let mut cell = [0.0; LEVELS];
                for (level, chance) in levels.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
                    let works = if self.any_work() { 1.0 } else { self.statuses(sex, age, level).iter().sum::<f64>() };
                    let earns = if wanted.income.is_open() { 1.0 } else { self.fifths(level).iter().sum::<f64>() };
                    cell[level] = people * chance * works * earns * home * self.somewhere[usize::from(sex)][level];
                }
                self.cells[usize::from(sex)][usize::from(age)] = cell;
            }
        }
    }

    /// Returns the thousands of people who pass.
    pub fn people(&self) -> f64 {
        self.cells.iter().flatten().flatten().sum()
    }

    /// Returns the thousands of people who pass at this sex and age, by level of education.
    pub fn levels(&self, sex: u8, age: u8) -> &[f64; LEVELS] {
        &self.cells[usize::from(sex)][usize::from(age)]
    }

    pub fn is_screened(&self, attribute: Attribute) -> bool {
        self.screened.contains(&attribute)
    }

    fn levels_before(&self, sex: u8, age: u8) -> [f64; LEVELS] {
        let mut levels = [0.0; LEVELS];
        match self.model.education.as_deref().filter(|_| age >= TABLES_AGE_MIN) {
            Some(table) => {
                let known = &table[usize::from(sex)][usize::from(age)];
                for (at, chance) in known.iter().enumerate().filter(|(at, _)| self.wanted.has_education(*at as u8)) {
                    levels[at] = *chance;
                }
            }
            // Without a table the filter is assumed to hold. Children have no completed education to filter by.
            None if self.wanted.education.is_open() || age >= TABLES_AGE_MIN => levels[UNKNOWN] = 1.0,
            None => {}
        }
        levels
    }

    /// Returns the probabilities of passing as employed, unemployed and out of the labour force.
    pub fn statuses(&self, sex: u8, age: u8, level: usize) -> [f64; 3] {
        let wanted = &self.wanted;
        let Some(work) = self.model.work.as_ref().filter(|_| age >= TABLES_AGE_MIN) else {
            let is_open = wanted.work.is_open() && wanted.occupations.is_empty();
            let passes = is_open || (self.model.work.is_none() && age >= TABLES_AGE_MIN);
            return [if passes { 1.0 } else { 0.0 }, 0.0, 0.0];
        };
        let [employed, unemployed, inactive] = work.status[usize::from(sex)][usize::from(age)];
        let is_young = usize::from(age < PROFESSION_AGE_MIN);
        let seeks = wanted.occupations.is_empty() && wanted.work.has(codes::UNEMPLOYED);
        [
            employed * self.employed[is_young][usize::from(sex)][level],
            if seeks { unemployed } else { 0.0 },
            if wanted.inactive_as(age).is_some() { inactive } else { 0.0 },
        ]
    }

    /// Returns the joint probabilities of passing with each occupation and class.
    pub fn jobs(&self, is_young: bool, sex: u8, level: usize) -> Vec<(usize, [f64; 4])> {
        let Some(work) = &self.model.work else {
            return Vec::new();
        };
        let Some(occupations) = work.occupations.as_ref().filter(|_| level != UNKNOWN) else {
            return Vec::new();
        };
        let is_possible = |at: usize| !(is_young && occupation::skill(ISCO[at]) == 0);
        let chances = &occupations.by_level[level];
        let possible: f64 = (0..ISCO.len()).filter(|at| is_possible(*at)).map(|at| chances[at]).sum();
        (0..ISCO.len())
            .filter(|at| is_possible(*at) && chances[*at] > 0.0 && self.wanted.has_occupation(ISCO[*at]))
            .map(|at| {
                let classes = occupations.classes.as_ref().map(|classes| classes[usize::from(sex)][at]);
                let chance = chances[at] / possible;
                (at, self.classes(classes, ISCO[at], is_young).map(|class| class * chance))
            })
            .collect()
    }

    /// Returns the probabilities of passing with each class, given employment in this occupation (or an unknown one).
    fn classes(&self, classes: Option<[f64; 4]>, occupation: &str, is_young: bool) -> [f64; 4] {
        let classes = classes.map(|[employee, own, employer, family]| {
            // Young people are not employers; that share works on own account instead.
            if is_young { [employee, own + employer, 0.0, family] } else { [employee, own, employer, family] }
        });
        let work = self.wanted.work;
        let is_soldier = ["isco-01", "isco-02", "isco-03"].contains(&occupation);
        if work.has(codes::EMPLOYED) || (is_soldier && work.has(codes::ARMED_FORCES)) {
            // Without a table of classes, the first cell stands for all of them.
            return classes.unwrap_or([1.0, 0.0, 0.0, 0.0]);
        }
        let mut passing = [0.0; 4];
        if let Some(classes) = classes.filter(|_| work.has(OWN_ACCOUNT)) {
            for class in [SELF_EMPLOYED, EMPLOYER].map(usize::from) {
                passing[class] = classes[class];
            }
        }
        passing
    }

    /// Returns the probabilities of passing with each class where no occupations are published.
    pub fn plain_classes(&self, is_young: bool, sex: u8) -> [f64; 4] {
        let classes = self.model.work.as_ref().and_then(|work| work.classes);
        self.classes(classes.map(|classes| classes[usize::from(sex)]), "", is_young)
    }

    fn employed_passes(&self, is_young: bool, sex: usize, level: usize) -> f64 {
        let has_table = self.model.work.as_ref().is_some_and(|work| work.occupations.is_some()) && level != UNKNOWN;
        if has_table {
            return self.jobs(is_young, sex as u8, level).iter().flat_map(|(_, classes)| classes).sum();
        }
        self.plain_classes(is_young, sex as u8).iter().sum()
    }

    /// Returns the probabilities of passing with each income quintile.
    pub fn fifths(&self, level: usize) -> [f64; 5] {
        match self.model.income.as_ref().filter(|_| level != UNKNOWN) {
            Some(table) => {
                let fifths = table[level];
                std::array::from_fn(|at| if self.wanted.income.has(at as u8) { fifths[at] } else { 0.0 })
            }
            None if self.wanted.income.is_open() || self.is_screened(Attribute::Income) => [1.0, 0.0, 0.0, 0.0, 0.0],
            None => [0.0; 5],
        }
    }

    /// Returns the joint probabilities of passing with each marital status and living alone, with children or with
    /// others. Without a table of either, all probability is in the first cell.
    pub fn homes(&self, sex: u8, age: u8) -> [[f64; 3]; MARITAL.len()] {
        let wanted = &self.wanted;
        let table = self.model.marital.as_deref();
        let statuses = table.map(|table| table[usize::from(sex)][usize::from(age)]);
        let mut homes = [[0.0; 3]; MARITAL.len()];
        for (at, home) in homes.iter_mut().enumerate() {
            let chance = match statuses {
                Some(statuses) if wanted.marital.has(at as u8) => statuses[at],
                None if at == 0 => 1.0,
                _ => 0.0,
            };
            let unmarried = statuses.map_or(1.0, |statuses| 1.0 - statuses[usize::from(MARRIED)]);
            let is_married = table.is_some() && at == usize::from(MARRIED);
            *home = self.living(age, is_married, unmarried).map(|living| living * chance);
        }
        homes
    }

    /// Returns the probabilities of passing while living alone, with children and with others. Married people never
    /// live alone, which raises the probability for the others.
    fn living(&self, age: u8, is_married: bool, unmarried: f64) -> [f64; 3] {
        let is_told = age >= ADULT_AGE_MIN && !self.is_screened(Attribute::Household);
        let Some(household) = self.model.household.filter(|_| is_told) else {
            let passes = self.wanted.household.is_open() || self.is_screened(Attribute::Household);
            return [if passes { 1.0 } else { 0.0 }, 0.0, 0.0];
        };
        let alone = if is_married { 0.0 } else { (household.alone / unmarried.max(0.05)).min(0.9) };
        let children = household.children.unwrap_or(0.0);
        let living = [alone, (1.0 - alone) * children, (1.0 - alone) * (1.0 - children)];
        let kinds = [ALONE, WITH_CHILDREN, WITH_OTHERS];
        // The tables say whether children live there, not how many.
        let (parents, childless) = match household.children {
            Some(_) => (self.wanted.has_parents(), self.wanted.has_childless()),
            None => (true, true),
        };
        let fits = [childless, parents, childless];
        std::array::from_fn(|at| if fits[at] && self.wanted.household.has(kinds[at]) { living[at] } else { 0.0 })
    }

    /// Returns the probabilities of living in each place and passing, for this sex and level.
    pub fn place_chances(&self, sex: usize, level: usize) -> Vec<f64> {
        let known = (level != UNKNOWN).then_some(level);
        let regions = self.model.regions.given(sex, known);
        self.places.iter().map(|place| place.chance(regions) * self.areas(place).iter().sum::<f64>()).collect()
    }

    /// Returns the probabilities of passing as urban and rural in a place. If unknown, all probability is in the
    /// first cell.
    pub fn areas(&self, place: &scope_places::Place) -> [f64; 2] {
        match place.urban {
            Some(urban) => {
                let has = |at: u8, chance: f64| if self.wanted.area.has(at) { chance } else { 0.0 };
                [has(0, urban), has(1, 1.0 - urban)]
            }
            None => [1.0, 0.0],
        }
    }

    /// Returns the margins, used for raking, of the people who pass.
    pub fn margins(&self) -> Margins {
        let mut margins = Margins::default();
        let mut by_level = [0.0; LEVELS];
        for (sex, age) in (0..2u8).flat_map(|sex| (0..=AGE_MAX as u8).map(move |age| (sex, age))) {
            let levels = self.levels(sex, age);
            for (level, people) in levels.iter().enumerate().filter(|(_, people)| **people > 0.0) {
                by_level[level] += people;
                margins.add_cell(sex, age, (level != UNKNOWN).then_some(level as u8), *people);
                if !self.any_work() {
                    self.add_work(&mut margins, (sex, age, level), *people);
                }
            }
            // Work depends on education only if occupations are filtered.
            let everyone: f64 = levels.iter().sum();
            if self.any_work() && everyone > 0.0 {
                self.add_work(&mut margins, (sex, age, 0), everyone);
            }
        }
        for (level, people) in by_level.into_iter().enumerate().filter(|(_, people)| *people > 0.0) {
            let fifths = self.fifths(level);
            let total: f64 = fifths.iter().sum();
            let has_table = self.model.income.is_some() && level != UNKNOWN;
            for (fifth, chance) in fifths.iter().enumerate() {
                margins.add_income(has_table.then_some(fifth as u8), people * chance / total);
            }
        }
        margins
    }

    fn add_work(&self, margins: &mut Margins, (sex, age, level): (u8, u8, usize), people: f64) {
        let statuses = self.statuses(sex, age, level);
        let total: f64 = statuses.iter().sum();
        for (status, chance) in statuses.iter().enumerate() {
            margins.add_work(self.status_code(status as u8, age), people * chance / total);
        }
    }

    /// Returns the employment code of a status at this age. `None` if employment is unknown.
    pub fn status_code(&self, status: u8, age: u8) -> Option<u8> {
        if self.model.work.is_none() || age < TABLES_AGE_MIN {
            return None;
        }
        match status {
            codes::NOT_IN_LABOUR_FORCE => Some(self.wanted.inactive_as(age).flatten().unwrap_or(status)),
            _ => Some(status),
        }
    }
}

/// Returns the filters that the country has no data for.
fn screened(model: &Model, wanted: &Wanted) -> Vec<Attribute> {
    let work = model.work.as_ref();
    let lacks_degrees = !model.splits_degrees() && !wanted.education.is_open() && !wanted.education.has(POST_SECONDARY);
    let wants_some_degrees =
        wanted.education.has_any(&[5, 6, 7]) && ![5, 6, 7].iter().all(|at| wanted.education.has(*at));
    let all = [
        (Attribute::Area, !wanted.area.is_open() && model.regions.urban_everywhere.is_none()),
        (Attribute::Education, !wanted.education.is_open() && model.education.is_none()),
        (Attribute::Education, lacks_degrees && wants_some_degrees),
        (Attribute::Employment, !wanted.work.is_open() && work.is_none()),
        (Attribute::Occupation, !wanted.occupations.is_empty() && work.is_none_or(|work| work.occupations.is_none())),
        (Attribute::Income, !wanted.income.is_open() && model.income.is_none()),
        (
            Attribute::Household,
            !wanted.household.is_open() && model.household.is_none_or(|home| home.children.is_none()),
        ),
        (
            Attribute::Children,
            !wanted.children.is_open()
                && (wanted.counts_children() || model.household.is_none_or(|home| home.children.is_none())),
        ),
        (Attribute::Marital, !wanted.marital.is_open() && model.marital.is_none()),
    ];
    all.into_iter().filter(|(_, is_screened)| *is_screened).map(|(attribute, _)| attribute).collect()
}
