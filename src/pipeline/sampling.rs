//! All interviews of a report, side by side. Each counts as finished only once the journal has it; those of an earlier
//! attempt are not repeated. The first error that is not a respondent's own ends the run.

use std::collections::BTreeMap;

use futures::{StreamExt, TryStreamExt, stream};
use survey::answer::Interview;
use survey::sample::Respondent;

use super::interview::{self, Context};
use super::{Journal, PipelineError};

/// Every respondent's interview, in the order of the sample.
pub(super) async fn interviews(
    context: &Context<'_>,
    respondents: &[Respondent],
    done: Vec<Interview>,
    journal: &dyn Journal,
) -> Result<Vec<Interview>, PipelineError> {
    let mut finished: BTreeMap<String, Interview> =
        done.into_iter().map(|interview| (interview.respondent_id.clone(), interview)).collect();
    // Collected first: a lazy iterator's borrows would keep the whole run from being spawned.
    let missing: Vec<_> = respondents
        .iter()
        .enumerate()
        .filter(|(_, respondent)| !finished.contains_key(&respondent.id))
        .map(|(index, respondent)| one(context, index, respondent, journal))
        .collect();
    let mut running = stream::iter(missing).buffer_unordered(context.job.concurrency.max(1));
    while let Some(interview) = running.try_next().await? {
        finished.insert(interview.respondent_id.clone(), interview);
    }
    Ok(respondents.iter().filter_map(|respondent| finished.remove(&respondent.id)).collect())
}

async fn one(
    context: &Context<'_>,
    index: usize,
    respondent: &Respondent,
    journal: &dyn Journal,
) -> Result<Interview, PipelineError> {
    let interview = interview::interview(context, index, respondent).await.map_err(PipelineError::Engine)?;
    journal.interviewed(&interview).await?;
    Ok(interview)
}
