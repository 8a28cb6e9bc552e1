//! Tests that the three languages have the same messages with the same arguments, and that every message used exists.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use population::{Attribute, census};

use super::*;

/// Returns the arguments by message id, from the files of one language.
fn arguments(files: &[DataFile]) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut id = String::new();
    for line in files.iter().flat_map(|file| file.text.lines()).filter(|line| !line.starts_with('#')) {
        if let Some((name, _)) = line.split_once(" =").filter(|_| line.starts_with(|c: char| c.is_ascii_lowercase())) {
            id = name.to_owned();
            assert!(messages.insert(id.clone(), BTreeSet::new()).is_none(), "{id} stands twice");
        }
        for piece in line.split('$').skip(1) {
            let name = piece.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            messages.entry(id.clone()).or_default().insert(name);
        }
    }
    messages
}

/// Returns the string literals in source files that look like a message id: lower-case words joined by dashes, the
/// first of which starts some message's id.
fn asked_for(folder: &Path, families: &BTreeSet<&str>) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            ids.extend(asked_for(&path, families));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let is_id = |literal: &&str| {
                literal.split_once('-').is_some_and(|(family, _)| families.contains(family))
                    && literal.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
                    && !literal.ends_with('-')
            };
            ids.extend(text.split('"').filter(is_id).map(str::to_owned));
        }
    }
    ids
}

#[test]
fn a_sentence_that_cannot_be_read_is_found_and_its_file_named() {
    let broken = DataFile { name: "crates/wording/locales/en.report.ftl", text: "hello = Hello\nbye = { $name\n" };
    let twice = DataFile { name: "crates/wording/locales/en.terminal.ftl", text: "range = { $low }\n" };
    for (file, extra) in [(broken, &[broken][..]), (twice, &[EN[0], twice])] {
        let problem = bundle(langid!("en"), extra).map(drop).unwrap_err();
        assert_eq!(problem.file, file.name, "{problem}");
    }
    check().unwrap();
}

#[test]
fn the_languages_have_the_same_messages_and_arguments() {
    let en = arguments(EN);
    for (name, texts) in [("es", ES), ("zh", ZH)] {
        let other = arguments(texts);
        assert_eq!(en.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>(), "{name}");
        for (id, names) in &en {
            // A language without plurals, genders or words by country does not use the arguments that select them.
            let without_selectors = |names: &BTreeSet<String>| -> BTreeSet<String> {
                names
                    .iter()
                    .filter(|name| !name.ends_with("_count") && !["sex", "country", "address"].contains(&name.as_str()))
                    .cloned()
                    .collect()
            };
            assert_eq!(without_selectors(names), without_selectors(&other[id]), "{name}: {id}");
        }
    }
}

#[test]
fn every_message_asked_for_exists() {
    let messages = arguments(EN);
    let families: BTreeSet<&str> = messages.keys().filter_map(|id| id.split('-').next()).collect();
    // This test covers the ids in this crate; ids in data files are checked where the files are read.
    let ids = asked_for(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &families);
    assert!(ids.len() > 20, "{ids:?}");
    let missing: Vec<&String> = ids.iter().filter(|id| !exists(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(census::SOURCE_IDS.iter().all(|id| exists(id)));
}

#[test]
fn every_attribute_and_value_has_a_name() {
    for attribute in Attribute::recorded() {
        for code in [attribute.code(), attribute.group_code()] {
            assert!(exists(&format!("attribute-{}", dashed(code))), "{code}");
        }
        for value in attribute.worded_values() {
            assert!(exists(&attribute_id("value", attribute.group_code(), &value)), "{attribute:?} {value}");
        }
    }
}

#[test]
fn a_group_is_named_as_in_a_sentence_in_every_language() {
    let open = (None, None);
    for (language, women, elderly) in [
        (Language::En, "women", "people aged 65 and over"),
        (Language::Es, "las mujeres", "las personas de 65 años o más"),
        (Language::Zh, "女性", "65 岁及以上的人"),
    ] {
        assert_eq!(people_of(language, None, "sex", "female", open), women);
        assert_eq!(people_of(language, None, "age_band", "65+", open), elderly);
        for attribute in Attribute::recorded().filter(|attribute| *attribute != Attribute::Country) {
            for value in attribute.worded_values() {
                let code = attribute.group_code();
                let of_its_own = attribute == Attribute::Age
                    || exists(&attribute_id("group", code, &value))
                    || exists(&format!("group-{}", dashed(code)));
                assert!(of_its_own, "{code} {value}");
                assert!(
                    !people_of(language, None, code, &value, open).contains(['{', '}']),
                    "{language} {code} {value}"
                );
            }
        }
    }
    assert_eq!(people_of(Language::En, None, "age_band", "45-64", (None, Some(45))), "people aged 45");
    assert_eq!(people_of(Language::En, None, "country", "US", open), "people in the United States");
    assert_eq!(people_of(Language::Es, None, "earlier_choice", "té", open), "las personas que antes eligieron «té»");
}

#[test]
fn one_study_of_ones_own_and_several_are_told_apart_in_every_language() {
    for (language, one, several) in [
        (Language::En, "On your own study: skill +41.", "On your own 7 studies: skill +41."),
        (Language::Es, "En el estudio de esta cuenta: acierto +41.", "En los 7 estudios de esta cuenta: acierto +41."),
        (Language::Zh, "在您自己的 1 项调研中：准确度 +41。", "在您自己的 7 项调研中：准确度 +41。"),
    ] {
        for (studies, words) in [(1_u32, one), (7, several)] {
            let args: [(&str, FluentValue<'_>); 5] = [
                ("studies_count", studies.into()),
                ("studies", studies.to_string().into()),
                ("people", "239".into()),
                ("skill", "+41".into()),
                ("accuracy", "86%".into()),
            ];
            let page = say(language, "page-own-studies", &args);
            assert!(page.starts_with(words) && page.contains("239"), "{page}");
            assert_eq!(page.contains("86%"), studies > 1, "one study has no rate: {page}");
            assert_eq!(say(language, "terminal-own-studies", &args), words);
        }
    }
}

#[test]
fn a_signed_figure_is_a_whole_number_with_its_sign() {
    assert_eq!([41.4, 0.3, -2.6].map(|skill| signed(Language::En, skill)), ["+41", "0", "−3"]);
}

#[test]
fn an_argument_is_taken_as_text_whatever_it_holds() {
    let text = say(Language::En, "title", &[("question", "{ $question } <b> -term".into())]);
    assert!(text.contains("{ $question } <b> -term"));
}

#[test]
fn a_percentage_is_written_as_in_the_readers_country_in_every_message() {
    let spain = Locale::new(Language::Es, Some("ES"));
    let interval = |locale: Locale| say(locale, "page-interval", &[]);
    assert_eq!(interval(spain), "Intervalo de simulación del 95\u{a0}%");
    assert_eq!(interval(Locale::new(Language::Es, Some("MX"))), "Intervalo de simulación del 95%");
    // Chinese writes percentages alike everywhere, and English too.
    for line in ES.iter().flat_map(|file| file.text.lines()).filter(|line| !line.starts_with('#')) {
        let before = line.split('%').rev().skip(1).map(|piece| piece.trim_end_matches(['\u{a0}', '\u{202f}', ' ']));
        let is_fixed = before.clone().any(|piece| piece.ends_with(|c: char| c.is_ascii_digit()));
        assert!(!is_fixed, "a percentage is fixed text: {line}");
    }
}

#[test]
fn a_printed_difference_is_that_of_the_printed_percentages() {
    // 0.6149 less 0.5350 is 7.99 points, but a reader sees 61 % and 54 %.
    assert_eq!((percent(Language::En, 0.6149), percent(Language::En, 0.5350)), ("61%".to_owned(), "54%".to_owned()));
    assert_eq!(whole_points(0.6149, 0.5350), 7);
    assert_eq!(points_between(Language::En, 0.5350, 0.6149), "7");
    assert_eq!(points_between(Language::En, 0.541, 0.539), "<1");
    assert_eq!(points_between(Language::En, 0.5, 0.5), "0");
    for (share, other) in (0..=200).flat_map(|a| (0..=200).map(move |b| (f64::from(a) / 200.0, f64::from(b) / 200.0))) {
        let printed = |share: f64| percent(Language::En, share).trim_end_matches('%').parse::<i64>().unwrap();
        assert_eq!(whole_points(share, other), printed(share) - printed(other));
    }
}
