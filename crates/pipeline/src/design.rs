//! Everything that is decided before respondents are forecast. It is one checkpoint, so that a resumed report keeps
//! its design even if newer code would decide otherwise.

use contract::Panel;
use forecast::calibration::Calibration;
use forecast::human::OwnStudies;
use language::audience::{self, Audience};
use language::names::NameNotes;
use language::{Served, served};
use population::sample::{self, Drawable};
use population::{Attribute, Filters};
use questionnaire::form::Form;
use questionnaire::{QuestionKind, Questionnaire};
use serde::{Deserialize, Serialize};

use super::{Job, PipelineError, computed, proposals};
use crate::elicit::{Asker, unmeasured};
use engine::{EngineCard, Usage};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    pub served: Served,
    /// As understood from the brief.
    pub audience: Audience,
    /// Filters that respondents are drawn by: those of the audience, less `given_up`.
    pub filters: Filters,
    pub given_up: Vec<Attribute>,
    /// Estimated number of matching people in the population.
    pub candidates: u64,
    pub questionnaire: Questionnaire,
    /// Option orders, dealt to respondents in turn.
    pub forms: Vec<Form>,
    /// Snapshot of the engine's calibration from the start of the report.
    pub calibration: Calibration,
    /// Snapshot of the engine's record on the account's studies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_studies: Option<OwnStudies>,
    /// Notes on each option if the options are names; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<Vec<NameNotes>>,
    /// Usage of the engine's proposals.
    #[serde(default)]
    pub usage: Usage,
}

impl Design {
    /// Returns the audience as the prompts name it: in the client's words, which say more than the filters, with the place
    /// where they name none.
    pub(super) fn asked_of(&self, job: &Job) -> String {
        asked_of(job, &self.audience, &self.given_up)
    }
}

fn asked_of(job: &Job, audience: &Audience, given_up: &[Attribute]) -> String {
    let language = job.brief.language();
    match job.brief.audience_description() {
        Some(words) => wording::audience::words_and_place(words, audience, language),
        None => wording::audience::people(audience, given_up, language),
    }
}

/// Makes the design. Fails on an audience that is contradictory or matches nobody, before respondents are charged
/// for.
pub(super) async fn design(job: &Job, asker: &Asker<'_>) -> Result<Design, PipelineError> {
    let brief = &job.brief;
    let mut usage = Usage::default();
    let (served, understood) = read(job).await?;
    let served = proposals::wording(job, asker, served, &mut usage).await?;
    let (audience, Drawable { filters, given_up, candidates, drawable: left }) = match &job.panel {
        Some(panel) => of_panel(panel),
        None => {
            let proposed = proposals::audience(job, asker, understood.clone(), &mut usage).await?;
            drawable(job, understood, proposed).await?
        }
    };
    // An engine's proposal is compared with the client's wording, so prices are reworded after it.
    let served = questionnaire::design::ask_dearest_price(brief, served);
    let mut questionnaire = questionnaire::design::questionnaire(brief, &served);
    let asked = asked_of(job, &audience, &given_up);
    usage += proposals::reasons(job, asker, &served, &asked, &mut questionnaire).await?;
    let names = proposals::names(job, asker, &served, &asked, &mut usage).await?;
    let drawn = u32::try_from(left).unwrap_or(u32::MAX).min(brief.sample_size());
    limit_open_questions(&mut questionnaire, asker.card.voices_max, drawn);
    let forms = questionnaire::design::forms(&served, job.seed);
    let calibration = calibration(job, &asker.card, &served);
    Ok(Design {
        served,
        audience,
        filters,
        given_up,
        candidates,
        questionnaire,
        forms,
        calibration,
        own_studies: job.own_studies.clone(),
        names,
        usage,
    })
}

/// Reads the brief: its served wording, and its audience unless that is an earlier report's. Runs before any engine call, so that
/// a report that fails here is free.
async fn read(job: &Job) -> Result<(Served, Audience), PipelineError> {
    let (brief, panel) = (job.brief.clone(), job.panel.clone());
    let read = move || {
        let audience = panel.map_or_else(|| audience::of_brief(&brief), |panel| Ok(panel.audience.clone()));
        (served::optimize(&brief), audience)
    };
    let (served, understood) = computed(read).await?;
    Ok((served, understood?))
}

/// Returns the audience of the respondents who are asked again.
fn of_panel(panel: &Panel) -> (Audience, Drawable) {
    let drawable = Drawable {
        filters: panel.audience.filters.clone(),
        given_up: panel.given_up.clone(),
        candidates: panel.candidates,
        drawable: panel.respondents.len() as u64,
    };
    (panel.audience.clone(), drawable)
}

/// Returns the calibration for this question: that of an unmeasured engine if the record does not cover it.
fn calibration(job: &Job, card: &EngineCard, served: &Served) -> Calibration {
    job.calibration.for_question(served.asks_dearest_price).unwrap_or_else(|| unmeasured(card))
}

/// Selects the people who can be drawn. If the engine's additions leave too few people, they are dropped: they must
/// not fail a report that the rules alone would allow.
async fn drawable(job: &Job, understood: Audience, proposed: Audience) -> Result<(Audience, Drawable), PipelineError> {
    let size = job.brief.sample_size();
    let choose = move || match sample::drawable(proposed.filters.clone(), size) {
        Err(_) if proposed != understood => {
            sample::drawable(understood.filters.clone(), size).map(|drawn| (understood, drawn))
        }
        drawn => drawn.map(|drawn| (proposed, drawn)),
    };
    Ok(computed(choose).await??)
}

/// Limits open questions to some respondents and records the limit in the questionnaire.
fn limit_open_questions(questionnaire: &mut Questionnaire, limit: u32, respondents: u32) {
    if limit >= respondents {
        return;
    }
    let open = questionnaire.questions.iter_mut().filter(|question| question.kind == QuestionKind::OpenText);
    open.for_each(|question| question.asked_of = Some(limit));
}
