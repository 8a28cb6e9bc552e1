//! Spells the findings as the contract does.

use std::collections::BTreeMap;

use analysis::{self as domain, Checked};
use foundation::OptionId;
use questionnaire::QuestionId;

use super::{ReportInputs, methods};
use crate::{
    ANALYSIS_VERSION, Acceptance, Analysis, Confidence, ConfidenceCheck, CrossCell, CrossRow, CrossTable, Driver,
    DriverBreakdown, Likelihood, Openness, OptionPair, OptionShare, Overview, Panel, Quality, Quote, Recommendation,
    Risk, RiskBreakdown, Ruling, SCHEMA_VERSION, Segment, SegmentBreakdown, Theme, Verdict, Winner,
};

pub(super) fn analysis(made: &ReportInputs<'_>) -> Analysis {
    let (findings, words) = (made.findings, made.words);
    Analysis {
        schema_version: SCHEMA_VERSION.to_owned(),
        analysis_version: ANALYSIS_VERSION.to_owned(),
        overview: Overview {
            headline: words.headline.clone(),
            summary: words.summary.clone(),
            ruling: Some(ruling(made)),
        },
        winner: winner(made),
        confidence: confidence(&findings.confidence, &words.confidence),
        segment_breakdown: SegmentBreakdown {
            segments: findings.segments.iter().map(|it| segment(made, it)).collect(),
        },
        driver_breakdown: DriverBreakdown { drivers: findings.drivers.iter().map(|it| driver(made, it)).collect() },
        risk_breakdown: RiskBreakdown { risks: findings.risks.iter().map(|it| risk(made, it)).collect() },
        open_text_themes: findings.themes.iter().map(|it| theme(made, it)).collect(),
        recommendation: Recommendation { summary: words.recommendation.clone() },
        acceptance: findings.acceptance.as_ref().map(acceptance),
        likelihood: findings.likelihood.as_ref().map(likelihood),
        price: findings.methods.price.as_ref().map(|it| methods::price(made, it)),
        reach: findings.methods.reach.as_ref().map(|it| methods::reach(made, it)),
        scale: findings.methods.scale.as_ref().map(|it| methods::scale(made, it)),
        names: made.names.map(|notes| methods::names(made, notes)),
        cross_table: made.panel.map(|panel| cross_table(made, panel)),
        quality: quality(&findings.quality),
    }
}

fn option(made: &ReportInputs<'_>, id: OptionId) -> String {
    made.brief.options()[id.0].clone()
}

/// Each of the client's options with its figure.
fn by_option<T>(made: &ReportInputs<'_>, figures: impl IntoIterator<Item = T>) -> impl Iterator<Item = (String, T)> {
    made.brief.options().iter().cloned().zip(figures)
}

fn ruling(made: &ReportInputs<'_>) -> Ruling {
    let ruling = &made.findings.ruling;
    let (verdict, open) = match ruling.verdict {
        domain::Verdict::Clear(_) => (Verdict::Clear, None),
        domain::Verdict::Leaning(_) => (Verdict::Leaning, None),
        domain::Verdict::Shortlist { .. } => (Verdict::Shortlist, None),
        domain::Verdict::Alike => (Verdict::Open, Some(Openness::Alike)),
        domain::Verdict::Unknown if made.engine_quality.is_guessing() => (Verdict::Open, Some(Openness::Guess)),
        domain::Verdict::Unknown => (Verdict::Open, Some(Openness::Unknown)),
        domain::Verdict::None => (Verdict::None, None),
    };
    let (keep, drop) = match &ruling.verdict {
        // The verdict on a scale is about its upper end, whether or not a majority is there.
        domain::Verdict::Clear(_) | domain::Verdict::Leaning(_) if made.findings.methods.scale.is_some() => {
            (made.findings.methods.scale.iter().flat_map(|scale| scale.top_steps.clone()).collect(), Vec::new())
        }
        domain::Verdict::Clear(first) | domain::Verdict::Leaning(first) => (vec![*first], Vec::new()),
        domain::Verdict::Shortlist { keep, drop } => (keep.clone(), drop.clone()),
        domain::Verdict::Alike | domain::Verdict::Unknown | domain::Verdict::None => (Vec::new(), Vec::new()),
    };
    let names = |options: Vec<OptionId>| options.into_iter().map(|id| option(made, id)).collect();
    Ruling {
        verdict,
        open,
        options: names(keep),
        dropped: names(drop),
        next_step: made.words.recommendation.clone(),
        expected_loss: by_option(made, ruling.losses.iter().copied()).collect(),
        majority_none: ruling.majority_none,
        people_to_settle: ruling.people.and_then(|needed| needed.people_to_settle()),
        people_range: ruling.people.map(Into::into),
    }
}

fn winner(made: &ReportInputs<'_>) -> Winner {
    let preference = &made.findings.preference;
    let first = preference.winner();
    let share = |id: OptionId| OptionShare {
        option: option(made, id),
        count: preference.counts[id.0],
        worst_count: preference.worst_counts.as_ref().map(|counts| counts[id.0]),
        share: preference.share(id),
        interval: preference.intervals[id.0],
        probability_best: preference.probability_best[id.0],
    };
    Winner {
        option: option(made, first),
        support: preference.share(first),
        interval: preference.intervals[first.0],
        runner_up: option(made, preference.runner_up()),
        lead: preference.lead,
        lead_interval: preference.lead_interval,
        tie: made.findings.is_tie(),
        contenders: preference.contenders.iter().map(|id| option(made, *id)).collect(),
        probability_best: preference.probability_best[first.0],
        pairs: preference.pairs.iter().map(|it| pair(made, it)).collect(),
        estimator: preference.estimator.into(),
        shares: OptionId::all(preference.shares.len()).map(share).collect(),
    }
}

fn pair(made: &ReportInputs<'_>, of: &domain::Pair) -> OptionPair {
    let (higher, lower) = (option(made, of.higher), option(made, of.lower));
    OptionPair { higher, lower, difference: of.difference, interval: of.interval, differs: of.differs() }
}

fn confidence(of: &domain::Confidence, reason: &str) -> Confidence {
    let check = |check: &domain::Check| ConfidenceCheck {
        check: match check.of {
            Checked::EngineSkill => "engine_skill",
            Checked::Lead => "lead",
            Checked::FailureRate => "failure_rate",
            Checked::Readings => "readings",
        }
        .to_owned(),
        value: check.value,
        allows: check.allows,
    };
    Confidence { level: of.level, reason: reason.to_owned(), checks: of.checks.iter().map(check).collect() }
}

fn segment(made: &ReportInputs<'_>, of: &domain::Segment) -> Segment {
    Segment {
        attribute: of.group.attribute.group_code().to_owned(),
        value: of.group.value.clone(),
        count: of.count,
        winner: option(made, of.winner),
        support: of.support,
        interval: of.interval,
        shares: by_option(made, of.shares.iter().copied()).collect(),
        shares_of_others: by_option(made, of.shares_of_others.iter().copied()).collect(),
        difference: of.difference,
        difference_observed: of.difference_observed,
        p_adjusted: of.p_adjusted,
        notable: of.notable,
    }
}

fn cross_table(made: &ReportInputs<'_>, panel: &Panel) -> CrossTable {
    let language = made.brief.language();
    let answers = made.questionnaire.answers(QuestionId::Preference);
    let mut rows = made.findings.cross_table.clone();
    if made.engine_quality.is_guessing() {
        rows.iter_mut().for_each(|row| row.cells = None);
    }
    let uses_groups = made.engine.calibration.group_weight > 0.0;
    CrossTable {
        request_id: panel.report.clone(),
        question: panel.asked.clone(),
        summary: wording::cross_table::summary(
            &rows,
            made.brief.options(),
            made.findings.methods.price.is_some(),
            language,
        ),
        note: wording::cross_table::note(&rows, uses_groups, language),
        rows: rows.iter().map(|row| cross_row(made, row, answers)).collect(),
    }
}

fn cross_row(made: &ReportInputs<'_>, row: &domain::CrossRow, answers: &[String]) -> CrossRow {
    let options = made.brief.options();
    // Of prices, "none of them" is an answer of the questionnaire and no option of the client.
    let names = options.iter().chain(answers.get(options.len()..).unwrap_or(&[])).cloned();
    let cell = |cell: &domain::CrossCell| CrossCell {
        share: cell.share,
        elsewhere: cell.elsewhere,
        difference: cell.difference(),
        p_adjusted: cell.p_adjusted,
        notable: cell.is_notable(),
    };
    CrossRow {
        earlier: row.earlier.clone(),
        count: row.count,
        counts: names.zip(row.counts.iter().copied()).collect(),
        cells: row.cells.as_ref().map(|cells| by_option(made, cells.iter().map(cell)).collect()),
    }
}

fn driver(made: &ReportInputs<'_>, of: &domain::Driver) -> Driver {
    Driver {
        driver: made.questionnaire.answers(QuestionId::Drivers)[of.answer].clone(),
        count: of.count,
        share: of.share,
        interval: of.interval,
        by_option: known(made, &of.by_option),
        lift: of.lift,
    }
}

fn risk(made: &ReportInputs<'_>, of: &domain::Risk) -> Risk {
    Risk {
        risk: made.questionnaire.answers(QuestionId::Concern)[of.answer].clone(),
        count: of.count,
        share: of.share,
        interval: of.interval,
        severity: of.severity.into(),
        by_option: known(made, &of.by_option),
    }
}

/// An option of which nothing is known is left out.
fn known(made: &ReportInputs<'_>, figures: &[Option<f64>]) -> BTreeMap<String, f64> {
    by_option(made, figures).filter_map(|(option, figure)| Some((option, (*figure)?))).collect()
}

fn theme(made: &ReportInputs<'_>, of: &domain::Theme) -> Theme {
    let quote = |quote: &domain::Quote| Quote {
        respondent_id: quote.respondent.to_string(),
        text: quote.text.clone(),
        alike: quote.alike,
    };
    Theme {
        theme: made.questionnaire.answers(QuestionId::Drivers)[of.reason].clone(),
        share: of.share,
        count: of.count,
        quotes: of.quotes.iter().map(quote).collect(),
    }
}

fn acceptance(of: &domain::Acceptance) -> Acceptance {
    // Respondents can no longer answer "don't know"; the field stays for clients.
    let share_unsure = 0.0;
    Acceptance { share_any: of.share_any, share_none: of.share_none, share_unsure, none_interval: of.none_interval }
}

fn likelihood(of: &domain::Likelihood) -> Likelihood {
    Likelihood { mean: of.mean, interval: of.interval, counts: of.counts.clone() }
}

fn quality(of: &domain::Quality) -> Quality {
    Quality {
        effective_size: of.effective_size,
        readings_apart: of.readings_apart,
        order_effect_p: None,
        order_effect: of.are_readings_apart,
        diversity: of.diversity,
        distinct: of.distinct,
        split_half: of.split_half,
        split_half_winner: of.split_half_winner,
        near_duplicates: of.near_duplicates,
    }
}
