//! Runs reports with the engine in use, and takes up another one when it is chosen, without a restart. The worker of the
//! earlier engine claims nothing more and finishes what it began. While this process can't open the chosen engine, it
//! claims nothing.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use super::{build_worker, work};
use crate::app::App;
use crate::config::EngineSetting;
use crate::engines::{EngineInUse, OpenEmbedded, build_engine};
use crate::worker::Worker;
use engine::{Availability, Engine};

/// How often a process looks whether another engine was chosen elsewhere.
const CHOICE_POLL: Duration = Duration::from_secs(2);

/// The state of the engine in this process, for readiness checks.
#[derive(Clone)]
pub struct EngineSlot(Arc<watch::Sender<EngineStatus>>);

#[derive(Clone)]
pub enum EngineStatus {
    Loading,
    Ready {
        engine: Arc<dyn Engine>,
        availability: Arc<Availability>,
    },
    /// The reason why this process can't open the engine in use, without secrets.
    Unusable(String),
}

impl Default for EngineSlot {
    fn default() -> Self {
        Self(Arc::new(watch::Sender::new(EngineStatus::Loading)))
    }
}

impl EngineSlot {
    /// Returns a slot whose engine is loaded.
    pub fn ready(engine: Arc<dyn Engine>, availability: Arc<Availability>) -> Self {
        Self(Arc::new(watch::Sender::new(EngineStatus::Ready { engine, availability })))
    }

    pub fn status(&self) -> EngineStatus {
        self.0.borrow().clone()
    }

    fn set(&self, status: EngineStatus) {
        self.0.send_replace(status);
    }
}

/// An engine that is being loaded.
type Loading = JoinHandle<anyhow::Result<Arc<dyn Engine>>>;

/// What changed in the database.
enum Change {
    Engine(EngineInUse),
    MeasurementAsked,
}

/// A worker in operation and its engine.
struct Working {
    worker: Worker,
    measurement_asked_at: Option<i64>,
    /// The latest measurement that somebody asked for here. It may have ended.
    measurement: Option<AbortHandle>,
}

pub struct EngineRunner {
    app: App,
    slot: EngineSlot,
    open_embedded: OpenEmbedded,
    in_use: EngineInUse,
    loading: Option<Loading>,
}

impl EngineRunner {
    /// Begins to load the engine in use. A missing model file is an error at once where settings or their default name it.
    pub async fn start(app: &App, open_embedded: OpenEmbedded) -> anyhow::Result<Self> {
        let in_use = app.engine_in_use().await?;
        let slot = EngineSlot::default();
        let loading = match load(&slot, &in_use, open_embedded) {
            Err(error) if in_use.is_chosen() => {
                mark_unusable(&slot, &error);
                None
            }
            loading => loading?,
        };
        Ok(Self { app: app.clone(), slot, open_embedded, in_use, loading })
    }

    pub fn slot(&self) -> EngineSlot {
        self.slot.clone()
    }

    /// Waits until the engine is loaded. Does nothing if this process lacks its key.
    pub async fn loaded(&mut self) -> anyhow::Result<()> {
        let Some(loading) = self.loading.take() else { return Ok(()) };
        let engine = loading.await.context("the engine crashed while loading")??;
        self.slot.set(EngineStatus::Ready { engine, availability: Arc::default() });
        Ok(())
    }

    /// Runs reports until `stop`, or until the engine is broken beyond repair. If the first engine can't be loaded, the whole
    /// process stops, unless the engine was chosen: then the process serves, so that another one can be chosen.
    pub async fn run(mut self, stop: CancellationToken) -> anyhow::Result<()> {
        match self.loaded().await {
            Err(error) if self.in_use.is_chosen() => mark_unusable(&self.slot, &error),
            loaded => loaded.inspect_err(|error| {
                tracing::error!(error = format!("{error:#}"), "the engine can't be loaded");
                stop.cancel();
            })?,
        }
        let mut tasks: JoinSet<anyhow::Result<()>> = JoinSet::new();
        let mut working = self.begin(&mut tasks, &stop);
        let mut outcome = Ok(());
        loop {
            tokio::select! {
                biased;
                Some(ended) = tasks.join_next() => {
                    // Only a broken engine ends a worker with an error, which stops the process.
                    if let Err(error) = ended.context("the worker crashed").flatten() {
                        outcome = Err(error);
                        stop.cancel();
                    }
                }
                () = stop.cancelled() => break,
                change = self.changed(working.as_ref()) => match change {
                    Change::MeasurementAsked => measure(&mut working, &mut tasks, &stop, &self.app).await,
                    Change::Engine(in_use) => {
                        if let Some(earlier) = working.take() {
                            earlier.worker.retired.cancel();
                        }
                        self.take_up(in_use).await;
                        working = self.begin(&mut tasks, &stop);
                    }
                },
            }
        }
        while let Some(ended) = tasks.join_next().await {
            outcome = outcome.and(ended.context("the worker crashed").flatten());
        }
        outcome
    }

    /// Starts a worker, if the engine is ready.
    fn begin(&self, tasks: &mut JoinSet<anyhow::Result<()>>, stop: &CancellationToken) -> Option<Working> {
        let EngineStatus::Ready { engine, availability } = self.slot.status() else { return None };
        let mut worker = build_worker(&self.app, engine, availability);
        worker.reports_max = self.app.config.worker_reports_max(&self.in_use.settings);
        // Leases and measurement claims in the database carry this name.
        tracing::info!(engine = %self.in_use.names(), process = worker.name, "working");
        tasks.spawn(work(worker.clone(), stop.clone()));
        Some(Working { worker, measurement_asked_at: self.in_use.measurement_asked_at(), measurement: None })
    }

    /// Opens another engine. If that fails, this process claims nothing until there is another change.
    async fn take_up(&mut self, in_use: EngineInUse) {
        tracing::info!(engine = %in_use.names(), model = in_use.served().map(|served| served.model.as_str()), "another engine was chosen");
        self.in_use = in_use;
        self.slot.set(EngineStatus::Loading);
        let loaded = match load(&self.slot, &self.in_use, self.open_embedded) {
            Ok(loading) => {
                self.loading = loading;
                self.loaded().await
            }
            Err(error) => Err(error),
        };
        if let Err(error) = loaded {
            mark_unusable(&self.slot, &error);
        }
    }

    /// Waits until another engine is chosen, its key appears, or somebody asks for a measurement. Never returns if a setting
    /// decides the engine.
    async fn changed(&self, working: Option<&Working>) -> Change {
        if self.app.config.engine_set_by.is_some() {
            std::future::pending::<()>().await;
        }
        loop {
            tokio::select! {
                () = tokio::time::sleep(CHOICE_POLL) => {}
                () = self.app.engine_bell.notified() => {}
            }
            let now = match self.app.engine_in_use().await {
                Ok(now) => now,
                Err(error) => {
                    tracing::debug!(%error, "the chosen engine could not be read");
                    continue;
                }
            };
            if now.number() != self.in_use.number() || now.missing_key != self.in_use.missing_key {
                return Change::Engine(now);
            }
            let asked_at = now.measurement_asked_at();
            if asked_at.is_some() && working.is_some_and(|working| working.measurement_asked_at != asked_at) {
                return Change::MeasurementAsked;
            }
        }
    }
}

/// Records that the chosen engine can't be opened. The process claims nothing until there is another choice.
fn mark_unusable(slot: &EngineSlot, error: &anyhow::Error) {
    tracing::error!(error = format!("{error:#}"), "the chosen engine can't be opened; this process claims no reports");
    slot.set(EngineStatus::Unusable("it can't be opened; the log says why".to_owned()));
}

/// Begins to load the engine, or records that this process lacks its key.
fn load(slot: &EngineSlot, in_use: &EngineInUse, open_embedded: OpenEmbedded) -> anyhow::Result<Option<Loading>> {
    if let Some(missing) = &in_use.missing_key {
        tracing::error!(%missing, "this process lacks the key of the chosen engine and claims no reports");
        slot.set(EngineStatus::Unusable(missing.to_string()));
        return Ok(None);
    }
    for setting in &in_use.settings {
        if let EngineSetting::Embedded(setting) = setting {
            models::locate(&setting.model, &setting.models_dir)?;
        }
    }
    let settings = in_use.settings.clone();
    Ok(Some(tokio::task::spawn_blocking(move || build_engine(&settings, open_embedded))))
}

/// Measures the engine because somebody asked for it.
async fn measure(
    working: &mut Option<Working>,
    tasks: &mut JoinSet<anyhow::Result<()>>,
    stop: &CancellationToken,
    app: &App,
) {
    let Some(working) = working else { return };
    if let Ok(in_use) = app.engine_in_use().await {
        working.measurement_asked_at = in_use.measurement_asked_at();
    }
    if working.measurement.as_ref().is_some_and(|under_way| !under_way.is_finished()) {
        return;
    }
    let (worker, stop) = (working.worker.clone(), stop.clone());
    let measuring = async move {
        let measured = tokio::spawn(worker.measure_until(stop)).await;
        if let Err(error) = measured {
            // Reports can do without a record, so the service goes on.
            tracing::error!(%error, "the measurement crashed");
        }
        Ok(())
    };
    working.measurement = Some(tasks.spawn(measuring));
}
