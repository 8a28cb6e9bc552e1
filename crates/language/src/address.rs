//! How a question addresses its reader: formally (usted, 您), informally (tú, 你) or with vos. A survey goes on as its client
//! began. Nothing else depends on it, least of all what an engine is asked.

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use regex::Regex;
use serde::Deserialize;

const FILE: DataFile = data_file!("crates/language/data/address.toml");

/// The form of address.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Address {
    /// Usted, 您; also where a question addresses nobody.
    #[default]
    Formal,
    /// Tú, 你.
    Informal,
    /// Vos.
    Vos,
}

/// Countries in which vos is the usual address.
const VOS_COUNTRIES: [&str; 3] = ["AR", "PY", "UY"];

static SPANISH: Compiled<Spanish> = Compiled::new(|| Spanish::read(FILE));

/// Patterns of the words that show the address of a Spanish question.
struct Spanish {
    vos: Regex,
    other: Regex,
    tu: Regex,
}

impl Spanish {
    fn read(file: DataFile) -> Result<Self, DataError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Words {
            vos: String,
            other: String,
            tu: String,
        }
        let words: Words = file.toml()?;
        let pattern = |text: &str| Regex::new(&format!("(?i){text}")).map_err(|error| file.wrong(error));
        Ok(Self { vos: pattern(&words.vos)?, other: pattern(&words.other)?, tu: pattern(&words.tu)? })
    }
}

/// Checks that the patterns can be parsed.
pub(crate) fn check() -> Result<(), DataError> {
    SPANISH.check()
}

/// Returns how a question addresses its reader. `country`: the only one of the audience, if any.
pub fn address(language: Language, question: &str, country: Option<&str>) -> Address {
    match language {
        Language::En => Address::Formal,
        Language::Zh if question.contains('你') && !question.contains('您') => Address::Informal,
        Language::Zh => Address::Formal,
        Language::Es => of_spanish(question, country),
    }
}

fn of_spanish(question: &str, country: Option<&str>) -> Address {
    let is_future = |word: &str| SPANISH.tu.is_match(word);
    let is_other = |word: &str| SPANISH.other.is_match(word);
    let is_vos = SPANISH.vos.find_iter(question).any(|it| !is_other(it.as_str()) && !is_future(it.as_str()));
    let is_tu = SPANISH.tu.find_iter(question).any(|it| !is_other(it.as_str()));
    let is_of_vos = country.is_some_and(|country| VOS_COUNTRIES.contains(&country));
    match (is_vos, is_tu) {
        (true, _) => Address::Vos,
        (false, true) if is_of_vos => Address::Vos,
        (false, true) => Address::Informal,
        (false, false) => Address::Formal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_read_by_whom_it_addresses() {
        for (question, expected) in [
            ("¿Cuánto es lo máximo que pagarías por un garrafón de agua, entregado en tu casa?", Address::Informal),
            ("Vamos a lanzar un pan de molde. ¿Qué nombre te gusta más?", Address::Informal),
            ("Cuando te da gripa, ¿qué crees que ayuda más a que se te quite?", Address::Informal),
            ("¿Comprarás un auto este año?", Address::Informal),
            ("¿Qué función te gustaría que agreguemos primero a la app que usás para viajar?", Address::Vos),
            ("¿Vos qué elegirías?", Address::Vos),
            ("¿Con qué frecuencia lleva al trabajo almuerzo hecho en casa?", Address::Formal),
            ("¿Qué país le parece más interesante después de visitar París, además del inglés?", Address::Formal),
            ("¿Qué precio pagaría usted?", Address::Formal),
        ] {
            assert_eq!(address(Language::Es, question, None), expected, "{question}");
        }
        let open = "¿Qué nombre te gusta más?";
        assert_eq!(address(Language::Es, open, Some("AR")), Address::Vos);
        assert_eq!(address(Language::Es, open, Some("MX")), Address::Informal);
    }

    #[test]
    fn a_chinese_question_is_read_by_its_pronoun() {
        let of = |question| address(Language::Zh, question, None);
        assert_eq!(of("你觉得普通感冒主要是怎么得上的？"), Address::Informal);
        assert_eq!(of("您会选哪个价格？"), Address::Formal);
        assert_eq!(of("哪个名字最好？"), Address::Formal);
        assert_eq!(address(Language::En, "Which do you like?", None), Address::Formal);
    }
}
