//! Options that are prices of one offer. Whoever accepts a price also accepts a lower one, so a higher price never
//! gets a larger share than a lower one. Violations in an engine's shares are noise and are removed by isotonic
//! regression.

use std::sync::LazyLock;

use regex::Regex;

/// Amount of money with its currency before or after it. `None` if the pattern can't be compiled.
static AMOUNT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let sign = r"(?:US\$|A\$|C\$|S/\.?|R\$|HK\$|NT\$|RM|[$€£¥￥₹₦₱]|(?i:rs\.?|usd|eur|gbp|mxn|ars|clp|cop))";
    let unit = r"(?i:€|£|¥|₹|usd|eur|mxn|dollars?|euros?|pounds?|pesos?|soles|rupees?|rand|naira|cents?|centavos?|d[oó]lares?|元|块|塊|圓|円|港幣|港元|人民币|角)";
    let figure = r"(\d[\d.,]*\d|\d)";
    Regex::new(&format!(r"{sign}\s?{figure}|{figure}\s?{unit}")).ok()
});
/// Questions that ask for an opinion about a price or for willingness to pay. Their shares may peak at a middle
/// price.
static OPINION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)how much|cu[aá]nto|多少|fair|reasonabl|expect|at most|maxim|should|worth|just[oa]|razonable|esper|como mucho|m[aá]xim|deber[ií]a|vale|合理|公道|最多|最高|应该|應該|值|预期|預期").ok()
});

/// Returns the options from cheapest to dearest if they are prices of one offer that people can take.
pub fn price_ladder(question: &str, options: &[&str]) -> Option<Vec<usize>> {
    if OPINION.as_ref()?.is_match(question) {
        return None;
    }
    Some(rungs(options)?.into_iter().map(|(at, _)| at).collect())
}

/// Returns the options with their amounts, from cheapest to dearest, if they are prices of one offer. Plans that
/// differ in more than their price are not.
pub fn rungs(options: &[&str]) -> Option<Vec<(usize, f64)>> {
    let mut rungs: Vec<(usize, f64, String)> = Vec::with_capacity(options.len());
    for (at, option) in options.iter().enumerate() {
        let (amount, offer) = priced(option)?;
        rungs.push((at, amount, offer));
    }
    let same_offer = rungs.windows(2).all(|pair| pair[0].2 == pair[1].2);
    rungs.sort_by(|one, other| one.1.total_cmp(&other.1));
    let distinct = rungs.windows(2).all(|pair| pair[0].1 < pair[1].1);
    (rungs.len() > 1 && same_offer && distinct).then(|| rungs.into_iter().map(|(at, amount, _)| (at, amount)).collect())
}

/// Returns an option's only amount and the text without it.
fn priced(option: &str) -> Option<(f64, String)> {
    let pattern = AMOUNT.as_ref()?;
    let mut found = pattern.captures_iter(option);
    let (amount, more) = (found.next()?, found.next());
    let figure = amount.get(1).or_else(|| amount.get(2))?;
    let rest = format!("{}#{}", &option[..figure.start()], &option[figure.end()..]);
    let has_other_figure = rest.chars().any(|c| c.is_ascii_digit());
    if more.is_some() || has_other_figure {
        return None;
    }
    Some((number(figure.as_str())?, rest.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()))
}

/// Parses a number. A comma or point before the last one or two digits is a decimal mark; any other separates
/// thousands.
fn number(text: &str) -> Option<f64> {
    let decimals = text.rfind(['.', ',']).filter(|at| (1..=2).contains(&(text.len() - at - 1)));
    let digits = |part: &str| part.chars().filter(char::is_ascii_digit).collect::<String>();
    match decimals {
        Some(at) => format!("{}.{}", digits(&text[..at]), digits(&text[at..])).parse().ok(),
        None => digits(text).parse().ok(),
    }
}

/// Returns the closest shares that never rise along the ladder (pool adjacent violators).
pub fn falling(shares: &[f64], ladder: &[usize]) -> Vec<f64> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for at in ladder {
        blocks.push((shares[*at], 1));
        while let [.., (cheaper, many), (dearer, few)] = blocks[..]
            && dearer > cheaper
        {
            let count = many + few;
            blocks.truncate(blocks.len() - 2);
            blocks.push(((cheaper * many as f64 + dearer * few as f64) / count as f64, count));
        }
    }
    let mut levelled = shares.to_vec();
    let levels = blocks.into_iter().flat_map(|(level, count)| std::iter::repeat_n(level, count));
    ladder.iter().zip(levels).for_each(|(at, level)| levelled[*at] = level);
    levelled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_offer_at_several_prices_is_a_ladder_from_the_cheapest() {
        for (options, ladder) in [
            (vec!["$12 a month", "$5 a month", "$8.50 a month"], vec![1, 2, 0]),
            (vec!["9,99 €", "1.200 €", "89 €"], vec![0, 2, 1]),
            (vec!["99元", "59元", "129元"], vec![1, 0, 2]),
            (vec!["120 pesos", "90 pesos"], vec![1, 0]),
        ] {
            assert_eq!(price_ladder("Which would you buy?", &options), Some(ladder), "{options:?}");
        }
    }

    #[test]
    fn other_lists_are_no_ladder() {
        for options in [
            vec!["$5", "$10", "None of these"],
            vec!["Store brand, $0.89", "Heinz, $1.19"],
            vec!["$5–10", "$10–20"],
            vec!["2 for $5", "3 for $6"],
            vec!["5", "10"],
            vec!["$5", "$5.00"],
        ] {
            assert_eq!(price_ladder("Which would you buy?", &options), None, "{options:?}");
        }
        for question in ["What is a fair price?", "¿Cuál sería un precio justo?", "您最多愿意付多少？"] {
            assert_eq!(price_ladder(question, &["$5", "$10"]), None, "{question}");
        }
    }

    #[test]
    fn shares_that_rise_with_the_price_are_levelled_and_keep_their_sum() {
        assert_eq!(falling(&[0.2, 0.5, 0.3], &[1, 2, 0]), [0.2, 0.5, 0.3]);
        let levelled = falling(&[0.1, 0.3, 0.2, 0.4], &[0, 1, 2, 3]);
        assert!(levelled.iter().all(|share| (share - 0.25).abs() < 1e-12), "{levelled:?}");
        let levelled = falling(&[0.5, 0.1, 0.3, 0.1], &[0, 1, 2, 3]);
        assert!((levelled[1] - 0.2).abs() < 1e-12 && (levelled.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}
