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

#[derive(Template)]
#[template(path = "workspace/credits.html")]
struct CreditsPage {
    shell: Shell,
    available: String,
    held: String,
    lines: Vec<EntryLine>,
    older: Option<String>,
    is_first: bool,
}

struct EntryLine {
    at: UnixMs,
    kind: String,
    report: Option<(String, String)>,
    /// Changes of the available and of the held credits.
    available: String,
    held: String,
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
        lines: page.items.into_iter().map(|entry| line(&shell, entry)).collect(),
        shell,
    };
    Ok(show(StatusCode::OK, &headers, &view))
}

fn line(shell: &Shell, entry: LedgerLine) -> EntryLine {
    EntryLine {
        at: entry.at,
        kind: shell.say(&format!("work-ledger-{}", entry.kind)),
        report: entry.report.map(|id| id.to_string()).zip(entry.brief.map(|brief| brief.question().to_owned())),
        available: shell.change(entry.d_available),
        held: shell.change(entry.d_held),
    }
}
