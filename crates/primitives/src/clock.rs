//! The one place that reads the system clock. Other code gets a
//! `Clock` as an argument, so that tests can stop time or move it.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Milliseconds since the Unix epoch, as the database keeps them.
pub type UnixMs = i64;
/// Milliseconds of a day.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, Clone)]
pub enum Clock {
    System,
    /// Stands still until a test moves it.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    pub fn manual(at: UnixMs) -> Self {
        Self::Manual(Arc::new(AtomicI64::new(at)))
    }

    #[allow(clippy::disallowed_methods)] // The rule sends all other code here.
    pub fn now(&self) -> UnixMs {
        match self {
            // A clock before 1970 is misconfigured; zero keeps the service running.
            Self::System => SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, duration_ms),
            Self::Manual(at) => at.load(Ordering::SeqCst),
        }
    }

    /// Moves a manual clock; has no effect on the system clock.
    pub fn advance(&self, by: Duration) {
        if let Self::Manual(at) = self {
            at.fetch_add(duration_ms(by), Ordering::SeqCst);
        }
    }
}

pub fn duration_ms(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}
