//! Classifies the question of a brief (its inquiry) by patterns over the question and its options. The default is
//! [`Inquiry::Preference`]. Only the wording is read; the audience is not known here.

use serde::{Deserialize, Serialize};

use super::patterns::Patterns;
use super::spans;
use crate::text::fold;
use foundation::OptionId;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/inquiry.toml");
/// Greatest number of words in a name.
const NAME_WORDS_MAX: usize = 6;

static RULES: Compiled<Rules> = Compiled::new(|| FILE.toml());

/// Checks that every pattern can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    RULES.check()
}

/// The kind of question, on which the questionnaire and its wording depend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Inquiry {
    #[default]
    Preference,
    Naming,
    Pricing,
    FeaturePriority,
    Likelihood,
    FactualBelief,
}

impl Inquiry {
    pub const ALL: [Self; 6] =
        [Self::Preference, Self::Naming, Self::Pricing, Self::FeaturePriority, Self::Likelihood, Self::FactualBelief];
}

/// The entries of the data file, which documents each.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    question: QuestionRules,
    option: OptionRules,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionRules {
    fact: Patterns,
    fact_sure: Patterns,
    fact_weak: Patterns,
    measure: Patterns,
    belief: Patterns,
    product: Patterns,
    comparison: Patterns,
    opinion: Patterns,
    judgement: Patterns,
    pricing: Patterns,
    naming: Patterns,
    naming_weak: Patterns,
    verbatim: Patterns,
    reason: Patterns,
    price: Patterns,
    own: Patterns,
    feature: Patterns,
    feature_weak: Patterns,
    taste: Patterns,
    likelihood: Patterns,
    intention: Patterns,
    would: Patterns,
    either: Patterns,
    you: Patterns,
    closed: Patterns,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionRules {
    yes_no: Patterns,
    truth: Patterns,
    scale: Patterns,
    improvement: Patterns,
    stance: Patterns,
    money: Patterns,
    number: Patterns,
    none: Patterns,
}

/// What the options have in common. An opt-out ("not sure") is compatible with any of these.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Answers {
    /// Every option is yes, no or something in between.
    pub(super) is_yes_no: bool,
    /// Every option states a likelihood or a frequency; yes and no may be among them.
    pub(super) is_scale: bool,
    /// Every option is true or false.
    pub(super) is_truth: bool,
    /// More than half of the options name an amount of money.
    pub(super) is_money: bool,
    /// More than half of the options name a capability or an improvement.
    pub(super) is_improvement: bool,
    /// At least half of the options state what people would do themselves.
    pub(super) is_stance: bool,
    /// At least one option says yes and one no, whatever the others say.
    pub(super) has_yes_no: bool,
    /// Every option is a bare figure.
    pub(super) is_number: bool,
    /// Every option is short enough for a name.
    pub(super) is_short: bool,
    /// At least one option is an opt-out.
    pub(super) has_none: bool,
}

impl Answers {
    pub(super) fn of(options: &[String]) -> Self {
        let rules = &RULES.option;
        let folded: Vec<String> = options.iter().map(|option| fold(option)).collect();
        let folded: Vec<&str> = folded.iter().map(|option| unlabelled(option)).collect();
        let counts = |patterns: &[&Patterns]| {
            folded.iter().filter(|option| patterns.iter().any(|pattern| pattern.is_in(option))).count()
        };
        let all = |patterns: &[&Patterns], own: &Patterns| {
            counts(patterns) == options.len() && counts(&[own]) * 2 >= options.len()
        };
        Self {
            is_yes_no: all(&[&rules.yes_no, &rules.none], &rules.yes_no),
            is_scale: all(&[&rules.scale, &rules.yes_no, &rules.none], &rules.scale),
            is_truth: all(&[&rules.truth, &rules.none], &rules.truth),
            is_money: counts(&[&rules.money]) * 2 > options.len(),
            is_improvement: counts(&[&rules.improvement]) * 2 > options.len(),
            is_stance: counts(&[&rules.stance, &rules.yes_no, &rules.scale]) * 2 >= options.len(),
            has_yes_no: counts(&[&rules.yes_no]) >= 2,
            is_number: all(&[&rules.number, &rules.none, &rules.money], &rules.number),
            is_short: options.iter().all(|option| spans::words(option).len() <= NAME_WORDS_MAX),
            has_none: counts(&[&rules.none]) > 0,
        }
    }

    /// Returns whether the options are exhaustive.
    pub(super) fn is_closed(self) -> bool {
        self.is_yes_no || self.is_scale || self.is_truth
    }
}

/// Strips the number that labels a step of a scale ("5 - Very likely"), and final punctuation.
fn unlabelled(option: &str) -> &str {
    let option = option.trim().trim_end_matches(['.', '。', '!', ',']);
    let rest = option.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let label = rest.strip_prefix(['-', ':', '=']).map(str::trim_start);
    // A bare range ("5-10") has no words after the dash.
    label.filter(|words| rest.len() < option.len() && words.starts_with(char::is_alphabetic)).unwrap_or(option)
}

/// Classifies a question by its text and answers. Earlier rules win: answers on a scale are stronger evidence than any
/// word of the question, and asking for a fact is stronger than the subject ("Will house prices rise?" is no pricing).
pub(super) fn of(question: &str, answers: Answers) -> Inquiry {
    let rules = &RULES.question;
    let text = fold(question);
    let text = text.trim();
    let is_opinion = rules.opinion.is_in(text);
    if answers.is_truth {
        return Inquiry::FactualBelief;
    }
    if answers.is_scale && !answers.is_yes_no && !is_opinion {
        return Inquiry::Likelihood;
    }
    if !answers.is_money && (rules.fact_sure.is_in(text) || !is_opinion && rules.fact.is_in(text)) {
        return Inquiry::FactualBelief;
    }
    let is_named = is_naming(question) && !answers.is_number;
    let is_priced = rules.pricing.is_in(text) || answers.is_number && rules.price.is_in(text);
    if answers.is_money || is_priced && !is_named {
        return Inquiry::Pricing;
    }
    if is_naming(question) || answers.is_short && !answers.is_closed() && rules.naming_weak.is_in(text) {
        return Inquiry::Naming;
    }
    if is_likelihood(text, answers, is_opinion) {
        return Inquiry::Likelihood;
    }
    if is_belief(text, answers, is_opinion) {
        return Inquiry::FactualBelief;
    }
    if is_feature(text, answers) {
        return Inquiry::FeaturePriority;
    }
    if is_fact(text, answers, is_opinion) { Inquiry::FactualBelief } else { Inquiry::Preference }
}

/// Returns whether people are asked how likely or how often they do something, or whether they would do it.
fn is_likelihood(text: &str, answers: Answers, is_opinion: bool) -> bool {
    let rules = &RULES.question;
    if rules.likelihood.is_in(text) && (answers.is_closed() || answers.is_number || !is_opinion) {
        return true;
    }
    let is_closed = answers.is_yes_no || answers.is_scale;
    let is_own = !rules.belief.is_in(text) || rules.own.is_in(text);
    let is_asked =
        || rules.would.is_in(text) || answers.has_yes_no && rules.intention.is_in(text) && !rules.belief.is_in(text);
    let asks_would = || answers.is_stance && is_own && is_asked() && !rules.either.is_in(text);
    !is_opinion && (is_closed && is_own && rules.intention.is_in(text) || asks_would())
}

/// Returns whether people are asked what they believe to be true, not what they would like or advise.
fn is_belief(text: &str, answers: Answers, is_opinion: bool) -> bool {
    let rules = &RULES.question;
    let is_asked = rules.belief.is_in(text) && !is_opinion && !answers.is_closed() && !answers.is_improvement;
    is_asked && ![&rules.judgement, &rules.product, &rules.taste].iter().any(|patterns| patterns.is_in(text))
}

/// Returns whether people are asked what to build or improve, or what is most useful to them. Looks and tastes are
/// preferences, even if the question is which comes next.
fn is_feature(text: &str, answers: Answers) -> bool {
    let rules = &RULES.question;
    let asks_for_use = || rules.feature.is_in(text) || answers.is_improvement && rules.feature_weak.is_in(text);
    !answers.is_closed() && asks_for_use() && !rules.taste.is_in(text) && !rules.reason.is_in(text)
}

/// Returns whether people are asked for a fact, neither about themselves nor for their judgement. A belief about the
/// world is not about themselves.
fn is_fact(text: &str, answers: Answers, is_opinion: bool) -> bool {
    let rules = &RULES.question;
    let is_about_them = || rules.you.is_in(text) && !rules.belief.is_in(text);
    if is_opinion || is_about_them() {
        return false;
    }
    if answers.is_yes_no || answers.is_scale {
        return rules.closed.is_in(text) && !(rules.belief.is_in(text) && rules.product.is_in(text));
    }
    let is_asked_plainly = || rules.fact_weak.is_in(text) && !rules.comparison.is_in(text);
    (rules.measure.is_in(text) || is_asked_plainly()) && !rules.judgement.is_in(text)
}

/// Returns whether a question asks for a name, whatever its options.
pub(super) fn is_naming(question: &str) -> bool {
    RULES.question.naming.is_in(fold(question).trim())
}

/// Returns whether the options are names, wordings or brands, which keep every letter. Answers on a scale and figures
/// are not, whatever the question speaks of.
pub(super) fn is_verbatim(question: &str, answers: Answers) -> bool {
    let is_answer = answers.is_closed() || answers.is_number || answers.is_money;
    !is_answer && (is_naming(question) || RULES.question.verbatim.is_in(fold(question).trim()))
}

/// Returns the options that answer with nothing on the list; empty if nearly all do.
pub(super) fn residual(options: &[impl AsRef<str>]) -> Vec<OptionId> {
    let is_residual = |id: &OptionId| RULES.option.none.is_in(unlabelled(&fold(options[id.0].as_ref())));
    let all: Vec<OptionId> = OptionId::all(options.len()).filter(is_residual).collect();
    if all.len() + 1 < options.len() { all } else { Vec::new() }
}

/// Returns whether an opt-out ("none of these", "don't know") is missing. Scales and yes/no answers are exhaustive,
/// and a ranking of features is about the given list; elsewhere people may like, buy or know none of the options.
pub(super) fn wants_none(inquiry: Inquiry, answers: Answers) -> bool {
    inquiry != Inquiry::FeaturePriority && !answers.has_none && !answers.is_closed()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::patterns::Trilingual;
    use super::*;

    fn answers(options: &[&str]) -> Answers {
        Answers::of(&options.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_pattern_that_cannot_be_read_is_found() {
        let broken = FILE.text.replacen("en = [", "en = ['which (one', ", 1);
        let error = DataFile { text: broken.leak(), ..FILE }.toml::<Rules>().unwrap_err();
        assert!(error.file == "crates/language/data/inquiry.toml" && error.problem.contains("which (one"), "{error}");
    }

    #[test]
    fn every_entry_of_the_file_has_patterns() {
        let file: BTreeMap<String, BTreeMap<String, Trilingual>> = FILE.toml().unwrap();
        for (name, entry) in file.values().flatten() {
            assert!(Patterns::compile(entry).unwrap().len() >= 3, "{name}");
        }
    }

    #[test]
    fn an_option_that_opts_out_is_found_in_every_language() {
        for none in [
            "None of these",
            "Don't know",
            "Other",
            "No opinion",
            "Ninguna",
            "Otra",
            "No sé",
            "Ninguna de las anteriores",
            "NS/NC",
            "都不喜欢",
            "以上都不是",
            "不知道",
            "其他",
            "其他（请说明）",
            "Neither",
        ] {
            assert!(answers(&["Tea", "Coffee", none]).has_none, "{none}");
        }
        for some in ["Nonesuch", "Another Day", "Nothing Bundt Cakes", "Otro Mundo Café", "没有烦恼乐园"] {
            assert!(!answers(&["Tea", "Coffee", some]).has_none, "{some}");
        }
    }

    #[test]
    fn a_figure_may_label_an_answer_on_a_scale() {
        assert!(answers(&["1 - Very unlikely", "2: Unlikely", "3 = Likely"]).is_scale);
        assert!(answers(&["1-2", "3-4"]).is_number);
        assert!(!answers(&["1 - Blue", "2 - Red"]).is_scale);
    }

    #[test]
    fn looks_and_tastes_are_no_features_even_where_they_come_next() {
        let kind = |question, options: &[&str]| of(question, answers(options));
        assert_eq!(kind("What should we launch next?", &["Dark mode", "Offline maps"]), Inquiry::FeaturePriority);
        assert_eq!(kind("Which colour should we launch next?", &["Sage", "Navy"]), Inquiry::Preference);
    }

    #[test]
    fn a_belief_about_the_world_is_no_talk_about_oneself() {
        let kind = |question| of(question, answers(&["Spain", "Italy"]));
        assert_eq!(kind("Which country do you think has the most visitors?"), Inquiry::FactualBelief);
        assert_eq!(kind("Which country has your favourite food?"), Inquiry::Preference);
    }

    #[test]
    fn people_miss_none_of_these_only_where_something_is_left_out() {
        let misses = |inquiry, options: &[&str]| wants_none(inquiry, answers(options));
        assert!(misses(Inquiry::Preference, &["Tea", "Coffee"]));
        assert!(misses(Inquiry::Pricing, &["$5", "$10"]));
        assert!(misses(Inquiry::Likelihood, &["By train", "By car"]));
        assert!(!misses(Inquiry::Preference, &["Tea", "Coffee", "Neither"]));
        assert!(!misses(Inquiry::Likelihood, &["Very likely", "Likely", "Unlikely"]));
        assert!(!misses(Inquiry::Preference, &["Sí", "No"]));
        assert!(!misses(Inquiry::FeaturePriority, &["离线模式", "共享文件夹"]));
    }
}
