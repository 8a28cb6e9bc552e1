//! A text buffer written from top to bottom, which wraps, indents and pads by display width.

use console::Style;
use textwrap::Options;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{Screen, clean};

const MARGIN: &str = "  ";
const ELLIPSIS: char = '…';

pub(super) struct TextBuffer {
    screen: Screen,
    text: String,
}

impl TextBuffer {
    pub(super) fn new(screen: Screen) -> Self {
        Self { screen, text: String::new() }
    }

    /// Returns the columns inside the margins.
    pub(super) fn columns(&self) -> usize {
        self.screen.columns - 2 * MARGIN.len()
    }

    pub(super) fn blank(&mut self) {
        self.text.push('\n');
    }

    /// Writes a line verbatim; the caller has cleaned and fitted it.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(MARGIN);
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes wrapped text in one style.
    pub(super) fn paragraph(&mut self, text: &str, style: &Style) {
        self.hanging("", "", text, style);
    }

    /// Writes wrapped text whose first line starts with `first` and the others with `rest`, which must be equally
    /// wide.
    pub(super) fn hanging(&mut self, first: &str, rest: &str, text: &str, style: &Style) {
        let columns = self.columns().saturating_sub(first.width()).max(1);
        let text = clean(text);
        for (at, line) in textwrap::wrap(&text, Options::new(columns)).into_iter().enumerate() {
            let lead = if at == 0 { first } else { rest };
            self.line(&format!("{lead}{}", self.styled(&line, style)));
        }
    }

    pub(super) fn styled(&self, text: &str, style: &Style) -> String {
        style.clone().force_styling(self.screen.colours).apply_to(text).to_string()
    }

    pub(super) fn finished(self) -> String {
        self.text
    }
}

/// Returns the text in exactly `columns` columns: truncated with an ellipsis or padded with spaces.
pub(super) fn fitted(text: &str, columns: usize) -> String {
    let text = cut(text, columns);
    let fill = columns.saturating_sub(text.width());
    text + &" ".repeat(fill)
}

/// Truncates the text to at most `columns` columns, with an ellipsis.
pub(super) fn cut(text: &str, columns: usize) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut left = columns.saturating_sub(1);
    let fits = |c: &char| {
        let width = c.width().unwrap_or(0);
        let room = width <= left;
        left = left.saturating_sub(width);
        room
    };
    let mut kept: String = text.chars().take_while(fits).collect();
    kept.truncate(kept.trim_end().len());
    kept.push(ELLIPSIS);
    kept
}

/// Right-aligns the text in `columns` columns.
pub(super) fn right(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(text.width())))
}
