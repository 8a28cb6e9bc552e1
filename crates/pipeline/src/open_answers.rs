//! Generates open answers for some respondents. Every text must pass the gate before it is published: a rejected text
//! is generated once more, then dropped. A few credible voices are preferred to many hollow ones.

use std::sync::atomic::{AtomicUsize, Ordering};

use analysis::interviews::Interview;
use futures::{StreamExt, TryStreamExt, stream};
use language::voices::{self, Speaker};
use population::Attribute;
use questionnaire::{Question, QuestionId};
use serde::{Deserialize, Serialize};

use super::calls::{Pending, Work, batch_size, open_question, speakers_max};
use super::reach::reached;
use super::{PipelineError, Progress, Run};
use crate::elicit::{Speech, speak};
use engine::Usage;
use engine::prompt::Person;

/// One batch of open answers before the gate, as stored in a checkpoint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Voices {
    /// 0 is the first round, 1 the second, for rejected texts.
    pub round: usize,
    pub batch: usize,
    /// Respondents of the batch. Empty in checkpoints of older versions, which are then not reused.
    #[serde(default)]
    pub speakers: Vec<SpeakerKey>,
    /// By speaker; `None` if there is no text.
    pub texts: Vec<Option<String>>,
    #[serde(default)]
    pub usage: Usage,
}

/// A respondent and everything that the prompt says about them. It identifies the text: another version of the
/// program may draw another person or choice at the same index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SpeakerKey {
    pub respondent: String,
    pub person: Person,
}

impl Voices {
    /// Returns a key that is unique among the batches of one report.
    pub fn key(&self) -> String {
        format!("{}/{}", self.round, self.batch)
    }

    fn are_of(&self, speakers: &[SpeakerKey]) -> bool {
        self.speakers == speakers && self.texts.len() == speakers.len()
    }
}

/// Returns the interviews with their open answers, and the usage.
pub(super) async fn generate_open_answers(
    run: &Run<'_>,
    mut interviews: Vec<Option<Interview>>,
    done: Vec<Voices>,
) -> Result<(Vec<Option<Interview>>, Usage), PipelineError> {
    let Some(question) = open_question(run) else { return Ok((interviews, Usage::default())) };
    let mut speakers = speakers(run, question, &interviews);
    let mut usage = Usage::default();
    let mut earlier_texts: Vec<String> = Vec::new();
    for round in 0..2 {
        let (raw, took) = raw_texts(run, question, (round, &speakers), &interviews, &done).await?;
        usage += took;
        let mut flawed = Vec::new();
        for (place, text) in speakers.into_iter().zip(raw) {
            match accepted_text(run, place, &interviews, text.as_deref(), &earlier_texts) {
                Some(text) => {
                    earlier_texts.push(text.clone());
                    interviews[place].iter_mut().for_each(|own| own.text = Some(text.clone()));
                }
                None => flawed.push(place),
            }
        }
        speakers = flawed;
        if speakers.is_empty() {
            break;
        }
    }
    Ok((interviews, usage))
}

/// Runs one round: returns everybody's raw text, from a checkpoint if there is one.
async fn raw_texts(
    run: &Run<'_>,
    question: &Question,
    (round, speakers): (usize, &[usize]),
    interviewed: &[Option<Interview>],
    done: &[Voices],
) -> Result<(Vec<Option<String>>, Usage), PipelineError> {
    let (counter, pending) = (AtomicUsize::new(done.len()), Pending::default());
    let batches: Vec<Vec<usize>> = speakers.chunks(batch_size(run)).map(<[usize]>::to_vec).collect();
    let mut asked = Vec::new();
    for (batch, places) in batches.into_iter().enumerate() {
        let speakers = places.iter().map(|place| speaker_key(run, *place, interviewed)).collect();
        asked.push(restore_or_ask(run, question, (round, batch), speakers, (done, &counter, &pending)));
    }
    let voices: Vec<Voices> = stream::iter(asked).buffered(run.job.concurrency.max(1)).try_collect().await?;
    let usage = voices.iter().map(|voices| voices.usage).sum();
    Ok((voices.into_iter().flat_map(|voices| voices.texts).collect(), usage))
}

async fn restore_or_ask(
    run: &Run<'_>,
    question: &Question,
    at: (usize, usize),
    speakers: Vec<SpeakerKey>,
    (done, counter, pending): (&[Voices], &AtomicUsize, &Pending),
) -> Result<Voices, PipelineError> {
    // The last one, since a journal may keep replaced batches.
    let kept = done.iter().rev().find(|voices| (voices.round, voices.batch) == at);
    match kept {
        Some(voices) if voices.are_of(&speakers) => return Ok(voices.clone()),
        // The batch is replaced, but its usage was spent.
        Some(others) => run.journal.lost(others.usage).await?,
        None => {}
    }
    let voices = pending.during(ask(run, question, at, speakers)).await?;
    let work = Work::of(run).spoken(counter.fetch_add(1, Ordering::Relaxed) + 1);
    let progress = Progress { pending: pending.count(), ..work };
    run.journal.spoken(&voices, progress).await?;
    Ok(voices)
}

async fn ask(
    run: &Run<'_>,
    question: &Question,
    (round, batch): (usize, usize),
    speakers: Vec<SpeakerKey>,
) -> Result<Voices, PipelineError> {
    let people: Vec<Person> = speakers.iter().map(|speaker| speaker.person.clone()).collect();
    let label = format!("voices/{round}/{batch}");
    tracing::debug!(target: "canvass::interview", step = label, "step started");
    let speech = Speech {
        seed: run.job.seed.wrapping_add(round as u64),
        label: &label,
        language: run.job.brief.language(),
        topic: run.design.served.subject(),
        title: &question.title,
        traits: &run.design.filters.traits,
        people: &people,
    };
    let (texts, usage) = match speak(run.asker, &speech).await {
        Ok(outcome) => outcome,
        Err(failure) => {
            if let Err(away) = reached(run, &failure).await {
                run.journal.lost(failure.usage).await?;
                return Err(away);
            }
            (vec![None; people.len()], failure.usage)
        }
    };
    Ok(Voices { round, batch, speakers, texts, usage })
}

/// Returns respondents who gave a specific reason, spread evenly over the sample, which is sorted by attributes.
fn speakers(run: &Run<'_>, question: &Question, interviewed: &[Option<Interview>]) -> Vec<usize> {
    let has_reason = |place: &usize| !person(run, *place, interviewed).reason.is_empty();
    let able: Vec<usize> = (0..interviewed.len()).filter(has_reason).collect();
    let some = speakers_max(run, question).min(able.len());
    let before = |index: usize| index * some / able.len().max(1);
    able.iter().enumerate().filter(|(index, _)| before(index + 1) > before(*index)).map(|(_, place)| *place).collect()
}

fn speaker_key(run: &Run<'_>, place: usize, interviewed: &[Option<Interview>]) -> SpeakerKey {
    SpeakerKey { respondent: run.respondents[place].id.to_string(), person: person(run, place, interviewed) }
}

fn person(run: &Run<'_>, place: usize, interviewed: &[Option<Interview>]) -> Person {
    let own = interviewed[place].as_ref();
    let picked = |id: QuestionId| {
        let answers = run.design.questionnaire.answers(id);
        // The last answer of a list is the residual category, which gives nothing to write about.
        let named = own?.picks.get(&id)?.iter().find(|at| **at + 1 < answers.len())?;
        Some(answers[*named].clone())
    };
    Person {
        description: wording::person::describe(run.job.brief.language(), &run.respondents[place].profile),
        chosen: own
            .and_then(Interview::choice)
            .and_then(|option| run.design.served.options.get(option.0))
            .map_or_else(String::new, Clone::clone),
        reason: picked(QuestionId::Drivers).unwrap_or_else(String::new),
        concern: picked(QuestionId::Concern).unwrap_or_else(String::new),
    }
}

/// Returns the publishable text, or `None` if the gate rejects it.
fn accepted_text(
    run: &Run<'_>,
    place: usize,
    interviewed: &[Option<Interview>],
    text: Option<&str>,
    earlier_texts: &[String],
) -> Option<String> {
    // Who would buy at none of the prices gave no reason and is not asked.
    let options = &run.design.served.options;
    let choice = interviewed[place].as_ref().and_then(Interview::choice).filter(|choice| choice.0 < options.len())?;
    let person = person(run, place, interviewed);
    let profile = &run.respondents[place].profile;
    let speaker = Speaker {
        question: &run.design.served.question,
        option: &options[choice.0],
        other_options: options
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != choice.0)
            .map(|(_, it)| it.as_str())
            .collect(),
        reason: &person.reason,
        country: profile.word(Attribute::Country),
        region: profile.word(Attribute::Region),
        age: profile.number(Attribute::Age),
        sex: profile.word(Attribute::Sex),
        employment: profile.word(Attribute::Employment),
        household: profile.word(Attribute::Household),
        marital: profile.word(Attribute::Marital),
        children: profile.number(Attribute::Children),
    };
    match voices::judge(run.job.brief.language(), text?, &speaker, earlier_texts) {
        Ok(text) => Some(text),
        Err(flaw) => {
            metrics::counter!("canvass_voices_refused_total", "flaw" => flaw.as_str()).increment(1);
            None
        }
    }
}
