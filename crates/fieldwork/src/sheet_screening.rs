//! Screening questions: age, sex and country, then each further condition of the audience as yes or no. An answer is stored
//! under a key of its own as `{"pick": …, "fits": …}`, a skipped question as null, so that the store can tell who is
//! screened out without knowing the audience.

use foundation::Language;
use serde_json::{Map, Value, json};

use super::screening::Ages;
use super::sheet::{Choice, Given, Problem, Screen, ScreenKind, Screened, Sheet, Step, personal_screen, read_personal};

impl Screened {
    /// Key under which the answer is stored.
    pub(super) fn name(self) -> String {
        match self {
            Self::Age => "screen_age".to_owned(),
            Self::Sex => "screen_sex".to_owned(),
            Self::Country => "screen_country".to_owned(),
            Self::Condition(place) => format!("screen_{}", place + 1),
        }
    }
}

impl Sheet {
    /// Returns the screening questions in their sequence.
    pub fn screened(&self) -> Vec<Screened> {
        let screening = &self.screening;
        let personal = [
            (Screened::Age, screening.ages.is_some()),
            (Screened::Sex, !screening.sexes.is_empty()),
            (Screened::Country, !screening.countries.is_empty()),
        ];
        let personal = personal.into_iter().filter_map(|(screened, is_asked)| is_asked.then_some(screened));
        personal.chain((0..screening.conditions.len()).map(Screened::Condition)).collect()
    }

    /// Returns the keys of the answers to screening questions.
    pub fn screening_names(&self) -> Vec<String> {
        self.screened().into_iter().map(Screened::name).collect()
    }

    pub(super) fn screening_screen(
        &self,
        screened: Screened,
        language: Language,
        answers: &Map<String, Value>,
    ) -> Screen {
        let screen = match screened {
            Screened::Age => self.age_screen(language),
            Screened::Sex => personal_screen(Step::Sex, language, self.address),
            Screened::Country => personal_screen(Step::Country, language, self.address),
            Screened::Condition(place) => self.condition_screen(place, language),
        };
        let given = answers.get(&screened.name());
        let picked = given.and_then(|given| given["range"].as_str().or_else(|| given["pick"].as_str()));
        let choices = screen.choices.into_iter();
        Screen {
            choices: choices
                .map(|choice| Choice { is_picked: Some(choice.value.as_str()) == picked, ..choice })
                .collect(),
            ..screen
        }
    }

    pub(super) fn read_screening(&self, screened: Screened, pick: Option<&str>) -> Result<Given, Problem> {
        let value = match (screened, pick.filter(|pick| !pick.is_empty())) {
            (_, None) => None,
            (Screened::Age, Some(pick)) => Some(self.read_age(pick).ok_or(Problem::Unknown)?),
            (Screened::Condition(_), Some(pick @ ("yes" | "no"))) => {
                Some(json!({ "pick": pick, "fits": pick == "yes" }))
            }
            (Screened::Condition(_), Some(_)) => return Err(Problem::Unknown),
            (Screened::Sex, pick) => self.read_code(Step::Sex, pick, &self.screening.sexes)?,
            (Screened::Country, pick) => self.read_code(Step::Country, pick, &self.screening.countries)?,
        };
        Ok(Given { value, choice: None, comment: None })
    }

    fn read_code(&self, step: Step, pick: Option<&str>, wanted: &[String]) -> Result<Option<Value>, Problem> {
        let code = read_personal(step, pick)?.value;
        let fits = |code: &Value| wanted.iter().any(|wanted| code == wanted.as_str());
        Ok(code.map(|code| json!({ "fits": fits(&code), "pick": code })))
    }

    fn read_age(&self, pick: &str) -> Option<Value> {
        let ranges = self.screening.age_ranges();
        let (ages, band) = ranges.into_iter().find(|(ages, _)| code(*ages) == pick)?;
        let fits = self.screening.fits_ages(ages);
        Some(json!({ "range": pick, "pick": band.map(|band| band.code), "fits": fits }))
    }

    fn age_screen(&self, language: Language) -> Screen {
        let ranges = self.screening.age_ranges().into_iter();
        Screen {
            choices: ranges.map(|(ages, _)| choice(&code(ages), wording::ages(language, ages))).collect(),
            ..personal_screen(Step::AgeBand, language, self.address)
        }
    }

    fn condition_screen(&self, place: usize, language: Language) -> Screen {
        let words = self.screening.conditions.get(place).map_or("", String::as_str);
        Screen {
            title: wording::say_to(self.address, language, "survey-condition", &[("words", words.into())]),
            language,
            kind: ScreenKind::One,
            choices: [("yes", "survey-yes"), ("no", "survey-no")]
                .map(|(value, id)| choice(value, wording::say(language, id, &[])))
                .to_vec(),
            scale: None,
            may_skip: true,
            text: String::new(),
        }
    }
}

fn choice(value: &str, label: String) -> Choice {
    Choice { value: value.to_owned(), label, is_picked: false, is_worst: false }
}

/// Returns the code of an age range: `25-29`, or `65+` without an upper end.
fn code((first, last): Ages) -> String {
    last.map_or_else(|| format!("{first}+"), |last| format!("{first}-{last}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screening::Screening;

    fn sheet(screening: Screening) -> Sheet {
        Sheet {
            language: Language::En,
            question: "Which?".to_owned(),
            options: vec!["A".to_owned(), "B".to_owned()],
            inquiry: language::Inquiry::default(),
            questions: Vec::new(),
            asks_dearest_price: false,
            forms: vec![vec![0, 1]],
            screening,
            address: language::address::Address::Formal,
        }
    }

    fn women_who_drink_coffee() -> Screening {
        Screening {
            ages: Some((25, Some(35))),
            sexes: vec!["female".to_owned()],
            countries: Vec::new(),
            conditions: vec!["who drink coffee".to_owned()],
        }
    }

    #[test]
    fn without_filters_nothing_is_asked_before_the_questionnaire() {
        assert_eq!(sheet(Screening::default()).steps(), [Step::AgeBand, Step::Sex, Step::Country]);
    }

    #[test]
    fn what_was_asked_to_screen_is_not_asked_again_at_the_end() {
        let steps = sheet(women_who_drink_coffee()).steps();
        let screened = [Screened::Age, Screened::Sex, Screened::Condition(0)].map(Step::Screen);
        assert_eq!(steps, [&screened[..], &[Step::Country]].concat());
    }

    #[test]
    fn an_answer_says_whether_it_fits_and_a_skipped_question_says_nothing() {
        let sheet = sheet(women_who_drink_coffee());
        let read = |screened, pick| sheet.read_screening(screened, pick).map(|given| given.value);
        let age = |range: &str, band: Option<&str>, fits: bool| {
            Ok(Some(json!({ "range": range, "pick": band, "fits": fits })))
        };
        assert_eq!(read(Screened::Age, Some("30-35")), age("30-35", Some("30-44"), true));
        assert_eq!(read(Screened::Age, Some("36-44")), age("36-44", Some("30-44"), false));
        assert_eq!(read(Screened::Age, Some("0-17")), age("0-17", None, false));
        assert_eq!(read(Screened::Sex, Some("male")), Ok(Some(json!({ "pick": "male", "fits": false }))));
        assert_eq!(read(Screened::Condition(0), Some("yes")), Ok(Some(json!({ "pick": "yes", "fits": true }))));
        assert_eq!(read(Screened::Condition(0), None), Ok(None));
        for (screened, unknown) in [(Screened::Age, "31"), (Screened::Sex, "x"), (Screened::Condition(0), "maybe")] {
            assert_eq!(read(screened, Some(unknown)), Err(Problem::Unknown));
        }
    }

    #[test]
    fn a_screening_question_shows_what_was_answered_before_in_every_language() {
        let sheet = sheet(women_who_drink_coffee());
        let answers = json!({ "screen_age": { "range": "30-35", "pick": "30-44", "fits": true } });
        for language in Language::ALL {
            let screen = sheet.screening_screen(Screened::Age, language, answers.as_object().unwrap());
            let picked: Vec<&str> =
                screen.choices.iter().filter(|it| it.is_picked).map(|it| it.value.as_str()).collect();
            assert_eq!((picked, screen.choices.len(), screen.may_skip), (vec!["30-35"], 7, true));
            let condition = sheet.screening_screen(Screened::Condition(0), language, &Map::new());
            assert!(condition.title.contains("who drink coffee") && !condition.title.contains("survey-"));
        }
    }
}
