//! The questionnaire of a report as people are asked it: first who belongs to the audience (`sheet_screening`), then the same
//! questions in the same sequence, one per screen, options in balanced orders, then age, sex and country unless they were asked
//! before. All of these but the choice may be skipped. Answers are stored as places in the report's
//! lists, so they do not depend on the language in which they were given.

use foundation::{Language, OptionId};
use language::Inquiry;
use language::address::{Address, address};
use population::census::{AGE_BANDS, codes::SEXES};
use population::places;
use questionnaire::{Question, QuestionId, QuestionKind, form};
use serde_json::{Map, Value, json};

use super::report::SurveyedReport;
use super::screening::Screening;
use super::sheet_words::{self, Source};

/// Longest open answer, in characters. The page cuts longer ones; here they are refused.
pub const COMMENT_CHARS_MAX: usize = 1000;
/// Most answers that one person may pick in a multiple choice.
const PICKS_MAX: usize = 2;

/// What a survey asks. It is fixed when the survey opens and stored with it (`contract::SheetRecord`).
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    pub language: Language,
    /// The client's question, verbatim.
    pub question: String,
    pub options: Vec<String>,
    pub inquiry: Inquiry,
    pub questions: Vec<Question>,
    /// Orders of the options; people get them in turn.
    pub forms: Vec<Vec<usize>>,
    /// Who is asked; empty for everybody.
    pub screening: Screening,
    /// Whether the choice is the dearest price at which somebody would buy; its last answer is none of the prices. Sheets of
    /// earlier versions asked which price people would choose.
    pub asks_dearest_price: bool,
    /// How the client's question addresses people. Sheets of earlier versions address everybody formally.
    pub address: Address,
}

/// Subject of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// A screening question.
    Screen(Screened),
    /// A question of the questionnaire, by its place.
    Question(usize),
    AgeBand,
    Sex,
    Country,
}

/// What a screening question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screened {
    Age,
    Sex,
    Country,
    /// A condition, by its place.
    Condition(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenKind {
    /// One of some answers.
    One,
    /// Some of some answers.
    Some,
    BestWorst,
    Rating,
    Text,
    /// One of many, in a list that opens.
    Menu,
}

/// One screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Screen {
    pub title: String,
    /// The language that the title is in.
    pub language: Language,
    pub kind: ScreenKind,
    pub choices: Vec<Choice>,
    /// What the lowest and the highest point of a scale mean.
    pub scale: Option<(String, String)>,
    pub may_skip: bool,
    /// Words given before.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is sent back.
    pub value: String,
    pub label: String,
    pub is_picked: bool,
    /// Of best and worst: picked as the worst.
    pub is_worst: bool,
}

/// What a person answered to one screen.
#[derive(Debug, Clone, PartialEq)]
pub struct Given {
    /// `None` where it was skipped.
    pub value: Option<Value>,
    /// The option they chose in the end, where this is that question.
    pub choice: Option<usize>,
    pub comment: Option<String>,
}

/// Why a screen is shown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    Missing,
    Same,
    TooMany,
    TooLong,
    Unknown,
}

impl Sheet {
    /// `seed` decides the orders of options.
    pub fn of(report: SurveyedReport, seed: u64) -> Self {
        let residual = language::served::residual(&report.options);
        let balanced = || form::forms_with_residual(report.options.len(), &residual, seed);
        let forms = report.ladder().map_or_else(balanced, |ladder| form::along(&ladder.rungs));
        Self {
            asks_dearest_price: report.ladder().is_some(),
            address: address(report.language, &report.question, report.screening.only_country()),
            language: report.language,
            question: report.question,
            inquiry: report.inquiry,
            questions: report.questions,
            forms: forms.into_iter().map(|form| form.into_iter().map(|option| option.0).collect()).collect(),
            options: report.options,
            screening: report.screening,
        }
    }

    /// The screens in their sequence.
    pub fn steps(&self) -> Vec<Step> {
        let screened = self.screened();
        let personal = [(Step::AgeBand, Screened::Age), (Step::Sex, Screened::Sex), (Step::Country, Screened::Country)];
        let left = personal.into_iter().filter(|(_, it)| !screened.contains(it)).map(|(step, _)| step);
        let asked = (0..self.questions.len()).map(Step::Question);
        screened.iter().copied().map(Step::Screen).chain(asked).chain(left).collect()
    }

    /// The id of the questionnaire's last question.
    pub fn last_question(&self) -> String {
        self.questions.last().map_or_else(String::new, |question| question.id.to_string())
    }

    /// Key under which the answer to this screen is stored.
    pub fn name(&self, step: Step) -> String {
        match step {
            Step::Question(place) => self.questions[place].id.to_string(),
            Step::Screen(screened) => screened.name(),
            Step::AgeBand => "age_band".to_owned(),
            Step::Sex => "sex".to_owned(),
            Step::Country => "country".to_owned(),
        }
    }

    /// The first screen that a person has not answered or skipped.
    pub fn next(&self, answers: &Map<String, Value>) -> Option<Step> {
        self.steps().into_iter().find(|step| match step {
            Step::Question(place) => {
                let asked = &self.questions[*place];
                !answers.contains_key(&asked.id.to_string()) && !self.is_moot(asked, answers)
            }
            Step::Screen(_) => !answers.contains_key(&self.name(*step)),
            _ => true,
        })
    }

    /// Whether a question is about a price that the person did not name, because they would buy at none.
    fn is_moot(&self, asked: &Question, answers: &Map<String, Value>) -> bool {
        let choice = answers.get(&QuestionId::Preference.to_string()).and_then(Value::as_u64);
        let is_none = self.asks_dearest_price && choice == u64::try_from(self.options.len()).ok();
        is_none && matches!(asked.id, QuestionId::Drivers | QuestionId::Concern | QuestionId::Likelihood)
    }

    pub fn screen(&self, step: Step, language: Language, dealt: usize, answers: &Map<String, Value>) -> Screen {
        let place = match step {
            Step::Question(place) => place,
            Step::Screen(screened) => return self.screening_screen(screened, language, answers),
            _ => return personal_screen(step, language, self.address),
        };
        let asked = &self.questions[place];
        let worded = sheet_words::worded(&self.source(), asked, language);
        let given = answers.get(&asked.id.to_string());
        let kind = match asked.kind {
            QuestionKind::SingleChoice => ScreenKind::One,
            QuestionKind::MultipleChoice => ScreenKind::Some,
            QuestionKind::Rating => ScreenKind::Rating,
            QuestionKind::BestWorst => ScreenKind::BestWorst,
            QuestionKind::OpenText => ScreenKind::Text,
        };
        let choice = |place: usize| Choice {
            value: place.to_string(),
            label: match kind {
                ScreenKind::Rating => (place + 1).to_string(),
                _ => worded.options.get(place).cloned().unwrap_or_else(|| place.to_string()),
            },
            is_picked: given.is_some_and(|given| names(given, place)),
            is_worst: given.and_then(|given| given["worst"].as_u64()) == u64::try_from(place).ok(),
        };
        Screen {
            title: worded.title,
            language: worded.language,
            choices: self.order(asked, dealt, answers).into_iter().map(choice).collect(),
            kind,
            scale: worded.scale,
            may_skip: !asked.id.is_preference(),
            text: given.and_then(Value::as_str).map_or_else(String::new, str::to_owned),
        }
    }

    /// Reads what a person sent for one screen, or says why it must be asked again.
    pub fn read(
        &self,
        step: Step,
        fields: &[(String, String)],
        dealt: usize,
        answers: &Map<String, Value>,
    ) -> Result<Given, Problem> {
        let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
        let nothing = Given { value: None, choice: None, comment: None };
        // Whatever is ticked beside it, who skips says nothing.
        let pick = field("pick").filter(|_| field("skip").is_none());
        let place = match step {
            Step::Question(place) => place,
            Step::Screen(screened) => return self.read_screening(screened, pick),
            _ => return read_personal(step, pick),
        };
        let asked = &self.questions[place];
        let is_choice = asked.id.is_preference();
        if field("skip").is_some() && !is_choice {
            return Ok(nothing);
        }
        read_answer(asked, &self.order(asked, dealt, answers), fields)
    }

    fn source(&self) -> Source<'_> {
        let Self { language, question, inquiry, asks_dearest_price, address, .. } = self;
        let (language, inquiry, asks_dearest_price, address) = (*language, *inquiry, *asks_dearest_price, *address);
        Source { language, question, options: self.options.len(), inquiry, asks_dearest_price, address }
    }

    /// The places of a question's answers in the order that this person gets them.
    fn order(&self, asked: &Question, dealt: usize, answers: &Map<String, Value>) -> Vec<usize> {
        let number = dealt % self.forms.len().max(1);
        let served: Vec<OptionId> =
            self.forms.get(number).map_or_else(Vec::new, |form| form.iter().copied().map(OptionId).collect());
        let places = |options: &[OptionId]| options.iter().map(|option| option.0).collect();
        match (asked.kind, asked.id) {
            (QuestionKind::OpenText, _) => Vec::new(),
            (QuestionKind::Rating, _) => {
                let points = asked.scale.as_ref().map_or(5, |scale| scale.max.saturating_sub(scale.min) + 1);
                (0..usize::from(points)).collect()
            }
            (_, QuestionId::List(part)) => places(form::list(&served, part.saturating_sub(1))),
            (_, QuestionId::Preference) if self.asks_dearest_price => {
                served.iter().map(|option| option.0).chain([self.options.len()]).collect()
            }
            (_, QuestionId::Preference) => self.finalists(answers).unwrap_or_else(|| places(&served)),
            (_, QuestionId::Drivers | QuestionId::Concern) => form::rotated(asked.options.len(), number, 1),
            _ => (0..asked.options.len()).collect(),
        }
    }

    /// After short lists, everyone chooses among the ones they put first themselves.
    fn finalists(&self, answers: &Map<String, Value>) -> Option<Vec<usize>> {
        let lists = self.questions.iter().filter(|asked| asked.kind == QuestionKind::BestWorst);
        let best = |asked: &Question| usize::try_from(answers.get(&asked.id.to_string())?["best"].as_u64()?).ok();
        let finalists: Vec<usize> = lists.filter_map(best).collect();
        (finalists.len() > 1).then_some(finalists)
    }
}

fn names(given: &Value, place: usize) -> bool {
    let is_it = |value: &Value| value.as_u64() == u64::try_from(place).ok();
    match given {
        Value::Array(picks) => picks.iter().any(is_it),
        Value::Object(best_worst) => best_worst.get("best").is_some_and(is_it),
        one => is_it(one),
    }
}

/// Returns the screen that asks for age, sex or country.
pub(super) fn personal_screen(step: Step, language: Language, address: Address) -> Screen {
    let choice =
        |value: &str, label: String| Choice { value: value.to_owned(), label, is_picked: false, is_worst: false };
    let (id, kind, choices) = match step {
        Step::AgeBand => {
            let bands = AGE_BANDS.iter().map(|band| choice(band.code, wording::value(language, "age_band", band.code)));
            ("survey-age", ScreenKind::One, bands.collect())
        }
        Step::Sex => {
            let sexes = SEXES.iter().map(|sex| choice(sex, wording::value(language, "sex", sex)));
            ("survey-sex", ScreenKind::One, sexes.collect())
        }
        _ => {
            let countries = places::countries().values();
            let mut named: Vec<Choice> = countries
                .map(|country| choice(&country.alpha2, wording::value(language, "country", &country.alpha2)))
                .collect();
            wording::sort_by_name(language, &mut named, |choice| choice.label.clone().into());
            ("survey-country", ScreenKind::Menu, named)
        }
    };
    let title = wording::say_to(address, language, id, &[]);
    Screen { title, language, kind, choices, scale: None, may_skip: true, text: String::new() }
}

/// Reads the answer to a screen that asks for age, sex or country.
pub(super) fn read_personal(step: Step, pick: Option<&str>) -> Result<Given, Problem> {
    let is_known = |code: &str| match step {
        Step::AgeBand => AGE_BANDS.iter().any(|band| band.code == code),
        Step::Sex => SEXES.contains(&code),
        _ => places::countries().contains_key(code),
    };
    match pick.filter(|code| !code.is_empty()) {
        None => Ok(Given { value: None, choice: None, comment: None }),
        Some(code) if is_known(code) => Ok(Given { value: Some(json!(code)), choice: None, comment: None }),
        Some(_) => Err(Problem::Unknown),
    }
}

/// Reads the answer to a question of the questionnaire; `offered` are the places of its answers.
fn read_answer(asked: &Question, offered: &[usize], fields: &[(String, String)]) -> Result<Given, Problem> {
    let field = |name: &str| fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str());
    let nothing = Given { value: None, choice: None, comment: None };
    let parse = |text: &str| text.parse().ok().filter(|place| offered.contains(place)).ok_or(Problem::Unknown);
    match asked.kind {
        QuestionKind::OpenText => {
            let text = plain(field("text").unwrap_or(""));
            if text.chars().count() > COMMENT_CHARS_MAX {
                return Err(Problem::TooLong);
            }
            let comment = Some(text).filter(|text| !text.is_empty());
            Ok(Given { value: comment.as_ref().map(|text| json!(text)), choice: None, comment })
        }
        QuestionKind::BestWorst => {
            let best = parse(field("best").ok_or(Problem::Missing)?)?;
            let worst = parse(field("worst").ok_or(Problem::Missing)?)?;
            if best == worst {
                return Err(Problem::Same);
            }
            Ok(Given { value: Some(json!({ "best": best, "worst": worst, "of": offered })), ..nothing })
        }
        QuestionKind::MultipleChoice => {
            let sent = fields.iter().filter(|(field, _)| field == "pick");
            let mut picks: Vec<usize> = sent.map(|(_, value)| parse(value)).collect::<Result<_, _>>()?;
            picks.sort_unstable();
            picks.dedup();
            match picks.len() {
                0 => Err(Problem::Missing),
                1..=PICKS_MAX => Ok(Given { value: Some(json!(picks)), ..nothing }),
                _ => Err(Problem::TooMany),
            }
        }
        QuestionKind::SingleChoice | QuestionKind::Rating => {
            let pick = parse(field("pick").ok_or(Problem::Missing)?)?;
            Ok(Given {
                value: Some(json!(pick)),
                choice: (asked.id == QuestionId::Preference).then_some(pick),
                ..nothing
            })
        }
    }
}

/// Removes control characters from a person's text.
pub fn plain(text: &str) -> String {
    let kept = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
    kept.collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests;
