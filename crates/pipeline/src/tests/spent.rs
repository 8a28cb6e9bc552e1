//! Usage of a report: every call is counted, failed ones included, calls are few, and a token budget ends them.

use serde_json::json;

use super::*;

const CALL: Usage = Usage { calls: 1, prompt_tokens: 100, cached_tokens: 60, completion_tokens: 4 };
const CALL_TOKENS: u64 = 104;
/// Upper bound, whatever the length of a report's questions.
const CALLS_MAX: usize = 60;

fn metered() -> Altered {
    Altered { usage: CALL, ..Altered::in_nothing() }
}

#[tokio::test(start_paused = true)]
async fn a_report_counts_every_call_also_those_that_failed() {
    let first_seed = job_of(numbered(2), Language::En, 50, 1).seed;
    let faulty = Altered::new(move |ask| match ask.name {
        "wording" => Some(out_of_reach()),
        "voices" if ask.seed == first_seed => Some(out_of_reach()),
        "forecast_whole" if ask.prompt.contains("corner") => Some(Ok(json!({}).into())),
        "forecast_choosers" if chosen(ask.prompt) == "Option 1" => Some(out_of_reach()),
        "forecast_groups" if is_about_the_sexes(ask.prompt) => Some(refused()),
        _ => None,
    });
    let engine =
        Altered { card: EngineCard { designs: true, names_reasons: true, ..scripted_card() }, usage: CALL, ..faulty };
    let findings = made_with(&job_of(numbered(2), Language::En, 50, 1), &engine).await;
    assert_eq!(engine.times_asked("wording"), 3, "what may pass is tried again");
    assert!(findings.statistics.partial_respondent_count > 0 && findings.method.readings == 2);
    assert_eq!(findings.method.usage, std::iter::repeat_n(CALL, engine.asked().len()).sum::<Usage>());
}

#[tokio::test]
async fn a_thousand_respondents_take_no_more_calls_than_a_hundred() {
    let mut asked = Vec::new();
    for size in [100, 1000] {
        let engine = voices::eloquent();
        made_with(&job_of(numbered(3), Language::En, size, 1), &engine).await;
        asked.push(engine.asked());
    }
    assert_eq!(asked[0], asked[1]);
}

#[tokio::test]
async fn a_report_takes_sixty_calls_at_most() {
    for options in [2, 20] {
        // An engine that makes proposals, and whose texts often fail the gate, receives every kind of call.
        let engine = Altered {
            card: EngineCard { designs: true, names_reasons: true, ..scripted_card() },
            ..Altered::in_nothing()
        };
        made_with(&job_of(numbered(options), Language::En, 100, 8), &engine).await;
        let asked = engine.asked().len();
        assert!((options..=CALLS_MAX).contains(&asked), "{asked} calls for {options} options");
    }
}

#[tokio::test]
async fn a_report_asks_nothing_more_once_its_limit_is_reached() {
    let job = Job { tokens_max: Some(4 * CALL_TOKENS), ..job_of(numbered(3), Language::En, 50, 1) };
    let engine = metered();
    let findings = made_with(&job, &engine).await;
    assert_eq!(engine.asked(), ["forecast_whole"; 4]);
    assert_eq!(findings.method.usage.calls, 4);
    assert_eq!(findings.statistics.partial_respondent_count, 50, "nothing but their choice is known");
    assert_recounts(&findings);
}

#[tokio::test]
async fn what_an_earlier_try_spent_counts_towards_the_limit() {
    let job = Job { tokens_max: Some(4 * CALL_TOKENS), ..job_of(numbered(3), Language::En, 50, 1) };
    // The design and four readings of the total.
    let first = Notebook::stopping_after(5);
    run(&job, &metered(), Checkpoints::default(), &first).await.unwrap_err();
    let engine = metered();
    let findings = run(&job, &engine, first.into_checkpoints(), &Notebook::default()).await.unwrap();
    assert!(engine.asked().is_empty());
    assert_eq!(findings.method.usage.calls, 4);
}

#[tokio::test]
async fn a_report_that_may_spend_nothing_asks_nothing_and_begins_nobody() {
    let job = Job { tokens_max: Some(0), ..job_of(numbered(2), Language::En, 50, 1) };
    let (engine, notebook) = (metered(), Notebook::default());
    let ended = run(&job, &engine, Checkpoints::default(), &notebook).await.unwrap_err();
    assert!(matches!(ended, PipelineError::Engine(_)), "{ended}");
    assert_eq!((engine.asked().len(), notebook.begun()), (0, 0));
}

#[tokio::test]
async fn what_calls_took_that_brought_nothing_counts_towards_the_limit_of_the_next_try() {
    let limit = 6 * CALL_TOKENS;
    let job = Job { tokens_max: Some(limit), ..job_of(numbered(3), Language::En, 50, 1) };
    let fruitless = Altered { usage: CALL, ..Altered::new(|ask| (ask.name == "forecast_whole").then(refused)) };
    let first = Notebook::default();
    run(&job, &fruitless, Checkpoints::default(), &first).await.unwrap_err();
    assert_eq!(fruitless.asked().len(), 6, "four readings were lost, and two other parts used the limit up");
    let done = first.into_checkpoints();
    assert_eq!(done.lost.calls, 4);
    let engine = metered();
    run(&job, &engine, done, &Notebook::default()).await.unwrap_err();
    assert!(engine.asked().is_empty(), "{:?}", engine.asked());
}

#[tokio::test(start_paused = true)]
async fn what_a_design_took_that_came_to_nothing_counts_towards_the_limit_of_the_next_try() {
    let designs = || EngineCard { designs: true, retries: true, ..scripted_card() };
    let leaving = Altered::new(|ask| (ask.name == "forecast_reasons").then(out_of_reach));
    let card = EngineCard { names_reasons: true, ..designs() };
    let leaving = Altered { card, usage: CALL, probe: Err(away()), ..leaving };
    let job = Job { tokens_max: Some(3 * CALL_TOKENS), ..job_of(numbered(3), Language::En, 50, 1) };
    let first = Notebook::default();
    run(&job, &leaving, Checkpoints::default(), &first).await.unwrap_err();
    let done = first.into_checkpoints();
    assert_eq!((leaving.asked().len(), done.lost.calls), (3, 3), "wording, audience, and reasons that never came");
    let engine = Altered { card: designs(), ..metered() };
    run(&job, &engine, done, &Notebook::default()).await.unwrap_err();
    assert!(engine.asked().is_empty(), "{:?}", engine.asked());
}

#[tokio::test]
async fn an_audience_that_cannot_exist_costs_no_call() {
    let engine = Altered { card: EngineCard { designs: true, ..scripted_card() }, ..metered() };
    let job = job_for("men who are women", Language::En);
    let ended = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await;
    assert!(matches!(ended.unwrap_err(), PipelineError::Audience(_)));
    assert!(engine.asked().is_empty(), "{:?}", engine.asked());
}
