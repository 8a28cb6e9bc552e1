//! `canvass model list`: the models of the catalogue, the one in use and the other files of the models folder, and which
//! of them this machine's memory can hold.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::cli::memory::{Memory, memory};
use crate::cli::output::{Output, table};
use models::{CatalogueModel, LocalModel, MARGIN_BYTES, ModelChoice, local_models, memory_bytes, resolve};
use service::config::Config;

use super::megabytes;

#[derive(Serialize)]
struct ModelDocument {
    name: String,
    file: String,
    bytes: Option<u64>,
    licence: Option<String>,
    languages: Vec<String>,
    parameters: Option<String>,
    /// Largest memory of a process that runs it, in MB: estimated from the file if that is here, else the catalogue's figure.
    memory_mb: Option<u64>,
    /// Whether `memory_mb` is within this machine's total memory, and within its free memory.
    fits: Option<bool>,
    fits_now: Option<bool>,
    here: bool,
    in_use: bool,
    /// The adapter loaded with the model.
    adapter: Option<AdapterDocument>,
}

#[derive(Serialize)]
struct AdapterDocument {
    name: String,
    file: String,
    sha256: String,
}

pub(super) fn list(config: &Config, output: Output) -> anyhow::Result<()> {
    let catalogued = config.catalogue.models().iter().cloned().map(ModelChoice::Catalogued);
    let mut choices: Vec<ModelChoice> = catalogued.collect();
    if !choices.contains(&config.model) {
        choices.push(config.model.clone());
    }
    let files = local_models(&config.models_dir, config.embedded_context_tokens)?;
    let shown: Vec<PathBuf> = choices.iter().map(|choice| choice.path_in(&config.models_dir)).collect();
    let is_shown = |path: &Path| shown.iter().any(|other| is_same(other, path));
    let others = files.iter().filter(|file| !is_shown(&file.path));
    choices.extend(others.map(|file| ModelChoice::File(file.path.clone())));
    let machine = memory();
    let documents: Vec<ModelDocument> =
        choices.iter().map(|choice| document(choice, config, &files, machine)).collect();
    output.print(&documents, || {
        let heading =
            ["name", "size", "parameters", "licence", "languages", "here", "memory", "fits", "in use", "adapter"];
        let heading = heading.map(str::to_owned).to_vec();
        let rows = table(&std::iter::once(heading).chain(documents.iter().map(row)).collect::<Vec<_>>());
        format!("{rows}\n\n{}", memory_note(machine, config.embedded_context_tokens))
    })
}

/// Whether two paths lead to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

fn document(choice: &ModelChoice, config: &Config, files: &[LocalModel], machine: Option<Memory>) -> ModelDocument {
    let path = choice.path_in(&config.models_dir);
    let bytes_here = std::fs::metadata(&path).ok().filter(|found| found.is_file()).map(|found| found.len());
    let entry = match choice {
        ModelChoice::Catalogued(entry) => Some(entry),
        ModelChoice::File(_) | ModelChoice::HuggingFace(_) => None,
    };
    let from = |field: fn(&CatalogueModel) -> &String| entry.map(|entry| field(entry).clone());
    let estimate = match files.iter().find(|file| file.path == path) {
        Some(file) => file.memory_bytes,
        None => memory_bytes(&path, config.embedded_context_tokens).ok().flatten(),
    };
    let estimate_mb = estimate.map(|bytes| bytes.div_ceil(1_000_000));
    let memory_mb = estimate_mb.or(entry.map(|entry| entry.memory_mb));
    let within = |mb: fn(Memory) -> u64| memory_mb.zip(machine).map(|(needed, machine)| needed <= mb(machine));
    ModelDocument {
        name: choice.name(),
        file: path.display().to_string(),
        bytes: entry.map(|entry| entry.bytes).or(bytes_here),
        licence: from(|entry| &entry.licence),
        languages: entry.map_or_else(Vec::new, |entry| entry.languages.clone()),
        parameters: from(|entry| &entry.parameters),
        memory_mb,
        fits: within(|machine| machine.total_mb),
        fits_now: within(|machine| machine.free_mb),
        here: bytes_here.is_some_and(|bytes| entry.is_none_or(|entry| entry.bytes == bytes)),
        in_use: *choice == config.model,
        adapter: adapter(choice, config),
    }
}

/// Returns the adapter of the model in use, if the model is present. `doctor` explains why an adapter can't be used.
fn adapter(choice: &ModelChoice, config: &Config) -> Option<AdapterDocument> {
    let file = if *choice == config.model { resolve(choice, &config.models_dir).ok()? } else { return None };
    let adapter = config.adapter.beside(&file, &config.models_dir).ok()??;
    Some(AdapterDocument { name: adapter.name, file: adapter.path.display().to_string(), sha256: adapter.sha256 })
}

fn row(model: &ModelDocument) -> Vec<String> {
    let or_unknown = |text: Option<String>| text.unwrap_or_else(|| "?".to_owned());
    let tick = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let fits = match (model.fits, model.fits_now) {
        (None, _) => "?",
        (Some(false), _) => "no",
        (Some(true), Some(false)) => "not now",
        (Some(true), _) => "yes",
    };
    vec![
        model.name.clone(),
        or_unknown(model.bytes.map(megabytes)),
        or_unknown(model.parameters.clone()),
        or_unknown(model.licence.clone()),
        if model.languages.is_empty() { "?".to_owned() } else { model.languages.join(" ") },
        tick(model.here),
        or_unknown(model.memory_mb.map(|mb| format!("{mb} MB"))),
        fits.to_owned(),
        tick(model.in_use),
        model.adapter.as_ref().map_or_else(|| "none".to_owned(), |adapter| adapter.name.clone()),
    ]
}

/// Explains the columns on memory.
fn memory_note(machine: Option<Memory>, context_tokens: u32) -> String {
    let has = match machine {
        Some(Memory { total_mb, free_mb }) => {
            format!("This machine has {total_mb} MB of memory, {free_mb} MB of it free.")
        }
        None => "How much memory this machine has can't be told.".to_owned(),
    };
    let margin_mb = MARGIN_BYTES / 1_000_000;
    format!(
        "{has}\nA model takes at most its file, a context of {context_tokens} tokens and {margin_mb} MB. \"not now\": it fits \
         the memory, but not what is free of it."
    )
}
