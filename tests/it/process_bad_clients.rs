//! Malformed and abusive clients over real sockets: each gets a 4xx or a closed connection, and nothing is created or
//! charged.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use serde_json::json;

use crate::process::{Client, Process, SOON, Site, until};
use testing::support::{Backend, brief};

const CREDITS: i64 = 500;
const MEGABYTE: usize = 1024 * 1024;

/// A server with a valid client, which checks at the end that the others left no trace.
struct Range {
    site: Site,
    server: Process,
    client: Client,
}

impl Range {
    /// Serves with a short time to receive a request in, for clients that are too slow.
    async fn open() -> Self {
        Self::of(Site::create(Backend::Sqlite).await.with("RECEIVE_TIMEOUT_MS", "500")).await
    }

    async fn of(site: Site) -> Self {
        let client = site.client("good@example.com", CREDITS);
        let server = site.serve().await;
        Self { site, server, client }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.site.address).unwrap();
        stream.set_read_timeout(Some(SOON)).unwrap();
        stream.set_write_timeout(Some(SOON)).unwrap();
        stream
    }

    /// Sends these bytes and returns everything up to the close.
    fn answer_to(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // The server may close before it has read everything.
        let _ = stream.write_all(bytes);
        read_to_close(&mut stream)
    }

    fn head(&self, body_bytes: usize) -> String {
        format!(
            "POST /api/v1/reports HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\ncontent-type: application/json\r\n\
             content-length: {body_bytes}\r\n\r\n",
            self.client.key
        )
    }

    async fn close(self) {
        assert_eq!(self.client.credits_left().await, CREDITS);
        assert_eq!(self.site.database.integer("SELECT COUNT(*) FROM reports").await, 0);
        drop(self.server);
        self.site.end().await;
    }

    fn resident_kilobytes(&self) -> i64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

/// Reads until the server closes. A reset counts as closed; an open connection fails.
fn read_to_close(stream: &mut TcpStream) -> String {
    let mut answer = Vec::new();
    let mut buffer = [0; 65536];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => answer.extend(&buffer[..n]),
            Err(error) if error.kind() == ErrorKind::ConnectionReset => break,
            Err(error) => panic!("the connection was not closed: {error}"),
        }
    }
    String::from_utf8_lossy(&answer).into_owned()
}

fn status(answer: &str) -> Option<u16> {
    answer.strip_prefix("HTTP/1.1 ").map(|rest| rest[..3].parse().unwrap())
}

fn assert_refused_or_closed(answer: &str) {
    assert!(status(answer).is_none_or(|status| (400..500).contains(&status)), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn header_bombs_are_refused() {
    let range = Range::open().await;
    let many: String = (0..5000).map(|n| format!("x-{n}: y\r\n")).collect();
    let long = "y".repeat(100 * 1024);
    for bomb in [
        format!("GET /api/v1/credits HTTP/1.1\r\nhost: x\r\n{many}\r\n"),
        format!("GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nx-long: {long}\r\n\r\n"),
        format!("GET /{long} HTTP/1.1\r\nhost: x\r\n\r\n"),
    ] {
        let answer = range.answer_to(bomb.as_bytes());
        assert!([None, Some(431)].contains(&status(&answer)), "{answer}");
    }
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_http_is_refused() {
    let range = Range::open().await;
    let garbage: [&[u8]; 6] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS greeting\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/v1/reports HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"POST /api/v1/reports HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
        b"\0\0\0\0\r\n\r\n",
    ];
    for bytes in garbage {
        assert_refused_or_closed(&range.answer_to(bytes));
    }
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_behind_a_good_request_is_refused_after_the_good_answer() {
    let range = Range::open().await;
    let answer = range.answer_to(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n\0\x01\x02 garbage\r\n\r\n");
    assert_eq!(status(&answer), Some(200), "{answer}");
    assert!(answer.matches("HTTP/1.1 ").count() == 1 || answer.contains("HTTP/1.1 400"), "{answer}");
    assert_eq!(answer.matches("HTTP/1.1 200").count(), 1, "{answer}");
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_slow_with_its_headers_is_cut_off() {
    let range = Range::open().await;
    for start in ["", "GET /api/v1/credits HTTP/1.1\r\nhost: x\r\n"] {
        assert_refused_or_closed(&range.answer_to(start.as_bytes()));
    }
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_drips_its_headers_is_cut_off() {
    let range = Range::open().await;
    let mut stream = range.connect();
    stream.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
    stream.write_all(b"GET /api/v1/credits HTTP/1.1\r\nhost: x\r\nx-drip: ").unwrap();
    let dripped = (0..200).find(|_| stream.write_all(b"y").is_err() || is_closed(&mut stream));
    assert!(dripped.is_some(), "the server was still listening after 200 drops");
    range.close().await;
}

/// Whether the connection is closed; waits for the read timeout if it is open.
fn is_closed(stream: &mut TcpStream) -> bool {
    match stream.read(&mut [0; 512]) {
        Ok(n) => n == 0,
        Err(error) => ![ErrorKind::WouldBlock, ErrorKind::TimedOut].contains(&error.kind()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_is_slow_with_its_body_is_refused() {
    let range = Range::open().await;
    let answer = range.answer_to(format!("{}{{\"question\"", range.head(200)).as_bytes());
    assert_eq!(status(&answer), Some(400), "{answer}");
    assert!(answer.contains("took too long"), "{answer}");
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_cut_off_creates_nothing() {
    let range = Range::open().await;
    let body = brief().to_string();
    let mut stream = range.connect();
    stream.write_all(format!("{}{}", range.head(body.len()), &body[..body.len() - 1]).as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    assert_refused_or_closed(&read_to_close(&mut stream));
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_of_five_megabytes_is_refused_with_an_answer_its_sender_can_read() {
    let range = Range::of(Site::create(Backend::Sqlite).await).await;
    let huge = json!({ "question": "q".repeat(5 * MEGABYTE), "options": ["a", "b"] });
    let mut stranger = range.client.clone();
    stranger.key = "cvs_wrong".to_owned();
    for (client, expected) in [(&range.client, 400), (&stranger, 401)] {
        let answer = client.post(&huge).send().await.unwrap();
        assert_eq!(answer.status(), expected);
        assert!(answer.text().await.unwrap().contains("message"));
    }
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_bodies_of_five_megabytes_leave_memory_as_it_was() {
    // On a busy machine five megabytes take longer than the short time to receive them in.
    let range = Range::of(Site::create(Backend::Sqlite).await).await;
    let huge = format!("{}{}", range.head(5 * MEGABYTE), "q".repeat(5 * MEGABYTE));
    let mut stream = range.connect();
    let mut send = || {
        stream.write_all(huge.as_bytes()).unwrap();
        let mut answer = [0; 4096];
        let n = stream.read(&mut answer).unwrap();
        assert_eq!(status(&String::from_utf8_lossy(&answer[..n])), Some(400));
    };
    (0..5).for_each(|_| send());
    let before = range.resident_kilobytes();
    (0..200).for_each(|_| send());
    let grown = range.resident_kilobytes() - before;
    println!("200 bodies of 5 MB: {grown} kB more than {before} kB resident");
    assert!(grown < 20 * 1024, "{grown} kB");
    drop(stream);
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_abandoned_connections_do_not_keep_others_out() {
    let range = Range::open().await;
    let before = range.resident_kilobytes();
    let begun: Vec<TcpStream> = (0..2000)
        .map(|n| {
            let mut stream = range.connect();
            stream.write_all(if n % 2 == 0 { b"GET /" } else { b"" }).unwrap();
            stream
        })
        .collect();
    assert_eq!(range.client.credits_left().await, CREDITS);
    drop(begun);
    assert_eq!(range.client.credits_left().await, CREDITS);
    println!("2,000 abandoned connections: {} kB more resident", range.resident_kilobytes() - before);
    range.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_never_reads_its_answer_is_let_go() {
    let site = Site::create(Backend::Sqlite).await.with("REQUEST_TIMEOUT_MS", "2000");
    let client = site.client("good@example.com", 400);
    let server = site.serve().await;
    let large = json!({ "question": "Which is best?", "options": ["Drift", "Lull"], "sample_size": 400 });
    let id = client.created(&large).await;
    client.ended(&id).await;
    let sockets = || {
        let handles = std::fs::read_dir(format!("/proc/{}/fd", server.id())).unwrap();
        let targets = handles.filter_map(|handle| std::fs::read_link(handle.unwrap().path()).ok());
        targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count()
    };
    let before = sockets();
    let request =
        format!("GET /api/v1/reports/{id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {}\r\n\r\n", client.key);
    let mut deaf = TcpStream::connect(site.address).unwrap();
    deaf.write_all(request.repeat(50).as_bytes()).unwrap();
    until("the connection is taken up", SOON, || async { (sockets() > before).then_some(()) }).await;
    assert_eq!(client.credits_left().await, 0);
    until("the connection is closed", SOON, || async { (sockets() <= before).then_some(()) }).await;
    drop((deaf, server));
    site.end().await;
}
