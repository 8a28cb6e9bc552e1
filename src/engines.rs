//! Builds the configured engines: those that `service` provides, and models embedded in this process.

use std::num::NonZeroU32;
use std::sync::Arc;

use embedded::{AdapterSettings, Embedded, EmbeddedSettings};
use engine::Engine;
use service::config::{EmbeddedSetting, EngineSetting};

/// Opens the configured engines. Loading a model takes seconds.
pub fn build_engine(settings: &[EngineSetting]) -> anyhow::Result<Arc<dyn Engine>> {
    service::engines::build_engine(settings, open_embedded)
}

/// Loads a model into this process.
pub fn open_embedded(setting: &EmbeddedSetting) -> anyhow::Result<Arc<dyn Engine>> {
    let file = models::resolve(&setting.model, &setting.models_dir)?;
    let adapter = setting.adapter.beside(&file, &setting.models_dir)?;
    let settings = EmbeddedSettings {
        adapter: adapter.as_ref().map(|adapter| AdapterSettings {
            file: &adapter.path,
            hash: adapter.sha256.clone(),
            name: adapter.name.clone(),
        }),
        file: &file.path,
        hash: file.sha256,
        name: file.name,
        threads: u32::try_from(setting.threads).ok().and_then(NonZeroU32::new),
        context_tokens: setting.context_tokens,
    };
    Ok(Arc::new(Embedded::open(settings)?))
}

#[cfg(test)]
mod tests {
    use engine::prompt;
    use models::{AdapterChoice, Catalogue, ModelFile};

    #[test]
    fn the_default_model_was_taught_with_the_prompts_that_it_is_asked_with() {
        let folder = tempfile::tempdir().unwrap();
        let default = Catalogue::load(None).unwrap().default_model().clone();
        let file = ModelFile { name: default.name, path: folder.path().into(), bytes: 1, sha256: default.sha256 };
        let adapter = AdapterChoice::Shipped.beside(&file, folder.path()).unwrap().unwrap();
        // A changed prompt requires a newly trained adapter (training/README.md).
        assert_eq!(adapter.prompts, Some(prompt::taught()));
    }
}
