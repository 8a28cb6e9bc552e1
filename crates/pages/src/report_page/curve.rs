//! Demand and revenue as a picture: the share who would buy at each price and what that earns, from the lowest price to the
//! highest. It is drawn in two sizes whose letters are never scaled below what can be read, one for a phone and one for a desktop.
//! Demand is a solid line with circles, revenue a dashed one with squares.

use contract::{PriceCurve, PricePoint};

use super::fit;

/// Space right of the plot and above it.
const RIGHT: f64 = 18.0;
const TOP: f64 = 24.0;
/// Distance of the first and last price from the ends of the plot.
const INSET: f64 = 16.0;
/// Half the width of the range around a single price.
const MARK_WIDTH: f64 = 10.0;
/// Half the size of a mark with the space around it.
const MARK_ROOM: f64 = 6.0;
/// Distance of a figure's baseline from its mark, above and below it, in em.
const ABOVE_EM: f64 = 0.75;
const BELOW_EM: f64 = 1.4;
/// Rows of prices below the plot; a price that fits in neither has no label.
const PRICE_ROWS: usize = 2;
/// Space between labels side by side.
const LABEL_GAP: f64 = 6.0;

/// The size of the drawing in CSS pixels at its usual width, and of its letters.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    pub class: &'static str,
    width: f64,
    height: f64,
    left: f64,
    font: f64,
}

/// As wide as the column of a phone of 390 pixels.
pub const PHONE: Size = Size { class: "on-phone", width: 340.0, height: 200.0, left: 42.0, font: 12.0 };
pub const DESKTOP: Size = Size { class: "on-desk", width: 704.0, height: 240.0, left: 52.0, font: 14.0 };

pub struct Curve {
    pub class: &'static str,
    pub view_box: String,
    pub width: String,
    pub height: f64,
    pub font: f64,
    /// The heights of the lines behind the curve.
    pub grid: [f64; 5],
    /// The points of an SVG polyline.
    pub line: String,
    /// The interval around the line, as the points of an SVG polygon.
    pub band: String,
    /// The revenue index, as the points of a polyline: the top of the picture is the best price's.
    pub revenue: String,
    /// Left end and width of each shaded area. The areas hold the prices that may earn the most, and no other price.
    pub shaded: Vec<[String; 2]>,
    pub marks: Vec<Mark>,
    pub labels: Vec<Label>,
}

pub struct Mark {
    pub x: f64,
    pub buyers_y: f64,
    pub revenue_y: f64,
    /// Whether the price may earn the most.
    pub is_contender: bool,
}

pub struct Label {
    pub x: f64,
    pub y: f64,
    pub text: String,
    /// `price`, `buyers` or `revenue`.
    pub class: &'static str,
}

/// What is written beside a point.
pub struct PointText {
    pub buyers: String,
    pub revenue: String,
}

/// The area of a label or mark.
#[derive(Debug, Clone, Copy)]
struct Area {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Area {
    fn of_text(text: &str, x: f64, baseline: f64, font: f64) -> Self {
        let half = fit::width(text, font) / 2.0;
        Self { left: x - half, right: x + half, top: baseline - 0.8 * font, bottom: baseline + 0.2 * font }
    }

    fn of_mark(x: f64, y: f64) -> Self {
        Self { left: x - MARK_ROOM, right: x + MARK_ROOM, top: y - MARK_ROOM, bottom: y + MARK_ROOM }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }
}

/// Draws the curve; `text` is what is written of a point.
pub fn curve(of: &PriceCurve, size: Size, text: impl Fn(&PricePoint) -> PointText) -> Curve {
    let plot = size.width - size.left - RIGHT;
    let (cheapest, dearest) = (amount(of.points.first()), amount(of.points.last()));
    let along = |amount: f64| (amount - cheapest) / (dearest - cheapest).max(f64::EPSILON);
    let place = |amount: f64| tenth(INSET + along(amount) * (plot - 2.0 * INSET));
    let up = |share: f64| tenth((1.0 - share.clamp(0.0, 1.0)) * size.height);
    let at = |amount: f64, share: f64| format!("{:.1},{:.1}", place(amount), up(share));
    let high = of.points.iter().map(|point| at(point.amount, point.interval[1]));
    let low = of.points.iter().rev().map(|point| at(point.amount, point.interval[0]));
    let contenders = of.contenders();
    let is_contender = |point: &PricePoint| contenders.contains(&point.option.as_str());
    let mark = |point: &PricePoint| Mark {
        x: place(point.amount),
        buyers_y: up(point.accepting),
        revenue_y: up(point.revenue_index / 100.0),
        is_contender: is_contender(point),
    };
    let marks: Vec<Mark> = of.points.iter().map(mark).collect();
    // Prices that are neighbours share one shaded area; a price between two contenders need not be one.
    let runs = of.points.chunk_by(|a, b| is_contender(a) == is_contender(b)).filter(|run| is_contender(&run[0]));
    let shaded = runs.map(|run| {
        let [begin, end] = [place(amount(run.first())), place(amount(run.last()))];
        [begin - MARK_WIDTH, end - begin + 2.0 * MARK_WIDTH].map(|length| format!("{length:.1}"))
    });
    let texts: Vec<PointText> = of.points.iter().map(text).collect();
    let mut labels = prices(of, &marks, size);
    labels.extend(figures(&marks, &texts, size));
    let lowest = labels.iter().map(|label| label.y).fold(size.height, f64::max);
    Curve {
        class: size.class,
        view_box: format!("{} {} {} {}", -size.left, -TOP, size.width, TOP + lowest + 0.4 * size.font),
        width: format!("{plot:.1}"),
        height: size.height,
        font: size.font,
        grid: [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| part * size.height),
        line: of.points.iter().map(|point| at(point.amount, point.accepting)).collect::<Vec<_>>().join(" "),
        band: high.chain(low).collect::<Vec<_>>().join(" "),
        revenue: marks.iter().map(|mark| format!("{:.1},{:.1}", mark.x, mark.revenue_y)).collect::<Vec<_>>().join(" "),
        shaded: shaded.collect(),
        marks,
        labels,
    }
}

/// Places the prices below the plot, in two rows where one has no room: those that may earn the most first, then both ends.
fn prices(of: &PriceCurve, marks: &[Mark], size: Size) -> Vec<Label> {
    let last = marks.len().saturating_sub(1);
    let mut order: Vec<usize> = (0..marks.len()).collect();
    order.sort_by_key(|at| (!marks[*at].is_contender, *at != 0 && *at != last));
    let mut rows = [const { Vec::<Area>::new() }; PRICE_ROWS];
    let mut labels = Vec::new();
    for at in order {
        let (text, x) = (&of.points[at].option, marks[at].x);
        let half = fit::width(text, size.font) / 2.0;
        // A long label moves inwards rather than out of the picture.
        let x = x.clamp((half - size.left).min(x), (size.width - size.left - half).max(half - size.left));
        let free = |row: &Vec<Area>| {
            let own = Area::of_text(text, x, 0.0, size.font);
            row.iter().all(|other| own.left - LABEL_GAP > other.right || own.right + LABEL_GAP < other.left)
        };
        let is_inside = x + half <= size.width - size.left + 0.1;
        if let Some(row) = rows.iter().position(free).filter(|_| is_inside) {
            rows[row].push(Area::of_text(text, x, 0.0, size.font));
            let y = size.height + size.font * (1.6 + 1.25 * row as f64);
            labels.push(Label { x: tenth(x), y: tenth(y), text: text.clone(), class: "price" });
        }
    }
    labels
}

/// Places the figures above or below their marks where they cover no other figure or mark. Those that find no room are in the table.
fn figures(marks: &[Mark], texts: &[PointText], size: Size) -> Vec<Label> {
    let mut taken: Vec<Area> =
        marks.iter().flat_map(|mark| [mark.buyers_y, mark.revenue_y].map(|y| Area::of_mark(mark.x, y))).collect();
    let mut order: Vec<usize> = (0..marks.len()).collect();
    order.sort_by_key(|at| !marks[*at].is_contender);
    let buyers = order.iter().map(|at| (marks[*at].x, marks[*at].buyers_y, &texts[*at].buyers, "buyers"));
    let revenue = order.iter().map(|at| (marks[*at].x, marks[*at].revenue_y, &texts[*at].revenue, "revenue"));
    let mut labels = Vec::new();
    for (x, y, text, class) in buyers.chain(revenue) {
        let (above, below) = (y - ABOVE_EM * size.font, y + BELOW_EM * size.font);
        let sides = if class == "buyers" { [above, below] } else { [below, above] };
        let free = |y: &f64| {
            let own = Area::of_text(text, x, *y, size.font);
            own.top >= -TOP && own.bottom <= size.height && taken.iter().all(|other| !own.overlaps(other))
        };
        if let Some(y) = sides.into_iter().find(free) {
            taken.push(Area::of_text(text, x, y, size.font));
            labels.push(Label { x, y: tenth(y), text: text.clone(), class });
        }
    }
    labels
}

fn tenth(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

fn amount(point: Option<&PricePoint>) -> f64 {
    point.map_or(0.0, |point| point.amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Prices, each with its amount, the share that would buy, and its chance of earning the most.
    fn prices(of: &[(&str, f64, f64, f64)]) -> PriceCurve {
        let best = of.iter().map(|(_, amount, accepting, _)| amount * accepting).fold(f64::MIN_POSITIVE, f64::max);
        let point = |(option, amount, accepting, probability_best): &(&str, f64, f64, f64)| PricePoint {
            option: (*option).to_owned(),
            amount: *amount,
            accepting: *accepting,
            interval: [accepting - 0.1, accepting + 0.3],
            revenue_index: 100.0 * amount * accepting / best,
            probability_best: *probability_best,
        };
        let points: Vec<PricePoint> = of.iter().map(point).collect();
        PriceCurve {
            best: points[0].option.clone(),
            best_range: [points[0].option.clone(), points[1].option.clone()],
            points,
            share_none: None,
            none_interval: None,
            levelled: false,
        }
    }

    fn drawn(of: &PriceCurve, size: Size) -> Curve {
        curve(of, size, |point| PointText {
            buyers: format!("{:.0}%", point.accepting * 100.0),
            revenue: format!("{:.0}", point.revenue_index),
        })
    }

    #[test]
    fn prices_stand_where_their_amounts_are_and_nothing_leaves_the_picture() {
        let of = prices(&[("$5", 5.0, 0.8, 0.5), ("$6", 6.0, 0.5, 0.46), ("$15", 15.0, 0.0, 0.04)]);
        let curve = drawn(&of, PHONE);
        assert_eq!(curve.line, "16.0,40.0 40.8,100.0 264.0,200.0");
        assert_eq!(curve.revenue, "16.0,0.0 40.8,50.0 264.0,200.0");
        assert_eq!(curve.shaded, [["6.0", "44.8"]]);
        assert!(curve.band.starts_with("16.0,0.0 40.8,40.0 264.0,140.0 264.0,200.0"), "{}", curve.band);
        assert_eq!(curve.marks.iter().map(|mark| mark.is_contender).collect::<Vec<_>>(), [true, true, false]);
    }

    #[test]
    fn a_price_that_is_out_between_two_that_may_earn_the_most_is_not_shaded() {
        let of = prices(&[("$5", 5.0, 0.8, 0.5), ("$6", 6.0, 0.5, 0.02), ("$15", 15.0, 0.0, 0.48)]);
        let curve = drawn(&of, PHONE);
        assert_eq!(curve.shaded, [["6.0", "20.0"], ["254.0", "20.0"]]);
        assert_eq!(curve.marks.iter().map(|mark| mark.is_contender).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn no_label_covers_another_or_a_mark_and_every_price_of_five_has_its_own() {
        for amounts in
            [[9.99, 14.99, 19.99, 29.99, 39.99], [25.0, 35.0, 45.0, 55.0, 70.0], [9.0, 10.0, 11.0, 12.0, 60.0]]
        {
            let named = amounts.map(|amount| format!("${amount}"));
            let shares = [0.83, 0.68, 0.51, 0.32, 0.15];
            let all: Vec<(&str, f64, f64, f64)> =
                (0..5).map(|at| (named[at].as_str(), amounts[at], shares[at], 0.2)).collect();
            for size in [PHONE, DESKTOP] {
                let curve = drawn(&prices(&all), size);
                let area = |label: &Label| Area::of_text(&label.text, label.x, label.y, size.font);
                let marks = curve.marks.iter().flat_map(|mark| [mark.buyers_y, mark.revenue_y].map(|y| (mark.x, y)));
                let marks: Vec<Area> = marks.map(|(x, y)| Area::of_mark(x, y)).collect();
                for (at, label) in curve.labels.iter().enumerate() {
                    let own = area(label);
                    assert!(own.left >= -size.left && own.right <= size.width - size.left + 0.1, "{}", label.text);
                    assert!(!curve.labels[at + 1..].iter().any(|other| own.overlaps(&area(other))), "{}", label.text);
                    assert!(!marks.iter().any(|mark| own.overlaps(mark)), "{} {:?}", label.text, size);
                }
                let has = |class: &str| curve.labels.iter().filter(|label| label.class == class).count();
                // Four prices in a twentieth of the width leave no room for every figure.
                let (prices, figures) = if amounts[3] == 12.0 { (3, 1) } else { (5, 4) };
                assert!(has("price") >= prices && has("buyers") >= figures.max(3), "{amounts:?} {size:?}");
                assert!(has("revenue") >= figures, "{amounts:?} {size:?}");
            }
        }
    }
}
