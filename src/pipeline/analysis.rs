//! Puts the findings together: computed parts from `survey`, and how they came about from the engine's card.

use std::collections::BTreeMap;

use survey::analysis::{self, EngineStanding, Evidence, Outcome};
use survey::answer::Interview;
use survey::bank;
use survey::population;
use survey::report::{DrawMethod, Findings, Method, ResearchInput};
use survey::sample::Respondent;
use survey::wording;

use super::{Design, Job, PipelineError, computed, proposals};
use crate::engine::{Engine, EngineCard, Usage, prompt};

pub(super) async fn findings(
    job: &Job,
    engine: &dyn Engine,
    card: EngineCard,
    design: &Design,
    respondents: Vec<Respondent>,
    (interviews, mut usage): (Vec<Interview>, Usage),
) -> Result<Findings, PipelineError> {
    let (own_job, own_design, standing) = (job.clone(), design.clone(), standing(&card));
    let mut outcome = computed(move || compute(&own_job, standing, &own_design, &respondents, &interviews)).await?;
    usage += design.usage;
    usage += proposals::summary(job, engine, &outcome.facts, &mut outcome.analysis).await;
    Ok(Findings {
        title: analysis::title(job.brief.language(), &design.optimized.question),
        method: method(job, card, design, usage),
        research_input: research_input(job, design.clone()),
        statistics: outcome.statistics,
        analysis: outcome.analysis,
        sample_data: outcome.sample_data,
    })
}

fn standing(card: &EngineCard) -> EngineStanding {
    let measured = card.calibration.measured.as_ref();
    EngineStanding {
        skill: measured.map(|measured| measured.skill),
        agreement: measured.map(|measured| measured.agreement),
        effective_size: card.effective_size,
        is_scripted: card.scripted,
    }
}

fn compute(
    job: &Job,
    engine: EngineStanding,
    design: &Design,
    respondents: &[Respondent],
    interviews: &[Interview],
) -> Outcome {
    analysis::analyze(&Evidence {
        brief: &job.brief,
        served: &design.optimized,
        questionnaire: &design.questionnaire,
        candidates: design.candidates,
        forms: &design.forms,
        respondents,
        interviews,
        seed: job.seed,
        engine,
    })
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

fn method(job: &Job, card: EngineCard, design: &Design, usage: Usage) -> Method {
    let language = job.brief.language();
    let mut notices = vec![wording::say(language, "notice-synthetic", &[])];
    if card.scripted {
        notices.push(wording::say(language, "notice-scripted", &[]));
    }
    Method {
        engine: card.name,
        model: card.model,
        model_hash: card.model_hash,
        // Answers that are made up were not prompted for.
        prompt_hashes: if card.scripted { BTreeMap::new() } else { prompt::hashes(language) },
        seed: job.seed.to_string(),
        forms: u32::try_from(design.forms.len()).unwrap_or(u32::MAX),
        lambda: card.calibration.lambda,
        effective_size: card.effective_size,
        draw: DrawMethod::Systematic,
        questionnaire_version: bank::version().to_owned(),
        skill: card.calibration.measured.as_ref().map(|measured| measured.skill),
        winner_accuracy: card.calibration.measured.as_ref().map(|measured| measured.winner_accuracy),
        calibration: card.calibration,
        cost: card.price.map(|price| usage.cost(&price)),
        usage,
        notice: wording::sentences(language, &notices),
        sources: population::sources(&design.audience).into_iter().map(|id| wording::say(language, id, &[])).collect(),
    }
}
