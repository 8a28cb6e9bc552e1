//! Fits respondents' distributions to the forecast by iterative proportional fitting (raking) of probability rows.
//! The weighted mean of all rows meets the shares of the total; groups meet theirs as nearly as the margins are
//! consistent. Among such solutions it is the one closest to the total's shares in relative entropy.

/// Smallest group that is fitted.
pub const GROUP_MIN: usize = 10;
/// Limit on sweeps, since contradictory margins never converge.
pub const SWEEPS_MAX: usize = 50;
/// Sweeps that change no share by more than this have converged.
const SETTLED: f64 = 1e-7;
/// Tolerance and iteration limit of the final fit to the total. Without groups each iteration is quick.
const WHOLE_TOLERANCE: f64 = 1e-5;
const WHOLE_STEPS_MAX: usize = 2_000;
/// Floor that keeps contradictory margins from driving probabilities to zero, from which scaling can't raise them.
const PROBABILITY_MIN: f64 = 1e-9;
/// Decimals of a stored probability. Six survive a round trip through JSON exactly.
const DECIMALS_KEPT: i32 = 6;

/// Group of respondents, by index, and the shares that it should have.
#[derive(Debug, Clone, PartialEq)]
pub struct Margin {
    pub members: Vec<usize>,
    pub shares: Vec<f64>,
}

/// Returns each respondent's distribution. `weights` are survey weights; without margins every row equals `whole`.
pub fn fit(whole: &[f64], margins: &[Margin], weights: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = vec![whole.to_vec(); weights.len()];
    let everybody = Margin { members: (0..weights.len()).collect(), shares: whole.to_vec() };
    for _ in 0..SWEEPS_MAX {
        let mut moved = 0.0_f64;
        for margin in margins.iter().chain([&everybody]) {
            moved = moved.max(towards(&mut rows, margin, weights));
        }
        if moved < SETTLED {
            break;
        }
    }
    for _ in 0..WHOLE_STEPS_MAX {
        if towards(&mut rows, &everybody, weights) < WHOLE_TOLERANCE {
            break;
        }
    }
    rows.iter_mut().for_each(|row| *row = rounded(row));
    rows
}

/// Scales the members' rows to the margin's shares. Returns the largest absolute deviation before scaling.
fn towards(rows: &mut [Vec<f64>], margin: &Margin, weights: &[f64]) -> f64 {
    let total: f64 = margin.members.iter().map(|at| weights[*at]).sum();
    if total <= 0.0 {
        return 0.0;
    }
    let mut sums = vec![0.0; margin.shares.len()];
    for at in &margin.members {
        sums.iter_mut().zip(&rows[*at]).for_each(|(sum, p)| *sum += weights[*at] * p / total);
    }
    let missed = sums.iter().zip(&margin.shares).map(|(sum, share)| (sum - share).abs()).fold(0.0, f64::max);
    for at in &margin.members {
        let row = &mut rows[*at];
        for (p, (sum, share)) in row.iter_mut().zip(sums.iter().zip(&margin.shares)) {
            *p = (*p * share / sum.max(f64::MIN_POSITIVE)).max(PROBABILITY_MIN);
        }
        let whole: f64 = row.iter().sum();
        row.iter_mut().for_each(|p| *p /= whole);
    }
    missed
}

/// Rounds a distribution. The largest share absorbs the rounding error, so that the sum is one.
pub fn rounded(row: &[f64]) -> Vec<f64> {
    let scale = 10f64.powi(DECIMALS_KEPT);
    let round = |p: f64| (p * scale).round() / scale;
    let mut kept: Vec<f64> = row.iter().map(|p| round(*p)).collect();
    let rest = 1.0 - kept.iter().sum::<f64>();
    if let Some(largest) = kept.iter_mut().max_by(|a, b| a.total_cmp(b)) {
        *largest = round(*largest + rest);
    }
    kept
}
