//! Finds smaller places in Chinese text, where words stand without spaces between them.

use std::ops::Range;

use super::super::lexicon::Word;
use super::super::tokens::Token;
use super::Index;
use crate::text::{Folded, is_cjk};

/// Greatest number of characters of a Chinese name.
const CHINESE_CHARS_MAX: usize = 6;
/// A Chinese name of this many characters is hardly part of another word.
const CHINESE_CHARS_SURE: usize = 4;
/// What follows the Chinese name of a place.
const AFTER: [&str; 22] = [
    "市", "县", "区", "镇", "乡", "州", "省", "人", "本地", "当地", "居民", "周边", "附近", "这边", "地区", "大学",
    "开", "卖", "做", "有", "的", "女",
];
/// What is before the Chinese name of a place.
const BEFORE: [&str; 5] = ["在", "来自", "到", "去", "是"];

/// Returns the Chinese place in an unknown word with the parts of the word before and after it.
pub(super) fn place_at(
    index: &'static Index,
    folded: &Folded<'_>,
    token: &Token,
) -> Option<(Range<usize>, Word, Range<usize>)> {
    let Token::Other(span) = token else { return None };
    let text = &folded.text[span.clone()];
    if !text.starts_with(is_cjk) {
        return None;
    }
    let led = BEFORE.into_iter().find(|cue| text.starts_with(cue)).map_or(0, str::len);
    let starts = [0, led].into_iter().take(if led > 0 { 2 } else { 1 });
    starts.into_iter().find_map(|start| {
        let ends = text[start..].char_indices().skip(1).map(|(end, _)| start + end).chain([text.len()]);
        let ends: Vec<usize> = ends.take(CHINESE_CHARS_MAX).collect();
        ends.into_iter().rev().find_map(|end| {
            let (name, rest) = (&text[start..end], &text[end..]);
            let chars = name.chars().count();
            let is_bounded = rest.is_empty() || AFTER.iter().any(|cue| rest.starts_with(cue));
            let fits = chars >= 2 && (is_bounded || chars >= CHINESE_CHARS_SURE);
            let place = fits.then(|| index.word(name, span.start + start..span.start + end))??;
            Some((span.start..span.start + start, place, span.start + end..span.end))
        })
    })
}
