//! One person as both engines make them: small codes, and for each attribute where its value comes from.

use std::collections::BTreeMap;

use super::codes::{self, Attribute};
use crate::report::{Profile, Provenance};

/// A person. An attribute without data is absent; nothing is filled in.
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
    origins: [Option<Provenance>; Attribute::ALL.len()],
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
            origins: [None; Attribute::ALL.len()],
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

    /// Spelled out as reports have it.
    pub fn profile(&self) -> Profile {
        let code =
            |codes: &[&str], at: Option<u8>| at.and_then(|at| codes.get(usize::from(at))).map(|c| (*c).to_owned());
        Profile {
            country: Some(self.country.to_owned()),
            region: self.region.map(str::to_owned),
            city: self.city.map(str::to_owned),
            area: code(&codes::AREAS, self.area),
            age: Some(self.age),
            sex: code(&codes::SEXES, Some(self.sex)),
            education: code(&codes::EDUCATION, self.education),
            income: code(&codes::INCOME, self.income),
            employment: code(&codes::EMPLOYMENT, self.employment),
            worker_class: code(&codes::WORKER_CLASSES, self.worker_class),
            sector: code(&codes::SECTORS, self.sector),
            occupation: self.occupation.map(str::to_owned),
            household: code(&codes::HOUSEHOLDS, self.household),
            children: self.children,
            marital: code(&codes::MARITAL, self.marital),
            provenance: self.provenance(),
        }
    }

    fn provenance(&self) -> BTreeMap<String, Provenance> {
        let known = Attribute::ALL.into_iter().filter_map(|attribute| Some((attribute, self.origin(attribute)?)));
        known.map(|(attribute, origin)| (attribute.code().to_owned(), origin)).collect()
    }
}
