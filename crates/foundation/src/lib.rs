//! Types and helpers that every other crate uses: languages, ids, compiled-in data files and seeded random streams.
//!
//! The crate depends on no other crate of the workspace. It does no I/O at run time and reads no clock. Random
//! numbers come only from a seed that the caller gives.
//!
//! Start with `language` and `ids`. Then read [`chance`], which derives an independent random stream from a seed and
//! a label, and [`data`], which parses the files that are compiled into the program.

#![cfg_attr(test, allow(clippy::unwrap_used))]

pub mod chance;
pub mod data;
mod ids;
mod language;

pub use ids::{OptionId, RespondentId};
pub use language::{Language, Script, UnknownLanguage};

/// Returns lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
