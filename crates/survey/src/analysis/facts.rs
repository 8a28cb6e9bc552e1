//! The fact table: every figure and name that a sentence of the report may use, worded once. Sentences are templates that
//! draw on nothing else, and a sentence that comes from elsewhere is refused when it holds a figure that is not here.

use std::collections::{BTreeMap, BTreeSet};

use super::panel::Panel;
use super::preference::Preference;
use super::segments;
use crate::brief::Language;
use crate::calibration::Measured;
use crate::questionnaire::{ACCEPTANCE, LIKELIHOOD};
use crate::report::{Acceptance, Driver, Likelihood, Quality, Risk, Scale, Segment, Statistics, Winner};
use crate::wording::{self, FluentValue};

/// Real answers that correct most of a simulation's bias (prediction-powered inference; see the elicitation evidence).
const PEOPLE_MIN: i64 = 30;
const PEOPLE_MAX: i64 = 100;
const SKILL_MAX: i64 = 100;
const INTERVAL_LEVEL: f64 = 0.95;

/// What the table is made from.
pub(super) struct Computed<'a> {
    pub panel: &'a Panel<'a>,
    pub statistics: &'a Statistics,
    pub preference: &'a Preference,
    pub winner: &'a Winner,
    pub segments: &'a [Segment],
    pub drivers: &'a [Driver],
    pub risks: &'a [Risk],
    pub acceptance: Option<&'a Acceptance>,
    pub likelihood: Option<&'a Likelihood>,
    pub quality: &'a Quality,
    pub measured: Option<&'a Measured>,
}

/// Facts by name, in the words of the report's language.
#[derive(Debug, Clone, PartialEq)]
pub struct FactTable {
    pub language: Language,
    texts: BTreeMap<&'static str, String>,
    /// The bare numbers that decide between singular and plural.
    counts: BTreeMap<&'static str, u32>,
}

impl FactTable {
    pub(super) fn new(computed: &Computed<'_>) -> Self {
        let mut table = Self { language: computed.panel.language, texts: BTreeMap::new(), counts: BTreeMap::new() };
        table.add_base(computed);
        table.add_winner(computed);
        table.add_resolve(computed);
        table.add_segments(computed);
        table.add_motives(computed);
        table.add_checks(computed);
        table
    }

    /// A message of the locale files, filled in from this table alone.
    pub(super) fn say(&self, id: &str) -> String {
        let texts = self.texts.iter().map(|(name, text)| (*name, FluentValue::from(text.as_str())));
        let counts = self.counts.iter().map(|(name, count)| (*name, FluentValue::from(*count)));
        wording::say(self.language, id, &texts.chain(counts).collect::<Vec<_>>())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// The fact's words; empty where there is no such fact.
    pub fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    /// Every figure that occurs in a fact, as it is written.
    pub fn figures(&self) -> BTreeSet<String> {
        self.texts.values().flat_map(|text| figures(text)).collect()
    }

    fn put(&mut self, name: &'static str, text: impl Into<String>) {
        self.texts.insert(name, text.into());
    }

    fn put_percent(&mut self, name: &'static str, fraction: f64) {
        self.put(name, wording::percent(self.language, fraction));
    }

    fn put_integer(&mut self, name: &'static str, number: impl Into<i64>) {
        self.put(name, wording::integer(self.language, number.into()));
    }

    fn put_share(&mut self, names: [&'static str; 3], share: f64, interval: [f64; 2]) {
        names
            .into_iter()
            .zip([share, interval[0], interval[1]])
            .for_each(|(name, share)| self.put_percent(name, share));
    }

    fn add_base(&mut self, computed: &Computed<'_>) {
        let statistics = computed.statistics;
        self.put_integer("answered", statistics.successful_respondent_count);
        self.put_integer("sampled", statistics.sampled_respondent_count);
        self.put_integer("failed", statistics.failed_respondent_count);
        self.counts.insert("failed_count", statistics.failed_respondent_count);
        self.put_percent("failure_rate", statistics.failure_rate);
        self.put_integer("effective_size", computed.quality.effective_size.round() as i64);
        self.put_percent("level", INTERVAL_LEVEL);
        self.put_integer("people_min", PEOPLE_MIN);
        self.put_integer("people_max", PEOPLE_MAX);
    }

    fn add_winner(&mut self, computed: &Computed<'_>) {
        let (winner, ranking) = (computed.winner, &computed.preference.ranking);
        self.put("option", wording::name(&winner.option));
        self.put("runner_up", wording::name(&winner.runner_up));
        self.put_share(["support", "support_low", "support_high"], winner.support, winner.interval);
        let second = ranking[1];
        let names = ["runner_up_support", "runner_up_low", "runner_up_high"];
        self.put_share(names, computed.preference.shares[second], computed.preference.intervals[second]);
        self.put_integer("contenders", winner.contenders.len() as i64);
        self.put_integer("options", computed.panel.options.len() as i64);
        self.put("lead_low", wording::points(self.language, winner.lead_interval[0]));
        // A low end below zero belongs to a tie, which has sentences of its own.
        self.counts.insert("lead_low_count", (winner.lead_interval[0].max(0.0) * 100.0).round() as u32);
        self.put("lead_high", wording::points(self.language, winner.lead_interval[1]));
        self.put("probability", wording::probability(self.language, winner.probability_best));
    }

    fn add_resolve(&mut self, computed: &Computed<'_>) {
        let asked = |id: &str| computed.panel.questionnaire.questions.iter().find(|asked| asked.id == id);
        if let (Some(acceptance), Some(question)) = (computed.acceptance, asked(ACCEPTANCE)) {
            self.put_share(["none", "none_low", "none_high"], acceptance.share_none, acceptance.none_interval);
            self.put("acceptance_question", question.title.clone());
            if let Some(none) = question.options.get(1) {
                self.put("none_answer", none.clone());
            }
        }
        if let (Some(likelihood), Some(question)) = (computed.likelihood, asked(LIKELIHOOD)) {
            let figures = [likelihood.mean, likelihood.interval[0], likelihood.interval[1]];
            for (name, figure) in ["mean", "mean_low", "mean_high"].into_iter().zip(figures) {
                self.put(name, wording::decimal(self.language, figure, 1));
            }
            self.put("likelihood_question", question.title.clone());
            if let Some(Scale { min, max, min_label, max_label }) = &question.scale {
                self.put_integer("rating_min", *min);
                self.put_integer("rating_max", *max);
                self.put("rating_min_label", min_label.clone());
                self.put("rating_max_label", max_label.clone());
            }
        }
    }

    fn add_segments(&mut self, computed: &Computed<'_>) {
        self.put_integer("segment_min", segments::RESPONDENTS_MIN as i64);
        let notable = || computed.segments.iter().filter(|segment| segment.notable);
        let strongest = notable().min_by(|a, b| {
            let by_size = || b.difference_observed.abs().total_cmp(&a.difference_observed.abs());
            a.p_adjusted.total_cmp(&b.p_adjusted).then_with(by_size)
        });
        let Some(segment) = strongest else { return };
        let count = u32::try_from(notable().count()).unwrap_or(u32::MAX);
        self.counts.insert("segments_count", count);
        self.put_integer("segments", count);
        let attribute = wording::attribute(self.language, &segment.attribute);
        let value = wording::value(self.language, &segment.attribute, &segment.value);
        let name = [("attribute", attribute.into()), ("value", value.into())];
        self.put("segment", wording::say(self.language, "segment-name", &name));
        self.put_integer("segment_base", segment.count);
        let here = segment.shares.get(&computed.winner.option).copied().unwrap_or(0.0);
        self.put_percent("segment_share", here);
        self.put_percent("segment_rest", here - segment.difference_observed);
    }

    fn add_motives(&mut self, computed: &Computed<'_>) {
        if let Some(driver) = computed.drivers.first() {
            self.put("driver", driver.driver.clone());
            self.put_share(["driver_share", "driver_low", "driver_high"], driver.share, driver.interval);
        }
        if let Some(risk) = computed.risks.first() {
            self.put("risk", risk.risk.clone());
            self.put_share(["risk_share", "risk_low", "risk_high"], risk.share, risk.interval);
        }
    }

    fn add_checks(&mut self, computed: &Computed<'_>) {
        self.put("apart", wording::points(self.language, computed.quality.readings_apart));
        self.put_integer("skill_max", SKILL_MAX);
        if let Some(measured) = computed.measured {
            self.put("skill", wording::decimal(self.language, measured.printed_skill(), 1));
        }
    }
}

/// Runs of digits with the marks that stand between them, each as written.
pub(super) fn figures(text: &str) -> Vec<String> {
    let is_mark = |c: char| matches!(c, '.' | ',' | '\u{202f}' | '\u{a0}' | '\'' | '’');
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut run = String::new();
    for (at, c) in chars.iter().enumerate() {
        let goes_on = is_mark(*c) && !run.is_empty() && chars.get(at + 1).is_some_and(|next| next.is_numeric());
        if c.is_numeric() || goes_on {
            run.push(*c);
        } else if !run.is_empty() {
            found.push(std::mem::take(&mut run));
        }
    }
    found.extend((!run.is_empty()).then_some(run));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_as_they_are_written() {
        assert_eq!(figures("41% of 1,000, or 3.5."), ["41", "1,000", "3.5"]);
        assert_eq!(figures("el 41\u{a0}% de 10\u{202f}000; 3,5"), ["41", "10\u{202f}000", "3,5"]);
        assert_eq!(figures("４１％ 的人"), ["４１"]);
        assert!(figures("no figure, none").is_empty());
    }
}
