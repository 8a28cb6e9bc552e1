//! Follow-ups over a chat server: the respondents of one report answer another question.

use chat_server::{ChatServer, said, sensible};
use engine::OpenAi;
use serde_json::{Map, Value, json};

use super::*;
use contract::Panel;

const GROUP_WEIGHT: f64 = 0.5;
/// How far a row's shares may be from their targets.
const TOLERANCE: f64 = 0.02;
/// Shares of the options "Weekly" and "Monthly", by the number of the option chosen before.
const BY_EARLIER: [[f64; 2]; 3] = [[0.8, 0.2], [0.5, 0.5], [0.3, 0.7]];

/// Returns the texts of a numbered or lettered list in a prompt, by its marks.
fn listed(prompt: &str) -> BTreeMap<&str, &str> {
    prompt.lines().filter_map(|line| line.split_once(") ")).collect()
}

/// Returns the shares of each group by an earlier choice, as a document.
fn by_earlier_choice(prompt: &str) -> Value {
    let items = listed(prompt);
    let mark_of = |text: &str| items.iter().find(|(_, item)| **item == text).map_or("", |(mark, _)| *mark);
    let groups = BY_EARLIER.iter().enumerate().map(|(at, shares)| {
        let percent = ["Weekly", "Monthly"].into_iter().zip(shares);
        let row = percent.map(|(option, share)| (mark_of(option).to_owned(), json!(share * 100.0)));
        (mark_of(&format!("Option {}", at + 1)).to_owned(), Value::Object(row.collect()))
    });
    json!({ "analysis": "They differ.", "groups": groups.collect::<Map<_, _>>() })
}

async fn server() -> ChatServer {
    ChatServer::start(|_, body| {
        let prompt = body["messages"][0]["content"].as_str().unwrap_or("");
        let is_about_earlier = prompt.contains("What they chose when asked “Which one would you choose?”");
        if is_about_earlier { said(&by_earlier_choice(prompt).to_string()) } else { sensible(body, false) }
    })
    .await
}

/// Makes a report on three options, and returns the job of a follow-up.
async fn follow_up(engine: &OpenAi, group_weight: f64) -> Job {
    let calibration = Calibration { group_weight, ..Calibration::identity() };
    let first = Job { calibration: calibration.clone(), ..job_of(numbered(3), Language::En, 300, 16) };
    let result = run(&first, engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let panel = Panel::of("req_1", &result.into_result(String::new(), 0, 0));
    let draft = Draft {
        question: "How often should the box come?".to_owned(),
        options: ["Weekly", "Monthly"].map(str::to_owned).to_vec(),
        same_panel_as: Some("req_1".to_owned()),
        ..Draft::default()
    };
    let draft = draft.for_panel_of(&first.brief).unwrap();
    Job { panel: Some(Arc::new(panel)), calibration, ..job_from(draft, 7, 16) }
}

#[tokio::test]
async fn the_cross_table_has_the_engines_differences_recentred_and_shrunk() {
    let server = server().await;
    let engine = openai::engine_of(&server);
    let job = follow_up(&engine, GROUP_WEIGHT).await;
    let report = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let table = report.analysis.cross_table.unwrap();
    let row = |at: usize| table.rows.iter().find(|row| row.earlier == format!("Option {}", at + 1)).unwrap();
    let weight = |at: usize| {
        let respondents = report.sample_data.respondents.iter();
        let own =
            respondents.filter(|it| it.profile.value(Attribute::EarlierChoice).as_deref() == Some(&row(at).earlier));
        own.map(|respondent| respondent.weight).sum::<f64>()
    };
    let sizes: Vec<f64> = (0..3).map(weight).collect();
    let targets = forecast::targets(&[0.5, 0.5], &BY_EARLIER.map(Vec::from), &sizes, GROUP_WEIGHT);
    for (at, target) in targets.iter().enumerate() {
        let share = row(at).cells.as_ref().unwrap()["Weekly"].share;
        assert!((share - target[0]).abs() < TOLERANCE, "{at}: {share}, not {}", target[0]);
    }
    assert!(table.note.contains("not been tested against real people"), "{}", table.note);
}

#[tokio::test]
async fn without_differences_between_groups_both_questions_are_independent() {
    let server = server().await;
    let engine = openai::engine_of(&server);
    let job = follow_up(&engine, 0.0).await;
    let report = run(&job, &engine, Checkpoints::default(), &Notebook::default()).await.unwrap();
    let table = report.analysis.cross_table.unwrap();
    assert!(table.note.contains("independently"), "{}", table.note);
    for cell in table.rows.iter().flat_map(|row| row.cells.iter().flat_map(BTreeMap::values)) {
        assert!(cell.difference.abs() < 1e-6 && !cell.notable, "{cell:?}");
    }
}
