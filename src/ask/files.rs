//! The files of a finished report. Each is written to a temporary file and renamed, so it is never partial.

use std::fs;
use std::path::{Path, PathBuf};

use contract::ReportResult;

use super::AskError;
use contract::PeopleView;
use pages::report_page::{self, Links, Picture};
use primitives::disk;

pub(super) const PAGE: &str = "report.html";
pub(super) const DATA: &str = "report.json";
const RESPONDENTS: &str = "respondents.csv";
const SUMMARY: &str = "report.md";
const EXPLORER: &str = "respondents.html";
/// Exists only if people answered.
pub(super) const PEOPLE: &str = "people.json";
/// The charts' folder; the page's links use the same name.
const CHARTS: &str = "charts";

/// Paths of a report's files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub page: PathBuf,
    pub data: PathBuf,
    pub respondents: PathBuf,
    pub summary: PathBuf,
    pub people: Option<PathBuf>,
}

impl Written {
    /// Returns the files worth opening, the page first.
    pub fn paths(&self) -> Vec<PathBuf> {
        let Self { page, data, respondents, summary, people } = self;
        [Some(page), Some(summary), people.as_ref(), Some(data), Some(respondents)]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }
}

/// Writes all files. `people` appear beside the forecast; `report.json` contains the forecast only.
pub(super) fn write(folder: &Path, result: &ReportResult, people: Option<&PeopleView>) -> Result<Written, AskError> {
    let written = Written {
        page: folder.join(PAGE),
        data: folder.join(DATA),
        respondents: folder.join(RESPONDENTS),
        summary: folder.join(SUMMARY),
        people: people.map(|_| folder.join(PEOPLE)),
    };
    let links = Links::beside(charts(&folder.join(CHARTS), result, people)?);
    let page = report_page::render_with_people(result, &links, None, people);
    put(&written.page, page.map_err(AskError::Page)?.as_bytes())?;
    put(&folder.join(EXPLORER), report_page::explorer_file(result, people).map_err(AskError::Page)?.as_bytes())?;
    put(&written.summary, report_page::markdown(result, &links, None, people).map_err(AskError::Page)?.as_bytes())?;
    put(&written.respondents, &report_page::csv(result).map_err(AskError::Table)?)?;
    put(&written.data, &serde_json::to_vec_pretty(result)?)?;
    match people {
        Some(people) => put(&folder.join(PEOPLE), &serde_json::to_vec_pretty(people)?)?,
        None => drop_people(&folder.join(PEOPLE))?,
    }
    Ok(written)
}

/// Deletes the file on people's answers that an earlier run may have left.
fn drop_people(path: &Path) -> Result<(), AskError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(AskError::File { what: "deleting", path: path.to_owned(), source: error })
        }
        _ => Ok(()),
    }
}

/// Writes each chart as SVG and PNG. Returns whether fonts sufficed for every PNG.
fn charts(folder: &Path, result: &ReportResult, people: Option<&PeopleView>) -> Result<bool, AskError> {
    disk::own_folder(folder).map_err(|source| AskError::File {
        what: "making the folder",
        path: folder.to_owned(),
        source,
    })?;
    let mut has_png = true;
    for picture in Picture::CHARTS {
        let Some(svg) = picture.svg(result, people).map_err(AskError::Page)? else { continue };
        put(&folder.join(picture.name()).with_extension("svg"), svg.as_bytes())?;
        match report_page::png(&svg, true) {
            Some(png) => put(&folder.join(picture.name()).with_extension("png"), &png)?,
            None => has_png = false,
        }
    }
    Ok(has_png)
}

/// Whether the folder contains the data of a different report.
pub(super) fn holds_another(folder: &Path, result: &ReportResult) -> Result<bool, AskError> {
    let path = folder.join(DATA);
    match fs::read(&path) {
        Ok(there) => Ok(there != serde_json::to_vec_pretty(result)?),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(AskError::File { what: "reading", path, source }),
    }
}

fn put(path: &Path, content: &[u8]) -> Result<(), AskError> {
    disk::replace(path, content).map_err(|source| AskError::File { what: "writing", path: path.to_owned(), source })
}
