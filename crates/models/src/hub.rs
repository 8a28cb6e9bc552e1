//! Downloads a model file from Hugging Face with Hugging Face's own client, which reads its usual environment
//! variables (address of a mirror, folder with the token).

use std::fmt;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use hf_hub::api::Progress;
use hf_hub::api::sync::ApiBuilder;

use super::install::{PullEvent, Watcher, check_space, install_file, remove_folder};
use super::{ModelError, fingerprint, gguf};

/// Longest time without data; the client itself has no such limit.
const SILENCE_MAX: Duration = Duration::from_secs(60);
const RETRIES: usize = 3;

/// A file in a model repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubFile {
    repository: String,
    file: String,
}

impl HubFile {
    /// Parses `owner/repo/file.gguf`; the file may be in a folder.
    pub(super) fn parse(text: &str) -> Result<Self, ModelError> {
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        };
        let names: Vec<&str> = text.split('/').collect();
        match names.as_slice() {
            [owner, repository, file @ ..]
                if !file.is_empty() && text.ends_with(super::EXTENSION) && names.iter().all(|name| is_name(name)) =>
            {
                Ok(Self { repository: format!("{owner}/{repository}"), file: file.join("/") })
            }
            _ => Err(ModelError::BadHubAddress { text: format!("{}{text}", super::HUB_PREFIX) }),
        }
    }

    pub(super) fn local_name(&self) -> String {
        format!("hf/{}/{}", self.repository, self.file).replace('/', "--")
    }
}

impl fmt::Display for HubFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}/{}", super::HUB_PREFIX, self.repository, self.file)
    }
}

/// Downloads the file into `partial`, checks it, and moves it to `target`.
pub(super) fn fetch(file: &HubFile, partial: &Path, target: &Path, watch: &Watcher) -> Result<(), ModelError> {
    let failed = |message: String| ModelError::Hub { file: file.to_string(), message };
    let fetched = download(file, partial, watch);
    // A partial download is kept to resume from; an attempt that received nothing leaves nothing.
    if fetched.is_err() && !holds_a_file(partial) {
        let _ = remove_folder(partial);
    }
    let arrived = fetched?.canonicalize().map_err(|error| failed(error.to_string()))?;
    watch(PullEvent::Checking);
    let hash = std::fs::File::open(&arrived).and_then(fingerprint::hash).map_err(|error| failed(error.to_string()))?;
    // The client names large files by the hash that the server states.
    let stated = arrived.file_name().and_then(|name| name.to_str()).filter(|name| name.len() == fingerprint::HEX_CHARS);
    let checked = match stated {
        Some(stated) if stated != hash => Err(failed("its content is not what the server states (SHA-256)".to_owned())),
        _ => gguf::check(&arrived).map_err(|fault| failed(fault.of(Path::new(&file.file)).to_string())),
    };
    let placed = checked.and_then(|_| install_file(&arrived, target, &hash));
    let _ = remove_folder(partial);
    placed
}

enum Heard {
    Size(u64),
    Bytes(u64),
    End(Result<std::path::PathBuf, String>),
}

/// Runs the client on its own thread, so that a hung download can be abandoned.
fn download(file: &HubFile, partial: &Path, watch: &Watcher) -> Result<std::path::PathBuf, ModelError> {
    let failed = |message: String| ModelError::Hub { file: file.to_string(), message };
    let (tell, hear) = channel();
    let (wanted, folder) = (file.clone(), partial.to_owned());
    std::thread::spawn(move || {
        let fetch = || {
            let client =
                ApiBuilder::from_env().with_cache_dir(folder).with_progress(false).with_retries(RETRIES).build()?;
            client.model(wanted.repository).download_with_progress(&wanted.file, Reporter(tell.clone()))
        };
        let _ = tell.send(Heard::End(fetch().map_err(|error| error.to_string())));
    });
    loop {
        match hear.recv_timeout(SILENCE_MAX) {
            Ok(Heard::Size(bytes)) => {
                check_space(partial, bytes)?;
                watch(PullEvent::Begun { bytes_total: bytes, bytes_here: 0 });
            }
            Ok(Heard::Bytes(bytes)) => watch(PullEvent::Arrived { bytes }),
            Ok(Heard::End(outcome)) => return outcome.map_err(failed),
            Err(RecvTimeoutError::Timeout) => {
                return Err(failed(format!("nothing came for {} seconds", SILENCE_MAX.as_secs())));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(failed("the download ended early".to_owned())),
        }
    }
}

struct Reporter(Sender<Heard>);

impl Progress for Reporter {
    fn init(&mut self, size: usize, _: &str) {
        let _ = self.0.send(Heard::Size(size as u64));
    }

    fn update(&mut self, size: usize) {
        let _ = self.0.send(Heard::Bytes(size as u64));
    }

    fn finish(&mut self) {}
}

/// Whether the folder or one below it contains a non-empty file.
fn holds_a_file(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => holds_a_file(&entry.path()),
        Ok(found) => found.len() > 0,
        Err(_) => false,
    })
}
