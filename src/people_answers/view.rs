//! What is shown of people's answers to a report: for each option the forecast, the people and both together, and people's
//! groups where enough of them are known. The stored result is read and never changed.

use contract::ReportResult;
use serde::Serialize;
use utoipa::ToSchema;

use super::joined::{Counted, Forecast, own_shares, together};

/// Smaller groups would tell more of single people than of the group.
const GROUP_BASE_MIN: usize = 20;

/// One person's answer as far as it is counted.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// `None` where they gave up before they chose.
    pub choice: Option<usize>,
    pub weight: f64,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
    pub is_complete: bool,
    pub is_flagged: bool,
}

/// A forecast and real people's answers to the same question.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PeopleView {
    /// What was asked.
    pub question: String,
    /// People who chose an option, finished or not.
    pub people: u32,
    /// Those of them and others who gave up before the end; what they answered counts.
    pub unfinished: u32,
    /// Answers that look like a program's; they count until their owner deletes them.
    pub flagged: u32,
    /// In the client's order.
    pub options: Vec<OptionView>,
    /// The option that is first by forecast and people together.
    pub first: String,
    /// Whether asking more people would not change which option is first.
    pub is_settled: bool,
    /// How many more people would settle it; null where that can't be told.
    pub people_to_settle: Option<u32>,
    /// People's shares by age band, sex and country, where at least 20 of a group chose.
    pub groups: Vec<GroupView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct OptionView {
    pub option: String,
    /// Share by the forecast, as the report has it.
    pub forecast: f64,
    /// The 95 % simulation interval of the forecast.
    pub forecast_interval: [f64; 2],
    /// How many people chose it, before weights.
    pub count: u32,
    /// Weighted share of the people; null while nobody chose.
    pub people: Option<f64>,
    pub people_interval: Option<[f64; 2]>,
    /// Forecast and people as one estimate of people's share.
    pub together: f64,
    /// 95 % interval of people's share.
    pub together_interval: [f64; 2],
}

#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct GroupView {
    /// `age_band`, `sex` or `country`.
    pub attribute: String,
    pub value: String,
    /// How many people of the group chose.
    pub people: u32,
    /// In the client's order.
    pub shares: Vec<f64>,
}

/// What is shown of a result and the people who answered.
pub fn view(result: &ReportResult, answers: &[Answered]) -> PeopleView {
    let options = &result.research_input.options;
    let forecast = forecast(result);
    let people: Vec<Counted> = answers.iter().filter_map(|answer| counted(answer, options.len())).collect();
    let joined = together(&forecast, &people);
    let option = |(place, option): (usize, &String)| OptionView {
        option: option.clone(),
        forecast: forecast.shares[place],
        forecast_interval: forecast.intervals[place],
        count: count(people.iter().filter(|person| person.choice == place)),
        people: joined.people.as_ref().map(|shares| shares[place]),
        people_interval: joined.people_intervals.as_ref().map(|intervals| intervals[place]),
        together: joined.shares[place],
        together_interval: joined.intervals[place],
    };
    let options: Vec<OptionView> = options.iter().enumerate().map(option).collect();
    let first = options.iter().max_by(|a, b| a.together.total_cmp(&b.together));
    PeopleView {
        question: result.research_input.question.clone(),
        people: count(people.iter()),
        unfinished: count(answers.iter().filter(|answer| !answer.is_complete)),
        flagged: count(answers.iter().filter(|answer| answer.is_flagged)),
        first: first.map_or_else(String::new, |first| first.option.clone()),
        is_settled: joined.is_settled,
        people_to_settle: joined.people_to_settle,
        groups: groups(options.len(), &people),
        options,
    }
}

/// What a result forecast, in the client's order.
pub(super) fn forecast(result: &ReportResult) -> Forecast {
    let options = &result.research_input.options;
    let found = |option: &String| result.analysis.winner.shares.iter().find(|share| share.option == *option);
    let measured = result.method.calibration.measured.as_ref();
    Forecast {
        shares: options.iter().map(|option| found(option).map_or(0.0, |share| share.share)).collect(),
        intervals: options.iter().map(|option| found(option).map_or([0.0, 1.0], |share| share.interval)).collect(),
        effective_size: result.method.effective_size,
        worth: measured.map_or_else(Vec::new, |measured| measured.worth.clone()),
    }
}

pub(super) fn counted(answer: &Answered, options: usize) -> Option<Counted> {
    Some(Counted {
        choice: answer.choice.filter(|choice| *choice < options)?,
        weight: answer.weight,
        age_band: answer.age_band.clone(),
        sex: answer.sex.clone(),
        country: answer.country.clone(),
    })
}

fn groups(options: usize, people: &[Counted]) -> Vec<GroupView> {
    type Of = fn(&Counted) -> Option<&String>;
    let attributes: [(&str, Of); 3] = [
        ("age_band", |person| person.age_band.as_ref()),
        ("sex", |person| person.sex.as_ref()),
        ("country", |person| person.country.as_ref()),
    ];
    let mut groups = Vec::new();
    for (attribute, of) in attributes {
        let values: std::collections::BTreeSet<&String> = people.iter().filter_map(of).collect();
        for value in values {
            let inside: Vec<Counted> = people.iter().filter(|person| of(person) == Some(value)).cloned().collect();
            if inside.len() < GROUP_BASE_MIN {
                continue;
            }
            let Some((shares, _)) = own_shares(options, &inside) else { continue };
            let people = count(inside.iter());
            groups.push(GroupView { attribute: attribute.to_owned(), value: value.clone(), people, shares });
        }
    }
    groups
}

fn count(of: impl Iterator) -> u32 {
    u32::try_from(of.count()).unwrap_or(u32::MAX)
}
