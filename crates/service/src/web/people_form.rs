//! What the page for asking people sends. Its forms are sent in parts, so that a file arrives without script and grows no
//! larger on the way than it is; a form without a file may come as any other does.

use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use serde::Deserialize;

use super::fault::Fault;
use super::form::Sent;
use crate::app::App;

#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
pub struct PeopleForm {
    pub change: String,
    pub quota: Option<String>,
    pub days: Option<String>,
    pub asker: Option<String>,
    pub one_time_links: Option<String>,
    pub close_when_settled: Option<String>,
    pub answer: Option<String>,
    /// Sent where rows that the report has already are other people's.
    pub other_people: Option<String>,
    /// What was pasted, or the file that was chosen in its place.
    pub file: Option<String>,
}

impl FromRequest<App> for PeopleForm {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &App) -> Result<Self, Fault> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
            return Sent::from_request(request, app).await.map(|Sent(form)| form);
        }
        let parts = Multipart::from_request(request, app).await.map_err(|_| Fault::Malformed)?;
        read_parts(parts).await
    }
}

async fn read_parts(mut parts: Multipart) -> Result<PeopleForm, Fault> {
    let (mut form, mut chosen) = (PeopleForm::default(), None);
    while let Some(part) = parts.next_field().await.map_err(|error| unread(&error))? {
        let name = part.name().unwrap_or("").to_owned();
        let bytes = part.bytes().await.map_err(|error| unread(&error))?;
        // A file in another encoding is shown as it is read, so that its owner sees what is wrong with it.
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match name.as_str() {
            "change" => form.change = text,
            "quota" => form.quota = Some(text),
            "days" => form.days = Some(text),
            "asker" => form.asker = Some(text),
            "one_time_links" => form.one_time_links = Some(text),
            "close_when_settled" => form.close_when_settled = Some(text),
            "answer" => form.answer = Some(text),
            "other_people" => form.other_people = Some(text),
            "file" => form.file = Some(text),
            // Sent empty where none was chosen.
            "chosen" => chosen = Some(text).filter(|text| !text.is_empty()),
            _ => {}
        }
    }
    form.file = chosen.or(form.file);
    Ok(form)
}

fn unread(error: &MultipartError) -> Fault {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { Fault::TooLarge } else { Fault::Malformed }
}
