//! The credits page: available and held credits, and the ledger entries behind them.

use askama::Template;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;

use super::fault::Fault;
use super::form::QueryFields;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::App;
use crate::page::show;
use primitives::clock::UnixMs;
use primitives::ids::LedgerId;
use store::LedgerLine;

const LINES_PER_PAGE: i64 = 50;
/// The number of credits in the command that grants some.
const CREDITS_GRANTED: i64 = 500;

#[derive(Template)]
#[template(path = "workspace/credits.html")]
struct CreditsPage {
    shell: Shell,
    available: String,
    held: String,
    lines: Vec<EntryLine>,
    older: Option<String>,
    is_first: bool,
    /// How an administrator grants credits.
    grant: Option<String>,
}

struct EntryLine {
    at: UnixMs,
    kind: String,
    report: Option<LedgerReport>,
    /// Changes of the available and of the held credits.
    available: String,
    held: String,
}

/// The report of an entry.
enum LedgerReport {
    /// With its id and question.
    There(String, String),
    Deleted,
}

framed!(CreditsPage);

#[derive(Deserialize)]
pub struct Place {
    before: Option<String>,
}

pub async fn credits(
    State(app): State<App>,
    member: Member,
    QueryFields(place): QueryFields<Place>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let before = place.before.map(|id| LedgerId::parse(&id).ok_or(Fault::NotFound)).transpose()?;
    let page = app.store.ledger(member.id(), before, LINES_PER_PAGE).await?;
    let shell = Shell::of(&member, Section::Credits);
    let view = CreditsPage {
        available: shell.number(member.account.available),
        held: shell.number(member.account.held),
        older: page.items.last().filter(|_| page.has_more).map(|last| format!("/credits?before={}", last.id)),
        is_first: before.is_none(),
        grant: member.account.is_administrator.then(|| grant(&shell, &member.account.email, 0)),
        lines: page.items.into_iter().map(|entry| line(&shell, entry)).collect(),
        shell,
    };
    Ok(show(StatusCode::OK, &headers, &view))
}

/// Says how to grant credits to this account: the usual number, or as many hundreds as are `missing`.
pub fn grant(shell: &Shell, email: &str, missing: i64) -> String {
    let credits = (missing + 99) / 100 * 100;
    let credits = credits.max(CREDITS_GRANTED);
    shell.say_of("work-credits-grant", "command", format!("canvass credits grant {email} {credits}"))
}

fn line(shell: &Shell, entry: LedgerLine) -> EntryLine {
    EntryLine {
        at: entry.at,
        kind: shell.say(&format!("work-ledger-{}", entry.kind)),
        report: entry.report.map(|id| match entry.brief {
            Some(brief) => LedgerReport::There(id.to_string(), brief.question().to_owned()),
            None => LedgerReport::Deleted,
        }),
        available: shell.change(entry.d_available),
        held: shell.change(entry.d_held),
    }
}
