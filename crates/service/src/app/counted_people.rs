//! Stored answers as `fieldwork` counts them, and how they came in.

use fieldwork::{Collected, CountedAnswer, Details, Eligibility, People};
use primitives::clock::UnixMs;
use store::{AnswerRow, Survey};

/// Collects the counted answers, and the number of those that are not.
pub(super) fn people(rows: &[AnswerRow], survey: Option<&Survey>) -> People {
    let counted: Vec<CountedAnswer> = rows.iter().filter(|row| row.is_counted()).map(answered).collect();
    let count = |n: i64| u32::try_from(n).unwrap_or(u32::MAX);
    let of_files = rows.iter().filter(|row| !row.by_link && row.eligibility == Eligibility::Out).count();
    let by_link = survey.map_or(0, |survey| survey.screened_out);
    People {
        screened_out: count(by_link).saturating_add(u32::try_from(of_files).unwrap_or(u32::MAX)),
        flagged: count(survey.map_or(0, |survey| survey.marked)),
        unfinished: count(survey.map_or(0, |survey| survey.unfinished)),
        collected: collected(rows, survey),
        counted,
    }
}

/// Collects how the counted answers came in.
fn collected(rows: &[AnswerRow], survey: Option<&Survey>) -> Collected {
    let counted = || rows.iter().filter(|row| row.is_counted());
    let by_link = u32::try_from(counted().filter(|row| row.by_link).count()).unwrap_or(u32::MAX);
    let is_one_time = survey.is_some_and(|survey| survey.is_one_time);
    Collected {
        asker: survey.and_then(|survey| survey.asker.clone()),
        by_link: if is_one_time { 0 } else { by_link },
        by_one_time_link: if is_one_time { by_link } else { 0 },
        by_file: u32::try_from(counted().filter(|row| !row.by_link).count()).unwrap_or(u32::MAX),
        first_day: counted().map(|row| row.started_at).min().and_then(day),
        last_day: counted().map(|row| row.finished_at.unwrap_or(row.started_at)).max().and_then(day),
    }
}

/// Returns the UTC day of a time, as in 2026-01-31.
pub(super) fn day(at: UnixMs) -> Option<String> {
    let day = time::OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)).ok()?.date();
    Some(format!("{:04}-{:02}-{:02}", day.year(), u8::from(day.month()), day.day()))
}

fn answered(row: &AnswerRow) -> CountedAnswer {
    let choice = row.choice.and_then(|choice| usize::try_from(choice).ok());
    CountedAnswer {
        choice,
        details: Details::read(&row.answers, choice),
        weight: row.weight,
        age: None,
        age_band: row.age_band.clone(),
        sex: row.sex.clone(),
        country: row.country.clone(),
        is_eligible: None,
        eligibility: row.eligibility,
        comment: row.comment.clone().filter(|_| !row.is_comment_hidden),
    }
}
