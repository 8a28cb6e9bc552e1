//! From settings to the engine that they name; several become one.

use std::num::NonZeroU32;
use std::sync::Arc;

use anyhow::Context;
use secrecy::ExposeSecret;

use crate::config::{EmbeddedSetting, EngineSetting, OpenAiSetting};
use crate::engine::openai::{ApiKey, OpenAiSettings};
use crate::engine::{Blend, Embedded, EmbeddedSettings, Engine, OpenAi, Scripted};
use crate::models;

/// Opens what the settings name. A model is loaded here, which takes seconds.
pub fn build_engine(settings: &[EngineSetting]) -> anyhow::Result<Arc<dyn Engine>> {
    let mut engines = settings.iter().map(build).collect::<anyhow::Result<Vec<_>>>()?;
    if engines.len() == 1 {
        return engines.pop().context("no engine is set");
    }
    Ok(Arc::new(Blend::new(engines).context("no engine is set")?))
}

fn build(setting: &EngineSetting) -> anyhow::Result<Arc<dyn Engine>> {
    match setting {
        EngineSetting::Scripted { latency_ms, fail_rate } => Ok(Arc::new(Scripted::new(*latency_ms, *fail_rate))),
        EngineSetting::Embedded(setting) => Ok(Arc::new(open_embedded(setting)?)),
        EngineSetting::OpenAi(setting) => Ok(Arc::new(open_served(setting)?)),
    }
}

fn open_served(setting: &OpenAiSetting) -> anyhow::Result<OpenAi> {
    let mut settings = OpenAiSettings::new(&setting.base_url, &setting.model).context("openai_base_url")?;
    if let Some(key) = &setting.api_key {
        settings.api_key = Some(ApiKey::parse(key.expose_secret()).context("openai_api_key")?);
    }
    settings.concurrency_max = setting.concurrency_max;
    settings.timeout = setting.timeout;
    settings.price = setting.prices;
    OpenAi::new(settings).context("the openai engine can't be set up")
}

fn open_embedded(setting: &EmbeddedSetting) -> anyhow::Result<Embedded> {
    let file = models::resolve(&setting.model, &setting.models_dir)?;
    let settings = EmbeddedSettings {
        file: &file.path,
        hash: file.sha256,
        name: file.name,
        threads: u32::try_from(setting.threads).ok().and_then(NonZeroU32::new),
        context_tokens: setting.context_tokens,
    };
    Ok(Embedded::open(settings)?)
}
