//! Sentences about the cross table of a follow-up: the choice by what the same respondents chose before.

use analysis::{CrossCell, CrossRow, most_notable};
use foundation::Language;

use crate::{percent, say, whole_shares};

/// Returns the difference that stands out most, or that none does; without shares to compare, the same as [`note`].
pub fn summary(rows: &[CrossRow], options: &[String], are_prices: bool, language: Language) -> String {
    if !has_shares(rows) {
        return say(language, "cross-table-none", &[]);
    }
    let Some(found) = most_notable(rows) else { return say(language, "cross-table-alike", &[]) };
    // As the row of the table prints them.
    let cells = rows.iter().find(|row| row.earlier == found.earlier).and_then(|row| row.cells.as_ref());
    let printed = |share: &dyn Fn(&CrossCell) -> f64| match cells.filter(|_| !are_prices) {
        Some(cells) => whole_shares(&cells.iter().map(share).collect::<Vec<_>>())[found.option.0],
        None => share(&found.cell),
    };
    let args = [
        ("earlier", found.earlier.into()),
        ("option", options[found.option.0].as_str().into()),
        ("share", percent(language, printed(&|cell| cell.share)).into()),
        ("others", percent(language, printed(&|cell| cell.elsewhere)).into()),
    ];
    say(language, if are_prices { "cross-table-notable-price" } else { "cross-table-notable" }, &args)
}

/// Returns how far the differences can be believed. `uses_groups` is whether the engine's differences between groups are used.
pub fn note(rows: &[CrossRow], uses_groups: bool, language: Language) -> String {
    let id = match (uses_groups, has_shares(rows)) {
        (false, _) => "cross-table-independent",
        (true, false) => "cross-table-none",
        (true, true) => "cross-table-note",
    };
    say(language, id, &[])
}

fn has_shares(rows: &[CrossRow]) -> bool {
    rows.iter().any(|row| row.cells.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(earlier: &str, share: f64, p_adjusted: f64) -> CrossRow {
        let cell = |share: f64| CrossCell { share, elsewhere: 1.0 - share, p_adjusted };
        CrossRow {
            earlier: earlier.to_owned(),
            count: 40,
            counts: vec![20, 20],
            cells: Some(vec![cell(share), cell(1.0 - share)]),
        }
    }

    #[test]
    fn the_surest_difference_is_named_with_the_larger_of_two_shares() {
        let rows = [row("Oatsy", 0.6, 0.04), row("Nod", 0.28, 0.01)];
        let options = ["$4", "$6"].map(str::to_owned);
        let said = |are_prices, language| summary(&rows, &options, are_prices, language);
        assert_eq!(
            said(false, Language::En),
            "Of those who chose “Nod” before, 72% choose “$6” now; of the others, 28%."
        );
        assert_eq!(
            said(true, Language::En),
            "Of those who chose “Nod” before, 72% would buy at $6; of the others, 28%."
        );
        for language in [Language::Es, Language::Zh] {
            assert!(["Nod", "72", "28", "$6"].iter().all(|part| said(true, language).contains(part)), "{language}");
        }
    }

    #[test]
    fn rows_that_are_alike_and_rows_without_shares_are_told_apart() {
        let alike = [row("Oatsy", 0.5, 0.8)];
        let none = [CrossRow { cells: None, ..row("Oatsy", 0.5, 0.8) }];
        for language in Language::ALL {
            assert_eq!(summary(&alike, &[], false, language), say(language, "cross-table-alike", &[]));
            assert_eq!(note(&alike, true, language), say(language, "cross-table-note", &[]));
            assert_eq!(summary(&none, &[], false, language), note(&none, true, language));
            assert_eq!(note(&none, false, language), say(language, "cross-table-independent", &[]));
        }
    }
}
