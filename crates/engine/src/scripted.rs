//! An engine without a model, for tests and demonstrations: answers are made up from the report's seed. Each option
//! has a hidden utility, by group, that depends on the option's text and never on its position. The engine parses the
//! same prompts and writes the same documents as a model.

mod reading;

use std::time::Duration;

use async_trait::async_trait;
use forecast::buying_shares;
use foundation::Language;
use foundation::chance::stream;
use language::{Inquiry, prices};
use questionnaire::bank::{self, Item, ListKind};
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, Value, json};
use statistics::softmax;

use super::prompt::letter;
use super::{CALL_TIMEOUT_MS, DocumentRequest, Engine, EngineCard, EngineError, Failure, Reply, VOICES_MAX};
use reading::{ParsedPrompt, PromptRespondent};

/// Base utilities of options are uniform within ± this value.
const BASE_SPREAD: f64 = 0.9;
/// Group effects on an option's utility are uniform within ± this value.
const TILT_SPREAD: f64 = 0.45;
/// Utilities of an option's reasons and concerns are uniform within ± this value.
const MOTIVE_SPREAD: f64 = 1.1;
const RATING_SPREAD: f64 = 0.9;
/// Stands for buying at none of the prices; its utility is drawn like that of an option.
const NO_PRICE: &str = "none";

pub struct Scripted {
    latency: Duration,
    fail_rate: f64,
}

impl Scripted {
    /// Creates an engine whose calls take `latency_ms` and whose respondents fail with probability `fail_rate`.
    pub fn new(latency_ms: u64, fail_rate: f64) -> Self {
        Self { latency: Duration::from_millis(latency_ms), fail_rate }
    }
}

#[async_trait]
impl Engine for Scripted {
    fn card(&self) -> EngineCard {
        EngineCard {
            name: "scripted".to_owned(),
            model: None,
            model_hash: None,
            adapter: None,
            scripted: true,
            designs: false,
            names_reasons: false,
            writes_documents: true,
            reads_labels: false,
            is_own: true,
            voices_max: VOICES_MAX,
            fail_rate: self.fail_rate,
            retries: false,
            call_timeout_ms: CALL_TIMEOUT_MS,
            price: None,
        }
    }

    async fn document(&self, ask: DocumentRequest<'_>) -> Result<Reply<Value>, Failure> {
        if !self.latency.is_zero() {
            tokio::time::sleep(self.latency).await;
        }
        let listed = ParsedPrompt::in_prompt(ask.prompt);
        let document = match ask.name {
            "forecast_whole" => json!({ "shares": by_letter(&shares(ask.seed, &listed.options, None)) }),
            "forecast_groups" => {
                json!({ "groups": by_group(&listed, |group| shares(ask.seed, &listed.options, Some(group))) })
            }
            "forecast_prices" => json!({ "buyers": by_letter(&buyers(ask.seed, &listed.options, None)) }),
            "forecast_price_groups" => {
                json!({ "buyers_by_group": by_group(&listed, |group| buyers(ask.seed, &listed.options, Some(group))) })
            }
            "forecast_choosers" => choosers(ask.seed, &listed),
            "voices" => json!({ "voices": voices(&ask, &listed.people) }),
            _ => return Err(EngineError::Refused { message: "nothing is scripted for this".to_owned() }.into()),
        };
        Ok(document.into())
    }
}

/// Returns the utility of an option, to everybody or to a group.
fn appeal(seed: u64, option: &str, group: Option<&str>) -> f64 {
    let base = stream(seed, &format!("scripted/option/{option}")).random_range(-BASE_SPREAD..BASE_SPREAD);
    let tilt = group.map_or(0.0, |group| {
        stream(seed, &format!("scripted/tilt/{option}/{group}")).random_range(-TILT_SPREAD..TILT_SPREAD)
    });
    base + tilt
}

fn shares(seed: u64, options: &[String], group: Option<&str>) -> Vec<f64> {
    softmax(&options.iter().map(|option| appeal(seed, option, group)).collect::<Vec<_>>())
}

/// Returns the share that would buy at each price: those whose dearest price it is, or a dearer one.
fn buyers(seed: u64, options: &[String], group: Option<&str>) -> Vec<f64> {
    let Some(rungs) = prices::rungs(options) else { return shares(seed, options, group) };
    let ladder: Vec<usize> = rungs.into_iter().map(|(at, _)| at).collect();
    let answers: Vec<String> = options.iter().cloned().chain([NO_PRICE.to_owned()]).collect();
    buying_shares(&shares(seed, &answers, group), &ladder)
}

fn by_group(listed: &ParsedPrompt, figures: impl Fn(&str) -> Vec<f64>) -> Value {
    let each = listed.lists.first().map_or(&[][..], Vec::as_slice).iter().enumerate();
    Value::Object(each.map(|(at, group)| ((at + 1).to_string(), by_letter(&figures(group)))).collect())
}

/// Returns the answers of an option's choosers; reasons and concerns depend on the option.
fn choosers(seed: u64, listed: &ParsedPrompt) -> Value {
    let chosen = listed.chosen();
    let appeal = appeal(seed, chosen, None);
    let motives = |at: usize, name: &str| {
        let texts = listed.lists.get(at).map_or(&[][..], Vec::as_slice);
        let weigh = |(place, text): (usize, &String)| {
            let label = format!("scripted/{name}/{chosen}/{text}");
            let weight: f64 = stream(seed, &label).random_range(-MOTIVE_SPREAD..MOTIVE_SPREAD);
            // The last reason is the residual category, so it gets a lower weight.
            if name == "reason" && place + 1 == texts.len() { weight - 1.5 } else { weight }
        };
        by_number(&softmax(&texts.iter().enumerate().map(weigh).collect::<Vec<_>>()))
    };
    let rating = |rating: u8| -0.5 * ((f64::from(rating) - 2.3 - 0.7 * appeal) / RATING_SPREAD).powi(2);
    let likelihood = softmax(&(0..5).map(rating).collect::<Vec<_>>());
    // Most choosers would take one of the options, the more so the higher the utility of their choice.
    let none = softmax(&[1.6 + 0.5 * appeal, 0.0])[1];
    json!({
        "reasons": motives(0, "reason"),
        "concerns": motives(1, "concern"),
        "none": none * 100.0,
        "likelihood": by_number(&likelihood),
    })
}

fn by_letter(shares: &[f64]) -> Value {
    keyed(shares, letter)
}

fn by_number(shares: &[f64]) -> Value {
    keyed(shares, |at| (at + 1).to_string())
}

fn keyed(shares: &[f64], key: impl Fn(usize) -> String) -> Value {
    Value::Object(shares.iter().enumerate().map(|(at, share)| (key(at), json!(share * 100.0))).collect())
}

fn voices(ask: &DocumentRequest<'_>, people: &[PromptRespondent]) -> Map<String, Value> {
    let said = |(at, person): (usize, &PromptRespondent)| {
        let mut rng = stream(ask.seed, &format!("scripted/voice/{}", person.description));
        ((at + 1).to_string(), Value::String(open_answer(ask.language, person, &mut rng)))
    };
    people.iter().enumerate().map(said).collect()
}

/// Renders the reason and the concern as sentences of the report's language.
fn open_answer(language: Language, person: &PromptRespondent, rng: &mut ChaCha8Rng) -> String {
    let reason = item(language, ListKind::Driver, &person.reason).filter(|item| !item.is_residual);
    let concern = item(language, ListKind::Concern, &person.concern).filter(|item| !item.is_residual);
    let first = match reason {
        Some(_) => sentence(language, person, rng, ("scripted-reason", 4), reason),
        None => wording::say(language, "scripted-reason-none", &[("option", person.chosen.as_str().into())]),
    };
    let second = match concern {
        Some(_) => sentence(language, person, rng, ("scripted-concern", 3), concern),
        None => sentence(language, person, rng, ("scripted-no-concern", 2), None),
    };
    wording::sentences(language, &[first, second])
}

/// Returns the question bank's item with this label; `None` for answers from elsewhere.
fn item(language: Language, kind: ListKind, label: &str) -> Option<&'static Item> {
    let items = Inquiry::ALL.into_iter().flat_map(|inquiry| bank::items(inquiry, kind));
    items.into_iter().find(|item| item.label(language) == label)
}

/// Renders a random variant of a message with a random clause of the item.
fn sentence(
    language: Language,
    person: &PromptRespondent,
    rng: &mut ChaCha8Rng,
    (message, variants): (&str, u32),
    item: Option<&Item>,
) -> String {
    let clauses = item.map_or(&[][..], |item| item.clauses(language));
    let clause = clauses.choose(rng).map_or("", String::as_str);
    let id = format!("{message}-{}", rng.random_range(1..=variants));
    let args = [("option", person.chosen.as_str().into()), ("reason", clause.into()), ("concern", clause.into())];
    wording::say(language, &id, &args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::{self, AudienceQuestion, Framing};
    use futures::FutureExt;

    async fn asked(engine: &Scripted, options: &[&str]) -> Value {
        let general =
            AudienceQuestion { language: Language::En, audience: "", topic: None, title: "Which?", scale: None };
        let prompt = prompt::whole(general, Framing::Shares, options);
        let (name, schema) = ("forecast_whole", &json!({}));
        let ask = DocumentRequest { seed: 3, language: Language::En, name, prompt: &prompt, schema, needs: &[] };
        engine.document(ask).await.unwrap().value
    }

    #[tokio::test]
    async fn shares_do_not_depend_on_the_order_of_options() {
        let engine = Scripted::new(0, 0.0);
        let (forward, backward) = (asked(&engine, &["tea", "milk"]).await, asked(&engine, &["milk", "tea"]).await);
        assert_eq!(forward["shares"]["A"], backward["shares"]["B"]);
        let total = forward["shares"]["A"].as_f64().unwrap() + forward["shares"]["B"].as_f64().unwrap();
        assert!((total - 100.0).abs() < 1e-9, "{forward}");
    }

    #[tokio::test]
    async fn a_call_waits_for_the_latency_asked_for() {
        assert!(asked(&Scripted::new(3_600_000, 0.0), &["a", "b"]).now_or_never().is_none());
        assert!(asked(&Scripted::new(0, 0.0), &["a", "b"]).now_or_never().is_some());
    }
}
