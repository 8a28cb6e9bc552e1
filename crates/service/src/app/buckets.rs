//! Token buckets by key, bounded in number so that clients that invent keys cannot exhaust memory. When the bound is
//! reached, the least used bucket is evicted; its key starts again with a full bucket.

use std::convert::Infallible;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use governor::clock::{Clock as _, DefaultClock};
use governor::middleware::StateInformationMiddleware;
use governor::nanos::Nanos;
use governor::state::{InMemoryState, NotKeyed, StateStore};
use governor::{NotUntil, Quota, RateLimiter};
use quick_cache::sync::Cache;

/// Enough for all users of a service within some minutes, at about 100 bytes each.
pub(super) const KEYS_MAX: usize = 50_000;

type Instant = <DefaultClock as governor::clock::Clock>::Instant;

pub(super) struct Buckets<K: Eq + Hash + Clone>(RateLimiter<K, Kept<K>, DefaultClock, StateInformationMiddleware>);

impl<K: Eq + Hash + Clone> Buckets<K> {
    pub(super) fn new(quota: Quota) -> Self {
        Self::holding(quota, KEYS_MAX)
    }

    fn holding(quota: Quota, keys_max: usize) -> Self {
        Self(RateLimiter::new(quota, Kept(Cache::new(keys_max)), DefaultClock::default()))
    }

    /// Takes one token from the key's bucket. Returns the number left, or the time until the next token as the error.
    pub(super) fn take(&self, key: &K) -> Result<u32, Duration> {
        let wait = |until: NotUntil<Instant>| until.wait_time_from(DefaultClock::default().now());
        self.0.check_key(key).map(|state| state.remaining_burst_capacity()).map_err(wait)
    }
}

struct Kept<K>(Cache<K, Arc<InMemoryState>>);

impl<K: Eq + Hash + Clone> StateStore for Kept<K> {
    type Key = K;

    fn measure_and_replace<T, F, E>(&self, key: &K, judge: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let Ok(bucket) = self.0.get_or_insert_with(key, || Ok::<_, Infallible>(Arc::default()));
        bucket.measure_and_replace(&NotKeyed::NonKey, judge)
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    #[test]
    fn strangers_who_make_up_keys_do_not_fill_memory_nor_empty_a_bucket_in_use() {
        let buckets = Buckets::holding(Quota::per_hour(NonZeroU32::new(5).unwrap()), 1000);
        for n in 0..100_000_u32 {
            assert_eq!(buckets.take(&n), Ok(4));
            if n % 100 == 0 && n < 500 {
                assert!(buckets.take(&u32::MAX).is_ok());
            }
            if n % 100 == 0 && n >= 500 {
                assert!(buckets.take(&u32::MAX).is_err(), "{n}: its bucket is the same and still empty");
            }
        }
        let kept = buckets.0.into_state_store().0;
        assert!(kept.len() <= 1100, "{}", kept.len());
    }
}
