//! The HTTP JSON API of the contract. [`router`] lists every route; each operation has its own file. The API uses the
//! store and no engine: creating a report only records it, and a worker runs it.

mod audiences;
mod auth;
mod compare_reports;
mod create_report;
mod credits;
mod delete_report;
mod error;
mod estimate_report;
mod people;
mod read_report;
mod read_study;
mod request;
mod survey;

use axum::Json;
use axum::Router;
use axum::http::{HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{any, get};
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub use error::ApiError;

use crate::app::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Canvass",
        description = "Turns a research question and 2–20 candidate options into a research report by asking \
                       synthetic respondents. Create a report, then poll it until it is completed or failed. A completed \
                       report can also be put to real people, by link or with answers from elsewhere; that costs no credits."
    ),
    modifiers(&BearerKey)
)]
struct Document;

struct BearerKey;

impl utoipa::Modify for BearerKey {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("cvs_…").build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("api_key", SecurityScheme::Http(scheme));
    }
}

/// Returns the OpenAPI document of all operations.
pub fn document() -> utoipa::openapi::OpenApi {
    operations().into_openapi()
}

fn operations() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(credits::read_credits))
        .routes(routes!(create_report::create_report))
        .routes(routes!(estimate_report::estimate_report))
        .routes(routes!(read_report::read_report, delete_report::delete_report))
        .routes(routes!(compare_reports::compare_reports))
        .routes(routes!(read_study::read_study))
        .routes(routes!(survey::open_survey, survey::read_survey, survey::change_survey, survey::delete_survey))
        .routes(routes!(people::add_people, people::read_people, people::delete_people))
        .routes(routes!(people::change_answer, people::delete_answer))
        .routes(routes!(audiences::keep_audience, audiences::list_audiences))
        .routes(routes!(audiences::read_audience, audiences::delete_audience))
}

/// Builds the routes of all operations, and of the document that describes them.
pub fn router(app: &App) -> Router {
    let (operations, document) = operations().split_for_parts();
    let operations = operations
        .with_state(app.clone())
        .route_layer(from_fn_with_state(app.clone(), auth::require_key))
        .method_not_allowed_fallback(|| async { ApiError::MethodNotAllowed });
    Router::new()
        .merge(operations)
        .route("/api/v1/openapi.json", get(move || async move { Json(document.clone()) }))
        .route("/api/{*rest}", any(|| async { ApiError::NotFound }))
        // Responses are private to one account and change over time; a shared cache must not store them.
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("private, no-cache"),
        ))
}
