//! An account's own studies: as cases that engines are measured by, and as the record of what was forecast to it. A study
//! is scored by the forecast of its sealed report, which was made before any of its people answered.

use forecast::calibration::Calibration;
use forecast::human::{Case, Known, OwnStudies, Prediction};
use foundation::Language;

use super::Workshop;
use pipeline::elicit::EngineIdentity;
use store::{Lease, StoreError, Study};

/// One's own questions are more like those to come than others' are: a study counts as much as so many shipped surveys.
const WEIGHT: f64 = 3.0;

/// A study as a case of a survey of its own, so that what is judged by it was fitted without it.
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
        n: u32::try_from(study.people).unwrap_or(u32::MAX),
        n_eff: study.people_worth,
        core: false,
        known: Known::Little,
        weight: WEIGHT,
        groups: Vec::new(),
    }
}

/// What was forecast of each study, beside what people answered.
pub fn forecasts<'a>(cases: &'a [Case], studies: &[Study]) -> Vec<Prediction<'a>> {
    let forecast = |(case, study): (&'a Case, &Study)| Prediction { case, shares: study.forecast.clone() };
    cases.iter().zip(studies).map(forecast).collect()
}

/// What the forecasts of these studies come to; `None` without any.
pub fn scored(studies: &[Study]) -> Option<OwnStudies> {
    let cases: Vec<Case> = studies.iter().map(case_of).collect();
    OwnStudies::of(&forecasts(&cases, studies))
}

impl Workshop {
    /// What is known of the engine for a report that begins now: its calibration, and how it did on the account's own
    /// studies. Those of another engine or model say nothing of this one.
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
