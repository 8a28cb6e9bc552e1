//! Formats numbers, dates and lists and sorts names by the conventions of a reader's country, from the Unicode CLDR through ICU4X.
//! Messages come from the Fluent files; this module knows none of them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::rc::Rc;

use foundation::Language;
use foundation::data::sound;
use icu_calendar::Gregorian;
use icu_collator::{Collator, CollatorBorrowed};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::YMD;
use icu_datetime::input::Date;
use icu_decimal::DecimalFormatter;
use icu_decimal::input::Decimal;
use icu_list::options::ListFormatterOptions;
use icu_list::{ListFormatter, parts};
use icu_locale_core::locale;
use language::audience::countries_of;
use writeable::{Part, PartsWrite, Writeable};

/// A reader's language, and the country whose notation applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Locale {
    pub language: Language,
    /// `None` selects the notation that most of the language's countries share.
    country: Option<&'static str>,
}

impl Locale {
    /// Returns the locale of a language in a country, given by its ISO 3166-1 alpha-2 code. A country that speaks another language
    /// is ignored.
    pub fn new(language: Language, country: Option<&str>) -> Self {
        let supported = |code: &str| countries_of(language).iter().copied().find(|known| *known == code);
        Self { language, country: country.and_then(supported) }
    }

    /// Returns whether a space separates a number from the percent sign. Of the supported countries, only Spain writes one.
    fn has_space_before_percent(self) -> bool {
        self.language == Language::Es && self.country == Some("ES")
    }

    fn icu(self) -> icu_locale_core::Locale {
        let neutral = match self.language {
            Language::En => locale!("en-001"),
            Language::Es => locale!("es-419"),
            // All Chinese texts use the mainland's conventions, also for readers in Hong Kong and Taiwan.
            Language::Zh => return locale!("zh"),
        };
        let specific = self.country.and_then(|country| format!("{}-{country}", self.language.code()).parse().ok());
        specific.unwrap_or(neutral)
    }
}

/// Writes the locale's name in BCP 47, by which a browser formats alike.
impl fmt::Display for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.icu())
    }
}

impl From<Language> for Locale {
    fn from(language: Language) -> Self {
        Self { language, country: None }
    }
}

impl From<Locale> for Language {
    fn from(locale: Locale) -> Self {
        locale.language
    }
}

/// The conjunction before the last item of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Join {
    And,
    Or,
}

/// Returns the locale by which lists are joined. English writes no comma before the conjunction, as in the fixed texts, also for
/// readers in the United States, where both are usual.
fn icu_of_lists(locale: Locale) -> icu_locale_core::Locale {
    if locale.language == Language::En { Locale::from(Language::En).icu() } else { locale.icu() }
}

struct Formatters {
    numbers: DecimalFormatter,
    dates: FixedCalendarDateTimeFormatter<Gregorian, YMD>,
    and: ListFormatter,
    or: ListFormatter,
    collator: CollatorBorrowed<'static>,
}

impl Formatters {
    fn new(locale: Locale) -> Self {
        let icu = locale.icu();
        let lists = icu_of_lists(locale);
        let options = ListFormatterOptions::default();
        Self {
            numbers: sound(DecimalFormatter::try_new((&icu).into(), Default::default())),
            dates: sound(FixedCalendarDateTimeFormatter::try_new((&icu).into(), YMD::long())),
            and: sound(ListFormatter::try_new_and((&lists).into(), options)),
            or: sound(ListFormatter::try_new_or((&lists).into(), options)),
            collator: sound(Collator::try_new((&icu).into(), Default::default())),
        }
    }
}

/// Returns the formatters of a locale. Each thread creates them once.
fn formatters(locale: Locale) -> Rc<Formatters> {
    thread_local! {
        static CREATED: RefCell<HashMap<Locale, Rc<Formatters>>> = RefCell::default();
    }
    CREATED.with_borrow_mut(|all| all.entry(locale).or_insert_with(|| Rc::new(Formatters::new(locale))).clone())
}

/// Renders a whole number with the locale's digit grouping.
pub fn integer(locale: impl Into<Locale>, number: i64) -> String {
    format_number(locale.into(), &Decimal::from(number))
}

/// Renders a number with the given decimals.
pub fn decimal(locale: impl Into<Locale>, number: f64, decimals: usize) -> String {
    // Rounded by `format!` first, so that all outputs round alike.
    let text = format!("{number:.decimals$}");
    text.parse::<Decimal>().map_or(text, |mut exact| {
        if exact.absolute.is_zero() {
            exact.sign = fixed_decimal::Sign::None;
        }
        format_number(locale.into(), &exact)
    })
}

fn format_number(locale: Locale, number: &Decimal) -> String {
    formatters(locale).numbers.format_to_string(number).replace('-', "−")
}

/// Renders a fraction in whole percent.
pub fn percent(locale: impl Into<Locale>, fraction: f64) -> String {
    let locale = locale.into();
    let space = if locale.has_space_before_percent() { "\u{a0}" } else { "" };
    format!("{}{space}%", integer(locale, whole_percent(fraction)))
}

/// Rounds a fraction to the whole percent that [`percent`] prints.
pub fn whole_percent(fraction: f64) -> i64 {
    (fraction * 100.0).round() as i64
}

/// Returns how many percentage points a share is above another, as a reader computes it from the two printed percentages. Every
/// printed difference of two shares is this one.
pub fn whole_points(share: f64, other: f64) -> i64 {
    whole_percent(share) - whole_percent(other)
}

/// Renders a date; `month` counts from 1. A date that does not exist is returned as numbers, such as 2026-13-01.
pub fn date(locale: impl Into<Locale>, year: i32, month: u8, day: u8) -> String {
    let date = Date::try_new_gregorian(year, month, day);
    date.map_or_else(
        |_| format!("{year}-{month:02}-{day:02}"),
        |date| formatters(locale.into()).dates.format(&date).to_string(),
    )
}

/// Renders a list such as "a, b and c".
pub fn listed(locale: impl Into<Locale>, items: &[String], join: Join) -> String {
    let locale = locale.into();
    let formatters = formatters(locale);
    let formatter = match join {
        Join::And => &formatters.and,
        Join::Or => &formatters.or,
    };
    // The conjunction depends on the next item's first letter (Spanish "y" becomes "e" before an i), so the formatter gets the
    // items without a quotation mark before it.
    let bare = items.iter().map(|item| item.trim_start_matches(|first: char| !first.is_alphanumeric()));
    let mut list = ItemReplacer { items: items.iter(), text: String::new(), is_in_item: false };
    match formatter.format(bare).write_to_parts(&mut list) {
        // Between closing and opening quotation marks, Chinese writes no comma (GB/T 15834).
        Ok(()) if locale.language == Language::Zh => list.text.replace("”、“", "”“"),
        Ok(()) => list.text,
        Err(fmt::Error) => items.join(", "),
    }
}

/// Collects a formatted list and replaces the bare form of each item by the item itself.
struct ItemReplacer<'a> {
    items: std::slice::Iter<'a, String>,
    text: String,
    is_in_item: bool,
}

impl Write for ItemReplacer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.is_in_item { Ok(()) } else { self.text.write_str(text) }
    }
}

impl PartsWrite for ItemReplacer<'_> {
    type SubPartsWrite = Self;

    fn with_part(&mut self, part: Part, mut write: impl FnMut(&mut Self) -> fmt::Result) -> fmt::Result {
        if part == parts::ELEMENT {
            self.text.push_str(self.items.next().map_or("", String::as_str));
        }
        let before = self.is_in_item;
        self.is_in_item |= part == parts::ELEMENT;
        let written = write(self);
        self.is_in_item = before;
        written
    }
}

/// Sorts items by name, in the alphabetical order of the locale; Chinese sorts by pinyin.
pub fn sort_by_name<T>(locale: impl Into<Locale>, items: &mut [T], name: impl Fn(&T) -> Cow<'_, str>) {
    let formatters = formatters(locale.into());
    items.sort_by(|a, b| formatters.collator.compare(&name(a), &name(b)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn es(country: &str) -> Locale {
        Locale::new(Language::Es, Some(country))
    }

    #[test]
    fn a_number_is_written_as_in_the_readers_country() {
        let written = |locale: Locale| [integer(locale, 1000), integer(locale, 10_000), decimal(locale, 3.4, 1)];
        assert_eq!(written(es("MX")), ["1,000", "10,000", "3.4"]);
        assert_eq!(written(es("ES")), ["1000", "10.000", "3,4"]);
        assert_eq!(written(es("AR")), ["1.000", "10.000", "3,4"]);
        assert_eq!(written(Language::Es.into()), ["1,000", "10,000", "3.4"]);
        assert_eq!(written(Language::En.into()), ["1,000", "10,000", "3.4"]);
        assert_eq!(written(Language::Zh.into()), ["1,000", "10,000", "3.4"]);
        assert_eq!(integer(Language::En, -1_234_567), "−1,234,567");
        assert_eq!([decimal(Language::En, -0.04, 1), decimal(Language::En, -0.06, 1)], ["0.0", "−0.1"]);
    }

    #[test]
    fn only_spain_separates_the_percent_sign() {
        let written =
            [es("ES"), es("MX"), Language::Es.into(), Language::Zh.into()].map(|locale| percent(locale, 0.183));
        assert_eq!(written, ["18\u{a0}%", "18%", "18%", "18%"]);
    }

    #[test]
    fn a_country_that_speaks_another_language_does_not_count() {
        assert_eq!(Locale::new(Language::Es, Some("US")), Language::Es.into());
        assert_eq!(Locale::new(Language::En, Some("ES")), Language::En.into());
    }

    #[test]
    fn a_date_is_written_as_in_the_readers_country() {
        let written = |locale: Locale| date(locale, 2026, 1, 31);
        assert_eq!(written(Language::En.into()), "31 January 2026");
        assert_eq!(written(Locale::new(Language::En, Some("US"))), "January 31, 2026");
        assert_eq!(written(es("MX")), "31 de enero de 2026");
        assert_eq!(written(Language::Zh.into()), "2026年1月31日");
        assert_eq!(date(Language::En, 2026, 13, 1), "2026-13-01");
    }

    #[test]
    fn a_list_is_joined_by_what_stands_behind_a_quotation_mark() {
        let of = |locale: Language, items: &[&str], join| {
            listed(locale, &items.iter().map(|item| (*item).to_owned()).collect::<Vec<_>>(), join)
        };
        assert_eq!(of(Language::En, &["a", "b", "c"], Join::And), "a, b and c");
        assert_eq!(of(Language::Es, &["«té»", "«hierba»"], Join::And), "«té» y «hierba»");
        assert_eq!(of(Language::Es, &["«uvas»", "«higos»"], Join::And), "«uvas» e «higos»");
        assert_eq!(of(Language::Es, &["«siete»", "«ocho»"], Join::Or), "«siete» u «ocho»");
        assert_eq!(of(Language::Zh, &["“茶”", "“水”", "“奶”"], Join::And), "“茶”“水”和“奶”");
        assert_eq!(of(Language::Zh, &["“茶”"], Join::Or), "“茶”");
        assert_eq!(of(Language::En, &[], Join::Or), "");
        let prices = ["$5", "$7", "$9"].map(str::to_owned);
        assert_eq!(listed(Locale::new(Language::En, Some("US")), &prices, Join::And), "$5, $7 and $9");
    }

    #[test]
    fn chinese_names_are_sorted_by_pinyin_and_accents_do_not_sort_last() {
        let sorted = |locale: Language, names: &[&'static str]| {
            let mut names = names.to_vec();
            sort_by_name(locale, &mut names, |name| Cow::Borrowed(*name));
            names
        };
        assert_eq!(sorted(Language::Zh, &["中国大陆", "巴西", "阿根廷"]), ["阿根廷", "巴西", "中国大陆"]);
        assert_eq!(sorted(Language::Es, &["Oriente", "Ñuble", "Nariño"]), ["Nariño", "Ñuble", "Oriente"]);
        assert_eq!(sorted(Language::En, &["zebra", "Éclair", "apple"]), ["apple", "Éclair", "zebra"]);
    }
}
