//! The rows of the Engine page's record: skill by language and family of questions, beside a hundred real people's.

use foundation::Language;
use language::QuestionFamily;

use crate::app::RecordLine;
use crate::web::shell::Shell;

pub(super) struct RecordRow {
    pub(super) label: String,
    /// Whether it is of one family of the language above it.
    pub(super) is_family: bool,
    pub(super) cases: String,
    pub(super) skill: String,
    /// From 0 to 100.
    pub(super) width: f64,
    pub(super) people: Option<(String, f64)>,
}

pub(super) fn row(shell: &Shell, line: &RecordLine) -> RecordRow {
    let language = shell.say(&format!("language-{}", line.language.code()));
    let family = line.family.map(|family| shell.say(family_id(family)));
    let width = |skill: f64| (skill.clamp(0.0, 100.0) * 10.0).round() / 10.0;
    RecordRow {
        is_family: family.is_some(),
        label: family.unwrap_or(language),
        cases: bracketed(
            shell.language,
            &match (shell.number(i64::from(line.cases)), line.is_pooled) {
                (cases, false) => cases,
                (cases, true) => shell.say_of("work-engine-pooled", "cases", &cases),
            },
        ),
        skill: wording::signed(shell.locale, line.skill),
        width: if line.knows { width(line.skill) } else { 0.0 },
        people: line.people.map(|skill| (wording::signed(shell.locale, skill), width(skill))),
    }
}

/// Puts an addition in parentheses, with the space before them where the language has one.
fn bracketed(language: Language, text: &str) -> String {
    if language == Language::Zh { format!("（{text}）") } else { format!(" ({text})") }
}

fn family_id(family: QuestionFamily) -> &'static str {
    match family {
        QuestionFamily::Opinions => "work-engine-opinions",
        QuestionFamily::Choices => "work-engine-choices",
        QuestionFamily::Prices => "work-engine-prices",
    }
}
