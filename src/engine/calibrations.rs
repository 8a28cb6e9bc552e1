//! What was measured of engines, from `data/calibrations.toml`: found by engine, model and language. Whatever is not in
//! there was never measured, and is trusted little.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use survey::brief::Language;
use survey::calibration::{Calibration, Measured};
use survey::data::{Compiled, DataError, DataFile};

use super::EngineCard;

const HEADING: &str = "\
# What was measured of engines against people's answers, and what turns their distributions into a respondent's.
# Written by `canvass bench human --calibrate`.

";

const FILE: DataFile = DataFile { name: "data/calibrations.toml", text: include_str!("../../data/calibrations.toml") };
static RECORDS: Compiled<Vec<Record>> = Compiled::new(|| read(FILE));

/// Whether the records can be read.
pub fn check() -> Result<(), DataError> {
    RECORDS.check()
}

fn read(file: DataFile) -> Result<Vec<Record>, DataError> {
    Ok(file.toml::<File>()?.calibration)
}

#[derive(Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    calibration: Vec<Record>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Record {
    engine: String,
    /// SHA-256 of the model's file, or a served model's name.
    model: String,
    language: Language,
    engine_weight: f64,
    prior_weight: f64,
    lambda: f64,
    measured: Measured,
}

/// The calibration of this engine with this model in this language.
pub fn of(engine: &str, model: &str, language: Language) -> Calibration {
    let is_it = |record: &&Record| record.engine == engine && record.model == model && record.language == language;
    match RECORDS.iter().find(is_it) {
        None => Calibration::cautious(),
        Some(record) => Calibration {
            engine_weight: record.engine_weight,
            prior_weight: record.prior_weight,
            lambda: record.lambda,
            measured: Some(record.measured.clone()),
        },
    }
}

/// The text of a file of records with those of this engine in place of its older ones, and all others as they are.
pub fn recorded(
    file: &str,
    card: &EngineCard,
    fitted: &BTreeMap<Language, Calibration>,
) -> Result<String, RecordError> {
    let mut file: File = toml::from_str(file)?;
    let (engine, model) = (&card.name, model_of(card));
    for (language, calibration) in fitted {
        let Some(measured) = calibration.measured.clone() else { continue };
        file.calibration.retain(|it| (&it.engine, it.model.as_str(), it.language) != (engine, model, *language));
        file.calibration.push(Record {
            engine: engine.clone(),
            model: model.to_owned(),
            language: *language,
            engine_weight: calibration.engine_weight,
            prior_weight: calibration.prior_weight,
            lambda: calibration.lambda,
            measured,
        });
    }
    file.calibration.sort_by(|a, b| (&a.engine, &a.model, a.language).cmp(&(&b.engine, &b.model, b.language)));
    Ok(format!("{HEADING}{}", toml::to_string(&file)?))
}

/// Why a file of records can't be kept.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("it is no file of calibrations: {0}")]
    Unreadable(#[from] toml::de::Error),
    #[error("the calibrations can't be written down: {0}")]
    Unwritable(#[from] toml::ser::Error),
}

/// By what a record names the model: its file's hash; a served one's name, and the names of several that are blended.
fn model_of(card: &EngineCard) -> &str {
    let is_blend = card.name.contains('+');
    let hash = card.model_hash.as_deref().filter(|_| !is_blend);
    hash.or(card.model.as_deref()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Engine, Scripted};
    use survey::calibration::Agreement;

    fn fitted(lambda: f64) -> BTreeMap<Language, Calibration> {
        let measured = Measured {
            version: "1".to_owned(),
            cases: 59,
            skill: 12.5,
            winner_accuracy: 0.45,
            chance: 0.23,
            share_error: 0.08,
            agreement: Agreement { top_shares: [0.3, 0.4], right: [0.3, 0.4, 0.6] },
        };
        let calibration = Calibration { engine_weight: 0.7, prior_weight: 1.0, lambda, measured: Some(measured) };
        BTreeMap::from([(Language::Es, calibration)])
    }

    fn card(name: &str) -> EngineCard {
        EngineCard { name: name.to_owned(), model: Some("m".to_owned()), ..Scripted::new(0, 0.0).card(Language::Es) }
    }

    #[test]
    fn records_that_cannot_be_read_are_found_rather_than_engines_left_unmeasured() {
        check().unwrap();
        let broken = FILE.text.replacen("lambda = ", "lamda = ", 1);
        let error = read(DataFile { text: broken.leak(), ..FILE }).map(drop).unwrap_err();
        assert_eq!(error.file, "data/calibrations.toml", "{error}");
    }

    #[test]
    fn a_new_record_takes_the_older_ones_place_and_leaves_the_others() {
        let first = recorded("", &card("embedded"), &fitted(0.5)).unwrap();
        let both = recorded(&first, &card("openai"), &fitted(0.6)).unwrap();
        let again = recorded(&both, &card("embedded"), &fitted(0.9)).unwrap();
        let file: File = toml::from_str(&again).unwrap();
        let lambdas: Vec<_> = file.calibration.iter().map(|it| (it.engine.as_str(), it.lambda)).collect();
        assert_eq!(lambdas, [("embedded", 0.9), ("openai", 0.6)]);
        assert_eq!(file.calibration[0].measured, fitted(0.9)[&Language::Es].measured.clone().unwrap());
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        assert!(recorded("colour = 'red'", &card("embedded"), &fitted(0.5)).is_err());
    }
}
