//! Loads an adapter (LoRA) beside a model.

use std::path::Path;

use llama_cpp_2::model::{LlamaLoraAdapter, LlamaModel};

use crate::llama::OpenError;

/// Loads the adapter. Must be called before any context of the model is created.
pub(crate) fn load(model: &mut LlamaModel, path: &Path) -> Result<LlamaLoraAdapter, OpenError> {
    model.lora_adapter_init(path).map_err(|_| OpenError::NotAnAdapter { path: path.to_owned() })
}
