//! Checks every sentence of a report against the figures beside it: no report contradicts itself.

mod people;
mod prices;
mod sums;

use foundation::Language;
use wording::{Join, percent, points, probability};

use super::panels::{KINDS, PanelKind, drawn};
use super::sentences::{Filled, filled};
use super::*;

/// A smaller printed difference between first and last is a tie to a reader.
const ALIKE_POINTS_MAX: f64 = 6.0;

/// A report with its sentences, one to a line.
struct CheckedReport<'a> {
    language: Language,
    analysis: &'a Analysis,
    text: String,
    /// What is wrong.
    wrong: Vec<String>,
}

impl<'a> CheckedReport<'a> {
    fn new(language: Language, analysis: &'a Analysis) -> Self {
        let ruling = analysis.overview.ruling.as_ref().unwrap();
        let parts =
            [&analysis.overview.headline, &ruling.next_step, &analysis.overview.summary, &analysis.confidence.reason];
        let text = parts.map(String::as_str).join("\n");
        Self { language, analysis, text, wrong: Vec::new() }
    }

    fn ruling(&self) -> &'a Ruling {
        self.analysis.overview.ruling.as_ref().unwrap()
    }

    /// Notes what is wrong unless it holds.
    fn must(&mut self, holds: bool, what: &str) {
        if !holds {
            self.wrong.push(what.to_owned());
        }
    }

    /// Returns what a sentence is filled with, if the report has it; a verdict is only in the headline.
    fn said(&self, id: &str) -> Option<Filled> {
        let text = if id.starts_with("verdict-") { &self.analysis.overview.headline } else { &self.text };
        filled(self.language, id, &[], text)
    }

    /// Returns the first of these sentences that the report has.
    fn said_any(&self, ids: &[&'static str]) -> Option<(&'static str, Filled)> {
        ids.iter().find_map(|id| Some((*id, self.said(id)?)))
    }

    /// Checks that a sentence is filled with the text of these figures.
    fn agrees(&mut self, id: &str, filled: &Filled, expected: &[(&str, String)]) {
        for (name, own) in expected {
            let found = filled.get(*name).map(String::as_str);
            self.must(found == Some(own), &format!("{id}: {name} is {found:?}, not {own}"));
        }
    }

    fn percents(&self, names: [&'static str; 3], share: f64, interval: [f64; 2]) -> [(&'static str, String); 3] {
        let [low, high] = interval.map(|end| percent(self.language, end));
        [(names[0], percent(self.language, share)), (names[1], low), (names[2], high)]
    }

    fn quoted(&self, option: &str) -> String {
        wording::say(self.language, "quoted", &[("text", wording::name(option).into())])
    }

    /// An option that is a price, as it stands in a sentence.
    fn priced(&self, option: &str) -> String {
        wording::say(self.language, "quoted-price", &[("text", wording::name(option).into())])
    }

    fn listed(&self, options: &[String], join: Join) -> String {
        let quoted: Vec<String> = options.iter().map(|option| self.quoted(option)).collect();
        wording::listed(self.language, &quoted, join)
    }

    fn check(mut self) -> Vec<String> {
        self.check_half();
        self.check_ties();
        self.check_leads();
        self.check_prices();
        self.check_shortlist();
        self.check_reach();
        self.check_what_to_build();
        self.check_sums();
        self.check_shares();
        self.check_groups_and_motives();
        self.check_people();
        self.check_confidence();
        self.wrong
    }

    fn check_half(&mut self) {
        let more = ["verdict-scale-most", "verdict-scale-most-leaning"];
        let fewer = ["verdict-scale-few", "verdict-scale-few-leaning"];
        let open = ["verdict-scale-open", "confidence-scale"];
        let Some(scale) = &self.analysis.scale else {
            let ids = [&more[..], &fewer, &open].concat();
            return self.must(self.said_any(&ids).is_none(), "a half is named where there is no scale");
        };
        let whole = (scale.top * 100.0).round();
        let includes_half = scale.top_interval[0] <= 0.5 && scale.top_interval[1] >= 0.5;
        let expected = [("top", percent(self.language, scale.top))];
        if let Some((id, filled)) = self.said_any(&more) {
            self.agrees(id, &filled, &expected);
            self.must(whole > 50.0, &format!("{id} of {whole} %"));
        }
        if let Some((id, filled)) = self.said_any(&fewer) {
            self.agrees(id, &filled, &expected);
            self.must(whole < 50.0, &format!("{id} of {whole} %"));
        }
        for id in open {
            if let Some(filled) = self.said(id) {
                self.agrees(id, &filled, &expected);
                self.must(includes_half, &format!("{id} beside an interval without a half"));
            }
        }
        if self.ruling().verdict == Verdict::Clear {
            self.must(!includes_half, "clear beside an interval that includes a half");
        }
    }

    fn check_ties(&mut self) {
        let (ruling, shares) = (self.ruling(), &self.analysis.winner.shares);
        let by_size = |a: &&OptionShare, b: &&OptionShare| a.share.total_cmp(&b.share);
        let [least, most] = [shares.iter().min_by(by_size), shares.iter().max_by(by_size)].map(|of| of.unwrap().share);
        if let Some((id, _)) = self.said_any(&["verdict-alike", "verdict-alike-answer"]) {
            self.must(ruling.open == Some(Openness::Alike), &format!("{id} beside {:?}", ruling.verdict));
            let apart = (100.0 * (most - least)).round();
            self.must(apart <= ALIKE_POINTS_MAX, &format!("{id} of options that are {apart} points apart"));
        }
        let unable = [
            "verdict-unknown",
            "verdict-unknown-many",
            "verdict-unknown-untested",
            "verdict-scale-open",
            "verdict-guessing",
        ];
        if let Some((id, _)) = self.said_any(&unable) {
            self.must(ruling.verdict == Verdict::Open, &format!("{id} beside {:?}", ruling.verdict));
        }
        if let Some(id) = self.said("confidence-lead-tie").and(Some("confidence-lead-tie")) {
            let is_clear = ruling.verdict == Verdict::Clear;
            self.must(self.analysis.winner.tie && !is_clear, &format!("{id} beside {:?}", ruling.verdict));
        }
    }

    fn check_leads(&mut self) {
        let winner = &self.analysis.winner;
        let clear = ["verdict-clear", "verdict-clear-answer"];
        let leaning =
            ["verdict-leaning", "verdict-leaning-many", "verdict-leaning-answer", "verdict-leaning-answer-many"];
        let ids = [&clear[..], &leaning].concat();
        let Some((id, filled)) = self.said_any(&ids) else { return };
        self.agrees(id, &filled, &[("option", winner.option.clone())]);
        let led = &self.ruling().options;
        self.must(*led == [winner.option.clone()], &format!("{id} of {led:?}"));
        let printed = |option: &String| self.analysis.printed_share(option);
        let mine = percent(self.language, printed(&winner.option));
        let others = winner.shares.iter().map(|share| &share.option).filter(|option| **option != winner.option);
        let next = percent(self.language, others.map(printed).fold(0.0, f64::max));
        self.must(winner.lead > 0.0 && mine != next, &format!("{id} of {mine} beside {next}"));
        let least = if clear.contains(&id) { 0.9 } else { 0.6 };
        self.must(winner.probability_best >= least, &format!("{id} with {}", winner.probability_best));
    }

    fn check_shortlist(&mut self) {
        let ruling = self.ruling();
        let chance = |option: &String| {
            let of = self.analysis.winner.shares.iter().find(|share| share.option == *option);
            of.unwrap().probability_best
        };
        let is_kept_apart = ruling.options.iter().all(|option| !ruling.dropped.contains(option));
        self.must(is_kept_apart, "an option is kept and dropped");
        if ruling.verdict == Verdict::Shortlist {
            self.must(ruling.options.iter().all(|option| chance(option) >= 0.05), "a kept option is out");
            self.must(ruling.dropped.iter().all(|option| chance(option) < 0.05), "a dropped option may be the best");
        }
        let [keep, keep_or, drop, drop_or] = [
            (&ruling.options, Join::And),
            (&ruling.options, Join::Or),
            (&ruling.dropped, Join::And),
            (&ruling.dropped, Join::Or),
        ]
        .map(|(options, join)| self.listed(options, join));
        let many = wording::small_number(self.language, ruling.dropped.len());
        // A count looks like a name: its sentences come first.
        let sentences = [
            ("verdict-shortlist-rest", vec![("keep", keep.clone()), ("dropped", many.clone())]),
            ("verdict-shortlist-answer-rest", vec![("keep_or", keep_or.clone()), ("dropped", many.clone())]),
            ("verdict-shortlist-feature-rest", vec![("keep_or", keep_or.clone()), ("dropped", many)]),
            ("verdict-shortlist", vec![("keep", keep), ("drop", drop.clone())]),
            ("verdict-shortlist-answer", vec![("keep_or", keep_or.clone()), ("drop_or", drop_or)]),
            ("verdict-shortlist-feature", vec![("keep_or", keep_or), ("drop", drop)]),
        ];
        let headline = &self.analysis.overview.headline;
        let said =
            sentences.into_iter().find_map(|(id, own)| Some((id, filled(self.language, id, &[], headline)?, own)));
        if let Some((id, filled, expected)) = said {
            self.must(ruling.verdict == Verdict::Shortlist, &format!("{id} beside {:?}", ruling.verdict));
            self.agrees(id, &filled, &expected);
        } else if ruling.verdict == Verdict::Shortlist && self.analysis.price.is_none() {
            self.must(false, "a shortlist that the verdict doesn't name");
        }
    }

    fn check_reach(&mut self) {
        if self.said("summary-reach").is_none() {
            return;
        }
        let sentence = |bundle: &&Bundle| {
            let figures = self.percents(["reach", "reach_low", "reach_high"], bundle.reach, bundle.interval);
            let named = ("bundle", self.listed(&bundle.options, Join::And));
            let args = figures.into_iter().chain([named]).map(|(name, text)| (name, text.into()));
            wording::say(self.language, "summary-reach", &args.collect::<Vec<_>>())
        };
        let mut bundles = self.analysis.reach.iter().flat_map(|reach| &reach.bundles);
        let Some(bundle) = bundles.find(|bundle| self.text.contains(&sentence(bundle))) else {
            return self.must(false, "a combination, or its reach, that is on no list");
        };
        let dropped = &self.ruling().dropped;
        let has_dropped = bundle.options.iter().any(|option| dropped.contains(option));
        self.must(!has_dropped, "a combination with a feature that can wait");
    }

    fn check_shares(&mut self) {
        let winner = &self.analysis.winner;
        let second = self.analysis.printed_share(&winner.runner_up);
        let names = ["support", "support_low", "support_high"];
        let [share, low, high] = self.percents(names, self.analysis.printed_share(&winner.option), winner.interval);
        let expected = [share, low, high, ("runner_up_support", percent(self.language, second))];
        if let Some((id, filled)) = self.said_any(&["summary-shares", "summary-shares-answer", "summary-shares-lists"])
        {
            self.agrees(id, &filled, &expected);
        }
        if let (Some(filled), Some(scale)) = (self.said("summary-scale"), &self.analysis.scale) {
            let expected = self.percents(names, scale.top, scale.top_interval);
            self.agrees("summary-scale", &filled, &expected);
        }
        if let Some((id, filled)) = self.said_any(&["summary-probability", "summary-probability-answer"]) {
            let expected = probability(self.language, winner.probability_best);
            self.agrees(id, &filled, &[("probability", expected), ("option", winner.option.clone())]);
        }
        if let Some((id, filled)) = self.said_any(&["summary-none", "summary-none-answer"]) {
            let none = self.analysis.acceptance.as_ref().unwrap().share_none;
            self.agrees(id, &filled, &[("none", percent(self.language, none))]);
        }
        if let Some((id, _)) = self.said_any(&["verdict-none", "verdict-none-answer", "verdict-none-price"]) {
            let none = self.analysis.acceptance.as_ref().unwrap().share_none;
            self.must((none * 100.0).round() > 50.0, &format!("{id} of {none}"));
        }
    }

    fn check_groups_and_motives(&mut self) {
        let ids = ["summary-segments-scale", "summary-segments-price", "summary-segments-answer", "summary-segments"];
        if let Some((id, filled)) = self.said_any(&ids) {
            self.must(filled["segment_share"] != filled["segment_rest"], &format!("{id}: {filled:?}"));
            let segment = self.analysis.segment_breakdown.most_notable().unwrap();
            let of = self.analysis.compared_with_others(segment).unwrap();
            let is_scale = self.analysis.scale.is_some();
            self.must(
                is_scale == (id == "summary-segments-scale"),
                &format!("{id} of another figure than the verdict's"),
            );
            let [share, others] = [of.share, of.others].map(|share| percent(self.language, share));
            self.agrees(id, &filled, &[("segment_share", share), ("segment_rest", others)]);
        }
        for segment in &self.analysis.segment_breakdown.segments {
            let figure = |shares: &BTreeMap<String, f64>| match &self.analysis.scale {
                Some(scale) => {
                    let sum = |steps: &[String]| steps.iter().map(|step| shares[step]).sum::<f64>();
                    sum(&scale.top_steps) / sum(&scale.steps)
                }
                None => shares[&self.analysis.winner.option],
            };
            let observed = figure(&segment.shares) - figure(&segment.shares_of_others);
            let is_observed = (observed - segment.difference_observed).abs() < 1e-9;
            self.must(is_observed, "a group's difference is from others than everyone else, or of another figure");
        }
        let drivers = &self.analysis.driver_breakdown.drivers;
        if let Some((id, filled)) = self.said_any(&["summary-driver", "summary-driver-answer"]) {
            let first = drivers.iter().max_by(|a, b| a.share.total_cmp(&b.share)).unwrap();
            let share = percent(self.language, first.share);
            self.agrees(id, &filled, &[("driver", first.driver.clone()), ("driver_share", share)]);
        }
        if let Some((id, filled)) = self.said_any(&["next-risk", "next-risk-naming", "next-risk-price"]) {
            let leader = self.ruling().options.first().cloned().unwrap_or_default();
            let of = |risk: &Risk| risk.by_option.get(&leader).copied().unwrap_or(0.0);
            let risks = self.analysis.risk_breakdown.risks.iter();
            let largest = risks.max_by(|a, b| of(a).total_cmp(&of(b))).unwrap();
            let share = percent(self.language, of(largest));
            self.agrees(id, &filled, &[("leader", leader.clone()), ("leader_risk_share", share)]);
        }
    }

    fn check_confidence(&mut self) {
        let (level, verdict) = (self.analysis.confidence.level, self.ruling().verdict);
        let expected = match verdict {
            Verdict::Open | Verdict::Shortlist => level == ConfidenceLevel::Low,
            Verdict::Leaning => level < ConfidenceLevel::High,
            Verdict::Clear => is_measured(self.analysis),
            Verdict::None => true,
        };
        self.must(expected, &format!("{level:?} confidence in {verdict:?}"));
        if self.said("confidence-nothing").is_some() {
            self.must(level == ConfidenceLevel::High, "every check passes, and confidence isn't high");
        }
        let lead = ["confidence-lead", "confidence-lead-tie", "confidence-lead-likely", "confidence-lead-narrow"];
        if let Some((id, _)) = self.said_any(&lead) {
            self.must(is_measured(self.analysis), &format!("{id} of an engine that was never measured"));
        }
        if self.said("confidence-lead-likely").is_some() {
            let winner = &self.analysis.winner;
            self.must(winner.tie && winner.probability_best >= 0.9, "a lead is likely that is not");
        }
        if self.said("confidence-lead-tie").is_some() {
            self.must(self.analysis.winner.probability_best < 0.9, "a lead is too small and all but certain");
        }
        if let Some(filled) = self.said("confidence-readings") {
            let check = self.analysis.confidence.checks.iter().find(|check| check.check == "readings").unwrap();
            let apart = points(self.language, check.value.unwrap());
            self.agrees("confidence-readings", &filled, &[("apart", apart)]);
        }
    }
}

/// Whether a record shows how far the engine's forecasts may be off.
fn is_measured(analysis: &Analysis) -> bool {
    analysis.confidence.checks.iter().any(|check| check.check == "engine_skill" && check.value.is_some())
}

/// Asserts that tie, lead, intervals, probabilities and losses of a report agree.
fn assert_agrees_with_its_figures(analysis: &Analysis, context: &str) {
    let (ruling, winner) = (analysis.overview.ruling.as_ref().unwrap(), &analysis.winner);
    let [low, high] = winner.lead_interval;
    assert!(low <= winner.lead + 1e-9 && winner.lead <= high + 1e-9 && winner.lead >= 0.0, "{context}");
    for share in &winner.shares {
        let [low, high] = share.interval;
        assert!(0.0 <= low && low <= share.share && share.share <= high && high <= 1.0 && low < high, "{context}");
    }
    if let Some(range) = ruling.people_range {
        assert!(
            range.low <= range.high && (range.probability >= 0.8) == ruling.people_to_settle.is_some(),
            "{context}"
        );
    }
    if !analysis.is_about_top_option() {
        return;
    }
    assert_eq!(winner.tie, low <= 0.0, "{context}");
    assert_eq!(winner.tie, winner.contenders.contains(&winner.runner_up), "{context}");
    for share in &winner.shares {
        assert!(share.share <= winner.support && share.probability_best <= winner.probability_best + 0.05, "{context}");
        let is_contender = winner.contenders.contains(&share.option);
        assert!(is_contender || share.probability_best < 0.1, "{context}");
    }
    if ruling.open == Some(Openness::Guess) {
        return; // An engine that guesses has no verdict, whatever its figures.
    }
    let (best, losses) = (winner.probability_best, &ruling.expected_loss);
    match ruling.verdict {
        Verdict::Clear => assert!(!winner.tie && best >= 0.9, "{context}"),
        Verdict::Leaning => {
            let is_open = winner.tie || best < 0.9 || !is_measured(analysis);
            assert!(best >= 0.6 && is_open, "{context}");
        }
        Verdict::Shortlist => assert!(winner.tie && best < 0.6, "{context}"),
        Verdict::Open => {
            let is_alike = losses.values().all(|loss| *loss <= 0.04);
            assert!(best < 0.6 && is_alike == (ruling.open == Some(Openness::Alike)), "{context}");
        }
        Verdict::None => assert!(ruling.majority_none.is_some_and(|chance| chance >= 0.8), "{context}"),
    }
}

#[test]
fn a_thousand_reports_contradict_themselves_in_no_sentence() {
    let mut verdicts = std::collections::BTreeSet::new();
    for number in 0..56 {
        for (kind, language) in KINDS.into_iter().flat_map(|kind| Language::ALL.map(|language| (kind, language))) {
            let Outcome { analysis, .. } = drawn(number, kind, language);
            let checked = CheckedReport::new(language, &analysis);
            let (all, ruling) = (checked.text.clone(), checked.ruling());
            let context = format!("{number} {kind:?} {language}: {ruling:?}\n{all}");
            assert_eq!(analysis.price.is_some(), kind == PanelKind::Price, "{context}");
            assert_eq!(analysis.scale.is_some(), kind == PanelKind::Scale, "{context}");
            assert_eq!(analysis.reach.is_some(), kind == PanelKind::Feature, "{context}");
            verdicts.insert(format!("{kind:?} {:?}", ruling.verdict));
            // Every sentence is one, and in the right number.
            assert!(!all.contains(['{', '}']) && !all.contains("verdict-") && !all.contains("next-"), "{context}");
            for wrong in
                [" 1 people", " 1 points", " 1 percentage points", " 1 personas", " 1 puntos", "(0%", " 0 people"]
            {
                assert!(!all.contains(wrong), "{wrong}: {context}");
            }
            assert_agrees_with_its_figures(&analysis, &context);
            let wrong = checked.check();
            assert!(wrong.is_empty(), "{wrong:#?}\n{context}");
        }
    }
    for verdict in
        ["Preference Clear", "Name Leaning", "Feature Shortlist", "Price Leaning", "Price None", "Scale Clear"]
    {
        assert!(verdicts.contains(verdict), "{verdict} is in none of these reports: {verdicts:?}");
    }
}

/// Returns the first drawn report of a kind that fits.
fn first_drawn(kind: PanelKind, language: Language, fits: impl Fn(&Outcome, &Ruling) -> bool) -> Outcome {
    let mut outcomes = (0..200).map(|number| drawn(number, kind, language));
    outcomes.find(|outcome| fits(outcome, outcome.analysis.overview.ruling.as_ref().unwrap())).unwrap()
}

#[test]
fn a_planted_contradiction_is_found_in_every_language() {
    for language in Language::ALL {
        let assert_found = |planted: &str, outcome: &Outcome, plant: &dyn Fn(&mut Analysis)| {
            let mut analysis = outcome.analysis.clone();
            assert_eq!(CheckedReport::new(language, &analysis).check(), [] as [&str; 0]);
            plant(&mut analysis);
            let wrong = CheckedReport::new(language, &analysis).check();
            assert!(!wrong.is_empty(), "{planted}: {language}");
        };
        let is_led = |ruling: &Ruling| matches!(ruling.verdict, Verdict::Clear | Verdict::Leaning);
        let more = first_drawn(PanelKind::Scale, language, |outcome, ruling| {
            is_led(ruling) && outcome.analysis.scale.as_ref().unwrap().top > 0.5
        });
        assert_found("more than half of 50 %", &more, &|analysis| {
            let top = &mut analysis.scale.as_mut().unwrap().top;
            analysis.overview.headline =
                analysis.overview.headline.replace(&percent(language, *top), &percent(language, 0.5));
            analysis.overview.summary =
                analysis.overview.summary.replacen(&percent(language, *top), &percent(language, 0.5), 1);
            *top = 0.5;
        });
        let clear = first_drawn(PanelKind::Preference, language, |_, ruling| ruling.verdict == Verdict::Clear);
        assert_found("a tie beside a clear verdict", &clear, &|analysis| {
            analysis.confidence.reason = wording::say(language, "confidence-lead-tie", &[]);
        });
        let leaning = first_drawn(PanelKind::Name, language, |_, ruling| ruling.verdict == Verdict::Leaning);
        assert_found("a lead of nothing", &leaning, &|analysis| {
            analysis.winner.lead = 0.0;
        });
        let priced = first_drawn(PanelKind::Price, language, |_, ruling| is_led(ruling));
        assert_found("another share that would buy", &priced, &|analysis| {
            let price = analysis.price.as_mut().unwrap();
            let best = price.points.iter_mut().find(|point| point.option == price.best).unwrap();
            best.accepting = (best.accepting + 0.07).min(1.0);
        });
        let kept = first_drawn(PanelKind::Feature, language, |_, ruling| ruling.verdict == Verdict::Shortlist);
        assert_found("an option of the shortlist that can wait", &kept, &|analysis| {
            let ruling = analysis.overview.ruling.as_mut().unwrap();
            ruling.dropped.push(ruling.options[0].clone());
        });
        let reaching = first_drawn(PanelKind::Feature, language, |outcome, _| {
            filled(language, "summary-reach", &[], &outcome.analysis.overview.summary).is_some()
        });
        assert_found("another reach", &reaching, &|analysis| {
            let bundles = &mut analysis.reach.as_mut().unwrap().bundles;
            bundles.iter_mut().for_each(|bundle| bundle.reach *= 0.9);
        });
    }
}
