//! The fieldwork page of one report: its survey link with QR code, counts, closing and extending, individual answers,
//! and uploads, whose columns are previewed before anything is stored.

use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::fault::Fault;
use super::people_answers::AnswerLine;
use super::people_form::PeopleForm;
use super::people_preview::{AddedQuery, Preview, format, preview};
use super::progress::own_report;
use super::qr::Qr;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{
    Added, App, FieldworkError, QUOTA_DEFAULT, SurveyParams, SurveyUpdate, SurveyWithLinks, UploadOptions,
};
use crate::page::show;
use contract::{OptionView, PeopleView, PrintedOption};
use fieldwork::read_as;
use primitives::clock::{DAY_MS, UnixMs};
use primitives::ids::{AccountId, AnswerId, ReportId};
use store::{AnswerChange, Deleting, OwnReport, Status, Survey, SurveyIntake};

/// The survey durations that the form offers, in days; the first is the default.
const ENDS_AFTER_DAYS: [i64; 4] = [14, 3, 7, 30];
/// Maximum number of individual answers on the page; the API returns all of them.
const ANSWERS_SHOWN_MAX: usize = 200;

#[derive(Template)]
#[template(path = "workspace/people.html")]
struct PeoplePage {
    shell: Shell,
    report: OwnReport,
    survey: Option<SurveyPanel>,
    view: PeopleView,
    answers: Vec<AnswerLine>,
    preview: Option<Preview>,
    /// One-time links just created, shown only this once.
    links: Vec<String>,
    error: Option<String>,
    /// What was added just now.
    added: Option<String>,
    ends: Vec<(i64, String)>,
    quota: i64,
}

framed!(PeoplePage);

struct SurveyPanel {
    url: String,
    qr: Option<Qr>,
    survey: Survey,
    /// End of the survey, machine-readable and for display.
    ends: Option<(String, String)>,
    intake: &'static str,
    takes_answers: bool,
    /// Origin of the link where others can't reach it: a loopback address.
    loopback: Option<String>,
}

impl PeoplePage {
    fn id(&self) -> String {
        self.report.id.to_string()
    }

    /// Returns whether new answers may arrive while the page is open.
    fn is_live(&self) -> bool {
        self.survey.as_ref().is_some_and(|panel| panel.takes_answers)
    }

    fn settlement(&self) -> Option<String> {
        self.view.settlement(self.shell.language)
    }

    fn percent(&self, share: &f64) -> String {
        wording::percent(self.shell.locale, *share)
    }

    /// Returns every option with its printed shares.
    fn options(&self) -> Vec<(&OptionView, PrintedOption)> {
        self.view.options.iter().zip(self.view.printed()).collect()
    }

    /// Returns people's count and share of an option.
    fn chosen(&self, option: &OptionView) -> String {
        self.view.counted(option, self.shell.language)
    }

    fn loopback(&self, origin: &str) -> String {
        self.shell.say_of("work-people-loopback", "origin", origin)
    }

    fn why_weighted(&self) -> Option<String> {
        self.view.why_weighted(self.shell.language)
    }

    fn has_comments(&self) -> bool {
        self.answers.iter().any(|answer| answer.comment.is_some())
    }

    fn counted(&self, survey: &Survey) -> String {
        let figures = [("complete", survey.complete), ("quota", survey.quota)];
        let args = figures.map(|(name, n)| (name, self.shell.number(n).into()));
        self.shell.say_with("work-people-counted", &args)
    }

    /// Returns how many people were screened out, where there are any.
    fn screened_out(&self, survey: &Survey) -> Option<String> {
        (survey.screened_out > 0).then(|| self.shell.counted("work-people-screened-out", survey.screened_out))
    }

    /// Returns the numbers of flagged and of unfinished answers that are not zero, each with its delete action and
    /// button.
    fn uncounted(&self, survey: &Survey) -> Vec<(String, &'static str, &'static str)> {
        let shown = |n: i64, id: &str, change, button| (n > 0).then(|| (self.shell.counted(id, n), change, button));
        [
            shown(survey.marked, "work-people-marked", "delete_marked", "work-people-delete-marked"),
            shown(survey.unfinished, "work-people-unfinished", "delete_unfinished", "work-people-delete-unfinished"),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Change {
    Open,
    Close,
    Reopen,
    Extend,
    Delete,
    DeleteAnswer,
    DeleteAll,
    DeleteMarked,
    DeleteUnfinished,
    Keep,
    Unkeep,
    HideComment,
    ShowComment,
    Preview,
    Add,
}

impl Change {
    /// Parses the requested change. Called only after the ownership check, so that others get a 404 for any name.
    fn parse(name: &str) -> Result<Self, Fault> {
        Ok(match name {
            "open" => Self::Open,
            "close" => Self::Close,
            "reopen" => Self::Reopen,
            "extend" => Self::Extend,
            "delete" => Self::Delete,
            "delete_answer" => Self::DeleteAnswer,
            "delete_all" => Self::DeleteAll,
            "delete_marked" => Self::DeleteMarked,
            "delete_unfinished" => Self::DeleteUnfinished,
            "keep" => Self::Keep,
            "unkeep" => Self::Unkeep,
            "hide_comment" => Self::HideComment,
            "show_comment" => Self::ShowComment,
            "preview" => Self::Preview,
            "add" => Self::Add,
            _ => return Err(Fault::Malformed),
        })
    }
}

type Id = Result<Path<String>, PathRejection>;

pub async fn people(
    State(app): State<App>,
    member: Member,
    id: Id,
    added: Result<Query<AddedQuery>, QueryRejection>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let report = finished(&app, &member, id).await?;
    let mut page = page(&app, &member, report).await?;
    page.added = added.ok().and_then(|Query(added)| added.words(&page.shell));
    Ok(show(StatusCode::OK, &headers, &page))
}

pub async fn change(
    State(app): State<App>,
    member: Member,
    id: Id,
    headers: HeaderMap,
    form: PeopleForm,
) -> Result<Response, Fault> {
    let own = finished(&app, &member, id).await?;
    let (report, wanted) = (own.id, Change::parse(&form.change)?);
    let text = form.file.as_deref().unwrap_or("").to_owned();
    if wanted == Change::Preview {
        let preview = preview(&app, &member, &own, &text, &form.roles()).await?;
        let mut shown = page(&app, &member, own).await?;
        shown.preview = Some(preview);
        return Ok(show(StatusCode::OK, &headers, &shown));
    }
    match make(&app, &member, &own, wanted, form, &text).await {
        Ok(Made::Nothing) => Ok(Redirect::to(&format!("/reports/{report}/people")).into_response()),
        Ok(Made::Added(added)) => {
            Ok(Redirect::to(&format!("/reports/{report}/people?{}", AddedQuery::of(&added))).into_response())
        }
        Ok(Made::Links(links)) => {
            let mut shown = page(&app, &member, own).await?;
            shown.links = links;
            let mut response = show(StatusCode::OK, &headers, &shown);
            // The links are shown only once, so the browser must not cache them.
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Ok(response)
        }
        Err(FieldworkError::NotFound) => Err(Fault::NotFound),
        Err(FieldworkError::Store(error)) => Err(error.into()),
        Err(FieldworkError::Broken(error)) => Err(error.into()),
        Err(fault) => {
            let mut shown = page(&app, &member, own).await?;
            shown.error = Some(shown.shell.say(said(&fault)));
            Ok(show(StatusCode::BAD_REQUEST, &headers, &shown))
        }
    }
}

/// What a change made that its owner has to see.
enum Made {
    Nothing,
    /// One-time links, shown only this once.
    Links(Vec<String>),
    Added(Added),
}

impl From<SurveyWithLinks> for Made {
    fn from(changed: SurveyWithLinks) -> Self {
        if changed.links.is_empty() { Self::Nothing } else { Self::Links(changed.links) }
    }
}

/// Makes the change.
async fn make(
    app: &App,
    member: &Member,
    own: &OwnReport,
    wanted: Change,
    form: PeopleForm,
    text: &str,
) -> Result<Made, FieldworkError> {
    let (account, report) = (member.id(), own.id);
    let ends_at = ends_at(form.days.as_deref(), app.clock.now())?;
    match wanted {
        Change::Open => {
            let opening = SurveyParams {
                quota: number(form.quota.as_deref(), "quota")?,
                ends_at: ends_at.flatten(),
                one_time_links: number(form.one_time_links.as_deref(), "one_time_links")?.unwrap_or(0),
                settle_close: form.close_when_settled.is_some(),
                asker: form.asker,
            };
            app.open_survey(account, report, opening).await.map(Made::from)
        }
        Change::Close => {
            let changing = SurveyUpdate { is_closed: Some(true), ..SurveyUpdate::default() };
            app.change_survey(account, report, changing).await.map(Made::from)
        }
        Change::Reopen => {
            let changing = SurveyUpdate { is_closed: Some(false), ..SurveyUpdate::default() };
            app.change_survey(account, report, changing).await.map(Made::from)
        }
        Change::Extend => {
            let changing = SurveyUpdate {
                quota: number(form.quota.as_deref(), "quota")?,
                ends_at,
                more_links: number(form.one_time_links.as_deref(), "one_time_links")?.unwrap_or(0),
                is_closed: None,
            };
            app.change_survey(account, report, changing).await.map(Made::from)
        }
        Change::Delete => found(app.delete_survey(account, report).await?),
        Change::DeleteAll => delete(app, account, report, Deleting::All).await,
        Change::DeleteMarked => delete(app, account, report, Deleting::Marked).await,
        Change::DeleteUnfinished => delete(app, account, report, Deleting::Unfinished).await,
        Change::DeleteAnswer => delete(app, account, report, Deleting::One(answer_id(&form)?)).await,
        Change::Keep | Change::Unkeep => {
            let change = AnswerChange { is_kept: Some(wanted == Change::Keep), ..AnswerChange::default() };
            found(app.change_answer(account, report, answer_id(&form)?, change).await?.is_some())
        }
        Change::HideComment | Change::ShowComment => {
            let is_hidden = Some(wanted == Change::HideComment);
            let change = AnswerChange { is_comment_hidden: is_hidden, ..AnswerChange::default() };
            found(app.change_answer(account, report, answer_id(&form)?, change).await?.is_some())
        }
        Change::Add => {
            let invalid = |_| FieldworkError::Invalid { field: "file", message: "the file can't be read".to_owned() };
            let upload = read_as(text, format(text), own.brief.options(), &form.roles()).map_err(invalid)?;
            let sent = UploadOptions { key: None, are_other_people: form.other_people.is_some() };
            app.add_people(account, report, upload, sent).await.map(Made::Added)
        }
        Change::Preview => Ok(Made::Nothing),
    }
}

async fn delete(app: &App, account: AccountId, report: ReportId, deleting: Deleting) -> Result<Made, FieldworkError> {
    found(app.delete_answers(account, report, deleting).await?.is_some())
}

fn answer_id(form: &PeopleForm) -> Result<AnswerId, FieldworkError> {
    form.answer.as_deref().and_then(AnswerId::parse).ok_or(FieldworkError::NotFound)
}

/// Converts the form's number of days to the end of a survey. Empty leaves the end unchanged; 0 removes it.
fn ends_at(days: Option<&str>, now: UnixMs) -> Result<Option<Option<UnixMs>>, FieldworkError> {
    let Some(days) = number(days, "days")? else { return Ok(None) };
    match days {
        0 => Ok(Some(None)),
        1..=366 => Ok(Some(Some(now + days * DAY_MS))),
        _ => Err(FieldworkError::Invalid { field: "days", message: "days must be between 0 and 366".to_owned() }),
    }
}

fn found(is_found: bool) -> Result<Made, FieldworkError> {
    if is_found { Ok(Made::Nothing) } else { Err(FieldworkError::NotFound) }
}

fn number(text: Option<&str>, field: &'static str) -> Result<Option<i64>, FieldworkError> {
    let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(None) };
    let invalid = |_| FieldworkError::Invalid { field, message: format!("{field} must be a number") };
    text.parse().map(Some).map_err(invalid)
}

fn said(fault: &FieldworkError) -> &'static str {
    match fault {
        FieldworkError::Exists => "work-people-exists",
        FieldworkError::TooMany => "work-people-too-many",
        FieldworkError::Invalid { field: "quota", .. } => "work-people-bad-quota",
        FieldworkError::Invalid { field: "asker", .. } => "work-people-bad-asker",
        FieldworkError::Invalid { field: "file", .. } => "work-people-bad-file",
        _ => "work-people-bad-field",
    }
}

/// Returns a completed report of the signed-in account; any other id gives a 404.
async fn finished(app: &App, member: &Member, id: Id) -> Result<OwnReport, Fault> {
    let report = own_report(app, member.id(), id).await?;
    if report.status == Status::Completed { Ok(report) } else { Err(Fault::NotFound) }
}

async fn page(app: &App, member: &Member, report: OwnReport) -> Result<PeoplePage, Fault> {
    let shell = Shell::of(member, Section::Reports);
    let (view, answers) = match app.people(member.id(), report.id).await {
        Ok(people) => people,
        Err(FieldworkError::NotFound | FieldworkError::Unfinished) => return Err(Fault::NotFound),
        Err(fault) => return Err(fault.into()),
    };
    let survey = app.store.survey(member.id(), report.id).await?;
    let ends = ENDS_AFTER_DAYS.map(|days| (days, shell.counted("work-people-days", days)));
    let newest = answers.iter().rev().take(ANSWERS_SHOWN_MAX);
    Ok(PeoplePage {
        survey: survey.map(|survey| panel(app, &shell, survey)),
        answers: newest.map(|answer| AnswerLine::new(&shell, answer, &view)).collect(),
        view,
        preview: None,
        links: Vec::new(),
        error: None,
        added: None,
        ends: ends.to_vec(),
        quota: QUOTA_DEFAULT,
        shell,
        report,
    })
}

fn panel(app: &App, shell: &Shell, survey: Survey) -> SurveyPanel {
    let intake = survey.intake(app.clock.now());
    let url = app.survey_url(&survey.token);
    SurveyPanel {
        qr: if survey.is_one_time { None } else { Qr::of(&url) },
        ends: survey.ends_at.map(|at| (shell.iso(at), shell.moment(at))),
        url,
        survey,
        intake: match intake {
            SurveyIntake::Open => "work-people-open",
            SurveyIntake::Closed => "work-people-closed",
            SurveyIntake::Ended => "work-people-ended",
            SurveyIntake::Full => "work-people-full",
        },
        takes_answers: intake == SurveyIntake::Open,
        loopback: app.config.loopback_origin(),
    }
}
