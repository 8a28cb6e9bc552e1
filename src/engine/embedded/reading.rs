//! How a kind of person differs from people in general: the same prompt read with the person described and with typical
//! ones, so that whatever a letter, a place or having a person at all is worth to the model cancels out. The answers stand
//! in one order for everybody, since what the order does is cancelled anyway; so one reading serves all of a kind who gave
//! the same answers.

use std::collections::BTreeMap;

use llama::{AskError, Branch, LabelRead, LabelTail, Tokens};
use survey::report::Profile;
use survey::sample::describe_kind;

use super::kept::Kept;
use super::{Embedded, refused, shares_of};
use crate::engine::prompt::{self, Prompt};
use crate::engine::{ClosedAsk, EngineError, Reply, ServedForm, ServedOption, ServedQuestion, Subject};

/// How far a description may move an answer, in nats. A small model makes caricatures of people.
const TILT_MAX: f64 = 1.0;
const PROBABILITY_MIN: f64 = 1e-6;
/// Kinds of people that others are compared with.
const TYPICAL_KINDS: usize = 4;
/// What the labels must have of the next token, together.
const LABEL_MASS_MIN: f64 = 1e-4;

/// Readings by prompt.
pub(super) type People = Kept<Vec<LabelRead>>;

impl Embedded {
    /// Distributions for one respondent's asks, in the order given.
    pub(super) async fn read(&self, asks: &[ClosedAsk<'_>]) -> Result<Vec<Reply<Vec<f64>>>, EngineError> {
        let Some(first) = asks.first() else { return Ok(Vec::new()) };
        let mut tokens = Tokens::default();
        let mut general = Vec::with_capacity(asks.len());
        for ask in asks {
            let (scores, took) = self.general.scores(&self.llama, ask).await.map_err(|error| refused(&error))?;
            tokens += took;
            general.push(scores);
        }
        let form = one_order(first.form);
        let orders: Vec<Vec<ServedOption<'_>>> = asks.iter().map(|ask| in_one_order(ask.options)).collect();
        let (tilts, took) = match self.tilts(asks, &form, &orders).await {
            // A questionnaire that the model can't hold says nothing about a person; what people in general answer stands.
            Err(AskError::TooLong { .. }) => (no_tilts(&orders), Tokens::default()),
            read => read.map_err(|error| refused(&error))?,
        };
        tokens += took;
        let distribution = |at: usize| {
            let tilts = tilts[at].iter().copied();
            let by_answer: BTreeMap<usize, f64> = orders[at].iter().map(|option| option.index).zip(tilts).collect();
            let score = |option: &ServedOption<'_>| general[at][option.index] + by_answer[&option.index];
            softmax(&asks[at].options.iter().map(score).collect::<Vec<_>>())
        };
        let usage = shares_of(tokens, asks.len());
        Ok((0..asks.len()).zip(usage).map(|(at, usage)| Reply { value: distribution(at), usage }).collect())
    }

    /// How this kind of person, with the answers given, differs from typical ones before they answered anything.
    async fn tilts(
        &self,
        asks: &[ClosedAsk<'_>],
        form: &ServedForm<'_>,
        orders: &[Vec<ServedOption<'_>>],
    ) -> Result<(Vec<Vec<f64>>, Tokens), AskError> {
        let mut tokens = Tokens::default();
        let Some(first) = asks.first().filter(|ask| *ask.respondent.profile != Profile::default()) else {
            return Ok((no_tilts(orders), tokens));
        };
        let mut typical = no_tilts(orders);
        for profile in typical_profiles(first.respondent.profile) {
            let (logs, took) = self.kind(asks, form, orders, &profile, false).await?;
            tokens += took;
            for (mean, logs) in typical.iter_mut().zip(logs) {
                mean.iter_mut().zip(logs).for_each(|(mean, log)| *mean += log / TYPICAL_KINDS as f64);
            }
        }
        let (own, took) = self.kind(asks, form, orders, first.respondent.profile, true).await?;
        tokens += took;
        Ok((own.iter().zip(&typical).map(|(own, typical)| tilt(own, typical)).collect(), tokens))
    }

    /// The logarithms of every ask's labels for a kind of person.
    async fn kind(
        &self,
        asks: &[ClosedAsk<'_>],
        form: &ServedForm<'_>,
        orders: &[Vec<ServedOption<'_>>],
        profile: &Profile,
        has_answered: bool,
    ) -> Result<(Vec<Vec<f64>>, Tokens), AskError> {
        let prompt = |(ask, options): (&ClosedAsk<'_>, &Vec<ServedOption<'_>>)| {
            let description = &describe_kind(ask.language, profile);
            let respondent = Subject { description, ..ask.respondent };
            let given = if has_answered { ask.given } else { &[] };
            prompt::closed(&ClosedAsk { respondent, form, options, given, ..*ask })
        };
        let prompts: Vec<Prompt> = asks.iter().zip(orders).map(prompt).collect();
        let (read, tokens) = self.labels(&prompts, &prompts[0].person).await?;
        Ok((read.iter().map(logarithms).collect::<Result<_, _>>()?, tokens))
    }

    /// The questions after a stem, which is read once for all of them.
    async fn labels(
        &self,
        prompts: &[Prompt],
        stem: &str,
    ) -> Result<(std::sync::Arc<Vec<LabelRead>>, Tokens), AskError> {
        let tail = |prompt: &Prompt| LabelTail {
            text: prompt.ask.clone(),
            lead: String::new(),
            labels: prompt.labels.clone(),
        };
        let (form, branch) =
            (&prompts[0].form, Branch { stem: stem.to_owned(), tails: prompts.iter().map(tail).collect() });
        let key = format!("{form}\0{branch:?}");
        let read = || async {
            let read = self.llama.labels(form.clone(), vec![branch]).await?;
            Ok((read.value.into_iter().next().unwrap_or_default(), read.tokens))
        };
        self.people.get(&key, read).await
    }
}

fn no_tilts(orders: &[Vec<ServedOption<'_>>]) -> Vec<Vec<f64>> {
    orders.iter().map(|order| vec![0.0; order.len()]).collect()
}

/// The form with every question's answers in one order that their words decide, whoever is dealt it.
fn one_order<'a>(form: &ServedForm<'a>) -> ServedForm<'a> {
    let question = |served: &ServedQuestion<'a>| ServedQuestion {
        question: served.question,
        options: in_one_order(&served.options),
    };
    ServedForm { number: 0, audience: form.audience, questions: form.questions.iter().map(question).collect() }
}

fn in_one_order<'a>(options: &[ServedOption<'a>]) -> Vec<ServedOption<'a>> {
    let mut options = options.to_vec();
    options.sort_by_key(|option| option.text);
    options
}

/// People of the same country who differ in everything else that a kind is about, and balance each other.
fn typical_profiles(profile: &Profile) -> [Profile; TYPICAL_KINDS] {
    let kinds = [
        ("female", 24, "upper_secondary", "q4"),
        ("male", 37, "bachelor", "q2"),
        ("female", 52, "bachelor", "q4"),
        ("male", 68, "upper_secondary", "q2"),
    ];
    kinds.map(|(sex, age, education, income)| Profile {
        country: profile.country.clone(),
        sex: Some(sex.to_owned()),
        age: Some(age),
        education: profile.education.as_ref().map(|_| education.to_owned()),
        income: profile.income.as_ref().map(|_| income.to_owned()),
        ..Profile::default()
    })
}

/// The labels' logarithms among themselves. A reading that has next to nothing on its labels is no answer.
pub(super) fn logarithms(read: &LabelRead) -> Result<Vec<f64>, AskError> {
    let total: f64 = read.probabilities.iter().sum();
    if !total.is_finite() || total < LABEL_MASS_MIN {
        return Err(AskError::Failed { message: "the model answered with none of the labels".to_owned() });
    }
    Ok(read.probabilities.iter().map(|p| (p / total).max(PROBABILITY_MIN).ln()).collect())
}

/// The difference of two readings, centred and limited.
fn tilt(own: &[f64], typical: &[f64]) -> Vec<f64> {
    let logs: Vec<f64> = own.iter().zip(typical).map(|(own, typical)| own - typical).collect();
    let mean = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
    logs.into_iter().map(|log| (log - mean).clamp(-TILT_MAX, TILT_MAX)).collect()
}

fn softmax(scores: &[f64]) -> Vec<f64> {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| (score - top).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / total).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(probabilities: &[f64]) -> LabelRead {
        LabelRead { probabilities: probabilities.to_vec(), outside: 0.0 }
    }

    #[test]
    fn a_typical_person_tilts_nothing() {
        assert!(tilt(&[-1.0, -2.0, -3.0], &[-1.0, -2.0, -3.0]).iter().all(|tilt| tilt.abs() < 1e-12));
        assert!(tilt(&[-1.5, -2.5, -3.5], &[-1.0, -2.0, -3.0]).iter().all(|tilt| tilt.abs() < 1e-12));
    }

    #[test]
    fn a_reading_without_its_labels_is_no_answer() {
        assert!(logarithms(&read(&[0.0, 0.0])).is_err());
        assert!(logarithms(&read(&[f64::NAN, 0.5])).is_err());
    }

    #[test]
    fn a_tilt_is_limited() {
        assert_eq!(tilt(&[-0.001, -7.0], &[-7.0, -0.001]), [TILT_MAX, -TILT_MAX]);
    }
}
