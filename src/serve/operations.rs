//! What operators and their tools ask: is it up, is it ready, what does it measure.

use std::future::Future;
use std::time::Duration;

use anyhow::Context;
use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use metrics_exporter_prometheus::PrometheusHandle;
use survey::brief::Language;
use tokio::net::TcpListener;

use super::EngineSlot;
use crate::app::App;

const ENGINE_READY_MAX: Duration = Duration::from_secs(5);
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

pub fn router(app: &App, engine: EngineSlot, metrics: Option<PrometheusHandle>) -> Router {
    let readiness = app.clone();
    let routes = Router::new()
        .route("/healthz", get(up))
        .route("/readyz", get(move || ready(readiness.clone(), engine.clone())));
    match metrics {
        Some(handle) => routes.merge(metrics_route(app.clone(), handle)),
        None => routes,
    }
}

/// Serves `/metrics` on the address of its own, if there is one, and `/healthz`: a worker has no other.
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

async fn ready(app: App, engine: EngineSlot) -> Response {
    if let Err(error) = app.store.ping().await {
        tracing::warn!(%error, "not ready");
        return (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response();
    }
    let Some(engine) = engine.get() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the engine is being loaded\n").into_response();
    };
    match tokio::time::timeout(ENGINE_READY_MAX, engine.ready()).await {
        Ok(Ok(())) => format!("ready: database, engine {}\n", engine.card(Language::En).name).into_response(),
        not_ready => {
            tracing::warn!(?not_ready, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the engine does not answer\n").into_response()
        }
    }
}

fn metrics_route(app: App, handle: PrometheusHandle) -> Router {
    Router::new().route("/metrics", get(move || render(app.clone(), handle.clone())))
}

/// The queue's figures belong to the database, so they are read when asked for.
async fn render(app: App, handle: PrometheusHandle) -> Response {
    match app.store.queue_depth().await {
        Ok(depth) => {
            metrics::gauge!("canvass_queue_waiting").set(depth.waiting as f64);
            metrics::gauge!("canvass_queue_running").set(depth.running as f64);
            metrics::gauge!("canvass_queue_oldest_seconds").set(depth.oldest_ms as f64 / 1000.0);
            metrics::gauge!("canvass_credits_held").set(depth.credits_held as f64);
        }
        Err(error) => tracing::warn!(%error, "the queue could not be measured"),
    }
    ([(header::CONTENT_TYPE, PROMETHEUS_TEXT)], handle.render()).into_response()
}
