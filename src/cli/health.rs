//! `canvass health`: asks a running process for its health, so that a container needs no other tool.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;

use super::output::Output;
use service::config::Config;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);
const SAID_CHARS_MAX: usize = 200;

#[derive(Args)]
pub struct HealthArguments {
    /// Ask a worker, on the address that its metrics are served on
    #[arg(long)]
    worker: bool,
    /// Ask whether it can work, database and engine included, and not only whether it is up
    #[arg(long, conflicts_with = "worker")]
    ready: bool,
}

pub async fn health(config: &Config, arguments: &HealthArguments, output: Output) -> anyhow::Result<()> {
    let address = if arguments.worker {
        config.metrics_listen.context("a worker answers on metrics_listen, which is not set")?
    } else {
        config.listen
    };
    let path = if arguments.ready { "readyz" } else { "healthz" };
    let url = format!("http://{}/{path}", reachable(address));
    // reqwest is built with TLS and needs a crypto provider even for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().no_proxy().timeout(ANSWER_TIMEOUT).build()?;
    let answer = client.get(&url).send().await.with_context(|| format!("{url} does not answer"))?;
    let status = answer.status();
    let body = answer.text().await.unwrap_or_else(|_| String::new());
    ensure!(status.is_success(), "{url} answers {status}: {}", plain(&body));
    output.print(&serde_json::json!({ "ok": true, "url": url }), || format!("{url} is fine"))
}

/// Returns the first line of the response without control characters.
fn plain(body: &str) -> String {
    let line = body.lines().next().unwrap_or("");
    line.chars().filter(|c| !c.is_control()).take(SAID_CHARS_MAX).collect()
}

/// Replaces an unspecified address (0.0.0.0, ::), which can be bound but not connected to, with the loopback address.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    match address {
        SocketAddr::V4(v4) if v4.ip().is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        SocketAddr::V6(v6) if v6.ip().is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    address
}
