//! The SHA-256 of a model file, cached in the memory of the process and in a note in the models folder. Either is valid as
//! long as the file's path, size and modification time stay the same, so that a start need not read a gigabyte.

use foundation::hex;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use primitives::disk;

/// Length of a SHA-256 in hexadecimal digits.
pub(super) const HEX_CHARS: usize = 64;
const NOTES_FOLDER: &str = ".checked";
const BUFFER_BYTES: usize = 1 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    path: PathBuf,
    bytes: u64,
    modified_ns: u128,
    sha256: String,
}

/// Hashes that this process has computed, most useful where notes can't be written into the models folder.
static COMPUTED: Mutex<Vec<Note>> = Mutex::new(Vec::new());

/// Returns the file's hash. Reads the whole file unless this process or a note has a valid hash.
pub fn of(path: &Path, models_dir: &Path) -> io::Result<String> {
    let path = path.canonicalize()?;
    let mut file = File::open(&path)?;
    let found = file.metadata()?;
    if let Some(sha256) = remembered(&path, models_dir, &found) {
        return Ok(sha256);
    }
    let sha256 = hash(&mut file)?;
    remember(&path, models_dir, &sha256, &found);
    Ok(sha256)
}

/// Returns the file's hash if this process or a note has a valid one, without reading the file.
pub fn known(path: &Path, models_dir: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let found = std::fs::metadata(&path).ok()?;
    remembered(&path, models_dir, &found)
}

fn remembered(path: &Path, models_dir: &Path, found: &Metadata) -> Option<String> {
    let is_valid = |note: &&Note| **note == about(path, found, note.sha256.clone());
    if let Some(note) = lock().iter().find(is_valid) {
        return Some(note.sha256.clone());
    }
    read_note(&note_path(path, models_dir)).as_ref().filter(is_valid).map(|note| note.sha256.clone())
}

fn lock() -> MutexGuard<'static, Vec<Note>> {
    // Nothing panics while it is held.
    COMPUTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stores a computed hash. A failure is only logged, since the next start then merely takes longer.
pub fn remember(path: &Path, models_dir: &Path, sha256: &str, found: &Metadata) {
    let place = note_path(path, models_dir);
    let note = about(path, found, sha256.to_owned());
    {
        let mut notes = lock();
        notes.retain(|known| known.path != note.path);
        notes.push(note.clone());
    }
    let write = || -> io::Result<()> {
        std::fs::create_dir_all(models_dir)?;
        disk::own_folder(&models_dir.join(NOTES_FOLDER))?;
        disk::replace(&place, &serde_json::to_vec_pretty(&note)?)
    };
    if let Err(error) = write() {
        tracing::debug!(%error, "the hash of a model could not be stored");
    }
}

/// Returns the hash of all remaining bytes, in hexadecimal.
pub fn hash(mut reader: impl Read) -> io::Result<String> {
    let mut sha = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    loop {
        match reader.read(&mut buffer)? {
            0 => return Ok(hex(&sha.finalize())),
            read => sha.update(&buffer[..read]),
        }
    }
}

fn about(path: &Path, found: &Metadata, sha256: String) -> Note {
    let modified = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Note {
        path: path.to_owned(),
        bytes: found.len(),
        modified_ns: modified.map_or(0, |since| since.as_nanos()),
        sha256,
    }
}

/// Reads the note of one path; a damaged note counts as missing.
fn read_note(place: &Path) -> Option<Note> {
    serde_json::from_slice(&std::fs::read(place).ok()?).ok()
}

fn note_path(path: &Path, models_dir: &Path) -> PathBuf {
    let name = hex(&Sha256::digest(path.as_os_str().as_encoded_bytes())[..16]);
    models_dir.join(NOTES_FOLDER).join(format!("{name}.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_again_once_it_has_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gguf");
        std::fs::write(&path, "one").unwrap();
        let first = of(&path, folder.path()).unwrap();
        assert_eq!(first, hash(&b"one"[..]).unwrap());
        std::fs::write(&path, "three").unwrap();
        assert_eq!(of(&path, folder.path()).unwrap(), hash(&b"three"[..]).unwrap());
    }

    #[test]
    fn an_unchanged_file_is_not_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gguf");
        std::fs::write(&path, "one").unwrap();
        remember(&path.canonicalize().unwrap(), folder.path(), "noted", &path.metadata().unwrap());
        assert_eq!(of(&path, folder.path()).unwrap(), "noted");
    }

    #[test]
    fn a_folder_that_takes_no_note_still_gives_the_hash() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("m.gguf");
        std::fs::write(&path, "one").unwrap();
        assert_eq!(of(&path, &path).unwrap(), hash(&b"one"[..]).unwrap());
    }
}
