//! Several engines combined into one. A forecast asks each member separately and takes the mean of their shares (in
//! `pipeline::elicit`). Requests to the blend itself go to its first member.

use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;

use super::{DocumentRequest, Engine, EngineCard, EngineError, Failure, LabelRequest, Reply, TextRequest};

pub struct Blend {
    members: Vec<Arc<dyn Engine>>,
}

impl Blend {
    /// Returns `None` if `members` is empty.
    pub fn new(members: Vec<Arc<dyn Engine>>) -> Option<Self> {
        (!members.is_empty()).then_some(Self { members })
    }

    fn first(&self) -> &dyn Engine {
        self.members[0].as_ref()
    }
}

#[async_trait]
impl Engine for Blend {
    fn card(&self) -> EngineCard {
        let cards: Vec<EngineCard> = self.members.iter().map(|member| member.card()).collect();
        let joined = |part: fn(&EngineCard) -> Option<&str>| {
            let parts: Vec<&str> = cards.iter().filter_map(part).collect();
            (!parts.is_empty()).then(|| parts.join("+"))
        };
        EngineCard {
            name: cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join("+"),
            model: joined(|card| card.model.as_deref()),
            model_hash: joined(|card| card.model_hash.as_deref()),
            adapter: cards.iter().find_map(|card| card.adapter.clone()),
            // A blend with a scripted member counts as scripted, since its shares are partly made up.
            scripted: cards.iter().any(|card| card.scripted),
            is_own: cards.iter().all(|card| card.is_own),
            retries: cards.iter().any(|card| card.retries),
            call_timeout_ms: cards.iter().map(|card| card.call_timeout_ms).max().unwrap_or(0),
            // Members have different prices, so there is no single price per token.
            price: None,
            ..cards[0].clone()
        }
    }

    async fn labels(&self, asks: &[LabelRequest]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        self.first().labels(asks).await
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.first().document(ask).await
    }

    async fn texts(&self, asks: &[TextRequest]) -> Vec<Result<Reply<String>, Failure>> {
        self.first().texts(asks).await
    }

    fn members(&self) -> &[Arc<dyn Engine>] {
        &self.members
    }

    async fn ready(&self) -> Result<(), EngineError> {
        for member in &self.members {
            member.ready().await?;
        }
        Ok(())
    }

    async fn broken(&self) {
        futures::future::select_all(self.members.iter().map(|member| member.broken())).await;
    }

    async fn probe(&self) -> Result<(), EngineError> {
        for member in &self.members {
            member.probe().await?;
        }
        Ok(())
    }
}
