//! Checks of the machine: address, data folder, clock and memory.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use tokio::net::TcpListener;

use super::Check;
use engine::outbound;
use primitives::clock::{Clock, UnixMs};
use primitives::disk;

const HEALTH_TIMEOUT: Duration = Duration::from_secs(3);
/// Beyond this, key expiry and report times would be visibly wrong.
const CLOCK_OFF_MAX_MS: i64 = 5_000;

pub(super) async fn port(address: SocketAddr) -> Check {
    let error = match TcpListener::bind(address).await {
        Ok(_) => return Check::good(format!("{address} is free")),
        Err(error) => error,
    };
    let other = "set CANVASS_LISTEN to another address, such as 127.0.0.1:8081";
    match error.kind() {
        io::ErrorKind::AddrInUse if is_canvass(address).await => {
            Check::good(format!("a Canvass answers on {address} already"))
        }
        io::ErrorKind::AddrInUse => {
            Check::bad(format!("another program has {address}"), format!("stop that program, or {other}"))
        }
        io::ErrorKind::AddrNotAvailable => {
            Check::bad(format!("{address} is not an address of this machine"), other.to_owned())
        }
        io::ErrorKind::PermissionDenied => Check::bad(
            format!("this user may not listen on {address}"),
            format!("ports below 1024 are for root: put a proxy in front, or {other}"),
        ),
        _ => Check::bad(format!("{address}: {error}"), other.to_owned()),
    }
}

/// Recognises the service by the request id header that all its responses carry.
async fn is_canvass(address: SocketAddr) -> bool {
    let Ok(tls) = outbound::tls() else { return false };
    let client = reqwest::Client::builder().tls_backend_preconfigured(tls).no_proxy().timeout(HEALTH_TIMEOUT).build();
    let Ok(client) = client else { return false };
    let answered = client.get(format!("http://{address}/healthz")).send().await;
    answered.is_ok_and(|answer| answer.status().is_success() && answer.headers().contains_key("x-request-id"))
}

pub(super) fn folder(path: &Path) -> Check {
    match std::fs::create_dir_all(path).and_then(|()| disk::try_to_write(path)) {
        Ok(()) => Check::good(format!("{} can be written to", path.display())),
        Err(error) => Check::bad(
            format!("{} can't be written to: {error}", path.display()),
            "make it writable for this user (chown, chmod), make room on its disk, or set CANVASS_DATA_DIR to another folder",
        ),
    }
}

pub(super) fn clock(by_database: UnixMs) -> Check {
    let off_ms = Clock::System.now() - by_database;
    if off_ms.abs() <= CLOCK_OFF_MAX_MS {
        return Check::good("agrees with the database's");
    }
    let direction = if off_ms > 0 { "ahead of" } else { "behind" };
    Check::bad(
        format!("{} s {direction} the database's", off_ms.abs() / 1000),
        "set both machines by network time (timedatectl set-ntp true); reports go on, but times and expiry are wrong",
    )
}

pub(super) fn memory(needed_mb: u64) -> Check {
    let Some(free_mb) = crate::cli::memory::memory().map(|memory| memory.free_mb) else {
        return Check::good(format!("the model takes about {needed_mb} MB; what is free can't be told here"));
    };
    let detail = format!("the model takes about {needed_mb} MB, and {free_mb} MB are free");
    if free_mb >= needed_mb {
        return Check::good(detail);
    }
    Check::bad(
        detail,
        "stop other programs, take a smaller model (canvass model list, CANVASS_MODEL), or use a served one (CANVASS_ENGINE=openai)",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_larger_than_the_memory_is_told_with_a_way_out() {
        assert!(memory(1).ok);
        let short = memory(u64::MAX);
        assert!(!short.ok && short.advice.unwrap().contains("CANVASS_MODEL"), "{}", short.detail);
    }
}
