//! The last steps: analyses answers, puts findings into words, and spells the report as the contract does.

use std::collections::BTreeMap;

use analysis::interviews::Interview;
use analysis::{EngineStanding, Evidence, Findings, analyze};
use contract::{Engine, Made, Report};
use forecast::{Calibration, Forecast};
use wording::report::{Told, words};

use super::{PipelineError, Run, computed};
use crate::elicit::elicitation;
use engine::{EngineCard, Usage, prompt};

/// Made-up answers have intervals as if a strong model had given them, for a demonstration to look like a report.
const EFFECTIVE_SIZE_SCRIPTED: f64 = 50.0;

/// Answers, and what follows from them.
pub(super) struct Analysed {
    interviews: Vec<Option<Interview>>,
    standing: EngineStanding,
    findings: Findings,
}

pub(super) async fn analysed(
    run: &Run<'_>,
    forecast: &Forecast,
    interviews: Vec<Option<Interview>>,
) -> Result<Analysed, PipelineError> {
    let (job, design, respondents) = (run.job.clone(), run.design.clone(), run.respondents.to_vec());
    let standing = standing(&run.asker.card, &design.calibration, forecast);
    computed(move || {
        let findings = analyze(&Evidence {
            brief: &job.brief,
            served: &design.served,
            questionnaire: &design.questionnaire,
            candidates: design.candidates,
            forms: &design.forms,
            respondents: &respondents,
            interviews: &interviews,
            seed: job.seed,
            engine: &standing,
        });
        Analysed { interviews, standing, findings }
    })
    .await
}

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
        levelled: forecast.levelled,
        is_scripted: card.scripted,
    }
}

/// Renders the findings as sentences in the reader's language, all of them templates, and spells the report.
pub(super) async fn published(
    run: &Run<'_>,
    forecast: &Forecast,
    analysed: Analysed,
    usage: Usage,
) -> Result<Report, PipelineError> {
    let (job, design, respondents) = (run.job.clone(), run.design.clone(), run.respondents.to_vec());
    let engine = engine(run, forecast, usage);
    computed(move || {
        let (words, _) = words(&Told {
            brief: &job.brief,
            served: &design.served,
            questionnaire: &design.questionnaire,
            engine: &analysed.standing,
            findings: &analysed.findings,
            ages: (design.filters.age_min, design.filters.age_max),
        });
        contract::report(&Made {
            brief: &job.brief,
            served: &design.served,
            audience: &design.audience,
            filters: &design.filters,
            given_up: &design.given_up,
            questionnaire: &design.questionnaire,
            forms: &design.forms,
            respondents: &respondents,
            interviews: &analysed.interviews,
            findings: &analysed.findings,
            words: &words,
            names: design.names.as_deref(),
            standing: &analysed.standing,
            engine: &engine,
        })
    })
    .await
}

/// Who answered and how.
fn engine(run: &Run<'_>, forecast: &Forecast, usage: Usage) -> Engine {
    let (card, language) = (&run.asker.card, run.job.brief.language());
    let calibration = run.design.calibration.clone();
    Engine {
        name: card.name.clone(),
        model: card.model.clone(),
        model_hash: card.model_hash.clone(),
        adapter: card.adapter.as_ref().map(|adapter| adapter.name.clone()),
        adapter_hash: card.adapter.as_ref().map(|adapter| adapter.hash.clone()),
        // Answers that are made up were not prompted for.
        prompt_hashes: if card.scripted { BTreeMap::new() } else { prompt::hashes(language) },
        elicitation: elicitation(calibration.way, language),
        seed: run.job.seed,
        readings: forecast.readings,
        calibration,
        own_studies: run.design.own_studies.clone(),
        usage,
        cost: card.price.map(|price| usage.cost(&price)),
    }
}
