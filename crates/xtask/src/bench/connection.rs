//! A client for one persistent HTTP/1.1 connection: just enough of the protocol for servers that send complete bodies,
//! at the least cost for the load generator.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use serde_json::Value;

/// The time limit of an answer, longer than any should take.
const PATIENCE: Duration = Duration::from_secs(60);

/// An open connection to a server.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

/// Returns the bytes of a GET request.
pub(crate) fn get(path: &str, token: &str) -> Vec<u8> {
    let head = format!("GET {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\naccept: */*\r\n\r\n");
    head.into_bytes()
}

/// Returns the bytes of a request with a JSON body, which is empty for null.
pub(crate) fn send(method: &str, path: &str, token: &str, body: &Value) -> Vec<u8> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!("{method} {path} HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer {token}\r\naccept: */*\r\n");
    let about = format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    (head + &about + &body).into_bytes()
}

impl Connection {
    /// Connects to a server of this run.
    #[expect(clippy::disallowed_methods, reason = "the servers are on this machine, and started here")]
    pub(crate) fn open(address: SocketAddr) -> anyhow::Result<Self> {
        Self::over(TcpStream::connect(address).context("connecting")?)
    }

    /// Wraps a stream that is connected already.
    pub(crate) fn over(stream: TcpStream) -> anyhow::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(Self { stream, buffer: vec![0; 64 << 10] })
    }

    /// Sends a request, and returns the status and the body of the answer.
    pub(crate) fn exchange(&mut self, request: &[u8]) -> anyhow::Result<(u16, &[u8])> {
        self.stream.write_all(request).context("sending a request")?;
        let mut filled = 0;
        let head = loop {
            filled += self.read(filled)?;
            if let Some(head) = self.buffer[..filled].windows(4).position(|at| at == b"\r\n\r\n") {
                break head;
            }
        };
        let (status, length) = parse(&self.buffer[..head])?;
        let whole = head + 4 + length;
        while filled < whole {
            filled += self.read(filled)?;
        }
        ensure!(filled == whole, "an answer was longer than it said");
        Ok((status, &self.buffer[head + 4..whole]))
    }

    /// Reads a path that must answer with JSON and 200.
    pub(crate) fn json(&mut self, path: &str, token: &str) -> anyhow::Result<Value> {
        let (status, body) = self.exchange(&get(path, token))?;
        ensure!(status == 200, "{path}: {status}: {}", String::from_utf8_lossy(body));
        serde_json::from_slice(body).with_context(|| path.to_owned())
    }

    fn read(&mut self, filled: usize) -> anyhow::Result<usize> {
        if filled == self.buffer.len() {
            self.buffer.resize(filled * 2, 0);
        }
        match self.stream.read(&mut self.buffer[filled..]).context("reading an answer")? {
            0 => bail!("the server closed the connection"),
            more => Ok(more),
        }
    }
}

/// Returns the status and the length of the body.
fn parse(head: &[u8]) -> anyhow::Result<(u16, usize)> {
    let head = str::from_utf8(head).context("reading the head of an answer")?;
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).context("an answer without a status")?;
    let length = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse())
    });
    let status: u16 = status.parse()?;
    // An answer with 204 has no body (RFC 9110, 15.3.5) and no length.
    let length = if status == 204 { 0 } else { length.context("an answer without a length")?? };
    Ok((status, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_gives_status_and_length() {
        let head = b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nContent-Length: 42";
        assert_eq!(parse(head).unwrap(), (200, 42));
        assert_eq!(parse(b"HTTP/1.1 204 No Content").unwrap(), (204, 0));
        assert!(parse(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked").is_err());
    }
}
