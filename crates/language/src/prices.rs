//! Reads options that are prices of one offer, and whether a question about them asks people what they would pay.

mod currency;

use std::sync::LazyLock;

use regex::Regex;

pub(crate) use currency::check;
pub use currency::{currency_of, is_bare, with_currency};

/// Amount of money with its currency before or after it. `None` if the pattern can't be compiled.
static AMOUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let sign = r"(?:(?:US|A|AU|C|CA|NZ|MX|R|RD|HK|NT|S)?\$|S/\.?|\bRM|\bBs\.?|\bKSh|[€£¥￥₹₦₱₡₲₩₫฿₺₪]|(?i:\b(?:rs\.?|usd|eur|gbp|mxn|ars|clp|cop|chf|inr|ngn|kes|zar)))";
    let english = "usd|eur|mxn|gbp|dollars?|bucks|euros?|pounds?|quid|rupees?|rand|naira|shillings?|cedis?|ringgit|dirhams?|baht|yen|yuan|rmb|won|cents?";
    let spanish = "pesos?|soles|colones|quetzales|lempiras?|c[oó]rdobas?|guaran[ií]es|bol[ií]vares|bolivianos?|centavos?|d[oó]lares?|reales";
    let chinese = "(?:日|美|欧|歐|港|加|澳|新|韩|韓|台|臺|新西兰|新西蘭|新加坡)?(?:元|圆|圓|円|幣|币)|新台币|新臺幣|新台幣|人民币|人民幣|英镑|英鎊|令吉|马币|馬幣|卢比|泰铢|泰銖|块钱|塊錢|块|塊|角|蚊";
    let unit = format!(r"(?i:€|£|¥|₹|(?:zł|kr|{english}|{spanish})\b|{chinese})");
    let figure = r"(\d[\d.,]*\d|\d)";
    // One digit after a letter is rather the name of a thing: "R2".
    let rand = r"\bR\s?(\d[\d.,]*\d)";
    Regex::new(&format!(r"{sign}\s?{figure}|{figure}\s?{unit}|{rand}")).ok()
});
/// Questions that ask what a price is thought to be, not what people would pay.
static OPINION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\bfair|reasonabl|\bexpect|\bguess|worth|\bjust[oa]s?\b|razonable|\besper[aeoá]|\bvale[ns]?\b|合理|公道|公平|值得|值多少|预期|預期").ok()
});
/// Questions that ask for the highest price already.
static HIGHEST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)at most|\bmaxim|\bhighest|the most you|up to how much|como mucho|como m[aá]ximo|m[aá]xim|m[aá]s alto|hasta cu[aá]nto|最多|最高|上限").ok()
});

/// Returns the options with their amounts, from cheapest to dearest, if they are prices of one offer. Plans that
/// differ in more than their price are not.
pub fn rungs(options: &[impl AsRef<str>]) -> Option<Vec<(usize, f64)>> {
    let mut rungs: Vec<(usize, f64, String)> = Vec::with_capacity(options.len());
    for (at, option) in options.iter().enumerate() {
        let (amount, offer) = priced(option.as_ref())?;
        rungs.push((at, amount, offer));
    }
    let same_offer = rungs.windows(2).all(|pair| pair[0].2 == pair[1].2);
    rungs.sort_by(|one, other| one.1.total_cmp(&other.1));
    let distinct = rungs.windows(2).all(|pair| pair[0].1 < pair[1].1);
    (rungs.len() > 1 && same_offer && distinct).then(|| rungs.into_iter().map(|(at, amount, _)| (at, amount)).collect())
}

/// Returns what each price is paid for, if the options say it and it is the same for all: "a month".
pub fn unit_of(options: &[String]) -> Option<String> {
    let unit = |option: &String| {
        let found = AMOUNT.as_ref()?.find(option)?;
        Some(option[found.end()..].trim().trim_start_matches('/').trim().to_owned())
    };
    let first = unit(options.first()?)?;
    let is_shared = options.iter().all(|option| unit(option).as_ref() == Some(&first));
    (is_shared && !first.is_empty()).then_some(first)
}

/// Returns whether a question about prices is about buying, rather than about what a price should be in people's eyes.
pub fn asks_to_buy(question: &str) -> bool {
    OPINION.as_ref().is_some_and(|opinion| !opinion.is_match(question))
}

/// Returns whether a question asks for the highest price as it stands.
pub fn asks_for_highest(question: &str) -> bool {
    HIGHEST.as_ref().is_some_and(|highest| highest.is_match(question))
}

/// Returns the first amount of money of an option, with its currency.
fn amount(option: &str) -> Option<&str> {
    AMOUNT.as_ref()?.find(option).map(|found| found.as_str())
}

/// Returns an option's only amount and the text without it.
fn priced(option: &str) -> Option<(f64, String)> {
    let pattern = AMOUNT.as_ref()?;
    let mut found = pattern.captures_iter(option);
    let (amount, more) = (found.next()?, found.next());
    let figure = (1..=3).find_map(|group| amount.get(group))?;
    let rest = format!("{}#{}", &option[..figure.start()], &option[figure.end()..]);
    let has_other_figure = rest.chars().any(|c| c.is_ascii_digit());
    if more.is_some() || has_other_figure {
        return None;
    }
    Some((number(figure.as_str())?, rest.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()))
}

/// Parses a number. A comma or point before the last one or two digits is a decimal mark; any other separates
/// thousands.
pub(crate) fn number(text: &str) -> Option<f64> {
    let decimals = text.rfind(['.', ',']).filter(|at| (1..=2).contains(&(text.len() - at - 1)));
    let digits = |part: &str| part.chars().filter(char::is_ascii_digit).collect::<String>();
    match decimals {
        Some(at) => format!("{}.{}", digits(&text[..at]), digits(&text[at..])).parse().ok(),
        None => digits(text).parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_offer_at_several_prices_is_read_from_the_cheapest() {
        for (options, ladder) in [
            (vec!["$12 a month", "$5 a month", "$8.50 a month"], vec![(1, 5.0), (2, 8.5), (0, 12.0)]),
            (vec!["9,99 €", "1.200 €", "89 €"], vec![(0, 9.99), (2, 89.0), (1, 1200.0)]),
            (vec!["99元", "59元", "129元"], vec![(1, 59.0), (0, 99.0), (2, 129.0)]),
            (vec!["120 pesos", "90 pesos"], vec![(1, 90.0), (0, 120.0)]),
            (vec!["1500日元", "900日元"], vec![(1, 900.0), (0, 1500.0)]),
            (vec!["₡2500", "₡900"], vec![(1, 900.0), (0, 2500.0)]),
        ] {
            assert_eq!(rungs(&options), Some(ladder), "{options:?}");
        }
    }

    #[test]
    fn other_lists_are_no_prices_of_one_offer() {
        for options in [
            vec!["$5", "$10", "None of these"],
            vec!["Store brand, $0.89", "Heinz, $1.19"],
            vec!["$5–10", "$10–20"],
            vec!["2 for $5", "3 for $6"],
            vec!["5", "10"],
            vec!["$5", "$5.00"],
        ] {
            assert_eq!(rungs(&options), None, "{options:?}");
        }
    }

    #[test]
    fn an_opinion_about_a_price_is_no_question_about_buying() {
        for question in ["What is a fair price?", "¿Cuál sería un precio justo?", "您觉得多少钱合理？"] {
            assert!(!asks_to_buy(question), "{question}");
        }
        for question in [
            "Which monthly price should we charge?",
            "How much would you pay for it?",
            "¿Qué precio pagarías?",
            "¿Qué precio debería tener?",
            "您愿意付多少钱？",
        ] {
            assert!(asks_to_buy(question), "{question}");
        }
    }

    #[test]
    fn a_question_may_ask_for_the_highest_price_by_itself() {
        for question in
            ["What is the most you would pay?", "¿Cuánto es lo máximo que pagarías?", "你最多愿意付多少钱？"]
        {
            assert!(asks_for_highest(question), "{question}");
        }
        assert!(!asks_for_highest("How much would you pay?"));
    }
}
