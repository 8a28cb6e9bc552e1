//! Corrects characters that Chinese writers confuse because they sound alike. Each rule names the neighbours that make
//! the wrong character impossible, since every one of them is a word of its own.

use std::ops::Range;

use regex::Regex;
use serde::Deserialize;

use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/chinese.toml");

static RULES: Compiled<Rules> = Compiled::new(|| Rules::read(FILE));

/// Checks that every rule can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    RULES.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    confusion: Vec<Confusion>,
    which: Which,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Confusion {
    /// Pattern with the wrong character as its group `x`.
    wrong: String,
    /// Replaces the group.
    right: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Which {
    that: String,
    among: String,
    asks: String,
}

struct Rules {
    confusions: Vec<(Regex, String)>,
    /// 那 before a measure word, as its group `x`.
    that: Regex,
    /// The same after words that announce a choice.
    among: Regex,
    /// Any word that makes a text a question.
    asks: Regex,
}

impl Rules {
    fn read(file: DataFile) -> Result<Self, DataError> {
        let File { confusion, which } = file.toml()?;
        let compile = |pattern: &str| Regex::new(pattern).map_err(|error| file.wrong(error));
        let confusions =
            confusion.iter().map(|rule| Ok((compile(&rule.wrong)?, rule.right.clone()))).collect::<Result<_, _>>()?;
        Ok(Self { confusions, that: compile(&which.that)?, among: compile(&which.among)?, asks: compile(&which.asks)? })
    }
}

/// Returns the corrections of a text, sorted. `is_question` allows 那 ("that") to become 哪 ("which").
pub(super) fn corrections(text: &str, is_question: bool) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    for (wrong, right) in &RULES.confusions {
        let spans = wrong.captures_iter(text).filter_map(|hit| hit.name("x"));
        found.extend(spans.map(|span| (span.range(), right.clone())));
    }
    if is_question {
        found.extend(which(text).into_iter().map(|span| (span, "哪".to_owned())));
    }
    found.sort_by_key(|(span, _)| span.start);
    found
}

/// Finds 那 where only 哪 makes sense: after words that announce a choice, or in a question that asks nothing otherwise.
fn which(text: &str) -> Option<Range<usize>> {
    let last = |pattern: &Regex| pattern.captures_iter(text).last().and_then(|hit| hit.name("x")).map(|x| x.range());
    let among = last(&RULES.among);
    among.or_else(|| last(&RULES.that).filter(|_| !RULES.asks.is_match(text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corrected(text: &str) -> String {
        let mut text = text.to_owned();
        for (span, right) in corrections(&text.clone(), true).into_iter().rev() {
            text.replace_range(span, &right);
        }
        text
    }

    #[test]
    fn a_confused_character_is_corrected_where_its_neighbours_exclude_it() {
        for (wrong, right) in [
            ("你觉的那个名字更好听", "你觉得哪个名字更好听"),
            ("那个名字更好听", "哪个名字更好听"),
            ("以下那句更好，你多久看一次？", "以下哪句更好，你多久看一次？"),
            ("哪家店做的最好吃", "哪家店做得最好吃"),
            ("你会在买一次吗", "你会再买一次吗"),
            ("做为学生，你想去象海边这样的地方吗", "作为学生，你想去像海边这样的地方吗"),
            ("用帐号登陆", "用账号登录"),
        ] {
            assert_eq!(corrected(wrong), right);
        }
    }

    #[test]
    fn the_same_characters_stay_where_they_are_right() {
        for text in [
            "你喜欢那个新包装吗？",
            "我们改了那款茶，你更喜欢哪个？",
            "那么你选哪个？",
            "你会在看电影时买爆米花吗？",
            "他做的蛋糕你喜欢吗？",
            "视觉的冲击重要吗？",
            "大象一样的杯子好看吗？",
            "诺曼底登陆是哪一年？",
            "旋转帐篷好吗？",
        ] {
            assert_eq!(corrected(text), text);
        }
    }
}
