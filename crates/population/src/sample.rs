//! Draws respondents from the population: countries in proportion to size, and people within each by systematic and
//! quasi-random sampling, so that even a small sample matches the margins. The same seed, filters and size give the
//! same respondents on every machine.

mod records;
mod sequence;
mod tables;
mod weights;

use std::collections::BTreeMap;

use foundation::RespondentId;
use foundation::chance::stream;
use rand::RngExt;

use crate::census::margins::{self, Margins};
use crate::census::{Frame, Part, Person, Pool, PopulationError, country, names};
use crate::{Attribute, Filters, Profile};

pub use weights::{WEIGHT_MAX, WEIGHT_MIN};

/// The fewest candidates for a sample, unless fewer respondents were requested.
pub const RESPONDENTS_MIN: u32 = 20;
/// Countries with fewer respondents are weighted together, because so few cannot be raked to a country's share.
const COUNTRY_RESPONDENTS_MIN: usize = 5;

/// A synthetic respondent.
#[derive(Debug, Clone, PartialEq)]
pub struct Respondent {
    pub id: RespondentId,
    /// `None` if no names are published.
    pub display_name: Option<String>,
    pub profile: Profile,
    /// The raking weight, between [`WEIGHT_MIN`] and [`WEIGHT_MAX`].
    pub weight: f64,
}

/// Returns the respondents' countries with the share of the total weight of each.
pub fn countries(respondents: &[Respondent]) -> Vec<(&str, f64)> {
    let total: f64 = respondents.iter().map(|respondent| respondent.weight).sum();
    let mut parts: BTreeMap<&str, f64> = BTreeMap::new();
    for respondent in respondents {
        if let Some(country) = respondent.profile.word(Attribute::Country) {
            *parts.entry(country).or_default() += respondent.weight / total;
        }
    }
    parts.into_iter().collect()
}

/// What is known about an audience before the draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// The estimated number of people in the population who pass the filters.
    pub candidates: u64,
    /// The number of different people who can be drawn: real records for the United States and Argentina, the
    /// estimate elsewhere.
    pub drawable: u64,
    /// Filters that a country has no data for, as `US/area`. They are assumed to hold there and are not applied.
    pub loosened: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SampleError {
    #[error("there are no population data for the country {country}")]
    NoData { country: String },
    #[error("nobody is left by the filter `{filter}`")]
    Empty { filter: &'static str },
    #[error("the population data describe only {drawable} such people, too few for a sample of {wanted}")]
    TooFew { drawable: u64, wanted: u32 },
}

impl From<PopulationError> for SampleError {
    fn from(error: PopulationError) -> Self {
        match error {
            PopulationError::NoData { country } => Self::NoData { country },
            PopulationError::Empty { filter } => Self::Empty { filter },
        }
    }
}

/// Returns the outlook for a sample of `size`. Fails if nobody or too few can be drawn.
pub fn outlook(filters: &Filters, size: u32) -> Result<Outlook, SampleError> {
    let frame = framed(filters, size)?;
    Ok(Outlook { candidates: frame.people(), drawable: frame.drawable(), loosened: frame.loosened() })
}

/// An audience that has enough candidates.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawable {
    pub filters: Filters,
    /// The filters that were dropped, in order.
    pub given_up: Vec<Attribute>,
    /// The estimated number of people in the population who pass the filters.
    pub candidates: u64,
    /// The number of different people who can be drawn.
    pub drawable: u64,
}

/// Drops filters until enough people can be drawn. Countries with real records have few of them, so a narrow audience
/// may have too few candidates there.
pub fn drawable(mut filters: Filters, size: u32) -> Result<Drawable, SampleError> {
    let mut given_up = Vec::new();
    let outlook = loop {
        let dropped = match outlook(&filters, size) {
            Err(SampleError::TooFew { .. }) => filters.drop_most_specific(),
            // Few countries publish every kind of household. That must not exclude everybody there, nor cost a filter that
            // is not to blame.
            Err(SampleError::Empty { filter: name @ ("household" | "children" | "marital") }) => {
                filters.drop_named(name).or_else(|| filters.drop_most_specific())
            }
            _ => None,
        };
        match dropped {
            Some(attribute) => given_up.push(attribute),
            None => break outlook(&filters, size)?,
        }
    };
    filters.relaxed.extend(outlook.loosened);
    Ok(Drawable { filters, given_up, candidates: outlook.candidates, drawable: outlook.drawable })
}

/// Draws `size` respondents. The result is smaller only where real records run out, because no record is drawn twice,
/// and never smaller than [`RESPONDENTS_MIN`] unless fewer were requested.
pub fn draw(filters: &Filters, size: u32, seed: u64) -> Result<Vec<Respondent>, SampleError> {
    let frame = framed(filters, size)?;
    let start: f64 = stream(seed, "sample/countries").random();
    let people_by_part: Vec<f64> = frame.parts.iter().map(|part| part.people).collect();
    let counts = sequence::allotted(&people_by_part, size as usize, start);
    let mut drawn_people: Vec<(Person, usize)> = Vec::with_capacity(size as usize);
    for (at, (part, count)) in frame.parts.iter().zip(counts).enumerate().filter(|(_, (_, count))| *count > 0) {
        drawn_people.extend(drawn(part, count, seed).into_iter().map(|person| (person, at)));
    }
    // Forms are assigned in turn. Sorting similar people together gives each group every form about equally often.
    drawn_people.sort_by_key(|(person, _)| (person.sex, person.age, person.education, person.income));
    let (people, drawn_from): (Vec<Person>, Vec<usize>) = drawn_people.into_iter().unzip();
    let weights = weighted(&frame, &people, &drawn_from);
    let each = people.into_iter().zip(weights).enumerate();
    Ok(each.map(|(index, (person, weight))| respondent(index, person, weight, seed)).collect())
}

fn framed(filters: &Filters, size: u32) -> Result<Frame, SampleError> {
    let frame = Frame::new(filters)?;
    let drawable = frame.drawable();
    if drawable < u64::from(size.min(RESPONDENTS_MIN)) {
        return Err(SampleError::TooFew { drawable, wanted: size });
    }
    Ok(frame)
}

fn drawn(part: &Part, count: usize, seed: u64) -> Vec<Person> {
    let mut rng = stream(seed, &format!("sample/{}", part.country.iso2));
    let mut people = match &part.pool {
        Pool::Records { fitting, .. } => records::draw(fitting, count, &mut rng),
        Pool::Tables(scope) => tables::draw(scope, count, &mut rng),
    };
    people.iter_mut().for_each(|person| part.screen(person));
    people
}

/// Returns weights raked to the margins of all candidates and to the sizes of the countries.
fn weighted(frame: &Frame, people: &[Person], drawn_from: &[usize]) -> Vec<f64> {
    let total: f64 = frame.parts.iter().map(|part| part.people).sum();
    let mut counts = vec![0usize; frame.parts.len()];
    drawn_from.iter().for_each(|part| counts[*part] += 1);
    let mut target = Margins::default();
    let mut shares = vec![0.0; frame.parts.len() + 1];
    for (at, part) in frame.parts.iter().enumerate() {
        target = target.plus(&part.margins(), part.people / total);
        shares[if counts[at] < COUNTRY_RESPONDENTS_MIN { 0 } else { at + 1 }] += part.people / total;
    }
    let groups: Vec<usize> =
        drawn_from.iter().map(|part| if counts[*part] < COUNTRY_RESPONDENTS_MIN { 0 } else { part + 1 }).collect();
    let cells: Vec<margins::Cells> = people.iter().map(margins::cells).collect();
    weights::rake(&cells, &target, (&groups, &shares))
}

fn respondent(index: usize, mut person: Person, weight: f64, seed: u64) -> Respondent {
    let id = RespondentId(index);
    let mut rng = stream(seed, &format!("name/{id}"));
    let country = country::find(person.country);
    let named = country.and_then(|country| names::name(country, person.sex, person.age, [rng.random(), rng.random()]));
    let display_name = named.map(|(name, origin)| {
        person.mark(Attribute::Name, origin);
        name
    });
    Respondent { id, display_name, profile: person.profile(), weight }
}

#[cfg(test)]
mod tests;
