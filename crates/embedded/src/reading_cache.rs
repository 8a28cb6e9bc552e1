//! A cache of readings. A reading depends on its prompt alone, so it need not be computed twice.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use crate::llama::{AskError, Tokens};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

/// Most readings kept; a report has a few hundred.
const CACHED_MAX: usize = 4096;

/// SHA-256 of a prompt; the prompts themselves are long and not needed again.
type Key = [u8; 32];

pub(super) struct ReadingCache<T> {
    by_prompt: Mutex<HashMap<Key, Arc<OnceCell<Arc<T>>>>>,
}

impl<T> Default for ReadingCache<T> {
    fn default() -> Self {
        Self { by_prompt: Mutex::default() }
    }
}

impl<T> ReadingCache<T> {
    /// Returns the reading and the tokens that it took now, which are none
    /// if it was cached. A second caller waits for the first one's reading.
    pub(super) async fn get<F>(&self, prompt: &str, read: impl FnOnce() -> F) -> Result<(Arc<T>, Tokens), AskError>
    where
        F: Future<Output = Result<(T, Tokens), AskError>>,
    {
        let cell = self.cell(prompt);
        let mut took = Tokens::default();
        let reading = cell.get_or_try_init(|| async {
            let (value, tokens) = read().await?;
            took = tokens;
            Ok::<_, AskError>(Arc::new(value))
        });
        let reading = Arc::clone(reading.await?);
        Ok((reading, took))
    }

    fn cell(&self, prompt: &str) -> Arc<OnceCell<Arc<T>>> {
        let key = Key::from(Sha256::digest(prompt));
        let mut kept = self.by_prompt.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= CACHED_MAX && !kept.contains_key(&key) {
            kept.clear();
        }
        Arc::clone(kept.entry(key).or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn no_more_readings_are_kept_than_there_is_room_for() {
        let kept = ReadingCache::<u32>::default();
        for n in 0..3 * CACHED_MAX {
            kept.get(&n.to_string(), || async { Ok((1, Tokens::default())) }).await.unwrap();
            assert!(kept.by_prompt.lock().unwrap().len() <= CACHED_MAX);
        }
    }

    #[tokio::test]
    async fn a_reading_is_made_once_and_a_failed_one_again() {
        let kept = ReadingCache::<u32>::default();
        let failed = kept.get("prompt", || async { Err(AskError::Closed) }).await;
        assert_eq!(failed.unwrap_err(), AskError::Closed);
        let took = Tokens { encoded: 7, ..Tokens::default() };
        let first = kept.get("prompt", || async { Ok((1, took)) }).await.unwrap();
        let second = kept.get("prompt", || async { Ok((2, took)) }).await.unwrap();
        assert_eq!((*first.0, first.1), (1, took));
        assert_eq!((*second.0, second.1), (1, Tokens::default()));
    }
}
