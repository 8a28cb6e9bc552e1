//! Tracks recent latencies by kind of call, and derives from them the deadline of a try and the delay before a hedged
//! request. Does no I/O and reads no clock: times are arguments.

use std::collections::VecDeque;
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::wire::CallKind;

/// Fewest calls of a kind before its percentiles are used, and the size of the sliding window.
const CALLS_SEEN_MIN: usize = 20;
pub(super) const CALLS_SEEN_MAX: usize = 200;
/// The deadline as a multiple of the 95th percentile of latency.
const DEADLINE_FACTOR: u32 = 3;
const DEADLINE_MIN: Duration = Duration::from_secs(2);
/// Enough to get from the shortest deadline to any sensible timeout.
const DOUBLINGS_MAX: u32 = 10;
/// Shortest delay before a hedged request.
const HEDGE_AFTER_MIN: Duration = Duration::from_millis(20);
/// Longest delay before a hedged request, as a multiple of the 95th percentile of a single request's latency.
const HEDGE_AFTER_FACTOR_MAX: u32 = 2;

pub(super) struct LatencyTracker {
    timeout: Duration,
    /// A watch channel, so that a call in flight learns when the latency of its kind becomes known.
    kinds: watch::Sender<[Recent; CallKind::COUNT]>,
}

impl LatencyTracker {
    pub(super) fn new(timeout: Duration) -> Self {
        Self { timeout, kinds: watch::Sender::default() }
    }

    /// Returns the deadline of one try, never longer than the timeout.
    pub(super) fn deadline(&self, kind: CallKind) -> Duration {
        self.kinds.borrow()[kind as usize].deadline().map_or(self.timeout, |deadline| deadline.min(self.timeout))
    }

    /// Returns how long the latest request of a try is waited for before another is sent. `None` until enough calls
    /// were seen, and for documents: a model may reason about one for any time, and each request is billed for it.
    pub(super) fn hedge_after(&self, kind: CallKind) -> Option<Duration> {
        let usual = self.kinds.borrow()[kind as usize].usual;
        usual.filter(|_| kind != CallKind::Document).map(Percentiles::hedge_after)
    }

    /// Waits until enough calls of the kind were seen.
    pub(super) async fn known(&self, kind: CallKind) {
        let mut kinds = self.kinds.subscribe();
        // The channel lives as long as `self`, so this ends only when the condition holds.
        let _ = kinds.wait_for(|kinds| kinds[kind as usize].usual.is_some()).await;
    }

    /// Records an answered try.
    pub(super) fn answered(&self, kind: CallKind, took: TryLatency, now: Instant) {
        self.kinds.send_if_modified(|kinds| {
            let recent = &mut kinds[kind as usize];
            let was_known = recent.usual.is_some();
            recent.answered(took, now);
            !was_known && recent.usual.is_some()
        });
    }

    /// Records that a try timed out. Returns whether the server is slow for all calls: since `begun`, no call of any
    /// kind was answered within its usual latency.
    pub(super) fn timed_out(&self, kind: CallKind, begun: Instant, now: Instant) -> bool {
        let mut are_all_slow = false;
        self.kinds.send_if_modified(|kinds| {
            kinds[kind as usize].timed_out(begun, now);
            are_all_slow = kinds.iter().all(|recent| !recent.has_answered_since(begun));
            false
        });
        are_all_slow
    }
}

/// Latency of an answered try.
#[derive(Debug, Clone, Copy)]
pub(super) struct TryLatency {
    /// Latency of the request that was answered.
    pub request: Duration,
    /// Time from the first request of the try, so it includes the delay before a hedged request.
    pub whole_try: Duration,
}

/// 95th percentiles of recent latencies.
#[derive(Debug, Clone, Copy)]
struct Percentiles {
    request: Duration,
    whole_try: Duration,
}

impl Percentiles {
    fn of(tries: &VecDeque<TryLatency>) -> Self {
        Self {
            request: percentile_95(tries.iter().map(|it| it.request)),
            whole_try: percentile_95(tries.iter().map(|it| it.whole_try)),
        }
    }

    /// Returns the delay before a hedged request. A call that hangs counts with the time until its hedged request was
    /// answered; if few hang, they raise the percentile and fewer other calls are hedged. If many hang, the cap keeps
    /// the delay from growing without end.
    fn hedge_after(self) -> Duration {
        self.whole_try.min(self.request * HEDGE_AFTER_FACTOR_MAX).max(HEDGE_AFTER_MIN)
    }

    fn deadline(self) -> Duration {
        (self.request * DEADLINE_FACTOR).max(DEADLINE_MIN)
    }
}

/// Recent calls of one kind.
#[derive(Debug, Default)]
struct Recent {
    took: VecDeque<TryLatency>,
    /// `None` until enough calls were seen.
    usual: Option<Percentiles>,
    answered_as_usual_at: Option<Instant>,
    /// How often the deadline was doubled because no call was answered in time. Without doubling, a server that
    /// became slower than the deadline would never yield an answer to learn from.
    doublings: u32,
    doubled_at: Option<Instant>,
}

impl Recent {
    fn deadline(&self) -> Option<Duration> {
        self.usual.map(|usual| usual.deadline() * 2_u32.pow(self.doublings))
    }

    fn answered(&mut self, took: TryLatency, now: Instant) {
        if self.usual.is_none_or(|usual| took.request <= usual.request) {
            self.answered_as_usual_at = Some(now);
        }
        // A slower answer shows that the doubled deadline is still needed.
        if self.usual.is_none_or(|usual| took.request <= usual.deadline()) {
            self.doublings = 0;
        }
        self.took.push_back(took);
        if self.took.len() > CALLS_SEEN_MAX {
            self.took.pop_front();
        }
        if self.took.len() >= CALLS_SEEN_MIN {
            self.usual = Some(Percentiles::of(&self.took));
        }
    }

    fn has_answered_since(&self, begun: Instant) -> bool {
        self.answered_as_usual_at.is_some_and(|at| at > begun)
    }

    /// Doubles the deadline if no call was answered since `begun`. Tries that
    /// began before the last doubling had the old deadline and don't count.
    fn timed_out(&mut self, begun: Instant, now: Instant) {
        let is_counted = self.doubled_at.is_some_and(|at| begun < at);
        if self.usual.is_some() && !is_counted && !self.has_answered_since(begun) {
            self.doublings = (self.doublings + 1).min(DOUBLINGS_MAX);
            self.doubled_at = Some(now);
        }
    }
}

fn percentile_95(took: impl Iterator<Item = Duration>) -> Duration {
    let mut took: Vec<Duration> = took.collect();
    let rank = (took.len() * 95).div_ceil(100).saturating_sub(1);
    if took.is_empty() { Duration::ZERO } else { *took.select_nth_unstable(rank).1 }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn took(request: Duration) -> TryLatency {
        TryLatency { request, whole_try: request }
    }

    fn seen(kind: CallKind, calls: usize, each: Duration) -> LatencyTracker {
        let latency = LatencyTracker::new(TIMEOUT);
        (0..calls).for_each(|_| latency.answered(kind, took(each), Instant::now()));
        latency
    }

    /// Sends calls one after the other to a server of this latency; returns which were answered.
    fn sequence(seen: &LatencyTracker, calls: usize, takes: Duration) -> Vec<bool> {
        let mut now = Instant::now() + TIMEOUT;
        let mut call = || {
            let (begun, deadline) = (now, seen.deadline(CallKind::Label));
            now += takes.min(deadline) + ms(1);
            let is_answered = takes <= deadline;
            match is_answered {
                true => seen.answered(CallKind::Label, took(takes), now),
                false => assert!(seen.timed_out(CallKind::Label, begun, now)),
            }
            is_answered
        };
        (0..calls).map(|_| call()).collect()
    }

    #[test]
    fn a_deadline_is_three_times_what_most_calls_take_within_limits() {
        for (each, deadline) in [(ms(50), ms(2_000)), (ms(900), ms(2_700)), (ms(30_000), TIMEOUT)] {
            assert_eq!(seen(CallKind::Text, 20, each).deadline(CallKind::Text), deadline);
        }
        let latency = seen(CallKind::Text, 94, ms(1_000));
        assert_eq!(latency.deadline(CallKind::Label), TIMEOUT, "each kind has its own");
        (0..5).for_each(|_| latency.answered(CallKind::Text, took(ms(9_000)), Instant::now()));
        assert_eq!(latency.deadline(CallKind::Text), ms(27_000), "one in twenty is slow");
        (0..20).for_each(|_| latency.answered(CallKind::Text, took(ms(1_000)), Instant::now()));
        assert_eq!(latency.deadline(CallKind::Text), ms(3_000));
        let short = LatencyTracker::new(ms(250));
        (0..20).for_each(|_| short.answered(CallKind::Text, took(ms(50)), Instant::now()));
        assert_eq!(short.deadline(CallKind::Text), ms(250), "no longer than was set");
    }

    #[test]
    fn nothing_is_concluded_from_fewer_than_twenty_calls() {
        let latency = seen(CallKind::Label, 19, ms(50));
        assert_eq!((latency.deadline(CallKind::Label), latency.hedge_after(CallKind::Label)), (TIMEOUT, None));
        let mut known = Box::pin(latency.known(CallKind::Label));
        assert!(known.as_mut().now_or_never().is_none());
        latency.answered(CallKind::Label, took(ms(50)), Instant::now());
        assert!(known.now_or_never().is_some(), "whoever began before hears of it");
        assert_eq!(
            (latency.deadline(CallKind::Label), latency.hedge_after(CallKind::Label)),
            (ms(2_000), Some(ms(50)))
        );
    }

    #[test]
    fn only_the_latest_calls_count() {
        let latency = seen(CallKind::Label, 1_000, ms(10_000));
        (0..CALLS_SEEN_MAX).for_each(|_| latency.answered(CallKind::Label, took(ms(1_000)), Instant::now()));
        assert_eq!(latency.deadline(CallKind::Label), ms(3_000));
    }

    #[test]
    fn a_copy_is_sent_past_what_most_calls_take_and_never_of_a_document() {
        assert_eq!(seen(CallKind::Label, 20, ms(300)).hedge_after(CallKind::Label), Some(ms(300)));
        assert_eq!(seen(CallKind::Label, 20, ms(1)).hedge_after(CallKind::Label), Some(HEDGE_AFTER_MIN));
        assert_eq!(seen(CallKind::Document, 20, ms(300)).hedge_after(CallKind::Document), None);
        assert_eq!(seen(CallKind::Document, 20, ms(900)).deadline(CallKind::Document), ms(2_700));
    }

    #[test]
    fn calls_that_hang_do_not_put_off_copies_without_end() {
        let latency = seen(CallKind::Label, 200, ms(50));
        // One in ten hangs, and is answered by a copy.
        for number in 0..2_000 {
            let wait = if number % 10 == 0 { latency.hedge_after(CallKind::Label).unwrap() } else { Duration::ZERO };
            latency.answered(CallKind::Label, TryLatency { request: ms(50), whole_try: wait + ms(50) }, Instant::now());
        }
        assert_eq!(
            (latency.hedge_after(CallKind::Label), latency.deadline(CallKind::Label)),
            (Some(ms(100)), ms(2_000))
        );
    }

    #[test]
    fn a_server_that_becomes_slower_for_everybody_is_waited_for_again() {
        for slower in [4, 20, 50] {
            let latency = seen(CallKind::Label, 200, ms(1_000));
            let answered = sequence(&latency, 40, slower * ms(1_000));
            let lost = answered.iter().filter(|is_answered| !**is_answered).count();
            assert!(lost <= 6 && answered.ends_with(&[true; 30]), "{slower}: {answered:?}");
            assert_eq!(
                latency.deadline(CallKind::Label),
                (3 * slower * ms(1_000)).min(TIMEOUT),
                "it is what is usual now"
            );
        }
    }

    #[test]
    fn calls_lost_at_once_double_the_deadline_once_and_an_answer_as_usual_ends_that() {
        let latency = seen(CallKind::Label, 20, ms(1_000));
        let begun = Instant::now() + ms(1);
        (0..64).for_each(|_| assert!(latency.timed_out(CallKind::Label, begun, begun + ms(3_000))));
        assert_eq!(latency.deadline(CallKind::Label), ms(6_000));
        assert!(latency.timed_out(CallKind::Label, begun + ms(3_000), begun + ms(9_000)));
        assert_eq!(latency.deadline(CallKind::Label), ms(12_000));
        latency.answered(CallKind::Label, took(ms(900)), begun + ms(10_000));
        assert_eq!(latency.deadline(CallKind::Label), ms(3_000));
    }

    #[test]
    fn a_call_that_hangs_while_others_are_answered_says_nothing_about_the_server() {
        let latency = seen(CallKind::Label, 20, ms(1_000));
        let begun = Instant::now() + ms(1);
        latency.answered(CallKind::Label, took(ms(2_900)), begun + ms(500));
        assert!(latency.timed_out(CallKind::Label, begun, begun + ms(3_000)), "that was slow too");
        latency.answered(CallKind::Label, took(ms(1_000)), begun + ms(3_500));
        assert!(!latency.timed_out(CallKind::Label, begun + ms(3_000), begun + ms(6_000)));
        assert_eq!(latency.deadline(CallKind::Label), ms(3_000));
        assert!(!latency.timed_out(CallKind::Text, begun + ms(3_000), begun + ms(6_000)), "a call of any kind will do");
    }
}
