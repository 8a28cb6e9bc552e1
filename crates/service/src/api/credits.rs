//! `GET /api/v1/credits`: the caller's balance.

use axum::{Extension, Json};

use contract::ErrorBody;
use contract::requests::CreditBalance;
use store::Caller;

/// Read the credit balance
#[utoipa::path(
    get,
    path = "/api/v1/credits",
    tag = "credits",
    security(("api_key" = [])),
    responses(
        (status = 200, description = "The balance", body = CreditBalance),
        (status = 401, description = "Missing, invalid or revoked API key", body = ErrorBody),
        (status = 429, description = "Too many requests", body = ErrorBody),
        (status = 500, description = "Internal server error; safe to retry", body = ErrorBody),
    )
)]
pub async fn read_credits(Extension(caller): Extension<Caller>) -> Json<CreditBalance> {
    Json(CreditBalance { credits_left: caller.credits_left })
}
