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
    SAMPLE_SIZE_DEFAULT, SAMPLE_SIZE_MAX, SAMPLE_SIZE_MIN, WordingChoice,
};
use serde::Deserialize;

use super::asked::WordingPreview;
use super::audience::{self, Preview};
use super::brief_draft::{AUTOMATIC, BriefDraft};
use super::fault::Fault;
use super::form::{FormFields, QueryFields};
use super::progress::usual_time;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::App;
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

    fn cost(&self) -> i64 {
        self.fields.sample_size.trim().parse().unwrap_or(i64::from(SAMPLE_SIZE_DEFAULT))
    }

    fn left(&self) -> i64 {
        self.available - self.cost()
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

/// The submitted form.
#[derive(Deserialize)]
pub struct Fields {
    question: String,
    /// One option per line.
    options: String,
    audience_description: String,
    sample_size: String,
    /// Language code, or `auto` to derive it from the question.
    language: String,
    /// `as_is` if edits of the wording are declined: a checkbox, absent unless it is checked.
    wording: Option<String>,
    /// Idempotency key, new for each form shown, so that submitting it twice creates one report.
    form_key: String,
    /// Present if the form only asks for a preview.
    preview: Option<String>,
}

impl Fields {
    fn blank(app: &App) -> Self {
        Self {
            question: String::new(),
            options: String::new(),
            audience_description: String::new(),
            sample_size: SAMPLE_SIZE_DEFAULT.to_string(),
            language: AUTOMATIC.to_owned(),
            wording: None,
            form_key: PlainToken::generate(&app.chance).reveal().to_owned(),
            preview: None,
        }
    }

    /// Fills the form with an earlier brief, in its language or another one.
    fn again(brief: &Brief, language: Option<Language>, app: &App) -> Self {
        Self {
            question: brief.question().to_owned(),
            options: brief.options().iter().map(|option| one_line(option)).collect::<Vec<_>>().join("\n"),
            audience_description: brief.audience_description().unwrap_or("").to_owned(),
            sample_size: brief.sample_size().to_string(),
            language: language.unwrap_or(brief.language()).to_string(),
            wording: Some(brief.wording()).filter(|choice| *choice == WordingChoice::AsIs).map(wording_value),
            ..Self::blank(app)
        }
    }

    fn draft(&self) -> BriefDraft {
        BriefDraft {
            question: self.question.clone(),
            audience_description: self.audience_description.clone(),
            sample_size: self.sample_size.clone(),
            options: self.options.clone(),
            language: self.language.clone(),
            wording: self.wording.clone(),
        }
    }

    fn is_as_is(&self) -> bool {
        self.wording.as_deref() == Some(WordingChoice::AsIs.name())
    }
}

fn wording_value(choice: WordingChoice) -> String {
    choice.name().to_owned()
}

/// Joins an option with line breaks into one line, since the form has one option per line.
fn one_line(option: &str) -> String {
    option.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Deserialize)]
pub struct Earlier {
    from: Option<String>,
    language: Option<String>,
}

/// Shows the form, empty or filled with an earlier report.
pub async fn ask(
    State(app): State<App>,
    member: Member,
    QueryFields(asked): QueryFields<Earlier>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let fields = match asked.from {
        None => Fields::blank(&app),
        Some(id) => {
            let id = ReportId::parse(&id).ok_or(Fault::NotFound)?;
            let earlier = app.store.own_report(member.id(), id).await?.ok_or(Fault::NotFound)?;
            let language = asked.language.and_then(|code| code.parse().ok());
            Fields::again(&earlier.brief, language, &app)
        }
    };
    let mut page = page(&app, &member, fields).await?;
    page.unmeasured = app.unmeasured_engine().await?.map(|estimate| how_to_measure(&page.shell, estimate));
    Ok(show(StatusCode::OK, &headers, &page))
}

async fn page(app: &App, member: &Member, fields: Fields) -> Result<NewReportPage, Fault> {
    let shell = Shell::of(member, Section::Reports);
    let usual_ms = app.store.usual_ms(&app.engine_name()).await?;
    Ok(NewReportPage {
        takes: usual_time(&shell, usual_ms),
        shell,
        fields,
        error: None,
        field_error: None,
        preview: None,
        limits: LIMITS,
        available: member.account.available,
        unmeasured: None,
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
        let mut page = page(&app, &member, fields).await?;
        let country = member.account.country;
        page.preview = audience::understood(&app, &page.shell, country, page.fields.draft()).await?;
        return Ok(show(StatusCode::OK, &headers, &page));
    }
    let brief = match fields.draft().brief(member.language) {
        Ok(brief) => brief,
        Err(error) => {
            let mut page = page(&app, &member, fields).await?;
            page.field_error = Some(worded(&page.shell, &error));
            return Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page));
        }
    };
    match open(&app, &member, &brief, &fields.form_key).await {
        Ok(opened) => Ok(Redirect::to(&format!("/reports/{}", opened.id)).into_response()),
        Err(OpenError::Store(error)) => Err(error.into()),
        Err(refusal) => {
            let mut page = page(&app, &member, fields).await?;
            let message = refused(&page.shell, &refusal);
            if matches!(refusal, OpenError::InsufficientCredits { .. }) {
                page.field_error = Some(FieldError { field: "sample_size", option: None, message });
            } else {
                page.error = Some(message);
            }
            Ok(show(StatusCode::UNPROCESSABLE_ENTITY, &headers, &page))
        }
    }
}

/// Creates the report. The same form submitted twice gives one report; the same form with other content another one.
async fn open(app: &App, member: &Member, brief: &Brief, form_key: &str) -> Result<Opened, OpenError> {
    let key = format!("form {}", PlainToken::from_client(form_key).hash().to_hex());
    match app.open_report(member.id(), brief, Visibility::Private, Some(&key)).await {
        Err(OpenError::KeyReused) => app.open_report(member.id(), brief, Visibility::Private, None).await,
        opened => opened,
    }
}

fn refused(shell: &Shell, refusal: &OpenError) -> String {
    match refusal {
        OpenError::InsufficientCredits { available, required } => {
            let numbers =
                [("required", shell.number(*required).into()), ("available", shell.number(*available).into())];
            shell.say_with("work-too-few-credits", &numbers)
        }
        OpenError::TooManyUnfinished { unfinished } => shell.counted("work-too-many-unfinished", *unfinished),
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
    };
    let Some(index) = option else { return FieldError { field, option, message } };
    let args = [("place", shell.number(number(index + 1)).into()), ("message", message.into())];
    FieldError { field, option, message: shell.say_with("work-error-option", &args) }
}

fn field_name(field: &str) -> &'static str {
    let names = ["question", "options", "sample_size", "audience_description", "language", "wording"];
    names.into_iter().find(|name| *name == field).unwrap_or("question")
}
