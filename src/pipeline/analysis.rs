//! Puts the findings together: computed parts from `survey`, and how they came about from the engine's card.

use std::collections::BTreeMap;

use survey::analysis::{self, EngineStanding, Evidence};
use survey::answer::Interview;
use survey::population;
use survey::report::{Findings, Method, ResearchInput};
use survey::sample::Respondent;
use survey::wording;

use super::{Design, Job, PipelineError};
use crate::engine::EngineCard;

/// Computed off the async threads, which have requests and leases to attend to.
pub(super) async fn findings(
    job: &Job,
    card: EngineCard,
    design: &Design,
    respondents: Vec<Respondent>,
    interviews: Vec<Interview>,
) -> Result<Findings, PipelineError> {
    let (job, design) = (job.clone(), design.clone());
    tokio::task::spawn_blocking(move || compute(&job, card, design, &respondents, &interviews))
        .await
        .map_err(PipelineError::Analysis)
}

fn compute(
    job: &Job,
    card: EngineCard,
    design: Design,
    respondents: &[Respondent],
    interviews: &[Interview],
) -> Findings {
    let outcome = analysis::analyze(&Evidence {
        brief: &job.brief,
        served: &design.optimized,
        questionnaire: &design.questionnaire,
        candidates: design.candidates,
        forms: &design.forms,
        respondents,
        interviews,
        seed: job.seed,
        engine: EngineStanding { skill: card.skill, is_scripted: card.scripted },
    });
    Findings {
        title: analysis::title(job.brief.language(), &design.optimized.question),
        method: method(job, card, &design),
        research_input: research_input(job, design),
        statistics: outcome.statistics,
        analysis: outcome.analysis,
        sample_data: outcome.sample_data,
    }
}

fn research_input(job: &Job, design: Design) -> ResearchInput {
    ResearchInput {
        question: job.brief.question().to_owned(),
        options: job.brief.options().to_vec(),
        language: job.brief.language(),
        audience_filters: design.audience,
        sample_size: job.brief.sample_size(),
        optimized: design.optimized,
    }
}

fn method(job: &Job, card: EngineCard, design: &Design) -> Method {
    let language = job.brief.language();
    let mut notices = vec![wording::say(language, "notice-synthetic", &[])];
    if card.scripted {
        notices.push(wording::say(language, "notice-scripted", &[]));
    }
    Method {
        engine: card.name,
        model: card.model,
        model_hash: card.model_hash,
        // No engine has prompts yet.
        prompt_hashes: BTreeMap::new(),
        seed: job.seed.to_string(),
        forms: u32::try_from(design.forms.len()).unwrap_or(u32::MAX),
        lambda: card.lambda,
        skill: card.skill,
        winner_accuracy: card.winner_accuracy,
        notice: wording::sentences(language, &notices),
        sources: population::sources(&design.audience).into_iter().map(|id| wording::say(language, id, &[])).collect(),
    }
}
