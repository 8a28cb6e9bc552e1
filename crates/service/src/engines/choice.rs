//! Which engine is in use: that of the settings, of the choice in the database, or the default.

use std::fmt;

use secrecy::SecretString;

use super::identity::valid_records;
use super::key_file;
use crate::config::{self, Config, EngineSetting, OpenAiSetting};
use engine::providers;
use primitives::clock::UnixMs;
use store::{CalibrationRow, EngineChoice, KeySource};

/// Name of the choice of a model in this process.
pub(super) const EMBEDDED: &str = "embedded";

/// The engine that answers.
#[derive(Debug, Clone)]
pub struct EngineInUse {
    /// Not empty. Without the key if it is missing.
    pub settings: Vec<EngineSetting>,
    pub decided_by: DecidedBy,
    /// Set if this process lacks the key of the chosen engine.
    pub missing_key: Option<MissingKey>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecidedBy {
    /// A flag, a variable or the settings file, by its name.
    Setting(String),
    Choice(EngineChoice),
    Default,
}

/// A key that this process can't find. Its text names the place, never the key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissingKey {
    Variable(String),
    File(String),
}

impl fmt::Display for MissingKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => write!(f, "the variable {name} is not set in this process"),
            Self::File(reason) => write!(f, "the file of its key can't be read: {reason}"),
        }
    }
}

/// Returns the engine in use, given the choice in the database.
pub fn in_use(config: &Config, choice: Option<EngineChoice>) -> EngineInUse {
    if let Some(setting) = &config.engine_set_by {
        let decided_by = DecidedBy::Setting(setting.clone());
        return EngineInUse { settings: config.engines.clone(), decided_by, missing_key: None };
    }
    let Some(choice) = choice else {
        return EngineInUse { settings: config.engines.clone(), decided_by: DecidedBy::Default, missing_key: None };
    };
    let (settings, missing_key) = chosen(config, &choice);
    EngineInUse { settings, decided_by: DecidedBy::Choice(choice), missing_key }
}

fn chosen(config: &Config, choice: &EngineChoice) -> (Vec<EngineSetting>, Option<MissingKey>) {
    if choice.provider == EMBEDDED {
        return (vec![EngineSetting::Embedded(config.embedded.clone())], None);
    }
    let (api_key, missing_key) = match find_key(config, &choice.key_source) {
        Ok(key) => (key, None),
        Err(missing) => (None, Some(missing)),
    };
    let setting = OpenAiSetting {
        base_url: choice.base_url.clone(),
        api_key,
        model: choice.model.clone(),
        provider: providers::named(&choice.provider).map(|provider| provider.name.clone()),
        limits: config.served.clone(),
    };
    (vec![EngineSetting::OpenAi(setting)], missing_key)
}

pub(super) fn find_key(config: &Config, source: &KeySource) -> Result<Option<SecretString>, MissingKey> {
    match source {
        KeySource::None => Ok(None),
        KeySource::Variable(name) => {
            config::secret_variable(name).map(Some).ok_or_else(|| MissingKey::Variable(name.clone()))
        }
        KeySource::File(name) => {
            key_file::read(&config.data_dir, name).map(Some).map_err(|error| MissingKey::File(error.kind().to_string()))
        }
    }
}

impl EngineInUse {
    /// Returns the names of the engines as the setting spells them.
    pub fn names(&self) -> String {
        self.settings.iter().map(EngineSetting::name).collect::<Vec<_>>().join(",")
    }

    /// Returns the name as results and records spell it.
    pub fn result_name(&self) -> String {
        self.names().replace(',', "+")
    }

    /// Returns the served model, if there is one.
    pub fn served(&self) -> Option<&OpenAiSetting> {
        self.settings.iter().find_map(|setting| match setting {
            EngineSetting::OpenAi(served) => Some(served),
            EngineSetting::Embedded(_) | EngineSetting::Scripted { .. } => None,
        })
    }

    /// Returns the names of the models, for readers.
    pub fn model_names(&self) -> String {
        let name = |setting: &EngineSetting| match setting {
            EngineSetting::Scripted { .. } => setting.name().to_owned(),
            EngineSetting::OpenAi(setting) => setting.model.clone(),
            EngineSetting::Embedded(setting) => setting.model.name(),
        };
        self.settings.iter().map(name).collect::<Vec<_>>().join(" + ")
    }

    /// Returns the records among these that are valid for this engine.
    pub fn records(&self, rows: Vec<CalibrationRow>) -> Vec<CalibrationRow> {
        valid_records(&self.settings, rows)
    }

    pub fn is_scripted(&self) -> bool {
        self.settings.iter().any(|setting| matches!(setting, EngineSetting::Scripted { .. }))
    }

    /// Returns when somebody asked for a measurement that may cost something.
    pub fn measurement_asked_at(&self) -> Option<UnixMs> {
        match &self.decided_by {
            DecidedBy::Choice(choice) => choice.measurement_asked_at,
            DecidedBy::Setting(_) | DecidedBy::Default => None,
        }
    }

    /// Returns whether somebody chose it, so that another can be chosen while the service runs.
    pub fn is_chosen(&self) -> bool {
        matches!(self.decided_by, DecidedBy::Choice(_))
    }

    /// Returns the number of the choice; `None` without one. A change means that another engine was chosen.
    pub fn number(&self) -> Option<i64> {
        match &self.decided_by {
            DecidedBy::Choice(choice) => Some(choice.number),
            DecidedBy::Setting(_) | DecidedBy::Default => None,
        }
    }
}
