//! Surveys, people's answers and files of them. Whether an answer counts follows from the answer alone: it is whole, and it
//! carries no mark or its owner keeps it.

use std::collections::BTreeMap;

use primitives::clock::UnixMs;
use primitives::ids::{AccountId, AnswerId, BatchId, ReportId, SurveyId};
use serde_json::{Map, Value, json};
use store::{About, BatchAdded, Begun, Deleting, Recorded, Status, SurveyChanged, SurveyIntake, SurveyOpened};

use super::{DAY_MS, Model, Report};
use crate::calls::{Call, Change, FAST_MS, Part, QUESTIONS, SCREENING};

#[derive(Clone)]
pub struct Survey {
    pub id: SurveyId,
    pub quota: i64,
    pub ends_at: Option<UnixMs>,
    pub is_closed: bool,
    pub is_one_time: bool,
    /// How many have begun, whatever became of them.
    pub started: i64,
    /// Links that work once, and whose answer each became.
    pub links: BTreeMap<u32, Option<AnswerId>>,
}

#[derive(Clone)]
pub struct Answer {
    pub id: AnswerId,
    /// Where it came by link.
    pub browser: Option<u32>,
    /// Where it came from a file.
    pub batch: Option<BatchId>,
    pub form: Option<i64>,
    pub answers: Map<String, Value>,
    pub choice: Option<i64>,
    /// Age band, sex and country.
    pub about: [Option<String>; 3],
    pub comment: Option<String>,
    pub flags: Vec<&'static str>,
    pub is_kept: bool,
    pub is_whole: bool,
    /// Whether a screen was recorded.
    pub is_screened: bool,
    pub started_at: UnixMs,
    pub finished_at: Option<UnixMs>,
    /// What the heartbeat had counted when it was found old.
    pub aged_at: Option<i64>,
}

#[derive(Clone)]
pub struct Batch {
    pub id: BatchId,
    pub rows: u8,
    pub key: Option<String>,
    pub people: i64,
    pub created_at: UnixMs,
}

impl Answer {
    pub fn is_counted(&self) -> bool {
        self.is_whole && !self.is_out() && (self.flags.is_empty() || self.is_kept)
    }

    pub fn is_out(&self) -> bool {
        self.eligibility() == "out"
    }

    /// Follows from the answer to the one screening question; a file screens nobody, nor does a survey before the first screen.
    pub fn eligibility(&self) -> &'static str {
        match self.answers.get(SCREENING).and_then(|answer| answer["fits"].as_bool()) {
            Some(true) => "fits",
            Some(false) => "out",
            None if self.is_screened => "unknown",
            None => "unscreened",
        }
    }
}

impl Report {
    /// How many answers by link are counted, marked, unfinished and of people outside the audience.
    pub fn counts(&self) -> [i64; 4] {
        let count = |is_one: &dyn Fn(&Answer) -> bool| {
            self.answers.iter().filter(|answer| answer.browser.is_some() && is_one(answer)).count() as i64
        };
        let is_marked = |answer: &Answer| answer.is_whole && !answer.is_out() && !answer.is_counted();
        let is_unfinished = |answer: &Answer| !answer.is_whole && !answer.is_out();
        [count(&Answer::is_counted), count(&is_marked), count(&is_unfinished), count(&Answer::is_out)]
    }

    fn intake(&self, survey: &Survey, now: UnixMs) -> SurveyIntake {
        match survey {
            Survey { is_closed: true, .. } => SurveyIntake::Closed,
            Survey { ends_at: Some(end), .. } if *end <= now => SurveyIntake::Ended,
            Survey { quota, .. } if self.counts()[0] >= *quota => SurveyIntake::Full,
            _ => SurveyIntake::Open,
        }
    }

    fn survey_of(&self, id: SurveyId) -> Option<&Survey> {
        self.survey.as_ref().filter(|survey| survey.id == id)
    }

    /// A file whose last person was deleted is forgotten.
    pub fn forget_empty_batches(&mut self) {
        let answers = &self.answers;
        self.batches.retain(|batch| answers.iter().any(|answer| answer.batch == Some(batch.id)));
    }
}

impl Model {
    pub(super) fn apply_to_people(&mut self, call: &Call) -> String {
        let now = self.now;
        match call {
            Call::OpenSurvey { account, report, id, quota, ends_at, links } => {
                let opened = match self.own_report(*account, *report) {
                    None => SurveyOpened::Missing,
                    Some(report) if report.status != Status::Completed => SurveyOpened::Unfinished,
                    Some(report) if report.survey.is_some() => SurveyOpened::Exists,
                    Some(report) => {
                        report.survey = Some(Survey {
                            id: *id,
                            quota: *quota,
                            ends_at: *ends_at,
                            is_closed: false,
                            is_one_time: !links.is_empty(),
                            started: 0,
                            links: links.iter().map(|link| (*link, None)).collect(),
                        });
                        SurveyOpened::Opened
                    }
                };
                format!("{opened:?}")
            }
            Call::ChangeSurvey { account, report, change } => {
                format!("{:?}", self.changes(*account, *report, change))
            }
            Call::DeleteSurvey { account, report } => {
                let own = self.own_report(*account, *report);
                let Some(report) = own.filter(|report| report.survey.is_some()) else { return "false".to_owned() };
                report.survey = None;
                report.answers.retain(|answer| answer.browser.is_none());
                report.people_version += 1;
                "true".to_owned()
            }
            Call::Begin { survey, report, answer, browser, link } => {
                format!("{:?}", self.begins((*survey, *report), *answer, *browser, *link))
            }
            Call::Record { survey, report, browser, part } => {
                format!("{:?}", self.records((*survey, *report), *browser, part))
            }
            Call::Keep { account, report, answer, is_kept } => {
                format!("{:?}", self.keeps((*account, *report), *answer, *is_kept))
            }
            Call::Delete { account, report, deleting } => {
                let Some(report) = self.own_report(*account, *report) else { return "None".to_owned() };
                let before = report.answers.len();
                report.answers.retain(|answer| match deleting {
                    Deleting::One(id) => answer.id != *id,
                    Deleting::All => false,
                    Deleting::Marked => !answer.is_whole || answer.is_out() || answer.is_counted(),
                    Deleting::Unfinished => answer.is_whole || answer.is_out(),
                });
                report.forget_empty_batches();
                report.people_version += 1;
                format!("{:?}", Some((before - report.answers.len()) as u64))
            }
            Call::Upload { account, report, batch, rows, key, are_other_people, people } => {
                let Some(report) = self.own_report(*account, *report) else {
                    return format!("{:?}", BatchAdded::Missing);
                };
                let new =
                    Batch { id: *batch, rows: *rows, key: key.clone(), people: people.len() as i64, created_at: now };
                format!("{:?}", report.takes_file(new, *are_other_people, people, now))
            }
            Call::Forget { before, ran_ms } => {
                let deleted: usize = self.reports.iter_mut().map(|report| report.forgets(*before, *ran_ms)).sum();
                deleted.to_string()
            }
            _ => unreachable!("{call:?} is not about people"),
        }
    }

    fn changes(&mut self, account: AccountId, report: ReportId, change: &Change) -> SurveyChanged {
        let Some(report) = self.own_report(account, report) else { return SurveyChanged::Missing };
        let [complete, ..] = report.counts();
        let Some(survey) = &mut report.survey else { return SurveyChanged::Missing };
        let quota = change.quota.unwrap_or(survey.quota);
        if quota < complete {
            return SurveyChanged::QuotaTooSmall { complete };
        }
        survey.quota = quota;
        survey.ends_at = change.ends_at.unwrap_or(survey.ends_at);
        survey.is_closed = change.is_closed.unwrap_or(survey.is_closed);
        survey.is_one_time |= !change.links.is_empty();
        survey.links.extend(change.links.iter().map(|link| (*link, None)));
        SurveyChanged::Changed
    }

    fn begins(
        &mut self,
        (survey, report): (SurveyId, ReportId),
        id: AnswerId,
        browser: u32,
        link: Option<u32>,
    ) -> Begun {
        let now = self.now;
        let Some(report) = self.report_mut(report) else { return Begun::Missing };
        let Some(survey) = report.survey_of(survey) else { return Begun::Missing };
        match report.intake(survey, now) {
            SurveyIntake::Open => {}
            refused => return Begun::Refused(refused),
        }
        if report.answers.iter().any(|answer| answer.browser == Some(browser)) {
            return Begun::Again;
        }
        let survey = report.survey.as_mut().unwrap();
        if survey.is_one_time {
            match link.and_then(|link| survey.links.get_mut(&link)) {
                Some(used @ None) => *used = Some(id),
                _ => return Begun::LinkUsed,
            }
        }
        let number = survey.started;
        survey.started += 1;
        report.answers.push(Answer {
            id,
            browser: Some(browser),
            batch: None,
            form: Some(number),
            answers: Map::new(),
            choice: None,
            about: [None, None, None],
            comment: None,
            flags: Vec::new(),
            is_kept: false,
            is_whole: false,
            is_screened: false,
            started_at: now,
            finished_at: None,
            aged_at: None,
        });
        Begun::Begun { number }
    }

    fn records(&mut self, (survey, report): (SurveyId, ReportId), browser: u32, part: &Part) -> Recorded {
        let now = self.now;
        let Some(report) = self.report_mut(report) else { return Recorded::Missing };
        let Some(survey) = report.survey_of(survey) else { return Recorded::Missing };
        let intake = report.intake(survey, now);
        let Some(answer) = report.answers.iter_mut().find(|answer| answer.browser == Some(browser)) else {
            return Recorded::Missing;
        };
        if answer.is_out() {
            return Recorded::ScreenedOut;
        }
        match intake {
            SurveyIntake::Open => {}
            SurveyIntake::Full if answer.is_whole => {}
            refused => return Recorded::Refused(refused),
        }
        answer.takes(part, now);
        let (is_whole, is_out) = (answer.is_whole, answer.is_out());
        report.people_version += i64::from(is_whole || is_out);
        if is_out { Recorded::ScreenedOut } else { Recorded::Kept { is_whole } }
    }

    fn keeps(&mut self, (account, report): (AccountId, ReportId), id: AnswerId, is_kept: bool) -> Option<bool> {
        let report = self.own_report(account, report)?;
        let answer = report.answers.iter_mut().find(|answer| answer.id == id && answer.is_whole)?;
        answer.is_kept = is_kept;
        let is_counted = answer.is_counted();
        report.people_version += 1;
        let [complete, ..] = report.counts();
        if let Some(survey) = &mut report.survey {
            survey.quota = survey.quota.max(complete);
        }
        Some(is_counted)
    }
}

impl Answer {
    fn takes(&mut self, part: &Part, now: UnixMs) {
        let is_screening = part.question == SCREENING;
        let picked = part.value.as_ref().map(|value| if is_screening { &value["pick"] } else { value });
        let text = picked.and_then(Value::as_str).map(str::to_owned);
        self.is_screened = true;
        if part.about.is_none() || is_screening {
            self.answers.insert(part.question.to_owned(), part.value.clone().unwrap_or(Value::Null));
        }
        match part.about {
            Some(About::AgeBand) => self.about[0] = text,
            Some(About::Sex) => self.about[1] = text,
            Some(About::Country) => self.about[2] = text,
            None => {}
        }
        self.choice = part.choice.or(self.choice);
        self.comment = part.comment.clone().or(self.comment.take());
        let is_whole = self.choice.is_some() && self.answers.contains_key(QUESTIONS[QUESTIONS.len() - 1]);
        let becomes_whole = is_whole && !self.is_whole;
        if becomes_whole {
            (self.is_whole, self.finished_at) = (true, Some(now));
        }
        let is_fast = becomes_whole && (0..FAST_MS).contains(&(now - self.started_at));
        for (flag, holds) in [("hidden_field", part.is_trapped), ("fast", is_fast)] {
            if holds && !self.flags.contains(&flag) {
                self.flags.push(flag);
            }
        }
    }
}

impl Report {
    fn takes_file(&mut self, new: Batch, are_other_people: bool, people: &[AnswerId], now: UnixMs) -> BatchAdded {
        if self.status != Status::Completed {
            return BatchAdded::Unfinished;
        }
        let is_remembered = |batch: &&Batch| batch.created_at > now - DAY_MS;
        let earlier = match (&new.key, are_other_people) {
            (Some(_), _) => self.batches.iter().filter(is_remembered).find(|batch| batch.key == new.key),
            (None, false) => self.batches.iter().find(|batch| batch.rows == new.rows),
            (None, true) => None,
        };
        if let Some(earlier) = earlier {
            return match earlier.rows == new.rows {
                true => BatchAdded::Added { people: earlier.people, is_replay: true },
                false => BatchAdded::KeyReused,
            };
        }
        for batch in self.batches.iter_mut().filter(|batch| batch.created_at <= now - DAY_MS) {
            batch.key = None;
        }
        self.answers.extend(people.iter().map(|id| Answer {
            id: *id,
            browser: None,
            batch: Some(new.id),
            form: None,
            answers: json!({ "preference": 1 }).as_object().cloned().unwrap(),
            choice: Some(1),
            about: [None, None, None],
            comment: None,
            flags: Vec::new(),
            is_kept: false,
            is_whole: true,
            is_screened: false,
            started_at: now,
            finished_at: Some(now),
            aged_at: None,
        }));
        let added = BatchAdded::Added { people: new.people, is_replay: false };
        self.batches.push(new);
        self.people_version += 1;
        added
    }

    /// Whether an answer is deleted for its age.
    pub fn is_due(answer: &Answer, before: UnixMs, ran_ms: i64) -> bool {
        answer.started_at < before && answer.aged_at.is_some_and(|aged_at| aged_at <= ran_ms - DAY_MS)
    }

    /// The mark of age after a look at an answer.
    pub fn aged_after(answer: &Answer, before: UnixMs, ran_ms: i64) -> Option<i64> {
        if answer.started_at < before + DAY_MS { answer.aged_at.or(Some(ran_ms)) } else { None }
    }

    fn forgets(&mut self, before: UnixMs, ran_ms: i64) -> usize {
        let there = self.answers.len();
        for answer in &mut self.answers {
            answer.aged_at = Self::aged_after(answer, before, ran_ms);
        }
        self.answers.retain(|answer| !Self::is_due(answer, before, ran_ms));
        let deleted = there - self.answers.len();
        if deleted > 0 {
            self.forget_empty_batches();
            self.people_version += 1;
        }
        deleted
    }
}
