//! `canvass serve` and `canvass worker`: the long-running commands.

use anyhow::Context;
use tokio::net::TcpListener;

use super::output::Output;
use crate::engines::open_embedded;
use service::config::Config;
use service::serve::{FirstStart, Service, stop_signal, welcome_owner};
use service::telemetry;

pub async fn serve(config: Config, output: Output) -> anyhow::Result<()> {
    telemetry::start_logging(&config)?;
    // Binds first: if the port is taken, no owner account is created whose key was never shown.
    let listener = TcpListener::bind(config.listen).await.with_context(|| format!("listening on {}", config.listen))?;
    let stop = stop_signal()?;
    let mut service = Service::open(config, open_embedded).await?;
    if service.is_first_start().await? {
        // The welcome is shown only once, so it waits until the engine is loaded and startup can no longer fail.
        service.engine_loaded().await?;
    }
    if let Some(first) = welcome_owner(&service.app).await? {
        welcome(&first, &service.app.config, output)?;
    }
    let (config, engine) = (&service.app.config, service.app.engine_in_use().await?.names());
    tracing::info!(address = %listener.local_addr()?, %engine, database = %config.database_url.redacted(), "serving");
    service.serve(listener, stop).await
}

pub async fn work(config: Config) -> anyhow::Result<()> {
    telemetry::start_logging(&config)?;
    let stop = stop_signal()?;
    Service::open(config, open_embedded).await?.work(stop).await
}

fn welcome(first: &FirstStart, config: &Config, output: Output) -> anyhow::Result<()> {
    let key = first.key.reveal();
    let document = serde_json::json!({
        "email": first.email,
        "credits_left": first.credits,
        "sign_in_link": first.sign_in_link,
        "api_key": key,
        "engine": first.engine,
    });
    output.print(&document, || {
        format!(
            "\nWelcome to Canvass. This is shown once.\n\n  \
             Account  {email}, {credits} credits\n  \
             Sign in  {link}\n  \
             API key  {key}\n\n\
             {engine}\n\n\
             Ask something:\n\n\
             curl -s {url}/api/v1/reports \\\n  \
             -H 'Authorization: Bearer {key}' \\\n  \
             -H 'Content-Type: application/json' \\\n  \
             -d '{{\"question\": \"Which name fits a calm sleep app best?\", \"options\": [\"Drift\", \"Lull\", \"Nod\"]}}'\n",
            engine = first.engine,
            email = first.email,
            credits = first.credits,
            link = first.sign_in_link,
            url = config.public_url,
        )
    })
}
