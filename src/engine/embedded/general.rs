//! What people in general would answer, read once for a question and kept: by label in many orders, so that no place and
//! no letter is favoured, in two framings, so that less hangs on one prompt's words, and as the likelihood of each
//! answer's own words, with the other answers in view and without.

use std::sync::Arc;

use llama::{AskError, Branch, LabelTail, Llama, Tokens};
use rand::seq::SliceRandom;
use survey::chance::stream;
use survey::order::RATINGS;
use survey::questionnaire::is_preference;
use survey::report::QuestionKind;

use super::kept::Kept;
use super::reading::logarithms;
use crate::engine::ClosedAsk;
use crate::engine::prompt::{self, GeneralAsk, GeneralPrompt, WordsPrompt};

/// Orders that a question is read in; as many as it has answers, up to here. The choice itself is what a report is about.
const ORDERS_MAX: usize = 4;
const ORDERS_OF_CHOICE_MAX: usize = 8;
/// What a nat of likelihood per token counts beside a nat of the labels' logarithms, with the answers in view and without.
/// Found on the development surveys; any weight from 0.1 to 0.3 does about as well.
const PHRASED_WEIGHT: f64 = 0.2;
const BARE_WEIGHT: f64 = 0.1;

/// By question, the logarithmic score of each answer.
#[derive(Default)]
pub(super) struct General {
    kept: Kept<Vec<f64>>,
}

/// How a question is put.
type Framing = fn(GeneralAsk<'_>, &[&str]) -> GeneralPrompt;

/// A question with its answers.
struct Put<'a> {
    ask: GeneralAsk<'a>,
    texts: Vec<&'a str>,
    /// The question that a report is about. The others are read by label alone, to be quick.
    is_choice: bool,
}

impl General {
    /// Scores of the question's own answers, in their own order, and what reading them took just now.
    pub(super) async fn scores(&self, llama: &Llama, ask: &ClosedAsk<'_>) -> Result<(Arc<Vec<f64>>, Tokens), AskError> {
        let put = Put::of(ask);
        self.kept.get(&put.key(), || put.read(llama)).await
    }
}

impl<'a> Put<'a> {
    /// Every list of a choice asks the same of people in general: the choice among all options.
    fn of(ask: &ClosedAsk<'a>) -> Self {
        let (ClosedAsk { language, form, question, .. }, choice) = (*ask, &ask.form.choice);
        let asked = |topic, title, scale| GeneralAsk { language, audience: form.audience, topic, title, scale };
        if is_preference(&question.id) {
            return Self { ask: asked(None, choice.question, None), texts: choice.options.clone(), is_choice: true };
        }
        let texts = match question.kind {
            QuestionKind::Rating => RATINGS.to_vec(),
            _ => question.options.iter().map(String::as_str).collect(),
        };
        let ask = asked(Some(choice.question), &question.title, question.scale.as_ref());
        Self { ask, texts, is_choice: false }
    }

    /// All that the reading depends on.
    fn key(&self) -> String {
        let (is_choice, texts) = (self.is_choice, self.texts.join("\0"));
        let GeneralAsk { language, audience, topic, title, scale } = self.ask;
        format!("{language}\0{audience}\0{topic:?}\0{title}\0{scale:?}\0{is_choice}\0{texts}")
    }

    async fn read(&self, llama: &Llama) -> Result<(Vec<f64>, Tokens), AskError> {
        let (mut scores, mut took) = self.by_label(llama).await?;
        for (WordsPrompt { text, lead, answers }, weight) in self.in_words() {
            let read = llama.likelihoods(text, lead, answers).await?;
            took += read.tokens;
            for (score, likelihood) in scores.iter_mut().zip(read.value) {
                *score += weight * likelihood.log_probability / likelihood.tokens.max(1) as f64;
            }
        }
        Ok((scores, took))
    }

    /// The prompts after which an answer's own words are looked at, and what they count.
    fn in_words(&self) -> Vec<(WordsPrompt, f64)> {
        if !self.is_choice {
            return Vec::new();
        }
        let phrased = prompt::phrased(self.ask, &self.texts);
        let bare = prompt::bare(self.ask.language, self.ask.title, &self.texts);
        vec![(phrased, PHRASED_WEIGHT), (bare, BARE_WEIGHT)]
    }

    /// The mean logarithm over the framings and orders, in the answers' own order.
    async fn by_label(&self, llama: &Llama) -> Result<(Vec<f64>, Tokens), AskError> {
        let framings: &[Framing] =
            if self.is_choice { &[prompt::general, prompt::first_person] } else { &[prompt::general] };
        let orders = self.orders();
        let put: Vec<(&Framing, &Vec<usize>)> =
            framings.iter().flat_map(|framing| orders.iter().map(move |order| (framing, order))).collect();
        let branch = |(framing, order): &(&Framing, &Vec<usize>)| {
            let texts: Vec<&str> = order.iter().map(|answer| self.texts[*answer]).collect();
            let prompt = framing(self.ask, &texts);
            let tail = LabelTail { text: prompt.text, lead: String::new(), labels: prompt.labels };
            Branch { stem: String::new(), tails: vec![tail] }
        };
        let read = llama.labels(String::new(), put.iter().map(branch).collect()).await?;
        let mut scores = vec![0.0; self.texts.len()];
        for ((_, order), reads) in put.iter().zip(&read.value) {
            let logs = reads.first().and_then(logarithms).ok_or_else(no_label)?;
            for (answer, log) in order.iter().zip(logs) {
                scores[*answer] += log / put.len() as f64;
            }
        }
        Ok((scores, read.tokens))
    }

    /// Orders in which each answer stands at each place about as often as any other. They start from an order that the
    /// answers' words decide, so that whoever lists them changes nothing.
    fn orders(&self) -> Vec<Vec<usize>> {
        let count = self.texts.len();
        let mut first: Vec<usize> = (0..count).collect();
        if self.ask.scale.is_some() {
            return vec![first];
        }
        first.sort_by_key(|answer| self.texts[*answer]);
        first.shuffle(&mut stream(0, &format!("embedded/orders/{}", self.ask.title)));
        let orders = count.min(if self.is_choice { ORDERS_OF_CHOICE_MAX } else { ORDERS_MAX });
        let turned = |at: usize| {
            let mut order = first.clone();
            order.rotate_left(at * count / orders);
            order
        };
        (0..orders).map(turned).collect()
    }
}

fn no_label() -> AskError {
    AskError::Failed { message: "the model answered with none of the labels".to_owned() }
}
