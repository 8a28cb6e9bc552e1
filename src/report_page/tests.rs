//! The page as a file of its own; what is served is tested over HTTP.

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
    assert_eq!(date(Language::En, 1_767_225_600_000).as_deref(), Some("1 January 2026"));
    assert_eq!(date(Language::En, 1_767_225_599_999).as_deref(), Some("31 December 2025"));
    assert_eq!(date(Language::En, i64::MAX), None);
}
