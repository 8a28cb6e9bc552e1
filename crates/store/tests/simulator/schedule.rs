//! What happens next, drawn from the run's random: the client, the worker, the owner and the people who answer, each doing what
//! it would do, and now and then what it should not. Each run has a profile of its own, so that some runs are all people and
//! some all workers.

use primitives::clock::duration_ms;
use primitives::ids::{AccountId, AnswerId, BatchId, ReportId, SurveyId};
use serde_json::{Value, json};
use store::{About, Deleting, FREE_CANCELS_PER_HOUR, Fault, Status};

use crate::calls::{Call, Change, Held, LEASE, PATIENCE, Part, QUESTIONS, SCREENING, Work};
use crate::checks;
use crate::model::{Answer, DAY_MS, HOUR_MS, Report};
use crate::random::Random;
use crate::simulation::Simulation;

/// How long people's answers are kept.
const ANSWERS_STAY_MS: i64 = 30 * DAY_MS;
/// How often each kind of thing happens, in the order of `Simulation::draw`.
const WEIGHTS: [i64; 15] = [6, 6, 18, 4, 2, 1, 2, 6, 20, 5, 4, 4, 4, 2, 3];
/// How often something is drawn that some actor can do now.
const DRAWS_MAX: usize = 10;
/// Kinds without which nothing else happens: a report is opened, claimed and worked on.
const NEEDED: usize = 3;
/// Clients and workers alone, whose writes share a commit.
const SHARING: [i64; 6] = [6, 8, 20, 4, 1, 1];
const FAULTS: [Fault; 6] = [
    Fault::BeginFails,
    Fault::CommitFails,
    Fault::RollbackFails,
    Fault::AnswerLost,
    Fault::StopsBeforeCommit,
    Fault::StopsAfterCommit,
];

/// Those that end by themselves.
const CONCURRENT_FAULTS: [Fault; 4] = [Fault::BeginFails, Fault::CommitFails, Fault::RollbackFails, Fault::AnswerLost];

/// What a run is like.
pub struct Profile {
    pub steps: usize,
    weights: Vec<i64>,
    /// In percent of the steps.
    fault: i64,
    kill: i64,
    jump: i64,
    fill: i64,
    concurrent: i64,
}

impl Profile {
    pub fn draw(random: &mut Random) -> Self {
        let mut weights = WEIGHTS.to_vec();
        for weight in &mut weights[NEEDED..] {
            *weight *= random.pick(&[0, 1, 1, 2]).unwrap_or(1);
        }
        let mut percent = |of: &[i64]| random.pick(of).unwrap_or(0);
        Self {
            weights,
            fault: percent(&[0, 5, 15, 30]),
            kill: percent(&[0, 1, 3]),
            jump: percent(&[0, 1, 5]),
            fill: percent(&[0, 1, 3]),
            concurrent: percent(&[0, 5, 15]),
            steps: random.between(50, 150) as usize,
        }
    }
}

impl Simulation {
    /// Half of the runs begin with a report that is finished and has a survey, so that people meet early; a few with an owner
    /// who cancels more than is free.
    pub async fn begin(&mut self) -> Result<(), String> {
        match self.random.weighted(&[45, 50, 5]) {
            0 => Ok(()),
            1 => self.open_first_survey().await,
            _ => self.cancel_many().await,
        }
    }

    async fn cancel_many(&mut self) -> Result<(), String> {
        for _ in 0..=FREE_CANCELS_PER_HOUR {
            let (id, account) = (ReportId::new(self.model.now, &self.chance), self.model.accounts[0].id);
            let open = Call::Open { account, id, entry: self.entry(), size: 50, key: None, wave_of: None };
            let claim = Call::Claim { owner: "worker".to_owned() };
            let cancel = Call::Cancel { account, report: id, entry: self.entry() };
            for call in [open, claim, cancel] {
                self.perform(call, None, false).await?;
            }
        }
        Ok(())
    }

    pub async fn open_first_survey(&mut self) -> Result<(), String> {
        let Some(Call::Open { account, id, entry, .. }) = self.draw_open() else { return Ok(()) };
        self.perform(Call::Open { account, id, entry, size: 50, key: None, wave_of: None }, None, false).await?;
        self.perform(Call::Claim { owner: "worker".to_owned() }, None, false).await?;
        let (held, entry) = (self.runs[0], self.entry());
        for work in [Work::Enter(Status::Sampling), Work::Finish { sampled: 50, entry }] {
            self.perform(Call::Work { held, work }, None, false).await?;
        }
        let (quota, links, survey) = (self.random.between(1, 5), self.draw_links(), SurveyId::new(0, &self.chance));
        let opening = Call::OpenSurvey { account, report: id, id: survey, quota, ends_at: None, links };
        self.perform(opening, None, false).await
    }

    /// Somebody begins to answer the only survey.
    pub async fn begin_first_answer(&mut self) -> Result<(), String> {
        let report = self.completed().ok_or("no report is completed")?;
        let survey = report.survey.ok_or("the report has no survey")?;
        let (answer, link) = (AnswerId::new(0, &self.chance), survey.links.keys().next().copied());
        let begin = Call::Begin { survey: survey.id, report: report.id, answer, browser: 1, link };
        self.perform(begin, None, false).await
    }

    /// One step of a run.
    pub async fn step(&mut self, profile: &Profile) -> Result<(), String> {
        if self.random.happens(profile.kill) {
            return self.kill().await;
        }
        if self.random.happens(if self.is_full { 15 } else { profile.fill }) {
            return self.set_full(!self.is_full).await;
        }
        if self.random.happens(profile.jump) {
            return self.jump().await;
        }
        if self.random.happens(profile.concurrent) {
            let calls = self.draw_concurrent();
            // On a full disk it would be unclear which of the two a call failed by.
            let strikes = !self.is_full && self.random.happens(profile.fault);
            let fault = if strikes { self.random.pick(&CONCURRENT_FAULTS) } else { None };
            return self.perform_concurrently(calls, fault).await;
        }
        match self.random.weighted(&[12, 6, 60, 1, 100]) {
            0 => self.pass_time().await,
            1 => self.read().await,
            2 => self.move_clocks(2_000, 2_000).await,
            3 => self.age_answers(profile).await,
            _ => {
                let Some(call) = (0..DRAWS_MAX).find_map(|_| self.draw(&profile.weights)) else { return Ok(()) };
                self.perform_with_faults(call, profile).await
            }
        }
    }

    /// Makes a call that a fault may strike.
    async fn perform_with_faults(&mut self, call: Call, profile: &Profile) -> Result<(), String> {
        let fault = if self.random.happens(profile.fault) { self.random.pick(&FAULTS) } else { None };
        // Only old answers are forgotten in more than one transaction.
        let passing = if matches!(call, Call::Forget { .. }) { self.random.between(0, 4) as u32 } else { 0 };
        let dies = self.random.happens(50);
        self.perform(call, fault.map(|fault| (fault, passing)), dies).await
    }

    /// The service runs for so long that answers are too old to be kept, and for another day.
    async fn age_answers(&mut self, profile: &Profile) -> Result<(), String> {
        for ms in [ANSWERS_STAY_MS, 25 * HOUR_MS] {
            self.run_on(ms).await?;
            let forget = Call::Forget { before: self.model.now - ANSWERS_STAY_MS, ran_ms: self.model.beat.1 };
            self.perform_with_faults(forget, profile).await?;
        }
        Ok(())
    }

    async fn pass_time(&mut self) -> Result<(), String> {
        let lease = duration_ms(LEASE);
        let ms = self.random.pick(&[1, 900, 4_000, 20_000, lease - 1, lease, duration_ms(PATIENCE)]).unwrap_or(1);
        match self.random.weighted(&[85, 5, 10]) {
            0 => self.move_clocks(ms, ms).await,
            1 => self.run_on(ANSWERS_STAY_MS).await,
            _ => self.run_on(25 * HOUR_MS).await,
        }
    }

    /// A clock, or both, are set to another time.
    async fn jump(&mut self) -> Result<(), String> {
        let far = self.random.pick(&[2_000, 11 * 60 * 1000, 2 * HOUR_MS, 25 * HOUR_MS, 40 * DAY_MS]).unwrap_or(0);
        let by = if self.random.happens(50) { far } else { -far };
        match self.random.weighted(&[2, 1, 1]) {
            0 => self.move_clocks(by, by).await,
            1 => self.move_clocks(by, 0).await,
            _ => self.move_clocks(0, by).await,
        }
    }

    async fn read(&mut self) -> Result<(), String> {
        let Some(report) = self.random.pick_new(&self.model.reports) else { return Ok(()) };
        self.note(&format!("{} is read", report.id));
        checks::check_reads(&self.store, &report).await
    }

    fn draw(&mut self, weights: &[i64]) -> Option<Call> {
        let owner = "worker".to_owned();
        match self.random.weighted(weights) {
            0 => self.draw_open(),
            1 => Some(Call::Claim { owner }),
            2 => self.draw_work(),
            3 => self.draw_late_work(),
            4 => {
                let report = self.random.pick_new(&self.model.reports)?;
                Some(Call::Cancel { account: self.mostly(report.account), report: report.id, entry: self.entry() })
            }
            5 => {
                let (account, credits) = (self.random.pick(&self.model.accounts)?.id, self.random.between(1, 300));
                Some(Call::Grant { account, entry: self.entry(), credits })
            }
            6 => self.random.pick(&[Call::EngineIsAway, Call::EngineAnswers, Call::ClaimPastGracePeriod { owner }]),
            7 => self.draw_survey(),
            8 => self.draw_person(),
            9 => self.draw_owner(),
            10 => self.draw_upload(),
            11 => self.draw_again(),
            12 if !self.unanswered.is_empty() => {
                let place = self.random.between(0, self.unanswered.len() as i64 - 1) as usize;
                let call = self.unanswered.swap_remove(place);
                Some(self.renamed(call))
            }
            12 => None,
            13 => {
                let report = self.random.pick_new(&self.model.reports)?;
                let account = self.mostly(report.account);
                Some(Call::DeleteReport { account, report: report.id, entry: self.entry() })
            }
            _ => Some(match self.random.weighted(&[4, 1, 5]) {
                0 => Call::Beat,
                1 => Call::ForgetKeys,
                _ => Call::Forget { before: self.model.now - ANSWERS_STAY_MS, ran_ms: self.model.beat.1 },
            }),
        }
    }

    /// This account, or now and then another one.
    fn mostly(&mut self, account: AccountId) -> AccountId {
        if self.random.happens(93) {
            account
        } else {
            self.random.pick(&self.model.accounts).map_or(account, |any| any.id)
        }
    }

    fn draw_open(&mut self) -> Option<Call> {
        let account = self.random.pick(&self.model.accounts)?.id;
        let key = self.random.happens(60).then(|| format!("key {}", self.random.between(0, 5)));
        let size = self.random.pick(&[50, 50, 60, 100, 1000])?;
        let is_wave = self.random.happens(20);
        let wave_of = self.random.pick(&self.model.reports).filter(|_| is_wave).map(|report| report.id);
        let id = ReportId::new(self.model.now, &self.chance);
        Some(Call::Open { account, id, entry: self.entry(), size, key, wave_of })
    }

    /// The worker goes on with one of its runs.
    fn draw_work(&mut self) -> Option<Call> {
        let held = self.random.pick_new(&self.runs)?;
        let report = self.model.report(held.lease.report)?.clone();
        let entry = self.entry();
        if report.is_exhausted() {
            return Some(Call::Work { held, work: Work::Fail { entry } });
        }
        let step = (format!("step {}", report.steps.len()), format!("{{\"run\":{}}}", held.fence));
        let done = (report.done + self.random.between(0, 40)).min(report.hold);
        let usual = match report.status {
            Status::Queued => Work::Enter(Status::GeneratingQuestionnaire),
            _ if report.steps.is_empty() => {
                Work::BeginSteps(vec![step.clone(), ("design".to_owned(), "{}".to_owned())])
            }
            Status::GeneratingQuestionnaire => Work::Enter(Status::Sampling),
            _ if self.random.happens(60) => Work::Finish { sampled: self.random.between(0, report.hold + 9), entry },
            _ => Work::Checkpoint(vec![step.clone()], done),
        };
        let work = match self.random.weighted(&[70, 6, 5, 3, 4, 4, 3, 3]) {
            0 => usual,
            1 => Work::Renew,
            2 => Work::Checkpoint(vec![step], done),
            3 => Work::Note(step.0, step.1),
            4 => Work::Tries,
            5 => Work::Retry { backoff_ms: self.random.between(0, 120_000) },
            6 => self.random.pick(&[Work::HandBack, Work::WaitForEngine])?,
            _ => Work::Fail { entry },
        };
        Some(Call::Work { held, work })
    }

    /// Somebody who has, or once had, a lease writes whatever it likes.
    fn draw_late_work(&mut self) -> Option<Call> {
        let held: Held = self.random.pick_new(&self.leases)?;
        let hold = self.model.report(held.lease.report)?.hold;
        let (step, entry) = (("late".to_owned(), format!("{{\"run\":{}}}", held.fence)), self.entry());
        let work = match self.random.between(0, 9) {
            0 => Work::Enter(Status::Sampling),
            1 => Work::BeginSteps(vec![step]),
            2 => Work::Checkpoint(vec![step], self.random.between(0, hold)),
            3 => Work::Note(step.0, step.1),
            4 => Work::Renew,
            5 => Work::HandBack,
            6 => Work::WaitForEngine,
            7 => Work::Fail { entry },
            _ => Work::Finish { sampled: self.random.between(0, hold), entry },
        };
        Some(Call::Work { held, work })
    }

    fn completed(&mut self) -> Option<Report> {
        let is_completed = |report: &&Report| report.status == Status::Completed && !report.is_deleted();
        let completed: Vec<Report> = self.model.reports.iter().filter(is_completed).cloned().collect();
        // Mostly the first, so that many people meet in one survey.
        if self.random.happens(70) { completed.first().cloned() } else { self.random.pick(&completed) }
    }

    fn draw_links(&mut self) -> Vec<u32> {
        let links = if self.random.happens(25) { self.random.between(1, 3) } else { 0 };
        (0..links).map(|_| self.chance.u64() as u32).collect()
    }

    fn draw_survey(&mut self) -> Option<Call> {
        let report = match self.random.happens(95) {
            true => self.completed()?,
            false => self.random.pick(&self.model.reports)?,
        };
        let account = self.mostly(report.account);
        let (quota, links) = (self.random.between(1, 5), self.draw_links());
        let end = self.model.now + self.random.between(-HOUR_MS, DAY_MS);
        if report.survey.is_none() || self.random.happens(5) {
            let id = SurveyId::new(self.model.now, &self.chance);
            let ends_at = self.random.happens(20).then_some(end);
            return Some(Call::OpenSurvey { account, report: report.id, id, quota, ends_at, links });
        }
        let change = match self.random.weighted(&[3, 5, 3, 2, 1]) {
            0 => Change { is_closed: Some(self.random.happens(30)), ..Change::default() },
            1 => {
                // Often less than there are answers, which is refused.
                let complete = report.counts()[0];
                let quota = if complete > 1 && self.random.happens(50) { complete - 1 } else { quota };
                Change { quota: Some(quota), is_closed: Some(false), ..Change::default() }
            }
            2 => Change { ends_at: Some(self.random.happens(15).then_some(end)), ..Change::default() },
            3 => Change { links, ..Change::default() },
            _ => return Some(Call::DeleteSurvey { account, report: report.id }),
        };
        Some(Call::ChangeSurvey { account, report: report.id, change })
    }

    fn draw_person(&mut self) -> Option<Call> {
        let report = self.completed()?;
        let survey = report.survey.as_ref()?;
        let by_link: Vec<u32> = report.answers.iter().filter_map(|answer| answer.browser).collect();
        if by_link.is_empty() || self.random.happens(30) {
            let old = if self.random.happens(10) { self.random.pick(&by_link) } else { None };
            let browser = old.unwrap_or(self.chance.u64() as u32);
            let links: Vec<u32> = survey.links.keys().copied().collect();
            let link = self.random.pick(&links);
            let answer = AnswerId::new(self.model.now, &self.chance);
            return Some(Call::Begin { survey: survey.id, report: report.id, answer, browser, link });
        }
        let browser = self.random.pick_new(&by_link)?;
        Some(Call::Record { survey: survey.id, report: report.id, browser, part: self.draw_part(&report, browser) })
    }

    fn draw_part(&mut self, report: &Report, browser: u32) -> Part {
        let answer = report.answers.iter().find(|answer| answer.browser == Some(browser));
        let is_new = |question: &&&str| answer.is_some_and(|answer| !answer.answers.contains_key(**question));
        let next = QUESTIONS.iter().find(is_new).copied();
        let is_trapped = self.random.happens(5);
        if self.random.happens(15) {
            let answered =
                [Some(json!({ "pick": "female", "fits": true })), Some(json!({ "pick": "male", "fits": false })), None];
            let value = self.random.pick(&answered).flatten();
            return Part {
                question: SCREENING,
                value,
                choice: None,
                comment: None,
                about: Some(About::Sex),
                is_trapped,
            };
        }
        let question = if self.random.happens(85) { next } else { self.random.pick(&QUESTIONS) };
        let Some(question) = question else {
            let about = self.random.pick(&[About::AgeBand, About::Sex, About::Country]);
            let value = self.random.pick(&[Some(json!("18-29")), Some(json!("30-44")), None]).flatten();
            return Part { question: "about", value, choice: None, comment: None, about, is_trapped };
        };
        let place = self.random.between(0, 1);
        let is_skipped = self.random.happens(10);
        let value: Option<Value> = (!is_skipped).then(|| json!(place));
        let choice = (question == QUESTIONS[0] && !is_skipped).then_some(place);
        let comment = (question == "why" && !is_skipped).then(|| format!("because {place}"));
        Part { question, value, choice, comment, about: None, is_trapped }
    }

    fn draw_owner(&mut self) -> Option<Call> {
        let report = self.completed()?;
        let account = self.mostly(report.account);
        let answer = self.random.pick(&report.answers).map(|answer| answer.id);
        let deleting = match self.random.weighted(&[6, 3, 1, 2, 2]) {
            0 => {
                let is_kept = self.random.happens(70);
                // Mostly one that counts only if it is kept, since owners decide on those.
                let is_marked = |it: &&Answer| it.is_whole && (!it.flags.is_empty() || it.is_out());
                let marked: Vec<AnswerId> = report.answers.iter().filter(is_marked).map(|it| it.id).collect();
                let marked = if self.random.happens(80) { self.random.pick(&marked) } else { None };
                return Some(Call::Keep { account, report: report.id, answer: marked.or(answer)?, is_kept });
            }
            1 => Deleting::One(answer?),
            2 => Deleting::All,
            3 => Deleting::Marked,
            _ => Deleting::Unfinished,
        };
        Some(Call::Delete { account, report: report.id, deleting })
    }

    fn draw_upload(&mut self) -> Option<Call> {
        let report = if self.random.happens(90) { self.completed()? } else { self.random.pick(&self.model.reports)? };
        let (rows, people) = (self.random.between(0, 2) as u8, self.random.between(1, 3));
        Some(Call::Upload {
            account: self.mostly(report.account),
            report: report.id,
            batch: BatchId::new(self.model.now, &self.chance),
            rows,
            key: self.random.happens(60).then(|| format!("file {}", self.random.between(0, 2))),
            are_other_people: self.random.happens(20),
            people: (0..people).map(|_| AnswerId::new(self.model.now, &self.chance)).collect(),
        })
    }

    /// A call that was made comes a second time: at once, or much later.
    fn draw_again(&mut self) -> Option<Call> {
        let call = self.random.pick_new(&self.made)?;
        Some(self.renamed(call))
    }

    /// The same request with the new ids that a request is given when it comes in.
    fn renamed(&mut self, call: Call) -> Call {
        let (now, new_entry) = (self.model.now, self.entry());
        match call {
            Call::Grant { account, credits, .. } => Call::Grant { account, credits, entry: new_entry },
            Call::Open { account, size, key, wave_of, .. } => {
                Call::Open { account, size, key, wave_of, id: ReportId::new(now, &self.chance), entry: new_entry }
            }
            Call::Cancel { account, report, .. } => Call::Cancel { account, report, entry: new_entry },
            Call::DeleteReport { account, report, .. } => Call::DeleteReport { account, report, entry: new_entry },
            Call::OpenSurvey { account, report, quota, ends_at, links, .. } => {
                let links = links.iter().map(|_| self.chance.u64() as u32).collect();
                Call::OpenSurvey { account, report, quota, ends_at, links, id: SurveyId::new(now, &self.chance) }
            }
            Call::ChangeSurvey { account, report, change } => {
                let links = change.links.iter().map(|_| self.chance.u64() as u32).collect();
                Call::ChangeSurvey { account, report, change: Change { links, ..change } }
            }
            Call::Begin { survey, report, browser, link, .. } => {
                Call::Begin { survey, report, browser, link, answer: AnswerId::new(now, &self.chance) }
            }
            Call::Upload { account, report, rows, key, are_other_people, people, .. } => {
                let people = people.iter().map(|_| AnswerId::new(now, &self.chance)).collect();
                let batch = BatchId::new(now, &self.chance);
                Call::Upload { account, report, rows, key, are_other_people, people, batch }
            }
            same => same,
        }
    }

    /// People of one survey who send their last screen.
    fn draw_finishing(&mut self) -> Vec<Call> {
        let Some(report) = self.completed() else { return Vec::new() };
        let Some(survey) = report.survey.as_ref().map(|survey| survey.id) else { return Vec::new() };
        let nearly = report.answers.iter().filter(|answer| !answer.is_whole && answer.choice.is_some());
        let browsers: Vec<u32> = nearly.filter_map(|answer| answer.browser).collect();
        let mut last = |browser| {
            let value = Some(json!(self.random.between(0, 1)));
            let question = QUESTIONS[QUESTIONS.len() - 1];
            let part = Part { question, value, choice: None, comment: None, about: None, is_trapped: false };
            Call::Record { survey, report: report.id, browser, part }
        };
        browsers.into_iter().map(&mut last).collect()
    }

    /// Calls that come at the same moment: twins, people of one survey who finish, people at any screen, or clients and
    /// workers.
    fn draw_concurrent(&mut self) -> Vec<Call> {
        let mut calls = Vec::new();
        match self.random.weighted(&[3, 8, 2, 4]) {
            3 => calls.extend((0..5).filter_map(|_| self.draw(&SHARING))),
            1 => calls = self.draw_finishing(),
            0 => {
                let first = self.draw(&WEIGHTS);
                let twin = first.clone().map(|call| self.renamed(call));
                calls.extend([first, twin].into_iter().flatten());
            }
            _ => calls.extend((0..4).filter_map(|_| self.draw_person())),
        }
        // These read before they write, so that the order of the calls is not that of their transactions.
        let only_reads = |call: &Call| matches!(call, Call::Work { work: Work::Tries, .. });
        calls.retain(|call| !matches!(call, Call::EngineAnswers | Call::Forget { .. }) && !only_reads(call));
        // The model learns the places in the queue, which these change, when the calls are over.
        let is_moving =
            |call: &Call| matches!(call, Call::Open { .. } | Call::Cancel { .. } | Call::DeleteReport { .. });
        let moves = calls.iter().any(is_moving);
        calls.retain(|call| !(moves && matches!(call, Call::Claim { .. })));
        calls
    }
}
