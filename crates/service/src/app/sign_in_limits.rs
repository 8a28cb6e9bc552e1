//! Rate limits for password attempts, which slow down guessing without ever locking an owner out. Each process counts
//! separately and in memory. E-mail addresses are held as hashes, and all counters are bounded.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use axum::http::{HeaderMap, HeaderValue};
use governor::Quota;
use quick_cache::sync::Cache;
use sha2::{Digest, Sha256};

use super::buckets::{Buckets, KEYS_MAX};
use primitives::email::Email;

/// Factor of the limits over all accounts and over all networks: an office shares one network, a person has some
/// devices.
const WIDE_FACTOR: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
/// Attempts of an unknown network on an account under attack: burst size, then one per interval.
const STRANGER_TRIES: NonZeroU32 = NonZeroU32::MIN.saturating_add(1);
const STRANGER_TRY_EVERY: Duration = Duration::from_secs(5 * 60);
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The peer address of a connection, which the listener attaches to every request.
#[derive(Debug, Clone, Copy)]
pub struct PeerAddress(pub SocketAddr);

impl PeerAddress {
    /// Returns the caller's address: the peer's, or behind a proxy the last one in `X-Forwarded-For`.
    pub fn caller(peer: Option<Self>, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
        let forwarded = || headers.get_all(FORWARDED_FOR).into_iter().next_back().and_then(last_address);
        let address = if behind_proxy { forwarded() } else { None };
        address.or(peer.map(|peer| peer.0.ip())).unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

fn last_address(value: &HeaderValue) -> Option<IpAddr> {
    value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// A truncated hash of an e-mail address, under which attempts are counted. A memory dump does not reveal the
/// address.
type Mark = [u8; 16];
type Pair = (Mark, IpAddr);

/// Rate limits for password attempts; `None` if they are turned off.
///
/// - One network over all accounts: five times the setting.
/// - One network on one account: the setting.
/// - All networks on one account: five times the setting. Above that the account counts as under attack, and each
///   network unknown to it gets two attempts and then one per five minutes. Networks are counted separately, so one
///   that has not tried yet is let through, however many others have.
/// - A network from which somebody signed in to an account is known to it. Only the limit of one network on one
///   account then applies, whatever happens to the account or comes from that network to others.
///
/// People on the owner's network share the owner's limit, since addresses cannot tell them apart.
pub struct SignInLimits(Option<Limits>);

struct Limits {
    by_network: Buckets<IpAddr>,
    by_pair: Buckets<Pair>,
    by_email: Buckets<Mark>,
    strangers: Buckets<Pair>,
    known: Cache<Pair, ()>,
}

impl SignInLimits {
    pub fn new(tries_per_minute: u32) -> Self {
        Self(NonZeroU32::new(tries_per_minute).map(|tries| {
            let wide = Quota::per_minute(tries.saturating_mul(WIDE_FACTOR));
            let slow = Quota::with_period(STRANGER_TRY_EVERY).unwrap_or(Quota::per_hour(NonZeroU32::MIN));
            Limits {
                by_network: Buckets::new(wide),
                by_pair: Buckets::new(Quota::per_minute(tries)),
                by_email: Buckets::new(wide),
                strangers: Buckets::new(slow.allow_burst(STRANGER_TRIES.min(tries))),
                known: Cache::new(KEYS_MAX),
            }
        }))
    }

    /// Counts an attempt, or returns the time to wait as the error. Text that is no e-mail address counts for the
    /// network alone.
    pub fn take(&self, email: Option<&Email>, caller: IpAddr) -> Result<(), Duration> {
        let Some(limits) = &self.0 else { return Ok(()) };
        let network = network(caller);
        let Some(email) = email else { return limits.by_network.take(&network).map(drop) };
        let pair = (mark(email), network);
        if limits.known.get(&pair).is_some() {
            return limits.by_pair.take(&pair).map(drop);
        }
        limits.by_network.take(&network)?;
        limits.by_pair.take(&pair)?;
        let is_guessed_at = limits.by_email.take(&pair.0).is_err();
        if is_guessed_at { limits.strangers.take(&pair).map(drop) } else { Ok(()) }
    }

    /// Records the network as known to the account after a successful sign-in.
    pub fn remember(&self, email: &Email, caller: IpAddr) {
        if let Some(limits) = &self.0 {
            limits.known.insert((mark(email), network(caller)), ());
        }
    }
}

fn mark(email: &Email) -> Mark {
    let mut mark = Mark::default();
    mark.copy_from_slice(&Sha256::digest(email.as_str())[..size_of::<Mark>()]);
    mark
}

/// Reduces an IPv6 address to its /64 network, since one household has a full /64.
pub(super) fn network(address: IpAddr) -> IpAddr {
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

    const SETTING: u32 = 10;

    fn email(name: &str) -> Email {
        Email::parse(&format!("{name}@example.com")).unwrap()
    }

    /// Returns one of many networks.
    fn caller(n: u32) -> IpAddr {
        IpAddr::V4((0x0a00_0000 + n).into())
    }

    /// Asserts how many attempts are let through. On a slow machine, one or two more tokens are refilled meanwhile.
    #[track_caller]
    fn assert_lets_through(expected: usize, tries: usize, mut take: impl FnMut(usize) -> Result<(), Duration>) {
        let granted = (0..tries).filter(|n| take(*n).is_ok()).count();
        assert!((expected..=expected + 3).contains(&granted), "{granted}, not {expected}");
    }

    #[test]
    fn one_network_that_guesses_is_slowed() {
        let limits = SignInLimits::new(SETTING);
        let (ana, here, there) = (email("ana"), caller(1), caller(2));
        assert_lets_through(10, 100, |_| limits.take(Some(&ana), here));
        // Over many accounts, and from many addresses of one household.
        assert_lets_through(50, 100, |n| limits.take(Some(&email(&n.to_string())), there));
        let household = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:9::3"].map(|text| text.parse().unwrap());
        assert_lets_through(50, 100, |n| limits.take(None, household[n % 3]));
    }

    #[test]
    fn many_networks_that_guess_at_one_account_are_slowed() {
        let limits = SignInLimits::new(SETTING);
        let ana = email("ana");
        // Five networks use up the account's limit; then each of a hundred others has two attempts and no more.
        assert_lets_through(50, 50, |n| limits.take(Some(&ana), caller(n as u32 % 5)));
        let others = |n: usize| caller(100 + n as u32 % 100);
        assert_lets_through(200, 1000, |n| limits.take(Some(&ana), others(n)));
        assert!(limits.take(Some(&email("eva")), others(0)).is_ok(), "other accounts are not concerned");
    }

    #[test]
    fn nobody_is_kept_out_by_what_others_try() {
        let limits = SignInLimits::new(SETTING);
        let (ana, home, hotel) = (email("ana"), caller(1), caller(2));
        limits.remember(&ana, home);
        for n in 0..20_000 {
            let _ = limits.take(Some(&ana), caller(100 + n));
        }
        // The known network keeps its full limit; an unknown one has its two attempts.
        assert_lets_through(10, 100, |_| limits.take(Some(&ana), home));
        assert_lets_through(2, 100, |_| limits.take(Some(&ana), hotel));
    }

    #[test]
    fn a_known_network_is_not_concerned_by_what_is_done_from_it_to_others() {
        let limits = SignInLimits::new(SETTING);
        let (ana, office) = (email("ana"), caller(1));
        limits.remember(&ana, office);
        assert_lets_through(50, 100, |n| limits.take(Some(&email(&n.to_string())), office));
        assert_lets_through(10, 10, |_| limits.take(Some(&ana), office));
    }

    #[test]
    fn a_limit_of_0_is_none() {
        let limits = SignInLimits::new(0);
        assert_lets_through(1000, 1000, |_| limits.take(Some(&email("ana")), caller(1)));
    }

    #[test]
    fn only_behind_a_proxy_does_the_header_say_who_calls() {
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(FORWARDED_FOR, HeaderValue::from_static("203.0.113.7, 198.51.100.2"));
        let peer = Some(PeerAddress("192.0.2.1:5000".parse().unwrap()));
        assert_eq!(PeerAddress::caller(peer, &headers, false), address("192.0.2.1"));
        assert_eq!(PeerAddress::caller(peer, &headers, true), address("198.51.100.2"));
    }
}
