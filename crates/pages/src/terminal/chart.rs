//! Bars with intervals, in terminal cells: solid up to the interval's low end, dark up to the share, light up to the
//! high end. They read the same without colour.

pub(super) const SOLID: char = '█';
pub(super) const DARK: char = '▓';
pub(super) const LIGHT: char = '░';

/// A bar in which `full` fills all cells: up to the interval's low end, then to the share, then to the high end.
pub(super) struct Bar {
    pub(super) solid: String,
    pub(super) dark: String,
    pub(super) light: String,
}

impl Bar {
    pub(super) fn new(share: f64, interval: [f64; 2], full: f64, cells: usize) -> Self {
        let cell = |fraction: f64| ((fraction / full).clamp(0.0, 1.0) * cells as f64).round() as usize;
        let to_share = cell(share);
        // Rounding must not put an end of the interval on the wrong side of the share.
        let (low, high) = (cell(interval[0]).min(to_share), cell(interval[1]).max(to_share));
        let run = |of: char, cells: usize| of.to_string().repeat(cells);
        Self { solid: run(SOLID, low), dark: run(DARK, to_share - low), light: run(LIGHT, high - to_share) }
    }

    pub(super) fn cells(&self) -> usize {
        [&self.solid, &self.dark, &self.light].into_iter().map(|part| part.chars().count()).sum()
    }
}
