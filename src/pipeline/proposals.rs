//! What a capable engine may improve: wording, audience, reasons and the summary. Each is asked for as a document and
//! judged by the rules; a refusal, a failure or an engine that does not design leaves the rules' own result in place, so
//! no engine, however small or broken, can break a report here.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use survey::analysis::{FactTable, judge_rephrasing};
use survey::audience::{self, Proposal};
use survey::bank;
use survey::questionnaire::DRIVERS;
use survey::report::{Analysis, AudienceFilters, OptimizedInput, Questionnaire};
use survey::served;

use super::Job;
use super::calls::{self, Kind};
use crate::engine::{DocumentAsk, Engine, Usage, prompt, took};

#[derive(Deserialize)]
struct Wording {
    question: String,
    options: Vec<String>,
}

#[derive(Deserialize)]
struct Drivers {
    drivers: Vec<String>,
}

#[derive(Deserialize)]
struct Summary {
    summary: String,
}

/// The served wording, with the engine's corrections where the rules accept them.
pub(super) async fn wording(
    job: &Job,
    engine: &dyn Engine,
    rules: OptimizedInput,
    usage: &mut Usage,
) -> OptimizedInput {
    let brief = &job.brief;
    let prompt = prompt::wording(brief.language(), &rules.question, &rules.options);
    let texts = json!({ "type": "string" });
    let schema = object(&json!({ "question": texts, "options": { "type": "array", "items": texts } }));
    let Some(Wording { question, options }) = proposed(job, engine, "wording", &prompt, &schema, usage).await else {
        return rules;
    };
    match served::adopt(brief, &rules, &question, &options) {
        Ok(adopted) => adopted,
        Err(refusal) => refused("wording", &refusal, rules),
    }
}

/// The audience, with what the engine read where the rules left something open.
pub(super) async fn audience(
    job: &Job,
    engine: &dyn Engine,
    rules: AudienceFilters,
    usage: &mut Usage,
) -> AudienceFilters {
    let Some(text) = job.brief.audience_description() else { return rules };
    let language = job.brief.language();
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let mut fields = json!({ "age_min": { "type": "integer" }, "age_max": { "type": "integer" } });
    for name in ["countries", "sexes", "education", "income", "area", "employment", "household", "marital", "traits"] {
        fields[name] = list.clone();
    }
    let schema = json!({ "type": "object", "properties": fields, "additionalProperties": false });
    let prompt = prompt::audience(language, text);
    match proposed::<Proposal>(job, engine, "audience", &prompt, &schema, usage).await {
        Some(proposal) => audience::merge(rules, &proposal, text, language),
        None => rules,
    }
}

/// The reasons to choose from, fitted to the subject where the engine's are fit.
pub(super) async fn drivers(
    job: &Job,
    engine: &dyn Engine,
    served: &OptimizedInput,
    questionnaire: &mut Questionnaire,
) -> Usage {
    let mut usage = Usage::default();
    let language = job.brief.language();
    let prompt = prompt::drivers(language, &served.question, &served.options);
    let schema = object(&json!({ "drivers": { "type": "array", "items": { "type": "string" } } }));
    let proposed = proposed(job, engine, "drivers", &prompt, &schema, &mut usage).await;
    let Some(Drivers { drivers }) = proposed else { return usage };
    let options: Vec<String> = job.brief.options().iter().chain(&served.options).cloned().collect();
    let Some(question) = questionnaire.questions.iter_mut().find(|question| question.id == DRIVERS) else {
        return usage;
    };
    // The last answer stands for all that is not named, and stays.
    let Some(residual) = question.options.last().cloned() else { return usage };
    match bank::accept_drivers(&drivers, &options, &residual, language) {
        Some(labels) => question.options = labels.into_iter().chain([residual]).collect(),
        None => refused("drivers", &"they are no list of plain labels", ()),
    }
    usage
}

/// Puts the summary into the engine's words where every figure in them is a fact.
pub(super) async fn summary(job: &Job, engine: &dyn Engine, facts: &FactTable, analysis: &mut Analysis) -> Usage {
    let mut usage = Usage::default();
    let prompt = prompt::rephrase(job.brief.language(), &analysis.overview.summary);
    let schema = object(&json!({ "summary": { "type": "string" } }));
    let proposed = proposed(job, engine, "rephrase", &prompt, &schema, &mut usage).await;
    let Some(Summary { summary }) = proposed else { return usage };
    match judge_rephrasing(facts, &analysis.overview.summary, &summary, analysis.winner.tie) {
        Ok(()) => analysis.overview.summary = summary,
        Err(refusal) => refused("rephrase", &refusal, ()),
    }
    usage
}

/// All properties required and no others.
fn object(properties: &Value) -> Value {
    let required: Vec<&String> = properties.as_object().map(|map| map.keys().collect()).unwrap_or_default();
    json!({ "type": "object", "required": required, "properties": properties, "additionalProperties": false })
}

async fn proposed<T: DeserializeOwned>(
    job: &Job,
    engine: &dyn Engine,
    what: &str,
    prompt: &str,
    schema: &Value,
    usage: &mut Usage,
) -> Option<T> {
    let card = engine.card(job.brief.language());
    if !card.designs {
        return None;
    }
    let ask = DocumentAsk { seed: job.seed, language: job.brief.language(), prompt, schema };
    let reply = calls::call(&card, Kind::Document, || engine.document(ask)).await;
    *usage += took(&reply);
    let document = match reply {
        Ok(document) => document,
        Err(failure) => return refused(what, &failure, None),
    };
    match serde_json::from_value(document.value) {
        Ok(proposal) => Some(proposal),
        Err(error) => refused(what, &error, None),
    }
}

/// What stands instead.
fn refused<T>(what: &str, reason: &dyn std::fmt::Display, instead: T) -> T {
    tracing::info!(what, %reason, "the engine's proposal was left aside");
    instead
}
