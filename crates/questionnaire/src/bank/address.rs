//! Rewrites questions of the bank in a form of address. The bank itself is formal, and engines are always asked formally.

use std::borrow::Cow;
use std::collections::BTreeMap;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};
use language::address::Address;
use serde::Deserialize;

const FILE: DataFile = data_file!("crates/questionnaire/data/address.toml");

/// The forms of each Spanish question, by its formal text.
static SPANISH: Compiled<BTreeMap<String, Forms>> = Compiled::new(|| {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        spanish: Vec<Forms>,
    }
    let file: File = FILE.toml()?;
    Ok(file.spanish.into_iter().map(|forms| (forms.formal.clone(), forms)).collect())
});

/// Stands for the client's question at the beginning of a text.
const QUESTION: &str = "{question}";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forms {
    formal: String,
    informal: String,
    vos: String,
}

pub(super) fn check() -> Result<(), DataError> {
    SPANISH.check()
}

/// Returns a text of the bank in a form of address. A text that addresses nobody is returned unchanged.
pub fn in_address(text: &str, language: Language, address: Address) -> Cow<'_, str> {
    let spanish = || SPANISH.get(text);
    match (language, address) {
        (Language::Es, Address::Informal) => spanish().map_or(text, |forms| forms.informal.as_str()).into(),
        (Language::Es, Address::Vos) => spanish().map_or(text, |forms| forms.vos.as_str()).into(),
        (Language::Zh, Address::Informal) => text.replace('您', "你").into(),
        _ => text.into(),
    }
}

/// Returns a question as a report has it, the client's own words with a text of the bank behind them or that text alone, in the
/// client's form of address. Words that are not the bank's stay as they are; in Chinese, a client who says 你 never says 您.
pub fn question_in_address(question: &str, language: Language, address: Address) -> Cow<'_, str> {
    if language != Language::Es {
        return in_address(question, language, address);
    }
    let forms = SPANISH.keys().filter_map(|formal| {
        let of_bank = formal.trim_start_matches(QUESTION);
        Some((question.strip_suffix(of_bank)?, of_bank.len(), in_address(formal, language, address)))
    });
    // A longer text may end with a shorter one.
    let longest = forms.max_by_key(|(_, length, _)| *length);
    longest.map_or(question.into(), |(client, _, text)| format!("{client}{}", text.trim_start_matches(QUESTION)).into())
}

#[cfg(test)]
mod tests {
    use language::Inquiry;

    use super::super::{BANK, best_worst, dearest_question, final_title};
    use super::*;

    fn has_any(text: &str, words: &[&str]) -> bool {
        let lower = text.to_lowercase();
        lower.split(|c: char| !c.is_alphabetic()).any(|word| words.contains(&word))
    }

    /// Every Spanish question of the bank, formal.
    fn spanish() -> Vec<&'static str> {
        let of_sheets = BANK.sheets.iter().flat_map(|sheet| sheet.texts[&Language::Es].titles.values());
        let dearest = &BANK.dearest[&Language::Es];
        let rounds = &BANK.rounds[&Language::Es];
        let all = of_sheets.chain(dearest.titles.values()).chain([&dearest.question, &rounds.last, &rounds.list]);
        all.map(String::as_str).collect()
    }

    #[test]
    fn every_spanish_question_that_says_usted_has_the_other_forms_and_no_form_is_left_over() {
        let texts = spanish();
        let formal =
            ["le", "su", "sus", "puso", "elija", "comprara", "compraría", "sabe", "querría", "pondría", "responde"];
        for text in texts.iter().filter(|text| has_any(text, &formal)) {
            assert!(SPANISH.contains_key(*text), "{text}");
        }
        for forms in SPANISH.values() {
            assert!(texts.contains(&forms.formal.as_str()), "{} is not in the bank", forms.formal);
            for own in [&forms.informal, &forms.vos] {
                assert!(!has_any(own, &["le", "su", "sus", "usted", "elija"]), "{own}");
                assert_eq!(own.matches("{question}").count(), forms.formal.matches("{question}").count(), "{own}");
            }
        }
    }

    #[test]
    fn a_question_of_a_report_is_put_in_the_clients_address_and_the_clients_words_stay() {
        let formal =
            "¿Cuál te gusta, su jefe? (ronda final) De las que puso en primer lugar, ¿cuál es su opción preferida?";
        let of = |address| question_in_address(formal, Language::Es, address).into_owned();
        let informal =
            "¿Cuál te gusta, su jefe? (ronda final) De las que pusiste en primer lugar, ¿cuál es tu opción preferida?";
        assert_eq!((of(Address::Formal).as_str(), of(Address::Informal).as_str()), (formal, informal));
        for text in spanish() {
            let asked = text.replace(QUESTION, "¿Qué?");
            let vos = question_in_address(&asked, Language::Es, Address::Vos);
            assert_eq!(vos, in_address(text, Language::Es, Address::Vos).replace(QUESTION, "¿Qué?"), "{text}");
        }
        let own = "¿Qué le gusta a su gato?";
        assert_eq!(question_in_address(own, Language::Es, Address::Informal), own);
        let chinese =
            question_in_address("你会选哪个？（最后一轮）您的首选是哪一个？", Language::Zh, Address::Informal);
        assert_eq!(chinese, "你会选哪个？（最后一轮）你的首选是哪一个？");
    }

    #[test]
    fn a_person_is_addressed_as_the_client_does() {
        let ask = best_worst(Inquiry::Preference, Language::Zh);
        assert!(in_address(ask, Language::Zh, Address::Informal).contains('你'));
        assert_eq!(in_address(ask, Language::Zh, Address::Formal), ask);
        let last = final_title(Language::Es, "¿Cuál querés?", Address::Vos);
        assert!(last.ends_with("De las que pusiste en primer lugar, ¿cuál es tu opción preferida?"), "{last}");
        let dearest = dearest_question(Language::Es, "¿Qué precio pagarías?", Address::Informal);
        assert!(dearest.ends_with("elige el más alto al que todavía comprarías."), "{dearest}");
    }
}
