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
            // A language without plurals or genders does not use the arguments that select them.
            let without_selectors = |names: &BTreeSet<String>| -> BTreeSet<String> {
                names.iter().filter(|name| !name.ends_with("_count") && *name != "sex").cloned().collect()
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
fn one_study_of_ones_own_and_several_are_told_apart_in_every_language() {
    for (language, one, several) in [
        (Language::En, "On your own study: skill +41.", "On your own 7 studies: skill +41."),
        (Language::Es, "En tu propio estudio: acierto +41.", "En tus 7 estudios: acierto +41."),
        (Language::Zh, "在您自己的 1 项调研中：准确力 +41。", "在您自己的 7 项调研中：准确力 +41。"),
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
fn numbers_are_written_as_the_language_does() {
    assert_eq!(percent(Language::En, 0.425), "43%");
    assert_eq!(percent(Language::Es, 0.42), "42\u{a0}%");
    assert_eq!(percent(Language::Zh, 0.42), "42%");
    assert_eq!(integer(Language::En, 1_234_567), "1,234,567");
    assert_eq!(integer(Language::Es, 1000), "1000");
    assert_eq!(integer(Language::Es, 12_345), "12\u{202f}345");
    assert_eq!(integer(Language::Zh, -4), "−4");
    assert_eq!([41.4, 0.3, -2.6].map(|skill| signed(Language::En, skill)), ["+41", "0", "−3"]);
    assert_eq!(decimal(Language::Es, 3.25, 1), "3,2");
}

#[test]
fn days_are_written_as_the_language_does() {
    assert_eq!(date(Language::En, 2026, 11, 5), "5 November 2026");
    assert_eq!(date(Language::Es, 2026, 11, 5), "5 de noviembre de 2026");
    assert_eq!(date(Language::Zh, 2026, 11, 5), "2026 年 11 月 5 日");
}

#[test]
fn an_argument_is_taken_as_text_whatever_it_holds() {
    let text = say(Language::En, "title", &[("question", "{ $question } <b> -term".into())]);
    assert!(text.contains("{ $question } <b> -term"));
}
