//! The picture that messengers show beside a link: the title, the leading options, and that respondents are synthetic.

use askama::Template;
use contract::{OptionShare, ReportResult};
use foundation::Language;

use super::words::Speaks;

const BARS_MAX: usize = 4;
const BAR_WIDTH: f64 = 760.0;
const TITLE_LINES_MAX: usize = 3;
/// How much fits a line, in widths of a Latin letter; an ideograph takes two.
const TITLE_LINE_UNITS: usize = 42;
const LABEL_UNITS: usize = 34;

/// An SVG picture of 1200 by 630, drawn with whatever fonts its viewer has.
pub fn card(result: &ReportResult) -> askama::Result<String> {
    let mut shares: Vec<&OptionShare> = result.analysis.winner.shares.iter().collect();
    shares.sort_by(|a, b| b.share.total_cmp(&a.share));
    let largest = shares.first().map_or(1.0, |share| share.share).max(f64::MIN_POSITIVE);
    let language = result.research_input.language;
    let bar = |(place, share): (usize, &&OptionShare)| CardBar {
        y: 340 + 54 * place,
        width: format!("{:.0}", share.share / largest * BAR_WIDTH),
        label: clipped(&share.option, LABEL_UNITS),
        share: wording::percent(language, share.share),
        is_first: place == 0,
    };
    let bars = shares.iter().take(BARS_MAX).enumerate().map(bar).collect();
    Card { language, title: lines(&result.research_input.question), bars, is_tie: result.analysis.is_too_close() }
        .render()
}

#[derive(Template)]
#[template(path = "report/card.svg")]
struct Card {
    language: Language,
    title: Vec<(usize, String)>,
    bars: Vec<CardBar>,
    is_tie: bool,
}

struct CardBar {
    y: usize,
    width: String,
    label: String,
    share: String,
    is_first: bool,
}

impl Speaks for Card {
    fn language(&self) -> Language {
        self.language
    }
}

/// Hangul, ideographs and what is set with them are wide.
fn units(c: char) -> usize {
    if matches!(c as u32, 0x1100..=0x11ff | 0x2e80..) { 2 } else { 1 }
}

fn clipped(text: &str, units_max: usize) -> String {
    let mut left = units_max;
    let fits = |c: &char| left.checked_sub(units(*c)).map(|rest| left = rest).is_some();
    let kept: String = text.chars().take_while(fits).collect();
    if kept.len() < text.len() { format!("{}…", kept.trim_end()) } else { kept }
}

/// The title in lines with their heights, broken at spaces where it has any.
fn lines(title: &str) -> Vec<(usize, String)> {
    let mut lines = vec![String::new()];
    let width = |text: &str| text.chars().map(units).sum::<usize>();
    for word in title.split_inclusive(|c: char| c.is_whitespace() || units(c) == 2) {
        let line = lines.last().map_or(0, |line| width(line));
        if line > 0 && line + width(word.trim_end()) > TITLE_LINE_UNITS {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(word);
        }
    }
    let is_cut = lines.len() > TITLE_LINES_MAX;
    lines.truncate(TITLE_LINES_MAX);
    if let Some(last) = lines.last_mut().filter(|_| is_cut) {
        last.push('…');
    }
    let placed = |(place, line): (usize, String)| (150 + 62 * place, clipped(line.trim_end(), TITLE_LINE_UNITS));
    lines.into_iter().enumerate().map(placed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_of_any_length_and_script_takes_three_lines_at_most() {
        for title in ["short", &"word ".repeat(200), &"长".repeat(300), &"x".repeat(2000)] {
            let lines = lines(title);
            assert!(lines.len() <= TITLE_LINES_MAX, "{lines:?}");
            assert!(lines.iter().all(|(_, line)| line.chars().map(units).sum::<usize>() <= TITLE_LINE_UNITS + 1));
        }
        assert_eq!(lines("Which name fits best?"), [(150, "Which name fits best?".to_owned())]);
    }
}
