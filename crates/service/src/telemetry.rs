//! Logging and metrics, set up once at start. Logs go to standard error; standard output is reserved for results.

use std::io::IsTerminal;
use std::panic::Location;
use std::time::Duration;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};

const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);
const SECONDS_BUCKETS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0, 120.0, 600.0];

pub fn start_logging(config: &Config) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&config.log)?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal());
    let started = match config.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
    started.map_err(|error| anyhow::anyhow!("logging could not start: {error}"))?;
    std::panic::set_hook(Box::new(|panic| log_panic(panic.location())));
    Ok(())
}

/// Logs the location of a panic but not its message, which may contain client text.
fn log_panic(location: Option<&Location<'_>>) {
    let location = location.map_or("somewhere".to_owned(), ToString::to_string);
    tracing::error!(location, "a task panicked");
}

/// Installs the metrics recorder. The handle renders the metrics as Prometheus text.
pub fn start_metrics() -> anyhow::Result<PrometheusHandle> {
    let handle = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS_BUCKETS)?
        .install_recorder()?;
    describe();
    Ok(handle)
}

/// Drains the histogram buffers regularly, so that they do not grow between two scrapes.
pub async fn upkeep(handle: PrometheusHandle) {
    let mut tick = tokio::time::interval(UPKEEP_INTERVAL);
    loop {
        tick.tick().await;
        handle.run_upkeep();
    }
}

fn describe() {
    metrics::describe_counter!("canvass_http_requests_total", "Requests answered, by route, method and status");
    metrics::describe_histogram!("canvass_http_request_seconds", "Time from request to response head, by route");
    metrics::describe_counter!("canvass_public_renderings_total", "Public pages and files rendered, by view");
    metrics::describe_gauge!("canvass_public_kept_bytes", "Memory that made pages and files take");
    metrics::describe_gauge!("canvass_queue_waiting", "Reports that no worker has yet");
    metrics::describe_gauge!("canvass_queue_running", "Reports that a worker has");
    metrics::describe_gauge!("canvass_queue_oldest_seconds", "Age of the oldest waiting report");
    metrics::describe_gauge!("canvass_credits_held", "Credits set aside for unfinished reports");
    metrics::describe_counter!("canvass_credits_posted_total", "Credits spent by reports completed here");
    metrics::describe_counter!("canvass_reports_total", "Reports that ended here, by outcome");
    metrics::describe_histogram!("canvass_report_wait_seconds", "Time from creation to the first worker");
    metrics::describe_histogram!("canvass_stage_seconds", "Time spent in each stage of a report");
    metrics::describe_counter!("canvass_respondents_total", "Interviews that ended, by outcome");
    metrics::describe_counter!("canvass_engine_hedges_total", "Second copies of slow engine calls, by outcome");
    metrics::describe_counter!("canvass_engine_calls_total", "Engine calls, by engine, kind and outcome");
}
