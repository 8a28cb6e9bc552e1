//! Limits how fast one network may answer surveys. It is wide, since a whole class may sit behind one address; it is there
//! for programs. No address is kept but in these counts, which are bounded and end with the process.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

use super::buckets::Buckets;
use super::sign_in_limits::network;

const REQUESTS_PER_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// Two hundred people who begin in the same minute, with every screen they see.
const REQUESTS_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(4999);

pub struct PeopleLimits(Buckets<IpAddr>);

impl Default for PeopleLimits {
    fn default() -> Self {
        Self(Buckets::new(Quota::per_second(REQUESTS_PER_SECOND).allow_burst(REQUESTS_AT_ONCE)))
    }
}

impl PeopleLimits {
    /// Counts a request, or says how long to wait.
    pub fn take(&self, caller: IpAddr) -> Result<(), Duration> {
        self.0.take(&network(caller)).map(drop)
    }
}
