//! Rate limits of the API: one per key, and a larger one per account, so that creating more keys does not raise an
//! account's limit without bound. Each process counts separately.

use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

use super::buckets::Buckets;
use crate::config::Config;
use primitives::ids::{AccountId, KeyId};

/// The limit of an account as a multiple of the limit of one key.
pub const ACCOUNT_FACTOR: u32 = 3;

/// The outcome of taking one request from the rate limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Allowance {
    Unlimited,
    /// `reset_s` is the time in seconds until all of `limit` is available again.
    Granted {
        limit: u32,
        remaining: u32,
        reset_s: u64,
    },
    Refused {
        limit: u32,
        retry_after_s: u64,
    },
}

pub(super) struct ApiLimits {
    by_key: Limit<KeyId>,
    by_account: Limit<AccountId>,
}

struct Limit<K: Eq + std::hash::Hash + Clone> {
    buckets: Buckets<K>,
    per_second: NonZeroU32,
    burst: NonZeroU32,
}

impl ApiLimits {
    /// Returns `None` if the setting turns the limit off.
    pub(super) fn new(config: &Config) -> Option<Self> {
        let per_second = NonZeroU32::new(config.rate_limit_per_second)?;
        let burst = NonZeroU32::new(config.rate_limit_burst).unwrap_or(NonZeroU32::MIN);
        let wider = |figure: NonZeroU32| figure.saturating_mul(NonZeroU32::new(ACCOUNT_FACTOR).unwrap_or(figure));
        Some(Self { by_key: Limit::new(per_second, burst), by_account: Limit::new(wider(per_second), wider(burst)) })
    }

    /// Takes one request from both limits and returns the outcome with the fewer remaining requests. The key's limit
    /// comes first, so that a key that exceeds it does not use up the account's limit.
    pub(super) fn take(&self, account: AccountId, key: KeyId) -> Allowance {
        match self.by_key.take(&key) {
            refused @ (Allowance::Refused { .. } | Allowance::Unlimited) => refused,
            by_key @ Allowance::Granted { remaining: of_key, .. } => match self.by_account.take(&account) {
                Allowance::Granted { remaining, .. } if remaining >= of_key => by_key,
                by_account => by_account,
            },
        }
    }
}

impl<K: Eq + std::hash::Hash + Clone> Limit<K> {
    fn new(per_second: NonZeroU32, burst: NonZeroU32) -> Self {
        Self { buckets: Buckets::new(Quota::per_second(per_second).allow_burst(burst)), per_second, burst }
    }

    fn take(&self, key: &K) -> Allowance {
        let limit = self.burst.get();
        match self.buckets.take(key) {
            Ok(remaining) => {
                let missing = limit.saturating_sub(remaining);
                Allowance::Granted { limit, remaining, reset_s: u64::from(missing.div_ceil(self.per_second.get())) }
            }
            Err(wait) => Allowance::Refused { limit, retry_after_s: whole_seconds(wait) },
        }
    }
}

/// Rounds up to whole seconds, so that a client that waits this long is not refused again.
fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs() + 1
}
