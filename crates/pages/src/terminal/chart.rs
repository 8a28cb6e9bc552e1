//! Bars with their intervals, in cells of a terminal. Solid up to the interval's low end, dark up to the share, light
//! up to the high end: it reads the same without colour.

pub(super) const SOLID: char = '█';
pub(super) const DARK: char = '▓';
pub(super) const LIGHT: char = '░';

/// A bar of so many cells, of which `full` is the whole: what is surely there, then what is likely, then what may be.
pub(super) struct Bar {
    pub(super) solid: String,
    pub(super) dark: String,
    pub(super) light: String,
}

impl Bar {
    pub(super) fn new(share: f64, interval: [f64; 2], full: f64, cells: usize) -> Self {
        let cell = |fraction: f64| ((fraction / full).clamp(0.0, 1.0) * cells as f64).round() as usize;
        let to_share = cell(share);
        // An interval that rounding has put beside its share must not make the bar shorter or longer than the share.
        let (low, high) = (cell(interval[0]).min(to_share), cell(interval[1]).max(to_share));
        let run = |of: char, cells: usize| of.to_string().repeat(cells);
        Self { solid: run(SOLID, low), dark: run(DARK, to_share - low), light: run(LIGHT, high - to_share) }
    }

    pub(super) fn cells(&self) -> usize {
        [&self.solid, &self.dark, &self.light].into_iter().map(|part| part.chars().count()).sum()
    }
}
