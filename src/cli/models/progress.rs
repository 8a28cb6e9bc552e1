//! The progress of a pull, on standard error.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use indicatif::{HumanBytes, ProgressBar, ProgressStyle};

use crate::cli::output::note;
use models::PullEvent;
use pages::terminal::clean;

const BAR: &str = "{spinner} {wide_bar} {bytes} of {total_bytes}, {msg}";
const TICK: Duration = Duration::from_millis(200);
/// Without a terminal, a line is printed each time this many more percent are done.
const LINE_EVERY_PERCENT: u64 = 10;

/// Shows download progress on standard error: a bar on a terminal, occasional lines elsewhere.
pub(super) struct PullProgress {
    name: String,
    bar: Option<ProgressBar>,
    bytes_total: OnceLock<u64>,
    bytes_received: AtomicU64,
}

impl PullProgress {
    pub(super) fn new(name: &str) -> Arc<Self> {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(0).with_style(style).with_message(clean(&format!("fetching {name}")));
            bar.enable_steady_tick(TICK);
            bar
        });
        Arc::new(Self { name: name.to_owned(), bar, bytes_total: OnceLock::new(), bytes_received: AtomicU64::new(0) })
    }

    pub(super) fn show(&self, event: PullEvent) {
        match event {
            PullEvent::Trying { source, failed } => self.print_line(&match failed {
                None => format!("{}: trying {source}", self.name),
                Some(failed) => format!("{}: {failed}; trying {source}", self.name),
            }),
            PullEvent::Begun { bytes_total, bytes_here } => {
                self.bytes_received.store(bytes_here, Ordering::Relaxed);
                match &self.bar {
                    Some(bar) => {
                        bar.set_length(bytes_total);
                        bar.set_position(bytes_here);
                    }
                    // A retried download starts again; one line is enough.
                    None if self.bytes_total.get().is_none() => {
                        note(&format!("fetching {} ({})", self.name, HumanBytes(bytes_total)));
                    }
                    None => {}
                }
                self.bytes_total.get_or_init(|| bytes_total);
            }
            PullEvent::Arrived { bytes } => {
                let before = self.bytes_received.fetch_add(bytes, Ordering::Relaxed);
                let bytes_total = self.bytes_total.get().copied().unwrap_or(0).max(1);
                let step = |bytes: u64| bytes * 100 / bytes_total / LINE_EVERY_PERCENT;
                match &self.bar {
                    Some(bar) => bar.inc(bytes),
                    None if step(before + bytes) > step(before) => {
                        note(&format!("{}: {} of {}", self.name, HumanBytes(before + bytes), HumanBytes(bytes_total)));
                    }
                    None => {}
                }
            }
            PullEvent::Checking => match &self.bar {
                Some(bar) => bar.set_message("checking"),
                None => note(&format!("checking {}", self.name)),
            },
        }
    }

    /// Prints a line above the bar.
    fn print_line(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| note(line)),
            None => note(line),
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
