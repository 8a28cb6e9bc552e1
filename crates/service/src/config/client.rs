//! Settings of a client of a running server: its address and an API key. The key comes from a variable or from a file
//! that only its owner can read, never from a flag, which would show in the process list.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;

const KEY_VARIABLE: &str = "CANVASS_API_KEY";
const FILE_IN_HOME: &str = ".config/canvass/client.toml";
/// Permission bits of everybody but the owner.
const OTHERS: u32 = 0o077;

/// The server's address and the API key for it.
#[derive(Debug, Clone)]
pub struct ClientSettings {
    pub server: String,
    pub api_key: SecretString,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClientFile {
    server: Option<String>,
    api_key: Option<SecretString>,
}

impl ClientSettings {
    /// Loads the settings. A flag takes precedence over the file; `default_server` applies if neither names a server.
    pub fn load(server: Option<&str>, file: Option<&Path>, default_server: &str) -> anyhow::Result<Self> {
        let written = match file {
            Some(path) => read(path)?,
            None => default_file()
                .filter(|path| path.exists())
                .map_or_else(|| Ok(ClientFile::default()), |path| read(&path))?,
        };
        let api_key = key_variable().or(written.api_key).filter(|key| !key.expose_secret().is_empty());
        let api_key = api_key.with_context(|| {
            format!("an API key is needed: set {KEY_VARIABLE}, or write api_key = \"cvs_…\" into ~/{FILE_IN_HOME} with mode 600")
        })?;
        let server = server.map(str::to_owned).or(written.server).unwrap_or_else(|| default_server.to_owned());
        Ok(Self { server, api_key })
    }
}

/// Reads the file. Refuses one that others can read, before reading it.
fn read(path: &Path) -> anyhow::Result<ClientFile> {
    let reading = || format!("reading {}", path.display());
    let mode = std::fs::metadata(path).with_context(reading)?.permissions().mode();
    ensure!(
        mode & OTHERS == 0,
        "{} can be read by others (mode {:03o}), and it holds a key: chmod 600 {}",
        path.display(),
        mode & 0o777,
        path.display(),
    );
    let text = std::fs::read_to_string(path).with_context(reading)?;
    let table = super::sources::parse_file(&text).with_context(reading)?;
    // Checked here, because serde's type error would quote the value.
    ensure!(table.get("api_key").is_none_or(toml::Value::is_str), "{}: api_key must be text in quotes", path.display());
    table.try_into().with_context(reading)
}

fn default_file() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(FILE_IN_HOME))
}

#[allow(clippy::disallowed_methods)] // Settings are read here, as the rule asks for.
fn key_variable() -> Option<SecretString> {
    std::env::var(KEY_VARIABLE).ok().filter(|key| !key.is_empty()).map(SecretString::from)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};

    use super::*;

    fn written(text: &str, mode: u32) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("client.toml");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        (folder, path)
    }

    #[test]
    fn a_file_that_others_can_read_is_refused_without_its_key() {
        for mode in [0o644, 0o640, 0o604, 0o660] {
            let (_folder, path) = written("api_key = \"cvs_secret\"", mode);
            let error = ClientSettings::load(None, Some(&path), "http://localhost").unwrap_err();
            let said = format!("{error:#}");
            assert!(said.contains("chmod 600") && !said.contains("cvs_secret"), "{said}");
        }
    }

    #[test]
    fn a_flag_wins_over_the_file_and_the_file_over_the_default() {
        let (_folder, path) = written("server = \"http://file\"\napi_key = \"k\"", 0o600);
        let server = |flag| ClientSettings::load(flag, Some(&path), "http://default").unwrap().server;
        assert_eq!((server(Some("http://flag")), server(None)), ("http://flag".to_owned(), "http://file".to_owned()));
        let (_folder, path) = written("api_key = \"k\"", 0o400);
        assert_eq!(ClientSettings::load(None, Some(&path), "http://default").unwrap().server, "http://default");
    }

    #[test]
    fn no_error_and_no_debug_output_shows_the_key() {
        let (_folder, path) = written("api_key = 12345", 0o600);
        assert!(!format!("{:#}", ClientSettings::load(None, Some(&path), "x").unwrap_err()).contains("12345"));
        let (_folder, path) = written("api_key = \"hunter2", 0o600);
        assert!(!format!("{:#}", ClientSettings::load(None, Some(&path), "x").unwrap_err()).contains("hunter2"));
        let (_folder, path) = written("api_key = \"hunter2\"", 0o600);
        assert!(!format!("{:?}", ClientSettings::load(None, Some(&path), "x").unwrap()).contains("hunter2"));
    }
}
