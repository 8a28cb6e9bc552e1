//! A call that failed has been paid for: whatever came of it, it is in what a report took.

use super::*;
use crate::engine::Usage;

const CALL: Usage = Usage { calls: 1, prompt_tokens: 100, cached_tokens: 60, completion_tokens: 4 };

/// The scripted engine at a price. Of ten respondents one is refused and one out of reach in closed questions, and one
/// each in the open one.
#[derive(Default)]
struct Metered {
    calls: AtomicUsize,
}

impl Metered {
    fn metered<T>(&self, respondent: &str, refused: usize, lost: usize, value: T) -> Result<Reply<T>, Failure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let number: usize = respondent.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
        let message = "as told".to_owned();
        let error = match number % 10 {
            digit if digit == refused => EngineError::Refused { message },
            digit if digit == lost => EngineError::Unavailable { message },
            _ => return Ok(Reply { value, usage: CALL }),
        };
        Err(Failure { error, usage: CALL })
    }
}

#[async_trait]
impl Engine for Metered {
    fn card(&self, language: Language) -> EngineCard {
        EngineCard { texts_together: 2, ..Scripted::new(0, 0.0).card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        let answer = Scripted::new(0, 0.0).distribution(ask).await?.value;
        self.metered(ask.respondent.id, 1, 2, answer)
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        let answer = Scripted::new(0, 0.0).text(ask).await?.value;
        self.metered(ask.respondent.id, 3, 4, answer)
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_counts_every_call_also_of_those_who_failed() {
    let engine = Metered::default();
    let job = job_of(numbered(2), Language::En, 50, 1);
    let findings = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    assert!(findings.statistics.failed_respondent_count >= 15);
    let calls = engine.calls.into_inner() as u64;
    let each = |part: u64| part * calls;
    let spent = Usage {
        calls,
        prompt_tokens: each(CALL.prompt_tokens),
        cached_tokens: each(CALL.cached_tokens),
        completion_tokens: each(CALL.completion_tokens),
    };
    assert_eq!(findings.method.usage, spent);
}
