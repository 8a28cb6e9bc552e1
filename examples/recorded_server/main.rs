//! A chat server that answers from recorded forecasts of a capable model, so that reports and measurements can run
//! without one: `cargo run --example recorded_server -- --forecasts FILE --cases FILE`.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Parser;

// By its path, so that its modules lie in this folder, as they do for the integration tests.
#[path = "server.rs"]
mod server;

use server::{Behaviour, Mode, RecordedBrief, Recording, serve};

#[derive(Parser)]
struct Arguments {
    /// What was forecast, by the id of each case
    #[arg(long, value_name = "FILE", requires = "cases")]
    forecasts: Option<PathBuf>,
    /// The cases: their questions and options
    #[arg(long, value_name = "FILE", requires = "forecasts")]
    cases: Option<PathBuf>,
    /// A folder of whole briefs with everything that was said of them
    #[arg(long, value_name = "DIR")]
    briefs: Option<PathBuf>,
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
    let mut recording = match (&arguments.forecasts, &arguments.cases) {
        (Some(forecasts), Some(cases)) => {
            Recording::parse(&read(forecasts)?, &read(cases)?).context("the forecasts or the cases can't be read")?
        }
        _ => Recording::default(),
    };
    if let Some(folder) = &arguments.briefs {
        recording = recording.with_briefs(briefs_in(folder)?);
    }
    let behaviour = Behaviour { mode: arguments.mode, latency: Duration::from_millis(arguments.latency_ms) };
    let address = serve(arguments.listen, Arc::new(recording), behaviour).await?;
    println!("listening on http://{address}/v1");
    std::future::pending().await
}

fn briefs_in(folder: &Path) -> anyhow::Result<Vec<RecordedBrief>> {
    let mut briefs = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "json") {
            briefs.push(serde_json::from_str(&read(&path)?).with_context(|| path.display().to_string())?);
        }
    }
    Ok(briefs)
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}
