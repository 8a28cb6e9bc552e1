//! Several engines as one: each is asked, and their distributions count alike. Words come from the first of them.

use std::sync::Arc;

use async_trait::async_trait;
use futures::future::join_all;
use serde_json::Value;
use survey::brief::Language;

use super::calibrations;
use super::{ClosedAsk, DocumentAsk, Engine, EngineCard, EngineError, Failure, OpenAsk, Reply, took};

pub struct Blend {
    members: Vec<Arc<dyn Engine>>,
}

impl Blend {
    /// None without members.
    pub fn new(members: Vec<Arc<dyn Engine>>) -> Option<Self> {
        (!members.is_empty()).then_some(Self { members })
    }

    fn first(&self) -> &dyn Engine {
        self.members[0].as_ref()
    }
}

#[async_trait]
impl Engine for Blend {
    fn card(&self, language: Language) -> EngineCard {
        let cards: Vec<EngineCard> = self.members.iter().map(|member| member.card(language)).collect();
        let joined = |part: fn(&EngineCard) -> Option<&str>| {
            let parts: Vec<&str> = cards.iter().filter_map(part).collect();
            (!parts.is_empty()).then(|| parts.join("+"))
        };
        let name = cards.iter().map(|card| card.name.as_str()).collect::<Vec<_>>().join("+");
        let model = joined(|card| card.model.as_deref());
        let calibration = calibrations::of(&name, model.as_deref().unwrap_or(""), language);
        EngineCard {
            model_hash: joined(|card| card.model_hash.as_deref()),
            // Answers that are made up in part are no finding either.
            scripted: cards.iter().any(|card| card.scripted),
            retries: cards.iter().any(|card| card.retries),
            call_timeout_ms: cards.iter().map(|card| card.call_timeout_ms).max().unwrap_or(0),
            // Tokens of several engines have no one price.
            price: None,
            name,
            model,
            calibration,
            ..cards[0].clone()
        }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        let replies = join_all(self.members.iter().map(|member| member.distribution(ask))).await;
        blended(replies, ask.options.len())
    }

    async fn distributions(&self, asks: &[ClosedAsk<'_>]) -> Vec<Result<Reply<Vec<f64>>, Failure>> {
        let by_member = join_all(self.members.iter().map(|member| member.distributions(asks))).await;
        let mut by_member: Vec<_> = by_member.into_iter().map(Vec::into_iter).collect();
        let unanswered = || EngineError::Unreadable { message: "no answer at all".to_owned() };
        let each = asks.iter().map(|ask| {
            let replies =
                by_member.iter_mut().map(|replies| replies.next().unwrap_or_else(|| Err(unanswered().into())));
            blended(replies.collect(), ask.options.len())
        });
        each.collect()
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        self.first().text(ask).await
    }

    async fn texts(&self, asks: &[OpenAsk<'_>]) -> Vec<Result<Reply<String>, Failure>> {
        self.first().texts(asks).await
    }

    async fn document(&self, ask: DocumentAsk<'_>) -> Result<Reply<Value>, Failure> {
        self.first().document(ask).await
    }

    async fn ready(&self) -> Result<(), EngineError> {
        for member in &self.members {
            member.ready().await?;
        }
        Ok(())
    }

    async fn probe(&self) -> Result<(), EngineError> {
        for member in &self.members {
            member.probe().await?;
        }
        Ok(())
    }
}

/// Whoever did not answer is never made up for: then the blend has no answer either. What the others took counts.
fn blended(replies: Vec<Result<Reply<Vec<f64>>, Failure>>, options: usize) -> Result<Reply<Vec<f64>>, Failure> {
    let usage = replies.iter().map(took).sum();
    let values: Result<Vec<_>, _> =
        replies.into_iter().map(|reply| reply.map(|it| it.value).map_err(|it| it.error)).collect();
    match values.and_then(|values| mean(&values, options)) {
        Ok(value) => Ok(Reply { value, usage }),
        Err(error) => Err(Failure { error, usage }),
    }
}

fn mean(distributions: &[Vec<f64>], options: usize) -> Result<Vec<f64>, EngineError> {
    let mut mean = vec![0.0; options];
    let members = distributions.len() as f64;
    for distribution in distributions {
        let total: f64 = distribution.iter().sum();
        if distribution.len() != options || !total.is_finite() || total <= 0.0 {
            return Err(EngineError::Unreadable { message: "one of several engines gave no distribution".to_owned() });
        }
        mean.iter_mut().zip(distribution).for_each(|(mean, p)| *mean += p / total / members);
    }
    Ok(mean)
}

#[cfg(test)]
mod tests {
    use super::super::Usage;
    use super::*;

    const USAGE: Usage = Usage { calls: 1, prompt_tokens: 10, cached_tokens: 0, completion_tokens: 1 };

    fn reply(value: &[f64]) -> Result<Reply<Vec<f64>>, Failure> {
        Ok(Reply { value: value.to_vec(), usage: USAGE })
    }

    #[test]
    fn distributions_count_alike_whatever_they_add_up_to() {
        let blend = blended(vec![reply(&[2.0, 2.0]), reply(&[0.25, 0.75])], 2).unwrap();
        assert_eq!(blend, Reply { value: vec![0.375, 0.625], usage: USAGE + USAGE });
    }

    #[test]
    fn without_one_answer_there_is_none_but_what_all_took_is_known() {
        let refused = Failure { error: EngineError::Refused { message: "no".to_owned() }, usage: USAGE };
        for missing in [Err(refused), reply(&[1.0]), reply(&[0.0, 0.0])] {
            let failure = blended(vec![reply(&[0.5, 0.5]), missing], 2).unwrap_err();
            assert_eq!(failure.usage, USAGE + USAGE, "{failure}");
        }
    }
}
