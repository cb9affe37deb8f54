//! Connections from chosen addresses of this machine, and requests of clients that behave badly.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

/// How long a client waits for a connection.
const CONNECT: Duration = Duration::from_secs(5);
/// The most of an answer's head that is looked at.
const HEAD: usize = 12;

/// Connects to a server of this run, from an address of this machine.
pub(super) fn connect(server: SocketAddr, from: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&server.into(), CONNECT)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// How long a client stays.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stay {
    /// Until the answer is read, or this moment is there.
    Until(Instant),
    /// So long after the request was sent.
    For(Duration),
}

/// Sends a request on a connection of its own and reads the answer until the server closes; the status, or none if the
/// client left before. The request must ask the server to close.
pub(super) fn ask(server: SocketAddr, from: Ipv4Addr, request: &[u8], stay: Stay) -> io::Result<Option<u16>> {
    let mut stream = connect(server, from)?;
    stream.set_write_timeout(Some(CONNECT))?;
    stream.write_all(request)?;
    let end = match stay {
        Stay::Until(end) => end,
        Stay::For(time) => Instant::now() + time,
    };
    let (mut head, mut buffer) = (Vec::new(), vec![0; 64 << 10]);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(None);
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(more) if head.len() < HEAD => head.extend(&buffer[..more.min(HEAD)]),
            Ok(_) => {}
            Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        }
    }
    let status = head.get(9..12).and_then(|digits| str::from_utf8(digits).ok()?.parse().ok());
    status.map(Some).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// A GET request without a token, after which the connection stays open.
pub(super) fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: attack\r\naccept: */*\r\n\r\n").into_bytes()
}

/// A GET request after which the server closes. `headers` end their lines.
pub(super) fn get_once(path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: attack\r\nconnection: close\r\naccept: */*\r\n{headers}\r\n").into_bytes()
}

/// The header of a token.
pub(super) fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}\r\n")
}

/// A form that a page of the server sends, after which the server closes.
pub(super) fn form(server: SocketAddr, path: &str, fields: &str) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {server}\r\norigin: http://{server}\r\nsec-fetch-site: same-origin\r\n\
         connection: close\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{fields}",
        fields.len()
    );
    head.into_bytes()
}
