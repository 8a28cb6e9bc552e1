//! Progress over survey cases on standard error: a bar on a terminal, occasional lines elsewhere.

use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::note;

const BAR: &str = "{spinner} {wide_bar} {pos} of {len} cases, {eta} left";
const TICK: Duration = Duration::from_millis(200);
/// Without a terminal, a line is printed each time this many more percent are done.
const LINE_EVERY_PERCENT: u64 = 10;

pub(super) struct CaseProgress {
    bar: ProgressBar,
    is_shown: bool,
}

impl CaseProgress {
    pub(super) fn new(cases: usize) -> Self {
        let is_shown = std::io::stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(cases as u64), target).with_style(style);
        if is_shown {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, is_shown }
    }

    /// Counts one more case.
    pub(super) fn advance(&self) {
        self.bar.inc(1);
        let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(1).max(1));
        let step = |done: u64| done * 100 / total / LINE_EVERY_PERCENT;
        if !self.is_shown && step(done) > step(done - 1) {
            note(&format!("{done} of {total} cases, {} left", HumanDuration(self.bar.eta())));
        }
    }

    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}
