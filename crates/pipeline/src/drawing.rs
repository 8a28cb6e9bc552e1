//! Draws the respondents from the population and their interviews from the forecast. Both are deterministic given the
//! checkpoints and the seed, so neither is checkpointed.

use analysis::interviews::{self, Interview, InterviewInput};
use forecast::{DistributionError, Forecast};
use foundation::chance::stream;
use population::sample::{self, Respondent};
use rand::RngExt;

use super::{Design, Job, PipelineError, Run, computed};
use engine::EngineCard;

/// Returns the respondents: those of the earlier report that the brief names, or new ones.
pub(super) async fn respondents(job: &Job, design: &Design) -> Result<Vec<Respondent>, PipelineError> {
    if let Some(panel) = &job.panel {
        return Ok(panel.respondents.clone());
    }
    let (size, seed, filters) = (job.brief.sample_size(), job.seed, design.filters.clone());
    Ok(computed(move || sample::draw(&filters, size, seed)).await??)
}

/// Returns for each respondent whether the interview fails, or an error if most do. Only the scripted engine has a
/// fail rate, and the same respondents fail in every attempt.
pub(super) fn failing(job: &Job, card: &EngineCard, respondents: &[Respondent]) -> Result<Vec<bool>, PipelineError> {
    let fails = |respondent: &Respondent| {
        card.fail_rate > 0.0 && stream(job.seed, &format!("fails/{}", respondent.id)).random::<f64>() < card.fail_rate
    };
    let failing: Vec<bool> = respondents.iter().map(fails).collect();
    let (successful, sampled) = (failing.iter().filter(|fails| !**fails).count(), respondents.len());
    if successful * 2 < sampled {
        return Err(PipelineError::TooFewAnswers { successful, sampled });
    }
    Ok(failing)
}

/// Returns everybody's closed answers, in the order of the sample; `None` for failed interviews.
pub(super) async fn interviews(
    run: &Run<'_>,
    failing: &[bool],
    forecast: &Forecast,
) -> Result<Vec<Option<Interview>>, PipelineError> {
    let (job, design, forecast) = (run.job.clone(), run.design.clone(), forecast.clone());
    let (respondents, failing) = (run.respondents.to_vec(), failing.to_vec());
    let drawn = computed(move || {
        let present: Vec<&Respondent> =
            respondents.iter().zip(&failing).filter(|(_, fails)| !**fails).map(|(respondent, _)| respondent).collect();
        let mut answers = interviews::interviews(&InterviewInput {
            language: job.brief.language(),
            questionnaire: &design.questionnaire,
            options: &design.served.options,
            forms: &design.forms,
            present: &present,
            forecast: &forecast,
            calibration: &design.calibration,
            seed: job.seed,
        })?
        .into_iter();
        let everybody = failing.iter().map(|fails| if *fails { None } else { answers.next() });
        Ok::<_, DistributionError>(everybody.collect::<Vec<_>>())
    });
    let drawn = drawn.await??;
    count(&drawn);
    Ok(drawn)
}

fn count(interviews: &[Option<Interview>]) {
    for interview in interviews {
        let label = if interview.is_some() { "answered" } else { "failed" };
        metrics::counter!("canvass_respondents_total", "outcome" => label).increment(1);
    }
}
