//! Lists all settings with the documentation from `config.default.toml` and their current values. Secrets are hidden.

use serde::Serialize;
use toml::Value;

use super::sources::VARIABLE_PREFIX;
use super::{DEFAULTS, SettingFlags, merged};
use store::DatabaseUrl;

const HIDDEN: &str = "***";

/// Settings that share one comment in `config.default.toml`.
#[derive(Debug)]
pub struct SettingGroup {
    /// The lines of the comment.
    pub comment: Vec<String>,
    pub settings: Vec<Setting>,
}

#[derive(Debug, Serialize)]
pub struct Setting {
    pub name: String,
    pub description: String,
    pub flag: String,
    pub variable: String,
    pub default: Value,
    pub value: Value,
}

/// Returns all settings in documented order. Values are merged but not validated, so that invalid ones can be
/// inspected.
pub fn listing(flags: &SettingFlags) -> anyhow::Result<Vec<SettingGroup>> {
    let (defaults, present) = (toml::from_str::<toml::Table>(DEFAULTS)?, merged(flags)?.settings);
    let groups = DEFAULTS.split("\n\n").map(|paragraph| {
        let (comment, keys): (Vec<&str>, Vec<&str>) = paragraph.lines().partition(|line| line.starts_with('#'));
        let comment: Vec<String> = comment.iter().map(|line| line.trim_start_matches(['#', ' ']).to_owned()).collect();
        let names = keys.iter().filter_map(|line| line.split_once(" = ")).map(|(name, _)| name);
        let settings = names.filter_map(|name| {
            let (default, value) = (defaults.get(name)?, present.get(name)?);
            Some(setting(name, comment.join(" "), default, value))
        });
        SettingGroup { settings: settings.collect(), comment }
    });
    Ok(groups.filter(|group| !group.settings.is_empty()).collect())
}

fn setting(name: &str, description: String, default: &Value, value: &Value) -> Setting {
    Setting {
        name: name.to_owned(),
        description,
        flag: format!("--{}", name.replace('_', "-")),
        variable: format!("{VARIABLE_PREFIX}{}", name.to_uppercase()),
        default: default.clone(),
        value: shown(name, value),
    }
}

/// Masks a value that is or may contain a secret: keys entirely, URLs if they contain credentials or a query.
fn shown(name: &str, value: &Value) -> Value {
    let may_hold_secret = name.ends_with("_key") || name.ends_with("_url");
    let Some(text) = value.as_str().filter(|text| may_hold_secret && !text.is_empty()) else {
        return if may_hold_secret && !value.is_str() { HIDDEN.into() } else { value.clone() };
    };
    if name == "database_url" {
        return text.parse::<DatabaseUrl>().map_or(HIDDEN.into(), |url| url.redacted().into());
    }
    let is_harmless = |url: url::Url| url.password().is_none() && url.username().is_empty() && url.query().is_none();
    let is_address = name.ends_with("_url") && url::Url::parse(text).is_ok_and(is_harmless);
    if is_address { value.clone() } else { HIDDEN.into() }
}

#[cfg(test)]
mod tests {
    use super::super::VARIABLES;
    use super::*;

    fn listed(file: &str) -> Vec<Setting> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("canvass.toml");
        std::fs::write(&path, file).unwrap();
        let groups = listing(&SettingFlags { config: Some(path), ..SettingFlags::default() }).unwrap();
        groups.into_iter().flat_map(|group| group.settings).collect()
    }

    #[test]
    fn every_setting_is_listed_once_with_words_of_its_own() {
        let listed = listed("concurrency = 3");
        let mut variables: Vec<&str> = listed.iter().map(|setting| setting.variable.as_str()).collect();
        variables.sort_unstable();
        let mut known = VARIABLES.to_vec();
        known.sort_unstable();
        assert_eq!(variables, known);
        assert!(listed.iter().all(|setting| setting.description.len() > 20), "{listed:?}");
        let concurrency = listed.iter().find(|setting| setting.name == "concurrency").unwrap();
        assert_eq!((&concurrency.value, &concurrency.default), (&Value::from(3), &Value::from(32)));
    }

    #[test]
    fn no_secret_is_listed() {
        let secrets = [
            "openai_api_key = \"hunter2\"",
            "database_url = \"postgres://me:hunter2@db/x\"",
            "database_url = \"postgres:///x?user=me&password=hunter2\"",
            "database_url = \"odd:hunter2\"",
            "database_url = [\"hunter2\"]",
            "openai_base_url = \"https://me:hunter2@host/v1\"",
            "openai_base_url = \"https://host/v1?key=hunter2\"",
            "public_url = \"hunter2\"",
        ];
        for secret in secrets {
            let shown = format!("{:?}", listed(secret));
            assert!(!shown.contains("hunter2") && shown.contains(HIDDEN), "{secret}: {shown}");
        }
    }

    #[test]
    fn what_holds_no_secret_is_listed_as_it_is() {
        let listed = listed("openai_base_url = \"http://127.0.0.1:8000/v1\"\ndatabase_url = \"postgres://me@db/x\"");
        let value = |name: &str| listed.iter().find(|setting| setting.name == name).unwrap().value.clone();
        assert_eq!(value("openai_base_url"), Value::from("http://127.0.0.1:8000/v1"));
        assert_eq!(value("database_url"), Value::from("postgres://me@db/x"));
        assert_eq!((value("openai_api_key"), value("listen")), (Value::from(""), Value::from("127.0.0.1:8080")));
    }
}
