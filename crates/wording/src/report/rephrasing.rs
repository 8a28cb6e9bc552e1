//! Judges a summary that a model rephrased. It is refused if it has a figure that is not in the fact table or a
//! quantity in words, if it lacks a name, an interval or the base, or if it hides the simulation. Then the templates'
//! own words stand.

use super::facts::{FactTable, figures};
use foundation::Language;

/// Quantities without a digit, which no table can vouch for.
const WORDED_QUANTITIES: [&str; 42] = [
    "half",
    "third",
    "quarter",
    "twice",
    "double",
    "triple",
    "majority",
    "unanim",
    "nobody",
    "everyone",
    "in ten",
    "out of",
    "in five",
    "mitad",
    "tercio",
    "cuarta parte",
    "cuarto",
    "doble",
    "mayoría",
    "nadie",
    "de cada",
    "百分之",
    "一半",
    "过半",
    "半数",
    "分之",
    "两倍",
    "大多数",
    "多数",
    "所有人",
    "人人",
    "一成",
    "两成",
    "二成",
    "三成",
    "四成",
    "五成",
    "六成",
    "七成",
    "八成",
    "九成",
    "十成",
];
/// Facts that no summary may leave out.
const REQUIRED: [&str; 4] = ["answered", "support", "support_low", "support_high"];

/// Why a rephrased summary does not count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the figure {0} is not a fact, or stands more often than facts do")]
    UnknownFigure(String),
    #[error("it leaves out {0}")]
    MissingFigure(String),
    #[error("a quantity is put in words: {0}")]
    WordedQuantity(&'static str),
    #[error("it does not name {0}")]
    MissingName(String),
    #[error("it does not say that respondents are simulated")]
    NotSaidSimulated,
    #[error("it is too short or too long")]
    Length,
    #[error("it holds markup or a link")]
    Markup,
    #[error("it is not in the report's language")]
    Language,
}

/// Whether the text may stand in place of the templates' own summary.
pub fn judge(facts: &FactTable, own: &str, text: &str, is_tie: bool) -> Result<(), Refusal> {
    let (chars, own_chars) = (text.chars().count(), own.chars().count());
    if chars * 3 < own_chars || chars > own_chars * 2 {
        return Err(Refusal::Length);
    }
    if text.contains(['<', '`', '*', '#', '{', '}', '[', ']'])
        || text.contains("://")
        || text.contains(char::is_control)
    {
        return Err(Refusal::Markup);
    }
    for name in ["option", "runner_up"].into_iter().take(if is_tie { 2 } else { 1 }) {
        if !text.contains(facts.text(name)) {
            return Err(Refusal::MissingName(facts.text(name).to_owned()));
        }
    }
    if let Some(missing) = REQUIRED.into_iter().find(|name| !text.contains(facts.text(name))) {
        return Err(Refusal::MissingFigure(facts.text(missing).to_owned()));
    }
    judge_figures(&without_names(facts, own), &without_names(facts, text))?;
    let lower = without_names(facts, text).to_lowercase();
    if let Some(word) = WORDED_QUANTITIES.into_iter().find(|word| lower.contains(word)) {
        return Err(Refusal::WordedQuantity(word));
    }
    judge_language(facts.language, &lower)
}

/// Every figure must be in the templates' own summary, and no more often than there, so that a level of confidence
/// can't turn up again as a share.
fn judge_figures(own: &str, text: &str) -> Result<(), Refusal> {
    let mut left = figures(own);
    for figure in figures(text) {
        match left.iter().position(|known| *known == figure) {
            Some(at) => drop(left.swap_remove(at)),
            None => return Err(Refusal::UnknownFigure(figure)),
        }
    }
    Ok(())
}

/// Names may hold any words and figures, and are not the model's. Only whole ones go: a name "5" is not part of "95".
fn without_names(facts: &FactTable, text: &str) -> String {
    let names = ["option", "runner_up", "driver", "risk", "segment", "none_answer"];
    let questions = ["acceptance_question", "likelihood_question", "rating_min_label", "rating_max_label"];
    let mut known: Vec<&str> = names.into_iter().chain(questions).map(|name| facts.text(name)).collect();
    known.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let quotes = [("“", "”"), ("«", "»"), ("（", "）"), ("\"", "\"")];
    known.into_iter().filter(|name| !name.is_empty()).fold(text.to_owned(), |text, name| {
        quotes.iter().fold(text, |text, (open, close)| text.replace(&format!("{open}{name}{close}"), " "))
    })
}

fn judge_language(language: Language, lower: &str) -> Result<(), Refusal> {
    let simulated = match language {
        Language::En => "simulated",
        Language::Es => "simulad",
        Language::Zh => "模拟",
    };
    if !lower.contains(simulated) {
        return Err(Refusal::NotSaidSimulated);
    }
    let letters = lower.chars().filter(|c| c.is_alphabetic()).count().max(1);
    let chinese = lower.chars().filter(|c| matches!(c, '\u{4e00}'..='\u{9fff}')).count();
    let is_chinese = chinese * 2 > letters;
    if is_chinese == (language == Language::Zh) { Ok(()) } else { Err(Refusal::Language) }
}
