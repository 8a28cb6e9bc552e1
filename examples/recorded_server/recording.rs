//! Recorded forecasts of many cases, and the lookup of the case that a prompt is about.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use super::language::{self, Language};
use super::prompt::Prompt;

/// Shares by option.
pub type Shares = BTreeMap<String, f64>;
/// Shares by attribute, group and option.
pub type Groups = BTreeMap<String, BTreeMap<String, Shares>>;

/// Least share of a question's words that a prompt about it contains.
const WORDS_SHARE_MIN: f64 = 0.6;
/// Likeness of a prompt that contains the question word for word: above any share of words.
const IS_THERE: f64 = 2.0;

/// All cases with a recorded forecast.
#[derive(Debug, Default)]
pub struct Recording {
    cases: Vec<Recorded>,
}

/// A case with its forecast.
#[derive(Debug)]
pub struct Recorded {
    case: Case,
    pub forecast: Forecast,
}

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    question: String,
    options: Vec<String>,
    language: String,
    population: String,
}

/// The recorded forecast of one case, with two readings of its shares.
#[derive(Debug, Deserialize)]
pub struct Forecast {
    pub shares: Shares,
    pub shares_again: Shares,
    pub groups: Groups,
    /// Empty for many cases.
    #[serde(default)]
    quotes: Vec<Quote>,
    /// Answers of those who chose each option; recorded for briefs only.
    #[serde(default)]
    pub choosers: BTreeMap<String, Choosers>,
    #[serde(default)]
    pub reasons: Vec<String>,
    #[serde(default)]
    pub concerns: Vec<String>,
    /// Notes on names and slogans, as in the document but with the option's text in place of its letter.
    #[serde(default)]
    pub names: Vec<Value>,
}

#[derive(Debug, Deserialize)]
struct Quote {
    option: String,
    /// The reason that the quote gives; recorded for briefs only.
    reason: Option<String>,
    text: String,
}

/// Figures in the order of the recorded reasons and concerns.
#[derive(Debug, Deserialize)]
pub struct Choosers {
    pub reasons: Vec<f64>,
    pub concerns: Vec<f64>,
    pub none: f64,
    pub likelihood: Vec<f64>,
}

/// A complete brief, and everything that a capable model answered to it.
#[derive(Debug, Deserialize)]
pub struct RecordedBrief {
    pub id: String,
    pub language: String,
    pub question: String,
    pub options: Vec<String>,
    pub audience: String,
    forecast: Forecast,
}

impl Recording {
    /// Parses forecasts by case id, and a list of cases. Cases without a forecast are dropped.
    pub fn parse(forecasts: &str, cases: &str) -> serde_json::Result<Self> {
        let mut forecasts: BTreeMap<String, Forecast> = serde_json::from_str(forecasts)?;
        let cases: Vec<Case> = serde_json::from_str(cases)?;
        let recorded = |case: Case| forecasts.remove(&case.id).map(|forecast| Recorded { case, forecast });
        Ok(Self { cases: cases.into_iter().filter_map(recorded).collect() })
    }

    /// Adds recorded briefs.
    pub fn with_briefs(mut self, briefs: impl IntoIterator<Item = RecordedBrief>) -> Self {
        let recorded = |brief: RecordedBrief| Recorded {
            case: Case {
                id: brief.id,
                question: brief.question,
                options: brief.options,
                language: brief.language,
                population: brief.audience,
            },
            forecast: brief.forecast,
        };
        self.cases.extend(briefs.into_iter().map(recorded));
        self
    }

    /// Returns the case that a prompt is about: among those with its options, the one with the most similar question.
    pub fn find(&self, prompt: &Prompt<'_>) -> Option<&Recorded> {
        let listed: Vec<String> = prompt.options().into_iter().map(plain).collect();
        let chosen: BTreeSet<String> = prompt.people().iter().map(|person| plain(person.chosen)).collect();
        let fits = |it: &&Recorded| match (listed.is_empty(), chosen.is_empty()) {
            (false, _) => it.has_exactly(&listed),
            // Prompts for open answers state the chosen options only.
            (true, false) => it.has_all(&chosen),
            (true, true) => false,
        };
        let text = plain(prompt.text());
        let words = words(&text);
        let likely = self.cases.iter().filter(fits).map(|it| (it.likeness(&text, &words), it));
        let likely = likely.filter(|(likeness, _)| likeness.question >= WORDS_SHARE_MIN);
        likely.max_by(|(a, _), (b, _)| a.compare(b)).map(|(_, it)| it)
    }
}

impl Recorded {
    /// Returns the language in which the case was asked.
    pub fn language(&self) -> Language {
        Language::of_code(&self.case.language)
    }

    /// Whether everything that a report asks for was recorded.
    pub fn is_brief(&self) -> bool {
        !self.forecast.choosers.is_empty()
    }

    /// Returns a recorded quote of somebody who chose this option.
    pub fn quote(&self, option: &str) -> Option<&str> {
        let option = plain(option);
        self.forecast.quotes.iter().find(|quote| plain(&quote.option) == option).map(|quote| quote.text.as_str())
    }

    /// Returns all recorded quotes of those who chose this option for this reason.
    pub fn quotes_for(&self, option: &str, reason: &str) -> Vec<&str> {
        let (option, reason) = (plain(option), plain(reason));
        let is_it = |quote: &&Quote| {
            plain(&quote.option) == option && quote.reason.as_deref().is_some_and(|own| plain(own) == reason)
        };
        self.forecast.quotes.iter().filter(is_it).map(|quote| quote.text.as_str()).collect()
    }

    /// Returns the figures of those who chose this option; `None` if they were not recorded.
    pub fn choosers(&self, option: &str) -> Option<&Choosers> {
        let option = plain(option);
        self.forecast.choosers.iter().find(|(own, _)| plain(own) == option).map(|(_, it)| it)
    }

    fn options(&self) -> BTreeSet<String> {
        self.case.options.iter().map(|option| plain(option)).collect()
    }

    fn has_exactly(&self, listed: &[String]) -> bool {
        let set: BTreeSet<String> = listed.iter().cloned().collect();
        listed.len() == self.case.options.len() && set == self.options()
    }

    fn has_all(&self, chosen: &BTreeSet<String>) -> bool {
        chosen.is_subset(&self.options())
    }

    fn likeness(&self, text: &str, words_there: &BTreeSet<String>) -> Likeness {
        let question = plain(&self.case.question);
        let is_there = !question.is_empty() && text.contains(&question);
        let question = if is_there { IS_THERE } else { share_there(&words(&question), words_there) };
        Likeness { question, population: share_there(&names(&self.case.population), words_there) }
    }
}

/// How similar a prompt is to a case.
struct Likeness {
    question: f64,
    /// Distinguishes cases whose question is the same in several countries.
    population: f64,
}

impl Likeness {
    fn compare(&self, other: &Self) -> Ordering {
        self.question.total_cmp(&other.question).then(self.population.total_cmp(&other.population))
    }
}

/// Returns the recorded share of an option; 0 if there is none.
pub fn share_of(shares: &Shares, option: &str) -> f64 {
    let option = plain(option);
    shares.iter().find(|(known, _)| plain(known) == option).map_or(0.0, |(_, share)| *share)
}

/// Normalises what wording may change: capitals, spaces, the form of quotes, and punctuation at the end.
pub fn plain(text: &str) -> String {
    let lower = text.to_lowercase().replace(['’', '‘'], "'").replace(['“', '”'], "\"");
    let joined = lower.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_end = |c: char| c.is_whitespace() || ".,;:!?…。，；：！？".contains(c);
    joined.trim_end_matches(is_end).to_owned()
}

fn share_there(words: &BTreeSet<String>, words_there: &BTreeSet<String>) -> f64 {
    if words.is_empty() {
        return 0.0;
    }
    words.intersection(words_there).count() as f64 / words.len() as f64
}

/// Returns the words of a text; Chinese, which has no spaces, is split into characters.
fn words(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        if word.chars().any(language::is_han) {
            found.extend(word.chars().map(String::from));
        } else {
            found.insert(word.to_owned());
        }
    }
    found
}

/// Returns the names in a text, mostly of countries, in lower case.
fn names(text: &str) -> BTreeSet<String> {
    let is_name = |word: &String| word.starts_with(|c: char| c.is_uppercase() || language::is_han(c));
    words(text).into_iter().filter(is_name).map(|word| word.to_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const CASES: [(&str, &str, &str, &str, &str); 6] = [
        ("gamble", "Do you ever gamble?", "Yes, No", "en", "US adults"),
        ("speed", "Do you ever drive above the speed limit?", "Yes, No", "en", "US adults"),
        ("happy-mx", "¿Es feliz?", "Sí, No", "es", "México"),
        ("happy-pe", "¿Es feliz?", "Sí, No", "es", "Perú"),
        ("fair", "当今社会公不公平？", "公平, 不公平", "zh", "成年人"),
        ("lost", "Was it recorded?", "Yes, No", "en", ""),
    ];

    /// Returns all cases, with a forecast of each but the last.
    fn recording() -> Recording {
        let cases = CASES.map(|(id, question, options, language, population)| {
            let options: Vec<&str> = options.split(", ").collect();
            json!({ "id": id, "question": question, "options": options, "language": language,
                    "population": population })
        });
        let quotes = json!([{ "option": "Yes", "text": "Every week." }]);
        let forecast = json!({ "shares": { "Yes": 0.3 }, "shares_again": {}, "groups": {}, "quotes": quotes });
        let forecasts: BTreeMap<&str, &Value> = CASES[..5].iter().map(|(id, ..)| (*id, &forecast)).collect();
        Recording::parse(&json!(forecasts).to_string(), &json!(cases).to_string()).unwrap()
    }

    fn found(prompt: &str) -> Option<String> {
        recording().find(&Prompt::new(prompt)).map(|it| it.case.id.clone())
    }

    #[test]
    fn a_case_is_found_by_its_options_in_any_order_and_its_question() {
        let prompt = |question: &str| format!("===\nQuestion: {question}\nA) no.\nB)  YES\n===\n");
        assert_eq!(found(&prompt("Do you ever gamble?")).as_deref(), Some("gamble"));
        assert_eq!(found(&prompt("Do you  ever drive above the speed limit")).as_deref(), Some("speed"));
        assert_eq!(found(&prompt("Do you drive above the limit of speed, ever?")).as_deref(), Some("speed"));
        assert_eq!(found("问题：当今社会公不公平？\nA) 公平\nB) 不公平").as_deref(), Some("fair"));
    }

    #[test]
    fn the_same_question_in_two_countries_is_told_apart_by_who_was_asked() {
        let prompt =
            |place: &str| format!("A quiénes se preguntó: gente de {place}\nPregunta: ¿Es feliz?\nA) Sí\nB) No");
        assert_eq!(found(&prompt("México")).as_deref(), Some("happy-mx"));
        assert_eq!(found(&prompt("Perú")).as_deref(), Some("happy-pe"));
    }

    #[test]
    fn another_question_or_other_options_are_no_case() {
        assert_eq!(found("Question: Should the library open on Sundays?\nA) Yes\nB) No"), None);
        assert_eq!(found("Question: Do you ever gamble?\nA) Yes\nB) No\nC) Unsure"), None);
        assert_eq!(found("Question: Was it recorded?\nA) Yes\nB) No"), None);
        assert_eq!(found("Reply with OK."), None);
    }

    #[test]
    fn where_people_speak_what_they_chose_is_enough() {
        let prompt =
            "Topic: Do you ever gamble?\n1) Woman\nChosen: Yes\nReason: Fun\n2) Man\nChosen: No\nReason: Money";
        assert_eq!(found(prompt).as_deref(), Some("gamble"));
        let recording = recording();
        let case = recording.find(&Prompt::new(prompt)).unwrap();
        assert_eq!((case.quote("yes"), case.quote("No")), (Some("Every week."), None));
        assert_eq!((share_of(&case.forecast.shares, "YES."), share_of(&case.forecast.shares, "No")), (0.3, 0.0));
    }
}
