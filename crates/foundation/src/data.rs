//! Files that are compiled into the program. Each is read on first use, and each crate's `check` reads all of its files
//! once at start: a mistake in one then stops the program instead of leaving a report without its words.

use std::fmt::Display;
use std::ops::Deref;
use std::sync::LazyLock;

use serde::de::DeserializeOwned;

/// A file of the repository, by its path from the root. A test may put another text in its place.
#[derive(Debug, Clone, Copy)]
pub struct DataFile {
    pub name: &'static str,
    pub text: &'static str,
}

/// The file at a path from the repository's root.
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

/// What is wrong with a file that is compiled in. Nobody who runs the program can mend it.
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

    /// Every row of a table with a heading.
    pub fn csv<T: DeserializeOwned>(self) -> Result<Vec<T>, DataError> {
        let rows = csv::Reader::from_reader(self.text.as_bytes()).into_deserialize();
        rows.collect::<Result<_, _>>().map_err(|error| self.wrong(error))
    }

    /// The error for this file, with the library's own message put on one line.
    pub fn wrong(self, problem: impl Display) -> DataError {
        let problem = problem.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        DataError { file: self.name, problem }
    }
}

fn lines(text: &str) -> usize {
    text.matches('\n').count()
}

/// What was read from a file, or why it can't be read. It is used as if it could, since `check` comes first, at start.
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

/// What was read, found sound by a `check`. Panics on an error, since with an empty table reports would be made up.
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
