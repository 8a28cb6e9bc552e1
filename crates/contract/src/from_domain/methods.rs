//! Spells what follows from the kind of a question as the contract does.

use analysis as domain;
use foundation::OptionId;
use language::names;

use super::ReportInputs;
use crate::{BestWorst, Bundle, NameNotes, PriceCurve, PricePoint, Reach, ScaleShape};

fn option(made: &ReportInputs<'_>, id: OptionId) -> String {
    made.brief.options()[id.0].clone()
}

fn options(made: &ReportInputs<'_>, ids: &[OptionId]) -> Vec<String> {
    ids.iter().map(|id| option(made, *id)).collect()
}

pub(super) fn price(made: &ReportInputs<'_>, of: &domain::PriceCurve) -> PriceCurve {
    let point = |it: &domain::PricePoint| PricePoint {
        option: option(made, it.option),
        amount: it.amount,
        accepting: it.accepting,
        interval: it.interval,
        revenue_index: it.revenue_index,
        probability_best: of.probability_best[it.option.0],
    };
    PriceCurve {
        points: of.points.iter().map(point).collect(),
        best: option(made, of.best),
        best_range: [of.contenders.first(), of.contenders.last()].map(|id| option(made, *id.unwrap_or(&of.best))),
        share_none: of.none.map(|(share, _)| share),
        none_interval: of.none.map(|(_, interval)| interval),
        levelled: of.levelled,
    }
}

pub(super) fn reach(made: &ReportInputs<'_>, of: &domain::Reach) -> Reach {
    let score =
        |it: &domain::BestWorst| BestWorst { option: option(made, it.option), score: it.score, interval: it.interval };
    let bundle =
        |it: &domain::Bundle| Bundle { options: options(made, &it.options), reach: it.reach, interval: it.interval };
    let alone = OptionId::all(of.alone.len()).zip(&of.alone).map(|(id, share)| (option(made, id), *share)).collect();
    Reach { scores: of.scores.iter().map(score).collect(), bundles: of.bundles.iter().map(bundle).collect(), alone }
}

pub(super) fn scale(made: &ReportInputs<'_>, of: &domain::ScaleShape) -> ScaleShape {
    ScaleShape {
        steps: options(made, &of.steps),
        shares: of.shares.clone(),
        mean: of.mean,
        mean_interval: of.mean_interval,
        top: of.top,
        top_interval: of.top_interval,
        top_steps: options(made, &of.top_steps),
        bottom: of.bottom,
        is_split: of.is_split,
    }
}

pub(super) fn names(made: &ReportInputs<'_>, of: &[names::NameNotes]) -> Vec<NameNotes> {
    let notes = |(id, it): (OptionId, &names::NameNotes)| NameNotes {
        option: option(made, id),
        brings_to_mind: it.brings_to_mind.clone(),
        hard: it.hard.clone(),
        alike: options(made, &it.alike),
        meanings: it.meanings.iter().map(|(language, text)| (language.code().to_owned(), text.clone())).collect(),
    };
    OptionId::all(of.len()).zip(of).map(notes).collect()
}
