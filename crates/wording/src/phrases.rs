//! Line breaks in titles. Chinese has no spaces, so without this a line could end inside a word.

use foundation::Language;
use icu_segmenter::WordSegmenter;
use icu_segmenter::options::WordBreakInvariantOptions;

/// Punctuation that opens a phrase and stays with the text after it. All other punctuation stays with the text before it.
const OPENING: [char; 10] = ['“', '‘', '（', '《', '〈', '「', '『', '【', '(', '['];

/// Splits a title into parts between which a line may break. A title in a language with spaces is one part.
pub fn phrases(language: impl Into<Language>, text: &str) -> Vec<&str> {
    if language.into() != Language::Zh {
        return vec![text];
    }
    let mut parts = Vec::new();
    let mut begin = 0;
    for end in WordSegmenter::new_dictionary(WordBreakInvariantOptions::default()).segment_str(text) {
        if end > begin && may_break(&text[begin..end], &text[end..]) {
            parts.push(&text[begin..end]);
            begin = end;
        }
    }
    parts.extend((begin < text.len()).then(|| &text[begin..]));
    parts
}

fn may_break(before: &str, after: &str) -> bool {
    let is_open = before.ends_with(OPENING);
    !is_open && after.starts_with(|first: char| first.is_alphanumeric() || OPENING.contains(&first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chinese_title_breaks_between_words_and_beside_no_mark() {
        let parts = phrases(Language::Zh, "请问您最喜欢哪种奶茶？选“慢月亮”。");
        assert!(parts.iter().any(|part| part.contains("奶茶？")), "{parts:?}");
        assert!(parts.iter().all(|part| !part.starts_with(['？', '”', '。']) && !part.ends_with('“')), "{parts:?}");
        assert_eq!(parts.concat(), "请问您最喜欢哪种奶茶？选“慢月亮”。");
        assert_eq!(phrases(Language::En, "Which tea?"), ["Which tea?"]);
        assert_eq!(phrases(Language::Zh, ""), [] as [&str; 0]);
    }
}
