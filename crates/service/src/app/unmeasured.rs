//! Whether the engine in use was ever measured, as far as settings and database tell: handlers have no engine to ask.

use forecast::human::Estimate;

use super::App;
use crate::config::EngineSetting;
use store::{CalibrationRow, StoreError};

impl App {
    /// The engine in use, as results call it.
    pub fn engine_name(&self) -> String {
        self.config.engines.iter().map(EngineSetting::name).collect::<Vec<_>>().join("+")
    }

    /// What a short measurement would take, where nothing was measured of the engine in use.
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
        // Of a model in another process's memory only the name of its file is known here.
        let is_it = |row: &CalibrationRow| {
            row.key.engine == name && served.is_none_or(|served| row.key.model.contains(&served.model))
        };
        let is_measured = self.store.calibrations().await?.iter().any(is_it);
        Ok((!is_measured).then(|| Estimate::of_short(served.and_then(|served| served.prices))))
    }
}
