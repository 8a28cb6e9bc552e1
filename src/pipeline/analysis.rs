//! Puts the findings together: computed parts from `survey`, and how they came about from the engine's card.

use std::collections::BTreeMap;

use survey::analysis::{self, EngineStanding, Evidence, Outcome};
use survey::answer::Interview;
use survey::bank;
use survey::calibration::{Calibration, Measured};
use survey::forecast::Forecast;
use survey::population;
use survey::report::{DrawMethod, Findings, Method, ResearchInput};
use survey::sample::Respondent;
use survey::wording;

use super::{Design, Job, PipelineError, Run, computed, proposals};
use crate::engine::{EngineCard, Usage, prompt};
use crate::forecast::elicitation;

pub(super) async fn findings(
    run: &Run<'_>,
    forecast: &Forecast,
    interviews: Vec<Interview>,
    mut usage: Usage,
) -> Result<Findings, PipelineError> {
    let Run { job, design, asker, respondents, .. } = *run;
    let (own_job, own_design, own_respondents) = (job.clone(), design.clone(), respondents.to_vec());
    let standing = standing(&asker.card, &design.calibration, forecast);
    let mut outcome =
        computed(move || compute(&own_job, &standing, &own_design, &own_respondents, &interviews)).await?;
    usage += design.usage;
    usage += proposals::summary(job, asker, &outcome.facts, &mut outcome.analysis).await;
    Ok(Findings {
        title: analysis::title(job.brief.language(), &design.optimized.question),
        method: method(job, &asker.card, design, forecast, usage),
        research_input: research_input(job, design.clone()),
        statistics: outcome.statistics,
        analysis: outcome.analysis,
        sample_data: outcome.sample_data,
    })
}

/// Made-up answers have intervals as if a strong model had given them, for a demonstration to look like a report.
const EFFECTIVE_SIZE_SCRIPTED: f64 = 50.0;

fn standing(card: &EngineCard, calibration: &Calibration, forecast: &Forecast) -> EngineStanding {
    let sizes = match card.scripted {
        true => [EFFECTIVE_SIZE_SCRIPTED; 2],
        false => [calibration.effective_size(), calibration.scale_size()],
    };
    EngineStanding {
        measured: calibration.measured.clone(),
        effective_size: sizes[0],
        scale_size: sizes[1],
        readings_apart: forecast.apart,
        is_scripted: card.scripted,
    }
}

fn compute(
    job: &Job,
    engine: &EngineStanding,
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

fn method(job: &Job, card: &EngineCard, design: &Design, forecast: &Forecast, usage: Usage) -> Method {
    let language = job.brief.language();
    let calibration = design.calibration.clone();
    let mut notices = vec![wording::say(language, "notice-synthetic", &[])];
    if card.scripted {
        notices.push(wording::say(language, "notice-scripted", &[]));
    } else if calibration.measured.as_ref().is_none() {
        notices.push(wording::say(language, "notice-unmeasured", &[]));
    } else if calibration.measured.as_ref().is_some_and(|measured| !measured.knows) {
        notices.push(wording::say(language, "notice-guessing", &[]));
    }
    let standing = standing(card, &calibration, forecast);
    Method {
        engine: card.name.clone(),
        model: card.model.clone(),
        model_hash: card.model_hash.clone(),
        adapter: card.adapter.as_ref().map(|adapter| adapter.name.clone()),
        adapter_hash: card.adapter.as_ref().map(|adapter| adapter.hash.clone()),
        // Answers that are made up were not prompted for.
        prompt_hashes: if card.scripted { BTreeMap::new() } else { prompt::hashes(language) },
        elicitation: elicitation(calibration.way, language),
        seed: job.seed.to_string(),
        forms: u32::try_from(design.forms.len()).unwrap_or(u32::MAX),
        readings: u32::try_from(forecast.readings).unwrap_or(u32::MAX),
        readings_apart: forecast.apart,
        lambda: calibration.lambda,
        effective_size: standing.effective_size,
        draw: DrawMethod::Balanced,
        questionnaire_version: bank::version().to_owned(),
        skill: calibration.measured.as_ref().map(Measured::printed_skill),
        winner_accuracy: calibration.measured.as_ref().map(|measured| measured.winner_accuracy),
        calibration,
        cost: card.price.map(|price| usage.cost(&price)),
        usage,
        notice: wording::sentences(language, &notices),
        sources: population::sources(&design.audience).into_iter().map(|id| wording::say(language, id, &[])).collect(),
    }
}
