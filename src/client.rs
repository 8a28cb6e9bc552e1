//! A client of a running server, through the HTTP contract only. Every call has a timeout, a size limit and a retry
//! rule. A create carries an idempotency key, so that a retry never charges twice.

mod audiences;
mod created;
mod people;
mod studies;
mod transport;
mod wire;

use std::time::Duration;

use contract::Comparison;
use contract::requests::{CreditBalance, ReportAccepted, ReportEstimate, ReportRequest};
use language::brief::Brief;
use reqwest::Method;
use secrecy::{ExposeSecret, SecretString};
use url::{Url, form_urlencoded};

use primitives::chance::Chance;
use primitives::ids::ReportId;
use primitives::secret::PlainKey;

pub use created::{Created, CreatedReports};
pub use transport::ClientError;
pub use wire::{CANCELLED, FailedReport, Progress, Report, parse_result};

use transport::Transport;

/// Polling interval: it doubles from the first value up to what the contract recommends, so quick reports are seen
/// quickly.
const POLL_INTERVAL_FIRST: Duration = Duration::from_millis(250);
const POLL_INTERVAL_WHILE_DESIGNING: Duration = Duration::from_secs(5);
const POLL_INTERVAL_WHILE_SAMPLING: Duration = Duration::from_secs(15);

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

    /// Returns the server's URL, without a trailing slash.
    pub fn server(&self) -> &str {
        self.transport.server()
    }

    pub async fn credits_left(&self) -> Result<i64, ClientError> {
        let balance: CreditBalance = self.transport.call(&Method::GET, "api/v1/credits", None, &self.chance).await?;
        Ok(balance.credits_left)
    }

    /// Returns a report's cost and the engine's measured skill on such a question. Nothing is created.
    pub async fn estimate(&self, brief: &Brief) -> Result<ReportEstimate, ClientError> {
        let body = serde_json::to_vec(&ReportRequest::from(brief));
        let body = body.map_err(|_| ClientError::Garbled("the request can't be written"))?;
        let post = transport::Post { body, content_type: transport::JSON, idempotency_key: None };
        self.transport.call(&Method::POST, "api/v1/estimates", Some(&post), &self.chance).await
    }

    /// Returns a new random idempotency key.
    pub fn new_idempotency_key(&self) -> String {
        format!("canvass-{:032x}", self.chance.u128())
    }

    /// Creates the report exactly once, even if the call is retried.
    pub async fn create(&self, brief: &Brief, idempotency_key: &str) -> Result<ReportAccepted, ClientError> {
        let body = ReportRequest::from(brief);
        let body = serde_json::to_vec(&body).map_err(|_| ClientError::Garbled("the request can't be written"))?;
        let post = transport::Post { body, content_type: transport::JSON, idempotency_key: Some(idempotency_key) };
        self.transport.call(&Method::POST, "api/v1/reports", Some(&post), &self.chance).await
    }

    /// Returns the report's current state.
    pub async fn report(&self, id: ReportId) -> Result<Report, ClientError> {
        let path = format!("api/v1/reports/{id}");
        let status: wire::Status = self.transport.call(&Method::GET, &path, None, &self.chance).await?;
        status.report()
    }

    /// Puts two to six completed reports beside each other.
    pub async fn compare(&self, ids: &[ReportId]) -> Result<Comparison, ClientError> {
        let reports = ids.iter().map(|id| ("report", id.to_string()));
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(reports).finish();
        self.transport.call(&Method::GET, &format!("api/v1/comparisons?{query}"), None, &self.chance).await
    }

    /// Polls until the report has ended, at the intervals that the contract recommends.
    pub async fn wait_until_ended(
        &self,
        id: ReportId,
        on_progress: &(dyn Fn(&Progress) + Send + Sync),
    ) -> Result<Report, ClientError> {
        let mut interval = POLL_INTERVAL_FIRST;
        loop {
            let report = self.report(id).await?;
            let Report::Running(progress) = &report else { return Ok(report) };
            on_progress(progress);
            let interval_max =
                if progress.stage == "sampling" { POLL_INTERVAL_WHILE_SAMPLING } else { POLL_INTERVAL_WHILE_DESIGNING };
            tokio::time::sleep(interval.min(interval_max)).await;
            interval = (interval * 2).min(interval_max);
        }
    }
}

/// Parses the server's URL. URLs with credentials are rejected before they can be printed.
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
