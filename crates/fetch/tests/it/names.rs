//! What is published under names, asked of servers that these tests are: over UDP, over TCP, and over HTTP.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, UdpSocket};
use std::thread;

use quire_fetch::dns::Resolver;
use quire_fetch::names::Publications;
use quire_fetch::{Error, Reason};

use crate::server::{Server, answer};

const NAME: &str = "_quire-verification.docs.example.com";

fn numbers() -> impl FnMut() -> u16 {
    let mut last = 4711;
    move || {
        last += 1;
        last
    }
}

fn ask(servers: &[SocketAddr]) -> Result<Vec<String>, Error> {
    Publications::new(Resolver::new(servers), false).texts(NAME, numbers())
}

/// The answer to a question with these flags and texts.
fn reply(question: &[u8], flags: u16, texts: &[&str]) -> Vec<u8> {
    // Behind the name there are its type and its class.
    let end = 12 + question[12..].iter().position(|byte| *byte == 0).unwrap() + 5;
    let mut message = question[..end].to_vec();
    message[2..4].copy_from_slice(&flags.to_be_bytes());
    message[4..12].copy_from_slice(&[0, 1, 0, u8::try_from(texts.len()).unwrap(), 0, 0, 0, 0]);
    for text in texts {
        let length = u8::try_from(text.len()).unwrap();
        message.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]);
        message.extend(text.as_bytes());
    }
    message
}

/// A server that answers each question with these messages.
fn udp(replies: impl Fn(&[u8]) -> Vec<Vec<u8>> + Send + 'static) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let at = socket.local_addr().unwrap();
    thread::spawn(move || {
        let mut buffer = [0; 2048];
        while let Ok((length, from)) = socket.recv_from(&mut buffer) {
            for reply in replies(&buffer[..length]) {
                socket.send_to(&reply, from).unwrap();
            }
        }
    });
    at
}

#[test]
fn texts_are_asked_of_a_server() {
    let server = udp(|question| {
        // Somebody who guesses, before the server answers.
        let mut guess = reply(question, 0x8180, &["guessed"]);
        guess[0] ^= 1;
        let mut other = reply(question, 0x8180, &["of another name"]);
        other[14] ^= 1;
        vec![vec![0; 3], guess, other, question.to_vec(), reply(question, 0x8180, &["one", "two"])]
    });
    assert_eq!(ask(&[server]).unwrap(), ["one", "two"]);
    let none = udp(|question| vec![reply(question, 0x8183, &[])]);
    assert_eq!(ask(&[none]).unwrap(), [""; 0]);
}

#[test]
fn an_answer_that_does_not_fit_is_asked_for_over_tcp() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap();
    let socket = UdpSocket::bind(at).unwrap();
    thread::spawn(move || {
        let mut buffer = [0; 2048];
        let (length, from) = socket.recv_from(&mut buffer).unwrap();
        socket.send_to(&reply(&buffer[..length], 0x8380, &[]), from).unwrap();
        let (mut stream, _) = listener.accept().unwrap();
        let mut length = [0; 2];
        stream.read_exact(&mut length).unwrap();
        let mut question = vec![0; usize::from(u16::from_be_bytes(length))];
        stream.read_exact(&mut question).unwrap();
        let long = "x".repeat(200);
        let reply = reply(&question, 0x8180, &[long.as_str(); 30]);
        stream.write_all(&u16::try_from(reply.len()).unwrap().to_be_bytes()).unwrap();
        stream.write_all(&reply).unwrap();
    });
    assert_eq!(ask(&[at]).unwrap(), vec!["x".repeat(200); 30]);
}

#[test]
fn a_server_that_refuses_is_followed_by_the_next() {
    let refusing = udp(|question| vec![reply(question, 0x8185, &[])]);
    let babbling = udp(|question| vec![question.to_vec(); 200]);
    let good = udp(|question| vec![reply(question, 0x8180, &["here"])]);
    assert_eq!(ask(&[refusing, babbling, good]).unwrap(), ["here"]);
    assert!(matches!(ask(&[refusing]), Err(Error::Refused(5))));
    assert!(matches!(ask(&[babbling]), Err(Error::NoAnswer)));
    assert!(matches!(ask(&[]), Err(Error::NoAnswer)));
    let bad = Publications::new(Resolver::new(&[good]), false).texts("no name", numbers());
    assert!(matches!(bad, Err(Error::Address(_))));
}

#[test]
fn a_file_is_small_and_where_it_is_asked_for() {
    let large = vec![b'x'; 20_000];
    let server = Server::saying(vec![
        answer("200 OK", "content-length: 5\r\n", b"proof"),
        answer("200 OK", "", &large),
        answer("302 Found", "location: http://127.0.0.1/elsewhere\r\ncontent-length: 0\r\n", b""),
        answer("404 Not Found", "content-length: 5\r\n", b"proof"),
    ]);
    let resolver = || Resolver::new(&[]);
    let open = Publications::new(resolver(), true);
    assert_eq!(open.file(&server.url("/x")).unwrap(), "proof");
    for _ in 0..3 {
        assert!(open.file(&server.url("/x")).is_err());
    }
    let closed = Publications::new(resolver(), false);
    assert!(matches!(closed.file(&server.url("/x")), Err(Error::Unreachable { reason: Reason::Private(_), .. })));
}
