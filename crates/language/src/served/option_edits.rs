//! Edits of options, applied to all options alike or not at all. No edit makes two options equal, leaves one blank or
//! corrects spelling.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::edits::{Edit, tidy, until_stable};
use super::{invisible, spans};
use crate::brief;

/// Words whose full stop is part of them.
const ABBREVIATIONS: [&str; 20] = [
    "inc", "ltd", "corp", "co", "jr", "sr", "dr", "st", "etc", "vs", "no", "sa", "cia", "ud", "uds", "mr", "mrs", "ms",
    "cv", "bros",
];
/// Smallest number of lettered options: two may be initials ("A. Smith", "B. Jones"), three hardly are.
const LETTERED_MIN: usize = 3;

/// Returns the served options, in the client's order, and the edits made. `keeps_case` preserves case, for names.
pub(super) fn options(original: &[String], keeps_case: bool) -> (Vec<String>, Vec<Edit>) {
    let trimmed: Vec<String> = original.iter().map(|option| option.trim().to_owned()).collect();
    let is_trimmed = trimmed != original;
    let (served, mut edits) = until_stable(trimmed, |options, edits| {
        let mut current = options.clone();
        for (edit, apply) in OPTION_EDITS {
            let edited = apply(&current).filter(|_| edit != Edit::Capital || !keeps_case);
            if let Some(edited) = edited.filter(|edited| *edited != current && stay_apart(&current, edited)) {
                edits.push(edit);
                current = edited;
            }
        }
        current
    });
    if is_trimmed && !edits.contains(&Edit::WhiteSpace) {
        edits.push(Edit::WhiteSpace);
        edits.sort_unstable();
    }
    (served, edits)
}

/// Returns which edits of the whole list changed this option.
pub(super) fn made_on(from: &str, to: &str, edits: &[Edit]) -> Vec<Edit> {
    let shown = |edit: &Edit| match edit {
        Edit::Invisible => invisible::removed(from) != from,
        Edit::WhiteSpace => tidy(from) != from,
        Edit::EndMark => ends_with_mark(from.trim_end()) && !ends_with_mark(to),
        Edit::Capital => to.starts_with(char::is_uppercase) && !from.contains(to),
        // The others apply to every option or to none.
        _ => true,
    };
    edits.iter().copied().filter(shown).collect()
}

fn ends_with_mark(option: &str) -> bool {
    option.ends_with([',', ';', '，', '；', '、', '.', '。'])
}

/// Returns all options edited, or `None` if the edit does not apply to the list.
type Apply = fn(&[String]) -> Option<Vec<String>>;

const OPTION_EDITS: [(Edit, Apply); 6] = [
    (Edit::Invisible, |options| Some(options.iter().map(|option| invisible::removed(option)).collect())),
    (Edit::WhiteSpace, |options| Some(options.iter().map(|option| tidy(option)).collect())),
    (Edit::ListMarker, without_markers),
    (Edit::Quotes, without_quotes),
    (Edit::EndMark, without_end_marks),
    (Edit::Capital, with_capitals),
];

/// Returns whether after an edit no option is blank and no two options became equal.
fn stay_apart(before: &[String], after: &[String]) -> bool {
    let distinct = |options: &[String], key: fn(&str) -> String| {
        options.iter().map(|option| key(option)).collect::<BTreeSet<_>>().len()
    };
    after.iter().all(|option| option.contains(|c: char| !c.is_whitespace()))
        // Briefs parsed today cannot differ in invisible characters alone, but stored ones may.
        && distinct(after, str::to_owned) >= distinct(before, str::to_owned)
        && distinct(after, brief::fold) >= distinct(before, brief::fold)
        && distinct(after, likeness) >= distinct(before, likeness)
}

/// Returns the form in which two options must differ for people to tell them apart.
pub(super) fn likeness(option: &str) -> String {
    let folded = brief::fold(&invisible::removed(option));
    folded.chars().filter(|c| !c.is_whitespace()).collect()
}

static NUMBERED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\(（]?(\d{1,2})(?:[\.．]\s+|[\)）]\s*|、\s*)").ok());
static LETTERED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\(（]?([A-Za-z])(?:[\.．]\s+|[\)）]\s*|、\s*)").ok());
static CHINESE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\(（]?([一二三四五六七八九十])(?:[\)）]|、)\s*").ok());
static BULLETED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([•·●◦▪‣*–—-])\s+").ok());
static CIRCLED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^([①-⑳])\s*").ok());
const CHINESE_DIGITS: &str = "一二三四五六七八九十";

/// Strips list markers if every option has one and numbers or letters count up.
fn without_markers(options: &[String]) -> Option<Vec<String>> {
    let first = options.first()?;
    let styles: [(&LazyLock<Option<Regex>>, bool); 5] =
        [(&NUMBERED, true), (&LETTERED, true), (&CHINESE, true), (&BULLETED, false), (&CIRCLED, true)];
    let (pattern, counts) = styles.into_iter().find_map(|(style, counts)| {
        let pattern = style.as_ref().filter(|pattern| pattern.is_match(first))?;
        Some((pattern, counts))
    })?;
    let mut bare = Vec::with_capacity(options.len());
    let mut ordinals = Vec::with_capacity(options.len());
    for option in options {
        let found = pattern.captures(option)?;
        ordinals.push(ordinal(found.get(1)?.as_str())?);
        bare.push(option[found.get(0)?.end()..].to_owned());
    }
    let is_counted = ordinals.windows(2).all(|pair| pair[1] == pair[0] + 1);
    let is_dotted_letter = first.starts_with(|c: char| c.is_ascii_alphabetic()) && first[1..].starts_with(['.', '．']);
    let is_initial = is_dotted_letter && options.len() < LETTERED_MIN;
    (is_counted || !counts).then_some(bare).filter(|_| !is_initial)
}

fn ordinal(marker: &str) -> Option<u32> {
    marker.parse().ok().or_else(|| {
        let c = marker.chars().next()?.to_ascii_lowercase();
        let digit = CHINESE_DIGITS.chars().position(|digit| digit == c).map(|at| at as u32 + 1);
        Some(digit.unwrap_or(u32::from(c)))
    })
}

/// Strips quotation marks if every option is quoted.
fn without_quotes(options: &[String]) -> Option<Vec<String>> {
    let bare = |option: &String| {
        let first = option.chars().next()?;
        let last = option.chars().next_back()?;
        let is_pair = spans::QUOTES.contains(&(first, last)) && first != '《' && first != '`';
        let inner = option.get(first.len_utf8()..option.len().checked_sub(last.len_utf8())?)?;
        let is_whole = !inner.contains([first, last]) && !inner.trim().is_empty();
        (is_pair && is_whole).then(|| inner.trim().to_owned())
    };
    options.iter().map(bare).collect()
}

/// Strips final punctuation that only some options have, and list commas.
fn without_end_marks(options: &[String]) -> Option<Vec<String>> {
    let has_comma = options.iter().any(|option| option.ends_with([',', ';', '，', '；', '、']));
    let stops = options.iter().filter(|option| ends_with_stop(option)).count();
    let has_odd_stop = stops > 0 && stops < options.len();
    let is_unclear = options.iter().any(|option| is_ambiguous_end(option));
    if is_unclear || !has_comma && !has_odd_stop {
        return None;
    }
    let marks: &[char] = match (has_comma, has_odd_stop) {
        (true, true) => &[',', ';', '，', '；', '、', '.', '。'],
        (true, false) => &[',', ';', '，', '；', '、'],
        _ => &['.', '。'],
    };
    Some(options.iter().map(|option| option.strip_suffix(marks).unwrap_or(option).trim_end().to_owned()).collect())
}

fn ends_with_stop(option: &str) -> bool {
    option.ends_with(['.', '。'])
}

/// Returns whether the final mark may belong to the option: an abbreviation, an ellipsis, a code, or several sentences.
fn is_ambiguous_end(option: &str) -> bool {
    let Some(body) = option.strip_suffix(['.', '。', ',', ';', '，', '；', '、']) else { return false };
    // An option that is only a stop has no last word and counts as an abbreviation.
    let last = body.split_whitespace().next_back().unwrap_or("");
    let is_abbreviation = last.chars().count() <= 1 && last.is_ascii()
        || ABBREVIATIONS.contains(&last.to_lowercase().as_str())
        || last.contains(['.', '。']);
    let is_doubled = body.ends_with(|c: char| c.is_ascii_punctuation() && !matches!(c, ')' | '"' | '\'' | '%'));
    let has_sentences = body.contains('。') || body.contains(". ") || body.contains("? ") || body.contains("! ");
    ends_with_stop(option) && (is_abbreviation || has_sentences) || is_doubled
}

/// Capitalises the few options that lack a capital if most have one.
fn with_capitals(options: &[String]) -> Option<Vec<String>> {
    let first_of = |option: &String| option.chars().next();
    let capitals = options.iter().filter(|option| first_of(option).is_some_and(char::is_uppercase)).count();
    let is_cased = |option: &String| first_of(option).is_some_and(|c| c.is_uppercase() || c.is_lowercase());
    let is_ascii_cased = |option: &String| first_of(option).is_some_and(|c| (c as u32) < 0x250);
    let is_one_script = options.iter().all(is_ascii_cased) || !options.iter().any(is_ascii_cased);
    if !options.iter().all(is_cased) || !is_one_script || capitals * 2 <= options.len() || capitals == options.len() {
        return None;
    }
    let is_odd_name = |option: &&String| first_of(option).is_some_and(char::is_lowercase) && !is_plain_word(option);
    if options.iter().any(|option| is_odd_name(&option)) {
        return None;
    }
    Some(options.iter().map(|option| capitalised(option)).collect())
}

/// Returns whether the first word has ordinary spelling, unlike "iPhone", "e-mail", "npm.js" and "mp3".
fn is_plain_word(option: &str) -> bool {
    let word = option.split_whitespace().next().map(|word| word.trim_end_matches([',', ':']));
    word.is_none_or(|word| word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase()))
}

fn capitalised(option: &str) -> String {
    let mut chars = option.chars();
    match chars.next() {
        // Only single-letter capitals: "ß" would become two letters.
        Some(first) if first.to_uppercase().count() == 1 => first.to_uppercase().chain(chars).collect(),
        _ => option.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn served(list: &[&str]) -> Vec<String> {
        options(&list.iter().map(|option| (*option).to_owned()).collect::<Vec<_>>(), false).0
    }

    #[test]
    fn what_every_option_carries_is_taken_off_all() {
        for (from, to) in [
            (["1. Tea", "2. Coffee", "3. Milk"], ["Tea", "Coffee", "Milk"]),
            (["a) Tea", "b) Coffee", "c) Milk"], ["Tea", "Coffee", "Milk"]),
            (["- Tea", "- Coffee", "- Milk"], ["Tea", "Coffee", "Milk"]),
            (["一、茶", "二、咖啡", "三、牛奶"], ["茶", "咖啡", "牛奶"]),
            (["①茶", "②咖啡", "③牛奶"], ["茶", "咖啡", "牛奶"]),
            (["“Tea”", "“Coffee”", "“Milk”"], ["Tea", "Coffee", "Milk"]),
            (["Tea,", "Coffee,", "Milk"], ["Tea", "Coffee", "Milk"]),
            (["茶。", "咖啡", "牛奶"], ["茶", "咖啡", "牛奶"]),
            (["Tea", "Coffee", "milk"], ["Tea", "Coffee", "Milk"]),
            (["• tea.", "• coffee", "• \u{200B}milk"], ["tea", "coffee", "milk"]),
        ] {
            assert_eq!(served(&from), to);
        }
    }

    #[test]
    fn what_only_some_carry_or_what_belongs_to_them_stays() {
        for same in [
            &["1. Tea", "2. Coffee", "Milk"][..],
            &["1. Tea", "3. Coffee", "2. Milk"],
            &["A. Smith", "B. Jones"],
            &["1.5 GB", "2.5 GB"],
            &["“Tea”", "Coffee", "Milk"],
            &["I like tea.", "I like milk."],
            &["Acme Inc.", "Halden", "Umbra"],
            &["Now. Not later.", "Later", "Never"],
            &["Wait...", "Go", "Stop"],
            &["iPhone", "Galaxy", "Pixel"],
            &["tea", "coffee", "Milk"],
            &["Чай", "кофе", "Milk"],
            &["teh tea", "recieve"],
        ] {
            assert_eq!(served(same), same);
        }
    }

    #[test]
    fn an_edit_that_would_make_two_alike_is_made_on_none() {
        assert_eq!(served(&["1. Tea", "2. Tea"]), ["1. Tea", "2. Tea"]);
        assert_eq!(served(&["Tea.", "Tea", "Milk"]), ["Tea.", "Tea", "Milk"]);
        assert_eq!(served(&["te\u{200B}a", "tea", " milk  tea"]), ["te\u{200B}a", "tea", "milk tea"]);
    }

    #[test]
    fn the_case_of_names_stays() {
        let names = ["Alba", "Norte", "umbra"].map(str::to_owned);
        assert_eq!(options(&names, true).0, names);
    }

    #[test]
    fn options_of_nothing_visible_stay_what_they_are() {
        assert_eq!(served(&["\u{200B}", "\u{2060}", "1."]), ["\u{200B}", "\u{2060}", "1."]);
    }
}
