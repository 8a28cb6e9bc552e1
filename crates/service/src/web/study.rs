//! A study: the waves of a question in a picture and a table, and the follow-ups to the respondents of its waves.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use contract::{ComparisonColumn, ComparisonSource};
use pages::waves::{WaveAxis, WaveChart, charts};

use super::again_card::AgainCard;
use super::comparison::{Beside, fault};
use super::fault::Fault;
use super::progress::status_label;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::{App, Study};
use crate::page::show;
use primitives::ids::ReportId;
use store::{OwnReport, Status};

#[derive(Template)]
#[template(path = "workspace/study.html")]
struct StudyPage {
    shell: Shell,
    study: Study,
    /// The last completed waves beside each other.
    beside: Option<Beside>,
    /// Why the waves can't be compared.
    reason: Option<String>,
    /// Asks the last completed wave again.
    again: Option<AgainCard>,
}

framed!(StudyPage);

impl StudyPage {
    /// Returns the report whose question the study asks: the earliest that is there.
    fn asked(&self) -> Option<&OwnReport> {
        self.study.waves.first().or(self.study.follow_ups.first())
    }

    fn name(&self, wave: &OwnReport) -> String {
        match self.study.number(wave.id) {
            Some(number) => {
                let number = i64::try_from(number).unwrap_or(i64::MAX);
                self.shell.say_of("study-wave", "n", self.shell.number(number))
            }
            None => status_label(&self.shell, wave),
        }
    }

    /// Returns when a wave was asked and, of one that is not completed, how it stands.
    fn state(&self, wave: &OwnReport) -> String {
        let day = self.shell.day(wave.finished_at.unwrap_or(wave.created_at));
        if wave.status == Status::Completed { day } else { format!("{day} · {}", status_label(&self.shell, wave)) }
    }

    /// Returns what the columns of a wave are: its forecast, and people's answers.
    fn described(&self, wave: &OwnReport) -> Vec<String> {
        let id = wave.id.to_string();
        let Some(beside) = &self.beside else { return Vec::new() };
        let columns = beside.comparison.columns.iter().filter(|column| column.report == id);
        columns.map(|column| beside.described(column)).collect()
    }

    /// Returns how many completed waves are older than those that are compared.
    fn older(&self) -> Option<String> {
        let compared = self.beside.as_ref()?.forecasts();
        let completed = self.study.waves.iter().filter(|wave| wave.status == Status::Completed).count();
        let older = completed.checked_sub(compared).filter(|older| *older > 0)?;
        Some(self.shell.counted("study-older", i64::try_from(older).unwrap_or(i64::MAX)))
    }

    /// Returns the numbers below the pictures.
    fn numbers(&self, beside: &Beside) -> Vec<String> {
        let forecasts = beside.comparison.columns.iter().filter(|it| it.source == ComparisonSource::Forecast);
        let number = |column: &ComparisonColumn| {
            let number = ReportId::parse(&column.report).and_then(|id| self.study.number(id));
            number.map_or_else(String::new, |number| self.shell.number(i64::try_from(number).unwrap_or(i64::MAX)))
        };
        forecasts.map(number).collect()
    }

    fn charts<'a>(&self, beside: &'a Beside) -> (WaveAxis, Vec<WaveChart<'a>>) {
        charts(&beside.comparison)
    }
}

pub async fn page(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let id = id.ok().and_then(|Path(id)| ReportId::parse(&id)).ok_or(Fault::NotFound)?;
    let shell = Shell::of(&member, Section::Reports);
    let mut study = app.read_study(member.id(), id, Some(shell.locale)).await.map_err(fault)?.ok_or(Fault::NotFound)?;
    let again = match study.last_completed() {
        Some(last) => AgainCard::of(&app, &shell, last).await?,
        None => None,
    };
    let (beside, reason) = match study.compared.take() {
        Some(Ok(comparison)) => (Some(Beside { locale: shell.locale, comparison }), None),
        Some(Err(refused)) => (None, Some(refused.message(shell.locale))),
        None => (None, None),
    };
    let mut response = show(StatusCode::OK, &headers, &StudyPage { shell, study, beside, reason, again });
    // After signing out, the browser must have no cached copy.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    Ok(response)
}
