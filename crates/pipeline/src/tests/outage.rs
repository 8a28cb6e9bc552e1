//! What failed calls cost a report: a part of the forecast, some open answers, or the attempt.

use super::recovery::shares_said;
use super::*;

/// The scripted engine, unreachable for some documents.
fn patchy(is_out_of_reach: impl Fn(&DocumentRequest<'_>) -> bool + Send + Sync + 'static) -> Altered {
    Altered::new(move |ask| is_out_of_reach(ask).then(out_of_reach))
}

fn job() -> Job {
    job_of(numbered(3), Language::En, 50, 1)
}

/// Only the sexes differ.
fn of_sexes(group: Option<&str>) -> Vec<f64> {
    match group {
        Some("Female") => vec![0.7, 0.2, 0.1],
        Some("Male") => vec![0.2, 0.2, 0.6],
        _ => vec![0.45, 0.2, 0.35],
    }
}

#[tokio::test(start_paused = true)]
async fn a_lost_group_has_no_difference() {
    let reply = made_with(&job(), &Altered::new(|ask| shares_said(ask, of_sexes))).await;
    assert!(reply.analysis.quality.diversity > 0.1, "{:?}", reply.analysis.quality);
    for lost in [out_of_reach, refused] {
        let engine = Altered::new(move |ask| match is_about_the_sexes(ask.prompt) {
            true => Some(lost()),
            false => shares_said(ask, of_sexes),
        });
        let findings = made_with(&job(), &engine).await;
        assert!(findings.analysis.quality.diversity < 1e-6, "{:?}", findings.analysis.quality);
        assert_eq!(findings.statistics.failed_respondent_count + findings.statistics.partial_respondent_count, 0);
        assert_recounts(&findings);
    }
}

#[tokio::test(start_paused = true)]
async fn choosers_of_whom_nothing_is_known_are_asked_nothing_further_and_are_counted() {
    for lost in [out_of_reach, refused] {
        let is_lost = |ask: &DocumentRequest<'_>| ask.name == "forecast_choosers" && chosen(ask.prompt) == "Option 1";
        let findings = made_with(&job(), &Altered::new(move |ask| is_lost(ask).then(lost))).await;
        let chose_it = AnswerValue::Text("Option 1".to_owned());
        let respondents = findings.sample_data.respondents.iter();
        let (unknown, known): (Vec<_>, Vec<_>) = respondents.partition(|one| one.answers[PREFERENCE] == chose_it);
        assert!(!unknown.is_empty() && unknown.iter().all(|one| one.answers.len() == 1));
        let is_whole = |answers: &BTreeMap<String, AnswerValue>| {
            [DRIVERS, CONCERN, LIKELIHOOD].iter().all(|question| answers.contains_key(*question))
        };
        assert!(!known.is_empty() && known.iter().all(|one| is_whole(&one.answers)));
        assert_eq!(findings.statistics.partial_respondent_count as usize, unknown.len());
        assert_eq!(findings.statistics.failed_respondent_count, 0);
        let drivers = &findings.analysis.driver_breakdown.drivers;
        assert!(!drivers.is_empty() && drivers.iter().all(|driver| !driver.by_option.contains_key("Option 1")));
        assert_recounts(&findings);
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_is_made_where_only_the_choice_is_known() {
    let engine = patchy(|ask| ask.name == "forecast_choosers");
    let findings = made_with(&job(), &engine).await;
    assert_recounts(&findings);
    assert_eq!(findings.statistics.partial_respondent_count, 50);
    assert!(findings.analysis.driver_breakdown.drivers.is_empty() && findings.analysis.likelihood.is_none());
    assert_eq!(engine.times_asked("voices"), 0, "nobody has a reason to speak of");
}

#[tokio::test(start_paused = true)]
async fn a_whole_that_is_lost_ends_the_try_and_may_be_found_by_the_next() {
    for lost in [out_of_reach, refused] {
        let engine = Altered::new(move |ask| (ask.name == "forecast_whole").then(lost));
        let (first, second) = (Notebook::default(), Notebook::default());
        let ended = run(&job(), &engine, Checkpoints::default(), &first).await.unwrap_err();
        assert!(matches!(ended, PipelineError::Lost(_)) && ended.is_transient(), "{ended}");
        let kept = first.steps();
        assert!(kept.contains(&"choosers/0".to_owned()) && !kept.iter().any(|step| step.starts_with("whole")));
        assert_eq!(first.begun(), 0);
        let found = run(&job(), &Altered::in_nothing(), first.into_checkpoints(), &second).await.unwrap();
        assert_eq!(second.steps()[..5], ["whole/0", "whole/1", "whole/2", "whole/3", "forecast"]);
        assert_eq!(found, made(&job(), 0.0).await.unwrap());
    }
}

#[tokio::test(start_paused = true)]
async fn a_whole_of_which_some_readings_are_lost_is_made_of_the_others() {
    // In one of the two framings.
    let engine = patchy(|ask| ask.name == "forecast_whole" && ask.prompt.contains("corner"));
    let findings = made_with(&job(), &engine).await;
    assert_eq!(findings.method.readings, 2);
    assert_recounts(&findings);
}

#[tokio::test(start_paused = true)]
async fn an_engine_that_answers_nobody_ends_the_try_and_loses_nothing() {
    for (retries, tries) in [(false, 3), (true, 1)] {
        let card = EngineCard { retries, ..scripted_card() };
        let engine = Altered { card, probe: Err(away()), ..patchy(|ask| ask.name == "forecast_choosers") };
        let (first, second) = (Notebook::default(), Notebook::default());
        let ended = run(&job(), &engine, Checkpoints::default(), &first).await.unwrap_err();
        assert!(matches!(ended, PipelineError::Engine(_)) && ended.is_transient(), "{ended}");
        assert_eq!(engine.times_asked("forecast_choosers"), tries);
        assert_eq!(first.steps(), ["design", "whole/0", "whole/1", "whole/2", "whole/3"]);
        assert_eq!(first.begun(), 0);
        let resumed = run(&job(), &Altered::in_nothing(), first.into_checkpoints(), &second).await.unwrap();
        assert_eq!(second.steps()[0], "choosers/0");
        assert_eq!(resumed, made(&job(), 0.0).await.unwrap());
    }
}

#[tokio::test(start_paused = true)]
async fn calls_that_are_denied_are_an_outage_although_the_probe_succeeds() {
    for name in ["forecast_whole", "forecast_choosers", "forecast_groups", "voices"] {
        let denied = || EngineError::Denied { message: "no such key".to_owned() };
        let engine = Altered::new(move |ask| (ask.name == name).then(|| Err(denied().into())));
        let ended = run(&job(), &engine, Checkpoints::default(), &Notebook::default()).await.unwrap_err();
        let PipelineError::Engine(failure) = &ended else { panic!("{name}: {ended}") };
        assert!(failure.error == denied() && ended.is_transient(), "{name}: {failure}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_is_made_without_open_answers_that_were_lost_unless_the_engine_is_unavailable() {
    let findings = made_with(&job(), &patchy(|ask| ask.name == "voices")).await;
    assert_eq!((findings.statistics.open_answer_count, findings.statistics.partial_respondent_count), (0, 0));
    let engine = Altered { probe: Err(away()), ..patchy(|ask| ask.name == "voices") };
    let (first, second) = (Notebook::default(), Notebook::default());
    let ended = run(&job(), &engine, Checkpoints::default(), &first).await.unwrap_err();
    assert!(matches!(ended, PipelineError::Engine(_)) && ended.is_transient(), "{ended}");
    assert_eq!((first.steps().last().map(String::as_str), first.begun()), (Some("forecast"), 50));
    let resumed = run(&job(), &Altered::in_nothing(), first.into_checkpoints(), &second).await.unwrap();
    assert!(second.steps().iter().all(|step| step.starts_with("voices/")));
    assert_eq!(resumed, made(&job(), 0.0).await.unwrap());
}

#[tokio::test]
async fn a_call_that_breaks_the_engine_costs_the_report_a_try() {
    let crash = || Some(Err(EngineError::Crashed { message: "a panic".to_owned() }.into()));
    for name in ["wording", "forecast_whole", "forecast_choosers", "forecast_groups", "voices"] {
        let engine = Altered::new(move |ask| if ask.name == name { crash() } else { None });
        // The next caller is told that the engine is reloading, which alone would not count against a report.
        let card = EngineCard { designs: true, ..scripted_card() };
        let engine = Altered { card, probe: Err(EngineError::Reloading), ..engine };
        let job = job_of(numbered(2), Language::En, 50, 1);
        let ended = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await.unwrap_err();
        assert!(
            ended.is_crash() && ended.is_transient() && !matches!(ended, PipelineError::Engine(_)),
            "{name}: {ended}"
        );
    }
}
