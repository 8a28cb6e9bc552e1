//! Writes files in folders that other users can write to, such as /tmp. The file itself is never written through a
//! symbolic link: a new file gets a random name and is renamed into place, and a file opened for appending must be a
//! regular file. Links among the parent folders are followed, since the caller chose the path.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use rustix::fs::OFlags;

/// Mode of a new file, before the process's umask.
const MODE: u32 = 0o666;
const SECRET_MODE: u32 = 0o600;

/// Replaces a file atomically, whatever has its name. On an error, the old file stays.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".canvass-").suffix(".partial").permissions(Permissions::from_mode(MODE));
    let mut aside = builder.tempfile_in(folder)?;
    aside.write_all(content)?;
    aside.as_file().sync_all()?;
    aside.persist(path).map(drop).map_err(|error| error.error)
}

/// Writes a new file that only its owner may read, and returns once it is durable. Fails if the name is taken.
pub fn write_secret(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).mode(SECRET_MODE).open(path)?;
    file.write_all(content)?;
    file.sync_all()
}

/// Opens a file to read it and append to it; creates it with this mode
/// if it is missing. Fails for a link or anything but a regular file.
pub fn open_to_append(path: &Path, mode: u32) -> io::Result<File> {
    open(OpenOptions::new().read(true).append(true).create(true).mode(mode), path)
}

/// Opens a file to read and write it at any position; otherwise like [`open_to_append`].
pub fn open_to_write(path: &Path) -> io::Result<File> {
    open(OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(MODE), path)
}

fn open(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let no_follow = OFlags::NOFOLLOW.bits();
    let file = options.custom_flags(no_follow.cast_signed()).open(path).map_err(|error| {
        let is_link = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
        if is_link { not_its_own("it is a link to somewhere else") } else { error }
    })?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_its_own("it is no plain file")) }
}

/// Creates a folder if it is missing. Fails for a link, even one to a folder.
pub fn own_folder(path: &Path) -> io::Result<()> {
    match fs::create_dir(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        made => return made,
    }
    match fs::symlink_metadata(path)?.is_dir() {
        true => Ok(()),
        false => Err(not_its_own("it is a link or a file, and a folder is needed")),
    }
}

/// Checks that a file can be created and written in a folder.
pub fn try_to_write(folder: &Path) -> io::Result<()> {
    tempfile::Builder::new().prefix(".canvass-").tempfile_in(folder)?.write_all(b"?")
}

fn not_its_own(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, format!("{why}; remove it, or choose another folder"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn text(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    #[test]
    fn a_file_is_put_in_place_of_a_link_and_never_through_it() {
        let folder = tempfile::tempdir().unwrap();
        let (precious, path) = (folder.path().join("precious"), folder.path().join("report.html"));
        fs::write(&precious, "precious").unwrap();
        symlink(&precious, &path).unwrap();
        symlink(&precious, folder.path().join("report.html.partial")).unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!((text(&path).as_str(), text(&precious).as_str()), ("new", "precious"));
        assert!(!fs::symlink_metadata(&path).unwrap().is_symlink());
        replace(&path, b"newer").unwrap();
        assert_eq!(text(&path), "newer");
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 3, "nothing else is left behind");
    }

    #[test]
    fn what_cannot_be_put_in_place_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("taken");
        fs::create_dir_all(path.join("by a folder")).unwrap();
        replace(&path, b"new").unwrap_err();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        replace(&folder.path().join("missing/file"), b"new").unwrap_err();
    }

    #[test]
    fn a_new_file_is_as_readable_as_any_other() {
        let folder = tempfile::tempdir().unwrap();
        let (path, usual) = (folder.path().join("replaced"), folder.path().join("usual"));
        replace(&path, b"").unwrap();
        File::create(&usual).unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&usual));
    }

    #[test]
    fn a_file_that_was_put_there_by_others_is_not_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let [precious, link, dangling, plain] =
            ["precious", "link", "dangling", "plain"].map(|name| folder.path().join(name));
        fs::write(&precious, "precious").unwrap();
        symlink(&precious, &link).unwrap();
        symlink(folder.path().join("nowhere"), &dangling).unwrap();
        for path in [&link, &dangling, &folder.path().to_owned()] {
            assert!(open_to_append(path, MODE).is_err(), "{}", path.display());
            assert!(open_to_write(path).is_err(), "{}", path.display());
        }
        assert!(open_to_append(&link, MODE).unwrap_err().to_string().contains("is a link"));
        assert_eq!(text(&precious), "precious");
        assert!(!folder.path().join("nowhere").exists());
        open_to_append(&plain, MODE).unwrap().write_all(b"one ").unwrap();
        open_to_append(&plain, MODE).unwrap().write_all(b"two").unwrap();
        assert_eq!(text(&plain), "one two");
    }

    #[test]
    fn a_folder_is_made_once_and_a_link_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let (own, link) = (folder.path().join("own"), folder.path().join("link"));
        own_folder(&own).unwrap();
        own_folder(&own).unwrap();
        symlink(&own, &link).unwrap();
        own_folder(&link).unwrap_err();
        try_to_write(&own).unwrap();
        assert_eq!(fs::read_dir(&own).unwrap().count(), 0);
    }
}
