//! Content negotiation: accepted encodings and formats, and conditional requests.

use axum::http::{HeaderMap, HeaderName, header};

/// Returns whether the client accepts gzip. Without an `Accept-Encoding` header it does not.
pub fn accepts_gzip(headers: &HeaderMap) -> bool {
    let mut accepted = false;
    for item in list(headers, &header::ACCEPT_ENCODING) {
        let (coding, weight) = item.split_once(';').unwrap_or((item, ""));
        let refused = weight.trim().strip_prefix("q=").and_then(|q| q.trim().parse::<f32>().ok()) == Some(0.0);
        match coding.trim() {
            "gzip" | "x-gzip" => return !refused,
            "*" => accepted = !refused,
            _ => {}
        }
    }
    accepted
}

/// Returns whether the client names CSV before JSON. Without an `Accept` header, and with `*/*`, it does not.
pub fn prefers_csv(headers: &HeaderMap) -> bool {
    let formats = list(headers, &header::ACCEPT).map(|item| item.split(';').next().unwrap_or("").trim());
    let known = ["text/csv", "application/json", "*/*"];
    formats.into_iter().find(|format| known.contains(format)) == Some("text/csv")
}

/// Returns whether the client's cached copy is current. Tags are compared weakly, as `If-None-Match` requires.
pub fn has_current(headers: &HeaderMap, etag: &str) -> bool {
    let opaque = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let current = opaque(etag);
    list(headers, &header::IF_NONE_MATCH).any(|tag| tag == "*" || opaque(tag) == current)
}

fn list<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers
        .get_all(name)
        .into_iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn with(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn csv_is_served_to_those_who_ask_for_it_first() {
        for (value, csv) in [
            ("text/csv", true),
            ("text/html, text/csv;q=0.9, */*;q=0.1", true),
            ("application/json, text/csv", false),
            ("*/*", false),
            ("", false),
        ] {
            assert_eq!(prefers_csv(&with(header::ACCEPT, value)), csv, "{value}");
        }
        assert!(!prefers_csv(&HeaderMap::new()));
    }

    #[test]
    fn gzip_is_served_to_those_who_take_it() {
        for (value, takes) in [
            ("gzip", true),
            ("br, gzip;q=0.5", true),
            ("*", true),
            ("", false),
            ("identity", false),
            ("gzip;q=0", false),
            ("*;q=0", false),
            ("gzip;q=0, *", false),
            ("zstd", false),
        ] {
            assert_eq!(accepts_gzip(&with(header::ACCEPT_ENCODING, value)), takes, "{value:?}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn a_tag_matches_weakly_and_in_a_list() {
        for (value, matches) in
            [("\"a\"", true), ("W/\"a\"", true), ("\"b\", W/\"a\"", true), ("*", true), ("\"b\"", false), ("a", false)]
        {
            assert_eq!(has_current(&with(header::IF_NONE_MATCH, value), "W/\"a\""), matches, "{value:?}");
        }
    }
}
