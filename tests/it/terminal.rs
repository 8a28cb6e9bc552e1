//! Terminal output: no control sequences, nothing wider than the terminal, and complete without colour.

use canvass::ask::{LocalReport, parse_brief};
use contract::PeopleView;
use contract::{OwnStudies, ReportResult};
use engine::{Engine, Scripted};
use fieldwork::{CountedAnswer, People};
use language::brief::Draft;
use pages::terminal::{Screen, summary};
use pipeline::Job;
use pipeline::elicit::unmeasured;
use unicode_width::UnicodeWidthStr;

async fn report(question: &str, options: &[&str], language: &str) -> ReportResult {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    let language = Some(language.to_owned());
    let brief = parse_brief(Draft { question: question.to_owned(), options, language, ..Draft::default() }).unwrap();
    let engine = Scripted::new(0, 0.0);
    let calibration = unmeasured(&engine.card());
    let job = Job { brief, seed: 7, concurrency: 8, calibration, panel: None, own_studies: None, tokens_max: None };
    let ask =
        LocalReport { job, engine: &engine, outage_wait_max: std::time::Duration::ZERO, people: People::default() };
    let folder = tempfile::tempdir().unwrap();
    ask.run(folder.path(), &|_| {}).await.unwrap().result
}

const PLAIN: Screen = Screen { columns: 80, colours: false };

#[tokio::test]
async fn a_summary_fits_its_width_in_every_language() {
    let long = "a very long option ".repeat(9);
    for (question, options, language) in [
        ("Which name fits a calm sleep app best?", vec!["Drift", "Lull", "Nod"], "en"),
        ("Which is best?", vec![long.as_str(), "short", "=cmd()"], "en"),
        ("¿Qué nombre le va mejor a una aplicación para dormir?", vec!["Deriva", "Arrullo", "Sueño"], "es"),
        ("哪个名字最适合一款安静的睡眠应用？", vec!["漂流", "摇篮曲", "打盹"], "zh"),
    ] {
        let result = report(question, &options, language).await;
        for columns in [40, 80, 100] {
            let text = summary(&result, None, &[], Screen { columns, colours: false });
            for line in text.lines() {
                assert!(line.width() <= columns, "{} > {columns}: {line}", line.width());
            }
        }
    }
}

/// Returns thirty people, two thirds of them for the first option.
fn people(result: &ReportResult) -> PeopleView {
    let person =
        |at: usize| CountedAnswer { choice: Some(usize::from(at.is_multiple_of(3))), ..CountedAnswer::default() };
    PeopleView::of(result, &People { counted: (0..30).map(person).collect(), ..People::default() })
}

#[tokio::test]
async fn what_people_answered_comes_first_and_nothing_calls_it_simulated() {
    for (question, options, language, banner) in [
        ("Which name fits a calm sleep app best?", ["Drift", "Lull", "Nod"], "en", "30 people and a forecast"),
        (
            "¿Qué nombre le va mejor a una aplicación?",
            ["Deriva", "Arrullo", "Sueño"],
            "es",
            "30 personas y un pronóstico",
        ),
        ("哪个名字最适合一款安静的睡眠应用？", ["漂流", "摇篮曲", "打盹"], "zh", "30 位真人和一份预测"),
    ] {
        let result = report(question, &options, language).await;
        let people = people(&result);
        for columns in [40, 80, 100] {
            let text = summary(&result, Some(&people), &[], Screen { columns, colours: false });
            for line in text.lines() {
                assert!(line.width() <= columns, "{} > {columns}: {line}", line.width());
            }
        }
        let text = summary(&result, Some(&people), &[], Screen { columns: 100, colours: false });
        let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("no {words:?} in {text}"));
        let of_forecast = wording::say(result.research_input.language, "page-people-below", &[]);
        assert!(place(banner) < place(of_forecast.split(' ').next().unwrap()), "{text}");
        assert!(!text.contains(&result.analysis.overview.headline), "one verdict: {text}");
        assert!(text.contains(&wording::percent(result.research_input.language, 2.0 / 3.0)), "{text}");
        let simulated = wording::say(result.research_input.language, "terminal-notice", &[]);
        assert!(!text.contains(&simulated), "{text}");
    }
}

#[tokio::test]
async fn a_summary_names_the_winner_and_says_that_it_is_simulated() {
    let result = report("Which name fits a calm sleep app best?", &["Drift", "Lull", "Nod"], "en").await;
    let text = summary(&result, None, &[], PLAIN);
    let winner = &result.analysis.winner.option;
    for words in [winner.as_str(), "Confidence: low", "Measured skill: none", "Simulated, not surveyed", "synthetic"] {
        assert!(text.contains(words), "no {words:?} in {text}");
    }
}

#[tokio::test]
async fn a_summary_says_how_forecasts_did_on_ones_own_studies_where_there_are_any() {
    let mut result = report("Which name fits a calm sleep app best?", &["Drift", "Lull", "Nod"], "en").await;
    assert!(!summary(&result, None, &[], PLAIN).contains("On your own"));
    result.method.own_studies = Some(OwnStudies { studies: 7, people: 239, skill: 41.2, winner_accuracy: 0.86 });
    assert!(summary(&result, None, &[], PLAIN).contains("On your own 7 studies: skill +41."));
}

#[tokio::test]
async fn without_colours_there_is_no_escape_and_with_them_the_text_is_the_same() {
    let result = report("Which name fits a calm sleep app best?", &["Drift", "Lull", "Nod"], "en").await;
    let plain = summary(&result, None, &[], PLAIN);
    let coloured = summary(&result, None, &[], Screen { colours: true, ..PLAIN });
    assert!(!plain.contains('\u{1b}') && coloured.contains('\u{1b}'));
    assert_eq!(console::strip_ansi_codes(&coloured), plain);
}

#[tokio::test]
async fn hostile_texts_are_shown_and_not_obeyed() {
    let mut result = report("Which?", &["Drift", "Lull"], "en").await;
    let hostile = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[31mred\r\n\u{9b}31m\u{202e}backwards\u{0}";
    result.research_input.question = hostile.to_owned();
    result.analysis.overview.headline = hostile.to_owned();
    result.analysis.winner.shares[0].option = hostile.to_owned();
    result.method.notice = hostile.to_owned();
    let text = summary(&result, None, &[], PLAIN);
    assert!(text.contains("red") && text.contains("backwards"));
    let steers = |c: char| c != '\n' && (c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c));
    assert!(!text.contains(steers), "{text:?}");
}
