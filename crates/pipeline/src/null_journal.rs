//! A journal that stores nothing, for runs that need no resumption.

use async_trait::async_trait;
use forecast::{Forecast, Part};

use super::{Design, Journal, JournalError, Progress, Stage, Voices};

pub struct NullJournal;

#[async_trait]
impl Journal for NullJournal {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }

    async fn designed(&self, _: &Design) -> Result<(), JournalError> {
        Ok(())
    }

    async fn asked(&self, _: &Part, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }

    async fn forecast(&self, _: &Forecast, _: usize, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }

    async fn spoken(&self, _: &Voices, _: Progress) -> Result<(), JournalError> {
        Ok(())
    }
}
