//! Connections from chosen addresses of this machine, and the requests of badly behaved clients.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use socket2::{Domain, Socket, Type};

/// The time limit for connecting.
const CONNECT: Duration = Duration::from_secs(5);
/// The number of bytes of an answer's head that are read for its status.
const HEAD: usize = 12;

/// Connects to a server of this run from an address of this machine.
pub(super) fn connect(server: SocketAddr, from: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
    socket.bind(&SocketAddr::from((from, 0)).into())?;
    socket.connect_timeout(&server.into(), CONNECT)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The time that a client waits for an answer.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stay {
    /// Until the answer is complete, or until this instant.
    Until(Instant),
    /// This long after the request was sent.
    For(Duration),
}

/// Sends a request on a new connection and reads the answer until the server closes it. Returns the status, or `None`
/// if the client left first. The request must ask the server to close.
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

/// Returns a GET request without a token that keeps the connection open.
pub(super) fn get(path: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: attack\r\naccept: */*\r\n\r\n").into_bytes()
}

/// Returns a GET request after which the server closes the connection. `headers` must end with CRLF, if there are any.
pub(super) fn get_once(path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: attack\r\nconnection: close\r\naccept: */*\r\n{headers}\r\n").into_bytes()
}

/// Returns the header line of a token.
pub(super) fn bearer(token: &str) -> String {
    format!("authorization: Bearer {token}\r\n")
}

/// Returns the request of a form on a page of the server, after which the server closes the connection.
pub(super) fn form(server: SocketAddr, path: &str, fields: &str) -> Vec<u8> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {server}\r\norigin: http://{server}\r\nsec-fetch-site: same-origin\r\n\
         connection: close\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{fields}",
        fields.len()
    );
    head.into_bytes()
}
