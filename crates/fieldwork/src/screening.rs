//! Who belongs to the report's audience: the filters that people are screened by, and what follows for one person. A person
//! who contradicts a filter is out; one of whom something is not known counts, and is reported as unknown.

use population::census::{AGE_BANDS, AgeBand, age_band};

use super::answer::{CountedAnswer, People};
pub use super::eligibility::{Ages, Eligibility};

/// The youngest age in the audience's population data.
const ADULT_AGE: u8 = AGE_BANDS[0].first_age;

/// Conditions of belonging to the audience. An empty list does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Screening {
    /// `None` for all adults.
    pub ages: Option<Ages>,
    pub sexes: Vec<String>,
    /// ISO 3166-1 alpha-2 codes.
    pub countries: Vec<String>,
    /// Conditions that neither age, sex nor country covers, in the audience's own words.
    pub conditions: Vec<String>,
}

impl Screening {
    /// Returns the only country of the audience, if it has exactly one.
    pub fn only_country(&self) -> Option<&str> {
        match self.countries.as_slice() {
            [country] => Some(country),
            _ => None,
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns whether people of these ages belong to the audience: `None` where some do and some don't.
    pub fn fits_ages(&self, (first, last): Ages) -> Option<bool> {
        let Some((min, max)) = self.ages else { return Some(true) };
        let (last, max) = (last.unwrap_or(u8::MAX), max.unwrap_or(u8::MAX));
        match (first >= min && last <= max, last < min || first > max) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            _ => None,
        }
    }

    /// Returns the eligibility of a person by what is known of them.
    pub fn eligibility(&self, person: &CountedAnswer) -> Eligibility {
        let among = |wanted: &[String], own: &Option<String>| own.as_ref().map(|own| wanted.contains(own));
        let age = self.ages.map(|_| person.ages().and_then(|ages| self.fits_ages(ages)));
        let sex = (!self.sexes.is_empty()).then(|| among(&self.sexes, &person.sex));
        let country = (!self.countries.is_empty()).then(|| among(&self.countries, &person.country));
        let rest = (!self.conditions.is_empty()).then_some(person.is_eligible);
        // If a file states that a person does not belong to the audience, its other columns are not consulted.
        let stated = (person.is_eligible == Some(false)).then_some(Some(false));
        Eligibility::of([age, sex, country, rest, stated].into_iter().flatten())
    }

    /// Returns the age ranges that a screening question offers: the age bands, cut where the audience begins and ends, and
    /// minors. Every range is inside the audience or outside.
    pub fn age_ranges(&self) -> Vec<(Ages, Option<&'static AgeBand>)> {
        let (min, max) = self.ages.unwrap_or((ADULT_AGE, None));
        let mut begins: Vec<u8> = AGE_BANDS.iter().map(|band| band.first_age).collect();
        begins.extend([min].into_iter().chain(max.map(|max| max.saturating_add(1))).filter(|age| *age > ADULT_AGE));
        begins.sort_unstable();
        begins.dedup();
        let ends = begins.iter().skip(1).map(|next| Some(next - 1)).chain([None]);
        let adults = begins.iter().zip(ends).map(|(first, last)| ((*first, last), Some(age_band(*first))));
        [((0, Some(ADULT_AGE - 1)), None)].into_iter().chain(adults).collect()
    }
}

impl People {
    /// Returns the people with everybody screened who was not asked: by age, sex and country as far as they are known. Those
    /// who are out are counted as screened out and in no figure.
    pub fn screened(&self, screening: &Screening) -> Self {
        let mut people = self.clone();
        if screening.is_empty() {
            return people;
        }
        for person in people.counted.iter_mut().filter(|person| person.eligibility == Eligibility::Unscreened) {
            person.eligibility = screening.eligibility(person);
        }
        let before = people.counted.len();
        people.counted.retain(|person| person.eligibility != Eligibility::Out);
        let out = u32::try_from(before - people.counted.len()).unwrap_or(u32::MAX);
        people.screened_out = people.screened_out.saturating_add(out);
        people
    }

    /// Returns how many counted people are not known to belong to the audience.
    pub fn unknown_eligibility(&self) -> usize {
        self.counted.iter().filter(|person| person.eligibility == Eligibility::Unknown).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Women aged 30 to 44 in Mexico.
    fn mothers() -> Screening {
        Screening {
            ages: Some((30, Some(44))),
            sexes: vec!["female".to_owned()],
            countries: vec!["MX".to_owned()],
            conditions: Vec::new(),
        }
    }

    fn person(age: Option<u8>, sex: Option<&str>, country: Option<&str>) -> CountedAnswer {
        let own = |value: Option<&str>| value.map(str::to_owned);
        CountedAnswer { choice: Some(0), age, sex: own(sex), country: own(country), ..CountedAnswer::default() }
    }

    #[test]
    fn who_contradicts_a_filter_is_out_and_who_skips_it_is_unknown() {
        let of = |age, sex, country| mothers().eligibility(&person(age, sex, country));
        assert_eq!(of(Some(34), Some("female"), Some("MX")), Eligibility::Fits);
        assert_eq!(of(Some(34), Some("female"), None), Eligibility::Unknown);
        assert_eq!(of(None, Some("male"), None), Eligibility::Out);
        assert_eq!(of(Some(22), Some("female"), Some("MX")), Eligibility::Out);
        assert_eq!(Screening::default().eligibility(&person(Some(22), None, None)), Eligibility::Unscreened);
    }

    #[test]
    fn an_age_band_that_the_audience_cuts_is_unknown() {
        let cut = Screening { ages: Some((35, None)), ..Screening::default() };
        let of = |band: &str| {
            let age_band = Some(band.to_owned());
            cut.eligibility(&CountedAnswer { age_band, ..CountedAnswer::default() })
        };
        let expected = [Eligibility::Out, Eligibility::Unknown, Eligibility::Fits, Eligibility::Fits];
        assert_eq!(["18-29", "30-44", "45-64", "65+"].map(of), expected);
    }

    #[test]
    fn a_condition_is_unknown_unless_the_file_states_it() {
        let drinkers = Screening { conditions: vec!["who drink coffee".to_owned()], ..Screening::default() };
        let stated = |is_eligible| drinkers.eligibility(&CountedAnswer { is_eligible, ..CountedAnswer::default() });
        let expected = [Eligibility::Unknown, Eligibility::Fits, Eligibility::Out];
        assert_eq!([None, Some(true), Some(false)].map(stated), expected);
    }

    #[test]
    fn every_age_range_offered_is_inside_the_audience_or_outside() {
        for ages in [(18, Some(25)), (25, Some(35)), (30, Some(44)), (50, None), (18, None)] {
            let screening = Screening { ages: Some(ages), ..Screening::default() };
            let ranges = screening.age_ranges();
            assert!(ranges.iter().all(|(range, _)| screening.fits_ages(*range).is_some()), "{ages:?}: {ranges:?}");
            assert!(ranges.iter().any(|(range, _)| screening.fits_ages(*range) == Some(true)), "{ages:?}");
        }
        let cut = Screening { ages: Some((25, Some(35))), ..Screening::default() };
        let first: Vec<u8> = cut.age_ranges().iter().map(|((first, _), _)| *first).collect();
        assert_eq!(first, [0, 18, 25, 30, 36, 45, 65]);
    }

    #[test]
    fn forty_men_aged_22_answer_for_no_woman_in_mexico() {
        let counted = vec![person(Some(22), Some("male"), Some("US")); 40];
        let screened = People { counted, ..People::default() }.screened(&mothers());
        assert_eq!((screened.counted.len(), screened.screened_out), (0, 40));
    }
}
