//! `GET /api/v1/comparisons`: two to six completed reports beside each other, as JSON or as CSV. Creates and spends nothing.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};

use super::ApiError;
use crate::app::{App, compared_ids};
use crate::negotiation::prefers_csv;
use contract::{Comparison, ErrorBody, InvalidBody};
use store::Caller;

/// Compare reports
///
/// Puts two to six completed reports of the account beside each other, which share options or a scale: shares with their intervals,
/// differences with theirs, and what each difference shows. People's answers are columns of their own. Sentences are in the language
/// of the first report. Computed when it is read; nothing is stored or spent.
#[utoipa::path(
    get,
    path = "/api/v1/comparisons",
    tag = "reports",
    security(("api_key" = [])),
    params(
        ("report" = Vec<String>, Query, min_items = 2, max_items = 6, style = Form, explode,
            description = "The reports' identifiers, `report=req_…&report=req_…`; the others are compared with the first"),
    ),
    responses(
        (status = 200, description = "The comparison; as CSV where the client accepts that rather than JSON", content(
            (Comparison = "application/json"),
            (String = "text/csv"),
        )),
        (status = 400, description = "A report is unknown, unfinished or named twice, or there is nothing to compare", body = InvalidBody),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 429, description = "Too many requests, or too many reports are being read", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn compare_reports(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let comparison = app.compare(caller.account, &compared_ids(query.as_deref()), None).await?;
    if !prefers_csv(&headers) {
        return Ok(([(header::VARY, "accept")], Json(comparison)).into_response());
    }
    let table = pages::comparison::csv(&comparison).map_err(|error| ApiError::Internal(error.into()))?;
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::VARY, "accept")], table).into_response())
}
