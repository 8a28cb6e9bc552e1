//! Adds the currency to bare figures of a price question: the one that the other options have, else that of the
//! audience's country, as it is written in the language of the brief.

use std::sync::LazyLock;

use regex::Regex;
use serde::Deserialize;

use foundation::Language;
use foundation::data::{Compiled, DataError, DataFile, data_file};

const FILE: DataFile = data_file!("crates/language/data/prices.toml");

static CURRENCIES: Compiled<File> = Compiled::new(|| FILE.toml());
/// A bare figure, and what may follow it: the time or the piece that it is paid for.
static BARE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let per = r"(?:a|an|per|each|every|al|a la|por|cada|el|la)\s\p{L}[\p{L} ]*";
    let about = r"(?i:under|over|less than|more than|up to|at least|about|menos de|más de|hasta|desde|unos)\s";
    let figure = r"\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?";
    let after = format!(r"\s{per}|/\s?\p{{L}}+|\+|\sor (?:more|less)|\so (?:más|menos)|以上|以下|以内|左右|起");
    Regex::new(&format!(r"^(?P<about>{about})?(?P<figure>{figure})(?P<per>{after})?$")).ok()
});
static FIGURE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?").ok());

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
    let [about, per] = ["about", "per"].map(|name| found.name(name).map_or("", |part| part.as_str()));
    Some(format!("{about}{}{per}", style.replace('#', &found["figure"])))
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
    fn the_currency_of_the_other_options_comes_first() {
        assert_eq!(priced(&["£35", "45"], &["US"], Language::En).unwrap(), ["£35", "£45"]);
        assert_eq!(priced(&["59元", "89", "129元"], &[], Language::Zh).unwrap(), ["59元", "89元", "129元"]);
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
    }
}
