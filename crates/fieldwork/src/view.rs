//! What is shown of people's answers to a report: for each option the forecast, the people and both together, and people's
//! groups where enough of them are known. The stored result is read and never changed.

use contract::ReportResult;
use forecast::together::Answers;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audience::Audience;
use super::joined::{Forecast, Judged, Said, together};
use super::rating::{RatingView, ratings};
use super::ruling::JointRuling;
use super::told::{Answered, People};

/// Smaller groups would tell more of single people than of the group.
const GROUP_BASE_MIN: usize = 20;

/// Raised by every change of what a view says, so that views kept by another release are made anew.
pub const VIEW_VERSION: u32 = 1;

/// A forecast and real people's answers to the same question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PeopleView {
    /// What was asked.
    pub question: String,
    /// Counted people: those whose answer is whole and was not marked as a program's, or was kept by the owner.
    pub people: u32,
    /// People who began and did not finish; they are not counted.
    pub unfinished: u32,
    /// Whole answers that look like a program's; they are not counted until their owner keeps them.
    pub flagged: u32,
    /// In the client's order.
    pub options: Vec<OptionView>,
    /// The option with the largest share by forecast and people together.
    pub first: String,
    /// What forecast and people come to together; null while nobody chose.
    pub verdict: Option<JointRuling>,
    /// Whether asking more people would hardly change the finding.
    pub is_settled: bool,
    /// How many more people would settle it; null where that can't be told.
    pub people_to_settle: Option<u32>,
    /// Means on scales, where people rated.
    pub ratings: Vec<RatingView>,
    /// People's shares by age band, sex and country, where at least 20 of a group chose.
    pub groups: Vec<GroupView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct OptionView {
    pub option: String,
    /// Share by the forecast, as the report has it.
    pub forecast: f64,
    /// The 95 % simulation interval of the forecast.
    pub forecast_interval: [f64; 2],
    /// How many people chose it, before weights.
    pub count: u32,
    /// Share of the people, weighed to the audience's ages, sexes and countries where theirs are known; null while nobody
    /// chose.
    pub people: Option<f64>,
    pub people_interval: Option<[f64; 2]>,
    /// Forecast and people as one estimate of people's share.
    pub together: f64,
    /// 95 % interval of people's share.
    pub together_interval: [f64; 2],
    /// Probability that it is the best by both together: chosen most, or of prices that it earns most; null while nobody
    /// chose.
    pub probability_best: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
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
pub fn view(result: &ReportResult, People { counted: answers, marked, unfinished }: &People) -> PeopleView {
    let (forecast, audience) = (forecast_of(result), Audience::of(result));
    let weights = audience.weights(answers);
    let joined = together(&forecast, &said(&audience, answers));
    let people = count(answers.iter());
    let option = |(place, option): (usize, &String)| OptionView {
        option: option.clone(),
        forecast: forecast.shares[place],
        forecast_interval: forecast.intervals[place],
        count: count(answers.iter().filter(|answer| answer.choice == Some(place))),
        people: joined.people.as_ref().map(|people| people[place].value),
        people_interval: joined.people.as_ref().map(|people| people[place].interval),
        together: joined.options[place].value,
        together_interval: joined.options[place].interval,
        probability_best: joined.best.get(place).copied(),
    };
    let options: Vec<OptionView> = result.research_input.options.iter().enumerate().map(option).collect();
    let shares: Vec<f64> = options.iter().map(|option| option.together).collect();
    let first = options.iter().max_by(|a, b| a.together.total_cmp(&b.together));
    let ruling = |verdict| JointRuling::of(result, &forecast.judged, verdict, &shares, people);
    PeopleView {
        question: result.research_input.question.clone(),
        people,
        unfinished: *unfinished,
        flagged: *marked,
        first: first.map_or_else(String::new, |first| first.option.clone()),
        verdict: joined.verdict.as_ref().map(ruling),
        is_settled: joined.is_settled,
        people_to_settle: joined.people_to_settle,
        ratings: ratings(result, &forecast, answers, &weights),
        groups: groups(options.len(), answers),
        options,
    }
}

pub(super) fn said(audience: &Audience, answers: &[Answered]) -> Said {
    let asked = answers.iter().zip(audience.weights(answers));
    let none = asked.filter_map(|(answer, weight)| Some((usize::from(!answer.told.wants_none?), weight)));
    Said { options: audience.answers(answers), plain: audience.plain_answers(answers), none: Answers::of(none, 2) }
}

/// What a result forecast, in the client's order.
pub(super) fn forecast_of(result: &ReportResult) -> Forecast {
    let options = &result.research_input.options;
    let measured = result.method.calibration.measured.as_ref();
    let found = |option: &String| result.analysis.winner.shares.iter().find(|share| share.option == *option);
    Forecast {
        shares: options.iter().map(|option| found(option).map_or(0.0, |share| share.share)).collect(),
        intervals: options.iter().map(|option| found(option).map_or([0.0, 1.0], |share| share.interval)).collect(),
        effective_size: result.method.effective_size,
        worth: measured.map_or_else(Vec::new, |measured| measured.worth.clone()),
        judged: judged(result),
        none: result.analysis.acceptance.as_ref().map(|acceptance| acceptance.share_none),
    }
}

fn judged(result: &ReportResult) -> Judged {
    let options = &result.research_input.options;
    let places = |names: &mut dyn Iterator<Item = &String>| -> Option<Vec<usize>> {
        names.map(|name| options.iter().position(|option| option == name)).collect()
    };
    if let Some(scale) = &result.analysis.scale
        && let Some(steps) = places(&mut scale.steps.iter())
        && let Some(top) = places(&mut scale.top_steps.iter())
    {
        return Judged::ByUpperEnd { steps, top };
    }
    if let Some(price) = &result.analysis.price
        && let Some(rungs) = places(&mut price.points.iter().map(|point| &point.option))
    {
        return Judged::ByRevenue { rungs, amounts: price.points.iter().map(|point| point.amount).collect() };
    }
    Judged::ByChoice
}

/// By the weights that people came with: within a group, the audience's margins say nothing.
fn groups(options: usize, people: &[Answered]) -> Vec<GroupView> {
    type Of = fn(&Answered) -> Option<&String>;
    let attributes: [(&str, Of); 3] = [
        ("age_band", |person| person.age_band.as_ref()),
        ("sex", |person| person.sex.as_ref()),
        ("country", |person| person.country.as_ref()),
    ];
    let mut groups = Vec::new();
    for (attribute, of) in attributes {
        let values: std::collections::BTreeSet<&String> = people.iter().filter_map(of).collect();
        for value in values {
            let inside = people.iter().filter(|person| of(person) == Some(value));
            let chose = inside.filter_map(|person| Some((person.choice.filter(|at| *at < options)?, person.weight)));
            let chose: Vec<(usize, f64)> = chose.collect();
            if chose.len() < GROUP_BASE_MIN {
                continue;
            }
            let (people, shares) = (count(chose.iter()), statistics::weighted_shares(chose.into_iter(), options));
            groups.push(GroupView { attribute: attribute.to_owned(), value: value.clone(), people, shares });
        }
    }
    groups
}

fn count(of: impl Iterator) -> u32 {
    u32::try_from(of.count()).unwrap_or(u32::MAX)
}
