//! Values that can't be wrong, and the process's only sources of time, randomness and files.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod chance;
pub mod clock;
pub mod credits;
pub mod disk;
pub mod email;
pub mod ids;
pub mod password;
pub mod secret;
