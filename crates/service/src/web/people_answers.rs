//! Single answers of people on the fieldwork page, as the owner sees them: verbatim, whether counted or not.

use contract::PeopleView;
use primitives::clock::UnixMs;
use store::AnswerRow;

use super::shell::Shell;

/// One answer in the table.
pub struct AnswerLine {
    pub id: String,
    pub choice: String,
    pub about: String,
    pub comment: Option<String>,
    pub is_comment_hidden: bool,
    pub answered_at: UnixMs,
    pub is_flagged: bool,
    pub is_kept: bool,
    pub by_link: bool,
}

impl AnswerLine {
    pub fn new(shell: &Shell, answer: &AnswerRow, view: &PeopleView) -> Self {
        let choice = answer.choice.and_then(|choice| view.answer(usize::try_from(choice).ok()?));
        let about = [("age_band", &answer.age_band), ("sex", &answer.sex), ("country", &answer.country)];
        let named = about
            .into_iter()
            .filter_map(|(attribute, value)| Some(wording::value(shell.language, attribute, value.as_deref()?)));
        Self {
            id: answer.id.to_string(),
            choice: choice.unwrap_or("–").to_owned(),
            about: named.collect::<Vec<_>>().join(", "),
            comment: answer.comment.clone(),
            is_comment_hidden: answer.is_comment_hidden,
            answered_at: answer.started_at,
            is_flagged: !answer.flags.is_empty(),
            is_kept: answer.is_kept,
            by_link: answer.by_link,
        }
    }
}
