//! Some respondents put into words. Nothing that a model wrote is published unread: each text passes the gate, is written
//! anew once where it does not, and is left out where that fails too. A few true-sounding voices beat many hollow ones.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};
use survey::forecast::Interviewed;
use survey::questionnaire::{CONCERN, DRIVERS, REASON};
use survey::report::{AskedOf, Question};
use survey::voices::{self, Speaker};

use super::forecasting::{calls, reached};
use super::{PipelineError, Progress, Run};
use crate::engine::Usage;
use crate::engine::prompt::Person;
use crate::forecast::{BATCH_MAX, Speech, speak};

/// What some respondents said, before the gate, as checkpoints keep it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Voices {
    /// 0 is the first try, 1 that of those whose first text did not pass.
    pub round: usize,
    pub batch: usize,
    pub texts: Vec<Option<String>>,
    #[serde(default)]
    pub usage: Usage,
}

impl Voices {
    /// A name that no other batch of a report has.
    pub fn key(&self) -> String {
        format!("{}/{}", self.round, self.batch)
    }
}

/// Calls that the first round takes.
pub(super) fn batches(run: &Run<'_>) -> usize {
    let Some(question) = open_question(run) else { return 0 };
    speakers_max(run, question).div_ceil(batch_size(run))
}

/// Every respondent's own words by their place in the sample, where they have any, and what all of it took.
pub(super) async fn voices(
    run: &Run<'_>,
    interviewed: &[Option<Interviewed>],
    done: Vec<Voices>,
) -> Result<(Vec<Option<String>>, Usage), PipelineError> {
    let mut texts: Vec<Option<String>> = vec![None; run.respondents.len()];
    let Some(question) = open_question(run) else { return Ok((texts, Usage::default())) };
    let mut speakers = speakers(run, question, interviewed);
    let mut usage = Usage::default();
    let mut said_before: Vec<String> = Vec::new();
    for round in 0..2 {
        let (raw, took) = said(run, question, (round, &speakers), interviewed, &done).await?;
        usage += took;
        let mut flawed = Vec::new();
        for (place, text) in speakers.into_iter().zip(raw) {
            match judged(run, place, interviewed, text.as_deref(), &said_before) {
                Some(text) => {
                    said_before.push(text.clone());
                    texts[place] = Some(text);
                }
                None => flawed.push(place),
            }
        }
        speakers = flawed;
        if speakers.is_empty() {
            break;
        }
    }
    Ok((texts, usage))
}

/// One round: everybody's raw text, from the journal where it is there.
async fn said(
    run: &Run<'_>,
    question: &Question,
    (round, speakers): (usize, &[usize]),
    interviewed: &[Option<Interviewed>],
    done: &[Voices],
) -> Result<(Vec<Option<String>>, Usage), PipelineError> {
    let counter = AtomicUsize::new(calls(run).0 + done.len());
    let batches: Vec<Vec<usize>> = speakers.chunks(batch_size(run)).map(<[usize]>::to_vec).collect();
    let mut asked = Vec::new();
    for (batch, places) in batches.into_iter().enumerate() {
        let kept = done.iter().find(|voices| (voices.round, voices.batch) == (round, batch)).cloned();
        let kept = kept.filter(|voices| voices.texts.len() == places.len());
        let places = (places, interviewed);
        asked.push(kept_or_asked(run, question, (round, batch), places, kept, &counter));
    }
    let voices: Vec<Voices> = stream::iter(asked).buffered(run.job.concurrency.max(1)).try_collect().await?;
    let usage = voices.iter().map(|voices| voices.usage).sum();
    Ok((voices.into_iter().flat_map(|voices| voices.texts).collect(), usage))
}

async fn kept_or_asked(
    run: &Run<'_>,
    question: &Question,
    at: (usize, usize),
    (places, interviewed): (Vec<usize>, &[Option<Interviewed>]),
    kept: Option<Voices>,
    counter: &AtomicUsize,
) -> Result<Voices, PipelineError> {
    if let Some(voices) = kept {
        return Ok(voices);
    }
    let voices = ask(run, question, at, &places, interviewed).await?;
    let total = calls(run).1;
    let progress = Progress { done: (counter.fetch_add(1, Ordering::Relaxed) + 1).min(total), total };
    run.journal.spoken(&voices, progress).await?;
    Ok(voices)
}

async fn ask(
    run: &Run<'_>,
    question: &Question,
    (round, batch): (usize, usize),
    places: &[usize],
    interviewed: &[Option<Interviewed>],
) -> Result<Voices, PipelineError> {
    let people: Vec<Person> = places.iter().map(|place| person(run, *place, interviewed)).collect();
    let label = format!("voices/{round}/{batch}");
    tracing::debug!(target: "canvass::interview", step = label, "step started");
    let speech = Speech {
        seed: run.job.seed.wrapping_add(round as u64),
        label: &label,
        language: run.job.brief.language(),
        topic: &run.design.optimized.question,
        title: &question.title,
        traits: &run.design.audience.traits,
        people: &people,
    };
    let (texts, usage) = match speak(run.asker, &speech).await {
        Ok(said) => said,
        Err(failure) => {
            reached(run, &failure).await?;
            (vec![None; people.len()], failure.usage)
        }
    };
    Ok(Voices { round, batch, texts, usage })
}

fn open_question<'a>(run: &Run<'a>) -> Option<&'a Question> {
    run.design.questionnaire.questions.iter().find(|question| question.id == REASON)
}

fn speakers_max(run: &Run<'_>, question: &Question) -> usize {
    let everybody = run.respondents.len();
    match question.asked_of {
        AskedOf::Everyone(_) => everybody,
        AskedOf::Some(some) => everybody.min(some as usize),
    }
}

fn batch_size(run: &Run<'_>) -> usize {
    // Texts of their own are written side by side, all at once.
    if run.asker.card.writes_documents { BATCH_MAX } else { usize::MAX / 2 }
}

/// Those who have a reason to speak of, spread evenly over the sample, in which people stand in the order of their
/// attributes.
fn speakers(run: &Run<'_>, question: &Question, interviewed: &[Option<Interviewed>]) -> Vec<usize> {
    let has_reason = |place: &usize| !person(run, *place, interviewed).reason.is_empty();
    let able: Vec<usize> = (0..interviewed.len()).filter(has_reason).collect();
    let some = speakers_max(run, question).min(able.len());
    let before = |index: usize| index * some / able.len().max(1);
    able.iter().enumerate().filter(|(index, _)| before(index + 1) > before(*index)).map(|(_, place)| *place).collect()
}

fn person(run: &Run<'_>, place: usize, interviewed: &[Option<Interviewed>]) -> Person {
    let own = interviewed[place].as_ref();
    let picked = |id: &str| {
        let question = run.design.questionnaire.questions.iter().find(|question| question.id == id)?;
        // The last answer of a list stands for all that it does not name: nothing to speak of.
        let named = own?.picks.get(id)?.iter().find(|at| **at + 1 < question.options.len())?;
        Some(question.options[*named].clone())
    };
    Person {
        description: run.descriptions[place].clone(),
        chosen: own
            .and_then(Interviewed::choice)
            .map_or_else(String::new, |at| run.design.optimized.options[at].clone()),
        reason: picked(DRIVERS).unwrap_or_else(String::new),
        concern: picked(CONCERN).unwrap_or_else(String::new),
    }
}

/// The text as it may be published, if it may.
fn judged(
    run: &Run<'_>,
    place: usize,
    interviewed: &[Option<Interviewed>],
    text: Option<&str>,
    said_before: &[String],
) -> Option<String> {
    let choice = interviewed[place].as_ref().and_then(Interviewed::choice)?;
    let person = person(run, place, interviewed);
    let profile = &run.respondents[place].profile;
    let options = &run.design.optimized.options;
    let speaker = Speaker {
        option: &options[choice],
        other_options: options.iter().enumerate().filter(|(at, _)| *at != choice).map(|(_, it)| it.as_str()).collect(),
        reason: &person.reason,
        country: profile.country.as_deref(),
        region: profile.region.as_deref(),
        age: profile.age,
    };
    match voices::judge(run.job.brief.language(), text?, &speaker, said_before) {
        Ok(text) => Some(text),
        Err(flaw) => {
            metrics::counter!("canvass_voices_refused_total", "flaw" => flaw.as_str()).increment(1);
            None
        }
    }
}
