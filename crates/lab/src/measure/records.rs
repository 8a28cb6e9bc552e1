//! Records of engines: each counts for one engine, model, adapter, language and elicitation. The default model's
//! records ship with the program (`crates/lab/data/calibrations.toml`); a service keeps its own in the database, `ask` in a file
//! of the data folder. A record of another elicitation no longer counts, since its name does not match.

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

/// Whether the records that come with the program can be read.
pub fn check() -> Result<(), DataError> {
    RECORDS.check()
}

/// The records that come with the program.
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

/// What was measured of one engine in one language.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRecord {
    pub engine: String,
    /// SHA-256 of the model's file, or a served model's name.
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
    /// A new measurement of this engine.
    pub fn new(identity: &EngineIdentity, language: Language, calibration: Calibration, measured_at: i64) -> Self {
        let EngineIdentity { engine, model, adapter } = identity.clone();
        let elicitation = elicitation(calibration.way, language);
        Self { engine, model, adapter, language, elicitation, measured_at, calibration }
    }

    pub fn identity(&self) -> EngineIdentity {
        EngineIdentity { engine: self.engine.clone(), model: self.model.clone(), adapter: self.adapter.clone() }
    }

    /// Whether engines are still asked as they were when this was measured.
    pub fn is_current(&self) -> bool {
        self.elicitation == elicitation(self.calibration.way, self.language)
    }
}

impl Records {
    /// The calibration of an engine in a language: the record that was measured last and still counts, if there is one.
    pub fn in_force(&self, card: &EngineCard, language: Language) -> Calibration {
        let identity = EngineIdentity::of(card);
        let is_it = |record: &&EngineRecord| record.identity() == identity && record.language == language;
        let current = self.record.iter().filter(is_it).filter(|record| record.is_current());
        let last = current.max_by_key(|record| record.measured_at);
        last.map_or_else(|| unmeasured(card), |record| record.calibration.clone())
    }

    /// Takes records in, each in the place of an older one of the same engine, language and way of asking.
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
    #[error("{} is no file of calibrations: {source}", path.display())]
    Malformed { path: PathBuf, source: toml::de::Error },
    #[error("the calibrations can't be written down: {0}")]
    Unwritable(#[from] toml::ser::Error),
    #[error("{} can't be written: {source}", path.display())]
    Unkept { path: PathBuf, source: io::Error },
}

/// The data folder's own records.
pub struct RecordsFile {
    path: PathBuf,
}

impl RecordsFile {
    pub fn in_folder(folder: &Path) -> Self {
        Self { path: folder.join(FILE) }
    }

    /// The shipped records and those of the file, which may be newer.
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
        // Whole or not at all: a reader must not find half a file.
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

/// The names of both ways of asking in a language, to look records up by.
pub fn elicitations(language: Language) -> [String; 2] {
    [Way::Documents, Way::Labels].map(|way| elicitation(way, language))
}
