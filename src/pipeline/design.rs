//! What is decided before anybody is asked. Checkpointed as a whole, so that a restarted report keeps its design even if
//! newer code would decide otherwise.

use serde::{Deserialize, Serialize};
use survey::form::Form;
use survey::report::{AudienceFilters, OptimizedInput, Questionnaire};
use survey::sample::SampleError;
use survey::{audience, form, questionnaire, sample, served};

use super::{Job, PipelineError};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Design {
    pub optimized: OptimizedInput,
    pub audience: AudienceFilters,
    /// How many distinct people the audience leaves.
    pub candidates: u64,
    pub questionnaire: Questionnaire,
    /// Option orders, dealt in turn; options by index in the client's order.
    pub forms: Vec<Form>,
}

/// Fails on an audience that can't exist or that nobody fits, before anybody is asked and charged for.
pub(super) fn design(job: &Job) -> Result<Design, PipelineError> {
    let brief = &job.brief;
    let optimized = served::optimize(brief);
    let mut audience = audience::understand(brief.question(), brief.audience_description(), brief.language())?;
    let outlook = loop {
        match sample::outlook(&audience, brief.sample_size()) {
            Err(SampleError::TooFew { .. }) if sample::loosen(&mut audience, brief.language()) => {}
            outlook => break outlook?,
        }
    };
    audience.relaxed.extend(outlook.loosened);
    Ok(Design {
        candidates: outlook.candidates,
        audience,
        questionnaire: questionnaire::questionnaire(brief, &optimized),
        forms: form::forms(brief.options().len(), job.seed),
        optimized,
    })
}
