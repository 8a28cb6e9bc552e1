//! Limits how many calls are in flight. The window grows while latency holds, stays while latency rises, and is halved
//! when the server reports overload or answers no call in time. While the server asks for a pause, no call starts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use super::wire::CallKind;

const CALLS_AT_FIRST: usize = 16;
/// Latency above this multiple of the baseline means that the server is loaded.
const SLOWDOWN_MAX: f64 = 2.0;
/// Smoothing factor with which the baseline follows slower answers.
const BASELINE_DRIFT: f64 = 0.02;

/// What the outcome of a call says about the server's load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Load {
    Fine,
    TooMuch,
    /// The outcome says nothing about load.
    Unknown,
}

pub(super) struct Limiter {
    permits: Arc<Semaphore>,
    state: Mutex<State>,
}

struct State {
    window: Window,
    /// Permits in existence, less the `owed` ones.
    permits: usize,
    /// Permits to withdraw as their calls end, because the window shrank.
    owed: usize,
    paused_until: Option<Instant>,
}

/// A permit for one call in flight; returned on drop.
pub(super) struct CallPermit<'a> {
    limiter: &'a Limiter,
    permit: Option<OwnedSemaphorePermit>,
    begun: Instant,
}

impl Limiter {
    pub(super) fn new(calls_max: usize) -> Self {
        let window = Window::new(calls_max);
        let permits = window.size();
        let state = State { window, permits, owed: 0, paused_until: None };
        Self { permits: Arc::new(Semaphore::new(permits)), state: Mutex::new(state) }
    }

    /// Waits for a permit, and for a pause to end. If the pause lasts
    /// longer than `wait_max`, returns its length as the error.
    pub(super) async fn enter(&self, wait_max: Duration) -> Result<CallPermit<'_>, Duration> {
        // The semaphore is never closed, so there always is a permit.
        let permit = Arc::clone(&self.permits).acquire_owned().await.ok();
        // Dropping it returns the permit, also if the caller stops waiting.
        let mut call = CallPermit { limiter: self, permit, begun: Instant::now() };
        while let Some(until) = self.paused_until(call.begun) {
            if until - call.begun > wait_max {
                return Err(until - call.begun);
            }
            tokio::time::sleep_until(until).await;
            call.begun = Instant::now();
        }
        Ok(call)
    }

    /// Returns a permit if one is available without waiting.
    pub(super) fn enter_if_free(&self) -> Option<CallPermit<'_>> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let now = Instant::now();
        let call = CallPermit { limiter: self, permit: Some(permit), begun: now };
        // Two statements, so that the lock is never taken twice at once.
        let is_paused = self.paused_until(now).is_some();
        let is_owed = self.state().owed > 0;
        (!is_paused && !is_owed).then_some(call)
    }

    /// Starts no call for `wait`; a longer pause already in effect stays.
    pub(super) fn pause(&self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut state = self.state();
        state.paused_until = state.paused_until.max(Some(until));
    }

    /// Halves the window, because a call that began at `begun` timed out and no other call was answered either.
    pub(super) fn overloaded(&self, begun: Instant) {
        let mut state = self.state();
        state.window.overloaded(begun, Instant::now());
        self.resize(&mut state);
    }

    /// Returns the rest of the pause that the server asked for, if any.
    pub(super) fn pause_left(&self) -> Option<Duration> {
        let now = Instant::now();
        self.paused_until(now).map(|until| until - now)
    }

    fn paused_until(&self, now: Instant) -> Option<Instant> {
        self.state().paused_until.filter(|until| *until > now)
    }

    #[cfg(test)]
    pub(super) fn size(&self) -> usize {
        self.state().permits
    }

    #[cfg(test)]
    pub(super) fn free(&self) -> usize {
        self.permits.available_permits()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics between two writes to the state, so a poisoned lock is still consistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_back(&self, permit: Option<OwnedSemaphorePermit>) {
        let mut state = self.state();
        if state.owed > 0 {
            state.owed -= 1;
            drop(state);
            permit.into_iter().for_each(OwnedSemaphorePermit::forget);
        }
    }

    fn resize(&self, state: &mut State) {
        let size = state.window.size();
        if size < state.permits {
            state.owed += state.permits - size;
        } else {
            let wanted = size - state.permits;
            let forgiven = wanted.min(state.owed);
            state.owed -= forgiven;
            self.permits.add_permits(wanted - forgiven);
        }
        state.permits = size;
    }
}

impl CallPermit<'_> {
    /// Ends the call and adjusts the window to its outcome.
    pub(super) fn leave(self, kind: CallKind, load: Load) {
        let now = Instant::now();
        let mut state = self.limiter.state();
        let is_full = self.limiter.permits.available_permits() == 0;
        match load {
            Load::Fine => state.window.answered(kind, now - self.begun, is_full),
            Load::TooMuch => state.window.overloaded(self.begun, now),
            Load::Unknown => {}
        }
        self.limiter.resize(&mut state);
    }
}

impl Drop for CallPermit<'_> {
    fn drop(&mut self) {
        self.limiter.give_back(self.permit.take());
    }
}

/// The window's arithmetic: additive increase and multiplicative
/// decrease (AIMD), doubling per round until the first sign of load.
#[derive(Debug)]
struct Window {
    size: f64,
    size_max: f64,
    is_doubling: bool,
    /// Baseline latency in seconds, by kind of call.
    baseline: [Option<f64>; CallKind::COUNT],
    cut_at: Option<Instant>,
}

impl Window {
    fn new(calls_max: usize) -> Self {
        let size_max = calls_max.max(1) as f64;
        Self {
            size: size_max.min(CALLS_AT_FIRST as f64),
            size_max,
            is_doubling: true,
            baseline: [None; CallKind::COUNT],
            cut_at: None,
        }
    }

    fn size(&self) -> usize {
        self.size as usize
    }

    fn answered(&mut self, kind: CallKind, took: Duration, is_full: bool) {
        let took = took.as_secs_f64();
        let baseline = self.baseline[kind as usize].get_or_insert(took);
        *baseline = if took < *baseline { took } else { *baseline + BASELINE_DRIFT * (took - *baseline) };
        if took > SLOWDOWN_MAX * *baseline {
            self.is_doubling = false;
        } else if is_full {
            let step = if self.is_doubling { 1.0 } else { 1.0 / self.size };
            self.size = (self.size + step).min(self.size_max);
        }
    }

    /// Halves the window. Calls that began before the last cut were part of its cause, so they cut no further.
    fn overloaded(&mut self, begun: Instant, now: Instant) {
        if self.cut_at.is_some_and(|cut| begun < cut) {
            return;
        }
        self.size = (self.size / 2.0).max(1.0);
        self.is_doubling = false;
        self.cut_at = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    const USUAL: Duration = Duration::from_millis(100);

    fn round(window: &mut Window, took: Duration) {
        (0..window.size()).for_each(|_| window.answered(CallKind::Label, took, true));
    }

    #[test]
    fn a_window_doubles_to_its_limit_while_latency_holds() {
        let mut window = Window::new(64);
        let mut sizes = Vec::new();
        for _ in 0..4 {
            sizes.push(window.size());
            round(&mut window, USUAL);
        }
        assert_eq!(sizes, [16, 32, 64, 64]);
        assert_eq!(Window::new(4).size(), 4);
    }

    #[test]
    fn a_window_stays_where_answers_slow_down_and_where_it_is_not_used() {
        let mut window = Window::new(64);
        window.answered(CallKind::Label, USUAL, false);
        (0..100).for_each(|_| window.answered(CallKind::Label, USUAL, false));
        assert_eq!(window.size(), 16);
        round(&mut window, 5 * USUAL);
        assert_eq!(window.size(), 16);
        // Another kind of call has its own baseline latency.
        window.answered(CallKind::Text, 20 * USUAL, true);
        assert!(window.size > 16.0);
    }

    #[tokio::test(start_paused = true)]
    async fn a_window_is_halved_once_a_round_and_then_grows_by_one_a_round() {
        let mut window = Window::new(64);
        (0..3).for_each(|_| round(&mut window, USUAL));
        let begun = Instant::now();
        tokio::time::advance(USUAL).await;
        for _ in 0..64 {
            window.overloaded(begun, Instant::now());
        }
        assert_eq!(window.size(), 32);
        window.overloaded(Instant::now(), Instant::now());
        assert_eq!(window.size(), 16);
        round(&mut window, USUAL);
        assert!((16.9..17.1).contains(&window.size), "{}", window.size);
        for _ in 0..10 {
            tokio::time::advance(USUAL).await;
            window.overloaded(Instant::now(), Instant::now());
        }
        assert_eq!(window.size(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn permits_follow_the_window() {
        let limiter = Limiter::new(4);
        let mut inside = Vec::new();
        for _ in 0..4 {
            inside.push(limiter.enter(USUAL).await.ok().unwrap());
        }
        assert!(limiter.enter(USUAL).now_or_never().is_none());
        inside.pop().unwrap().leave(CallKind::Label, Load::TooMuch);
        assert_eq!(limiter.size(), 2);
        inside.pop();
        assert!(limiter.enter(USUAL).now_or_never().is_none(), "two are still inside");
        inside.pop().unwrap().leave(CallKind::Label, Load::Unknown);
        assert!(limiter.enter(USUAL).now_or_never().is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_free_permit_is_taken_at_once_or_not_at_all() {
        let limiter = Limiter::new(2);
        let first = limiter.enter_if_free().unwrap();
        let second = limiter.enter_if_free().unwrap();
        assert!(limiter.enter_if_free().is_none());
        let mut waiting = Box::pin(limiter.enter(USUAL));
        assert!(waiting.as_mut().now_or_never().is_none());
        drop(first);
        assert!(limiter.enter_if_free().is_none(), "it is for whoever waits");
        drop(waiting);
        assert!(limiter.enter_if_free().is_some());
        limiter.pause(USUAL);
        assert!(limiter.enter_if_free().is_none());
        tokio::time::advance(2 * USUAL).await;
        limiter.overloaded(Instant::now());
        assert!(limiter.enter_if_free().is_none(), "the permit is owed");
        drop(second);
        assert_eq!((limiter.size(), limiter.free()), (1, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_stops_waiting_for_the_end_of_a_pause_leaves_no_trace() {
        let limiter = Limiter::new(2);
        limiter.pause(USUAL);
        let mut waiting = Box::pin(limiter.enter(2 * USUAL));
        assert!(waiting.as_mut().now_or_never().is_none());
        limiter.overloaded(Instant::now());
        drop(waiting);
        assert_eq!((limiter.size(), limiter.free()), (1, 1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_holds_every_call_and_is_refused_by_those_with_a_shorter_limit() {
        let limiter = Limiter::new(4);
        let begun = Instant::now();
        limiter.pause(Duration::from_secs(5));
        limiter.pause(Duration::from_secs(3));
        let refused = limiter.enter(Duration::from_secs(1)).await.err();
        assert_eq!(refused, Some(Duration::from_secs(5)));
        limiter.enter(Duration::from_secs(10)).await.ok().unwrap();
        let waited = begun.elapsed();
        assert!((Duration::from_secs(5)..Duration::from_millis(5_100)).contains(&waited), "{waited:?}");
    }
}
