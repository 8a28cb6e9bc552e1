//! Findings in sentences. Every figure comes from the facts; a tie is said to be one.

use fluent_bundle::FluentValue;

use super::panel::Panel;
use crate::brief::Language;
use crate::report::{ConfidenceLevel, Driver, Overview, Recommendation, Risk, Segment, Severity, Statistics, Winner};
use crate::wording;

const TITLE_QUESTION_CHARS_MAX: usize = 120;

/// What sentences may speak of.
pub(super) struct Facts<'a> {
    pub panel: &'a Panel<'a>,
    pub statistics: &'a Statistics,
    pub winner: &'a Winner,
    pub level: ConfidenceLevel,
    pub segments: &'a [Segment],
    pub drivers: &'a [Driver],
    pub risks: &'a [Risk],
    pub is_scripted: bool,
}

impl Facts<'_> {
    fn say(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        wording::say(self.panel.language, id, args)
    }

    fn percent(&self, fraction: f64) -> FluentValue<'static> {
        wording::percent(self.panel.language, fraction).into()
    }

    fn integer(&self, number: u32) -> FluentValue<'static> {
        wording::integer(self.panel.language, i64::from(number)).into()
    }
}

/// Report title; a long question is cut at a word.
pub fn title(language: Language, served_question: &str) -> String {
    wording::say(language, "title", &[("question", shorten(served_question).into())])
}

fn shorten(question: &str) -> String {
    if question.chars().count() <= TITLE_QUESTION_CHARS_MAX {
        return question.to_owned();
    }
    let cut: String = question.chars().take(TITLE_QUESTION_CHARS_MAX).collect();
    // Without a space in the second half, as in Chinese, the cut falls between characters.
    let at_word = cut.rfind(' ').filter(|at| *at > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..at_word].trim_end())
}

pub(super) fn overview(facts: &Facts<'_>) -> Overview {
    let winner = facts.winner;
    let headline = if winner.tie {
        facts.say("headline-tie", &[("option", (&*winner.option).into()), ("runner_up", (&*winner.runner_up).into())])
    } else {
        facts
            .say("headline-winner", &[("option", (&*winner.option).into()), ("support", facts.percent(winner.support))])
    };
    let mut parts = vec![base(facts), lead(facts), probability(facts)];
    parts.extend(likelihood(facts));
    parts.push(segments(facts));
    parts.extend(facts.drivers.first().map(|driver| {
        let args = [("driver", (&*driver.driver).into()), ("share", facts.percent(driver.share))];
        facts.say("summary-driver", &args)
    }));
    if facts.is_scripted {
        parts.push(facts.say("notice-scripted", &[]));
    }
    Overview { headline, summary: wording::sentences(facts.panel.language, &parts) }
}

fn base(facts: &Facts<'_>) -> String {
    let answered = facts.statistics.successful_respondent_count;
    let args = [
        ("n", facts.integer(answered)),
        ("n_count", answered.into()),
        ("sampled", facts.integer(facts.statistics.sampled_respondent_count)),
    ];
    facts.say("summary-base", &args)
}

fn lead(facts: &Facts<'_>) -> String {
    let winner = facts.winner;
    let runner_up = winner.shares.iter().find(|share| share.option == winner.runner_up);
    let args = [
        ("option", (&*winner.option).into()),
        ("support", facts.percent(winner.support)),
        ("interval", wording::percent_range(facts.panel.language, winner.interval).into()),
        ("runner_up", (&*winner.runner_up).into()),
        ("runner_up_support", facts.percent(runner_up.map_or(0.0, |share| share.share))),
        ("lead", wording::points(facts.panel.language, winner.lead).into()),
    ];
    if winner.tie { facts.say("summary-tie", &args) } else { facts.say("summary-winner", &args) }
}

fn probability(facts: &Facts<'_>) -> String {
    let winner = facts.winner;
    let shown = wording::probability(facts.panel.language, winner.probability_best);
    facts.say("summary-probability", &[("option", (&*winner.option).into()), ("probability", shown.into())])
}

fn likelihood(facts: &Facts<'_>) -> Option<String> {
    let ratings: Vec<f64> =
        facts.panel.voices.iter().filter_map(|voice| voice.rating.map(|rating| rating as f64)).collect();
    if ratings.is_empty() {
        return None;
    }
    let mean = ratings.iter().sum::<f64>() / ratings.len() as f64;
    let shown = wording::decimal(facts.panel.language, mean, 1);
    Some(facts.say("summary-likelihood", &[("mean", shown.into())]))
}

fn segments(facts: &Facts<'_>) -> String {
    let notable = u32::try_from(facts.segments.iter().filter(|segment| segment.notable).count()).unwrap_or(u32::MAX);
    if notable == 0 {
        return facts.say("summary-no-segments", &[]);
    }
    facts.say("summary-segments", &[("n", facts.integer(notable)), ("n_count", notable.into())])
}

pub(super) fn recommendation(facts: &Facts<'_>) -> Recommendation {
    let winner = facts.winner;
    let args = [("option", (&*winner.option).into()), ("runner_up", (&*winner.runner_up).into())];
    let mut parts = Vec::new();
    parts.push(if winner.tie { facts.say("recommend-tie", &args) } else { facts.say("recommend-winner", &args) });
    let pressing = facts.risks.iter().max_by(|a, b| a.severity.cmp(&b.severity).then(a.share.total_cmp(&b.share)));
    parts.extend(pressing.filter(|risk| risk.severity > Severity::Low).map(|risk| {
        facts.say("recommend-risk", &[("risk", (&*risk.risk).into()), ("share", facts.percent(risk.share))])
    }));
    if facts.level == ConfidenceLevel::Low {
        parts.push(facts.say("recommend-low-confidence", &[]));
    }
    Recommendation { summary: wording::sentences(facts.panel.language, &parts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_question_is_cut_at_a_word() {
        let long = "word ".repeat(60);
        let shown = title(Language::En, long.trim());
        assert!(shown.ends_with("word…") && shown.chars().count() < 150, "{shown}");
    }

    #[test]
    fn a_long_question_without_spaces_is_cut_between_characters() {
        let shown = title(Language::Zh, &"问".repeat(300));
        assert!(shown.ends_with("问…") && shown.chars().count() < 150, "{shown}");
    }
}
