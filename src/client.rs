//! A running server as its clients see it, over the HTTP contract and nothing else. Every call has a timeout, a limit
//! of size and a rule for trying again; a create carries an idempotency key, so that trying again never spends twice.

mod created;
mod people;
mod transport;
mod wire;

use std::time::Duration;

use language::brief::Brief;
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use primitives::chance::Chance;
use primitives::ids::ReportId;
use primitives::secret::PlainKey;

pub use created::{Created, CreatedReports};
pub use transport::ClientError;
pub use wire::{Accepted, CANCELLED, FailedReport, Progress, Report, understood};

use transport::Transport;

/// How often to look: the pause doubles from the first one up to what the contract advises, so that quick reports are
/// seen quickly.
const LOOK_FIRST: Duration = Duration::from_millis(250);
const LOOK_WHILE_DESIGNING: Duration = Duration::from_secs(5);
const LOOK_WHILE_SAMPLING: Duration = Duration::from_secs(15);

pub struct Client {
    transport: Transport,
    chance: Chance,
}

impl Client {
    pub fn new(server: &str, api_key: &SecretString, chance: Chance) -> Result<Self, ClientError> {
        let server = address(server)?;
        let key = PlainKey::parse(api_key.expose_secret().trim()).ok_or(ClientError::Key)?;
        Ok(Self { transport: Transport::new(&server, &key)?, chance })
    }

    /// The address, without a slash at its end.
    pub fn server(&self) -> &str {
        self.transport.server()
    }

    pub async fn credits_left(&self) -> Result<i64, ClientError> {
        let balance: wire::Balance = self.transport.call(&Method::GET, "api/v1/credits", None, &self.chance).await?;
        Ok(balance.credits_left)
    }

    /// A key that no other create has.
    pub fn new_idempotency_key(&self) -> String {
        format!("canvass-{:032x}", self.chance.u128())
    }

    /// Creates the report once, however often this has to be tried.
    pub async fn create(&self, brief: &Brief, idempotency_key: &str) -> Result<Accepted, ClientError> {
        let body = wire::NewReport::from(brief);
        let body = serde_json::to_vec(&body).map_err(|_| ClientError::Garbled("the request can't be written"))?;
        let post = transport::Post { body, content_type: transport::JSON, idempotency_key: Some(idempotency_key) };
        self.transport.call(&Method::POST, "api/v1/reports", Some(&post), &self.chance).await
    }

    /// The report as it stands.
    pub async fn report(&self, id: ReportId) -> Result<Report, ClientError> {
        let path = format!("api/v1/reports/{id}");
        let status: wire::Status = self.transport.call(&Method::GET, &path, None, &self.chance).await?;
        status.report()
    }

    /// The report once it has ended, looking as often as the contract advises.
    pub async fn ended(&self, id: ReportId, watch: &(dyn Fn(&Progress) + Send + Sync)) -> Result<Report, ClientError> {
        let mut wait = LOOK_FIRST;
        loop {
            let report = self.report(id).await?;
            let Report::Running(progress) = &report else { return Ok(report) };
            watch(progress);
            let longest = if progress.stage == "sampling" { LOOK_WHILE_SAMPLING } else { LOOK_WHILE_DESIGNING };
            tokio::time::sleep(wait.min(longest)).await;
            wait = (wait * 2).min(longest);
        }
    }
}

/// An address with a user or password in it is refused before anything could show it.
fn address(server: &str) -> Result<Url, ClientError> {
    let url = Url::parse(server.trim()).map_err(|_| ClientError::Address)?;
    let is_plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    if !matches!(url.scheme(), "http" | "https") || !is_plain || url.host().is_none() {
        return Err(ClientError::Address);
    }
    Ok(url)
}

#[cfg(test)]
mod tests;
