//! What is decided before anybody is asked. Checkpointed as a whole, so that a restarted report keeps its design even if
//! newer code would decide otherwise.

use serde::{Deserialize, Serialize};
use survey::calibration::Calibration;
use survey::form::Form;
use survey::report::{AskedOf, AudienceFilters, OptimizedInput, QuestionKind, Questionnaire};
use survey::{audience, form, questionnaire, sample, served};

use super::{Job, PipelineError, computed, proposals};
use crate::engine::Usage;
use crate::forecast::Asker;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    pub optimized: OptimizedInput,
    pub audience: AudienceFilters,
    /// How many distinct people the audience leaves.
    pub candidates: u64,
    pub questionnaire: Questionnaire,
    /// Option orders, dealt in turn; options by index in the client's order.
    pub forms: Vec<Form>,
    /// What is believed of the engine, and how it is asked: as it was when the report began, whatever is measured since.
    pub calibration: Calibration,
    /// What an engine's proposals took.
    #[serde(default)]
    pub usage: Usage,
}

/// Fails on an audience that can't exist or that nobody fits, before anybody is asked and charged for.
pub(super) async fn design(job: &Job, asker: &Asker<'_>) -> Result<Design, PipelineError> {
    let brief = &job.brief;
    let mut usage = Usage::default();
    let own = brief.clone();
    let read = move || {
        let understood = audience::understand(own.question(), own.audience_description(), own.language());
        (served::optimize(&own), understood)
    };
    let (optimized, understood) = computed(read).await?;
    let optimized = proposals::wording(job, asker, optimized, &mut usage).await?;
    let understood = understood?;
    let proposed = proposals::audience(job, asker, understood.clone(), &mut usage).await?;
    let own = brief.clone();
    let choose = move || match sample::drawable(proposed.clone(), own.sample_size(), own.language()) {
        // What an engine added must not cost the client a report that the rules alone would give.
        Err(_) if proposed != understood => sample::drawable(understood, own.sample_size(), own.language()),
        drawn => drawn,
    };
    let (audience, candidates) = computed(choose).await??;
    let mut questionnaire = questionnaire::questionnaire(brief, &optimized);
    let asked = brief.audience_description().unwrap_or(&audience.description);
    usage += proposals::reasons(job, asker, &optimized, asked, &mut questionnaire).await?;
    let drawn = u32::try_from(candidates).unwrap_or(u32::MAX).min(brief.sample_size());
    limit_open_questions(&mut questionnaire, asker.card.voices_max, drawn);
    let forms = form::forms(brief.options().len(), job.seed);
    let calibration = job.calibration.clone();
    Ok(Design { candidates, audience, questionnaire, forms, optimized, calibration, usage })
}

/// Open questions are put to some respondents, and the questionnaire says to how many.
fn limit_open_questions(questionnaire: &mut Questionnaire, limit: u32, respondents: u32) {
    if limit >= respondents {
        return;
    }
    let open = questionnaire.questions.iter_mut().filter(|question| question.kind == QuestionKind::OpenText);
    open.for_each(|question| question.asked_of = AskedOf::Some(limit));
}
