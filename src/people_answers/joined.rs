//! The one place where a forecast and people's answers become one estimate. Everything that shows people's answers asks
//! here, so what is shown changes in this file alone. For now what people said stands for both, with Wilson's interval of
//! people's shares; where nobody was asked, the forecast stands.

use statistics::{kish, wilson};

/// What the report found, in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    pub shares: Vec<f64>,
    pub intervals: Vec<[f64; 2]>,
    /// How many people's answers the forecast is worth.
    pub effective_size: f64,
}

/// One person who chose.
#[derive(Debug, Clone, PartialEq)]
pub struct Counted {
    /// The option's place in the client's order.
    pub choice: usize,
    pub weight: f64,
    pub age_band: Option<String>,
    pub sex: Option<String>,
    pub country: Option<String>,
}

/// Forecast and people as one estimate.
#[derive(Debug, Clone, PartialEq)]
pub struct Together {
    /// People's own weighted shares; absent where nobody chose.
    pub people: Option<Vec<f64>>,
    /// 95 % intervals of people's own shares.
    pub people_intervals: Option<Vec<[f64; 2]>>,
    pub shares: Vec<f64>,
    /// 95 % intervals of the shares that the people who were asked about would give; no simulation intervals.
    pub intervals: Vec<[f64; 2]>,
    /// Whether asking more people would not change which option is first. Plain shares that are looked at again and again
    /// keep no such promise, so they never say so.
    pub is_settled: bool,
    /// How many more people would settle it, where that can be told.
    pub people_to_settle: Option<u32>,
}

/// What is shown of a forecast and the people who chose.
pub fn together(forecast: &Forecast, people: &[Counted]) -> Together {
    let (own, intervals) = match own_shares(forecast.shares.len(), people) {
        Some((shares, intervals)) => (Some(shares), Some(intervals)),
        None => (None, None),
    };
    Together {
        shares: own.clone().unwrap_or_else(|| forecast.shares.clone()),
        intervals: intervals.clone().unwrap_or_else(|| forecast.intervals.clone()),
        people: own,
        people_intervals: intervals,
        is_settled: false,
        people_to_settle: None,
    }
}

/// People's own weighted shares with their intervals; `None` where nobody chose.
pub fn own_shares(options: usize, people: &[Counted]) -> Option<(Vec<f64>, Vec<[f64; 2]>)> {
    let mut sums = vec![0.0; options];
    for person in people {
        *sums.get_mut(person.choice)? += person.weight;
    }
    let total: f64 = sums.iter().sum();
    if total <= 0.0 {
        return None;
    }
    let effective = kish(people.iter().map(|person| person.weight));
    let shares: Vec<f64> = sums.into_iter().map(|sum| sum / total).collect();
    let intervals = shares.iter().map(|share| wilson(*share, effective)).collect();
    Some((shares, intervals))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chose(choice: usize, weight: f64) -> Counted {
        Counted { choice, weight, age_band: None, sex: None, country: None }
    }

    fn forecast() -> Forecast {
        Forecast { shares: vec![0.7, 0.3], intervals: vec![[0.5, 0.9], [0.1, 0.5]], effective_size: 20.0 }
    }

    #[test]
    fn without_people_the_forecast_stands() {
        let shown = together(&forecast(), &[]);
        assert_eq!((shown.people, shown.shares), (None, vec![0.7, 0.3]));
    }

    #[test]
    fn people_count_by_their_weight() {
        let shown = together(&forecast(), &[chose(0, 1.0), chose(1, 3.0)]);
        assert_eq!(shown.people, Some(vec![0.25, 0.75]));
        assert!(shown.intervals[1][0] < 0.75 && shown.intervals[1][1] > 0.75);
    }
}
