//! The wording that respondents are served: the client's own with its white space tidied, and every edit on record.
//! An edit never changes what is asked and never makes two options alike.

use crate::brief::{Brief, Language};
use crate::report::{OptimizedInput, WordingChange};
use crate::wording;

/// The served wording of a brief, options in the client's order.
pub fn optimize(brief: &Brief) -> OptimizedInput {
    let question = tidy(brief.question());
    let options = tidy_options(brief.options());
    let mut changes = Vec::new();
    note_change(&mut changes, "question".to_owned(), brief.question(), &question, brief.language());
    for (index, (from, to)) in brief.options().iter().zip(&options).enumerate() {
        note_change(&mut changes, format!("options[{index}]"), from, to, brief.language());
    }
    OptimizedInput { question, options, changes }
}

/// White space runs become one space.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Options that only inner white space tells apart keep it.
fn tidy_options(options: &[String]) -> Vec<String> {
    let tidied: Vec<String> = options.iter().map(|option| tidy(option)).collect();
    let is_unique = |text: &str| tidied.iter().filter(|other| other.to_lowercase() == text.to_lowercase()).count() == 1;
    options
        .iter()
        .zip(&tidied)
        .map(|(option, tidied)| if is_unique(tidied) { tidied.clone() } else { option.trim().to_owned() })
        .collect()
}

fn note_change(changes: &mut Vec<WordingChange>, field: String, from: &str, to: &str, language: Language) {
    if from != to {
        let reason = wording::say(language, "change-white-space", &[]);
        changes.push(WordingChange { field, from: from.to_owned(), to: to.to_owned(), reason });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brief::Draft;

    fn brief(options: &[&str]) -> Brief {
        let options = options.iter().map(|option| (*option).to_owned()).collect();
        Brief::parse(Draft { question: " Which\n one? ".to_owned(), options, ..Draft::default() }).unwrap()
    }

    #[test]
    fn every_edit_is_on_record_with_its_reason() {
        let served = optimize(&brief(&["tea", "  iced   coffee"]));
        assert_eq!(served.question, "Which one?");
        assert_eq!(served.options, ["tea", "iced coffee"]);
        let fields: Vec<&str> = served.changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(fields, ["question", "options[1]"]);
        assert!(served.changes.iter().all(|change| !change.reason.is_empty()));
    }

    #[test]
    fn options_that_only_inner_space_tells_apart_stay_apart() {
        assert_eq!(optimize(&brief(&["a b", " a  b", "A\tB"])).options, ["a b", "a  b", "A\tB"]);
    }
}
