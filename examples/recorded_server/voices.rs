//! Open answers of the people that a prompt lists: a recorded quote of
//! somebody with the same choice, and a sentence about their own reason.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::fingerprint::fingerprint;
use super::language::Language;
use super::prompt::{Person, Prompt};
use super::recording::Recorded;

/// Step between the sentences of consecutive people. It is coprime to
/// the number of sentences, so that none repeats before all were used.
const STEP: usize = 7;

/// Returns each person's open answer, by number.
pub fn voices(prompt: &Prompt<'_>, case: Option<&Recorded>, language: Language) -> Value {
    let sentences = language.sentences();
    // The start depends on the prompt, so that batches differ too.
    let begin = fingerprint(&[prompt.text()]) as usize % sentences.len();
    let (mut said, mut quoted) = (BTreeMap::new(), BTreeSet::new());
    for (place, person) in prompt.people().iter().enumerate() {
        let pattern = sentences[(begin + place * STEP) % sentences.len()];
        let sentence = pattern.replace("{reason}", &reason(person, language));
        // Each quote is used once, so that no two people say the same.
        let own = case.map_or_else(Vec::new, |case| case.quotes_for(person.chosen, person.reason));
        if case.is_some_and(Recorded::is_brief) {
            let all = own.iter().cycle().skip(begin).take(own.len());
            let unsaid = all.copied().find(|quote| quoted.insert(*quote));
            // For a brief only recorded quotes are used; when they run out, people say nothing.
            said.insert(person.number.to_owned(), unsaid.unwrap_or("").to_owned());
            continue;
        }
        let quote = case.and_then(|case| case.quote(person.chosen)).filter(|quote| quoted.insert(*quote));
        let words = match quote {
            Some(quote) => joined(quote, &sentence, language),
            None => sentence,
        };
        said.insert(person.number.to_owned(), words);
    }
    json!({ "voices": said })
}

/// Joins both into one sentence. The quote is the same in every
/// batch and would, as a sentence of its own, be a repetition.
fn joined(quote: &str, sentence: &str, language: Language) -> String {
    let quote = quote.replace(". ", language.pause()).replace("; ", ", ");
    match quote.strip_suffix(['.', '。']) {
        Some(open) => format!("{open}{}{}", language.pause(), uncapitalised(sentence)),
        None => format!("{quote} {sentence}"),
    }
}

/// Returns a person's reason as used within a sentence; a generic one if none is given.
fn reason(person: &Person<'_>, language: Language) -> String {
    let known = language.reasons();
    let any = known[fingerprint(&[person.description]) as usize % known.len()];
    let reason = if person.reason.is_empty() { any } else { person.reason };
    uncapitalised(reason.trim_end_matches(['.', '。']))
}

/// Lowers the initial capital of a text.
fn uncapitalised(text: &str) -> String {
    let mut rest = text.chars();
    let Some(first) = rest.next() else { return String::new() };
    // Abbreviations and the pronoun `I` keep their capitals.
    let keeps = |second: char| second.is_uppercase() || (first == 'I' && !second.is_alphabetic());
    if rest.clone().next().is_some_and(keeps) { text.to_owned() } else { first.to_lowercase().chain(rest).collect() }
}

#[cfg(test)]
mod tests {
    use super::super::recording::Recording;
    use super::*;

    const CASES: &str = r#"[{"id": "drink", "question": "Which drink?", "options": ["Tea", "Coffee"], "language": "en",
                             "population": ""}]"#;
    const FORECASTS: &str = r#"{"drink": {"shares": {}, "shares_again": {}, "groups": {},
                                          "quotes": [{"option": "Tea", "text": "Hot or cold. Tea it is."}]}}"#;

    fn prompt(people: usize) -> String {
        let person = |number: usize| format!("{number}) Person {number}\nChosen: Tea\nReason: Low price\n\n");
        format!("===\nWhich drink?\n\n{}===\n", (1..=people).map(person).collect::<String>())
    }

    #[test]
    fn everybody_speaks_of_their_reason_and_nobody_as_another() {
        let text = prompt(12);
        let said = voices(&Prompt::new(&text), None, Language::En);
        let said: Vec<&str> = said["voices"].as_object().unwrap().values().filter_map(Value::as_str).collect();
        assert_eq!(said.len(), 12);
        assert!(said.iter().all(|it| it.contains("low price")), "{said:?}");
        assert_eq!(said.iter().collect::<BTreeSet<_>>().len(), 12, "{said:?}");
    }

    #[test]
    fn what_was_recorded_is_said_once() {
        let recording = Recording::parse(FORECASTS, CASES).unwrap();
        let text = prompt(3);
        let prompt = Prompt::new(&text);
        let said = voices(&prompt, recording.find(&prompt), Language::En);
        let of = |number: &str| said["voices"][number].as_str().unwrap().starts_with("Hot or cold – Tea it is – ");
        assert_eq!(["1", "2", "3"].map(of), [true, false, false], "{said}");
    }

    #[test]
    fn a_reason_is_lower_case_within_a_sentence() {
        assert_eq!(uncapitalised("Low price"), "low price");
        assert_eq!(uncapitalised("AI in class"), "AI in class");
        assert_eq!(uncapitalised("I trust it"), "I trust it");
        assert_eq!(uncapitalised("价格划算"), "价格划算");
    }
}
