//! Audiences that the account keeps on a running server.

use contract::{AudienceRequest, KeptAudience, KeptAudiences};
use language::brief::Draft;
use reqwest::Method;

use super::transport::{JSON, Post};
use super::{Client, ClientError};
use primitives::ids::AudienceId;

const PATH: &str = "api/v1/audiences";

impl Client {
    pub async fn audiences(&self) -> Result<KeptAudiences, ClientError> {
        self.transport.call(&Method::GET, PATH, None, &self.chance).await
    }

    pub async fn audience(&self, id: AudienceId) -> Result<KeptAudience, ClientError> {
        self.transport.call(&Method::GET, &format!("{PATH}/{id}"), None, &self.chance).await
    }

    /// Saves an audience. The same request again returns the same audience, so that a retry saves none twice.
    pub async fn keep_audience(&self, request: &AudienceRequest) -> Result<KeptAudience, ClientError> {
        let body = serde_json::to_vec(request).map_err(|_| ClientError::Garbled("the request can't be written"))?;
        let post = Post { body, content_type: JSON, idempotency_key: None };
        self.transport.call(&Method::POST, PATH, Some(&post), &self.chance).await
    }

    pub async fn delete_audience(&self, id: AudienceId) -> Result<(), ClientError> {
        self.transport.call(&Method::DELETE, &format!("{PATH}/{id}"), None, &self.chance).await
    }

    /// Returns the draft with the sample size of the audience that it names, if it has none. The server refuses an id that is none.
    pub async fn with_kept_size(&self, draft: Draft) -> Result<Draft, ClientError> {
        let named = draft.audience_id.as_deref().and_then(AudienceId::parse);
        match (named, draft.sample_size) {
            (Some(id), None) => {
                let kept = self.audience(id).await?;
                Ok(Draft { sample_size: Some(kept.default_sample_size.into()), ..draft })
            }
            _ => Ok(draft),
        }
    }
}
