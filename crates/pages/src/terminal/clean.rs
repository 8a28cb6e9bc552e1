//! Takes out of a text whatever a terminal would act on instead of showing it.

/// Stands for a character that was taken out.
const REPLACED: char = '\u{fffd}';
/// Begins a sequence that a terminal obeys.
const ESCAPE: char = '\u{1b}';

/// One line of visible text: no escape sequences, no control characters, nothing that reorders or hides its neighbours.
pub fn clean(text: &str) -> String {
    let visible = console::strip_ansi_codes(text);
    let line: String = visible.chars().filter_map(shown).collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same lines, with a mark in place of each character that a terminal would obey: control characters but the end of a
/// line and the tabulator, and those that change the direction of others. What commands print for people goes through
/// here, whoever wrote it.
pub fn safe(text: &str) -> String {
    text.replace("\r\n", "\n").chars().map(|c| if steers(c) { REPLACED } else { c }).collect()
}

/// The same, but with the sequences that set colour and weight, which a summary is laid out with.
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

/// Where a sequence that sets a style ends: `[`, figures with `;` between them, `m`.
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
        // Marks and overrides of direction, and characters of no width that only hide.
        '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}' => None,
        c => Some(c),
    }
}
