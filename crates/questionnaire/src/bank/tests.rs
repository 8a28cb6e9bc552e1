//! Tests that the questionnaire file is complete: every text in every language, and answer lists of a suitable
//! length.

use std::collections::BTreeSet;

use super::*;

const INQUIRIES: [Inquiry; 6] = Inquiry::ALL;
const KINDS: [ListKind; 2] = [ListKind::Driver, ListKind::Concern];
const TITLES: [&str; 6] = ["best_worst", "drivers", "concern", "acceptance", "likelihood", "reason"];

fn ids(inquiry: Inquiry, kind: ListKind) -> Vec<&'static str> {
    items(inquiry, kind).into_iter().map(|item| item.id.as_str()).collect()
}

/// Returns every text that respondents may read in one language.
fn shown(language: Language) -> Vec<&'static str> {
    let mut texts: Vec<&str> = BANK.items.iter().map(|item| item.label(language)).collect();
    for inquiry in INQUIRIES {
        texts.extend(TITLES.map(|id| named_title(inquiry, id, language)));
        texts.extend(acceptance(inquiry, language));
        texts.extend(<[&str; 2]>::from(scale(inquiry, language)));
    }
    texts
}

fn clauses(language: Language) -> impl Iterator<Item = &'static String> {
    BANK.items.iter().flat_map(move |item| item.clauses(language))
}

#[test]
fn the_file_reads_in_full() {
    check().unwrap();
    assert_eq!(version(), "3");
    assert_eq!(BANK.sheets.len(), INQUIRIES.len());
}

#[test]
fn a_file_that_cannot_be_read_and_an_answer_that_is_not_there_are_found() {
    let with = |from: &str, to: &str| DataFile { text: FILE.text.replacen(from, to, 1).leak(), ..FILE };
    for (broken, said) in [
        (with("version = ", "version : "), "line "),
        (with("id = \"", "id = \"no-"), "no such item"),
        (with("[rounds.zh]", "[rounds.fr]"), "variant"),
    ] {
        let error = Bank::read(broken).map(drop).unwrap_err();
        assert!(
            error.file == "crates/questionnaire/data/questionnaire.toml" && error.problem.contains(said),
            "{error}"
        );
    }
}

#[test]
fn every_kind_has_every_text_in_every_language() {
    for language in Language::ALL {
        assert!(shown(language).iter().all(|text| !text.is_empty() && text.trim() == *text), "{language}");
    }
    let known = BTreeSet::from(TITLES);
    for sheet in &BANK.sheets {
        for texts in sheet.texts.values() {
            assert_eq!(texts.titles.keys().map(String::as_str).collect::<BTreeSet<_>>(), known);
        }
    }
}

#[test]
fn a_list_is_of_a_length_to_choose_from_and_only_its_last_answer_is_residual() {
    for inquiry in INQUIRIES {
        for (kind, lengths) in [(ListKind::Driver, 6..=8), (ListKind::Concern, 5..=7)] {
            let items = items(inquiry, kind);
            assert!(lengths.contains(&items.len()), "{inquiry:?} {kind:?}");
            let (last, others) = items.split_last().unwrap();
            assert!(last.is_residual && others.iter().all(|item| !item.is_residual), "{inquiry:?} {kind:?}");
        }
    }
}

#[test]
fn every_item_that_a_list_names_exists_once_and_is_used() {
    let pool: Vec<&str> = BANK.items.iter().map(|item| item.id.as_str()).collect();
    let listed: BTreeSet<&str> =
        BANK.sheets.iter().flat_map(|sheet| sheet.drivers.iter().chain(&sheet.concerns)).map(String::as_str).collect();
    assert_eq!(listed, pool.iter().copied().collect());
    assert_eq!(listed.len(), pool.len());
}

#[test]
fn no_item_is_a_driver_here_and_a_concern_there() {
    let of = |kind| INQUIRIES.into_iter().flat_map(move |inquiry| ids(inquiry, kind)).collect::<BTreeSet<_>>();
    assert!(of(ListKind::Driver).is_disjoint(&of(ListKind::Concern)));
}

#[test]
fn answers_of_one_list_are_told_apart() {
    for language in Language::ALL {
        for inquiry in INQUIRIES {
            for kind in KINDS {
                let labels = items(inquiry, kind).into_iter().map(|item| item.label(language).to_lowercase());
                assert_eq!(labels.collect::<BTreeSet<_>>().len(), items(inquiry, kind).len(), "{inquiry:?} {kind:?}");
            }
            assert_eq!(BTreeSet::from(acceptance(inquiry, language)).len(), 2);
            assert_ne!(scale(inquiry, language).0, scale(inquiry, language).1);
        }
    }
}

#[test]
fn no_label_stands_for_two_items() {
    for language in Language::ALL {
        let labels: BTreeSet<String> = BANK.items.iter().map(|item| item.label(language).to_lowercase()).collect();
        assert_eq!(labels.len(), BANK.items.len(), "{language}");
    }
}

#[test]
fn no_text_is_left_in_another_language() {
    let en: BTreeSet<String> = shown(Language::En).into_iter().map(str::to_lowercase).collect();
    for text in shown(Language::Es) {
        assert!(!en.contains(&text.to_lowercase()), "{text}");
    }
    let zh = shown(Language::Zh).into_iter().chain(clauses(Language::Zh).map(String::as_str));
    for text in zh {
        assert!(!text.contains(|c: char| c.is_ascii_alphabetic() || ",.?:()".contains(c)), "{text}");
    }
    for text in shown(Language::En) {
        assert!(text.chars().all(|c| c.is_ascii() || c == '’'), "{text}");
    }
}

#[test]
fn titles_end_as_questions_do_in_their_language() {
    for inquiry in INQUIRIES {
        for id in TITLES {
            assert!(named_title(inquiry, id, Language::En).ends_with('?'));
            let es = named_title(inquiry, id, Language::Es);
            assert!(es.ends_with('?') && es.matches('¿').count() == 1, "{es}");
            assert!(named_title(inquiry, id, Language::Zh).ends_with('？'));
        }
    }
}

#[test]
fn an_item_has_three_clauses_and_a_residual_one_none() {
    for language in Language::ALL {
        for item in &BANK.items {
            let distinct: BTreeSet<&String> = item.clauses(language).iter().collect();
            assert_eq!(distinct.len(), if item.is_residual { 0 } else { 3 }, "{language} {}", item.id);
            assert_eq!(distinct.len(), item.clauses(language).len());
        }
    }
}

#[test]
fn clauses_fit_inside_a_sentence() {
    for language in Language::ALL {
        for clause in clauses(language) {
            assert!(!clause.ends_with(['.', '。', '?', '？', ',', '，']) && clause.trim() == clause, "{clause}");
            let is_pronoun = clause.starts_with("I ");
            assert!(is_pronoun || !clause.starts_with(char::is_uppercase), "{clause}");
        }
    }
}

#[test]
fn a_clause_says_one_item_only() {
    for language in Language::ALL {
        let all: Vec<&String> = clauses(language).collect();
        let repeated: Vec<_> =
            all.iter().filter(|clause| all.iter().filter(|other| other == clause).count() > 1).collect();
        assert!(repeated.is_empty(), "{repeated:?}");
    }
}

#[test]
fn an_unknown_question_has_no_title() {
    assert_eq!(title(Inquiry::Preference, QuestionId::Preference, Language::En), "");
}

#[test]
fn lists_keep_their_order() {
    let drivers = INQUIRIES.map(|inquiry| ids(inquiry, ListKind::Driver).join(" "));
    let concerns = INQUIRIES.map(|inquiry| ids(inquiry, ListKind::Concern).join(" "));
    assert_eq!(
        drivers,
        [
            "value quality ease trust habit enjoyment values other_reason",
            "memorable sayable sound meaning distinct associations credible other_reason",
            "value budget fair_price comparison quality need predictable other_reason",
            "frequency problem urgency time ease reach safety other_reason",
            "need interest budget spare_time experience people alternatives other_reason",
            "expertise experience media people common_sense elimination hunch other_reason",
        ]
    );
    assert_eq!(
        concerns,
        [
            "cost letdown effort regret unproven others no_concern",
            "misread hard_to_say lookalike bad_associations forgettable dated no_concern",
            "hidden_cost price_rise low_quality overpaying strain little_use no_concern",
            "neglect little_use complexity letdown privacy cost no_concern",
            "circumstances better_alternative hidden_cost no_time new_information opinions no_concern",
            "doubtful_source outdated unclear conflicting memory knowledge_gap no_concern",
        ]
    );
}
