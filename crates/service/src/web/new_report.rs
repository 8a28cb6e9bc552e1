//! The form for a new report: validation, cost and creation. The rules are those of `language::brief`, with messages
//! in the reader's language. The page's script checks the same limits, which it reads from the form.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use forecast::human::Estimate;
use foundation::Language;
use language::brief::{
    AUDIENCE_CHARS_MAX, Brief, BriefError, BriefFault, OPTION_CHARS_MAX, OPTIONS_MAX, OPTIONS_MIN, QUESTION_CHARS_MAX,
    SAMPLE_SIZE_DEFAULT, SAMPLE_SIZE_MAX, SAMPLE_SIZE_MIN,
};
use serde::Deserialize;

use super::asked::WordingPreview;
use super::audience::{self, Preview, SkillPreview};
use super::credits::grant;
use super::fault::Fault;
use super::form::{FormFields, QueryFields};
use super::kept_audiences::{self, AudienceChoice, KeptName};
use super::panel::{PanelView, panel};
use super::progress::usual_time;
use super::report_fields::Fields;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{App, DraftError, ENGINE_PAGE};
use crate::page::show;
use primitives::ids::ReportId;
use primitives::secret::PlainToken;
use store::{OpenError, Opened, Visibility};

#[derive(Template)]
#[template(path = "workspace/new_report.html")]
struct NewReportPage {
    shell: Shell,
    fields: Fields,
    /// Error of the form as a whole; `field_error` is one of a single field.
    error: Option<String>,
    field_error: Option<FieldError>,
    preview: Option<Preview>,
    limits: Limits,
    available: i64,
    /// Note that the engine was never measured, with the command that measures it.
    unmeasured: Option<String>,
    /// Approximate duration of the report.
    takes: String,
    /// The report whose respondents are asked again.
    panel: Option<PanelView>,
    /// The audiences that the account keeps.
    kept: Vec<AudienceChoice>,
    /// Says that an audience was kept just now.
    kept_now: Option<String>,
}

framed!(NewReportPage);

impl NewReportPage {
    fn error_of(&self, field: &str) -> Option<&str> {
        self.field_error.as_ref().filter(|error| error.field == field).map(|error| error.message.as_str())
    }

    /// Returns the index of the invalid option, for the script, which has one field per option.
    fn wrong_option(&self) -> Option<usize> {
        self.field_error.as_ref()?.option
    }

    fn wording(&self) -> Option<&WordingPreview> {
        self.preview.as_ref()?.wording.as_ref()
    }

    fn worth(&self) -> Option<&SkillPreview> {
        self.preview.as_ref()?.worth.as_ref()
    }

    /// Whether there is an audience that could be kept.
    fn may_keep(&self) -> bool {
        let is_described = self.preview.as_ref().is_some_and(|preview| preview.is_possible);
        self.fields.audience_id.is_empty() && (is_described || self.error_of("audience_name").is_some())
    }

    fn has_remedy(&self) -> bool {
        self.worth().is_some_and(|worth| worth.remedy.is_some())
    }

    fn engine_page(&self) -> &'static str {
        ENGINE_PAGE
    }

    fn cost(&self) -> i64 {
        self.fields.sample_size.trim().parse().unwrap_or(i64::from(SAMPLE_SIZE_DEFAULT))
    }

    fn left(&self) -> i64 {
        self.available.saturating_sub(self.cost())
    }

    fn languages(&self) -> [Language; 3] {
        Language::ALL
    }
}

/// Error of one form field; for `options`, with the index of the invalid one.
struct FieldError {
    field: &'static str,
    option: Option<usize>,
    message: String,
}

/// The limits that the page shows and its script checks.
struct Limits {
    question_chars_max: usize,
    option_chars_max: usize,
    options_min: usize,
    options_max: usize,
    audience_chars_max: usize,
    sample_size_min: u32,
    sample_size_max: u32,
}

const LIMITS: Limits = Limits {
    question_chars_max: QUESTION_CHARS_MAX,
    option_chars_max: OPTION_CHARS_MAX,
    options_min: OPTIONS_MIN,
    options_max: OPTIONS_MAX,
    audience_chars_max: AUDIENCE_CHARS_MAX,
    sample_size_min: SAMPLE_SIZE_MIN,
    sample_size_max: SAMPLE_SIZE_MAX,
};

#[derive(Deserialize)]
pub struct Earlier {
    from: Option<String>,
    language: Option<String>,
    same_panel_as: Option<String>,
    /// Id of a kept audience to ask.
    audience_id: Option<String>,
}

/// Shows the form, empty or filled with an earlier report or a kept audience.
pub async fn ask(
    State(app): State<App>,
    member: Member,
    QueryFields(asked): QueryFields<Earlier>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let fields = match (asked.same_panel_as, asked.from) {
        (Some(id), _) => Fields::follow_up(&panel(&app, &member, &id).await?, &app),
        (None, None) => kept_audiences::chosen(&app, &member, asked.audience_id).await?,
        (None, Some(id)) => {
            let id = ReportId::parse(&id).ok_or(Fault::NotFound)?;
            let earlier = app.store.own_report(member.id(), id).await?.ok_or(Fault::NotFound)?;
            let language = asked.language.and_then(|code| code.parse().ok());
            let is_kept = match earlier.brief.audience_id() {
                Some(id) => app.kept_audience(member.id(), id).await?.is_some(),
                None => false,
            };
            Fields::again(&earlier.brief, language, is_kept, &app)
        }
    };
    let mut page = page(&app, &member, fields).await?;
    page.unmeasured = app.unmeasured_engine().await?.map(|estimate| how_to_measure(&page.shell, estimate));
    Ok(show(StatusCode::OK, &headers, &page))
}

async fn page(app: &App, member: &Member, fields: Fields) -> Result<NewReportPage, Fault> {
    let shell = Shell::of(member, Section::Reports);
    let (panel, error) = match &fields.same_panel_as {
        Some(id) => match app.panel_report(member.id(), id).await {
            Ok(earlier) => (Some(PanelView::of(&earlier, &shell)), None),
            Err(DraftError::Refused(_) | DraftError::Deleted) => (None, Some(shell.say("work-error-panel"))),
            Err(DraftError::Store(error)) => return Err(error.into()),
        },
        None => (None, None),
    };
    let kept = kept_audiences::choices(app, member.id()).await?;
    let usual_ms = app.store.usual_ms(&app.engine_in_use().await?.result_name()).await?;
    Ok(NewReportPage {
        takes: usual_time(&shell, usual_ms),
        shell,
        fields,
        error,
        field_error: None,
        preview: None,
        limits: LIMITS,
        available: member.account.available,
        unmeasured: None,
        panel,
        kept,
        kept_now: None,
    })
}

/// Returns the command for the operator and its cost.
fn how_to_measure(shell: &Shell, estimate: Estimate) -> String {
    let Estimate { cases, calls, tokens, cost } = estimate;
    let number = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let args = [
        ("command", format!("canvass engine measure --limit {cases}").into()),
        ("calls", shell.number(number(calls as u64)).into()),
        ("tokens", shell.number(number(tokens)).into()),
    ];
    let mut said = shell.say_with("work-engine-unmeasured", &args);
    if let Some(cost) = cost {
        said.push(' ');
        said.push_str(&shell.say_of("work-engine-price", "cost", format!("{cost:.2}")));
    }
    said
}

pub async fn create(
    State(app): State<App>,
    member: Member,
    headers: HeaderMap,
    FormFields(fields): FormFields<Fields>,
) -> Result<Response, Fault> {
    if fields.preview.is_some() {
        return previewed(&app, &member, &headers, fields, None).await;
    }
    let fields = match with_kept(&app, &member, fields).await? {
        (fields, Some(Err((field, message)))) => {
            let mut page = page(&app, &member, fields).await?;
            page.field_error = Some(FieldError { field, option: None, message });
            return Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page));
        }
        (fields, Some(Ok(name))) if fields.keep.is_some() => {
            return previewed(&app, &member, &headers, fields, Some(&name)).await;
        }
        (fields, _) => fields,
    };
    let brief = match parsed(&app, &member, &fields).await {
        Ok(brief) => brief,
        Err(DraftError::Store(error)) => return Err(error.into()),
        Err(DraftError::Deleted) => return Err(Fault::NotFound),
        Err(DraftError::Refused(error)) => {
            let mut page = page(&app, &member, fields).await?;
            // That the panel is gone is said of the form as a whole.
            page.field_error = page.error.is_none().then(|| worded(&page.shell, &error));
            // Nothing to choose from, so there is no field to say it at.
            if page.kept.is_empty() && page.error_of("audience_id").is_some() {
                page.error = page.field_error.take().map(|error| error.message);
            }
            return Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page));
        }
    };
    match open(&app, &member, &brief, &fields.form_key).await {
        Ok(opened) => Ok(Redirect::to(&format!("/reports/{}", opened.id)).into_response()),
        Err(OpenError::Store(error)) => Err(error.into()),
        Err(refusal) => {
            let mut page = page(&app, &member, fields).await?;
            let message = refused(&page.shell, &member, &refusal);
            if matches!(refusal, OpenError::InsufficientCredits { .. }) {
                page.field_error = Some(FieldError { field: "sample_size", option: None, message });
            } else {
                page.error = Some(message);
            }
            Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page))
        }
    }
}

/// Keeps the audience of the form, if it has a name or is to be kept, and chooses it there.
async fn with_kept(app: &App, member: &Member, mut fields: Fields) -> Result<(Fields, Option<KeptName>), Fault> {
    let is_wanted = fields.keep.is_some() || !fields.audience_name.trim().is_empty();
    if !is_wanted || !fields.audience_id.is_empty() || fields.same_panel_as.is_some() {
        return Ok((fields, None));
    }
    let kept = kept_audiences::keep_described(app, member, &mut fields).await?;
    Ok((fields, Some(kept)))
}

/// Shows the form with a preview, and the name of an audience that was kept just now.
async fn previewed(
    app: &App,
    member: &Member,
    headers: &HeaderMap,
    fields: Fields,
    kept: Option<&str>,
) -> Result<Response, Fault> {
    let mut page = page(app, member, fields).await?;
    page.preview = audience::understood(app, &page.shell, member, page.fields.draft()).await?;
    page.kept_now = kept.map(|name| page.shell.say_of("work-audience-kept-now", "name", name));
    Ok(show(StatusCode::OK, headers, &page))
}

/// Returns the brief of the form, with size and audience of the report whose respondents are asked again.
async fn parsed(app: &App, member: &Member, fields: &Fields) -> Result<Brief, DraftError> {
    let draft = app.completed_draft(member.id(), fields.draft().draft(member.language), None).await?;
    Ok(Brief::parse(draft)?)
}

/// Creates the report. The same form submitted twice gives one report; the same form with other content another one.
pub(super) async fn open(app: &App, member: &Member, brief: &Brief, form_key: &str) -> Result<Opened, OpenError> {
    let key = format!("form {}", PlainToken::from_client(form_key).hash().to_hex());
    match app.open_report(member.id(), brief, Visibility::Private, Some(&key)).await {
        Err(OpenError::KeyReused) => app.open_report(member.id(), brief, Visibility::Private, None).await,
        opened => opened,
    }
}

pub(super) fn refused(shell: &Shell, member: &Member, refusal: &OpenError) -> String {
    match refusal {
        OpenError::InsufficientCredits { available, required } => {
            let numbers =
                [("required", shell.number(*required).into()), ("available", shell.number(*available).into())];
            let mut said = vec![shell.say_with("work-too-few-credits", &numbers)];
            said.extend(
                member.account.is_administrator.then(|| grant(shell, &member.account.email, required - available)),
            );
            wording::sentences(shell.language, &said)
        }
        OpenError::TooManyUnfinished { unfinished } => shell.counted("work-too-many-unfinished", *unfinished),
        OpenError::Deleted => shell.say("work-form-deleted"),
        OpenError::KeyReused | OpenError::Store(_) => shell.say("web-trouble-explained"),
    }
}

fn worded(shell: &Shell, error: &BriefError) -> FieldError {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let (field, option) = match error.field.split_once('[') {
        Some((_, index)) => ("options", index.trim_end_matches(']').parse::<usize>().ok()),
        None => (field_name(&error.field), None),
    };
    let message = match error.fault {
        BriefFault::Empty => shell.say("work-error-empty"),
        BriefFault::TooLong { chars, chars_max } => {
            let numbers =
                [("chars", shell.number(number(chars)).into()), ("max", shell.number(number(chars_max)).into())];
            shell.say_with("work-error-too-long", &numbers)
        }
        BriefFault::ControlCharacter => shell.say("work-error-control"),
        BriefFault::OptionCount { count } => shell.counted("work-error-option-count", number(count)),
        BriefFault::Repeats { earlier } => shell.counted("work-error-repeats", number(earlier + 1)),
        BriefFault::SampleSize { .. } => shell.say("work-error-sample-size"),
        BriefFault::UnknownLanguage => shell.say("work-error-language"),
        BriefFault::UnknownWording => shell.say("work-error-wording"),
        BriefFault::UnknownPanel | BriefFault::UnfinishedPanel => shell.say("work-error-panel"),
        BriefFault::OtherThanPanel => shell.say("work-error-other-than-panel"),
        // Only the button "Ask again" names a wave, and says so on the report's page.
        BriefFault::UnknownWave | BriefFault::UnfinishedWave | BriefFault::WaveOfPanel | BriefFault::OtherThanWave => {
            shell.say("study-error-wave")
        }
        BriefFault::TwoAudiences => shell.say("work-error-two-audiences"),
        BriefFault::UnknownAudience => shell.say("work-error-kept-audience"),
        BriefFault::NoAudience => shell.say("work-error-no-audience"),
        // These say in the reader's language what is wrong, or are not sent by a form.
        BriefFault::ImpossibleAudience | BriefFault::UnknownFilter => error.message.clone(),
    };
    let Some(index) = option else { return FieldError { field, option, message } };
    let args = [("place", shell.number(number(index + 1)).into()), ("message", message.into())];
    FieldError { field, option, message: shell.say_with("work-error-option", &args) }
}

fn field_name(field: &str) -> &'static str {
    let names = ["question", "options", "sample_size", "audience_description", "audience_id", "language", "wording"];
    names.into_iter().find(|name| *name == field).unwrap_or("question")
}
