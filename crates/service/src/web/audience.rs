//! Previews audience and wording while the report form is being filled in. Both are read as the report would read them,
//! except for what an engine may propose. Reading is bounded: by the limits of a brief, and by permits.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use foundation::Language;
use language::audience::{self, Asked};
use language::brief::{AUDIENCE_CHARS_MAX, QUESTION_CHARS_MAX, SAMPLE_SIZE_DEFAULT, SAMPLE_SIZE_MAX};
use language::served::language_of;
use population::sample;
use serde::Serialize;

use super::asked::{self, WordingPreview};
use super::brief_draft::BriefDraft;
use super::fault::Fault;
use super::form::FormFields;
use super::session::Member;
use super::shell::{Section, Shell};
use crate::app::App;

/// The preview, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Preview {
    /// Who will be asked, or why nobody can be.
    pub description: String,
    /// Number of people in the population data who match.
    pub candidates: Option<String>,
    pub is_possible: bool,
    /// Names the language of a report that follows the language of its question.
    pub language: String,
    /// How the brief will be asked; `None` while it is not complete.
    pub wording: Option<WordingPreview>,
}

pub async fn preview(
    State(app): State<App>,
    member: Member,
    FormFields(draft): FormFields<BriefDraft>,
) -> Result<Response, Fault> {
    let shell = Shell::of(&member, Section::Reports);
    let preview = understood(&app, &shell, member.account.country, draft).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(preview)).into_response())
}

/// Reads a draft. Returns `None` if there is no text yet or too much of it. `country` is the account's.
/// Runs on a blocking thread, since population data may have to be loaded first.
pub async fn understood(
    app: &App,
    shell: &Shell,
    country: Option<String>,
    draft: BriefDraft,
) -> Result<Option<Preview>, Fault> {
    let too_long = draft.question.chars().count() > QUESTION_CHARS_MAX
        || draft.audience_description.chars().count() > AUDIENCE_CHARS_MAX;
    if too_long || (draft.question.trim().is_empty() && draft.audience_description.trim().is_empty()) {
        return Ok(None);
    }
    let turn = app.previews.clone().acquire_owned().await?;
    let language = shell.language;
    let of_report = language_of(&draft.question).unwrap_or(language);
    let of_report = shell.say(&format!("work-language-follows-{of_report}"));
    let (read, wording) = tokio::task::spawn_blocking(move || {
        let wording = asked::previewed(&draft, country.as_deref(), language);
        let read = read(&draft, country.as_deref(), language);
        drop(turn);
        (read, wording)
    })
    .await
    .map_err(|_| anyhow::anyhow!("reading a draft panicked"))?;
    let is_possible = read.is_ok();
    let (description, candidates) = match read {
        Ok((description, fitting)) => (description, Some(fitting)),
        Err(description) => (description, None),
    };
    Ok(Some(Preview { description, candidates, is_possible, language: of_report, wording }))
}

fn read(draft: &BriefDraft, country: Option<&str>, language: Language) -> Result<(String, String), String> {
    let given = Some(draft.audience_description.as_str()).filter(|text| !text.trim().is_empty());
    let size = draft.sample_size.trim().parse().unwrap_or(SAMPLE_SIZE_DEFAULT).min(SAMPLE_SIZE_MAX);
    let understood = audience::whom(Asked {
        question: &draft.question,
        options: &draft.options_read(),
        description: given,
        country,
        language: draft.language.parse().unwrap_or(language),
    });
    let understood = understood.map_err(|clash| wording::audience::clash(&clash, language))?;
    let drawn = sample::drawable(understood.filters.clone(), size);
    let drawn = drawn.map_err(|error| wording::audience::sample_error(&error, language))?;
    let fitting = wording::audience::fitting(drawn.candidates, &understood.filters.traits, language);
    Ok((wording::audience::description(&understood, &drawn.given_up, language), fitting))
}
