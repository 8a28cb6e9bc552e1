//! Open answers: who is asked, which texts pass the gate, and what happens to the others.

use contract::AskedOf;
use language::voices::{Speaker, judge};
use serde_json::{Map, Value, json};

use super::*;

/// Every person of a document gets the text that `words` returns for their position.
fn spoken(ask: &DocumentRequest<'_>, words: impl Fn(usize) -> String) -> CallResult {
    let people = ask.schema["properties"]["voices"]["properties"].as_object().map_or(0, Map::len);
    let said = |number: usize| (number.to_string(), Value::String(words(number)));
    let voices: Map<String, Value> = (1..=people).map(said).collect();
    Ok(json!({ "voices": voices }).into())
}

/// Texts that pass the gate and are too different to count as copies.
fn of_a_friend(spoken_before: &AtomicUsize) -> String {
    let number = spoken_before.fetch_add(1, Ordering::SeqCst) as u8;
    // Two different letters: a repeated one would count as garbled. XXX is a placeholder, and QQ an address.
    let [first, second] = [b'V' + number / 20, b"bcdefghijklmnoprstuy"[usize::from(number % 20)]].map(char::from);
    let name: String = [first, second].map(|letter| letter.to_string().repeat(30)).concat();
    format!("I like it because my friend {name} swears by it.")
}

fn of_the_survey(_: usize) -> String {
    "As a respondent of this survey, I chose it.".to_owned()
}

/// An engine whose every text passes the gate.
pub(super) fn eloquent() -> Altered {
    let before = AtomicUsize::new(0);
    Altered::new(move |ask| (ask.name == "voices").then(|| spoken(ask, |_| of_a_friend(&before))))
}

fn job() -> Job {
    job_of(numbered(3), Language::En, 100, 4)
}

fn words_of(findings: &Report) -> Vec<&str> {
    let said = findings.sample_data.respondents.iter().filter_map(|respondent| match respondent.answers.get(REASON) {
        Some(AnswerValue::Text(text)) => Some(text.as_str()),
        _ => None,
    });
    said.collect()
}

#[tokio::test]
async fn a_few_respondents_spread_over_everyone_speak_and_the_questionnaire_says_how_many() {
    let engine = Altered { card: EngineCard { voices_max: 10, ..scripted_card() }, ..eloquent() };
    let findings = made_with(&job(), &engine).await;
    let asked = findings.sample_data.questionnaire.questions.iter().find(|question| question.id == REASON).unwrap();
    assert_eq!(asked.asked_of, AskedOf::Some(10));
    let respondents = &findings.sample_data.respondents;
    let spoke: Vec<usize> = (0..100).filter(|at| respondents[*at].answers.contains_key(REASON)).collect();
    assert_eq!(spoke.len(), 10);
    assert!(spoke.windows(2).all(|pair| pair[1] - pair[0] == 10), "{spoke:?}");
    assert_eq!(findings.statistics.open_answer_count, 10);
    assert_eq!(engine.times_asked("voices"), 2, "eight in one document, and the other two");
}

#[tokio::test]
async fn what_does_not_pass_is_written_anew_once() {
    let before = AtomicUsize::new(0);
    let first_seed = job().seed;
    let engine = Altered::new(move |ask| match ask.name {
        "voices" if ask.seed == first_seed => Some(spoken(ask, of_the_survey)),
        "voices" => Some(spoken(ask, |_| of_a_friend(&before))),
        _ => None,
    });
    let findings = made_with(&job(), &engine).await;
    assert_eq!((findings.statistics.open_answer_count, engine.times_asked("voices")), (24, 6));
    assert!(words_of(&findings).iter().all(|words| words.starts_with("I like it because my friend")));
}

#[tokio::test]
async fn what_does_not_pass_twice_is_left_out_and_the_report_is_made_without_it() {
    let engine = Altered::new(|ask| (ask.name == "voices").then(|| spoken(ask, of_the_survey)));
    let findings = made_with(&job(), &engine).await;
    assert_eq!((findings.statistics.open_answer_count, engine.times_asked("voices")), (0, 6));
    assert!(words_of(&findings).is_empty() && findings.analysis.open_text_themes.is_empty());
    assert_eq!(findings.statistics.partial_respondent_count, 0);
}

#[tokio::test]
async fn a_sentence_that_everybody_says_is_published_once() {
    let same = |_: usize| "I like it because my friend swears by it.".to_owned();
    let engine = Altered::new(move |ask| (ask.name == "voices").then(|| spoken(ask, same)));
    assert_eq!(words_of(&made_with(&job(), &engine).await).len(), 1);
}

#[tokio::test]
async fn every_published_text_passes_the_gate_in_every_language() {
    for language in Language::ALL {
        let findings = made(&job_of(numbered(3), language, 100, 4), 0.0).await.unwrap();
        let words = words_of(&findings);
        assert!((6..=24).contains(&words.len()), "{language:?}: {words:?}");
        for respondent in &findings.sample_data.respondents {
            let (Some(AnswerValue::Text(text)), Some(AnswerValue::Text(option))) =
                (respondent.answers.get(REASON), respondent.answers.get(PREFERENCE))
            else {
                continue;
            };
            let options = findings.research_input.options.iter().map(String::as_str);
            let known = |attribute| respondent.profile.value(attribute);
            let [country, region] = [Attribute::Country, Attribute::Region].map(known);
            let [sex, employment, household, marital] =
                [Attribute::Sex, Attribute::Employment, Attribute::Household, Attribute::Marital].map(known);
            let speaker = Speaker {
                question: &findings.research_input.question,
                option,
                other_options: options.filter(|other| other != option).collect(),
                reason: "",
                country: country.as_deref(),
                region: region.as_deref(),
                age: known(Attribute::Age).and_then(|age| age.parse().ok()),
                sex: sex.as_deref(),
                employment: employment.as_deref(),
                household: household.as_deref(),
                marital: marital.as_deref(),
                children: known(Attribute::Children).and_then(|number| number.parse().ok()),
            };
            let others: Vec<String> = words.iter().filter(|other| *other != text).map(|&it| it.to_owned()).collect();
            assert_eq!(judge(language, text, &speaker, &others).as_ref(), Ok(text));
        }
    }
}
