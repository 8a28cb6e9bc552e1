//! Property tests of the request body: never a server error, accepted exactly if an independent oracle says so, and
//! free of charge if refused. The oracle is written from the contract and shares no code with the service.

use std::collections::BTreeSet;

use axum::http::{Method, StatusCode};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use testing::support::{Backend, Caller, TestApp};

const CREDITS: i64 = 1_000_000_000;
const FIELDS: [&str; 6] = ["question", "options", "sample_size", "audience_description", "language", "wording"];

/// Returns the credits that an accepted body costs, or `None` if the contract refuses it.
fn oracle(body: &Value) -> Option<i64> {
    let body = body.as_object()?;
    let known = body.keys().all(|key| FIELDS.contains(&key.as_str()));
    let given = |field: &str| body.get(field).filter(|value| !value.is_null());
    let text = |value: &Value, shortest, longest| value.as_str().is_some_and(|text| fits(text, shortest, longest));
    let question = given("question").is_some_and(|value| text(value, 1, 2000));
    let options = given("options").and_then(Value::as_array)?;
    let distinct: BTreeSet<String> = options.iter().filter_map(Value::as_str).map(plainest).collect();
    let options_fit = (2..=20).contains(&options.len()) && options.iter().all(|option| text(option, 1, 200));
    let audience = given("audience_description").is_none_or(|value| text(value, 0, 2000));
    let language = given("language").is_none_or(|value| ["en", "es", "zh"].iter().any(|known| value == known));
    let wording = given("wording").is_none_or(|value| value == "edited" || value == "as_is");
    let sample_size =
        given("sample_size").map_or(Some(100), Value::as_i64).filter(|size| (50..=1000).contains(size))?;
    let texts = question && options_fit && distinct.len() == options.len() && audience;
    (known && texts && language && wording).then_some(sample_size)
}

fn fits(text: &str, shortest: usize, longest: usize) -> bool {
    let is_banned = |c: char| (c < ' ' && !"\n\r\t".contains(c)) || ('\u{7f}'..='\u{9f}').contains(&c);
    let is_shown = |c: char| !c.is_whitespace() && !is_invisible(c);
    (shortest == 0 || text.contains(is_shown)) && text.trim().chars().count() <= longest && !text.contains(is_banned)
}

/// Default_Ignorable_Code_Point of Unicode 16, and other invisible characters.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' | '\u{2800}')
}

/// Normalises case, width, outer space and invisible characters; sufficient for the alphabet used here.
fn plainest(option: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap(),
        '\u{3000}' => ' ',
        other => other,
    };
    option.chars().filter(|c| !is_invisible(*c)).map(narrow).collect::<String>().trim().to_lowercase()
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 8, |inner| {
        let key = prop_oneof![select(&FIELDS[..]).prop_map(str::to_owned), any::<String>()];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::hash_map(key, inner, 0..8).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Few letters in several forms, so that duplicates are common.
fn option() -> impl Strategy<Value = Value> {
    prop_oneof![
        20 => "[ \u{3000}]{0,2}[aAａＡbBｂé界🙂]{1,3}[ \t]{0,2}".prop_map(Value::from),
        3 => "[aA\u{200b}\u{2060}\u{fe0f} ]{1,3}".prop_map(Value::from),
        1 => "[ \u{1}\u{7f}x]{0,3}".prop_map(Value::from),
        1 => (199usize..=202).prop_map(|length| json!("界".repeat(length))),
    ]
}

fn sometimes_odd(usual: impl Strategy<Value = Value> + 'static) -> BoxedStrategy<Value> {
    prop_oneof![9 => usual, 1 => any_json()].boxed()
}

fn long_text() -> impl Strategy<Value = Value> {
    prop_oneof![
        8 => "\\PC{1,40}".prop_map(Value::from),
        1 => "[ \\x00-\\x1f]{0,3}".prop_map(Value::from),
        1 => (1999usize..=2002).prop_map(|length| json!(format!(" {}\n", "é".repeat(length)))),
    ]
}

/// Generates requests with occasional errors.
fn near_valid() -> impl Strategy<Value = Value> {
    let sample_size = prop_oneof![4 => 50i64..=1000, 1 => 45i64..55, 1 => 995i64..1005].prop_map(Value::from);
    let language = select(vec!["en", "es", "zh", "en", "es", "zh", "EN", "fr", ""]).prop_map(Value::from);
    let wording = select(vec!["edited", "as_is", "as_is", "edited", "as_is", "edited", "AS_IS"]).prop_map(Value::from);
    let values = (
        sometimes_odd(long_text()),
        sometimes_odd(prop::collection::vec(option(), 1..7).prop_map(Value::from)),
        sometimes_odd(sample_size),
        sometimes_odd(long_text()),
        sometimes_odd(language),
        sometimes_odd(wording),
    );
    let optional = subsequence(FIELDS[2..].to_vec(), 0..=3);
    let dropped = prop_oneof![12 => Just(None), 1 => select(&FIELDS[..2]).prop_map(Some)];
    let added = prop_oneof![12 => Just(None), 1 => "[a-z_]{0,12}".prop_map(Some)];
    (values, optional, dropped, added).prop_map(
        |((question, options, size, audience, language, wording), optional, dropped, added)| {
            let mut body = Map::new();
            for (field, value) in FIELDS.into_iter().zip([question, options, size, audience, language, wording]) {
                if (FIELDS[..2].contains(&field) || optional.contains(&field)) && dropped != Some(field) {
                    body.insert(field.to_owned(), value);
                }
            }
            body.extend(added.map(|field| (field, json!(1))));
            Value::Object(body)
        },
    )
}

/// Checks many generated inputs with one caller whose credits never run out.
fn for_all<S: Strategy>(cases: u32, inputs: &S, check: &impl AsyncFn(&Caller, S::Value)) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let app =
        runtime.block_on(TestApp::start_with(Backend::Sqlite, |flags| flags.unfinished_reports_max = Some(i64::MAX)));
    let caller = runtime.block_on(app.caller(CREDITS));
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(inputs, |input| {
        runtime.block_on(check(&caller, input));
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    runtime.block_on(async {
        app.assert_ledger_adds_up().await;
        app.stop().await;
    });
}

async fn judged_as_the_oracle_says(caller: &Caller, body: Value) {
    let before = caller.credits_left().await;
    let answer = caller.create(&body).await;
    let cost = oracle(&body);
    let expected = if cost.is_some() { StatusCode::ACCEPTED } else { StatusCode::BAD_REQUEST };
    assert_eq!(answer.status, expected, "{body}: {}", answer.text());
    assert_eq!(caller.credits_left().await, before - cost.unwrap_or(0), "{body}");
    if cost.is_none() {
        assert!(!answer.json()["message"].as_str().unwrap().is_empty(), "{body}");
    }
}

#[test]
fn a_near_valid_request_is_accepted_exactly_when_the_contract_says_so() {
    for_all(500, &near_valid(), &judged_as_the_oracle_says);
}

#[test]
fn no_json_at_all_is_a_server_error() {
    for_all(300, &any_json(), &judged_as_the_oracle_says);
}

#[test]
fn no_bytes_at_all_are_a_server_error() {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        "[{}\\[\\]\",:0-9a-z\\\\ ]{0,60}".prop_map(String::into_bytes),
    ];
    for_all(300, &bytes, &async |caller: &Caller, body: Vec<u8>| {
        let answer = caller.send(Method::POST, "/api/v1/reports", &[("content-type", "application/json")], body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text());
        assert_eq!(caller.credits_left().await, CREDITS);
    });
}

#[test]
fn near_valid_requests_are_often_valid_and_often_not() {
    let mut runner = TestRunner::new(Config { failure_persistence: None, ..Config::default() });
    let bodies = (0..500).map(|_| near_valid().new_tree(&mut runner).unwrap().current());
    let valid = bodies.filter(|body| oracle(body).is_some()).count();
    assert!((50..450).contains(&valid), "{valid} of 500 are valid, so one side is hardly tested");
}
