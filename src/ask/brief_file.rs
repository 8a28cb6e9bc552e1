//! A brief in a TOML file: the fields of the contract, and a seed.

use std::path::{Path, PathBuf};

use language::audience::given::GivenFilters;
use serde::Deserialize;

/// Unknown fields are rejected, so that a typo cannot silently change the question.
#[derive(Debug, Default, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BriefFile {
    pub question: String,
    #[serde(default)]
    pub options: Vec<String>,
    pub sample_size: Option<i64>,
    pub audience_description: Option<String>,
    pub audience_filters: Option<GivenFilters>,
    /// Id of an audience saved on a server.
    pub audience_id: Option<String>,
    pub language: Option<String>,
    pub wording: Option<String>,
    /// Id of an earlier report whose respondents are asked, or its folder.
    pub same_panel_as: Option<String>,
    /// Id of an earlier report that is asked again, or its folder.
    pub wave_of: Option<String>,
    pub seed: Option<u64>,
}

#[derive(Debug, thiserror::Error)]
pub enum BriefFileError {
    #[error("reading {}", path.display())]
    Unreadable { path: PathBuf, source: std::io::Error },
    #[error("{}, line {line}: {message}", path.display())]
    Wrong { path: PathBuf, line: usize, message: String },
}

impl BriefFile {
    pub fn read(path: &Path) -> Result<Self, BriefFileError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| BriefFileError::Unreadable { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
            let line = before.matches('\n').count() + 1;
            BriefFileError::Wrong { path: path.to_owned(), line, message: error.message().to_owned() }
        })
    }
}
