//! The elicitation: a name for how an engine is asked. A record counts for one elicitation only.

use forecast::calibration::Way;
use foundation::Language;
use sha2::{Digest, Sha256};

use engine::EngineCard;
use engine::prompt;

/// Raised when shares are asked for, pooled or drawn in another way, so that older measurements are void.
const DOCUMENT_METHOD: &str = "forecast/1";
const LABEL_METHOD: &str = "forecast/2";
const DOCUMENT_PROMPTS: [&str; 3] = ["forecast_whole.txt", "forecast_ranked.txt", "forecast_groups.txt"];
const LABEL_PROMPTS: [&str; 2] = ["general.txt", "among.txt"];

/// What a measurement is of: an engine, its model and what is put on top of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct EngineIdentity {
    pub engine: String,
    /// SHA-256 of the model's file, or a served model's name.
    pub model: String,
    /// Empty where there is none.
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

/// How an engine without a record is asked: by documents where it writes them.
pub fn way_of(card: &EngineCard) -> Way {
    if card.writes_documents { Way::Documents } else { Way::Labels }
}

/// A hash of the prompts and the method; changing either makes another elicitation.
pub fn elicitation(way: Way, language: Language) -> String {
    let (name, method, prompts) = match way {
        Way::Documents => ("documents", DOCUMENT_METHOD, &DOCUMENT_PROMPTS[..]),
        Way::Labels => ("labels", LABEL_METHOD, &LABEL_PROMPTS[..]),
    };
    let digest = Sha256::digest(format!("{method}\0{name}\0{}", prompt::hash_of(language, prompts)));
    let hash: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{name}-{hash}")
}
