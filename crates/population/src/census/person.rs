//! One person as drawn from records or tables, with the provenance of each attribute.

use super::codes;
use crate::{Attribute, Profile, Provenance};

/// A person. Attributes are indices into `codes`; an attribute without data is `None` and is never imputed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Person {
    /// ISO 3166-1 alpha-2.
    pub country: &'static str,
    pub sex: u8,
    pub age: u8,
    pub region: Option<&'static str>,
    pub city: Option<&'static str>,
    pub area: Option<u8>,
    pub education: Option<u8>,
    pub employment: Option<u8>,
    pub worker_class: Option<u8>,
    pub sector: Option<u8>,
    pub occupation: Option<&'static str>,
    pub income: Option<u8>,
    pub household: Option<u8>,
    pub children: Option<u8>,
    pub marital: Option<u8>,
    origins: [Option<Provenance>; Attribute::COUNT],
}

impl Person {
    pub fn new(country: &'static str, sex: u8, age: u8, origin: Provenance) -> Self {
        let person = Self {
            country,
            sex,
            age,
            region: None,
            city: None,
            area: None,
            education: None,
            employment: None,
            worker_class: None,
            sector: None,
            occupation: None,
            income: None,
            household: None,
            children: None,
            marital: None,
            origins: [None; Attribute::COUNT],
        };
        person
            .with_origin(Attribute::Sex, origin)
            .with_origin(Attribute::Age, origin)
            .with_origin(Attribute::Country, origin)
    }

    fn with_origin(mut self, attribute: Attribute, origin: Provenance) -> Self {
        self.mark(attribute, origin);
        self
    }

    pub fn mark(&mut self, attribute: Attribute, origin: Provenance) {
        self.origins[attribute as usize] = Some(origin);
    }

    pub fn origin(&self, attribute: Attribute) -> Option<Provenance> {
        self.origins[attribute as usize]
    }

    /// Converts the person to a profile with codes spelled out.
    pub fn profile(&self) -> Profile {
        let code = |codes: &[&'static str], at: Option<u8>| at.and_then(|at| codes.get(usize::from(at))).copied();
        let words = [
            (Attribute::Country, Some(self.country)),
            (Attribute::Region, self.region),
            (Attribute::City, self.city),
            (Attribute::Area, code(&codes::AREAS, self.area)),
            (Attribute::Sex, code(&codes::SEXES, Some(self.sex))),
            (Attribute::Education, code(&codes::EDUCATION, self.education)),
            (Attribute::Income, code(&codes::INCOME, self.income)),
            (Attribute::Employment, code(&codes::EMPLOYMENT, self.employment)),
            (Attribute::WorkerClass, code(&codes::WORKER_CLASSES, self.worker_class)),
            (Attribute::Sector, code(&codes::SECTORS, self.sector)),
            (Attribute::Occupation, self.occupation),
            (Attribute::Household, code(&codes::HOUSEHOLDS, self.household)),
            (Attribute::Marital, code(&codes::MARITAL, self.marital)),
        ];
        let mut profile = Profile::default().with_number(Attribute::Age, self.age);
        for (attribute, word) in words {
            if let Some(word) = word {
                profile = profile.with(attribute, word);
            }
        }
        if let Some(children) = self.children {
            profile = profile.with_number(Attribute::Children, children);
        }
        let known = Attribute::all().filter_map(|attribute| Some((attribute, self.origin(attribute)?)));
        profile.provenance = known.collect();
        profile
    }
}
