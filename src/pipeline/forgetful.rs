//! A journal that keeps nothing, for runs whose findings are all that is wanted: nothing of them survives a stop.

use async_trait::async_trait;
use survey::answer::{Interview, Reading};

use super::{Design, Journal, JournalError, Stage};

pub struct Forgetful;

#[async_trait]
impl Journal for Forgetful {
    async fn entered(&self, _: Stage) -> Result<(), JournalError> {
        Ok(())
    }

    async fn designed(&self, _: &Design) -> Result<(), JournalError> {
        Ok(())
    }

    async fn read(&self, _: &Reading) -> Result<(), JournalError> {
        Ok(())
    }

    async fn interviewed(&self, _: &Interview) -> Result<(), JournalError> {
        Ok(())
    }
}
