//! Of two questions in one, keeps the one that the options answer. Where that cannot be told, or where the part left
//! would not stand alone, nothing is changed and the note on the question stays.

use regex::Regex;
use serde::Deserialize;

use super::inquiry::Answers;
use super::{spans, verbs};
use crate::text::{Folded, fold};
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/two_questions.toml");

/// Greatest figure that may be a number of times, with the digits of both ends of a range together ("20-30").
const TIMES_MAX: u64 = 9999;

static RULES: Compiled<Rules> = Compiled::new(|| Rules::read(FILE));

/// Checks that every pattern can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    RULES.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    joint: Joints,
    asks: AsksFor,
    leans: Trilingual,
    bare: Bare,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Bare {
    reason: String,
    yes_no: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Joints {
    en: Vec<String>,
    es: Vec<String>,
    zh: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Trilingual {
    en: String,
    es: String,
    zh: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AsksFor {
    reason: String,
    price: String,
    often: String,
    time: String,
    place: String,
    which: String,
    likely: String,
    choice: String,
}

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks {
    Reason,
    Price,
    Often,
    Time,
    Place,
    Likely,
    Choice,
}

struct Rules {
    joints: Vec<Regex>,
    leans: Vec<Regex>,
    bare_reason: Regex,
    /// Begins a question for yes or no, in English.
    yes_no: Regex,
    /// In the order in which they are tried.
    asks: Vec<(Asks, Regex)>,
}

impl Rules {
    fn read(file: DataFile) -> Result<Self, DataError> {
        let File { joint, asks, leans, bare } = file.toml()?;
        let compile = |pattern: &String| Regex::new(pattern).map_err(|error| file.wrong(error));
        let leans = [&leans.en, &leans.es, &leans.zh].into_iter().map(compile).collect::<Result<_, _>>()?;
        let joints = joint.en.iter().chain(&joint.es).chain(&joint.zh).map(compile).collect::<Result<_, _>>()?;
        let asks = [
            (Asks::Reason, &asks.reason),
            (Asks::Often, &asks.often),
            (Asks::Price, &asks.price),
            (Asks::Time, &asks.time),
            (Asks::Place, &asks.place),
            (Asks::Choice, &asks.which),
            (Asks::Likely, &asks.likely),
            (Asks::Choice, &asks.choice),
        ];
        let asks = asks.into_iter().map(|(kind, pattern)| Ok((kind, compile(pattern)?))).collect::<Result<_, _>>()?;
        Ok(Self { joints, leans, bare_reason: compile(&bare.reason)?, yes_no: compile(&bare.yes_no)?, asks })
    }
}

/// Returns the one question that the options answer, or `None` if the text is one question or none is plainly answered.
pub(super) fn answered(text: &str, answers: Answers, options: &[String]) -> Option<String> {
    let folded = Folded::new(text);
    let hit = RULES.joints.iter().find_map(|joint| joint.captures(&folded.text))?;
    let (second, joint) = (hit.name("second")?, hit.name("joint")?);
    let is_quoted = |at: usize| spans::quoted(text).iter().any(|quote| quote.contains(&at));
    let first = folded.quote(&(0..joint.start()));
    let rest = folded.quote(&second.range());
    if first.is_empty() || rest.is_empty() || is_quoted(text.len() - rest.len()) {
        return None;
    }
    let parts = [&folded.text[..joint.start()], second.as_str()];
    let [named, named_later] = parts.map(|part| names_options(part, options));
    let mut parts = parts.map(asks);
    if parts[1] == Asks::Choice && RULES.yes_no.is_match(second.as_str()) {
        parts[1] = Asks::Likely;
    }
    let is_told = |asked: Asks| matches!(asked, Asks::Reason | Asks::Time | Asks::Place);
    let is_figured = answers.is_money || answers.is_number || answers.is_closed();
    match parts.map(|part| fits(part, answers, options)) {
        _ if named && !named_later => Some(closed(first, text)),
        _ if parts[0] != Asks::Reason && RULES.bare_reason.is_match(second.as_str()) => Some(closed(first, text)),
        [true, false] => Some(closed(first, text)),
        [true, true] if hit.name("aside").is_some() => Some(closed(first, text)),
        [true, true] if leans(second.as_str()) => Some(closed(first, text)),
        // Options in words answer for a reason, a time or a place rather than for a price or how often.
        [false, false] if is_told(parts[0]) && !is_figured && matches!(parts[1], Asks::Price | Asks::Often) => {
            Some(closed(first, text))
        }
        [false, _] if is_told(parts[0]) && !is_figured && leans(second.as_str()) => Some(closed(first, text)),
        // Options may be times or places, which no pattern tells, so then both stay. Only where a word joins the two: otherwise the first may say what the second is about.
        [false, true] if !is_told(parts[0]) && !leans(second.as_str()) && is_joined_by_word(joint.as_str()) => {
            Some(rest.to_owned())
        }
        _ => None,
    }
}

fn is_joined_by_word(joint: &str) -> bool {
    joint.contains(|c: char| c.is_ascii_alphabetic())
}

/// Returns what a part asks for; one without any of the patterns asks for a choice among what it names.
fn asks(folded: &str) -> Asks {
    let found = RULES.asks.iter().find(|(_, pattern)| pattern.is_match(folded));
    let without = || if verbs::opening(folded).is_some() { Asks::Likely } else { Asks::Choice };
    found.map_or_else(without, |(asks, _)| *asks)
}

/// Returns whether a part names at least two of the options.
fn names_options(folded: &str, options: &[String]) -> bool {
    let names = |option: &&String| folded.contains(&fold(option));
    options.iter().filter(names).count() >= 2
}

fn leans(folded: &str) -> bool {
    RULES.leans.iter().any(|pattern| pattern.is_match(folded))
}

/// Returns whether the options answer a question of this kind.
fn fits(asks: Asks, answers: Answers, options: &[String]) -> bool {
    match asks {
        Asks::Price => answers.is_money || answers.is_number,
        Asks::Often => answers.is_scale || answers.is_number && are_times(options),
        Asks::Likely => answers.is_closed() || answers.has_yes_no,
        Asks::Choice => !answers.is_money && !answers.is_number && !answers.is_closed(),
        // Options rarely name reasons, times or places; where they do, both questions stay.
        Asks::Reason | Asks::Time | Asks::Place => false,
    }
}

/// Returns whether the figures among the options may say how often; larger ones are amounts.
fn are_times(options: &[String]) -> bool {
    let figure = |option: &String| option.chars().filter(char::is_ascii_digit).collect::<String>().parse::<u64>();
    options.iter().filter_map(|option| figure(option).ok()).all(|figure| figure <= TIMES_MAX)
}

/// Returns the first part with the question mark of the whole text, where it had one.
fn closed(first: &str, text: &str) -> String {
    let mark = text.trim_end().chars().next_back().filter(|c| matches!(c, '?' | '？'));
    let first = first.trim_end_matches([',', ';', '，', '；', ' ', '。']);
    match mark.filter(|_| !first.ends_with(['?', '？'])) {
        Some(mark) => format!("{first}{mark}"),
        None => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, options: &[&str]) -> Option<String> {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        answered(text, Answers::of(&options), &options)
    }

    #[test]
    fn the_question_that_the_options_answer_is_kept() {
        let names = ["Fizzwell", "Wild Mother"];
        for (text, right) in [
            ("Which name do you like and how much would you pay?", "Which name do you like?"),
            ("Which do you like and why?", "Which do you like?"),
            ("Which do you like? Why?", "Which do you like?"),
            ("¿Qué nombre te gusta y a qué hora irías?", "¿Qué nombre te gusta?"),
            ("您喜欢哪个，为什么？", "您喜欢哪个？"),
            ("您喜欢哪个？为啥？", "您喜欢哪个？"),
            ("Which do you like, and which one not?", "Which do you like?"),
            ("¿Qué nombre te gusta y la comprarías?", "¿Qué nombre te gusta?"),
            ("您喜欢哪个，另外您用什么手机？", "您喜欢哪个？"),
        ] {
            assert_eq!(kept(text, &names).as_deref(), Some(right));
        }
        let text = "Will rents be higher or lower, and should the city build more?";
        assert_eq!(kept(text, &["Higher", "Lower"]).as_deref(), Some("Will rents be higher or lower?"));
        let text = "Which size do you buy and how much would you pay for a small tea?";
        assert_eq!(kept(text, &["$2", "$3"]).as_deref(), Some("how much would you pay for a small tea?"));
    }

    #[test]
    fn a_second_question_in_hasty_words_is_left_out() {
        for (text, options, right) in [
            (
                "How many times do you order groceries, n do you tip?",
                ["0", "1-2"],
                "How many times do you order groceries?",
            ),
            (
                "¿En cuánto estaría bien una sesión y cada cuánto irían?",
                ["50.000", "70.000"],
                "¿En cuánto estaría bien una sesión?",
            ),
            ("小区改造应该先做什么，大家会不会出钱？", ["加装电梯", "停车位"], "小区改造应该先做什么？"),
            ("Which job do you like and do you want music?", ["Graffiti", "Plain"], "Which job do you like?"),
            (
                "Why did you change vets and what did you pay at the old one?",
                ["Cost", "Distance"],
                "Why did you change vets?",
            ),
            (
                "En que parte del campus estudias y con quien",
                ["Biblioteca", "En casa"],
                "En que parte del campus estudias",
            ),
            ("快递柜哪里最让你烦，平时一周用几次？", ["超时收费", "打不开"], "快递柜哪里最让你烦？"),
            ("地铁里要不要禁止吃东西，为什么呢？", ["要", "不要"], "地铁里要不要禁止吃东西？"),
        ] {
            assert_eq!(kept(text, &options).as_deref(), Some(right));
        }
        let often = "¿Cuántas veces al mes vienes y cuánto gastas?";
        assert_eq!(kept(often, &["1", "2"]), None);
    }

    #[test]
    fn a_part_that_leans_on_the_other_or_may_be_answered_too_is_not_cut_off() {
        for text in [
            "Which size do you buy and how much would you pay for it?",
            "Do you like and trust this tea?",
            "Which do you like?",
            "What do you drink and what do you eat?",
        ] {
            assert_eq!(kept(text, &["$2", "$3"]), None, "{text}");
            let price = "出门几天，请人上门喂猫，你最多愿意付多少钱？";
            assert_eq!(kept(price, &["19元", "29元"]), None);
            assert_eq!(kept("What do you drink and what do you eat?", &["Tea", "Cake"]), None);
        }
    }
}
