//! Whether the configured engine was ever measured, judged from settings and database: handlers have no engine.

use forecast::human::Estimate;

use super::App;
use crate::config::EngineSetting;
use store::{CalibrationRow, StoreError};

impl App {
    /// Returns the name of the configured engine, as results spell it.
    pub fn engine_name(&self) -> String {
        self.config.engines.iter().map(EngineSetting::name).collect::<Vec<_>>().join("+")
    }

    /// Returns the cost of a short measurement if the configured engine was never measured, else `None`.
    pub async fn unmeasured_engine(&self) -> Result<Option<Estimate>, StoreError> {
        let engines = &self.config.engines;
        if engines.iter().any(|engine| matches!(engine, EngineSetting::Scripted { .. })) {
            return Ok(None);
        }
        let name = self.engine_name();
        let served = engines.iter().find_map(|engine| match engine {
            EngineSetting::OpenAi(setting) => Some(setting),
            EngineSetting::Embedded(_) | EngineSetting::Scripted { .. } => None,
        });
        // For an embedded model, only the engine's name can be compared here; its model is identified by a hash.
        let is_it = |row: &CalibrationRow| {
            row.key.engine == name && served.is_none_or(|served| row.key.model.contains(&served.model))
        };
        let is_measured = self.store.calibrations().await?.iter().any(is_it);
        Ok((!is_measured).then(|| Estimate::of_short(served.and_then(|served| served.prices))))
    }
}
