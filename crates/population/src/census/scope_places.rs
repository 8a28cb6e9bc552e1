//! The places of a country that pass an audience's filters: all regions, or the selected regions and cities.

use super::country::Country;
use super::model::Model;
use super::wanted::Places;

/// A region or city. A city is assigned to the region of the same name; otherwise its region is unknown.
#[derive(Debug, Clone)]
pub struct Place {
    region: Option<usize>,
    pub region_name: Option<&'static str>,
    pub city: Option<&'static str>,
    /// The share of the region's population, or of the country's if the region is unknown.
    share: f64,
    /// The probability of an urban area. `None` if unknown.
    pub urban: Option<f64>,
}

impl Place {
    /// Returns the probability of living here, given the probabilities of the regions.
    pub fn chance(&self, regions: &[f64]) -> f64 {
        self.region.map_or(1.0, |region| regions[region]) * self.share
    }
}

/// Returns the selected regions and cities, or all regions if none are selected.
pub(super) fn places(country: &'static Country, model: &Model, wanted: Option<&Places>) -> Vec<Place> {
    let tables = country.tables();
    let region = |at: usize| Place {
        region: Some(at),
        region_name: Some(tables.regions[at].region.as_str()),
        city: None,
        share: 1.0,
        urban: model.regions.urban.as_ref().map(|urban| urban[at]),
    };
    let Some(wanted) = wanted else {
        if tables.regions.is_empty() {
            let urban = model.regions.urban_everywhere;
            return vec![Place { region: None, region_name: None, city: None, share: 1.0, urban }];
        }
        return (0..tables.regions.len()).map(region).collect();
    };
    let is_wanted = |at: &usize| wanted.regions.contains(&tables.regions[*at].region);
    let mut places: Vec<Place> = (0..tables.regions.len()).filter(is_wanted).map(region).collect();
    places.extend(cities(country, model, wanted));
    places
}

fn cities(country: &'static Country, model: &Model, wanted: &Places) -> Vec<Place> {
    let tables = country.tables();
    let everyone: f64 = model.people.iter().flatten().sum();
    let city = |row: &'static super::country::CityRow| {
        let found = tables.regions.iter().position(|region| plain(&region.region) == plain(&row.city));
        // If its region is also selected, the city's people would be counted twice.
        if found.is_some_and(|at| wanted.regions.contains(&tables.regions[at].region)) {
            return None;
        }
        let inhabitants = row.population / 1000.0;
        let all = found.map_or(everyone, |at| everyone * model.regions.shares[at]);
        Some(Place {
            region: found,
            region_name: found.map(|at| tables.regions[at].region.as_str()),
            city: Some(row.city.as_str()),
            share: (inhabitants / all.max(1e-9)).min(1.0),
            urban: Some(1.0),
        })
    };
    tables.cities.iter().filter(|row| wanted.cities.contains(&row.city)).filter_map(city).collect()
}

/// Removes accents and case, so that a city matches the region named after it.
fn plain(name: &str) -> String {
    use unicode_normalization::UnicodeNormalization;
    name.nfd().filter(char::is_ascii).flat_map(char::to_lowercase).collect()
}
