//! Explains the severity of concerns by the thresholds that decide it.

use analysis::severity;

use crate::{Locale, decimal, integer, percent, say};

/// Explains what each severity means. `asked` is the number of respondents who were asked for their main concern.
pub fn severity_note(locale: impl Into<Locale>, asked: usize) -> String {
    let locale = locale.into();
    let args = [
        ("n", integer(locale, i64::try_from(asked).unwrap_or(i64::MAX)).into()),
        ("high", percent(locale, severity::SHARE_HIGH).into()),
        ("medium", percent(locale, severity::SHARE_MEDIUM).into()),
        ("gap", decimal(locale, severity::RATING_GAP, 1).into()),
    ];
    say(locale, "page-severity-note", &args)
}

#[cfg(test)]
mod tests {
    use foundation::Language;

    use super::*;

    #[test]
    fn each_severity_is_explained_with_its_thresholds_and_of_how_many() {
        for language in Language::ALL {
            let note = severity_note(language, 184);
            assert!(["184", "25%", "10%", "0.5"].iter().all(|figure| note.contains(figure)), "{note}");
        }
    }
}
