//! Finds ages in digits and in words, by the patterns of `ages.toml`. `reading` decides whether an age is that of the
//! audience or of somebody's children.

use std::ops::Range;

use regex::{Captures, Regex};
use serde::Deserialize;

use super::numerals::{Numerals, WithDigits, Words};
use crate::text::{Folded, is_boundary};
use foundation::data::{Compiled, DataError, DataFile, data_file};
use population::census::REFERENCE_YEAR;

const AGES: DataFile = data_file!("crates/language/data/audience/ages.toml");
pub(super) const AGE_MAX_YEARS: u8 = 120;
/// Smallest bare number that is taken for an age; a smaller one counts something else.
const BARE_YEARS_MIN: u8 = 16;
/// Smallest lower end of a range that is taken for one of ages.
const SPAN_YEARS_MIN: u8 = 10;
const BARE_YEARS_MAX: u8 = 99;
/// Words that mark a number as an age.
const MARKS: [&str; 13] =
    ["age", "year", "yo", "y/o", "old", "yr", "ano", "edad", "mayor", "menor", "岁", "后", "their"];
/// Marks that cannot be part of a duration.
const STRONG_MARKS: [&str; 9] = ["age", "old", "yo", "y/o", "edad", "mayor", "menor", "岁", "后"];
/// Prefixes that may precede any quantity: a number after one is an age only if it also has one of `MARKS`.
const COUNTING: [&str; 11] =
    ["at least", "at most", "from", "more", "less", "up to", "no ", "not ", "al menos", "hasta", "desde"];

static SPELLINGS: Compiled<Spellings> = Compiled::new(|| Spellings::read(AGES));

/// Checks that every pattern can be parsed.
pub(super) fn check() -> Result<(), DataError> {
    SPELLINGS.check()
}

/// The patterns for ages, and the patterns for units that make a preceding number something else.
struct Spellings {
    ages: Vec<Regex>,
    units: Regex,
    after_decade: Regex,
    spells: Regex,
    numerals: Numerals,
}

impl Spellings {
    fn read(file: DataFile) -> Result<Self, DataError> {
        #[derive(Deserialize)]
        struct File {
            patterns: Vec<String>,
            units: String,
            after_decade: String,
            spells: String,
            numbers: Words,
        }
        let written: File = file.toml()?;
        let pattern = |text: &str| Regex::new(text).map_err(|error| file.wrong(format!("`{text}`: {error}")));
        Ok(Self {
            ages: written.patterns.iter().map(|text| pattern(text)).collect::<Result<_, _>>()?,
            units: pattern(written.units.trim())?,
            after_decade: pattern(written.after_decade.trim())?,
            spells: pattern(written.spells.trim())?,
            numerals: Numerals::new(&written.numbers, file)?,
        })
    }
}

/// An age or a range of ages. Both ends are inclusive; an open end is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Age {
    pub(super) span: Range<usize>,
    pub(super) min: Option<u8>,
    pub(super) max: Option<u8>,
    /// Whether one of `MARKS` occurs in it.
    pub(super) is_marked: bool,
    /// Whether it has a strong mark or is in the adult range. Otherwise it counts only next to children.
    pub(super) is_sure: bool,
}

impl Age {
    /// Returns whether the numbers can be ages of adults; the lower end of a range may be below 18.
    pub(super) fn is_of_adults(&self) -> bool {
        let oldest = self.max.or(self.min);
        oldest.is_some_and(|oldest| (BARE_YEARS_MIN..=BARE_YEARS_MAX).contains(&oldest))
            && self.min.is_none_or(|min| min >= SPAN_YEARS_MIN)
    }
}

/// Finds all ages. Of overlapping matches the leftmost wins, then the longest; spans refer to the folded text.
pub(super) fn find(folded: &Folded<'_>) -> Vec<Age> {
    let figured = SPELLINGS.numerals.in_figures(&folded.text);
    let mut found: Vec<Age> = SPELLINGS
        .ages
        .iter()
        .flat_map(|pattern| pattern.captures_iter(&figured.text))
        .filter_map(|groups| age(&groups, &figured))
        .collect();
    found.sort_by_key(|age| (age.span.start, usize::MAX - age.span.end));
    let mut end = 0;
    found.retain(|age| {
        let is_next = age.span.start >= end;
        if is_next {
            end = age.span.end;
        }
        is_next
    });
    found.into_iter().map(|age| Age { span: figured.origin(&age.span), ..age }).collect()
}

#[cfg(test)]
pub(super) fn numerals() -> &'static Numerals {
    &SPELLINGS.numerals
}

fn age(groups: &Captures<'_>, figured: &WithDigits) -> Option<Age> {
    let span = groups.get(0)?.range();
    let (min, max) = ends(groups)?;
    let text = &figured.text[span.clone()];
    // "The early 80s" is an era, not an age.
    let is_era =
        groups.name("part").is_some_and(|part| part.start() == span.start) && is_after_article(&figured.text, &span);
    if is_era {
        return None;
    }
    let is_bare = groups.name("bare").is_some() && groups.name("decade2").is_none();
    if is_bare
        && (is_after_article(&figured.text, &span) || !SPELLINGS.after_decade.is_match(&figured.text[span.end..]))
    {
        return None;
    }
    let is_marked = MARKS.iter().any(|mark| text.contains(mark));
    if !stands_alone(&figured.text, &span, is_marked) {
        return None;
    }
    let counts = COUNTING.iter().any(|start| text.starts_with(start)) && (min.is_none() || max.is_none());
    if !is_marked && counts {
        return None;
    }
    // "2 years" and "2 años" may be a length of time, but not "2 years old".
    let is_told = of_pupils(groups).is_some() || STRONG_MARKS.iter().any(|mark| text.contains(mark));
    let age = Age { span, min, max, is_marked, is_sure: true };
    let is_sure = is_told || age.is_of_adults();
    Some(Age { is_sure, ..age })
}

fn is_after_article(text: &str, span: &Range<usize>) -> bool {
    let before = text[..span.start].trim_end();
    before == "the" || before.ends_with(" the")
}

/// Returns whether the match is not part of a longer number, a price or a count of something else.
fn stands_alone(text: &str, span: &Range<usize>, is_marked: bool) -> bool {
    let mut before = text[..span.start].chars().rev();
    let starts_with_figure = text[span.start..].starts_with(|c: char| c.is_ascii_digit());
    let is_joined = starts_with_figure
        && before.next().is_some_and(|c| {
            matches!(c, '$' | '€' | '£' | '¥' | '#')
                || c.is_ascii_alphanumeric()
                || (matches!(c, '.' | ',' | '-') && before.next().is_some_and(|c| c.is_ascii_digit()))
        });
    let rest = &text[span.end..];
    let is_counted = SPELLINGS.spells.is_match(rest) || !is_marked && SPELLINGS.units.is_match(rest);
    !is_joined && !is_counted && is_boundary(text, span.start)
}

/// Returns the ages of pupils of a grade or a sort of school.
fn of_pupils(groups: &Captures<'_>) -> Option<(u8, u8)> {
    const GRADES: [(&str, u8); 4] = [("g4", 4), ("g5", 5), ("g11", 11), ("g14", 14)];
    const SCHOOLS: [(&str, (u8, u8)); 2] = [("pupils", (6, 14)), ("juniors", (12, 15))];
    let of_grade = |(name, years): (&str, u8)| {
        let grade = number(groups.name(name)?.as_str())?;
        Some((grade.saturating_add(years), grade.saturating_add(years + 1)))
    };
    let of_school = |(name, ages)| groups.name(name).map(|_| ages);
    GRADES.into_iter().find_map(of_grade).or_else(|| SCHOOLS.into_iter().find_map(of_school))
}

fn ends(groups: &Captures<'_>) -> Option<(Option<u8>, Option<u8>)> {
    if let Some((min, max)) = of_pupils(groups) {
        return Some((Some(min), Some(max)));
    }
    let years = |name: &str| groups.name(name).and_then(|found| number(found.as_str()));
    if let Some(found) = groups.name("born").or_else(|| groups.name("bornzh")) {
        return born(found.as_str(), groups.name("born2").map(|other| other.as_str()));
    }
    if let Some(decade) = years("decade") {
        return Some(decade_ends(decade, years("decade2"), groups));
    }
    if let Some(early) = years("early") {
        return Some((Some(early), Some(early + EARLY.1)));
    }
    if let Some(round) = years("nearly").or_else(|| years("nearlyzh").map(|tens| tens * 10)) {
        return Some((Some(round.saturating_sub(NEARLY_YEARS)), Some(round.saturating_sub(1))));
    }
    if let (Some(first), Some(last)) = (years("tens"), years("tens2")) {
        return Some((Some(first * 10), Some(last * 10 + WHOLE.1)));
    }
    if let (Some(first), Some(next)) = (years("lo"), years("next")) {
        return Some((Some(first), Some(first - first % 10 + next)));
    }
    if let Some(only) = years("only") {
        return Some((Some(only), Some(only)));
    }
    if let Some(about) = years("about") {
        return Some((Some(about.saturating_sub(2)), Some(about.saturating_add(2))));
    }
    let min = years("lo").or_else(|| years("gt").map(|years| years.saturating_add(1)));
    let max = years("hi").or_else(|| years("lt").map(|years| years.saturating_sub(1)));
    match (min, max) {
        (None, None) => None,
        (Some(a), Some(b)) if a > b => Some((Some(b), Some(a))),
        ends => Some(ends),
    }
}

/// Offsets within a decade, both ends inclusive.
const WHOLE: (u8, u8) = (0, 9);
const EARLY: (u8, u8) = (0, 3);
const MID: (u8, u8) = (4, 6);
const LATE: (u8, u8) = (7, 9);
/// Greatest number of years by which somebody "nearly forty" is younger.
const NEARLY_YEARS: u8 = 3;

fn part_of(words: &str) -> (u8, u8) {
    match words {
        "early" | "principios" | "inicios" | "comienzos" | "出头" => EARLY,
        "mid" | "mediados" => MID,
        "late" | "finales" | "fines" => LATE,
        _ => WHOLE,
    }
}

/// Returns the ends of a decade or of a range of decades: "late 20s to early 40s" is 27 to 43.
fn decade_ends(decade: u8, to: Option<u8>, groups: &Captures<'_>) -> (Option<u8>, Option<u8>) {
    let part = |name: &str| groups.name(name).map(|part| part_of(part.as_str()));
    let first = part("part").unwrap_or(WHOLE);
    let last = match to {
        Some(_) => part("part2").unwrap_or(WHOLE),
        None => part("upto").unwrap_or(first),
    };
    (Some(decade + first.0), Some(to.unwrap_or(decade) + last.1))
}

/// Returns the ages of a Chinese birth cohort: 90后 were born in the 1990s, 95后 in 1995–1999.
fn born(first: &str, last: Option<&str>) -> Option<(Option<u8>, Option<u8>)> {
    let digits = |text: &str| -> Option<u16> {
        let digit =
            |c: char| "〇一二三四五六七八九".chars().position(|other| other == if c == '零' { '〇' } else { c });
        text.chars().try_fold(0, |sum, c| Some(sum * 10 + c.to_digit(10).or(digit(c).map(|d| d as u32))? as u16))
    };
    let year = |text: &str| digits(text).map(|digits| if digits < 30 { 2000 + digits } else { 1900 + digits });
    let span = |text: &str| year(text).map(|year| (year, year + if year % 10 == 5 { 4 } else { 9 }));
    let (mut earliest, mut latest) = span(first)?;
    if let Some((from, until)) = last.and_then(span) {
        (earliest, latest) = (earliest.min(from), latest.max(until));
    }
    let age = |year: u16| u8::try_from(REFERENCE_YEAR.saturating_sub(year)).ok();
    Some((age(latest), age(earliest)))
}

/// Parses digits or a Chinese numeral, up to `AGE_MAX_YEARS`.
fn number(text: &str) -> Option<u8> {
    let years = if text.chars().all(|c| c.is_ascii_digit()) { text.parse().ok()? } else { chinese(text)? };
    (years <= AGE_MAX_YEARS).then_some(years)
}

/// Parses a Chinese numeral below 100: 三十五 is 35, 十八 is 18.
fn chinese(text: &str) -> Option<u8> {
    let mut total: u8 = 0;
    let mut digit: Option<u8> = None;
    for c in text.chars() {
        if c == '十' {
            total = total.checked_add(digit.take().unwrap_or(1).checked_mul(10)?)?;
        } else {
            let value = "一二三四五六七八九".chars().position(|other| other == c)?;
            if digit.replace(value as u8 + 1).is_some() {
                return None;
            }
        }
    }
    // 三十 ends without a digit.
    total.checked_add(digit.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(Option<u8>, Option<u8>)> {
        find(&Folded::new(text)).into_iter().filter(|age| age.is_sure).map(|age| (age.min, age.max)).collect()
    }

    #[test]
    fn a_spelling_that_cannot_be_read_is_found() {
        assert!(SPELLINGS.ages.len() > 40);
        let broken = AGES.text.replacen("patterns = [", "patterns = ['(?<lo>', ", 1);
        let error = Spellings::read(DataFile { text: broken.leak(), ..AGES }).map(drop).unwrap_err();
        assert!(error.file == "crates/language/data/audience/ages.toml" && error.problem.contains("(?<lo>"), "{error}");
    }

    #[test]
    fn spellings_of_ages_are_read() {
        for (text, min, max) in [
            ("aged 25-40", Some(25), Some(40)),
            ("ages 25 to 40", Some(25), Some(40)),
            ("between the ages of 25 and 40", Some(25), Some(40)),
            ("25–40 year olds", Some(25), Some(40)),
            ("over 65", Some(65), None),
            ("over-50s", Some(50), None),
            ("older than 65", Some(66), None),
            ("65 and older", Some(65), None),
            ("18+", Some(18), None),
            ("under 30", None, Some(29)),
            ("in their 30s", Some(30), Some(39)),
            ("in their 20s and 30s", Some(20), Some(39)),
            ("in their early 40s", Some(40), Some(43)),
            ("entre 18 y 35 años", Some(18), Some(35)),
            ("de 18 a 35 años", Some(18), Some(35)),
            ("mayores de 65 años", Some(65), None),
            ("mayores de 65", Some(65), None),
            ("más de 40 años", Some(41), None),
            ("menores de 30", None, Some(29)),
            ("25岁以下", None, Some(25)),
            ("18至35岁", Some(18), Some(35)),
            ("１８－３５岁", Some(18), Some(35)),
            ("60岁及以上", Some(60), None),
            ("三十五岁以上", Some(35), None),
            ("不满30岁", None, Some(29)),
            ("90后", Some(26), Some(35)),
            ("95后", Some(26), Some(30)),
            ("零零后", Some(16), Some(25)),
            ("80后和90后", Some(26), Some(45)),
            ("25yo", Some(25), Some(25)),
            ("30 y/o", Some(30), Some(30)),
            ("18yo+", Some(18), None),
            ("25+ yo", Some(25), None),
            ("aged 25+", Some(25), None),
            ("women 20s", Some(20), Some(29)),
            ("men in 30s", Some(30), Some(39)),
            ("20s-30s", Some(20), Some(39)),
        ] {
            assert_eq!(read(text), [(min, max)], "{text}");
        }
    }

    #[test]
    fn pupils_are_as_old_as_their_grade() {
        for (text, min, max) in [
            ("5th graders", 10, 11),
            ("year 9 pupils", 13, 14),
            ("kids in grade 3", 8, 9),
            ("primary school pupils", 6, 14),
            ("alumnos de 5to de primaria", 10, 11),
            ("chicos de 2º de la ESO", 13, 14),
            ("niños de tercer grado", 6, 14),
            ("小学三年级学生", 8, 9),
            ("初二的同学", 13, 14),
        ] {
            assert_eq!(read(text), [(Some(min), Some(max))], "{text}");
        }
        for text in ["primary school teachers", "grade 3 timber", "profesores de primaria", "初三数学老师"] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    #[test]
    fn other_numbers_are_no_ages() {
        for text in [
            "income over $75,000",
            "over 50 employees",
            "at least 20 cups",
            "more than 10 years of experience",
            "30% of income",
            "80s music",
            "music of the 80s",
            "iPhone 15",
            "5 to 10 hours",
            "月收入5000元以上",
            "每周3次以上",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }
}
