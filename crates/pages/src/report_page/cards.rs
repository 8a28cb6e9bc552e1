//! One card per option: its distinctive reasons, main concern, most favourable group and one quote. Everything is
//! looked up in the result; nothing is estimated here.

use contract::ids::PREFERENCE;
use contract::{AnswerValue, Compared, PrintedShare, Quote, ReportResult, RespondentRecord};

use super::bank_lists::do_concerns_answer;

/// A group is named on a card if it chooses the option more often by at least so many percentage points.
const GROUP_POINTS_MIN: i64 = 3;
const REASONS_MAX: usize = 2;
/// Below this many choosers, shares among them are too noisy to show; table columns use the same minimum.
pub const CHOOSERS_MIN: usize = 20;

pub struct OptionCard<'a> {
    pub option: &'a str,
    pub share: f64,
    pub interval: [f64; 2],
    /// Each with its share among the option's choosers.
    pub reasons: Vec<(&'a str, f64)>,
    pub concern: Option<(&'a str, f64)>,
    /// The number of choosers, if too few to show reasons and concerns.
    pub too_few: Option<usize>,
    /// The notable group in which the option is furthest ahead of its share among everyone else; none on a scale.
    pub group: Option<CardGroup<'a>>,
    pub voice: Option<&'a Quote>,
}

/// A group of respondents beside everyone else.
pub struct CardGroup<'a> {
    pub attribute: &'a str,
    pub value: &'a str,
    pub compared: Compared,
}

/// Returns whether no card has reasons and concerns because every option was chosen by too few. Then one sentence replaces the cards.
pub fn are_all_too_few(cards: &[OptionCard<'_>]) -> bool {
    cards.iter().all(|card| card.too_few.is_some())
}

/// Returns the cards in the order of the chart.
pub fn cards<'a>(result: &'a ReportResult) -> Vec<OptionCard<'a>> {
    let shares = result.shares_as_read();
    // On a scale, groups are compared by its upper end, which is no single step.
    let is_scale = result.analysis.scale.is_some();
    let chosen = |respondent: &RespondentRecord, option: &str| matches!(respondent.answers.get(PREFERENCE), Some(AnswerValue::Text(choice)) if choice == option);
    let has_concerns = do_concerns_answer(result);
    let card = |of: PrintedShare<'a>| {
        let choosers = result.sample_data.respondents.iter().filter(|each| chosen(each, of.option)).count();
        let is_enough = choosers >= CHOOSERS_MIN;
        OptionCard {
            option: of.option,
            share: of.share,
            interval: of.interval,
            reasons: if is_enough { reasons(result, of.option) } else { Vec::new() },
            concern: if is_enough && has_concerns { concern(result, of.option) } else { None },
            too_few: (!is_enough && !result.sample_data.respondents.is_empty()).then_some(choosers),
            group: if is_enough && !is_scale { group(result, of.option) } else { None },
            voice: voice(result, of.option),
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

fn group<'a>(result: &'a ReportResult, option: &str) -> Option<CardGroup<'a>> {
    let notable = result.analysis.segment_breakdown.segments.iter().filter(|segment| segment.notable);
    let groups = notable.filter_map(|segment| {
        let compared = result.analysis.compared(segment, option)?;
        Some(CardGroup { attribute: &segment.attribute, value: &segment.value, compared })
    });
    groups.filter(|group| group.compared.points() >= GROUP_POINTS_MIN).max_by_key(|group| group.compared.points())
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
