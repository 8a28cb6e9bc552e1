//! The fact table: every figure and name that a sentence of the report may use, rendered once. Templates take
//! arguments from nowhere else, and a test checks that no sentence has a figure that is not in the table.

use crate::{Join, Locale};
use std::collections::{BTreeMap, BTreeSet};

use analysis::{Bundle, Driver, Preference, PriceCurve, Risk, SEGMENT_RESPONDENTS_MIN, Verdict, by_certainty};
use foundation::OptionId;
use questionnaire::{QuestionId, Scale};

use super::{ReportInput, printed};
use crate::{self as wording, FluentValue};

/// Smallest share of the leader's choosers with a concern that makes it worth addressing first.
const LEADER_RISK_MIN: f64 = 0.15;
/// Sizes of a survey of people, each with the margin of error of a percentage in points: 1.96 standard errors of one half, rounded.
const SURVEY_SMALL: (i64, i64) = (100, 10);
const SURVEY_LARGE: (i64, i64) = (400, 5);
/// Number of prices that a test in sales compares.
const PRICES_TO_TEST_MAX: usize = 3;

/// Facts by name, rendered in the report's language.
#[derive(Debug, Clone, PartialEq)]
pub struct FactTable {
    pub(super) locale: Locale,
    texts: BTreeMap<&'static str, String>,
    /// Numbers that select singular or plural.
    counts: BTreeMap<&'static str, u32>,
}

impl FactTable {
    pub(super) fn new(input: &ReportInput<'_>) -> Self {
        let locale = Locale::new(input.brief.language(), input.country);
        let mut table = Self { locale, texts: BTreeMap::new(), counts: BTreeMap::new() };
        table.add_base(input);
        table.add_winner(input);
        table.add_resolve(input);
        table.add_segments(input);
        table.add_motives(input);
        table.add_checks(input);
        table.add_verdict(input);
        table.add_methods(input);
        table
    }

    /// Renders a message with this table as its only arguments.
    pub(super) fn say(&self, id: &str) -> String {
        let texts = self.texts.iter().map(|(name, text)| (*name, FluentValue::from(text.as_str())));
        let counts = self.counts.iter().map(|(name, count)| (*name, FluentValue::from(*count)));
        wording::say(self.locale, id, &texts.chain(counts).collect::<Vec<_>>())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// Returns a fact as text; empty if there is none of this name.
    pub fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    /// Returns every figure that occurs in a fact, as written.
    pub fn figures(&self) -> BTreeSet<String> {
        self.texts.values().flat_map(|text| figures(text)).collect()
    }

    fn put(&mut self, name: &'static str, text: impl Into<String>) {
        self.texts.insert(name, text.into());
    }

    fn put_percent(&mut self, name: &'static str, fraction: f64) {
        self.put(name, wording::percent(self.locale, fraction));
    }

    fn put_integer(&mut self, name: &'static str, number: impl Into<i64>) {
        self.put(name, wording::integer(self.locale, number.into()));
    }

    fn put_share(&mut self, names: [&'static str; 3], share: f64, interval: [f64; 2]) {
        names
            .into_iter()
            .zip([share, interval[0], interval[1]])
            .for_each(|(name, share)| self.put_percent(name, share));
    }

    fn add_base(&mut self, input: &ReportInput<'_>) {
        let statistics = &input.findings.statistics;
        self.put_integer("answered", statistics.successful);
        self.put_integer("sampled", statistics.sampled);
        self.put_integer("failed", statistics.failed);
        self.counts.insert("failed_count", statistics.failed);
        self.put_percent("failure_rate", statistics.failure_rate);
        let worth = input.findings.quality.effective_size.round().max(1.0) as u32;
        self.put_integer("effective_size", worth);
        self.counts.insert("effective_count", worth);
        self.put_percent("level", wording::INTERVAL_LEVEL);
        let sizes = [
            ("survey_small", "survey_small_margin", SURVEY_SMALL),
            ("survey_large", "survey_large_margin", SURVEY_LARGE),
        ];
        for (size, margin, (people, points)) in sizes {
            self.put_integer(size, people);
            self.put_integer(margin, points);
        }
    }

    fn add_winner(&mut self, input: &ReportInput<'_>) {
        let preference = &input.findings.preference;
        let (first, second) = (preference.winner(), preference.runner_up());
        self.put("option", wording::name(&input.brief.options()[first.0]));
        self.put("runner_up", wording::name(&input.brief.options()[second.0]));
        let shares = printed::shares(input, &preference.shares);
        let names = ["support", "support_low", "support_high"];
        self.put_share(names, shares[first.0], preference.intervals[first.0]);
        let names = ["runner_up_support", "runner_up_low", "runner_up_high"];
        self.put_share(names, shares[second.0], preference.intervals[second.0]);
        self.put_integer("contenders", preference.contenders.len() as i64);
        self.put_integer("options", input.brief.options().len() as i64);
        self.put("probability", wording::probability(self.locale, preference.probability_best[first.0]));
    }

    fn add_resolve(&mut self, input: &ReportInput<'_>) {
        let asked = |id: QuestionId| input.questionnaire.question(id);
        if let (Some(acceptance), Some(question)) = (&input.findings.acceptance, asked(QuestionId::Acceptance)) {
            self.put_share(["none", "none_low", "none_high"], acceptance.share_none, acceptance.none_interval);
            self.put("acceptance_question", question.title.clone());
            if let Some(none) = question.options.get(1) {
                self.put("none_answer", none.clone());
            }
        }
        if let (Some(likelihood), Some(question)) = (&input.findings.likelihood, asked(QuestionId::Likelihood)) {
            let figures = [likelihood.mean, likelihood.interval[0], likelihood.interval[1]];
            for (name, figure) in ["mean", "mean_low", "mean_high"].into_iter().zip(figures) {
                self.put(name, wording::decimal(self.locale, figure, 1));
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

    fn add_segments(&mut self, input: &ReportInput<'_>) {
        self.put_integer("segment_min", SEGMENT_RESPONDENTS_MIN as i64);
        let notable = || input.findings.segments.iter().filter(|segment| segment.notable);
        let strongest = notable().min_by(|a, b| by_certainty(a.certainty(), b.certainty()));
        let Some(segment) = strongest else { return };
        let count = u32::try_from(notable().count()).unwrap_or(u32::MAX);
        self.counts.insert("segments_count", count);
        self.put_integer("segments", count);
        let code = segment.group.attribute.group_code();
        self.put("segment", wording::people_of(self.locale, input.country, code, &segment.group.value, input.ages));
        self.put_integer("segment_base", segment.count);
        self.put_percent("segment_share", printed::compared(input, &segment.shares));
        self.put_percent("segment_rest", printed::compared(input, &segment.shares_of_others));
    }

    fn add_motives(&mut self, input: &ReportInput<'_>) {
        let label = |id, answer: usize| input.questionnaire.answers(id)[answer].clone();
        if let Some(driver) = leading_driver(input) {
            self.put("driver", label(QuestionId::Drivers, driver.answer));
            self.put_share(["driver_share", "driver_low", "driver_high"], driver.share, driver.interval);
        }
        if let Some(risk) = input.findings.risks.first() {
            self.put("risk", label(QuestionId::Concern, risk.answer));
            self.put_share(["risk_share", "risk_low", "risk_high"], risk.share, risk.interval);
        }
    }

    fn add_checks(&mut self, input: &ReportInput<'_>) {
        self.put("apart", wording::points(self.locale, input.findings.quality.readings_apart));
        if let (Some(record), Some(skill)) = (input.engine.record(), input.engine.skill()) {
            self.put("skill", wording::measured_skill::gap_closed(self.locale, skill));
            self.put("scope", wording::measured_skill::scope(self.locale, record.family));
            // The skill is the lower one of that on the family and that on all questions.
            let is_of_family = skill >= record.skill;
            let (family, is_pooled) = if is_of_family { (record.family, record.pooled) } else { (None, false) };
            self.put("skill_scope", wording::measured_skill::scope(self.locale, family));
            let language = (!is_pooled).then_some(input.brief.language());
            self.put("asked_in", wording::measured_skill::asked_in(self.locale, language));
        }
    }

    fn add_verdict(&mut self, input: &ReportInput<'_>) {
        let ruling = &input.findings.ruling;
        if let Some(needed) = &ruling.people {
            self.put("people", wording::people_range(self.locale, needed));
            self.put("odds", wording::people_odds(self.locale, needed));
        }
        if let Verdict::Shortlist { keep, drop } = &ruling.verdict {
            self.put("keep", self.names(input, keep, Join::And));
            self.put("drop", self.names(input, drop, Join::And));
            self.put("keep_or", self.names(input, keep, Join::Or));
            self.put("drop_or", self.names(input, drop, Join::Or));
            self.put("dropped", wording::small_number(self.locale, drop.len()));
        }
        let price = input.findings.methods.price.as_ref();
        let leader = price.map_or_else(|| input.findings.preference.winner(), |price| price.best);
        self.put("leader", wording::name(&input.brief.options()[leader.0]));
        let own_share = |risk: &Risk| risk.by_option[leader.0].unwrap_or(0.0);
        let of_leader = input.findings.risks.iter().max_by(|a, b| own_share(a).total_cmp(&own_share(b)));
        if let Some(risk) = of_leader.filter(|risk| own_share(risk) >= LEADER_RISK_MIN) {
            self.put("leader_risk", input.questionnaire.answers(QuestionId::Concern)[risk.answer].clone());
            self.put_percent("leader_risk_share", own_share(risk));
        }
    }

    /// Adds the facts of the inquiry's method. On a scale, the upper end replaces the winner's share as support.
    fn add_methods(&mut self, input: &ReportInput<'_>) {
        let option = |id: OptionId| wording::name(&input.brief.options()[id.0]);
        if let Some(price) = &input.findings.methods.price {
            self.put("price", option(price.best));
            let open = &price.contenders;
            self.put("price_or", self.prices(input, open, Join::Or));
            let to_test = prices_to_test(price, &input.findings.preference);
            self.put("prices_to_test", self.prices(input, &to_test, Join::And));
            for (name, end) in ["price_from", "price_to"].into_iter().zip([to_test.first(), to_test.last()]) {
                self.put(name, end.map_or_else(String::new, |price| option(*price)));
            }
            self.put("is_any_price", if open.len() == price.points.len() { "yes" } else { "no" });
            let others: Vec<OptionId> = open.iter().copied().filter(|option| *option != price.best).collect();
            self.put("price_others", self.prices(input, &others, Join::Or));
            self.put("has_price_others", if others.is_empty() { "no" } else { "yes" });
            let cheapest = price.points.first().map_or(0.0, |point| input.findings.preference.share(point.option));
            self.put_percent("buys_none", price.none.map_or(0.0, |(share, _)| printed::buys_none(cheapest, share)));
        }
        self.add_bundles(input);
        if let Some(scale) = &input.findings.methods.scale {
            self.put_share(["support", "support_low", "support_high"], scale.top, scale.top_interval);
            self.put_percent("top", scale.top);
            let quoted = |id: &OptionId| wording::say(self.locale, "quoted", &[("text", option(*id).into())]);
            let answers: Vec<String> = scale.top_steps.iter().map(quoted).collect();
            self.put("top_answers", wording::listed(self.locale, &answers, Join::Or));
            self.put_integer("steps", scale.steps.len() as i64);
            let figures = [scale.mean, scale.mean_interval[0], scale.mean_interval[1]];
            for (name, figure) in ["scale_mean", "scale_low", "scale_high"].into_iter().zip(figures) {
                self.put(name, wording::decimal(self.locale, figure, 1));
            }
        }
    }

    /// Adds the features that do best together: the largest bundle for the summary, and in the order in which to build them the first
    /// one for the recommendation.
    fn add_bundles(&mut self, input: &ReportInput<'_>) {
        // A bundle with a dropped option contradicts the verdict, so the largest one without any is stated.
        let dropped: &[OptionId] = match &input.findings.ruling.verdict {
            Verdict::Shortlist { drop, .. } => drop,
            _ => &[],
        };
        let leader = input.findings.preference.winner();
        let is_kept = |bundle: &&Bundle| !bundle.options.iter().any(|option| dropped.contains(option));
        let bundles = || input.findings.methods.reach.iter().flat_map(|reach| &reach.bundles).filter(is_kept);
        let Some(largest) = bundles().next_back() else { return };
        self.put("bundle", self.names(input, &largest.options, Join::And));
        self.put_share(["reach", "reach_low", "reach_high"], largest.reach, largest.interval);
        let starts_with_leader = |bundle: &&Bundle| bundle.options.first() == Some(&leader);
        if let Some(bundle) = bundles().find(starts_with_leader) {
            let (first, then) = bundle.options.split_at(1);
            self.put("build_first", self.names(input, first, Join::And));
            self.put("build_then", self.names(input, then, Join::And));
            self.put_percent("build_reach", bundle.reach);
        }
    }

    /// Renders options in quotation marks, joined as a list.
    fn names(&self, input: &ReportInput<'_>, options: &[OptionId], join: Join) -> String {
        self.listed(input, "quoted", options, join)
    }

    /// Renders options that are prices, joined as a list.
    fn prices(&self, input: &ReportInput<'_>, options: &[OptionId], join: Join) -> String {
        self.listed(input, "quoted-price", options, join)
    }

    /// Joins options as a list, each rendered by the message `quoted`.
    fn listed(&self, input: &ReportInput<'_>, quoted: &str, options: &[OptionId], join: Join) -> String {
        let quoted = |option: &OptionId| {
            let name = wording::name(&input.brief.options()[option.0]);
            wording::say(self.locale, quoted, &[("text", name.into())])
        };
        wording::listed(self.locale, &options.iter().map(quoted).collect::<Vec<_>>(), join)
    }
}

/// Returns the runs of digits with the separators inside them, as written.
pub fn figures(text: &str) -> Vec<String> {
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

/// Returns the most frequent reason if it leads the next by at least half the distance to its interval's lower end.
fn leading_driver<'a>(input: &'a ReportInput<'_>) -> Option<&'a Driver> {
    let (first, rest) = input.findings.drivers.split_first()?;
    let next = rest.first().map_or(0.0, |next| next.share);
    (first.share - next >= (first.share - first.interval[0]) / 2.0).then_some(first)
}

/// Returns the prices to test in sales, in the order of prices: of those that may earn the most the likeliest; and of a single one
/// its neighbours as well, since a test compares.
fn prices_to_test(of: &PriceCurve, preference: &Preference) -> Vec<OptionId> {
    if let [only] = of.contenders.as_slice() {
        let all: Vec<OptionId> = of.points.iter().map(|point| point.option).collect();
        let at = all.iter().position(|option| option == only).unwrap_or(0);
        return all[at.saturating_sub(1)..all.len().min(at + 2)].to_vec();
    }
    let mut by_probability = of.contenders.clone();
    by_probability.sort_by(|a, b| preference.probability_best[b.0].total_cmp(&preference.probability_best[a.0]));
    by_probability.truncate(PRICES_TO_TEST_MAX);
    of.contenders.iter().copied().filter(|option| by_probability.contains(option)).collect()
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
