//! Answers made from known reasons, so that what is found can be compared with what was said.

use std::collections::{BTreeMap, BTreeSet};

use foundation::Language;
use serde::Deserialize;

const PLANTED: &str = include_str!("planted.toml");

#[derive(Deserialize)]
pub struct Reasons {
    pub options: Vec<String>,
    frames: Vec<String>,
    noise: Vec<String>,
    pub reasons: Vec<Reason>,
}

#[derive(Deserialize)]
pub struct Reason {
    /// In lower case, what the theme's name must hold.
    pub name: String,
    says: Vec<String>,
}

pub struct Planted {
    pub text: String,
    /// Which reasons it gives.
    pub reasons: BTreeSet<usize>,
}

pub fn reasons(language: Language) -> Reasons {
    let mut all: BTreeMap<String, Reasons> = toml::from_str(PLANTED).expect("planted.toml is read");
    all.remove(language.code()).expect("every language has reasons")
}

/// Walks through reasons, paraphrases, frames, options and small talk at different paces, so that they mix.
pub fn answers(reasons: &Reasons, count: usize) -> Vec<Planted> {
    (0..count)
        .map(|number| {
            let reason = number % reasons.reasons.len();
            let other = (reason + 1 + number / 7 % 4) % reasons.reasons.len();
            let frame = &reasons.frames[(number / 6 + number / 36) % reasons.frames.len()];
            let say = |reason: usize, number: usize| {
                let says = &reasons.reasons[reason].says;
                &says[number % says.len()]
            };
            let why = say(reason, number / 6);
            let text = frame
                .replace("{option}", &reasons.options[number / 5 % reasons.options.len()])
                .replace("{why}", why)
                .replace("{Why}", &capital(why))
                .replace("{also}", say(other, number / 11));
            let noise = &reasons.noise[number / 4 % reasons.noise.len()];
            let mut given = BTreeSet::from([reason]);
            if frame.contains("{also}") {
                given.insert(other);
            }
            Planted { text: format!("{text} {noise}").trim().to_owned(), reasons: given }
        })
        .collect()
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}
