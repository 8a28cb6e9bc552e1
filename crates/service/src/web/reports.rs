//! The list of an account's reports: filtered by status and by search text, sorted, with pagination.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use contract::Comparison;
use foundation::Language;
use serde::Deserialize;
use url::form_urlencoded;

use super::fault::Fault;
use super::form::QueryFields;
use super::progress::{Tone, cancelling, level, percent, status_label, verdict};
use super::report_order::{ReportOrder, SORTED_MAX};
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{App, ENGINE_PAGE};
use crate::page::show;
use primitives::ids::{AccountId, ReportId};
use store::{OwnReport, ReportFilter, Status};

const REPORTS_PER_PAGE: usize = 25;
/// Between the options that a verdict names.
const BETWEEN_OPTIONS: &str = " · ";
const SEARCH_CHARS_MAX: usize = 200;

#[derive(Template)]
#[template(path = "workspace/reports.html")]
struct ReportsPage {
    shell: Shell,
    has_password: bool,
    search: String,
    status: &'static str,
    choices: Vec<Choice>,
    order: &'static str,
    orders: Vec<Choice>,
    /// Says that older reports are not sorted.
    unsorted: Option<String>,
    lines: Vec<ReportLine>,
    /// Whether at least two reports of the page can be compared.
    can_compare: bool,
    /// Links to other pages: the newest reports and older ones, or the previous page and the next.
    back: Option<PageLink>,
    onward: Option<PageLink>,
    is_filtered: bool,
    are_all_archived: bool,
    /// The engine in use and its worth; only where there is no report yet.
    engine: Option<String>,
}

struct PageLink {
    address: String,
    label: String,
}

/// One entry of the status filter or of the orders.
struct Choice {
    name: &'static str,
    label: String,
}

struct ReportLine {
    id: String,
    question: String,
    /// The report's language, in which the question and its findings are.
    language: Language,
    status: String,
    tone: &'static str,
    /// Present while the report runs.
    percent: Option<i64>,
    respondents: String,
    created_at: i64,
    /// Path of the report's page, once it is completed.
    page_path: Option<String>,
    finding: Option<FindingLine>,
    is_archived: bool,
    /// What deleting it means.
    deleting: String,
}

/// The verdict in force of a completed report: the statement in the report's language, the rest in the reader's.
struct FindingLine {
    statement: String,
    verdict: Option<String>,
    /// The options that the verdict names.
    options: String,
    /// The forecast's confidence, or what the joint verdict rests on.
    basis: String,
}

framed!(ReportsPage);

impl ReportsPage {
    fn engine_page(&self) -> &'static str {
        ENGINE_PAGE
    }
}

#[derive(Deserialize)]
pub struct Search {
    q: Option<String>,
    status: Option<String>,
    sort: Option<String>,
    before: Option<String>,
    page: Option<usize>,
}

/// A status as the filter groups them: the contract's states, and whether cancelled reports are included.
struct StatusFilter {
    name: &'static str,
    statuses: &'static [Status],
    cancelled: Option<bool>,
    is_archived: bool,
}

const ALL: StatusFilter = StatusFilter { name: "all", statuses: &[], cancelled: None, is_archived: false };
static KINDS: [StatusFilter; 6] = [
    ALL,
    StatusFilter {
        name: "running",
        statuses: &[Status::Queued, Status::GeneratingQuestionnaire, Status::Sampling],
        ..ALL
    },
    StatusFilter { name: "completed", statuses: &[Status::Completed], ..ALL },
    StatusFilter { name: "failed", statuses: &[Status::Failed], cancelled: Some(false), ..ALL },
    StatusFilter { name: "cancelled", statuses: &[Status::Failed], cancelled: Some(true), ..ALL },
    StatusFilter { name: "archived", is_archived: true, ..ALL },
];

/// What the reader asked for.
struct Asked {
    text: String,
    kind: &'static StatusFilter,
    order: ReportOrder,
    before: Option<ReportId>,
    /// The page of a list that is not sorted by date; the first is 1.
    page: usize,
}

impl Asked {
    fn read(search: Search) -> Result<Self, Fault> {
        let kind = KINDS.iter().find(|kind| search.status.as_deref() == Some(kind.name));
        Ok(Self {
            text: search.q.as_deref().unwrap_or("").trim().chars().take(SEARCH_CHARS_MAX).collect(),
            kind: kind.unwrap_or(&KINDS[0]),
            order: ReportOrder::parse(search.sort.as_deref()),
            before: search.before.map(|id| ReportId::parse(&id).ok_or(Fault::NotFound)).transpose()?,
            page: search.page.unwrap_or(1).max(1),
        })
    }

    fn filter(&self) -> ReportFilter {
        ReportFilter {
            // The databases can't hold a null character, so no report contains one.
            text: (!self.text.is_empty()).then(|| self.text.replace('\0', "\u{fffd}")),
            statuses: self.kind.statuses.to_vec(),
            cancelled: self.kind.cancelled,
            is_archived: self.kind.is_archived,
            before: self.before.filter(|_| self.order == ReportOrder::Newest),
        }
    }

    fn is_filtered(&self) -> bool {
        !self.text.is_empty() || self.kind.name != ALL.name || self.before.is_some() || self.page > 1
    }

    /// Returns the link to another page of the same list, which `place` names by a field and its value.
    fn address(&self, place: Option<(&str, String)>) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        if !self.text.is_empty() {
            query.append_pair("q", &self.text);
        }
        if self.kind.name != ALL.name {
            query.append_pair("status", self.kind.name);
        }
        if self.order != ReportOrder::Newest {
            query.append_pair("sort", self.order.name());
        }
        if let Some((field, value)) = place {
            query.append_pair(field, &value);
        }
        format!("/reports?{}", query.finish())
    }
}

/// One page of the list.
struct Listed {
    reports: Vec<OwnReport>,
    back: Option<PageLink>,
    onward: Option<PageLink>,
    /// Whether there are more reports than are sorted.
    is_cut: bool,
}

impl Listed {
    async fn read(app: &App, account: AccountId, asked: &Asked, shell: &Shell) -> Result<Self, Fault> {
        match asked.order {
            ReportOrder::Newest => Self::newest(app, account, asked, shell).await,
            ReportOrder::Name | ReportOrder::Verdict => Self::sorted(app, account, asked, shell).await,
        }
    }

    async fn newest(app: &App, account: AccountId, asked: &Asked, shell: &Shell) -> Result<Self, Fault> {
        let page = app.store.own_reports(account, &asked.filter(), REPORTS_PER_PAGE as i64).await?;
        let link = |place, label| PageLink { address: asked.address(place), label: shell.say(label) };
        let last = page.items.last().filter(|_| page.has_more);
        Ok(Self {
            onward: last.map(|last| link(Some(("before", last.id.to_string())), "work-older")),
            back: asked.before.map(|_| link(None, "work-newest")),
            reports: page.items,
            is_cut: false,
        })
    }

    async fn sorted(app: &App, account: AccountId, asked: &Asked, shell: &Shell) -> Result<Self, Fault> {
        let titles = app.store.report_titles(account, &asked.filter(), SORTED_MAX).await?;
        let (order, language, is_cut) = (asked.order, shell.language, titles.has_more);
        // Comparing thousands of names would block the async runtime for too long.
        let sorting = tokio::task::spawn_blocking(move || {
            let mut titles = titles.items;
            order.sort(&mut titles, language);
            titles
        });
        let titles = sorting.await?;
        let first = (asked.page - 1).saturating_mul(REPORTS_PER_PAGE);
        let mut reports = Vec::new();
        for title in titles.iter().skip(first).take(REPORTS_PER_PAGE) {
            // One that was deleted meanwhile is left out.
            reports.extend(app.store.own_report(account, title.id).await?);
        }
        let link = |page: usize, label| {
            let place = (page > 1).then(|| ("page", page.to_string()));
            PageLink { address: asked.address(place), label: shell.say(label) }
        };
        let has_more = titles.len() > first.saturating_add(REPORTS_PER_PAGE);
        Ok(Self {
            reports,
            back: (asked.page > 1).then(|| link(asked.page - 1, "work-page-previous")),
            onward: has_more.then(|| link(asked.page + 1, "work-page-next")),
            is_cut,
        })
    }
}

pub async fn reports(
    State(app): State<App>,
    member: Member,
    QueryFields(search): QueryFields<Search>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let asked = Asked::read(search)?;
    let shell = Shell::of(&member, Section::Reports);
    let mut listed = Listed::read(&app, member.id(), &asked, &shell).await?;
    if app.people_views_made(&listed.reports).await {
        listed = Listed::read(&app, member.id(), &asked, &shell).await?;
    }
    let are_all_archived = listed.reports.is_empty() && !asked.is_filtered() && has_archived(&app, member.id()).await?;
    let is_filtered = asked.is_filtered() || are_all_archived;
    let engine = match listed.reports.is_empty() && !is_filtered {
        true => Some(app.engine_introduction(Some(member.id()), member.language, member.language).await?),
        false => None,
    };
    let choice = |name: &'static str, message: &str| Choice { name, label: shell.say(&format!("{message}{name}")) };
    let view = ReportsPage {
        engine,
        has_password: app.store.password(member.id()).await?.is_some(),
        status: asked.kind.name,
        choices: KINDS.iter().map(|kind| choice(kind.name, "work-filter-")).collect(),
        order: asked.order.name(),
        orders: ReportOrder::ALL.into_iter().map(|order| choice(order.name(), "work-sort-")).collect(),
        unsorted: listed.is_cut.then(|| shell.say_of("work-sort-newest-only", "n", shell.number(SORTED_MAX))),
        lines: listed.reports.iter().map(|report| line(&shell, report)).collect(),
        can_compare: listed.reports.iter().filter(|report| is_completed(report)).count() >= Comparison::REPORTS_MIN,
        back: listed.back,
        onward: listed.onward,
        is_filtered,
        are_all_archived,
        search: asked.text,
        shell,
    };
    Ok(show(StatusCode::OK, &headers, &view))
}

fn is_completed(report: &OwnReport) -> bool {
    report.status == Status::Completed
}

async fn has_archived(app: &App, account: AccountId) -> Result<bool, Fault> {
    let filter = ReportFilter { is_archived: true, ..ReportFilter::default() };
    Ok(!app.store.own_reports(account, &filter, 1).await?.items.is_empty())
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
        page_path: is_completed(report).then(|| format!("/reports/{}/page", report.id)),
        finding: finding(shell, report),
        is_archived: report.is_archived,
        deleting: deleting(shell, report),
        language: report.brief.language(),
    }
}

fn deleting(shell: &Shell, report: &OwnReport) -> String {
    let is_running = report.finished_at.is_none();
    let running = is_running.then(|| [shell.say("work-delete-running"), cancelling(shell, report)]);
    let parts: Vec<String> = running.into_iter().flatten().chain([shell.say("work-delete-explained")]).collect();
    wording::sentences(shell.language, &parts)
}

fn finding(shell: &Shell, report: &OwnReport) -> Option<FindingLine> {
    if let Some(joint) = &report.joint_finding {
        return Some(FindingLine {
            statement: joint.statement.clone(),
            verdict: Some(shell.say(verdict(joint.verdict, joint.open))),
            options: joint.options.join(BETWEEN_OPTIONS),
            basis: wording::about_people(shell.language, "page-people-banner", joint.people),
        });
    }
    let finding = report.finding.as_ref()?;
    Some(FindingLine {
        statement: finding.statement.clone(),
        verdict: finding.verdict.map(|kind| shell.say(verdict(kind, finding.open))),
        options: finding.options.join(BETWEEN_OPTIONS),
        basis: shell.say_of("work-confidence-is", "level", shell.say(level(finding.confidence))),
    })
}
