//! `canvass model …`: lists and downloads models.

mod list;
mod progress;

use std::sync::Arc;

use clap::Subcommand;

use super::output::Output;
use engine::outbound;
use models::{ModelChoice, Network, hub_address, pull, resolve};
use progress::PullProgress;
use service::config::{Config, EngineSetting};

#[derive(Subcommand)]
pub enum ModelCommand {
    /// List the models that can be fetched by name and those that are here, and whether they fit this machine's memory
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

pub async fn model(config: &Config, command: ModelCommand, output: Output) -> anyhow::Result<()> {
    match command {
        ModelCommand::List => list::list(config, output),
        ModelCommand::Pull { if_needed: true, .. } if !is_needed(config) => Ok(()),
        ModelCommand::Pull { name, .. } => {
            let named = name.as_deref().map(|name| ModelChoice::parse(name, &config.catalogue)).transpose()?;
            fetch(named.as_ref().unwrap_or(&config.model), config, output).await
        }
    }
}

/// Whether a downloadable model is missing. If the operator's own file is missing, the service reports it at startup.
fn is_needed(config: &Config) -> bool {
    let embedded = config.engines.iter().any(|engine| matches!(engine, EngineSetting::Embedded(_)));
    let own = matches!(config.model, ModelChoice::File(_));
    embedded && !own && resolve(&config.model, &config.models_dir).is_err()
}

async fn fetch(choice: &ModelChoice, config: &Config, output: Output) -> anyhow::Result<()> {
    let servers = config.model_servers.clone();
    let network = Network::new(&outbound::tls()?, hub_address(servers.hub.as_deref())?, servers.mirror)?;
    let name = choice.name();
    let progress = PullProgress::new(&name);
    let shown = Arc::clone(&progress);
    let pulled = pull(choice, &config.models_dir, &network, Arc::new(move |event| shown.show(event))).await;
    progress.end();
    let pulled = pulled?;
    let (path, bytes) = (pulled.file.path.display().to_string(), pulled.file.bytes);
    let document = serde_json::json!({
        "name": name, "file": path, "bytes": bytes, "sha256": pulled.file.sha256, "fetched": pulled.source.is_some(),
        "source": pulled.source,
    });
    output.print(&document, || {
        let how = match &pulled.source {
            Some(source) => format!("fetched from {source} and checked"),
            None => "here already, and checked".to_owned(),
        };
        format!("{name}: {how}, {} in {path}", megabytes(bytes))
    })
}

fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}
