//! Limits for unauthenticated requests to public pages: requests per network, survey starts per network, and
//! concurrent requests. They are generous, since a class or an office may share one network; they are meant to stop
//! programs. Addresses are held only in these bounded, in-memory counters.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::buckets::Buckets;
use super::sign_in_limits::network;

/// Burst size in seconds' worth of requests: 200 people who start a survey within a minute, with all its screens.
const BURST_SECONDS: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// Survey starts per network: rate per second, and burst size.
const STARTS_PER_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
const STARTS_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(999);
/// Concurrent public requests per [`Surface`].
const REQUESTS_AT_ONCE_MAX: usize = 64;
/// The longest that a reader of a report waits for a free slot.
const REPORT_WAIT_MAX: Duration = Duration::from_secs(2);
/// The longest that a person answering a survey waits: longer, since a refused answer would have to be given again. Waiting
/// requests are bounded by the number of connections.
const SURVEY_WAIT_MAX: Duration = Duration::from_secs(10);

/// A kind of public page. Each kind has its own request slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Report,
    Survey,
}

/// Why a public request is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denied {
    /// The network exceeded its rate limit; the next request is allowed after this time.
    TooMany(Duration),
    /// Too many requests are in progress.
    Busy,
}

pub struct PublicLimits {
    /// `None` if the limits per network are turned off.
    by_network: Option<ByNetwork>,
    reports: Arc<Semaphore>,
    surveys: Arc<Semaphore>,
}

struct ByNetwork {
    requests: Buckets<IpAddr>,
    starts: Buckets<IpAddr>,
}

impl PublicLimits {
    /// Creates the limits. With 0 requests per second, networks are not limited.
    pub fn new(requests_per_second: u32) -> Self {
        let by_network = NonZeroU32::new(requests_per_second).map(|requests| ByNetwork {
            requests: Buckets::new(Quota::per_second(requests).allow_burst(requests.saturating_mul(BURST_SECONDS))),
            starts: Buckets::new(Quota::per_second(STARTS_PER_SECOND).allow_burst(STARTS_AT_ONCE)),
        });
        let places = || Arc::new(Semaphore::new(REQUESTS_AT_ONCE_MAX));
        Self { by_network, reports: places(), surveys: places() }
    }

    /// Counts a request and waits for a slot, which the returned permit holds until it is dropped.
    pub async fn admit(&self, caller: IpAddr, surface: Surface) -> Result<OwnedSemaphorePermit, Denied> {
        if let Some(limits) = &self.by_network {
            limits.requests.take(&network(caller)).map_err(Denied::TooMany)?;
        }
        let (places, wait_max) = match surface {
            Surface::Report => (&self.reports, REPORT_WAIT_MAX),
            Surface::Survey => (&self.surveys, SURVEY_WAIT_MAX),
        };
        match tokio::time::timeout(wait_max, Arc::clone(places).acquire_owned()).await {
            Ok(Ok(place)) => Ok(place),
            Ok(Err(_)) | Err(_) => Err(Denied::Busy),
        }
    }

    /// Counts a survey start, or returns the time to wait as the error.
    pub fn start(&self, caller: IpAddr) -> Result<(), Duration> {
        self.by_network.as_ref().map_or(Ok(()), |limits| limits.starts.take(&network(caller)).map(drop))
    }
}
