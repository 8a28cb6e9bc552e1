//! Engines of the service: which one is in use, how it is opened, and how another is found, tried and chosen. A setting
//! (flag, variable or file) decides the engine; without one, the choice in the database does; without either, the default.
//!
//! Start with `choice` (what is in use), then `choosing` (how that is changed) and `key_file` (where a typed key is kept).
//! `identity` finds the records of an engine that is not opened.

mod building;
mod choice;
mod choosing;
mod identity;
mod key_file;

pub use building::{OpenEmbedded, build_engine, open_served};
pub use choice::{DecidedBy, EngineInUse, MissingKey, in_use};
pub use choosing::{
    Candidate, ChooseError, GivenKey, MODEL_BYTES_MAX, candidate, choose, choose_embedded, host, trial_sentence, tried,
};
pub use engine::openai::{ApiKey, Documents, Trial};
pub use engine::providers::{
    FoundServer, Provider, ProviderKind, all as providers, find as find_servers, named as provider,
};
pub use identity::{is_valid_record, valid_records};
pub use key_file::remove_unused_keys;
