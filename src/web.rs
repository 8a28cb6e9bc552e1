//! The workspace: server-rendered pages for people, in the language their browser asks for.
//! Knows the store and nothing of engines.

mod home;
pub mod publication;
mod session;
mod sign_in;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub fn router(app: &App) -> Router {
    Router::new()
        .route("/", get(home::home))
        .route("/reports/{id}/publication", post(publication::change))
        .route("/sign-in/{token}", get(sign_in::ask).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .with_state(app.clone())
}
