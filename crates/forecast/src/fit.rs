//! Fits a panel to the forecast by iterative proportional fitting over respondents' rows. The panel adds up to the
//! shares of the whole exactly, and to the shares of groups as nearly as all of them can hold at once. Of all such
//! panels it is the one nearest to the whole in relative entropy.

/// Groups smaller than this are not fitted: a handful of people can't carry a share.
pub const GROUP_MIN: usize = 10;
/// Margins that contradict each other never settle, so sweeps are limited.
pub const SWEEPS_MAX: usize = 50;
/// Sweeps that move no share of the whole by more than this have settled.
const SETTLED: f64 = 1e-7;
/// How near the panel must come to the whole in the end, and in how many steps at most. Without the groups each step is
/// quick.
const WHOLE_TOLERANCE: f64 = 1e-5;
const WHOLE_STEPS_MAX: usize = 2_000;
/// Margins that contradict each other would drive probabilities to zero, and scaling can't raise them again.
const PROBABILITY_MIN: f64 = 1e-9;
/// Probabilities are kept to this many decimals, which also makes them survive JSON to the last bit.
const DECIMALS_KEPT: i32 = 6;

/// A group of respondents, by their places, and the shares it is to have.
#[derive(Debug, Clone, PartialEq)]
pub struct Margin {
    pub members: Vec<usize>,
    pub shares: Vec<f64>,
}

/// Each respondent's distribution. `weights` count respondents; without margins everybody has the whole's.
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

/// Scales the members' rows to the margin's shares, and returns how far they were off before.
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

/// The largest takes the rounding error, so that all add up to one.
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
