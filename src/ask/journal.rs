//! The pipeline's journal as a JSON Lines file: one line per checkpoint, synced to disk before it counts. A line
//! truncated by a crash is dropped, and its work is repeated.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::thread::JoinHandle;

use async_trait::async_trait;
use forecast::{Forecast, Part};
use language::brief::Brief;
use serde::{Deserialize, Serialize};
use tokio::sync::{mpsc, oneshot};

use super::{AskError, Event, Watch, files};
use engine::Usage;
use pipeline::{Checkpoints, Design, Journal, JournalError, Progress, Stage, Voices};
use primitives::disk;

/// Checkpoints that arrive during a sync are written together in the next batch.
const BATCH_MAX: usize = 256;
/// File mode before the umask is applied.
const MODE: u32 = 0o666;

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Step<'a> {
    Design(&'a Design),
    Part(&'a Part),
    Forecast(&'a Forecast),
    Voices(&'a Voices),
    Lost(Usage),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum KeptStep {
    Design(Box<Design>),
    Part(Part),
    Forecast(Box<Forecast>),
    Voices(Voices),
    Lost(Usage),
}

struct Pending {
    line: String,
    written: oneshot::Sender<io::Result<()>>,
}

pub(super) struct FileJournal<'a> {
    /// `None` only during drop.
    lines: Option<mpsc::Sender<Pending>>,
    writer: Option<JoinHandle<()>>,
    /// In respondents, as in [`Event::Answered`].
    done: Mutex<u32>,
    total: u32,
    /// Whether an earlier run left answers.
    has_answers: bool,
    watch: Watch<'a>,
}

impl<'a> FileJournal<'a> {
    /// Opens the folder's journal for this key, creating both if needed, and returns its checkpoints.
    pub(super) fn open(
        folder: &Path,
        key: &str,
        brief: &Brief,
        watch: Watch<'a>,
    ) -> Result<(Self, Checkpoints), AskError> {
        let at = |what: &'static str, path: &Path| {
            let path = path.to_owned();
            move |source| AskError::File { what, path, source }
        };
        fs::create_dir_all(folder).map_err(at("making the folder", folder))?;
        let path = folder.join(format!("answers-{}.jsonl", &key[..super::NAME_KEY_CHARS]));
        if !path.exists() && folder.join(files::DATA).exists() {
            return Err(AskError::AnotherReport { folder: folder.to_owned() });
        }
        let mut file = disk::open_to_append(&path, MODE).map_err(at("opening", &path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(AskError::AtWork { folder: folder.to_owned() }),
            Err(fs::TryLockError::Error(source)) => return Err(at("locking", &path)(source)),
        }
        let done = kept(&mut file, key).map_err(at("reading", &path))?;
        let (lines, pending) = mpsc::channel(BATCH_MAX);
        let writer = std::thread::spawn(move || write_batches(file, pending));
        let total = brief.sample_size();
        let has_answers = done.forecast.is_some() || !done.parts.is_empty();
        let journal = Self { lines: Some(lines), writer: Some(writer), done: Mutex::new(0), total, has_answers, watch };
        Ok((journal, done))
    }

    /// Returns once the step is synced to disk.
    async fn write(&self, step: &Step<'_>) -> Result<(), JournalError> {
        let line = serde_json::to_string(step).map_err(JournalError::new)? + "\n";
        let (written, answer) = oneshot::channel();
        let lines = self.lines.as_ref().ok_or_else(|| JournalError::new("the journal is closed"))?;
        lines.send(Pending { line, written }).await.map_err(|_| JournalError::new("the journal is closed"))?;
        answer.await.map_err(JournalError::new)?.map_err(JournalError::new)
    }

    fn advance(&self, progress: Progress) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let worth = self.total as usize * progress.done / progress.total.max(1);
        *done = u32::try_from(worth).unwrap_or(self.total).clamp(*done, self.total);
        (self.watch)(Event::Answered { done: *done, total: self.total });
    }
}

/// Everything sent is written before the journal is dropped, even if the run was cancelled.
impl Drop for FileJournal<'_> {
    fn drop(&mut self) {
        drop(self.lines.take());
        if let Some(writer) = self.writer.take() {
            // A writer that panicked has nothing left to write.
            let _ = writer.join();
        }
    }
}

#[async_trait]
impl Journal for FileJournal<'_> {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError> {
        (self.watch)(Event::Entered(stage));
        Ok(())
    }

    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        self.write(&Step::Design(design)).await
    }

    async fn resumed(&self, progress: Progress) -> Result<(), JournalError> {
        // A design without answers is not shown as progress.
        self.advance(if self.has_answers { progress } else { Progress { done: 0, ..progress } });
        Ok(())
    }

    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError> {
        self.write(&Step::Part(part)).await?;
        self.advance(progress);
        Ok(())
    }

    async fn lost(&self, usage: Usage) -> Result<(), JournalError> {
        if usage == Usage::default() { Ok(()) } else { self.write(&Step::Lost(usage)).await }
    }

    async fn forecast(&self, forecast: &Forecast, _: usize, progress: Progress) -> Result<(), JournalError> {
        self.write(&Step::Forecast(forecast)).await?;
        self.advance(progress);
        Ok(())
    }

    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError> {
        self.write(&Step::Voices(voices)).await?;
        self.advance(progress);
        Ok(())
    }
}

/// Reads the checkpoints up to the first incomplete or unreadable line and truncates the file there. A new file gets
/// its key.
fn kept(file: &mut File, key: &str) -> io::Result<Checkpoints> {
    let mut done = Checkpoints::default();
    let mut whole = 0_u64;
    let mut reader = BufReader::new(&*file);
    let mut line = Vec::new();
    let mut is_first = true;
    while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
        let understood = if is_first { is_key(&line, key) } else { take(&line, &mut done) };
        if !understood {
            break;
        }
        whole += line.len() as u64;
        is_first = false;
        line.clear();
    }
    // Answers without a design cannot be used, but their token usage still counts.
    if done.design.is_none() {
        (done, whole) = (Checkpoints { lost: done.spent(), ..Checkpoints::default() }, 0);
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::End(0))?;
    if whole == 0 {
        let mut lines = format!("{}\n", serde_json::json!({ "key": key }));
        if done.lost != Usage::default() {
            lines += &format!("{}\n", serde_json::to_string(&Step::Lost(done.lost))?);
        }
        file.write_all(lines.as_bytes())?;
        file.sync_data()?;
    }
    Ok(done)
}

fn is_key(line: &[u8], key: &str) -> bool {
    serde_json::from_slice::<serde_json::Value>(line).is_ok_and(|first| first["key"] == key)
}

fn take(line: &[u8], done: &mut Checkpoints) -> bool {
    match serde_json::from_slice(line) {
        Ok(KeptStep::Design(design)) => done.design = Some(*design),
        Ok(KeptStep::Part(part)) => done.parts.push(part),
        Ok(KeptStep::Forecast(forecast)) => done.forecast = Some(*forecast),
        Ok(KeptStep::Voices(voices)) => done.voices.push(voices),
        Ok(KeptStep::Lost(usage)) => done.lost += usage,
        Err(_) => return false,
    }
    true
}

fn write_batches(mut file: File, mut pending: mpsc::Receiver<Pending>) {
    let mut batch = Vec::with_capacity(BATCH_MAX);
    while pending.blocking_recv_many(&mut batch, BATCH_MAX) > 0 {
        let lines: String = batch.iter().map(|one| one.line.as_str()).collect();
        let outcome = file.write_all(lines.as_bytes()).and_then(|()| file.sync_data());
        for one in batch.drain(..) {
            let copy = match &outcome {
                Ok(()) => Ok(()),
                Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
            };
            // A cancelled run no longer listens; its checkpoints are kept all the same.
            let _ = one.written.send(copy);
        }
    }
}
