//! Estimates the work of a report, so that progress is known from the start and advances evenly. Calls are weighted
//! by their typical duration: a generated document takes longer than token probabilities.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};

use population::{Division, divisions};
use questionnaire::{Question, QuestionId};

use super::proposals::{are_names_asked, is_audience_asked, is_wording_asked};
use super::{Progress, Run};
use crate::elicit::{BATCH_MAX, readings};

/// Relative durations: a part read from token probabilities, a generated document, and a generated text of one or two
/// sentences.
const READ: usize = 3;
const WRITTEN: usize = 10;
const TEXT: usize = 2;

/// Work of one report, by step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Work {
    design: usize,
    part: usize,
    parts: usize,
    batch: usize,
    batches: usize,
}

impl Work {
    pub(super) fn of(run: &Run<'_>) -> Self {
        let is_written = run.asker.card.writes_documents;
        let speakers = open_question(run).map_or(0, |question| speakers_max(run, question));
        Self {
            design: design(run),
            part: if is_written { WRITTEN } else { READ },
            parts: readings(run.asker, run.design.calibration.way, run.design.served.asks_dearest_price)
                + run.design.served.options.len()
                + divided(run).len(),
            batch: if is_written { WRITTEN } else { TEXT * speakers },
            batches: speakers.div_ceil(batch_size(run)),
        }
    }

    /// Returns the progress with this many parts of the forecast.
    pub(super) fn asked(self, parts: usize) -> Progress {
        self.at(parts.min(self.parts), 0)
    }

    /// Returns the progress with a complete forecast and this many batches of voices. A second round adds nothing.
    pub(super) fn spoken(self, batches: usize) -> Progress {
        self.at(self.parts, batches.min(self.batches))
    }

    fn at(self, parts: usize, batches: usize) -> Progress {
        let work = |parts: usize, batches: usize| self.design + parts * self.part + batches * self.batch;
        Progress { done: work(parts, batches), total: work(self.parts, self.batches), pending: 0 }
    }
}

/// Number of calls that wait for their reply.
#[derive(Debug, Default)]
pub(super) struct Pending(AtomicUsize);

impl Pending {
    /// Counts a call as pending until it replies, and returns the reply.
    pub(super) async fn during<T>(&self, call: impl Future<Output = T>) -> T {
        self.0.fetch_add(1, Ordering::Relaxed);
        let reply = call.await;
        self.0.fetch_sub(1, Ordering::Relaxed);
        reply
    }

    pub(super) fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// Returns the work of the engine's proposals for the design.
fn design(run: &Run<'_>) -> usize {
    let (job, card) = (run.job, &run.asker.card);
    let proposals = [
        is_wording_asked(job, card),
        is_audience_asked(job, card) && job.panel.is_none(),
        card.names_reasons,
        are_names_asked(job, card, run.design.served.inquiry),
    ];
    WRITTEN * proposals.into_iter().filter(|is_asked| *is_asked).count()
}

/// Returns the attributes to ask about: those that vary in the panel, or none if the calibration ignores differences
/// between groups.
pub(super) fn divided(run: &Run<'_>) -> Vec<Division> {
    if run.design.calibration.group_weight <= 0.0 {
        return Vec::new();
    }
    divisions(&run.respondents.iter().map(|respondent| &respondent.profile).collect::<Vec<_>>())
}

pub(super) fn open_question<'a>(run: &Run<'a>) -> Option<&'a Question> {
    run.design.questionnaire.question(QuestionId::Reason)
}

pub(super) fn speakers_max(run: &Run<'_>, question: &Question) -> usize {
    let everybody = run.respondents.len();
    question.asked_of.map_or(everybody, |some| everybody.min(some as usize))
}

pub(super) fn batch_size(run: &Run<'_>) -> usize {
    // Single texts are generated in one batch.
    if run.asker.card.writes_documents { BATCH_MAX } else { usize::MAX / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_a_report_takes_it_further_and_the_last_one_to_the_end() {
        let work = Work { design: WRITTEN, part: READ, parts: 10, batch: TEXT * 12, batches: 1 };
        let steps: Vec<Progress> = (0..=10).map(|parts| work.asked(parts)).chain([work.spoken(1)]).collect();
        assert!(steps.windows(2).all(|two| two[0].done < two[1].done && two[0].total == two[1].total), "{steps:?}");
        assert_eq!((steps[0].done, work.spoken(0)), (WRITTEN, work.asked(10)), "the design counts");
        for end in [work.spoken(1), work.spoken(2)] {
            assert_eq!(end.done, end.total, "a second round of voices adds nothing");
        }
    }
}
