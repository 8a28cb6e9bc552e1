//! Settings of the servers that models are fetched from.

use models::Mirror;

use super::RawSettings;

/// The variable of Hugging Face's own tools that names a mirror of the hub.
const HUB_VARIABLE: &str = "HF_ENDPOINT";

/// Servers beside the sources of the catalogue.
#[derive(Debug, Clone)]
pub struct ModelServers {
    /// A mirror of the hub, as `HF_ENDPOINT` has it. Validated by a pull, since nothing else needs it.
    pub hub: Option<String>,
    /// The operator's own folder of model files.
    pub mirror: Option<Mirror>,
}

impl ModelServers {
    pub(super) fn parse(raw: &RawSettings) -> anyhow::Result<Self> {
        let mirror = Some(raw.model_mirror_url.as_str()).filter(|url| !url.is_empty());
        Ok(Self { hub: hub_variable(), mirror: mirror.map(Mirror::parse).transpose()? })
    }
}

#[allow(clippy::disallowed_methods)] // Settings are read here, as the rule asks for.
fn hub_variable() -> Option<String> {
    std::env::var(HUB_VARIABLE).ok().filter(|address| !address.is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::{Config, SettingFlags};

    fn load(url: &str) -> anyhow::Result<Config> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("canvass.toml");
        std::fs::write(&path, format!("model_mirror_url = {url:?}"))?;
        Config::load(&SettingFlags { config: Some(path), ..SettingFlags::default() })
    }

    #[test]
    fn a_mirror_is_an_address_without_a_password_and_a_refusal_does_not_repeat_it() {
        assert!(load("").unwrap().model_servers.mirror.is_none());
        assert!(load("http://10.0.0.1/models/").unwrap().model_servers.mirror.is_some());
        for bad in ["models", "ftp://x/y", "https://me:hunter2@x/y", "https://x/y?key=hunter2"] {
            let error = format!("{:#}", load(bad).unwrap_err());
            assert!(error.contains("CANVASS_MODEL_MIRROR_URL") && !error.contains("hunter2"), "{bad}: {error}");
        }
    }
}
