//! Unit tests of the summary's layout; whole summaries are tested in `tests/it/terminal.rs`.

use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

use super::chart::Bar;
use super::text_buffer::{cut, fitted};
use super::*;

#[test]
fn a_bar_is_as_long_as_its_interval_and_never_longer_than_its_room() {
    let bar = Bar::new(0.5, [0.25, 0.75], 1.0, 20);
    assert_eq!((bar.solid.as_str(), bar.dark.as_str(), bar.light.as_str()), ("█████", "▓▓▓▓▓", "░░░░░"));
    assert_eq!(Bar::new(1.0, [1.0, 1.0], 0.5, 20).cells(), 20);
    assert_eq!(Bar::new(0.0, [0.0, 0.0], 1.0, 20).cells(), 0);
}

#[test]
fn every_message_of_the_terminal_exists() {
    let sources = [
        include_str!("summary.rs"),
        include_str!("../../../../src/cli/progress.rs"),
        include_str!("../../../../src/cli/ask.rs"),
    ];
    let ids: Vec<&str> =
        sources.iter().flat_map(|text| text.split('"')).filter(|word| word.starts_with("terminal-")).collect();
    assert!(ids.len() > 20);
    let missing: Vec<&&str> = ids.iter().filter(|id| !wording::exists(id)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_message_of_a_comparison_exists() {
    let ids: Vec<&str> = include_str!("comparison.rs").split('"').filter(|word| word.starts_with("compare-")).collect();
    assert!(ids.len() > 3 && ids.iter().all(|id| wording::exists(id)), "{ids:?}");
}

const HOSTILE: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{1b}[31mred\u{1b}[0m\r\n\u{9b}31m\rover\u{202e}back\u{2066}\u{0}";

#[test]
fn what_is_printed_steers_no_terminal_and_keeps_its_lines() {
    let printed = safe(HOSTILE);
    assert_eq!(printed, "�]0;owned��[2J�[31mred�[0m\n�31m�over�back��");
    for plain in ["one\n\ttwo: 三 ñ 👩‍👩‍👧", "می\u{200c}خواهم", ""] {
        assert_eq!((safe(plain).as_str(), safe_styled(plain).as_str()), (plain, plain));
    }
}

#[test]
fn a_laid_out_text_keeps_its_colours_and_nothing_else() {
    let printed = safe_styled(HOSTILE);
    assert_eq!(printed, "�]0;owned��[2J\u{1b}[31mred\u{1b}[0m\n�31m�over�back��");
    for hostile in ["\u{1b}", "\u{1b}[", "\u{1b}[31", "\u{1b}[31;", "\u{1b}[?25l", "\u{1b}c", "\u{1b}\u{1b}[5n"] {
        assert!(!safe_styled(hostile).contains('\u{1b}'), "{hostile:?}");
    }
}

proptest! {
    #[test]
    fn whatever_is_printed_has_no_character_that_steers(text in any::<String>()) {
        let text = format!("{text}{HOSTILE}{text}");
        let is_control = |c: char| c.is_control() && c != '\n' && c != '\t';
        prop_assert!(!safe(&text).contains(is_control));
        let colourless = console::strip_ansi_codes(&safe_styled(&text)).into_owned();
        prop_assert!(!colourless.contains(is_control), "{colourless:?}");
    }

    #[test]
    fn a_clean_text_is_one_line_that_steers_nothing(text in any::<String>()) {
        let cleaned = clean(&text);
        prop_assert!(!cleaned.contains(char::is_control), "{cleaned:?}");
        prop_assert_eq!(clean(&cleaned), cleaned);
    }

    #[test]
    fn a_fitted_text_takes_exactly_its_columns(text in "[a-z 界界é]{0,30}", columns in 1_usize..30) {
        prop_assert_eq!(fitted(&text, columns).width(), columns);
        prop_assert!(cut(&text, columns).width() <= columns);
    }
}
