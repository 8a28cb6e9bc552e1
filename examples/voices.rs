//! Measures how many open answers of the embedded model pass the gate: the shipped survey questions, eight
//! respondents each. Prints the pass rate, the reasons for rejection, and some texts to read.
//!
//!     cargo run --release --example voices -- MODEL.gguf ADAPTER.gguf|none [TEXTS a language] [TO READ]

#![allow(clippy::unwrap_used)] // It is a tool, and may fail.

use std::collections::BTreeMap;
use std::path::Path;

use embedded::{AdapterSettings, Embedded, EmbeddedSettings};
use engine::prompt::Person;
use forecast::human::{self, Case};
use foundation::Language;
use language::Inquiry;
use language::voices::{Speaker, judge};
use pipeline::elicit::{Asker, Speech, speak};
use questionnaire::QuestionId;
use questionnaire::bank::{self, ListKind};

const PEOPLE: usize = 8;

fn described(language: Language, at: usize) -> (String, u8) {
    let age = [24, 37, 52, 68, 29, 45, 61, 33][at % PEOPLE];
    let (woman, urban) = (at.is_multiple_of(2), !at.is_multiple_of(3));
    let text = match language {
        Language::En => format!(
            "A {} of {age} who lives in {} area and finished upper secondary school",
            if woman { "woman" } else { "man" },
            if urban { "an urban" } else { "a rural" }
        ),
        Language::Es => format!(
            "{} de {age} años que vive en una zona {} y terminó la secundaria superior",
            if woman { "Una mujer" } else { "Un hombre" },
            if urban { "urbana" } else { "rural" }
        ),
        Language::Zh => format!(
            "一位{age}岁的{}，住在{}，高中毕业",
            if woman { "女性" } else { "男性" },
            if urban { "城市" } else { "农村" }
        ),
    };
    (text, age)
}

fn people(language: Language, case: &Case) -> Vec<(Person, u8)> {
    let label = |kind, at: usize| {
        let items = bank::items(Inquiry::Preference, kind);
        items[at % (items.len() - 1)].label(language).to_owned()
    };
    let person = |at: usize| {
        let (description, age) = described(language, at);
        let chosen = case.option_texts()[at % case.options.len()].to_owned();
        let concern = if at.is_multiple_of(3) { label(ListKind::Concern, at) } else { String::new() };
        (Person { description, chosen, reason: label(ListKind::Driver, at), concern }, age)
    };
    (0..PEOPLE).map(person).collect()
}

#[tokio::main]
async fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, adapter, rest @ ..] = arguments.as_slice() else {
        panic!("usage: voices MODEL.gguf ADAPTER.gguf|none [TEXTS a language] [TO READ]")
    };
    let number = |at: usize, default: usize| rest.get(at).map_or(default, |text| text.parse().unwrap());
    let (texts, to_read) = (number(0, 200), number(1, 30));
    let file = Some(adapter).filter(|path| *path != "none");
    let settings = EmbeddedSettings {
        file: Path::new(model),
        hash: String::new(),
        name: model.clone(),
        adapter: file.map(|path| AdapterSettings { file: Path::new(path), hash: String::new(), name: path.clone() }),
        threads: None,
        context_tokens: 8192,
    };
    let engine = Embedded::open(settings).unwrap();
    let asker = Asker::unlimited(&engine);
    for language in Language::ALL {
        let cases = human::open().iter().filter(|case| case.language == language && case.ordinal_scale.is_empty());
        let (mut passed, mut flaws) = (Vec::new(), BTreeMap::<&str, usize>::new());
        let mut asked = 0;
        for case in cases.take(texts.div_ceil(PEOPLE)) {
            let people = people(language, case);
            let each: Vec<Person> = people.iter().map(|(person, _)| person.clone()).collect();
            let title = bank::title(Inquiry::Preference, QuestionId::Reason, language);
            let speech =
                Speech { seed: 1, label: &case.id, language, topic: &case.question, title, traits: &[], people: &each };
            let (said, _) = speak(&asker, &speech).await.unwrap();
            let mut before: Vec<String> = Vec::new();
            for ((person, age), text) in people.iter().zip(said) {
                asked += 1;
                let options = case.option_texts();
                let speaker = Speaker {
                    question: &case.question,
                    option: &person.chosen,
                    other_options: options.into_iter().filter(|option| *option != person.chosen).collect(),
                    reason: &person.reason,
                    country: Some(case.country.as_str()),
                    region: None,
                    age: Some(*age),
                    sex: None,
                    employment: None,
                    household: None,
                    marital: None,
                    children: None,
                };
                match judge(language, text.as_deref().unwrap_or(""), &speaker, &before) {
                    Ok(text) => {
                        passed.push(format!("{} | {} | {text}", person.chosen, person.reason));
                        before.push(text);
                    }
                    Err(flaw) => *flaws.entry(flaw.as_str()).or_default() += 1,
                }
            }
        }
        println!("{language}: {} of {asked} pass; refused: {flaws:?}", passed.len());
        let every = passed.len().div_ceil(to_read.max(1)).max(1);
        passed.iter().step_by(every).for_each(|text| println!("    {text}"));
    }
}
