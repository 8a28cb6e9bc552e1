//! Target shares of groups. Only a group's difference from the other groups is used, since an engine's groups need
//! not average to its total. Differences are centred by the panel's weights and shrunk by the engine's record.

use super::{Forecast, GROUP_MIN, Margin, floored};
use population::Division;

/// Returns each group's target: the total's shares times exp(`weight` · centred log share of the group). `group_shares`
/// are the engine's, `sizes` the groups' summed weights.
pub fn targets(whole: &[f64], group_shares: &[Vec<f64>], sizes: &[f64], weight: f64) -> Vec<Vec<f64>> {
    let group_shares: Vec<Vec<f64>> = group_shares.iter().map(|shares| floored(shares)).collect();
    let total: f64 = sizes.iter().sum();
    let centre = |option: usize| {
        group_shares.iter().zip(sizes).map(|(shares, size)| size * shares[option].ln()).sum::<f64>() / total
    };
    let centres: Vec<f64> = (0..whole.len()).map(centre).collect();
    let moved = |shares: &Vec<f64>| {
        let odds = (0..whole.len()).map(|at| whole[at] * (weight * (shares[at].ln() - centres[at])).exp());
        floored(&odds.collect::<Vec<_>>())
    };
    group_shares.iter().map(moved).collect()
}

/// Returns the margins that a panel is fitted to. A group that is too small or missing in the forecast has none.
pub fn margins(
    forecast: &Forecast,
    divisions: &[Division],
    whole: &[f64],
    weights: &[f64],
    group_weight: f64,
) -> Vec<Margin> {
    if group_weight <= 0.0 {
        return Vec::new();
    }
    let of_division = |division: &Division| {
        let forecast_groups = forecast.groups.get(&division.attribute);
        let known = division.values.iter().zip(&division.members).filter_map(|(value, members)| {
            let shares = forecast_groups?.get(value).filter(|shares| shares.len() == whole.len())?;
            (members.len() >= GROUP_MIN).then_some((shares.clone(), members))
        });
        let (group_shares, members): (Vec<Vec<f64>>, Vec<&Vec<usize>>) = known.unzip();
        if group_shares.len() < 2 {
            return Vec::new();
        }
        let sizes: Vec<f64> = members.iter().map(|own| own.iter().map(|at| weights[*at]).sum()).collect();
        let targets = targets(whole, &group_shares, &sizes, group_weight);
        members.into_iter().zip(targets).map(|(members, shares)| Margin { members: members.clone(), shares }).collect()
    };
    divisions.iter().flat_map(of_division).collect()
}
