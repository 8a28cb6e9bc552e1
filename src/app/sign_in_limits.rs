//! How often somebody may try a password: counted by the e-mail address that is tried and by the network address that
//! tries, so that neither one account nor many can be guessed at. Each process counts for itself.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::email::Email;

/// An office shares one network address.
const TRIES_PER_ADDRESS_FACTOR: u32 = 5;
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Where a connection comes from; the socket puts it beside every request.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub SocketAddr);

impl PeerAddress {
    /// The caller: the peer itself, or whom the proxy in front names last.
    pub fn caller(peer: Option<Self>, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
        let forwarded = || headers.get_all(FORWARDED_FOR).into_iter().next_back().and_then(last_address);
        let address = if behind_proxy { forwarded() } else { None };
        address.or(peer.map(|peer| peer.0.ip())).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

fn last_address(value: &HeaderValue) -> Option<IpAddr> {
    value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Nothing where the limit is off.
pub struct SignInLimits(Option<Limits>);

struct Limits {
    by_email: DefaultKeyedRateLimiter<Email>,
    by_address: DefaultKeyedRateLimiter<IpAddr>,
}

impl SignInLimits {
    pub fn new(tries_per_minute: u32) -> Self {
        Self(NonZeroU32::new(tries_per_minute).map(|tries| {
            let wide = tries.saturating_mul(NonZeroU32::new(TRIES_PER_ADDRESS_FACTOR).unwrap_or(NonZeroU32::MIN));
            Limits {
                by_email: RateLimiter::keyed(Quota::per_minute(tries)),
                by_address: RateLimiter::keyed(Quota::per_minute(wide)),
            }
        }))
    }

    /// Takes one try from both; else how long to wait. An address that is no e-mail address counts for the caller alone.
    pub fn take(&self, email: Option<&Email>, caller: IpAddr) -> Result<(), Duration> {
        let Some(limits) = &self.0 else { return Ok(()) };
        let now = DefaultClock::default().now();
        limits.by_address.check_key(&network(caller)).map_err(|until| until.wait_time_from(now))?;
        let Some(email) = email else { return Ok(()) };
        limits.by_email.check_key(email).map_err(|until| until.wait_time_from(now))
    }

    pub fn forget_idle(&self) {
        if let Some(limits) = &self.0 {
            limits.by_email.retain_recent();
            limits.by_address.retain_recent();
        }
    }
}

/// One household has a whole network of IPv6 addresses.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(wide) => match wide.to_ipv4_mapped() {
            Some(narrow) => IpAddr::V4(narrow),
            None => {
                let [a, b, c, d, ..] = wide.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn tries_are_counted_by_e_mail_and_by_network() {
        let limits = SignInLimits::new(2);
        let (ana, eva) = (Email::parse("ana@example.com").unwrap(), Email::parse("eva@example.com").unwrap());
        let caller = |n: u8| address(&format!("192.0.2.{n}"));
        assert!(limits.take(Some(&ana), caller(1)).is_ok() && limits.take(Some(&ana), caller(2)).is_ok());
        assert!(limits.take(Some(&ana), caller(3)).is_err(), "one account is guessed at from many places");
        assert!(limits.take(Some(&eva), caller(3)).is_ok());
        let network = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:9::3"].map(address);
        let tries = (0..11).map(|n| limits.take(None, network[n % 3])).filter(Result::is_ok).count();
        assert_eq!(tries, 10, "many accounts are guessed at from one place");
        assert!(SignInLimits::new(0).take(Some(&ana), caller(1)).is_ok());
    }

    #[test]
    fn only_behind_a_proxy_does_the_header_say_who_calls() {
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, HeaderValue::from_static("203.0.113.7, 198.51.100.2"));
        let peer = Some(PeerAddress("192.0.2.1:5000".parse().unwrap()));
        assert_eq!(PeerAddress::caller(peer, &headers, false), address("192.0.2.1"));
        assert_eq!(PeerAddress::caller(peer, &headers, true), address("198.51.100.2"));
    }
}
