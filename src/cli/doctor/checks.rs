//! Checks of database, model and engine, each with advice if it fails.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use forecast::human::Estimate;

use super::{Check, machine};
use crate::engines::build_engine;
use engine::prompt;
use models::{self, ModelFile};
use primitives::clock::UnixMs;
use service::config::{Config, EngineSetting};
use service::engines::valid_records;
use service::serve::open_store;
use service::worker::load_shipped;
use store::LedgerProof;

const SQLITE_HEADER: &[u8] = b"SQLite format 3\0";

pub(super) struct DatabaseFound {
    pub(super) check: Check,
    pub(super) proof: Option<LedgerProof>,
    /// The database's current time.
    pub(super) now: Option<UnixMs>,
}

pub(super) async fn database(config: &Config) -> DatabaseFound {
    // Checked first, because the driver would only report a timeout.
    if let Some(file) = config.database_url.file().filter(|file| is_something_else(file)) {
        let check = Check::bad(
            format!("{} is not a SQLite database, or it is damaged", file.display()),
            "restore it from a backup, or point CANVASS_DATABASE_URL elsewhere",
        );
        return DatabaseFound { check, proof: None, now: None };
    }
    let found = async {
        let store = open_store(config).await?;
        anyhow::Ok((store.prove_ledger().await?, store.now().await?))
    };
    match found.await {
        Ok((proof, now)) => {
            DatabaseFound { check: Check::good("open, migrations applied"), proof: Some(proof), now: Some(now) }
        }
        Err(error) => {
            let detail = format!("{error:#}");
            let advice = database_advice(config, &detail);
            DatabaseFound { check: Check { ok: false, detail, advice: Some(advice) }, proof: None, now: None }
        }
    }
}

/// Whether the file exists and does not start with SQLite's header. A new database file is empty.
fn is_something_else(file: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = File::open(file).and_then(|file| file.take(SQLITE_HEADER.len() as u64).read_to_end(&mut beginning));
    read.is_ok() && !beginning.is_empty() && beginning != SQLITE_HEADER
}

/// Recognises common mistakes by the error text of the database or driver.
fn database_advice(config: &Config, detail: &str) -> String {
    let said = detail.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| said.contains(word));
    if let Some(file) = config.database_url.file() {
        return format!(
            "make {} and its folder writable for this user, or set CANVASS_DATA_DIR or CANVASS_DATABASE_URL to another place",
            file.display()
        );
    }
    let advice = if says(&["connection refused", "timed out", "timeout"]) {
        "start PostgreSQL, or correct host and port in CANVASS_DATABASE_URL; a firewall between here and there looks the same"
    } else if says(&["password authentication", "no password", "role", "pg_hba"]) {
        "correct user and password in CANVASS_DATABASE_URL; special characters in a password are written as %40 and the like"
    } else if says(&["lookup", "name or service", "resolve"]) {
        "correct the host's name in CANVASS_DATABASE_URL"
    } else if says(&["does not exist"]) {
        "create the database with createdb, or correct its name at the end of CANVASS_DATABASE_URL"
    } else if says(&["permission denied"]) {
        "let the database's user create tables: GRANT ALL ON SCHEMA public TO that user"
    } else {
        "check CANVASS_DATABASE_URL: postgres://USER:PASSWORD@HOST:PORT/NAME"
    };
    advice.to_owned()
}

/// Checks that the model's file is present and that memory suffices.
pub(super) fn model(config: &Config) -> (Option<Check>, Option<Check>) {
    if !config.engines.iter().any(|engine| matches!(engine, EngineSetting::Embedded(_))) {
        return (None, None);
    }
    match models::resolve(&config.model, &config.models_dir) {
        Ok(file) => {
            let memory = machine::memory(memory_needed_mb(config, &file));
            (Some(Check::good(format!("{} ({})", file.name, file.path.display()))), Some(memory))
        }
        // The error itself says what to do.
        Err(error) => (Some(Check { ok: false, detail: error.to_string(), advice: None }), None),
    }
}

/// Checks the adapter in use and whether it was trained with the current prompts.
pub(super) fn adapter(config: &Config) -> Option<Check> {
    if !config.engines.iter().any(|engine| matches!(engine, EngineSetting::Embedded(_))) {
        return None;
    }
    let file = models::resolve(&config.model, &config.models_dir).ok()?;
    Some(match config.adapter.beside(&file, &config.models_dir) {
        Ok(None) => Check::good("none: the model as it is".to_owned()),
        Ok(Some(adapter)) => {
            let is_stale = adapter.prompts.as_deref().is_some_and(|hash| hash != prompt::taught());
            let stale = if is_stale { "; it was trained with other prompts than it is asked with now" } else { "" };
            Check::good(format!(
                "{} ({}), SHA-256 {}{stale}",
                adapter.name,
                adapter.path.display(),
                &adapter.sha256[..12]
            ))
        }
        // The error itself says what to do.
        Err(error) => Check { ok: false, detail: error.to_string(), advice: None },
    })
}

/// Returns the estimate that `model list` shows, or a coarse one if the file's header lacks the figures for it.
fn memory_needed_mb(config: &Config, file: &ModelFile) -> u64 {
    let estimate = models::memory_bytes(&file.path, config.embedded_context_tokens).ok().flatten();
    estimate.unwrap_or(file.bytes.saturating_add(models::MARGIN_BYTES)).div_ceil(1_000_000)
}

/// Checks the engine's settings without loading a model; the model's file is checked separately.
pub(super) fn engine(config: &Config) -> Check {
    let light: Vec<EngineSetting> =
        config.engines.iter().filter(|setting| !matches!(setting, EngineSetting::Embedded(_))).cloned().collect();
    match build_engine(&light) {
        Err(error) if !light.is_empty() => {
            Check::bad(format!("{error:#}"), "correct CANVASS_ENGINE and the settings of the engines it names")
        }
        _ => Check::good(config.engine_names()),
    }
}

/// Reports in which languages the engine was measured. An unmeasured engine works, so the check still passes.
pub(super) async fn measured(config: &Config) -> Option<Check> {
    if config.engines.iter().any(|engine| matches!(engine, EngineSetting::Scripted { .. })) {
        return None;
    }
    let store = open_store(config).await.ok()?;
    load_shipped(&store).await.ok()?;
    let records = store.calibrations().await.ok()?;
    let languages: BTreeSet<String> =
        valid_records(&config.engines, records).iter().map(|row| row.language.to_string()).collect();
    Some(match languages.is_empty() {
        false => Check::good(format!("in {}", languages.into_iter().collect::<Vec<_>>().join(", "))),
        true => Check::good(format!("never: reports trust it little; {}", how_to_measure(config))),
    })
}

/// Returns the command with its cost estimate.
fn how_to_measure(config: &Config) -> String {
    let price = config.engines.iter().find_map(|engine| match engine {
        EngineSetting::OpenAi(setting) => setting.limits.prices,
        _ => None,
    });
    let Estimate { cases, calls, tokens, cost } = Estimate::of_short(price);
    let cost = cost.map_or_else(String::new, |cost| format!(", about {cost:.2} at the prices set"));
    format!("`canvass engine measure --limit {cases}` asks {calls} questions, about {tokens} tokens{cost}")
}
