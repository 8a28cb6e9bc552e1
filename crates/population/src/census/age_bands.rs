//! The one table of age bands used wherever people are grouped by age. Only raking uses finer bands, which readers do
//! not see (`margins.rs`).

/// A range of ages that is reported together.
#[derive(Debug, PartialEq, Eq)]
pub struct AgeBand {
    /// The code in results, filters and messages.
    pub code: &'static str,
    pub first_age: u8,
    /// The age that represents the band where a single age is needed.
    pub typical_age: u8,
}

/// In ascending order. The last band has no upper end.
pub const AGE_BANDS: [AgeBand; 4] = [
    AgeBand { code: "18-29", first_age: 18, typical_age: 24 },
    AgeBand { code: "30-44", first_age: 30, typical_age: 37 },
    AgeBand { code: "45-64", first_age: 45, typical_age: 52 },
    AgeBand { code: "65+", first_age: 65, typical_age: 68 },
];

impl AgeBand {
    /// Returns the band's first and last age, restricted to the audience's age range. `None` means no upper end.
    pub fn within(&self, age_min: Option<u8>, age_max: Option<u8>) -> (u8, Option<u8>) {
        let next = AGE_BANDS.iter().find(|band| band.first_age > self.first_age);
        let last = next.map(|band| band.first_age - 1);
        let first = age_min.map_or(self.first_age, |min| self.first_age.max(min));
        let last = match (last, age_max) {
            (Some(last), Some(max)) => Some(last.min(max)),
            (last, max) => last.or(max),
        };
        (first, last)
    }
}

/// Returns the band of an age. Ages below 18 map to the first band.
pub fn age_band(age: u8) -> &'static AgeBand {
    AGE_BANDS.iter().rfind(|band| age >= band.first_age).unwrap_or(&AGE_BANDS[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_says_where_its_band_begins_and_ends() {
        for (place, band) in AGE_BANDS.iter().enumerate() {
            let code = match AGE_BANDS.get(place + 1) {
                Some(next) => format!("{}-{}", band.first_age, next.first_age - 1),
                None => format!("{}+", band.first_age),
            };
            assert_eq!(band.code, code);
            assert_eq!(age_band(band.typical_age), band, "whoever stands for a group is of it");
        }
    }

    #[test]
    fn a_band_ends_where_the_audience_does() {
        let within = |code: &str, min, max| AGE_BANDS.iter().find(|band| band.code == code).unwrap().within(min, max);
        assert_eq!(within("45-64", Some(25), Some(45)), (45, Some(45)));
        assert_eq!(within("18-29", Some(25), Some(45)), (25, Some(29)));
        assert_eq!(within("30-44", Some(25), Some(45)), (30, Some(44)));
        assert_eq!(within("65+", Some(18), Some(79)), (65, Some(79)));
        assert_eq!(within("65+", Some(18), None), (65, None));
    }

    #[test]
    fn every_age_has_the_band_it_lies_in() {
        for (age, code) in
            [(18, "18-29"), (29, "18-29"), (30, "30-44"), (60, "45-64"), (64, "45-64"), (65, "65+"), (120, "65+")]
        {
            assert_eq!(age_band(age).code, code, "{age}");
        }
    }
}
