//! Reasons for the choice (drivers) and concerns about it (risks), counted from the picked answers. The last answer
//! of each list is the residual answer, so it is neither a driver nor a risk.

use foundation::OptionId;
use severity::{RATING_GAP, SHARE_HIGH, SHARE_MEDIUM};

use super::count;
use super::panel::{Interviewee, Panel, share, weighed};
use questionnaire::QuestionId;

/// A reason, with how often it was picked.
#[derive(Debug, Clone, PartialEq)]
pub struct Driver {
    /// The index of the answer in the question's list.
    pub answer: usize,
    pub count: u32,
    pub share: f64,
    pub interval: [f64; 2],
    /// The share of each option's choosers who name it. `None` for an option without choosers.
    pub by_option: Vec<Option<f64>>,
    /// The share among the winner's choosers divided by the share among all others. `None` if nobody else names it.
    pub lift: Option<f64>,
}

/// A concern, with how often it was picked.
#[derive(Debug, Clone, PartialEq)]
pub struct Risk {
    /// The index of the answer in the question's list.
    pub answer: usize,
    pub count: u32,
    pub share: f64,
    pub interval: [f64; 2],
    pub severity: Severity,
    pub by_option: Vec<Option<f64>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Low,
    Medium,
    High,
}

/// The thresholds of severity.
pub mod severity {
    pub const SHARE_HIGH: f64 = 0.25;
    pub const SHARE_MEDIUM: f64 = 0.10;
    /// How much lower on the five-point scale respondents with a concern must rate for its severity to rise.
    pub const RATING_GAP: f64 = 0.5;
}
/// The fewest ratings whose mean is compared.
const RATED_MIN: usize = 10;

/// Returns the reasons in descending order of their share.
pub(super) fn drivers(panel: &Panel<'_>, winner: OptionId) -> Vec<Driver> {
    let names = |interviewee: &Interviewee<'_>, driver| interviewee.drivers.contains(&driver);
    let size = panel.size();
    ranked(panel, QuestionId::Drivers, names)
        .into_iter()
        .map(|motive| {
            let group = |of_winner| {
                let group = panel
                    .interviewees
                    .iter()
                    .filter(|interviewee| has_answered(interviewee, QuestionId::Drivers))
                    .filter(move |interviewee: &&Interviewee<'_>| (interviewee.choice == winner) == of_winner);
                weighed(group, |interviewee| names(interviewee, motive.answer))
            };
            Driver {
                answer: motive.answer,
                count: motive.count,
                share: motive.share,
                interval: size.interval(motive.share),
                by_option: by_option(panel, |interviewee| names(interviewee, motive.answer)),
                lift: statistics::lift(group(true), group(false)),
            }
        })
        .collect()
}

/// Returns the concerns in descending order of their share.
pub(super) fn risks(panel: &Panel<'_>) -> Vec<Risk> {
    let names = |interviewee: &Interviewee<'_>, concern| interviewee.concern == Some(concern);
    let size = panel.size();
    ranked(panel, QuestionId::Concern, names)
        .into_iter()
        .map(|motive| Risk {
            answer: motive.answer,
            count: motive.count,
            share: motive.share,
            interval: size.interval(motive.share),
            severity: severity(motive.share, rating_gap(panel, motive.answer)),
            by_option: by_option(panel, |interviewee| names(interviewee, motive.answer)),
        })
        .collect()
}

struct Motive {
    answer: usize,
    count: u32,
    share: f64,
}

/// Returns the answers that were picked at least once, in descending order of their share. Ties keep the list's
/// order.
fn ranked(panel: &Panel<'_>, question: QuestionId, names: impl Fn(&Interviewee<'_>, usize) -> bool) -> Vec<Motive> {
    let named = panel.questionnaire.answers(question).len().saturating_sub(1);
    let motive = |answer: usize| Motive {
        answer,
        count: count(panel.interviewees.iter().filter(|interviewee| names(interviewee, answer)).count()),
        share: share(weighed(
            panel.interviewees.iter().filter(|interviewee| has_answered(interviewee, question)),
            |interviewee| names(interviewee, answer),
        )),
    };
    let mut motives: Vec<Motive> = (0..named).map(motive).filter(|motive| motive.count > 0).collect();
    motives.sort_by(|a, b| b.share.total_cmp(&a.share));
    motives
}

/// Returns whether the respondent answered the question. Others are excluded from the shares.
fn has_answered(interviewee: &Interviewee<'_>, question: QuestionId) -> bool {
    if question == QuestionId::Drivers { !interviewee.drivers.is_empty() } else { interviewee.concern.is_some() }
}

/// Returns the share among each option's choosers. `None` for an option without choosers.
fn by_option<'a>(panel: &Panel<'a>, holds: impl Fn(&Interviewee<'a>) -> bool) -> Vec<Option<f64>> {
    let of_option = |option| {
        let answered =
            |interviewee: &&Interviewee<'_>| !interviewee.drivers.is_empty() || interviewee.concern.is_some();
        let choosers = panel
            .interviewees
            .iter()
            .filter(answered)
            .filter(move |interviewee: &&Interviewee<'_>| interviewee.choice == option);
        weighed(choosers, &holds)
    };
    OptionId::all(panel.options).map(of_option).map(|sums| (sums.1 > 0.0).then(|| share(sums))).collect()
}

/// Returns the mean rating of respondents without the concern minus that of respondents with it. `None` if either
/// group has fewer than ten ratings.
fn rating_gap(panel: &Panel<'_>, concern: usize) -> Option<f64> {
    let mean = |worried: bool| {
        let rated = panel.interviewees.iter().filter(|interviewee| (interviewee.concern == Some(concern)) == worried);
        let ratings: Vec<(f64, f64)> = rated
            .filter_map(|interviewee| Some((interviewee.rating? as f64 * interviewee.weight, interviewee.weight)))
            .collect();
        let sums = ratings.iter().fold((0.0, 0.0), |(a, b), (rating, weight)| (a + rating, b + weight));
        (ratings.len() >= RATED_MIN).then(|| share(sums))
    };
    Some(mean(false)? - mean(true)?)
}

/// High if a quarter names the concern, or a tenth does and rates markedly lower. Medium if a tenth names it, or
/// those who do rate markedly lower. Low otherwise. The share counts as it is printed, in whole percent.
fn severity(share: f64, rating_gap: Option<f64>) -> Severity {
    let share = (share * 100.0).round() / 100.0;
    let is_felt = rating_gap.is_some_and(|gap| gap >= RATING_GAP);
    if share >= SHARE_HIGH || (share >= SHARE_MEDIUM && is_felt) {
        Severity::High
    } else if share >= SHARE_MEDIUM || is_felt {
        Severity::Medium
    } else {
        Severity::Low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn severity_follows_share_and_ratings() {
        assert_eq!(severity(0.3, None), Severity::High);
        assert_eq!(severity(0.12, Some(0.6)), Severity::High);
        assert_eq!(severity(0.12, Some(0.1)), Severity::Medium);
        assert_eq!(severity(0.02, Some(0.6)), Severity::Medium);
        assert_eq!(severity(0.02, None), Severity::Low);
        assert_eq!(severity(0.096, None), Severity::Medium, "printed as 10 %");
        assert_eq!(severity(0.094, None), Severity::Low);
    }
}
