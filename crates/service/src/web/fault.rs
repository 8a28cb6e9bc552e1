//! Errors of the workspace and their pages in the reader's language. A handler only returns the fault; the middleware
//! around all handlers knows the request's headers and renders the page.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::page;
use store::CancelError;

#[derive(Debug, Clone)]
pub enum Fault {
    /// Also for resources of another account, whose existence is not revealed.
    NotFound,
    /// A form that none of our pages sends.
    Malformed,
    /// An upload larger than the body limit.
    TooLarge,
    /// Sent by a page of another site.
    CrossSite,
    /// Sent to a host name that is not this service's.
    UnknownHost,
    RegistrationClosed,
    TooManyTries {
        wait: Duration,
    },
    /// Too many free cancellations of reports whose work had begun.
    TooManyCancels {
        wait: Duration,
    },
    TooManyWatchers,
    /// No rendering slot became free in time.
    Busy,
    /// Internal error; its cause goes to the log only.
    Trouble(Arc<anyhow::Error>),
}

impl<E: Into<anyhow::Error>> From<E> for Fault {
    fn from(error: E) -> Self {
        Self::Trouble(Arc::new(error.into()))
    }
}

impl Fault {
    /// The fault of a report that could not be cancelled.
    pub fn of_cancel(error: CancelError) -> Self {
        match error {
            CancelError::TooMany { retry_after } => Self::TooManyCancels { wait: retry_after },
            CancelError::Store(error) => error.into(),
        }
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::CrossSite | Self::RegistrationClosed => StatusCode::FORBIDDEN,
            Self::UnknownHost => StatusCode::MISDIRECTED_REQUEST,
            Self::TooManyTries { .. } | Self::TooManyCancels { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::TooManyWatchers | Self::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Self::Trouble(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn page(&self, headers: &HeaderMap) -> Response {
        let (heading, explanation) = match self {
            Self::NotFound => ("web-not-found", "web-not-found-explained"),
            Self::Malformed => ("work-malformed", "work-malformed-explained"),
            Self::TooLarge => ("work-too-large", "work-too-large-explained"),
            Self::CrossSite => ("work-cross-site", "work-cross-site-explained"),
            Self::UnknownHost => ("work-unknown-host", "work-unknown-host-explained"),
            Self::RegistrationClosed => ("work-sign-up-closed", "work-sign-up-closed-explained"),
            Self::TooManyTries { .. } => ("work-too-many-tries", "work-too-many-tries-explained"),
            Self::TooManyCancels { .. } => ("work-too-many-cancels", "work-too-many-cancels-explained"),
            Self::TooManyWatchers => ("web-trouble", "web-trouble-explained"),
            Self::Busy => return page::too_slow(headers),
            Self::Trouble(error) => return page::trouble(headers, error),
        };
        let mut response = page::message(self.status(), headers, heading, explanation);
        if let Self::TooManyTries { wait } | Self::TooManyCancels { wait } = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(wait.as_secs() + 1));
        }
        response
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// Replaces a fault that a handler returned with its page.
pub async fn worded(request: Request, next: Next) -> Response {
    let headers = request.headers().clone();
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<Fault>() {
        Some(fault) => fault.page(&headers),
        None => response,
    }
}
