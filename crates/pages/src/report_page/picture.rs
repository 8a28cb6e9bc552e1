//! A report's images: the link preview card and the charts, as SVG, and as PNG rendered from the SVG.

use std::borrow::Cow;

use askama::Template;
use contract::ids::{ACCEPTANCE, LIKELIHOOD};
use contract::{ReportResult, VerdictInForce};
use wording::Locale;

use super::bars::{self, BarChart};
use super::fit::{LINE, lines, plain};
use super::notice::Notice;
use super::raster::png;
use super::words::Localized;
use super::{asked, card, questions};
use contract::PeopleView;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Picture {
    Card,
    Options,
    Acceptance,
    Likelihood,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    Svg,
    Png,
}

/// An encoded image with its media type.
pub struct EncodedImage {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

impl Picture {
    pub const CHARTS: [Self; 3] = [Self::Options, Self::Acceptance, Self::Likelihood];

    /// Parses a file name such as `card.png`.
    pub fn parse(name: &str) -> Option<(Self, Format)> {
        let (name, extension) = name.split_once('.')?;
        let picture = [Self::Card].into_iter().chain(Self::CHARTS).find(|picture| picture.name() == name)?;
        match extension {
            "svg" => Some((picture, Format::Svg)),
            "png" => Some((picture, Format::Png)),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Options => bars::OPTIONS,
            Self::Acceptance => ACCEPTANCE,
            Self::Likelihood => LIKELIHOOD,
        }
    }

    /// Returns `None` if the report has no data for this chart. The card shows the joint estimate once its verdict is
    /// in force; charts show the forecast.
    pub fn svg(self, result: &ReportResult, people: Option<&PeopleView>) -> askama::Result<Option<String>> {
        let locale = result.locale();
        let analysis = &result.analysis;
        let labels = questions::rating_labels(locale, asked(result, LIKELIHOOD));
        let shares = result.shares_as_read();
        let chart = match self {
            Self::Card => return card::card(result, people).map(Some),
            Self::Options => Some(bars::options(analysis, &shares, &VerdictInForce::of(result, people))),
            Self::Acceptance => {
                let of = analysis.acceptance.as_ref().zip(asked(result, ACCEPTANCE));
                of.map(|(of, question)| bars::acceptance(of, question))
            }
            Self::Likelihood => analysis.likelihood.as_ref().map(|of| bars::ratings(of, &labels)),
        };
        let title = match self {
            Self::Acceptance | Self::Likelihood => {
                asked(result, self.name()).map_or(Cow::Borrowed(""), |asked| result.in_address(&asked.title))
            }
            Self::Card | Self::Options => Cow::Borrowed(result.title.as_str()),
        };
        let notice = || Notice::of_forecast(locale, people);
        chart.map(|chart| ChartPicture::new(locale, &title, &chart, notice()).render()).transpose()
    }

    /// Returns the image in the given format. A PNG for which fonts lack characters is returned as SVG instead.
    pub fn drawn(
        self,
        format: Format,
        result: &ReportResult,
        people: Option<&PeopleView>,
    ) -> askama::Result<Option<EncodedImage>> {
        let Some(svg) = self.svg(result, people)? else { return Ok(None) };
        if format == Format::Png {
            if let Some(bytes) = png(&svg, self != Self::Card) {
                return Ok(Some(EncodedImage { content_type: "image/png", bytes }));
            }
            tracing::warn!("no font here has all the letters of a picture, so it is sent as SVG; install Noto Sans");
        }
        Ok(Some(EncodedImage { content_type: "image/svg+xml", bytes: svg.into_bytes() }))
    }
}

/// Space on each side of the chart.
const MARGIN: f64 = 32.0;
const WIDTH: f64 = 1000.0;
const BAR_HEIGHT: f64 = 20.0;
const TITLE_SIZE: f64 = 24.0;
const LABEL_SIZE: f64 = 17.0;
/// Space right of the bars for a share and its interval.
const FIGURES_WIDTH: f64 = 190.0;

#[derive(Template)]
#[template(path = "report/chart.svg")]
struct ChartPicture {
    locale: Locale,
    title: Vec<Line>,
    rows: Vec<ChartRow>,
    ticks: Vec<Tick>,
    height: f64,
    notice: Notice,
}

struct Line {
    y: f64,
    text: String,
}

struct ChartRow {
    label: Vec<Line>,
    y: f64,
    width: String,
    interval: Option<[String; 2]>,
    stands_out: bool,
    figure: String,
    range: Option<String>,
}

struct Tick {
    x: f64,
    text: String,
    anchor: &'static str,
}

impl Localized for ChartPicture {
    fn locale(&self) -> Locale {
        self.locale
    }
}

impl ChartPicture {
    fn new(locale: Locale, title: &str, chart: &BarChart<'_>, notice: Notice) -> Self {
        let mut y = MARGIN + TITLE_SIZE;
        let title = placed(lines(&plain(title), WIDTH - 2.0 * MARGIN, TITLE_SIZE), TITLE_SIZE, &mut y);
        y += LABEL_SIZE;
        let bars_width = WIDTH - 2.0 * MARGIN - FIGURES_WIDTH;
        // Bar lengths are in units of `bars::WIDTH`.
        let across = |length: &str| length.parse::<f64>().unwrap_or(0.0) / bars::WIDTH * bars_width;
        let x = |length: &str| format!("{:.1}", MARGIN + across(length));
        let mut rows = Vec::with_capacity(chart.bars.len());
        for bar in &chart.bars {
            let label = lines(&plain(bar.label), WIDTH - 2.0 * MARGIN, LABEL_SIZE);
            let label = placed(label, LABEL_SIZE, &mut y);
            rows.push(ChartRow {
                label,
                y: y - LABEL_SIZE * 0.7,
                width: format!("{:.1}", across(&bar.width)),
                interval: bar.interval.map(|_| [x(&bar.low), x(&bar.high)]),
                stands_out: bar.stands_out,
                figure: wording::percent(locale, bar.share),
                range: bar.interval.map(|interval| wording::percent_range(locale, interval)),
            });
            y += BAR_HEIGHT + LABEL_SIZE * 1.3;
        }
        let anchors = [(0.0, "start"), (0.5, "middle"), (1.0, "end")];
        let tick = |(share, (place, anchor)): (f64, (f64, &'static str))| Tick {
            x: MARGIN + place * bars_width,
            text: wording::percent(locale, share),
            anchor,
        };
        let ticks = chart.ticks.into_iter().zip(anchors).map(tick).collect();
        Self { locale, title, rows, ticks, height: (y + 2.0 * MARGIN).ceil(), notice }
    }
}

/// Positions the lines from `y` on, and advances `y` below them.
fn placed(lines: Vec<String>, size: f64, y: &mut f64) -> Vec<Line> {
    let place = |text: String| {
        let line = Line { y: y.round(), text };
        *y += size * LINE;
        line
    };
    lines.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_found_by_the_names_of_their_files() {
        assert_eq!(Picture::parse("card.png"), Some((Picture::Card, Format::Png)));
        assert_eq!(Picture::parse("likelihood.svg"), Some((Picture::Likelihood, Format::Svg)));
        for name in ["card", "card.gif", "card.png.svg", ".png", "report.json", ""] {
            assert_eq!(Picture::parse(name), None, "{name}");
        }
    }
}
