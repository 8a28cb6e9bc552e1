//! The table behind a comparison, read from stored results: which options of the reports are the same, and each column's shares.

use std::collections::BTreeSet;

use analysis::comparison::{Column, Forecast, Share, Source};
use language::brief::fold;

use super::{ComparedReport, ComparisonError, ComparisonRowKind, MatchedBy};
use crate::{Analysis, DrawMethod, Estimator, PeopleView, ReportResult, ScaleShape};

/// One row: what each report calls the option.
pub(super) struct Row {
    /// In the words of the first report.
    pub(super) option: String,
    pub(super) kind: ComparisonRowKind,
    /// By report, its own words; `None` if it lacks the option.
    own: Vec<Option<String>>,
}

pub(super) struct Table {
    pub(super) matched_by: MatchedBy,
    pub(super) rows: Vec<Row>,
    /// By report, its number of options.
    options: Vec<usize>,
}

impl Table {
    /// Matches the options of all reports. Fails if a report shares nothing with the first, or shares of another kind.
    pub(super) fn of(reports: &[ComparedReport<'_>]) -> Result<Self, ComparisonError> {
        let results: Vec<&ReportResult> = reports.iter().map(|report| report.result).collect();
        let has_buyers = |result: &ReportResult| result.analysis.has_buyers();
        let other = results.iter().position(|result| has_buyers(result) != has_buyers(results[0]));
        if let Some(place) = other {
            return Err(ComparisonError::OtherMeasure { place });
        }
        let scales = same_scales(&results);
        let keys: Vec<BTreeSet<String>> = results.iter().map(|result| keys(result)).collect();
        let is_worded_alike = keys.iter().all(|own| *own == keys[0]);
        let (matched_by, mut rows) = match &scales {
            Some(scales) if !is_worded_alike => (MatchedBy::Scale, by_scale(&results, scales)),
            _ => (MatchedBy::Options, by_text(&results, |_| true)),
        };
        let unmatched = (1..results.len()).find(|place| !rows.iter().any(|row| row.own[*place].is_some()));
        if let Some(place) = unmatched {
            return Err(ComparisonError::NothingShared { place });
        }
        let has_one_upper_end =
            |scales: &Vec<&ScaleShape>| scales.iter().all(|scale| scale.top_steps.len() == scales[0].top_steps.len());
        if scales.as_ref().is_some_and(has_one_upper_end) {
            let (option, kind) = (String::new(), ComparisonRowKind::UpperEnd);
            rows.push(Row { option, kind, own: vec![None; results.len()] });
        }
        let options = results.iter().map(|result| result.research_input.options.len()).collect();
        Ok(Self { matched_by, rows, options })
    }

    /// Returns a column for each report's forecast, and after it one for its people.
    pub(super) fn columns<'a>(&self, reports: &[ComparedReport<'a>]) -> Vec<Column<'a>> {
        let mut columns = Vec::new();
        for (place, report) in reports.iter().enumerate() {
            let cells = |share: &dyn Fn(&Row) -> Option<Share>| self.rows.iter().map(share).collect();
            let forecast = |row: &Row| forecast_share(&report.result.analysis, row, place);
            columns.push(Column {
                report: place,
                source: Source::Forecast(source(report.result)),
                cells: cells(&forecast),
            });
            if let Some(view) = report.people.filter(|view| view.options.iter().any(|option| option.people.is_some())) {
                let people = |row: &Row| people_share(view, row, place);
                columns.push(Column { report: place, source: Source::People, cells: cells(&people) });
            }
        }
        columns
    }

    /// Returns the options of a report that have no row.
    pub(super) fn only_here(&self, result: &ReportResult, place: usize) -> Vec<String> {
        let options = result.research_input.options.iter();
        let has_row = |option: &&String| self.rows.iter().any(|row| row.own[place].as_ref() == Some(*option));
        options.filter(|option| !has_row(option)).cloned().collect()
    }

    /// Whether every option of every report is in all of them.
    pub(super) fn has_same_options(&self, reports: usize) -> bool {
        let shared = |row: &&Row| row.own.iter().flatten().count() == reports;
        let in_all = self.rows.iter().filter(shared).count();
        self.options.iter().all(|own| *own == in_all)
    }
}

/// Returns the scale of every report, if all have one and with the same number of steps.
fn same_scales<'a>(results: &[&'a ReportResult]) -> Option<Vec<&'a ScaleShape>> {
    let scales: Vec<&ScaleShape> =
        results.iter().map(|result| result.analysis.scale.as_ref()).collect::<Option<_>>()?;
    scales.iter().all(|scale| scale.steps.len() == scales[0].steps.len()).then_some(scales)
}

/// Returns rows of the first report's options that another report has in the same words.
fn by_text(results: &[&ReportResult], is_wanted: impl Fn(&str) -> bool) -> Vec<Row> {
    let first = results[0].shares_as_read().into_iter().map(|share| share.option);
    let row = |option: &str| {
        let wanted = key(option);
        let own = |result: &&ReportResult| result.research_input.options.iter().find(|own| key(own) == wanted).cloned();
        Row { option: option.to_owned(), kind: ComparisonRowKind::Option, own: results.iter().map(own).collect() }
    };
    let rows = first.filter(|option| is_wanted(option)).map(row);
    rows.filter(|row| row.own.iter().flatten().count() > 1).collect()
}

/// Returns rows of the steps by their place, then rows of options outside the scale that have the same words.
fn by_scale(results: &[&ReportResult], scales: &[&ScaleShape]) -> Vec<Row> {
    let step = |place: usize| Row {
        option: scales[0].steps[place].clone(),
        kind: ComparisonRowKind::Option,
        own: scales.iter().map(|scale| Some(scale.steps[place].clone())).collect(),
    };
    let is_outside = |option: &str| !scales[0].steps.iter().any(|step| step == option);
    (0..scales[0].steps.len()).map(step).chain(by_text(results, is_outside)).collect()
}

/// Returns what two options have in common if they are the same: the client's text without case, width and space.
fn key(option: &str) -> String {
    fold(option).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn keys(result: &ReportResult) -> BTreeSet<String> {
    result.research_input.options.iter().map(|option| key(option)).collect()
}

fn forecast_share(analysis: &Analysis, row: &Row, place: usize) -> Option<Share> {
    if row.kind == ComparisonRowKind::UpperEnd {
        let scale = analysis.scale.as_ref()?;
        return Some(Share { share: scale.top, interval: scale.top_interval });
    }
    let own = row.own[place].as_ref()?;
    let found = analysis.winner.shares.iter().find(|share| share.option == *own)?;
    Some(Share { share: found.share, interval: found.interval })
}

fn people_share(view: &PeopleView, row: &Row, place: usize) -> Option<Share> {
    let own = row.own[place].as_ref()?;
    let found = view.options.iter().find(|option| option.option == *own)?;
    Some(Share { share: found.people?, interval: found.people_interval? })
}

fn source(result: &ReportResult) -> Forecast<'_> {
    let (input, method) = (&result.research_input, &result.method);
    let mut options: Vec<String> = input.optimized.options.iter().map(|option| key(option)).collect();
    options.sort();
    // Answers that were drawn one by one, or counted over short lists, vary with the seed.
    let is_counted =
        result.analysis.winner.estimator == Estimator::PlackettLuce || method.draw == DrawMethod::Independent;
    let statistics = &result.statistics;
    let size = statistics.effective_respondent_count;
    Forecast {
        engine: engine(result),
        asked: [input.language.code(), &key(&input.optimized.question)]
            .into_iter()
            .chain(options.iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join("\n"),
        audience: Box::new(input.audience_filters.filters()),
        is_guess: result.is_guessing(),
        groups: method.calibration.measured.as_ref().and_then(|measured| measured.groups.as_ref()),
        counted: is_counted.then(|| if size > 0.0 { size } else { statistics.successful_respondent_count.into() }),
    }
}

/// Returns what tells engines apart: the files of model and adapter, or the names by which a server knows them.
fn engine(result: &ReportResult) -> String {
    let method = &result.method;
    let adapter = method.adapter_hash.as_deref().or(method.adapter.as_deref()).unwrap_or("");
    let model = match (&method.model_hash, &method.model) {
        (Some(hash), _) => hash.clone(),
        (None, Some(model)) => format!("{} {model}", method.engine),
        (None, None) => method.engine.clone(),
    };
    format!("{model}\n{adapter}")
}
