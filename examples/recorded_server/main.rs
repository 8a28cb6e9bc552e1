//! A chat server that answers from forecasts that a capable model once gave, so that a report can be made and an engine
//! measured without one: `cargo run --example recorded_server -- --forecasts FILE --cases FILE`.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;

// By its path, so that its modules lie beside it here as they do for the integration tests.
#[path = "server.rs"]
mod server;

use server::{Behaviour, Mode, Recording, serve};

#[derive(Parser)]
struct Arguments {
    /// What was forecast, by the id of each case
    #[arg(long, value_name = "FILE")]
    forecasts: PathBuf,
    /// The cases: their questions and options
    #[arg(long, value_name = "FILE")]
    cases: PathBuf,
    /// Where to listen; port 0 takes one that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:0")]
    listen: SocketAddr,
    /// How long every reply takes
    #[arg(long, value_name = "N", default_value_t = 0)]
    latency_ms: u64,
    /// What kind of model it plays
    #[arg(long, value_enum, default_value_t = Mode::Recorded)]
    mode: Mode,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let recording = Recording::parse(&read(&arguments.forecasts)?, &read(&arguments.cases)?)
        .context("the forecasts or the cases can't be read")?;
    let behaviour = Behaviour { mode: arguments.mode, latency: Duration::from_millis(arguments.latency_ms) };
    let address = serve(arguments.listen, Arc::new(recording), behaviour).await?;
    println!("listening on http://{address}/v1");
    std::future::pending().await
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}
