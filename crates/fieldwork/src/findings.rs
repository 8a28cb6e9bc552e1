//! Figures that are shown of people's answers to a report: per option the forecast, the people and the joint estimate, and
//! shares by group where the group is large enough.

use analysis::Verdict;
use forecast::joint::{Answers, Estimate, PeopleNeeded};

use super::answer::{CountedAnswer, People};
use super::audience::{Audience, MissingGroup};
use super::comments::{CommentThemes, comment_themes};
use super::disclosure::{Disclosure, disclosure};
use super::joint::{Responses, is_settled, joint};
use super::motives::{Motives, motives};
use super::prices::Ladder;
use super::rating::{Rating, ratings};
use super::report::SurveyedReport;
use questionnaire::QuestionId;

/// Groups with fewer people are not shown, so that no single person's answer can be inferred.
const GROUP_PEOPLE_MIN: usize = 20;
/// Fewest people outside the shown groups of an attribute, if there are any.
const OUTSIDE_PEOPLE_MIN: usize = 5;

/// With a larger share of people of unknown eligibility, those outside the audience could decide which option leads.
const UNKNOWN_SHARE_MAX: f64 = 0.1;

/// Why a study is not settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsettled {
    /// Groups of the audience are missing: [`Findings::missing`].
    MissingGroups,
    /// Of more than a tenth of the people it is not known whether they belong to the audience.
    UnknownEligibility,
    /// Bounded weights leave the people unlike the audience.
    WeightAtBound,
    /// The answers do not prove it yet.
    Evidence,
}

/// A forecast and real people's answers to the same question.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// Number of counted people.
    pub people: usize,
    pub unfinished: u32,
    pub flagged: u32,
    /// Number of people who do not belong to the audience; they are in no figure.
    pub screened_out: u32,
    /// Number of counted people who are not known to belong to the audience.
    pub unknown_eligibility: usize,
    /// Groups of the audience of which hardly anybody answered.
    pub missing: Vec<MissingGroup>,
    /// In the client's order.
    pub options: Vec<OptionFindings>,
    /// See [`super::Joint::upper_end`].
    pub upper_end: Option<Estimate>,
    /// `None` where nobody chose.
    pub verdict: Option<Verdict>,
    /// Whether the stopping rule is met ([`super::Joint::is_settled`]) and the people can stand for the audience.
    pub is_settled: bool,
    /// Every reason why it is not settled; empty where it is, or nobody chose.
    pub unsettled: Vec<Unsettled>,
    /// See [`super::Joint::people_needed`].
    pub people_needed: Option<PeopleNeeded>,
    pub ratings: Vec<Rating>,
    /// By age band, sex and country.
    pub groups: Vec<GroupShares>,
    /// Number of people in every group, and of those whose group is not known. Those of one attribute add up to the people.
    pub sizes: Vec<GroupSize>,
    /// Reasons and main concerns; `None` where nobody gave any.
    pub reasons: Option<Motives>,
    pub concerns: Option<Motives>,
    pub comments: CommentThemes,
    pub disclosure: Disclosure,
}

/// Figures of one option.
#[derive(Debug, Clone, PartialEq)]
pub struct OptionFindings {
    /// Share by the forecast, with its 95 % simulation interval. Of prices, all shares are of those who would buy.
    pub forecast: Estimate,
    /// Number of people who chose it, or who would buy at it, unweighted.
    pub count: usize,
    /// Weighted share of the people; `None` where nobody chose.
    pub people: Option<Estimate>,
    /// Joint estimate with a 95 % credible interval.
    pub joint: Estimate,
    /// Probability that it is the best by the report's criterion; `None` where nobody chose.
    pub probability_best: Option<f64>,
}

/// People's shares in one group.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupShares {
    /// `age_band`, `sex` or `country`.
    pub attribute: &'static str,
    pub value: String,
    /// Number of people of the group who chose.
    pub people: usize,
    /// In the client's order.
    pub shares: Vec<f64>,
}

/// Number of people in one group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupSize {
    /// `age_band`, `sex` or `country`.
    pub attribute: &'static str,
    /// `None`: not stated.
    pub value: Option<String>,
    pub people: usize,
}

/// Returns the figures for a report and the people who answered.
pub fn findings(report: &SurveyedReport, people: &People) -> Findings {
    let people = &people.screened(&report.screening);
    let answers = &people.counted;
    let (forecast, audience) = (&report.forecast, &report.audience);
    let responses = responses(audience, answers);
    let joint = joint(forecast, &responses);
    let unsettled = unsettled_by(report, people, &responses);
    let shown = forecast.option_shares();
    let option = |place: usize| OptionFindings {
        forecast: Estimate { value: shown[place], interval: forecast.intervals[place] },
        count: answers
            .iter()
            .filter(|answer| answer.choice.is_some_and(|choice| counts(report, choice, place)))
            .count(),
        people: joint.people.as_ref().map(|people| people[place]),
        joint: joint.options[place],
        probability_best: joint.best.get(place).copied(),
    };
    Findings {
        people: answers.len(),
        unfinished: people.unfinished,
        flagged: people.flagged,
        screened_out: people.screened_out,
        unknown_eligibility: people.unknown_eligibility(),
        missing: audience.missing(answers),
        options: (0..report.options.len()).map(option).collect(),
        ratings: ratings(report, answers, &audience.weights(answers)),
        groups: without_inferable(groups(report, answers), answers),
        sizes: sizes(answers),
        reasons: motives(report, QuestionId::Drivers, answers),
        concerns: motives(report, QuestionId::Concern, answers),
        comments: comment_themes(report, answers),
        disclosure: disclosure(report, people, answers),
        is_settled: joint.verdict.is_some() && unsettled.is_empty(),
        upper_end: joint.upper_end,
        verdict: joint.verdict,
        unsettled,
        people_needed: joint.people_needed,
    }
}

/// Returns whether a choice counts for an option: it is that option, or of prices one at which the person would buy.
fn counts(report: &SurveyedReport, choice: usize, option: usize) -> bool {
    report.ladder().map_or(choice == option, |ladder| ladder.buys(choice, option))
}

/// Returns every reason why a study is not settled; may be called after every answer. Empty if it is settled or nobody chose.
pub fn unsettled(report: &SurveyedReport, people: &People) -> Vec<Unsettled> {
    let people = people.screened(&report.screening);
    unsettled_by(report, &people, &responses(&report.audience, &people.counted))
}

fn unsettled_by(report: &SurveyedReport, people: &People, responses: &Responses) -> Vec<Unsettled> {
    let (forecast, audience, answers) = (&report.forecast, &report.audience, &people.counted);
    if responses.options.size() <= 0.0 {
        return Vec::new();
    }
    // Tempered weights leave a part of the skew, for which the stopping rule has no bound: full weights must agree.
    let raked = || Responses { unadjusted: audience.raked_answers(answers), ..responses.clone() };
    let reasons = [
        (Unsettled::MissingGroups, !audience.missing(answers).is_empty()),
        (Unsettled::UnknownEligibility, is_too_many(people.unknown_eligibility(), answers.len())),
        (Unsettled::WeightAtBound, audience.is_at_bound(answers)),
        (Unsettled::Evidence, !is_settled(forecast, responses) || !is_settled(forecast, &raked())),
    ];
    reasons.into_iter().filter_map(|(why, holds)| holds.then_some(why)).collect()
}

fn is_too_many(unknown: usize, people: usize) -> bool {
    unknown as f64 > UNKNOWN_SHARE_MAX * people as f64
}

fn responses(audience: &Audience, people: &[CountedAnswer]) -> Responses {
    let asked = people.iter().zip(audience.weights(people));
    let none = asked.filter_map(|(answer, weight)| Some((usize::from(!answer.details.wants_none?), weight)));
    Responses {
        options: audience.answers(people),
        unadjusted: audience.unadjusted_answers(people),
        none: Answers::of(none, 2),
    }
}

type GroupOf = fn(&CountedAnswer) -> Option<&String>;

const ATTRIBUTES: [(&str, GroupOf); 3] = [
    ("age_band", |person| person.age_band.as_ref()),
    ("sex", |person| person.sex.as_ref()),
    ("country", |person| person.country.as_ref()),
];

/// Leaves out attributes of which nothing is known.
fn sizes(people: &[CountedAnswer]) -> Vec<GroupSize> {
    let mut sizes = Vec::new();
    for (attribute, of) in ATTRIBUTES {
        let mut counts: std::collections::BTreeMap<Option<&String>, usize> = std::collections::BTreeMap::new();
        people.iter().for_each(|person| *counts.entry(of(person)).or_default() += 1);
        if counts.keys().all(Option::is_none) {
            continue;
        }
        // Not stated comes last; it sorts first.
        let not_stated = counts.remove(&None);
        let size = |(value, people): (Option<&String>, usize)| GroupSize { attribute, value: value.cloned(), people };
        sizes.extend(counts.into_iter().map(size));
        sizes.extend(not_stated.map(|people| GroupSize { attribute, value: None, people }));
    }
    sizes
}

/// Drops the smallest groups of an attribute while hardly anybody is outside the groups shown: the difference between
/// everyone and those groups would tell what the few answered.
fn without_inferable(groups: Vec<GroupShares>, people: &[CountedAnswer]) -> Vec<GroupShares> {
    let chose = people.iter().filter(|person| person.choice.is_some()).count();
    let mut kept = groups;
    for (attribute, _) in ATTRIBUTES {
        loop {
            let shown = || kept.iter().enumerate().filter(|(_, group)| group.attribute == attribute);
            let outside = chose.saturating_sub(shown().map(|(_, group)| group.people).sum());
            let smallest = shown().min_by_key(|(_, group)| group.people).map(|(place, _)| place);
            let Some(smallest) = smallest.filter(|_| (1..OUTSIDE_PEOPLE_MIN).contains(&outside)) else { break };
            kept.remove(smallest);
        }
    }
    kept
}

/// Uses supplied weights only: raking to the audience's margins does not apply within a group.
fn groups(report: &SurveyedReport, people: &[CountedAnswer]) -> Vec<GroupShares> {
    let answers = report.forecast.shares.len();
    let mut groups = Vec::new();
    for (attribute, of) in ATTRIBUTES {
        let values: std::collections::BTreeSet<&String> = people.iter().filter_map(of).collect();
        for value in values {
            let inside = people.iter().filter(|person| of(person) == Some(value));
            let chose = inside
                .filter_map(|person| Some((person.choice.filter(|at| *at < answers)?, person.weight.unwrap_or(1.0))));
            let chose: Vec<(usize, f64)> = chose.collect();
            if chose.len() < GROUP_PEOPLE_MIN {
                continue;
            }
            let (people, shares) = (chose.len(), statistics::weighted_shares(chose.into_iter(), answers));
            let buying = |ladder: &Ladder| forecast::buying_shares(&shares, &ladder.rungs);
            let shares = report.ladder().map_or_else(|| shares.clone(), buying);
            groups.push(GroupShares { attribute, value: value.clone(), people, shares });
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(of: &[(Option<&str>, usize)]) -> Vec<CountedAnswer> {
        let person = |sex: Option<&str>| CountedAnswer {
            choice: Some(0),
            sex: sex.map(str::to_owned),
            ..CountedAnswer::default()
        };
        of.iter().flat_map(|(sex, people)| (0..*people).map(move |_| person(*sex))).collect()
    }

    #[test]
    fn the_sizes_of_an_attributes_groups_and_of_those_not_stated_add_up() {
        let people = people(&[(Some("female"), 7), (None, 2), (Some("male"), 3)]);
        let sizes: Vec<(Option<String>, usize)> =
            sizes(&people).into_iter().map(|size| (size.value, size.people)).collect();
        assert_eq!(sizes, [(Some("female".to_owned()), 7), (Some("male".to_owned()), 3), (None, 2)]);
    }

    #[test]
    fn a_few_outside_the_groups_shown_can_not_be_inferred_from_the_difference() {
        let group = |value: &str, people: usize| GroupShares {
            attribute: "sex",
            value: value.to_owned(),
            people,
            shares: vec![1.0],
        };
        let shown = |female: usize, male: usize, unknown: usize| {
            let people = people(&[(Some("female"), female), (Some("male"), male), (None, unknown)]);
            let groups = [group("female", female), group("male", male)];
            let large = groups.into_iter().filter(|group| group.people >= GROUP_PEOPLE_MIN).collect();
            without_inferable(large, &people).len()
        };
        assert_eq!((shown(20, 30, 0), shown(20, 30, 5)), (2, 2));
        assert_eq!((shown(20, 30, 1), shown(20, 1, 0)), (1, 0));
    }
}
