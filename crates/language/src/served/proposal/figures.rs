//! Compares the figures of two wordings: amounts, signs and currencies, in order.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::fold;

/// A figure, or a sign that says what a figure counts, over folded text.
static AMOUNTS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"[0-9]+(?:[.,:/'][0-9]+)*|[$€£¥₹₩₽₦₱%‰°+±×]|-\s*[0-9]").ok());
const CURRENCIES: &str = "$€£¥₹₩₽₦₱";

/// Returns whether two texts have the same figures with the same signs. Where the currency of bare prices is known,
/// its sign may be added to all figures of a text that has none.
pub(super) fn are_kept(from: &str, to: &str, currency: Option<&str>) -> bool {
    let (from, to) = (amounts(from), amounts(to));
    let is_currency = |amount: &String| amount.chars().all(|c| CURRENCIES.contains(c));
    let with_currency = || {
        let Some(sign) = currency.map(fold) else { return false };
        let added = to.iter().filter(|amount| is_currency(amount));
        let figures = from.iter().filter(|amount| amount.starts_with(|c: char| c.is_ascii_digit())).count();
        let is_bare = !from.iter().any(is_currency);
        let rest: Vec<&String> = to.iter().filter(|amount| !is_currency(amount)).collect();
        is_bare && added.clone().all(|amount| *amount == sign) && added.count() == figures && rest.into_iter().eq(&from)
    };
    from == to || with_currency()
}

fn amounts(text: &str) -> Vec<String> {
    let folded = fold(text);
    let found = AMOUNTS.iter().flat_map(|pattern| pattern.find_iter(&folded));
    found.map(|amount| amount.as_str().replace(' ', "")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_and_their_signs_stay() {
        assert!(are_kept("５ cups for $3.50", "5 cups for $3.50?", None));
        for (from, to) in [
            ("5 cups", "50 cups"),
            ("$5", "€5"),
            ("5", "$5"),
            ("5%", "5"),
            ("18+", "18"),
            ("-5 degrees", "5 degrees"),
            ("5-10", "5 10"),
            ("1 or 2", "2 or 1"),
            ("1,5", "15"),
        ] {
            assert!(!are_kept(from, to, None), "{from} → {to}");
        }
    }

    #[test]
    fn a_known_currency_may_be_added_to_bare_prices() {
        assert!(are_kept("5", "$5", Some("$")) && are_kept("5", "5 €", Some("€")));
        assert!(!are_kept("5", "€5", Some("$")) && !are_kept("£5", "$5", Some("$")) && !are_kept("5", "$6", Some("$")));
    }
}
