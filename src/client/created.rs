//! The reports created from this machine, in a JSON Lines file, since the contract has no listing. A create is
//! recorded before it is sent: if its response is lost, the next attempt reuses the idempotency key and is not
//! charged twice.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use language::brief::Brief;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use contract::requests::ReportAccepted;
use primitives::clock::UnixMs;
use primitives::disk;

const FILE: &str = "client-reports.jsonl";
/// Slightly less than the server's retention of idempotency keys, in case clocks differ.
const KEY_LIFE_MS: i64 = 23 * 60 * 60 * 1000;
const OWNER_ONLY: u32 = 0o600;

/// A create and its last known outcome. A later line with the same key replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    pub at_ms: UnixMs,
    pub server: String,
    pub question: String,
    pub idempotency_key: String,
    brief_hash: String,
    /// `None` until the server has responded.
    pub request_id: Option<String>,
    /// The last known status.
    pub status: Option<String>,
}

impl Created {
    /// Returns the entry with the server's response.
    pub fn accepted(self, accepted: &ReportAccepted) -> Self {
        Self { request_id: Some(accepted.request_id.clone()), status: Some(accepted.status.clone()), ..self }
    }

    /// Returns the entry with a new status.
    pub fn with_status(self, status: &str) -> Self {
        Self { status: Some(status.to_owned()), ..self }
    }
}

pub struct CreatedReports {
    path: PathBuf,
    entries: Vec<Created>,
}

impl CreatedReports {
    pub fn open(folder: &Path) -> io::Result<Self> {
        let path = folder.join(FILE);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let mut list = Self { path, entries: Vec::new() };
        // Truncated lines are skipped.
        let lines = text.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Created>(line).ok());
        lines.for_each(|created| list.remember(created));
        Ok(list)
    }

    /// Returns the entries in order of creation.
    pub fn all(&self) -> &[Created] {
        &self.entries
    }

    /// Records a create that is about to be sent. If an earlier create of the same brief got no response, its entry
    /// and key are reused.
    pub fn begin(&mut self, server: &str, brief: &Brief, new_key: String, now: UnixMs) -> io::Result<Created> {
        let brief_hash = hash_of(brief);
        let is_open = |created: &&Created| {
            created.request_id.is_none()
                && created.server == server
                && created.brief_hash == brief_hash
                && (0..KEY_LIFE_MS).contains(&(now - created.at_ms))
        };
        if let Some(lost) = self.entries.iter().rfind(is_open) {
            return Ok(lost.clone());
        }
        let created = Created {
            at_ms: now,
            server: server.to_owned(),
            question: brief.question().to_owned(),
            idempotency_key: new_key,
            brief_hash,
            request_id: None,
            status: None,
        };
        self.append(created.clone())?;
        Ok(created)
    }

    /// Appends the current state of a create to the file.
    pub fn append(&mut self, created: Created) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = disk::open_to_append(&self.path, OWNER_ONLY)?;
        // The leading line feed keeps the entry apart from a truncated line. A single write keeps the lines of two
        // processes from mixing.
        file.write_all(format!("\n{}\n", serde_json::to_string(&created)?).as_bytes())?;
        file.sync_data()?;
        self.remember(created);
        Ok(())
    }

    fn remember(&mut self, created: Created) {
        match self.entries.iter_mut().find(|entry| entry.idempotency_key == created.idempotency_key) {
            Some(entry) => *entry = created,
            None => self.entries.push(created),
        }
    }
}

fn hash_of(brief: &Brief) -> String {
    foundation::hex(&Sha256::digest(serde_json::json!(brief).to_string()))
}
