//! The files of a finished report. Each is there whole or not at all: it is written aside and put in place in one step.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use contract::ReportResult;

use super::AskError;
use crate::report_page::{self, Links};

pub(super) const PAGE: &str = "report.html";
pub(super) const DATA: &str = "report.json";
const RESPONDENTS: &str = "respondents.csv";

/// Where the files of a report are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub page: PathBuf,
    pub data: PathBuf,
    pub respondents: PathBuf,
}

pub(super) fn write(folder: &Path, result: &ReportResult) -> Result<Written, AskError> {
    let written = Written { page: folder.join(PAGE), data: folder.join(DATA), respondents: folder.join(RESPONDENTS) };
    put(&written.page, report_page::render(result, &Links::beside(), None).map_err(AskError::Page)?.as_bytes())?;
    put(&written.respondents, &report_page::csv(result).map_err(AskError::Table)?)?;
    put(&written.data, &serde_json::to_vec_pretty(result)?)?;
    Ok(written)
}

/// Whether the folder has the data of some other report.
pub(super) fn holds_another(folder: &Path, result: &ReportResult) -> Result<bool, AskError> {
    let path = folder.join(DATA);
    match fs::read(&path) {
        Ok(there) => Ok(there != serde_json::to_vec_pretty(result)?),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(source) => Err(AskError::File { what: "reading", path, source }),
    }
}

fn put(path: &Path, content: &[u8]) -> Result<(), AskError> {
    let mut aside = path.as_os_str().to_owned();
    aside.push(".partial");
    let aside = PathBuf::from(aside);
    let written = File::create(&aside)
        .and_then(|mut file| file.write_all(content).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&aside, path));
    written.map_err(|source| {
        // What was there stays; half a new file is of no use.
        let _ = fs::remove_file(&aside);
        AskError::File { what: "writing", path: path.to_owned(), source }
    })
}
