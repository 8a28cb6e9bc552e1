//! Decides whether a failed call concerns that call alone or the whole run.

use super::{PipelineError, Run};
use engine::{EngineError, Failure};

/// If the engine still answers others, the failure is that call's own; if it answers nobody, the run ends.
pub(super) async fn reached(run: &Run<'_>, failure: &Failure) -> Result<(), PipelineError> {
    // A call that broke the engine may break it again: it costs the report a try, or it would be repeated for ever.
    if failure.is_crash() {
        return Err(PipelineError::Lost(failure.clone()));
    }
    if !failure.is_transient() {
        return Ok(());
    }
    if matches!(failure.error, EngineError::Denied { .. }) {
        return Err(PipelineError::Engine(failure.clone()));
    }
    match run.asker.engine.probe().await {
        Ok(()) => Ok(()),
        Err(error) => Err(PipelineError::Engine(Failure { error, usage: failure.usage })),
    }
}
