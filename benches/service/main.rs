//! `make bench`: throughput of the service beside a bare axum route that returns as
//! many bytes, and reports per second with the scripted engine. Service and bare route
//! take turns, so that other load affects both alike: read the ratios, not the figures.

#![allow(clippy::disallowed_methods)] // A bench reads the clock.

#[allow(dead_code)] // The bench `load` uses parts that this one does not.
mod load;
#[allow(dead_code)]
mod processes;

use std::time::{Duration, Instant};

use load::{Answer, CONNECTIONS, Round, Shot};
use processes::{Home, Server};

const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(800);
const WARM_UP: Duration = Duration::from_millis(300);
const LARGE_REPORTS: usize = 5;
const REPORTS: usize = 60;
const POLL: Duration = Duration::from_millis(2);
const REPORT_TIMEOUT: Duration = Duration::from_secs(60);
/// Engine latency that keeps a report running while others are measured.
const NEVER: Duration = Duration::from_secs(3600);

#[tokio::main]
async fn main() {
    processes::be_bare_if_asked().await;
    let bare = processes::start_bare();
    println!(
        "{CONNECTIONS} connections; medians of {ROUNDS} rounds in which the bare route and the service take turns."
    );
    println!("The ratio is the service's requests per second to the bare route's.");
    measure("SQLite", Home::sqlite(), &bare).await;
    match std::env::var("TEST_POSTGRES_URL") {
        Ok(server) => measure("PostgreSQL", Home::postgres(&server).await, &bare).await,
        Err(_) => println!("\nPostgreSQL: not measured, because TEST_POSTGRES_URL is not set"),
    }
}

async fn measure(database: &str, home: Home, bare: &Server) {
    println!("\n{database:28} bytes    bare/s   p99 ms  service/s   p99 ms  ratio");
    let (server, owner) = home.serve(Duration::ZERO, None).await;
    let client = Client { server, key: owner.key.clone() };
    let (large, walls) = client.large_reports().await;
    let reports_per_second = client.reports_per_second().await;
    drop(client);

    // From here on the engine never answers: one report stays running, and the others stay queued.
    let (server, owner) = home.serve(NEVER, Some(owner)).await;
    let client = Client { server, key: owner.key };
    let running = client.create(50).await;
    client.wait_for(&running, "sampling").await;
    let report = |id: &str| format!("/api/v1/reports/{id}");
    compare("GET credits", &client.get("/api/v1/credits", None), bare).await;
    compare("GET report, running", &client.get(&report(&running), None), bare).await;
    compare("GET report, 1,000, gzip", &client.get(&report(&large), Some("gzip")), bare).await;
    compare("GET report, 1,000, plain", &client.get(&report(&large), None), bare).await;
    compare("POST reports", &client.post(100), bare).await;

    println!("{:28} {reports_per_second:.1} a second", "reports of 100, completed");
    println!("{:28} {:.0} ms", "one report of 1,000", median(&walls) * 1000.0);
    drop(client);
    home.remove().await;
}

/// Prints one line: the request to the service, and one for as many bytes to the bare route.
async fn compare(name: &str, shot: &(Shot, &str), bare: &Server) {
    let (shot, method) = shot;
    let Answer { status, body, head } = shot.once().await.expect("the service answers");
    assert!(status < 300, "{head}{}", String::from_utf8_lossy(&body));
    let body_sent = if *method == "POST" { request(100) } else { String::new() };
    let headers = [("content-type", "application/json")];
    let bare = Shot::new(bare.address, method, &format!("/{}", body.len()), &headers, &body_sent);
    let (mut bares, mut services) = (Vec::new(), Vec::new());
    for shot in [&bare, shot] {
        shot.round(WARM_UP, status, body.len()).await;
    }
    for _ in 0..ROUNDS {
        bares.push(bare.round(ROUND, status, body.len()).await);
        services.push(shot.round(ROUND, status, body.len()).await);
    }
    let rate = |rounds: &[Round]| median(&rounds.iter().map(|round| round.per_second).collect::<Vec<_>>());
    let p99 = |rounds: &[Round]| median(&rounds.iter().map(|round| round.p99.as_secs_f64() * 1e3).collect::<Vec<_>>());
    let ratios: Vec<f64> =
        services.iter().zip(&bares).map(|(service, bare)| service.per_second / bare.per_second).collect();
    println!(
        "{name:25} {:8} {:9.0} {:8.2} {:10.0} {:8.2} {:6.2}",
        body.len(),
        rate(&bares),
        p99(&bares),
        rate(&services),
        p99(&services),
        median(&ratios)
    );
}

fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

fn request(respondents: u32) -> String {
    serde_json::json!({
        "question": "Which name fits a calm sleep app best?",
        "options": ["Drift", "Lull", "Nod"],
        "sample_size": respondents,
    })
    .to_string()
}

struct Client {
    server: Server,
    key: String,
}

impl Client {
    fn get(&self, path: &str, encoding: Option<&str>) -> (Shot, &'static str) {
        let bearer = format!("Bearer {}", self.key);
        let headers = [("authorization", bearer.as_str()), ("accept-encoding", encoding.unwrap_or("identity"))];
        (Shot::new(self.server.address, "GET", path, &headers, ""), "GET")
    }

    fn post(&self, respondents: u32) -> (Shot, &'static str) {
        let bearer = format!("Bearer {}", self.key);
        let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
        (Shot::new(self.server.address, "POST", "/api/v1/reports", &headers, &request(respondents)), "POST")
    }

    async fn create(&self, respondents: u32) -> String {
        let answer = self.post(respondents).0.once().await.expect("the service answers");
        json(&answer)["request_id"].as_str().expect("an id").to_owned()
    }

    async fn wait_for(&self, id: &str, status: &str) {
        let (shot, _) = self.get(&format!("/api/v1/reports/{id}"), Some("gzip"));
        let started = Instant::now();
        loop {
            let answer = shot.once().await.expect("the service answers");
            // Only a completed report is compressed, so it need not be decompressed.
            let is = if answer.head.contains("gzip") { "completed".into() } else { json(&answer)["status"].clone() };
            if is == status {
                return;
            }
            assert!(started.elapsed() < REPORT_TIMEOUT && is != "failed", "report {id} is {is}");
            tokio::time::sleep(POLL).await;
        }
    }

    /// Creates reports of 1,000 respondents one after the other; returns the last id and the seconds that each took.
    async fn large_reports(&self) -> (String, Vec<f64>) {
        let (mut id, mut walls) = (String::new(), Vec::new());
        for _ in 0..LARGE_REPORTS {
            let started = Instant::now();
            id = self.create(1000).await;
            self.wait_for(&id, "completed").await;
            walls.push(started.elapsed().as_secs_f64());
        }
        (id, walls)
    }

    async fn reports_per_second(&self) -> f64 {
        let started = Instant::now();
        let mut ids = Vec::new();
        for _ in 0..REPORTS {
            ids.push(self.create(100).await);
        }
        for id in &ids {
            self.wait_for(id, "completed").await;
        }
        REPORTS as f64 / started.elapsed().as_secs_f64()
    }
}

fn json(answer: &Answer) -> serde_json::Value {
    let text = String::from_utf8_lossy(&answer.body);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {}{text}", answer.head))
}
