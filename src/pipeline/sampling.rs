//! All interviews of a report, wave by wave and side by side inside a wave. A reading counts only once the journal has it,
//! and those of an earlier attempt are not repeated; answers follow from readings and seed alone, so they are drawn again
//! rather than stored. The first error that is not a respondent's own ends the run.

use std::collections::BTreeMap;

use futures::{Stream, StreamExt, TryStreamExt, stream};
use survey::answer::{self, Interview, Outcome, ReadOutcome, Reading};
use survey::draw;
use survey::report::{Question, QuestionKind};

use super::interview::{self, Context, Distributions, Picks};
use super::{Checkpoints, Journal, PipelineError, waves};

/// One respondent on the way through the waves.
#[derive(Default)]
struct Progress {
    picks: Picks,
    distributions: Distributions,
    failed: Option<String>,
}

/// Every respondent's interview, in the order of the sample.
pub(super) async fn interviews(
    context: &Context<'_>,
    done: Checkpoints,
    journal: &dyn Journal,
) -> Result<Vec<Interview>, PipelineError> {
    let mut panel: Vec<Progress> = context.respondents.iter().map(|_| Progress::default()).collect();
    let mut readings: BTreeMap<(usize, String), Reading> =
        done.readings.into_iter().map(|reading| ((reading.wave, reading.respondent_id.clone()), reading)).collect();
    for (wave, questions) in waves::closed(&context.design.questionnaire).into_iter().enumerate() {
        read_wave(context, wave, &questions, &mut panel, &mut readings, journal).await?;
        questions.iter().for_each(|question| draw_answers(context, question, &mut panel));
    }
    close_all(context, &panel, done.interviews, journal).await
}

/// Has every respondent's distributions of a wave read, or taken from an earlier attempt.
async fn read_wave(
    context: &Context<'_>,
    wave: usize,
    questions: &[&Question],
    panel: &mut [Progress],
    readings: &mut BTreeMap<(usize, String), Reading>,
    journal: &dyn Journal,
) -> Result<(), PipelineError> {
    let is_missing = |index: &usize| {
        panel[*index].failed.is_none() && !readings.contains_key(&(wave, context.respondents[*index].id.clone()))
    };
    // Collected first: a lazy iterator's borrows would keep the whole run from being spawned.
    let missing: Vec<_> = (0..panel.len())
        .filter(is_missing)
        .map(|index| read_one(context, index, wave, questions, &panel[index].picks, journal))
        .collect();
    let fresh: Vec<Reading> = side_by_side(context, missing).try_collect().await?;
    readings.extend(fresh.into_iter().map(|reading| ((wave, reading.respondent_id.clone()), reading)));
    for (index, respondent) in context.respondents.iter().enumerate() {
        match readings.remove(&(wave, respondent.id.clone())).map(|reading| reading.outcome) {
            Some(ReadOutcome::Read(distributions)) => panel[index].distributions.extend(distributions),
            Some(ReadOutcome::Failed { reason }) => panel[index].failed = Some(reason),
            None => {}
        }
    }
    Ok(())
}

async fn read_one(
    context: &Context<'_>,
    index: usize,
    wave: usize,
    questions: &[&Question],
    picks: &Picks,
    journal: &dyn Journal,
) -> Result<Reading, PipelineError> {
    let respondent = &context.respondents[index].id;
    tracing::debug!(target: "canvass::interview", step = format!("reading/{wave}/{respondent}"), "step started");
    let reading = interview::read(context, index, wave, questions, picks).await.map_err(PipelineError::Engine)?;
    journal.read(&reading).await?;
    Ok(reading)
}

/// Draws one question's answers for everyone who is still there: one, or two where two are asked for.
fn draw_answers(context: &Context<'_>, question: &Question, panel: &mut [Progress]) {
    let seed = context.job.seed;
    let present: Vec<usize> = (0..panel.len()).filter(|index| panel[*index].failed.is_none()).collect();
    let rows = |panel: &[Progress], ask: &str| -> Vec<Vec<f64>> {
        present.iter().map(|index| panel[*index].distributions.get(ask).cloned().unwrap_or_default()).collect()
    };
    let first_rows = rows(panel, &question.id);
    let first = draw::systematic(&first_rows, seed, &question.id);
    let mut picks: Vec<Vec<usize>> = first.iter().map(|answer| vec![*answer]).collect();
    let second_rows = match question.kind {
        QuestionKind::BestWorst => Some(rows(panel, &answer::worst_of(&question.id))),
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
}

async fn close_all(
    context: &Context<'_>,
    panel: &[Progress],
    done: Vec<Interview>,
    journal: &dyn Journal,
) -> Result<Vec<Interview>, PipelineError> {
    let mut finished: BTreeMap<String, Interview> =
        done.into_iter().map(|interview| (interview.respondent_id.clone(), interview)).collect();
    let missing: Vec<_> = context
        .respondents
        .iter()
        .zip(panel)
        .enumerate()
        .filter(|(_, (respondent, _))| !finished.contains_key(&respondent.id))
        .map(|(index, (_, progress))| close_one(context, index, progress, journal))
        .collect();
    let mut closing = side_by_side(context, missing);
    while let Some(interview) = closing.try_next().await? {
        finished.insert(interview.respondent_id.clone(), interview);
    }
    Ok(context.respondents.iter().filter_map(|respondent| finished.remove(&respondent.id)).collect())
}

async fn close_one(
    context: &Context<'_>,
    index: usize,
    progress: &Progress,
    journal: &dyn Journal,
) -> Result<Interview, PipelineError> {
    let respondent = &context.respondents[index].id;
    tracing::debug!(target: "canvass::interview", step = format!("interview/{respondent}"), "step started");
    let interview = match &progress.failed {
        Some(reason) => {
            Interview { respondent_id: respondent.clone(), outcome: Outcome::Failed { reason: reason.clone() } }
        }
        None => interview::close(context, index, &progress.picks, &progress.distributions)
            .await
            .map_err(PipelineError::Engine)?,
    };
    journal.interviewed(&interview).await?;
    let label = if interview.is_answered() { "answered" } else { "failed" };
    metrics::counter!("canvass_respondents_total", "outcome" => label).increment(1);
    Ok(interview)
}

fn side_by_side<T>(
    context: &Context<'_>,
    work: Vec<impl Future<Output = Result<T, PipelineError>>>,
) -> impl Stream<Item = Result<T, PipelineError>> + Unpin {
    Box::pin(stream::iter(work).buffer_unordered(context.job.concurrency.max(1)))
}
