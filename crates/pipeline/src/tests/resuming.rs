//! Runs that were stopped and resumed: no call is repeated, and the report is the same.

use forecast::human::OwnStudies;

use super::*;

const CALL: Usage = Usage { calls: 1, prompt_tokens: 100, cached_tokens: 0, completion_tokens: 10 };

/// The scripted engine with a price, so that the reported usage must match as well.
fn metered() -> Altered {
    let card = EngineCard { fail_rate: 0.1, ..scripted_card() };
    Altered { card, usage: CALL, ..Altered::in_nothing() }
}

/// Steps that need a call.
fn calls(steps: &[String]) -> usize {
    steps.iter().filter(|step| *step != "design" && *step != "forecast").count()
}

#[tokio::test]
async fn a_run_resumed_at_any_step_repeats_nothing_and_gives_the_same_bytes() {
    let job = job_of(numbered(7), Language::Zh, 60, 4);
    let uninterrupted = Notebook::default();
    let whole = run(&job, &metered(), Checkpoints::default(), &uninterrupted).await.unwrap();
    let mut steps = uninterrupted.steps();
    steps.sort();
    assert_eq!(whole.method.usage.calls as usize, calls(&steps));
    for stop_after in 0..steps.len() {
        let first = Notebook::stopping_after(stop_after);
        let stopped = run(&job, &metered(), Checkpoints::default(), &first).await.unwrap_err();
        assert!(matches!(stopped, PipelineError::Journal(_)) && stopped.is_transient());
        let mut done = first.steps();
        let (second, engine) = (Notebook::default(), metered());
        let resumed = run(&job, &engine, first.into_checkpoints(), &second).await.unwrap();
        assert_eq!(bytes(&resumed), bytes(&whole), "stopped after {stop_after}");
        assert_eq!(engine.asked().len(), calls(&second.steps()), "stopped after {stop_after}");
        assert_eq!(second.stages(), [Stage::GeneratingQuestionnaire, Stage::Sampling]);
        done.extend(second.steps());
        done.sort();
        assert_eq!(done, steps, "stopped after {stop_after}");
    }
}

#[tokio::test]
async fn nobody_is_begun_before_the_forecast_is_whole_and_everybody_is_then_once() {
    let job = job_of(numbered(2), Language::En, 50, 1);
    let uninterrupted = Notebook::default();
    run(&job, &metered(), Checkpoints::default(), &uninterrupted).await.unwrap();
    assert_eq!(uninterrupted.begun(), 50);
    let before = uninterrupted.steps().iter().position(|step| step == "forecast").unwrap();
    for (stop_after, begun_first, begun_second) in [(before, 0, 50), (before + 1, 50, 0)] {
        let (first, second) = (Notebook::stopping_after(stop_after), Notebook::default());
        run(&job, &metered(), Checkpoints::default(), &first).await.unwrap_err();
        assert_eq!(first.begun(), begun_first);
        run(&job, &metered(), first.into_checkpoints(), &second).await.unwrap();
        assert_eq!(second.begun(), begun_second);
    }
}

#[tokio::test]
async fn what_was_lost_may_be_found_by_a_later_try_until_the_forecast_is_whole() {
    let job = job_of(numbered(2), Language::En, 50, 1);
    let lossy = Altered::new(|ask| is_about_the_sexes(ask.prompt).then(refused));
    let uninterrupted = Notebook::default();
    let lost = run(&job, &lossy, Checkpoints::default(), &uninterrupted).await.unwrap();
    let before = uninterrupted.steps().iter().position(|step| step == "forecast").unwrap();
    let found = made(&job, 0.0).await.unwrap();
    assert_ne!(lost, found);
    for (stop_after, asked_again, report) in [(before, 1, &found), (before + 1, 0, &lost)] {
        let first = Notebook::stopping_after(stop_after);
        run(&job, &lossy, Checkpoints::default(), &first).await.unwrap_err();
        let sound = Altered::in_nothing();
        let resumed = run(&job, &sound, first.into_checkpoints(), &Notebook::default()).await.unwrap();
        assert_eq!(sound.times_asked("forecast_groups"), asked_again);
        assert_eq!(resumed, *report);
    }
}

#[tokio::test]
async fn the_words_of_another_number_of_people_are_asked_for_again() {
    let job = job_of(numbered(2), Language::En, 50, 1);
    let first = Notebook::default();
    let whole = run(&job, &Altered::in_nothing(), Checkpoints::default(), &first).await.unwrap();
    let mut done = first.into_checkpoints();
    done.voices[0].texts.pop();
    let second = Notebook::default();
    let resumed = run(&job, &Altered::in_nothing(), done, &second).await.unwrap();
    assert_eq!(second.steps(), ["voices/0/0"]);
    assert_eq!(resumed, whole);
}

#[tokio::test]
async fn the_words_of_other_people_are_asked_for_again() {
    let job = job_of(numbered(2), Language::En, 50, 1);
    let first = Notebook::default();
    let whole = run(&job, &Altered::in_nothing(), Checkpoints::default(), &first).await.unwrap();
    let done = first.into_checkpoints();
    let last = done.voices[0].texts.len() - 1;
    let alter = |change: fn(&mut Voices, usize)| {
        let mut altered = done.clone();
        change(&mut altered.voices[0], last);
        altered
    };
    let others = [
        ("in another order", alter(|voices, last| voices.speakers.swap(0, last))),
        (
            "of somebody who chose otherwise",
            alter(|voices, _| voices.speakers[0].person.chosen = "Option 9".to_owned()),
        ),
        ("of another respondent", alter(|voices, _| voices.speakers[0].respondent = "r9999".to_owned())),
        ("of nobody, as older versions kept them", alter(|voices, _| voices.speakers.clear())),
    ];
    for (whose, others) in others {
        let second = Notebook::default();
        let resumed = run(&job, &Altered::in_nothing(), others, &second).await.unwrap();
        assert_eq!(second.steps(), ["voices/0/0"], "{whose}");
        assert_eq!(resumed, whole, "{whose}");
    }
}

#[tokio::test]
async fn a_report_is_finished_with_the_calibration_that_it_began_with() {
    let job = job_of(numbered(3), Language::En, 50, 1);
    let whole = made(&job, 0.0).await.unwrap();
    let first = Notebook::stopping_after(3);
    run(&job, &Altered::in_nothing(), Checkpoints::default(), &first).await.unwrap_err();
    let own_studies = Some(OwnStudies { studies: 1, people: 30, skill: 41.0, winner_accuracy: 1.0 });
    let measured_since = Job { calibration: Calibration::cautious(), own_studies, ..job };
    let resumed = run(&measured_since, &Altered::in_nothing(), first.into_checkpoints(), &Notebook::default()).await;
    assert_eq!(resumed.unwrap(), whole);
}
