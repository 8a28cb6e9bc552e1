//! The files of `prompts/`, compiled in, each with the variables that it is given. A template that uses other
//! variables, or omits one, is an error at startup instead of a wrong prompt.

use foundation::hex;
use std::collections::BTreeMap;

use foundation::data::{Compiled, DataError, DataFile};
use foundation::{Language, for_each_language};
use minijinja::{Environment, UndefinedBehavior, Value};
use sha2::{Digest, Sha256};

/// A template in one language, and the variables that it is given.
#[derive(Clone, Copy)]
struct Written {
    language: Language,
    name: &'static str,
    file: DataFile,
    values: &'static [&'static str],
}

/// Expands to one template in every language.
macro_rules! template {
    ([$(($language:ident, $code:literal)),*] $name:literal, $values:expr) => {
        [$(Written {
            language: Language::$language,
            name: $name,
            file: DataFile {
                name: concat!("prompts/", $code, "/", $name),
                text: include_str!(concat!("../../prompts/", $code, "/", $name)),
            },
            values: $values,
        }),*]
    };
}

macro_rules! templates {
    ($($name:literal: $values:expr),* $(,)?) => {
        [$(for_each_language!(template!($name, &$values))),*].as_flattened()
    };
}

const TEMPLATES: &[Written] = templates!(
    "forecast_whole.txt": ["audience", "title", "options"],
    "forecast_ranked.txt": ["audience", "title", "options"],
    "forecast_groups.txt": ["audience", "title", "options", "attribute", "groups"],
    "forecast_prices.txt": ["audience", "title", "options"],
    "forecast_price_groups.txt": ["audience", "title", "options", "attribute", "groups"],
    "forecast_reasons.txt": ["audience", "question", "options"],
    "forecast_choosers.txt": [
        "audience", "title", "options", "chosen", "reason_title", "reasons", "concern_title", "concerns", "none_answer",
        "likelihood_title", "scale",
    ],
    "voices.txt": ["topic", "title", "traits", "people"],
    "general.txt": ["audience", "topic", "title", "options", "scale"],
    "among.txt": ["chosen", "part"],
    "voice.txt": ["topic", "title"],
    "said.txt": ["description", "traits", "chosen", "reason", "concern"],
    "names.txt": ["audience", "question", "options"],
    "wording.txt": ["question", "options"],
    "audience.txt": ["text"],
    "repair.txt": ["flaw", "fields"],
);

static ENVIRONMENT: Compiled<Environment<'static>> = Compiled::new(|| environment(TEMPLATES));

/// Checks that every template parses and uses exactly the variables that it is given.
pub fn check() -> Result<(), DataError> {
    ENVIRONMENT.check()
}

fn environment(templates: &[Written]) -> Result<Environment<'static>, DataError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    for Written { language, name, file, values } in templates {
        let key = key(*language, name);
        environment.add_template_owned(key.clone(), file.text).map_err(|error| file.wrong(error))?;
        let asked = environment.get_template(&key).map_err(|error| file.wrong(error))?.undeclared_variables(false);
        if let Some(unknown) = asked.iter().filter(|asked| !values.contains(&asked.as_str())).min() {
            return Err(file.wrong(format!("nothing is filled in for `{unknown}`")));
        }
        if let Some(unused) = values.iter().find(|value| !asked.contains(**value)) {
            return Err(file.wrong(format!("it leaves `{unused}` out")));
        }
    }
    Ok(environment)
}

/// Returns the SHA-256 of each template of a language, by name.
pub fn hashes(language: Language) -> BTreeMap<String, String> {
    let own = TEMPLATES.iter().filter(|written| written.language == language);
    own.map(|written| (key(language, written.name), hex(&Sha256::digest(written.file.text.as_bytes())))).collect()
}

/// Returns one hash over the named templates of a language.
pub fn hash_of(language: Language, names: &[&str]) -> String {
    let mut digest = Sha256::new();
    for written in TEMPLATES.iter().filter(|written| written.language == language && names.contains(&written.name)) {
        digest.update(written.file.text.as_bytes());
        digest.update([0]);
    }
    hex(&digest.finalize())
}

/// Renders a template. Panics if that fails, so that no empty prompt
/// is sent; `check` has parsed every template, and tests render each.
pub(super) fn render(language: Language, name: &str, values: Value) -> String {
    let template = ENVIRONMENT.get_template(&key(language, name));
    let rendered = template.and_then(|template| template.render(values));
    rendered.unwrap_or_else(|error| panic!("prompts/{language}/{name} can't be filled in: {error}"))
}

fn key(language: Language, name: &str) -> String {
    format!("{language}/{name}")
}

#[cfg(test)]
mod tests {
    use minijinja::context;

    use super::*;

    #[test]
    fn every_template_can_be_read_in_every_language() {
        check().unwrap();
        assert_eq!(TEMPLATES.len(), 48);
    }

    #[test]
    fn a_broken_template_is_found_and_named() {
        let with = |text: &'static str| {
            let form = *TEMPLATES.iter().find(|written| written.file.name == "prompts/zh/wording.txt").unwrap();
            environment(&[Written { file: DataFile { text, ..form.file }, ..form }]).map(drop)
        };
        for (text, said) in [
            ("{{ question }} {% for option in options %}", ""),
            ("{{ question }} {{ options }} {{ titel }}", "`titel`"),
            ("{{ question }}", "`options`"),
            ("", "`question`"),
        ] {
            let error = with(text).unwrap_err();
            assert!(error.file == "prompts/zh/wording.txt" && error.problem.contains(said), "{error}");
        }
        with("{{ question }} {% for option in options %}{{ option.text }}{% endfor %}").unwrap();
    }

    #[test]
    #[should_panic(expected = "prompts/en/voices.txt can't be filled in")]
    fn a_prompt_that_cannot_be_filled_in_is_not_an_empty_one() {
        render(
            Language::En,
            "voices.txt",
            context! { topic => "", title => "", traits => [""], people => [context! { number => 1 }] },
        );
    }
}
