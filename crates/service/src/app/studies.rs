//! Studies: a report of a consenting account that enough people answered becomes a case of the account's own track
//! record. The score uses the forecast of the sealed result, which was made before anybody answered.

use contract::{Method, ReportResult};

use super::App;
use super::people::FieldworkError;
use contract::surveyed;
use fieldwork::{People, StudyOutcome};
use primitives::ids::{AccountId, ReportId};
use store::{EngineKey, PEOPLE_MIN, StoreError, Study};

impl App {
    /// Sets whether an account consents to learning from its studies. On consent, answers that are already stored are
    /// processed in the background.
    pub async fn choose_learning(&self, account: AccountId, learns: bool) -> Result<(), StoreError> {
        self.store.set_learning(account, learns).await?;
        if learns {
            let app = self.clone();
            tokio::spawn(async move {
                if let Err(error) = app.update_due_studies().await {
                    let error = format!("{:#}", anyhow::Error::new(error));
                    tracing::warn!(error, "earlier studies were not recorded; the hourly check tries again");
                }
            });
        }
        Ok(())
    }

    /// Adds or updates every study that is due, and returns their number.
    pub async fn update_due_studies(&self) -> Result<usize, FieldworkError> {
        let mut learned = 0;
        for (account, report) in self.store.studies_due().await? {
            match self.learn(account, report).await {
                Ok(is_learned) => learned += usize::from(is_learned),
                // One unreadable report must not block the others.
                Err(error) => {
                    let error = format!("{:#}", anyhow::Error::new(error));
                    tracing::warn!(error, request_id = %report, "a study was not recorded");
                }
            }
        }
        Ok(learned)
    }

    async fn learn(&self, account: AccountId, report: ReportId) -> Result<bool, FieldworkError> {
        let Some((_, people_version)) = self.store.people_version(report).await? else { return Ok(false) };
        let result = self.finished_result(account, report).await?;
        let people = self.people_of(account, report).await?;
        self.learn_from((account, report, people_version), result, &people).await
    }

    /// Adds or updates the study of a report, if it is due and its answers are still at `people_version`. The caller
    /// must have read `people_version` before the answers.
    pub(super) async fn learn_from(
        &self,
        (account, report, people_version): (AccountId, ReportId, i64),
        result: ReportResult,
        people: &People,
    ) -> Result<bool, FieldworkError> {
        if self.store.study_due(account, report).await? != Some(people_version) {
            return Ok(false);
        }
        let Some(learned) = fieldwork::study(&surveyed(&result), people) else { return Ok(false) };
        let people = i64::try_from(learned.people).unwrap_or(i64::MAX);
        if people < PEOPLE_MIN {
            return Ok(false);
        }
        let own = self.store.own_report(account, report).await?.ok_or(FieldworkError::NotFound)?;
        let described = own.brief.audience_description().map(str::to_owned);
        let of = Studied { account, report, people_version, people };
        Ok(self.store.keep_study(&self.study(of, result, described, learned)).await?)
    }

    fn study(&self, of: Studied, result: ReportResult, described: Option<String>, learned: StudyOutcome) -> Study {
        let Studied { account, report, people_version, people } = of;
        let input = result.research_input;
        let country = match input.audience_filters.countries.as_slice() {
            [one] => one.clone(),
            _ => String::new(),
        };
        Study {
            report,
            account,
            people_version,
            key: key(result.method),
            language: input.language,
            country,
            population: described.unwrap_or(input.audience_filters.description),
            question: input.optimized.question,
            options: input.optimized.options,
            shares: learned.shares,
            forecast: learned.forecast,
            people,
            people_worth: learned.effective_size,
            learned_at: self.clock.now(),
        }
    }
}

/// The report of a study, and the version and number of the answers it is based on.
#[derive(Clone, Copy)]
struct Studied {
    account: AccountId,
    report: ReportId,
    people_version: i64,
    people: i64,
}

/// Returns the identity of the engine that made the forecast, as calibration records spell it.
fn key(method: Method) -> EngineKey {
    // A blend of engines has no single model file.
    let hash = method.model_hash.as_deref().filter(|_| !method.engine.contains('+'));
    EngineKey {
        model: hash.or(method.model.as_deref()).unwrap_or("").to_owned(),
        adapter: method.adapter_hash.as_deref().unwrap_or("").to_owned(),
        engine: method.engine,
        elicitation: method.elicitation,
    }
}
