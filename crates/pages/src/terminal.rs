//! The report's summary in a terminal, laid out for a width, with or without colour. Rendering is a pure function of
//! the result. Text from clients and models is untrusted: control sequences are removed first.

mod chart;
mod clean;
mod comparison;
mod cross;
mod people;
mod summary;
mod text_buffer;

use console::{Style, Term};

pub use clean::{clean, safe, safe_styled};
pub use comparison::comparison;
pub use summary::summary;

/// Space between columns.
const GAP: &str = "  ";
/// Used if standard output is a file or a pipe and has no width.
const COLUMNS_DEFAULT: usize = 80;
/// Narrower terminals get lines of this width and wrap them themselves.
const COLUMNS_MIN: usize = 40;
/// Longer lines are hard to read.
const COLUMNS_MAX: usize = 100;

/// The width and colour support of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    pub columns: usize,
    pub colours: bool,
}

impl Screen {
    /// Detects standard output. A pipe or `NO_COLOR` disables colours.
    pub fn of_stdout() -> Self {
        let columns = Term::stdout().size_checked().map_or(COLUMNS_DEFAULT, |(_, columns)| usize::from(columns));
        Self { columns: columns.clamp(COLUMNS_MIN, COLUMNS_MAX), colours: console::colors_enabled() }
    }
}

fn bold() -> Style {
    Style::new().bold()
}

fn quiet() -> Style {
    Style::new().dim()
}

#[cfg(test)]
mod tests;
