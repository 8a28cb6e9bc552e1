//! Closed questions, read from the model's opinion on the next token: nothing is written, nothing is drawn.

use llama_cpp_2::token::LlamaToken;

use crate::owner::Owner;
use crate::plan::Plan;
use crate::{Answered, AskError, Branch, Reply};

/// A question at the end of a prompt, and the labels of its answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LabelTail {
    pub text: String,
    /// How the model's answer begins, before the label.
    pub lead: String,
    pub labels: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LabelRead {
    /// In the order of the labels; with `outside` they add up to one.
    pub probabilities: Vec<f64>,
    /// The probability of everything that is no label.
    pub outside: f64,
}

/// A tail as tokens, and where its reading belongs.
struct Question {
    tokens: Vec<LlamaToken>,
    labels: Vec<Vec<LlamaToken>>,
}

struct Person {
    stem: Vec<LlamaToken>,
    questions: Vec<Question>,
}

impl Person {
    fn tokens(&self) -> usize {
        self.stem.len() + self.questions.iter().map(|question| question.tokens.len()).sum::<usize>()
    }
}

impl Owner<'_> {
    pub(crate) fn labels(
        &mut self,
        prefix: &str,
        branches: &[Branch<LabelTail>],
        reply: &Reply<Answered<Vec<Vec<LabelRead>>>>,
    ) -> Result<Answered<Vec<Vec<LabelRead>>>, AskError> {
        let people: Vec<Person> = branches.iter().map(|branch| self.person(branch)).collect::<Result<_, _>>()?;
        self.begin(prefix)?;
        let mut read = Vec::with_capacity(people.len());
        let mut waiting = people.as_slice();
        while !waiting.is_empty() {
            let taken = self.fitting(waiting)?;
            read.extend(self.read_together(&waiting[..taken])?);
            waiting = &waiting[taken..];
            if reply.is_closed() {
                return Err(AskError::Closed);
            }
        }
        Ok(Answered { value: read, tokens: self.memory.tokens })
    }

    fn person(&self, branch: &Branch<LabelTail>) -> Result<Person, AskError> {
        let question = |tail: &LabelTail| {
            let labels = tail.labels.iter().map(|label| self.label_tokens(label).map(<[_]>::to_vec));
            Ok(Question { tokens: self.asked(&tail.text, &tail.lead), labels: labels.collect::<Result<_, _>>()? })
        };
        let questions = branch.tails.iter().map(question).collect::<Result<_, _>>()?;
        Ok(Person { stem: self.plain(&branch.stem), questions })
    }

    /// How many of the next people fit into memory and into the number of sequences at once.
    fn fitting(&self, people: &[Person]) -> Result<usize, AskError> {
        let (room, sequences_max) = (self.memory.room(), self.memory.sequences_max());
        let (mut tokens, mut sequences) = (0, 0);
        let fits = |person: &&Person| {
            tokens += person.tokens();
            sequences += person.questions.len();
            tokens <= room && sequences <= sequences_max
        };
        match people.iter().take_while(fits).count() {
            0 => Err(AskError::TooLong { tokens: people[0].tokens(), max: room }),
            count => Ok(count),
        }
    }

    fn read_together(&mut self, people: &[Person]) -> Result<Vec<Vec<LabelRead>>, AskError> {
        let mut plan = Plan::default();
        let mut asked: Vec<&Question> = Vec::new();
        let prefix = self.memory.prefix_tokens();
        for person in people {
            let sequences = plan.open(person.questions.len());
            plan.extend(&person.stem, prefix, &sequences, None);
            for (question, sequence) in person.questions.iter().zip(&sequences) {
                plan.extend(&question.tokens, prefix + person.stem.len(), &[*sequence], Some(asked.len()));
                asked.push(question);
            }
        }
        for sequence in &plan.sequences {
            self.memory.branch(*sequence)?;
        }
        let mut read: Vec<Option<LabelRead>> = vec![None; asked.len()];
        self.memory
            .compute(&plan.steps, |reader, logits| read[reader] = Some(shares(logits, &asked[reader].labels)))?;
        for sequence in &plan.sequences {
            self.memory.forget(*sequence)?;
        }
        let unread = || AskError::Failed { message: "a question was not read".to_owned() };
        let mut read = read.into_iter().collect::<Option<Vec<_>>>().ok_or_else(unread)?.into_iter();
        Ok(people.iter().map(|person| read.by_ref().take(person.questions.len()).collect()).collect())
    }
}

/// The softmax over the whole vocabulary, summed over the tokens that spell each label.
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
