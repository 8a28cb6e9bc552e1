//! One card an option: what speaks for it and against it, who is for it more than others, and one voice. All of it is in
//! the result already; this file only looks it up.

use contract::ids::PREFERENCE;
use contract::{AnswerValue, OptionShare, Quote, ReportResult, Segment};

use super::bars::ordered;

/// Reasons that set an option's choosers apart, at most.
const REASONS_MAX: usize = 2;
/// A group is for an option more than others only from this much on.
const GROUP_POINTS_MIN: f64 = 0.05;

pub struct OptionCard<'a> {
    pub option: &'a str,
    pub share: f64,
    pub interval: [f64; 2],
    /// With the share of its choosers who name them.
    pub reasons: Vec<(&'a str, f64)>,
    pub concern: Option<(&'a str, f64)>,
    /// The group that is for it most, by attribute and value, and by how much more than everybody.
    pub group: Option<(&'a str, &'a str, f64)>,
    pub voice: Option<&'a Quote>,
}

/// In the order of the chart.
pub fn cards<'a>(result: &'a ReportResult) -> Vec<OptionCard<'a>> {
    let shares = ordered(result);
    let card = |of: &'a OptionShare| OptionCard {
        option: &of.option,
        share: of.share,
        interval: of.interval,
        reasons: reasons(result, &of.option),
        concern: concern(result, &of.option),
        group: group(result, &of.option, of.share),
        voice: voice(result, &of.option),
    };
    shares.into_iter().map(card).collect()
}

/// Those that its choosers name more often than everybody does, the most telling first.
fn reasons<'a>(result: &'a ReportResult, option: &str) -> Vec<(&'a str, f64)> {
    let drivers = result.analysis.driver_breakdown.drivers.iter();
    let mut named: Vec<(&str, f64, f64)> = drivers
        .filter_map(|driver| {
            let own = *driver.by_option.get(option)?;
            (own > driver.share).then_some((driver.driver.as_str(), own, own - driver.share))
        })
        .collect();
    named.sort_by(|a, b| b.2.total_cmp(&a.2));
    named.into_iter().take(REASONS_MAX).map(|(reason, own, _)| (reason, own)).collect()
}

fn concern<'a>(result: &'a ReportResult, option: &str) -> Option<(&'a str, f64)> {
    let risks = result.analysis.risk_breakdown.risks.iter();
    let own = risks.filter_map(|risk| Some((risk.risk.as_str(), *risk.by_option.get(option)?)));
    own.filter(|(_, share)| *share > 0.0).max_by(|a, b| a.1.total_cmp(&b.1))
}

fn group<'a>(result: &'a ReportResult, option: &str, share: f64) -> Option<(&'a str, &'a str, f64)> {
    let more = |segment: &'a Segment| {
        let here = *segment.shares.get(option)?;
        Some((segment.attribute.as_str(), segment.value.as_str(), here - share))
    };
    let groups = result.analysis.segment_breakdown.segments.iter().filter_map(more);
    groups.filter(|(_, _, points)| *points >= GROUP_POINTS_MIN).max_by(|a, b| a.2.total_cmp(&b.2))
}

/// The shortest text of somebody who chose it: the one that says it most plainly. Only what is published as a quote: where
/// single respondents are hidden, nobody speaks here either.
fn voice<'a>(result: &'a ReportResult, option: &str) -> Option<&'a Quote> {
    let chose = AnswerValue::Text(option.to_owned());
    let is_chooser = |quote: &&Quote| {
        let mut respondents = result.sample_data.respondents.iter();
        let speaker = respondents.find(|respondent| respondent.respondent_id == quote.respondent_id);
        speaker.is_some_and(|speaker| speaker.answers.get(PREFERENCE) == Some(&chose))
    };
    let quotes = result.analysis.open_text_themes.iter().flat_map(|theme| &theme.quotes);
    quotes.filter(is_chooser).min_by_key(|quote| quote.text.chars().count())
}
