//! Words that no dictionary may turn into others: regional and rare ones, diminutives, foods, trades, loanwords and names.

#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use language::brief::{Brief, Draft};
use language::served::{self, Served};
use serde::Deserialize;

const CASES: &str = include_str!("wording_kept_cases.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    /// Question and options.
    tidy: Vec<[String; 2]>,
    /// Question, options, and the words that stay, separated by spaces; a bar separates two forms that are both right.
    half: Vec<[String; 3]>,
}

fn served(language: &str, question: &str, options: &str) -> Served {
    let draft = Draft {
        question: question.to_owned(),
        options: options.split(" | ").map(str::to_owned).collect(),
        language: Some(language.to_owned()),
        ..Draft::default()
    };
    served::optimize(&Brief::parse(draft).unwrap())
}

fn cases() -> BTreeMap<String, Cases> {
    toml::from_str(CASES).unwrap()
}

#[test]
fn tidy_texts_stay_as_they_are() {
    let mut edited = Vec::new();
    for (language, Cases { tidy, .. }) in cases() {
        assert!(tidy.len() >= 25, "{language} {}", tidy.len());
        for [question, options] in &tidy {
            let changes = served(&language, question, options).changes;
            edited.extend(changes.into_iter().map(|change| format!("{} -> {}", change.from, change.to)));
        }
    }
    assert!(edited.is_empty(), "{edited:#?}");
}

#[test]
fn rare_words_of_untidy_texts_stay() {
    let mut lost = Vec::new();
    for (language, Cases { half, .. }) in cases() {
        assert!(half.len() >= 15, "{language} {}", half.len());
        for [question, options, kept] in &half {
            let served = served(&language, question, options);
            let all = format!("{} {}", served.question, served.options.join(" ")).to_lowercase();
            let is_kept = |word: &&str| word.split('|').any(|form| all.contains(form));
            println!("{all}");
            lost.extend(kept.split(' ').filter(|word| !is_kept(word)).map(|word| format!("{word}: {all}")));
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}
