//! 200 clients on separate connections: each creates a report, polls it until it is completed, and starts again.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::load::Connection;
use crate::processes::{Home, Server};
use crate::{Requests, percentile, request_id};

const CLIENTS: usize = 200;
const TIME: Duration = Duration::from_secs(60);
const POLL: Duration = Duration::from_millis(500);
/// Caches, pools and histograms fill during this time; after it, memory must not grow.
const WARM_UP: Duration = Duration::from_secs(20);
/// Memory is the median over this time, since it fluctuates.
const MEMORY_OVER: Duration = Duration::from_secs(10);
const MEMORY_SAMPLE_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Default)]
struct Seen {
    creates: Vec<Duration>,
    reads: Vec<Duration>,
    completed: usize,
    errors: Vec<String>,
}

pub async fn measure(database: &str, home: Home) {
    let (server, owner) = home.serve(Duration::ZERO, None).await;
    let until = Instant::now() + TIME;
    let clients: Vec<_> =
        (0..CLIENTS).map(|number| tokio::spawn(client(server.address, owner.key.clone(), number, until))).collect();
    let memory = watch_memory(&server, until).await;
    let mut all = Seen::default();
    for client in clients {
        let seen = client.await.expect("a client does not panic");
        all.creates.extend(seen.creates);
        all.reads.extend(seen.reads);
        all.completed += seen.completed;
        all.errors.extend(seen.errors);
    }
    report(database, &mut all, memory);
    drop(server);
    home.remove().await;
}

async fn client(to: SocketAddr, key: String, number: usize, until: Instant) -> Seen {
    let requests = Requests::new(to, &key);
    let mut seen = Seen::default();
    // Staggers the clients, which would otherwise send in bursts.
    tokio::time::sleep(POLL * u32::try_from(number).unwrap_or(0) / u32::try_from(CLIENTS).unwrap_or(1)).await;
    while Instant::now() < until {
        if let Err(error) = session(&requests, until, &mut seen).await {
            seen.errors.push(error);
        }
    }
    seen
}

/// Uses one connection until the time is up or a request fails.
async fn session(requests: &Requests, until: Instant, seen: &mut Seen) -> Result<(), String> {
    let mut connection = Connection::open(requests.to).await.map_err(|error| error.to_string())?;
    while Instant::now() < until {
        let sent = Instant::now();
        let (_, body) = exchange(&mut connection, requests.create().bytes(), 202).await?;
        seen.creates.push(sent.elapsed());
        let id = request_id(&body).ok_or("a create answered no id")?;
        let read = requests.read(&id);
        while Instant::now() < until {
            tokio::time::sleep(POLL).await;
            let sent = Instant::now();
            let (is_completed, _) = exchange(&mut connection, read.bytes(), 200).await?;
            seen.reads.push(sent.elapsed());
            if is_completed {
                seen.completed += 1;
                break;
            }
        }
    }
    Ok(())
}

/// Returns whether the reply was a completed report (only those are compressed), and its body.
async fn exchange(connection: &mut Connection, request: &[u8], wanted: u16) -> Result<(bool, Vec<u8>), String> {
    let mut body = Vec::new();
    let answered = connection.exchange(request, |part| body.extend_from_slice(part)).await;
    let (status, head) = answered.map_err(|error| error.to_string())?;
    let is_completed = head.contains("gzip");
    if status != wanted {
        return Err(format!("{status} {}", String::from_utf8_lossy(&body)));
    }
    Ok((is_completed, body))
}

/// Returns the resident memory just after the warm-up and at the end, in bytes.
async fn watch_memory(server: &Server, until: Instant) -> (u64, u64) {
    let begun = Instant::now();
    let mut looks: Vec<(Duration, u64)> = Vec::new();
    while Instant::now() < until {
        tokio::time::sleep(MEMORY_SAMPLE_INTERVAL).await;
        looks.push((begun.elapsed(), server.resident_bytes()));
    }
    let between = |from: Duration, to: Duration| {
        let mut bytes: Vec<u64> =
            looks.iter().filter(|(at, _)| (from..to).contains(at)).map(|(_, bytes)| *bytes).collect();
        bytes.sort_unstable();
        bytes.get(bytes.len() / 2).copied().unwrap_or(0)
    };
    (between(WARM_UP, WARM_UP + MEMORY_OVER), between(TIME - MEMORY_OVER, TIME * 2))
}

fn report(database: &str, all: &mut Seen, (warm, end): (u64, u64)) {
    all.creates.sort_unstable();
    all.reads.sort_unstable();
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    println!("\n{database}: {CLIENTS} clients creating and polling for {} s", TIME.as_secs());
    println!("  errors            {}", all.errors.len());
    for error in all.errors.iter().take(3) {
        println!("                    {error}");
    }
    println!(
        "  creates           {}, p50 {:.1} ms, p99 {:.1} ms",
        all.creates.len(),
        percentile(&all.creates, 50),
        percentile(&all.creates, 99)
    );
    println!(
        "  reads             {}, p50 {:.1} ms, p99 {:.1} ms (wanted: under 100)",
        all.reads.len(),
        percentile(&all.reads, 50),
        percentile(&all.reads, 99)
    );
    println!("  reports completed {}, {:.1} a second", all.completed, all.completed as f64 / TIME.as_secs_f64());
    println!(
        "  memory            {:.0} MB after {} s, {:.0} MB at the end, ratio {:.2} (wanted: no growth)",
        megabytes(warm),
        WARM_UP.as_secs(),
        megabytes(end),
        end as f64 / warm.max(1) as f64
    );
}
