//! Cuts a text that a limit of length broke off back to the end of a sentence.

const STOPS: [char; 7] = ['.', '!', '?', '…', '。', '！', '？'];
/// These end a sentence anywhere; the others only before a space or at the end, since they also stand in numbers.
const FULL_WIDTH: [char; 3] = ['。', '！', '？'];

/// Up to the end of the last whole sentence; all of it where there is none.
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
