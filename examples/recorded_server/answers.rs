//! Builds the document that answers each kind of request.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::choosers::choosers;
use super::figures::{each_lettered, lettered, numbered};
use super::fingerprint::fingerprint;
use super::groups;
use super::language::Language;
use super::mode::Mode;
use super::prompt::Prompt;
use super::recording::{Recorded, Shares, plain, share_of};
use super::voices::voices;

/// The schemas that the project requests, each with a field that only its prompt demands. If a prompt demands the
/// fields of two, the first one is meant.
static NAMES: [(&str, &str); 11] = [
    ("voices", "voices"),
    ("forecast_price_groups", "buyers_by_group"),
    ("forecast_prices", "buyers"),
    ("forecast_groups", "groups"),
    ("forecast_choosers", "likelihood"),
    ("forecast_whole", "shares"),
    ("forecast_reasons", "reasons"),
    ("names", "brings_to_mind"),
    ("audience", "age_min"),
    ("wording", "options"),
    ("trial", "tea"),
];

/// Returns the schema that a request asks for: by its name or, if that is not known, by what the prompt demands.
/// `None` if it asks for no document.
pub fn name_of(asked: &Value, prompt: &Prompt<'_>) -> Option<&'static str> {
    if asked["logprobs"] == true {
        return None;
    }
    let stated = asked["response_format"]["json_schema"]["name"].as_str();
    let known = NAMES.iter().find(|(name, _)| stated == Some(*name));
    let demanded = || NAMES.iter().find(|(_, field)| prompt.demand().contains(&format!("\"{field}\"")));
    known.or_else(demanded).map(|(name, _)| *name)
}

/// Returns the document of this schema, from the case that the prompt is about. Without a case, all options are alike.
pub fn document(name: &str, prompt: &Prompt<'_>, case: Option<&Recorded>, mode: Mode) -> Value {
    let language = case.map_or_else(|| Language::of_prompt(prompt.text()), Recorded::language);
    match name {
        "forecast_whole" => json!({ "shares": lettered(&whole(prompt, case, mode)) }),
        "forecast_groups" => json!({ "groups": by_groups(prompt, case, mode, lettered) }),
        "forecast_prices" => json!({ "buyers": buyers(prompt, case, &whole(prompt, case, mode)) }),
        "forecast_price_groups" => {
            json!({ "buyers_by_group": by_groups(prompt, case, mode, |shares| buyers(prompt, case, shares)) })
        }
        "forecast_reasons" => match case.map(|case| &case.forecast).filter(|it| !it.concerns.is_empty()) {
            Some(forecast) => json!({ "reasons": forecast.reasons, "concerns": forecast.concerns }),
            None => json!({ "reasons": language.reasons(), "concerns": language.concerns() }),
        },
        "names" => names(prompt, case),
        "forecast_choosers" => of_choosers(prompt, case, mode),
        "voices" => voices(prompt, case, language),
        "wording" => wording(prompt),
        "trial" => json!({ "tea": 45, "coffee": 55 }),
        _ => json!({}),
    }
}

/// Returns one of the two recorded readings, selected by a hash of the prompt, so that framings and orders may differ.
fn whole(prompt: &Prompt<'_>, case: Option<&Recorded>, mode: Mode) -> Vec<f64> {
    let is_first = fingerprint(&[prompt.text()]).is_multiple_of(2);
    let reading = case.map(|case| if is_first { &case.forecast.shares } else { &case.forecast.shares_again });
    mode.forecast(&mean(reading.as_slice(), &prompt.options()))
}

/// Returns the share that would buy at each price. A recorded share is that of the people who would pay at most this
/// price, of whom some would rather not buy.
fn buyers(prompt: &Prompt<'_>, case: Option<&Recorded>, shares: &[f64]) -> BTreeMap<String, f64> {
    let options = prompt.options();
    let total: f64 = shares.iter().sum();
    let none = |option: &str| case.and_then(|case| case.choosers(option)).map_or(0.0, |own| own.none / 100.0);
    let buys_at = |price: f64| {
        let paying = options.iter().zip(shares).filter(|(option, _)| amount(option) >= price);
        paying.map(|(option, share)| share / total * (1.0 - none(option))).sum()
    };
    each_lettered(&options.iter().map(|option| buys_at(amount(option))).collect::<Vec<f64>>())
}

/// Returns the figure in a price.
fn amount(option: &str) -> f64 {
    let figure: String = option.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    figure.parse().unwrap_or(0.0)
}

/// Returns for each group of the prompt what `figures` makes of its shares.
fn by_groups(
    prompt: &Prompt<'_>,
    case: Option<&Recorded>,
    mode: Mode,
    figures: impl Fn(&[f64]) -> BTreeMap<String, f64>,
) -> BTreeMap<String, BTreeMap<String, f64>> {
    let options = prompt.options();
    let shares = |group: &&str| {
        let mut records = case.map_or_else(Vec::new, |case| groups::shares_of(&case.forecast.groups, group));
        if records.is_empty() {
            records.extend(case.map(|case| &case.forecast.shares));
        }
        figures(&mode.forecast(&mean(&records, &options)))
    };
    let listed: Vec<BTreeMap<String, f64>> =
        prompt.lists().pop().map_or_else(Vec::new, |list| list.iter().map(shares).collect());
    let numbers = (1..=listed.len()).map(|number| number.to_string());
    numbers.zip(listed).collect()
}

/// Returns the recorded notes on each name, under its letter in the prompt; names without notes are omitted.
fn names(prompt: &Prompt<'_>, case: Option<&Recorded>) -> Value {
    let mut names = Vec::new();
    for (option, letter) in prompt.options().iter().zip('A'..='Z') {
        let notes = case.into_iter().flat_map(|case| &case.forecast.names);
        let own = notes.clone().find(|it| it["option"].as_str().is_some_and(|own| plain(own) == plain(option)));
        if let Some(Value::Object(mut own)) = own.cloned() {
            own.insert("option".to_owned(), json!(letter.to_string()));
            names.push(Value::Object(own));
        }
    }
    json!({ "names": names })
}

fn of_choosers(prompt: &Prompt<'_>, case: Option<&Recorded>, mode: Mode) -> Value {
    let (options, lists) = (prompt.options(), prompt.lists());
    let list = |place: usize| -> Vec<&str> { lists.get(place).into_iter().flatten().copied().collect() };
    let chosen = prompt.chosen().unwrap_or("");
    if let Some(recorded) = case.and_then(|case| recorded_choosers(case, chosen, &list(0), &list(1))) {
        return recorded;
    }
    let forecast = mode.forecast(&mean(case.map(|case| &case.forecast.shares).as_slice(), &options));
    let total: f64 = forecast.iter().sum();
    let share = options.iter().position(|option| *option == chosen).map_or(0.0, |place| forecast[place] / total);
    choosers(chosen, share, &list(0), &list(1))
}

/// Returns the recorded figures of those who chose an option, for the reasons and concerns that the prompt lists.
fn recorded_choosers(case: &Recorded, chosen: &str, reasons: &[&str], concerns: &[&str]) -> Option<Value> {
    let own = case.choosers(chosen)?;
    let figures = |listed: &[&str], known: &[String], figures: &[f64]| -> Vec<f64> {
        let figure =
            |text: &&str| known.iter().position(|known| plain(known) == plain(text)).map_or(0.0, |at| figures[at]);
        listed.iter().map(figure).collect()
    };
    Some(json!({
        "reasons": numbered(&figures(reasons, &case.forecast.reasons, &own.reasons)),
        "concerns": numbered(&figures(concerns, &case.forecast.concerns, &own.concerns)),
        "none": own.none,
        "likelihood": numbered(&own.likelihood),
    }))
}

/// Returns the mean share of each option in these records; equal shares if there are none.
fn mean(records: &[&Shares], options: &[&str]) -> Vec<f64> {
    if records.is_empty() {
        return vec![1.0 / options.len() as f64; options.len()];
    }
    let sum = |option: &&str| records.iter().map(|shares| share_of(shares, option)).sum::<f64>();
    options.iter().map(|option| sum(option) / records.len() as f64).collect()
}

/// Returns the wording unchanged.
fn wording(prompt: &Prompt<'_>) -> Value {
    let (mut question, mut options): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    for line in prompt.material().unwrap_or("").lines() {
        let (head, text) = line.split_once([':', '：']).unwrap_or(("", line));
        let is_option = head.split_whitespace().count() == 2 && head.ends_with(|c: char| c.is_ascii_digit());
        if is_option {
            options.push(text.trim());
        } else if question.is_empty() {
            question.push(text.trim());
        } else {
            question.push(line);
        }
    }
    json!({ "question": question.join("\n"), "options": options })
}

#[cfg(test)]
mod tests {
    use super::super::recording::Recording;
    use super::*;

    const CASES: &str = r#"[{"id": "drink", "question": "Which drink?", "options": ["Tea", "Coffee"], "language": "en",
                             "population": "adults"}]"#;
    const FORECASTS: &str = r#"{"drink": {
        "shares": {"Tea": 0.3, "Coffee": 0.7}, "shares_again": {"Tea": 0.4, "Coffee": 0.6},
        "groups": {"gender": {"Female": {"Tea": 0.5, "Coffee": 0.5}, "Male": {"Tea": 0.1, "Coffee": 0.9}}}}}"#;

    /// Returns the document that answers a prompt with this material.
    fn answered(name: &str, material: &str, mode: Mode) -> Value {
        let recording = Recording::parse(FORECASTS, CASES).unwrap();
        let text = format!("Judge.\n===\n{material}\n===\nReply.");
        let prompt = Prompt::new(&text);
        document(name, &prompt, recording.find(&prompt), mode)
    }

    #[test]
    fn shares_follow_the_order_of_the_prompt() {
        let said = answered("forecast_whole", "Question: Which drink?\nA) Coffee\nB) Tea", Mode::Recorded);
        assert!([70.0, 60.0].map(|share| json!(share)).contains(&said["shares"]["A"]), "{said}");
        let said = answered("forecast_whole", "Question: Which drink?\nA) Coffee\nB) Tea", Mode::First);
        assert_eq!(said, json!({ "shares": { "A": 90.0, "B": 10.0 } }));
    }

    #[test]
    fn an_unknown_question_is_answered_evenly() {
        let said = answered("forecast_whole", "Question: Which hat?\nA) Red\nB) Blue", Mode::Recorded);
        assert_eq!(said, json!({ "shares": { "A": 50.0, "B": 50.0 } }));
    }

    #[test]
    fn groups_that_were_not_recorded_are_as_the_whole() {
        let material = "Question: Which drink?\nA) Tea\nB) Coffee\nGroups:\n1) Women\n2) Men\n3) Rural areas";
        let said = answered("forecast_groups", material, Mode::Recorded);
        let tea: Vec<&Value> = ["1", "2", "3"].iter().map(|number| &said["groups"][number]["A"]).collect();
        assert_eq!(tea, [&json!(50.0), &json!(10.0), &json!(30.0)]);
    }

    #[test]
    fn whoever_buys_at_a_price_buys_at_a_lower_one() {
        let material = "Question: Which drink?\nA) $10\nB) $5";
        let said = answered("forecast_prices", material, Mode::Recorded);
        assert_eq!(said, json!({ "buyers": { "A": 50.0, "B": 100.0 } }));
    }

    #[test]
    fn choosers_are_asked_about_by_their_letter() {
        let material = "Question: Which drink?\nA) Tea\nB) Coffee\nChosen: B\n\n1) Price\n2) Taste\n\n1) Sleep";
        let said = answered("forecast_choosers", material, Mode::Recorded);
        assert_eq!(said, choosers("Coffee", 0.7, &["Price", "Taste"], &["Sleep"]));
    }

    #[test]
    fn wording_stays_as_it_is_and_what_was_not_recorded_is_not_made_up() {
        let said = answered("wording", "Pregunta: ¿Qué bebe: té o café?\nOpción 1: Té\nOpción 2: Café", Mode::Recorded);
        assert_eq!(said, json!({ "question": "¿Qué bebe: té o café?", "options": ["Té", "Café"] }));
        assert_eq!(answered("names", "Question: Which name?\nA) Lull", Mode::Recorded), json!({ "names": [] }));
        assert_eq!(answered("audience", "People.", Mode::Recorded), json!({}));
    }

    #[test]
    fn a_request_without_a_known_schema_is_told_by_what_it_demands() {
        let prompt = Prompt::new("===\nA) Tea\n===\nReply with \"analysis\" and \"shares\".");
        assert_eq!(name_of(&json!({}), &prompt), Some("forecast_whole"));
        assert_eq!(name_of(&json!({ "logprobs": true }), &prompt), None);
        let asked = json!({ "response_format": { "json_schema": { "name": "voices" } } });
        assert_eq!(name_of(&asked, &prompt), Some("voices"));
        assert_eq!(name_of(&json!({}), &Prompt::new("Reply with OK.")), None);
    }
}
