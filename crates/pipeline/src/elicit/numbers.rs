//! Parses shares from a document that a model wrote: percentages or fractions, as numbers or as text. The unit
//! follows from the figure itself or from its neighbours. A figure of unclear unit, or out of range, makes its
//! distribution unreadable; nothing is clamped.

use serde_json::{Map, Value};

/// Missing figures count as zero if the others sum to 1 or 100 within this relative tolerance.
const WHOLE_TOLERANCE: f64 = 0.05;
/// Figures on both sides of 1 are percentages if they sum to 100 within this relative tolerance.
const MIXED_TOLERANCE: f64 = 0.1;
/// Relative tolerance within which a sum of 1 or 100 reveals the unit.
const UNIT_TOLERANCE: f64 = 0.5;
const PERCENT_MAX: f64 = 100.0;

/// Unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Fraction,
    Percent,
}

/// One figure as it was written.
#[derive(Debug, Clone, Copy)]
struct Figure {
    value: f64,
    /// Whether it had a percent sign.
    is_marked: bool,
}

/// Returns the figures under these names, normalised to sum to one; `None` if they are not shares. Any positive sum
/// is accepted, unless figures contradict each other. A figure below 1 next to one above 1, or a percent sign on some
/// figures only, is accepted only if all sum to about 100.
pub(super) fn shares(document: &Value, names: &[String]) -> Option<Vec<f64>> {
    let stated = stated(document, names)?;
    let figures: Vec<Figure> = stated.iter().flatten().copied().collect();
    let total: f64 = figures.iter().map(|figure| figure.value).sum();
    let is_sound = figures.iter().all(|figure| figure.is_sound()) && total > 0.0 && total.is_finite();
    // Models omit options with share zero; a truncated document lacks more than that.
    let is_near = |whole: f64, tolerance: f64| (total / whole - 1.0).abs() <= tolerance;
    let is_whole =
        stated.iter().all(Option::is_some) || is_near(1.0, WHOLE_TOLERANCE) || is_near(PERCENT_MAX, WHOLE_TOLERANCE);
    let is_of_one_unit = !are_mixed(&figures) || is_near(PERCENT_MAX, MIXED_TOLERANCE);
    let is_read = is_sound && is_whole && is_of_one_unit;
    is_read.then(|| stated.into_iter().map(|figure| figure.map_or(0.0, |figure| figure.value) / total).collect())
}

/// Returns the figures under these names as fractions, each by itself; `None` if one is missing or out of range, or if
/// a percent sign is on some of them only. Figures are percentages if one is above 1 or marked, otherwise fractions.
pub(super) fn fractions(document: &Value, names: &[String]) -> Option<Vec<f64>> {
    let figures: Vec<Figure> = stated(document, names)?.into_iter().collect::<Option<_>>()?;
    let is_marked = figures.iter().any(|figure| figure.is_marked);
    let is_mixed = is_marked && figures.iter().any(|figure| !figure.is_marked && figure.value > 0.0);
    let is_percent = is_marked || figures.iter().any(|figure| figure.value > 1.0);
    let max = if is_percent { PERCENT_MAX } else { 1.0 };
    let is_sound = !is_mixed && figures.iter().all(|figure| (0.0..=max).contains(&figure.value));
    is_sound.then(|| figures.iter().map(|figure| figure.value / max).collect())
}

/// Returns the unit of the figures under these names, if it can be told.
pub(super) fn unit(document: &Value, names: &[String]) -> Option<Unit> {
    let figures: Vec<Figure> = stated(document, names)?.into_iter().flatten().collect();
    let total: f64 = figures.iter().map(|figure| figure.value).sum();
    let is_about = |whole: f64| (total / whole - 1.0).abs() <= UNIT_TOLERANCE;
    match figures.iter().any(|figure| figure.is_marked) {
        true => Some(Unit::Percent),
        false if is_about(1.0) => Some(Unit::Fraction),
        false if is_about(PERCENT_MAX) => Some(Unit::Percent),
        false => None,
    }
}

/// Returns a stand-alone figure as a fraction; `None` if it is out of range or its unit is unclear. A figure above 1
/// or with a percent sign is a percentage. Otherwise it takes the unit of the distributions in the same document, if
/// the known units agree.
pub(super) fn share(value: &Value, beside: &[Option<Unit>]) -> Option<f64> {
    let figure = Figure::read(value).filter(Figure::is_sound)?;
    if figure.value == 0.0 {
        return Some(0.0);
    }
    let mut reply = beside.iter().flatten();
    let agreed = reply.next().filter(|first| reply.all(|other| other == *first));
    let is_percent = figure.is_marked || figure.value > 1.0 || agreed == Some(&Unit::Percent);
    match is_percent {
        true => Some(figure.value / PERCENT_MAX).filter(|share| *share <= 1.0),
        // Among fractions, 1 may mean everybody or one per cent.
        false => agreed.map(|_| figure.value).filter(|share| *share < 1.0),
    }
}

impl Figure {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(Self { value: number.as_f64()?, is_marked: false }),
            Value::String(text) => {
                let text = text.trim();
                let bare = text.trim_end_matches(['%', '％']);
                let value = bare.trim().replace(',', ".").parse().ok()?;
                Some(Self { value, is_marked: bare.len() < text.len() })
            }
            _ => None,
        }
    }

    fn is_sound(&self) -> bool {
        let max = if self.is_marked { PERCENT_MAX } else { f64::MAX };
        (0.0..=max).contains(&self.value)
    }
}

/// Returns whether some figures look like fractions and some like percentages.
fn are_mixed(figures: &[Figure]) -> bool {
    let has = |is: fn(&Figure) -> bool| figures.iter().any(is);
    let is_split = has(|figure| figure.value > 0.0 && figure.value < 1.0) && has(|figure| figure.value > 1.0);
    is_split || (has(|figure| figure.is_marked) && has(|figure| !figure.is_marked && figure.value > 0.0))
}

/// Returns the figure under each name; `None` if the document is not an object.
fn stated(document: &Value, names: &[String]) -> Option<Vec<Option<Figure>>> {
    let fields = document.as_object()?;
    Some(names.iter().map(|name| figure(fields, name)).collect())
}

/// Looks a name up, also with the punctuation that followed it in the prompt.
fn figure(fields: &Map<String, Value>, name: &str) -> Option<Figure> {
    let is_it = |key: &String| key.trim().trim_end_matches([')', '.', ':']).eq_ignore_ascii_case(name);
    let value = fields.get(name).or_else(|| fields.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value))?;
    Figure::read(value)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(document: &Value) -> Option<Vec<f64>> {
        shares(document, &["A".to_owned(), "B".to_owned()])
    }

    #[test]
    fn figures_are_shares_however_they_are_written() {
        for document in [
            json!({ "A": 25, "B": 75 }),
            json!({ "B": 0.75, "A": 0.25 }),
            json!({ "A": "25%", "B": "75 %" }),
            json!({ "a)": 1, "b)": 3 }),
            json!({ "A": 25.0, "B": 75.0, "C": "who?" }),
        ] {
            assert_eq!(read(&document), Some(vec![0.25, 0.75]), "{document}");
        }
        assert_eq!(read(&json!({ "A": 100 })), Some(vec![1.0, 0.0]), "what is left out has nothing");
    }

    #[test]
    fn figures_that_stand_by_themselves_need_not_sum_to_anything() {
        let read = |document: &Value| fractions(document, &["A".to_owned(), "B".to_owned()]);
        for document in [json!({ "A": 80, "B": 50 }), json!({ "A": 0.8, "B": 0.5 }), json!({ "A": "80%", "B": "50 %" })]
        {
            assert_eq!(read(&document), Some(vec![0.8, 0.5]), "{document}");
        }
        assert_eq!(read(&json!({ "A": 40, "B": 0.5 })), Some(vec![0.4, 0.005]));
        for document in [
            json!({ "A": 80 }),
            json!({ "A": 101, "B": 50 }),
            json!({ "A": -1, "B": 50 }),
            json!({ "A": "80%", "B": 0.5 }),
            json!({ "A": "many", "B": 50 }),
            json!([80, 50]),
        ] {
            assert_eq!(read(&document), None, "{document}");
        }
    }

    #[test]
    fn what_is_no_distribution_is_none() {
        for document in [
            json!({}),
            json!({ "A": 40 }),
            json!({ "A": 0, "B": 0 }),
            json!({ "A": -5, "B": 105 }),
            json!([50, 50]),
            json!({ "A": "half", "B": "half" }),
            json!({ "A": "NaN", "B": 50 }),
            json!({ "A": "inf", "B": 50 }),
            json!({ "A": 1e308, "B": 1e308 }),
            json!({ "A": "250%", "B": "50%" }),
        ] {
            assert_eq!(read(&document), None, "{document}");
        }
    }

    #[test]
    fn figures_of_two_units_are_no_distribution() {
        for document in [
            json!({ "A": 0.25, "B": 75 }),
            json!({ "A": "0.25", "B": "75%" }),
            json!({ "A": "25%", "B": 0.75 }),
            json!({ "A": "25%", "B": 3 }),
        ] {
            assert_eq!(read(&document), None, "{document}");
        }
        assert_eq!(read(&json!({ "A": 0.5, "B": 99.5 })), Some(vec![0.005, 0.995]), "half a per cent");
        assert_eq!(read(&json!({ "A": "25%", "B": 75 })), Some(vec![0.25, 0.75]));
    }

    #[test]
    fn a_distribution_tells_its_unit_by_what_it_adds_up_to() {
        let of = |document: Value| unit(&document, &["A".to_owned(), "B".to_owned()]);
        assert_eq!(of(json!({ "A": 0.25, "B": 0.7 })), Some(Unit::Fraction));
        assert_eq!(of(json!({ "A": 25, "B": 70 })), Some(Unit::Percent));
        assert_eq!(of(json!({ "A": "0.4%", "B": "0.6%" })), Some(Unit::Percent));
        assert_eq!(of(json!({ "A": 1, "B": 3 })), None);
        assert_eq!(of(json!({ "A": 0.25, "B": 0.7, "C": 99 })), Some(Unit::Fraction), "C was not asked for");
        assert_eq!(of(json!([1])), None);
    }

    #[test]
    fn a_figure_alone_has_its_own_unit_or_that_of_the_document() {
        use Unit::{Fraction, Percent};
        for (value, beside, expected) in [
            (json!(12), vec![Some(Fraction); 3], Some(0.12)),
            (json!(12), vec![Some(Percent); 3], Some(0.12)),
            (json!(0.12), vec![Some(Fraction); 3], Some(0.12)),
            (json!(0.5), vec![Some(Percent), None, Some(Percent)], Some(0.005)),
            (json!("0.5%"), vec![Some(Fraction); 3], Some(0.005)),
            (json!(0), vec![], Some(0.0)),
            (json!(1), vec![Some(Percent)], Some(0.01)),
            (json!(100), vec![Some(Percent)], Some(1.0)),
            // May mean everybody or one per cent.
            (json!(1), vec![Some(Fraction)], None),
            (json!(0.4), vec![Some(Percent), Some(Fraction)], None),
            (json!(0.4), vec![None, None], None),
            (json!(101), vec![Some(Percent)], None),
            (json!(-1), vec![Some(Percent)], None),
            (json!("NaN"), vec![Some(Percent)], None),
            (json!("inf"), vec![Some(Fraction)], None),
            (json!(null), vec![Some(Percent)], None),
        ] {
            assert_eq!(share(&value, &beside), expected, "{value} {beside:?}");
        }
    }
}
