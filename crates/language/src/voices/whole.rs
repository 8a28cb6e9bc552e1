//! Detects texts that break off, and texts that are garbled or repetitive.

use unicode_segmentation::UnicodeSegmentation;

use super::lists::{self, Rules};
use crate::text::is_cjk;

/// Greatest number of repetitions in a row: "no, no, no" is natural, a fourth time is a degenerate output.
const TIMES_MAX: usize = 3;
/// Longest repeated unit, in words and in Chinese characters. Other rules find repeated sentences.
const WORDS_MAX: usize = 2;
const CHARACTERS_MAX: usize = 4;

/// Returns whether a text breaks off. Many people omit the final mark, so its lack is no evidence by itself: the text
/// must also end with a word that requires another, or leave a reason open. The text must be normalised.
pub(super) fn is_cut_off(rules: &Rules, text: &str) -> bool {
    let Some(last) = text.trim_end().chars().next_back() else { return false };
    matches!(last, ',' | '、' | ';' | ':' | '-' | '–' | '(' | '&')
        || (last.is_alphanumeric() && rules.cut_off.is_in(text.trim_end()))
}

/// Returns whether a text is wrongly encoded, placeholder text or repetitive. The text must be normalised.
pub(super) fn is_garbled(text: &str) -> bool {
    let lowered = text.to_lowercase();
    let words: Vec<&str> = lowered.unicode_words().filter(|word| !word.chars().all(is_cjk)).collect();
    let characters: Vec<char> = lowered.chars().collect();
    lists::garbled().is_in(text)
        || (1..=WORDS_MAX).any(|size| repeats(&words, size))
        // One repeated character is laughter or a sigh: 哈哈哈哈.
        || characters.split(|c| !is_cjk(*c)).any(|run| (2..=CHARACTERS_MAX).any(|size| repeats_several(run, size)))
}

fn repeats<T: PartialEq>(units: &[T], size: usize) -> bool {
    let window = size * (TIMES_MAX + 1);
    units.windows(window).any(|run| run[size..].iter().zip(run).all(|(after, before)| after == before))
}

/// Returns whether a unit of characters that are not all equal repeats.
fn repeats_several(characters: &[char], size: usize) -> bool {
    let window = size * (TIMES_MAX + 1);
    let is_run = |run: &[char]| repeats(run, size) && run.iter().any(|c| *c != run[0]);
    characters.windows(window).any(is_run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voices::normal;
    use foundation::Language::{En, Es, Zh};

    #[test]
    fn a_text_that_ends_on_a_word_before_another_is_cut_off() {
        for (language, text) in [
            (En, "I keep it next to the"),
            (En, "I like it,"),
            (En, "I took it because my knees a"),
            (Es, "Me lo llevo a la"),
            (Zh, "我觉得它很"),
        ] {
            assert!(is_cut_off(lists::of(language), &normal(text)), "{text}");
        }
        for (language, text) in [
            (En, "i keep it next to my bed"),
            (En, "I know what it's for."),
            (Es, "me lo llevo a casa"),
            (Zh, "我觉得挺好"),
            (Zh, "我不去，因为贵。"),
        ] {
            assert!(!is_cut_off(lists::of(language), &normal(text)), "{text}");
        }
    }

    #[test]
    fn nobody_says_the_same_words_four_times_in_a_row() {
        for text in ["so so so so good", "very good very good very good very good", "真好真好真好真好", "锟斤拷"]
        {
            assert!(is_garbled(text), "{text}");
        }
        for text in ["No, no, no, not for me.", "哈哈哈哈哈哈，我要", "jajajaja", "I said so, I said so, I said so"]
        {
            assert!(!is_garbled(text), "{text}");
        }
    }
}
