//! Validated values (ids, e-mail addresses, secrets, passwords, credits), and the process's only sources of
//! wall-clock time and unseeded randomness.
//!
//! Knows `language` of this workspace. It reads the system clock ([`clock`]), seeds a generator from the operating
//! system ([`chance`]) and writes files ([`disk`]). Clock and generator are passed as arguments, so that tests can
//! fix them. It must not know the database, the network, engines or reports.
//!
//! Start with [`clock`] and [`chance`], then [`ids`] and [`secret`].

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod chance;
pub mod clock;
pub mod credits;
pub mod disk;
pub mod email;
pub mod ids;
pub mod password;
pub mod secret;
