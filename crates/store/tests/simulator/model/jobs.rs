//! What workers do to reports: who may be claimed, what the holder of a lease writes, and that nobody else writes.

use std::collections::BTreeMap;

use primitives::clock::duration_ms;
use store::body::pack;
use store::{LEASE_MAX, Status};

use super::{Model, Report};
use crate::calls::{Held, LEASE, PATIENCE, TRIES_MAX, Work, body_of};

impl Model {
    /// Whether no lease and no wait keeps an unfinished report back. An end that lies further ahead than any lease lasts is
    /// that of a clock that was ahead.
    pub fn is_free(&self, report: &Report) -> bool {
        let ahead = report.visible_at - self.lease_now;
        report.is_unfinished() && (ahead <= 0 || ahead > duration_ms(LEASE_MAX))
    }

    /// The place of the report that stands first among these.
    fn first(&self, is_wanted: impl Fn(&Report) -> bool) -> Option<usize> {
        let turn = |at: &usize| {
            let id = self.reports[*at].id.to_string();
            (self.turns.get(&id).copied().unwrap_or(i64::MAX), id)
        };
        (0..self.reports.len()).filter(|at| is_wanted(&self.reports[*at])).min_by_key(turn)
    }

    pub(super) fn claims(&mut self, owner: &str) -> String {
        let Some(at) = self.first(|report| self.is_free(report)) else { return "nothing waits".to_owned() };
        let until = self.lease_now + duration_ms(LEASE);
        let report = &mut self.reports[at];
        (report.fence, report.tries) = (report.fence + 1, report.tries + 1);
        (report.owner, report.visible_at) = (Some(owner.to_owned()), until);
        report.status = report.status.max(Status::GeneratingQuestionnaire);
        if report.is_exhausted() {
            return format!("exhausted {}", report.id);
        }
        let steps: Vec<(&String, &String)> = report.steps.iter().map(|(key, (output, _))| (key, output)).collect();
        format!("run {} {:?}", report.id, (report.tries, report.status, report.done, report.done, steps))
    }

    pub(super) fn claims_out_of_patience(&mut self, owner: &str) -> String {
        let (now, patience) = (self.lease_now, duration_ms(PATIENCE));
        let is_recent = |at: i64| (now - patience + 1..=now + duration_ms(LEASE_MAX)).contains(&at);
        let is_out = |report: &Report| {
            self.is_free(report)
                && report.away_since.is_some_and(|since| since <= now - patience)
                && !is_recent(report.created_at)
                && !is_recent(report.checkpointed_at.unwrap_or(0))
        };
        let Some(at) = self.first(is_out) else { return "None".to_owned() };
        let report = &mut self.reports[at];
        report.fence += 1;
        (report.owner, report.visible_at) = (Some(owner.to_owned()), now + duration_ms(LEASE));
        format!("{:?}", Some(report.id))
    }

    pub(super) fn engine_is_away(&mut self) -> String {
        let now = self.lease_now;
        let free: Vec<bool> = self.reports.iter().map(|report| self.is_free(report)).collect();
        for (report, _) in self.reports.iter_mut().zip(free).filter(|(_, is_free)| *is_free) {
            report.away_since = Some(report.away_since.filter(|since| *since <= now).unwrap_or(now));
        }
        "()".to_owned()
    }

    pub(super) fn engine_answers(&mut self) -> String {
        for report in self.reports.iter_mut().filter(|report| report.is_unfinished()) {
            report.away_since = None;
        }
        "()".to_owned()
    }

    /// Whether a lease is the one that may write.
    pub fn is_current(&self, held: Held) -> bool {
        let report = self.report(held.lease.report);
        report.is_some_and(|report| report.is_unfinished() && report.fence == held.fence)
    }

    pub(super) fn apply_work(&mut self, held: Held, work: &Work) -> String {
        let lost = format!("{:?}", "lost");
        if !self.is_current(held) {
            return lost;
        }
        let (now, lease_now) = (self.now, self.lease_now);
        let report = self.report_mut(held.lease.report).unwrap();
        let id = report.id;
        match work {
            Work::Enter(status) => report.status = report.status.max(*status),
            Work::BeginSteps(steps) => {
                report.steps.clear();
                report.status = report.status.max(Status::Sampling);
                report.progresses(steps, 0, lease_now);
            }
            Work::Checkpoint(steps, done) => report.progresses(steps, *done, lease_now),
            Work::Note(key, output) => drop(report.steps.insert(key.clone(), (output.clone(), held.fence))),
            Work::Renew => report.visible_at = lease_now + duration_ms(LEASE),
            Work::Tries => return format!("{}", report.tries),
            Work::HandBack => report.goes_back(lease_now, 1),
            Work::Retry { backoff_ms } => report.goes_back(lease_now + backoff_ms, 0),
            Work::WaitForEngine => {
                report.goes_back(lease_now, 1);
                report.away_since = report.away_since.or(Some(lease_now));
            }
            Work::Finish { sampled, entry } => {
                if report.status != Status::Sampling {
                    return lost;
                }
                let used = report.hold.min(*sampled);
                let available = self.ends(id, *entry, used, "post");
                let report = self.report_mut(id).unwrap();
                (report.status, report.cost, report.finished_at) = (Status::Completed, Some(used), Some(now));
                let body = body_of(id, available);
                let etag = pack(body.as_bytes()).unwrap().etag;
                report.body = Some((body, etag));
                return format!("{used}");
            }
            Work::Fail { entry } => {
                self.ends(id, *entry, 0, "void");
                let report = self.report_mut(id).unwrap();
                (report.status, report.error, report.finished_at) = (Status::Failed, Some("failed"), Some(now));
            }
        }
        "0".to_owned()
    }
}

impl Report {
    /// Whether it was claimed too often without progress; all that is left is to fail it.
    pub fn is_exhausted(&self) -> bool {
        self.tries > TRIES_MAX
    }

    /// Records finished work. What is on record never falls, and progress forgives earlier tries.
    fn progresses(&mut self, steps: &[(String, String)], done: i64, lease_now: i64) {
        let fence = self.fence;
        let new: BTreeMap<_, _> = steps.iter().map(|(key, output)| (key.clone(), (output.clone(), fence))).collect();
        self.steps.extend(new);
        (self.done, self.tries) = (self.done.max(done), 1);
        (self.checkpointed_at, self.away_since) = (Some(lease_now), None);
    }

    fn goes_back(&mut self, visible_at: i64, forgiven_tries: i64) {
        (self.visible_at, self.owner) = (visible_at, None);
        (self.fence, self.tries) = (self.fence + 1, self.tries - forgiven_tries);
    }
}
