//! The form of an answer: tidying it for publication, and checking that it is plain text.

use icu_properties::CodePointMapData;
use icu_properties::props::Script;

use super::{Speaker, lists, normal, options};
use crate::text::is_invisible;

/// Pairs of quotation marks that may enclose an answer.
const QUOTES: [(char, char); 7] =
    [('"', '"'), ('“', '”'), ('\'', '\''), ('‘', '’'), ('«', '»'), ('「', '」'), ('『', '』')];

/// Collapses whitespace and strips one pair of enclosing quotation marks, which models often add.
pub(super) fn tidied(text: &str) -> String {
    let spaced = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut kept = String::with_capacity(spaced.len());
    for c in unquoted(&spaced).trim().chars() {
        // Full-width Chinese punctuation includes its space, so a space after it is dropped.
        if c != ' ' || !kept.ends_with(['，', '。', '！', '？', '；', '：', '、', '」', '』', '）']) {
            kept.push(c);
        }
    }
    kept
}

/// Returns whether the text could be spoken. Options are masked, since the client's may have any marks.
pub(super) fn is_plain(text: &str, speaker: &Speaker<'_>) -> bool {
    is_seen(text) && !lists::markup().is_in(&options::masked(&normal(text), speaker))
}

/// Returns whether the text could be spoken, with nothing masked.
pub(super) fn is_plain_throughout(text: &str) -> bool {
    is_seen(text) && !lists::markup().is_in(&normal(text))
}

/// Returns whether the text has no invisible, private-use or control character.
fn is_seen(text: &str) -> bool {
    !text.chars().any(|c| is_forbidden(c) || (c.is_control() && !c.is_whitespace()))
}

fn unquoted(text: &str) -> &str {
    let inside = |(open, close): &(char, char)| {
        let inside = text.strip_prefix(*open)?.strip_suffix(*close)?;
        // "Fast" and "light" begins and ends with a mark, but the two are not a pair.
        let is_pair =
            !inside.char_indices().any(|(at, c)| (c == *open || c == *close) && !is_apostrophe(inside, at, c));
        is_pair.then_some(inside)
    };
    QUOTES.iter().find_map(inside).unwrap_or(text)
}

/// Returns whether the mark at this position is inside a word, as in "don't".
fn is_apostrophe(text: &str, at: usize, mark: char) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + mark.len_utf8()..].chars().next();
    matches!(mark, '\'' | '’') && before.is_some_and(char::is_alphanumeric) && after.is_some_and(char::is_alphanumeric)
}

/// Returns whether a character is invisible, has no assigned meaning or is the replacement character. Joiners and
/// variation selectors are allowed, since emoji need them.
fn is_forbidden(c: char) -> bool {
    let makes_emoji = matches!(c, '\u{200C}' | '\u{200D}' | '\u{FE00}'..='\u{FE0F}');
    let has_no_meaning = matches!(c, '\u{E000}'..='\u{F8FF}' | '\u{F0000}'.. | '\u{FFFD}');
    has_no_meaning || (is_invisible(c) && !makes_emoji)
}

/// Returns whether a text has letters of other scripts, which may look like Latin ones.
pub(super) fn has_letters_beside(text: &str, scripts: &[Script]) -> bool {
    let script = CodePointMapData::<Script>::new();
    let is_own = |script: Script| [Script::Common, Script::Inherited].contains(&script) || scripts.contains(&script);
    text.chars().any(|c| c.is_alphabetic() && !is_own(script.get(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn space_is_made_single_and_gone_after_chinese_marks() {
        assert_eq!(tidied("  I like it.\n\nA\tlot.  "), "I like it. A lot.");
        assert_eq!(tidied("我喜欢。\n很顺口， 也便宜"), "我喜欢。很顺口，也便宜");
        assert_eq!(tidied("Well… “yes” and no"), "Well… “yes” and no");
    }

    #[test]
    fn letters_of_another_script_are_found_even_where_they_look_the_same() {
        assert!(has_letters_beside("I like Dr\u{456}ft", &[Script::Latin]), "a Cyrillic i");
        assert!(has_letters_beside("我喜欢 λόγος", &[Script::Latin, Script::Han]));
        for own in ["¿Qué tal? 👩‍👧 It’s 3 € – fine.", "Café № 5 ②"] {
            assert!(!has_letters_beside(own, &[Script::Latin]), "{own}");
        }
    }

    #[test]
    fn one_pair_of_quotation_marks_around_an_answer_goes() {
        for quoted in ["\"I don't mind\"", "“I don't mind”", "'I don't mind'", "‘I don't mind’", "« I don't mind »"]
        {
            assert_eq!(tidied(quoted), "I don't mind");
        }
        assert_eq!(tidied("「我觉得还行」"), "我觉得还行");
        assert_eq!(tidied("\"“I like it”\""), "“I like it”");
    }

    #[test]
    fn quotation_marks_that_are_no_pair_around_the_answer_stay() {
        for text in ["\"Fast\" is what I call \"good\"", "“快”和“好”", "I call it \"good\"", "\"I like it", "\""]
        {
            assert_eq!(tidied(text), text);
        }
    }
}
