//! Idempotency keys of reports: how long a key is valid, and the hash that identifies the request of a deleted report.

use language::brief::Brief;
use sha2::{Digest, Sha256};

use super::rows::FromText;
use super::{Store, StoreError};
use primitives::clock::UnixMs;
use primitives::ids::AccountId;

/// How long an idempotency key is valid.
pub(super) const IDEMPOTENCY_WINDOW_MS: i64 = 24 * 60 * 60 * 1000;

/// What a valid idempotency key was used for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyedReport {
    Created(Box<Brief>),
    /// The report was deleted, and its brief with it.
    Deleted,
}

impl Store {
    /// Returns what an account used an idempotency key for; `None` if the key is new or no longer valid.
    pub async fn report_of_key(
        &self,
        account: AccountId,
        key: &str,
        now: UnixMs,
    ) -> Result<Option<KeyedReport>, StoreError> {
        let brief: Option<String> = sqlx::query_scalar(
            "SELECT brief FROM reports WHERE account_id = $1 AND idempotency_key = $2 AND created_at > $3",
        )
        .bind(account.to_string())
        .bind(key)
        .bind(now - IDEMPOTENCY_WINDOW_MS)
        .fetch_optional(self.db.reads())
        .await?;
        let Some(brief) = brief else { return Ok(None) };
        if brief.is_empty() {
            return Ok(Some(KeyedReport::Deleted));
        }
        let brief = Brief::from_text(&brief).map_err(|_| StoreError::Unreadable("a stored brief".to_owned()))?;
        Ok(Some(KeyedReport::Created(Box::new(brief))))
    }
}

/// Returns the hash of a brief as the client sent it. The account's default country is not part of the request.
pub(super) fn brief_hash(brief: &Brief) -> Result<[u8; 32], StoreError> {
    let sent = brief.clone().from_country(None);
    let text = serde_json::to_vec(&sent).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    Ok(Sha256::digest(text).into())
}

/// Returns the hash of a stored brief. The hash of a damaged brief matches no request.
pub(super) fn hash_of_stored(text: &str) -> Result<[u8; 32], StoreError> {
    match Brief::from_text(text) {
        Ok(brief) => brief_hash(&brief),
        Err(_) => Ok(Sha256::digest(text).into()),
    }
}
