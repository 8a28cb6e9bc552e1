//! The elicitation: an identifier of how an engine is asked. A record is valid for one elicitation only.

use forecast::calibration::Way;
use foundation::{Language, hex};
use sha2::{Digest, Sha256};

use engine::EngineCard;
use engine::prompt;

/// Changed when the way of asking, pooling or drawing changes, which invalidates older records.
const DOCUMENT_METHOD: &str = "forecast/1";
const LABEL_METHOD: &str = "forecast/2";
const DOCUMENT_PROMPTS: [&str; 3] = ["forecast_whole.txt", "forecast_ranked.txt", "forecast_groups.txt"];
/// Prices are asked with prompts of their own. They have their own identifier, so that a change of them leaves the
/// records of all other questions valid.
const PRICE_METHOD: &str = "prices/1";
const PRICE_PROMPTS: [&str; 2] = ["forecast_prices.txt", "forecast_price_groups.txt"];
const LABEL_PROMPTS: [&str; 2] = ["general.txt", "among.txt"];
/// Bytes of the SHA-256 in an identifier.
const HASH_BYTES: usize = 8;

/// What a record belongs to: an engine, its model and its adapter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EngineIdentity {
    pub engine: String,
    /// SHA-256 of the model's file, or the name of a served model.
    pub model: String,
    /// SHA-256 of the adapter's file; empty without one.
    pub adapter: String,
}

impl EngineIdentity {
    pub fn of(card: &EngineCard) -> Self {
        let is_blend = card.name.contains('+');
        let hash = card.model_hash.as_deref().filter(|_| !is_blend);
        let model = hash.or(card.model.as_deref()).unwrap_or("").to_owned();
        let adapter = card.adapter.as_ref().map_or_else(String::new, |adapter| adapter.hash.clone());
        Self { engine: card.name.clone(), model, adapter }
    }
}

/// Returns the method for an engine without a record: documents if it writes them.
pub fn way_of(card: &EngineCard) -> Way {
    if card.writes_documents { Way::Documents } else { Way::Labels }
}

/// Returns the identifier: a hash of prompts and method, which changes with either.
pub fn elicitation(way: Way, language: Language) -> String {
    let (name, method, prompts) = match way {
        Way::Documents => ("documents", DOCUMENT_METHOD, &DOCUMENT_PROMPTS[..]),
        Way::Labels => ("labels", LABEL_METHOD, &LABEL_PROMPTS[..]),
    };
    identifier(name, method, language, prompts)
}

/// Returns the identifier of how documents are asked about prices.
pub fn price_elicitation(language: Language) -> String {
    identifier("prices", PRICE_METHOD, language, &PRICE_PROMPTS)
}

fn identifier(name: &str, method: &str, language: Language, prompts: &[&str]) -> String {
    let digest = Sha256::digest(format!("{method}\0{name}\0{}", prompt::hash_of(language, prompts)));
    format!("{name}-{}", hex(&digest[..HASH_BYTES]))
}
