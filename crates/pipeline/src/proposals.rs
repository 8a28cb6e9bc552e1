//! Proposals by a capable engine: wording, audience, reasons and concerns, and notes on names. Each is requested as a
//! document and validated by rules. If a proposal is rejected or fails, the rule-based result stays, so no proposal
//! can fail a report. Only an engine outage or crash ends the attempt, since the forecast would need the engine next.

use forecast::calibration::Way;
use language::audience::{self, Audience, Proposal};
use language::brief::WordingChoice;
use language::names::{self, NameNotes};
use language::{Inquiry, Served, served};
use population::Attribute;
use questionnaire::{QuestionId, Questionnaire, bank};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Job, PipelineError};
use crate::elicit::Asker;
use crate::schema::object;
use engine::{DocumentRequest, EngineCard, Failure, Usage, prompt, took};

/// The only proposal that engines without `designs` may be asked for (`names_reasons`).
const REASONS: &str = "forecast_reasons";

#[derive(Deserialize)]
struct Wording {
    question: String,
    options: Vec<String>,
}

#[derive(Deserialize)]
struct Reasons {
    reasons: Vec<String>,
    concerns: Vec<String>,
}

/// Notes are parsed one by one, so that a malformed note loses only itself.
#[derive(Deserialize)]
struct Names {
    names: Vec<Value>,
}

/// Returns whether an engine is asked to correct the wording: not if the client declined edits.
pub(super) fn is_wording_asked(job: &Job, card: &EngineCard) -> bool {
    card.designs && job.brief.wording() == WordingChoice::Edited
}

/// Returns the served wording, with the engine's corrections that the rules accept.
pub(super) async fn wording(
    job: &Job,
    asker: &Asker<'_>,
    rules: Served,
    usage: &mut Usage,
) -> Result<Served, PipelineError> {
    let brief = &job.brief;
    if !is_wording_asked(job, &asker.card) {
        return Ok(rules);
    }
    let prompt = prompt::wording(brief.language(), &rules.question, &rules.options);
    let texts = json!({ "type": "string" });
    let schema = object(json!({ "question": texts, "options": { "type": "array", "items": texts } }));
    let proposal = reached(asker, proposed(job, asker, "wording", &prompt, &schema, usage).await).await?;
    let Some(Wording { question, options }) = proposal else { return Ok(rules) };
    Ok(match served::adopt(brief, &rules, &question, &options) {
        Ok(adopted) => adopted,
        Err(refusal) => refused("wording", &refusal, rules),
    })
}

/// Returns whether an engine is asked to read the audience: only from words, and not where they were read when it was kept.
pub(super) fn is_audience_asked(job: &Job, card: &EngineCard) -> bool {
    card.designs && job.brief.audience_description().is_some() && job.brief.audience().is_none()
}

/// Returns the audience, with what the engine read where the rules found nothing.
pub(super) async fn audience(
    job: &Job,
    asker: &Asker<'_>,
    rules: Audience,
    usage: &mut Usage,
) -> Result<Audience, PipelineError> {
    let is_asked = is_audience_asked(job, &asker.card);
    let Some(text) = job.brief.audience_description().filter(|_| is_asked) else { return Ok(rules) };
    let language = job.brief.language();
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let mut fields = json!({ "age_min": { "type": "integer" }, "age_max": { "type": "integer" } });
    let coded = Attribute::filtered_by_codes().map(Attribute::filter_name);
    for name in ["countries"].into_iter().chain(coded).chain(["traits"]) {
        fields[name] = list.clone();
    }
    let schema = json!({ "type": "object", "properties": fields, "additionalProperties": false });
    let prompt = prompt::audience(language, text);
    let proposal = proposed::<Proposal>(job, asker, "audience", &prompt, &schema, usage).await;
    Ok(match reached(asker, proposal).await? {
        Some(proposal) => audience::merge(rules, &proposal, text),
        None => rules,
    })
}

/// Replaces the listed reasons and concerns by the engine's, which fit the topic, if the rules accept them.
pub(super) async fn reasons(
    job: &Job,
    asker: &Asker<'_>,
    served: &Served,
    audience: &str,
    questionnaire: &mut Questionnaire,
) -> Result<Usage, PipelineError> {
    let mut usage = Usage::default();
    let language = job.brief.language();
    let texts: Vec<&str> = served.options.iter().map(String::as_str).collect();
    let prompt = prompt::reasons(language, audience, &served.question, &texts);
    let list = json!({ "type": "array", "items": { "type": "string" } });
    // In the order that the model was trained on.
    let schema = json!({
        "type": "object", "required": ["reasons", "concerns"], "additionalProperties": false,
        "properties": { "reasons": list, "concerns": list },
    });
    let proposal = proposed(job, asker, REASONS, &prompt, &schema, &mut usage).await;
    let Some(Reasons { reasons, concerns }) = reached(asker, proposal).await? else { return Ok(usage) };
    let options: Vec<String> = job.brief.options().iter().chain(&served.options).cloned().collect();
    for (id, proposed) in [(QuestionId::Drivers, reasons), (QuestionId::Concern, concerns)] {
        let Some(question) = questionnaire.questions.iter_mut().find(|question| question.id == id) else { continue };
        // The last answer is the residual category and stays.
        let Some(residual) = question.options.last().cloned() else { continue };
        match bank::accept_labels(&proposed, &options, &residual, language) {
            Some(labels) => question.options = labels.into_iter().chain([residual]).collect(),
            None => refused(&id.to_string(), &"they are no list of plain labels", ()),
        }
    }
    Ok(usage)
}

/// Returns whether an engine is asked for notes on each name. Only engines asked by documents are capable enough.
pub(super) fn are_names_asked(job: &Job, card: &EngineCard, inquiry: Inquiry) -> bool {
    inquiry == Inquiry::Naming && card.designs && job.calibration.way == Way::Documents
}

/// Returns notes on each name or slogan; `None` for other kinds of options. Similar names are noted even without a
/// proposal.
pub(super) async fn names(
    job: &Job,
    asker: &Asker<'_>,
    served: &Served,
    audience: &str,
    usage: &mut Usage,
) -> Result<Option<Vec<NameNotes>>, PipelineError> {
    if served.inquiry != Inquiry::Naming {
        return Ok(None);
    }
    let mut proposals: Vec<names::Proposal> = Vec::new();
    if are_names_asked(job, &asker.card, served.inquiry) {
        let texts: Vec<&str> = served.options.iter().map(String::as_str).collect();
        let prompt = prompt::names(job.brief.language(), audience, &served.question, &texts);
        let proposal = proposed(job, asker, "names", &prompt, &names_schema(), usage).await;
        let listed = reached(asker, proposal).await?.map_or_else(Vec::new, |Names { names }| names);
        proposals.extend(listed.into_iter().filter_map(|note| serde_json::from_value(note).ok()));
    }
    Ok(names::notes(job.brief.options(), &proposals))
}

fn names_schema() -> Value {
    let (text, note) = (json!({ "type": "string" }), json!({ "type": ["string", "null"] }));
    let each = object(json!({
        "option": text, "brings_to_mind": { "type": "array", "items": text },
        "hard": note, "en": note, "es": note, "zh": note,
    }));
    object(json!({ "names": { "type": "array", "items": each } }))
}

async fn proposed<T: DeserializeOwned>(
    job: &Job,
    asker: &Asker<'_>,
    what: &str,
    prompt: &str,
    schema: &Value,
    usage: &mut Usage,
) -> Result<Option<T>, Failure> {
    let may = if what == REASONS { asker.card.names_reasons } else { asker.card.designs };
    if !may {
        return Ok(None);
    }
    let needs: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let language = job.brief.language();
    let ask = DocumentRequest { seed: job.seed, language, name: what, prompt, schema, needs: &needs };
    let reply = asker.document(ask).await;
    *usage += took(&reply);
    let document = match reply {
        Ok(document) => document,
        Err(failure) if failure.concerns_others() => return Err(failure),
        Err(failure) => return Ok(unanswered(what, &failure)),
    };
    Ok(match serde_json::from_value(document.value) {
        Ok(proposal) => Some(proposal),
        Err(error) => refused(what, &error, None),
    })
}

/// Returns the proposal; `None` if this call failed but the engine is still available.
async fn reached<T>(asker: &Asker<'_>, proposed: Result<Option<T>, Failure>) -> Result<Option<T>, PipelineError> {
    let failure = match proposed {
        Ok(proposal) => return Ok(proposal),
        Err(failure) => failure,
    };
    if failure.is_crash() {
        return Err(PipelineError::Lost(failure));
    }
    match asker.engine.probe().await {
        Ok(()) => Ok(unanswered("design", &failure)),
        Err(error) => Err(PipelineError::Engine(Failure { error, usage: failure.usage })),
    }
}

/// Logs a failed proposal. An engine's error contains neither prompt nor reply.
fn unanswered<T>(what: &str, failure: &Failure) -> Option<T> {
    tracing::info!(what, %failure, "the engine made no proposal");
    None
}

/// Logs a rejected proposal and returns the fallback. The reason may quote the client or the model, so it is logged
/// at debug only.
fn refused<T>(what: &str, reason: &dyn std::fmt::Display, instead: T) -> T {
    tracing::info!(what, "the engine's proposal was rejected");
    tracing::debug!(what, %reason, "why the engine's proposal was rejected");
    instead
}
