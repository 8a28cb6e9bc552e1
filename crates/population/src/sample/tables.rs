//! Draws people from tables: sex and age by systematic allocation, then one attribute after another. Each attribute
//! has a low-discrepancy sequence of points, assigned to people sorted by what it depends on. A point selects a value
//! by its quantile.

use std::cell::OnceCell;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::sequence::{CumulativeWeights, STEPS, allotted, dealt, pick};
use crate::census::codes::{EMPLOYED, NOT_IN_LABOUR_FORCE};
use crate::census::country::AGE_MAX;
use crate::census::margins::{Margins, cells};
use crate::census::model::ADULT_AGE_MIN;
use crate::census::occupation::{ISCO, PROFESSION_AGE_MIN};
use crate::census::scope::{LEVELS, Scope, UNKNOWN};
use crate::census::{Person, codes};
use crate::{Attribute, Provenance};

/// A person being drawn, with the education level and place that later draws depend on.
struct Draft {
    person: Person,
    level: usize,
    place: usize,
}

impl Draft {
    fn sex(&self) -> usize {
        usize::from(self.person.sex)
    }

    fn age(&self) -> usize {
        usize::from(self.person.age)
    }
}

/// The sample size from which several samples are drawn and the one with the best margins is kept.
const DRAWN_OFTEN_FROM: usize = 20;
const DRAWS_MAX: usize = 12;
/// The limit on people over all draws together, which bounds the time for large samples.
const DRAWN_PEOPLE_MAX: usize = 6000;

/// Draws `size` people of the audience.
pub(super) fn draw(scope: &Scope, size: usize, rng: &mut ChaCha8Rng) -> Vec<Person> {
    let chances = Chances::default();
    let draws = if size < DRAWN_OFTEN_FROM { 1 } else { (DRAWN_PEOPLE_MAX / size).clamp(1, DRAWS_MAX) };
    if draws == 1 {
        return once(scope, &chances, size, rng);
    }
    let target = scope.margins().shares();
    let error = |people: &[Person]| -> f64 {
        let drawn = Margins::of(people.iter().map(|person| (cells(person), 1.0))).shares();
        drawn.largest_errors(&target).iter().sum()
    };
    let mut best = once(scope, &chances, size, rng);
    let mut least = error(&best);
    for _ in 1..draws {
        let people = once(scope, &chances, size, rng);
        let error = error(&people);
        if error < least {
            (best, least) = (people, error);
        }
    }
    best
}

fn once(scope: &Scope, chances: &Chances, size: usize, rng: &mut ChaCha8Rng) -> Vec<Person> {
    let mut drafts = begin(scope, size, rng.random());
    let shifts: [f64; STEPS.len()] = std::array::from_fn(|_| rng.random());
    let line = |at: usize| Line { step: STEPS[at], shift: shifts[at] };
    education(scope, &mut drafts, line(0));
    places(scope, chances, &mut drafts, line(1));
    areas(scope, &mut drafts, line(2));
    statuses(scope, &mut drafts, line(3));
    jobs(scope, chances, &mut drafts, line(4));
    sectors(scope, &mut drafts, line(5));
    incomes(scope, &mut drafts, line(6));
    homes(scope, &mut drafts, line(7));
    drafts.into_iter().map(|draft| draft.person).collect()
}

/// Probabilities shared by all draws from one audience, computed on first use, because a country with one respondent
/// needs few of them.
#[derive(Default)]
struct Chances {
    /// By sex and level: the places.
    places: [[OnceCell<CumulativeWeights>; LEVELS]; 2],
    /// By youth, sex and level: the jobs.
    jobs: [[[OnceCell<Jobs>; LEVELS]; 2]; 2],
}

/// The sequence of one attribute.
#[derive(Clone, Copy)]
struct Line {
    step: f64,
    shift: f64,
}

impl Line {
    /// Returns points for people sorted by a key.
    fn points(self, drafts: &[Draft], key: impl Fn(&Draft) -> [usize; 3]) -> Vec<f64> {
        // Each part of the key is small: a sex, an age, a level or a place.
        let packed = |draft: &Draft| key(draft).iter().fold(0u32, |key, part| key << 10 | (*part as u32 & 0x3ff));
        dealt(drafts.iter().map(packed), self.step, self.shift)
    }
}

fn begin(scope: &Scope, size: usize, start: f64) -> Vec<Draft> {
    let cells: Vec<(u8, u8)> = (0..2).flat_map(|sex| (0..=AGE_MAX as u8).map(move |age| (sex, age))).collect();
    let weights: Vec<f64> = cells.iter().map(|(sex, age)| scope.levels(*sex, *age).iter().sum()).collect();
    let mut drafts = Vec::with_capacity(size);
    for ((sex, age), count) in cells.into_iter().zip(allotted(&weights, size, start)) {
        for _ in 0..count {
            let person = Person::new(scope.country.iso2.as_str(), sex, age, Provenance::Table);
            drafts.push(Draft { person, level: UNKNOWN, place: 0 });
        }
    }
    drafts
}

fn education(scope: &Scope, drafts: &mut [Draft], line: Line) {
    let points = line.points(drafts, |draft| [0, draft.sex(), draft.age()]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        draft.level = pick(scope.levels(draft.person.sex, draft.person.age), at).unwrap_or(UNKNOWN);
        if draft.level != UNKNOWN {
            draft.person.education = u8::try_from(draft.level).ok();
            draft.person.mark(Attribute::Education, Provenance::Raked);
        }
    }
}

fn places(scope: &Scope, chances: &Chances, drafts: &mut [Draft], line: Line) {
    let points = line.points(drafts, |draft| [draft.sex(), draft.level, draft.age()]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        let (sex, level) = (draft.sex(), draft.level);
        let chances =
            chances.places[sex][level].get_or_init(|| CumulativeWeights::new(scope.place_chances(sex, level)));
        draft.place = chances.pick(at).unwrap_or(0);
        let Some(place) = scope.places.get(draft.place) else {
            continue;
        };
        draft.person.region = place.region_name;
        draft.person.city = place.city;
        if place.region_name.is_some() {
            draft.person.mark(Attribute::Region, Provenance::Table);
        }
        if place.city.is_some() {
            draft.person.mark(Attribute::City, Provenance::Table);
        }
    }
}

fn areas(scope: &Scope, drafts: &mut [Draft], line: Line) {
    let points = line.points(drafts, |draft| [draft.place, draft.sex(), draft.level]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        let known = scope.places.get(draft.place).filter(|place| place.urban.is_some());
        let drawn = known.and_then(|place| pick(&scope.areas(place), at));
        if let Some(area) = drawn {
            draft.person.area = u8::try_from(area).ok();
            draft.person.mark(Attribute::Area, Provenance::Table);
        }
    }
}

fn statuses(scope: &Scope, drafts: &mut [Draft], line: Line) {
    let points = line.points(drafts, |draft| [draft.sex(), draft.age(), draft.level]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        let person = &mut draft.person;
        let chances = scope.statuses(person.sex, person.age, draft.level);
        let status = pick(&chances, at).and_then(|status| u8::try_from(status).ok());
        person.employment = status.and_then(|status| scope.status_code(status, person.age));
        let is_said = status == Some(NOT_IN_LABOUR_FORCE) && person.employment != status;
        if person.employment.is_some() {
            // The reason for being out of the labour force comes from the audience, never from a table.
            person.mark(Attribute::Employment, if is_said { Provenance::Screen } else { Provenance::Table });
        }
    }
}

/// An index into `ISCO` and a class of worker. `Jobs` adds the probabilities.
type Job = (Option<usize>, usize);
type Jobs = (Vec<Job>, CumulativeWeights);

fn jobs(scope: &Scope, chances: &Chances, drafts: &mut [Draft], line: Line) {
    let has_classes = scope.model.work.as_ref().is_some_and(|work| work.classes.is_some());
    let points = line.points(drafts, |draft| [draft.level, draft.sex(), draft.age()]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        let person = &mut draft.person;
        if person.employment != Some(EMPLOYED) {
            continue;
        }
        let is_young = person.age < PROFESSION_AGE_MIN;
        let known = &chances.jobs[usize::from(is_young)][usize::from(person.sex)][draft.level];
        let (jobs, chances) = known.get_or_init(|| possible_jobs(scope, is_young, person.sex, draft.level));
        let Some((occupation, class)) = chances.pick(at).map(|job| jobs[job]) else {
            continue;
        };
        if let Some(occupation) = occupation {
            person.occupation = Some(ISCO[occupation]);
            person.mark(Attribute::Occupation, Provenance::Raked);
        }
        if has_classes {
            person.worker_class = u8::try_from(class).ok();
            person.mark(Attribute::WorkerClass, Provenance::Table);
        }
    }
}

fn possible_jobs(scope: &Scope, is_young: bool, sex: u8, level: usize) -> Jobs {
    let mut listed: Vec<(Option<usize>, [f64; 4])> =
        scope.jobs(is_young, sex, level).into_iter().map(|(occupation, classes)| (Some(occupation), classes)).collect();
    if listed.is_empty() {
        listed.push((None, scope.plain_classes(is_young, sex)));
    }
    let each =
        listed.iter().flat_map(|(occupation, classes)| (0..4).map(move |class| ((*occupation, class), classes[class])));
    let (jobs, chances): (Vec<Job>, Vec<f64>) = each.unzip();
    (jobs, CumulativeWeights::new(chances))
}

/// Draws the sector, only where no occupation is known, so that the two cannot contradict each other.
fn sectors(scope: &Scope, drafts: &mut [Draft], line: Line) {
    let Some(sectors) = scope.model.work.as_ref().and_then(|work| work.sectors) else {
        return;
    };
    let points = line.points(drafts, |draft| [0, draft.sex(), draft.age()]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        let person = &mut draft.person;
        let is_told = person.occupation.is_some() || scope.is_screened(Attribute::Occupation);
        if person.employment == Some(EMPLOYED) && !is_told {
            person.sector = pick(&sectors[usize::from(person.sex)], at).and_then(|sector| u8::try_from(sector).ok());
            person.mark(Attribute::Sector, Provenance::Table);
        }
    }
}

fn incomes(scope: &Scope, drafts: &mut [Draft], line: Line) {
    if scope.model.income.is_none() {
        return;
    }
    let points = line.points(drafts, |draft| [draft.level, draft.sex(), draft.age()]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        if draft.level != UNKNOWN {
            draft.person.income = pick(&scope.fifths(draft.level), at).and_then(|fifth| u8::try_from(fifth).ok());
            draft.person.mark(Attribute::Income, Provenance::Borrowed);
        }
    }
}

fn homes(scope: &Scope, drafts: &mut [Draft], line: Line) {
    let kinds = [codes::ALONE, codes::WITH_CHILDREN, codes::WITH_OTHERS];
    let points = line.points(drafts, |draft| [0, draft.sex(), draft.age()]);
    for (draft, at) in drafts.iter_mut().zip(points) {
        let person = &mut draft.person;
        let homes = scope.homes(person.sex, person.age);
        let Some(drawn) = pick(homes.as_flattened(), at) else {
            continue;
        };
        if scope.model.marital.is_some() {
            person.marital = u8::try_from(drawn / kinds.len()).ok();
            person.mark(Attribute::Marital, Provenance::Table);
        }
        let kind = kinds[drawn % kinds.len()];
        let tells_children = scope.model.household.is_some_and(|household| household.children.is_some());
        // Where children are not published, living with others says nothing about children.
        let is_told = (tells_children || kind == codes::ALONE) && !scope.is_screened(Attribute::Household);
        if scope.model.household.is_some() && person.age >= ADULT_AGE_MIN && is_told {
            person.household = Some(kind);
            person.mark(Attribute::Household, Provenance::Table);
        }
    }
}
