//! The kinds of question (inquiries), and what patterns tell of a question and its options for certain: which answers the
//! options are, and whether names are asked for. [`classifier`](super::classifier) tells the kind of a question. Only the
//! wording is read; the audience is not known here.

use serde::{Deserialize, Serialize};

use super::patterns::Patterns;
use super::spans;
use crate::{scale, text};
use foundation::OptionId;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/inquiry.toml");
/// Greatest number of words in a name.
const NAME_WORDS_MAX: usize = 6;

static RULES: Compiled<Rules> = Compiled::new(|| FILE.toml());

/// Returns a text as the patterns are written: folded, and Chinese in simplified characters.
pub(super) fn fold(text: &str) -> String {
    scale::simplified(&text::fold(text))
}

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
    naming: Patterns,
    verbatim: Patterns,
    reason: Patterns,
    view: Patterns,
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
            is_scale: all(&[&rules.scale, &rules.yes_no, &rules.none, &rules.number], &rules.scale),
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

    /// Returns every property, in a fixed order.
    pub(super) fn flags(self) -> [bool; 10] {
        [
            self.is_yes_no,
            self.is_scale,
            self.is_truth,
            self.is_money,
            self.is_improvement,
            self.is_stance,
            self.has_yes_no,
            self.is_number,
            self.is_short,
            self.has_none,
        ]
    }

    /// Returns the name of what the options mostly are.
    pub(super) fn sort(self) -> &'static str {
        let sorts = [
            (self.is_truth, "truths"),
            (self.is_yes_no, "yes or no"),
            (self.is_scale, "steps"),
            (self.is_money, "amounts"),
            (self.is_number, "figures"),
            (self.is_improvement, "improvements"),
            (self.has_yes_no, "yes, no and more"),
            (self.is_stance, "stances"),
            (self.is_short, "short answers"),
        ];
        sorts.into_iter().find(|(is_so, _)| *is_so).map_or("long answers", |(_, name)| name)
    }

    /// Returns how many options are answers of each sort, in a fixed order.
    pub(super) fn counts(options: &[String]) -> [usize; 6] {
        let rules = &RULES.option;
        let folded: Vec<String> = options.iter().map(|option| fold(option)).collect();
        [&rules.yes_no, &rules.scale, &rules.improvement, &rules.stance, &rules.money, &rules.number]
            .map(|patterns| folded.iter().filter(|option| patterns.is_in(unlabelled(option))).count())
    }

    /// Returns whether the options are exhaustive.
    pub(super) fn is_closed(self) -> bool {
        self.is_yes_no || self.is_scale || self.is_truth
    }
}

/// Returns whether an option is an answer on a scale, yes or no, or an opt-out.
pub(super) fn is_answer(option: &str) -> bool {
    let (rules, folded) = (&RULES.option, fold(option));
    let option = unlabelled(&folded);
    [&rules.scale, &rules.yes_no, &rules.none].iter().any(|patterns| patterns.is_in(option))
}

/// Strips the number that labels a step of a scale ("5 - Very likely"), and final punctuation.
fn unlabelled(option: &str) -> &str {
    let option = option.trim().trim_end_matches(['.', '。', '!', ',']);
    let rest = option.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    let label = rest.strip_prefix(['-', ':', '=']).map(str::trim_start);
    // A bare range ("5-10") has no words after the dash.
    label.filter(|words| rest.len() < option.len() && words.starts_with(char::is_alphabetic)).unwrap_or(option)
}

/// Returns whether a question asks for a name, whatever its options.
pub(super) fn is_naming(question: &str) -> bool {
    RULES.question.naming.is_in(fold(question).trim())
}

/// Returns whether a question asks what people usually do, why, or which view they hold.
pub(super) fn asks_view(question: &str) -> bool {
    let text = fold(question);
    RULES.question.view.is_in(text.trim()) || RULES.question.reason.is_in(text.trim())
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
