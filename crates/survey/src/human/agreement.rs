//! How often a top answer is the people's, by its share: what confidence is stated from.

use super::Prediction;
use super::metrics::top_agreement;
use crate::calibration::Agreement;

/// The mean over all cases counts as much as this many cases of each part, so that a few lucky ones don't make a level.
const BORROWED_CASES: f64 = 6.0;

/// A prediction as a statement about the winner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Statement {
    pub top_share: f64,
    /// 1 if right, 0 if wrong, between for ties.
    pub right: f64,
}

impl Statement {
    pub fn of(prediction: &Prediction<'_>) -> Self {
        Self {
            top_share: top_share(&prediction.shares),
            right: top_agreement(&prediction.case.shares, &prediction.shares),
        }
    }
}

pub fn top_share(shares: &[f64]) -> f64 {
    shares.iter().copied().fold(0.0, f64::max)
}

/// Divides statements into three equal parts and says how often each was right.
pub fn agreement(statements: &[Statement]) -> Agreement {
    let mut by_size = statements.to_vec();
    by_size.sort_by(|a, b| a.top_share.total_cmp(&b.top_share));
    let count = by_size.len();
    let cuts = [count / 3, count - count / 3];
    let top_shares = cuts.map(|at| rounded(middle(&by_size, at)));
    let overall = rate(&by_size, 0.0, 0.5);
    let parts = [&by_size[..cuts[0]], &by_size[cuts[0]..cuts[1]], &by_size[cuts[1]..]];
    let right = parts.map(|part| rate(part, BORROWED_CASES, overall));
    Agreement { top_shares, right: never_falling(right, parts.map(<[_]>::len)).map(rounded) }
}

/// Half way between the last below and the first above.
fn middle(by_size: &[Statement], at: usize) -> f64 {
    let place = |at: usize| by_size.get(at).map_or(0.0, |statement| statement.top_share);
    (place(at.saturating_sub(1)) + place(at)) / 2.0
}

/// How often these were right, with some cases borrowed; what is borrowed alone where there are none.
fn rate(part: &[Statement], borrowed_cases: f64, borrowed: f64) -> f64 {
    let cases = part.len() as f64 + borrowed_cases;
    if cases == 0.0 {
        return borrowed;
    }
    (part.iter().map(|statement| statement.right).sum::<f64>() + borrowed_cases * borrowed) / cases
}

/// The rates nearest to these that never fall: neighbours in the wrong order share their mean.
fn never_falling(right: [f64; 3], sizes: [usize; 3]) -> [f64; 3] {
    let weight = |at: usize| sizes[at] as f64 + BORROWED_CASES;
    let pooled = |from: usize, to: usize| {
        (from..=to).map(|at| weight(at) * right[at]).sum::<f64>() / (from..=to).map(weight).sum::<f64>()
    };
    let least = |from: usize, at: usize| (at..3).map(|to| pooled(from, to)).fold(f64::INFINITY, f64::min);
    [0, 1, 2].map(|at| (0..=at).map(|from| least(from, at)).fold(f64::NEG_INFINITY, f64::max))
}

fn rounded(figure: f64) -> f64 {
    (figure * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Statements of which some were right.
    fn statements(top_share: f64, right: usize, wrong: usize) -> Vec<Statement> {
        let of = |right| Statement { top_share, right };
        [vec![of(1.0); right], vec![of(0.0); wrong]].concat()
    }

    #[test]
    fn three_parts_give_back_how_often_they_were_right() {
        let agreement =
            agreement(&[statements(0.9, 80, 20), statements(0.6, 30, 70), statements(0.75, 50, 50)].concat());
        assert_eq!(agreement.top_shares, [0.675, 0.825]);
        for (right, expected) in agreement.right.into_iter().zip([0.3, 0.5, 0.8]) {
            assert!((right - expected).abs() < 0.02, "{agreement:?}");
        }
    }

    #[test]
    fn parts_in_the_wrong_order_share_their_mean() {
        let agreement =
            agreement(&[statements(0.6, 60, 40), statements(0.75, 40, 60), statements(0.9, 20, 80)].concat());
        assert_eq!(agreement.right, [0.4; 3]);
    }

    #[test]
    fn a_few_lucky_cases_are_not_taken_for_certainty() {
        let agreement = agreement(&[statements(0.6, 0, 2), statements(0.75, 1, 1), statements(0.9, 2, 0)].concat());
        assert_eq!(agreement.right, [0.375, 0.5, 0.625]);
    }

    #[test]
    fn nothing_stated_says_as_likely_as_not() {
        assert_eq!(agreement(&[]), Agreement { top_shares: [0.0; 2], right: [0.5; 3] });
    }
}
