//! The one conversion from the domain: spells a report as it was made in the words of the contract. Only here do
//! options, answers and groups get the client's own names back.

mod findings;
mod methods;
mod records;

use std::collections::BTreeMap;

use analysis::interviews::Interview;
use analysis::{EngineQuality, Findings};
use forecast::Calibration;
use forecast::human::OwnStudies;
use language::audience::Audience;
use language::brief::WordingChoice;
use language::names::NameNotes;
use language::{Brief, Served};
use population::{Attribute, Filters, Respondent};
use questionnaire::Questionnaire;
use questionnaire::form::Form;
use wording::report::{Words, title};

use crate::{
    AudienceFilters, DrawMethod, Method, OptimizedInput, Panel, PriceUnit, Report, ResearchInput, Statistics,
    WordingChange, WordingNote,
};

/// Everything that a report was made of.
#[derive(Debug, Clone, Copy)]
pub struct ReportInputs<'a> {
    pub brief: &'a Brief,
    pub served: &'a Served,
    /// The audience as it was understood, and the filters that the sample was drawn by.
    pub audience: &'a Audience,
    pub filters: &'a Filters,
    pub given_up: &'a [Attribute],
    pub questionnaire: &'a Questionnaire,
    pub forms: &'a [Form],
    pub respondents: &'a [Respondent],
    /// In the order of the respondents; `None` for one who failed.
    pub interviews: &'a [Option<Interview>],
    pub findings: &'a Findings,
    pub words: &'a Words,
    /// In the order of the options, where they are names of which there is something to say.
    pub names: Option<&'a [NameNotes]>,
    pub engine_quality: &'a EngineQuality,
    pub engine: &'a Engine,
    /// The earlier report whose respondents were asked again.
    pub panel: Option<&'a Panel>,
}

/// What a report tells of the engine that answered.
#[derive(Debug, Clone)]
pub struct Engine {
    pub name: String,
    pub model: Option<String>,
    pub model_hash: Option<String>,
    pub adapter: Option<String>,
    pub adapter_hash: Option<String>,
    pub prompt_hashes: BTreeMap<String, String>,
    pub elicitation: String,
    pub seed: u64,
    pub readings: usize,
    pub calibration: Calibration,
    pub own_studies: Option<OwnStudies>,
    pub usage: forecast::Usage,
    pub cost: Option<f64>,
}

/// The report in the contract's spelling.
pub fn report(made: &ReportInputs<'_>) -> Report {
    Report {
        title: title(made.brief.language(), made.served.subject()),
        research_input: research_input(made),
        statistics: statistics(&made.findings.statistics),
        analysis: findings::analysis(made),
        method: method(made),
        sample_data: records::sample_data(made),
    }
}

fn research_input(made: &ReportInputs<'_>) -> ResearchInput {
    ResearchInput {
        question: made.brief.question().to_owned(),
        options: made.brief.options().to_vec(),
        language: made.brief.language(),
        audience_filters: audience_filters(made),
        sample_size: made.brief.sample_size(),
        wording: Some(made.brief.wording()).filter(|choice| *choice == WordingChoice::AsIs).map(Into::into),
        same_panel_as: made.panel.map(|panel| panel.report.clone()),
        wave_of: made.brief.wave_of().map(str::to_owned),
        audience_id: made.brief.audience_id().map(str::to_owned),
        optimized: optimized(made),
    }
}

fn audience_filters(made: &ReportInputs<'_>) -> AudienceFilters {
    let filters = made.filters.clone();
    let language = made.brief.language();
    let described = || wording::audience::description(made.audience, made.given_up, &filters.relaxed, language);
    let of_panel = made.panel.filter(|panel| panel.language == language).map(|panel| panel.description.clone());
    AudienceFilters::of(of_panel.unwrap_or_else(described), filters)
}

fn optimized(made: &ReportInputs<'_>) -> OptimizedInput {
    let (served, language) = (made.served, made.brief.language());
    let changes = served.changes.iter().map(|change| WordingChange {
        field: change.field.to_string(),
        from: change.from.clone(),
        to: change.to.clone(),
        reason: wording::served::reason(change, language),
    });
    let notes = wording::served::notes(made.brief, served, language).into_iter();
    OptimizedInput {
        question: served.question.clone(),
        options: served.options.clone(),
        changes: changes.collect(),
        inquiry: served.inquiry.into(),
        family: Some(made.engine_quality.family),
        question_language: served.question_language,
        wants_none: served.wants_none,
        notes: notes
            .map(|note| WordingNote { code: note.code.to_owned(), field: note.field, message: note.message })
            .collect(),
        price: served.price.clone().map(|price| PriceUnit { currency: price.currency, unit: price.unit }),
    }
}

fn statistics(of: &analysis::Statistics) -> Statistics {
    Statistics {
        target_respondent_count: of.target,
        candidate_respondent_count: of.candidates,
        sampled_respondent_count: of.sampled,
        successful_respondent_count: of.successful,
        failed_respondent_count: of.failed,
        completion_rate: of.completion_rate,
        failure_rate: of.failure_rate,
        effective_respondent_count: of.effective,
        open_answer_count: of.open_answers,
        partial_respondent_count: of.partial,
    }
}

fn method(made: &ReportInputs<'_>) -> Method {
    let (engine, engine_quality, language) = (made.engine, made.engine_quality, made.brief.language());
    let sources = population::census::sources(made.filters).into_iter();
    Method {
        engine: engine.name.clone(),
        model: engine.model.clone(),
        model_hash: engine.model_hash.clone(),
        adapter: engine.adapter.clone(),
        adapter_hash: engine.adapter_hash.clone(),
        prompt_hashes: engine.prompt_hashes.clone(),
        elicitation: engine.elicitation.clone(),
        seed: engine.seed.to_string(),
        forms: u32::try_from(made.forms.len()).unwrap_or(u32::MAX),
        readings: u32::try_from(engine.readings).unwrap_or(u32::MAX),
        readings_apart: engine_quality.readings_apart,
        lambda: engine.calibration.lambda,
        effective_size: engine_quality.effective_size.people(),
        draw: DrawMethod::Balanced,
        questionnaire_version: questionnaire::bank::version().to_owned(),
        skill: engine_quality.measured.as_ref().map(forecast::calibration::Measured::printed_skill),
        winner_accuracy: engine_quality.measured.as_ref().map(|measured| measured.winner_accuracy),
        own_studies: engine.own_studies.clone(),
        calibration: engine.calibration.clone(),
        usage: engine.usage,
        cost: engine.cost,
        notice: wording::report::notice(engine_quality, language),
        sources: sources.map(|id| wording::say(language, id, &[])).collect(),
    }
}
