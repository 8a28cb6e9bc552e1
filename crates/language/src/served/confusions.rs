//! Corrects words and characters that writers confuse because they sound alike. Each rule names the neighbours that make
//! the wrong one impossible, since most of them are words of their own.

use std::ops::Range;

use regex::Regex;
use serde::Deserialize;

use crate::scale;
use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/confusions.toml");

static RULES: Compiled<Rules> = Compiled::new(|| Rules::read(FILE));

/// Checks that every rule can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    RULES.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    confusion: Vec<Confusion>,
    /// Chinese compounds that are always wrong, as "wrong=right".
    compounds: String,
    which: Which,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Confusion {
    language: Language,
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
    chosen: String,
    asks: String,
}

struct Rules {
    confusions: Vec<(Language, Regex, String)>,
    compounds: Vec<(String, String)>,
    /// 那 before a measure word, as its group `x`.
    that: Regex,
    /// The same after words that announce a choice.
    among: Regex,
    /// The same after a verb that asks for a choice.
    chosen: Regex,
    /// Any word that makes a text a question.
    asks: Regex,
}

impl Rules {
    fn read(file: DataFile) -> Result<Self, DataError> {
        let File { confusion, compounds, which } = file.toml()?;
        let compile = |pattern: &str| Regex::new(pattern).map_err(|error| file.wrong(error));
        let rule = |rule: &Confusion| Ok((rule.language, compile(&rule.wrong)?, rule.right.clone()));
        let confusions = confusion.iter().map(rule).collect::<Result<_, _>>()?;
        let compounds = compounds.split_whitespace().filter_map(|pair| pair.split_once('='));
        let compounds = compounds.map(|(wrong, right)| (wrong.to_owned(), right.to_owned())).collect();
        Ok(Self {
            confusions,
            compounds,
            that: compile(&which.that)?,
            among: compile(&which.among)?,
            chosen: compile(&which.chosen)?,
            asks: compile(&which.asks)?,
        })
    }
}

/// Returns the corrections of a text, sorted. `is_question` allows 那 ("that") to become 哪 ("which").
pub(super) fn corrections(text: &str, language: Language, is_question: bool) -> Vec<(Range<usize>, String)> {
    let mut found: Vec<(Range<usize>, String)> = Vec::new();
    // The rules are written in simplified characters. One that has another traditional form is right as it is.
    let plain = scale::simplified(text);
    let is_same = |span: &Range<usize>| text.get(span.clone()) == plain.get(span.clone());
    for (_, wrong, right) in RULES.confusions.iter().filter(|(of, ..)| *of == language) {
        let spans = wrong.captures_iter(&plain).filter_map(|hit| hit.name("x"));
        found.extend(spans.map(|span| (span.range(), right.clone())).filter(|(span, _)| is_same(span)));
    }
    if language == Language::Zh {
        for (wrong, right) in &RULES.compounds {
            found.extend(text.match_indices(wrong.as_str()).map(|(at, _)| (at..at + wrong.len(), right.clone())));
        }
    }
    if is_question && language == Language::Zh {
        found.extend(which(&plain).into_iter().map(|span| (span, "哪".to_owned())));
    }
    found.sort_by_key(|(span, _)| span.start);
    found
}

/// Finds 那 where only 哪 makes sense: after words that announce a choice, or in a question that asks nothing otherwise.
fn which(text: &str) -> Option<Range<usize>> {
    let last = |pattern: &Regex| pattern.captures_iter(text).last().and_then(|hit| hit.name("x")).map(|x| x.range());
    let among = last(&RULES.among).or_else(|| in_clause(text));
    let is_there = |x: &Range<usize>| {
        text[..x.start].ends_with(['们', '咱'])
            && ["那儿", "那里", "那边"].iter().any(|there| text[x.start..].starts_with(there))
    };
    among.or_else(|| last(&RULES.that).filter(|x| !RULES.asks.is_match(text) && !is_there(x)))
}

/// Finds 那 after a verb that asks for a choice, in a clause that asks nothing otherwise.
fn in_clause(text: &str) -> Option<Range<usize>> {
    let hit = RULES.chosen.captures_iter(text).last()?;
    let span = hit.name("x")?.range();
    let is_mark = |c: char| matches!(c, '，' | ',' | '。' | '？' | '?' | '！' | '；');
    let start = text[..span.start].rfind(is_mark).map_or(0, |at| at + 1);
    let start = (start..=span.start).find(|at| text.is_char_boundary(*at))?;
    let end = text[span.end..].find(is_mark).map_or(text.len(), |at| span.end + at);
    (!RULES.asks.is_match(&text[start..end])).then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corrected(text: &str) -> String {
        let mut text = text.to_owned();
        for (span, right) in corrections(&text.clone(), Language::Zh, true).into_iter().rev() {
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
            ("我们应该先做那个功能，你用什么软件？", "我们应该先做哪个功能，你用什么软件？"),
            ("自已购卖", "自己购买"),
        ] {
            assert_eq!(corrected(wrong), right);
        }
    }

    #[test]
    fn the_same_characters_stay_where_they_are_right() {
        for text in [
            "你喜欢那个新包装吗？",
            "我们选了那个新包装，你觉得怎么样？",
            "我们改了那款茶，你更喜欢哪个？",
            "那么你选哪个？",
            "你会在看电影时买爆米花吗？",
            "他做的蛋糕你喜欢吗？",
            "视觉的冲击重要吗？",
            "大象一样的杯子好看吗？",
            "诺曼底登陆是哪一年？",
            "旋转帐篷好吗？",
            "你们那儿管土豆叫啥",
        ] {
            assert_eq!(corrected(text), text);
        }
    }
}
