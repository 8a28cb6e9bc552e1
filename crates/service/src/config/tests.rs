//! Tests of reading settings: precedence, validation, and that secrets are never printed.

use super::*;

fn load(file: &str, flags: SettingFlags) -> anyhow::Result<Config> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("canvass.toml");
    std::fs::write(&path, file)?;
    Config::load(&SettingFlags { config: Some(path), ..flags })
}

#[test]
fn every_setting_has_a_documented_default() {
    let config = load("", SettingFlags::default()).unwrap();
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
}

#[test]
fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
    let file = "concurrency = 3\nlease_ms = 5000";
    let config = load(file, SettingFlags { concurrency: Some(7), ..SettingFlags::default() }).unwrap();
    assert_eq!((config.concurrency, config.lease), (7, Duration::from_secs(5)));
}

#[test]
fn an_unknown_key_in_the_file_is_an_error_that_names_it() {
    let error = load("lisen = \"127.0.0.1:1\"", SettingFlags::default()).unwrap_err();
    assert!(error.to_string().contains("lisen"), "{error}");
}

#[test]
fn a_database_without_a_known_scheme_and_a_lease_out_of_range_are_refused() {
    for file in ["database_url = \"mysql://x\"", "lease_ms = 299", "lease_ms = 600001"] {
        assert!(load(file, SettingFlags::default()).is_err(), "{file}");
    }
}

#[test]
fn a_secret_is_never_quoted_by_an_error_or_debug_output() {
    for file in ["openai_api_key = \"hunter2", "openai_api_key = hunter2", "openai_api_key = [\"hunter2\"]"] {
        let error = format!("{:?}", load(file, SettingFlags::default()).unwrap_err());
        assert!(!error.contains("hunter2"), "{error}");
    }
    let flags = SettingFlags {
        engine: Some("openai".to_owned()),
        openai_base_url: Some("http://127.0.0.1:9/v1".to_owned()),
        openai_model: Some("m".to_owned()),
        openai_api_key: Some("hunter2".into()),
        ..SettingFlags::default()
    };
    let config = load("", flags.clone()).unwrap();
    assert!(!format!("{flags:?} {config:?}").contains("hunter2"));
    let EngineSetting::OpenAi(openai) = &config.engines[0] else { panic!("{config:?}") };
    assert_eq!(openai.api_key.as_ref().unwrap().expose_secret(), "hunter2");
}
