//! Neutralises control characters and escape sequences in text for a terminal.

/// Stands in for a removed character.
const REPLACED: char = '\u{fffd}';
/// Starts a terminal escape sequence.
const ESCAPE: char = '\u{1b}';

/// Returns one line of visible text, without escape sequences, control characters and invisible or bidirectional
/// formatting characters.
pub fn clean(text: &str) -> String {
    let visible = console::strip_ansi_codes(text);
    let line: String = visible.chars().filter_map(shown).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Replaces each control or bidirectional formatting character except line feed and tab. All human-readable command
/// output goes through this function, whatever its source.
pub fn safe(text: &str) -> String {
    text.replace("\r\n", "\n").chars().map(|c| if steers(c) { REPLACED } else { c }).collect()
}

/// Like [`safe`], but keeps the escape sequences that set colour and weight.
pub fn safe_styled(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut safe_text = parts.next().map_or_else(String::new, safe);
    for part in parts {
        match style_end(part) {
            Some(end) => {
                safe_text.push(ESCAPE);
                safe_text.push_str(&part[..end]);
                safe_text.push_str(&safe(&part[end..]));
            }
            None => {
                safe_text.push(REPLACED);
                safe_text.push_str(&safe(part));
            }
        }
    }
    safe_text
}

/// Returns where an SGR sequence (`[`, digits and `;`, `m`) ends.
fn style_end(after_escape: &str) -> Option<usize> {
    let figures = after_escape.strip_prefix('[')?;
    let end = figures.find(|c: char| !(c.is_ascii_digit() || c == ';'))?;
    figures[end..].starts_with('m').then_some(end + "[m".len())
}

fn steers(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && c != '\n' && c != '\t') || turns || matches!(c, '\u{2028}' | '\u{2029}')
}

fn shown(c: char) -> Option<char> {
    match c {
        '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some(' '),
        c if c.is_control() => None,
        // Bidirectional formatting and zero-width characters.
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => None,
        c => Some(c),
    }
}
