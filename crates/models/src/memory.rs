//! The memory that a process needs to run a model file, estimated from the file's size and header, and the model files
//! of a folder. Does not know how much memory this machine has.

use std::io;
use std::path::{Path, PathBuf};

use super::gguf::{self, Facts};
use super::{EXTENSION, ModelError};

/// Memory of a process in addition to file and context: cached prompts (512 MiB at most), batch buffers, an adapter and the
/// program. Chosen so that the estimate for the default model equals its measured peak.
pub const MARGIN_BYTES: u64 = 1_000_000_000;
/// Size of one number of the KV cache: llama.cpp stores 16-bit numbers.
const NUMBER_BYTES: u64 = 2;

/// A model file in the models folder; adapters are not listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalModel {
    pub path: PathBuf,
    pub bytes: u64,
    /// Estimated memory of a process that runs it; `None` if the file is damaged or its header lacks the figures.
    pub memory_bytes: Option<u64>,
}

/// Estimates the largest memory of a process with this model and this many tokens of context: the file, the KV cache and a
/// margin. `None` if the header lacks the figures for the size of the KV cache.
pub fn memory_bytes(path: &Path, context_tokens: u32) -> Result<Option<u64>, ModelError> {
    let facts = gguf::check(path).map_err(|fault| fault.of(path))?;
    let bytes = std::fs::metadata(path).map_err(|source| ModelError::Unreadable { path: path.to_owned(), source })?;
    Ok(total(&facts, bytes.len(), context_tokens))
}

/// Returns the model files of the folder, by name; none if there is no folder.
pub fn local_models(models_dir: &Path, context_tokens: u32) -> io::Result<Vec<LocalModel>> {
    let entries = match std::fs::read_dir(models_dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let bytes = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len());
        if path.to_string_lossy().ends_with(EXTENSION)
            && let Some(bytes) = bytes
        {
            found.extend(local_model(path, bytes, context_tokens));
        }
    }
    found.sort_by(|one: &LocalModel, other| one.path.cmp(&other.path));
    Ok(found)
}

fn local_model(path: PathBuf, bytes: u64, context_tokens: u32) -> Option<LocalModel> {
    let facts = gguf::check(&path).ok();
    if facts.as_ref().is_some_and(|facts| facts.get(gguf::KIND_KEY).is_some_and(|kind| kind == "adapter")) {
        return None;
    }
    let memory_bytes = facts.and_then(|facts| total(&facts, bytes, context_tokens));
    Some(LocalModel { path, bytes, memory_bytes })
}

fn total(facts: &Facts, file_bytes: u64, context_tokens: u32) -> Option<u64> {
    context_bytes(facts, context_tokens)?.checked_add(file_bytes)?.checked_add(MARGIN_BYTES)
}

/// Returns the size of the KV cache. The context is at most the one that the model was trained for.
fn context_bytes(facts: &Facts, context_tokens: u32) -> Option<u64> {
    let figure = |key: &str| facts.get(key).and_then(|text| text.parse::<u64>().ok());
    let heads = figure(gguf::HEADS_KEY)?;
    // Where the header lists them by layer, or not at all, every head has its own keys and values.
    let kv_heads = figure(gguf::KV_HEADS_KEY).unwrap_or(heads);
    let head_width = figure(gguf::WIDTH_KEY)?.checked_div(heads)?;
    let key_width = figure(gguf::KEY_WIDTH_KEY).unwrap_or(head_width);
    let value_width = figure(gguf::VALUE_WIDTH_KEY).unwrap_or(head_width);
    let tokens = u64::from(context_tokens).min(figure(gguf::CONTEXT_KEY).unwrap_or(u64::MAX));
    let per_layer = kv_heads.checked_mul(key_width.checked_add(value_width)?)?.checked_mul(NUMBER_BYTES)?;
    per_layer.checked_mul(figure(gguf::LAYERS_KEY)?)?.checked_mul(tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(figures: &[(&str, u64)]) -> Facts {
        figures.iter().map(|(key, value)| ((*key).to_owned(), value.to_string())).collect()
    }

    #[test]
    fn the_estimate_for_the_default_model_is_its_measured_peak() {
        let (layers, context, width) = ((gguf::LAYERS_KEY, 28), (gguf::CONTEXT_KEY, 32_768), (gguf::WIDTH_KEY, 1536));
        let default = facts(&[layers, context, width, (gguf::HEADS_KEY, 12), (gguf::KV_HEADS_KEY, 2)]);
        // 28 layers × 2 heads × (128 + 128) × 2 bytes = 28,672 bytes for each token.
        assert_eq!(context_bytes(&default, 8192), Some(28_672 * 8192));
        assert_eq!(total(&default, 1_117_320_768, 8192), Some(2_352_201_792), "measured: 2.3 GB");
    }

    #[test]
    fn the_context_is_no_longer_than_the_trained_one_and_unknown_without_figures() {
        let mut small = facts(&[(gguf::LAYERS_KEY, 1), (gguf::WIDTH_KEY, 8), (gguf::HEADS_KEY, 2)]);
        // Without a count of its own, each of the two heads has keys and values of 4 numbers.
        assert_eq!(context_bytes(&small, 100), Some(2 * (4 + 4) * 2 * 100));
        small.insert(gguf::CONTEXT_KEY.to_owned(), "10".to_owned());
        assert_eq!(context_bytes(&small, 100), Some(2 * (4 + 4) * 2 * 10));
        small.insert(gguf::HEADS_KEY.to_owned(), "0".to_owned());
        assert_eq!(context_bytes(&small, 100), None);
        assert_eq!(context_bytes(&facts(&[]), 100), None);
    }
}
