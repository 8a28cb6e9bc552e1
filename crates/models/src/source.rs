//! The sources of a model of the catalogue. All of them serve the same file, identified by its SHA-256. This module knows how a
//! source is written, not how it is reached.

use std::fmt;

use serde::Deserialize;
use url::Url;

use super::hub::HubFile;
use super::{HUB_PREFIX, ModelError};

const PACKAGES: &str = "packages";

/// One source of a model's file, as the catalogue writes it: `packages`, `hf:owner/repo@revision/file.gguf`, or an
/// address that begins with http:// or https://.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Source {
    /// The parts of the catalogue's entry, each in a Python package.
    Packages,
    Hub(HubFile),
    /// The complete file; never contains a user or password.
    Address(Url),
}

impl TryFrom<String> for Source {
    type Error = ModelError;

    fn try_from(text: String) -> Result<Self, ModelError> {
        if text == PACKAGES {
            return Ok(Self::Packages);
        }
        if let Some(address) = text.strip_prefix(HUB_PREFIX) {
            return HubFile::parse(address).map(Self::Hub);
        }
        Url::parse(&text).ok().filter(is_plain_address).map(Self::Address).ok_or(ModelError::BadSource)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packages => f.write_str("Python packages"),
            Self::Hub(file) => file.fmt(f),
            Self::Address(url) => url.fmt(f),
        }
    }
}

/// Whether an address can be shown and fetched: http or https, without user and password.
fn is_plain_address(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none()
}

/// The address of the operator's own folder of model files, which have the names that the catalogue lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mirror(Url);

impl Mirror {
    /// Parses the address; the error does not repeat it, since it may contain a password.
    pub fn parse(text: &str) -> Result<Self, ModelError> {
        let is_folder = |url: &Url| is_plain_address(url) && url.query().is_none() && url.fragment().is_none();
        Url::parse(text).ok().filter(is_folder).map(Self).ok_or(ModelError::BadMirror)
    }

    /// Returns the source of a file in the folder.
    pub(super) fn source(&self, file: &str) -> Source {
        let mut url = self.0.clone();
        // An http address always has a path, so this never fails.
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().push(file);
        }
        Source::Address(url)
    }
}
