//! Text layout for pictures: line breaking, and shrinking to fit a box. Character widths are estimated generously,
//! since an SVG is drawn with its viewer's fonts.

/// Line height, in em.
pub const LINE: f64 = 1.28;

/// A text broken into lines, with the font size in which it fits.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    pub size: f64,
    pub lines: Vec<String>,
}

impl Fitted {
    pub fn height(&self) -> f64 {
        self.lines.len() as f64 * self.size * LINE
    }
}

/// Returns the width of a character in em, as in the widest common fonts.
fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '!' | '\'' | '|' | ' ' => 0.36,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '…' | '—' => 1.0,
        'A'..='Z' => 0.75,
        ' '..='\u{24f}' => 0.62,
        // Hangul, CJK ideographs and full-width forms are one em wide.
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'.. => 1.0,
        _ => 0.75,
    }
}

/// Returns the width of a text in a font size.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// Whether a line may break after this character.
fn ends_a_line(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '/') || (c as u32 >= 0x2e80 && em(c) >= 1.0)
}

/// Returns the text on one line, without control characters and emoji, which fonts often lack.
pub fn plain(text: &str) -> String {
    let is_drawn = |c: &char| {
        let is_emoji = matches!(*c as u32, 0x2600..=0x27bf | 0x2b00..=0x2bff | 0x1f000.. | 0xfe00..=0xfe0f | 0x20e3);
        !c.is_control() && !is_emoji && *c != '\u{200d}'
    };
    let spaced: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(is_drawn).collect();
    spaced.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Breaks the text into lines no wider than `room`. It breaks inside a word only if the word alone is wider.
pub fn lines(text: &str, room: f64, size: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut left = room;
    for word in text.split_inclusive(ends_a_line) {
        if width(word.trim_end(), size) > left && left < room {
            lines.push(String::new());
            left = room;
        }
        for c in word.chars() {
            let wide = em(c) * size;
            if wide > left && left < room && !c.is_whitespace() {
                lines.push(String::new());
                left = room;
            }
            left -= wide;
            if let Some(line) = lines.last_mut() {
                line.push(c);
            }
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

/// Sets the text in the first of `sizes` in which it is no taller than `height`.
pub fn fit(text: &str, room: f64, height: f64, mut sizes: impl Iterator<Item = f64>) -> Option<Fitted> {
    sizes.find_map(|size| {
        let fitted = Fitted { size, lines: lines(text, room, size) };
        (fitted.height() <= height).then_some(fitted)
    })
}

/// Truncates to `lines_max` lines and ends the last one with an ellipsis if text was cut.
pub fn clipped(mut lines: Vec<String>, lines_max: usize, room: f64, size: f64) -> Vec<String> {
    if lines.len() <= lines_max {
        return lines;
    }
    lines.truncate(lines_max.max(1));
    if let Some(last) = lines.last_mut() {
        while !last.is_empty() && width(last, size) + size > room {
            last.pop();
        }
        *last = format!("{}…", last.trim_end());
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_hold_every_word_and_none_is_wider_than_its_room() {
        for text in ["short", &"word ".repeat(200), &"长".repeat(300), &"W".repeat(2000), "a-b/c 混合 mixed 文字"]
        {
            let text = plain(text);
            let lines = lines(&text, 400.0, 20.0);
            assert!(lines.iter().all(|line| width(line, 20.0) <= 400.0), "{lines:?}");
            let without_spaces = |text: &str| text.replace(' ', "");
            assert_eq!(without_spaces(&lines.concat()), without_spaces(&text));
        }
    }

    #[test]
    fn a_word_is_kept_whole_where_it_fits_a_line() {
        assert_eq!(lines("Which name fits best?", 110.0, 20.0), ["Which", "name fits", "best?"]);
    }

    #[test]
    fn what_is_clipped_says_so() {
        let lines = clipped(lines(&"word ".repeat(50), 200.0, 20.0), 2, 200.0, 20.0);
        assert!(lines.len() == 2 && lines[1].ends_with('…') && width(&lines[1], 20.0) <= 200.0, "{lines:?}");
    }

    #[test]
    fn a_line_has_letters_and_single_spaces_alone() {
        assert_eq!(plain("a\n\tb\u{0}  🏝️ c\u{a0}d"), "a b c d");
    }
}
