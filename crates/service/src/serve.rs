//! Assembles one process, starts its parts and stops them in order. The process serves HTTP requests and, unless
//! `worker_reports_max` is 0, also runs reports.

mod engine_runner;
mod first_start;
mod http;
mod observe;
mod operations;

use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use axum::Router;
use axum::middleware::from_fn_with_state;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;
use tokio_util::task::AbortOnDropHandle;
use tower::ServiceBuilder;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};

pub use engine_runner::{EngineSlot, EngineStatus};
pub use first_start::{FirstStart, welcome_owner};

use crate::app::App;
use crate::config::Config;
use crate::engines::OpenEmbedded;
use crate::worker::Worker;
use crate::{api, page, public, telemetry, web, worker};
use engine::{Availability, Engine, RELOADS_PER_HOUR};
use engine_runner::EngineRunner;
use primitives::chance::Chance;
use primitives::clock::Clock;
use primitives::ids::ProcessId;
use store::{BEAT_INTERVAL, Store};

/// Smaller responses fit into one packet anyway.
const COMPRESSED_BYTES_MIN: u64 = 1024;
const PEOPLE_INTERVAL: Duration = Duration::from_secs(60 * 60);

/// A process that is ready to serve, to run reports, or both.
pub struct Service {
    pub app: App,
    /// `None` in a process that only accepts reports; it loads no model.
    engine: Option<EngineRunner>,
    metrics: PrometheusHandle,
}

impl Service {
    pub async fn open(config: Config, open_embedded: OpenEmbedded) -> anyhow::Result<Self> {
        let metrics = telemetry::start_metrics()?;
        let store = open_store(&config).await?;
        worker::load_shipped(&store).await?;
        let app = App::new(Arc::new(config), store, Clock::System, Chance::from_system()?);
        if let Err(error) = app.remove_unused_keys().await {
            tracing::warn!(error = format!("{error:#}"), "files of earlier keys could not be deleted");
        }
        let engine = match app.config.worker_reports_set {
            Some(0) => None,
            _ => Some(EngineRunner::start(&app, open_embedded).await?),
        };
        Ok(Self { app, engine, metrics })
    }

    /// Serves on `listener` until `stop`, and runs reports as well once the engine is loaded.
    pub async fn serve(self, listener: TcpListener, stop: CancellationToken) -> anyhow::Result<()> {
        let metrics = self.app.config.metrics_public.then(|| self.metrics.clone());
        let routes = router(&self.app, self.engine.as_ref().map(EngineRunner::slot), metrics);
        let _upkeep = self.start_upkeep().await?;
        let _letting_go = self.close_streams_on_stop(stop.clone());
        let working = tokio::spawn(run_engine(self.engine, stop.clone()));
        http::serve(listener, routes, &self.app.config, stop).await;
        let worked = working.await.context("the worker crashed");
        self.app.store.close().await;
        worked?
    }

    /// Runs reports without serving, until `stop`.
    pub async fn work(self, stop: CancellationToken) -> anyhow::Result<()> {
        let _upkeep = self.start_upkeep().await?;
        let worked = run_engine(self.engine, stop).await;
        self.app.store.close().await;
        worked
    }

    /// Returns whether there is no account yet.
    pub async fn is_first_start(&self) -> anyhow::Result<bool> {
        Ok(!self.app.store.has_accounts().await?)
    }

    /// Waits until the engine is loaded or has failed to load.
    pub async fn engine_loaded(&mut self) -> anyhow::Result<()> {
        match &mut self.engine {
            Some(engine) => engine.loaded().await,
            None => Ok(()),
        }
    }

    /// Ends the event streams on `stop`; otherwise they would delay the shutdown.
    fn close_streams_on_stop(&self, stop: CancellationToken) -> AbortOnDropHandle<()> {
        let closing = self.app.closing.clone();
        AbortOnDropHandle::new(tokio::spawn(async move {
            stop.cancelled().await;
            closing.cancel();
        }))
    }

    async fn start_upkeep(&self) -> anyhow::Result<[AbortOnDropHandle<()>; 4]> {
        let scrapes = operations::metrics_listener(&self.app, &self.metrics).await?;
        Ok([
            AbortOnDropHandle::new(tokio::spawn(telemetry::upkeep(self.metrics.clone()))),
            AbortOnDropHandle::new(tokio::spawn(scrapes)),
            AbortOnDropHandle::new(tokio::spawn(beat(self.app.store.clone()))),
            AbortOnDropHandle::new(tokio::spawn(maintain_people(self.app.clone()))),
        ])
    }
}

/// Records a heartbeat each minute. It also checks that writes succeed, so that the end of a database outage is
/// noticed.
async fn beat(store: Store) {
    let mut tick = tokio::time::interval(BEAT_INTERVAL);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        if let Err(error) = store.beat().await {
            tracing::warn!(error = format!("{:#}", anyhow::Error::new(error)), "no heartbeat");
        }
        store.takes_writes().await;
    }
}

/// Updates studies that are due every hour, then deletes what is too old: idempotency keys of deleted reports, and
/// people's answers by the retention setting.
async fn maintain_people(app: App) {
    let mut tick = tokio::time::interval(PEOPLE_INTERVAL);
    loop {
        tick.tick().await;
        match app.update_due_studies().await {
            Ok(0) => {}
            Ok(studies) => tracing::info!(studies, "studies of people added to their accounts' records"),
            Err(error) => tracing::warn!(error = format!("{:#}", anyhow::Error::new(error)), "studies not looked for"),
        }
        match app.store.forget_deleted_keys(app.clock.now()).await {
            Ok(0) => {}
            Ok(keys) => tracing::info!(keys, "idempotency keys of deleted reports cleared"),
            Err(error) => tracing::warn!(error = format!("{:#}", anyhow::Error::new(error)), "old keys not cleared"),
        }
        match app.forget_people().await {
            Ok(0) => {}
            Ok(answers) => tracing::info!(answers, "old answers of people deleted"),
            Err(error) => tracing::warn!(error = format!("{:#}", anyhow::Error::new(error)), "old answers not deleted"),
        }
    }
}

/// Runs reports, or in a process without an engine waits for the end.
async fn run_engine(engine: Option<EngineRunner>, stop: CancellationToken) -> anyhow::Result<()> {
    match engine {
        Some(engine) => engine.run(stop).await,
        None => {
            stop.cancelled().await;
            Ok(())
        }
    }
}

/// Runs reports until `stop` or until the engine is broken beyond repair. In the latter case everything stops, and
/// the error becomes an exit code that makes the supervisor restart the process.
pub async fn work(build_worker: Worker, stop: CancellationToken) -> anyhow::Result<()> {
    let engine = Arc::clone(&build_worker.engine);
    let mut working = pin!(build_worker.work(stop.clone()));
    tokio::select! {
        () = &mut working => return Ok(()),
        () = engine.broken() => stop.cancel(),
    }
    working.await;
    bail!("the engine crashed and was reloaded {RELOADS_PER_HOUR} times within an hour; restart the process")
}

/// Builds the worker for an app's reports, with this engine.
pub fn build_worker(app: &App, engine: Arc<dyn Engine>, availability: Arc<Availability>) -> Worker {
    Worker {
        config: Arc::clone(&app.config),
        store: app.store.clone(),
        engine,
        availability,
        clock: app.clock.clone(),
        chance: app.chance.clone(),
        work_bell: Arc::clone(&app.work_bell),
        name: ProcessId::new(app.clock.now(), &app.chance).to_string(),
        unrenewed: Arc::default(),
        retired: CancellationToken::new(),
        reports_max: app.config.worker_reports_max(&app.config.engines),
        gathering: worker::GATHERING,
    }
}

/// Builds the router with every route of this process.
pub fn router(app: &App, engine: Option<EngineSlot>, metrics: Option<PrometheusHandle>) -> Router {
    let interface =
        serde_json::to_value(api::document()).expect("the interface is made of plain types; a test reads it");
    // Compressing server-sent events would delay them until a block is full.
    let compressed = SizeAbove::new(COMPRESSED_BYTES_MIN).and(NotForContentType::SSE);
    Router::new()
        .merge(api::router(app))
        .merge(public::router(app))
        .merge(web::router(app, &interface))
        .merge(page::router())
        .merge(operations::router(app, engine, metrics))
        .fallback(page::not_found)
        // One router layer instead of two: the router clones the inner service of each layer for every request.
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state(app.clone(), observe::observe))
                .layer(CompressionLayer::new().compress_when(compressed)),
        )
}

/// Opens the configured database. Creates the folder of a SQLite file.
pub async fn open_store(config: &Config) -> anyhow::Result<Store> {
    if let Some(folder) = config.database_url.file().as_deref().and_then(Path::parent) {
        std::fs::create_dir_all(folder).with_context(|| format!("making the folder {}", folder.display()))?;
    }
    Store::open(&config.database_url, config.database_connections_max)
        .await
        .with_context(|| format!("opening the database {}", config.database_url.redacted()))
}

/// Returns a token that SIGINT or SIGTERM cancels.
pub fn stop_signal() -> anyhow::Result<CancellationToken> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping");
        stopped.cancel();
    });
    Ok(stop)
}
