//! How a person differs from people in general: the same prompt read with an aspect of the person and with others, so that
//! whatever a letter, a place or having a person at all is worth to the model cancels out. The choice already made is read
//! in the same way, with and without it. All differences are added; people who share an aspect share its reading.

use std::collections::BTreeMap;
use std::sync::Arc;

use llama::{AskError, Branch, LabelRead, LabelTail, Tokens};
use survey::questionnaire::{PREFERENCE, is_preference};
use survey::report::{AskedOf, Everyone, Profile, Question, QuestionKind};
use survey::sample::describe_profile;

use super::aspects::{Aspect, of_country, of_means, of_sex_and_age, somebody};
use super::kept::Kept;
use super::{Embedded, refused, shares_of};
use crate::engine::prompt::{self, Prompt};
use crate::engine::{ClosedAsk, EngineError, Given, Pick, Reply, ServedForm, ServedOption, ServedQuestion, Subject};

/// How far a description may move an answer, in nats. A small model makes caricatures of people.
const TILT_MAX: f64 = 1.0;
const PROBABILITY_MIN: f64 = 1e-6;
/// What the labels must have of the next token, together.
const LABEL_MASS_MIN: f64 = 1e-4;

/// Readings by prompt, and the differences made of them by form and people. Without the latter, a hundred prompts would be
/// rendered for each respondent, only to find that all of them were read before.
#[derive(Default)]
pub(super) struct People {
    readings: Kept<Vec<LabelRead>>,
    differences: Kept<Logs>,
}

/// By question, a number for each of its answers: logarithms, or differences of them.
type Logs = Vec<Vec<f64>>;

/// Somebody, and what they answered.
type Person<'a> = (Profile, &'a [Given<'a>]);

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
        let choice = whole_choice(first.form);
        let form = whole_form(first.form, &choice);
        let given: Vec<Given<'_>> = first.given.iter().filter(|it| it.question.id == PREFERENCE).cloned().collect();
        let wholes = wholes(first, asks, &form, &given);
        let (tilts, took) = match self.tilts(&wholes).await {
            // A questionnaire that the model can't hold says nothing about a person; what people in general answer stands.
            Err(AskError::TooLong { .. }) => (no_tilts(&wholes), Tokens::default()),
            read => read.map_err(|error| refused(&error))?,
        };
        tokens += took;
        let tilts = by_answer(&wholes, tilts);
        let distribution = |(ask, general): (&ClosedAsk<'_>, &Arc<Vec<f64>>)| {
            let tilts = tilts.get(whole_id(ask));
            let tilt = |option: &ServedOption<'_>| tilts.and_then(|tilts| tilts.get(&option.index)).unwrap_or(&0.0);
            let score = |option: &ServedOption<'_>| general[option.index] + tilt(option);
            softmax(&ask.options.iter().map(|option| towards(ask.pick) * score(option)).collect::<Vec<_>>())
        };
        let usage = shares_of(tokens, asks.len());
        Ok(asks
            .iter()
            .zip(&general)
            .map(distribution)
            .zip(usage)
            .map(|(value, usage)| Reply { value, usage })
            .collect())
    }

    /// How this person differs from others, and those who made this choice from those who made none yet.
    async fn tilts(&self, wholes: &[ClosedAsk<'_>]) -> Result<(Logs, Tokens), AskError> {
        let (mut tilts, mut tokens) = (no_tilts(wholes), Tokens::default());
        let Some(first) = wholes.first().filter(|whole| *whole.respondent.profile != Profile::default()) else {
            return Ok((tilts, tokens));
        };
        let somebody = somebody(home(first.form));
        let mut differences: Vec<Vec<(Person<'_>, f64)>> = aspects_of(first).into_iter().map(against_others).collect();
        if !first.given.is_empty() {
            differences.push(vec![((somebody.clone(), first.given), 1.0), ((somebody, &[]), -1.0)]);
        }
        for difference in differences {
            let key = difference_key(wholes, &difference);
            let (logs, took) = self.people.differences.get(&key, || self.difference(wholes, &difference)).await?;
            tokens += took;
            add(&mut tilts, &logs, 1.0);
        }
        tilts.iter_mut().for_each(|tilts| limit(tilts));
        Ok((tilts, tokens))
    }

    /// The weighted sum of people's logarithms; nothing where one of them can't be read, since everybody shares these.
    async fn difference(
        &self,
        wholes: &[ClosedAsk<'_>],
        people: &[(Person<'_>, f64)],
    ) -> Result<(Logs, Tokens), AskError> {
        let (mut sum, mut tokens) = (no_tilts(wholes), Tokens::default());
        for (person, weight) in people {
            let (logs, took) = self.person(wholes, person).await?;
            tokens += took;
            match logs {
                Some(logs) => add(&mut sum, &logs, *weight),
                None => return Ok((no_tilts(wholes), tokens)),
            }
        }
        Ok((sum, tokens))
    }

    /// The logarithms of every question's labels for a person; none where the model answers with no label.
    async fn person(
        &self,
        wholes: &[ClosedAsk<'_>],
        (profile, given): &Person<'_>,
    ) -> Result<(Option<Logs>, Tokens), AskError> {
        let prompt = |whole: &ClosedAsk<'_>| {
            let description = &describe_profile(whole.language, profile);
            let respondent = Subject { description, ..whole.respondent };
            prompt::closed(&ClosedAsk { respondent, given, ..*whole })
        };
        let prompts: Vec<Prompt> = wholes.iter().map(prompt).collect();
        let (read, tokens) = self.labels(&prompts, &prompts[0].person).await?;
        Ok((read.iter().map(logarithms).collect(), tokens))
    }

    /// The questions after a stem, which is read once for all of them.
    async fn labels(&self, prompts: &[Prompt], stem: &str) -> Result<(Arc<Vec<LabelRead>>, Tokens), AskError> {
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
            let nothing = || AskError::Failed { message: "a branch was not read".to_owned() };
            Ok((read.value.into_iter().next().ok_or_else(nothing)?, read.tokens))
        };
        self.people.readings.get(&key, read).await
    }
}

/// All that a difference depends on: of whom is asked, only what is true of everybody.
fn difference_key(wholes: &[ClosedAsk<'_>], people: &[(Person<'_>, f64)]) -> String {
    let asked = wholes.first().map(|whole| (whole.language, whole.form, whole.respondent.traits));
    let questions: Vec<&str> = wholes.iter().map(|whole| whole.question.id.as_str()).collect();
    format!("{asked:?}\0{questions:?}\0{people:?}")
}

/// The choice among all options, whichever lists a form makes of it.
fn whole_choice(form: &ServedForm<'_>) -> Question {
    Question {
        id: PREFERENCE.to_owned(),
        title: form.choice.question.to_owned(),
        kind: QuestionKind::SingleChoice,
        options: form.choice.options.iter().map(|text| (*text).to_owned()).collect(),
        scale: None,
        asked_of: AskedOf::Everyone(Everyone::All),
    }
}

/// The one form that everybody is read with, whoever was dealt which: the whole choice and the other questions, with
/// answers in an order that their words decide. What the order does cancels out.
fn whole_form<'a>(form: &ServedForm<'a>, choice: &'a Question) -> ServedForm<'a> {
    let options = form.choice.options.iter().enumerate().map(|(index, text)| ServedOption { index, text });
    let choice = ServedQuestion { question: choice, options: in_one_order(options.collect()) };
    let others = form.questions.iter().filter(|served| !is_preference(&served.question.id));
    let others = others
        .map(|served| ServedQuestion { question: served.question, options: in_one_order(served.options.clone()) });
    ServedForm { number: 0, questions: std::iter::once(choice).chain(others).collect(), ..form.clone() }
}

fn in_one_order(mut options: Vec<ServedOption<'_>>) -> Vec<ServedOption<'_>> {
    options.sort_by_key(|option| option.text);
    options
}

/// What is read for the asks of one respondent: each question once, whole.
fn wholes<'a>(
    first: &ClosedAsk<'a>,
    asks: &[ClosedAsk<'_>],
    form: &'a ServedForm<'a>,
    given: &'a [Given<'a>],
) -> Vec<ClosedAsk<'a>> {
    let is_asked = |served: &&ServedQuestion<'_>| asks.iter().any(|ask| whole_id(ask) == served.question.id);
    let whole = |served: &'a ServedQuestion<'a>| ClosedAsk {
        form,
        question: served.question,
        options: &served.options,
        pick: Pick::Best,
        given,
        ..*first
    };
    form.questions.iter().filter(is_asked).map(whole).collect()
}

/// The question that an ask is a part of.
fn whole_id<'a>(ask: &ClosedAsk<'a>) -> &'a str {
    if is_preference(&ask.question.id) { PREFERENCE } else { &ask.question.id }
}

/// By question and answer.
fn by_answer(wholes: &[ClosedAsk<'_>], tilts: Logs) -> BTreeMap<String, BTreeMap<usize, f64>> {
    let answers = |whole: &ClosedAsk<'_>, tilts: Vec<f64>| whole.options.iter().map(|it| it.index).zip(tilts).collect();
    wholes.iter().zip(tilts).map(|(whole, tilts)| (whole.question.id.clone(), answers(whole, tilts))).collect()
}

/// What is put last is what is least put first, as models of best and worst have it.
fn towards(pick: Pick) -> f64 {
    match pick {
        Pick::Best => 1.0,
        Pick::Worst => -1.0,
    }
}

fn no_tilts(wholes: &[ClosedAsk<'_>]) -> Logs {
    wholes.iter().map(|whole| vec![0.0; whole.options.len()]).collect()
}

fn add(logs: &mut Logs, others: &Logs, weight: f64) {
    for (log, other) in logs.iter_mut().flatten().zip(others.iter().flatten()) {
        *log += weight * other;
    }
}

/// Countries are told apart in the choice alone: each takes a reading of its own.
fn aspects_of(whole: &ClosedAsk<'_>) -> Vec<Aspect> {
    let (profile, home) = (whole.respondent.profile, home(whole.form));
    let countries = if whole.question.id == PREFERENCE { &whole.form.countries[..] } else { &[] };
    let found = [of_sex_and_age(profile, home), of_means(profile, home), of_country(profile, countries)];
    found.into_iter().flatten().collect()
}

/// The country that everybody asked lives in, if it is one.
fn home<'a>(form: &ServedForm<'a>) -> Option<&'a str> {
    match form.countries[..] {
        [(country, _)] => Some(country),
        _ => None,
    }
}

fn against_others(Aspect { own, others }: Aspect) -> Vec<(Person<'static>, f64)> {
    let others = others.into_iter().map(|(other, part)| ((other, &[][..]), -part));
    std::iter::once(((own, &[][..]), 1.0)).chain(others).collect()
}

/// The labels' logarithms among themselves. A reading that has next to nothing on its labels is no answer.
pub(super) fn logarithms(read: &LabelRead) -> Option<Vec<f64>> {
    let total: f64 = read.probabilities.iter().sum();
    let is_answer = total.is_finite() && total >= LABEL_MASS_MIN;
    is_answer.then(|| read.probabilities.iter().map(|p| (p / total).max(PROBABILITY_MIN).ln()).collect())
}

/// Centres differences and limits them.
fn limit(tilts: &mut [f64]) {
    let mean = tilts.iter().sum::<f64>() / tilts.len().max(1) as f64;
    tilts.iter_mut().for_each(|tilt| *tilt = (*tilt - mean).clamp(-TILT_MAX, TILT_MAX));
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
    fn what_moves_all_answers_alike_moves_nothing() {
        let mut tilts = [-0.5, -0.5, -0.5];
        limit(&mut tilts);
        assert_eq!(tilts, [0.0; 3]);
    }

    #[test]
    fn a_reading_without_its_labels_is_no_answer() {
        assert_eq!(logarithms(&read(&[0.0, 0.0])), None);
        assert_eq!(logarithms(&read(&[f64::NAN, 0.5])), None);
    }

    #[test]
    fn a_tilt_is_limited() {
        let mut tilts = [7.0, -7.0];
        limit(&mut tilts);
        assert_eq!(tilts, [TILT_MAX, -TILT_MAX]);
    }
}
