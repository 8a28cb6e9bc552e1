//! The record of the engine in use, by language and family of questions, beside what a hundred real people reach.

use forecast::calibration::Measured;
use forecast::human::{self, Case};
use foundation::Language;
use language::QuestionFamily;

use super::App;
use crate::engines::EngineInUse;
use primitives::clock::UnixMs;
use primitives::ids::AccountId;
use store::{MeasurementProgress, StoreError};

/// The sample that engines are compared with.
const PEOPLE: u32 = 100;

/// One figure of the record.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordLine {
    pub language: Language,
    /// `None`: all questions in the language.
    pub family: Option<QuestionFamily>,
    pub cases: u32,
    /// Whether questions of all languages count, since this one has few of the family.
    pub is_pooled: bool,
    /// 0 equals a uniform guess, 100 is perfect.
    pub skill: f64,
    /// Whether it beats a uniform guess by more than two standard errors.
    pub knows: bool,
    /// The skill of a hundred real people on the same kind of questions.
    pub people: Option<f64>,
}

impl App {
    /// Returns the record of the engine in use for an account; empty if it was never measured.
    pub async fn engine_record(&self, in_use: &EngineInUse, account: AccountId) -> Result<Vec<RecordLine>, StoreError> {
        let mut lines = Vec::new();
        for language in Language::ALL {
            let calibration = self.calibration(in_use, Some(account), language).await?;
            if let Some(measured) = calibration.and_then(|calibration| calibration.measured) {
                lines.extend(of_language(&measured, language));
            }
        }
        Ok(lines)
    }

    /// Returns the progress of a measurement of the engine in use, while some process measures it.
    pub async fn engine_measurement(&self, in_use: &EngineInUse) -> Result<Option<MeasurementProgress>, StoreError> {
        match in_use.served() {
            Some(served) => self.store.measurement(&in_use.result_name(), &served.model).await,
            None => Ok(None),
        }
    }

    /// Asks for a measurement of the chosen engine. Returns false if another one was chosen since.
    pub async fn ask_for_measurement(&self, number: i64, now: UnixMs) -> Result<bool, StoreError> {
        let asked = self.store.ask_for_measurement(number, now).await?;
        self.engine_bell.notify_one();
        Ok(asked)
    }
}

fn of_language(measured: &Measured, language: Language) -> Vec<RecordLine> {
    let whole = RecordLine {
        language,
        family: None,
        cases: measured.cases,
        is_pooled: false,
        skill: measured.printed_skill(),
        knows: measured.knows,
        people: people(|case| case.language == language),
    };
    let families = measured.by_family.iter().map(|record| RecordLine {
        language,
        family: Some(record.family),
        cases: record.cases,
        is_pooled: record.pooled,
        skill: record.skill,
        knows: record.knows,
        people: people(|case| case.family == record.family && (record.pooled || case.language == language)),
    });
    std::iter::once(whole).chain(families).collect()
}

fn people(counts: impl Fn(&Case) -> bool) -> Option<f64> {
    let cases: Vec<&Case> = human::open().iter().filter(|case| counts(case)).collect();
    human::skill_of_people(&cases, PEOPLE)
}
