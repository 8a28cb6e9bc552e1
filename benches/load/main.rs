//! `cargo bench --bench load`: the service under 200 clients that create and poll for a minute, with 100,000 finished
//! reports beside few, and under anonymous load on public pages. It uses the scripted engine on loopback. Set
//! TEST_POSTGRES_URL (`scripts/with-postgres` does) to measure PostgreSQL as well. `-- crowd`, `-- reports` or
//! `-- hammer` measures one of them.

#![allow(clippy::disallowed_methods)] // A bench reads the clock.

mod crowd;
mod hammer;
#[allow(dead_code)] // The bench `service` uses parts that this one does not.
#[path = "../service/load.rs"]
mod load;
mod many_reports;
#[allow(dead_code)]
#[path = "../service/processes.rs"]
mod processes;

use processes::Home;

#[tokio::main]
async fn main() {
    sqlx::any::install_default_drivers();
    let postgres = std::env::var("TEST_POSTGRES_URL").ok();
    let is_wanted = |part: &str| std::env::args().any(|word| word == part);
    let is_all = !["crowd", "reports", "hammer"].into_iter().any(is_wanted);
    if is_all || is_wanted("crowd") {
        crowd::measure("SQLite", Home::sqlite()).await;
        if let Some(server) = &postgres {
            crowd::measure("PostgreSQL", Home::postgres(server).await).await;
        }
    }
    if is_all || is_wanted("reports") {
        many_reports::measure("SQLite", Home::sqlite(), Home::sqlite()).await;
        if let Some(server) = &postgres {
            many_reports::measure("PostgreSQL", Home::postgres(server).await, Home::postgres(server).await).await;
        }
    }
    if is_all || is_wanted("hammer") {
        hammer::measure("SQLite", Home::sqlite()).await;
        if let Some(server) = &postgres {
            hammer::measure("PostgreSQL", Home::postgres(server).await).await;
        }
    }
    if postgres.is_none() {
        println!("\nPostgreSQL: not measured, because TEST_POSTGRES_URL is not set");
    }
}

/// Builds the owner's requests.
struct Requests {
    to: std::net::SocketAddr,
    bearer: String,
}

impl Requests {
    fn new(to: std::net::SocketAddr, key: &str) -> Self {
        Self { to, bearer: format!("Bearer {key}") }
    }

    fn get(&self, path: &str) -> load::Shot {
        let headers = [("authorization", self.bearer.as_str()), ("accept-encoding", "gzip")];
        load::Shot::new(self.to, "GET", path, &headers, "")
    }

    fn create(&self) -> load::Shot {
        let body = serde_json::json!({
            "question": "Which name fits a calm sleep app best?",
            "options": ["Drift", "Lull", "Nod"],
            "sample_size": 50,
        });
        let headers = [("authorization", self.bearer.as_str()), ("content-type", "application/json")];
        load::Shot::new(self.to, "POST", "/api/v1/reports", &headers, &body.to_string())
    }

    fn read(&self, id: &str) -> load::Shot {
        self.get(&format!("/api/v1/reports/{id}"))
    }
}

/// Returns the id in the reply to a create request.
fn request_id(body: &[u8]) -> Option<String> {
    let accepted: serde_json::Value = serde_json::from_slice(body).ok()?;
    Some(accepted["request_id"].as_str()?.to_owned())
}

fn percentile(sorted: &[std::time::Duration], percent: usize) -> f64 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
