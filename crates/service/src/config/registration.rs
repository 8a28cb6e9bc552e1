//! Who may open an account, and with how many credits. By default sign-up is open if the service is local to this
//! machine and closed otherwise, so that strangers cannot obtain credits.

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::RawSettings;

/// Enough for one report of default size.
const CREDITS_LOCAL: i64 = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Registration {
    /// Open only if the service is local to this machine.
    Auto,
    Open,
    Closed,
}

/// The settings with `auto` resolved.
pub(super) struct Resolved {
    pub(super) is_open: bool,
    pub(super) credits: i64,
}

impl Resolved {
    pub(super) fn new(raw: &RawSettings, public_url: &str) -> Self {
        let is_local = !raw.behind_proxy && raw.listen.ip().is_loopback() && leads_to_loopback(public_url);
        let is_open = match raw.registration {
            Registration::Auto => is_local,
            Registration::Open => true,
            Registration::Closed => false,
        };
        let credits = match raw.sign_up_credits {
            0.. => raw.sign_up_credits,
            _ if is_local => CREDITS_LOCAL,
            _ => 0,
        };
        Self { is_open, credits }
    }
}

/// Returns whether a URL is reachable only from this machine.
pub fn leads_to_loopback(url: &str) -> bool {
    match Url::parse(url).ok().as_ref().and_then(Url::host) {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, SettingFlags};

    fn found(file: &str) -> (bool, i64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("canvass.toml");
        std::fs::write(&path, file).unwrap();
        let config = Config::load(&SettingFlags { config: Some(path), ..SettingFlags::default() }).unwrap();
        (config.is_registration_open, config.sign_up_credits)
    }

    #[test]
    fn anybody_opens_an_account_on_this_machine_unless_told_otherwise() {
        for file in ["", "public_url = \"http://localhost:8080\"", "listen = \"[::1]:80\""] {
            assert_eq!(found(file), (true, 100), "{file}");
            let told = format!("{file}\nregistration = \"closed\"\nsign_up_credits = 0");
            assert_eq!(found(&told), (false, 0), "{file}");
        }
    }

    #[test]
    fn nobody_opens_an_account_where_others_reach_the_service_unless_told_otherwise() {
        for file in [
            "listen = \"0.0.0.0:8080\"",
            "listen = \"192.0.2.1:8080\"\npublic_url = \"http://127.0.0.1\"",
            "public_url = \"https://canvass.example\"",
            "public_url = \"http://localhost.example\"",
            "behind_proxy = true",
        ] {
            assert_eq!(found(file), (false, 0), "{file}");
            let told = format!("{file}\nregistration = \"open\"\nsign_up_credits = 7");
            assert_eq!(found(&told), (true, 7), "{file}");
        }
    }
}
