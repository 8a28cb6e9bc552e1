//! An account's studies, as measurement cases and as the track record of the forecasts made for it. A study is scored
//! by the forecast of its sealed report, which was made before anybody answered.

use forecast::calibration::Calibration;
use forecast::human::{Case, Known, OwnStudies, Prediction};
use foundation::Language;
use language::QuestionFamily;

use super::Worker;
use pipeline::elicit::EngineIdentity;
use store::{Lease, StoreError, Study};

/// Weight of one study relative to a shipped survey: an account's own questions resemble its future ones more
/// closely.
const WEIGHT: f64 = 3.0;

/// Converts a study to a case that forms a survey of its own, so that cross-validation never fits on the tested
/// study.
pub fn case_of(study: &Study) -> Case {
    Case {
        id: study.report.to_string(),
        survey: study.report.to_string(),
        source: "the account's own study".to_owned(),
        licence: String::new(),
        year: None,
        country: study.country.clone(),
        population: study.population.clone(),
        question: study.question.clone(),
        options: study.options.clone(),
        shares: study.shares.clone(),
        ordinal_scale: Vec::new(),
        language: study.language,
        topic: String::new(),
        family: QuestionFamily::of(study.language, &study.question, &study.options),
        n: u32::try_from(study.people).unwrap_or(u32::MAX),
        n_eff: study.people_worth,
        core: false,
        known: Known::Little,
        weight: WEIGHT,
        groups: Vec::new(),
    }
}

/// Pairs each case with the forecast of its study. `cases` and `studies` must have the same order.
pub fn forecasts<'a>(cases: &'a [Case], studies: &[Study]) -> Vec<Prediction<'a>> {
    let forecast = |(case, study): (&'a Case, &Study)| Prediction { case, shares: study.forecast.clone() };
    cases.iter().zip(studies).map(forecast).collect()
}

/// Scores the forecasts of these studies; `None` if there are none.
pub fn scored(studies: &[Study]) -> Option<OwnStudies> {
    let cases: Vec<Case> = studies.iter().map(case_of).collect();
    OwnStudies::of(&forecasts(&cases, studies))
}

impl Worker {
    /// Returns the engine's calibration for a report that begins now, and its score on the account's studies. Studies
    /// forecast by another engine or model are excluded.
    pub(super) async fn known_of_engine(
        &self,
        language: Language,
        lease: Lease,
    ) -> Result<(Calibration, Option<OwnStudies>), StoreError> {
        let calibration = self.calibration(language, lease.account).await?;
        let identity = EngineIdentity::of(&self.engine.card());
        let mut studies = self.store.studies(lease.account).await?;
        studies.retain(|study| {
            let made_by = (&study.key.engine, &study.key.model, &study.key.adapter);
            made_by == (&identity.engine, &identity.model, &identity.adapter) && study.report != lease.report
        });
        Ok((calibration, scored(&studies)))
    }
}
