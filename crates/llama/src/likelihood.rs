//! How probable a whole text is as the answer: the other way to read a closed question, free of labels and their order.

use llama_cpp_2::token::LlamaToken;

use crate::owner::Owner;
use crate::plan::Plan;
use crate::{Answered, AskError, Reply};

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Likelihood {
    /// Natural logarithm, summed over the text's tokens.
    pub log_probability: f64,
    pub tokens: usize,
}

/// At one place of the plan: which token each text has next.
type Expected = Vec<(usize, LlamaToken)>;

impl Owner<'_> {
    /// The prompt with the lead is encoded once; each text continues it in a sequence of its own.
    pub(crate) fn likelihoods(
        &mut self,
        prompt: &str,
        lead: &str,
        texts: &[String],
        reply: &Reply<Answered<Vec<Likelihood>>>,
    ) -> Result<Answered<Vec<Likelihood>>, AskError> {
        let lead = self.asked("", lead);
        let texts: Vec<Vec<LlamaToken>> = texts.iter().map(|text| self.plain(text)).collect();
        self.begin(prompt)?;
        let mut answers = Vec::with_capacity(texts.len());
        for together in texts.chunks(self.memory.sequences_max()) {
            answers.extend(self.likelihoods_together(&lead, together)?);
            if reply.is_closed() {
                return Err(AskError::Closed);
            }
        }
        Ok(Answered { value: answers, tokens: self.memory.tokens })
    }

    fn likelihoods_together(
        &mut self,
        lead: &[LlamaToken],
        texts: &[Vec<LlamaToken>],
    ) -> Result<Vec<Likelihood>, AskError> {
        let size = lead.len() + texts.iter().map(Vec::len).sum::<usize>();
        if size > self.memory.room() {
            return Err(AskError::TooLong { tokens: size, max: self.memory.room() });
        }
        let (plan, expected) = plan(lead, texts, self.memory.prefix_tokens());
        for sequence in &plan.sequences {
            self.memory.branch(*sequence)?;
        }
        let mut read: Vec<Likelihood> =
            texts.iter().map(|tokens| Likelihood { log_probability: 0.0, tokens: tokens.len() }).collect();
        self.memory.compute(&plan.steps, |reader, logits| {
            let total = log_total(logits);
            for (text, token) in &expected[reader] {
                let logit = logits.get(token.0 as usize).copied().unwrap_or(f32::NEG_INFINITY);
                read[*text].log_probability += f64::from(logit) - total;
            }
        })?;
        for sequence in &plan.sequences {
            self.memory.forget(*sequence)?;
        }
        Ok(read)
    }
}

/// The token before each of a text's own is where the model says how much it expected it.
fn plan(lead: &[LlamaToken], texts: &[Vec<LlamaToken>], prefix: usize) -> (Plan, Vec<Expected>) {
    let mut plan = Plan::default();
    let sequences = plan.open(texts.len());
    let firsts = texts.iter().enumerate().filter_map(|(text, tokens)| Some((text, *tokens.first()?))).collect();
    let mut expected: Vec<Expected> = vec![firsts];
    plan.extend(lead, prefix, &sequences, Some(0));
    for (text, (tokens, sequence)) in texts.iter().zip(&sequences).enumerate() {
        for (at, pair) in tokens.windows(2).enumerate() {
            plan.extend(&pair[..1], prefix + lead.len() + at, &[*sequence], Some(expected.len()));
            expected.push(vec![(text, pair[1])]);
        }
    }
    (plan, expected)
}

/// Logarithm of the sum of the exponentials.
fn log_total(logits: &[f32]) -> f64 {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    f64::from(top) + logits.iter().map(|logit| f64::from(logit - top).exp()).sum::<f64>().ln()
}
