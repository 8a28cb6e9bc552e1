//! Sentences about real people's answers that every surface shares.

use foundation::Language;

use crate::{integer, say};

/// Returns the message `id` about a number of people.
pub fn about_people(language: Language, id: &str, people: u32) -> String {
    say(language, id, &[("n_count", people.into()), ("n", integer(language, people.into()).into())])
}

/// Returns whether the study is settled, or how many more people would settle it; `None` where that is unknown. `is_clear`:
/// the joint verdict is clear, which it can be before the stopping rule is met.
pub fn settlement(
    language: Language,
    is_settled: bool,
    is_clear: bool,
    people_to_settle: Option<u32>,
) -> Option<String> {
    if is_settled {
        return Some(say(language, "page-people-settled", &[]));
    }
    let id = if is_clear { "page-people-more-to-prove" } else { "page-people-more" };
    Some(about_people(language, id, people_to_settle?))
}
