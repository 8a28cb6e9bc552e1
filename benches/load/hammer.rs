//! Anonymous clients on many connections request one public URL as fast as they can, while the owner reads the report
//! and a probe checks readiness. CANVASS_BENCH_BINARY names another build to measure instead of this one.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor};

use crate::load::{Connection, Shot};
use crate::processes::Home;
use crate::{Requests, percentile, request_id};

const TIME: Duration = Duration::from_secs(5);
const CONNECTIONS: [usize; 3] = [16, 128, 1200];
const OWNER_EVERY: Duration = Duration::from_millis(50);
const ANSWERS: usize = 5000;

pub async fn measure(database: &str, home: Home) {
    let (server, owner) = home.serve(Duration::ZERO, None).await;
    let requests = Requests::new(server.address, &owner.key);
    let (report, page) = finished(&requests).await;
    let survey = opened(&requests, &report).await;
    fill(&home.url, &report).await;
    println!("\n{database}: {} s each, {ANSWERS} whole and as many unfinished answers in the survey", TIME.as_secs());
    println!(
        "{:>34} {:>6} {:>9} {:>10} {:>10} {:>10} {:>9}  answers by status",
        "hammered", "conns", "req/s", "owner p50", "owner p99", "probe p99", "not ready"
    );
    let surfaces = [
        ("/s/{token}", survey.clone()),
        ("/r/{token}", page.clone()),
        ("/r/{token}/respondents?question=…", format!("{page}/respondents?question=")),
    ];
    for (name, path) in surfaces {
        for connections in CONNECTIONS {
            let seen = hammered(server.address, &path, connections, &requests, &report).await;
            println!("{name:>34} {connections:>6} {seen}");
        }
    }
    drop(server);
    home.remove().await;
}

struct Seen {
    statuses: BTreeMap<u16, usize>,
    owner: Vec<Duration>,
    probe: Vec<Duration>,
    not_ready: usize,
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let answered: usize = self.statuses.values().sum();
        let statuses: Vec<String> = self.statuses.iter().map(|(status, n)| format!("{status}: {n}")).collect();
        write!(
            f,
            "{:>9.0} {:>7.1} ms {:>7.1} ms {:>7.1} ms {:>9}  {}",
            answered as f64 / TIME.as_secs_f64(),
            percentile(&self.owner, 50),
            percentile(&self.owner, 99),
            percentile(&self.probe, 99),
            self.not_ready,
            statuses.join(", ")
        )
    }
}

async fn hammered(to: SocketAddr, path: &str, connections: usize, requests: &Requests, report: &str) -> Seen {
    let until = Instant::now() + TIME;
    let number = Arc::new(AtomicUsize::new(0));
    let strangers: Vec<_> =
        (0..connections).map(|_| tokio::spawn(stranger(to, path.to_owned(), Arc::clone(&number), until))).collect();
    let (mut owner, mut probe, mut not_ready) = (Vec::new(), Vec::new(), 0);
    let (read, ready) = (requests.read(report), Shot::new(to, "GET", "/readyz", &[], ""));
    while Instant::now() < until {
        let sent = Instant::now();
        let _ = read.once().await;
        owner.push(sent.elapsed());
        let sent = Instant::now();
        not_ready += usize::from(!ready.once().await.is_ok_and(|answer| answer.status == 200));
        probe.push(sent.elapsed());
        tokio::time::sleep(OWNER_EVERY).await;
    }
    let mut statuses = BTreeMap::new();
    for stranger in strangers {
        for (status, n) in stranger.await.expect("a stranger does not panic") {
            *statuses.entry(status).or_default() += n;
        }
    }
    owner.sort_unstable();
    probe.sort_unstable();
    Seen { statuses, owner, probe, not_ready }
}

/// Sends requests on one connection until the time is up; a query that ends in `=` gets a new value each time.
async fn stranger(to: SocketAddr, path: String, number: Arc<AtomicUsize>, until: Instant) -> BTreeMap<u16, usize> {
    let mut statuses = BTreeMap::new();
    while Instant::now() < until {
        let Ok(mut connection) = Connection::open(to).await else { continue };
        while Instant::now() < until {
            let path = if path.ends_with('=') {
                format!("{path}x{}", number.fetch_add(1, Ordering::Relaxed))
            } else {
                path.clone()
            };
            let shot = Shot::new(to, "GET", &path, &[], "");
            let left = until.saturating_duration_since(Instant::now());
            match tokio::time::timeout(left, connection.exchange(shot.bytes(), |_| {})).await {
                Ok(Ok((status, _))) => *statuses.entry(status).or_default() += 1,
                Ok(Err(_)) => break,
                Err(_) => return statuses,
            }
        }
    }
    statuses
}

/// Creates a report and waits for it; returns its id and the path of its page.
async fn finished(requests: &Requests) -> (String, String) {
    let created = requests.create().once().await.expect("a create is answered");
    let id = request_id(&created.body).expect("an id");
    loop {
        let read =
            Shot::new(requests.to, "GET", &format!("/api/v1/reports/{id}"), &[("authorization", &requests.bearer)], "");
        let answer: serde_json::Value =
            serde_json::from_slice(&read.once().await.expect("a read is answered").body).expect("JSON");
        if let Some(url) = answer["result"]["report_url"].as_str() {
            return (id, format!("/r/{}", url.rsplit('/').next().expect("a token")));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Opens a survey of the report and returns its path.
async fn opened(requests: &Requests, report: &str) -> String {
    let headers = [("authorization", requests.bearer.as_str()), ("content-type", "application/json")];
    let open =
        Shot::new(requests.to, "POST", &format!("/api/v1/reports/{report}/survey"), &headers, r#"{"quota": 5000}"#);
    let answer: serde_json::Value = serde_json::from_slice(&open.once().await.expect("answered").body).expect("JSON");
    format!("/s/{}", answer["url"].as_str().expect("a link").rsplit('/').next().expect("a token"))
}

/// Inserts answers directly into the database, in the columns that every release has.
async fn fill(url: &str, report: &str) {
    let mut connection = AnyConnection::connect(url).await.expect("the database answers");
    let numbers =
        format!("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ANSWERS})");
    for (tag, complete) in [("A", 1), ("B", 0)] {
        let sql = format!(
            "{numbers} INSERT INTO survey_answers (id, report_id, survey_id, answers, choice, complete, started_at)
             SELECT 'ans_01KDVDNA00000000{tag}' || CAST(100000000 + n AS TEXT), '{report}', s.id, '{{\"preference\":1}}', 1,
                    {complete}, s.created_at FROM numbers CROSS JOIN surveys s"
        );
        connection.execute(AssertSqlSafe(sql)).await.expect("answers are inserted");
    }
    connection.close().await.expect("the connection closes");
}
