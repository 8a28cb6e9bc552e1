//! `canvass ask` as a new user runs it: one command, no server, no account, and nothing lost when interrupted.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::process::{Process, SOON, Site, until};
use testing::support::Backend;

const QUESTION: &str = "Which name fits a calm sleep app best?";
const ASK: [&str; 8] = ["ask", QUESTION, "-o", "Drift", "-o", "Lull", "-o", "Nod"];

fn folder_of(site: &Site) -> PathBuf {
    let mut entries = fs::read_dir(site.database.folder()).unwrap().map(|entry| entry.unwrap().path());
    entries.find(|path| path.is_dir() && path.file_name().unwrap().to_string_lossy().starts_with("canvass-")).unwrap()
}

fn journal_lines(folder: &Path) -> usize {
    let mut files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let journal = files.find(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    journal.map_or(0, |path| fs::read_to_string(path).unwrap().lines().count())
}

#[tokio::test(flavor = "multi_thread")]
async fn one_line_makes_a_report_with_its_files_and_a_summary() {
    let site = Site::create(Backend::Sqlite).await;
    let asked = site.run(&ASK);
    assert!(asked.status.success(), "{asked:?}");
    for words in [QUESTION, "100 simulated respondents", "Confidence: low", "Simulated, not surveyed", "report.html"] {
        assert!(asked.stdout.contains(words), "no {words:?} in {}", asked.stdout);
    }
    assert!(!asked.stdout.contains('\u{1b}') && !asked.stderr.contains('\u{1b}'), "colours are for terminals");
    assert!(
        asked.stderr.contains("Simulating the respondents") && asked.stderr.contains("100% done"),
        "{}",
        asked.stderr
    );
    let folder = folder_of(&site);
    for file in [
        "report.html",
        "report.json",
        "report.md",
        "respondents.csv",
        "respondents.html",
        "charts/options.svg",
        "charts/options.png",
    ] {
        assert!(fs::metadata(folder.join(file)).unwrap().len() > 1000, "{file}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_in_a_folder_lends_its_respondents_to_another_question() {
    let site = Site::create(Backend::Sqlite).await;
    let mut first = ASK.to_vec();
    first.extend(["--sample", "60", "--audience", "adults in Spain", "--out", "first"]);
    let first = site.json(&first);
    let follow_up = ["ask", "Which colour?", "-o", "Blue", "-o", "Green", "--out", "second", "--same-panel", "first"];
    let asked = site.run(&follow_up);
    assert!(asked.status.success() && asked.stdout.contains("By the earlier answer"), "{asked:?}");
    let second = site.json(&follow_up);
    let ids = |result: &Value| -> Vec<Value> {
        let respondents = result["sample_data"]["respondents"].as_array().unwrap().iter();
        respondents.map(|respondent| respondent["respondent_id"].clone()).collect()
    };
    assert_eq!((ids(&second).len(), ids(&second)), (60, ids(&first)));
    let audience = "/research_input/audience_filters";
    assert_eq!(second.pointer(audience), first.pointer(audience));
    let missing = site.run(&["ask", "Which colour?", "-o", "Blue", "-o", "Green", "--same-panel", "nowhere"]);
    assert!(!missing.status.success() && missing.stderr.contains("reading nowhere"), "{missing:?}");
    let sized = site.run(&[&follow_up[..], &["--sample", "70"]].concat());
    assert!(!sized.status.success() && sized.stderr.contains("cannot be used with"), "{sized:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_in_a_folder_is_asked_again() {
    let site = Site::create(Backend::Sqlite).await;
    let first = [&ASK[..], &["--sample", "60", "--audience", "adults in Spain", "--out", "first"]].concat();
    let first = site.json(&first);
    let second = site.json(&["ask", "--wave-of", "first", "--out", "second"]);
    let input = |result: &Value, field: &str| result["research_input"][field].clone();
    for field in ["question", "options", "language", "sample_size"] {
        assert_eq!(input(&second, field), input(&first, field), "{field}");
    }
    assert_eq!(second["research_input"]["audience_filters"], first["research_input"]["audience_filters"]);
    assert_eq!(input(&second, "wave_of").as_str().unwrap().len(), 16, "the hash that names a report in a folder");
    assert_ne!(second["method"]["seed"], first["method"]["seed"], "the respondents are others");
    let larger = site.json(&["ask", "--again", "first", "--sample", "70", "--out", "third"]);
    assert_eq!(input(&larger, "sample_size"), 70);
    let other = site.run(&["ask", "Which colour?", "-o", "Blue", "-o", "Green", "--wave-of", "first"]);
    assert!(
        !other.status.success() && other.stderr.contains("question must be as in the report in wave_of"),
        "{other:?}"
    );
    let whom = site.run(&["ask", "--wave-of", "first", "--audience", "adults"]);
    assert!(!whom.status.success() && whom.stderr.contains("cannot be used with"), "{whom:?}");
    let nothing = site.run(&["ask"]);
    assert!(!nothing.status.success() && nothing.stderr.contains("QUESTION"), "{nothing:?}");
    let compared = site.run(&["compare", "first", "second"]);
    assert!(compared.status.success() && compared.stdout.contains("asked the same thing"), "{compared:?}");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audience_may_be_given_as_filters() {
    let site = Site::create(Backend::Sqlite).await;
    let file = |name: &str, text: &str| fs::write(site.database.folder().join(name), text).unwrap();
    file("filters.json", r#"{ "countries": ["ES"], "age_max": 29, "sexes": ["female"] }"#);
    let asked = site.json(&[&ASK[..], &["--sample", "50", "--audience-filters", "filters.json"]].concat());
    let shown = &asked["research_input"]["audience_filters"];
    assert_eq!((&shown["countries"], &shown["age_max"]), (&vec!["ES"].into(), &29.into()), "{shown}");
    file("wrong.json", r#"{ "countries": ["ES", "QQ"] }"#);
    let wrong = site.run(&[&ASK[..], &["--audience-filters", "wrong.json"]].concat());
    assert!(!wrong.status.success() && wrong.stderr.contains("countries[1]: \"QQ\""), "{wrong:?}");
    let kept = site.run(&[&ASK[..], &["--audience-id", "aud_01ARZ3NDEKTSV4RRFFQ69G5FAV"]].concat());
    assert!(!kept.status.success() && kept.stderr.contains("--audience-filters"), "{kept:?}");
    file(
        "brief.toml",
        "question = \"Which?\"\noptions = [\"a\", \"b\"]\nsample_size = 50\n[audience_filters]\ncountries = [\"MX\"]\n",
    );
    let written = site.json(&["ask", "brief.toml"]);
    assert_eq!(written["research_input"]["audience_filters"]["countries"][0], "MX");
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_for_tools_is_the_result_object_and_the_same_again() {
    let site = Site::create(Backend::Sqlite).await;
    let first = site.json(&ASK);
    assert_eq!(first["research_input"]["question"], QUESTION);
    assert_eq!(first["statistics"]["sampled_respondent_count"], 100);
    assert_eq!(site.json(&ASK), first, "the same brief draws the same respondents");
    let other = site.json(&[&ASK[..], &["--seed", "7"]].concat());
    assert_eq!(other["method"]["seed"], "7");
    let written: Value = serde_json::from_slice(&fs::read(folder_of(&site).join("report.json")).unwrap()).unwrap();
    assert!(written == first || written == other);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_peoples_answers_is_shown_beside_the_forecast_or_refused_by_its_rows() {
    let site = Site::create(Backend::Sqlite).await;
    let file = |name: &str, text: &str| fs::write(site.database.folder().join(name), text).unwrap();
    file("people.csv", &("choice,age\n".to_owned() + &"Drift,30\nLull,\nDrift,51\n".repeat(10)));
    let asked = site.run(&[&ASK[..], &["--people", "people.csv"]].concat());
    assert!(asked.status.success(), "{asked:?}");
    for words in ["30 people and a forecast", "Together", "people.json", "Real people answered"] {
        assert!(asked.stdout.contains(words), "no {words:?} in {}", asked.stdout);
    }
    file("people.json", r#"[{"choice": "Nod"}, {"choice": "Lull"}]"#);
    let document = site.json(&[&ASK[..], &["--people", "people.json"]].concat());
    assert_eq!((&document["people"]["people"], &document["research_input"]["question"]), (&2.into(), &QUESTION.into()));
    file("wrong.csv", "choice,age\nDrift,30\nSnore,30\n");
    let refused = site.run(&[&ASK[..], &["--people", "wrong.csv"]].concat());
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stderr.contains("nothing was asked\nrow 3, choice: "), "{}", refused.stderr);
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_in_its_own_language() {
    let site = Site::create(Backend::Sqlite).await;
    for (question, options, words) in [
        (
            "¿Qué nombre le va mejor a una aplicación para dormir?",
            ["Deriva", "Arrullo"],
            ["Confianza: baja", "Simulado: no se preguntó a nadie"],
        ),
        ("哪个名字最适合一款安静的睡眠应用？", ["漂流", "摇篮曲"], ["可信度：低", "没有问过真人"]),
    ] {
        let asked = site.run(&["ask", question, "-o", options[0], "-o", options[1]]);
        assert!(asked.status.success(), "{asked:?}");
        for words in words {
            assert!(asked.stdout.contains(words), "no {words:?} in {}", asked.stdout);
        }
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brief_can_be_a_file_and_flags_win_over_it() {
    let site = Site::create(Backend::Sqlite).await;
    let brief =
        "question = \"Which?\"\noptions = [\"Tea\", \"Coffee\"]\nsample_size = 60\nlanguage = \"es\"\nseed = 5\n";
    fs::write(site.database.folder().join("brief.toml"), brief).unwrap();
    let result = site.json(&["ask", "brief.toml", "--sample", "50", "--out", "here"]);
    assert_eq!((&result["method"]["seed"], &result["research_input"]["language"]), (&"5".into(), &"es".into()));
    assert_eq!(result["research_input"]["sample_size"], 50);
    assert!(site.database.folder().join("here/report.html").exists());
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_are_told_before_anybody_is_asked_and_can_be_declined() {
    let site = Site::create(Backend::Sqlite).await;
    let ask = ["ask", "Wich name fits a calm sleep app best", "-o", "Drift", "-o", "Lull", "--sample", "50"];
    let asked = site.run(&ask);
    let (told, begun) = asked.stderr.split_once("Starting the engine").unwrap();
    for words in
        ["Question: Which name fits a calm sleep app best?", "A misspelled word was corrected.", "add --as-is."]
    {
        assert!(told.contains(words) && !begun.contains(words), "{}", asked.stderr);
    }
    assert!(asked.stdout.contains("Asked as: Which name fits a calm sleep app best?"), "{}", asked.stdout);
    let declined = site.run(&[&ask[..], &["--as-is"]].concat());
    assert!(declined.stderr.starts_with("Starting the engine"), "{}", declined.stderr);
    assert!(declined.stdout.contains("At the author’s request") && !declined.stdout.contains("Asked as:"));
    let spanish = ["ask", "Que  nombre le queda mejor a una aplicación para dormir?", "-o", "Deriva", "-o", "Siesta"];
    assert!(site.run(&spanish).stderr.starts_with("Tu redacción se edita antes de preguntar:\n  Pregunta: "));
    let brief = "question = \"Wich tea\"\noptions = [\"Black\", \"Green\"]\nsample_size = 50\nwording = ";
    let file = |wording: &str| fs::write(site.database.folder().join("brief.toml"), format!("{brief}{wording:?}\n"));
    file("as_is").unwrap();
    let result = site.json(&["ask", "brief.toml"]);
    assert_eq!(
        (&result["research_input"]["wording"], &result["research_input"]["optimized"]["question"]),
        (&"as_is".into(), &"Wich tea".into())
    );
    file("odd").unwrap();
    assert!(site.run(&["ask", "brief.toml"]).stderr.contains("wording must be \"edited\" or \"as_is\""));
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_cannot_be_made_says_why_and_how_it_ended() {
    let site = Site::create(Backend::Sqlite).await;
    for (arguments, code, words) in [
        (&["ask", "Which?", "-o", "only one"][..], 1, "options must have 2 to 20 items"),
        (&["ask", "Which?", "-o", "a", "-o", "A"], 1, "options[1] repeats options[0]"),
        (&["ask", "nowhere.toml"], 1, "reading nowhere.toml"),
        (&["ask"], 2, "QUESTION"),
        (&["ask", "Which?", "-o", "a", "-o", "b", "--scripted-fail-rate", "1"], 3, "The report failed"),
    ] {
        let failed = site.run(arguments);
        assert_eq!(failed.status.code(), Some(code), "{failed:?}");
        assert!(failed.stderr.contains(words) && failed.stdout.is_empty(), "{failed:?}");
    }
    site.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_keeps_what_was_answered_and_the_same_command_goes_on() {
    let site = Site::create(Backend::Sqlite).await;
    let slow = site.with("SCRIPTED_LATENCY_MS", "1000").with("CONCURRENCY", "1");
    let process = Process::start(&mut slow.command(&ASK));
    process.says("Simulating the respondents").await;
    let some = || async { (journal_lines(&folder_of(&slow)) > 3).then_some(()) };
    until("some answers", SOON, some).await;
    let (stopped, _) = process.stop("-INT").await;
    assert_eq!(stopped.status.code(), Some(130), "{stopped:?}");
    assert!(stopped.stderr.contains("The answers so far are saved in canvass-which-name"), "{}", stopped.stderr);
    let folder = folder_of(&slow);
    let kept = journal_lines(&folder);
    assert!(kept > 3 && !folder.join("report.json").exists());
    let site = slow.with("SCRIPTED_LATENCY_MS", "0");
    let again = site.run(&ASK);
    assert!(again.status.success() && again.stderr.contains("Resuming an earlier run"), "{again:?}");
    assert!(journal_lines(&folder) > kept && folder.join("report.json").exists());
    site.end().await;
}
