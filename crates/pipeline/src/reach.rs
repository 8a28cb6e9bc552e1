//! Decides whether a failed call affects only that call or the whole run.

use super::{PipelineError, Run};
use engine::{EngineError, Failure};

/// Returns an error if the engine crashed, denied access or fails a probe; otherwise only the call failed.
pub(super) async fn reached(run: &Run<'_>, failure: &Failure) -> Result<(), PipelineError> {
    // A call that crashed the engine may crash it again. It must use up an attempt, or it would be repeated forever.
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
