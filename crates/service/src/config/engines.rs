//! Settings of the engines that make the forecasts.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use forecast::Price;
use secrecy::{ExposeSecret, SecretString};

use super::{Config, RawSettings};
use models::{AdapterChoice, ModelChoice};

/// Whether a process measures an engine on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum EngineMeasure {
    /// Only if the measurement is free of charge: the engine runs in this process or on this machine.
    Auto,
    /// Always, whatever it costs.
    On,
    Off,
}

/// The value of `worker_reports_max` that leaves the number to the engines.
const REPORTS_BY_ENGINE: i64 = -1;
const EMBEDDED_REPORTS: usize = 4;
const SERVED_REPORTS: usize = 16;
/// A smaller context cannot hold the prompts.
const CONTEXT_TOKENS_MIN: u32 = 1024;

#[derive(Debug, Clone)]
pub enum EngineSetting {
    Scripted { latency_ms: u64, fail_rate: f64 },
    OpenAi(OpenAiSetting),
    Embedded(EmbeddedSetting),
}

/// A model that runs in this process.
#[derive(Debug, Clone)]
pub struct EmbeddedSetting {
    pub model: ModelChoice,
    pub adapter: AdapterChoice,
    pub models_dir: PathBuf,
    /// At least one.
    pub threads: usize,
    pub context_tokens: u32,
}

/// A model behind an OpenAI-compatible server.
#[derive(Debug, Clone)]
pub struct OpenAiSetting {
    /// Without a trailing slash and without credentials.
    pub base_url: String,
    pub api_key: Option<SecretString>,
    pub model: String,
    /// Name of a known provider, whose properties then apply.
    pub provider: Option<String>,
    pub limits: ServedLimits,
}

/// Limits and prices that apply to any served model.
#[derive(Debug, Clone)]
pub struct ServedLimits {
    pub concurrency_max: usize,
    pub timeout: Duration,
    /// `None` if unknown.
    pub prices: Option<Price>,
    pub document_tokens_max: u32,
    /// Empty, or one of the levels that servers accept.
    pub reasoning_effort: String,
}

impl EngineSetting {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Scripted { .. } => "scripted",
            Self::OpenAi(_) => "openai",
            Self::Embedded(_) => "embedded",
        }
    }
}

/// Parses the engine list. Names must be known and distinct; their order is kept.
pub(super) fn parse(
    raw: &RawSettings,
    model: &ModelChoice,
    adapter: &AdapterChoice,
    models_dir: &Path,
) -> anyhow::Result<Vec<EngineSetting>> {
    let mut engines: Vec<EngineSetting> = Vec::new();
    for name in raw.engine.split(',').map(str::trim) {
        let engine = match name {
            "scripted" => scripted(raw)?,
            "openai" => EngineSetting::OpenAi(openai(raw)?),
            "embedded" => EngineSetting::Embedded(embedded(raw, model, adapter, models_dir)?),
            "" => bail!("engine (CANVASS_ENGINE) is empty or has an empty name between commas"),
            other => bail!("there is no engine {other:?}; there are embedded, openai and scripted"),
        };
        ensure!(engines.iter().all(|known| known.name() != name), "engine (CANVASS_ENGINE) names {name} twice");
        engines.push(engine);
    }
    Ok(engines)
}

/// Returns how many reports a process runs concurrently. A model in this process is the bottleneck of all reports, so
/// more of them only take memory; a server answers many at once, up to its limit on calls.
fn reports_max(engines: &[EngineSetting]) -> usize {
    let is_embedded = engines.iter().any(|engine| matches!(engine, EngineSetting::Embedded(_)));
    let calls_max = engines.iter().find_map(|engine| match engine {
        EngineSetting::OpenAi(server) => Some(server.limits.concurrency_max),
        EngineSetting::Embedded(_) | EngineSetting::Scripted { .. } => None,
    });
    match calls_max {
        Some(calls_max) if !is_embedded => SERVED_REPORTS.min(calls_max),
        Some(calls_max) => EMBEDDED_REPORTS.min(calls_max),
        None => EMBEDDED_REPORTS,
    }
}

/// Parses `worker_reports_max`; `None` leaves it to the engines.
pub(super) fn reports_set(given: i64) -> anyhow::Result<Option<usize>> {
    match given {
        REPORTS_BY_ENGINE => Ok(None),
        _ => usize::try_from(given).map(Some).context("worker_reports_max must be -1 or more"),
    }
}

impl Config {
    /// Returns how many reports this process runs concurrently with these engines: the setting, else by the engines.
    pub fn worker_reports_max(&self, engines: &[EngineSetting]) -> usize {
        self.worker_reports_set.unwrap_or_else(|| reports_max(engines))
    }
}

fn scripted(raw: &RawSettings) -> anyhow::Result<EngineSetting> {
    ensure!((0.0..=1.0).contains(&raw.scripted_fail_rate), "scripted_fail_rate must be between 0 and 1");
    Ok(EngineSetting::Scripted { latency_ms: raw.scripted_latency_ms, fail_rate: raw.scripted_fail_rate })
}

pub(super) fn embedded(
    raw: &RawSettings,
    model: &ModelChoice,
    adapter: &AdapterChoice,
    models_dir: &Path,
) -> anyhow::Result<EmbeddedSetting> {
    ensure!(
        raw.embedded_context_tokens >= CONTEXT_TOKENS_MIN,
        "embedded_context_tokens must be at least {CONTEXT_TOKENS_MIN}"
    );
    let threads = if raw.embedded_threads == 0 { cores() } else { raw.embedded_threads };
    Ok(EmbeddedSetting {
        model: model.clone(),
        adapter: adapter.clone(),
        models_dir: models_dir.to_owned(),
        threads,
        context_tokens: raw.embedded_context_tokens,
    })
}

/// Returns the number of physical cores available to this process. Two threads on one core only slow each other down.
fn cores() -> usize {
    let usable = std::thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical().clamp(1, usable)
}

fn openai(raw: &RawSettings) -> anyhow::Result<OpenAiSetting> {
    ensure!(
        !raw.openai_base_url.is_empty(),
        "the engine openai needs the address of a server: set CANVASS_OPENAI_BASE_URL, such as http://127.0.0.1:8000/v1"
    );
    ensure!(
        !raw.openai_model.is_empty(),
        "the engine openai needs to know which model to ask for: set CANVASS_OPENAI_MODEL"
    );
    Ok(OpenAiSetting {
        base_url: parse_base_url(&raw.openai_base_url).context("CANVASS_OPENAI_BASE_URL")?,
        api_key: Some(&raw.openai_api_key).filter(|key| !key.expose_secret().is_empty()).cloned(),
        model: raw.openai_model.clone(),
        provider: None,
        limits: served_limits(raw)?,
    })
}

pub(super) fn served_limits(raw: &RawSettings) -> anyhow::Result<ServedLimits> {
    ensure!(raw.openai_concurrency_max > 0, "openai_concurrency_max must be at least 1");
    ensure!(raw.openai_timeout_ms > 0, "openai_timeout_ms must be at least 1");
    ensure!(raw.openai_document_tokens_max > 0, "openai_document_tokens_max must be at least 1");
    Ok(ServedLimits {
        concurrency_max: raw.openai_concurrency_max,
        timeout: Duration::from_millis(raw.openai_timeout_ms),
        prices: prices(raw)?,
        document_tokens_max: raw.openai_document_tokens_max,
        reasoning_effort: effort(&raw.openai_reasoning_effort)?,
    })
}

fn effort(text: &str) -> anyhow::Result<String> {
    ensure!(
        ["", "minimal", "low", "medium", "high"].contains(&text),
        "openai_reasoning_effort must be minimal, low, medium, high or empty"
    );
    Ok(text.to_owned())
}

/// Validates the address of a server. One with credentials is refused before anything could display it.
pub fn parse_base_url(text: &str) -> anyhow::Result<String> {
    let url = url::Url::parse(text).context("this is not an address")?;
    ensure!(matches!(url.scheme(), "http" | "https"), "an address must begin with http:// or https://");
    ensure!(
        url.username().is_empty() && url.password().is_none(),
        "an address must not hold a user or password; a key belongs in CANVASS_OPENAI_API_KEY"
    );
    ensure!(url.query().is_none() && url.fragment().is_none(), "an address must end with its path");
    // As it was understood: the text may spell a host or a path in other ways.
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

fn prices(raw: &RawSettings) -> anyhow::Result<Option<Price>> {
    let (input, cached, output) =
        (raw.openai_price_input_per_million, raw.openai_price_cached_per_million, raw.openai_price_output_per_million);
    let is_price = |price: f64| price.is_finite() && price >= 0.0;
    ensure!([input, cached, output].into_iter().all(is_price), "openai_price_… must be 0 or more");
    if [input, cached, output] == [0.0; 3] {
        return Ok(None);
    }
    // An incomplete price list would give a plausible but wrong cost.
    ensure!(
        input > 0.0 && output > 0.0,
        "openai_price_input_per_million and openai_price_output_per_million are only of use together"
    );
    let cached_per_million = if cached > 0.0 { cached } else { input };
    Ok(Some(Price { input_per_million: input, cached_per_million, output_per_million: output }))
}

#[cfg(test)]
mod tests {
    use super::super::SettingFlags;
    use super::*;

    fn load(file: &str) -> anyhow::Result<Config> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("canvass.toml");
        std::fs::write(&path, file)?;
        Config::load(&SettingFlags { config: Some(path), ..SettingFlags::default() })
    }

    fn config_reports(config: &Config) -> usize {
        config.worker_reports_max(&config.engines)
    }

    const SERVER: &str = "openai_base_url = \"http://127.0.0.1:8000/v1/\"\nopenai_model = \"m\"\n";

    #[test]
    fn the_default_engine_is_the_embedded_one_with_its_models_in_the_data_folder() {
        let config = load("data_dir = \"/data\"").unwrap();
        let [EngineSetting::Embedded(embedded)] = config.engines.as_slice() else { panic!("{config:?}") };
        assert_eq!((embedded.models_dir.as_path(), embedded.context_tokens), (Path::new("/data/models"), 8192));
        assert!(embedded.threads >= 1);
    }

    #[test]
    fn several_engines_are_taken_in_the_order_given() {
        let config = load(&format!("{SERVER}engine = \"openai, embedded\"")).unwrap();
        assert_eq!(config.engine_names(), "openai,embedded");
    }

    #[test]
    fn how_many_reports_run_at_once_follows_the_engine_unless_it_is_set() {
        for (file, reports) in [
            ("engine = \"embedded\"", 4),
            ("engine = \"scripted\"", 4),
            ("engine = \"openai\"", 16),
            ("engine = \"openai,embedded\"", 4),
            ("engine = \"openai\"\nopenai_concurrency_max = 6", 6),
            ("engine = \"openai,embedded\"\nopenai_concurrency_max = 2", 2),
            ("engine = \"openai\"\nopenai_concurrency_max = 6\nworker_reports_max = 40", 40),
            ("engine = \"openai\"\nworker_reports_max = 0", 0),
        ] {
            assert_eq!(config_reports(&load(&format!("{SERVER}{file}")).unwrap()), reports, "{file}");
        }
        assert!(load("worker_reports_max = -2").unwrap_err().to_string().contains("worker_reports_max"));
    }

    #[test]
    fn a_list_of_engines_that_makes_no_sense_is_refused_and_said_why() {
        for (list, word) in [
            ("", "empty"),
            ("scripted,", "empty"),
            ("scripted,scripted", "scripted twice"),
            ("oracle", "oracle"),
            ("Scripted", "Scripted"),
        ] {
            let error = load(&format!("engine = \"{list}\"")).unwrap_err();
            assert!(error.to_string().contains(word), "{list:?}: {error}");
        }
    }

    #[test]
    fn an_openai_engine_without_what_it_needs_names_the_variable() {
        for (file, word) in [
            ("", "CANVASS_OPENAI_BASE_URL"),
            ("openai_base_url = \"http://127.0.0.1/v1\"", "CANVASS_OPENAI_MODEL"),
            ("openai_base_url = \"ftp://x\"\nopenai_model = \"m\"", "http://"),
            ("openai_base_url = \"nowhere\"\nopenai_model = \"m\"", "CANVASS_OPENAI_BASE_URL"),
        ] {
            let error = load(&format!("engine = \"openai\"\n{file}")).unwrap_err();
            assert!(format!("{error:#}").contains(word), "{file:?}: {error:#}");
        }
    }

    #[test]
    fn an_address_with_a_password_is_refused_without_repeating_it() {
        let file = "engine = \"openai\"\nopenai_base_url = \"https://me:hunter2@host/v1\"\nopenai_model = \"m\"";
        let error = format!("{:?}", load(file).unwrap_err());
        assert!(error.contains("CANVASS_OPENAI_API_KEY") && !error.contains("hunter2"), "{error}");
    }

    #[test]
    fn prices_are_unknown_whole_or_refused() {
        let prices = |file: &str| {
            let config = load(&format!("engine = \"openai\"\n{SERVER}{file}"))?;
            let [EngineSetting::OpenAi(openai)] = config.engines.as_slice() else { panic!("{config:?}") };
            assert_eq!((openai.base_url.as_str(), openai.api_key.is_none()), ("http://127.0.0.1:8000/v1", true));
            anyhow::Ok(openai.limits.prices)
        };
        assert_eq!(prices("").unwrap(), None);
        let known = prices("openai_price_input_per_million = 0.4\nopenai_price_output_per_million = 1.6").unwrap();
        assert_eq!(known.unwrap().cached_per_million, 0.4);
        for file in ["openai_price_input_per_million = 0.4", "openai_price_output_per_million = -1.0"] {
            assert!(prices(file).is_err(), "{file}");
        }
    }
}
