//! What is decided before anybody is asked. Checkpointed as a whole, so that a restarted report keeps its design even if
//! newer code would decide otherwise.

use serde::{Deserialize, Serialize};
use survey::form::Form;
use survey::report::{AskedOf, AudienceFilters, OptimizedInput, QuestionKind, Questionnaire};
use survey::{audience, form, questionnaire, sample, served};

use super::{Job, PipelineError, computed, proposals};
use crate::engine::{Engine, Usage};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    pub optimized: OptimizedInput,
    pub audience: AudienceFilters,
    /// How many distinct people the audience leaves.
    pub candidates: u64,
    pub questionnaire: Questionnaire,
    /// Option orders, dealt in turn; options by index in the client's order.
    pub forms: Vec<Form>,
    /// What an engine's proposals took.
    #[serde(default)]
    pub usage: Usage,
}

/// Fails on an audience that can't exist or that nobody fits, before anybody is asked and charged for.
pub(super) async fn design(job: &Job, engine: &dyn Engine) -> Result<Design, PipelineError> {
    let brief = &job.brief;
    let mut usage = Usage::default();
    let own = brief.clone();
    let read = move || {
        let understood = audience::understand(own.question(), own.audience_description(), own.language());
        (served::optimize(&own), understood)
    };
    let (optimized, understood) = computed(read).await?;
    let optimized = proposals::wording(job, engine, optimized, &mut usage).await?;
    let understood = understood?;
    let proposed = proposals::audience(job, engine, understood.clone(), &mut usage).await?;
    let own = brief.clone();
    let choose = move || match sample::drawable(proposed.clone(), own.sample_size(), own.language()) {
        // What an engine added must not cost the client a report that the rules alone would give.
        Err(_) if proposed != understood => sample::drawable(understood, own.sample_size(), own.language()),
        drawn => drawn,
    };
    let (audience, candidates) = computed(choose).await??;
    let mut questionnaire = questionnaire::questionnaire(brief, &optimized);
    usage += proposals::drivers(job, engine, &optimized, &mut questionnaire).await?;
    let drawn = u32::try_from(candidates).unwrap_or(u32::MAX).min(brief.sample_size());
    limit_open_questions(&mut questionnaire, engine.card(brief.language()).open_answers_max, drawn);
    let forms = form::forms(brief.options().len(), job.seed);
    Ok(Design { candidates, audience, questionnaire, forms, optimized, usage })
}

/// A slow engine puts open questions to a sub-sample, and the questionnaire says to how many.
fn limit_open_questions(questionnaire: &mut Questionnaire, limit: Option<u32>, respondents: u32) {
    let Some(some) = limit.filter(|limit| *limit < respondents) else { return };
    let open = questionnaire.questions.iter_mut().filter(|question| question.kind == QuestionKind::OpenText);
    open.for_each(|question| question.asked_of = AskedOf::Some(some));
}
