//! All errors of the API, with status and body. A 500 does not reveal its cause, which is logged once.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use contract::{
    ComparisonError, ErrorBody, ErrorDetail, InsufficientCreditsBody, InsufficientCreditsDetail, InvalidBody,
    InvalidRow, InvalidRowsBody,
};
use foundation::Language;
use language::brief::BriefError;

use crate::app::{AudienceError, CompareError, DraftError, FieldworkError};
use store::{CancelError, OpenError, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    #[error("{message}")]
    Invalid { message: String, field: Option<String> },
    #[error("a valid API key is needed")]
    Unauthorized,
    #[error("{required} credits are needed and {available} are available")]
    InsufficientCredits { available: i64, required: i64 },
    #[error("there is nothing at this address")]
    NotFound,
    #[error("this address does not take that method")]
    MethodNotAllowed,
    #[error("this idempotency key was used with another request")]
    IdempotencyConflict,
    #[error("{message}")]
    Conflict { code: &'static str, message: String },
    #[error("{} rows can't be read; nothing was added", rows.len())]
    InvalidRows { rows: Vec<InvalidRow> },
    #[error("{message}")]
    RateLimited { message: String, retry_after_s: u64 },
    #[error("the request took too long")]
    Timeout,
    #[error("internal error")]
    Internal(#[source] anyhow::Error),
}

impl ApiError {
    pub fn invalid(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Invalid { message: message.into(), field: Some(field.into()) }
    }

    pub fn unreadable(message: impl Into<String>) -> Self {
        Self::Invalid { message: message.into(), field: None }
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Invalid { .. } | Self::InvalidRows { .. } => (StatusCode::BAD_REQUEST, "invalid"),
            Self::Conflict { code, .. } => (StatusCode::CONFLICT, code),
            Self::Unauthorized => (StatusCode::UNAUTHORIZED, "unauthorized"),
            Self::InsufficientCredits { .. } => (StatusCode::PAYMENT_REQUIRED, "insufficient_credits"),
            Self::NotFound => (StatusCode::NOT_FOUND, "not_found"),
            Self::MethodNotAllowed => (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed"),
            Self::IdempotencyConflict => (StatusCode::CONFLICT, "idempotency_conflict"),
            Self::RateLimited { .. } => (StatusCode::TOO_MANY_REQUESTS, "rate_limited"),
            Self::Timeout | Self::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
        }
    }

    fn headers(&self) -> Option<(HeaderName, HeaderValue)> {
        match self {
            Self::Unauthorized => Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
            Self::RateLimited { retry_after_s, .. } => Some((header::RETRY_AFTER, HeaderValue::from(*retry_after_s))),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Self::Internal(cause) = &self {
            tracing::error!(error = format!("{cause:#}"), "request failed");
        }
        let (status, code) = self.status_and_code();
        let headers = self.headers();
        let message = self.to_string();
        let mut response = match self {
            Self::Invalid { field, .. } => (status, Json(InvalidBody { message, field })).into_response(),
            Self::InvalidRows { rows } => {
                (status, Json(InvalidRowsBody { message, field: None, rows: Some(rows) })).into_response()
            }
            Self::InsufficientCredits { available, .. } => {
                let error = InsufficientCreditsDetail { code: code.to_owned(), message, credits_left: available };
                (status, Json(InsufficientCreditsBody { error })).into_response()
            }
            _ => (status, Json(ErrorBody { error: ErrorDetail { code: code.to_owned(), message } })).into_response(),
        };
        response.headers_mut().extend(headers);
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::Internal(error.into())
    }
}

impl From<BriefError> for ApiError {
    fn from(error: BriefError) -> Self {
        Self::invalid(error.field, error.message)
    }
}

impl From<DraftError> for ApiError {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::Refused(refused) => refused.into(),
            DraftError::Deleted => OpenError::Deleted.into(),
            DraftError::Store(error) => error.into(),
        }
    }
}

impl From<AudienceError> for ApiError {
    fn from(error: AudienceError) -> Self {
        let message = error.to_string();
        match error {
            AudienceError::Refused(refused) => refused.into(),
            AudienceError::NameTaken => Self::Conflict { code: "audience_exists", message },
            AudienceError::Full => Self::Conflict { code: "too_many_audiences", message },
            AudienceError::Broken(error) => Self::Internal(error),
            AudienceError::Store(error) => error.into(),
        }
    }
}

impl From<ComparisonError> for ApiError {
    fn from(error: ComparisonError) -> Self {
        let field = error.place().map_or_else(|| "report".to_owned(), |place| format!("report[{place}]"));
        Self::invalid(field, error.message(Language::En))
    }
}

impl From<CompareError> for ApiError {
    fn from(error: CompareError) -> Self {
        match error {
            CompareError::Refused(refused) => refused.into(),
            CompareError::Busy => Self::RateLimited { message: error.to_string(), retry_after_s: 5 },
            CompareError::Store(error) => error.into(),
            CompareError::Broken(error) => Self::Internal(error),
        }
    }
}

impl From<FieldworkError> for ApiError {
    fn from(fault: FieldworkError) -> Self {
        let message = fault.to_string();
        match fault {
            FieldworkError::NotFound => Self::NotFound,
            FieldworkError::Unfinished => Self::Conflict { code: "report_not_completed", message },
            FieldworkError::Exists => Self::Conflict { code: "survey_exists", message },
            FieldworkError::Invalid { field, message } => Self::invalid(field, message),
            FieldworkError::KeyReused => Self::IdempotencyConflict,
            FieldworkError::TooMany => Self::Conflict { code: "too_many_answers", message },
            FieldworkError::Store(error) => error.into(),
            FieldworkError::Broken(error) => Self::Internal(error),
        }
    }
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::InsufficientCredits { available, required } => Self::InsufficientCredits { available, required },
            OpenError::TooManyUnfinished { unfinished } => Self::RateLimited {
                message: format!("{unfinished} reports of this account are unfinished; wait until one is done"),
                retry_after_s: 5,
            },
            OpenError::KeyReused => Self::IdempotencyConflict,
            OpenError::Deleted => Self::Conflict { code: "report_deleted", message: error.to_string() },
            OpenError::Store(error) => error.into(),
        }
    }
}

impl From<CancelError> for ApiError {
    fn from(error: CancelError) -> Self {
        let message = error.to_string();
        match error {
            CancelError::TooMany { retry_after } => {
                Self::RateLimited { message, retry_after_s: retry_after.as_secs() + 1 }
            }
            CancelError::Store(error) => error.into(),
        }
    }
}
