//! File names of downloads. They are derived from the report, so that several in one folder can be told apart.

use contract::ReportResult;
use url::form_urlencoded::byte_serialize;

use super::MS_PER_S;

const WORDS_CHARS_MAX: usize = 48;

/// Returns a `Content-Disposition` header with a file name of the question's first words, the date and `what`. If the
/// question has non-ASCII letters, the header has an ASCII fallback (RFC 6266).
pub fn offer(result: &ReportResult, finished_at_ms: Option<i64>, what: &str) -> String {
    let named = |words: &str| {
        let parts = ["canvass", words, &day(finished_at_ms), what];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    };
    let question = &result.research_input.question;
    let plain = named(&words(question, ascii));
    let own = named(&words(question, |c| c.is_alphanumeric().then_some(c)));
    if plain == own {
        return format!("attachment; filename=\"{plain}\"");
    }
    let own: String = byte_serialize(own.as_bytes()).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{own}")
}

/// Returns the UTC date, as on the page.
fn day(at_ms: Option<i64>) -> String {
    let at = at_ms.and_then(|at| time::OffsetDateTime::from_unix_timestamp(at.div_euclid(MS_PER_S)).ok());
    at.map_or_else(String::new, |at| at.date().to_string())
}

/// Returns the first words, joined by dashes, of the characters that `kept` maps to some.
fn words(question: &str, kept: impl Fn(char) -> Option<char>) -> String {
    let spaced: String = question.to_lowercase().chars().map(|c| kept(c).unwrap_or(' ')).collect();
    let mut words = String::new();
    for word in spaced.split_whitespace() {
        let dash = if words.is_empty() { "" } else { "-" };
        if words.chars().count() + word.chars().count() + dash.len() > WORDS_CHARS_MAX {
            if words.is_empty() {
                words = word.chars().take(WORDS_CHARS_MAX).collect();
            }
            break;
        }
        words.push_str(dash);
        words.push_str(word);
    }
    words
}

fn ascii(c: char) -> Option<char> {
    match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' => Some('a'),
        'é' | 'è' | 'ê' | 'ë' => Some('e'),
        'í' | 'ì' | 'î' | 'ï' => Some('i'),
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => Some('o'),
        'ú' | 'ù' | 'û' | 'ü' => Some('u'),
        'ñ' => Some('n'),
        'ç' => Some('c'),
        c => c.is_ascii_alphanumeric().then_some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_first_words_of_the_question() {
        let own = |c: char| c.is_alphanumeric().then_some(c);
        assert_eq!(words("Which name fits: \"Drift\"?\r\n../x", own), "which-name-fits-drift-x");
        assert_eq!(words("¿Qué señal?", ascii), "que-senal");
        assert_eq!(words("哪个名字？", ascii), "");
        assert_eq!(words("哪个名字？", own), "哪个名字");
        assert!(words(&"word ".repeat(100), own).len() <= WORDS_CHARS_MAX);
        assert_eq!(words(&"W".repeat(100), own).len(), WORDS_CHARS_MAX);
    }
}
