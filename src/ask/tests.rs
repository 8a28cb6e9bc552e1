//! Tests of reports made without a server: their files, and resuming an interrupted run.

use std::fs;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use contract::requests::ReportRequest;
use forecast::calibration::Calibration;
use foundation::Language;
use serde_json::Value;
use tokio::sync::Notify;

use super::*;
use engine::{DocumentRequest, EngineCard, EngineError, Failure, Reply, Scripted, Usage};
use fieldwork::CountedAnswer;

const QUESTION: &str = "Which name fits a calm sleep app best?";

fn brief() -> Brief {
    let options = ["Drift", "Lull", "Nod"].map(str::to_owned).to_vec();
    parse_brief(Draft { question: QUESTION.to_owned(), options, sample_size: Some(50), ..Draft::default() }).unwrap()
}

fn ask(engine: &dyn Engine) -> LocalReport<'_> {
    let brief = brief();
    // The scripted engine's shares are used unchanged, with full group differences.
    let calibration = Calibration { group_weight: 1.0, ..Calibration::identity() };
    let job = Job {
        seed: seed_of(&brief),
        brief,
        concurrency: 4,
        calibration,
        panel: None,
        own_studies: None,
        tokens_max: None,
    };
    LocalReport { job, engine, outage_wait_max: Duration::from_secs(60), people: People::default() }
}

fn journal_of(folder: &Path) -> PathBuf {
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.find(|path| path.extension().is_some_and(|extension| extension == "jsonl")).unwrap()
}

fn lines_of(path: &Path) -> usize {
    fs::read_to_string(path).unwrap().lines().count()
}

#[tokio::test]
async fn the_files_of_a_report_are_whole_and_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.1);
    let FinishedReport { result, written, .. } = ask(&engine).run(folder.path(), &|_| {}).await.unwrap();
    let read: ReportResult = serde_json::from_slice(&fs::read(&written.data).unwrap()).unwrap();
    assert_eq!(read, result);
    assert_eq!((result.credits_used, result.credits_left), (0, 0), "nobody is charged");
    assert!(result.report_url.starts_with("file://") && result.report_url.ends_with("report.html"));
    let page = fs::read_to_string(&written.page).unwrap();
    assert!(page.contains(QUESTION) && page.contains("<style") && !page.contains("rel=\"stylesheet\""));
    let table = fs::read_to_string(&written.respondents).unwrap();
    let respondents = result.sample_data.respondents.len();
    assert_eq!(table.lines().count(), respondents + 1);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 7, "{left:?}");
    let explorer = fs::read_to_string(folder.path().join("respondents.html")).unwrap();
    assert_eq!(explorer.matches("<li class=\"person card\"").count(), respondents, "everyone is on it");
    let summary = fs::read_to_string(&written.summary).unwrap();
    assert!(summary.contains(&result.analysis.overview.headline) && summary.contains("\n## "), "{summary}");
    for link in page.split("href=\"").skip(1).map(|part| part.split('"').next().unwrap()) {
        assert!(link.starts_with('#') || folder.path().join(link).is_file(), "{link}");
    }
}

#[tokio::test]
async fn people_stand_beside_the_forecast_until_they_are_left_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.0);
    let alone = ask(&engine).run(folder.path(), &|_| {}).await.unwrap();
    let person = |at: usize| CountedAnswer { choice: Some(at % 2), ..CountedAnswer::default() };
    let people = People { counted: (0..40).map(person).collect(), ..People::default() };
    let with_people = LocalReport { people, ..ask(&engine) }.run(folder.path(), &|_| {}).await.unwrap();
    assert_eq!(with_people.result, alone.result, "the forecast knows nothing of them");
    let view = with_people.people.unwrap();
    assert_eq!((view.people, view.options[2].people), (40, Some(0.0)));
    let kept = fs::read(with_people.written.people.as_ref().unwrap()).unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&kept).unwrap(), serde_json::to_value(&view).unwrap());
    for file in [&with_people.written.page, &with_people.written.summary] {
        assert!(fs::read_to_string(file).unwrap().contains("40 people and a forecast"), "{file:?}");
    }
    ask(&engine).run(folder.path(), &|_| {}).await.unwrap();
    assert!(!folder.path().join("people.json").exists());
    assert!(!fs::read_to_string(&alone.written.page).unwrap().contains("people and a forecast"));
}

#[tokio::test]
async fn nothing_is_written_through_a_link_that_somebody_put_into_the_folder() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let engine = Scripted::new(0, 0.0);
    let ask = ask(&engine);
    let precious = elsewhere.path().join("precious");
    fs::write(&precious, "precious").unwrap();
    let plant = |name: &str, to: &Path| std::os::unix::fs::symlink(to, folder.path().join(name)).unwrap();
    for name in ["report.html.partial", "report.json.partial", "report.html", "report.md"] {
        plant(name, &precious);
    }
    let journal = format!("answers-{}.jsonl", &ask.key()[..NAME_KEY_CHARS]);
    plant(&journal, &precious);
    let refused = ask.run(folder.path(), &|_| {}).await.unwrap_err();
    assert!(format!("{:#}", anyhow::Error::new(refused)).contains("it is a link"));
    fs::remove_file(folder.path().join(journal)).unwrap();
    plant("charts", elsewhere.path());
    let refused = ask.run(folder.path(), &|_| {}).await.unwrap_err();
    assert!(matches!(refused, AskError::File { what: "making the folder", .. }), "{refused}");
    fs::remove_file(folder.path().join("charts")).unwrap();
    let made = ask.run(folder.path(), &|_| {}).await.unwrap();
    assert!(fs::read_to_string(&made.written.page).unwrap().contains(QUESTION));
    assert_eq!(fs::read_to_string(&precious).unwrap(), "precious");
    assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 1);
}

#[test]
fn a_declined_wording_is_another_report() {
    let engine = Scripted::new(0, 0.0);
    let declined = |wording: Option<&str>| {
        let draft = Draft { wording: wording.map(str::to_owned), ..Draft::from(ReportRequest::from(&brief())) };
        let brief = parse_brief(draft).unwrap();
        LocalReport { job: Job { brief, ..ask(&engine).job }, ..ask(&engine) }.key()
    };
    assert_ne!(declined(Some("as_is")), declined(None));
    assert_eq!(declined(Some("edited")), ask(&engine).key(), "the default by its name");
}

#[tokio::test]
async fn the_same_brief_gives_the_same_report_and_asks_nothing_twice() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.0);
    let first = ask(&engine).run(folder.path(), &|_| {}).await.unwrap().result;
    let lines = lines_of(&journal_of(folder.path()));
    let again = ask(&engine).run(folder.path(), &|_| {}).await.unwrap().result;
    assert_eq!(first, again);
    assert_eq!(lines_of(&journal_of(folder.path())), lines);
}

#[tokio::test]
async fn a_journal_cut_off_anywhere_is_taken_up_and_gives_the_same_report() {
    let whole = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.1);
    let result = ask(&engine).run(whole.path(), &|_| {}).await.unwrap().result;
    let journal = journal_of(whole.path());
    let text = fs::read(&journal).unwrap();
    for share in [0, 3, 20, 50, 85, 99] {
        let folder = tempfile::tempdir().unwrap();
        let torn = folder.path().join(journal.file_name().unwrap());
        fs::write(&torn, &text[..text.len() * share / 100]).unwrap();
        let FinishedReport { result: again, written, .. } = ask(&engine).run(folder.path(), &|_| {}).await.unwrap();
        assert_eq!(again.analysis, result.analysis, "at {share} %");
        assert_eq!(lines_of(&torn), lines_of(&journal), "at {share} %");
        assert!(written.page.exists());
    }
}

/// Answers a number of calls, then signals that it stalls and never answers again.
struct Stalling {
    calls_left: AtomicUsize,
    stalled: Notify,
}

#[async_trait]
impl Engine for Stalling {
    fn card(&self) -> EngineCard {
        Scripted::new(0, 0.0).card()
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        let left = self.calls_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        if left.is_err() {
            self.stalled.notify_one();
            std::future::pending::<()>().await;
        }
        Scripted::new(0, 0.0).document(ask).await
    }
}

/// Records the progress of a report.
fn noting(seen: &Mutex<Vec<u32>>) -> impl Fn(Event) + Send + Sync {
    move |event| {
        if let Event::Answered { done, .. } = event {
            seen.lock().unwrap().push(done);
        }
    }
}

#[tokio::test]
async fn a_run_that_was_stopped_goes_on_where_it_was() {
    let whole = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.0);
    let result = ask(&engine).run(whole.path(), &|_| {}).await.unwrap().result;
    // During the forecast, and during the open answers that follow it.
    for calls in [8, 15] {
        let stopped = tempfile::tempdir().unwrap();
        let (before, after) = (Mutex::default(), Mutex::default());
        let stalling = Stalling { calls_left: AtomicUsize::new(calls), stalled: Notify::new() };
        let (asking, watch) = (ask(&stalling), noting(&before));
        tokio::select! {
            _ = asking.run(stopped.path(), &watch) => panic!("an engine that never answers made a report"),
            () = stalling.stalled.notified() => {}
        }
        let kept = lines_of(&journal_of(stopped.path()));
        assert!(kept > calls && kept < lines_of(&journal_of(whole.path())), "{kept} of {calls} calls");
        assert!(!stopped.path().join("report.json").exists());
        let again = ask(&engine).run(stopped.path(), &noting(&after)).await.unwrap().result;
        assert_eq!(again.sample_data, result.sample_data);
        let (before, after) = (before.lock().unwrap().clone(), after.lock().unwrap().clone());
        // The first event reports no progress, the second the resumed progress.
        assert!(after[1] > 0 && after[1] >= *before.last().unwrap(), "{after:?} goes on from {before:?}");
    }
}

#[tokio::test]
async fn another_report_in_the_folder_is_not_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.0);
    ask(&engine).run(folder.path(), &|_| {}).await.unwrap();
    let before = fs::read(folder.path().join("report.json")).unwrap();
    let (mut other_seed, mut other_belief) = (ask(&engine), ask(&engine));
    other_seed.job.seed += 1;
    other_belief.job.calibration.lambda = 0.5;
    for other in [other_seed, other_belief] {
        assert!(matches!(other.run(folder.path(), &|_| {}).await, Err(AskError::AnotherReport { .. })));
        assert_eq!(fs::read(folder.path().join("report.json")).unwrap(), before);
    }
}

#[tokio::test]
async fn two_runs_in_one_folder_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.0);
    let ask = ask(&engine);
    let (_at_work, _) = FileJournal::open(folder.path(), &ask.key(), &ask.job.brief, &|_| {}).unwrap();
    assert!(matches!(ask.run(folder.path(), &|_| {}).await, Err(AskError::AtWork { .. })));
}

#[tokio::test]
async fn progress_only_grows_and_ends_with_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let engine = Scripted::new(0, 0.2);
    let seen = Mutex::new(Vec::new());
    let made = ask(&engine).run(folder.path(), &|event| seen.lock().unwrap().push(event)).await;
    // More than half the calls succeed, so the report is complete.
    made.unwrap();
    let seen = seen.into_inner().unwrap();
    let done: Vec<u32> = seen
        .iter()
        .filter_map(|event| if let Event::Answered { done, .. } = event { Some(*done) } else { None })
        .collect();
    assert!(done.is_sorted() && done.first() == Some(&0) && done.last() == Some(&50), "{done:?}");
    assert_eq!(seen[0], Event::Entered(Stage::GeneratingQuestionnaire));
}

#[test]
fn a_brief_is_in_the_language_of_its_question_unless_told_otherwise() {
    let language = |question: &str, given: Option<&str>| {
        let options = vec!["1".to_owned(), "2".to_owned()];
        let language = given.map(str::to_owned);
        parse_brief(Draft { question: question.to_owned(), options, language, ..Draft::default() }).unwrap().language()
    };
    assert_eq!(language("哪个名字最适合一款安静的睡眠应用？", None), Language::Zh);
    assert_eq!(language("¿Qué nombre le va mejor a una aplicación para dormir?", None), Language::Es);
    assert_eq!(language("哪个名字最适合一款安静的睡眠应用？", Some("en")), Language::En);
    assert_eq!(language("Drift?", None), Language::En);
}

#[test]
fn a_folder_is_named_after_the_question_and_never_leaves_its_place() {
    let engine = Scripted::new(0, 0.0);
    assert!(ask(&engine).folder_name().starts_with("canvass-which-name-fits-a-calm-sleep-app-best-"));
    for question in ["../../etc/passwd?", "\u{1b}[2J/", &"x".repeat(2000), "？？？"] {
        let name = format!("canvass-{}", slug(question));
        assert!(name.chars().all(|c| c.is_alphanumeric() || c == '-') && name.chars().count() < 60, "{name}");
    }
}

#[test]
fn a_brief_file_with_a_typo_names_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("brief.toml");
    fs::write(&path, "question = \"Which?\"\noptions = [\"a\", \"b\"]\nsamplesize = 60\n").unwrap();
    let error = BriefFile::read(&path).unwrap_err().to_string();
    assert!(error.contains("line 3") && error.contains("samplesize"), "{error}");
}

/// The scripted engine, unavailable until it has been probed often enough.
struct BackAfter {
    probes_left: AtomicUsize,
}

impl BackAfter {
    fn probes(count: usize) -> Self {
        Self { probes_left: AtomicUsize::new(count) }
    }

    fn is_there(&self) -> Result<(), EngineError> {
        match self.probes_left.load(Ordering::SeqCst) {
            0 => Ok(()),
            _ => Err(EngineError::Unavailable { message: "no connection".to_owned() }),
        }
    }
}

#[async_trait]
impl Engine for BackAfter {
    fn card(&self) -> EngineCard {
        EngineCard { retries: true, ..Scripted::new(0, 0.0).card() }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        self.is_there()?;
        Scripted::new(0, 0.0).document(ask).await
    }

    async fn probe(&self) -> Result<(), EngineError> {
        let answer = self.is_there();
        let _ = self.probes_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        answer
    }
}

#[tokio::test(start_paused = true)]
async fn a_report_waits_for_an_unavailable_engine_and_goes_on_when_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let seen = Mutex::new(Vec::new());
    let made = ask(&BackAfter::probes(4)).run(folder.path(), &|event| seen.lock().unwrap().push(event)).await;
    assert_eq!(made.unwrap().result.statistics.successful_respondent_count, 50);
    assert_eq!(seen.into_inner().unwrap().iter().filter(|event| **event == Event::WaitingForEngine).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_report_waits_for_an_unavailable_engine_only_so_long() {
    let folder = tempfile::tempdir().unwrap();
    let ended = ask(&BackAfter::probes(usize::MAX)).run(folder.path(), &|_| {}).await.unwrap_err();
    assert!(matches!(ended, AskError::Pipeline(PipelineError::Engine(_))), "{ended}");
}

/// Fails the first `failures` documents with this name, and counts them.
struct Failing {
    name: &'static str,
    failures: usize,
    failure: Failure,
    asked: AtomicUsize,
}

#[async_trait]
impl Engine for Failing {
    fn card(&self) -> EngineCard {
        Scripted::new(0, 0.0).card()
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        if ask.name == self.name && self.asked.fetch_add(1, Ordering::SeqCst) < self.failures {
            return Err(self.failure.clone());
        }
        Scripted::new(0, 0.0).document(ask).await
    }
}

#[tokio::test]
async fn what_a_run_spent_in_vain_is_missing_in_the_next_ones_budget() {
    let folder = tempfile::tempdir().unwrap();
    let usage = Usage { calls: 1, prompt_tokens: 200, ..Usage::default() };
    let failure = Failure { error: EngineError::Refused { message: "no".to_owned() }, usage };
    let engine = Failing { name: "forecast_whole", failures: usize::MAX, failure, asked: AtomicUsize::new(0) };
    for asked in [4, 5] {
        let mut ask = ask(&engine);
        (ask.job.tokens_max, ask.job.concurrency) = (Some(1000), 1);
        assert!(ask.run(folder.path(), &|_| {}).await.is_err());
        assert_eq!(engine.asked.load(Ordering::SeqCst), asked);
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_that_broke_its_engine_goes_on_when_that_is_loaded_again() {
    let folder = tempfile::tempdir().unwrap();
    let failure = EngineError::Crashed { message: "a panic".to_owned() }.into();
    let engine = Failing { name: "forecast_choosers", failures: 2, failure, asked: AtomicUsize::new(0) };
    let made = ask(&engine).run(folder.path(), &|_| {}).await.unwrap();
    assert_eq!(made.result.statistics.partial_respondent_count, 0, "nothing is left out");
}
