//! The engine that was chosen for the whole service, where no setting decides it: one row that every process reads. The
//! row says where the key is, never the key.

use super::rows::As;
use super::{Store, StoreError};
use primitives::clock::UnixMs;

/// The stored choice of an engine.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct EngineChoice {
    /// Grows with each choice, so that processes notice a change.
    pub number: i64,
    /// `embedded`, or the name of a provider; for any other server, its address.
    pub provider: String,
    /// Empty for an embedded model.
    pub base_url: String,
    /// Empty for an embedded model, which the settings name.
    pub model: String,
    #[sqlx(try_from = "As<KeySource>")]
    pub key_source: KeySource,
    pub chosen_at: UnixMs,
    /// When an administrator asked for a measurement, which may cost money; `None` if nobody did since the choice.
    pub measurement_asked_at: Option<UnixMs>,
}

/// An engine to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEngineChoice {
    pub provider: String,
    pub base_url: String,
    pub model: String,
    pub key_source: KeySource,
}

/// Where each process finds the key of the chosen engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// The server needs no key.
    None,
    /// An environment variable of each process.
    Variable(String),
    /// A file in the data folder, by its name.
    File(String),
}

impl KeySource {
    fn text(&self) -> String {
        match self {
            Self::None => String::new(),
            Self::Variable(name) => format!("variable:{name}"),
            Self::File(name) => format!("file:{name}"),
        }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None if text.is_empty() => Some(Self::None),
            Some(("variable", name)) => Some(Self::Variable(name.to_owned())),
            Some(("file", name)) => Some(Self::File(name.to_owned())),
            _ => None,
        }
    }
}

impl Store {
    /// Returns the choice, or `None` while the settings' default answers.
    pub async fn engine_choice(&self) -> Result<Option<EngineChoice>, StoreError> {
        let sql =
            "SELECT number, provider, base_url, model, key_source, chosen_at, measurement_asked_at FROM engine_choice";
        Ok(sqlx::query_as(sql).fetch_optional(self.db.reads()).await?)
    }

    /// Replaces the choice in one transaction, so that a reader sees the old or the new one.
    pub async fn choose_engine(&self, new: &NewEngineChoice, now: UnixMs) -> Result<(), StoreError> {
        let mut tx = self.db.write().await?;
        sqlx::query(
            "INSERT INTO engine_choice (id, number, provider, base_url, model, key_source, chosen_at)
             VALUES (1, 1, $1, $2, $3, $4, $5)
             ON CONFLICT (id) DO UPDATE
             SET number = engine_choice.number + 1, provider = excluded.provider, base_url = excluded.base_url,
                 model = excluded.model, key_source = excluded.key_source, chosen_at = excluded.chosen_at,
                 measurement_asked_at = NULL",
        )
        .bind(new.provider.as_str())
        .bind(new.base_url.as_str())
        .bind(new.model.as_str())
        .bind(new.key_source.text())
        .bind(now)
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
        Ok(())
    }

    /// Records that the engine with this number is to be measured whatever it costs. Returns false if another one was chosen since.
    pub async fn ask_for_measurement(&self, number: i64, now: UnixMs) -> Result<bool, StoreError> {
        let mut tx = self.db.write().await?;
        let asked = sqlx::query("UPDATE engine_choice SET measurement_asked_at = $2 WHERE number = $1")
            .bind(number)
            .bind(now)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        Ok(asked.rows_affected() == 1)
    }
}
