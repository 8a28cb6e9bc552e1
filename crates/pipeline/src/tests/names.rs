//! Notes on names and slogans: a capable engine's notes that the rules accept, and similarity in any case.

use contract::NameNotes;
use forecast::calibration::Way;
use language::Inquiry;
use serde_json::json;

use super::*;
use crate::proposals::are_names_asked;

const CALL: Usage = Usage { calls: 1, prompt_tokens: 100, cached_tokens: 60, completion_tokens: 4 };

fn job() -> Job {
    let draft = Draft {
        question: "Which name fits a calm sleep app best?".to_owned(),
        options: ["Drift", "Lumina", "Lumino"].map(str::to_owned).to_vec(),
        sample_size: Some(60),
        audience_description: None,
        language: None,
        ..Draft::default()
    };
    job_from(draft, 3, 4)
}

/// The scripted engine, capable enough to be asked about names.
fn capable(reply: impl Fn() -> CallResult + Send + Sync + 'static) -> Altered {
    let card = EngineCard { designs: true, ..scripted_card() };
    Altered { card, ..Altered::new(move |ask| (ask.name == "names").then(&reply)) }
}

fn of<'a>(findings: &'a Report, option: &str) -> &'a NameNotes {
    findings.analysis.names.as_ref().unwrap().iter().find(|notes| notes.option == option).unwrap()
}

/// Checks the notes of a report without the engine's notes.
fn assert_only_alike(findings: &Report) {
    let said = findings.analysis.names.as_ref().unwrap();
    let alike: Vec<Vec<&str>> = said.iter().map(|it| it.alike.iter().map(String::as_str).collect()).collect();
    assert_eq!(alike, [vec![], vec!["Lumino"], vec!["Lumina"]]);
    for notes in said {
        assert!(notes.brings_to_mind.is_empty() && notes.hard.is_none() && notes.meanings.is_empty(), "{notes:?}");
    }
}

#[tokio::test]
async fn notes_are_published_and_hostile_ones_are_not() {
    let engine = capable(|| {
        let names = json!([
            { "option": "A", "brings_to_mind": ["Snow", "<img src=x>", "Being lost", "drift"], "hard": null,
              "en": "To be carried along", "es": null, "zh": "https://example.org" },
            { "option": "B", "brings_to_mind": ["Light"], "hard": "x".repeat(81), "en": null, "es": "Like “lámina”",
              "zh": null },
            { "option": "C", "brings_to_mind": "not a list", "hard": 7 },
            { "option": "Z", "brings_to_mind": ["Nobody"], "hard": null, "en": null, "es": null, "zh": null },
        ]);
        Ok(json!({ "names": names }).into())
    });
    let findings = made_with(&job(), &engine).await;
    let (drift, lumina, lumino) = (of(&findings, "Drift"), of(&findings, "Lumina"), of(&findings, "Lumino"));
    assert_eq!(drift.brings_to_mind, ["Snow", "Being lost"]);
    assert_eq!(drift.meanings, BTreeMap::from([("en".to_owned(), "To be carried along".to_owned())]));
    assert_eq!((&lumina.brings_to_mind[..], &lumina.hard), (&["Light".to_owned()][..], &None));
    assert_eq!(lumina.meanings["es"], "Like “lámina”");
    assert!(lumino.brings_to_mind.is_empty() && lumino.hard.is_none() && lumino.alike == ["Lumina"], "{lumino:?}");
    assert_eq!(engine.times_asked("names"), 1);
}

#[tokio::test]
async fn without_a_capable_engine_or_its_answer_only_likeness_is_said() {
    let scripted = Altered::in_nothing();
    assert_only_alike(&made_with(&job(), &scripted).await);
    assert_eq!(scripted.times_asked("names"), 0);
    let reply: [fn() -> CallResult; 3] =
        [refused, || Ok(json!({ "names": 1 }).into()), || Ok(json!({ "names": [] }).into())];
    for reply in reply {
        let engine = Altered { usage: CALL, ..capable(reply) };
        let findings = made_with(&job(), &engine).await;
        assert_only_alike(&findings);
        assert_eq!(findings.method.usage.calls, engine.asked().len() as u64, "what is lost is paid for");
    }
}

#[tokio::test]
async fn other_options_than_names_have_no_notes() {
    let engine = capable(refused);
    let findings = made_with(&job_of(numbered(3), Language::En, 50, 1), &engine).await;
    assert_eq!((findings.analysis.names, engine.times_asked("names")), (None, 0));
}

#[test]
fn only_names_are_asked_about_and_only_by_documents() {
    let card = EngineCard { designs: true, ..scripted_card() };
    let by_labels = Job { calibration: Calibration { way: Way::Labels, ..job().calibration }, ..job() };
    assert!(are_names_asked(&job(), &card, Inquiry::Naming));
    assert!(!are_names_asked(&job(), &card, Inquiry::Preference));
    assert!(!are_names_asked(&by_labels, &card, Inquiry::Naming));
    assert!(!are_names_asked(&job(), &scripted_card(), Inquiry::Naming));
}

#[tokio::test]
async fn a_report_that_is_taken_up_again_keeps_its_notes_and_asks_for_none() {
    let said = || capable(|| Ok(json!({ "names": [{ "option": "A", "brings_to_mind": ["Snow"] }] }).into()));
    let first = Notebook::stopping_after(1);
    run(&job(), &said(), Checkpoints::default(), &first).await.unwrap_err();
    let follow_ups = capable(refused);
    let findings = run(&job(), &follow_ups, first.into_checkpoints(), &Notebook::default()).await.unwrap();
    assert_eq!(
        (&of(&findings, "Drift").brings_to_mind[..], follow_ups.times_asked("names")),
        (&["Snow".to_owned()][..], 0)
    );
}
