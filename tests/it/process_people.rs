//! Many people answer a survey of a real process over real sockets: every acknowledged answer is in the database, the
//! quota is exact, no request fails with a server error, and `kill -9` loses nothing. Survey pages call no model, so
//! the engine makes only the one report.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures::future::join_all;
use primitives::secret::PlainToken;
use serde_json::{Value, json};
use tokio::sync::watch;
use url::form_urlencoded;

use crate::process::{Client, SOON, Site, until};
use crate::processes_on_both;
use testing::support::{Backend, brief};

const CROWD: usize = 200;
const QUOTA: usize = 150;
const KILLED_CROWD: usize = 60;
const KILLS: usize = 4;

/// A survey of a finished report.
struct Asked {
    client: Client,
    report: String,
    url: String,
}

impl Asked {
    async fn open(site: &Site, quota: usize) -> Self {
        let client = site.client("asker@example.com", 500);
        let report = client.created(&brief()).await;
        client.ended(&report).await;
        let at = format!("{}/api/v1/reports/{report}/survey", client.base);
        let opened =
            client.http.post(at).bearer_auth(&client.key).json(&json!({ "quota": quota })).send().await.unwrap();
        assert_eq!(opened.status(), 201);
        let opened: Value = opened.json().await.unwrap();
        // The survey's public URL is not served here.
        let token = opened["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        let url = format!("{}/s/{token}", client.base);
        Self { client, report, url }
    }

    async fn read(&self, what: &str) -> Value {
        self.client.get(&format!("/api/v1/reports/{}/{what}", self.report)).send().await.unwrap().json().await.unwrap()
    }
}

/// One person with their own browser cookie.
struct Visitor {
    http: reqwest::Client,
    url: String,
    number: usize,
    cookie: Option<String>,
    /// Number of screens that the server has acknowledged.
    acknowledged: usize,
    /// Counts server starts. After a failed request a visitor waits for the next start instead of polling, which
    /// would slow the start down.
    starts: watch::Receiver<usize>,
}

/// The server's response to a screen.
#[derive(PartialEq, Eq)]
enum Said {
    /// Stored; contains the next step.
    On(String),
    Thanks,
    Full,
}

impl Visitor {
    fn new(asked: &Asked, number: usize, starts: &watch::Sender<usize>) -> Self {
        let (http, url) = (asked.client.http.clone(), asked.url.clone());
        Self { http, url, number, cookie: None, acknowledged: 0, starts: starts.subscribe() }
    }

    /// Returns the cookie's hash, the only identifier in the database.
    fn hash(&self) -> String {
        PlainToken::from_client(self.cookie.as_deref().unwrap()).hash().to_hex()
    }

    fn form(&self, at: &str, body: &str) -> reqwest::RequestBuilder {
        self.http.post(at).header("content-type", "application/x-www-form-urlencoded").body(body.to_owned())
    }

    /// Returns `None` if the server did not answer; a server error fails the test.
    async fn send(&self, request: reqwest::RequestBuilder) -> Option<(u16, String, Option<String>, String)> {
        let cookie = self.cookie.iter().map(|cookie| format!("canvass_survey={cookie}"));
        let request = cookie.fold(request, |request, cookie| request.header("cookie", cookie));
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        let header = |name: &str| answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        let (location, set) = (header("location").unwrap_or_default(), header("set-cookie"));
        let text = answer.text().await.ok()?;
        assert!(status < 400, "{status}: {text}");
        Some((status, location, set, text))
    }

    /// Begins the survey, if admitted.
    async fn begin(&mut self) -> Option<Said> {
        let (_, location, set, text) = self.send(self.form(&self.url, "")).await?;
        if let Some(set) = set {
            let cookie = set.strip_prefix("canvass_survey=").unwrap().split(';').next().unwrap();
            self.cookie = Some(cookie.to_owned());
        }
        Some(said(&location, &text))
    }

    /// Loads a screen and answers it.
    async fn answer(&mut self, step: &str) -> Option<Said> {
        let at = format!("{}/{step}", self.url);
        let (_, location, _, screen) = self.send(self.http.get(&at)).await?;
        if screen.is_empty() || !screen.contains("<form") {
            return Some(said(&location, &screen));
        }
        let (name, value) = fields(&screen, self.number);
        let body = form_urlencoded::Serializer::new(String::new()).append_pair(name, &value).finish();
        let (_, location, _, text) = self.send(self.form(&at, &body)).await?;
        let said = said(&location, &text);
        if said != Said::Full {
            self.acknowledged += 1;
        }
        Some(said)
    }

    /// Answers everything, retrying each screen until acknowledged. Returns whether the thanks page was reached.
    async fn answer_all(&mut self, acknowledged: &AtomicUsize) -> bool {
        loop {
            // Ends the mutable borrow before the next call.
            let begun = self.begin().await;
            match begun {
                Some(Said::On(step)) => return self.go_on(step, acknowledged).await,
                Some(Said::Full) => return false,
                Some(Said::Thanks) => return true,
                None => self.wait_for_a_start().await,
            }
        }
    }

    async fn go_on(&mut self, mut step: String, acknowledged: &AtomicUsize) -> bool {
        loop {
            match self.answer(&step).await {
                Some(Said::On(next)) => {
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                    step = next;
                }
                Some(Said::Thanks) => return true,
                Some(Said::Full) => return false,
                None => self.wait_for_a_start().await,
            }
        }
    }

    /// Waits for a start, at most a second: a broken connection may be noticed only after the start.
    async fn wait_for_a_start(&mut self) {
        let _ = tokio::time::timeout(Duration::from_secs(1), self.starts.changed()).await;
    }
}

fn said(location: &str, text: &str) -> Said {
    match location.rsplit('/').next().unwrap() {
        "" => {
            assert!(text.contains("Enough people have answered"), "{text}");
            Said::Full
        }
        "thanks" => Said::Thanks,
        step => Said::On(step.to_owned()),
    }
}

/// Returns the form field and value for the current screen.
fn fields(screen: &str, person: usize) -> (&'static str, String) {
    if screen.contains("<textarea") {
        return ("text", format!("I am person {person}."));
    }
    let values: Vec<&str> = match screen.contains("<select") {
        true => screen.split("<option value=\"").skip(2).collect(),
        false => screen.split("name=\"pick\" value=\"").skip(1).collect(),
    };
    let value = values[person % values.len()].split('"').next().unwrap();
    ("pick", value.to_owned())
}

/// Returns the number of stored screens per browser.
async fn kept(site: &Site, backend: Backend) -> BTreeMap<String, usize> {
    let hex = match backend {
        Backend::Sqlite => "LOWER(HEX(browser))",
        Backend::Postgres => "ENCODE(browser, 'hex')",
    };
    let sql = format!(
        "SELECT {hex} || ' ' || answers || ' ' || (CASE WHEN age_band IS NULL THEN 0 ELSE 1 END
             + CASE WHEN sex IS NULL THEN 0 ELSE 1 END + CASE WHEN country IS NULL THEN 0 ELSE 1 END)
         FROM survey_answers"
    );
    let read = |row: &String| {
        let (browser, rest) = row.split_once(' ').unwrap();
        let (answers, about) = rest.rsplit_once(' ').unwrap();
        let answers: serde_json::Map<String, Value> = serde_json::from_str(answers).unwrap();
        (browser.to_owned(), answers.len() + about.parse::<usize>().unwrap())
    };
    site.texts(&sql).await.iter().map(read).collect()
}

processes_on_both! {
    async fn of_two_hundred_at_once_the_quota_is_counted_and_every_acknowledged_answer_is_kept(backend: Backend) {
        let site = Site::create(backend).await;
        let server = site.serve().await;
        let asked = Asked::open(&site, QUOTA).await;
        let starts = watch::Sender::new(1);
        let mut crowd: Vec<Visitor> = (0..CROWD).map(|number| Visitor::new(&asked, number, &starts)).collect();
        let (begun, acknowledged) = (Instant::now(), AtomicUsize::new(0));
        let thanked = join_all(crowd.iter_mut().map(|person| person.answer_all(&acknowledged))).await;
        let took = begun.elapsed();
        assert!(took < SOON, "{took:?}");
        assert_eq!(thanked.iter().filter(|thanked| **thanked).count(), QUOTA);
        assert_eq!(asked.read("survey").await["complete"], QUOTA);
        let kept = kept(&site, backend).await;
        for person in crowd.iter().filter(|person| person.cookie.is_some()) {
            assert_eq!(kept.get(&person.hash()), Some(&person.acknowledged), "person {}", person.number);
        }
        let seen = asked.read("people").await;
        let whole = seen["answers"].as_array().unwrap().iter().filter(|answer| answer["is_complete"] == true);
        let comments: Vec<&str> = whole.map(|answer| answer["comment"].as_str().unwrap()).collect();
        let unique: std::collections::BTreeSet<&&str> = comments.iter().collect();
        assert_eq!((comments.len(), unique.len()), (QUOTA, QUOTA), "each is counted once");
        println!("{CROWD} people at once, {} screens kept, in {took:?}", kept.values().sum::<usize>());
        assert_eq!(server.heard("\"level\":\"ERROR\""), 0);
        drop(server);
        site.end().await;
    }
}

processes_on_both! {
    async fn an_answer_that_was_acknowledged_survives_a_kill_and_is_counted_once(backend: Backend) {
        let site = Site::create(backend).await;
        let mut server = site.serve().await;
        let asked = Asked::open(&site, KILLED_CROWD).await;
        let (acknowledged, starts) = (Arc::new(AtomicUsize::new(0)), watch::Sender::new(1));
        let crowd: Vec<_> = (0..KILLED_CROWD)
            .map(|number| {
                let mut person = Visitor::new(&asked, number, &starts);
                let acknowledged = Arc::clone(&acknowledged);
                tokio::spawn(async move { (person.answer_all(&acknowledged).await, person) })
            })
            .collect();
        for kill in 1..=KILLS {
            // Measured in answers, not time, so that a busy machine is tested equally.
            let enough = kill * KILLED_CROWD;
            let seen = until("answers come in", SOON, || async {
                let seen = acknowledged.load(Ordering::Relaxed);
                (seen >= enough).then_some(seen)
            });
            let seen = seen.await;
            server.kill();
            assert!(kept(&site, backend).await.values().sum::<usize>() >= seen, "what was acknowledged before the kill");
            server = site.serve().await;
            starts.send_modify(|starts| *starts += 1);
        }
        let crowd = join_all(crowd).await;
        let kept = kept(&site, backend).await;
        for person in crowd {
            let (is_thanked, person) = person.unwrap();
            assert!(is_thanked, "person {}", person.number);
            assert!(kept[&person.hash()] >= person.acknowledged, "person {}", person.number);
        }
        assert_eq!(kept.values().filter(|screens| **screens > 0).count(), KILLED_CROWD, "nobody is there twice");
        assert_eq!(asked.read("survey").await["complete"], KILLED_CROWD);
        let seen = asked.read("people").await;
        let only_began = kept.len() - KILLED_CROWD;
        assert_eq!((&seen["people"], &seen["unfinished"]), (&json!(KILLED_CROWD), &json!(only_began)));
        drop(server);
        site.end().await;
    }
}
