//! Moves a downloaded file into place: checks for space first, and ends with a rename that survives a power failure.
//! Defines the progress events of a pull.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::{ModelError, fingerprint};

/// Progress of a pull.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PullEvent {
    /// A source is tried: the first one, or the next one after another has failed.
    Trying {
        source: String,
        failed: Option<String>,
    },
    Begun {
        bytes_total: u64,
        bytes_here: u64,
    },
    Arrived {
        bytes: u64,
    },
    /// All bytes have arrived and are being checked.
    Checking,
}

pub type Watcher = Arc<dyn Fn(PullEvent) + Send + Sync>;

/// Moves a checked file to its target with a rename that survives a power failure, and stores its hash.
pub(super) fn install_file(from: &Path, target: &Path, hash: &str) -> Result<(), ModelError> {
    let folder = target.parent().unwrap_or(Path::new("."));
    let move_it = || -> io::Result<()> {
        let file = File::open(from)?;
        file.sync_all()?;
        std::fs::rename(from, target)?;
        File::open(folder)?.sync_all()?;
        fingerprint::remember(&target.canonicalize()?, folder, hash, &file.metadata()?);
        Ok(())
    };
    move_it().map_err(|source| unwritable(target, source))
}

/// Runs work on large files on a blocking thread.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ModelError> + Send + 'static,
) -> Result<T, ModelError> {
    match tokio::task::spawn_blocking(work).await {
        Ok(outcome) => outcome,
        Err(crash) => std::panic::resume_unwind(crash.into_panic()),
    }
}

pub(super) fn remove_folder(folder: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the error for a failed write; a full disk has its own variant.
pub(super) fn unwritable(path: &Path, source: io::Error) -> ModelError {
    match source.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            ModelError::DiskFull { folder: path.parent().unwrap_or(path).to_owned() }
        }
        _ => ModelError::Unwritable { path: path.to_owned(), source },
    }
}

pub(super) fn check_space(folder: &Path, bytes_needed: u64) -> Result<(), ModelError> {
    let disk = rustix::fs::statvfs(folder).map_err(|error| unwritable(folder, error.into()))?;
    enough(folder, disk.f_bavail.saturating_mul(disk.f_frsize), bytes_needed)
}

fn enough(folder: &Path, bytes_free: u64, bytes_needed: u64) -> Result<(), ModelError> {
    let mb = |bytes: u64| bytes.div_ceil(1_000_000);
    if bytes_free >= bytes_needed {
        return Ok(());
    }
    Err(ModelError::TooLittleSpace { folder: folder.to_owned(), free_mb: mb(bytes_free), needed_mb: mb(bytes_needed) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_little_space_is_told_in_figures_before_anything_is_fetched() {
        let folder = Path::new("models");
        assert!(enough(folder, 5_000_000, 5_000_000).is_ok());
        let error = enough(folder, 4_000_000, 5_000_000).unwrap_err().to_string();
        assert!(error.contains("4 MB left and 5 MB are needed") && error.contains("CANVASS_MODELS_DIR"), "{error}");
        assert!(matches!(check_space(Path::new("."), u64::MAX), Err(ModelError::TooLittleSpace { .. })));
    }
}
