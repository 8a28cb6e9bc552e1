//! An engine together with its card and the token budget of one report.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::calls::{self, CallKind};
use engine::{
    DocumentRequest, Engine, EngineCard, EngineError, Failure, LabelRequest, Reply, TextRequest, Usage, took,
};

pub struct Asker<'a> {
    pub engine: &'a dyn Engine,
    pub card: EngineCard,
    budget: Arc<TokenBudget>,
}

/// Token budget of one report. A call that is in flight when the limit is reached is completed.
#[derive(Debug, Default)]
pub struct TokenBudget {
    /// Spent by earlier attempts.
    tokens_before: u64,
    taken: Mutex<Usage>,
    max: Option<u64>,
}

impl TokenBudget {
    /// `max` is `None` for no limit; `spent` is the usage of earlier attempts.
    pub fn new(max: Option<u64>, spent: Usage) -> Self {
        Self { tokens_before: spent.tokens(), taken: Mutex::default(), max }
    }

    fn is_empty(&self) -> bool {
        self.max.is_some_and(|max| self.tokens_before.saturating_add(self.taken().tokens()) >= max)
    }

    fn taken(&self) -> Usage {
        *self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> Asker<'a> {
    pub fn new(engine: &'a dyn Engine, budget: TokenBudget) -> Self {
        Self { engine, card: engine.card(), budget: Arc::new(budget) }
    }

    /// Returns an asker without a limit, for use outside a report.
    pub fn unlimited(engine: &'a dyn Engine) -> Self {
        Self::new(engine, TokenBudget::default())
    }

    /// Returns an asker for a member of a blend that shares this budget.
    pub(super) fn of<'m>(&self, member: &'m dyn Engine) -> Asker<'m> {
        Asker { engine: member, card: member.card(), budget: Arc::clone(&self.budget) }
    }

    pub(super) fn members(&self) -> &[Arc<dyn Engine>] {
        self.engine.members()
    }

    /// Returns whether the budget is exhausted.
    pub fn is_spent(&self) -> bool {
        self.budget.is_empty()
    }

    /// Returns the usage of all calls through this budget.
    pub fn taken(&self) -> Usage {
        self.budget.taken()
    }

    pub async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.check_budget()?;
        self.paid(calls::call(&self.card, CallKind::Document, || self.engine.document(ask)).await)
    }

    pub async fn labels(&self, asks: &[LabelRequest]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        if let Err(failure) = self.check_budget() {
            return asks.iter().map(|_| Err(failure.clone())).collect();
        }
        let ask = |asks: Vec<LabelRequest>| async move { self.engine.labels(&asks).await };
        let replies = calls::call_all(&self.card, CallKind::Labels, asks, ask).await;
        replies.into_iter().map(|reply| self.paid(reply)).collect()
    }

    pub async fn texts(&self, asks: &[TextRequest]) -> Vec<Result<Reply<String>, Failure>> {
        if let Err(failure) = self.check_budget() {
            return asks.iter().map(|_| Err(failure.clone())).collect();
        }
        let ask = |asks: Vec<TextRequest>| async move { self.engine.texts(&asks).await };
        let replies = calls::call_all(&self.card, CallKind::Text, asks, ask).await;
        replies.into_iter().map(|reply| self.paid(reply)).collect()
    }

    fn check_budget(&self) -> Result<(), Failure> {
        match self.budget.is_empty() {
            false => Ok(()),
            true => Err(EngineError::Refused { message: "the report's limit of tokens is reached".to_owned() }.into()),
        }
    }

    fn paid<T>(&self, reply: Result<Reply<T>, Failure>) -> Result<Reply<T>, Failure> {
        *self.budget.taken.lock().unwrap_or_else(PoisonError::into_inner) += took(&reply);
        reply
    }
}
