//! Removes what the owner hides from a result. Aggregates stay; individual respondents' texts, answers and names go.

use contract::ReportResult;

/// Removes individual quotes, for rendered pages. Records stay, since tables are computed from them, but none is
/// shown.
pub fn without_voices(mut result: ReportResult) -> ReportResult {
    result.analysis.open_text_themes.iter_mut().for_each(|theme| theme.quotes.clear());
    result
}

/// Removes quotes and respondent records, for outputs that contain the result itself.
pub fn without_respondents(result: ReportResult) -> ReportResult {
    let mut result = without_voices(result);
    result.sample_data.respondents.clear();
    result
}
