//! A study of one product by recordings of a capable model: a name, then a price, then a feature, asked of one panel. The cross table
//! has the differences that the model gave for the earlier choice, recentred and shrunk by the record's weight; of prices it has none,
//! since no record covers documents about the dearest price.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use contract::ids::PREFERENCE;
use contract::{AnswerValue, Panel, ReportResult, RespondentRecord};
use engine::Engine;
use language::brief::{Brief, Draft};
use pipeline::{self, Checkpoints, Job, NullJournal};
use serde_json::Value;

use crate::golden_briefs::{briefs, capable, engine};
use crate::recorded_server::RecordedBrief;

const STUDY: &str = "../../examples/recorded_server/studies/en_tea.json";
/// The attribute under which the study has the shares by earlier choice.
const EARLIER: &str = "earlier choice";
/// Rows of fewer respondents have no shares.
const RESPONDENTS_MIN: u32 = 20;
/// How far a difference in the cross table may be from the model's, in shares: 2 points.
const TOLERANCE: f64 = 0.02;
/// Numbers of respondents.
const SIZES: [u32; 2] = [200, 1000];

fn text(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

async fn made(draft: Draft, panel: Option<Panel>, engine: &dyn Engine) -> (Brief, ReportResult) {
    let brief = Brief::parse(draft).unwrap();
    let job = Job {
        brief: brief.clone(),
        seed: 2026,
        concurrency: 1,
        calibration: capable(),
        panel: panel.map(Arc::new),
        tokens_max: None,
        own_studies: None,
    };
    let report = pipeline::run(&job, engine, Checkpoints::default(), &NullJournal).await.unwrap();
    (brief, report.into_result(String::new(), 0, 0))
}

fn draft_of(brief: &RecordedBrief) -> Draft {
    Draft {
        question: brief.question.clone(),
        options: brief.options.clone(),
        language: Some(brief.language.clone()),
        ..Draft::default()
    }
}

/// The respondents of a follow-up by what they chose in the earlier report.
fn by_earlier<'a>(first: &ReportResult, follow_up: &'a ReportResult) -> BTreeMap<String, Vec<&'a RespondentRecord>> {
    let mut found: BTreeMap<String, Vec<&RespondentRecord>> = BTreeMap::new();
    for (before, now) in first.sample_data.respondents.iter().zip(&follow_up.sample_data.respondents) {
        assert_eq!(before.respondent_id, now.respondent_id);
        let Some(AnswerValue::Text(choice)) = before.answers.get(PREFERENCE) else { panic!("{before:?}") };
        found.entry(choice.clone()).or_default().push(now);
    }
    found
}

/// The mean distribution of all respondents over these answers.
fn whole(result: &ReportResult, answers: &[String]) -> Vec<f64> {
    let respondents = &result.sample_data.respondents;
    let total: f64 = respondents.iter().map(|it| it.weight).sum();
    let share = |respondent: &RespondentRecord, answer: &String| {
        respondent.weight * respondent.distributions[PREFERENCE][answer]
    };
    let mean = |answer: &String| respondents.iter().map(|it| share(it, answer)).sum::<f64>() / total;
    answers.iter().map(mean).collect()
}

/// The largest distance of a cell's difference from the one that follows from the recorded shares.
fn worst(first: &ReportResult, follow_up: &ReportResult, recorded: &Value) -> f64 {
    let options = &follow_up.research_input.options;
    let rows = by_earlier(first, follow_up);
    let shares = |earlier: &String| -> Vec<f64> {
        options.iter().map(|option| recorded["groups"][EARLIER][earlier][option].as_f64().unwrap()).collect()
    };
    let groups: Vec<Vec<f64>> = rows.keys().map(shares).collect();
    let sizes: Vec<f64> = rows.values().map(|own| own.iter().map(|it| it.weight).sum()).collect();
    let targets = forecast::targets(&whole(follow_up, options), &groups, &sizes, capable().group_weight);
    let table = follow_up.analysis.cross_table.as_ref().unwrap();
    assert_eq!(table.rows.len(), rows.len());
    let mut worst: f64 = 0.0;
    for (place, earlier) in rows.keys().enumerate() {
        let row = table.rows.iter().find(|row| row.earlier == *earlier).unwrap();
        let Some(cells) = &row.cells else {
            assert!(row.count < RESPONDENTS_MIN, "{row:?}");
            continue;
        };
        let others = || (0..sizes.len()).filter(|other| *other != place);
        let size: f64 = others().map(|other| sizes[other]).sum();
        for (option, name) in options.iter().enumerate() {
            let elsewhere = others().map(|other| sizes[other] * targets[other][option]).sum::<f64>() / size;
            let expected = targets[place][option] - elsewhere;
            worst = worst.max((cells[name].difference - expected).abs());
        }
    }
    worst
}

#[tokio::test]
async fn the_cross_table_of_a_study_has_the_models_differences_within_two_points() {
    let recorded: Vec<Value> = serde_json::from_str(&text(STUDY)).unwrap();
    let follow_ups = || serde_json::from_str::<Vec<RecordedBrief>>(&text(STUDY)).unwrap();
    let names = briefs().into_iter().find(|brief| brief.id == "en_names").unwrap();
    let engine = engine(briefs().into_iter().chain(follow_ups()).collect()).await;
    for size in SIZES {
        let draft = Draft {
            sample_size: Some(size.into()),
            audience_description: Some(names.audience.clone()),
            ..draft_of(&names)
        };
        let (brief, first) = made(draft, None, &engine).await;
        for (follow_up, recorded) in follow_ups().iter().zip(&recorded) {
            let draft = Draft { same_panel_as: Some("req_1".to_owned()), ..draft_of(follow_up) };
            let panel = Panel::of("req_1", &first);
            let (_, result) = made(draft.for_panel_of(&brief).unwrap(), Some(panel), &engine).await;
            let table = result.analysis.cross_table.as_ref().unwrap();
            if follow_up.id.ends_with("price") {
                assert!(
                    result.analysis.price.is_some() && table.rows.iter().all(|row| row.cells.is_none()),
                    "{table:?}"
                );
                assert!(table.note.contains("independently"), "{}", table.note);
                continue;
            }
            let worst = worst(&first, &result, &recorded["forecast"]);
            println!("{} of {size}: the largest distance is {worst:.4}", follow_up.id);
            assert!(worst < TOLERANCE, "{} of {size}: {worst}", follow_up.id);
            let largest = table.rows.iter().flat_map(|row| row.cells.iter().flat_map(BTreeMap::values));
            let largest = largest.map(|cell| cell.difference.abs()).fold(0.0, f64::max);
            assert!(largest > 2.0 * TOLERANCE, "{} of {size}: nothing differs in {table:#?}", follow_up.id);
        }
    }
}
