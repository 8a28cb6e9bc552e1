//! The one place where a forecast and people's answers become one estimate (`forecast::together`). Everything that shows
//! people's answers asks here. Where nobody was asked, the forecast stands with its own intervals.

use forecast::together::{Answers, Study, Worth};
use foundation::chance::stream;
use statistics::{kish, wilson};

/// The same answers give the same figures to every reader.
const SEED: u64 = 0;

/// What the report found, in the client's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast {
    pub shares: Vec<f64>,
    pub intervals: Vec<[f64; 2]>,
    /// How many people's answers the forecast is worth.
    pub effective_size: f64,
    /// The same as a distribution, where the engine's record has one: sizes with their weights.
    pub worth: Vec<[f64; 2]>,
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
    /// Whether asking more people would hardly change which option is first: at most one survey in twenty is ever
    /// called settled on another option than people's first, however often one looks.
    pub is_settled: bool,
    /// How many more people would settle it, where a thousand would.
    pub people_to_settle: Option<u32>,
}

/// What is shown of a forecast and the people who chose.
pub fn together(forecast: &Forecast, people: &[Counted]) -> Together {
    let options = forecast.shares.len();
    let Some((own, own_intervals)) = own_shares(options, people) else {
        return Together {
            people: None,
            people_intervals: None,
            shares: forecast.shares.clone(),
            intervals: forecast.intervals.clone(),
            is_settled: false,
            people_to_settle: None,
        };
    };
    let worth = Worth::of_steps(&forecast.worth).unwrap_or_else(|| Worth::about(forecast.effective_size));
    let answers = Answers::of(people.iter().map(|person| (person.choice, person.weight)), options);
    let study = Study { forecast: &forecast.shares, worth: &worth, answers: &answers };
    let (estimates, _) = study.shares();
    let is_settled = study.settled().is_some();
    Together {
        people: Some(own),
        people_intervals: Some(own_intervals),
        shares: estimates.iter().map(|estimate| estimate.value).collect(),
        intervals: estimates.iter().map(|estimate| estimate.interval).collect(),
        is_settled,
        people_to_settle: if is_settled { None } else { study.people_more(&mut stream(SEED, "people")) },
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
        let intervals = vec![[0.5, 0.9], [0.1, 0.5]];
        Forecast { shares: vec![0.7, 0.3], intervals, effective_size: 20.0, worth: Vec::new() }
    }

    #[test]
    fn without_people_the_forecast_stands() {
        let shown = together(&forecast(), &[]);
        assert_eq!((shown.people, shown.shares), (None, vec![0.7, 0.3]));
    }

    #[test]
    fn a_forecast_is_worth_what_its_engines_record_says_where_it_says_so() {
        let people: Vec<Counted> = (0..30).map(|at| chose(usize::from(at % 5 > 2), 1.0)).collect();
        let first = |worth| together(&Forecast { worth, ..forecast() }, &people).shares[0];
        let (little, about, much) = (first(vec![[0.5, 1.0]]), first(Vec::new()), first(vec![[512.0, 1.0]]));
        assert!(little < about && about < much, "{little} {about} {much}");
    }

    #[test]
    fn people_count_by_their_weight() {
        let shown = together(&forecast(), &[chose(0, 1.0), chose(1, 3.0)]);
        assert_eq!(shown.people, Some(vec![0.25, 0.75]));
    }

    #[test]
    fn both_together_lie_between_forecast_and_people_and_follow_people_as_they_grow() {
        let few: Vec<Counted> = (0..10).map(|at| chose(usize::from(at % 5 != 0), 1.0)).collect();
        let many: Vec<Counted> = (0..300).map(|at| chose(usize::from(at % 5 != 0), 1.0)).collect();
        let (few, many) = (together(&forecast(), &few), together(&forecast(), &many));
        assert!(few.shares[0] > 0.2 && few.shares[0] < 0.7, "{few:?}");
        assert!((many.shares[0] - 0.2).abs() < 0.03 && many.shares[0] < few.shares[0], "{many:?}");
        assert!(many.is_settled && !few.is_settled);
        assert_eq!(many.people_to_settle, None);
    }
}
