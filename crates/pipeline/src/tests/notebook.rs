//! An in-memory journal that stores checkpoints as the database would.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::*;

/// Fails after `stop_after` steps.
#[derive(Default)]
pub(super) struct Notebook {
    stages: Mutex<Vec<Stage>>,
    kept: Mutex<Checkpoints>,
    steps: Mutex<Vec<String>>,
    begun: AtomicUsize,
    stop_after: Option<usize>,
}

impl Notebook {
    pub(super) fn stopping_after(steps: usize) -> Self {
        Self { stop_after: Some(steps), ..Self::default() }
    }

    pub(super) fn stages(&self) -> Vec<Stage> {
        self.stages.lock().unwrap().clone()
    }

    /// Names of the steps, in the order of completion.
    pub(super) fn steps(&self) -> Vec<String> {
        self.steps.lock().unwrap().clone()
    }

    /// Number of respondents that were drawn.
    pub(super) fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    pub(super) fn into_checkpoints(self) -> Checkpoints {
        self.kept.into_inner().unwrap()
    }

    fn note(&self, step: String) -> Result<(), JournalError> {
        let mut steps = self.steps.lock().unwrap();
        if self.stop_after.is_some_and(|limit| steps.len() >= limit) {
            return Err(JournalError::new("lease lost"));
        }
        steps.push(step);
        Ok(())
    }

    fn note_call(&self, step: String, progress: Progress) -> Result<(), JournalError> {
        assert!(progress.done <= progress.total, "{step}: {progress:?}");
        self.note(step)
    }
}

/// A round trip through JSON, to check that nothing is lost.
fn stored<T: Serialize + DeserializeOwned>(value: &T) -> T {
    serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
}

#[async_trait]
impl Journal for Notebook {
    async fn entered(&self, stage: Stage) -> Result<(), JournalError> {
        self.stages.lock().unwrap().push(stage);
        Ok(())
    }

    async fn designed(&self, design: &Design) -> Result<(), JournalError> {
        self.note("design".to_owned())?;
        self.kept.lock().unwrap().design = Some(stored(design));
        Ok(())
    }

    async fn asked(&self, part: &Part, progress: Progress) -> Result<(), JournalError> {
        self.note_call(part.ask.key(), progress)?;
        self.kept.lock().unwrap().parts.push(stored(part));
        Ok(())
    }

    async fn lost(&self, usage: Usage) -> Result<(), JournalError> {
        self.kept.lock().unwrap().lost += usage;
        Ok(())
    }

    async fn forecast(&self, forecast: &Forecast, respondents: usize, progress: Progress) -> Result<(), JournalError> {
        self.note_call("forecast".to_owned(), progress)?;
        self.kept.lock().unwrap().forecast = Some(stored(forecast));
        self.begun.store(respondents, Ordering::SeqCst);
        Ok(())
    }

    async fn spoken(&self, voices: &Voices, progress: Progress) -> Result<(), JournalError> {
        self.note_call(format!("voices/{}", voices.key()), progress)?;
        self.kept.lock().unwrap().voices.push(stored(voices));
        Ok(())
    }
}
