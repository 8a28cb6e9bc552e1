//! Takes out of a text whatever a terminal would act on instead of showing it.

/// One line of visible text: no escape sequences, no control characters, nothing that reorders or hides its neighbours.
pub fn clean(text: &str) -> String {
    let visible = console::strip_ansi_codes(text);
    let line: String = visible.chars().filter_map(shown).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shown(c: char) -> Option<char> {
    match c {
        '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        c if c.is_control() => None,
        // Marks and overrides of direction, and characters of no width that only hide.
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => None,
        c => Some(c),
    }
}
