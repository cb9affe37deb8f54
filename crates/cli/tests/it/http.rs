//! As much of HTTP/1.1 as tests need: one request on one connection.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Longer than anything should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a server answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// The body of an answer with this status.
    #[track_caller]
    pub(crate) fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// A connection to a server of this test.
pub(crate) fn open(address: SocketAddr) -> TcpStream {
    try_open(address).unwrap()
}

#[expect(clippy::disallowed_methods, reason = "the server is on this machine, and started by the test")]
fn try_open(address: SocketAddr) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(stream)
}

/// Sends a request, waits for the answer.
pub(crate) fn request(
    address: SocketAddr,
    method: &str,
    target: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> Answer {
    attempt(address, method, target, token, body).unwrap()
}

/// Sends a request to a server that may go away, waits for the answer.
pub(crate) fn attempt(
    address: SocketAddr,
    method: &str,
    target: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Answer> {
    let mut head = format!("{method} {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    if let Some(token) = token {
        head.push_str(&format!("authorization: Bearer {token}\r\n"));
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        head.push_str(&format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len()));
    }
    let mut stream = try_open(address)?;
    stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
    try_answer(&mut stream)
}

/// Sends a form from a page of the server itself; the answer's head.
pub(crate) fn submit(address: SocketAddr, target: &str, form: &str) -> String {
    let mut stream = open(address);
    let head =
        format!("POST {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\norigin: http://{address}\r\n");
    let head = format!("{head}content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n", form.len());
    stream.write_all(format!("{head}\r\n{form}").as_bytes()).unwrap();
    self::head(&mut stream)
}

/// PUT of bytes, without a token.
pub(crate) fn put(address: SocketAddr, target: &str, bytes: &[u8]) -> Answer {
    let mut stream = open(address);
    let head = format!("PUT {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let head = format!("{head}content-type: application/octet-stream\r\ncontent-length: {}\r\n\r\n", bytes.len());
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(bytes).unwrap();
    answer(&mut stream)
}

/// GET with a cookie.
pub(crate) fn get_with_cookie(address: SocketAddr, target: &str, cookie: &str) -> Answer {
    let mut stream = open(address);
    let head = format!("GET {target} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncookie: {cookie}\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    answer(&mut stream)
}

/// Reads the head of an answer: what comes before the empty line.
pub(crate) fn head(stream: &mut TcpStream) -> String {
    try_head(stream).unwrap()
}

fn try_head(stream: &mut TcpStream) -> io::Result<String> {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte)?;
        head.push(byte[0]);
    }
    Ok(String::from_utf8(head).unwrap())
}

/// Reads the last answer of a connection.
pub(crate) fn answer(stream: &mut TcpStream) -> Answer {
    try_answer(stream).unwrap()
}

fn try_answer(stream: &mut TcpStream) -> io::Result<Answer> {
    let head = try_head(stream)?.to_ascii_lowercase();
    assert!(!head.contains("transfer-encoding"), "this client reads whole bodies only: {head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).map(|n| n.trim().parse().unwrap());
    let mut body = Vec::new();
    stream.read_to_end(&mut body)?;
    if length.is_some_and(|length: usize| length != body.len()) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Answer { status: head.split(' ').nth(1).unwrap().parse().unwrap(), body })
}
