//! The survey as a participant answers it: one question per screen, plain forms, no account and no script. Each
//! answer is stored as it arrives. Browsers are told apart only by a random cookie limited to this survey; no address
//! is stored. An unknown URL shows the common 404 page.

use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::Router;
use axum::extract::rejection::{PathRejection, QueryRejection, RawFormRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, RawForm, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use foundation::Language;
use language::address::Address;
use serde::Deserialize;
use url::form_urlencoded;

use super::person_page::{IntroPage, NoticePage, QuestionPage};
use crate::app::{App, Origins, PeerAddress};
use crate::page;
use contract::SheetRecord;
use fieldwork::{Eligibility, Given, Problem, Screened, Sheet, Step};
use primitives::ids::AnswerId;
use primitives::secret::{PlainToken, is_public_token};
use store::body::read_json;
use store::{About, AnswerPart, AnswerRow, Begun, Recorded, Survey, SurveyIntake};

const COOKIE: &str = "canvass_survey";
const COOKIE_LASTS_S: i64 = 180 * 24 * 60 * 60;
/// Enough for a thousand characters in any script, plus the encoding of the form.
const FORM_BYTES_MAX: usize = 32 * 1024;
/// Honeypot field: hidden from people, but often filled in by programs.
const HONEYPOT: &str = "website";

pub fn router(app: &App) -> Router {
    Router::new()
        .route("/s/{token}", get(intro).post(start))
        .route("/s/{token}/thanks", get(thanks))
        .route("/s/{token}/{step}", get(ask).post(answer))
        .layer(DefaultBodyLimit::max(FORM_BYTES_MAX))
        .layer(from_fn_with_state(Arc::new(Origins::new(&app.config)), own_forms_only))
        .with_state(app.clone())
}

/// Refuses a form if the browser reports that it was sent from another site.
async fn own_forms_only(State(origins): State<Arc<Origins>>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST || origins.is_form_of_same_host(request.headers()) {
        return next.run(request).await;
    }
    page::message(StatusCode::FORBIDDEN, request.headers(), "survey-elsewhere", "survey-elsewhere-explained")
}

type Token = Result<Path<String>, PathRejection>;
type TokenStep = Result<Path<(String, String)>, PathRejection>;
type Sent = Result<RawForm, RawFormRejection>;

#[derive(Deserialize)]
struct Asked {
    /// The secret of a one-time link.
    k: Option<String>,
}

/// A survey together with the visitor's browser and stored answer.
struct Visit {
    app: App,
    headers: HeaderMap,
    language: Language,
    survey: Survey,
    sheet: Sheet,
    browser: Option<PlainToken>,
    kept: Option<AnswerRow>,
}

/// Reasons for another response than the requested screen.
enum SurveyError {
    Nowhere,
    Malformed,
    TooFast(std::time::Duration),
    Broken(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for SurveyError {
    fn from(error: E) -> Self {
        Self::Broken(error.into())
    }
}

async fn intro(
    State(app): State<App>,
    token: Token,
    query: Result<Query<Asked>, QueryRejection>,
    headers: HeaderMap,
) -> Response {
    let link = query.ok().and_then(|Query(asked)| asked.k).filter(|key| key.len() <= 128);
    shown(&headers, async {
        let visit = visit(&app, token.ok().map(|Path(token)| token), &headers).await?;
        if let Some(kept) = &visit.kept {
            return Ok(visit.onward(kept));
        }
        match visit.survey.intake(app.clock.now()) {
            SurveyIntake::Open => Ok(visit
                .show(StatusCode::OK, &IntroPage::new(&visit.app, visit.language, &visit.survey, &visit.sheet, link))),
            intake => Ok(visit.notice(intake)),
        }
    })
    .await
}

async fn start(
    State(app): State<App>,
    token: Token,
    peer: Option<Extension<PeerAddress>>,
    headers: HeaderMap,
    form: Sent,
) -> Response {
    shown(&headers, async {
        let caller = PeerAddress::caller(peer.map(|Extension(peer)| peer), &headers, app.config.behind_proxy);
        app.public_limits.start(caller).map_err(SurveyError::TooFast)?;
        let fields = fields(form)?;
        let visit = visit(&app, token.ok().map(|Path(token)| token), &headers).await?;
        if let Some(kept) = &visit.kept {
            return Ok(visit.onward(kept));
        }
        let key = fields.into_iter().find(|(name, _)| name == "k").map(|(_, key)| PlainToken::from_client(&key).hash());
        let (now, browser) = (app.clock.now(), PlainToken::generate(&app.chance));
        let new = (AnswerId::new(now, &app.chance), browser.hash());
        match app.store.begin_answer(&visit.survey, new, key, now).await? {
            Begun::Begun { .. } => visit.begun(&browser),
            Begun::Again => Ok(visit.to_step(1)),
            Begun::LinkUsed => Ok(visit.show(
                StatusCode::OK,
                &NoticePage::new(visit.addressed(), "survey-link-used", "survey-link-used-explained"),
            )),
            Begun::Crowded => Ok(visit.show(
                StatusCode::SERVICE_UNAVAILABLE,
                &NoticePage::new(visit.addressed(), "survey-crowded", "survey-crowded-explained"),
            )),
            Begun::Refused(intake) => Ok(visit.notice(intake)),
            Begun::Missing => Err(SurveyError::Nowhere),
        }
    })
    .await
}

async fn ask(State(app): State<App>, ids: TokenStep, headers: HeaderMap) -> Response {
    shown(&headers, async {
        let (visit, number, step) = visit_step(&app, ids, &headers).await?;
        let Some(kept) = &visit.kept else { return Ok(visit.to_intro()) };
        if let Some(elsewhere) = visit.unscreened(kept, step) {
            return Ok(elsewhere);
        }
        let intake = visit.survey.intake(app.clock.now());
        if intake != SurveyIntake::Open && !(intake == SurveyIntake::Full && kept.is_complete) {
            return Ok(if kept.is_complete { visit.to_thanks() } else { visit.notice(intake) });
        }
        Ok(visit.question(StatusCode::OK, number, step, kept, None))
    })
    .await
}

async fn answer(State(app): State<App>, ids: TokenStep, headers: HeaderMap, form: Sent) -> Response {
    shown(&headers, async {
        let fields = fields(form)?;
        let (visit, number, step) = visit_step(&app, ids, &headers).await?;
        let (Some(kept), Some(browser)) = (&visit.kept, &visit.browser) else { return Ok(visit.to_intro()) };
        let given = match visit.sheet.read(step, &fields, dealt(kept), &kept.answers) {
            Ok(given) => given,
            Err(problem) => return Ok(visit.question(StatusCode::BAD_REQUEST, number, step, kept, Some(problem))),
        };
        let asked = Asking {
            question: visit.sheet.name(step),
            last_question: visit.sheet.last_question(),
            screening: visit.sheet.screening_names(),
            fast_ms: i64::from(app.config.survey_fast_ms),
        };
        let part = part(&asked, step, &given, &fields);
        match app.store.record_answer(&visit.survey, browser.hash(), part, app.clock.now()).await? {
            Recorded::Kept { is_whole: true } => app.people_changed(visit.survey.report),
            Recorded::Kept { is_whole: false } => {}
            Recorded::ScreenedOut => {
                app.people_changed(visit.survey.report);
                return Ok(visit.to_thanks());
            }
            Recorded::Missing => return Ok(visit.to_intro()),
            Recorded::Refused(_) if kept.is_complete => return Ok(visit.to_thanks()),
            Recorded::Refused(intake) => return Ok(visit.notice(intake)),
        }
        Ok(if number < visit.sheet.steps().len() { visit.to_step(number + 1) } else { visit.to_thanks() })
    })
    .await
}

async fn thanks(State(app): State<App>, token: Token, headers: HeaderMap) -> Response {
    shown(&headers, async {
        let visit = visit(&app, token.ok().map(|Path(token)| token), &headers).await?;
        let (heading, explained) = match &visit.kept {
            Some(kept) if kept.eligibility == Eligibility::Out => {
                ("survey-screened-out", "survey-screened-out-explained")
            }
            Some(kept) if kept.is_complete => ("survey-thanks", "survey-thanks-explained"),
            _ => return Ok(visit.to_intro()),
        };
        Ok(visit.show(StatusCode::OK, &NoticePage::new(visit.addressed(), heading, explained)))
    })
    .await
}

/// The question of a screen and the rules of its survey.
struct Asking {
    question: String,
    last_question: String,
    screening: Vec<String>,
    fast_ms: i64,
}

fn part<'a>(asked: &'a Asking, step: Step, given: &'a Given, fields: &[(String, String)]) -> AnswerPart<'a> {
    AnswerPart {
        question: &asked.question,
        value: given.value.clone(),
        choice: given.choice.and_then(|choice| i64::try_from(choice).ok()),
        comment: given.comment.as_deref(),
        about: match step {
            Step::Question(_) | Step::Screen(Screened::Condition(_)) => None,
            Step::AgeBand | Step::Screen(Screened::Age) => Some(About::AgeBand),
            Step::Sex | Step::Screen(Screened::Sex) => Some(About::Sex),
            Step::Country | Step::Screen(Screened::Country) => Some(About::Country),
        },
        screening: &asked.screening,
        last_question: &asked.last_question,
        is_trapped: fields.iter().any(|(name, value)| name == HONEYPOT && !value.is_empty()),
        fast_ms: asked.fast_ms,
    }
}

/// Returns the index of the questionnaire form dealt to this person.
fn dealt(kept: &AnswerRow) -> usize {
    kept.form.and_then(|form| usize::try_from(form).ok()).unwrap_or(0)
}

fn fields(form: Sent) -> Result<Vec<(String, String)>, SurveyError> {
    let RawForm(bytes) = form.map_err(|_| SurveyError::Malformed)?;
    Ok(form_urlencoded::parse(&bytes).map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
}

async fn visit(app: &App, token: Option<String>, headers: &HeaderMap) -> Result<Visit, SurveyError> {
    let token = token.filter(|token| is_public_token(token)).ok_or(SurveyError::Nowhere)?;
    let survey = app.store.survey_by_token(&token).await?.ok_or(SurveyError::Nowhere)?;
    let sheet: Sheet = read_json::<SheetRecord>(survey.sheet.as_bytes())?.into();
    let browser = page::cookie(headers, COOKIE).map(PlainToken::from_client);
    let kept = match &browser {
        Some(browser) => app.store.answer_of(survey.id, browser.hash()).await?,
        None => None,
    };
    let language = page::preferred_language(headers);
    Ok(Visit { app: app.clone(), headers: headers.clone(), language, survey, sheet, browser, kept })
}

async fn visit_step(app: &App, ids: TokenStep, headers: &HeaderMap) -> Result<(Visit, usize, Step), SurveyError> {
    let Path((token, number)) = ids.map_err(|_| SurveyError::Nowhere)?;
    let visit = visit(app, Some(token), headers).await?;
    let number: usize = number.parse().map_err(|_| SurveyError::Nowhere)?;
    let step = number.checked_sub(1).and_then(|place| visit.sheet.steps().get(place).copied());
    let step = step.ok_or(SurveyError::Nowhere)?;
    Ok((visit, number, step))
}

impl Visit {
    fn show(&self, status: StatusCode, template: &impl Template) -> Response {
        page::show(status, &self.headers, template)
    }

    /// How and in which language the participant is addressed.
    fn addressed(&self) -> (Address, Language) {
        (self.sheet.address, self.language)
    }

    fn notice(&self, intake: SurveyIntake) -> Response {
        let (heading, explanation) = match intake {
            SurveyIntake::Open => ("survey-thanks", "survey-thanks-explained"),
            SurveyIntake::Closed => ("survey-closed", "survey-closed-explained"),
            SurveyIntake::Ended => ("survey-ended", "survey-ended-explained"),
            SurveyIntake::Full => ("survey-full", "survey-full-explained"),
        };
        self.show(StatusCode::OK, &NoticePage::new(self.addressed(), heading, explanation))
    }

    fn question(
        &self,
        status: StatusCode,
        number: usize,
        step: Step,
        kept: &AnswerRow,
        problem: Option<Problem>,
    ) -> Response {
        let screen = self.sheet.screen(step, self.language, dealt(kept), &kept.answers);
        let steps = self.sheet.steps().len();
        self.show(status, &QuestionPage::new(self.addressed(), &self.survey.token, (number, steps), screen, problem))
    }

    /// Redirects a participant outside the audience to the closing screen, and one who passed over a screening question to
    /// that question.
    fn unscreened(&self, kept: &AnswerRow, step: Step) -> Option<Response> {
        if kept.eligibility == Eligibility::Out {
            return Some(self.to_thanks());
        }
        let is_open = matches!(self.sheet.next(&kept.answers), Some(Step::Screen(_)));
        (is_open && !matches!(step, Step::Screen(_))).then(|| self.onward(kept))
    }

    /// Redirects a participant who has begun to the first screen without an answer.
    fn onward(&self, kept: &AnswerRow) -> Response {
        if kept.is_complete || kept.eligibility == Eligibility::Out {
            return self.to_thanks();
        }
        let next = self.sheet.next(&kept.answers);
        let place = self.sheet.steps().iter().position(|step| Some(*step) == next).unwrap_or(0);
        self.to_step(place + 1)
    }

    fn begun(&self, browser: &PlainToken) -> Result<Response, SurveyError> {
        let secure = self.app.config.secure_attribute();
        let mut cookie = HeaderValue::try_from(format!(
            "{COOKIE}={}; Path=/s/{}; Max-Age={COOKIE_LASTS_S}; HttpOnly; SameSite=Lax{secure}",
            browser.reveal(),
            self.survey.token
        ))?;
        cookie.set_sensitive(true);
        Ok(([(header::SET_COOKIE, cookie)], self.to_step(1)).into_response())
    }

    fn to_step(&self, number: usize) -> Response {
        Redirect::to(&format!("/s/{}/{number}", self.survey.token)).into_response()
    }

    fn to_thanks(&self) -> Response {
        Redirect::to(&format!("/s/{}/thanks", self.survey.token)).into_response()
    }

    fn to_intro(&self) -> Response {
        Redirect::to(&format!("/s/{}", self.survey.token)).into_response()
    }
}

async fn shown(headers: &HeaderMap, screen: impl Future<Output = Result<Response, SurveyError>>) -> Response {
    match screen.await {
        Ok(response) => response,
        Err(SurveyError::Nowhere) => page::not_found(headers.clone()).await,
        Err(SurveyError::Malformed) => {
            page::message(StatusCode::BAD_REQUEST, headers, "work-malformed", "work-malformed-explained")
        }
        Err(SurveyError::TooFast(wait)) => {
            let mut response =
                page::message(StatusCode::TOO_MANY_REQUESTS, headers, "survey-too-fast", "survey-too-fast-explained");
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
            response
        }
        Err(SurveyError::Broken(error)) => page::trouble(headers, &error),
    }
}
