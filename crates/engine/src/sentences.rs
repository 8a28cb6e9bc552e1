//! Cuts a truncated text back to the end of a sentence.

const STOPS: [char; 7] = ['.', '!', '?', '…', '。', '！', '？'];
/// Stops that end a sentence anywhere; the others do so only
/// before white space or at the end, since numbers contain them.
const FULL_WIDTH: [char; 3] = ['。', '！', '？'];

/// Returns the text up to the end of its last complete sentence, or all of it if there is none.
pub fn whole(text: &str) -> &str {
    let ends = |at: usize, stop: char| {
        let rest = &text[at + stop.len_utf8()..];
        FULL_WIDTH.contains(&stop) || rest.is_empty() || rest.starts_with(char::is_whitespace)
    };
    let last = text.char_indices().rev().find(|(at, letter)| STOPS.contains(letter) && ends(*at, *letter));
    last.map_or(text, |(at, stop)| &text[..at + stop.len_utf8()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_cut_off_is_left_out() {
        assert_eq!(whole("I like it. It remi"), "I like it.");
        assert_eq!(whole("我喜欢它。因为"), "我喜欢它。");
        assert_eq!(whole("It saves me 2.50 a da"), "It saves me 2.50 a da");
        assert_eq!(whole("no end at all"), "no end at all");
    }
}
