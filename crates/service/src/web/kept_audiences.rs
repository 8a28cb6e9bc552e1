//! Audiences that the account keeps: their page, and what the form for a new report does with them.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use language::brief::{AUDIENCE_CHARS_MAX, BriefFault, SAMPLE_SIZE_DEFAULT, SAMPLE_SIZE_MAX, SAMPLE_SIZE_MIN};
use language::kept_audience::{KeepDraft, NAME_CHARS_MAX};
use serde::Deserialize;

use super::audience::words_alone;
use super::fault::Fault;
use super::form::FormFields;
use super::report_fields::Fields;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{App, AudienceError, described};
use crate::page::show;
use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AudienceId};
use store::KeptAudience;

#[derive(Template)]
#[template(path = "workspace/audiences.html")]
struct AudiencesPage {
    shell: Shell,
    audiences: Vec<AudienceLine>,
    fields: KeepFields,
    /// The field that is wrong, and what is.
    error: Option<(&'static str, String)>,
    name_chars_max: usize,
    words_chars_max: usize,
    sample_size_min: u32,
    sample_size_max: u32,
}

framed!(AudiencesPage);

impl AudiencesPage {
    fn error_of(&self, field: &str) -> Option<&str> {
        self.error.as_ref().filter(|(name, _)| *name == field).map(|(_, message)| message.as_str())
    }
}

/// A kept audience in the reader's language.
struct AudienceLine {
    id: String,
    name: String,
    /// The client's words, where it was described.
    words: Option<String>,
    description: String,
    people: String,
    sample_size: String,
    created_at: UnixMs,
}

impl AudienceLine {
    fn of(kept: KeptAudience, shell: &Shell) -> Self {
        let people = u64::try_from(kept.people).unwrap_or(0);
        Self {
            id: kept.id.to_string(),
            description: described(&kept, shell.language),
            people: wording::audience::fitting(people, &kept.filters, shell.locale),
            sample_size: shell.number(kept.sample_size),
            name: kept.name,
            words: kept.words,
            created_at: kept.created_at,
        }
    }
}

/// The name of an audience that was kept just now, or the wrong field and what is wrong.
pub(super) type KeptName = Result<String, (&'static str, String)>;

/// A kept audience as the form for a new report offers it.
pub(super) struct AudienceChoice {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) sample_size: i64,
}

/// The submitted form of an audience to keep.
#[derive(Deserialize)]
pub struct KeepFields {
    name: String,
    audience_description: String,
    sample_size: String,
}

impl KeepFields {
    fn blank() -> Self {
        let [name, audience_description] = [String::new(), String::new()];
        Self { name, audience_description, sample_size: SAMPLE_SIZE_DEFAULT.to_string() }
    }
}

pub async fn list(State(app): State<App>, member: Member, headers: HeaderMap) -> Result<Response, Fault> {
    Ok(show(StatusCode::OK, &headers, &page(&app, &member, KeepFields::blank(), None).await?))
}

pub async fn create(
    State(app): State<App>,
    member: Member,
    headers: HeaderMap,
    FormFields(fields): FormFields<KeepFields>,
) -> Result<Response, Fault> {
    let draft = KeepDraft {
        name: fields.name.clone(),
        audience_description: Some(fields.audience_description.clone()),
        ..draft(&member, &fields.sample_size)
    };
    match kept(&app, &member, draft).await? {
        Ok(_) => Ok(Redirect::to("/audiences").into_response()),
        Err(error) => {
            let page = page(&app, &member, fields, Some(error)).await?;
            Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page))
        }
    }
}

/// Deletes an audience. A button pressed twice leads to the list both times; another account's audience gives a 404.
pub async fn delete(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Fault> {
    let id = id.ok().and_then(|Path(id)| AudienceId::parse(&id)).ok_or(Fault::NotFound)?;
    match app.store.delete_audience(member.id(), id).await? {
        true => Ok(Redirect::to("/audiences").into_response()),
        false => Err(Fault::NotFound),
    }
}

async fn page(
    app: &App,
    member: &Member,
    fields: KeepFields,
    error: Option<(&'static str, String)>,
) -> Result<AudiencesPage, Fault> {
    let shell = Shell::of(member, Section::Audiences);
    let kept = app.store.kept_audiences(member.id()).await?;
    Ok(AudiencesPage {
        audiences: kept.into_iter().map(|kept| AudienceLine::of(kept, &shell)).collect(),
        shell,
        fields,
        error,
        name_chars_max: NAME_CHARS_MAX,
        words_chars_max: AUDIENCE_CHARS_MAX,
        sample_size_min: SAMPLE_SIZE_MIN,
        sample_size_max: SAMPLE_SIZE_MAX,
    })
}

/// Returns the audiences to choose from, newest first.
pub(super) async fn choices(app: &App, account: AccountId) -> Result<Vec<AudienceChoice>, Fault> {
    let choice =
        |kept: KeptAudience| AudienceChoice { id: kept.id.to_string(), name: kept.name, sample_size: kept.sample_size };
    Ok(app.store.kept_audiences(account).await?.into_iter().map(choice).collect())
}

/// Chooses a kept audience, and its sample size, in the blank form for a new report.
pub(super) async fn chosen(app: &App, member: &Member, named: Option<String>) -> Result<Fields, Fault> {
    let blank = Fields::blank(app);
    let Some(named) = named else { return Ok(blank) };
    let kept = app.kept_audience(member.id(), &named).await?.ok_or(Fault::NotFound)?;
    Ok(Fields { audience_id: named, sample_size: kept.sample_size.to_string(), ..blank })
}

/// Keeps the audience that the form for a new report describes, and chooses it there. A place that the question named becomes
/// part of the words, since the audience is kept without the question. Returns its name, or the wrong field.
pub(super) async fn keep_described(app: &App, member: &Member, fields: &mut Fields) -> Result<KeptName, Fault> {
    let words = words_alone(app, member, fields.draft()).await?;
    let name = fields.audience_name.clone();
    let draft = KeepDraft { name, audience_description: Some(words), ..draft(member, &fields.sample_size) };
    Ok(match kept(app, member, draft).await? {
        Ok(kept) => {
            fields.audience_id = kept.id.to_string();
            fields.audience_description = String::new();
            fields.audience_name = String::new();
            Ok(kept.name)
        }
        // The form has these fields under other names.
        Err(("name", message)) => Err(("audience_name", message)),
        Err(wrong) => Err(wrong),
    })
}

fn draft(member: &Member, sample_size: &str) -> KeepDraft {
    KeepDraft {
        // Text that is not a number becomes a size that validation rejects.
        default_sample_size: Some(sample_size.trim().parse().unwrap_or(-1)),
        language: Some(member.language.code().to_owned()),
        ..KeepDraft::default()
    }
}

/// Keeps an audience, or says in the reader's language which field is wrong.
async fn kept(
    app: &App,
    member: &Member,
    draft: KeepDraft,
) -> Result<Result<KeptAudience, (&'static str, String)>, Fault> {
    let shell = Shell::of(member, Section::Audiences);
    let refusal = match app.keep_audience(member.id(), draft).await {
        Ok(once) => return Ok(Ok(once.kept)),
        Err(AudienceError::Refused(error)) => {
            let field = match error.field.as_str() {
                "name" => "name",
                "default_sample_size" => "sample_size",
                _ => "audience_description",
            };
            let message = match (field, error.fault) {
                ("name", _) => shell.say_of("work-error-audience-name", "max", NAME_CHARS_MAX.to_string()),
                (_, BriefFault::SampleSize { .. }) => shell.say("work-error-sample-size"),
                (_, BriefFault::ImpossibleAudience) => error.message,
                (_, BriefFault::ControlCharacter) => shell.say("work-error-control"),
                (_, BriefFault::TooLong { chars, chars_max }) => too_long(&shell, chars, chars_max),
                _ => shell.say("work-error-no-audience"),
            };
            (field, message)
        }
        Err(AudienceError::NameTaken) => ("name", shell.say("work-error-audience-name-taken")),
        Err(AudienceError::Full) => ("name", shell.say("work-error-audiences-full")),
        Err(AudienceError::Broken(error)) => return Err(error.into()),
        Err(AudienceError::Store(error)) => return Err(error.into()),
    };
    Ok(Err(refusal))
}

fn too_long(shell: &Shell, chars: usize, chars_max: usize) -> String {
    let number = |n: usize| shell.number(i64::try_from(n).unwrap_or(i64::MAX));
    shell.say_with("work-error-too-long", &[("chars", number(chars).into()), ("max", number(chars_max).into())])
}
