//! Removes invisible characters that have no effect. Joiners stay inside emoji and in scripts that use them, and
//! direction marks stay in texts with right-to-left letters.

/// Returns the text without the invisible characters that have no effect in it.
pub(super) fn removed(text: &str) -> String {
    let runs_left = text.chars().any(is_right_to_left);
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    let mut is_in_flag = false;
    while let Some(c) = rest.next() {
        let before = kept.chars().next_back();
        let after = rest.peek().copied();
        // The flag of a region is a black flag followed by tag characters.
        is_in_flag = c == '\u{1F3F4}' || is_in_flag && is_tag(c);
        let is_idle = match c {
            '\u{200B}' | '\u{FEFF}' | '\u{2060}'..='\u{2064}' | '\u{AD}' | '\u{206A}'..='\u{206F}' => true,
            '\u{200C}' | '\u{200D}' => !(before.is_some_and(needs_joiners) && after.is_some_and(needs_joiners)),
            '\u{200E}' | '\u{200F}' | '\u{61C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => !runs_left,
            '\u{E0000}'..='\u{E007F}' => !is_in_flag,
            _ => false,
        };
        if !is_idle {
            kept.push(c);
        }
    }
    kept
}

fn is_tag(c: char) -> bool {
    matches!(c, '\u{E0020}'..='\u{E007F}')
}

/// Returns whether joiners may affect a character: it is not Latin, Greek, Cyrillic or East Asian. Emoji, Arabic,
/// Indic scripts and combining marks are examples.
fn needs_joiners(c: char) -> bool {
    let is_plain =
        matches!(c, '\0'..='\u{24F}' | '\u{370}'..='\u{52F}' | '\u{1E00}'..='\u{1FFF}' | '\u{2010}'..='\u{205F}');
    let is_east_asian = matches!(c, '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{FF00}'..='\u{FFEF}' | '\u{20000}'..='\u{3FFFF}');
    !is_plain && !is_east_asian && !c.is_whitespace()
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shows_nothing_goes() {
        assert_eq!(removed("\u{FEFF}Wh\u{200B}ich\u{AD} on\u{200D}e\u{202E}?\u{E0041}\u{E0042}"), "Which one?");
    }

    #[test]
    fn emoji_flags_persian_hindi_and_directions_stay_whole() {
        for text in [
            "👩‍👩‍👧 ❤️‍🔥",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "می\u{200C}خواهم",
            "क्\u{200D}ष",
            "\u{2067}שלום\u{2069} abc",
        ] {
            assert_eq!(removed(text), text);
        }
    }
}
