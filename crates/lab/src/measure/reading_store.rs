//! Storage of readings during a measurement: a file here, database rows in a service.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use serde::{Deserialize, Serialize};

use primitives::disk;

const FILE: &str = "readings.jsonl";
/// Before the process's umask.
const MODE: u32 = 0o666;

#[derive(Debug, thiserror::Error)]
#[error("the engine's reply can't be stored")]
pub struct ReadingStoreError(#[source] pub Box<dyn Error + Send + Sync>);

impl ReadingStoreError {
    pub fn new(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self(source.into())
    }
}

#[async_trait]
pub trait ReadingStore: Send + Sync {
    /// Returns the readings stored under these keys.
    async fn find(&self, keys: &[String]) -> Result<BTreeMap<String, String>, ReadingStoreError>;
    /// Stores a reading; returns once it is stored.
    async fn keep(&self, key: &str, output: &str) -> Result<(), ReadingStoreError>;
}

/// A JSON Lines file of readings.
pub struct FileReadingStore {
    inner: Mutex<Lines>,
}

struct Lines {
    file: File,
    readings: HashMap<String, String>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    output: String,
}

impl FileReadingStore {
    /// Opens the readings of a folder; `fresh` ignores existing ones.
    pub fn open(folder: &Path, fresh: bool) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let kept = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let mut file = disk::open_to_append(&path, MODE)?;
        // A killed run may have left a partial line; the next line must not be appended to it.
        if kept.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n")?;
        }
        let lines = kept.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Line>(line).ok());
        let readings = if fresh { HashMap::new() } else { lines.map(|line| (line.key, line.output)).collect() };
        Ok(Self { inner: Mutex::new(Lines { file, readings }) })
    }
}

#[async_trait]
impl ReadingStore for FileReadingStore {
    async fn find(&self, keys: &[String]) -> Result<BTreeMap<String, String>, ReadingStoreError> {
        let lines = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(keys.iter().filter_map(|key| Some((key.clone(), lines.readings.get(key)?.clone()))).collect())
    }

    async fn keep(&self, key: &str, output: &str) -> Result<(), ReadingStoreError> {
        let line = Line { key: key.to_owned(), output: output.to_owned() };
        let text = serde_json::to_string(&line).map_err(ReadingStoreError::new)? + "\n";
        let mut lines = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        // In one write, so that concurrent runs don't interleave their lines.
        lines.file.write_all(text.as_bytes()).map_err(ReadingStoreError::new)?;
        lines.readings.insert(line.key, line.output);
        Ok(())
    }
}
