//! Records of engines. A record is valid for one engine, model, adapter, language and elicitation; a record of
//! another elicitation no longer matches. The default model's records are compiled in
//! (`crates/lab/data/calibrations.toml`); a service stores its own in the database, `ask` in a file of the data
//! folder.

use std::io;
use std::path::{Path, PathBuf};

use forecast::calibration::{Calibration, Way};
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile};
use serde::{Deserialize, Serialize};

use engine::EngineCard;
use pipeline::elicit::{EngineIdentity, elicitation, unmeasured};
use primitives::disk;

const SHIPPED: DataFile =
    DataFile { name: "data/calibrations.toml", text: include_str!("../../data/calibrations.toml") };
static RECORDS: Compiled<Vec<EngineRecord>> = Compiled::new(|| Ok(SHIPPED.toml::<Records>()?.record));
const FILE: &str = "calibrations.toml";
const HEADING: &str =
    "# What was measured of engines against people's answers. Written by `canvass engine measure`.\n\n";

/// Checks that the compiled-in records can be parsed.
pub fn check() -> Result<(), DataError> {
    RECORDS.check()
}

/// Returns the compiled-in records.
pub fn shipped() -> &'static [EngineRecord] {
    &RECORDS
}

/// A file of records.
#[derive(Debug, Default, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    #[serde(default)]
    pub record: Vec<EngineRecord>,
}

/// Record of one engine in one language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRecord {
    pub engine: String,
    /// SHA-256 of the model's file, or the name of a served model.
    pub model: String,
    #[serde(default)]
    pub adapter: String,
    pub language: Language,
    pub elicitation: String,
    /// Unix milliseconds.
    pub measured_at: i64,
    pub calibration: Calibration,
}

impl EngineRecord {
    /// Makes a record under the current elicitation.
    pub fn new(identity: &EngineIdentity, language: Language, calibration: Calibration, measured_at: i64) -> Self {
        let EngineIdentity { engine, model, adapter } = identity.clone();
        let elicitation = elicitation(calibration.way, language);
        Self { engine, model, adapter, language, elicitation, measured_at, calibration }
    }

    pub fn identity(&self) -> EngineIdentity {
        EngineIdentity { engine: self.engine.clone(), model: self.model.clone(), adapter: self.adapter.clone() }
    }

    /// Returns whether the elicitation of this record is still in use.
    pub fn is_current(&self) -> bool {
        self.elicitation == elicitation(self.calibration.way, self.language)
    }
}

impl Records {
    /// Returns the calibration of an engine in a language: from the latest valid record, or the default without one.
    pub fn in_force(&self, card: &EngineCard, language: Language) -> Calibration {
        let identity = EngineIdentity::of(card);
        let is_it = |record: &&EngineRecord| record.identity() == identity && record.language == language;
        let current = self.record.iter().filter(is_it).filter(|record| record.is_current());
        let last = current.max_by_key(|record| record.measured_at);
        last.map_or_else(|| unmeasured(card), |record| record.calibration.clone())
    }

    /// Inserts records, replacing older ones of the same engine, language and elicitation.
    pub fn take(&mut self, records: Vec<EngineRecord>) {
        for new in records {
            let is_same = |old: &EngineRecord| {
                (old.identity(), old.language, &old.elicitation) == (new.identity(), new.language, &new.elicitation)
            };
            self.record.retain(|old| !is_same(old));
            self.record.push(new);
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("{} can't be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{} is not a file of calibrations: {source}", path.display())]
    Malformed { path: PathBuf, source: toml::de::Error },
    #[error("the calibrations can't be stored: {0}")]
    Unwritable(#[from] toml::ser::Error),
    #[error("{} can't be written: {source}", path.display())]
    Unkept { path: PathBuf, source: io::Error },
}

/// The file of records in the data folder.
pub struct RecordsFile {
    path: PathBuf,
}

impl RecordsFile {
    pub fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join(FILE) }
    }

    /// Returns the compiled-in records, overridden by those of the file.
    pub fn read(&self) -> Result<Records, RecordError> {
        let mut records = Records { record: shipped().to_vec() };
        records.take(self.own()?.record);
        Ok(records)
    }

    /// Adds records to the file.
    pub fn keep(&self, records: Vec<EngineRecord>) -> Result<(), RecordError> {
        let mut own = self.own()?;
        own.take(records);
        let text = format!("{HEADING}{}", toml::to_string(&own)?);
        let unkept = |source| RecordError::Unkept { path: self.path.clone(), source };
        if let Some(folder) = self.path.parent() {
            std::fs::create_dir_all(folder).map_err(unkept)?;
        }
        // Atomic, so that a reader never sees a partial file.
        disk::replace(&self.path, text.as_bytes()).map_err(unkept)
    }

    fn own(&self) -> Result<Records, RecordError> {
        let text = match std::fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Records::default()),
            Err(source) => return Err(RecordError::Unreadable { path: self.path.clone(), source }),
        };
        toml::from_str(&text).map_err(|source| RecordError::Malformed { path: self.path.clone(), source })
    }
}

/// Returns the elicitations of both methods in a language, for looking up records.
pub fn elicitations(language: Language) -> [String; 2] {
    [Way::Documents, Way::Labels].map(|way| elicitation(way, language))
}
