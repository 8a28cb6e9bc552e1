//! Fetches one file from an address: resumes after a connection that ended early, gives up a server that is too slow, and keeps a
//! complete file only if its SHA-256 is the expected one. The bytes on disk may come from an earlier run or another source; if the
//! hash of the resumed file differs, the file is fetched once more from its beginning.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use reqwest::header::CONTENT_RANGE;
use reqwest::{Response, StatusCode};
use url::Url;

use super::fault::Fault;
use super::fingerprint;
use super::install::{PullEvent, Watcher, blocking, check_space, unwritable};
use super::network::Network;
use primitives::disk;

/// Name of an unfinished file in the folder of its pull.
pub(super) const PARTIAL_FILE: &str = "download";
/// Largest number of connections that may end early, each after some bytes, before the source is given up.
const CUTS_MAX: usize = 10;

/// A file at an address, with its expected hash and size.
pub(super) struct RemoteFile {
    pub(super) url: Url,
    /// In hexadecimal; `None` expects the hash that the server states, if any.
    pub(super) sha256: Option<String>,
    /// `None` if unknown.
    pub(super) bytes: Option<u64>,
}

/// The state of one fetch.
struct Transfer<'a> {
    network: &'a Network,
    remote: &'a RemoteFile,
    path: &'a Path,
    watch: &'a Watcher,
    file: File,
    /// Size of the file on disk.
    bytes_kept: u64,
    /// Size of the complete file, once known.
    bytes_total: Option<u64>,
    /// The expected hash, in hexadecimal, if known.
    sha256: Option<String>,
}

/// Fetches the file to `path` and returns its hash. Bytes that arrived before a failure stay there, so that the next fetch resumes;
/// a complete file with another hash is emptied.
pub(super) async fn fetch(
    network: &Network,
    remote: &RemoteFile,
    path: &Path,
    watch: &Watcher,
) -> Result<String, Fault> {
    let disk_fault = |source| Fault::ThisMachine(unwritable(path, source));
    let file = disk::open_to_write(path).map_err(disk_fault)?;
    let bytes_kept = file.metadata().map_err(disk_fault)?.len();
    let (bytes_total, sha256) = (remote.bytes, remote.sha256.clone());
    let mut transfer = Transfer { network, remote, path, watch, file, bytes_kept, bytes_total, sha256 };
    let was_resumed = bytes_kept > 0;
    let outcome = transfer.complete().await;
    // A resumed file that can't be verified, or differs, may begin with bytes of another version.
    let may_be_mixed = match &outcome {
        Ok(_) => transfer.sha256.is_none(),
        Err(fault) => matches!(fault, Fault::Content),
    };
    if !(was_resumed && may_be_mixed) {
        return outcome;
    }
    transfer.restart()?;
    transfer.complete().await
}

impl Transfer<'_> {
    /// Fetches what is missing and checks the file.
    async fn complete(&mut self) -> Result<String, Fault> {
        let mut cuts = 0;
        while self.bytes_kept == 0 || self.bytes_total.is_none_or(|bytes_total| self.bytes_kept < bytes_total) {
            let before = self.bytes_kept;
            match self.receive().await {
                Err(Fault::Cut { .. }) if self.bytes_kept > before && cuts < CUTS_MAX => cuts += 1,
                outcome => {
                    outcome?;
                    break;
                }
            }
        }
        self.check().await
    }

    /// Receives the rest of the file over one connection.
    async fn receive(&mut self) -> Result<(), Fault> {
        let reply = self.network.get(&self.remote.url, self.bytes_kept).await?;
        if self.remote.sha256.is_none() {
            self.sha256 = reply.stated;
        }
        let mut response = reply.response;
        let bytes_total = self.check_head(&response)?;
        if self.bytes_kept == bytes_total {
            return Ok(());
        }
        let folder = self.path.parent().unwrap_or(self.path);
        check_space(folder, bytes_total - self.bytes_kept.min(bytes_total)).map_err(Fault::ThisMachine)?;
        (self.watch)(PullEvent::Begun { bytes_total, bytes_here: self.bytes_kept });
        let minimum_speed = self.network.minimum_speed;
        loop {
            match tokio::time::timeout(minimum_speed.window, self.receive_window(&mut response, bytes_total)).await {
                Err(_) => return Err(Fault::Slow(minimum_speed)),
                Ok(Err(fault)) => return Err(fault),
                Ok(Ok(true)) => {}
                Ok(Ok(false)) if self.bytes_kept < bytes_total => {
                    return Err(Fault::Cut { bytes_kept: self.bytes_kept, bytes_total });
                }
                Ok(Ok(false)) => return Ok(()),
            }
        }
    }

    /// Checks status and headers, and returns the size of the complete file. Empties the file if the server sends it from its
    /// beginning.
    fn check_head(&mut self, response: &Response) -> Result<u64, Fault> {
        let bytes_total = match response.status() {
            StatusCode::OK => {
                self.restart()?;
                response.content_length()
            }
            StatusCode::PARTIAL_CONTENT | StatusCode::RANGE_NOT_SATISFIABLE => Some(self.resumed_size(response)?),
            StatusCode::NOT_FOUND | StatusCode::GONE => return Err(Fault::Gone(response.status().as_u16())),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                return Err(Fault::Refused(response.status().as_u16()));
            }
            other => return Err(Fault::Status(other.as_u16())),
        };
        match (bytes_total, self.remote.bytes) {
            (Some(found), Some(expected)) if found != expected => Err(Fault::Size { found, expected }),
            (bytes_total, expected) => {
                self.bytes_total = bytes_total.or(expected);
                self.bytes_total.ok_or(Fault::NoSize)
            }
        }
    }

    /// Returns the size of the complete file that a partial reply states. The reply must begin where the file on disk ends; a reply
    /// without a range means that the file on disk is complete.
    fn resumed_size(&self, response: &Response) -> Result<u64, Fault> {
        let stated = response.headers().get(CONTENT_RANGE).and_then(|value| value.to_str().ok());
        let range = stated.and_then(|text| text.strip_prefix("bytes ")).and_then(|text| text.split_once('/'));
        let bytes_total = range.and_then(|(_, bytes_total)| bytes_total.parse().ok());
        let begin = match range.and_then(|(range, _)| range.split_once('-')) {
            Some((begin, _)) => begin.parse().ok(),
            None => bytes_total,
        };
        // Otherwise the file on disk is longer than the server's, or the server sends another section.
        bytes_total.filter(|_| begin == Some(self.bytes_kept)).ok_or(Fault::Content)
    }

    /// Receives as many bytes as the minimum speed demands of one window. Returns `false` at the end of the reply.
    async fn receive_window(&mut self, response: &mut Response, bytes_total: u64) -> Result<bool, Fault> {
        let mut received = 0;
        while received < self.network.minimum_speed.bytes_min {
            match response.chunk().await {
                Ok(Some(bytes)) => {
                    received += bytes.len();
                    self.append(&bytes, bytes_total)?;
                }
                Ok(None) => return Ok(false),
                Err(_) => return Err(Fault::Cut { bytes_kept: self.bytes_kept, bytes_total }),
            }
        }
        Ok(true)
    }

    /// Appends bytes to the file. The write goes to the page cache, so it does not block the runtime.
    fn append(&mut self, bytes: &[u8], bytes_total: u64) -> Result<(), Fault> {
        let grown = self.bytes_kept + bytes.len() as u64;
        if grown > bytes_total {
            self.restart()?;
            return Err(Fault::Content);
        }
        let written = self.file.seek(SeekFrom::Start(self.bytes_kept)).and_then(|_| self.file.write_all(bytes));
        written.map_err(|source| Fault::ThisMachine(unwritable(self.path, source)))?;
        self.bytes_kept = grown;
        (self.watch)(PullEvent::Arrived { bytes: bytes.len() as u64 });
        Ok(())
    }

    /// Returns the hash of the complete file. Empties the file if size or hash differ from the expected ones.
    async fn check(&mut self) -> Result<String, Fault> {
        (self.watch)(PullEvent::Checking);
        let path = self.path.to_owned();
        let hashing =
            blocking(move || File::open(&path).and_then(fingerprint::hash).map_err(|source| unwritable(&path, source)));
        let hash = hashing.await.map_err(Fault::ThisMachine)?;
        let is_complete = self.bytes_total.is_none_or(|bytes_total| self.bytes_kept == bytes_total);
        if is_complete && self.sha256.as_ref().is_none_or(|expected| *expected == hash) {
            return Ok(hash);
        }
        self.restart()?;
        Err(Fault::Content)
    }

    /// Empties the file.
    fn restart(&mut self) -> Result<(), Fault> {
        self.bytes_kept = 0;
        self.file.set_len(0).map_err(|source| Fault::ThisMachine(unwritable(self.path, source)))
    }
}
