//! Surveys and people's answers of a report on a running server. Responses are passed on unchanged.

use reqwest::Method;
use serde_json::Value;
use url::form_urlencoded;

use super::transport::{JSON, Post};
use super::{Client, ClientError};
use contract::PeopleView;
use primitives::ids::ReportId;

const CSV: &str = "text/csv";

impl Client {
    /// Opens a survey. `body` is sent as it is.
    pub async fn open_survey(&self, id: ReportId, body: &Value) -> Result<Value, ClientError> {
        self.send_survey(&Method::POST, id, body).await
    }

    /// Closes, reopens or extends the survey.
    pub async fn change_survey(&self, id: ReportId, body: &Value) -> Result<Value, ClientError> {
        self.send_survey(&Method::PATCH, id, body).await
    }

    pub async fn survey(&self, id: ReportId) -> Result<Value, ClientError> {
        self.transport.call(&Method::GET, &format!("api/v1/reports/{id}/survey"), None, &self.chance).await
    }

    /// Returns the forecast, people's shares and the joint estimate.
    pub async fn people(&self, id: ReportId) -> Result<Value, ClientError> {
        self.transport.call(&Method::GET, &format!("api/v1/reports/{id}/people"), None, &self.chance).await
    }

    /// Adds people from a CSV or JSON file exactly once, even if the call is retried. Rows that the report already
    /// has are added again only if `are_other_people`, which sends a new idempotency key.
    /// `columns` says what columns of a table are read as: `choice=Which name do you like?`.
    pub async fn add_people(
        &self,
        id: ReportId,
        file: Vec<u8>,
        are_other_people: bool,
        columns: &[String],
    ) -> Result<Value, ClientError> {
        let is_json = file.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'[');
        let key = are_other_people.then(|| self.new_idempotency_key());
        let content_type = if is_json { JSON } else { CSV };
        let post = Post { body: file, content_type, idempotency_key: key.as_deref() };
        let path = format!("api/v1/reports/{id}/people{}", query(columns));
        self.transport.call(&Method::POST, &path, Some(&post), &self.chance).await
    }

    /// Returns people's answers beside the forecast as a view, or `None` where none is counted.
    pub async fn people_view(&self, id: ReportId) -> Result<Option<PeopleView>, ClientError> {
        let people = self.people(id).await?;
        // A server of another release may answer otherwise; the forecast is shown then.
        Ok(serde_json::from_value(people).ok().filter(|view: &PeopleView| view.people > 0))
    }

    /// Changes an answer: whether it is counted despite its flags, and whether its comment is hidden.
    pub async fn change_answer(&self, id: ReportId, answer: &str, change: &Value) -> Result<Value, ClientError> {
        let body = change.to_string().into_bytes();
        let post = Post { body, content_type: JSON, idempotency_key: None };
        let path = format!("api/v1/reports/{id}/people/{answer}");
        self.transport.call(&Method::PATCH, &path, Some(&post), &self.chance).await
    }

    async fn send_survey(&self, method: &Method, id: ReportId, body: &Value) -> Result<Value, ClientError> {
        let key = self.new_idempotency_key();
        let post = Post { body: body.to_string().into_bytes(), content_type: JSON, idempotency_key: Some(&key) };
        self.transport.call(method, &format!("api/v1/reports/{id}/survey"), Some(&post), &self.chance).await
    }
}

/// Returns the query that says what columns are read as; empty without any.
fn query(columns: &[String]) -> String {
    let pairs = columns.iter().map(|column| ("column", column));
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    if query.is_empty() { query } else { format!("?{query}") }
}
