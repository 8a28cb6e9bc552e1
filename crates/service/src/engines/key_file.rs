//! Files of provider keys that an administrator typed. A key must be sent, so it is the one secret that is kept readable:
//! in a file of mode 600 in a folder of mode 700 of the data folder, which backups leave out. Each choice has a file of its
//! own name, which is written before the choice is recorded; a file that no choice names is deleted.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use secrecy::{ExposeSecret, SecretString};

use primitives::chance::Chance;
use primitives::disk;
use store::KeySource;

const FOLDER: &str = "engine-keys";
const FOLDER_MODE: u32 = 0o700;
/// The longest time between the writing of a key file and the record of its choice.
const BEING_CHOSEN_MAX: Duration = Duration::from_secs(60);
/// Permissions of the group and of others, which a key file must not have.
const OTHERS: u32 = 0o077;

/// Writes a key to a new file and returns its name.
pub(super) fn write(data_dir: &Path, key: &SecretString, chance: &Chance) -> io::Result<String> {
    let folder = data_dir.join(FOLDER);
    fs::create_dir_all(data_dir)?;
    disk::own_folder(&folder)?;
    fs::set_permissions(&folder, Permissions::from_mode(FOLDER_MODE))?;
    let name = format!("{:016x}", chance.u64());
    disk::write_secret(&folder.join(&name), key.expose_secret().as_bytes())?;
    Ok(name)
}

/// Reads a key. Fails if others than its owner may read the file.
pub(super) fn read(data_dir: &Path, name: &str) -> io::Result<SecretString> {
    let path = file(data_dir, name);
    let found = fs::symlink_metadata(&path)?;
    if !found.is_file() || found.mode() & OTHERS != 0 {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the key's file must be a plain file of mode 600"));
    }
    Ok(SecretString::from(fs::read_to_string(path)?.trim().to_owned()))
}

/// Deletes the file of the key that another one replaced.
pub(super) fn remove_replaced_key(data_dir: &Path, earlier: &KeySource, in_force: &KeySource) -> io::Result<()> {
    match earlier {
        KeySource::File(name) if earlier != in_force => match fs::remove_file(file(data_dir, name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        },
        _ => Ok(()),
    }
}

/// Deletes the files of keys that the choice in force does not name, such as those of choices that were interrupted. A new file
/// stays, since another process may be about to record its choice.
pub fn remove_unused_keys(data_dir: &Path, in_force: &KeySource) -> io::Result<()> {
    let kept = match in_force {
        KeySource::File(name) => Some(name.as_str()),
        KeySource::None | KeySource::Variable(_) => None,
    };
    let entries = match fs::read_dir(data_dir.join(FOLDER)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let found = entry.metadata()?;
        let is_new = found.modified()?.elapsed().is_ok_and(|age| age < BEING_CHOSEN_MAX);
        if found.is_file() && !is_new && kept.is_none_or(|kept| entry.file_name() != kept) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// A name is joined as one component, so that it can't lead out of the folder.
fn file(data_dir: &Path, name: &str) -> PathBuf {
    let plain = Path::new(name).file_name().unwrap_or(std::ffi::OsStr::new("-"));
    data_dir.join(FOLDER).join(plain)
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn a_key_is_readable_by_its_owner_alone_and_goes_with_its_choice() {
        let folder = tempfile::tempdir().unwrap();
        let chance = Chance::from_system().unwrap();
        let [old, new] =
            ["sk-old", "sk-new"].map(|key| write(folder.path(), &SecretString::from(key), &chance).unwrap());
        let path = file(folder.path(), &new);
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(path.parent().unwrap()).unwrap().mode() & 0o777, FOLDER_MODE);
        assert_eq!(read(folder.path(), &new).unwrap().expose_secret(), "sk-new");
        remove_unused_keys(folder.path(), &KeySource::File(new.clone())).unwrap();
        assert!(read(folder.path(), &old).is_ok(), "another process may be about to choose it");
        let long_ago = SystemTime::UNIX_EPOCH;
        for name in [&old, &new] {
            fs::File::open(file(folder.path(), name)).unwrap().set_modified(long_ago).unwrap();
        }
        remove_unused_keys(folder.path(), &KeySource::File(new.clone())).unwrap();
        assert!(read(folder.path(), &old).is_err() && read(folder.path(), &new).is_ok());
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        assert!(read(folder.path(), &new).is_err(), "others may read it");
        remove_replaced_key(folder.path(), &KeySource::File(new), &KeySource::None).unwrap();
        assert!(!path.exists(), "however new it is");
    }

    #[test]
    fn a_name_leads_to_no_other_folder() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("secret"), "other").unwrap();
        assert!(read(folder.path(), "../secret").is_err());
    }
}
