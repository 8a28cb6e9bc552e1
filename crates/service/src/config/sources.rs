//! Merges the sources of a setting. Precedence, highest first: flag or variable, settings file, default.

use std::path::PathBuf;

use anyhow::{Context, bail, ensure};

use super::{DEFAULTS, SettingFlags, VARIABLES};

const FILE_IN_WORKING_FOLDER: &str = "canvass.toml";
pub(super) const VARIABLE_PREFIX: &str = "CANVASS_";
/// Variables with our prefix that are no settings.
const OTHER_VARIABLES: [&str; 4] = ["CANVASS_API_KEY", "CANVASS_CLIENT_CONFIG", "CANVASS_CONFIG", "CANVASS_SERVER"];

/// Merges all sources into one table, not yet validated.
pub(super) fn merged(flags: &SettingFlags) -> anyhow::Result<toml::Table> {
    let mut settings: toml::Table = toml::from_str(DEFAULTS).context("config.default.toml")?;
    if let Some(file) = settings_file(flags) {
        let text = std::fs::read_to_string(&file).with_context(|| format!("reading {}", file.display()))?;
        let given = parse_file(&text).with_context(|| format!("reading {}", file.display()))?;
        if let Some(unknown) = given.keys().find(|key| !settings.contains_key(*key)) {
            bail!("{}: there is no setting {unknown:?}; `canvass config` lists them all", file.display());
        }
        settings.extend(given);
    }
    settings.extend(toml::Table::try_from(flags).context("reading the flags")?);
    // Checked here, because serde's type error would quote the value.
    ensure!(settings["openai_api_key"].is_str(), "openai_api_key must be text in quotes");
    Ok(settings)
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
