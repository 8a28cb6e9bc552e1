//! A server on loopback that plays the hub, a mirror or any other source, and does with each request what the test says.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::fault::MinimumSpeed;
use crate::hub_address;
use crate::network::Network;
use crate::source::Mirror;

pub(crate) const TOKEN: &str = "hf_very_secret";

/// What the server does with one request.
#[derive(Clone)]
pub(crate) enum Act {
    /// Sends the file, or the range that was asked for.
    Serve(Vec<u8>),
    /// The same without regard to the range.
    ServeAll(Vec<u8>),
    /// Sends this many bytes of what was asked for, then closes the connection.
    Cut(Vec<u8>, usize),
    /// Sends this many bytes of what was asked for, then nothing, without closing the connection.
    Stall(Vec<u8>, usize),
    /// Redirects to an address and states this SHA-256 of the file there.
    Moved(String, String),
    Status(u16),
    /// Never answers.
    Silent,
}

pub(crate) struct Server {
    pub(crate) address: String,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server that acts on its first request by the first act, and so on; the last act repeats.
    pub(crate) fn start(acts: Vec<Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&heads);
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let act = acts[number.min(acts.len() - 1)].clone();
                let mut stream = stream.unwrap();
                let head = head_of(&mut stream);
                seen.lock().unwrap().push(head.clone());
                // A client that has had enough closes the connection, which is no failure here.
                std::thread::spawn(move || drop(answer(&mut stream, &head, act)));
            }
        });
        Self { address, heads }
    }

    /// Returns the heads of the requests so far, in lower case.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    pub(crate) fn requests(&self) -> usize {
        self.heads().len()
    }
}

fn head_of(stream: &mut TcpStream) -> String {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        head.push(byte[0]);
    }
    String::from_utf8(head).unwrap().to_lowercase()
}

fn answer(stream: &mut TcpStream, head: &str, act: Act) -> std::io::Result<()> {
    let asked = head.lines().find_map(|line| line.strip_prefix("range: bytes=")?.strip_suffix('-')?.parse().ok());
    match act {
        Act::Serve(file) => send(stream, &file, asked, usize::MAX),
        Act::ServeAll(file) => send(stream, &file, None, usize::MAX),
        Act::Cut(file, bytes) => send(stream, &file, asked, bytes),
        Act::Stall(file, bytes) => send(stream, &file, asked, bytes).and_then(|()| until_closed(stream)),
        Act::Moved(to, hash) => write!(
            stream,
            "HTTP/1.1 302 Found\r\nlocation: {to}\r\nx-linked-etag: \"{hash}\"\r\ncontent-length: 0\r\n\
             connection: close\r\n\r\n"
        ),
        Act::Status(status) => {
            write!(stream, "HTTP/1.1 {status} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        }
        Act::Silent => until_closed(stream),
    }
}

/// Sends the file from the byte that was asked for, and at most `bytes_max` of it.
fn send(stream: &mut TcpStream, file: &[u8], asked: Option<usize>, bytes_max: usize) -> std::io::Result<()> {
    let (begin, total) = (asked.unwrap_or(0), file.len());
    if begin >= total {
        return write!(
            stream,
            "HTTP/1.1 416 No\r\ncontent-range: bytes */{total}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        );
    }
    let rest = &file[begin..];
    let first = match asked {
        Some(_) => format!("206 Partial Content\r\ncontent-range: bytes {begin}-{}/{total}", total - 1),
        None => "200 OK".to_owned(),
    };
    write!(stream, "HTTP/1.1 {first}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", rest.len())?;
    stream.write_all(&rest[..bytes_max.min(rest.len())])
}

fn until_closed(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.read(&mut [0]).map(drop)
}

/// A network with this hub, its token, and a window that suits a busy machine.
pub(crate) fn network(hub: &str, mirror: Option<&str>) -> Network {
    network_with_window(hub, mirror, Duration::from_secs(60))
}

/// A network that gives up a server after this time without a byte.
pub(crate) fn network_with_window(hub: &str, mirror: Option<&str>, window: Duration) -> Network {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let tls = tls.with_root_certificates(rustls::RootCertStore::empty()).with_no_client_auth();
    let mirror = mirror.map(|mirror| Mirror::parse(mirror).unwrap());
    let minimum_speed = MinimumSpeed { window, bytes_min: 1 };
    Network::with(&tls, hub_address(Some(hub)).unwrap(), Some(TOKEN), mirror, minimum_speed).unwrap()
}
