//! The models known by name: a catalogue that is compiled in, or a file of the operator.

use std::path::Path;

use serde::Deserialize;

use super::ModelError;
use super::source::Source;

const BUILT_IN: &str = include_str!("../data/models.toml");

/// A list of models with unique names and files, exactly one of which is the default.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Catalogue {
    #[serde(rename = "model")]
    models: Vec<CatalogueModel>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CatalogueModel {
    /// Short name; the file's name without its extension is accepted, too.
    pub name: String,
    pub file: String,
    pub bytes: u64,
    pub sha256: String,
    pub licence: String,
    pub languages: Vec<String>,
    pub parameters: String,
    /// Approximate memory of a process that runs it.
    pub memory_mb: u64,
    #[serde(default)]
    pub default: bool,
    /// Sources of the file, in the order in which they are tried; at least one.
    #[serde(default = "packages_only")]
    pub sources: Vec<Source>,
    /// The packages of the source `packages`, which together make up the file; empty without that source.
    #[serde(default)]
    pub parts: Vec<Part>,
}

/// Default of `sources` for catalogues of earlier versions, which list packages only.
fn packages_only() -> Vec<Source> {
    vec![Source::Packages]
}

/// A section of the model file, stored as a member of a package. Sections are contiguous and in order.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    pub package: String,
    pub version: String,
    pub member: String,
    pub bytes: u64,
    pub sha256: String,
}

impl Catalogue {
    /// Loads the catalogue at the path `own`, or the one compiled in.
    pub fn load(own: Option<&Path>) -> Result<Self, ModelError> {
        let Some(path) = own else { return Self::parse(BUILT_IN, "built in") };
        let origin = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ModelError::Catalogue { origin: origin.clone(), message: error.to_string() })?;
        Self::parse(&text, &origin)
    }

    pub(super) fn parse(text: &str, origin: &str) -> Result<Self, ModelError> {
        let bad = |message: String| ModelError::Catalogue { origin: origin.to_owned(), message };
        let catalogue: Self = toml::from_str(text).map_err(|error| bad(error.to_string()))?;
        for model in &catalogue.models {
            model.check().map_err(|what| bad(format!("{}: {what}", model.name)))?;
            let twins = catalogue.models.iter().filter(|other| other.name == model.name || other.file == model.file);
            if twins.count() > 1 {
                return Err(bad(format!("{}: its name or file is there twice", model.name)));
            }
        }
        match catalogue.models.iter().filter(|model| model.default).count() {
            1 => Ok(catalogue),
            count => Err(bad(format!("{count} models are the default, and one must be"))),
        }
    }

    pub fn models(&self) -> &[CatalogueModel] {
        &self.models
    }

    pub fn default_model(&self) -> &CatalogueModel {
        // `parse` ensures that exactly one is the default, so the fallback is never used.
        self.models.iter().find(|model| model.default).unwrap_or(&self.models[0])
    }

    pub fn find(&self, name: &str) -> Option<&CatalogueModel> {
        let long_name = |model: &CatalogueModel| model.file.strip_suffix(super::EXTENSION) == Some(name);
        self.models.iter().find(|model| model.name == name || long_name(model))
    }

    pub fn names(&self) -> String {
        self.models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl CatalogueModel {
    /// Returns the byte offset of each part in the file.
    pub fn offsets(&self) -> Vec<u64> {
        let begins = |at: &mut u64, part: &Part| {
            let begin = *at;
            *at += part.bytes;
            Some(begin)
        };
        self.parts.iter().scan(0, begins).collect()
    }

    fn check(&self) -> Result<(), &'static str> {
        let file_name = Path::new(&self.file).file_name().and_then(|name| name.to_str());
        if file_name != Some(self.file.as_str()) || !self.file.ends_with(super::EXTENSION) {
            return Err("file must be the plain name of a .gguf file");
        }
        if self.sources.is_empty() {
            return Err("it has no source");
        }
        let sums = self.parts.iter().try_fold(0_u64, |sum, part| sum.checked_add(part.bytes));
        match self.sources.contains(&Source::Packages) {
            true if self.parts.is_empty() || sums != Some(self.bytes) => {
                return Err("the sizes of the parts do not add up to the size of the file");
            }
            false if !self.parts.is_empty() => return Err("it has parts, but its sources do not name packages"),
            _ => {}
        }
        let is_hash = |text: &str| {
            text.len() == super::fingerprint::HEX_CHARS && text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'a'..=b'f'))
        };
        if !is_hash(&self.sha256) || !self.parts.iter().all(|part| is_hash(&part.sha256)) {
            return Err("sha256 must be 64 hexadecimal digits in lower case");
        }
        // They become arguments of pip, so they must not look like its options.
        let is_word = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_alphanumeric())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        };
        if !self.parts.iter().all(|part| is_word(&part.package) && is_word(&part.version)) {
            return Err("package and version are letters, digits, dots, dashes and underscores");
        }
        Ok(())
    }
}
