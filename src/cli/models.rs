//! `canvass model …`: lists and downloads models.

use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use clap::Subcommand;
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::output::{Output, note, table};
use models::{CatalogueModel, ModelChoice, PullEvent, pull, resolve};
use pages::terminal::clean;
use service::config::{Config, EngineSetting};

const BAR: &str = "{spinner} {wide_bar} {bytes} of {total_bytes}, {msg}";
const TICK: Duration = Duration::from_millis(200);
/// Without a terminal, a line is printed each time this many more percent are done.
const LINE_EVERY_PERCENT: u64 = 10;

#[derive(Subcommand)]
pub enum ModelCommand {
    /// List the models that can be fetched by name, and the one in use
    List,
    /// Fetch a model; one that is here already is only checked
    Pull {
        /// A name that `model list` shows, or hf:owner/repo/file.gguf [default: the model in use]
        name: Option<String>,
        /// Do nothing where no engine in use needs a model, or it is here; for scripts that start the service
        #[arg(long, conflicts_with = "name")]
        if_needed: bool,
    },
}

#[derive(Serialize)]
struct ModelDocument {
    name: String,
    file: String,
    bytes: Option<u64>,
    licence: Option<String>,
    languages: Vec<String>,
    parameters: Option<String>,
    memory_mb: Option<u64>,
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

pub async fn model(config: &Config, command: ModelCommand, output: Output) -> anyhow::Result<()> {
    match command {
        ModelCommand::List => list(config, output),
        ModelCommand::Pull { if_needed: true, .. } if !is_needed(config) => Ok(()),
        ModelCommand::Pull { name, .. } => {
            let named = name.as_deref().map(|name| ModelChoice::parse(name, &config.catalogue)).transpose()?;
            fetch(named.as_ref().unwrap_or(&config.model), &config.models_dir, output).await
        }
    }
}

/// Whether a downloadable model is missing. If the operator's own file is missing, the service reports it at startup.
fn is_needed(config: &Config) -> bool {
    let embedded = config.engines.iter().any(|engine| matches!(engine, EngineSetting::Embedded(_)));
    let own = matches!(config.model, ModelChoice::File(_));
    embedded && !own && resolve(&config.model, &config.models_dir).is_err()
}

fn list(config: &Config, output: Output) -> anyhow::Result<()> {
    let catalogued = config.catalogue.models().iter().cloned().map(ModelChoice::Catalogued);
    let mut choices: Vec<ModelChoice> = catalogued.collect();
    if !choices.contains(&config.model) {
        choices.push(config.model.clone());
    }
    let documents: Vec<ModelDocument> = choices.iter().map(|choice| document(choice, config)).collect();
    output.print(&documents, || {
        let heading =
            ["name", "size", "parameters", "licence", "languages", "here", "in use", "adapter"].map(str::to_owned);
        table(&std::iter::once(heading.to_vec()).chain(documents.iter().map(row)).collect::<Vec<_>>())
    })
}

fn document(choice: &ModelChoice, config: &Config) -> ModelDocument {
    let path = choice.path_in(&config.models_dir);
    let bytes_here = std::fs::metadata(&path).ok().filter(|found| found.is_file()).map(|found| found.len());
    let entry = match choice {
        ModelChoice::Catalogued(entry) => Some(entry),
        ModelChoice::File(_) | ModelChoice::HuggingFace(_) => None,
    };
    let from = |field: fn(&CatalogueModel) -> &String| entry.map(|entry| field(entry).clone());
    ModelDocument {
        name: choice.name(),
        file: path.display().to_string(),
        bytes: entry.map(|entry| entry.bytes).or(bytes_here),
        licence: from(|entry| &entry.licence),
        languages: entry.map_or_else(Vec::new, |entry| entry.languages.clone()),
        parameters: from(|entry| &entry.parameters),
        memory_mb: entry.map(|entry| entry.memory_mb),
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
    vec![
        model.name.clone(),
        or_unknown(model.bytes.map(megabytes)),
        or_unknown(model.parameters.clone()),
        or_unknown(model.licence.clone()),
        if model.languages.is_empty() { "?".to_owned() } else { model.languages.join(" ") },
        tick(model.here),
        tick(model.in_use),
        model.adapter.as_ref().map_or_else(|| "none".to_owned(), |adapter| adapter.name.clone()),
    ]
}

async fn fetch(choice: &ModelChoice, models_dir: &Path, output: Output) -> anyhow::Result<()> {
    let name = choice.name();
    let watch = Watch::new(&name);
    let watcher = Arc::clone(&watch);
    let pulled = pull(choice, models_dir, Arc::new(move |event| watcher.see(event))).await;
    watch.end();
    let pulled = pulled?;
    let (path, bytes) = (pulled.file.path.display().to_string(), pulled.file.bytes);
    let document = serde_json::json!({
        "name": name, "file": path, "bytes": bytes, "sha256": pulled.file.sha256, "fetched": pulled.fetched,
    });
    output.print(&document, || {
        let how = if pulled.fetched { "fetched and checked" } else { "here already, and checked" };
        format!("{name}: {how}, {} in {path}", megabytes(bytes))
    })
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

/// Shows download progress on standard error: a bar on a terminal, occasional lines elsewhere.
struct Watch {
    name: String,
    bar: Option<ProgressBar>,
    total: OnceLock<u64>,
    here: AtomicU64,
}

impl Watch {
    fn new(name: &str) -> Arc<Self> {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(0).with_style(style).with_message(clean(&format!("fetching {name}")));
            bar.enable_steady_tick(TICK);
            bar
        });
        Arc::new(Self { name: name.to_owned(), bar, total: OnceLock::new(), here: AtomicU64::new(0) })
    }

    fn see(&self, event: PullEvent) {
        match event {
            PullEvent::Begun { bytes_total, bytes_here } => {
                self.here.store(bytes_here, Ordering::Relaxed);
                match &self.bar {
                    Some(bar) => {
                        bar.set_length(bytes_total);
                        bar.set_position(bytes_here);
                    }
                    // A retried download starts again; one line is enough.
                    None if self.total.get().is_none() => {
                        note(&format!("fetching {} ({})", self.name, HumanBytes(bytes_total)));
                    }
                    None => {}
                }
                self.total.get_or_init(|| bytes_total);
            }
            PullEvent::Arrived { bytes } => {
                let before = self.here.fetch_add(bytes, Ordering::Relaxed);
                let total = self.total.get().copied().unwrap_or(0).max(1);
                let step = |bytes: u64| bytes * 100 / total / LINE_EVERY_PERCENT;
                match &self.bar {
                    Some(bar) => bar.inc(bytes),
                    None if step(before + bytes) > step(before) => {
                        note(&format!("{}: {} of {}", self.name, HumanBytes(before + bytes), HumanBytes(total)));
                    }
                    None => {}
                }
            }
            PullEvent::Checking => match &self.bar {
                Some(bar) => bar.set_message("checking"),
                None => note(&format!("checking {}", self.name)),
            },
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
