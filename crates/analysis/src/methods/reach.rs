//! TURF analysis: the best-worst score of each feature and the bundles of two or three features that reach most
//! people. A bundle reaches respondents if it contains one of their two favourites. Reach is computed from the
//! respondents' probabilities, not from one draw.

use foundation::OptionId;
use language::Inquiry;
use statistics::Z_95;

use super::super::Evidence;
use super::super::panel::Panel;

/// With fewer features, nearly every pair reaches everybody.
const OPTIONS_MIN: usize = 4;

#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// By option in the client's order. Empty if no worst option was asked for.
    pub scores: Vec<BestWorst>,
    /// The best pair and, with five options or more, the best triple.
    pub bundles: Vec<Bundle>,
    /// By option in the client's order: the reach of the option by itself, the share that has it among its two favourites.
    pub alone: Vec<f64>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct BestWorst {
    pub option: OptionId,
    /// How much more often the option was best than worst among the lists that showed it, from −1 to 1.
    pub score: f64,
    pub interval: [f64; 2],
}

#[derive(Debug, Clone, PartialEq)]
pub struct Bundle {
    /// By descending share of first choices: the order in which to build them.
    pub options: Vec<OptionId>,
    /// The share that has one of its two favourites in the bundle.
    pub reach: f64,
    pub interval: [f64; 2],
}

pub(super) fn reach(evidence: &Evidence<'_>, panel: &Panel<'_>, shares: &[f64]) -> Option<Reach> {
    if evidence.served.inquiry != Inquiry::FeaturePriority || panel.options < OPTIONS_MIN {
        return None;
    }
    let favourites = favourites(panel);
    let size = panel.size();
    let bundle = |mut options: Vec<OptionId>| {
        options.sort_by(|a, b| shares[b.0].total_cmp(&shares[a.0]));
        let reach = reached(&favourites, &options);
        Bundle { options, reach, interval: size.interval(reach) }
    };
    let sizes = if panel.options > OPTIONS_MIN { 2..=3 } else { 2..=2 };
    Some(Reach {
        alone: OptionId::all(panel.options).map(|option| reached(&favourites, &[option])).collect(),
        scores: scores(panel, size.people()),
        bundles: sizes.map(|many| bundle(best(&favourites, many))).collect(),
    })
}

/// Returns, for each pair of options, the share of respondents whose two favourites they are.
///
/// The first favourite follows the respondent's probabilities, the second those of the remaining options.
fn favourites(panel: &Panel<'_>) -> Vec<Vec<f64>> {
    let mut pairs = vec![vec![0.0; panel.options]; panel.options];
    let total: f64 = panel.interviewees.iter().map(|it| it.weight).sum();
    for it in &panel.interviewees {
        let own = &it.probabilities;
        for (first, second) in (0..panel.options).flat_map(|a| (0..panel.options).map(move |b| (a, b))) {
            if first != second {
                let left = (1.0 - own[first]).max(f64::MIN_POSITIVE);
                let both = own[first] * (own[second] / left).min(1.0) * it.weight / total;
                pairs[first.min(second)][first.max(second)] += both;
            }
        }
    }
    pairs
}

fn reached(favourites: &[Vec<f64>], bundle: &[OptionId]) -> f64 {
    let is_in = |at: usize| bundle.contains(&OptionId(at));
    let rows = favourites.iter().enumerate();
    let pairs = rows.flat_map(|(one, row)| row.iter().enumerate().map(move |(other, share)| (one, other, share)));
    let held: f64 = pairs.filter(|(one, other, _)| is_in(*one) || is_in(*other)).map(|(_, _, share)| share).sum();
    held.clamp(0.0, 1.0)
}

/// Returns the bundle of `many` options with the largest reach. Ties go to the first in the client's order.
fn best(favourites: &[Vec<f64>], many: usize) -> Vec<OptionId> {
    let mut best = (f64::NEG_INFINITY, Vec::new());
    for bundle in bundles(favourites.len(), many) {
        let reach = reached(favourites, &bundle);
        if reach > best.0 + 1e-12 {
            best = (reach, bundle);
        }
    }
    best.1
}

fn bundles(options: usize, many: usize) -> Vec<Vec<OptionId>> {
    let mut made: Vec<Vec<OptionId>> = vec![Vec::new()];
    for _ in 0..many {
        let longer = |bundle: Vec<OptionId>| {
            let next = bundle.last().map_or(0, |last| last.0 + 1);
            (next..options).map(move |at| bundle.iter().copied().chain([OptionId(at)]).collect())
        };
        made = made.into_iter().flat_map(longer).collect();
    }
    made
}

fn scores(panel: &Panel<'_>, size: f64) -> Vec<BestWorst> {
    let lists = || panel.interviewees.iter().flat_map(|it| it.lists.iter().map(move |list| (list, it.weight)));
    if lists().next().is_none() {
        return Vec::new();
    }
    let score = |option: OptionId| {
        let (mut shown, mut best, mut worst) = (0.0, 0.0, 0.0);
        for (list, weight) in lists().filter(|(list, _)| list.shown.contains(&option)) {
            shown += weight;
            best += if list.best == option { weight } else { 0.0 };
            worst += if list.worst == option { weight } else { 0.0 };
        }
        let (best, worst) = (best / f64::max(shown, f64::MIN_POSITIVE), worst / f64::max(shown, f64::MIN_POSITIVE));
        BestWorst { option, score: best - worst, interval: score_interval(best, worst, size) }
    };
    OptionId::all(panel.options).map(score).collect()
}

/// Returns the 95 % interval of the difference between the shares of best and worst picks. One pick of each kind is added (Bonett
/// and Price's adjusted Wald interval), so that an option that nobody picked has an interval too.
fn score_interval(best: f64, worst: f64, size: f64) -> [f64; 2] {
    let people = size + 2.0;
    let (more, less) = ((best * size + 1.0) / people, (worst * size + 1.0) / people);
    let margin = Z_95 * ((more + less - (more - less).powi(2)).max(0.0) / people).sqrt();
    let score = best - worst;
    [(more - less - margin).clamp(-1.0, score), (more - less + margin).clamp(score, 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_reaches_those_who_find_one_of_their_two_favourites_in_it() {
        // Half of the respondents favour 0 and 1, half 2 and 3.
        let mut favourites = vec![vec![0.0; 4]; 4];
        favourites[0][1] = 0.5;
        favourites[2][3] = 0.5;
        assert_eq!(reached(&favourites, &[OptionId(0), OptionId(1)]), 0.5);
        assert_eq!(best(&favourites, 2), [OptionId(0), OptionId(2)]);
        assert_eq!(reached(&favourites, &best(&favourites, 2)), 1.0);
    }

    #[test]
    fn an_option_that_nobody_picked_is_not_known_for_sure() {
        let [low, high] = score_interval(0.0, 0.0, 20.0);
        assert!(low < -0.05 && high > 0.05, "{low} {high}");
        let [low, high] = score_interval(1.0, 0.0, 20.0);
        assert!(low < 0.95 && high == 1.0, "{low} {high}");
    }

    #[test]
    fn every_bundle_is_tried_once() {
        assert_eq!(bundles(4, 2).len(), 6);
        assert_eq!(bundles(20, 3).len(), 1140);
    }
}
