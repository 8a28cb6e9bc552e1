//! The Engine page: what answers, its record, what was found on this machine, and a form by which administrators try and
//! choose another engine. The form takes addresses on this machine and the listed providers; a key is never sent back.

mod record_rows;

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use forecast::human::Estimate;
use secrecy::SecretString;
use serde::Deserialize;

use record_rows::{RecordRow, row};

use super::fault::Fault;
use super::form::{FormFields, QueryFields};
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{App, ENGINE_PAGE};
use crate::config::{OpenAiSetting, leads_to_loopback, secret_variable};
use crate::engines::{
    ApiKey, Candidate, ChooseError, DecidedBy, Documents, EngineInUse, FoundServer, GivenKey, MODEL_BYTES_MAX,
    MissingKey, ProviderKind, Trial, candidate, choose as record_choice, choose_embedded, find_servers, host, provider,
    providers, trial_sentence, tried,
};
use crate::page::show;

/// Models of a found server that the page lists; one may have many more.
const FOUND_MODELS_MAX: usize = 50;
/// Assumed seconds of one call and number of concurrent calls of a measurement, to tell how long it takes.
const CALL_SECONDS: usize = 3;
const CALLS_AT_ONCE: usize = 4;

#[derive(Template)]
#[template(path = "workspace/engine.html")]
struct EnginePage {
    shell: Shell,
    email: String,
    is_administrator: bool,
    now: String,
    since: Option<i64>,
    /// The name of the setting that decides the engine.
    set_by: Option<String>,
    /// Whether there is a choice to go back from.
    is_chosen: bool,
    missing_key: Option<String>,
    record: Vec<RecordRow>,
    measuring: Option<String>,
    /// What a measurement takes; `None` if none can be asked for.
    measure: Option<String>,
    found: Vec<FoundServer>,
    providers: Vec<ProviderOption>,
    takes_typed_keys: bool,
    form: EngineForm,
    models: Vec<String>,
    /// Whether these are suggestions, since the provider has no list.
    are_suggestions: bool,
    outcome: Option<String>,
    error: Option<String>,
}

framed!(EnginePage);

struct ProviderOption {
    name: String,
    title: String,
    /// Its key variable, if that is set in this process.
    set_variable: Option<String>,
}

/// The fields of the form. The key is taken out before the form is shown again.
#[derive(Deserialize, Default)]
pub struct EngineForm {
    #[serde(default)]
    provider: String,
    #[serde(default)]
    address: String,
    #[serde(default)]
    model: String,
    #[serde(default)]
    key: String,
    #[serde(default)]
    action: String,
}

#[derive(Deserialize)]
pub struct Outcome {
    chosen: Option<String>,
}

/// What became of a submitted form.
enum Tried {
    /// No model was named: the provider's list, or those that its documentation suggests.
    Models {
        models: Vec<String>,
        are_suggestions: bool,
    },
    Works(Box<Candidate>, Trial),
    Failed(String),
}

pub async fn page(
    State(app): State<App>,
    member: Member,
    QueryFields(outcome): QueryFields<Outcome>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let mut page = engine_page(&app, &member, EngineForm::default()).await?;
    if outcome.chosen.is_some() {
        page.outcome = Some(page.shell.say_of("work-engine-chosen", "model", &page.now));
    }
    Ok(show(StatusCode::OK, &headers, &page))
}

/// Tries what the form names and, if asked to, chooses it.
pub async fn choose(
    State(app): State<App>,
    member: Member,
    headers: HeaderMap,
    FormFields(mut form): FormFields<EngineForm>,
) -> Result<Response, Fault> {
    administrators_only(&member)?;
    let key = std::mem::take(&mut form.key);
    let wants_use = form.action == "use";
    let tried = match given(&app, &form, &key, &member) {
        Ok(candidate) => attempt(&app, candidate, &form, &member).await?,
        Err(error) => Tried::Failed(error),
    };
    let mut failed = None;
    if let (Tried::Works(candidate, _), true) = (&tried, wants_use) {
        match record_choice(&app.config, &app.store, candidate, &app.chance, app.clock.now()).await {
            Ok(()) => {
                app.engine_bell.notify_one();
                return Ok(Redirect::to(&format!("{ENGINE_PAGE}?chosen=1")).into_response());
            }
            Err(error) => failed = Some(refusal(error, &member)?),
        }
    }
    let mut page = engine_page(&app, &member, form).await?;
    match tried {
        Tried::Models { models, .. } if models.is_empty() => {
            failed = Some(wording::say(member.language, "work-engine-models-none", &[]));
        }
        Tried::Models { models, are_suggestions } => {
            (page.models, page.are_suggestions) = (models, are_suggestions);
        }
        Tried::Works(candidate, trial) => page.outcome = Some(works(&page.shell, &candidate, &trial)),
        Tried::Failed(error) => failed = Some(error),
    }
    page.error = failed;
    let status = if page.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(show(status, &headers, &page))
}

pub async fn go_back(State(app): State<App>, member: Member, headers: HeaderMap) -> Result<Response, Fault> {
    administrators_only(&member)?;
    if let Err(error) = choose_embedded(&app.config, &app.store, app.clock.now()).await {
        let mut page = engine_page(&app, &member, EngineForm::default()).await?;
        page.error = Some(refusal(error, &member)?);
        return Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page));
    }
    app.engine_bell.notify_one();
    Ok(Redirect::to(&format!("{ENGINE_PAGE}?chosen=1")).into_response())
}

pub async fn measure(State(app): State<App>, member: Member) -> Result<Response, Fault> {
    administrators_only(&member)?;
    if let Some(number) = app.engine_in_use().await?.number() {
        app.ask_for_measurement(number, app.clock.now()).await?;
    }
    Ok(Redirect::to(ENGINE_PAGE).into_response())
}

/// The engine answers for every account, so others than administrators can't change it. They are not shown that the form exists.
fn administrators_only(member: &Member) -> Result<(), Fault> {
    if member.account.is_administrator { Ok(()) } else { Err(Fault::NotFound) }
}

/// Returns the candidate that the form names, or the sentence that says why it names none.
fn given(app: &App, form: &EngineForm, key: &str, member: &Member) -> Result<Candidate, String> {
    let say = |id: &str| wording::say(member.language, id, &[]);
    let known = provider(&form.provider).filter(|provider| !provider.has_placeholder());
    let name = match (known, form.address.trim()) {
        (Some(provider), _) => provider.name.as_str(),
        (None, address) if is_on_this_machine(address) => address,
        _ => return Err(say("work-engine-address-refused")),
    };
    if form.model.len() > MODEL_BYTES_MAX || form.model.contains(char::is_control) {
        return Err(say("work-engine-model-refused"));
    }
    let variable = known.and_then(|provider| provider.key_variable.clone());
    let key = match (key.trim(), variable) {
        ("", Some(variable)) if secret_variable(&variable).is_some() => GivenKey::Variable(variable),
        ("", Some(_)) => return Err(say("work-engine-key-needed")),
        ("", None) => GivenKey::None,
        (typed, _) if !ApiKey::is_sendable(typed) => return Err(say("work-engine-key-refused")),
        (typed, _) => GivenKey::Typed(SecretString::from(typed.to_owned())),
    };
    let mut candidate =
        candidate(&app.config, name, form.model.trim(), key).map_err(|_| say("work-engine-address-refused"))?;
    // The page must answer before its own deadline.
    let limits = &mut candidate.setting.limits;
    limits.timeout = limits.timeout.min(app.config.request_timeout * 2 / 5);
    Ok(candidate)
}

/// Whether an address can only lead to this machine. A name under `localhost` may be resolved by a server elsewhere.
fn is_on_this_machine(address: &str) -> bool {
    let host = url::Url::parse(address).ok().and_then(|url| url.host_str().map(str::to_owned));
    leads_to_loopback(address) && host.is_some_and(|host| !host.ends_with(".localhost"))
}

async fn attempt(app: &App, candidate: Candidate, form: &EngineForm, member: &Member) -> Result<Tried, Fault> {
    // A trial waits for a server elsewhere; one at a time is enough for administrators.
    let _permit = app.trials.acquire().await?;
    if form.model.trim().is_empty() {
        return Ok(match candidate.models().await? {
            Ok(models) => Tried::Models {
                models,
                are_suggestions: candidate.provider.is_some_and(|provider| !provider.models_list),
            },
            Err(error) => Tried::Failed(trial_sentence(member.language, &candidate, &error)),
        });
    }
    Ok(match tried(&candidate).await? {
        Ok(trial) => Tried::Works(Box::new(candidate), trial),
        Err(error) => Tried::Failed(trial_sentence(member.language, &candidate, &error)),
    })
}

fn refusal(error: ChooseError, member: &Member) -> Result<String, Fault> {
    match error {
        ChooseError::Set(setting) => {
            Ok(wording::say(member.language, "work-engine-set", &[("setting", setting.into())]))
        }
        ChooseError::TypedKeyOnPostgres => Ok(wording::say(member.language, "work-engine-key-postgres", &[])),
        ChooseError::NoEmbeddedModel(_) => Ok(wording::say(member.language, "work-engine-back-missing", &[])),
        ChooseError::KeyFile(_) | ChooseError::Store(_) => Err(error.into()),
    }
}

fn works(shell: &Shell, candidate: &Candidate, trial: &Trial) -> String {
    let report = Estimate::of_report(candidate.setting.limits.prices);
    let said = shell.say_with(
        "work-engine-tried",
        &[
            ("model", candidate.setting.model.clone().into()),
            ("seconds", wording::decimal(shell.locale, trial.latency.as_secs_f64(), 1).into()),
            ("calls", shell.number(report.calls as i64).into()),
            ("tokens", shell.number(report.tokens as i64).into()),
        ],
    );
    let mut sentences = vec![said, cost(shell, report.cost, Some(&candidate.setting))];
    if trial.documents == Documents::InText {
        sentences.push(shell.say("work-engine-tried-text"));
    }
    wording::sentences(shell.language, &sentences)
}

/// Says what the calls cost; `served` is the server, if it is not the model of this process.
fn cost(shell: &Shell, cost: Option<f64>, served: Option<&OpenAiSetting>) -> String {
    match cost {
        Some(cost) => shell.say_of("work-engine-cost", "cost", wording::decimal(shell.locale, cost, 2)),
        None if served.is_some_and(|served| leads_to_loopback(&served.base_url)) => shell.say("work-engine-cost-free"),
        None => shell.say("work-engine-cost-unknown"),
    }
}

async fn engine_page(app: &App, member: &Member, form: EngineForm) -> Result<EnginePage, Fault> {
    let shell = Shell::of(member, Section::Engine);
    let in_use = app.engine_in_use().await?;
    let is_administrator = member.account.is_administrator;
    let record = app.engine_record(&in_use, member.id()).await?;
    let progress = app.engine_measurement(&in_use).await?;
    let measuring = progress.map(|progress| {
        let (done, total) = (shell.number(progress.cases_done), shell.number(progress.cases_total));
        shell.say_with("work-engine-measuring", &[("done", done.into()), ("total", total.into())])
    });
    let may_choose = is_administrator && !in_use.decided_by.is_setting();
    let may_measure = may_choose && record.is_empty() && measuring.is_none() && in_use.number().is_some();
    Ok(EnginePage {
        email: member.account.email.clone(),
        now: name(&shell, &in_use, is_administrator),
        since: match &in_use.decided_by {
            DecidedBy::Choice(choice) => Some(choice.chosen_at),
            DecidedBy::Setting(_) | DecidedBy::Default => None,
        },
        set_by: match &in_use.decided_by {
            DecidedBy::Setting(setting) => Some(setting.clone()),
            DecidedBy::Choice(_) | DecidedBy::Default => None,
        },
        is_chosen: in_use.served().is_some() && may_choose,
        missing_key: in_use.missing_key.as_ref().map(|missing| missing_key(&shell, missing)),
        record: record.iter().map(|line| row(&shell, line)).collect(),
        measuring,
        measure: may_measure.then(|| measurement(&shell, &in_use)),
        found: if may_choose { found(app).await } else { Vec::new() },
        providers: options(),
        takes_typed_keys: app.config.database_url.file().is_some(),
        is_administrator,
        form,
        models: Vec::new(),
        are_suggestions: false,
        outcome: None,
        error: None,
        shell,
    })
}

async fn found(app: &App) -> Vec<FoundServer> {
    let mut found = find_servers(app.config.listen.port()).await;
    found.iter_mut().for_each(|server| server.models.truncate(FOUND_MODELS_MAX));
    found
}

fn name(shell: &Shell, in_use: &EngineInUse, is_administrator: bool) -> String {
    match in_use.served() {
        _ if in_use.is_scripted() => shell.say("work-engine-scripted"),
        Some(served) => {
            let title = served.provider.as_deref().and_then(provider).map(|provider| provider.title.clone());
            // The rest of the address may hold secrets, and members need not know the operator's hosts.
            let unlisted = || if is_administrator { host(&served.base_url) } else { shell.say("work-engine-unlisted") };
            let provider = title.unwrap_or_else(unlisted);
            shell.say_with(
                "work-engine-served",
                &[("model", served.model.clone().into()), ("provider", provider.into())],
            )
        }
        None => shell.say("work-engine-embedded"),
    }
}

fn missing_key(shell: &Shell, missing: &MissingKey) -> String {
    match missing {
        MissingKey::Variable(name) => shell.say_of("engine-fault-missing-key", "variable", name),
        MissingKey::File(_) => shell.say("engine-fault-missing-key-file"),
    }
}

/// Says what a measurement takes.
fn measurement(shell: &Shell, in_use: &EngineInUse) -> String {
    let served = in_use.served();
    let estimate = Estimate::of_short(served.and_then(|served| served.limits.prices));
    let minutes = (estimate.calls * CALL_SECONDS).div_ceil(CALLS_AT_ONCE * 60) as i64;
    let note = shell.say_with(
        "work-engine-measure-note",
        &[
            ("cases", shell.number(estimate.cases as i64).into()),
            ("calls", shell.number(estimate.calls as i64).into()),
            ("tokens", shell.number(estimate.tokens as i64).into()),
            ("minutes", minutes.into()),
        ],
    );
    wording::sentences(shell.language, &[note, cost(shell, estimate.cost, served)])
}

fn options() -> Vec<ProviderOption> {
    let hosted =
        providers().iter().filter(|provider| provider.kind == ProviderKind::Hosted && !provider.has_placeholder());
    let option = |provider: &crate::engines::Provider| ProviderOption {
        name: provider.name.clone(),
        title: provider.title.clone(),
        set_variable: provider.key_variable.clone().filter(|name| secret_variable(name).is_some()),
    };
    hosted.map(option).collect()
}
