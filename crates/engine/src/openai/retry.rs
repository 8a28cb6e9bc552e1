//! Limits of retries: the tries and the time of one call, and budgets of retries and hedged requests that all calls
//! share, so that a failing server is not flooded.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::fault::Fault;

/// Tries of one call; those that failed because of overload don't count.
const TRIES_MAX: u32 = 4;
/// Longest duration of one call, as a multiple of the configured timeout and without the time in the queue. No
/// deadline exceeds the timeout, so all tries fit, and an overloaded server can be waited out.
const CALL_TIMEOUTS_MAX: u32 = 4;
/// Factor by which the deadline grows after each try of a call that timed out. The fourth try has 64 times the first
/// deadline, up to the timeout, so that an unusually slow answer arrives in the end.
const STRETCH: u32 = 4;
const BACKOFF_DOUBLINGS_MAX: u32 = 4;
/// Retries and hedged requests that each call adds to the shared budgets.
const RETRIES_PER_CALL: f64 = 0.2;
const HEDGES_PER_CALL: f64 = 0.1;
/// Most hedged requests that can be saved up: about as many as calls may hang at once.
const HEDGES_LEFT_MAX: f64 = 10.0;

/// A token bucket shared by all calls: each call adds `per_call`, and each request beyond its first spends 1.
#[derive(Debug)]
pub(super) struct RetryBudget {
    left: Mutex<f64>,
    left_max: f64,
    per_call: f64,
}

impl RetryBudget {
    /// Creates the retry budget, full at first. Its capacity is twice the largest window, which is what a server uses
    /// up that rejects all calls while the window is halved down to 1.
    pub(super) fn of_retries(calls_max: usize) -> Self {
        let left_max = 2.0 * calls_max.max(4) as f64;
        Self { left: Mutex::new(left_max), left_max, per_call: RETRIES_PER_CALL }
    }

    /// Creates the budget of hedged requests, empty at first, so
    /// that at most one in ten of the calls so far was hedged.
    pub(super) fn of_hedges() -> Self {
        Self { left: Mutex::new(0.0), left_max: HEDGES_LEFT_MAX, per_call: HEDGES_PER_CALL }
    }

    pub(super) fn earn(&self) {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        *left = (*left + self.per_call).min(self.left_max);
    }

    pub(super) fn spend(&self) -> bool {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let is_enough = *left >= 1.0;
        if is_enough {
            *left -= 1.0;
        }
        is_enough
    }
}

/// The tries and the time that one call has left.
pub(super) struct RetryState {
    timeout: Duration,
    left: Duration,
    backoff: Duration,
    tries_left: u32,
    doublings: u32,
    timed_out: u32,
    jitter: ChaCha8Rng,
}

impl RetryState {
    pub(super) fn new(timeout: Duration, backoff: Duration, jitter: ChaCha8Rng) -> Self {
        let left = timeout * CALL_TIMEOUTS_MAX;
        Self { timeout, left, backoff, tries_left: TRIES_MAX - 1, doublings: 0, timed_out: 0, jitter }
    }

    /// Returns the deadline of the call's next try, where a first try would have `deadline`.
    pub(super) fn stretched(&self, deadline: Duration) -> Duration {
        (deadline * STRETCH.pow(self.timed_out)).min(self.timeout)
    }

    pub(super) fn left(&self) -> Duration {
        self.left
    }

    pub(super) fn used(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time);
    }

    /// Returns the backoff before the next try, with jitter; `None` if the call must not be retried.
    pub(super) fn wait(&mut self, fault: &Fault, budget: &RetryBudget) -> Option<Duration> {
        if !fault.is_transient_fault() {
            return None;
        }
        if !matches!(fault, Fault::Overloaded { .. }) {
            self.tries_left = self.tries_left.checked_sub(1)?;
        }
        if matches!(fault, Fault::TimedOut { .. }) {
            self.timed_out += 1;
        }
        let wait = self.backoff * 2_u32.pow(self.doublings);
        self.doublings = (self.doublings + 1).min(BACKOFF_DOUBLINGS_MAX);
        let wait = wait.mul_f64(self.jitter.random_range(0.5..1.0));
        self.left = self.left.checked_sub(wait).filter(|left| !left.is_zero())?;
        budget.spend().then_some(wait)
    }
}

#[cfg(test)]
mod tests {
    use foundation::chance::stream;

    use super::super::fault::BrokenAt;
    use super::super::features::Denial;
    use super::*;

    fn retry_state() -> RetryState {
        RetryState::new(Duration::from_secs(1), Duration::from_millis(100), stream(1, "test"))
    }

    fn broken() -> Fault {
        Fault::Broken { message: "HTTP 500".to_owned(), place: BrokenAt::Later }
    }

    #[test]
    fn waits_double_and_end_with_the_tries() {
        let (mut retry_state, budget) = (retry_state(), RetryBudget::of_retries(64));
        let waits: Vec<u128> =
            std::iter::from_fn(|| retry_state.wait(&broken(), &budget)).map(|w| w.as_millis()).collect();
        assert_eq!(waits.len(), 3);
        for (wait, most) in waits.into_iter().zip([100, 200, 400]) {
            assert!((most / 2..=most).contains(&wait), "{wait} of {most}");
        }
    }

    #[test]
    fn an_overloaded_server_is_waited_for_until_the_longest_wait_is_used_up() {
        let (mut retry_state, budget) = (retry_state(), RetryBudget::of_retries(64));
        let busy = Fault::Overloaded { message: "HTTP 429".to_owned(), wait: None };
        let waits: Duration = std::iter::from_fn(|| retry_state.wait(&busy, &budget)).sum();
        assert!((Duration::from_secs(2)..=Duration::from_secs(4)).contains(&waits), "{waits:?}");
        retry_state.used(Duration::from_secs(9));
        assert_eq!((retry_state.left(), retry_state.wait(&busy, &budget)), (Duration::ZERO, None));
    }

    #[test]
    fn a_permanent_fault_is_given_no_wait() {
        for fault in
            [Fault::Denied { message: String::new(), denial: Denial::Key }, Fault::Rejected { message: String::new() }]
        {
            assert_eq!(retry_state().wait(&fault, &RetryBudget::of_retries(64)), None);
        }
    }

    #[test]
    fn each_try_that_times_out_gives_the_next_more_time_up_to_what_was_set() {
        let mut retry_state = RetryState::new(Duration::from_secs(60), Duration::from_millis(100), stream(1, "test"));
        let budget = RetryBudget::of_retries(64);
        let mut deadlines = Vec::new();
        loop {
            let deadline = retry_state.stretched(Duration::from_secs(2));
            deadlines.push(deadline.as_secs());
            retry_state.used(deadline);
            let timeout_ms = u64::try_from(deadline.as_millis()).unwrap();
            if retry_state.wait(&Fault::TimedOut { timeout_ms }, &budget).is_none() {
                break;
            }
        }
        assert_eq!(deadlines, [2, 8, 32, 60]);
        assert!(retry_state.left() > Duration::from_secs(60), "and all of it is within four timeouts");
    }

    #[test]
    fn at_most_one_call_in_ten_has_a_copy() {
        let budget = RetryBudget::of_hedges();
        let copied = |calls: u32| {
            let copied = (0..calls).filter(|_| {
                budget.earn();
                budget.spend()
            });
            copied.count()
        };
        assert_eq!(copied(9), 0);
        assert!((95..=100).contains(&copied(991)));
        (0..1_000).for_each(|_| budget.earn());
        assert_eq!((0..100).filter(|_| budget.spend()).count(), 10, "a quiet time saves up few");
    }

    #[test]
    fn all_calls_together_try_again_for_at_most_a_fifth_of_the_calls() {
        let budget = RetryBudget::of_retries(4);
        let retried = |calls: u32| {
            let tried = (0..calls).filter(|_| {
                budget.earn();
                retry_state().wait(&broken(), &budget).is_some()
            });
            tried.count()
        };
        assert!((8..=10).contains(&retried(9)), "the filling");
        assert!((180..=220).contains(&retried(1000)));
    }
}
