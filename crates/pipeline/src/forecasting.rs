//! Elicits the forecast of one report. Parts are requested concurrently, and each is checkpointed, so that a resumed
//! report repeats none. Lost groups and choosers are omitted and counted; without a reading of the total the attempt
//! fails.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use forecast::{Forecast, Part, PartRequest, Response};
use foundation::{Language, OptionId};
use futures::{StreamExt, TryStreamExt, stream};
use language::{Served, prices};
use population::{Attribute, Division};
use questionnaire::{QuestionId, QuestionKind, bank};

use super::calls::{Work, divided};
use super::reach::reached;
use super::{Checkpoints, PipelineError, Run};
use crate::elicit::{FollowUps, GroupsAsk, PriceLadder, Session, Subject};
use engine::{EngineError, Failure, Reply, Usage};

/// Maximum number of groups per attribute; the smallest are omitted.
const GROUPS_MAX: usize = 12;

/// Returns the forecast, from its checkpoint if there is one.
pub(super) async fn forecast(run: &Run<'_>, done: &Checkpoints) -> Result<Forecast, PipelineError> {
    if let Some(forecast) = &done.forecast {
        run.journal.resumed(Work::of(run).spoken(done.voices.len())).await?;
        return Ok(forecast.clone());
    }
    let options: Vec<&str> = run.design.served.options.iter().map(String::as_str).collect();
    let (language, audience) = (run.job.brief.language(), run.design.asked_of(run.job));
    let question = &run.design.served.question;
    let ladder = ladder(&run.design.served);
    let prices = ladder.as_ref().map(|options| PriceLadder {
        options,
        question: run.design.served.subject(),
        none: bank::no_price(language),
    });
    let subject = Subject { seed: run.job.seed, language, audience: &audience, question, options: &options, prices };
    let session = Session { asker: run.asker, way: run.design.calibration.way, subject };
    let plan = Plan::new(run, &session);
    let mut parts: BTreeMap<PartRequest, Part> =
        done.parts.iter().map(|part| (part.ask.clone(), part.clone())).collect();
    let counter = AtomicUsize::new(parts.len());
    run.journal.resumed(plan.work.asked(parts.len())).await?;
    // Collected first: a lazy iterator's borrows would make the future unspawnable.
    let mut asks = Vec::new();
    for ask in plan.asks.iter().filter(|ask| !parts.contains_key(ask)) {
        asks.push(plan.ask(run, &session, ask.clone(), &counter));
    }
    let mut asked = Box::pin(stream::iter(asks).buffer_unordered(run.job.concurrency.max(1)));
    let mut lost_whole = None;
    while let Some((part, failure)) = asked.try_next().await? {
        if matches!(part.ask, PartRequest::Whole(_)) && part.said.is_none() {
            lost_whole = failure;
        }
        parts.insert(part.ask.clone(), part);
    }
    let parts: Vec<Part> = parts.into_values().collect();
    let Some(forecast) = Forecast::of(&parts, options.len()) else {
        let nothing = || EngineError::Unreadable { message: "no reading of the whole".to_owned() }.into();
        let failure = lost_whole.unwrap_or_else(nothing);
        // A token budget that is exhausted now is exhausted in the next attempt as well.
        return Err(if run.asker.is_spent() { PipelineError::Engine(failure) } else { PipelineError::Lost(failure) });
    };
    run.journal.forecast(&forecast, run.respondents.len(), plan.work.spoken(0)).await?;
    Ok(forecast)
}

/// Returns the options from the cheapest price to the dearest, if the dearest one is asked for.
fn ladder(served: &Served) -> Option<Vec<usize>> {
    let rungs = prices::rungs(&served.options).filter(|_| served.asks_dearest_price)?;
    Some(rungs.into_iter().map(|(at, _)| at).collect())
}

/// All requests of the forecast.
struct Plan<'a> {
    asks: Vec<PartRequest>,
    groups: BTreeMap<Attribute, GroupsAsk>,
    follow_ups: Option<FollowUps<'a>>,
    work: Work,
}

impl<'a> Plan<'a> {
    fn new(run: &Run<'a>, session: &Session<'_>) -> Self {
        let language = run.job.brief.language();
        let divided = divided(run);
        let ages = (run.design.filters.age_min, run.design.filters.age_max);
        let groups = divided.iter().map(|division| (division.attribute, groups_of(language, division, ages)));
        let follow_ups = follow_ups(run);
        let wholes = (0..session.readings()).map(PartRequest::Whole);
        let choosers = OptionId::all(run.design.served.options.len());
        let choosers = choosers.filter(|_| follow_ups.is_some()).map(PartRequest::Choosers);
        let attributes = divided.iter().map(|division| PartRequest::Groups(division.attribute));
        let asks: Vec<PartRequest> = wholes.chain(choosers).chain(attributes).collect();
        Self { asks, groups: groups.collect(), follow_ups, work: Work::of(run) }
    }

    /// Requests one part and journals it. Returns the failure as well if the part was lost.
    async fn ask(
        &self,
        run: &Run<'_>,
        session: &Session<'_>,
        ask: PartRequest,
        counter: &AtomicUsize,
    ) -> Result<(Part, Option<Failure>), PipelineError> {
        tracing::debug!(target: "canvass::interview", step = ask.key(), "step started");
        let reply = match (&ask, &self.follow_ups) {
            (PartRequest::Whole(reading), _) => session.whole(*reading).await,
            (PartRequest::Groups(attribute), _) => match self.groups.get(attribute) {
                Some(groups) => session.groups(groups).await,
                None => Err(nothing_to_ask()),
            },
            (PartRequest::Choosers(option), Some(follow_ups)) => session.choosers(option.0, follow_ups).await,
            (PartRequest::Choosers(_), None) => Err(nothing_to_ask()),
        };
        let (said, usage, failure): (Option<Response>, Usage, Option<Failure>) = match reply {
            Ok(Reply { value, usage }) => (Some(value), usage, None),
            Err(failure) => {
                run.journal.lost(failure.usage).await?;
                reached(run, &failure).await?;
                tracing::info!(part = ask.key(), %failure, "a part of the forecast failed and is left out");
                (None, failure.usage, Some(failure))
            }
        };
        let part = Part { ask, said, usage };
        let done = counter.fetch_add(1, Ordering::Relaxed) + 1;
        // A lost part is not checkpointed, so that a later attempt can ask for it again.
        if part.said.is_some() {
            run.journal.asked(&part, self.work.asked(done)).await?;
        }
        Ok((part, failure))
    }
}

fn nothing_to_ask() -> Failure {
    EngineError::Refused { message: "there is nothing to ask".to_owned() }.into()
}

/// Returns the largest groups of an attribute, with their names in prompts.
fn groups_of(language: Language, division: &Division, ages: (Option<u8>, Option<u8>)) -> GroupsAsk {
    let mut by_size: Vec<usize> = (0..division.values.len()).collect();
    by_size.sort_by_key(|at| std::cmp::Reverse(division.members[*at].len()));
    by_size.truncate(GROUPS_MAX);
    by_size.sort_unstable();
    let attribute = division.attribute.group_code();
    let group = |at: usize| {
        let value = &division.values[at];
        (value.clone(), wording::group(language, None, attribute, value, ages))
    };
    GroupsAsk {
        attribute: attribute.to_owned(),
        name: wording::attribute(language, attribute),
        groups: by_size.into_iter().map(group).collect(),
    }
}

/// Returns the questions about the choice; `None` if the questionnaire lacks one of them.
fn follow_ups<'a>(run: &Run<'a>) -> Option<FollowUps<'a>> {
    let (inquiry, language) = (run.design.served.inquiry, run.job.brief.language());
    let asked = |id| run.design.questionnaire.question(id);
    let likelihood = asked(QuestionId::Likelihood).filter(|question| question.kind == QuestionKind::Rating)?;
    let acceptance = bank::acceptance(inquiry, language);
    Some(FollowUps {
        drivers: asked(QuestionId::Drivers)?,
        concern: asked(QuestionId::Concern)?,
        acceptance_title: asked(QuestionId::Acceptance)
            .map_or_else(|| bank::title(inquiry, QuestionId::Acceptance, language), |question| question.title.as_str()),
        acceptance,
        likelihood,
        scale: likelihood.scale.as_ref()?,
    })
}
