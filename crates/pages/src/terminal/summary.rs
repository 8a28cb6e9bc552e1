//! The terminal summary of a report: finding, chart, confidence, recommendation, method-specific results, segments,
//! motives, a quote and the files.

use std::collections::BTreeSet;
use std::path::PathBuf;

use console::Style;
use contract::ids::PREFERENCE;
use contract::{
    AnswerValue, Compared, ConfidenceLevel, Inquiry, PriceCurve, Quote, ReportResult, Segment, VerdictInForce,
};
use unicode_width::UnicodeWidthStr;
use wording::{FluentValue, Locale};

use super::chart::{Bar, DARK, LIGHT, SOLID};
use super::cross::cross_table;
use super::people::{figures, people as people_section};
use super::text_buffer::{TextBuffer, cut, fitted, right};
use super::{GAP, Screen, bold, clean, quiet};
use contract::PeopleView;

const SEGMENTS_SHOWN: usize = 2;
const MOTIVES_SHOWN: usize = 3;
/// Labels wider than one part in this many of a line stand on their own line.
const LABEL_PART: usize = 3;
const MOTIVE_CELLS: usize = 12;

/// Returns the summary in the report's language: people's answers first, if any, then the forecast, and last the
/// paths of the written files.
pub fn summary(result: &ReportResult, people: Option<&PeopleView>, files: &[PathBuf], screen: Screen) -> String {
    let mut writer = Writer { result, locale: result.locale(), paper: TextBuffer::new(screen) };
    writer.heading();
    let verdict = VerdictInForce::of(result, people);
    match people {
        Some(view) => {
            people_section(&mut writer.paper, view, &verdict, writer.locale);
            writer.title("page-people-forecast-part");
        }
        None => writer.finding(),
    }
    writer.chart(&verdict);
    if !verdict.is_joint() {
        writer.confidence();
        writer.titled("terminal-recommendation", &result.analysis.recommendation.summary);
    }
    writer.methods();
    if result.is_guessing() {
        let left_out = writer.say("page-left-out", &[]);
        writer.paper.blank();
        writer.paper.paragraph(&left_out, &quiet());
    } else {
        writer.segments();
        cross_table(&mut writer.paper, result, writer.locale);
        writer.motives();
    }
    writer.quote();
    writer.asked_as();
    writer.notice(people);
    writer.files(files);
    writer.paper.finished()
}

struct Writer<'a> {
    result: &'a ReportResult,
    locale: Locale,
    paper: TextBuffer,
}

impl<'a> Writer<'a> {
    fn heading(&mut self) {
        let result = self.result;
        self.paper.blank();
        self.paper.paragraph(&result.research_input.question, &bold());
        let n = result.statistics.successful_respondent_count;
        let engine = match &result.method.model {
            Some(model) => format!("{} ({model})", result.method.engine),
            None => result.method.engine.clone(),
        };
        let asked = self.say("terminal-asked", &[("n_count", n.into()), ("n", self.integer(n).into())]);
        let engine = self.say("terminal-engine", &[("engine", clean(&engine).into())]);
        let audience = clean(&result.research_input.audience_filters.description);
        self.paper.paragraph(&format!("{asked} · {engine}"), &quiet());
        self.paper.paragraph(&audience, &quiet());
        let filters = result.research_input.audience_filters.filters();
        let fitting = wording::audience::fitting(result.statistics.candidate_respondent_count, &filters, self.locale);
        self.paper.paragraph(&clean(&fitting), &quiet());
    }

    fn finding(&mut self) {
        let analysis = &self.result.analysis;
        // The colour repeats what the headline states, so nothing is lost without it.
        let style = if analysis.is_too_close() { bold().yellow() } else { bold().cyan() };
        self.paper.blank();
        self.paper.paragraph(&analysis.overview.headline, &style);
    }

    fn chart(&mut self, verdict: &VerdictInForce<'_>) {
        let shares = self.result.shares_as_read();
        let full = shares.iter().map(|share| share.interval[1].max(share.share)).fold(f64::MIN_POSITIVE, f64::max);
        let labels: Vec<String> = shares.iter().map(|share| clean(share.option)).collect();
        let label_columns = labels.iter().map(|label| label.width()).max().unwrap_or(0);
        let is_beside = label_columns <= self.paper.columns() / LABEL_PART;
        let figures: Vec<String> =
            shares.iter().map(|share| figures(self.locale, share.share, share.interval)).collect();
        let figure_columns = figures.iter().map(|figure| figure.width()).max().unwrap_or(0);
        let beside = if is_beside { label_columns + GAP.len() } else { 0 };
        let cells = self.paper.columns().saturating_sub(beside + GAP.len() + figure_columns).max(1);
        self.paper.blank();
        for ((share, label), figure) in shares.iter().zip(&labels).zip(&figures) {
            let stands_out = verdict.is_about(&self.result.analysis, share.option);
            let bar = Bar::new(share.share, share.interval, full, cells);
            let drawn = self.drawn(&bar, stands_out) + &" ".repeat(cells - bar.cells());
            let row = format!("{drawn}{GAP}{figure}");
            if is_beside {
                let label = self.paper.styled(&fitted(label, label_columns), &first(stands_out));
                self.paper.line(&format!("{label}{GAP}{row}"));
            } else {
                self.paper.paragraph(label, &first(stands_out));
                self.paper.line(&row);
            }
        }
        let has_buyers = self.result.analysis.has_buyers();
        let share = self.say(if has_buyers { "terminal-legend-price" } else { "terminal-legend" }, &[]);
        let interval = self.say("terminal-legend-interval", &[]);
        self.paper.paragraph(&format!("{SOLID}{DARK} {share} · {DARK}{LIGHT} {interval}"), &quiet());
        if let Some(acceptance) = &self.result.analysis.acceptance {
            let none = self.result.analysis.price.as_ref().and_then(PriceCurve::printed_none);
            let none = wording::percent(self.locale, none.unwrap_or(acceptance.share_none));
            let id = match self.result.research_input.optimized.inquiry {
                Inquiry::Pricing => "terminal-none-share-pricing",
                Inquiry::FactualBelief | Inquiry::Likelihood => "terminal-none-share-answer",
                _ => "terminal-none-share",
            };
            let none = self.say(id, &[("share", none.into())]);
            self.paper.paragraph(&none, &quiet());
        }
    }

    fn drawn(&self, bar: &Bar, is_first: bool) -> String {
        let colour = if is_first { Style::new().cyan() } else { Style::new() };
        let [solid, dark] = [&bar.solid, &bar.dark].map(|part| self.paper.styled(part, &colour));
        format!("{solid}{dark}{}", self.paper.styled(&bar.light, &quiet()))
    }

    fn confidence(&mut self) {
        let confidence = &self.result.analysis.confidence;
        let (level, style) = match confidence.level {
            ConfidenceLevel::Low => ("terminal-level-low", Style::new().yellow().bold()),
            ConfidenceLevel::Medium => ("terminal-level-medium", Style::new().cyan().bold()),
            ConfidenceLevel::High => ("terminal-level-high", Style::new().green().bold()),
        };
        let level = self.say(level, &[]);
        let title = self.say("terminal-confidence", &[("level", level.into())]);
        self.paper.blank();
        self.paper.paragraph(&title, &style);
        self.paper.paragraph(&confidence.reason, &Style::new());
        let skill = self.skill();
        self.paper.paragraph(&skill, &quiet());
        if let Some(own) = &self.result.method.own_studies {
            let args = [
                ("studies_count", own.studies.into()),
                ("studies", wording::integer(self.locale, i64::from(own.studies)).into()),
                ("skill", wording::signed(self.locale, own.skill).into()),
            ];
            let own = self.say("terminal-own-studies", &args);
            self.paper.paragraph(&own, &quiet());
        }
    }

    fn skill(&self) -> String {
        let Some(record) = self.result.record() else {
            let has_buyers = self.result.analysis.has_buyers();
            return self.say(if has_buyers { "terminal-skill-none-price" } else { "terminal-skill-none" }, &[]);
        };
        let scope = wording::measured_skill::scope(self.locale, record.family);
        if self.result.is_guessing() {
            return self.say("terminal-skill-guessing", &[("scope", scope.into())]);
        }
        let skill = wording::measured_skill::gap_closed(self.locale, record.skill);
        let percent = |share: f64| FluentValue::from(wording::percent(self.locale, share));
        let language = (!record.pooled).then_some(self.result.research_input.language);
        let args = [
            ("scope", scope.into()),
            ("asked_in", wording::measured_skill::asked_in(self.locale, language).into()),
            ("skill", skill.into()),
            ("right", percent(record.winner_accuracy)),
            ("chance", percent(record.chance)),
        ];
        self.say("terminal-skill", &args)
    }

    fn segments(&mut self) {
        self.title("terminal-segments");
        let segments = self.strongest_segments();
        if segments.is_empty() {
            let none = self.say("terminal-segments-none", &[]);
            return self.paper.paragraph(&none, &quiet());
        }
        let names: Vec<String> = segments.iter().map(|(segment, _)| self.name_of(segment)).collect();
        let columns = names.iter().map(|name| name.width()).max().unwrap_or(0).min(self.paper.columns() / 2);
        for ((segment, compared), name) in segments.into_iter().zip(names) {
            let finding = self.finding_of(segment, compared);
            let lead = fitted(&name, columns) + GAP;
            self.paper.hanging(&lead, &" ".repeat(lead.width()), &finding, &Style::new());
        }
    }

    /// Returns at most one segment per attribute, since the segments of an attribute largely imply each other.
    fn strongest_segments(&self) -> Vec<(&'a Segment, Compared)> {
        let analysis = &self.result.analysis;
        let notable = analysis.segment_breakdown.segments.iter().filter(|segment| segment.notable);
        let compared = notable.filter_map(|it| Some((it, analysis.compared_with_others(it)?)));
        let mut segments: Vec<(&'a Segment, Compared)> = compared.collect();
        let apart = |of: &Compared| (of.share - of.others).abs();
        segments.sort_by(|(_, a), (_, b)| apart(b).total_cmp(&apart(a)));
        let mut attributes = BTreeSet::new();
        segments.retain(|(segment, _)| attributes.insert(segment.attribute.as_str()));
        segments.truncate(SEGMENTS_SHOWN);
        segments
    }

    fn ages(&self) -> (Option<u8>, Option<u8>) {
        let filters = &self.result.research_input.audience_filters;
        (filters.age_min, filters.age_max)
    }

    fn name_of(&self, segment: &Segment) -> String {
        let attribute = wording::attribute(self.locale, &segment.attribute);
        let value =
            wording::group(self.locale, self.result.only_country(), &segment.attribute, &segment.value, self.ages());
        clean(&self.say("terminal-segment", &[("attribute", attribute.into()), ("value", value.into())]))
    }

    /// Describes the winner's share in the segment and among everyone else.
    fn finding_of(&self, segment: &Segment, compared: Compared) -> String {
        let figure = self.result.figure_compared();
        let percent = |share: f64| FluentValue::from(wording::percent(self.locale, share));
        let args = [
            ("option", clean(&figure).into()),
            ("share", percent(compared.share)),
            ("others", percent(compared.others)),
        ];
        let finding = self.say("terminal-segment-finding", &args);
        if segment.notable { finding } else { format!("{finding} · {}", self.say("terminal-by-chance", &[])) }
    }

    fn motives(&mut self) {
        let analysis = &self.result.analysis;
        let drivers: Vec<(&str, f64)> =
            analysis.driver_breakdown.drivers.iter().map(|driver| (driver.driver.as_str(), driver.share)).collect();
        let risks: Vec<(&str, f64)> =
            analysis.risk_breakdown.risks.iter().map(|risk| (risk.risk.as_str(), risk.share)).collect();
        self.shares("terminal-drivers", &drivers);
        self.shares("terminal-risks", &risks);
    }

    /// Writes the analyses specific to the kind of question.
    fn methods(&mut self) {
        let analysis = &self.result.analysis;
        if let Some(price) = &analysis.price {
            self.title("page-price");
            for point in &price.points {
                let (buys, index) = (wording::percent(self.locale, point.accepting), point.revenue_index);
                let index = wording::decimal(self.locale, index, 0);
                let (of_buyers, of_index) =
                    (self.say("page-price-accepting", &[]), self.say("page-price-revenue", &[]));
                let line = format!("{}{GAP}{of_buyers} {buys} · {of_index} {index}", clean(&point.option));
                self.paper.paragraph(&line, &Style::new());
            }
        }
        if let Some(reach) = analysis.reach.as_ref().filter(|_| !self.result.is_guessing()) {
            self.title("page-reach");
            for bundle in &reach.bundles {
                let options: Vec<String> = bundle.options.iter().map(|option| clean(option)).collect();
                let reached = wording::percent(self.locale, bundle.reach);
                self.paper.paragraph(&format!("{reached}{GAP}{}", options.join(" · ")), &Style::new());
            }
        }
        let known = analysis.names.iter().flatten().filter(|notes| !notes.brings_to_mind.is_empty());
        let known: Vec<(String, String)> =
            known.map(|notes| (clean(&notes.option), clean(&notes.brings_to_mind.join(" · ")))).collect();
        if !known.is_empty() {
            self.title("page-names");
        }
        for (option, minds) in known {
            self.paper.hanging(&format!("{option}{GAP}"), GAP, &minds, &Style::new());
        }
    }

    fn shares(&mut self, title: &str, shares: &[(&str, f64)]) {
        if shares.is_empty() {
            return;
        }
        self.title(title);
        let columns = self.paper.columns();
        for (what, share) in shares.iter().take(MOTIVES_SHOWN) {
            let bar = Bar::new(*share, [*share; 2], 1.0, MOTIVE_CELLS);
            let figure = right(&wording::percent(self.locale, *share), 5);
            let drawn = self.paper.styled(&bar.solid, &quiet()) + &" ".repeat(MOTIVE_CELLS - bar.cells());
            let room = columns.saturating_sub(figure.width() + MOTIVE_CELLS + 2 * GAP.len());
            self.paper.line(&format!("{figure}{GAP}{drawn}{GAP}{}", cut(&clean(what), room)));
        }
    }

    /// Writes one quote, preferably by someone who chose the winner.
    fn quote(&mut self) {
        let quotes: Vec<&'a Quote> =
            self.result.analysis.open_text_themes.iter().flat_map(|theme| &theme.quotes).collect();
        let winner = AnswerValue::Text(self.result.analysis.winner.option.clone());
        let chose_it = |quote: &&&Quote| {
            self.result.speaker(quote).is_some_and(|speaker| speaker.answers.get(PREFERENCE) == Some(&winner))
        };
        let Some(quote) = quotes.iter().find(chose_it).or(quotes.first()) else { return };
        let speaker = clean(&self.result.quoted(quote));
        self.title("terminal-quote");
        self.paper.hanging("│ ", "│ ", &quote.text, &Style::new().italic());
        self.paper.hanging("│ ", "│ ", &format!("— {speaker}"), &quiet());
    }

    /// Writes the texts that were asked in other words than the client's, or that the client declined edits.
    fn asked_as(&mut self) {
        let input = &self.result.research_input;
        if input.is_as_is() {
            let declined = self.say("page-as-is", &[]);
            self.paper.blank();
            self.paper.paragraph(&declined, &quiet());
        }
        let texts = input.asked_as();
        if !texts.is_empty() {
            self.title("page-changes");
        }
        for text in texts {
            let asked = format!("{} {}", self.say("page-asked-as", &[]), clean(&self.result.in_address(text.asked)));
            self.paper.paragraph(text.own, &Style::new());
            self.paper.hanging(GAP, GAP, &asked, &bold());
            self.paper.hanging(GAP, GAP, &text.reasons.join(" "), &quiet());
        }
    }

    fn notice(&mut self, people: Option<&PeopleView>) {
        let (title, notice) = match people {
            Some(view) => (view.banner(self.locale), self.say("page-people-band", &[])),
            None => (self.say("terminal-notice", &[]), self.result.method.notice.clone()),
        };
        self.paper.blank();
        self.paper.hanging("▌ ", "▌ ", &title, &Style::new().yellow().bold());
        self.paper.hanging("▌ ", "▌ ", &notice, &Style::new());
    }

    fn files(&mut self, files: &[PathBuf]) {
        if files.is_empty() {
            return;
        }
        self.title("terminal-files");
        for path in files {
            // Not wrapped, so that it can be copied.
            let path = self.paper.styled(&clean(&path.display().to_string()), &Style::new().cyan());
            self.paper.line(&path);
        }
        self.paper.blank();
    }

    fn titled(&mut self, title: &str, text: &str) {
        self.title(title);
        self.paper.paragraph(text, &Style::new());
    }

    fn title(&mut self, id: &str) {
        let title = self.say(id, &[]);
        self.paper.blank();
        self.paper.paragraph(&title, &bold());
    }

    fn say(&self, id: &str, args: &[(&str, FluentValue<'_>)]) -> String {
        wording::say(self.locale, id, args)
    }

    fn integer(&self, number: u32) -> String {
        wording::integer(self.locale, number.into())
    }
}

fn first(is_first: bool) -> Style {
    if is_first { bold() } else { Style::new() }
}
