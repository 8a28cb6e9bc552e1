//! From settings to the engine that they name; several become one. A model takes a second or two to load, in which the
//! process answers requests already.

use std::num::NonZeroU32;
use std::sync::{Arc, OnceLock};

use anyhow::Context;
use secrecy::ExposeSecret;
use tokio::task::JoinHandle;

use crate::config::{EmbeddedSetting, EngineSetting, OpenAiSetting};
use crate::engine::openai::{ApiKey, OpenAiSettings};
use crate::engine::{Blend, Embedded, EmbeddedSettings, Engine, OpenAi, Scripted};
use crate::models;

/// The place of an engine that may still be loading.
#[derive(Clone, Default)]
pub struct EngineSlot(Arc<OnceLock<Arc<dyn Engine>>>);

impl EngineSlot {
    pub fn get(&self) -> Option<&Arc<dyn Engine>> {
        self.0.get()
    }

    fn filled(&self, build: impl FnOnce() -> anyhow::Result<Arc<dyn Engine>>) -> anyhow::Result<Arc<dyn Engine>> {
        if let Some(engine) = self.get() {
            return Ok(Arc::clone(engine));
        }
        let engine = build()?;
        Ok(Arc::clone(self.0.get_or_init(|| engine)))
    }
}

impl From<Arc<dyn Engine>> for EngineSlot {
    fn from(engine: Arc<dyn Engine>) -> Self {
        Self(Arc::new(OnceLock::from(engine)))
    }
}

/// An engine on its way, and the place where it will be found.
pub struct LoadingEngine {
    pub slot: EngineSlot,
    task: JoinHandle<anyhow::Result<Arc<dyn Engine>>>,
}

impl LoadingEngine {
    /// What can be told wrong without loading anything is an error at once, and an engine without a model is there at once.
    pub fn start(settings: &[EngineSetting]) -> anyhow::Result<Self> {
        let mut has_model = false;
        for setting in settings {
            if let EngineSetting::Embedded(setting) = setting {
                models::resolve(&setting.model, &setting.models_dir)?;
                has_model = true;
            }
        }
        let slot = if has_model { EngineSlot::default() } else { EngineSlot::from(build_engine(settings)?) };
        let (own, settings) = (slot.clone(), settings.to_vec());
        let task = tokio::task::spawn_blocking(move || own.filled(|| build_engine(&settings)));
        Ok(Self { slot, task })
    }

    pub async fn loaded(self) -> anyhow::Result<Arc<dyn Engine>> {
        self.task.await.context("the engine crashed while it was loaded")?
    }
}

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
