//! Merges the sources of a setting. Precedence, highest first: flag or variable, settings file, default.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use secrecy::SecretString;

use super::{DEFAULTS, SettingFlags, VARIABLES};

const FILE_IN_WORKING_FOLDER: &str = "canvass.toml";
pub(super) const VARIABLE_PREFIX: &str = "CANVASS_";
/// Variables with our prefix that are no settings.
const OTHER_VARIABLES: [&str; 4] = ["CANVASS_API_KEY", "CANVASS_CLIENT_CONFIG", "CANVASS_CONFIG", "CANVASS_SERVER"];

const ENGINE: &str = "engine";
const ENGINE_VARIABLE: &str = "CANVASS_ENGINE";

/// All sources merged into one table, not yet validated.
pub(super) struct Merged {
    pub settings: toml::Table,
    /// What sets `engine`: the name of its variable or flag, or the path of the settings file; `None` if only the default does.
    pub engine_set_by: Option<String>,
}

pub(super) fn merged(flags: &SettingFlags) -> anyhow::Result<Merged> {
    let mut settings: toml::Table = toml::from_str(DEFAULTS).context("config.default.toml")?;
    let mut engine_set_by = flags.engine.as_ref().map(|_| match variable(ENGINE_VARIABLE) {
        Some(_) => ENGINE_VARIABLE.to_owned(),
        None => format!("--{ENGINE}"),
    });
    if let Some(file) = settings_file(flags) {
        let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let given = parse_file(&text).with_context(|| format!("reading {}", file.display()))?;
        if let Some(unknown) = given.keys().find(|key| !settings.contains_key(*key)) {
            bail!("{}: there is no setting {unknown:?}; `canvass config` lists them all", file.display());
        }
        if given.contains_key(ENGINE) {
            engine_set_by.get_or_insert_with(|| file.display().to_string());
        }
        settings.extend(given);
    }
    settings.extend(toml::Table::try_from(flags).context("reading the flags")?);
    // Checked here, because serde's type error would quote the value.
    ensure!(settings["openai_api_key"].is_str(), "openai_api_key must be text in quotes");
    Ok(Merged { settings, engine_set_by })
}

/// Returns the secret in a variable of this process, such as a provider's key; `None` if it is unset or empty.
pub fn secret_variable(name: &str) -> Option<SecretString> {
    variable(name).map(SecretString::from)
}

#[allow(clippy::disallowed_methods)] // Settings are read here, as the rule asks for.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}

fn settings_file(flags: &SettingFlags) -> Option<PathBuf> {
    let in_working_folder = || Some(PathBuf::from(FILE_IN_WORKING_FOLDER)).filter(|file| file.exists());
    flags.config.clone().or_else(in_working_folder)
}

/// Parses a TOML file. An error names the line without quoting it, since it may contain a secret.
pub(super) fn parse_file(text: &str) -> anyhow::Result<toml::Table> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        anyhow::anyhow!("line {}: {}", before.matches('\n').count() + 1, error.message())
    })
}

/// Returns variables with our prefix that are no settings, most likely typos.
pub fn unknown_variables() -> Vec<String> {
    std::env::vars_os()
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| name.starts_with(VARIABLE_PREFIX))
        .filter(|name| !VARIABLES.contains(&name.as_str()) && !OTHER_VARIABLES.contains(&name.as_str()))
        .collect()
}
