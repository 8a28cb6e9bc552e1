//! The adapter beside the embedded model: the one compiled into the program, none, or a file of the operator. An
//! adapter belongs to one model and is rejected beside any other.

use std::path::{Path, PathBuf};

use super::{ModelError, ModelFile, fingerprint, gguf};
use primitives::disk;

/// The shipped adapter, compiled in so that one binary is enough.
const SHIPPED: &[u8] = include_bytes!("../data/adapter/people-1.gguf");
const SHIPPED_NAME: &str = "people-1";
/// Its checksum, as `sha256sum` prints it.
const SHIPPED_SUM: &str = include_str!("../data/adapter/people-1.sha256");
/// SHA-256 of the model that it was trained on.
const SHIPPED_BASE: &str = "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046";

/// The adapter that a setting names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The shipped adapter, if the model is the one it was trained on.
    Shipped,
    Nothing,
    File(PathBuf),
}

/// An adapter that exists, is complete and belongs to the model in use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdapterFile {
    pub name: String,
    pub path: PathBuf,
    /// In hexadecimal.
    pub sha256: String,
    /// Hash of the prompts that it was trained with, if the file states it.
    pub prompts: Option<String>,
}

impl AdapterChoice {
    /// Parses the setting: empty for the shipped adapter, `none`, or a path.
    pub fn parse(text: &str) -> Self {
        match text {
            "" => Self::Shipped,
            "none" => Self::Nothing,
            path => Self::File(PathBuf::from(path)),
        }
    }

    /// Returns the adapter to load beside the model; `None` if none is wanted or the shipped one belongs to another model.
    pub fn beside(&self, model: &ModelFile, models_dir: &Path) -> Result<Option<AdapterFile>, ModelError> {
        match self {
            Self::Nothing => Ok(None),
            Self::Shipped if model.sha256 != SHIPPED_BASE => Ok(None),
            Self::Shipped => of(&unpacked(models_dir)?, model, models_dir).map(Some),
            Self::File(path) => of(path, model, models_dir).map(Some),
        }
    }

    /// Returns the SHA-256 of the adapter that [`Self::beside`] returns for this model, without unpacking it; empty for none, and
    /// `None` if it is not known without reading its file.
    pub fn known_sha256_beside(&self, model_sha256: &str, models_dir: &Path) -> Option<String> {
        match self {
            Self::Nothing => Some(String::new()),
            Self::Shipped if model_sha256 != SHIPPED_BASE => Some(String::new()),
            Self::Shipped => Some(shipped_sha256().to_owned()),
            Self::File(path) => fingerprint::known(path, models_dir),
        }
    }
}

fn shipped_sha256() -> &'static str {
    SHIPPED_SUM.get(..fingerprint::HEX_CHARS).unwrap_or("")
}

/// Returns the path of the shipped adapter in `models_dir`; writes the file if it is missing or differs.
fn unpacked(models_dir: &Path) -> Result<PathBuf, ModelError> {
    let path = models_dir.join(format!("{SHIPPED_NAME}-{}.gguf", &shipped_sha256()[..8]));
    if fingerprint::of(&path, models_dir).is_ok_and(|found| found == shipped_sha256()) {
        return Ok(path);
    }
    let unwritable = |source| ModelError::Unwritable { path: path.clone(), source };
    // The replacement is atomic, so that processes that start at once never see a partial file.
    std::fs::create_dir_all(models_dir).and_then(|()| disk::replace(&path, SHIPPED)).map_err(unwritable)?;
    Ok(path)
}

fn of(path: &Path, model: &ModelFile, models_dir: &Path) -> Result<AdapterFile, ModelError> {
    let path = path.to_owned();
    if !path.is_file() {
        return Err(ModelError::NoSuchAdapter { path });
    }
    let mut facts = gguf::check(&path).map_err(|fault| fault.of(&path))?;
    if facts.get(gguf::KIND_KEY).map(String::as_str) != Some("adapter") {
        return Err(ModelError::NotAnAdapter { path });
    }
    if facts.get(gguf::BASE_KEY) != Some(&model.sha256) {
        return Err(ModelError::BaseMismatch { path, model: model.name.clone() });
    }
    let sha256 =
        fingerprint::of(&path, models_dir).map_err(|source| ModelError::Unreadable { path: path.clone(), source })?;
    let stem = || path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let name = facts.remove(gguf::NAME_KEY).filter(|name| !name.trim().is_empty()).unwrap_or_else(stem);
    Ok(AdapterFile { name, sha256, prompts: facts.remove(gguf::PROMPTS_KEY), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(sha256: &str) -> ModelFile {
        ModelFile { name: "m".to_owned(), path: PathBuf::from("m.gguf"), bytes: 1, sha256: sha256.to_owned() }
    }

    /// Of one layer of the small model.
    fn tiny() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../embedded/tests/data/tiny-adapter.gguf")
    }

    const TINY_BASE: &str = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

    #[test]
    fn the_shipped_adapter_is_the_one_that_its_sum_names() {
        assert_eq!(fingerprint::hash(SHIPPED).unwrap(), shipped_sha256());
        assert!(SHIPPED.len() <= 40 << 20);
    }

    #[test]
    fn the_shipped_adapter_is_written_beside_the_models_and_mended_where_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let found = || AdapterChoice::parse("").beside(&model(SHIPPED_BASE), folder.path()).unwrap().unwrap();
        let first = found();
        assert_eq!((first.name.as_str(), first.sha256.as_str()), (SHIPPED_NAME, shipped_sha256()));
        std::fs::write(&first.path, "damaged").unwrap();
        assert_eq!(found(), first);
        assert_eq!(std::fs::read(&first.path).unwrap().len(), SHIPPED.len());
    }

    #[test]
    fn an_adapter_stands_beside_its_own_model_alone() {
        let folder = tempfile::tempdir().unwrap();
        let beside = |choice: &AdapterChoice, base: &str| choice.beside(&model(base), folder.path());
        assert_eq!(beside(&AdapterChoice::Shipped, TINY_BASE).unwrap(), None, "the shipped one is of another");
        assert_eq!(beside(&AdapterChoice::parse("none"), SHIPPED_BASE).unwrap(), None);
        let own = AdapterChoice::File(tiny());
        let sha256 = |choice: &AdapterChoice, base| choice.known_sha256_beside(base, folder.path()).unwrap();
        assert_eq!(sha256(&AdapterChoice::Shipped, SHIPPED_BASE), shipped_sha256());
        let loaded = beside(&own, TINY_BASE).unwrap().unwrap();
        assert_eq!(sha256(&own, TINY_BASE), loaded.sha256, "known once it was loaded");
        for none in [sha256(&AdapterChoice::Shipped, TINY_BASE), sha256(&AdapterChoice::Nothing, SHIPPED_BASE)] {
            assert_eq!(none, "");
        }
        assert_eq!(beside(&own, TINY_BASE).unwrap().unwrap().name, "tiny");
        let refused = beside(&own, SHIPPED_BASE).unwrap_err();
        assert!(matches!(refused, ModelError::BaseMismatch { .. }), "{refused}");
    }

    #[test]
    fn what_is_no_adapter_is_refused_in_words() {
        let folder = tempfile::tempdir().unwrap();
        let refused = |path: &str| AdapterChoice::parse(path).beside(&model(TINY_BASE), folder.path()).unwrap_err();
        assert!(matches!(refused("/nowhere/a.gguf"), ModelError::NoSuchAdapter { .. }));
        let garbage = folder.path().join("garbage.gguf");
        std::fs::write(&garbage, "no adapter").unwrap();
        assert!(matches!(refused(garbage.to_str().unwrap()), ModelError::NotGguf { .. }));
    }
}
