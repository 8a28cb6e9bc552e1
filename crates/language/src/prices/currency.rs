//! Adds the currency to bare figures of a price question: the one that the other options have, else that of the
//! audience's country, as it is written in the language of the brief.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/prices.toml");

static CURRENCIES: Compiled<File> = Compiled::new(|| FILE.toml());
/// A bare figure or range, with what leaves it open ("more than", "and up") and the time or piece that it is paid for.
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let amount = r"\d[\d.,]*";
    let range = format!(r"{amount}(?:\s?(?:[-–—~～至到]|to|a)\s?{amount})?");
    let between = format!(r"(?i:between|entre)\s{amount}\s(?:and|y)\s{amount}");
    let about_en = "under|over|above|below|less than|more than|fewer than|no more than|up to|at least|at most|about|around|from|upwards of|starting at|max|min";
    let about_es = "menos de|m[aá]s de|no m[aá]s de|por encima de|por debajo de|arriba de|a partir de|al menos|como m[aá]ximo|como m[ií]nimo|m[aá]ximo|m[ií]nimo|hasta|desde|unos|alrededor de|cerca de|de";
    let about_zh =
        "不?超过|不?超過|不?高于|不?高於|不?低于|不?低於|不到|少于|少於|多于|多於|大于|小于|至少|最多|大概|约|約";
    let about = format!(r"(?i:(?:{about_en}|{about_es})\s)|(?:{about_zh})\s?");
    let open_en =
        r"(?i:\s(?:and|or|&|n)\s(?:up|upwards?|more|less|over|above|under|below|higher|lower)|\splus|\supwards?)";
    let open_es = r"(?i:\s[oyu]\s(?:m[aá]s|menos|superior)|\s(?:en adelante|para arriba|hacia arriba))";
    let open_zh = r"\s?(?:及|或|和)?(?:以上|以下|以内|以內|左右|往上|上下|起跳|起|更多)";
    let open = format!(r"\+|{open_en}|{open_es}|{open_zh}");
    let per = r"\s(?:a|an|per|each|every|al|a la|por|cada|el|la)\s\p{L}[\p{L} ]*|/\s?\p{L}+";
    let after = format!("(?:{open})?(?:{per})?|(?:{per})(?:{open})");
    Regex::new(&format!("^(?:(?P<between>{between})|(?P<about>{about})?(?P<figure>{range}))(?P<after>{after})$")).ok()
});
static FIGURE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?").ok());
/// The figures of a range in words, with the words between them: a currency before them stands before each.
static WORDED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?P<lead>\D*)(?P<first>\d[\d.,]*)(?P<joint>\s(?:to|a|and|y)\s)(?P<last>\d[\d.,]*)$").ok()
});

/// Checks that the currencies can be parsed.
pub(crate) fn check() -> Result<(), DataError> {
    CURRENCIES.check()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    currency: Vec<Currency>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Currency {
    code: String,
    countries: String,
    en: String,
    es: String,
    zh: String,
}

impl Currency {
    fn written(&self, language: Language) -> &str {
        match language {
            Language::En => &self.en,
            Language::Es => &self.es,
            Language::Zh => &self.zh,
        }
    }
}

/// Returns the ISO 4217 code of the currency in which the options are priced: the one written so in the audience's
/// countries, or else the only one written so anywhere.
pub fn currency_of(options: &[String], countries: &[String]) -> Option<&'static str> {
    let style = options.iter().find_map(|option| style(option))?;
    let is_written_so = |currency: &&Currency| {
        [&currency.en, &currency.es, &currency.zh].iter().any(|written| without_space(written) == without_space(&style))
    };
    let at_home = shared(countries).filter(is_written_so);
    let mut written_so = CURRENCIES.currency.iter().filter(is_written_so);
    let only = written_so.next().filter(|_| written_so.next().is_none());
    at_home.or(only).map(|currency| currency.code.as_str())
}

fn without_space(style: &str) -> String {
    style.replace(char::is_whitespace, "")
}

fn shared(countries: &[String]) -> Option<&'static Currency> {
    let of = |country: &String| {
        CURRENCIES.currency.iter().find(|currency| currency.countries.split(' ').any(|code| code == country))
    };
    let first = of(countries.first()?)?;
    countries.iter().all(|country| of(country).is_some_and(|other| other.code == first.code)).then_some(first)
}

/// Returns whether an option is a bare figure, possibly with the time or piece that it is paid for.
pub fn is_bare(option: &str) -> bool {
    BARE.as_ref().is_some_and(|bare| bare.is_match(option.trim()))
}

/// Returns the options with a currency on every bare figure, or `None` if there is none to add or none is known.
/// `countries` are those of the audience.
pub fn with_currency(options: &[String], countries: &[String], language: Language) -> Option<Vec<String>> {
    if !options.iter().any(|option| is_bare(option)) {
        return None;
    }
    // A currency on some figures alone would tell the options apart by more than their prices.
    let is_left =
        |option: &String| !is_bare(option) && style(option).is_none() && option.contains(|c: char| c.is_ascii_digit());
    if options.iter().any(is_left) {
        return None;
    }
    let signed = options.iter().find_map(|option| style(option));
    let style = signed.or_else(|| shared(countries).map(|currency| currency.written(language).to_owned()))?;
    Some(options.iter().map(|option| priced(option, &style).unwrap_or_else(|| option.clone())).collect())
}

/// Returns how an option that is a price writes its currency, with `#` for the figure.
fn style(option: &str) -> Option<String> {
    let amount = super::amount(option)?;
    let figure = FIGURE.as_ref()?.find(amount)?;
    Some(format!("{}#{}", &amount[..figure.start()], &amount[figure.end()..]))
}

fn priced(option: &str, style: &str) -> Option<String> {
    let found = BARE.as_ref()?.captures(option.trim())?;
    let part = |name| found.name(name).map_or("", |part| part.as_str());
    let figures = if part("between").is_empty() { part("figure") } else { part("between") };
    Some(format!("{}{}{}", part("about"), with_style(figures, style), part("after")))
}

/// Returns a figure or range in a currency. After a range a currency stands once, before a range in words it stands twice.
fn with_style(figures: &str, style: &str) -> String {
    let Some(range) = WORDED.as_ref().and_then(|worded| worded.captures(figures)) else {
        return style.replace('#', figures);
    };
    let first = if style.starts_with('#') { range["first"].to_owned() } else { style.replace('#', &range["first"]) };
    format!("{}{first}{}{}", &range["lead"], &range["joint"], style.replace('#', &range["last"]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn priced(options: &[&str], countries: &[&str], language: Language) -> Option<Vec<String>> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        with_currency(&owned(options), &owned(countries), language)
    }

    #[test]
    fn bare_figures_get_the_currency_of_the_country_as_the_language_writes_it() {
        let of = |options: &[&str], country, language| priced(options, &[country], language).unwrap();
        assert_eq!(of(&["5", "7.50"], "GB", Language::En), ["£5", "£7.50"]);
        assert_eq!(of(&["19,90", "29,90"], "ES", Language::Es), ["19,90 €", "29,90 €"]);
        assert_eq!(of(&["50.000 al mes", "80.000 al mes"], "CO", Language::Es), ["$50.000 al mes", "$80.000 al mes"]);
        assert_eq!(of(&["12", "15-20"], "CN", Language::Zh), ["12元", "15-20元"]);
        assert_eq!(of(&["60", "más de 100"], "MX", Language::Es), ["$60", "más de $100"]);
        assert_eq!(of(&["199", "499以上"], "CN", Language::Zh), ["199元", "499元以上"]);
    }

    #[test]
    fn open_prices_and_ranges_are_prices() {
        for (options, country, language, wanted) in [
            (["$200", "250 and up"], "US", Language::En, ["$200", "$250 and up"]),
            (["90", "90 or above"], "GB", Language::En, ["£90", "£90 or above"]),
            (["5 to 10", "between 10 and 20"], "GB", Language::En, ["£5 to £10", "between £10 and £20"]),
            (["at most 5 a month", "5+ per month"], "GB", Language::En, ["at most £5 a month", "£5+ per month"]),
            (["entre 5 y 10", "18 en adelante"], "ES", Language::Es, ["entre 5 y 10 €", "18 € en adelante"]),
            (["a partir de 50", "mas de 90"], "PE", Language::Es, ["a partir de S/ 50", "mas de S/ 90"]),
            (["不到50", "50至80"], "CN", Language::Zh, ["不到50元", "50至80元"]),
            (["80到100", "100及以上"], "CN", Language::Zh, ["80到100元", "100元及以上"]),
        ] {
            assert_eq!(priced(&options, &[country], language).unwrap(), wanted);
        }
    }

    #[test]
    fn the_currency_of_the_other_options_comes_first() {
        assert_eq!(priced(&["£35", "45"], &["US"], Language::En).unwrap(), ["£35", "£45"]);
        assert_eq!(priced(&["59元", "89", "129元"], &[], Language::Zh).unwrap(), ["59元", "89元", "129元"]);
        assert_eq!(priced(&["900日元", "1500"], &[], Language::Zh).unwrap(), ["900日元", "1500日元"]);
    }

    #[test]
    fn the_currency_is_told_by_its_sign_and_the_country() {
        let of = |option: &str, countries: &[&str]| {
            let countries: Vec<String> = countries.iter().map(|code| (*code).to_owned()).collect();
            currency_of(&[option.to_owned()], &countries)
        };
        assert_eq!(of("$5 a month", &["MX"]), Some("MXN"));
        assert_eq!(of("£5", &["US"]), Some("GBP"));
        assert_eq!(of("5 €", &[]), Some("EUR"));
        assert_eq!(of("$5", &["MX", "US"]), None);
    }

    #[test]
    fn countries_with_several_currencies_and_other_figures_get_none() {
        assert_eq!(priced(&["5", "7"], &["GB", "US"], Language::En), None);
        assert_eq!(priced(&["5 GB", "7 GB"], &["GB"], Language::En), None);
        assert_eq!(priced(&["£5", "£7"], &["GB"], Language::En), None);
        assert_eq!(priced(&["5", "7", "10 with a keyring"], &["GB"], Language::En), None);
        assert_eq!(priced(&["5", "7", "nothing"], &["GB"], Language::En).unwrap()[2], "nothing");
    }
}
