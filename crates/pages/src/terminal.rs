//! A report in the terminal: its summary laid out for a width, in colour or without. Pure: a result goes in, text comes
//! out. Text from clients and models is data here as everywhere: what could steer a terminal is taken out of it first.

mod chart;
mod clean;
mod paper;
mod people;
mod summary;

use console::{Style, Term};

pub use clean::{clean, safe, safe_styled};
pub use summary::summary;

/// Between what stands side by side.
const GAP: &str = "  ";
/// Where the other end has no width of its own, as a file or a pipe.
const COLUMNS_DEFAULT: usize = 80;
/// Narrower screens are written to as if they had this many; the terminal then breaks the lines.
const COLUMNS_MIN: usize = 40;
/// Longer lines are hard to read.
const COLUMNS_MAX: usize = 100;

/// What the other end can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    pub columns: usize,
    pub colours: bool,
}

impl Screen {
    /// Standard output as it is; `NO_COLOR` and a pipe have no colours.
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
