//! Masks personal data in what a person wrote, before it is published: e-mail addresses, links, names on networks,
//! telephone and identity numbers, and postal addresses, in the forms usual in English, Spanish and Chinese. It masks
//! rather too much than too little, and changes nothing else. Names of persons are not recognised.

use std::ops::Range;

use foundation::data::{Compiled, DataError, DataFile, data_file};
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

/// Stands for what was masked, in every language.
pub const MASK: &str = "•••";
/// A number with at least this many digits is masked: telephone numbers have seven or more, identity numbers too.
const DIGITS_MIN: usize = 6;

const FILE: DataFile = data_file!("crates/language/data/personal.toml");

static PATTERNS: Compiled<Patterns> = Compiled::new(|| FILE.toml());

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Patterns {
    contact: List,
    address: List,
    number: List,
}

#[derive(Debug, Deserialize)]
#[serde(try_from = "Vec<String>")]
struct List(Vec<Regex>);

impl TryFrom<Vec<String>> for List {
    type Error = regex::Error;

    fn try_from(list: Vec<String>) -> Result<Self, regex::Error> {
        list.iter()
            .map(|pattern| RegexBuilder::new(pattern).case_insensitive(true).build())
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

/// Checks that every pattern can be parsed.
pub fn check() -> Result<(), DataError> {
    PATTERNS.check()
}

/// Returns the text with personal data replaced by [`MASK`].
pub fn masked(text: &str) -> String {
    let patterns: &Patterns = &PATTERNS;
    let lists = [&patterns.contact, &patterns.address, &patterns.number];
    let found = lists.iter().flat_map(|list| &list.0).flat_map(|pattern| pattern.find_iter(text).map(|it| it.range()));
    let mut ranges: Vec<Range<usize>> = found.chain(numbers(text)).filter(|range| !range.is_empty()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    let (mut kept, mut at) = (String::with_capacity(text.len()), 0);
    for range in ranges {
        if range.start >= at {
            kept.push_str(&text[at..range.start]);
            kept.push_str(MASK);
        }
        at = at.max(range.end);
    }
    kept.push_str(&text[at..]);
    kept
}

/// Returns runs of digits that may be a telephone number or an account, with the marks that people write between
/// digits. An amount with separators of thousands is none.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let (mut begin, mut end, mut digits) = (None, 0, 0);
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        if c.is_numeric() || (begin.is_none() && matches!(c, '+' | '＋')) {
            begin = begin.or(Some(at));
            digits += usize::from(c.is_numeric());
            end = at + c.len_utf8();
        } else if begin.is_some() && at < end + MARKS_BYTES_MAX && is_mark(c) {
            // The number may go on behind it.
        } else if let Some(from) = begin.take() {
            if digits >= DIGITS_MIN && !is_amount(&text[from..end]) {
                ranges.push(from..end);
            }
            digits = 0;
        }
    }
    ranges
}

/// The most bytes of marks between two digits of one number, as in `) - `.
const MARKS_BYTES_MAX: usize = 4;

fn is_mark(c: char) -> bool {
    matches!(c, ' ' | '-' | '–' | '.' | '(' | ')' | '/' | '·' | '\u{a0}')
}

/// Whether it is written with groups of three digits and one kind of separator, as in 1.000.000.
fn is_amount(number: &str) -> bool {
    ['.', ' ', '\u{a0}'].iter().any(|separator| {
        let mut groups = number.split(*separator);
        let is_digits = |group: &str| !group.is_empty() && group.chars().all(|c| c.is_ascii_digit());
        let is_first =
            groups.next().is_some_and(|group| is_digits(group) && group.len() <= 3 && !group.starts_with('0'));
        let rest: Vec<&str> = groups.collect();
        is_first
            && !rest.is_empty()
            && rest.iter().all(|group| is_digits(group) && group.len() == 3 && group.ends_with('0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_details_are_masked_in_every_language() {
        for (text, shown) in [
            ("Write to ann.lee+x@example.co.uk please", "Write to ••• please"),
            ("ann (at) example (dot) com knows", "••• knows"),
            ("See https://x.example/a?b=c, it is cheaper", "See ••• it is cheaper"),
            ("on www.example.com/shop or shop.example.com", "on ••• or •••"),
            ("Follow me @ann_lee!", "Follow me •••!"),
            ("Mi correo es ana arroba ejemplo punto com", "Mi correo es •••"),
            ("escríbeme: ana@ejemplo.es", "escríbeme: •••"),
            ("我的邮箱是wang@example.cn，谢谢", "•••，谢谢"),
            ("加微信号：wang_12345 聊", "加••• 聊"),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn numbers_to_call_or_of_a_person_are_masked() {
        for (text, shown) in [
            ("Call +44 20 7946 0958 now", "Call ••• now"),
            ("(555) 010-9999 is mine", "(••• is mine"),
            ("Llámame al 612 345 678.", "Llámame al •••."),
            ("mi DNI es 12345678Z", "mi DNI es •••"),
            ("CURP GODE561231HDFRRN09", "CURP •••"),
            ("我的电话13912345678，", "我的电话•••，"),
            ("身份证11010519491231002X。", "身份证•••。"),
            ("IBAN ES91 2100 0418 4502 0005 1332", "IBAN •••"),
            ("born 12/05/1980", "born •••"),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn postal_addresses_are_masked() {
        for (text, shown) in [
            ("I live at 221b Baker Street, London", "I live at •••, London"),
            ("come to 12 oak street", "come to •••"),
            ("SW1A 2AA is where I am", "••• is where I am"),
            ("Springfield, IL 62704", "Springfield, •••"),
            ("Vivo en la calle Mayor, 12, 3º B", "Vivo en la •••"),
            ("Av. Insurgentes Sur 1602, piso 4, CDMX", "•••, CDMX"),
            ("Carrera 7 # 71-52", "•••"),
            ("我住朝阳区建国路88号2号楼301室。", "•••。"),
        ] {
            assert_eq!(masked(text), shown);
        }
    }

    #[test]
    fn what_is_no_personal_datum_stays_as_it_was() {
        for text in [
            "It sounds calm, and 3 of my 10 friends said so in 2024.",
            "I'd pay $4.99, not 1.000.000.",
            "Me gusta: suena a calle y a barrio, no a 5 estrellas.",
            "Una carrera de 4 años cuesta menos.",
            "好听，3 秒就记住了，比 2019 年那款好。",
            "在路上只要10分钟",
            "A 10 minute drive, 2 cars on the road.",
            "",
        ] {
            assert_eq!(masked(text), text);
        }
    }

    #[test]
    fn what_was_masked_is_masked_once_and_for_all() {
        let once = masked("ann@example.com ann@example.com +44 20 7946 0958");
        assert_eq!(masked(&once), once);
        assert!(!once.contains("ann") && !once.contains("7946"));
    }
}
