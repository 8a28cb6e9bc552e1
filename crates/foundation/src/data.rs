//! Data files that are compiled into the program. Each is parsed on first use. Each crate's `check` parses all of its
//! files at startup, so a malformed file stops the program before it serves a request.

use std::fmt::Display;
use std::ops::Deref;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;

/// A data file of the repository. `name` is its path from the repository root. Tests may replace `text`.
#[derive(Debug, Clone, Copy)]
pub struct DataFile {
    pub name: &'static str,
    pub text: &'static str,
}

/// Creates a `DataFile` from a path relative to the repository root.
#[macro_export]
macro_rules! data_file {
    ($path:expr) => {
        $crate::data::DataFile {
            name: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../", $path)),
        }
    };
}
pub use data_file;

/// The error of a compiled-in file that cannot be parsed. It can only be fixed by a new build.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("this build is broken: {file}, which is compiled in, can't be read: {problem}")]
pub struct DataError {
    pub file: &'static str,
    pub problem: String,
}

impl DataFile {
    pub fn toml<T: DeserializeOwned>(self) -> Result<T, DataError> {
        toml::from_str(self.text).map_err(|error| {
            let line = error.span().and_then(|span| self.text.get(..span.start)).map(|before| lines(before) + 1);
            let place = line.map_or_else(String::new, |line| format!("line {line}: "));
            self.wrong(format!("{place}{}", error.message()))
        })
    }

    /// Parses a CSV table with a header row.
    pub fn csv<T: DeserializeOwned>(self) -> Result<Vec<T>, DataError> {
        let rows = csv::Reader::from_reader(self.text.as_bytes()).into_deserialize();
        rows.collect::<Result<_, _>>().map_err(|error| self.wrong(error))
    }

    /// Creates the error for this file, with the message collapsed onto one line.
    pub fn wrong(self, problem: impl Display) -> DataError {
        let problem = problem.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        DataError { file: self.name, problem }
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

/// A lazily parsed data file. Dereferencing panics if it cannot be parsed; [`check`](Self::check) at startup rules
/// that out.
pub struct Compiled<T>(LazyLock<Result<T, DataError>>);

impl<T> Compiled<T> {
    pub const fn new(read: fn() -> Result<T, DataError>) -> Self {
        Self(LazyLock::new(read))
    }

    pub fn check(&self) -> Result<(), DataError> {
        self.0.as_ref().map(drop).map_err(Clone::clone)
    }
}

impl<T> Deref for Compiled<T> {
    type Target = T;

    fn deref(&self) -> &T {
        sound(self.0.as_ref())
    }
}

/// Returns the parsed value. Panics on an error, because an empty table would silently produce made-up reports.
pub fn sound<T, E: Display>(read: Result<T, E>) -> T {
    read.unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    const BROKEN: DataFile = DataFile { name: "data/broken.toml", text: "a = 1\n\nb = [" };
    static TABLE: Compiled<BTreeMap<String, u8>> = Compiled::new(|| BROKEN.toml());

    #[test]
    fn a_file_that_cannot_be_read_is_named_with_the_line() {
        let error = TABLE.check().unwrap_err();
        let sentence = error.to_string();
        assert!(sentence.contains("data/broken.toml") && sentence.contains("line 3: "), "{sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }

    #[test]
    #[should_panic(expected = "data/broken.toml")]
    fn a_table_that_was_not_read_is_never_taken_for_an_empty_one() {
        assert!(TABLE.is_empty());
    }
}
