//! The shares of a result as every surface prints them: in the order in which they are read, and rounded so that those of one
//! distribution add up. A comparison of a group is of the share that the verdict is about.

use std::collections::BTreeMap;

use language::scale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::{whole_percent, whole_shares, whole_shares_with_ends};

use crate::{Analysis, Inquiry, OptionShare, OptionView, PeopleView, PriceCurve, ReportResult, ScaleShape, Segment};

/// The minor part of the version of the analysis since which groups on a scale are compared by its upper end.
const UPPER_END_COMPARED_SINCE: u32 = 5;

/// An option as charts, tables and sentences state it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedShare<'a> {
    pub option: &'a str,
    pub share: f64,
    /// Includes the printed share.
    pub interval: [f64; 2],
    pub probability_best: f64,
    pub count: u32,
    pub worst_count: Option<u32>,
}

impl<'a> PrintedShare<'a> {
    fn new(of: &'a OptionShare, share: f64) -> Self {
        let [low, high] = of.interval;
        Self {
            option: &of.option,
            share,
            interval: [low.min(share), high.max(share)],
            probability_best: of.probability_best,
            count: of.count,
            worst_count: of.worst_count,
        }
    }
}

/// A printed share in a group beside the printed share among everyone else. Every comparison of a group is one of these.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    pub share: f64,
    /// Among the respondents outside the group.
    pub others: f64,
}

impl Compared {
    /// Returns the difference in whole percentage points, as both shares are printed.
    pub fn points(&self) -> i64 {
        wording::whole_points(self.share, self.others)
    }
}

impl ReportResult {
    /// Returns the options in the order of display: prices from the cheapest, a scale from its lowest step, amounts and frequencies
    /// from the least, all others by descending share.
    pub fn shares_as_read(&self) -> Vec<PrintedShare<'_>> {
        let shares = self.analysis.winner.shares.iter();
        let mut read: Vec<(&OptionShare, f64)> = shares.zip(self.analysis.printed_shares()).collect();
        match self.own_order() {
            Some(own) => {
                read.sort_by_key(|(of, _)| own.iter().position(|option| **option == of.option).unwrap_or(own.len()));
            }
            None => read.sort_by(|(a, _), (b, _)| b.share.total_cmp(&a.share)),
        }
        read.into_iter().map(|(of, printed)| PrintedShare::new(of, printed)).collect()
    }

    /// Returns the options in their own order; `None` if they have none, so that they are sorted by share.
    pub fn own_order(&self) -> Option<Vec<&str>> {
        let analysis = &self.analysis;
        if let Some(scale) = &analysis.scale {
            return Some(scale.steps.iter().map(String::as_str).collect());
        }
        if let Some(price) = &analysis.price {
            return Some(price.points.iter().map(|point| point.option.as_str()).collect());
        }
        let input = &self.research_input;
        // What looks like an amount may be part of a name.
        if matches!(input.optimized.inquiry, Inquiry::Naming | Inquiry::FeaturePriority) {
            return None;
        }
        let options: Vec<&str> = analysis.winner.shares.iter().map(|share| share.option.as_str()).collect();
        let language = input.optimized.question_language.unwrap_or(input.language);
        let order = scale::own_order(language, &options)?;
        Some(order.into_iter().map(|at| options[at]).collect())
    }
}

impl ReportResult {
    /// Names the answers whose share groups are compared by, in quotation marks: the winner, or the upper end of a scale.
    pub fn figure_compared(&self) -> String {
        let analysis = &self.analysis;
        let answers =
            analysis.scale_compared().map_or(std::slice::from_ref(&analysis.winner.option), |scale| &scale.top_steps);
        let quoted = |option: &String| wording::say(self.locale(), "quoted", &[("text", wording::name(option).into())]);
        wording::listed(self.locale(), &answers.iter().map(quoted).collect::<Vec<_>>(), wording::Join::Or)
    }
}

impl Analysis {
    /// Returns the shares of all options as they are printed, in the client's order.
    pub fn printed_shares(&self) -> Vec<f64> {
        self.printed(&self.winner.shares.iter().map(|share| share.share).collect::<Vec<_>>())
    }

    /// Returns the printed share of one option.
    pub fn printed_share(&self, option: &str) -> f64 {
        let place = self.winner.shares.iter().position(|share| share.option == option);
        place.map_or(0.0, |at| self.printed_shares()[at])
    }

    /// Returns shares of all options, given in the client's order, as they are printed. Shares of those who would buy at a price are
    /// no distribution, so each is rounded by itself.
    pub fn printed(&self, shares: &[f64]) -> Vec<f64> {
        if self.has_buyers() {
            return shares.to_vec();
        }
        let places = |steps: &[String]| -> Vec<usize> {
            let place = |step: &String| self.winner.shares.iter().position(|share| share.option == *step);
            steps.iter().filter_map(place).collect()
        };
        match &self.scale {
            Some(scale) if scale.steps.len() == shares.len() => {
                whole_shares_with_ends(shares, &places(scale.bottom_steps()), &places(&scale.top_steps))
            }
            _ => whole_shares(shares),
        }
    }

    /// Returns the printed shares of a group by option; an option that is missing has none.
    pub fn printed_by_option(&self, shares: &BTreeMap<String, f64>) -> BTreeMap<&str, f64> {
        let options = self.winner.shares.iter().map(|share| share.option.as_str());
        let own: Vec<f64> = options.clone().map(|option| shares.get(option).copied().unwrap_or(0.0)).collect();
        options.zip(self.printed(&own)).filter(|(option, _)| shares.contains_key(*option)).collect()
    }

    /// Returns an option's share in a group and among everyone else; `None` in earlier reports, which have it of the winner only.
    pub fn compared(&self, segment: &Segment, option: &str) -> Option<Compared> {
        let share = *self.printed_by_option(&segment.shares).get(option)?;
        let of_winner =
            || (option == self.winner.option).then_some(segment.shares.get(option)? - segment.difference_observed);
        let others = self.printed_by_option(&segment.shares_of_others).get(option).copied();
        Some(Compared { share, others: others.or_else(of_winner)? })
    }

    /// Returns the scale by whose upper end groups are compared; `None` in reports before version 1.5, whose groups are compared by
    /// the winner on a scale, too.
    pub fn scale_compared(&self) -> Option<&ScaleShape> {
        let minor = self.schema_version.split('.').nth(1).and_then(|minor| minor.parse::<u32>().ok());
        self.scale.as_ref().filter(|_| minor.is_some_and(|minor| minor >= UPPER_END_COMPARED_SINCE))
    }

    /// Returns the share that the verdict is about in a group and among everyone else: that of the winner, or on a scale that of the
    /// upper end. `None` in earlier reports that have no shares of everyone else.
    pub fn compared_with_others(&self, segment: &Segment) -> Option<Compared> {
        let Some(scale) = self.scale_compared() else { return self.compared(segment, &self.winner.option) };
        Some(Compared { share: scale.upper_end(&segment.shares)?, others: scale.upper_end(&segment.shares_of_others)? })
    }
}

impl ScaleShape {
    /// Returns the steps of the lower end, as many as the upper end has.
    pub fn bottom_steps(&self) -> &[String] {
        &self.steps[..self.top_steps.len().min(self.steps.len())]
    }

    /// Returns the printed shares of the lower and the upper end, which the printed shares of their steps add up to.
    pub fn printed_ends(&self) -> [f64; 2] {
        self.ends_of(&self.shares)
    }

    /// Returns the printed shares of both ends among some people by their shares; `None` if nobody of them answered on the scale.
    pub fn printed_ends_among(&self, shares: &BTreeMap<String, f64>) -> Option<[f64; 2]> {
        let steps: Vec<f64> = self.steps.iter().map(|step| shares.get(step).copied().unwrap_or(0.0)).collect();
        let on_scale: f64 = steps.iter().sum();
        (on_scale > 0.0).then(|| self.ends_of(&steps.iter().map(|share| share / on_scale).collect::<Vec<_>>()))
    }

    fn upper_end(&self, shares: &BTreeMap<String, f64>) -> Option<f64> {
        self.printed_ends_among(shares).map(|[_, upper]| upper)
    }

    /// By the shares of the steps.
    fn ends_of(&self, shares: &[f64]) -> [f64; 2] {
        let ends = self.bottom_steps().len();
        let upper: Vec<usize> = (shares.len() - ends..shares.len()).collect();
        let printed = whole_shares_with_ends(shares, &(0..ends).collect::<Vec<_>>(), &upper);
        let sum = |part: &[f64]| part.iter().map(|share| whole_percent(*share)).sum::<i64>() as f64 / 100.0;
        [sum(&printed[..ends]), sum(&printed[shares.len() - ends..])]
    }
}

impl PriceCurve {
    /// Returns the share that would buy at none of the prices, as it is printed: the rest of those who would at the cheapest.
    pub fn printed_none(&self) -> Option<f64> {
        let (none, cheapest) = (self.share_none?, self.points.first()?.accepting);
        Some(wording::report::buys_none(cheapest, none))
    }
}

/// The options of both ends of a scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScaleEnds {
    pub lower: Vec<String>,
    /// The end that the verdict is about.
    pub upper: Vec<String>,
}

impl ScaleEnds {
    /// `None` unless every option is a step of a scale.
    pub(crate) fn of(result: &ReportResult) -> Option<Self> {
        let scale = result.analysis.scale.as_ref()?;
        let is_whole = scale.steps.len() == result.research_input.options.len();
        is_whole.then(|| Self { lower: scale.bottom_steps().to_vec(), upper: scale.top_steps.clone() })
    }
}

/// The shares of one option in forecast and joint estimate, as they are printed. People's share stands beside their count, so it is
/// that of the count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PrintedOption {
    pub forecast: f64,
    pub together: f64,
}

impl PeopleView {
    /// Returns the printed shares of all options, in the client's order. Both columns add up, except those of prices.
    pub fn printed(&self) -> Vec<PrintedOption> {
        let column = |share: fn(&OptionView) -> f64| self.printed_column(self.options.iter().map(share).collect());
        let [forecast, together] = [column(|option| option.forecast), column(|option| option.together)];
        forecast.into_iter().zip(together).map(|(forecast, together)| PrintedOption { forecast, together }).collect()
    }

    /// Returns the printed shares of one option.
    pub fn printed_option(&self, option: &str) -> Option<PrintedOption> {
        self.printed().get(self.options.iter().position(|own| own.option == option)?).copied()
    }

    /// Returns the printed shares of a group, in the client's order.
    pub fn printed_column(&self, shares: Vec<f64>) -> Vec<f64> {
        if self.none_answer.is_some() {
            return shares;
        }
        let places = |steps: &[String]| -> Vec<usize> {
            steps.iter().filter_map(|step| self.options.iter().position(|option| option.option == *step)).collect()
        };
        match &self.scale_ends {
            Some(ends) => whole_shares_with_ends(&shares, &places(&ends.lower), &places(&ends.upper)),
            None => whole_shares(&shares),
        }
    }
}
