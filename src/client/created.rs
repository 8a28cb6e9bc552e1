//! The reports that were created from this machine, line by line in a file: the contract has no list of them. A create
//! is noted before it is sent, so that one whose answer was lost is sent again under its old key and not charged twice.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use language::brief::Brief;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Accepted;
use primitives::clock::UnixMs;
use primitives::disk;

const FILE: &str = "client-reports.jsonl";
/// As long as a server keeps an idempotency key, less a margin for clocks that differ.
const KEY_LIFE_MS: i64 = 23 * 60 * 60 * 1000;
const OWNER_ONLY: u32 = 0o600;

/// One create, and what came of it as far as this machine knows. A later line about the same key replaces it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Created {
    pub at_ms: UnixMs,
    pub server: String,
    pub question: String,
    pub idempotency_key: String,
    brief_hash: String,
    /// Absent until the server has answered.
    pub request_id: Option<String>,
    /// As last seen.
    pub status: Option<String>,
}

impl Created {
    /// The same with what the server answered.
    pub fn accepted(self, accepted: &Accepted) -> Self {
        Self { request_id: Some(accepted.request_id.clone()), status: Some(accepted.status.clone()), ..self }
    }

    /// The same as it stands now.
    pub fn seen(self, status: &str) -> Self {
        Self { status: Some(status.to_owned()), ..self }
    }
}

pub struct CreatedReports {
    path: PathBuf,
    known: Vec<Created>,
}

impl CreatedReports {
    pub fn open(folder: &Path) -> io::Result<Self> {
        let path = folder.join(FILE);
        let text = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let mut list = Self { path, known: Vec::new() };
        // A line that was cut off is skipped; the rest is as good as ever.
        let lines = text.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Created>(line).ok());
        lines.for_each(|created| list.remember(created));
        Ok(list)
    }

    /// In the order of their creation.
    pub fn all(&self) -> &[Created] {
        &self.known
    }

    /// Notes a create that is about to be sent. If the brief's last one was never answered, its key is used again.
    pub fn begin(&mut self, server: &str, brief: &Brief, new_key: String, now: UnixMs) -> io::Result<Created> {
        let brief_hash = hash_of(brief);
        let is_open = |created: &&Created| {
            created.request_id.is_none()
                && created.server == server
                && created.brief_hash == brief_hash
                && (0..KEY_LIFE_MS).contains(&(now - created.at_ms))
        };
        if let Some(lost) = self.known.iter().rfind(is_open) {
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
        self.note(created.clone())?;
        Ok(created)
    }

    /// Notes what is now known of a create.
    pub fn note(&mut self, created: Created) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = disk::open_to_append(&self.path, OWNER_ONLY)?;
        // Begun with a line's end, so that it never continues a line that was cut off; in one piece, so that two
        // processes don't mix their lines.
        file.write_all(format!("\n{}\n", serde_json::to_string(&created)?).as_bytes())?;
        file.sync_data()?;
        self.remember(created);
        Ok(())
    }

    fn remember(&mut self, created: Created) {
        match self.known.iter_mut().find(|known| known.idempotency_key == created.idempotency_key) {
            Some(known) => *known = created,
            None => self.known.push(created),
        }
    }
}

fn hash_of(brief: &Brief) -> String {
    let digest = Sha256::digest(serde_json::json!(brief).to_string());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
