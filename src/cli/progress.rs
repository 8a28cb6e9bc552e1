//! Progress of a report on standard error: stages and a bar on a terminal, occasional lines elsewhere.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use console::Term;
use foundation::Language;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::note;
use crate::ask::Event;
use pipeline::Stage;

const SPINNER: &str = "  {spinner:.cyan} {prefix}";
/// Maximum columns for stage, count and remaining time beside the bar, in all languages.
const BESIDE_BAR_COLUMNS: usize = 72;
const BAR_CELLS_MIN: usize = 8;
const BAR_CELLS_MAX: usize = 28;
const BAR_CHARACTERS: &str = "█▉▊▋▌▍▎▏ ";
const TICK: Duration = Duration::from_millis(100);
/// Without a terminal, a line is printed each time this many more percent are done.
const LINE_EVERY_PERCENT: u32 = 10;
/// The remaining time is shown only after this long and this much work. The first respondents also wait for shared
/// computation, so early estimates are too high.
const FORECAST_AFTER: Duration = Duration::from_secs(2);
const FORECAST_FROM_PERCENT: u32 = 10;
const SECONDS_SHOWN_MAX: u64 = 90;

pub struct Progress {
    language: Language,
    /// Whether the report is made on this machine. Then initial progress comes from an earlier run.
    is_here: bool,
    bar: ProgressBar,
    is_shown: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    stage: String,
    done: u32,
    /// Progress when this run began.
    before: u32,
    is_begun: bool,
    is_analysing: bool,
}

impl Progress {
    /// For a report made on this machine.
    pub fn here(language: Language) -> Self {
        Self::new(language, true)
    }

    /// For a report made by a server.
    pub fn elsewhere(language: Language) -> Self {
        Self::new(language, false)
    }

    fn new(language: Language, is_here: bool) -> Self {
        let is_shown = std::io::stderr().is_terminal();
        let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if is_shown {
            bar.enable_steady_tick(TICK);
        }
        Self { language, is_here, bar, is_shown, state: Mutex::new(State::default()) }
    }

    pub fn opening(&self) {
        self.enter(&mut self.state(), "terminal-opening", SPINNER);
    }

    pub fn queued(&self) {
        self.enter(&mut self.state(), "terminal-queued", SPINNER);
    }

    pub fn on_event(&self, event: Event) {
        let mut state = self.state();
        match event {
            Event::Entered(Stage::GeneratingQuestionnaire) => self.enter(&mut state, "terminal-designing", SPINNER),
            // A server also reports the analysis as sampling.
            Event::Entered(Stage::Sampling) if state.is_analysing => {}
            Event::Entered(Stage::Sampling) => self.enter(&mut state, "terminal-asking", &bar_template()),
            Event::Answered { done, total } => self.answered(&mut state, done, total),
            Event::WaitingForEngine => self.enter(&mut state, "terminal-waiting-for-engine", SPINNER),
        }
    }

    pub fn end(&self) {
        self.bar.finish_and_clear();
    }

    fn enter(&self, state: &mut State, id: &str, template: &str) {
        let stage = wording::say(self.language, id, &[]);
        if state.stage == stage {
            return;
        }
        if self.is_shown {
            if !state.stage.is_empty() {
                self.bar.println(format!("  ✓ {}", state.stage));
            }
            self.bar.set_style(style(template));
            self.bar.set_prefix(stage.clone());
        } else {
            note(&stage);
        }
        state.stage = stage;
    }

    fn answered(&self, state: &mut State, done: u32, total: u32) {
        let before = std::mem::replace(&mut state.done, done);
        if state.is_begun {
            self.bar.set_position(done.into());
        } else {
            (state.is_begun, state.before) = (true, done);
            self.begin(done, total);
        }
        let step = |done: u32| done * 100 / total.max(1) / LINE_EVERY_PERCENT;
        if self.is_shown {
            self.bar.set_message(self.pace(state, total));
        } else if step(done) > step(before) {
            note(&self.pace(state, total));
        }
        if done == total && total > 0 && !state.is_analysing {
            state.is_analysing = true;
            self.enter(state, "terminal-analysing", SPINNER);
        }
    }

    /// Starts the clock at the current progress, since work of an earlier run says nothing about this one's pace.
    fn begin(&self, done: u32, total: u32) {
        self.bar.set_length(total.into());
        self.bar.set_position(done.into());
        self.bar.reset_elapsed();
        if done > 0 && self.is_here {
            let resumed =
                wording::say(self.language, "terminal-resumed", &[("percent", self.percent(done, total).into())]);
            if self.is_shown { self.bar.println(format!("  {resumed}")) } else { note(&resumed) }
        }
    }

    fn pace(&self, state: &State, total: u32) -> String {
        let percent = self.percent(state.done, total);
        let done = wording::say(self.language, "terminal-done", &[("percent", percent.into())]);
        let (made, left) = (state.done.saturating_sub(state.before), total.saturating_sub(state.done));
        let Some(left) = forecast(self.bar.elapsed(), made, left) else { return done };
        let (unit, n) = match left.as_secs() {
            seconds @ ..=SECONDS_SHOWN_MAX => ("terminal-seconds", seconds.max(1)),
            seconds => ("terminal-minutes", seconds.div_ceil(60)),
        };
        let time = wording::say(self.language, unit, &[("n", n.to_string().into())]);
        format!("{done} · {}", wording::say(self.language, "terminal-left", &[("time", time.into())]))
    }

    fn percent(&self, done: u32, total: u32) -> String {
        wording::percent(self.language, f64::from(done) / f64::from(total.max(1)))
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Estimates the remaining time from this run's mean pace. A recent average would fluctuate, since respondents with
/// cached prompts finish at once.
fn forecast(elapsed: Duration, made: u32, left: u32) -> Option<Duration> {
    let is_early = elapsed < FORECAST_AFTER || made * 100 < (made + left) * FORECAST_FROM_PERCENT;
    if is_early || made == 0 || left == 0 { None } else { Some(elapsed * left / made) }
}

/// Returns a template whose bar leaves space for the text. Text that still does not fit is truncated, not wrapped.
fn bar_template() -> String {
    let columns = usize::from(Term::stderr().size().1);
    let cells = columns.saturating_sub(BESIDE_BAR_COLUMNS).clamp(BAR_CELLS_MIN, BAR_CELLS_MAX);
    format!("  {{spinner:.cyan}} {{prefix}}  {{bar:{cells}.cyan/dim}}  {{wide_msg}}")
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style.progress_chars(BAR_CHARACTERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_as_the_mean_pace_says() {
        let after = |seconds| forecast(Duration::from_secs(seconds), 40, 60);
        assert_eq!(after(20), Some(Duration::from_secs(30)));
        assert_eq!(after(1), None, "too soon");
    }

    #[test]
    fn nothing_is_foretold_from_the_first_few_or_when_all_is_done() {
        assert_eq!(forecast(Duration::from_secs(60), 9, 91), None);
        assert!(forecast(Duration::from_secs(60), 10, 90).is_some());
        assert_eq!(forecast(Duration::from_secs(60), 0, 0), None);
        assert_eq!(forecast(Duration::from_secs(60), 100, 0), None);
    }
}
