//! The forecast of one report: every part of it is asked for side by side and counts once the journal has it, so that a
//! restart repeats none. A group or an option's choosers that are lost are left out and counted; without the whole there is
//! no forecast, and the try ends.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::{StreamExt, TryStreamExt, stream};
use survey::bank;
use survey::forecast::{Forecast, Part, PartAsk, Said};
use survey::groups::{Division, divisions};
use survey::questionnaire::{ACCEPTANCE, CONCERN, DRIVERS, LIKELIHOOD};
use survey::report::{Question, QuestionKind};
use survey::wording;

use super::{Checkpoints, PipelineError, Progress, Run, speaking};
use crate::engine::{EngineError, Failure, Reply, Usage};
use crate::forecast::{GroupsAsk, Later, Matter, Room, readings};

/// Groups of one attribute that are asked about; of more, the smallest are left out.
const GROUPS_MAX: usize = 12;

/// The forecast, and what it took.
pub(super) async fn forecast(run: &Run<'_>, done: &Checkpoints) -> Result<(Forecast, Usage), PipelineError> {
    if let Some(forecast) = &done.forecast {
        let (closed, total) = calls(run);
        run.journal.resumed(Progress { done: (closed + done.voices.len()).min(total), total }).await?;
        return Ok((forecast.clone(), forecast.usage));
    }
    let options: Vec<&str> = run.design.optimized.options.iter().map(String::as_str).collect();
    let (language, audience) = (run.job.brief.language(), audience_of(run));
    let matter =
        Matter { seed: run.job.seed, language, audience, question: &run.design.optimized.question, options: &options };
    let room = Room { asker: run.asker, way: run.design.calibration.way, matter };
    let plan = Plan::new(run, &room);
    let mut parts: BTreeMap<PartAsk, Part> = done.parts.iter().map(|part| (part.ask.clone(), part.clone())).collect();
    let counter = AtomicUsize::new(parts.len());
    run.journal.resumed(Progress { done: parts.len(), total: plan.total }).await?;
    // Collected first: a lazy iterator's borrows would keep the whole run from being spawned.
    let mut asks = Vec::new();
    for ask in plan.asks.iter().filter(|ask| !parts.contains_key(ask)) {
        asks.push(plan.ask(run, &room, ask.clone(), &counter));
    }
    let mut asked = Box::pin(stream::iter(asks).buffer_unordered(run.job.concurrency.max(1)));
    let mut lost_whole = None;
    while let Some((part, failure)) = asked.try_next().await? {
        if matches!(part.ask, PartAsk::Whole(_)) && part.said.is_none() {
            lost_whole = failure;
        }
        parts.insert(part.ask.clone(), part);
    }
    let parts: Vec<Part> = parts.into_values().collect();
    let Some(forecast) = Forecast::of(&parts, options.len()) else {
        let nothing = || EngineError::Unreadable { message: "no reading of the whole".to_owned() }.into();
        let failure = lost_whole.unwrap_or_else(nothing);
        // A purse that was too small for this try is too small for the next one.
        return Err(if run.asker.is_spent() { PipelineError::Engine(failure) } else { PipelineError::Lost(failure) });
    };
    let progress = Progress { done: plan.asks.len(), total: plan.total };
    run.journal.forecast(&forecast, run.respondents.len(), progress).await?;
    let usage = forecast.usage;
    Ok((forecast, usage))
}

/// Who is asked, as an engine is told it: in the client's own words, which say more than the filters read from them.
fn audience_of<'a>(run: &Run<'a>) -> &'a str {
    run.job.brief.audience_description().unwrap_or(&run.design.audience.description)
}

/// How many calls the closed part of a report takes, and all of it.
pub(super) fn calls(run: &Run<'_>) -> (usize, usize) {
    let wholes = readings(run.asker, run.design.calibration.way);
    let closed = wholes + run.design.optimized.options.len() + divided(run).len();
    (closed, closed + speaking::batches(run))
}

/// All that is asked for.
struct Plan<'a> {
    asks: Vec<PartAsk>,
    groups: BTreeMap<String, GroupsAsk>,
    later: Option<Later<'a>>,
    total: usize,
}

/// The attributes that it is worth asking about: all that the panel varies in, unless nothing of differences is kept.
fn divided(run: &Run<'_>) -> Vec<Division> {
    if run.design.calibration.group_weight <= 0.0 {
        return Vec::new();
    }
    divisions(&run.respondents.iter().map(|respondent| &respondent.profile).collect::<Vec<_>>())
}

impl<'a> Plan<'a> {
    fn new(run: &Run<'a>, room: &Room<'_>) -> Self {
        let language = run.job.brief.language();
        let groups: Vec<GroupsAsk> = divided(run).iter().map(|division| groups_of(language, division)).collect();
        let later = later(run);
        let wholes = (0..room.readings()).map(PartAsk::Whole);
        let choosers = (0..run.design.optimized.options.len()).filter(|_| later.is_some()).map(PartAsk::Choosers);
        let attributes = groups.iter().map(|ask| PartAsk::Groups(ask.attribute.clone()));
        let asks: Vec<PartAsk> = wholes.chain(choosers).chain(attributes).collect();
        let total = asks.len() + speaking::batches(run);
        let groups = groups.into_iter().map(|ask| (ask.attribute.clone(), ask)).collect();
        Self { asks, groups, later, total }
    }

    /// Asks for one part and puts it into the journal; also why it was lost, if it was.
    async fn ask(
        &self,
        run: &Run<'_>,
        room: &Room<'_>,
        ask: PartAsk,
        counter: &AtomicUsize,
    ) -> Result<(Part, Option<Failure>), PipelineError> {
        tracing::debug!(target: "canvass::interview", step = ask.key(), "step started");
        let told = match (&ask, &self.later) {
            (PartAsk::Whole(reading), _) => room.whole(*reading).await,
            (PartAsk::Groups(attribute), _) => match self.groups.get(attribute) {
                Some(groups) => room.groups(groups).await,
                None => Err(nothing_to_ask()),
            },
            (PartAsk::Choosers(option), Some(later)) => room.choosers(*option, later).await,
            (PartAsk::Choosers(_), None) => Err(nothing_to_ask()),
        };
        let (said, usage, failure): (Option<Said>, Usage, Option<Failure>) = match told {
            Ok(Reply { value, usage }) => (Some(value), usage, None),
            Err(failure) => {
                reached(run, &failure).await?;
                tracing::info!(part = ask.key(), %failure, "a part of the forecast is lost");
                (None, failure.usage, Some(failure))
            }
        };
        let part = Part { ask, said, usage };
        let done = counter.fetch_add(1, Ordering::Relaxed) + 1;
        // What is lost may be found by a later try, should this one fail; then it must not be taken for done.
        if part.said.is_some() {
            run.journal.asked(&part, Progress { done, total: self.total }).await?;
        }
        Ok((part, failure))
    }
}

fn nothing_to_ask() -> Failure {
    EngineError::Refused { message: "there is nothing to ask".to_owned() }.into()
}

/// One call that failed of an engine that answers others is that call's own trouble; of one that answers nobody, the run's.
pub(super) async fn reached(run: &Run<'_>, failure: &Failure) -> Result<(), PipelineError> {
    if !failure.is_transient() {
        return Ok(());
    }
    if matches!(failure.error, EngineError::Denied { .. }) {
        return Err(PipelineError::Engine(failure.clone()));
    }
    match run.asker.engine.probe().await {
        Ok(()) => Ok(()),
        Err(error) => Err(PipelineError::Engine(Failure { error, usage: failure.usage })),
    }
}

/// The largest groups of an attribute, in words.
fn groups_of(language: survey::brief::Language, division: &Division) -> GroupsAsk {
    let mut by_size: Vec<usize> = (0..division.values.len()).collect();
    by_size.sort_by_key(|at| std::cmp::Reverse(division.members[*at].len()));
    by_size.truncate(GROUPS_MAX);
    by_size.sort_unstable();
    let group = |at: usize| {
        let value = &division.values[at];
        (value.clone(), wording::value(language, division.attribute, value))
    };
    GroupsAsk {
        attribute: division.attribute.to_owned(),
        name: wording::attribute(language, division.attribute),
        groups: by_size.into_iter().map(group).collect(),
    }
}

/// The questions about the choice; none where the questionnaire lacks one of them.
fn later<'a>(run: &Run<'a>) -> Option<Later<'a>> {
    let (inquiry, language) = (run.design.optimized.inquiry, run.job.brief.language());
    let asked = |id: &str| -> Option<&'a Question> {
        run.design.questionnaire.questions.iter().find(|question| question.id == id)
    };
    let likelihood = asked(LIKELIHOOD).filter(|question| question.kind == QuestionKind::Rating)?;
    let acceptance = bank::acceptance(inquiry, language);
    Some(Later {
        drivers: asked(DRIVERS)?,
        concern: asked(CONCERN)?,
        acceptance_title: asked(ACCEPTANCE)
            .map_or_else(|| bank::title(inquiry, ACCEPTANCE, language), |question| question.title.as_str()),
        acceptance,
        likelihood,
        scale: likelihood.scale.as_ref()?,
    })
}
