//! Database cost of public requests against the table in docs/security.md: every public route is listed, and none
//! takes more statements or rows than stated, with no answers and with ten thousand. No statement counts rows or
//! scans a table.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};

use crate::process::{Process, SOON, Site, http, until};
use crate::processes_on_both;
use testing::support::{Backend, brief};

const ANSWERS: usize = 10_000;
/// Files that declare public routes.
const ROUTERS: [&str; 2] = ["crates/service/src/public.rs", "crates/service/src/public/person.rs"];

/// A row of the table: maximum statements and rows per request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    statements: u64,
    rows: u64,
}

/// Returns the table by method and route.
fn table() -> BTreeMap<(String, String), Cost> {
    let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/security.md")).unwrap();
    let cells =
        |line: &str| -> Vec<String> { line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect() };
    let rows = document.lines().skip_while(|line| !line.starts_with("| request | statements | rows |")).skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = cells(line);
            let (method, route) = cells[0].trim_matches('`').split_once(' ').unwrap();
            let cost = Cost { statements: cells[1].parse().unwrap(), rows: cells[2].parse().unwrap() };
            ((method.to_owned(), route.to_owned()), cost)
        })
        .collect()
}

#[test]
fn every_public_route_is_in_the_table_of_costs() {
    let table = table();
    for router in ROUTERS {
        let text = std::fs::read_to_string(format!("{}/{router}", env!("CARGO_MANIFEST_DIR"))).unwrap();
        let routes = text.split(".route(\"").skip(1);
        for route in routes {
            let (path, handlers) = route.split_once("\", ").unwrap();
            let handlers = handlers.lines().next().unwrap();
            for (method, word) in [("GET", "get("), ("POST", "post(")] {
                let is_there = table.contains_key(&(method.to_owned(), path.to_owned()));
                assert_eq!(is_there, handlers.contains(word), "{method} {path} in {router}");
            }
        }
    }
    for (method, path) in
        [("GET", "/"), ("GET", "/sign-in"), ("GET", "/healthz"), ("GET", "/readyz"), ("GET", "/api/v1/credits")]
    {
        assert!(table.contains_key(&(method.to_owned(), path.to_owned())), "{method} {path}");
    }
}

/// Sends unauthenticated requests, each with an id by which its statements are found in the log.
struct Stranger<'a> {
    site: &'a Site,
    server: &'a Process,
    sent: usize,
    /// All statements so far.
    seen: RefCell<BTreeSet<String>>,
}

impl Stranger<'_> {
    /// Returns the response's status and cookie, and the request's cost.
    async fn send(
        &mut self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: Option<&str>,
    ) -> (u16, Option<String>, Cost) {
        self.sent += 1;
        let id = format!("cost-{}-{}", self.sent, path.len());
        let url = format!("{}{path}", self.site.base());
        let mut request = http().request(method.parse().unwrap(), url).header("x-request-id", &id);
        request = request.header("origin", self.site.base());
        if let Some(cookie) = cookie {
            request = request.header("cookie", cookie);
        }
        if let Some(body) = body {
            request = request.header("content-type", "application/x-www-form-urlencoded").body(body.to_owned());
        }
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        let set =
            answer.headers().get("set-cookie").map(|set| set.to_str().unwrap().split(';').next().unwrap().to_owned());
        answer.bytes().await.unwrap();
        let is_done = || self.server.lines().iter().any(|line| line.contains(&id) && line.contains("\"answered\""));
        until("the request is in the log", SOON, || async { is_done().then_some(()) }).await;
        (status, set, self.cost(&id))
    }

    /// Returns the number of statements in the request's span, and the rows that they returned or changed.
    fn cost(&self, id: &str) -> Cost {
        let mut cost = Cost { statements: 0, rows: 0 };
        for line in self.server.lines().iter().filter(|line| line.contains("sqlx::query") && line.contains(id)) {
            let event: Value = serde_json::from_str(line).unwrap();
            cost.statements += 1;
            let sql =
                event["db.statement"].as_str().filter(|sql| !sql.is_empty()).or(event["summary"].as_str()).unwrap();
            assert!(!sql.contains("COUNT(") && !sql.contains("SUM("), "a public request counts rows: {sql}");
            self.seen.borrow_mut().insert(sql.to_owned());
            cost.rows += event["rows_returned"].as_u64().unwrap().max(event["rows_affected"].as_u64().unwrap());
        }
        cost
    }
}

/// Creates a finished report with a survey; returns the tokens of both.
async fn published(site: &Site) -> (String, String, String) {
    let client = site.client("owner@example.com", 500);
    let report = client.created(&brief()).await;
    let result = client.ended(&report).await["result"].clone();
    let token = result["report_url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let at = format!("{}/api/v1/reports/{report}/survey", client.base);
    let opened = client.http.post(at).bearer_auth(&client.key).json(&serde_json::json!({ "quota": 5000 })).send().await;
    let opened: Value = opened.unwrap().json().await.unwrap();
    (report, token, opened["url"].as_str().unwrap().rsplit('/').next().unwrap().to_owned())
}

/// Returns the paths that a row of the table stands for.
fn requests(route: &str, report: &str, survey: &str) -> Vec<String> {
    let pictures = ["card.png", "options.svg", "nothing.svg"];
    let filled = |picture: &str| {
        let path =
            if route.starts_with("/s/") { route.replace("{token}", survey) } else { route.replace("{token}", report) };
        path.replace("{step}", "1").replace("{picture}", picture)
    };
    if route.contains("{picture}") { pictures.map(filled).to_vec() } else { vec![filled("")] }
}

async fn walk(stranger: &mut Stranger<'_>, table: &BTreeMap<(String, String), Cost>, (report, survey): (&str, &str)) {
    let (status, cookie, _) = stranger.send("POST", &format!("/s/{survey}"), None, Some("")).await;
    assert_eq!(status, 303);
    for ((method, route), allowed) in table {
        for path in requests(route, report, survey) {
            let begins = method == "POST" && route == "/s/{token}";
            let cookie = cookie.as_deref().filter(|_| route.starts_with("/s/") && !begins);
            let body = (method == "POST").then_some("pick=0");
            let (status, _, cost) = stranger.send(method, &path, cookie, body).await;
            assert!(status < 500, "{method} {path}: {status}");
            let is_within = cost.statements <= allowed.statements && cost.rows <= allowed.rows;
            assert!(is_within, "{method} {path} cost {cost:?}, and the table allows {allowed:?}");
        }
    }
}

processes_on_both! {
    async fn no_public_request_costs_more_with_ten_thousand_answers_than_the_table_says(backend: Backend) {
        let site = Site::create(backend).await.with("LOG", "info,sqlx::query=debug").with("POLL_MS", "1000");
        let server = site.serve().await;
        let (id, report, survey) = published(&site).await;
        let mut stranger = Stranger { site: &site, server: &server, sent: 0, seen: RefCell::default() };
        let table = table();
        walk(&mut stranger, &table, (&report, &survey)).await;
        fill(&site, &id).await;
        // The first reader waits for the view of new answers, which is rendered once in the background.
        let (status, ..) = stranger.send("GET", &format!("/r/{report}"), None, None).await;
        assert_eq!(status, 200);
        walk(&mut stranger, &table, (&report, &survey)).await;
        if backend == Backend::Sqlite {
            assert_no_table_is_scanned(&site, &stranger.seen.take()).await;
        }
        drop(server);
        site.end().await;
    }
}

/// Checks SQLite's query plan of each statement; `clock` and `heartbeat` have only one row.
async fn assert_no_table_is_scanned(site: &Site, statements: &BTreeSet<String>) {
    let is_planned =
        |sql: &&String| ["SELECT", "UPDATE", "DELETE", "INSERT"].iter().any(|verb| sql.trim_start().starts_with(verb));
    for sql in statements.iter().filter(is_planned) {
        let mut connection = AnyConnection::connect(&site.database.url).await.unwrap();
        let plan =
            sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).fetch_all(&mut connection).await.unwrap();
        for step in plan {
            let step: String = step.try_get("detail").unwrap();
            let is_small = ["clock", "heartbeat", "CONSTANT ROW"].iter().any(|small| step.contains(small));
            assert!(!step.starts_with("SCAN") || is_small, "{step}: {sql}");
        }
    }
}

/// Inserts complete and unfinished answers directly into the database.
async fn fill(site: &Site, report: &str) {
    let numbers =
        format!("WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {ANSWERS})");
    for (tag, complete) in [("A", 1), ("B", 0)] {
        site.database
            .run(&format!(
                "{numbers} INSERT INTO survey_answers
                     (id, report_id, survey_id, browser, answers, choice, complete, counted, started_at)
                 SELECT 'ans_01KDVDNA00000000{tag}' || CAST(100000000 + n AS TEXT), '{report}', s.id, NULL,
                        '{{\"preference\":1}}', 1, {complete}, {complete}, s.created_at
                 FROM numbers CROSS JOIN surveys s"
            ))
            .await;
    }
    site.database
        .run(&format!(
            "UPDATE surveys SET unfinished = unfinished + {ANSWERS}, quota = 20000, complete = complete + {ANSWERS}"
        ))
        .await;
    site.database
        .run("UPDATE reports SET people_version = people_version + 1 WHERE people_version > 0 OR status = 'completed'")
        .await;
}
