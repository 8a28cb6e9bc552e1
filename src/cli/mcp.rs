//! `canvass mcp`: a Model Context Protocol server on standard input and output, which carry nothing else.

use clap::Args;

use super::client::{ConnectionArguments, open_list};
use crate::mcp;
use primitives::clock::Clock;
use service::config::Config;

#[derive(Args)]
#[command(after_help = "The key is read from CANVASS_API_KEY or from the client file.")]
pub struct McpArguments {
    #[command(flatten)]
    connection: ConnectionArguments,
}

pub async fn mcp(config: &Config, arguments: &McpArguments) -> anyhow::Result<()> {
    let client = arguments.connection.connect(config)?;
    mcp::serve(client, open_list(config)?, Clock::System).await
}
