//! What clauses are called: a table of what answers share and the names that a reader would accept for it.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::*;

const NAMES: &str = include_str!("names.toml");
const OPTION: &str = "Ovalo";

#[derive(Deserialize)]
struct Table {
    frames: Vec<String>,
    other: Vec<String>,
    nothing: Vec<String>,
    asides: Vec<(String, String)>,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    says: Vec<String>,
    names: Vec<String>,
}

fn table(language: Language) -> Table {
    let mut all: BTreeMap<String, Table> = toml::from_str(NAMES).expect("names.toml is read");
    all.remove(language.code()).expect("every language has names")
}

fn named(language: Language, texts: &[String]) -> Vec<String> {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let found = found(language, &texts, &[OPTION]);
    check(&texts, &[OPTION], &found);
    found.themes.into_iter().map(|theme| theme.theme).collect()
}

#[test]
fn what_answers_share_is_named_as_a_reader_would() {
    for language in Language::ALL {
        let table = table(language);
        let mut wrong = Vec::new();
        for row in &table.rows {
            let said = table.frames.iter().zip(row.says.iter().cycle());
            let said = said.map(|(frame, says)| frame.replace("{option}", OPTION).replace("{says}", says));
            let texts: Vec<String> = said.chain(table.other.iter().cloned()).collect();
            let names = named(language, &texts);
            if names.len() != 1 || !row.names.contains(&names[0]) {
                wrong.push((names, &row.names));
            }
        }
        assert!(wrong.is_empty(), "{language}: {wrong:#?}");
    }
}

#[test]
fn having_no_concern_is_no_theme() {
    for language in Language::ALL {
        for nothing in table(language).nothing {
            let texts = vec![nothing.replace("{option}", OPTION); 6];
            assert_eq!(named(language, &texts), Vec::<String>::new(), "{nothing}");
        }
    }
}

#[test]
fn a_frame_leaves_what_it_introduces() {
    for language in Language::ALL {
        for (text, name) in table(language).asides {
            assert_eq!(named(language, &vec![text.clone(); 4]), [name], "{text}");
        }
    }
}

/// A name that several clauses share is one theme, whichever of its words is looked at.
#[test]
fn the_same_clauses_are_one_theme() {
    let text = "Still, it could bring the wrong things to mind. I would use it often.".to_owned();
    assert_eq!(named(EN, &vec![text; 9]).len(), 2);
}
