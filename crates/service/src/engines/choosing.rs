//! Chooses another engine: finds out what is meant, tries it once, and records the choice. The trial is the only call to
//! the server, and the key is sent to the address that was chosen and nowhere else.

use std::path::Path;

use anyhow::{Context, ensure};
use foundation::Language;
use secrecy::SecretString;

use super::choice::EMBEDDED;
use super::{DecidedBy, building, choice, key_file};
use crate::config::{self, Config, OpenAiSetting, parse_base_url};
use engine::openai::{Trial, TrialError};
use engine::providers::{self, Provider};
use primitives::chance::Chance;
use primitives::clock::UnixMs;
use store::{KeySource, NewEngineChoice, Store, StoreError};

/// Longest name of a model.
pub const MODEL_BYTES_MAX: usize = 256;

/// Files that container runtimes create. Inside a container, loopback is the container itself.
const CONTAINER_MARKS: [&str; 2] = ["/.dockerenv", "/run/.containerenv"];

/// A served model that somebody wants to use.
#[derive(Debug, Clone)]
pub struct Candidate {
    pub provider: Option<&'static Provider>,
    pub setting: OpenAiSetting,
    pub key: GivenKey,
}

/// How the key of a candidate was given.
#[derive(Debug, Clone)]
pub enum GivenKey {
    None,
    Variable(String),
    Typed(SecretString),
}

#[derive(Debug, thiserror::Error)]
pub enum ChooseError {
    #[error("the embedded model is not there; `canvass model pull` fetches it")]
    NoEmbeddedModel(#[source] models::ModelError),
    #[error("{0} decides the engine; change it there")]
    Set(String),
    #[error(
        "a typed key is kept in a file, which other machines on PostgreSQL do not see; set a variable in each process"
    )]
    TypedKeyOnPostgres,
    #[error("the key could not be written to the data folder")]
    KeyFile(#[source] std::io::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Returns the candidate of a provider's name or of an address. `name` is a provider, or an address that begins with `http`.
pub fn candidate(config: &Config, name: &str, model: &str, key: GivenKey) -> anyhow::Result<Candidate> {
    let provider = providers::named(name);
    let base_url = match provider {
        Some(provider) if provider.has_placeholder() => {
            anyhow::bail!(
                "{} has an address of its own for each customer: give it in place of the name, in the form {}",
                provider.title,
                provider.base_url
            )
        }
        Some(provider) => provider.base_url.clone(),
        None => {
            let names: Vec<&str> = providers::all().iter().map(|provider| provider.name.as_str()).collect();
            ensure!(
                name.starts_with("http"),
                "there is no provider {name:?}; there are {}, or give an address",
                names.join(", ")
            );
            parse_base_url(name)?
        }
    };
    let provider = provider.or_else(|| providers::at(&base_url));
    let is_model = model.len() <= MODEL_BYTES_MAX && !model.contains(char::is_control);
    ensure!(is_model, "a model's name has at most {MODEL_BYTES_MAX} bytes and no control characters");
    let api_key = match &key {
        GivenKey::None => None,
        GivenKey::Variable(variable) => {
            Some(config::secret_variable(variable).with_context(|| format!("the variable {variable} is not set"))?)
        }
        GivenKey::Typed(key) => Some(key.clone()),
    };
    let setting = OpenAiSetting {
        base_url,
        api_key,
        model: model.to_owned(),
        provider: provider.map(|provider| provider.name.clone()),
        limits: config.served.clone(),
    };
    Ok(Candidate { provider, setting, key })
}

impl Candidate {
    /// Returns the models that the server lists. Fails if it can't be reached or refuses the key.
    pub async fn models(&self) -> anyhow::Result<Result<Vec<String>, TrialError>> {
        let setting = OpenAiSetting { model: "-".to_owned(), ..self.setting.clone() };
        Ok(building::open_served(&setting)?.models().await)
    }

    /// Returns the provider's name, or the address of a server that is in no list.
    pub fn name(&self) -> &str {
        self.provider.map_or(&self.setting.base_url, |provider| &provider.name)
    }
}

/// Returns the sentence that tells a person why a candidate can't be used and what to do about it.
pub fn trial_sentence(language: Language, candidate: &Candidate, error: &TrialError) -> String {
    let is_in_container = CONTAINER_MARKS.iter().any(|mark| Path::new(mark).exists());
    sentence(language, candidate, error, is_in_container)
}

fn sentence(language: Language, candidate: &Candidate, error: &TrialError, is_in_container: bool) -> String {
    let is_loopback = config::leads_to_loopback(&candidate.setting.base_url);
    let fault = match error {
        TrialError::WrongKey => "wrong-key",
        TrialError::UnknownModel => "unknown-model",
        TrialError::NoQuota => "no-quota",
        TrialError::WrongAddress => "wrong-address",
        TrialError::WebPage => "web-page",
        TrialError::Prose => "prose",
        TrialError::Tls => "tls",
        TrialError::Unreachable if is_loopback && is_in_container => "loopback-in-container",
        TrialError::Unreachable => "unreachable",
        TrialError::TimedOut => "timed-out",
        TrialError::Overloaded => "overloaded",
        TrialError::Other(_) => "other",
    };
    let (host, model) = (host(&candidate.setting.base_url), candidate.setting.model.clone());
    let args = [("host", host.into()), ("model", model.into()), ("message", error.to_string().into())];
    wording::say(language, &format!("engine-fault-{fault}"), &args)
}

/// Returns host and port of an address; its path may hold secrets.
pub fn host(base_url: &str) -> String {
    let url = url::Url::parse(base_url).ok();
    let host = url.as_ref().and_then(|url| Some((url.host_str()?.to_owned(), url.port())));
    host.map_or_else(|| "?".to_owned(), |(host, port)| port.map_or(host.clone(), |port| format!("{host}:{port}")))
}

/// Tries a candidate once.
pub async fn tried(candidate: &Candidate) -> anyhow::Result<Result<Trial, TrialError>> {
    Ok(building::open_served(&candidate.setting)?.try_out().await)
}

/// Records a candidate as the engine of the whole service. A typed key is written to its file first, so that a kill at any
/// point leaves the old choice or the new one.
pub async fn choose(
    config: &Config,
    store: &Store,
    candidate: &Candidate,
    chance: &Chance,
    now: UnixMs,
) -> Result<(), ChooseError> {
    let key_source = match &candidate.key {
        GivenKey::None => KeySource::None,
        GivenKey::Variable(name) => KeySource::Variable(name.clone()),
        GivenKey::Typed(_) if config.database_url.file().is_none() => return Err(ChooseError::TypedKeyOnPostgres),
        GivenKey::Typed(key) => {
            refuse_if_set(config)?;
            KeySource::File(key_file::write(&config.data_dir, key, chance).map_err(ChooseError::KeyFile)?)
        }
    };
    let new = NewEngineChoice {
        provider: candidate.name().to_owned(),
        base_url: candidate.setting.base_url.clone(),
        model: candidate.setting.model.clone(),
        key_source,
    };
    record(config, store, &new, now).await
}

/// Records that the model of this process answers, if its file is there.
pub async fn choose_embedded(config: &Config, store: &Store, now: UnixMs) -> Result<(), ChooseError> {
    refuse_if_set(config)?;
    models::locate(&config.embedded.model, &config.embedded.models_dir).map_err(ChooseError::NoEmbeddedModel)?;
    let new = NewEngineChoice {
        provider: EMBEDDED.to_owned(),
        base_url: String::new(),
        model: String::new(),
        key_source: KeySource::None,
    };
    record(config, store, &new, now).await
}

async fn record(config: &Config, store: &Store, new: &NewEngineChoice, now: UnixMs) -> Result<(), ChooseError> {
    refuse_if_set(config)?;
    let earlier = store.engine_choice().await?.map_or(KeySource::None, |choice| choice.key_source);
    store.choose_engine(new, now).await?;
    // A key that stays behind is deleted by a later choice or start.
    let removed = key_file::remove_replaced_key(&config.data_dir, &earlier, &new.key_source)
        .and_then(|()| key_file::remove_unused_keys(&config.data_dir, &new.key_source));
    if let Err(error) = removed {
        tracing::warn!(%error, "files of earlier keys could not be deleted");
    }
    Ok(())
}

fn refuse_if_set(config: &Config) -> Result<(), ChooseError> {
    match choice::in_use(config, None).decided_by {
        DecidedBy::Setting(setting) => Err(ChooseError::Set(setting)),
        DecidedBy::Choice(_) | DecidedBy::Default => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SettingFlags;

    #[test]
    fn an_unreachable_loopback_address_in_a_container_has_a_sentence_of_its_own() {
        let config = Config::load(&SettingFlags::default()).unwrap();
        let at = |address| candidate(&config, address, "m", GivenKey::None).unwrap();
        let (own, other) = (at("http://127.0.0.1:11434/v1"), at("http://192.0.2.7:8000/v1"));
        for language in Language::ALL {
            let said =
                |candidate, is_in_container| sentence(language, candidate, &TrialError::Unreachable, is_in_container);
            assert_ne!(said(&own, true), said(&own, false));
            assert!(said(&own, true).contains("127.0.0.1:11434"), "{}", said(&own, true));
            assert_eq!(said(&other, true), said(&other, false), "the server of another machine");
        }
    }
}
