//! The last steps: analyses the answers, renders the findings as sentences, and converts them to the contract's
//! report.

use std::collections::BTreeMap;

use analysis::interviews::Interview;
use analysis::{EngineQuality, Evidence, Findings, analyze};
use contract::{Engine, Report, ReportInputs};
use forecast::Forecast;
use forecast::calibration::{Calibration, Way};
use forecast::joint::EffectiveSize;
use language::QuestionFamily;
use population::Attribute;
use wording::report::{ReportInput, words};

use super::{PipelineError, Run, computed};
use crate::elicit::{elicitation, price_elicitation};
use engine::{EngineCard, Usage, prompt};

/// Effective sample size of a scripted engine's forecast, and the error of its group differences. Both resemble a strong
/// model's, so that demonstrations look like reports; combined with people's answers, the forecast has no weight.
const EFFECTIVE_SIZE_SCRIPTED: f64 = 50.0;
const GROUP_ERROR_SCRIPTED: f64 = 0.046;

/// Interviews and the findings from them.
pub(super) struct Analysed {
    interviews: Vec<Option<Interview>>,
    engine_quality: EngineQuality,
    findings: Findings,
}

pub(super) async fn analysed(
    run: &Run<'_>,
    forecast: &Forecast,
    interviews: Vec<Option<Interview>>,
) -> Result<Analysed, PipelineError> {
    let (job, design, respondents) = (run.job.clone(), run.design.clone(), run.respondents.to_vec());
    let family = design.served.family(job.brief.language());
    let engine_quality = engine_quality(&run.asker.card, &design.calibration, family, forecast);
    let earlier_forecast: Vec<String> =
        forecast.groups.get(&Attribute::EarlierChoice).into_iter().flat_map(BTreeMap::keys).cloned().collect();
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
            engine: &engine_quality,
            earlier_forecast: &earlier_forecast,
        });
        Analysed { interviews, engine_quality, findings }
    })
    .await
}

fn engine_quality(
    card: &EngineCard,
    calibration: &Calibration,
    family: QuestionFamily,
    forecast: &Forecast,
) -> EngineQuality {
    let (effective_size, scale_size, group_error) = match card.scripted {
        true => (EffectiveSize::about(EFFECTIVE_SIZE_SCRIPTED), EFFECTIVE_SIZE_SCRIPTED, Some(GROUP_ERROR_SCRIPTED)),
        false => (calibration.effective_size(), calibration.scale_size(), calibration.group_error()),
    };
    EngineQuality {
        measured: calibration.measured.clone(),
        family,
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
            engine: &analysed.engine_quality,
            findings: &analysed.findings,
            ages: (design.filters.age_min, design.filters.age_max),
            country: design.filters.only_country(),
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
            engine_quality: &analysed.engine_quality,
            engine: &engine,
            panel: job.panel.as_deref(),
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
