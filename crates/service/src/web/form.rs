//! Extractors for form bodies and query strings, with faults as rejections; and the check of redirect targets.

use axum::extract::rejection::{FormRejection, QueryRejection};
use axum::extract::{Form, FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::fault::Fault;
use crate::app::App;

/// The fields of a submitted form.
pub struct FormFields<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for FormFields<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &App) -> Result<Self, Fault> {
        let Form(fields) = Form::<T>::from_request(request, app).await.map_err(|_: FormRejection| Fault::Malformed)?;
        Ok(Self(fields))
    }
}

/// The fields of a query string. One that cannot be parsed gives a 404.
pub struct QueryFields<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for QueryFields<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Fault> {
        let Query(fields) =
            Query::<T>::from_request_parts(parts, app).await.map_err(|_: QueryRejection| Fault::NotFound)?;
        Ok(Self(fields))
    }
}

/// Returns a redirect target on this site: `next` if it is a local path, else the start page.
pub fn local_path(next: Option<&str>) -> &str {
    let is_local = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && !path.contains('\\')
            && path.bytes().all(|byte| byte.is_ascii_graphic())
    };
    next.filter(is_local).unwrap_or("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_on_never_leads_off_the_site() {
        for path in ["/reports", "/reports?q=tea&status=failed"] {
            assert_eq!(local_path(Some(path)), path);
        }
        for path in ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/a\nb", ""] {
            assert_eq!(local_path(Some(path)), "/", "{path:?}");
        }
    }
}
