//! The last steps: analyses the answers, renders the findings as sentences, and converts them to the contract's
//! report.

use std::collections::BTreeMap;

use analysis::interviews::Interview;
use analysis::{EngineQuality, Evidence, Findings, analyze};
use contract::{Engine, Report, ReportInputs};
use forecast::Forecast;
use forecast::calibration::{Calibration, Way};
use forecast::joint::EffectiveSize;
use wording::report::{ReportInput, words};

use super::{PipelineError, Run, computed};
use crate::elicit::{elicitation, price_elicitation};
use engine::{EngineCard, Usage, prompt};

/// What a scripted engine's forecast is worth, and the error of its group differences. Both resemble a strong model's, so that
/// demonstrations look like reports; beside people's answers the forecast is worth nothing.
const EFFECTIVE_SIZE_SCRIPTED: f64 = 50.0;
const GROUP_ERROR_SCRIPTED: f64 = 0.046;

/// Interviews and the findings from them.
pub(super) struct Analysed {
    interviews: Vec<Option<Interview>>,
    standing: EngineQuality,
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

fn standing(card: &EngineCard, calibration: &Calibration, forecast: &Forecast) -> EngineQuality {
    let (effective_size, scale_size, group_error) = match card.scripted {
        true => (EffectiveSize::about(EFFECTIVE_SIZE_SCRIPTED), EFFECTIVE_SIZE_SCRIPTED, Some(GROUP_ERROR_SCRIPTED)),
        false => (calibration.effective_size(), calibration.scale_size(), calibration.group_error()),
    };
    EngineQuality {
        measured: calibration.measured.clone(),
        effective_size,
        scale_size,
        group_error,
        readings_apart: forecast.apart,
        levelled: forecast.levelled,
        is_scripted: card.scripted,
    }
}

/// Renders the findings in the reader's language, all from templates, and converts them to the contract's report.
pub(super) async fn published(
    run: &Run<'_>,
    forecast: &Forecast,
    analysed: Analysed,
    usage: Usage,
) -> Result<Report, PipelineError> {
    let (job, design, respondents) = (run.job.clone(), run.design.clone(), run.respondents.to_vec());
    let engine = engine(run, forecast, usage);
    computed(move || {
        let (words, _) = words(&ReportInput {
            brief: &job.brief,
            served: &design.served,
            questionnaire: &design.questionnaire,
            engine: &analysed.standing,
            findings: &analysed.findings,
            ages: (design.filters.age_min, design.filters.age_max),
        });
        contract::report(&ReportInputs {
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

/// Describes the engine and how it was asked.
fn engine(run: &Run<'_>, forecast: &Forecast, usage: Usage) -> Engine {
    let (card, language) = (&run.asker.card, run.job.brief.language());
    let calibration = run.design.calibration.clone();
    Engine {
        name: card.name.clone(),
        model: card.model.clone(),
        model_hash: card.model_hash.clone(),
        adapter: card.adapter.as_ref().map(|adapter| adapter.name.clone()),
        adapter_hash: card.adapter.as_ref().map(|adapter| adapter.hash.clone()),
        // Scripted answers use no prompts.
        prompt_hashes: if card.scripted { BTreeMap::new() } else { prompt::hashes(language) },
        elicitation: match (run.design.served.asks_dearest_price, calibration.way) {
            (true, Way::Documents) => price_elicitation(language),
            (_, way) => elicitation(way, language),
        },
        seed: run.job.seed,
        readings: forecast.readings,
        calibration,
        own_studies: run.design.own_studies.clone(),
        usage,
        cost: card.price.map(|price| usage.cost(&price)),
    }
}
