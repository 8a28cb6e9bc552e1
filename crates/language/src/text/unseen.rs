//! Invisible characters. A text of nothing else is blank, and texts that differ in nothing else are equal. Some
//! matter in context: joiners combine emoji, and tag characters form the flags of regions.

use icu_properties::CodePointSetData;
use icu_properties::props::{DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic};

const JOINER: char = '\u{200D}';
const BLACK_FLAG: char = '\u{1F3F4}';
const BRAILLE_BLANK: char = '\u{2800}';

/// Returns whether a character shows nothing by itself: Unicode's default ignorable code points, interlinear
/// annotation marks and the Braille blank.
pub fn is_invisible(c: char) -> bool {
    // A fast path, since nearly all characters are visible.
    let is_plain = matches!(c, ' '..='~' | '\u{4E00}'..='\u{9FFF}');
    !is_plain
        && (CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
            || matches!(c, BRAILLE_BLANK | '\u{FFF9}'..='\u{FFFB}'))
}

/// Returns whether a text has no visible character.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Returns the visible part of a text, for comparison only. Joiners inside an emoji and the tags of a flag are kept;
/// a Braille blank becomes a space. Do not display it: in some scripts joiners change the shape of letters.
pub fn seen(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars();
    let mut is_in_flag = false;
    while let Some(c) = rest.next() {
        is_in_flag = c == BLACK_FLAG || is_in_flag && is_tag(c);
        let joins = || {
            let after = rest.clone().find(|next| !is_invisible(*next));
            c == JOINER && kept.chars().next_back().is_some_and(is_pictured) && after.is_some_and(is_pictured)
        };
        match c {
            BRAILLE_BLANK => kept.push(' '),
            c if !is_invisible(c) || is_in_flag || joins() => kept.push(c),
            _ => {}
        }
    }
    kept
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0020}'..='\u{E007F}')
}

fn is_pictured(c: char) -> bool {
    CodePointSetData::new::<ExtendedPictographic>().contains(c) || CodePointSetData::new::<EmojiModifier>().contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_nothing_is_blank_and_what_shows_something_is_not() {
        for blank in
            ["", " \t\u{3000}", "\u{200B}", "\u{2060}\u{AD}", "\u{3164}\u{115F}", "\u{FE0F}", "\u{2800} \u{FEFF}"]
        {
            assert!(is_blank(blank), "{blank:?}");
        }
        for seen in ["a", "界", "🏴\u{E0067}\u{E007F}", "\u{200B}.", "می\u{200C}", "\u{301}"] {
            assert!(!is_blank(seen), "{seen:?}");
        }
    }

    #[test]
    fn texts_that_look_the_same_are_seen_as_the_same() {
        for hidden in ["\u{200B}", "\u{200D}", "\u{200C}", "\u{AD}", "\u{2060}", "\u{FE0F}", "\u{E0041}", "\u{202E}"] {
            assert_eq!(seen(&format!("{hidden}Te{hidden}a{hidden}")), "Tea", "{hidden:?}");
        }
        assert_eq!(seen("❤\u{FE0F}"), seen("❤"));
        assert_eq!(seen("🍎\u{200D}"), seen("🍎"));
    }

    #[test]
    fn emoji_and_flags_that_look_different_stay_different() {
        for text in ["👩‍👩‍👧", "👩🏽‍🚒", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"]
        {
            assert_eq!(seen(text), text);
        }
        assert_ne!(seen("❤️‍🔥"), seen("❤️🔥"));
        assert_ne!(seen("👩‍👧"), seen("👩👧"));
    }
}
