//! The link preview image: the full question, every option with its share, and the source of the shares (the
//! forecast, or the joint estimate if people answered). Its size is fixed, so longer texts are set in smaller type.

use askama::Template;
use contract::ReportResult;
use foundation::Language;

use super::fit::{Fitted, LINE, clipped, fit, lines, plain};
use super::notice::Notice;
use super::words::Localized;
use contract::PeopleView;

const LEFT: f64 = 60.0;
const WIDTH: f64 = 1080.0;
/// Below the top band; `HEIGHT` ends above the line at the foot.
const TOP: f64 = 88.0;
const HEIGHT: f64 = 478.0;
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
    let mut shares = shares(result, people);
    shares.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let language = result.research_input.language;
    let title = title(&plain(&result.research_input.question));
    let top = TOP + title.height() + 20.0;
    let labels: Vec<String> = shares.iter().map(|(option, _)| plain(option)).collect();
    let options = Options::new(&labels, TOP + HEIGHT - top);
    let largest = shares.first().map_or(1.0, |(_, share)| *share).max(f64::MIN_POSITIVE);
    let mut bars = Vec::with_capacity(shares.len());
    for (column, rows) in shares.chunks(options.rows).enumerate() {
        let mut y = top;
        for (row, (_, share)) in rows.iter().enumerate() {
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
                width: round(share / largest * (options.width - SHARE_ROOM)),
                height: round(height - 0.2 * options.size),
                label_x: round(x + BESIDE_LABEL),
                label: text.collect(),
                share_x: round(x + options.width),
                share_y: round(y + options.size * (PAD / 2.0 + 1.0)),
                share: wording::percent(language, *share),
                is_first: column == 0 && row == 0,
            });
            y += height;
        }
    }
    let standing = standing(result, people);
    let notice = Notice::as_one(language, people);
    let placed =
        |(place, line): (usize, &String)| (round(TOP + title.size * (1.0 + place as f64 * LINE)), line.clone());
    let lines = title.lines.iter().enumerate().map(placed).collect();
    let [title_size, label_size] = [title.size, options.size].map(round);
    Card { language, title: lines, title_size, label_size, bars, standing, notice }.render()
}

#[derive(Template)]
#[template(path = "report/card.svg")]
struct Card {
    language: Language,
    title: Vec<(String, String)>,
    title_size: String,
    label_size: String,
    bars: Vec<CardBar>,
    /// The message that the question is undecided, if it is.
    standing: Option<&'static str>,
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
    is_first: bool,
}

impl Localized for Card {
    fn language(&self) -> Language {
        self.language
    }
}

fn shares<'a>(result: &'a ReportResult, people: Option<&'a PeopleView>) -> Vec<(&'a str, f64)> {
    match people {
        Some(view) => view.options.iter().map(|option| (option.option.as_str(), option.together)).collect(),
        None => result.analysis.winner.shares.iter().map(|share| (share.option.as_str(), share.share)).collect(),
    }
}

fn standing(result: &ReportResult, people: Option<&PeopleView>) -> Option<&'static str> {
    match people {
        Some(view) => (!view.is_settled).then_some("page-people-open"),
        None => result.analysis.is_too_close().then_some("page-tie"),
    }
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
    fn twenty_options_of_any_length_all_have_their_row() {
        for option in ["Drift", &"a long option ".repeat(14), &"长".repeat(200)] {
            for height in [110.0, 250.0, 400.0] {
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
