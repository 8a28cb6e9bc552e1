//! Settings. Precedence, highest first: flag, environment variable, settings file, and the default in
//! `config.default.toml`, which is compiled in. Settings are read once at start; nothing else reads the environment.

mod client;
mod country;
mod engines;
mod listing;
mod model_servers;
mod registration;
mod sources;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize, Serializer};

use models::{AdapterChoice, Catalogue, ModelChoice};
use store::{DatabaseUrl, LEASE_MAX};

pub use client::ClientSettings;
pub use engines::{EmbeddedSetting, EngineMeasure, EngineSetting, OpenAiSetting, ServedLimits, parse_base_url};
pub use listing::{Setting, SettingGroup, listing};
pub use model_servers::ModelServers;
pub use registration::{Registration, leads_to_loopback};
pub use sources::{secret_variable, unknown_variables};

use sources::merged;

const DEFAULTS: &str = include_str!("../../../config.default.toml");

/// Declares each setting once, as an optional flag with its variable and as a field of the settings file.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident: $kind:ty, $variable:literal;)*) => {
        /// The settings given on the command line or in the environment.
        #[derive(Debug, Default, Clone, clap::Args, Serialize)]
        #[command(next_help_heading = "Settings")]
        pub struct SettingFlags {
            /// The settings file [default: canvass.toml, if it is there]
            #[arg(long, env = "CANVASS_CONFIG", global = true, value_name = "FILE")]
            #[serde(skip)]
            pub config: Option<PathBuf>,
            $(
                $(#[$doc])*
                #[arg(long, env = $variable, global = true, hide_short_help = true, hide_env_values = true)]
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $name: Option<$kind>,
            )*
        }

        /// All settings after merging, not yet validated.
        #[derive(Debug, Clone, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct RawSettings { $($name: $kind,)* }

        const VARIABLES: &[&str] = &[$($variable),*];
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

settings! {
    /// Address of the API, the workspace and the public pages
    listen: SocketAddr, "CANVASS_LISTEN";
    /// Folder for the SQLite database
    data_dir: PathBuf, "CANVASS_DATA_DIR";
    /// sqlite://PATH or postgres://USER:PASSWORD@HOST/NAME
    database_url: String, "CANVASS_DATABASE_URL";
    /// Maximum number of connections to PostgreSQL
    database_connections_max: u32, "CANVASS_DATABASE_CONNECTIONS_MAX";
    /// The address that links in reports begin with
    public_url: String, "CANVASS_PUBLIC_URL";
    /// Country whose adults `canvass ask` asks where no audience is named, such as ES
    country: String, "CANVASS_COUNTRY";
    /// What answers for the respondents: embedded, openai, scripted, or several of them with commas between
    engine: String, "CANVASS_ENGINE";
    /// The embedded engine's model: a name of the catalogue, the path of a .gguf file or hf:owner/repo/file.gguf
    model: String, "CANVASS_MODEL";
    /// LoRA adapter of the embedded model: empty for the one that comes with the program, none, or a path
    adapter: String, "CANVASS_ADAPTER";
    /// Folder for model files
    models_dir: PathBuf, "CANVASS_MODELS_DIR";
    /// A catalogue of models in place of the built-in one
    models_catalogue: PathBuf, "CANVASS_MODELS_CATALOGUE";
    /// Address of a folder with model files of the catalogue, tried before their own sources
    model_mirror_url: String, "CANVASS_MODEL_MIRROR_URL";
    /// Processor threads of the embedded engine; 0 is one per core
    embedded_threads: usize, "CANVASS_EMBEDDED_THREADS";
    /// Tokens in the embedded engine's context, shared by all concurrent calls
    embedded_context_tokens: u32, "CANVASS_EMBEDDED_CONTEXT_TOKENS";
    /// Address of the OpenAI-compatible server, such as http://127.0.0.1:8000/v1
    openai_base_url: String, "CANVASS_OPENAI_BASE_URL";
    /// Its API key; better given as a variable, because a flag shows in the process list
    #[serde(serialize_with = "reveal_to_merge")]
    openai_api_key: SecretString, "CANVASS_OPENAI_API_KEY";
    /// Name of the model on that server
    openai_model: String, "CANVASS_OPENAI_MODEL";
    /// Maximum number of concurrent calls to it
    openai_concurrency_max: usize, "CANVASS_OPENAI_CONCURRENCY_MAX";
    /// Timeout of one call to it, in milliseconds
    openai_timeout_ms: u64, "CANVASS_OPENAI_TIMEOUT_MS";
    /// Price of a million tokens sent; 0 is unknown
    openai_price_input_per_million: f64, "CANVASS_OPENAI_PRICE_INPUT_PER_MILLION";
    /// Price of a million tokens sent that the server had in its cache
    openai_price_cached_per_million: f64, "CANVASS_OPENAI_PRICE_CACHED_PER_MILLION";
    /// Price of a million tokens received
    openai_price_output_per_million: f64, "CANVASS_OPENAI_PRICE_OUTPUT_PER_MILLION";
    /// Maximum tokens of one document, including the model's reasoning before it
    openai_document_tokens_max: u32, "CANVASS_OPENAI_DOCUMENT_TOKENS_MAX";
    /// Reasoning effort of a reasoning model: minimal, low, medium or high; empty for the model's default
    openai_reasoning_effort: String, "CANVASS_OPENAI_REASONING_EFFORT";
    /// Whether a process measures an engine that was never measured: auto (only if that is free of charge), on or off
    engine_measure: EngineMeasure, "CANVASS_ENGINE_MEASURE";
    /// Token budget of one report; 0 is no limit
    report_tokens_max: u64, "CANVASS_REPORT_TOKENS_MAX";
    /// Grace period of an engine outage after which waiting reports fail, in seconds
    engine_patience_s: u64, "CANVASS_ENGINE_PATIENCE_S";
    /// Concurrent engine calls within one report
    concurrency: usize, "CANVASS_CONCURRENCY";
    /// Simulated latency of the scripted engine per call, in milliseconds
    scripted_latency_ms: u64, "CANVASS_SCRIPTED_LATENCY_MS";
    /// Share of respondents that fail with the scripted engine
    scripted_fail_rate: f64, "CANVASS_SCRIPTED_FAIL_RATE";
    /// Requests per second and API key; an account may send three times as many; 0 is no limit
    rate_limit_per_second: u32, "CANVASS_RATE_LIMIT_PER_SECOND";
    /// Burst size: requests that may arrive at once
    rate_limit_burst: u32, "CANVASS_RATE_LIMIT_BURST";
    /// Requests per second and network to public pages; 0 is no limit
    public_rate_limit_per_second: u32, "CANVASS_PUBLIC_RATE_LIMIT_PER_SECOND";
    /// Whether people may sign up: open, closed, or auto (open only if the service is local to this machine)
    registration: Registration, "CANVASS_REGISTRATION";
    /// Credits of an account opened by sign-up; -1 is 100 if the service is local to this machine, else 0
    #[arg(allow_negative_numbers = true)]
    sign_up_credits: i64, "CANVASS_SIGN_UP_CREDITS";
    /// Attempts to sign in or sign up, per minute, network and e-mail address; 0 is no limit
    sign_in_tries_per_minute: u32, "CANVASS_SIGN_IN_TRIES_PER_MINUTE";
    /// Survey answers completed faster than this are flagged as automated, in milliseconds
    survey_fast_ms: u32, "CANVASS_SURVEY_FAST_MS";
    /// Days after which people's answers are deleted; 0 keeps them
    people_keep_days: u32, "CANVASS_PEOPLE_KEEP_DAYS";
    /// Whether a reverse proxy sets X-Forwarded-For
    behind_proxy: bool, "CANVASS_BEHIND_PROXY";
    /// Cache size for rendered public pages, in bytes; 0 turns the cache off
    public_cache_bytes_max: u64, "CANVASS_PUBLIC_CACHE_BYTES_MAX";
    /// Maximum number of concurrent event streams that follow a report
    watchers_max: usize, "CANVASS_WATCHERS_MAX";
    /// Maximum number of unfinished reports per account
    unfinished_reports_max: i64, "CANVASS_UNFINISHED_REPORTS_MAX";
    /// Reports that one process runs concurrently; -1: 4, or 16 where only a server answers
    #[arg(allow_negative_numbers = true)]
    worker_reports_max: i64, "CANVASS_WORKER_REPORTS_MAX";
    /// Lease duration: how long a worker may be silent before another takes its report, in milliseconds
    lease_ms: u64, "CANVASS_LEASE_MS";
    /// How often an idle worker polls for reports, in milliseconds
    poll_ms: u64, "CANVASS_POLL_MS";
    /// Attempts without progress before a report fails
    tries_max: i64, "CANVASS_TRIES_MAX";
    /// First backoff between two attempts, in milliseconds
    retry_backoff_ms: u64, "CANVASS_RETRY_BACKOFF_MS";
    /// Maximum size of a request body
    body_bytes_max: usize, "CANVASS_BODY_BYTES_MAX";
    /// Timeout for receiving the headers, and again for the body, in milliseconds
    receive_timeout_ms: u64, "CANVASS_RECEIVE_TIMEOUT_MS";
    /// Timeout for answering a request, in milliseconds
    request_timeout_ms: u64, "CANVASS_REQUEST_TIMEOUT_MS";
    /// Maximum number of concurrent connections
    connections_max: usize, "CANVASS_CONNECTIONS_MAX";
    /// How long a stopping server waits for requests in progress, in milliseconds
    shutdown_timeout_ms: u64, "CANVASS_SHUTDOWN_TIMEOUT_MS";
    /// Separate address for metrics
    metrics_listen: String, "CANVASS_METRICS_LISTEN";
    /// Whether the main address serves /metrics
    metrics_public: bool, "CANVASS_METRICS_PUBLIC";
    /// text or json
    log_format: LogFormat, "CANVASS_LOG_FORMAT";
    /// Log level or tracing directives
    log: String, "CANVASS_LOG";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// Validated settings with defaults resolved.
#[derive(Debug, Clone)]
pub struct Config {
    pub listen: SocketAddr,
    pub data_dir: PathBuf,
    pub database_url: DatabaseUrl,
    pub database_connections_max: u32,
    /// Without a trailing slash.
    pub public_url: String,
    /// ISO 3166-1 alpha-2 code of the country that `canvass ask` uses if the brief names no audience.
    pub country: Option<String>,
    /// The models that can be chosen by name.
    pub catalogue: Catalogue,
    /// The embedded engine's model, whether or not that engine is in use.
    pub model: ModelChoice,
    /// The adapter loaded with that model.
    pub adapter: AdapterChoice,
    pub models_dir: PathBuf,
    /// Where models are fetched from, beside the sources of the catalogue.
    pub model_servers: ModelServers,
    /// Tokens of the embedded engine's context, whether or not that engine is in use.
    pub embedded_context_tokens: u32,
    /// At least one, without duplicates, in the configured order.
    pub engines: Vec<EngineSetting>,
    /// What sets `engines`: a variable, a flag or a file, by its name; `None` if only the default does. A choice in the database
    /// replaces the default.
    pub engine_set_by: Option<String>,
    /// The model of this process, whether or not it is in use.
    pub embedded: EmbeddedSetting,
    /// Limits and prices of any served model.
    pub served: ServedLimits,
    /// Grace period of an engine outage, after which waiting reports fail.
    pub engine_patience: Duration,
    pub engine_measure: EngineMeasure,
    /// Token budget of one report; `None` is no limit.
    pub report_tokens_max: Option<u64>,
    pub concurrency: usize,
    pub rate_limit_per_second: u32,
    pub public_rate_limit_per_second: u32,
    pub rate_limit_burst: u32,
    pub is_registration_open: bool,
    pub sign_up_credits: i64,
    pub sign_in_tries_per_minute: u32,
    pub survey_fast_ms: u32,
    pub people_keep_days: u32,
    pub behind_proxy: bool,
    pub public_cache_bytes_max: u64,
    pub watchers_max: usize,
    pub unfinished_reports_max: i64,
    /// Reports that this process runs concurrently; 0 if it leaves the work to others, `None` if the engine decides.
    pub worker_reports_set: Option<usize>,
    pub lease: Duration,
    pub poll: Duration,
    pub tries_max: i64,
    pub retry_backoff: Duration,
    pub body_bytes_max: usize,
    pub receive_timeout: Duration,
    pub request_timeout: Duration,
    pub connections_max: usize,
    pub shutdown_timeout: Duration,
    pub metrics_listen: Option<SocketAddr>,
    pub metrics_public: bool,
    pub log_format: LogFormat,
    pub log: String,
}

impl Config {
    pub fn load(flags: &SettingFlags) -> anyhow::Result<Self> {
        let merged = merged(flags)?;
        let raw = merged.settings.try_into::<RawSettings>().context("reading the settings")?;
        Self::check(raw, merged.engine_set_by)
    }

    fn check(raw: RawSettings, engine_set_by: Option<String>) -> anyhow::Result<Self> {
        let data_dir = given(&raw.data_dir).map_or_else(default_data_dir, Path::to_owned);
        let database_url = if raw.database_url.is_empty() {
            DatabaseUrl::sqlite_file(&data_dir.join("canvass.db"))
        } else {
            raw.database_url.parse()?
        };
        let models_dir = given(&raw.models_dir).map_or_else(|| data_dir.join("models"), Path::to_owned);
        let catalogue = Catalogue::load(given(&raw.models_catalogue))?;
        let model = ModelChoice::parse(&raw.model, &catalogue)?;
        let adapter = AdapterChoice::parse(&raw.adapter);
        check_ranges(&raw)?;
        let public_url = public_url(&raw)?;
        let registration = registration::Resolved::new(&raw, &public_url);
        let engines = engines::parse(&raw, &model, &adapter, &models_dir)?;
        Ok(Self {
            public_url,
            country: country::parse(&raw.country)?,
            worker_reports_set: engines::reports_set(raw.worker_reports_max)?,
            engines,
            engine_set_by,
            embedded: engines::embedded(&raw, &model, &adapter, &models_dir)?,
            served: engines::served_limits(&raw)?,
            catalogue,
            model,
            adapter,
            models_dir,
            model_servers: ModelServers::parse(&raw)?,
            embedded_context_tokens: raw.embedded_context_tokens,
            metrics_listen: metrics_listen(&raw)?,
            data_dir,
            database_url,
            listen: raw.listen,
            database_connections_max: raw.database_connections_max,
            engine_patience: Duration::from_secs(raw.engine_patience_s),
            engine_measure: raw.engine_measure,
            report_tokens_max: Some(raw.report_tokens_max).filter(|max| *max > 0),
            concurrency: raw.concurrency,
            rate_limit_per_second: raw.rate_limit_per_second,
            public_rate_limit_per_second: raw.public_rate_limit_per_second,
            rate_limit_burst: raw.rate_limit_burst.max(1),
            is_registration_open: registration.is_open,
            sign_up_credits: registration.credits,
            sign_in_tries_per_minute: raw.sign_in_tries_per_minute,
            survey_fast_ms: raw.survey_fast_ms,
            people_keep_days: raw.people_keep_days,
            behind_proxy: raw.behind_proxy,
            public_cache_bytes_max: raw.public_cache_bytes_max,
            watchers_max: raw.watchers_max,
            unfinished_reports_max: raw.unfinished_reports_max,
            lease: Duration::from_millis(raw.lease_ms),
            poll: Duration::from_millis(raw.poll_ms.max(1)),
            tries_max: raw.tries_max,
            retry_backoff: Duration::from_millis(raw.retry_backoff_ms),
            body_bytes_max: raw.body_bytes_max,
            receive_timeout: Duration::from_millis(raw.receive_timeout_ms),
            request_timeout: Duration::from_millis(raw.request_timeout_ms),
            connections_max: raw.connections_max,
            shutdown_timeout: Duration::from_millis(raw.shutdown_timeout_ms),
            metrics_public: raw.metrics_public,
            log_format: raw.log_format,
            log: raw.log,
        })
    }
}

/// Checks the settings that are numbers within a range.
fn check_ranges(raw: &RawSettings) -> anyhow::Result<()> {
    ensure!(raw.concurrency > 0, "concurrency must be at least 1");
    let is_lease = raw.lease_ms >= 300 && Duration::from_millis(raw.lease_ms) <= LEASE_MAX;
    ensure!(is_lease, "lease_ms must be between 300 and {}", LEASE_MAX.as_millis());
    ensure!(raw.tries_max > 0, "tries_max must be at least 1");
    ensure!(raw.database_connections_max > 1, "database_connections_max must be at least 2");
    ensure!((-1..=1_000_000).contains(&raw.sign_up_credits), "sign_up_credits must be between -1 and 1000000");
    ensure!(raw.connections_max > 0, "connections_max must be at least 1");
    Ok(())
}

impl Config {
    /// Returns the engine names as the setting spells them, separated by commas.
    pub fn engine_names(&self) -> String {
        self.engines.iter().map(EngineSetting::name).collect::<Vec<_>>().join(",")
    }

    /// Returns the end of a cookie: `Secure` if the public URL uses https, since a browser would drop it otherwise.
    pub fn secure_attribute(&self) -> &'static str {
        if self.public_url.starts_with("https://") { "; Secure" } else { "" }
    }

    /// Returns the public URL where only this machine can reach it.
    pub fn loopback_origin(&self) -> Option<String> {
        leads_to_loopback(&self.public_url).then(|| self.public_url.clone())
    }
}

/// Returns whether the file knows a setting of this name.
pub fn is_setting(name: &str) -> bool {
    NAMES.contains(&name)
}

/// Returns the path, or `None` if it is empty.
fn given(path: &Path) -> Option<&Path> {
    Some(path).filter(|path| !path.as_os_str().is_empty())
}

/// Serialises a secret in plain text. Used only to merge the flags into the settings table.
fn reveal_to_merge<S: Serializer>(secret: &Option<SecretString>, serializer: S) -> Result<S::Ok, S::Error> {
    secret.as_ref().map(ExposeSecret::expose_secret).serialize(serializer)
}

fn default_data_dir() -> PathBuf {
    let home = std::env::home_dir().filter(|home| home.is_absolute());
    home.map_or_else(|| Path::new("canvass-data").to_owned(), |home| home.join(".local/share/canvass"))
}

fn public_url(raw: &RawSettings) -> anyhow::Result<String> {
    if raw.public_url.is_empty() {
        return Ok(format!("http://{}", raw.listen));
    }
    let url = url::Url::parse(&raw.public_url).with_context(|| format!("public_url {:?}", raw.public_url))?;
    ensure!(matches!(url.scheme(), "http" | "https"), "public_url must begin with http:// or https://");
    Ok(raw.public_url.trim_end_matches('/').to_owned())
}

fn metrics_listen(raw: &RawSettings) -> anyhow::Result<Option<SocketAddr>> {
    if raw.metrics_listen.is_empty() {
        return Ok(None);
    }
    raw.metrics_listen.parse().map(Some).with_context(|| format!("metrics_listen {:?}", raw.metrics_listen))
}

#[cfg(test)]
mod tests;
