//! Reloads a model whose thread has panicked, a limited number of times per hour. Beyond that the model counts as
//! broken, so that the process ends and its supervisor restarts it.

use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::llama::{Llama, OpenError};
use engine::RELOADS_PER_HOUR;
use tokio::sync::watch;
use tokio::time::Instant;

const HOUR: Duration = Duration::from_secs(60 * 60);
/// Pause before a failed load is retried.
const PAUSE: Duration = Duration::from_secs(10);
/// Longest wait for a crashed model to free its memory.
const CLOSING_MAX: Duration = Duration::from_secs(60);

/// A model that can be supervised.
pub(super) trait Model: Clone + Send + Sync + 'static {
    /// Whether it still accepts requests.
    fn is_open(&self) -> bool;
    /// Waits until it no longer accepts requests.
    fn closed(&self) -> impl Future<Output = ()> + Send;
}

impl Model for Llama {
    fn is_open(&self) -> bool {
        Self::is_open(self)
    }

    fn closed(&self) -> impl Future<Output = ()> + Send {
        Self::closed(self)
    }
}

/// One loaded instance of a model; `number` counts instances from 1.
#[derive(Clone)]
pub(super) struct Instance<M> {
    pub model: M,
    number: u64,
}

#[derive(Clone)]
enum State<M> {
    Open(Instance<M>),
    Loading,
    /// There were too many reloads.
    Broken,
}

pub(super) struct Supervised<M>(Arc<Inner<M>>);

struct Inner<M> {
    open: Box<dyn Fn() -> Result<M, OpenError> + Send + Sync>,
    state: watch::Sender<State<M>>,
    reloads: Mutex<Vec<Instant>>,
}

impl<M: Model> Supervised<M> {
    /// Supervises an open model; `open` loads each later instance.
    pub(super) fn start(first: M, open: impl Fn() -> Result<M, OpenError> + Send + Sync + 'static) -> Self {
        let state = watch::Sender::new(State::Open(Instance { model: first, number: 1 }));
        Self(Arc::new(Inner { open: Box::new(open), state, reloads: Mutex::default() }))
    }

    /// Returns the model, or `None` while it is loading or broken. Starts a reload if it finds the model closed.
    pub(super) fn get(&self) -> Option<Instance<M>> {
        let State::Open(life) = self.0.state.borrow().clone() else { return None };
        if !life.model.is_open() {
            self.broke(&life);
            return None;
        }
        Some(life)
    }

    /// Starts a reload if `broken` is still the current instance.
    pub(super) fn broke(&self, broken: &Instance<M>) {
        let is_news = self.0.state.send_if_modified(|state| match state {
            State::Open(life) if life.number == broken.number => {
                *state = State::Loading;
                true
            }
            _ => false,
        });
        if is_news {
            tokio::spawn(Arc::clone(&self.0).reload(broken.clone()));
        }
    }

    /// Waits until there were too many reloads.
    pub(super) async fn broken(&self) {
        // The sender lives as long as `self`, so the channel can't close while this waits.
        let _ = self.0.state.subscribe().wait_for(|state| matches!(state, State::Broken)).await;
    }
}

impl<M: Model> Inner<M> {
    async fn reload(self: Arc<Self>, broken: Instance<M>) {
        // Two instances might not fit into memory.
        let _ = tokio::time::timeout(CLOSING_MAX, broken.model.closed()).await;
        while self.may_reload() {
            tracing::error!("the model's thread panicked; the model is being reloaded");
            let inner = Arc::clone(&self);
            match tokio::task::spawn_blocking(move || (inner.open)()).await {
                Ok(Ok(model)) => {
                    tracing::info!("the model is loaded again");
                    self.state.send_replace(State::Open(Instance { model, number: broken.number + 1 }));
                    return;
                }
                Ok(Err(error)) => tracing::error!(%error, "the model can't be loaded"),
                Err(_) => tracing::error!("loading the model panicked"),
            }
            tokio::time::sleep(PAUSE).await;
        }
        self.state.send_replace(State::Broken);
    }

    /// Counts a reload and returns `true`, unless there were too many within the last hour.
    fn may_reload(&self) -> bool {
        let mut reloads = self.reloads.lock().unwrap_or_else(PoisonError::into_inner);
        reloads.retain(|at| at.elapsed() < HOUR);
        let may = reloads.len() < RELOADS_PER_HOUR;
        if may {
            reloads.push(Instant::now());
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures::FutureExt;
    use tokio_util::sync::CancellationToken;

    use super::*;

    /// A model that is open until it is cancelled.
    #[derive(Clone, Default)]
    struct Fake(CancellationToken);

    impl Model for Fake {
        fn is_open(&self) -> bool {
            !self.0.is_cancelled()
        }

        async fn closed(&self) {
            self.0.cancelled().await;
        }
    }

    /// Returns a supervised model, and the counter of its reloads.
    fn counted() -> (Supervised<Fake>, Arc<AtomicUsize>) {
        let opened = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&opened);
        let open = move || {
            count.fetch_add(1, Ordering::SeqCst);
            Ok(Fake::default())
        };
        (Supervised::start(Fake::default(), open), opened)
    }

    async fn until_open(model: &Supervised<Fake>) -> Instance<Fake> {
        let _ = model.0.state.subscribe().wait_for(|state| matches!(state, State::Open(_))).await.unwrap();
        model.get().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_model_that_broke_is_loaded_again_once_whoever_finds_out() {
        let (model, opened) = counted();
        let life = model.get().unwrap();
        life.model.0.cancel();
        assert!(model.get().is_none(), "nobody is given a model that is gone");
        model.broke(&life);
        let second = until_open(&model).await;
        model.broke(&life);
        assert!(second.model.is_open() && model.get().is_some(), "a late caller of the first life ends no other");
        assert_eq!(opened.load(Ordering::SeqCst), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_model_that_breaks_for_the_fourth_time_within_an_hour_is_beyond_repair() {
        let (model, opened) = counted();
        for _ in 0..RELOADS_PER_HOUR {
            until_open(&model).await.model.0.cancel();
            assert!(model.get().is_none());
        }
        until_open(&model).await.model.0.cancel();
        assert!(model.broken().now_or_never().is_none());
        assert!(model.get().is_none());
        model.broken().await;
        assert_eq!(opened.load(Ordering::SeqCst), RELOADS_PER_HOUR);
    }

    #[tokio::test(start_paused = true)]
    async fn a_model_that_breaks_once_in_a_while_is_loaded_again_each_time() {
        let (model, opened) = counted();
        for _ in 0..3 * RELOADS_PER_HOUR {
            until_open(&model).await.model.0.cancel();
            assert!(model.get().is_none());
            tokio::time::advance(HOUR / 2).await;
        }
        until_open(&model).await;
        assert_eq!(opened.load(Ordering::SeqCst), 3 * RELOADS_PER_HOUR);
    }
}
