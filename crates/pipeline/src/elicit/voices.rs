//! Generates open answers (voices): several per document if the engine writes documents, otherwise one text each. The
//! texts are unchecked: the gate (`language::voices`) judges each, and the caller decides which are generated again.

use foundation::Language;
use serde_json::{Map, Value, json};

use super::Asker;
use crate::schema::object;
use engine::prompt::{self, Person};
use engine::{DocumentRequest, Failure, TextRequest, Usage, took};

/// Respondents per document. With more, their texts become too similar.
pub const BATCH_MAX: usize = 8;

/// Request for open answers.
#[derive(Debug, Clone, Copy)]
pub struct Speech<'a> {
    pub seed: u64,
    /// Distinguishes rounds and batches.
    pub label: &'a str,
    pub language: Language,
    pub topic: &'a str,
    pub title: &'a str,
    pub traits: &'a [String],
    pub people: &'a [Person],
}

/// Returns a text per person, if there is one, and the usage. Fails only on a failure that may affect later calls.
pub async fn speak(asker: &Asker<'_>, speech: &Speech<'_>) -> Result<(Vec<Option<String>>, Usage), Failure> {
    if asker.card.writes_documents { in_one_document(asker, speech).await } else { one_by_one(asker, speech).await }
}

async fn in_one_document(asker: &Asker<'_>, speech: &Speech<'_>) -> Result<(Vec<Option<String>>, Usage), Failure> {
    let prompt = prompt::voices(speech.language, speech.topic, speech.title, speech.traits, speech.people);
    let numbers: Vec<String> = (1..=speech.people.len()).map(|number| number.to_string()).collect();
    let each: Map<String, Value> = numbers.iter().map(|number| (number.clone(), json!({ "type": "string" }))).collect();
    let schema = object(json!({ "voices": object(each) }));
    let ask = DocumentRequest {
        seed: speech.seed,
        language: speech.language,
        name: "voices",
        prompt: &prompt,
        schema: &schema,
        needs: &["voices"],
    };
    match asker.document(ask).await {
        Ok(reply) => {
            let texts = |number: &String| reply.value["voices"][number].as_str().map(str::to_owned);
            Ok((numbers.iter().map(texts).collect(), reply.usage))
        }
        Err(failure) if failure.concerns_others() => Err(failure),
        Err(failure) => Ok((vec![None; speech.people.len()], failure.usage)),
    }
}

async fn one_by_one(asker: &Asker<'_>, speech: &Speech<'_>) -> Result<(Vec<Option<String>>, Usage), Failure> {
    let ask = |(at, person): (usize, &Person)| {
        let prompt = prompt::voice(speech.language, speech.topic, speech.title, speech.traits, person);
        TextRequest {
            seed: speech.seed,
            label: format!("{}/{at}", speech.label),
            shared: prompt.shared,
            own: prompt.own,
        }
    };
    let asks: Vec<TextRequest> = speech.people.iter().enumerate().map(ask).collect();
    let replies = asker.texts(&asks).await;
    let usage: Usage = replies.iter().map(took).sum();
    let mut texts = Vec::with_capacity(replies.len());
    for reply in replies {
        match reply {
            Ok(reply) => texts.push(Some(reply.value)),
            Err(failure) if failure.concerns_others() => return Err(Failure { usage, ..failure }),
            Err(_) => texts.push(None),
        }
    }
    Ok((texts, usage))
}
