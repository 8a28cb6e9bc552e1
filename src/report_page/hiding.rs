//! What is left of a result where its owner hides the respondents: what all of them say together, and of none of them
//! alone a word, an answer or a name.

use survey::report::ReportResult;

/// For a page, which counts its tables from the records and shows none of them: without what single respondents said.
pub fn without_voices(mut result: ReportResult) -> ReportResult {
    result.analysis.open_text_themes.iter_mut().for_each(|theme| theme.quotes.clear());
    result
}

/// For whoever reads the result itself: without the records, too.
pub fn without_respondents(result: ReportResult) -> ReportResult {
    let mut result = without_voices(result);
    result.sample_data.respondents.clear();
    result
}
