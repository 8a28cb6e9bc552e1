//! Fifteen briefs, each kind of question in each language, answered from recordings of a capable model. Verdict,
//! cards and findings are snapshots, so that every changed word is reviewed (`cargo insta review`).

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use contract::{Inquiry, ReportResult, Verdict};
use engine::openai::OpenAiSettings;
use engine::{Engine, OpenAi};
use forecast::calibration::{Calibration, GroupRecord, Measured};
use language::brief::{Brief, Draft};
use pages::report_page::{self, Links};
use pipeline::{self, Checkpoints, Job, NullJournal};

use crate::chinese;
use crate::recorded_server::{Behaviour, Mode, RecordedBrief, Recording, serve};

const FOLDER: &str = "../../examples/recorded_server/briefs";
const SAMPLES: &str = "../pages/data/samples";
/// Names an environment variable: the folder into which the pages are written, to be looked at.
const REPORTS_FOLDER: &str = "REPORTS_FOLDER";
const RESPONDENTS: i64 = 200;
const SAMPLE_RESPONDENTS: i64 = 50;

pub(crate) fn briefs() -> Vec<RecordedBrief> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(FOLDER);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|path| serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()).collect()
}

/// Returns an engine whose server has these recorded answers.
pub(crate) async fn engine(briefs: Vec<RecordedBrief>) -> impl Engine {
    let recording = Arc::new(Recording::default().with_briefs(briefs));
    let behaviour = Behaviour { mode: Mode::Recorded, latency: Duration::ZERO };
    let address = serve(SocketAddr::from(([127, 0, 0, 1], 0)), recording, behaviour).await.unwrap();
    OpenAi::new(OpenAiSettings {
        base_url: format!("http://{address}/v1").parse().unwrap(),
        api_key: None,
        provider: None,
        model: "recorded".to_owned(),
        designs: true,
        concurrency_max: 4,
        timeout: Duration::from_secs(60),
        backoff: Duration::from_millis(10),
        price: None,
        document_tokens_max: 4096,
        reasoning_effort: None,
    })
    .unwrap()
}

/// Roughly the record of a capable model on held-out surveys.
pub(crate) fn capable() -> Calibration {
    let measured = Measured {
        version: "4".to_owned(),
        cases: 138,
        surveys: 40,
        little_known_cases: 138,
        skill: 75.0,
        skill_little_known: Some(75.0),
        engine_alone: 75.0,
        knows: true,
        winner_accuracy: 0.82,
        chance: 0.27,
        share_error: 0.05,
        effective_size: 40.0,
        groups: Some(GroupRecord { cases: 40, groups: 400, weight: 0.85, correlation: 0.76, error: Some(0.046) }),
        coverage: 0.96,
        ..Measured::default()
    };
    Calibration {
        lambda: 1.0,
        prior_weight: 0.0,
        group_weight: 0.85,
        measured: Some(measured),
        ..Calibration::cautious()
    }
}

async fn made(brief: &RecordedBrief, respondents: i64, engine: &dyn Engine) -> ReportResult {
    let draft = Draft {
        question: brief.question.clone(),
        options: brief.options.clone(),
        sample_size: Some(respondents),
        audience_description: Some(brief.audience.clone()),
        language: Some(brief.language.clone()),
        ..Draft::default()
    };
    let brief = Brief::parse(draft).unwrap();
    let job = Job {
        brief,
        seed: 2026,
        concurrency: 1,
        calibration: capable(),
        panel: None,
        tokens_max: None,
        own_studies: None,
    };
    let report = pipeline::run(&job, engine, Checkpoints::default(), &NullJournal).await.unwrap();
    report.into_result(String::new(), 0, 0)
}

/// Asserts the fields that only reports of this kind have.
fn is_of_its_kind(kind: &str, result: &ReportResult) {
    let analysis = &result.analysis;
    let inquiry = result.research_input.optimized.inquiry;
    let has = [analysis.price.is_some(), analysis.names.is_some(), analysis.reach.is_some(), analysis.scale.is_some()];
    let (expected, own) = match kind {
        "price" => (Inquiry::Pricing, [true, false, false, false]),
        "names" => (Inquiry::Naming, [false, true, false, false]),
        "features" => (Inquiry::FeaturePriority, [false, false, true, false]),
        "scale" => (Inquiry::Likelihood, [false, false, false, true]),
        "belief" => (Inquiry::FactualBelief, [false; 4]),
        other => panic!("{other} is no kind"),
    };
    assert_eq!((inquiry, has), (expected, own), "{kind}: {}", result.research_input.question);
}

#[tokio::test]
async fn each_kind_of_question_has_its_own_report_in_each_language() {
    let (engine, briefs) = (engine(briefs()).await, briefs());
    assert_eq!(briefs.len(), 15);
    for brief in &briefs {
        let result = made(brief, RESPONDENTS, &engine).await;
        let (language, kind) = brief.id.split_once('_').unwrap();
        assert_eq!(language, brief.language);
        is_of_its_kind(kind, &result);
        let verdict = result.analysis.overview.ruling.as_ref().unwrap().verdict;
        let has_leader = matches!(verdict, Verdict::Clear | Verdict::Leaning);
        assert!(if kind == "names" { has_leader } else { verdict != Verdict::Clear }, "{}: {verdict:?}", brief.id);
        assert!(verdict != Verdict::Clear || !result.analysis.winner.tie, "{}", brief.id);
        let voices: usize = result.analysis.open_text_themes.iter().map(|theme| theme.quotes.len()).sum();
        assert!(voices >= 3, "{}: {voices} voices", brief.id);
        if let Some(folder) = std::env::var_os(REPORTS_FOLDER) {
            let page = report_page::render(&result, &Links::beside(false), None).unwrap();
            std::fs::write(Path::new(&folder).join(format!("{}.html", brief.id)), page).unwrap();
        }
        if language == "zh" {
            chinese::assert_well_set(&result);
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.set_snapshot_path("snapshots/briefs");
        let pasted = report_page::markdown(&result, &Links::default(), None, None).unwrap();
        settings.bind(|| insta::assert_snapshot!(brief.id.clone(), pasted));
    }
}

/// The public samples are the reports on names, of few respondents. After an intended change, the test writes them with
/// `SAMPLES_UPDATE=yes`.
#[tokio::test]
async fn the_public_samples_are_reports_of_the_recorded_model_that_name_a_leader() {
    let (engine, briefs) = (engine(briefs()).await, briefs());
    for brief in briefs.iter().filter(|brief| brief.id.ends_with("_names")) {
        let result = made(brief, SAMPLE_RESPONDENTS, &engine).await;
        let verdict = result.analysis.overview.ruling.as_ref().unwrap().verdict;
        assert!(matches!(verdict, Verdict::Clear | Verdict::Leaning), "{}: {verdict:?}", brief.id);
        let name = format!("{SAMPLES}/{}.json", brief.language);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        let text = serde_json::to_string_pretty(&result).unwrap() + "\n";
        if std::env::var_os("SAMPLES_UPDATE").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "{}", path.display());
    }
}
