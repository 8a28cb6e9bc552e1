//! Compares a database of 100,000 finished reports with one of 100, both of which fill a list: listing, polling and
//! creating, measured in turns, so that other load affects both alike. The reports are copies of a real one, with
//! ids, ledger entries and small bodies.

use std::time::{Duration, Instant};

use sqlx::{AnyConnection, AssertSqlSafe, Column, Connection as _, Executor, Row};

use crate::load::{Connection, Shot};
use crate::processes::{Home, Owner, Server};
use crate::{Requests, request_id};

const MANY: usize = 100_000;
/// More than a list shows at once.
const FEW: usize = 100;
const BODY_BYTES: usize = 2048;
const ROUNDS: usize = 15;
const SHOTS: usize = 200;
const RATIO_MAX: f64 = 1.2;
const READY_TIMEOUT: Duration = Duration::from_secs(60);
/// Engine latency from the second start on, so that no report runs during the measurement.
const NEVER: Duration = Duration::from_secs(3600);
const LIST: &str = "/reports";

/// One service and the requests to it.
struct Subject {
    server: Server,
    list: Option<Shot>,
    poll: Shot,
    create: Shot,
}

pub async fn measure(database: &str, empty: Home, full: Home) {
    let small = prepare(&empty, FEW).await;
    let large = prepare(&full, MANY).await;
    println!("\n{database}: {MANY} finished reports beside {FEW}; medians of {ROUNDS} rounds of {SHOTS}");
    println!("  {:8} {:>10} {:>10}   ratio (wanted: at most {RATIO_MAX})", "", "few, ms", "many, ms");
    match (&small.list, &large.list) {
        (Some(small), Some(large)) => compare("list", small, large).await,
        _ => println!("  list     not measured: {LIST} is not served"),
    }
    compare("poll", &small.poll, &large.poll).await;
    compare("create", &small.create, &large.create).await;
    drop((small.server, large.server));
    empty.remove().await;
    full.remove().await;
}

/// Returns a service with one finished report and `copies` copies of it.
async fn prepare(home: &Home, copies: usize) -> Subject {
    let (server, owner) = home.serve(Duration::ZERO, None).await;
    let id = finish_one(&Requests::new(server.address, &owner.key)).await;
    drop(server);
    copy_reports(&home.url, &id, copies).await;
    let (server, owner) = home.serve(NEVER, Some(owner)).await;
    let requests = Requests::new(server.address, &owner.key);
    let list = list_shot(&server, &owner).await;
    Subject { list, poll: requests.read(&id), create: requests.create(), server }
}

async fn finish_one(requests: &Requests) -> String {
    let created = requests.create().once().await.expect("the service answers");
    let id = request_id(&created.body).expect("an id");
    let begun = Instant::now();
    // Only a completed report is compressed.
    while !requests.read(&id).once().await.expect("the service answers").head.contains("gzip") {
        assert!(begun.elapsed() < READY_TIMEOUT, "the first report is not done");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    id
}

/// Signs in and returns the request for the owner's list of reports; `None` if that is not served.
async fn list_shot(server: &Server, owner: &Owner) -> Option<Shot> {
    let path = &owner.sign_in_link[owner.sign_in_link.find("/sign-in/").expect("a link to sign in")..];
    let origin = format!("http://{}", server.address);
    let signed_in = Shot::new(server.address, "POST", path, &[("origin", &origin)], "").once().await.ok()?;
    let cookie = signed_in.head.lines().find_map(|line| line.strip_prefix("set-cookie: "))?.split(';').next()?;
    let list = Shot::new(server.address, "GET", LIST, &[("cookie", cookie)], "");
    (list.once().await.ok()?.status == 200).then_some(list)
}

/// Prints the median time of a request on both services, and the median ratio of the rounds.
async fn compare(name: &str, small: &Shot, large: &Shot) {
    let (mut smalls, mut larges) = (Vec::new(), Vec::new());
    for shot in [small, large] {
        time(shot).await;
    }
    for _ in 0..ROUNDS {
        smalls.push(time(small).await);
        larges.push(time(large).await);
    }
    let ratios = larges.iter().zip(&smalls).map(|(large, small)| large / small).collect();
    println!("  {name:8} {:10.3} {:10.3}   {:.2}", median(smalls), median(larges), median(ratios));
}

/// Returns the mean time of a request on one connection over a round, in milliseconds.
async fn time(shot: &Shot) -> f64 {
    let mut connection = Connection::open(shot.to()).await.expect("the service accepts connections");
    let begun = Instant::now();
    for _ in 0..SHOTS {
        let (status, head) = connection.exchange(shot.bytes(), |_| {}).await.expect("the service answers");
        assert!(status < 300, "{head}");
    }
    begun.elapsed().as_secs_f64() * 1e3 / SHOTS as f64
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_unstable_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// Copies a finished report with its ledger entries, and takes their cost off the balance, so that the ledger adds up.
async fn copy_reports(url: &str, id: &str, copies: usize) {
    let mut db = AnyConnection::connect(url).await.expect("the database answers");
    run(&mut db, "CREATE TABLE copies (n BIGINT NOT NULL)").await;
    let thousand: Vec<String> = (0..1000).map(|n| format!("({n})")).collect();
    run(&mut db, &format!("INSERT INTO copies (n) VALUES {}", thousand.join(", "))).await;
    let numbers =
        format!("(SELECT a.n * 1000 + b.n AS n FROM copies a CROSS JOIN copies b WHERE a.n * 1000 + b.n < {copies}) k");
    let number = "CAST(1000000000 + k.n AS TEXT)";
    let new_id = format!("'req_0000000000000000' || {number}");
    let with = [
        ("id", new_id.clone()),
        ("public_token", format!("'copy' || {number}")),
        ("idempotency_key", "NULL".to_owned()),
        ("created_at", "o.created_at - 1000 * (k.n + 1)".to_owned()),
    ];
    copy_rows(&mut db, "reports", &with, &numbers, &format!("o.id = '{id}'")).await;
    let with = [("id", format!("o.kind || {number}")), ("report_id", new_id)];
    copy_rows(&mut db, "ledger", &with, &numbers, &format!("o.report_id = '{id}'")).await;
    sqlx::query("INSERT INTO results (report_id, body) SELECT id, $1 FROM reports WHERE public_token LIKE 'copy1%'")
        .bind(vec![0_u8; BODY_BYTES])
        .execute(&mut db)
        .await
        .expect("bodies");
    let cost = "SELECT COALESCE(SUM(d_available), 0) FROM ledger WHERE report_id LIKE 'req_0000000000000000%'";
    run(&mut db, &format!("UPDATE accounts SET available = available + ({cost})")).await;
    run(&mut db, "DROP TABLE copies").await;
    run(&mut db, "ANALYZE").await;
    db.close().await.expect("the database lets go");
}

/// Copies the rows of a table, whatever its columns, with some of them replaced.
async fn copy_rows(db: &mut AnyConnection, table: &str, with: &[(&str, String)], numbers: &str, of: &str) {
    let one = format!("SELECT * FROM {table} LIMIT 1");
    let row = sqlx::query(AssertSqlSafe(one)).fetch_one(&mut *db).await.expect("a row to copy");
    let columns: Vec<&str> = row.columns().iter().map(|column| column.name()).collect();
    let values: Vec<String> = columns
        .iter()
        .map(|column| {
            let replaced = with.iter().find(|(name, _)| name == column);
            replaced.map_or_else(|| format!("o.\"{column}\""), |(_, value)| value.clone())
        })
        .collect();
    let names: Vec<String> = columns.iter().map(|column| format!("\"{column}\"")).collect();
    let sql = format!(
        "INSERT INTO {table} ({}) SELECT {} FROM {table} o CROSS JOIN {numbers} WHERE {of}",
        names.join(", "),
        values.join(", ")
    );
    run(db, &sql).await;
}

async fn run(db: &mut AnyConnection, sql: &str) {
    db.execute(AssertSqlSafe(sql.to_owned())).await.unwrap_or_else(|error| panic!("{error}: {sql}"));
}
