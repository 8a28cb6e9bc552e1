//! Whether a report has anything of people to show, and the two sentences that are said wherever it does.

use contract::{ReportResult, Verdict};
use foundation::Language;

use super::told::People;
use super::view::{PeopleView, view};

/// What is shown of people beside a forecast; nothing while no answer is counted.
pub fn shown(result: &ReportResult, people: &People) -> Option<PeopleView> {
    (!people.counted.is_empty()).then(|| view(result, people))
}

impl PeopleView {
    /// How many people, and that there is a forecast.
    pub fn banner(&self, language: Language) -> String {
        counted(language, "page-people-banner", self.people)
    }

    /// Whether it is settled, or how many more people would settle it, where that can be told.
    pub fn outlook(&self, language: Language) -> Option<String> {
        if self.is_settled {
            return Some(wording::say(language, "page-people-settled", &[]));
        }
        // A verdict by both may be clear before people alone have proved it.
        let is_clear = self.verdict.as_ref().is_some_and(|ruling| ruling.verdict == Verdict::Clear);
        let id = if is_clear { "page-people-more-to-prove" } else { "page-people-more" };
        Some(counted(language, id, self.people_to_settle?))
    }
}

/// A sentence about so many people.
pub fn counted(language: Language, id: &str, people: u32) -> String {
    let n = wording::integer(language, i64::from(people));
    wording::say(language, id, &[("n_count", people.into()), ("n", n.into())])
}
