//! `canvass backup`: copies the SQLite database into one new file, completely or not at all. PostgreSQL has its own
//! tools.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;
use serde::Serialize;

use super::output::Output;
use service::config::Config;
use store::{Dialect, copy_file};

#[derive(Args)]
pub struct BackupArguments {
    /// The file to write; it must not exist yet
    file: PathBuf,
}

#[derive(Serialize)]
struct BackupDocument {
    file: String,
    bytes: u64,
}

pub async fn backup(config: &Config, arguments: &BackupArguments, output: Output) -> anyhow::Result<()> {
    let file = &arguments.file;
    if config.database_url.dialect() == Dialect::Postgres {
        bail!("this database is PostgreSQL: back it up with pg_dump --format=custom, and restore it with pg_restore");
    }
    ensure!(!file.exists(), "{} exists already, and is left as it is", file.display());
    let bytes = write(config, file).await?;
    let document = BackupDocument { file: file.display().to_string(), bytes };
    output.print(&document, || format!("{bytes} bytes in {}", file.display()))
}

/// The copy is renamed to its final name only once it is complete and synced, so a partial backup never looks valid.
async fn write(config: &Config, file: &Path) -> anyhow::Result<u64> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Temporary files have mode 600, which suits a file with all questions and answers.
    let copy = tempfile::Builder::new().prefix(".canvass-backup-").tempfile_in(folder);
    let copy = copy.with_context(|| format!("writing into {}", folder.display()))?;
    let path = copy.path().to_str().context("the folder's name is not UTF-8")?;
    copy_file(&config.database_url, path)
        .await
        .with_context(|| format!("copying the database {}", config.database_url.redacted()))?;
    let whole = File::open(path)?;
    whole.sync_all()?;
    let bytes = whole.metadata()?.len();
    copy.persist_noclobber(file).with_context(|| format!("writing {}", file.display()))?;
    File::open(folder)?.sync_all()?;
    Ok(bytes)
}
