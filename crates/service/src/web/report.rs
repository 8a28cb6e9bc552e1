//! One report for its owner: progress and cancellation while it runs, then its summary and the available actions.

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use contract::{CompletedReport, Openness, PeopleView, ReportResult, Verdict, VerdictInForce};
use wording::Locale;

use super::again_card::AgainCard;
use super::examples;
use super::fault::Fault;
use super::own_page::next_turn;
use super::progress::{Progress, Tone, level, own_report};
use super::publication::PublicationPanel;
use super::session::Member;
use super::shell::{Section, Shell, framed};
use crate::app::App;
use crate::page::show;
use store::body::{UnreadableJson, read_json};
use store::{BodyForm, OwnReport, Status};

#[derive(Template)]
#[template(path = "workspace/report.html")]
pub(super) struct ReportPage {
    shell: Shell,
    report: OwnReport,
    progress: Progress,
    tone: &'static str,
    stages: Vec<Stage>,
    finding: Option<Finding>,
    /// Present for a finished report.
    publication: Option<PublicationPanel>,
    curl: String,
    /// Asks the report again; absent while it is not completed, and for a follow-up.
    again: Option<AgainCard>,
    /// Path of the report's study, where other reports belong to it.
    study: Option<String>,
    /// Why the report could not be asked again.
    refusal: Option<String>,
}

framed!(ReportPage);

impl ReportPage {
    fn id(&self) -> String {
        self.report.id.to_string()
    }

    fn audience(&self) -> String {
        let brief = &self.report.brief;
        match (brief.audience_description(), brief.audience()) {
            (Some(words), _) => words.to_owned(),
            (None, Some(audience)) => wording::audience::people(audience, &[], self.shell.language),
            (None, None) => self.say("work-audience-inferred"),
        }
    }

    fn report_language(&self) -> String {
        self.shell.language_name(self.report.brief.language()).to_owned()
    }

    fn respondents(&self) -> String {
        self.shell.number(self.report.respondents_total)
    }

    fn credits_used(&self) -> String {
        self.shell.counted("work-credits", self.report.credits_used.unwrap_or(0))
    }
}

/// One stage of a report, with its state for the progress display.
struct Stage {
    name: &'static str,
    label: String,
    state: &'static str,
}

/// The summary of a finished report.
struct Finding {
    headline: String,
    winner: String,
    support: String,
    interval: String,
    /// The forecast's confidence; absent where the verdict rests on people, too.
    confidence: Option<String>,
    /// How many people answered, and how far the joint verdict is settled; absent where nobody did.
    people: Option<(String, Option<String>)>,
    is_joint: bool,
    is_tie: bool,
    /// Whether the verdict is that the engine can't tell.
    is_guess: bool,
}

pub async fn report(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
) -> Result<Response, Fault> {
    let report = own_report(&app, member.id(), id).await?;
    Ok(show(StatusCode::OK, &headers, &page(&app, &member, report, None).await?))
}

/// Returns the page of a report, with the reason why it could not be asked again.
pub(super) async fn page(
    app: &App,
    member: &Member,
    report: OwnReport,
    refusal: Option<String>,
) -> Result<ReportPage, Fault> {
    let shell = Shell::of(member, Section::Reports);
    let (finding, again) = match report.status {
        Status::Completed => {
            (Some(finding(app, member, &report, &shell).await?), AgainCard::of(app, &shell, &report).await?)
        }
        _ => (None, None),
    };
    let in_study = app.store.study_reports(member.id(), report.study()).await?.len();
    Ok(ReportPage {
        progress: Progress::read(app, &shell, member.id(), &report).await?,
        tone: Tone::of(&report).class(),
        stages: stages(&shell, report.status),
        finding,
        publication: app
            .store
            .publication(member.id(), report.id)
            .await?
            .map(|publication| PublicationPanel::new(app, member.language, report.id, publication)),
        curl: examples::curl_of(&app.config.public_url, &report.brief),
        again,
        study: (in_study > 1).then(|| format!("/studies/{}", report.study())),
        refusal,
        shell,
        report,
    })
}

/// Cancels a report: charges for the respondents already begun and releases the rest. An ended report stays
/// unchanged.
pub async fn cancel(
    State(app): State<App>,
    member: Member,
    id: Result<Path<String>, PathRejection>,
) -> Result<Response, Fault> {
    let report = own_report(&app, member.id(), id).await?;
    app.cancel_report(member.id(), &report).await.map_err(Fault::of_cancel)?;
    Ok(Redirect::to(&format!("/reports/{}", report.id)).into_response())
}

fn stages(shell: &Shell, status: Status) -> Vec<Stage> {
    let steps = [Status::Queued, Status::GeneratingQuestionnaire, Status::Sampling, Status::Completed];
    let state = |step: Status| match step.cmp(&status) {
        std::cmp::Ordering::Less => "done",
        std::cmp::Ordering::Equal => "current",
        std::cmp::Ordering::Greater => "ahead",
    };
    let label = |step: Status| shell.say(&format!("web-status-{}", step.as_str().replace('_', "-")));
    steps.into_iter().map(|step| Stage { name: step.as_str(), label: label(step), state: state(step) }).collect()
}

/// Reads the verdict in force from the stored result and people's answers, on a blocking thread since the result may have
/// megabytes.
async fn finding(app: &App, member: &Member, report: &OwnReport, shell: &Shell) -> Result<Finding, Fault> {
    let turn = next_turn(&app.own_pages).await?;
    let body = app.store.result_body(member.id(), report.id, BodyForm::Plain).await?.ok_or(Fault::NotFound)?;
    let people = app.people_of(member.id(), report.id).await?;
    let locale = shell.locale;
    let read = move || -> Result<Finding, UnreadableJson> {
        let _turn = turn;
        let result = read_json::<CompletedReport>(&body)?.result;
        let view = PeopleView::of_counted(&result, &people);
        Ok(found(locale, &result, view.as_ref()))
    };
    Ok(tokio::task::spawn_blocking(read).await.map_err(|_| anyhow::anyhow!("reading a result panicked"))??)
}

fn found(locale: Locale, result: &ReportResult, people: Option<&PeopleView>) -> Finding {
    let verdict = VerdictInForce::of(result, people);
    let (winner, confidence) = (&result.analysis.winner, &result.analysis.confidence);
    let joint = verdict.people.and_then(|view| {
        let named = verdict.options.first().unwrap_or(&view.first);
        view.options.iter().zip(view.printed()).find(|(option, _)| option.option == *named)
    });
    let (option, support, interval) = match joint {
        Some((option, printed)) => (&option.option, printed.together, option.together_interval),
        None => (&winner.option, result.analysis.printed_share(&winner.option), winner.interval),
    };
    Finding {
        headline: verdict.headline.to_owned(),
        winner: option.clone(),
        support: wording::percent(locale, support),
        interval: wording::percent_range(locale, interval),
        confidence: (!verdict.is_joint()).then(|| wording::say(locale, level(confidence.level), &[])),
        people: people.map(|view| (view.banner(locale), view.settlement(locale))),
        is_joint: verdict.is_joint(),
        // Who leads, even if it is not certain, is not called too close to call beside a headline that names it.
        is_guess: verdict.open == Some(Openness::Guess),
        is_tie: verdict.verdict.map_or(winner.tie, |it| !matches!(it, Verdict::Clear | Verdict::Leaning)),
    }
}
