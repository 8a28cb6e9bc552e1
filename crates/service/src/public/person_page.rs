//! The screens of a survey: introduction, questions and closing notice. The frame is in the participant's language;
//! the client's texts stay as they are.

use askama::Template;
use foundation::Language;
use language::address::Address;

use crate::app::App;
use fieldwork::{Problem, Screen, ScreenKind, Sheet};
use store::Survey;

/// The screen before the first question.
#[derive(Template)]
#[template(path = "survey/intro.html")]
pub(super) struct IntroPage<'a> {
    language: Language,
    token: &'a str,
    question: &'a str,
    question_language: Language,
    /// Who asks, why, what is stored and for how long.
    told: Vec<String>,
    /// The secret of a one-time link.
    link: Option<String>,
}

impl<'a> IntroPage<'a> {
    pub(super) fn new(
        app: &App,
        language: Language,
        survey: &'a Survey,
        sheet: &'a Sheet,
        link: Option<String>,
    ) -> Self {
        let address = sheet.address;
        let say = |id: &str| wording::say_to(address, language, id, &[]);
        let who = match &survey.asker {
            Some(asker) => wording::say(language, "survey-asked-by", &[("asker", asker.as_str().into())]),
            None => say("survey-asked-by-somebody"),
        };
        let kept = match app.config.people_keep_days {
            0 => say("survey-kept-until-deleted"),
            days => wording::say_to(address, language, "survey-kept-days", &[("days", days.into())]),
        };
        Self {
            language,
            token: &survey.token,
            question: &sheet.question,
            question_language: sheet.language,
            told: vec![who, say("survey-why"), say("survey-anonymous"), say("survey-quoted"), kept],
            link,
        }
    }

    fn language(&self) -> Language {
        self.language
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }
}

/// The screen of one question.
#[derive(Template)]
#[template(path = "survey/question.html")]
pub(super) struct QuestionPage<'a> {
    language: Language,
    token: &'a str,
    number: usize,
    steps: usize,
    screen: Screen,
    /// Why the question is asked again.
    problem: Option<String>,
}

impl<'a> QuestionPage<'a> {
    pub(super) fn new(
        (address, language): (Address, Language),
        token: &'a str,
        (number, steps): (usize, usize),
        screen: Screen,
        problem: Option<Problem>,
    ) -> Self {
        let id = |problem: Problem| match problem {
            Problem::Missing => "survey-problem-missing",
            Problem::Same => "survey-problem-same",
            Problem::TooMany => "survey-problem-too-many",
            Problem::TooLong => "survey-problem-too-long",
            Problem::Unknown => "survey-problem-unknown",
        };
        let problem = problem.map(|problem| wording::say_to(address, language, id(problem), &[]));
        Self { language, token, number, steps, screen, problem }
    }

    fn language(&self) -> Language {
        self.language
    }

    fn say(&self, id: &str) -> String {
        wording::say(self.language, id, &[])
    }

    fn place(&self) -> String {
        let figure = |n: &usize| wording::integer(self.language, i64::try_from(*n).unwrap_or(i64::MAX));
        let args = [("n", figure(&self.number).into()), ("of", figure(&self.steps).into())];
        wording::say(self.language, "survey-place", &args)
    }

    fn is(&self, kind: &str) -> bool {
        kind == match self.screen.kind {
            ScreenKind::One => "one",
            ScreenKind::Some => "some",
            ScreenKind::BestWorst => "best_worst",
            ScreenKind::Rating => "rating",
            ScreenKind::Text => "text",
            ScreenKind::Menu => "menu",
        }
    }
}

/// The closing screen, or the reason why there is no question.
#[derive(Template)]
#[template(path = "survey/notice.html")]
pub(super) struct NoticePage {
    language: Language,
    heading: String,
    explanation: String,
}

impl NoticePage {
    pub(super) fn new((address, language): (Address, Language), heading: &str, explanation: &str) -> Self {
        let say = |id: &str| wording::say_to(address, language, id, &[]);
        Self { language, heading: say(heading), explanation: say(explanation) }
    }

    fn language(&self) -> Language {
        self.language
    }
}
