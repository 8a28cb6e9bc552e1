//! Demand along the prices of one offer. Whoever buys at a price also buys at a lower one, so the share that buys never
//! rises with the price, and its steps are the shares of the answer "the dearest price at which I would buy".
//!
//! A ladder lists the options from the cheapest to the dearest.

/// Returns the closest shares of buyers that never rise along the ladder (pool adjacent violators).
pub fn falling(buying: &[f64], ladder: &[usize]) -> Vec<f64> {
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for at in ladder {
        blocks.push((buying[*at], 1));
        while let [.., (cheaper, many), (dearer, few)] = blocks[..]
            && dearer > cheaper
        {
            let count = many + few;
            blocks.truncate(blocks.len() - 2);
            blocks.push(((cheaper * many as f64 + dearer * few as f64) / count as f64, count));
        }
    }
    let mut levelled = buying.to_vec();
    let levels = blocks.into_iter().flat_map(|(level, count)| std::iter::repeat_n(level, count));
    ladder.iter().zip(levels).for_each(|(at, level)| levelled[*at] = level);
    levelled
}

/// Returns the share of each option as the dearest price at which people would buy, and last the share that would buy
/// at none. `buying` is the share that would buy at each option and must not rise along the ladder. The result sums to
/// one.
pub fn dearest_shares(buying: &[f64], ladder: &[usize]) -> Vec<f64> {
    let mut shares = vec![0.0; buying.len() + 1];
    for (place, at) in ladder.iter().enumerate() {
        let dearer = ladder.get(place + 1).map_or(0.0, |next| buying[*next]);
        shares[*at] = (buying[*at] - dearer).max(0.0);
    }
    shares[buying.len()] = 1.0 - ladder.first().map_or(0.0, |cheapest| buying[*cheapest]);
    shares
}

/// Returns the share that would buy at each option: those whose dearest price it is, or a dearer one. `dearest` may
/// have further answers after the options, which are no prices.
pub fn buying_shares(dearest: &[f64], ladder: &[usize]) -> Vec<f64> {
    let mut buying = vec![0.0; ladder.len()];
    let mut sum = 0.0;
    for at in ladder.iter().rev() {
        sum += dearest[*at];
        buying[*at] = sum;
    }
    buying
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_close(one: &[f64], other: &[f64]) -> bool {
        one.len() == other.len() && one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-12)
    }

    #[test]
    fn buyers_that_rise_with_the_price_are_levelled() {
        assert_eq!(falling(&[0.2, 0.5, 0.3], &[1, 2, 0]), [0.2, 0.5, 0.3]);
        assert!(are_close(&falling(&[0.6, 0.7, 0.2, 0.1], &[0, 1, 2, 3]), &[0.65, 0.65, 0.2, 0.1]));
        assert!(are_close(&falling(&[0.1, 0.3, 0.2, 0.4], &[0, 1, 2, 3]), &[0.25; 4]));
    }

    #[test]
    fn the_steps_of_demand_are_the_shares_of_the_dearest_price_and_sum_to_one() {
        // In the client's order 12, 5, 8.
        let (buying, ladder) = ([0.25, 0.9, 0.6], [1, 2, 0]);
        let dearest = dearest_shares(&buying, &ladder);
        assert!(are_close(&dearest, &[0.25, 0.3, 0.35, 0.1]), "{dearest:?}");
        assert!((dearest.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(are_close(&buying_shares(&dearest, &ladder), &buying));
    }

    #[test]
    fn buyers_who_gather_at_a_dear_price_keep_it_the_best() {
        // Levelling these answers themselves instead of the buyers would move the best price from 10 to 8.
        let (amounts, ladder) = ([5.0, 8.0, 10.0, 12.0], [0, 1, 2, 3]);
        let buying = [1.0, 0.95, 0.8, 0.25];
        assert_eq!(falling(&buying, &ladder), buying);
        let best = |buying: &[f64]| {
            let earned = |at: &usize| buying[*at] * amounts[*at];
            (0..4).max_by(|a, b| earned(a).total_cmp(&earned(b))).unwrap()
        };
        let dearest = dearest_shares(&buying, &ladder);
        assert_eq!(amounts[best(&buying_shares(&dearest, &ladder))], 10.0);
        assert_eq!(amounts[best(&buying_shares(&falling(&dearest[..4], &ladder), &ladder))], 8.0);
    }
}
