//! The load: keep-alive connections that each send one fixed request repeatedly and discard the replies. Plain
//! sockets with little work, because client and server share the machine.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub const CONNECTIONS: usize = 32;
const READ_BYTES: usize = 256 * 1024;

/// A request that can be sent repeatedly.
#[derive(Clone)]
pub struct Shot {
    to: SocketAddr,
    bytes: Vec<u8>,
}

/// The result of one round.
pub struct Round {
    pub per_second: f64,
    pub p99: Duration,
}

pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Shot {
    pub fn new(to: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Self {
        let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let bytes =
            format!("{method} {path} HTTP/1.1\r\nhost: {to}\r\ncontent-length: {}\r\n{headers}\r\n{body}", body.len());
        Self { to, bytes: bytes.into_bytes() }
    }

    pub fn to(&self) -> SocketAddr {
        self.to
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Sends the request once and returns the reply.
    pub async fn once(&self) -> std::io::Result<Answer> {
        let mut connection = Connection::open(self.to).await?;
        let mut body = Vec::new();
        let (status, head) = connection.exchange(&self.bytes, |part| body.extend_from_slice(part)).await?;
        Ok(Answer { status, head: head.to_owned(), body })
    }

    /// Sends the request over every connection for `time`; each reply must have this status and length of body.
    pub async fn round(&self, time: Duration, status: u16, bytes: usize) -> Round {
        let started = Instant::now();
        let connections: Vec<_> =
            (0..CONNECTIONS).map(|_| tokio::spawn(self.clone().fire(started + time, status, bytes))).collect();
        let mut latencies = Vec::new();
        for connection in connections {
            latencies.extend(connection.await.expect("a connection of the load failed"));
        }
        let per_second = latencies.len() as f64 / started.elapsed().as_secs_f64();
        latencies.sort_unstable();
        Round { per_second, p99: latencies[latencies.len() * 99 / 100] }
    }

    async fn fire(self, until: Instant, status: u16, bytes: usize) -> Vec<Duration> {
        let mut connection = Connection::open(self.to).await.expect("the server accepts connections");
        let mut latencies = Vec::with_capacity(16 * 1024);
        loop {
            let sent = Instant::now();
            if sent >= until {
                return latencies;
            }
            let mut received = 0;
            let answered = connection.exchange(&self.bytes, |part| received += part.len()).await;
            let (got, head) = answered.expect("the server answers");
            assert_eq!((got, received), (status, bytes), "{head}");
            latencies.push(sent.elapsed());
        }
    }
}

/// A keep-alive connection with one buffer.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(to: SocketAddr) -> std::io::Result<Self> {
        let stream = TcpStream::connect(to).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: vec![0; READ_BYTES] })
    }

    /// Returns the status and the head; the body goes to `keep`, part by part.
    pub async fn exchange(&mut self, request: &[u8], mut keep: impl FnMut(&[u8])) -> std::io::Result<(u16, &str)> {
        self.stream.write_all(request).await?;
        let mut filled = 0;
        let head_ends = loop {
            filled += self.read(filled).await?;
            if let Some(at) = self.buffer[..filled].windows(4).position(|four| four == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let (status, length) = read_head(&self.buffer[..head_ends]);
        keep(&self.buffer[head_ends..filled]);
        let mut missing = length - (filled - head_ends);
        while missing > 0 {
            // The head stays in the buffer, since it is returned.
            let read = self.read(head_ends).await?;
            keep(&self.buffer[head_ends..head_ends + read]);
            missing -= read;
        }
        Ok((status, std::str::from_utf8(&self.buffer[..head_ends]).expect("a head is text")))
    }

    async fn read(&mut self, from: usize) -> std::io::Result<usize> {
        match self.stream.read(&mut self.buffer[from..]).await? {
            0 => Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => Ok(read),
        }
    }
}

/// Returns the status and the length of the body; every server here states it.
fn read_head(head: &[u8]) -> (u16, usize) {
    let head = std::str::from_utf8(head).expect("a head is text");
    let status = head.get(9..12).and_then(|status| status.parse().ok()).expect("a status line");
    let name = "content-length:";
    let line = head.lines().find(|line| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    let length = line.and_then(|line| line[name.len()..].trim().parse().ok());
    (status, length.unwrap_or_else(|| panic!("no content-length: {head}")))
}
