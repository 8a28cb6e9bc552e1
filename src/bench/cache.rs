//! What engines said, kept line by line, so that an interrupted run goes on where it was and a repeated one is instant.
//! A reading is found by all that it depends on: engine, model, prompts, case, people and seed.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use survey::human::Case;

use super::question::{SEED, distribution};
use crate::engine::{Engine, prompt};

const FILE: &str = "readings.jsonl";
/// Raised when cases are put to engines in another way, so that older readings are not found.
const FORMAT: u32 = 1;

pub struct Cache {
    file: File,
    readings: HashMap<String, Vec<f64>>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    case: String,
    shares: Vec<f64>,
}

impl Cache {
    /// Opens the folder's readings; `fresh` overlooks those that are there.
    pub fn open(folder: &Path, fresh: bool) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let path = folder.join(FILE);
        let kept = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        // A run that was killed may have left half a line; the next one must not be glued to it.
        if kept.last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n")?;
        }
        let lines = kept.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Line>(line).ok());
        let readings = if fresh { HashMap::new() } else { lines.map(|line| (line.key, line.shares)).collect() };
        Ok(Self { file, readings })
    }

    /// A reading of so many options.
    pub(super) fn find(&self, key: &str, options: usize) -> Option<Vec<f64>> {
        distribution(self.readings.get(key)?, options).ok()
    }

    pub(super) fn keep(&mut self, key: &str, case: &Case, shares: &[f64]) -> io::Result<()> {
        let line = Line { key: key.to_owned(), case: case.id.clone(), shares: shares.to_vec() };
        // In one piece, so that two runs side by side don't mix their lines.
        self.file.write_all(format!("{}\n", serde_json::to_string(&line)?).as_bytes())?;
        self.readings.insert(line.key, line.shares);
        Ok(())
    }
}

/// All that a reading depends on, as one hash.
pub(super) fn key(engine: &dyn Engine, case: &Case, respondents: u32) -> String {
    let card = engine.card(case.language);
    let asked = serde_json::json!([
        FORMAT,
        [card.name, card.model, card.model_hash],
        prompt::hashes(case.language),
        [case.id, case.language.code(), case.country, case.population, case.question],
        case.options,
        [u64::from(respondents), SEED],
    ]);
    Sha256::digest(asked.to_string()).iter().map(|byte| format!("{byte:02x}")).collect()
}
