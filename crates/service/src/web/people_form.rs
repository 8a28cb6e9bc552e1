//! The forms of the fieldwork page. They are sent as `multipart/form-data`, so that a file upload needs no script and
//! is not inflated by URL encoding. A form without a file may also be URL-encoded.

use axum::extract::multipart::MultipartError;
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use serde::Deserialize;

use super::fault::Fault;
use super::form::FormFields;
use crate::app::App;
use fieldwork::{ColumnKey, ColumnRole, role_of};

/// What the name of a field begins with that says what a column is read as; its place follows.
const COLUMN: &str = "column_";
const COLUMNS_MAX: usize = 200;

#[derive(Debug, Default, PartialEq, Eq, Deserialize)]
pub struct PeopleForm {
    pub change: String,
    pub quota: Option<String>,
    pub days: Option<String>,
    pub asker: Option<String>,
    pub one_time_links: Option<String>,
    pub close_when_settled: Option<String>,
    pub answer: Option<String>,
    /// Present if rows that are already stored belong to other people.
    pub other_people: Option<String>,
    /// By the place of a column, the name of what it is read as.
    #[serde(skip)]
    pub columns: Vec<(usize, String)>,
    /// Pasted text, or the content of the chosen file, which takes precedence.
    pub file: Option<String>,
}

impl FromRequest<App> for PeopleForm {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &App) -> Result<Self, Fault> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("multipart/form-data")) {
            return FormFields::from_request(request, app).await.map(|FormFields(form)| form);
        }
        let parts = Multipart::from_request(request, app).await.map_err(|_| Fault::Malformed)?;
        read_parts(parts).await
    }
}

impl PeopleForm {
    /// Returns what the owner wants columns to be read as; a name that is none is passed over.
    pub fn roles(&self) -> Vec<ColumnRole> {
        let role =
            |(place, name): &(usize, String)| Some(ColumnRole { key: ColumnKey::Place(*place), role: role_of(name)? });
        self.columns.iter().filter_map(role).collect()
    }
}

async fn read_parts(mut parts: Multipart) -> Result<PeopleForm, Fault> {
    let (mut form, mut chosen) = (PeopleForm::default(), None);
    while let Some(part) = parts.next_field().await.map_err(|error| unread(&error))? {
        let name = part.name().unwrap_or("").to_owned();
        let bytes = part.bytes().await.map_err(|error| unread(&error))?;
        // A file in another encoding is decoded lossily, so that the preview shows its owner what is wrong.
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
            // Browsers send an empty part if no file was chosen.
            "chosen" => chosen = Some(text).filter(|text| !text.is_empty()),
            column => {
                let place = column.strip_prefix(COLUMN).and_then(|place| place.parse().ok());
                let is_room = form.columns.len() < COLUMNS_MAX;
                form.columns.extend(place.filter(|_| is_room).map(|place| (place, text)));
            }
        }
    }
    form.file = chosen.or(form.file);
    Ok(form)
}

fn unread(error: &MultipartError) -> Fault {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE { Fault::TooLarge } else { Fault::Malformed }
}
