//! The supported languages. To add one, begin here; CONTRIBUTING.md lists the other places.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    #[default]
    En,
    Es,
    Zh,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::En, Self::Es, Self::Zh];

    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Es => "es",
            Self::Zh => "zh",
        }
    }

    /// Returns the language's name in the language itself.
    pub fn own_name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Es => "Español",
            Self::Zh => "中文",
        }
    }

    pub fn script(self) -> Script {
        match self {
            Self::En | Self::Es => Script::Latin,
            Self::Zh => Script::Han,
        }
    }
}

/// The writing system of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    Latin,
    Han,
}

/// Calls a macro with the variant and the code of every language.
#[macro_export]
macro_rules! for_each_language {
    ($call:ident!($($given:tt)*)) => {
        $call!([(En, "en"), (Es, "es"), (Zh, "zh")] $($given)*)
    };
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("language must be one of en, es, zh")]
pub struct UnknownLanguage;

impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(code: &str) -> Result<Self, UnknownLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == code).ok_or(UnknownLanguage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    macro_rules! codes {
        ([$(($language:ident, $code:literal)),*]) => {
            [$((Language::$language, $code)),*]
        };
    }

    #[test]
    fn every_language_is_called_by_its_code_and_handed_to_macros() {
        assert_eq!(for_each_language!(codes!()), Language::ALL.map(|language| (language, language.code())));
        assert_eq!("zh".parse(), Ok(Language::Zh));
        assert_eq!("ZH".parse::<Language>(), Err(UnknownLanguage));
    }
}
