//! Low-discrepancy sampling: systematic allocation, and shifted Kronecker sequences in place of independent draws.
//! Margins are met within one or two people. It uses only sums and products, so that all machines agree.

/// Fractional parts of square roots of primes: one step per attribute, so that no two sequences are correlated.
pub(super) const STEPS: [f64; 8] = [
    0.414_213_562_373_095_05,
    0.732_050_807_568_877_3,
    0.236_067_977_499_789_7,
    0.645_751_311_064_590_6,
    0.316_624_790_355_399_85,
    0.605_551_275_463_989_3,
    0.123_105_625_617_660_55,
    0.358_898_943_540_673_55,
];

/// Returns one point (0 to 1) per person, assigned in the order of the keys so that neighbours get points far apart.
pub(super) fn dealt(keys: impl Iterator<Item = u32>, step: f64, shift: f64) -> Vec<f64> {
    // Key and index are packed into one integer: equal keys keep their order, and integers sort fast.
    let mut order: Vec<u64> = keys.enumerate().map(|(at, key)| u64::from(key) << 32 | at as u64).collect();
    order.sort_unstable();
    let mut points = vec![0.0; order.len()];
    for (place, packed) in order.into_iter().enumerate() {
        let at = shift + (place as f64 + 1.0) * step;
        points[(packed & u64::from(u32::MAX)) as usize] = at - at.floor();
    }
    points
}

/// Cumulative probabilities, computed once for many picks.
#[derive(Default)]
pub(super) struct CumulativeWeights(Vec<f64>);

impl CumulativeWeights {
    pub fn new(chances: impl IntoIterator<Item = f64>) -> Self {
        let mut sum = 0.0;
        Self(
            chances
                .into_iter()
                .map(|chance| {
                    sum += chance;
                    sum
                })
                .collect(),
        )
    }

    /// Like the function [`pick`], from the cumulative sums.
    pub fn pick(&self, at: f64) -> Option<usize> {
        let total = *self.0.last().filter(|total| **total > 0.0)?;
        let found = self.0.partition_point(|sum| *sum <= at * total);
        // At the upper end this returns the last index with a positive probability.
        Some(found.min(self.0.partition_point(|sum| *sum < total)))
    }
}

/// Returns the index at this quantile (0 to 1) of the probabilities, which need not be normalised. Indices with
/// probability zero are never returned.
pub(super) fn pick(chances: &[f64], at: f64) -> Option<usize> {
    let mut left = at * chances.iter().sum::<f64>();
    let mut last = None;
    for (place, chance) in chances.iter().enumerate().filter(|(_, chance)| **chance > 0.0) {
        last = Some(place);
        left -= chance;
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Allocates `size` units in proportion to the weights by systematic sampling, from a random start (0 to 1).
pub(super) fn allotted(weights: &[f64], size: usize, start: f64) -> Vec<usize> {
    let total: f64 = weights.iter().sum();
    let (mut passed, mut taken) = (0.0, 0usize);
    let mut counts = vec![0; weights.len()];
    for (count, weight) in counts.iter_mut().zip(weights) {
        passed += weight;
        // The remainder is added below, so that rounding does not lose a unit.
        while taken < size && (taken as f64 + start) * total < passed * size as f64 {
            taken += 1;
            *count += 1;
        }
    }
    if let Some(last) = weights.iter().rposition(|weight| *weight > 0.0) {
        counts[last] += size - taken;
    }
    counts
}

/// Systematic sampling of distinct records with probability proportional to weight, prepared once for many draws.
pub(super) struct Systematic<'a> {
    weights: &'a [f64],
    size: usize,
    certain: Vec<bool>,
}

impl<'a> Systematic<'a> {
    pub fn new(weights: &'a [f64], size: usize) -> Self {
        let size = size.min(weights.len());
        Self { weights, size, certain: if size < weights.len() { certainties(weights, size) } else { Vec::new() } }
    }

    /// Returns the indices of the drawn records, for a random start (0 to 1).
    pub fn draw(&self, start: f64) -> Vec<usize> {
        if self.size == self.weights.len() {
            return (0..self.size).collect();
        }
        let left = self.size - self.certain.iter().filter(|is_certain| **is_certain).count();
        let open = self.weights.iter().zip(&self.certain).filter(|(_, is_certain)| !**is_certain);
        let step = open.map(|(weight, _)| weight).sum::<f64>() / left.max(1) as f64;
        let (mut taken, mut passed) = (0, 0.0);
        let mut chosen = Vec::with_capacity(self.size);
        for (position, weight) in self.weights.iter().enumerate() {
            if self.certain[position] {
                chosen.push(position);
                continue;
            }
            passed += weight;
            if taken < left && passed > (taken as f64 + start) * step {
                taken += 1;
                chosen.push(position);
            }
        }
        chosen
    }
}

/// Marks the records to be included with certainty. A record heavier than one sampling step would be drawn twice, so
/// it is taken once and the step shrinks.
fn certainties(weights: &[f64], size: usize) -> Vec<bool> {
    let mut certain = vec![false; weights.len()];
    loop {
        let sure = certain.iter().filter(|is_certain| **is_certain).count();
        let total: f64 = weights.iter().zip(&certain).filter(|(_, sure)| !**sure).map(|(weight, _)| weight).sum();
        let step = total / (size - sure).max(1) as f64;
        let mut grew = false;
        for (weight, is_certain) in weights.iter().zip(&mut certain) {
            if !*is_certain && *weight >= step {
                *is_certain = true;
                grew = true;
            }
        }
        if !grew || certain.iter().filter(|is_certain| **is_certain).count() >= size {
            return certain;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_draw_takes_exactly_that_many_distinct_records(
            weights in prop::collection::vec(0.1f64..50.0, 2..200), size in 1usize..150, start in 0.0f64..1.0,
        ) {
            let drawn = Systematic::new(&weights, size).draw(start);
            prop_assert_eq!(drawn.len(), size.min(weights.len()));
            prop_assert_eq!(drawn.iter().collect::<BTreeSet<_>>().len(), drawn.len());
        }

        #[test]
        fn everyone_is_allotted_within_one_of_the_share(
            weights in prop::collection::vec(0.0f64..50.0, 1..60), size in 1usize..500, start in 0.0f64..1.0,
        ) {
            prop_assume!(weights.iter().sum::<f64>() > 1.0);
            let total: f64 = weights.iter().sum();
            let counts = allotted(&weights, size, start);
            prop_assert_eq!(counts.iter().sum::<usize>(), size);
            for (count, weight) in counts.iter().zip(&weights) {
                prop_assert!((*count as f64 - weight / total * size as f64).abs() < 1.000_001);
            }
        }

        #[test]
        fn what_has_no_chance_is_never_picked(chances in prop::collection::vec(0.0f64..2.0, 1..20), at in 0.0f64..1.0) {
            let chances: Vec<f64> = chances.into_iter().map(|chance| if chance < 1.0 { 0.0 } else { chance }).collect();
            match pick(&chances, at) {
                Some(place) => prop_assert!(chances[place] > 0.0),
                None => prop_assert!(chances.iter().all(|chance| *chance == 0.0)),
            }
            match CumulativeWeights::new(chances.iter().copied()).pick(at) {
                Some(place) => prop_assert!(chances[place] > 0.0),
                None => prop_assert!(chances.iter().all(|chance| *chance == 0.0)),
            }
        }
    }
}
