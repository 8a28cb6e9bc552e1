//! The list of an account's reports: newest first, filtered by status and by search text, with pagination.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use foundation::Language;
use serde::Deserialize;
use url::form_urlencoded;

use super::fault::Fault;
use super::form::QueryFields;
use super::progress::{Tone, level, percent, status_label, verdict};
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::App;
use crate::page::show;
use primitives::ids::ReportId;
use store::{OwnReport, ReportFilter, Status};

const REPORTS_PER_PAGE: i64 = 25;
const SEARCH_CHARS_MAX: usize = 200;

#[derive(Template)]
#[template(path = "workspace/reports.html")]
struct ReportsPage {
    shell: Shell,
    has_password: bool,
    search: String,
    status: &'static str,
    choices: Vec<Choice>,
    lines: Vec<ReportLine>,
    older: Option<String>,
    /// Link to the newest reports, on all pages but the first.
    newest: Option<String>,
    is_filtered: bool,
}

/// One entry of the status filter.
struct Choice {
    name: &'static str,
    label: String,
}

struct ReportLine {
    id: String,
    question: String,
    status: String,
    tone: &'static str,
    /// Present while the report runs.
    percent: Option<i64>,
    respondents: String,
    created_at: i64,
    /// Path of the report's page, once it is completed.
    page_path: Option<String>,
    finding: Option<FindingLine>,
}

/// The verdict in force of a completed report: the statement in the report's language, the rest in the reader's.
struct FindingLine {
    statement: String,
    language: Language,
    verdict: Option<String>,
    /// The forecast's confidence, or what the joint verdict rests on.
    basis: String,
}

framed!(ReportsPage);

#[derive(Deserialize)]
pub struct Search {
    q: Option<String>,
    status: Option<String>,
    before: Option<String>,
}

/// A status as the filter groups them: the contract's states, and whether cancelled reports are included.
struct StatusFilter {
    name: &'static str,
    statuses: &'static [Status],
    cancelled: Option<bool>,
}

const KINDS: [StatusFilter; 5] = [
    StatusFilter { name: "all", statuses: &[], cancelled: None },
    StatusFilter {
        name: "running",
        statuses: &[Status::Queued, Status::GeneratingQuestionnaire, Status::Sampling],
        cancelled: None,
    },
    StatusFilter { name: "completed", statuses: &[Status::Completed], cancelled: None },
    StatusFilter { name: "failed", statuses: &[Status::Failed], cancelled: Some(false) },
    StatusFilter { name: "cancelled", statuses: &[Status::Failed], cancelled: Some(true) },
];

pub async fn reports(
    State(app): State<App>,
    member: Member,
    QueryFields(search): QueryFields<Search>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let text: String = search.q.as_deref().unwrap_or("").trim().chars().take(SEARCH_CHARS_MAX).collect();
    let StatusFilter { name: kind, statuses, cancelled } =
        KINDS.iter().find(|kind| search.status.as_deref() == Some(kind.name)).unwrap_or(&KINDS[0]);
    let before = search.before.map(|id| ReportId::parse(&id).ok_or(Fault::NotFound)).transpose()?;
    let filter = ReportFilter {
        // The databases can't hold a null character, so no report contains one.
        text: (!text.is_empty()).then(|| text.replace('\0', "\u{fffd}")),
        statuses: statuses.to_vec(),
        cancelled: *cancelled,
        before,
    };
    let mut page = app.store.own_reports(member.id(), &filter, REPORTS_PER_PAGE).await?;
    if app.people_views_made(&page.items).await {
        page = app.store.own_reports(member.id(), &filter, REPORTS_PER_PAGE).await?;
    }
    let shell = Shell::of(&member, Section::Reports);
    let address = |before: Option<ReportId>| address(&text, kind, before);
    let older = page.items.last().filter(|_| page.has_more).map(|last| address(Some(last.id)));
    let view = ReportsPage {
        has_password: app.store.password(member.id()).await?.is_some(),
        status: kind,
        choices: KINDS
            .iter()
            .map(|StatusFilter { name, .. }| Choice { name, label: shell.say(&format!("work-filter-{name}")) })
            .collect(),
        lines: page.items.iter().map(|report| line(&shell, report)).collect(),
        older,
        newest: before.map(|_| address(None)),
        is_filtered: !text.is_empty() || *kind != "all" || before.is_some(),
        search: text,
        shell,
    };
    Ok(show(StatusCode::OK, &headers, &view))
}

fn address(text: &str, kind: &str, before: Option<ReportId>) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    if !text.is_empty() {
        query.append_pair("q", text);
    }
    if kind != "all" {
        query.append_pair("status", kind);
    }
    if let Some(id) = before {
        query.append_pair("before", &id.to_string());
    }
    format!("/reports?{}", query.finish())
}

fn line(shell: &Shell, report: &OwnReport) -> ReportLine {
    let is_running = report.finished_at.is_none();
    ReportLine {
        id: report.id.to_string(),
        question: report.brief.question().to_owned(),
        status: status_label(shell, report),
        tone: Tone::of(report).class(),
        percent: is_running.then(|| percent(report)),
        respondents: shell.number(report.respondents_total),
        created_at: report.created_at,
        page_path: (report.status == Status::Completed).then(|| format!("/reports/{}/page", report.id)),
        finding: finding(shell, report),
    }
}

fn finding(shell: &Shell, report: &OwnReport) -> Option<FindingLine> {
    let language = report.brief.language();
    if let Some(joint) = &report.joint_finding {
        return Some(FindingLine {
            statement: joint.statement.clone(),
            language,
            verdict: Some(shell.say(verdict(joint.verdict))),
            basis: wording::about_people(shell.language, "page-people-banner", joint.people),
        });
    }
    let finding = report.finding.as_ref()?;
    Some(FindingLine {
        statement: finding.statement.clone(),
        language,
        verdict: finding.verdict.map(|kind| shell.say(verdict(kind))),
        basis: shell.say_of("work-confidence-is", "level", shell.say(level(finding.confidence))),
    })
}
