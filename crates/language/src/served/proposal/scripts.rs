//! The scripts that a text is written in.

use std::collections::BTreeSet;

use super::super::language;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Script {
    Latin,
    Han,
    Greek,
    Cyrillic,
    Arabic,
    Kana,
    Hangul,
    Emoji,
    Other,
}

pub(super) fn of(text: &str) -> BTreeSet<Script> {
    text.chars().filter_map(script).collect()
}

fn script(c: char) -> Option<Script> {
    match c {
        _ if language::is_han(c) => Some(Script::Han),
        '\u{1F000}'..='\u{1FAFF}' | '\u{2600}'..='\u{27BF}' => Some(Script::Emoji),
        _ if !c.is_alphabetic() => None,
        '\0'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' | '\u{FF21}'..='\u{FF5A}' => Some(Script::Latin),
        '\u{370}'..='\u{3FF}' => Some(Script::Greek),
        '\u{400}'..='\u{52F}' => Some(Script::Cyrillic),
        '\u{590}'..='\u{8FF}' => Some(Script::Arabic),
        '\u{3040}'..='\u{30FF}' => Some(Script::Kana),
        '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7AF}' => Some(Script::Hangul),
        _ => Some(Script::Other),
    }
}
