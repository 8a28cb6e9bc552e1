//! Model files on Hugging Face: how they are named and where they are. Fetches nothing.

use std::fmt;

use url::Url;

use super::ModelError;

/// The hub itself, and the revision of a file that names none.
const ADDRESS: &str = "https://huggingface.co";
const REVISION: &str = "main";

/// A file in a model repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubFile {
    repository: String,
    /// A commit, branch or tag.
    revision: Option<String>,
    file: String,
}

/// Returns the address of the hub, or of its mirror that `HF_ENDPOINT` names.
pub fn hub_address(endpoint: Option<&str>) -> Result<Url, ModelError> {
    let is_plain = |url: &Url| matches!(url.scheme(), "http" | "https") && url.password().is_none();
    Url::parse(endpoint.unwrap_or(ADDRESS)).ok().filter(is_plain).ok_or(ModelError::BadHubEndpoint)
}

impl HubFile {
    /// Parses `owner/repo/file.gguf` or `owner/repo@revision/file.gguf`; the file may be in a folder.
    pub(super) fn parse(text: &str) -> Result<Self, ModelError> {
        let is_name = |name: &str| {
            name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        };
        let bad = || ModelError::BadHubAddress { text: format!("{}{text}", super::HUB_PREFIX) };
        let names: Vec<&str> = text.split('/').collect();
        let [owner, repository, file @ ..] = names.as_slice() else { return Err(bad()) };
        let (repository, revision) = match repository.split_once('@') {
            Some((repository, revision)) => (repository, Some(revision)),
            None => (*repository, None),
        };
        let all_names = [*owner, repository].into_iter().chain(revision).chain(file.iter().copied());
        if file.is_empty() || !text.ends_with(super::EXTENSION) || !all_names.into_iter().all(is_name) {
            return Err(bad());
        }
        let repository = format!("{owner}/{repository}");
        Ok(Self { repository, revision: revision.map(str::to_owned), file: file.join("/") })
    }

    pub(super) fn local_name(&self) -> String {
        format!("hf/{}/{}", self.repository_at(), self.file).replace('/', "--")
    }

    /// Returns the file's address on the hub.
    pub(super) fn url(&self, hub: &Url) -> Result<Url, ModelError> {
        let base = hub.as_str().trim_end_matches('/');
        let revision = self.revision.as_deref().unwrap_or(REVISION);
        let address = format!("{base}/{}/resolve/{revision}/{}", self.repository, self.file);
        Url::parse(&address).map_err(|_| ModelError::BadHubEndpoint)
    }

    fn repository_at(&self) -> String {
        match &self.revision {
            Some(revision) => format!("{}@{revision}", self.repository),
            None => self.repository.clone(),
        }
    }
}

impl fmt::Display for HubFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}/{}", super::HUB_PREFIX, self.repository_at(), self.file)
    }
}
