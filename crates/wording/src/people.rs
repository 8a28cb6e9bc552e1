//! Sentences about real people's answers that every surface shares.

use forecast::joint::PeopleNeeded;
use foundation::Language;

use crate::{FluentValue, integer, percent, say};

/// Returns the message `id` about a number of people.
pub fn about_people(language: Language, id: &str, people: u32) -> String {
    say(language, id, &[("n_count", people.into()), ("n", integer(language, people.into()).into())])
}

/// Returns whether the study is settled, or how many more people would settle it; `None` where that is unknown or even a thousand
/// would probably not. `is_clear`: the joint verdict is clear, which it can be before the stopping rule is met.
pub fn settlement(
    language: Language,
    is_settled: bool,
    is_clear: bool,
    people_needed: Option<PeopleNeeded>,
) -> Option<String> {
    if is_settled {
        return Some(say(language, "page-people-settled", &[]));
    }
    let needed = people_needed.filter(PeopleNeeded::is_feasible)?;
    let id = if is_clear { "page-people-more-to-prove" } else { "page-people-more" };
    let fields = [("people", people_range(language, &needed).into()), ("odds", people_odds(language, &needed).into())];
    Some(say(language, id, &fields))
}

/// Returns a number of people as a range, without the noun.
pub fn people_range(language: Language, needed: &PeopleNeeded) -> String {
    let id = match (needed.people_to_settle(), needed.low == needed.high) {
        _ if !needed.is_feasible() => "people-many",
        (None, _) => "people-or-more",
        (Some(people), true) => return integer(language, people.into()),
        (Some(_), false) => "people-range",
    };
    say(language, id, &bounds(language, needed))
}

/// Returns how many of such surveys both ends of the range settle, without a full stop.
pub fn people_odds(language: Language, needed: &PeopleNeeded) -> String {
    let id = if needed.low == needed.high { "people-odds-one" } else { "people-odds" };
    say(language, id, &bounds(language, needed))
}

fn bounds(language: Language, needed: &PeopleNeeded) -> [(&'static str, FluentValue<'static>); 3] {
    [
        ("low", integer(language, needed.low.into()).into()),
        ("high", integer(language, needed.high.into()).into()),
        ("share", percent(language, needed.probability).into()),
    ]
}
