//! Elicits the forecast of one report. Parts are requested concurrently, and each is checkpointed, so that a resumed
//! report repeats none. Lost groups and choosers are omitted and counted; without a reading of the total the attempt
//! fails.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use forecast::{Forecast, Part, PartRequest, Response};
use foundation::{Language, OptionId};
use futures::{StreamExt, TryStreamExt, stream, try_join};
use language::{Served, prices};
use population::{Attribute, Division};
use questionnaire::{QuestionId, QuestionKind, bank};

use super::calls::{Pending, Work, divided};
use super::reach::reached;
use super::{Checkpoints, JournalError, PipelineError, Progress, Run};
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
    let collected = PartCollector::new(&done.parts, &plan.asks, options.len());
    run.journal.resumed(plan.work.asked(done.parts.len())).await?;
    // Collected first: a lazy iterator's borrows would make the future unspawnable.
    let mut asks = Vec::new();
    for ask in collected.missing(&plan.asks) {
        asks.push(plan.ask(run, &session, ask, &collected));
    }
    let had_all_parts = asks.is_empty();
    let mut asks = Box::pin(stream::iter(asks).buffer_unordered(run.job.concurrency.max(1)));
    let mut lost_whole = None;
    while let Some((ask, failure)) = asks.try_next().await? {
        if matches!(ask, PartRequest::Whole(_)) {
            lost_whole = failure.or(lost_whole);
        }
    }
    let Some(forecast) = collected.forecast() else {
        let nothing = || EngineError::Unreadable { message: "no reading of the whole".to_owned() }.into();
        let failure = lost_whole.unwrap_or_else(nothing);
        // A token budget that is exhausted now is exhausted in the next attempt as well.
        return Err(if run.asker.is_spent() { PipelineError::Engine(failure) } else { PipelineError::Lost(failure) });
    };
    if had_all_parts {
        plan.complete(run, &forecast).await?;
    }
    Ok(forecast)
}

/// The parts of a forecast that have been asked for so far, lost ones included.
struct PartCollector {
    parts: Mutex<BTreeMap<PartRequest, Part>>,
    /// Number of parts of the complete forecast: those of the plan, and others that an earlier attempt asked for.
    total: usize,
    /// Number of options.
    options: usize,
    pending: Pending,
}

impl PartCollector {
    fn new(done: &[Part], asks: &[PartRequest], options: usize) -> Self {
        let parts: BTreeMap<PartRequest, Part> = done.iter().map(|part| (part.ask.clone(), part.clone())).collect();
        let total = parts.len() + asks.iter().filter(|ask| !parts.contains_key(ask)).count();
        Self { parts: Mutex::new(parts), total, options, pending: Pending::default() }
    }

    /// Returns the requests without a part, in the order given.
    fn missing(&self, asks: &[PartRequest]) -> Vec<PartRequest> {
        let parts = self.lock();
        asks.iter().filter(|ask| !parts.contains_key(ask)).cloned().collect()
    }

    /// Adds a part. Returns the number of parts, and the forecast if this part was the last.
    fn add(&self, part: Part) -> (usize, Option<Forecast>) {
        let count = {
            let mut parts = self.lock();
            parts.insert(part.ask.clone(), part);
            parts.len()
        };
        (count, if count == self.total { self.forecast() } else { None })
    }

    /// Pools the parts so far; `None` without a reading of the total.
    fn forecast(&self) -> Option<Forecast> {
        let parts: Vec<Part> = self.lock().values().cloned().collect();
        Forecast::of(&parts, self.options)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<PartRequest, Part>> {
        // Nothing panics while it is held.
        self.parts.lock().unwrap_or_else(PoisonError::into_inner)
    }
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
        let groups = divided.iter().map(|division| {
            let asked = GroupsAsk { name: group_name(run, division.attribute), ..groups_of(language, division, ages) };
            (division.attribute, asked)
        });
        let follow_ups = follow_ups(run);
        let wholes = (0..session.readings()).map(PartRequest::Whole);
        let choosers = OptionId::all(run.design.served.options.len());
        let choosers = choosers.filter(|_| follow_ups.is_some()).map(PartRequest::Choosers);
        let attributes = divided.iter().map(|division| PartRequest::Groups(division.attribute));
        let asks: Vec<PartRequest> = wholes.chain(choosers).chain(attributes).collect();
        Self { asks, groups: groups.collect(), follow_ups, work: Work::of(run) }
    }

    /// Requests one part and journals it. Returns the failure, too, if the part was lost.
    async fn ask(
        &self,
        run: &Run<'_>,
        session: &Session<'_>,
        ask: PartRequest,
        collected: &PartCollector,
    ) -> Result<(PartRequest, Option<Failure>), PipelineError> {
        tracing::debug!(target: "canvass::interview", step = ask.key(), "step started");
        let reply = collected.pending.during(self.reply(session, &ask)).await;
        let (said, usage, failure): (Option<Response>, Usage, Option<Failure>) = match reply {
            Ok(Reply { value, usage }) => (Some(value), usage, None),
            Err(failure) => {
                run.journal.lost(failure.usage).await?;
                reached(run, &failure).await?;
                tracing::info!(part = ask.key(), %failure, "a part of the forecast failed and is left out");
                (None, failure.usage, Some(failure))
            }
        };
        // Journalled before this slot makes its next call, so that a crash loses at most one part per concurrent call.
        self.journal_part(run, Part { ask: ask.clone(), said, usage }, collected).await?;
        Ok((ask, failure))
    }

    async fn reply(&self, session: &Session<'_>, ask: &PartRequest) -> Result<Reply<Response>, Failure> {
        match (ask, &self.follow_ups) {
            (PartRequest::Whole(reading), _) => session.whole(*reading).await,
            (PartRequest::Groups(attribute), _) => match self.groups.get(attribute) {
                Some(groups) => session.groups(groups).await,
                None => Err(nothing_to_ask()),
            },
            (PartRequest::Choosers(option), Some(follow_ups)) => session.choosers(option.0, follow_ups).await,
            (PartRequest::Choosers(_), None) => Err(nothing_to_ask()),
        }
    }

    /// Journals a part, and with the last part the forecast, concurrently: the journal can then write both in one commit.
    async fn journal_part(&self, run: &Run<'_>, part: Part, collected: &PartCollector) -> Result<(), PipelineError> {
        let (count, forecast) = collected.add(part.clone());
        let pending = collected.pending.count() + usize::from(forecast.is_some());
        let progress = Progress { pending, ..self.work.asked(count) };
        let part_journalled = async {
            // A lost part is not checkpointed, so that a later attempt can ask for it again.
            if part.said.is_some() { run.journal.asked(&part, progress).await } else { Ok(()) }
        };
        let forecast_journalled = async {
            match &forecast {
                Some(forecast) => self.complete(run, forecast).await,
                None => Ok(()),
            }
        };
        try_join!(part_journalled, forecast_journalled)?;
        Ok(())
    }

    /// Journals the complete forecast.
    async fn complete(&self, run: &Run<'_>, forecast: &Forecast) -> Result<(), JournalError> {
        run.journal.forecast(forecast, run.respondents.len(), self.work.spoken(0)).await
    }
}

fn nothing_to_ask() -> Failure {
    EngineError::Refused { message: "there is nothing to ask".to_owned() }.into()
}

/// Returns what sets the groups of an attribute apart, as prompts name it: of an earlier choice, with the earlier question.
fn group_name(run: &Run<'_>, attribute: Attribute) -> String {
    let language = run.job.brief.language();
    match (&run.job.panel, attribute) {
        (Some(panel), Attribute::EarlierChoice) => {
            wording::say(language, "earlier-choice-asked", &[("question", panel.asked.as_str().into())])
        }
        _ => wording::attribute(language, attribute.group_code()),
    }
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
