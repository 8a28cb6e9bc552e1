//! Opens engines; several become a blend. Loading an embedded model takes some seconds.

use std::sync::Arc;

use anyhow::Context;
use secrecy::ExposeSecret;

use crate::config::{EmbeddedSetting, EngineSetting, OpenAiSetting};
use engine::openai::{ApiKey, OpenAiSettings};
use engine::{Blend, Engine, OpenAi, Scripted, providers};

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

/// Opens a served model. Sends nothing.
pub fn open_served(setting: &OpenAiSetting) -> anyhow::Result<OpenAi> {
    let mut settings = OpenAiSettings::new(&setting.base_url, &setting.model).context("openai_base_url")?;
    settings.provider = setting.provider.as_deref().and_then(providers::named);
    if let Some(key) = &setting.api_key {
        settings.api_key = Some(ApiKey::parse(key.expose_secret()).context("openai_api_key")?);
    }
    settings.concurrency_max = setting.limits.concurrency_max;
    settings.timeout = setting.limits.timeout;
    settings.price = setting.limits.prices;
    settings.document_tokens_max = setting.limits.document_tokens_max;
    settings.reasoning_effort = setting.limits.reasoning_effort.parse().ok();
    OpenAi::new(settings).context("the openai engine can't be set up")
}
