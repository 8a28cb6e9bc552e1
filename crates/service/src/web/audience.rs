//! Previews audience and wording while the report form is being filled in. Both are read as the report would read them,
//! except for what an engine may propose. Reading is bounded: by the limits of a brief, and by permits.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use foundation::Language;
use language::audience::{self, Asked, Audience, Contradiction};
use language::brief::{AUDIENCE_CHARS_MAX, QUESTION_CHARS_MAX, SAMPLE_SIZE_DEFAULT, SAMPLE_SIZE_MAX};
use language::served::language_of;
use population::{Basis, sample};
use serde::Serialize;
use wording::measured_skill::MeasuredSkill;

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
    /// The engine's measured skill for the brief; `None` while the brief is not complete.
    pub worth: Option<SkillPreview>,
}

/// The engine's measured skill for a brief, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SkillPreview {
    pub statement: String,
    /// What to do about a poor record.
    pub remedy: Option<String>,
}

pub async fn preview(
    State(app): State<App>,
    member: Member,
    FormFields(draft): FormFields<BriefDraft>,
) -> Result<Response, Fault> {
    let shell = Shell::of(&member, Section::Reports);
    let preview = understood(&app, &shell, &member, draft).await?;
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(preview)).into_response())
}

/// Reads a draft. Returns `None` if there is no text yet or too much of it.
/// Runs on a blocking thread, since population data may have to be loaded first.
pub async fn understood(
    app: &App,
    shell: &Shell,
    member: &Member,
    draft: BriefDraft,
) -> Result<Option<Preview>, Fault> {
    let draft = with_kept(app, member, draft).await?;
    let too_long = is_too_long(&draft);
    let says_nothing = draft.question.trim().is_empty() && draft.audience_description.trim().is_empty();
    if too_long || (says_nothing && draft.kept.is_none()) {
        return Ok(None);
    }
    let country = member.account.country.clone();
    let worth = skill_preview(app, member, &draft).await?;
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
    Ok(Some(Preview { description, candidates, is_possible, language: of_report, wording, worth }))
}

fn is_too_long(draft: &BriefDraft) -> bool {
    draft.question.chars().count() > QUESTION_CHARS_MAX
        || draft.audience_description.chars().count() > AUDIENCE_CHARS_MAX
}

/// Returns the words of an audience that is to be kept without its question: with the place that the question names, where the
/// words name none.
pub async fn words_alone(app: &App, member: &Member, draft: BriefDraft) -> Result<String, Fault> {
    let words = draft.audience_description.trim().to_owned();
    if words.is_empty() || is_too_long(&draft) {
        return Ok(words);
    }
    let (country, language) = (member.account.country.clone(), member.language);
    let turn = app.previews.clone().acquire_owned().await?;
    let read = tokio::task::spawn_blocking(move || {
        let read = whom(&draft, Some(draft.audience_description.trim()), country.as_deref(), language).ok();
        drop(turn);
        read
    })
    .await
    .map_err(|_| anyhow::anyhow!("reading a draft panicked"))?;
    Ok(match read.filter(|audience| audience.filters.basis.contains(&Basis::Question)) {
        Some(audience) => wording::audience::words_and_place(&words, &audience, language),
        None => words,
    })
}

fn whom(
    draft: &BriefDraft,
    description: Option<&str>,
    country: Option<&str>,
    language: Language,
) -> Result<Audience, Contradiction> {
    audience::whom(Asked {
        question: &draft.question,
        options: &draft.options_read(),
        description,
        country,
        language: draft.language.parse().unwrap_or(language),
    })
}

/// Reads the kept audience that a draft names. One that is gone is read as if none were named.
async fn with_kept(app: &App, member: &Member, draft: BriefDraft) -> Result<BriefDraft, Fault> {
    let Some(named) = draft.audience_id.as_deref().filter(|id| !id.is_empty()) else { return Ok(draft) };
    Ok(match app.kept_audience(member.id(), named).await? {
        Some(kept) => BriefDraft {
            audience_description: kept.words.unwrap_or_else(String::new),
            kept: Some(kept.audience),
            ..draft
        },
        None => BriefDraft { audience_id: None, ..draft },
    })
}

async fn skill_preview(app: &App, member: &Member, draft: &BriefDraft) -> Result<Option<SkillPreview>, Fault> {
    let Some(brief) = draft.brief_previewed(member.language) else { return Ok(None) };
    let skill = app.measured_skill(member.id(), &brief, member.language).await?;
    Ok(skill.map(|MeasuredSkill { statement, remedy, .. }| SkillPreview { statement, remedy }))
}

fn read(draft: &BriefDraft, country: Option<&str>, language: Language) -> Result<(String, String), String> {
    let given = Some(draft.audience_description.as_str()).filter(|text| !text.trim().is_empty());
    let size = draft.sample_size.trim().parse().unwrap_or(SAMPLE_SIZE_DEFAULT).min(SAMPLE_SIZE_MAX);
    let understood = draft.kept.clone().map_or_else(|| whom(draft, given, country, language), Ok);
    let understood = understood.map_err(|clash| wording::audience::clash(&clash, language))?;
    let drawn = sample::drawable(understood.filters.clone(), size);
    let drawn = drawn.map_err(|error| wording::audience::sample_error(&error, language))?;
    let fitting = wording::audience::fitting(drawn.candidates, &drawn.filters, language);
    // A kept audience can't be changed here, so nothing is said of how to.
    let described = match draft.kept {
        Some(_) => wording::audience::description,
        None => wording::audience::preview,
    };
    Ok((described(&understood, &drawn.given_up, &drawn.filters.relaxed, language), fitting))
}
