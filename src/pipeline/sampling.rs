//! All interviews of a report, wave by wave and side by side inside a wave. A reading counts only once the journal has it,
//! and those of an earlier attempt are not repeated; answers follow from readings and seed alone, so they are drawn again
//! rather than stored. A respondent who can't be reached is set aside and fails in the end; an engine that reaches nobody
//! ends the run, which a later attempt takes up.

use std::collections::BTreeMap;

use futures::{FutureExt, StreamExt, stream};
use survey::answer::{self, Interview, Outcome, ReadOutcome, Reading};
use survey::draw;
use survey::report::{Question, QuestionKind};

use super::interview::{self, Asked, Context, Distributions, Picks};
use super::{Checkpoints, Journal, JournalError, PipelineError, waves};
use crate::engine::{EngineError, Failure, Usage};

/// Calls in a row that reached nobody before the engine is taken to be down.
const UNREACHED_IN_A_ROW_MAX: usize = 8;

/// One respondent on the way through the waves.
#[derive(Default)]
struct Progress {
    picks: Picks,
    distributions: Distributions,
    failed: Option<String>,
}

/// Every respondent's interview, in the order of the sample, and what all of them took.
pub(super) async fn interviews(
    context: &Context<'_>,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<(Vec<Interview>, Usage), PipelineError> {
    let mut usage = Usage::default();
    let mut panel: Vec<Progress> = context.respondents.iter().map(|_| Progress::default()).collect();
    let mut readings: BTreeMap<(usize, String), Reading> =
        done.readings.into_iter().map(|reading| ((reading.wave, reading.respondent_id.clone()), reading)).collect();
    for (wave, questions) in waves::closed(&context.design.questionnaire).into_iter().enumerate() {
        usage += read_wave(context, wave, &questions, &mut panel, &mut readings, journal).await?;
        questions.iter().try_for_each(|question| draw_answers(context, question, &mut panel))?;
    }
    let interviews = close_all(context, &panel, done.interviews, journal).await?;
    usage += interviews.iter().map(|interview| interview.usage).sum();
    Ok((interviews, usage))
}

/// Has every respondent's distributions of a wave read, or taken from an earlier attempt; returns what they took.
async fn read_wave(
    context: &Context<'_>,
    wave: usize,
    questions: &[&Question],
    panel: &mut [Progress],
    readings: &mut BTreeMap<(usize, String), Reading>,
    journal: &dyn Journal,
) -> Result<Usage, PipelineError> {
    let is_missing = |index: &usize| !readings.contains_key(&(wave, context.respondents[*index].id.clone()));
    // Collected first: a lazy iterator's borrows would keep the whole run from being spawned.
    let missing: Vec<_> = (0..panel.len())
        .filter(|index| panel[*index].failed.is_none() && is_missing(index))
        .map(|index| (vec![index], read_one(context, (index, &panel[index].picks), wave, questions, journal)))
        .collect();
    let (mut fresh, unreached) = everyone(context, missing).await?;
    for (index, failure) in unreached {
        let respondent_id = context.respondents[index].id.clone();
        let outcome = ReadOutcome::Failed { reason: failure.to_string() };
        let reading = Reading { respondent_id, wave, outcome, usage: failure.usage };
        journal.read(&reading).await?;
        fresh.push(reading);
    }
    readings.extend(fresh.into_iter().map(|reading| ((wave, reading.respondent_id.clone()), reading)));
    let mut usage = Usage::default();
    for (index, respondent) in context.respondents.iter().enumerate() {
        let Some(reading) = readings.remove(&(wave, respondent.id.clone())) else { continue };
        usage += reading.usage;
        match reading.outcome {
            ReadOutcome::Read(distributions) => panel[index].distributions.extend(distributions),
            ReadOutcome::Failed { reason } => panel[index].failed = Some(reason),
        }
    }
    Ok(usage)
}

async fn read_one(
    context: &Context<'_>,
    asked: Asked<'_>,
    wave: usize,
    questions: &[&Question],
    journal: &dyn Journal,
) -> Result<Vec<Reading>, PipelineError> {
    let respondent = &context.respondents[asked.0].id;
    tracing::debug!(target: "canvass::interview", step = format!("reading/{wave}/{respondent}"), "step started");
    let reading = interview::read(context, asked, wave, questions).await.map_err(PipelineError::Engine)?;
    journal.read(&reading).await?;
    Ok(vec![reading])
}

/// Draws one question's answers for everyone who is still there: one, or two where two are asked for.
fn draw_answers(context: &Context<'_>, question: &Question, panel: &mut [Progress]) -> Result<(), PipelineError> {
    let seed = context.job.seed;
    let present: Vec<usize> = (0..panel.len()).filter(|index| panel[*index].failed.is_none()).collect();
    let row = |panel: &[Progress], index: usize, ask: &str| {
        let read = panel[index].distributions.get(ask).cloned();
        // Of an earlier attempt, by another version, or of an engine that left an ask out: nothing to draw from.
        read.ok_or_else(|| JournalError::new(format!("{}: `{ask}` was not read", context.respondents[index].id)))
    };
    let rows = |panel: &[Progress], ask: &str| -> Result<Vec<Vec<f64>>, JournalError> {
        present.iter().map(|index| row(panel, *index, ask)).collect()
    };
    let first_rows = rows(panel, &question.id)?;
    let first = draw::systematic(&first_rows, seed, &question.id);
    let mut picks: Vec<Vec<usize>> = first.iter().map(|answer| vec![*answer]).collect();
    let second_rows = match question.kind {
        QuestionKind::BestWorst => Some(rows(panel, &answer::worst_of(&question.id))?),
        QuestionKind::MultipleChoice => Some(first_rows),
        _ => None,
    };
    if let Some(rows) = second_rows {
        let left = present.iter().zip(rows).zip(&first).map(|((index, row), taken)| {
            let shown = interview::shown(context, *index, question, &panel[*index].picks);
            answer::without(&row, *taken, |at| shown.iter().any(|option| option.index == at))
        });
        let second = draw::systematic(&left.collect::<Vec<_>>(), seed, &format!("{}/second", question.id));
        picks.iter_mut().zip(second).for_each(|(picks, answer)| picks.push(answer));
    }
    for (index, picks) in present.into_iter().zip(picks) {
        panel[index].picks.insert(question.id.clone(), picks);
    }
    Ok(())
}

async fn close_all(
    context: &Context<'_>,
    panel: &[Progress],
    done: Vec<Interview>,
    journal: &dyn Journal,
) -> Result<Vec<Interview>, PipelineError> {
    let mut finished: BTreeMap<String, Interview> =
        done.into_iter().map(|interview| (interview.respondent_id.clone(), interview)).collect();
    let missing: Vec<_> = closing_blocks(context, panel)
        .into_iter()
        .filter(|block| block.iter().any(|index| !finished.contains_key(&context.respondents[*index].id)))
        .map(|block| {
            let kept: Vec<bool> =
                block.iter().map(|index| !finished.contains_key(&context.respondents[*index].id)).collect();
            let open = block.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(index, _)| *index).collect();
            (open, close_block(context, block, kept, panel, journal))
        })
        .collect();
    let (closed, unreached) = everyone(context, missing).await?;
    finished.extend(closed.into_iter().map(|interview| (interview.respondent_id.clone(), interview)));
    for (index, failure) in unreached {
        let interview = Interview { usage: failure.usage, ..failed(context, index, &failure.to_string()) };
        record(&interview, journal).await?;
        finished.insert(interview.respondent_id.clone(), interview);
    }
    Ok(context.respondents.iter().filter_map(|respondent| finished.remove(&respondent.id)).collect())
}

/// Those with something left to say together, whatever their form; everybody else alone.
fn closing_blocks(context: &Context<'_>, panel: &[Progress]) -> Vec<Vec<usize>> {
    let speaks =
        |index: &usize| panel[*index].failed.is_none() && interview::open_questions(context, *index).next().is_some();
    let (speaking, silent): (Vec<usize>, Vec<usize>) = (0..panel.len()).partition(speaks);
    let blocks = speaking.chunks(context.card.texts_together.max(1)).map(<[usize]>::to_vec);
    blocks.chain(silent.into_iter().map(|index| vec![index])).collect()
}

async fn close_block(
    context: &Context<'_>,
    block: Vec<usize>,
    kept: Vec<bool>,
    panel: &[Progress],
    journal: &dyn Journal,
) -> Result<Vec<Interview>, PipelineError> {
    for index in &block {
        let respondent = &context.respondents[*index].id;
        tracing::debug!(target: "canvass::interview", step = format!("interview/{respondent}"), "step started");
    }
    let closed = match block.as_slice() {
        [index] if let Some(reason) = &panel[*index].failed => vec![failed(context, *index, reason)],
        block => {
            let asked: Vec<_> =
                block.iter().map(|index| ((*index, &panel[*index].picks), &panel[*index].distributions)).collect();
            interview::close(context, &asked).await.map_err(PipelineError::Engine)?
        }
    };
    let fresh: Vec<Interview> =
        closed.into_iter().zip(kept).filter_map(|(closed, kept)| kept.then_some(closed)).collect();
    for interview in &fresh {
        record(interview, journal).await?;
    }
    Ok(fresh)
}

fn failed(context: &Context<'_>, index: usize, reason: &str) -> Interview {
    Interview {
        respondent_id: context.respondents[index].id.clone(),
        outcome: Outcome::Failed { reason: reason.to_owned() },
        usage: Usage::default(),
    }
}

async fn record(interview: &Interview, journal: &dyn Journal) -> Result<(), PipelineError> {
    journal.interviewed(interview).await?;
    let label = if interview.is_answered() { "answered" } else { "failed" };
    metrics::counter!("canvass_respondents_total", "outcome" => label).increment(1);
    Ok(())
}

/// Takes every block's step side by side, and names those who could not be reached. That is their own failure where the
/// engine answers for others or says that it is there; else it is the engine's, and ends the run.
async fn everyone<T>(
    context: &Context<'_>,
    steps: Vec<(Vec<usize>, impl Future<Output = Result<Vec<T>, PipelineError>>)>,
) -> Result<(Vec<T>, Vec<(usize, Failure)>), PipelineError> {
    let side_by_side = context.job.concurrency.max(1);
    let steps: Vec<_> = steps.into_iter().map(|(block, step)| step.map(move |taken| (block, taken))).collect();
    let mut taken = Box::pin(stream::iter(steps).buffer_unordered(side_by_side));
    let (mut done, mut unreached, mut unreached_in_a_row) = (Vec::new(), Vec::new(), 0);
    while let Some((block, step)) = taken.next().await {
        match step {
            Ok(step) => {
                done.extend(step);
                unreached_in_a_row = 0;
            }
            Err(PipelineError::Engine(mut failure)) if failure.is_transient() => {
                unreached_in_a_row += 1;
                // Whom a server turns away for its key, model or quota, it would turn away a hundred times.
                let is_denied = matches!(failure.error, EngineError::Denied { .. });
                if is_denied || unreached_in_a_row >= UNREACHED_IN_A_ROW_MAX {
                    return Err(PipelineError::Engine(failure));
                }
                for index in block {
                    unreached.push((index, failure.clone()));
                    // What the block took is put down once, with its first respondent.
                    failure.usage = Usage::default();
                }
            }
            Err(error) => return Err(error),
        }
    }
    if unreached_in_a_row > 0 {
        context.engine.probe().await.map_err(|error| PipelineError::Engine(error.into()))?;
    }
    Ok((done, unreached))
}
