//! What a cell of a file means: names of columns in three languages, choices by the client's own words, countries by code or
//! name. A cell that is empty says nothing, and one that can't be read is never guessed at.

use std::ops::RangeInclusive;

use foundation::Language;
use language::brief::fold;
use language::prices;
use population::census::{AGE_BANDS, age_band as band_of};
use population::places;
use questionnaire::bank;

const COMMENT_CHARS_MAX: usize = 2000;
/// Accepted weights. They are relative to each other, so that a larger one would outweigh a whole survey and a smaller one
/// would remove the person from it.
const WEIGHTS: RangeInclusive<f64> = 0.001..=1000.0;
/// Error messages quote at most so many characters of a cell.
const CELL_CHARS_SHOWN: usize = 40;
const AGE_MAX: u8 = 120;
const ADULT_AGE: u8 = 18;
/// Folded cells that mean "at none of the prices", besides the label in the questionnaire.
const NO_PRICE: [&str; 6] = ["none", "none of these", "ninguno", "ninguno de estos", "都不买", "不买"];

/// What a column of a file says of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Column {
    Choice,
    Age,
    Sex,
    Country,
    Weight,
    Comment,
    /// Whether the person belongs to the audience.
    Eligible,
}

impl Column {
    pub const ALL: [Self; 7] =
        [Self::Choice, Self::Age, Self::Sex, Self::Country, Self::Weight, Self::Comment, Self::Eligible];

    pub fn name(self) -> &'static str {
        match self {
            Self::Choice => "choice",
            Self::Age => "age",
            Self::Sex => "sex",
            Self::Country => "country",
            Self::Weight => "weight",
            Self::Comment => "comment",
            Self::Eligible => "eligible",
        }
    }
}

/// Why a cell or a file can't be read; `id` names the words for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    Empty,
    TooMany,
    Broken,
    NoArray,
    NoPerson,
    UnknownField,
    NoValue,
    NoChoiceColumn,
    NoColumn,
    NoChoice,
    UnknownChoice,
    Age,
    Sex,
    Country,
    /// With what the cell says.
    Weight(String),
    Comment,
    Eligible,
}

impl Unread {
    pub fn id(&self) -> &'static str {
        match self {
            Self::Empty => "upload-empty",
            Self::TooMany => "upload-too-many",
            Self::Broken => "upload-broken",
            Self::NoArray => "upload-no-array",
            Self::NoPerson => "upload-no-person",
            Self::UnknownField => "upload-unknown-field",
            Self::NoValue => "upload-no-value",
            Self::NoChoiceColumn => "upload-no-choice-column",
            Self::NoColumn => "upload-no-column",
            Self::NoChoice => "upload-no-choice",
            Self::UnknownChoice => "upload-unknown-choice",
            Self::Age => "upload-age",
            Self::Sex => "upload-sex",
            Self::Country => "upload-country",
            Self::Weight(_) => "upload-weight",
            Self::Comment => "upload-comment",
            Self::Eligible => "upload-eligible",
        }
    }

    pub fn words(&self, language: Language) -> String {
        match self {
            Self::Weight(cell) => wording::say(language, self.id(), &[("cell", cell.as_str().into())]),
            _ => wording::say(language, self.id(), &[]),
        }
    }
}

/// What a column is called in files.
pub(super) fn column(name: &str) -> Option<Column> {
    let known: [(Column, &[&str]); 7] = [
        (
            Column::Choice,
            &[
                "choice",
                "option",
                "answer",
                "preference",
                "vote",
                "opción",
                "opcion",
                "elección",
                "eleccion",
                "respuesta",
                "选择",
                "选项",
                "答案",
                "回答",
            ],
        ),
        (Column::Age, &["age", "age_band", "age band", "edad", "年龄"]),
        (Column::Sex, &["sex", "gender", "sexo", "género", "genero", "性别"]),
        (Column::Country, &["country", "país", "pais", "国家", "国家/地区"]),
        (Column::Weight, &["weight", "peso", "ponderación", "ponderacion", "权重"]),
        (Column::Comment, &["comment", "comments", "reason", "why", "comentario", "motivo", "评论", "原因", "备注"]),
        (Column::Eligible, &["eligible", "elegible", "apto", "符合条件"]),
    ];
    let name = name.trim().to_lowercase();
    known.into_iter().find(|(_, names)| names.contains(&name.as_str())).map(|(column, _)| column)
}

/// Returns whether a header, which may be a whole question, asks for age, sex or country.
pub(super) fn asks_for(header: &str, column: Column) -> bool {
    let words: &[&str] = match column {
        Column::Age => &["age", "old", "edad", "años", "年龄", "多大"],
        Column::Sex => &["sex", "gender", "sexo", "género", "genero", "性别"],
        Column::Country => &["country", "país", "pais", "国家"],
        _ => return false,
    };
    let header = header.to_lowercase();
    let is_there = |word: &str| header.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    words.iter().any(|word| is_there(word) || (!word.is_ascii() && header.contains(word)))
}

/// The place of the option; of prices, the place after the last one where the person would buy at none.
pub(super) fn choice(cell: &str, options: &[String]) -> Result<usize, Unread> {
    if cell.trim().is_empty() {
        return Err(Unread::NoChoice);
    }
    let folded = fold(cell);
    let found = options.iter().position(|option| fold(option) == folded);
    // Who would buy at none of some prices gave an answer, too.
    let none = || (is_no_price(&folded) && prices::rungs(options).is_some()).then_some(options.len());
    found.or_else(none).ok_or(Unread::UnknownChoice)
}

/// Returns whether a folded cell means "at none of the prices".
fn is_no_price(folded: &str) -> bool {
    let by_questionnaire = Language::ALL.map(|language| fold(bank::no_price(language)));
    by_questionnaire.iter().any(|none| none == folded) || NO_PRICE.contains(&folded)
}

/// Returns the age in years, where it is one, and its band. Whoever is younger than the bands begin is counted without one.
pub(super) fn age(cell: &str) -> Result<(Option<u8>, Option<String>), Unread> {
    if cell.is_empty() || AGE_BANDS.iter().any(|band| band.code == cell) {
        return Ok((None, Some(cell.to_owned()).filter(|cell| !cell.is_empty())));
    }
    let age: u8 = cell.parse().ok().filter(|age| (1..=AGE_MAX).contains(age)).ok_or(Unread::Age)?;
    Ok((Some(age), (age >= ADULT_AGE).then(|| band_of(age).code.to_owned())))
}

pub(super) fn eligible(cell: &str) -> Result<Option<bool>, Unread> {
    match cell.to_lowercase().as_str() {
        "" => Ok(None),
        "yes" | "y" | "true" | "1" | "sí" | "si" | "是" => Ok(Some(true)),
        "no" | "n" | "false" | "0" | "否" => Ok(Some(false)),
        _ => Err(Unread::Eligible),
    }
}

pub(super) fn sex(cell: &str) -> Result<Option<String>, Unread> {
    match cell.to_lowercase().as_str() {
        "" | "other" | "x" | "otro" | "otra" | "其他" => Ok(None),
        "female" | "f" | "w" | "woman" | "mujer" | "femenino" | "女" | "女性" => Ok(Some("female".to_owned())),
        "male" | "m" | "man" | "hombre" | "masculino" | "男" | "男性" => Ok(Some("male".to_owned())),
        _ => Err(Unread::Sex),
    }
}

pub(super) fn country(cell: &str) -> Result<Option<String>, Unread> {
    if cell.is_empty() {
        return Ok(None);
    }
    let wanted = cell.to_lowercase();
    let is_it = |country: &&places::Country| {
        let codes = [&country.alpha2, &country.alpha3].map(|code| code.to_lowercase());
        codes.contains(&wanted) || Language::ALL.iter().any(|language| country.name(*language).to_lowercase() == wanted)
    };
    let found = places::countries().values().find(is_it).ok_or(Unread::Country)?;
    Ok(Some(found.alpha2.clone()))
}

pub(super) fn weight(cell: &str) -> Result<Option<f64>, Unread> {
    if cell.is_empty() {
        return Ok(None);
    }
    let number = cell.replace(',', ".").parse().ok().filter(|number| WEIGHTS.contains(number));
    number.map(Some).ok_or_else(|| Unread::Weight(shown(cell)))
}

/// Returns the beginning of a cell, to be quoted in an error message.
pub(super) fn shown(cell: &str) -> String {
    cell.chars().filter(|c| !c.is_control()).take(CELL_CHARS_SHOWN).collect()
}

pub(super) fn comment(cell: &str) -> Result<Option<String>, Unread> {
    if cell.chars().count() > COMMENT_CHARS_MAX {
        return Err(Unread::Comment);
    }
    let kept: String = cell.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    Ok(Some(kept.trim().to_owned()).filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_prices_none_of_them_is_an_answer_and_of_other_options_it_is_not() {
        let prices = ["$5", "$8"].map(str::to_owned);
        for cell in ["None", "I would not buy at any of these prices", "不买"] {
            assert_eq!(choice(cell, &prices), Ok(2), "{cell}");
        }
        assert_eq!(choice("none", &["tea".to_owned(), "milk".to_owned()]), Err(Unread::UnknownChoice));
    }

    #[test]
    fn a_weight_is_a_number_within_bounds_and_what_is_not_is_repeated() {
        for (cell, expected) in [("0.001", 0.001), ("1000", 1000.0), ("2,5", 2.5), ("1e2", 100.0), ("1", 1.0)] {
            assert_eq!(weight(cell), Ok(Some(expected)), "{cell}");
        }
        assert_eq!(weight(""), Ok(None));
        for cell in ["0", "-2", "1e-200", "0.0009", "1001", "1e300", "NaN", "inf", "heavy", "0x10"] {
            let why = weight(cell).unwrap_err();
            for language in Language::ALL {
                assert!(why.words(language).contains(cell), "{cell}: {}", why.words(language));
            }
        }
        let Err(Unread::Weight(shown)) = weight(&format!("\u{1b}{}", "9".repeat(10_000))) else { panic!() };
        assert_eq!(shown, "9".repeat(CELL_CHARS_SHOWN));
    }
}
