//! A server that says what it is told to, whatever it is asked.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};

/// A server that answers one connection after the other.
pub(crate) struct Server {
    pub(crate) at: SocketAddr,
    /// What it was asked.
    pub(crate) asked: Receiver<String>,
}

impl Server {
    /// A server whose connections are answered by these, in order.
    pub(crate) fn saying(answers: Vec<Vec<u8>>) -> Self {
        Self::doing(answers.into_iter().map(|answer| move |mut stream: TcpStream| stream.write_all(&answer).unwrap()))
    }

    /// A server that does this with its connections once it has read what was asked.
    pub(crate) fn doing<F: FnOnce(TcpStream) + Send + 'static>(acts: impl IntoIterator<Item = F>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let (tell, asked) = mpsc::channel();
        let acts: Vec<F> = acts.into_iter().collect();
        std::thread::spawn(move || {
            for act in acts {
                let (mut stream, _) = listener.accept().unwrap();
                let question = head(&mut stream);
                let _ = tell.send(question);
                act(stream);
            }
        });
        Self { at, asked }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.at)
    }
}

fn head(stream: &mut TcpStream) -> String {
    let mut read = Vec::new();
    let mut byte = [0];
    while !read.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
        read.push(byte[0]);
    }
    String::from_utf8(read).unwrap()
}

/// An answer with this status line, these headers and this body.
pub(crate) fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let mut answer = format!("HTTP/1.1 {status}\r\n{headers}\r\n").into_bytes();
    answer.extend_from_slice(body);
    answer
}
