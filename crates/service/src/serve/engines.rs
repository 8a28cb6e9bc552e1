//! Opens the configured engine; several engines become a blend. Loading a model takes some seconds, during which the
//! process already serves requests.

use std::sync::{Arc, OnceLock};

use anyhow::Context;
use secrecy::ExposeSecret;
use tokio::task::JoinHandle;

use crate::config::{EmbeddedSetting, EngineSetting, OpenAiSetting};
use engine::openai::{ApiKey, OpenAiSettings};
use engine::{Availability, Blend, Engine, OpenAi, Scripted};
use models;

/// Holds an engine that may still be loading, and whether it answers.
#[derive(Clone, Default)]
pub struct EngineSlot {
    engine: Arc<OnceLock<Arc<dyn Engine>>>,
    pub availability: Arc<Availability>,
}

impl EngineSlot {
    pub fn get(&self) -> Option<&Arc<dyn Engine>> {
        self.engine.get()
    }
}

impl From<Arc<dyn Engine>> for EngineSlot {
    fn from(engine: Arc<dyn Engine>) -> Self {
        Self { engine: Arc::new(OnceLock::from(engine)), availability: Arc::default() }
    }
}

/// An engine that is loaded or being loaded.
pub struct LoadingEngine {
    slot: EngineSlot,
    task: Option<JoinHandle<anyhow::Result<()>>>,
}

impl LoadingEngine {
    /// Opens the engines. Embedded models are loaded in the background; a missing model file is an error at once.
    pub fn start(settings: &[EngineSetting], open_embedded: OpenEmbedded) -> anyhow::Result<Self> {
        let mut has_model = false;
        for setting in settings {
            if let EngineSetting::Embedded(setting) = setting {
                models::locate(&setting.model, &setting.models_dir)?;
                has_model = true;
            }
        }
        if !has_model {
            return Ok(Self { slot: build_engine(settings, open_embedded)?.into(), task: None });
        }
        let slot = EngineSlot::default();
        let (own, settings) = (slot.clone(), settings.to_vec());
        let task = tokio::task::spawn_blocking(move || {
            let engine = build_engine(&settings, open_embedded)?;
            own.engine.get_or_init(|| engine);
            Ok(())
        });
        Ok(Self { slot, task: Some(task) })
    }

    /// Returns the slot that the engine appears in once it is loaded.
    pub fn slot(&self) -> EngineSlot {
        self.slot.clone()
    }

    pub async fn loaded(&mut self) -> anyhow::Result<Arc<dyn Engine>> {
        if let Some(task) = self.task.take() {
            task.await.context("the engine crashed while loading")??;
        }
        self.slot.get().cloned().context("no engine was loaded")
    }
}

/// Opens an embedded model. The binary passes this in, so that this crate builds without llama.cpp.
pub type OpenEmbedded = fn(&EmbeddedSetting) -> anyhow::Result<Arc<dyn Engine>>;

/// Opens the configured engines. Loads embedded models, which blocks for seconds.
pub fn build_engine(settings: &[EngineSetting], open_embedded: OpenEmbedded) -> anyhow::Result<Arc<dyn Engine>> {
    let build = |setting: &EngineSetting| build(setting, open_embedded);
    let mut engines = settings.iter().map(build).collect::<anyhow::Result<Vec<_>>>()?;
    if engines.len() == 1 {
        return engines.pop().context("no engine is set");
    }
    Ok(Arc::new(Blend::new(engines).context("no engine is set")?))
}

fn build(setting: &EngineSetting, open_embedded: OpenEmbedded) -> anyhow::Result<Arc<dyn Engine>> {
    match setting {
        EngineSetting::Scripted { latency_ms, fail_rate } => Ok(Arc::new(Scripted::new(*latency_ms, *fail_rate))),
        EngineSetting::Embedded(setting) => open_embedded(setting),
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
    settings.document_tokens_max = setting.document_tokens_max;
    settings.reasoning_effort = setting.reasoning_effort.parse().ok();
    OpenAi::new(settings).context("the openai engine can't be set up")
}
