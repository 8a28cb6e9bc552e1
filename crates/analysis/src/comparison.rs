//! Reports beside each other: which of their columns are compared, whose error each difference has, and whether it shows a change.
//! Shares come with their own intervals; nothing is estimated anew.

use forecast::calibration::GroupRecord;
use population::Filters;
use statistics::{Z_95, difference_interval};

use crate::segments::binomial_variance;

/// The shares of one report, by forecast or of the people who answered it.
#[derive(Debug, Clone, PartialEq)]
pub struct Column<'a> {
    /// Place of the report; a report's people have a column of their own.
    pub report: usize,
    pub source: Source<'a>,
    /// By row; `None` if the report lacks the option.
    pub cells: Vec<Option<Share>>,
}

/// A share with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    pub share: f64,
    pub interval: [f64; 2],
}

/// Where the shares of a column come from.
#[derive(Debug, Clone, PartialEq)]
pub enum Source<'a> {
    People,
    Forecast(Forecast<'a>),
}

/// Which forecast it was, as far as it decides what its error has in common with another's.
#[derive(Debug, Clone, PartialEq)]
pub struct Forecast<'a> {
    /// Equal for one engine with one model, asked in one way.
    pub engine: String,
    /// Equal if question and options are.
    pub asked: String,
    pub audience: Box<Filters>,
    /// Whether the engine's record shows no skill on such questions.
    pub is_guess: bool,
    /// The engine's record of differences between groups.
    pub groups: Option<&'a GroupRecord>,
    /// Effective number of answers if shares were counted from answers that chance moves.
    pub counted: Option<f64>,
}

/// What the error of a difference between two columns is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ErrorRule {
    /// The errors of the two have nothing in common: two samples of people, a forecast and people, or two engines. Errors of two
    /// engines that lean the same way make the interval too wide, never too narrow.
    Independent,
    /// Forecasts for two audiences by one engine, whose differences between groups were measured: the standard deviation of their
    /// error, and the factor that such differences are to be shrunk by.
    Measured { error: f64, weight: f64 },
    /// Forecasts for two audiences by one engine, whose differences between groups were not measured or are not informative.
    AudiencesNotMeasured,
    /// Forecasts of two questions by one engine. No record has differences between wordings.
    WordingsNotMeasured,
    /// One engine was asked the same about the same audience: what differs is chance.
    Repeated,
    /// One of the engines is no better than guessing.
    Guess,
}

/// What a difference shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The interval excludes zero.
    Changed,
    /// It includes zero.
    Alike,
    /// There is no interval.
    NotMeasured,
}

/// How far a share lies above that of the same option in another column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    pub from: f64,
    pub to: f64,
    /// 95 %; `None` if the error of such differences was not measured.
    pub interval: Option<[f64; 2]>,
    pub change: Change,
}

impl Difference {
    pub fn difference(&self) -> f64 {
        self.to - self.from
    }
}

/// Two columns and the differences between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Places of the columns; differences are those of `to` from `from`.
    pub from: usize,
    pub to: usize,
    pub rule: ErrorRule,
    /// By row; `None` if one of the two lacks the option.
    pub differences: Vec<Option<Difference>>,
}

/// Compares each forecast with that of the first report, people with the forecast of their report, and people with those of the first
/// report that has any.
pub fn pairs(columns: &[Column<'_>]) -> Vec<Pair> {
    let is_people = |at: &usize| columns[*at].source == Source::People;
    let places = || 0..columns.len();
    let forecast_of = |report: usize| places().find(|at| columns[*at].report == report && !is_people(at));
    let first_people = places().find(is_people);
    let compared_with = |to: usize| -> Vec<usize> {
        let own = forecast_of(columns[to].report);
        let from = if is_people(&to) { [own, first_people] } else { [forecast_of(0), None] };
        from.into_iter().flatten().filter(|from| *from != to).collect()
    };
    let all = places().flat_map(|to| compared_with(to).into_iter().map(move |from| (from, to)));
    all.map(|(from, to)| pair(columns, from, to)).collect()
}

fn pair(columns: &[Column<'_>], from: usize, to: usize) -> Pair {
    let (first, second) = (&columns[from], &columns[to]);
    let rule = rule(&first.source, &second.source);
    let rows = first.cells.iter().zip(&second.cells);
    let differ = |from: Share, to: Share| {
        let noise = noise(&first.source, from.share) + noise(&second.source, to.share);
        difference(from, to, rule, noise)
    };
    Pair { from, to, rule, differences: rows.map(|(from, to)| Some(differ((*from)?, (*to)?))).collect() }
}

/// Returns whose error a difference between two columns has.
pub fn rule(from: &Source<'_>, to: &Source<'_>) -> ErrorRule {
    let is_guess = |source: &Source<'_>| matches!(source, Source::Forecast(forecast) if forecast.is_guess);
    if is_guess(from) || is_guess(to) {
        return ErrorRule::Guess;
    }
    match (from, to) {
        (Source::Forecast(one), Source::Forecast(other)) if one.engine == other.engine => {
            rule_of_one_engine(one, other)
        }
        _ => ErrorRule::Independent,
    }
}

fn rule_of_one_engine(one: &Forecast<'_>, other: &Forecast<'_>) -> ErrorRule {
    if one.asked != other.asked {
        return ErrorRule::WordingsNotMeasured;
    }
    if one.audience == other.audience {
        return ErrorRule::Repeated;
    }
    match (one.groups, other.groups) {
        // An engine can have been measured again between the two reports.
        (Some(one), Some(other)) if one.weight > 0.0 && other.weight > 0.0 => {
            ErrorRule::Measured { error: one.error().max(other.error()), weight: one.weight.min(other.weight).min(1.0) }
        }
        _ => ErrorRule::AudiencesNotMeasured,
    }
}

/// Returns the variance that chance adds to a share.
fn noise(source: &Source<'_>, share: f64) -> f64 {
    match source {
        Source::Forecast(Forecast { counted: Some(size), .. }) => binomial_variance(share, *size),
        Source::Forecast(_) | Source::People => 0.0,
    }
}

/// Returns a difference with its interval and what it shows. `noise` is the variance that chance adds to the difference of two forecasts.
pub fn difference(from: Share, to: Share, rule: ErrorRule, noise: f64) -> Difference {
    let difference = to.share - from.share;
    let interval = match rule {
        ErrorRule::Independent => Some(difference_interval((from.share, from.interval), (to.share, to.interval))),
        ErrorRule::Measured { error, weight } => {
            // The two forecasts are whole ones, not shrunk like groups of one: what shrinking would take away is error, too.
            let unshrunk = (1.0 - weight) * difference;
            let half = Z_95 * (error * error + unshrunk * unshrunk + noise).sqrt();
            Some([(difference - half).max(-1.0), (difference + half).min(1.0)])
        }
        ErrorRule::AudiencesNotMeasured | ErrorRule::WordingsNotMeasured | ErrorRule::Repeated | ErrorRule::Guess => {
            None
        }
    };
    let change = match interval {
        Some([low, high]) if low > 0.0 || high < 0.0 => Change::Changed,
        Some(_) => Change::Alike,
        None => Change::NotMeasured,
    };
    Difference { from: from.share, to: to.share, interval, change }
}

#[cfg(test)]
mod tests;
