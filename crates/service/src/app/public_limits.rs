//! Limits what strangers may ask of public pages: requests by network, starts of surveys by network, and requests at once. They are
//! wide, since a class or an office may share one network; they are there for programs. No address is kept but in these counts,
//! which are bounded and end with the process.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::Quota;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::buckets::Buckets;
use super::sign_in_limits::network;

/// How many times a second's requests may come at once: two hundred people who begin in the same minute, with every screen.
const BURST_SECONDS: NonZeroU32 = NonZeroU32::MIN.saturating_add(49);
/// People of one network who begin a survey, a second and at once.
const STARTS_PER_SECOND: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
const STARTS_AT_ONCE: NonZeroU32 = NonZeroU32::MIN.saturating_add(999);
/// Public requests at once, of each kind.
const REQUESTS_AT_ONCE_MAX: usize = 64;
/// How long a request waits for one of those places.
pub const PLACE_WAIT_MAX: Duration = Duration::from_secs(2);

/// The kinds of public pages, which don't take each other's places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    Report,
    Survey,
}

/// Why a stranger's request is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denied {
    /// The network has asked for too much; it may ask again after this long.
    TooMany(Duration),
    /// Too many requests are under way.
    Busy,
}

pub struct PublicLimits {
    /// `None` where the limits by network are off.
    by_network: Option<ByNetwork>,
    reports: Arc<Semaphore>,
    surveys: Arc<Semaphore>,
}

struct ByNetwork {
    requests: Buckets<IpAddr>,
    starts: Buckets<IpAddr>,
}

impl PublicLimits {
    /// With 0 requests per second, networks are not limited.
    pub fn new(requests_per_second: u32) -> Self {
        let by_network = NonZeroU32::new(requests_per_second).map(|requests| ByNetwork {
            requests: Buckets::new(Quota::per_second(requests).allow_burst(requests.saturating_mul(BURST_SECONDS))),
            starts: Buckets::new(Quota::per_second(STARTS_PER_SECOND).allow_burst(STARTS_AT_ONCE)),
        });
        let places = || Arc::new(Semaphore::new(REQUESTS_AT_ONCE_MAX));
        Self { by_network, reports: places(), surveys: places() }
    }

    /// Counts a request and waits for a place, which is free again when the permit is dropped.
    pub async fn admit(&self, caller: IpAddr, surface: Surface) -> Result<OwnedSemaphorePermit, Denied> {
        if let Some(limits) = &self.by_network {
            limits.requests.take(&network(caller)).map_err(Denied::TooMany)?;
        }
        let places = match surface {
            Surface::Report => &self.reports,
            Surface::Survey => &self.surveys,
        };
        match tokio::time::timeout(PLACE_WAIT_MAX, Arc::clone(places).acquire_owned()).await {
            Ok(Ok(place)) => Ok(place),
            Ok(Err(_)) | Err(_) => Err(Denied::Busy),
        }
    }

    /// Counts somebody who begins a survey, or says how long to wait.
    pub fn start(&self, caller: IpAddr) -> Result<(), Duration> {
        self.by_network.as_ref().map_or(Ok(()), |limits| limits.starts.take(&network(caller)).map(drop))
    }
}
