//! The engine in use, and whether it was ever measured. Both follow from settings and database, without an engine.

use forecast::human::Estimate;

use super::App;
use crate::engines::{DecidedBy, EngineInUse, in_use, remove_unused_keys};
use store::{KeySource, StoreError};

impl App {
    /// Returns the engine in use.
    pub async fn engine_in_use(&self) -> Result<EngineInUse, StoreError> {
        let choice = match self.config.engine_set_by {
            Some(_) => None,
            None => self.store.engine_choice().await?,
        };
        Ok(in_use(&self.config, choice))
    }

    /// Deletes the files of keys that no choice names, such as after a kill in the middle of one.
    pub async fn remove_unused_keys(&self) -> anyhow::Result<()> {
        let in_force = self.store.engine_choice().await?.map_or(KeySource::None, |choice| choice.key_source);
        Ok(remove_unused_keys(&self.config.data_dir, &in_force)?)
    }

    /// Returns the cost of a short measurement if the engine in use was never measured, else `None`.
    pub async fn unmeasured_engine(&self) -> Result<Option<Estimate>, StoreError> {
        let in_use = self.engine_in_use().await?;
        if in_use.is_scripted() || self.is_measured(&in_use).await? {
            return Ok(None);
        }
        Ok(Some(Estimate::of_short(in_use.served().and_then(|served| served.limits.prices))))
    }

    async fn is_measured(&self, in_use: &EngineInUse) -> Result<bool, StoreError> {
        Ok(!in_use.records(self.store.calibrations().await?).is_empty())
    }
}

impl DecidedBy {
    /// Returns whether a setting decides, so that nothing can be chosen.
    pub fn is_setting(&self) -> bool {
        matches!(self, Self::Setting(_))
    }
}
