//! Endpoints for operators and monitoring: health, readiness and metrics.

use std::future::Future;

use anyhow::Context;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

use super::{EngineSlot, EngineStatus};
use crate::app::App;
use engine::{EngineError, EngineState};

const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

pub fn router(app: &App, engine: Option<EngineSlot>, metrics: Option<PrometheusHandle>) -> Router {
    let readiness = app.clone();
    let routes = Router::new()
        .route("/healthz", get(up))
        .route("/readyz", get(move || ready(readiness.clone(), engine.clone())));
    match metrics {
        Some(handle) => routes.merge(metrics_route(app.clone(), handle)),
        None => routes,
    }
}

/// Serves `/metrics` and `/healthz` on the metrics address, if one is set. A worker-only process has no other
/// listener.
pub async fn metrics_listener(
    app: &App,
    handle: &PrometheusHandle,
) -> anyhow::Result<impl Future<Output = ()> + use<>> {
    let listener = match app.config.metrics_listen {
        Some(address) => {
            Some(TcpListener::bind(address).await.with_context(|| format!("listening for metrics on {address}"))?)
        }
        None => None,
    };
    let routes = metrics_route(app.clone(), handle.clone()).route("/healthz", get(up));
    Ok(async move {
        if let Some(listener) = listener
            && let Err(error) = axum::serve(listener, routes).await
        {
            tracing::error!(%error, "metrics are no longer served");
        }
    })
}

async fn up() -> &'static str {
    "ok\n"
}

async fn ready(app: App, engine: Option<EngineSlot>) -> Response {
    if let Err(error) = app.store.ping().await {
        tracing::warn!(%error, "not ready");
        return (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response();
    }
    if !app.store.takes_writes().await {
        return (StatusCode::SERVICE_UNAVAILABLE, "the database takes no writes; its disk may be full\n")
            .into_response();
    }
    let Some(slot) = engine else {
        return "ready: database; this process takes reports in and leaves the work to others\n".into_response();
    };
    let (engine, availability) = match slot.status() {
        EngineStatus::Ready { engine, availability } => (engine, availability),
        EngineStatus::Loading => {
            return (StatusCode::SERVICE_UNAVAILABLE, "the engine is being loaded\n").into_response();
        }
        EngineStatus::Unusable(reason) => {
            return format!("ready: database; this process claims no reports: {reason}\n").into_response();
        }
    };
    let name = engine.card().name;
    // During an engine outage the process stays ready: it still accepts and shows reports.
    match availability.readiness(engine.as_ref()).await {
        EngineState::Answers => format!("ready: database, engine {name}\n").into_response(),
        EngineState::Unavailable(error) => {
            format!("ready: database; reports wait: {}\n", absence(&name, &error)).into_response()
        }
    }
}

/// Describes an engine outage without details of the server behind the engine, since anyone may read it.
fn absence(name: &str, error: &EngineError) -> String {
    match error {
        EngineError::Denied { .. } => {
            format!("the engine {name} turns us away; an operator must put its key, model or quota right")
        }
        EngineError::Reloading => format!("the engine {name} crashed and is being reloaded"),
        EngineError::TimedOut { .. } => format!("the engine {name} does not answer in time"),
        _ => format!("the engine {name} can't be reached"),
    }
}

fn metrics_route(app: App, handle: PrometheusHandle) -> Router {
    Router::new().route("/metrics", get(move || render(app.clone(), handle.clone())))
}

/// Renders the metrics. The queue's figures are read from the database at each scrape.
async fn render(app: App, handle: PrometheusHandle) -> Response {
    match app.store.queue_depth().await {
        Ok(depth) => {
            metrics::gauge!("canvass_queue_waiting").set(depth.waiting as f64);
            metrics::gauge!("canvass_queue_running").set(depth.running as f64);
            metrics::gauge!("canvass_queue_waiting_for_engine").set(depth.waiting_for_engine as f64);
            metrics::gauge!("canvass_queue_oldest_seconds").set(depth.oldest_ms as f64 / 1000.0);
            metrics::gauge!("canvass_credits_held").set(depth.credits_held as f64);
        }
        Err(error) => tracing::warn!(%error, "the queue could not be measured"),
    }
    ([(header::CONTENT_TYPE, PROMETHEUS_TEXT)], handle.render()).into_response()
}
