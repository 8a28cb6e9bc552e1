//! Loads an adapter: a file of what a model was taught beyond what it came with.

use std::path::Path;

use llama_cpp_2::model::{LlamaLoraAdapter, LlamaModel};

use crate::llama::OpenError;

/// Must be loaded before any context of the model is made.
pub(crate) fn load(model: &mut LlamaModel, path: &Path) -> Result<LlamaLoraAdapter, OpenError> {
    model.lora_adapter_init(path).map_err(|_| OpenError::NotAnAdapter { path: path.to_owned() })
}
