//! One card per option: its distinctive reasons, main concern, most favourable group and one quote. Everything is
//! looked up in the result; nothing is estimated here.

use contract::ids::PREFERENCE;
use contract::{AnswerValue, OptionShare, Quote, ReportResult, RespondentRecord, Segment};

const REASONS_MAX: usize = 2;
/// Below this many choosers, shares among them are too noisy to show; table columns use the same minimum.
const CHOOSERS_MIN: usize = 20;

pub struct OptionCard<'a> {
    pub option: &'a str,
    pub share: f64,
    pub interval: [f64; 2],
    /// Each with its share among the option's choosers.
    pub reasons: Vec<(&'a str, f64)>,
    pub concern: Option<(&'a str, f64)>,
    /// The number of choosers, if too few to show reasons and concerns.
    pub too_few: Option<usize>,
    /// Attribute and value of the group with the largest positive difference from the overall share, and that
    /// difference.
    pub group: Option<(&'a str, &'a str, f64)>,
    pub voice: Option<&'a Quote>,
}

/// Returns the cards in the order of the chart.
pub fn cards<'a>(result: &'a ReportResult) -> Vec<OptionCard<'a>> {
    let shares = result.analysis.shares_as_read();
    let chosen = |respondent: &RespondentRecord, option: &str| matches!(respondent.answers.get(PREFERENCE), Some(AnswerValue::Text(choice)) if choice == option);
    let card = |of: &'a OptionShare| {
        let choosers = result.sample_data.respondents.iter().filter(|each| chosen(each, &of.option)).count();
        let is_enough = choosers >= CHOOSERS_MIN;
        OptionCard {
            option: &of.option,
            share: of.share,
            interval: of.interval,
            reasons: if is_enough { reasons(result, &of.option) } else { Vec::new() },
            concern: if is_enough { concern(result, &of.option) } else { None },
            too_few: (!is_enough && !result.sample_data.respondents.is_empty()).then_some(choosers),
            group: group(result, &of.option, of.share),
            voice: voice(result, &of.option),
        }
    };
    shares.into_iter().map(card).collect()
}

/// Returns the reasons that most exceed their overall share among this option's choosers, the most frequent first.
fn reasons<'a>(result: &'a ReportResult, option: &str) -> Vec<(&'a str, f64)> {
    let drivers = result.analysis.driver_breakdown.drivers.iter();
    let mut named: Vec<(&str, f64, f64)> = drivers
        .filter_map(|driver| {
            let own = *driver.by_option.get(option)?;
            (own > driver.share).then_some((driver.driver.as_str(), own, own - driver.share))
        })
        .collect();
    named.sort_by(|a, b| b.2.total_cmp(&a.2));
    named.truncate(REASONS_MAX);
    named.sort_by(|a, b| b.1.total_cmp(&a.1));
    named.into_iter().map(|(reason, own, _)| (reason, own)).collect()
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
    let notable = result.analysis.segment_breakdown.segments.iter().filter(|segment| segment.notable);
    notable.filter_map(more).filter(|(_, _, points)| *points > 0.0).max_by(|a, b| a.2.total_cmp(&b.2))
}

/// Returns the shortest published quote by a chooser of this option. Where respondents are hidden, quotes have been
/// removed from the result, so there is none.
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
