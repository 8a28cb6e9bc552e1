//! Two to six reports of one account beside each other, computed from their results whenever they are read: nothing is stored. Shares
//! keep the intervals of their reports; `analysis::comparison` judges the differences.

mod table;

use analysis::comparison::{Column, ErrorRule, Pair, Source, pairs};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use wording::Locale;
use wording::comparison::Basis;

use crate::mirrored::Change;
use crate::{PeopleView, ReportResult};
use table::{Row, Table};

/// A report to compare.
#[derive(Debug, Clone)]
pub struct ComparedReport<'a> {
    /// Its id, or the file it was read from.
    pub name: &'a str,
    pub result: &'a ReportResult,
    /// People's answers, where any is counted.
    pub people: Option<&'a PeopleView>,
    /// Day of its completion, as in 2026-01-31; `None` where that is unknown.
    pub finished_on: Option<String>,
}

/// Why reports can't be compared. Places are those of the reports, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ComparisonError {
    /// Not two to six reports.
    Count,
    Twice {
        place: usize,
    },
    /// No such report in this account; also one that was deleted.
    Unknown {
        place: usize,
    },
    Unfinished {
        place: usize,
    },
    /// It shares neither an option nor a scale with the first report.
    NothingShared {
        place: usize,
    },
    /// Only one of it and the first has shares of those who would buy at a price.
    OtherMeasure {
        place: usize,
    },
}

impl ComparisonError {
    /// Returns the place of the report that can't be compared; `None` if it is none in particular.
    pub fn place(self) -> Option<usize> {
        match self {
            Self::Count => None,
            Self::Twice { place }
            | Self::Unknown { place }
            | Self::Unfinished { place }
            | Self::NothingShared { place }
            | Self::OtherMeasure { place } => Some(place),
        }
    }

    pub fn message(self, locale: impl Into<Locale>) -> String {
        let id = match self {
            Self::Count => "compare-fault-count",
            Self::Twice { .. } => "compare-fault-twice",
            Self::Unknown { .. } => "compare-fault-unknown",
            Self::Unfinished { .. } => "compare-fault-unfinished",
            Self::NothingShared { .. } => "compare-fault-nothing-shared",
            Self::OtherMeasure { .. } => "compare-fault-other-measure",
        };
        let name = self.place().map_or_else(String::new, letter);
        wording::say(locale, id, &[("name", name.into()), ("first", letter(0).into())])
    }
}

/// Reports beside each other. Columns are forecasts and people's answers; rows are options that at least two reports share.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Comparison {
    pub matched_by: MatchedBy,
    /// A forecast for each report in the order asked for, each followed by the answers of its people, if any are counted.
    pub columns: Vec<ComparisonColumn>,
    /// In the order in which the first report is read.
    pub rows: Vec<ComparisonRow>,
    /// Each forecast against the first report's, people against the forecast of their report, and people against those of the first
    /// report that has any.
    pub pairs: Vec<ComparisonPair>,
    /// What to bear in mind, in sentences.
    pub notes: Vec<String>,
}

/// How options of several reports are taken for the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MatchedBy {
    /// By the client's own text, without case, width and space.
    Options,
    /// By their place on a scale with the same number of steps.
    Scale,
}

/// One column: whose shares these are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparisonColumn {
    /// `A` for the first report's forecast, `A_people` for its people.
    pub column: String,
    /// The same as readers see it.
    pub label: String,
    pub source: ComparisonSource,
    /// Id of the report; the file it was read from where it has none.
    pub report: String,
    pub question: String,
    /// Who was asked, as the report describes it.
    pub audience: String,
    #[schema(value_type = crate::Language)]
    pub language: foundation::Language,
    /// Engine and model of a forecast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub engine: Option<String>,
    /// Respondents of a forecast, or people counted.
    pub respondents: u32,
    /// How many people a forecast is worth; absent where the engine is no better than guessing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub effective_size: Option<f64>,
    /// Day on which the report was completed, as in 2026-01-31; absent where that is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub finished_on: Option<String>,
    /// Days of the first and the last counted answer of people, in UTC; of a file, of its upload. Absent for a forecast.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub answered_on: Option<[String; 2]>,
    /// Options that no other report has. They have no row.
    pub only_here: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ComparisonSource {
    Forecast,
    People,
}

/// One option in every column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparisonRow {
    /// In the words of the first report.
    pub option: String,
    pub kind: ComparisonRowKind,
    /// By column; null where the report lacks the option.
    pub cells: Vec<Option<ComparisonCell>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonRowKind {
    Option,
    /// The share at the upper end of a scale; forecasts only.
    UpperEnd,
}

/// A share with its 95 % interval, both as in the report. Of prices, the share that would buy.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparisonCell {
    pub share: f64,
    pub interval: [f64; 2],
}

/// The differences of one column from another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparisonPair {
    /// The columns: differences are the shares of `to` less those of `from`.
    pub from: String,
    pub to: String,
    pub rule: ComparisonRule,
    /// Whose error the differences have, in sentences.
    pub basis: String,
    /// How many of the differences are changes, in a sentence.
    pub summary: String,
    /// By row; null where one of the two lacks the option.
    pub differences: Vec<Option<ComparisonDifference>>,
}

/// Where the interval of a difference comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonRule {
    /// The intervals of the two shares, whose errors have nothing in common.
    Independent,
    /// The engine's measured error of differences between groups.
    Measured,
    /// No interval: one engine, and its differences between audiences were not measured or are not informative.
    AudiencesNotMeasured,
    /// No interval: one engine, and no record has differences between questions.
    WordingsNotMeasured,
    /// No interval: one engine was asked the same twice.
    Repeated,
    /// No interval: one of the engines is no better than guessing.
    Guess,
}

/// How far the share of an option in one column lies above that in another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ComparisonDifference {
    pub option: String,
    pub difference: f64,
    /// Low and high end of the 95 % interval; null where the error was not measured.
    pub interval: Option<[f64; 2]>,
    pub change: Change,
    /// The same in a sentence.
    pub sentence: String,
    /// The same in a table: whole points, with the interval.
    pub points: String,
}

impl Comparison {
    pub const REPORTS_MIN: usize = 2;
    pub const REPORTS_MAX: usize = 6;

    /// Compares reports; sentences are in the reader's language.
    pub fn of(reports: &[ComparedReport<'_>], locale: Locale) -> Result<Self, ComparisonError> {
        Self::check_count(reports.len())?;
        let table = Table::of(reports)?;
        let columns = table.columns(reports);
        let described: Vec<ComparisonColumn> =
            columns.iter().map(|column| ComparisonColumn::of(reports, &table, column, locale)).collect();
        let names: Vec<String> = table.rows.iter().map(|row| row_name(row, reports, locale)).collect();
        let found = pairs(&columns);
        Ok(Self {
            matched_by: table.matched_by,
            rows: table
                .rows
                .iter()
                .zip(&names)
                .enumerate()
                .map(|(at, (row, name))| wire_row(at, row, name, &columns))
                .collect(),
            pairs: found.iter().map(|pair| wire_pair(pair, &columns, &described, &names, locale)).collect(),
            notes: notes(&table, &found, reports.len(), locale),
            columns: described,
        })
    }

    pub fn check_count(reports: usize) -> Result<(), ComparisonError> {
        let is_right = (Self::REPORTS_MIN..=Self::REPORTS_MAX).contains(&reports);
        is_right.then_some(()).ok_or(ComparisonError::Count)
    }

    /// Returns the column with this name.
    pub fn column(&self, name: &str) -> Option<&ComparisonColumn> {
        self.columns.iter().find(|column| column.column == name)
    }
}

impl ComparisonColumn {
    fn of(reports: &[ComparedReport<'_>], table: &Table, column: &Column<'_>, locale: Locale) -> Self {
        let report = &reports[column.report];
        let (input, method) = (&report.result.research_input, &report.result.method);
        let is_people = column.source == Source::People;
        let letter = letter(column.report);
        let label = || wording::say(locale, "compare-label-people", &[("name", letter.clone().into())]);
        Self {
            label: if is_people { label() } else { letter.clone() },
            source: if is_people { ComparisonSource::People } else { ComparisonSource::Forecast },
            report: report.name.to_owned(),
            question: input.question.clone(),
            audience: input.audience_filters.description.clone(),
            language: input.language,
            engine: (!is_people).then(|| engine_name(report.result)),
            respondents: match report.people.filter(|_| is_people) {
                Some(view) => view.people,
                None => report.result.statistics.successful_respondent_count,
            },
            effective_size: (!is_people && !report.result.is_guessing()).then_some(method.effective_size),
            finished_on: report.finished_on.clone(),
            answered_on: report.people.filter(|_| is_people).and_then(answered_on),
            only_here: table.only_here(report.result, column.report),
            column: if is_people { format!("{letter}_people") } else { letter },
        }
    }
}

/// Returns the name of a report in sentences: A for the first one.
pub fn letter(report: usize) -> String {
    u8::try_from(report).map_or_else(|_| "?".to_owned(), |place| char::from(b'A' + place).to_string())
}

fn answered_on(view: &PeopleView) -> Option<[String; 2]> {
    let collected = &view.disclosure;
    Some([collected.first_day.clone()?, collected.last_day.clone()?])
}

fn engine_name(result: &ReportResult) -> String {
    match &result.method.model {
        Some(model) => format!("{} {model}", result.method.engine),
        None => result.method.engine.clone(),
    }
}

fn row_name(row: &Row, reports: &[ComparedReport<'_>], locale: Locale) -> String {
    let scale = reports[0].result.analysis.scale.as_ref().filter(|_| row.kind == ComparisonRowKind::UpperEnd);
    match scale {
        Some(scale) => {
            let answers = wording::listed(locale, &scale.top_steps, wording::Join::Or);
            wording::say(locale, "compare-upper-end", &[("answers", answers.into())])
        }
        None => row.option.clone(),
    }
}

fn wire_row(at: usize, row: &Row, name: &str, columns: &[Column<'_>]) -> ComparisonRow {
    let cell = |column: &Column<'_>| {
        column.cells[at].map(|cell| ComparisonCell { share: cell.share, interval: cell.interval })
    };
    ComparisonRow { option: name.to_owned(), kind: row.kind, cells: columns.iter().map(cell).collect() }
}

fn wire_pair(
    pair: &Pair,
    columns: &[Column<'_>],
    described: &[ComparisonColumn],
    names: &[String],
    locale: Locale,
) -> ComparisonPair {
    let of_people = [pair.from, pair.to].into_iter().filter(|at| columns[*at].source == Source::People).count();
    let of_options: Vec<_> = pair.differences.iter().flatten().collect();
    let difference = |(name, found): (&String, &Option<analysis::comparison::Difference>)| {
        let found = found.as_ref()?;
        Some(ComparisonDifference {
            option: name.clone(),
            difference: found.difference(),
            interval: found.interval,
            change: found.change.into(),
            sentence: wording::comparison::difference(locale, name, found),
            points: wording::comparison::difference_in_table(locale, found),
        })
    };
    ComparisonPair {
        from: described[pair.from].column.clone(),
        to: described[pair.to].column.clone(),
        rule: pair.rule.into(),
        basis: wording::comparison::basis(locale, Basis { rule: pair.rule, of_people }),
        summary: wording::comparison::summary(locale, &of_options),
        differences: names.iter().zip(&pair.differences).map(difference).collect(),
    }
}

fn notes(table: &Table, pairs: &[Pair], reports: usize, locale: Locale) -> Vec<String> {
    let is_any_judged = pairs.iter().flat_map(|pair| pair.differences.iter().flatten()).any(|it| it.interval.is_some());
    let ids = [
        (!table.has_same_options(reports)).then_some("compare-note-options"),
        is_any_judged.then_some("compare-note-each"),
        Some("compare-note-synthetic"),
    ];
    ids.into_iter().flatten().map(|id| wording::say(locale, id, &[])).collect()
}

impl From<ErrorRule> for ComparisonRule {
    fn from(rule: ErrorRule) -> Self {
        match rule {
            ErrorRule::Independent => Self::Independent,
            ErrorRule::Measured { .. } => Self::Measured,
            ErrorRule::AudiencesNotMeasured => Self::AudiencesNotMeasured,
            ErrorRule::WordingsNotMeasured => Self::WordingsNotMeasured,
            ErrorRule::Repeated => Self::Repeated,
            ErrorRule::Guess => Self::Guess,
        }
    }
}
