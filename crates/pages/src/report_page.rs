//! The report as an HTML page. It is a function of the result and of its links, so the same page is served over HTTP
//! and written to a file. Everything on it comes from the result and is escaped as data.

mod attributes;
mod bank_lists;
mod bars;
mod card;
mod cards;
mod composition;
mod cross;
mod curve;
mod disclosure;
mod download;
mod explorer;
mod facts;
mod file_name;
mod fit;
mod groups;
mod heat;
mod hiding;
mod kinds;
mod links;
mod markdown;
mod methods;
mod net;
mod notice;
mod people;
mod picture;
mod questions;
mod raster;
mod record;
mod words;

use std::borrow::Cow;

use askama::Template;
use contract::ids::{ACCEPTANCE, LIKELIHOOD};
use contract::{
    AudienceSource, ConfidenceCheck, Driver, Estimator, PriceCurve, PrintedShare, Question, ReportResult, Risk, Ruling,
    Theme, Verdict, VerdictInForce,
};
use foundation::Language;
use wording::{Join, Locale};

use bars::BarChart;
use cards::OptionCard;
use composition::Margin;
use cross::CrossTabulated;
use curve::{Curve, PointText};
use facts::Dated;
use heat::{Cell, Column, SegmentGroup};
use methods::LocalizedMethods;
use notice::Notice;
use people::PeopleSection;
use questions::QuestionView;
use words::Localized;

use contract::PeopleView;

pub(crate) use cross::printed_cells;
pub(crate) use download::{BYTE_ORDER_MARK, harmless};
pub use download::{csv, json};
pub use explorer::{Index as ExplorerIndex, Request as ExplorerRequest, explorer, explorer_file};
pub use file_name::offer;
pub use hiding::{without_respondents, without_voices};
pub use links::{ChartsLink, Links, SampleNote, WorkspaceLink};
pub use markdown::{Markdown, markdown};
pub use picture::{EncodedImage, Format, Picture};
pub use raster::png;

const MS_PER_S: i64 = 1000;
/// Further themes are collapsed.
const THEMES_SHOWN_MAX: usize = 2;
/// Search engines and messengers cut longer descriptions.
const DESCRIPTION_CHARS_MAX: usize = 300;

/// Renders the page. `finished_at_ms` is the date shown in the byline, if known.
pub fn render(result: &ReportResult, links: &Links, finished_at_ms: Option<i64>) -> askama::Result<String> {
    render_with_people(result, links, finished_at_ms, None)
}

/// Renders the page with a section on real people's answers, if there are any.
pub fn render_with_people<'a>(
    result: &'a ReportResult,
    links: &'a Links,
    finished_at_ms: Option<i64>,
    people: Option<&'a PeopleView>,
) -> askama::Result<String> {
    let mut page = ReportPage::new(result, links, finished_at_ms);
    page.verdict = VerdictInForce::of(result, people);
    page.people = people.map(|view| PeopleSection::new(page.locale(), view, page.verdict));
    page.notice = Notice::side_by_side(page.locale(), people);
    page.render()
}

#[derive(Template)]
#[template(path = "report.html")]
struct ReportPage<'a> {
    result: &'a ReportResult,
    links: &'a Links,
    date: Option<String>,
    /// In display order: by descending share, or in the options' own order.
    shares: Vec<PrintedShare<'a>>,
    segment_columns: Vec<PrintedShare<'a>>,
    motive_columns: Vec<Column<'a>>,
    rating_labels: Vec<String>,
    people: Option<PeopleSection<'a>>,
    verdict: VerdictInForce<'a>,
    notice: Notice,
}

impl Localized for ReportPage<'_> {
    fn locale(&self) -> Locale {
        self.result.locale()
    }

    fn country(&self) -> Option<&str> {
        self.result.only_country()
    }

    fn ages(&self) -> (Option<u8>, Option<u8>) {
        let filters = &self.result.research_input.audience_filters;
        (filters.age_min, filters.age_max)
    }
}

impl CrossTabulated for ReportPage<'_> {
    fn result(&self) -> &ReportResult {
        self.result
    }
}

impl<'a> ReportPage<'a> {
    fn of_kind(&self, id: &str) -> String {
        self.say_for_kind(id, self.result.research_input.optimized.inquiry)
    }

    fn new(result: &'a ReportResult, links: &'a Links, finished_at_ms: Option<i64>) -> Self {
        let shares = result.shares_as_read();
        let locale = result.locale();
        Self {
            result,
            links,
            date: finished_at_ms.and_then(|at| date(locale, at)),
            segment_columns: heat::segment_columns(&shares),
            motive_columns: heat::motive_columns(result, &shares),
            rating_labels: questions::rating_labels(locale, asked(result, LIKELIHOOD)),
            shares,
            people: None,
            verdict: VerdictInForce::of(result, None),
            notice: Notice::side_by_side(locale, None),
        }
    }

    fn description(&self) -> String {
        let headline = self.verdict.headline;
        let whole = match &self.people {
            None => self.say_with("page-description", &[("headline", headline.into())]),
            Some(section) => {
                let args = [("banner", section.banner().into()), ("headline", headline.into())];
                let id = if section.is_joint() { "page-people-joint-description" } else { "page-people-description" };
                self.say_with(id, &args)
            }
        };
        if whole.chars().count() <= DESCRIPTION_CHARS_MAX {
            return whole;
        }
        whole.chars().take(DESCRIPTION_CHARS_MAX).chain(['…']).collect()
    }

    /// Returns the language of the question if it differs from the report's.
    fn other_language(&self) -> Option<Language> {
        self.result.research_input.optimized.question_language.filter(|language| *language != self.language())
    }

    /// Returns the message `{family}-{language}`.
    fn say_of(&self, family: &str, language: &Language) -> String {
        self.say(&format!("{family}-{language}"))
    }

    fn spoken(&self) -> String {
        self.say(&format!("language-{}", self.language()))
    }

    fn is_listed(&self) -> bool {
        self.result.analysis.winner.estimator == Estimator::PlackettLuce
    }

    fn has_more_options(&self) -> bool {
        self.shares.len() > self.segment_columns.len()
    }

    fn heat_note(&self) -> String {
        let figure = [("figure", self.result.figure_compared().into())];
        let has_marked = self.result.analysis.segment_breakdown.segments.iter().any(|segment| segment.notable);
        let has_buyers = self.result.analysis.has_buyers();
        let mut sentences = vec![self.say(if has_buyers { "page-heat-note-price" } else { "page-heat-note" })];
        sentences.extend(has_marked.then(|| self.say_with("page-heat-marked", &figure)));
        sentences.push(self.say_with("page-heat-difference", &figure));
        sentences.extend(self.is_listed().then(|| self.say("page-heat-lists")));
        sentences.extend(self.has_more_options().then(|| self.heat_columns_note()));
        wording::sentences(self.language(), &sentences)
    }

    fn drivers_note(&self) -> String {
        let mut sentences =
            vec![self.say(if self.has_leader() { "page-drivers-note" } else { "page-drivers-note-plain" })];
        sentences.extend((!self.motive_columns.is_empty()).then(|| self.say("page-by-option-note")));
        sentences.extend(self.has_fixed_reasons().then(|| self.say("page-fixed-reasons")));
        wording::sentences(self.language(), &sentences)
    }

    fn heat_columns_note(&self) -> String {
        self.say_with("page-heat-columns", &[("n", self.integer(&self.segment_columns.len()).into())])
    }

    /// `None` in reports that predate verdicts.
    fn ruling(&self) -> Option<&'a Ruling> {
        self.result.analysis.overview.ruling.as_ref()
    }

    fn expected_loss(&self, option: &str) -> Option<f64> {
        self.ruling()?.expected_loss.get(option).copied()
    }

    fn option_cards(&self) -> Vec<OptionCard<'a>> {
        cards::cards(self.result)
    }

    fn options_chart(&self) -> BarChart<'a> {
        bars::options(&self.result.analysis, &self.shares, &self.verdict)
    }

    /// Returns the picture in both of its sizes, of which the stylesheet shows one.
    fn price_curves(&self, price: &PriceCurve) -> [Curve; 2] {
        [curve::PHONE, curve::DESKTOP].map(|size| {
            curve::curve(price, size, |point| PointText {
                buyers: self.percent(&point.accepting),
                revenue: self.decimal(&point.revenue_index, 0),
            })
        })
    }

    fn acceptance_chart(&self) -> Option<BarChart<'a>> {
        // Of prices, "none of them" is an answer to the choice itself and stands beside the curve.
        let question = asked(self.result, ACCEPTANCE)?;
        self.result.analysis.acceptance.as_ref().map(|acceptance| bars::acceptance(acceptance, question))
    }

    fn ratings_chart(&self) -> Option<BarChart<'_>> {
        self.result.analysis.likelihood.as_ref().map(|likelihood| bars::ratings(likelihood, &self.rating_labels))
    }

    fn title_of(&self, question: &str) -> Cow<'a, str> {
        asked(self.result, question).map_or(Cow::Borrowed(""), |asked| self.result.in_address(&asked.title))
    }

    fn mean(&self, mean: &f64, interval: &[f64; 2]) -> String {
        let [mean, low, high] = [*mean, interval[0], interval[1]].map(|figure| self.decimal(&figure, 1));
        mean + &self.bracketed(self.say_with("range", &[("low", low.into()), ("high", high.into())]))
    }

    fn everyone(&self, column: &PrintedShare<'_>) -> String {
        self.percent(&if self.is_listed() { heat::everyone(self.result, column) } else { column.share })
    }

    /// Returns the groups that the table shows, and the names of the attributes whose groups are all alike.
    fn segment_groups(&self) -> (Vec<SegmentGroup<'a>>, String) {
        let groups = heat::segment_groups(&self.result.analysis, &self.segment_columns);
        let (alike, shown): (Vec<_>, Vec<_>) = groups.into_iter().partition(heat::are_alike);
        let names: Vec<String> = alike.iter().map(|group| self.attribute(group.attribute)).collect();
        (shown, wording::listed(self.locale(), &names, Join::And))
    }

    fn driver_rows(&self) -> Vec<(&'a Driver, Vec<Cell>)> {
        let drivers = &self.result.analysis.driver_breakdown.drivers;
        let largest = heat::largest(drivers.iter().map(|driver| &driver.by_option), &self.motive_columns);
        let cells = |driver: &'a Driver| heat::motive_cells(&driver.by_option, &self.motive_columns, largest);
        drivers.iter().map(|driver| (driver, cells(driver))).collect()
    }

    fn risk_rows(&self) -> Vec<(&'a Risk, Vec<Cell>)> {
        let risks = &self.result.analysis.risk_breakdown.risks;
        let largest = heat::largest(risks.iter().map(|risk| &risk.by_option), &self.motive_columns);
        let cells = |risk: &'a Risk| heat::motive_cells(&risk.by_option, &self.motive_columns, largest);
        risks.iter().map(|risk| (risk, cells(risk))).collect()
    }

    /// Splits the themes into those shown at once and those collapsed.
    fn themes(&self) -> (&'a [Theme], &'a [Theme]) {
        let themes = &self.result.analysis.open_text_themes;
        themes.split_at(themes.len().min(THEMES_SHOWN_MAX))
    }

    fn theme_share(&self, share: &f64, count: &u32) -> String {
        let all = (f64::from(*count) / share.max(f64::MIN_POSITIVE)).round() as i64;
        self.say_with("page-theme-share", &[("n", self.integer(count).into()), ("all", self.integer(&all).into())])
    }

    fn alike(&self, count: &u32) -> String {
        self.say_with("page-alike", &[("n", self.integer(count).into())])
    }

    fn check_name(&self, check: &ConfidenceCheck) -> String {
        // Where most want none of the options, it is their share that is checked.
        if check.check == "lead" && self.ruling().is_some_and(|ruling| ruling.verdict == Verdict::None) {
            return self.say("check-lead-scale");
        }
        self.of_kind(&format!("check-{}", check.check.replace('_', "-")))
    }

    fn check_value(&self, check: &ConfidenceCheck) -> String {
        let Some(value) = check.value else { return self.say("page-not-measured") };
        match check.check.as_str() {
            "engine_agreement" | "failure_rate" => self.percent(&value),
            "lead" => match self.result.analysis.lead() {
                Some([share, other]) => self.points_apart(share, other),
                None => self.in_points(&value),
            },
            "readings" => self.in_points(&value),
            "order_effect" => format!("p = {}", self.p_value(&value)).replace("= <", "< "),
            "engine_skill" => {
                let score = wording::measured_skill::gap_closed(self.locale(), value);
                self.say_with("page-of-hundred", &[("score", score.into())])
            }
            _ => self.decimal(&value, 1),
        }
    }

    fn in_points(&self, value: &f64) -> String {
        let whole = if *value == 0.0 { 0 } else { (value * 100.0).round().abs().max(1.0) as i64 };
        let points = wording::points(self.locale(), *value);
        self.say_with("page-points", &[("points_count", whole.into()), ("points", points.into())])
    }

    /// Renders the distance of two shares as they are printed.
    fn points_apart(&self, share: f64, other: f64) -> String {
        let whole = wording::whole_points(share, other).abs().max(i64::from(share != other));
        let points = wording::points_between(self.locale(), share, other);
        self.say_with("page-points", &[("points_count", whole.into()), ("points", points.into())])
    }

    fn people(&self, size: &f64) -> String {
        self.say_with("page-people", &[("n", wording::integer(self.locale(), size.round() as i64).into())])
    }

    fn margins(&self) -> Vec<Margin> {
        composition::margins(&self.result.sample_data.respondents)
    }

    /// Describes how many people in the population data fit the audience; all outputs use this sentence.
    fn fitting(&self) -> String {
        let filters = self.result.research_input.audience_filters.filters();
        wording::audience::fitting(self.result.statistics.candidate_respondent_count, &filters, self.locale())
    }

    /// Whether the client described the audience. An inferred audience has its own notice.
    fn is_audience_given(&self) -> bool {
        self.result.research_input.audience_filters.source == AudienceSource::Given
    }

    fn questions(&self) -> Vec<QuestionView<'a>> {
        let is_forecast = self.result.method.readings > 0;
        questions::views(self.locale(), &self.result.sample_data, is_forecast)
    }

    fn has_respondents(&self) -> bool {
        self.links.explorer.is_some() || self.links.csv.is_some()
    }

    /// Returns the inlined styles if the page is a self-contained file.
    fn styles(&self) -> Option<String> {
        self.links.is_file.then(|| crate::assets::stylesheets(&["canvass.css", "report.css"]))
    }
}

fn asked<'a>(result: &'a ReportResult, id: &str) -> Option<&'a Question> {
    result.sample_data.questionnaire.questions.iter().find(|asked| asked.id == id)
}

/// Formats the UTC date of a Unix time in milliseconds.
fn date(locale: Locale, at_ms: i64) -> Option<String> {
    let day = time::OffsetDateTime::from_unix_timestamp(at_ms.div_euclid(MS_PER_S)).ok()?.date();
    Some(wording::date(locale, day.year(), day.month().into(), day.day()))
}

#[cfg(test)]
mod tests;
