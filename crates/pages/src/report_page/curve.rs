//! The demand curve as a picture: the share who would buy at each price, from the lowest price to the highest.

use contract::PriceCurve;

/// The size in user units; the template's `viewBox` adds space for labels.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 200.0;
const NAME_CHARS_MAX: usize = 14;

pub struct Curve<'a> {
    /// The points of an SVG polyline.
    pub line: String,
    /// The interval around the line, as the points of an SVG polygon.
    pub band: String,
    pub marks: Vec<Mark<'a>>,
}

pub struct Mark<'a> {
    pub option: &'a str,
    pub x: String,
    pub y: String,
    /// Whether the price lies in the range that may maximise revenue.
    pub is_best: bool,
    /// Whether it is labelled below the picture: the first and last price and the best range, if their labels are
    /// short.
    pub is_named: bool,
}

pub fn curve(of: &PriceCurve) -> Curve<'_> {
    let (cheapest, dearest) = (amount(of.points.first()), amount(of.points.last()));
    let across = |amount: f64| format!("{:.1}", (amount - cheapest) / (dearest - cheapest).max(f64::EPSILON) * WIDTH);
    let up = |share: f64| format!("{:.1}", (1.0 - share.clamp(0.0, 1.0)) * HEIGHT);
    let at = |amount: f64, share: f64| format!("{},{}", across(amount), up(share));
    let line: Vec<String> = of.points.iter().map(|point| at(point.amount, point.accepting)).collect();
    let high = of.points.iter().map(|point| at(point.amount, point.interval[1]));
    let low = of.points.iter().rev().map(|point| at(point.amount, point.interval[0]));
    let ends = [of.points.first(), of.points.last()].map(|point| point.map(|point| &point.option));
    let place = |option: &String| of.points.iter().position(|point| point.option == *option);
    let [first, last] = [&of.best_range[0], &of.best_range[1]].map(|option| place(option).unwrap_or(0));
    let is_named = |at: usize, option: &String| {
        option.chars().count() <= NAME_CHARS_MAX && ((first..=last).contains(&at) || ends.contains(&Some(option)))
    };
    let marks = of.points.iter().enumerate().map(|(at, point)| Mark {
        option: &point.option,
        x: across(point.amount),
        y: up(point.accepting),
        is_best: (first..=last).contains(&at),
        is_named: is_named(at, &point.option),
    });
    Curve { line: line.join(" "), band: high.chain(low).collect::<Vec<_>>().join(" "), marks: marks.collect() }
}

fn amount(point: Option<&contract::PricePoint>) -> f64 {
    point.map_or(0.0, |point| point.amount)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::PricePoint;

    #[test]
    fn prices_stand_where_their_amounts_are_and_nothing_leaves_the_picture() {
        let point = |option: &str, amount: f64, accepting: f64| PricePoint {
            option: option.to_owned(),
            amount,
            accepting,
            interval: [accepting - 0.1, accepting + 0.3],
            revenue_index: 50.0,
            probability_best: 0.5,
        };
        let of = PriceCurve {
            points: vec![point("$5", 5.0, 0.8), point("$6", 6.0, 0.5), point("$15", 15.0, 0.0)],
            best: "$6".to_owned(),
            best_range: ["$5".to_owned(), "$6".to_owned()],
            share_none: None,
            none_interval: None,
            levelled: false,
        };
        let curve = curve(&of);
        assert_eq!(curve.line, "0.0,40.0 60.0,100.0 600.0,200.0");
        assert!(curve.band.starts_with("0.0,0.0 60.0,40.0 600.0,140.0 600.0,200.0"), "{}", curve.band);
        assert_eq!(curve.marks.iter().map(|mark| mark.is_best).collect::<Vec<_>>(), [true, true, false]);
    }
}
