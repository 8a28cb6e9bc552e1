//! The data sources behind an audience, for the method section: message ids, most important first.

use super::frame::{Frame, Pool};
use super::{names, records};
use crate::Attribute;
use crate::Filters;

/// Every id that [`sources`] may return.
pub const SOURCE_IDS: [&str; 13] = [
    "source-us-persons",
    "source-ar-persons",
    "source-ages",
    "source-education",
    "source-labour",
    "source-occupations",
    "source-regions",
    "source-cities",
    "source-households",
    "source-marital-cn",
    "source-us-names",
    "source-ar-names",
    "source-names",
];

/// Returns the sources of all attributes that respondents of this audience may have. Empty if the filters leave
/// nobody.
pub fn sources(filters: &Filters) -> Vec<&'static str> {
    let Ok(frame) = Frame::new(filters) else {
        return Vec::new();
    };
    let has = |id: &str| frame.parts.iter().any(|part| uses(id, &part.country.iso2, &part.pool));
    SOURCE_IDS.into_iter().filter(|id| has(id)).collect()
}

fn uses(id: &str, iso2: &str, pool: &Pool) -> bool {
    let donor = names::donor(iso2);
    match (id, pool) {
        ("source-us-persons", _) => iso2 == "US",
        ("source-ar-persons", _) => iso2 == "AR",
        ("source-us-names", _) => donor == Some("US"),
        ("source-ar-names", _) => donor == Some("AR"),
        ("source-names", _) => donor.is_some_and(|donor| records::of(donor).is_none()),
        (_, Pool::Records { .. }) => false,
        (id, Pool::Tables(scope)) => match id {
            "source-ages" => true,
            "source-education" => scope.model.education.is_some(),
            "source-labour" => scope.model.work.is_some(),
            "source-occupations" => scope.model.work.as_ref().is_some_and(|work| work.occupations.is_some()),
            "source-regions" => !scope.model.regions.shares.is_empty(),
            "source-cities" => scope.wanted.places.get(iso2).is_some_and(|places| !places.cities.is_empty()),
            "source-households" => scope.model.household.is_some() && !scope.is_screened(Attribute::Household),
            "source-marital-cn" => scope.model.marital.is_some(),
            _ => false,
        },
    }
}
