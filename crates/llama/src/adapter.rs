//! An adapter: a small file of numbers that a model was taught with, loaded beside it.

use std::path::Path;

use llama_cpp_2::model::{LlamaLoraAdapter, LlamaModel};

use crate::OpenError;

/// Loaded into the model, before any context of it is made.
pub(crate) fn load(model: &mut LlamaModel, path: &Path) -> Result<LlamaLoraAdapter, OpenError> {
    model.lora_adapter_init(path).map_err(|_| OpenError::NotAnAdapter { path: path.to_owned() })
}
