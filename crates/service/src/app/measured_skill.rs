//! The measured skill of the engine in use for a brief: its record on the family of the question. Handlers have no engine, so the
//! record is looked up by the settings and the database.

use forecast::Calibration;
use foundation::Language;
use language::brief::Brief;
use questionnaire::design;
use wording::measured_skill::{MeasuredSkill, introduction, scripted_introduction};

use super::App;
use crate::engines::EngineInUse;
use contract::requests::Warning;
use primitives::ids::AccountId;
use store::{CalibrationRow, StoreError};

/// The page that names the engine in use and better ones.
pub const ENGINE_PAGE: &str = "/engine";

impl App {
    /// Returns the measured skill of the engine in use for a brief of an account; `None` for the scripted engine, whose answers are
    /// made up.
    pub async fn measured_skill(
        &self,
        account: AccountId,
        brief: &Brief,
        reader: Language,
    ) -> Result<Option<MeasuredSkill>, StoreError> {
        let in_use = self.engine_in_use().await?;
        if in_use.is_scripted() {
            return Ok(None);
        }
        let calibration = self.calibration(&in_use, Some(account), brief.language()).await?;
        let calibration = calibration.unwrap_or_else(Calibration::cautious);
        let brief = brief.clone();
        // Reading a brief takes milliseconds of CPU time, so few are read at once. The permit goes with the work, which runs on
        // if the request is dropped.
        let Ok(turn) = self.previews.clone().acquire_owned().await else { return Ok(None) };
        let read = move || {
            let skill = MeasuredSkill::of_brief(&calibration, &design::served(&brief), brief.language(), reader);
            drop(turn);
            skill
        };
        // A report must not fail because its warnings can't be made.
        Ok(tokio::task::spawn_blocking(read).await.ok())
    }

    /// Returns sentences that name the engine in use, its measured skill in a language, and the command that chooses another. The
    /// own record of `account`, if any, takes precedence.
    pub async fn engine_introduction(
        &self,
        account: Option<AccountId>,
        language: Language,
        reader: Language,
    ) -> Result<String, StoreError> {
        let in_use = self.engine_in_use().await?;
        if in_use.is_scripted() {
            return Ok(scripted_introduction(reader));
        }
        let measured = self.calibration(&in_use, account, language).await?.and_then(|calibration| calibration.measured);
        Ok(introduction(&in_use.model_names(), measured.as_ref(), reader))
    }

    /// Returns the warnings about the engine for a report on this brief, in the report's language.
    pub async fn warnings(&self, account: AccountId, brief: &Brief) -> Result<Vec<Warning>, StoreError> {
        let skill = self.measured_skill(account, brief, brief.language()).await?;
        Ok(warnings(skill.as_ref(), brief.language()))
    }

    /// Returns the record in force in a language: the account-specific one if there is any, else the common one; of several, the
    /// latest.
    pub async fn calibration(
        &self,
        in_use: &EngineInUse,
        account: Option<AccountId>,
        language: Language,
    ) -> Result<Option<Calibration>, StoreError> {
        let rows = in_use.records(self.store.calibrations().await?);
        let counts =
            |row: &&CalibrationRow| row.language == language && row.account.is_none_or(|owner| Some(owner) == account);
        let last = rows.iter().filter(counts).max_by_key(|row| (row.account.is_some(), row.measured_at));
        let read = |row: &CalibrationRow| {
            serde_json::from_str(&row.record).map_err(|error| StoreError::Unreadable(error.to_string()))
        };
        last.map(read).transpose()
    }
}

/// Returns the warning that follows from an engine's measured skill; empty if there is nothing to warn of.
pub fn warnings(skill: Option<&MeasuredSkill>, language: Language) -> Vec<Warning> {
    let warning = |skill: &MeasuredSkill| {
        let code = skill.status.warning_code()?.to_owned();
        Some(Warning { code, message: skill.text(language) })
    };
    skill.and_then(warning).into_iter().collect()
}
