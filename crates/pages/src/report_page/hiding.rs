//! Takes out of a result what its owner hides: figures about all respondents stay, but no single respondent's words,
//! answers or name.

use contract::ReportResult;

/// For a page: without single respondents' words. Records stay, since tables are counted from them, but none is shown.
pub fn without_voices(mut result: ReportResult) -> ReportResult {
    result.analysis.open_text_themes.iter_mut().for_each(|theme| theme.quotes.clear());
    result
}

/// For readers of the result itself: without the records, too.
pub fn without_respondents(result: ReportResult) -> ReportResult {
    let mut result = without_voices(result);
    result.sample_data.respondents.clear();
    result
}
