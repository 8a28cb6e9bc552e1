//! Tests of the page as a file; served pages are tested over HTTP in `tests/it`.

mod consistency;
mod figures;

use ::population::Attribute;
use contract::NameNotes;

use super::*;

#[test]
fn a_published_page_that_hides_respondents_leads_to_none() {
    let links = Links::published("https://canvass.example", "token", true);
    assert_eq!((links.explorer, links.csv), (None, None));
    assert_eq!(links.json.as_deref(), Some("/r/token/report.json"));
    let links = Links::published("https://canvass.example", "token", false);
    assert_eq!(links.explorer.as_deref(), Some("/r/token/respondents"));
}

#[test]
fn a_day_is_told_in_utc() {
    assert_eq!(date(Language::En.into(), 1_767_225_600_000).as_deref(), Some("1 January 2026"));
    assert_eq!(date(Language::En.into(), 1_767_225_599_999).as_deref(), Some("31 December 2025"));
    assert_eq!(date(Language::En.into(), i64::MAX), None);
}

fn sample() -> ReportResult {
    serde_json::from_str(include_str!("../../data/samples/en.json")).unwrap()
}

fn page(names: Option<Vec<NameNotes>>, language: Language) -> String {
    let mut result = sample();
    result.analysis.names = names;
    result.research_input.language = language;
    render(&result, &Links::beside(false), None).unwrap()
}

#[test]
fn names_are_told_of_in_a_table_and_what_is_said_of_them_is_escaped() {
    let notes = NameNotes {
        option: "<Lull>".to_owned(),
        brings_to_mind: vec!["Sleep & calm".to_owned()],
        hard: Some("Two <l>".to_owned()),
        alike: vec!["Lulla".to_owned()],
        meanings: [("es".to_owned(), "Nothing bad".to_owned())].into(),
    };
    for (language, heading, meaning) in [
        (Language::En, "Brings to mind", "Spanish: <bdi>Nothing bad"),
        (Language::Es, "Hace pensar en", "Español: <bdi>Nothing bad"),
        (Language::Zh, "让人想到", "西班牙语：<bdi>Nothing bad"),
    ] {
        let page = page(Some(vec![notes.clone()]), language);
        let section = page.split("id=\"names\"").nth(1).unwrap().split("</section>").next().unwrap();
        assert!(section.contains(heading) && section.contains(meaning) && section.contains("Lulla"), "{section}");
        assert!(section.contains("Sleep &#38; calm") && !section.contains("<l>") && !section.contains("<Lull>"));
    }
}

#[test]
fn names_of_which_only_likeness_is_known_have_no_empty_columns() {
    let notes = |option: &str, other: &str| NameNotes {
        option: option.to_owned(),
        brings_to_mind: Vec::new(),
        hard: None,
        alike: vec![other.to_owned()],
        meanings: std::collections::BTreeMap::new(),
    };
    let alike = page(Some(vec![notes("Lull", "Lulla"), notes("Lulla", "Lull")]), Language::En);
    assert!(alike.contains("Easily confused with") && !alike.contains("Brings to mind"));
    assert!(!page(None, Language::En).contains("Easily confused with"));
}
