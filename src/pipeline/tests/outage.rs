//! Who fails when calls fail though they might pass: a respondent, or the whole attempt.

use super::*;

/// The scripted engine, out of reach for some calls: which is decided by the number of the respondent.
struct Patchy {
    is_out_of_reach: fn(usize) -> bool,
    ready: Result<(), EngineError>,
    retries: bool,
    calls: AtomicUsize,
}

fn down() -> EngineError {
    EngineError::Unavailable { message: "down".to_owned() }
}

impl Patchy {
    fn new(is_out_of_reach: fn(usize) -> bool) -> Self {
        Self { is_out_of_reach, ready: Ok(()), retries: false, calls: AtomicUsize::new(0) }
    }
}

#[async_trait]
impl Engine for Patchy {
    fn card(&self, language: Language) -> EngineCard {
        EngineCard { retries: self.retries, ..Scripted::new(0, 0.0).card(language) }
    }

    async fn distribution(&self, ask: ClosedAsk<'_>) -> Result<Reply<Vec<f64>>, Failure> {
        self.calls.fetch_add(1, Ordering::SeqCst);
        let number = ask.respondent.id.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().unwrap();
        if (self.is_out_of_reach)(number) { Err(down().into()) } else { Scripted::new(0, 0.0).distribution(ask).await }
    }

    async fn text(&self, ask: OpenAsk<'_>) -> Result<Reply<String>, Failure> {
        Scripted::new(0, 0.0).text(ask).await
    }

    async fn ready(&self) -> Result<(), EngineError> {
        self.ready.clone()
    }
}

fn job() -> Job {
    job_of(numbered(2), Language::En, 50, 1)
}

#[tokio::test(start_paused = true)]
async fn respondents_who_cannot_be_reached_fail_where_others_are() {
    let engine = Patchy::new(|number| number % 10 == 0);
    let notebook = Notebook::default();
    let findings = run(&job(), &engine, Checkpoints::default(), &notebook).await.unwrap();
    assert_eq!(findings.statistics.failed_respondent_count, 5);
    assert_recounts(&findings);
    let interviews = notebook.interviews.into_inner().unwrap();
    let failed: Vec<&Interview> = interviews.iter().filter(|interview| !interview.is_answered()).collect();
    assert!(failed.iter().all(|one| format!("{one:?}").contains("can't be reached: down")), "{failed:?}");
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_reaches_nobody_ends_the_attempt_and_loses_nobody() {
    for (retries, tries) in [(false, 3), (true, 1)] {
        let engine = Patchy { retries, ..Patchy::new(|_| true) };
        let notebook = Notebook::default();
        let error = run(&job(), &engine, Checkpoints::default(), &notebook).await.unwrap_err();
        assert!(matches!(error, PipelineError::Engine(_)) && error.is_transient());
        // Eight respondents, each tried as often as it takes.
        assert_eq!(engine.calls.load(Ordering::SeqCst), 8 * tries);
        assert_eq!(notebook.steps(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn the_last_few_fail_only_if_the_engine_says_that_it_is_there() {
    let there = Patchy::new(|number| number > 45);
    let findings = run(&job(), &there, Checkpoints::default(), &Notebook::default()).await.unwrap();
    assert_eq!(findings.statistics.failed_respondent_count, 5);
    let gone = Patchy { ready: Err(down()), ..Patchy::new(|number| number > 45) };
    let notebook = Notebook::default();
    let error = run(&job(), &gone, Checkpoints::default(), &notebook).await.unwrap_err();
    assert!(error.is_transient());
    assert_eq!(notebook.steps(), 45, "the others are kept for the next attempt");
}
