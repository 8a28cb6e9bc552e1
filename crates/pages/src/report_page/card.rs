//! The link preview image: the full question, every option with its share, the verdict in force, and the source of the
//! shares (the forecast, or the joint estimate once its verdict is in force). Its size is fixed, so longer texts are set
//! in smaller type.

use askama::Template;
use contract::{PrintedShare, ReportResult, VerdictInForce};
use wording::Locale;

use super::fit::{Fitted, LINE, clipped, fit, lines, plain};
use super::notice::Notice;
use super::words::Localized;
use contract::PeopleView;

const LEFT: f64 = 60.0;
const WIDTH: f64 = 1080.0;
/// Below the top band; `HEIGHT` ends above the verdict.
const TOP: f64 = 88.0;
const HEIGHT: f64 = 410.0;
/// The verdict, between the options and the line at the foot.
const VERDICT_TOP: f64 = 504.0;
const VERDICT_HEIGHT: f64 = 66.0;
const VERDICT_SIZE_MAX: usize = 26;
/// Longer verdicts are clipped rather than set smaller.
const VERDICT_SIZE_MIN: usize = 15;
/// Maximum fraction of the height for the title, with the minimum font size tried at that fraction. Every title fits
/// the last one.
const TITLE_ROOMS: [(f64, usize); 4] = [(0.4, 26), (0.5, 18), (0.6, 13), (0.75, 8)];
const TITLE_SIZE_MAX: usize = 54;
/// More options are set in two columns.
const IN_ONE_COLUMN_MAX: usize = 7;
const BETWEEN_COLUMNS: f64 = 36.0;
/// Space left of a label; `SHARE_ROOM` is the space right of it for the share.
const BESIDE_LABEL: f64 = 14.0;
const SHARE_ROOM: f64 = 76.0;
const LABEL_SIZE_MAX: usize = 26;
/// Longer labels are clipped rather than set smaller.
const LABEL_SIZE_MIN: usize = 14;
/// Vertical padding around a label's lines, in em.
const PAD: f64 = 0.6;

/// Renders an SVG of 1200 × 630.
pub fn card(result: &ReportResult, people: Option<&PeopleView>) -> askama::Result<String> {
    let in_force = VerdictInForce::of(result, people);
    let shares = shares(result, &in_force);
    let locale = result.locale();
    let title = title(&plain(&result.research_input.question));
    let top = TOP + title.height() + 20.0;
    let bars = bars(locale, &shares, top);
    let verdict = verdict(&plain(in_force.headline));
    let notice = match in_force.people {
        Some(_) => Notice::as_one(locale, people),
        None => Notice::of_forecast(locale, people),
    };
    let label_size = bars.size;
    let [title_size, label_size, verdict_size] = [title.size, label_size, verdict.size].map(round);
    let (title, verdict) = (placed(&title, TOP), placed(&verdict, VERDICT_TOP));
    Card { locale, title, title_size, label_size, bars: bars.bars, verdict, verdict_size, notice }.render()
}

/// Bars with the font size of their labels.
struct Bars {
    bars: Vec<CardBar>,
    size: f64,
}

/// Lays out the options from `top` on.
fn bars(locale: Locale, shares: &[CardShare<'_>], top: f64) -> Bars {
    let labels: Vec<String> = shares.iter().map(|it| plain(it.option)).collect();
    let options = Options::new(&labels, TOP + HEIGHT - top);
    let largest = shares.iter().map(|it| it.share).fold(f64::MIN_POSITIVE, f64::max);
    let mut bars = Vec::with_capacity(shares.len());
    for (column, rows) in shares.chunks(options.rows).enumerate() {
        let mut y = top;
        for (row, of) in rows.iter().enumerate() {
            let label = &options.labels[column * options.rows + row];
            let height = label.len() as f64 * options.size * LINE + PAD * options.size;
            let x = LEFT + column as f64 * (options.width + BETWEEN_COLUMNS);
            let text = label
                .iter()
                .enumerate()
                .map(|(line, text)| (round(y + options.size * (PAD / 2.0 + 1.0 + line as f64 * LINE)), text.clone()));
            bars.push(CardBar {
                x: round(x),
                y: round(y),
                width: round(of.share / largest * (options.width - SHARE_ROOM)),
                height: round(height - 0.2 * options.size),
                label_x: round(x + BESIDE_LABEL),
                label: text.collect(),
                share_x: round(x + options.width),
                share_y: round(y + options.size * (PAD / 2.0 + 1.0)),
                share: wording::percent(locale, of.share),
                stands_out: of.stands_out,
            });
            y += height;
        }
    }
    Bars { bars, size: options.size }
}

/// Returns the lines of a text from `top` on, each with its baseline.
fn placed(text: &Fitted, top: f64) -> Vec<(String, String)> {
    let place = |(place, line): (usize, &String)| (round(top + text.size * (1.0 + place as f64 * LINE)), line.clone());
    text.lines.iter().enumerate().map(place).collect()
}

#[derive(Template)]
#[template(path = "report/card.svg")]
struct Card {
    locale: Locale,
    title: Vec<(String, String)>,
    title_size: String,
    label_size: String,
    bars: Vec<CardBar>,
    verdict: Vec<(String, String)>,
    verdict_size: String,
    notice: Notice,
}

struct CardBar {
    x: String,
    y: String,
    width: String,
    height: String,
    label_x: String,
    label: Vec<(String, String)>,
    share_x: String,
    share_y: String,
    share: String,
    stands_out: bool,
}

impl Localized for Card {
    fn locale(&self) -> Locale {
        self.locale
    }
}

/// An option with the share in force.
struct CardShare<'a> {
    option: &'a str,
    share: f64,
    /// Whether the verdict is about it.
    stands_out: bool,
}

/// Returns the options in the order of the page's chart: those with an order of their own in it, others by share.
fn shares<'a>(result: &'a ReportResult, verdict: &VerdictInForce<'a>) -> Vec<CardShare<'a>> {
    let analysis = &result.analysis;
    let joint = |option: &str| verdict.people?.printed_option(option).map(|own| own.together);
    let card_share = |of: PrintedShare<'a>| CardShare {
        option: of.option,
        share: joint(of.option).unwrap_or(of.share),
        stands_out: verdict.is_about(analysis, of.option),
    };
    let mut shares: Vec<CardShare<'a>> = result.shares_as_read().into_iter().map(card_share).collect();
    if result.own_order().is_none() {
        shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    }
    shares
}

fn round(length: f64) -> String {
    format!("{length:.1}")
}

fn descending(from: usize, to: usize) -> impl Iterator<Item = f64> {
    (to..=from).rev().map(|size| size as f64)
}

/// Sets the title as large as the options allow.
fn title(question: &str) -> Fitted {
    let fitted = TITLE_ROOMS
        .iter()
        .find_map(|(part, size_min)| fit(question, WIDTH, HEIGHT * part, descending(TITLE_SIZE_MAX, *size_min)));
    fitted.unwrap_or_else(|| Fitted { size: 8.0, lines: lines(question, WIDTH, 8.0) })
}

/// Sets the verdict as large as its room allows.
fn verdict(headline: &str) -> Fitted {
    let fitted = fit(headline, WIDTH, VERDICT_HEIGHT, descending(VERDICT_SIZE_MAX, VERDICT_SIZE_MIN));
    fitted.unwrap_or_else(|| {
        let size = VERDICT_SIZE_MIN as f64;
        let lines_max = (VERDICT_HEIGHT / (size * LINE)) as usize;
        Fitted { size, lines: clipped(lines(headline, WIDTH, size), lines_max, WIDTH, size) }
    })
}

/// The layout of all option labels, in one font size.
struct Options {
    size: f64,
    /// The width of one column.
    width: f64,
    rows: usize,
    labels: Vec<Vec<String>>,
}

impl Options {
    fn new(options: &[String], height: f64) -> Self {
        let columns = if options.len() > IN_ONE_COLUMN_MAX { 2 } else { 1 };
        let rows = options.len().div_ceil(columns).max(1);
        let width = (WIDTH - BETWEEN_COLUMNS * (columns - 1) as f64) / columns as f64;
        let room = width - BESIDE_LABEL - SHARE_ROOM;
        let sized = |size: f64| options.iter().map(|option| lines(option, room, size)).collect::<Vec<_>>();
        let fits = |size: f64, labels: &[Vec<String>]| {
            let tall = |label: &Vec<String>| (label.len() as f64 * LINE + PAD) * size;
            labels.chunks(rows).all(|column| column.iter().map(tall).sum::<f64>() <= height)
        };
        let whole = descending(LABEL_SIZE_MAX, LABEL_SIZE_MIN).map(|size| (size, sized(size)));
        if let Some((size, labels)) = whole.into_iter().find(|(size, labels)| fits(*size, labels)) {
            return Self { size, width, rows, labels };
        }
        let row_height = height / rows as f64;
        let size = (row_height / (LINE + PAD)).min(LABEL_SIZE_MIN as f64);
        let lines_max = ((row_height / size - PAD) / LINE).floor() as usize;
        let labels = sized(size).into_iter().map(|lines| clipped(lines, lines_max.max(1), room, size)).collect();
        Self { size, width, rows, labels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_any_length_and_script_is_whole_and_leaves_room_for_options() {
        for question in ["short", &"word ".repeat(400), &"长".repeat(2000), &"W".repeat(2000)] {
            let fitted = title(&plain(question));
            assert!(fitted.height() <= HEIGHT * 0.75, "{} {}", fitted.size, fitted.height());
            assert_eq!(fitted.lines.concat().replace(' ', ""), plain(question).replace(' ', ""));
        }
        assert_eq!(title("Which name fits best?").size, TITLE_SIZE_MAX as f64);
    }

    #[test]
    fn a_verdict_of_any_length_stays_in_its_room() {
        for headline in ["Choose “Lull”.", &"word ".repeat(400), &"长".repeat(2000)] {
            assert!(verdict(headline).height() <= VERDICT_HEIGHT, "{headline}");
        }
        assert_eq!(verdict("Choose “Lull”.").size, VERDICT_SIZE_MAX as f64);
    }

    #[test]
    fn twenty_options_of_any_length_all_have_their_row() {
        for option in ["Drift", &"a long option ".repeat(14), &"长".repeat(200)] {
            for height in [100.0, 250.0, 400.0] {
                let labels = vec![plain(option); 20];
                let options = Options::new(&labels, height);
                assert_eq!((options.labels.len(), options.rows), (20, 10));
                let tall: f64 =
                    options.labels[..10].iter().map(|lines| (lines.len() as f64 * LINE + PAD) * options.size).sum();
                assert!(tall <= height + 0.01, "{tall} of {height}");
            }
        }
    }

    #[test]
    fn a_few_short_options_are_large() {
        let options = Options::new(&["Drift".to_owned(), "Lull".to_owned()], 300.0);
        assert_eq!((options.size, options.rows, options.width), (LABEL_SIZE_MAX as f64, 2, WIDTH));
    }
}
