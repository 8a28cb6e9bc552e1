//! The conversion of a stored result into what `fieldwork` works on, and of a survey's sheet to and from its stored form.

use fieldwork::{Audience, Criterion, Forecast, Ladder, Member, Screening, Sheet, SurveyedReport};
use forecast::dearest_shares;
use forecast::joint::EffectiveSize;
use foundation::Language;
use population::Attribute;
use questionnaire::QuestionId;
use serde::{Deserialize, Serialize};

use crate::ids::{LIKELIHOOD, PREFERENCE};
use crate::mirrored::Address;
use crate::{
    AskedOf, AudienceBasis, AudienceFilters, AudienceSource, Estimator, Everyone, Inquiry, Question, ReportResult,
    Scale,
};

/// Name of the engine whose answers no model made.
const SCRIPTED: &str = "scripted";

/// Returns the report behind a result as `fieldwork` uses it. A question with an unknown id is left out.
pub fn surveyed(result: &ReportResult) -> SurveyedReport {
    let input = &result.research_input;
    SurveyedReport {
        language: input.language,
        question: input.question.clone(),
        options: input.options.clone(),
        inquiry: input.optimized.inquiry.into(),
        questions: result.sample_data.questionnaire.questions.iter().filter_map(of_wire).collect(),
        forecast: forecast(result),
        audience: Audience::new(members(result), answers(result).len()),
        screening: screening(&input.audience_filters, input.language),
        likelihood: likelihood(result),
    }
}

/// Returns who belongs to the audience. Adults need no screening, and neither do countries that were inferred from the account
/// or from the language of the question: they tell whom the forecast is for, and exclude nobody.
fn screening(filters: &AudienceFilters, language: Language) -> Screening {
    const ADULT_AGE: u8 = 18;
    let is_named = filters.source == AudienceSource::Given && filters.basis.is_empty();
    let are_countries_named = is_named || filters.basis == [AudienceBasis::Question];
    let age_min = filters.age_min.unwrap_or(ADULT_AGE).max(ADULT_AGE);
    let sexes = filters.coded.codes(Attribute::Sex);
    Screening {
        ages: (age_min > ADULT_AGE || filters.age_max.is_some()).then_some((age_min, filters.age_max)),
        sexes: if sexes.len() == 1 { sexes.to_vec() } else { Vec::new() },
        countries: if are_countries_named { filters.countries.clone() } else { Vec::new() },
        conditions: wording::audience::conditions(&filters.filters(), language),
    }
}

fn forecast(result: &ReportResult) -> Forecast {
    let options = &result.research_input.options;
    let measured = result.method.calibration.measured.as_ref();
    let found = |option: &String| result.analysis.winner.shares.iter().find(|share| share.option == *option);
    let criterion = criterion(result);
    let shares: Vec<f64> = options.iter().map(|option| found(option).map_or(0.0, |share| share.share)).collect();
    Forecast {
        shares: match &criterion {
            Criterion::DearestPrice(ladder) => dearest_shares(&shares, &ladder.rungs),
            _ => shares,
        },
        intervals: options.iter().map(|option| found(option).map_or([0.0, 1.0], |share| share.interval)).collect(),
        effective_size: result.method.effective_size,
        effective_sizes: match measured {
            // Scripted shares are made up: people decide.
            _ if result.method.engine == SCRIPTED => EffectiveSize::least().steps(),
            Some(measured) => measured.worth.clone(),
            None => Vec::new(),
        },
        criterion,
        none: result.analysis.acceptance.as_ref().map(|acceptance| acceptance.share_none),
    }
}

fn criterion(result: &ReportResult) -> Criterion {
    let options = &result.research_input.options;
    let places = |names: &mut dyn Iterator<Item = &String>| -> Option<Vec<usize>> {
        names.map(|name| options.iter().position(|option| option == name)).collect()
    };
    if let Some(scale) = &result.analysis.scale
        && let Some(steps) = places(&mut scale.steps.iter())
        && let Some(top) = places(&mut scale.top_steps.iter())
    {
        return Criterion::UpperEnd { steps, top };
    }
    if let Some(price) = &result.analysis.price
        && let Some(rungs) = places(&mut price.points.iter().map(|point| &point.option))
    {
        let amounts = price.points.iter().map(|point| point.amount).collect();
        return match result.analysis.winner.estimator {
            Estimator::WouldBuy => Criterion::DearestPrice(Ladder { rungs, amounts }),
            _ => Criterion::Revenue { rungs, amounts },
        };
    }
    Criterion::Choice
}

/// Returns the answers to the choice: the client's options, and of prices last that none of them will do.
fn answers(result: &ReportResult) -> &[String] {
    let asked = result.sample_data.questionnaire.questions.iter().find(|question| question.id == PREFERENCE);
    let is_dearest = result.analysis.winner.estimator == Estimator::WouldBuy;
    let prices =
        asked.filter(|question| is_dearest && question.options.len() == result.research_input.options.len() + 1);
    prices.map_or(&result.research_input.options, |question| &question.options)
}

fn members(result: &ReportResult) -> impl Iterator<Item = Member> {
    let answers = answers(result);
    result.sample_data.respondents.iter().map(move |respondent| {
        let chances = respondent.distributions.get(PREFERENCE);
        let chance = |option: &String| chances.and_then(|chances| chances.get(option).copied());
        Member {
            groups: [Attribute::Age, Attribute::Sex, Attribute::Country]
                .map(|attribute| respondent.profile.group(attribute)),
            weight: respondent.weight,
            forecast: answers.iter().map(chance).collect::<Option<_>>().unwrap_or_else(Vec::new),
        }
    })
}

/// Returns the weighted forecast of each step of the likelihood question.
fn likelihood(result: &ReportResult) -> Option<Vec<f64>> {
    let asked = result.sample_data.questionnaire.questions.iter().find(|question| question.id == LIKELIHOOD)?;
    let scale = asked.scale.as_ref()?;
    let mut shares = vec![0.0; usize::from(scale.max.saturating_sub(scale.min)) + 1];
    for respondent in &result.sample_data.respondents {
        let Some(chances) = respondent.distributions.get(LIKELIHOOD) else { continue };
        for (step, share) in (scale.min..=scale.max).zip(&mut shares) {
            *share += respondent.weight * chances.get(&step.to_string()).copied().unwrap_or(0.0);
        }
    }
    (shares.iter().sum::<f64>() > 0.0).then_some(shares)
}

/// A survey's sheet as it is stored with the survey.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SheetRecord {
    language: Language,
    question: String,
    options: Vec<String>,
    inquiry: Inquiry,
    questions: Vec<Question>,
    forms: Vec<Vec<usize>>,
    /// Absent in sheets of earlier versions, which asked which price people would choose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    asks_dearest_price: bool,
    /// Absent where people are addressed formally, as in sheets of earlier versions.
    #[serde(default, skip_serializing_if = "Address::is_formal")]
    address: Address,
    /// Sheets of earlier releases have none and screen nobody.
    #[serde(default, skip_serializing_if = "ScreeningRecord::is_empty")]
    screening: ScreeningRecord,
}

/// Who belongs to the audience, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct ScreeningRecord {
    #[serde(default)]
    age_min: Option<u8>,
    #[serde(default)]
    age_max: Option<u8>,
    #[serde(default)]
    sexes: Vec<String>,
    #[serde(default)]
    countries: Vec<String>,
    #[serde(default)]
    conditions: Vec<String>,
}

impl ScreeningRecord {
    fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl From<Screening> for ScreeningRecord {
    fn from(screening: Screening) -> Self {
        let Screening { ages, sexes, countries, conditions } = screening;
        let (age_min, age_max) = ages.map_or((None, None), |(min, max)| (Some(min), max));
        Self { age_min, age_max, sexes, countries, conditions }
    }
}

impl From<ScreeningRecord> for Screening {
    fn from(record: ScreeningRecord) -> Self {
        let ScreeningRecord { age_min, age_max, sexes, countries, conditions } = record;
        Self { ages: age_min.map(|min| (min, age_max)), sexes, countries, conditions }
    }
}

impl From<Sheet> for SheetRecord {
    fn from(sheet: Sheet) -> Self {
        let Sheet { language, question, options, inquiry, questions, forms, screening, asks_dearest_price, address } =
            sheet;
        let questions = questions.iter().map(Question::from).collect();
        let (inquiry, screening, address) = (inquiry.into(), screening.into(), address.into());
        Self { language, question, options, inquiry, questions, forms, screening, asks_dearest_price, address }
    }
}

impl From<SheetRecord> for Sheet {
    fn from(record: SheetRecord) -> Self {
        let SheetRecord {
            language,
            question,
            options,
            inquiry,
            questions,
            forms,
            screening,
            asks_dearest_price,
            address,
        } = record;
        let questions = questions.iter().filter_map(of_wire).collect();
        let (inquiry, screening, address) = (inquiry.into(), screening.into(), address.into());
        Self { language, question, options, inquiry, questions, forms, screening, asks_dearest_price, address }
    }
}

fn of_wire(question: &Question) -> Option<questionnaire::Question> {
    let scale = |scale: &Scale| questionnaire::Scale {
        min: scale.min,
        max: scale.max,
        min_label: scale.min_label.clone(),
        max_label: scale.max_label.clone(),
    };
    Some(questionnaire::Question {
        id: question.id.parse::<QuestionId>().ok()?,
        title: question.title.clone(),
        kind: question.kind.into(),
        options: question.options.clone(),
        scale: question.scale.as_ref().map(scale),
        asked_of: match question.asked_of {
            AskedOf::Everyone(Everyone::All) => None,
            AskedOf::Some(count) => Some(count),
        },
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn screened_by(filters: Value) -> Screening {
        screening(&serde_json::from_value(filters).unwrap(), Language::En)
    }

    #[test]
    fn every_filter_that_somebody_named_screens() {
        let women = screened_by(json!({
            "description": "", "countries": ["MX"], "regions": ["MX/Jalisco"], "age_min": 30, "age_max": 44,
            "sexes": ["female"], "traits": ["who drink coffee"], "source": "given"
        }));
        assert_eq!(
            (women.ages, women.sexes, women.countries),
            (Some((30, Some(44))), vec!["female".to_owned()], vec!["MX".to_owned()])
        );
        assert_eq!(women.conditions, ["in Jalisco (Mexico)", "who drink coffee"]);
    }

    #[test]
    fn adults_of_countries_that_were_inferred_are_not_screened() {
        for basis in ["account", "language"] {
            let adults = json!({
                "description": "", "countries": ["GB", "US"], "age_min": 18, "source": "inferred", "basis": [basis]
            });
            assert!(screened_by(adults).is_empty(), "{basis}");
        }
        let named = json!({ "description": "", "countries": ["ES"], "age_min": 18, "source": "inferred", "basis": ["question"] });
        assert_eq!(screened_by(named).countries, ["ES"]);
    }

    #[test]
    fn only_countries_that_somebody_named_screen_people() {
        let countries = |source: &str, basis: &[&str]| {
            let filters = json!({ "description": "", "countries": ["IE"], "source": source, "basis": basis });
            screening(&serde_json::from_value(filters).unwrap(), Language::En).countries
        };
        for (source, basis) in [("given", &[][..]), ("given", &["question"]), ("inferred", &["question"])] {
            assert_eq!(countries(source, basis), ["IE"], "{source} {basis:?}");
        }
        for (source, basis) in [
            ("given", &["account"][..]),
            ("given", &["language"]),
            ("inferred", &["question", "account"]),
            ("inferred", &["language"]),
        ] {
            assert!(countries(source, basis).is_empty(), "{source} {basis:?}");
        }
    }

    #[test]
    fn a_sheet_keeps_its_screening_and_one_of_an_earlier_release_has_none() {
        let old = json!({
            "language": "en", "question": "Which?", "options": ["A", "B"], "inquiry": "naming", "questions": [], "forms": [[0, 1]]
        });
        let record: SheetRecord = serde_json::from_value(old.clone()).unwrap();
        let mut sheet = Sheet::from(record.clone());
        assert!(sheet.screening.is_empty());
        assert_eq!(serde_json::to_value(&record).unwrap(), old, "and is stored as it was");
        sheet.screening =
            Screening { ages: Some((30, None)), conditions: vec!["x".to_owned()], ..Screening::default() };
        let stored = serde_json::to_string(&SheetRecord::from(sheet.clone())).unwrap();
        assert_eq!(Sheet::from(serde_json::from_str::<SheetRecord>(&stored).unwrap()), sheet);
    }

    #[test]
    fn a_sheet_stored_before_the_dearest_price_was_asked_for_keeps_its_question() {
        let stored = json!({
            "language": "en", "question": "Which price?", "options": ["$5", "$8"], "inquiry": "pricing", "questions": [],
            "forms": [[0, 1], [1, 0]],
        });
        let earlier: SheetRecord = serde_json::from_value(stored.clone()).unwrap();
        assert_eq!(serde_json::to_value(&earlier).unwrap(), stored, "it is written as it was");
        assert!(!Sheet::from(earlier.clone()).asks_dearest_price);
        let newer = SheetRecord { asks_dearest_price: true, ..earlier };
        let read: SheetRecord = serde_json::from_value(serde_json::to_value(&newer).unwrap()).unwrap();
        assert!(Sheet::from(read).asks_dearest_price);
    }
}
