//! For tests alone: a complete service in process with its own database ([`support`]), engines that misbehave as a test tells
//! them to ([`engines`]), and recorded responses of one completed and one failed report ([`specimen`]).
//!
//! It knows `service` and everything below, and no llama.cpp. The integration tests of `service` and of the binary use it.
//! Start with [`on_both`] and [`support::TestApp`].

#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

pub mod engines;
pub mod specimen;
pub mod support;
