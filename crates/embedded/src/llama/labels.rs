//! Reads label probabilities from the logits of the next token; nothing is generated or sampled.

use llama_cpp_2::token::LlamaToken;

use crate::llama::asks::{LabelRead, LabelTail};
use crate::llama::owner::Owner;
use crate::llama::plan::Plan;
use crate::llama::{Answered, AskError, Branch, Reply, Tokens};

/// A tail as tokens, and the tokens that spell each label.
struct Question {
    tokens: Vec<LlamaToken>,
    labels: Vec<Vec<LlamaToken>>,
}

impl Owner<'_> {
    /// Reads the branches in order. A stem that was encoded for an earlier group is not encoded again.
    pub(crate) fn labels(
        &mut self,
        branches: &[Branch<LabelTail>],
        reply: &Reply<Answered<Vec<Vec<LabelRead>>>>,
    ) -> Result<Answered<Vec<Vec<LabelRead>>>, AskError> {
        let mut read = Vec::with_capacity(branches.len());
        let mut tokens = Tokens::default();
        for branch in branches {
            let questions = branch.tails.iter().map(|tail| self.question(tail)).collect::<Result<Vec<_>, _>>()?;
            self.begin(&branch.stem)?;
            let mut waiting = questions.as_slice();
            let mut of_branch = Vec::with_capacity(questions.len());
            while !waiting.is_empty() {
                let taken = self.fitting(waiting)?;
                of_branch.extend(self.read_together(&waiting[..taken])?);
                waiting = &waiting[taken..];
                if reply.is_closed() {
                    return Err(AskError::Closed);
                }
            }
            read.push(of_branch);
            tokens += self.memory.tokens;
        }
        Ok(Answered { value: read, tokens })
    }

    fn question(&self, tail: &LabelTail) -> Result<Question, AskError> {
        let labels = tail.labels.iter().map(|label| self.label_tokens(label).map(<[_]>::to_vec));
        Ok(Question { tokens: self.asked(&tail.text), labels: labels.collect::<Result<_, _>>()? })
    }

    /// Returns how many of the next questions fit into the context and the number of sequences at once.
    fn fitting(&self, questions: &[Question]) -> Result<usize, AskError> {
        let (room, sequences_max) = (self.memory.room(), self.memory.sequences_max());
        let mut tokens = 0;
        let fits = |question: &&Question| {
            tokens += question.tokens.len();
            tokens <= room
        };
        match questions.iter().take(sequences_max).take_while(fits).count() {
            0 => Err(AskError::TooLong { tokens: questions[0].tokens.len(), max: room }),
            count => Ok(count),
        }
    }

    fn read_together(&mut self, questions: &[Question]) -> Result<Vec<LabelRead>, AskError> {
        let mut plan = Plan::default();
        let prefix = self.memory.prefix_tokens();
        let sequences = plan.open(questions.len());
        for (reader, (question, sequence)) in questions.iter().zip(&sequences).enumerate() {
            plan.extend(&question.tokens, prefix, &[*sequence], Some(reader));
        }
        for sequence in &plan.sequences {
            self.memory.branch(*sequence)?;
        }
        let mut read: Vec<Option<LabelRead>> = vec![None; questions.len()];
        self.memory
            .compute(&plan.steps, |reader, logits| read[reader] = Some(shares(logits, &questions[reader].labels)))?;
        for sequence in &plan.sequences {
            self.memory.forget(*sequence)?;
        }
        let unread = || AskError::Failed { message: "a question was not read".to_owned() };
        read.into_iter().collect::<Option<Vec<_>>>().ok_or_else(unread)
    }
}

/// Returns the softmax over the vocabulary, summed over the tokens that spell each label.
fn shares(logits: &[f32], labels: &[Vec<LlamaToken>]) -> LabelRead {
    let top = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f64 = logits.iter().map(|logit| f64::from(logit - top).exp()).sum();
    let weight = |token: &LlamaToken| logits.get(token.0 as usize).map_or(0.0, |logit| f64::from(logit - top).exp());
    let probabilities: Vec<f64> = labels.iter().map(|tokens| tokens.iter().map(weight).sum::<f64>() / total).collect();
    let outside = (1.0 - probabilities.iter().sum::<f64>()).max(0.0);
    LabelRead { probabilities, outside }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spellings_of_a_label_are_added_up_and_the_rest_is_outside() {
        let logits = [0.0_f32, 1.0, 0.0, 0.0].map(|logit| logit * 2.0_f32.ln());
        let read = shares(&logits, &[vec![LlamaToken(0), LlamaToken(1)], vec![LlamaToken(2)]]);
        let rounded: Vec<f64> = read.probabilities.iter().map(|p| (p * 1e6).round() / 1e6).collect();
        assert_eq!(rounded, [0.6, 0.2]);
        assert!((read.outside - 0.2).abs() < 1e-6);
    }
}
