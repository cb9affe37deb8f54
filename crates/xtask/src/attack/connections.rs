//! Attacks with connections that are held open rather than used.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use super::Attack;
use super::http2::{self, Frames};
use super::strike::{ATTACKER, Strike, wait};
use super::wire::{bearer, connect, get_once};
use crate::bench::process::TOKEN;

pub(super) const ATTACKS: [Attack; 6] = [
    Attack { name: "idle", about: "1,200 idle HTTP/2 connections of one address that answer pings", run: idle },
    Attack { name: "idle-crowd", about: "the same from 60 addresses", run: idle_crowd },
    Attack { name: "slow-heads", about: "1,200 connections that send their heads byte by byte", run: slow_heads },
    Attack { name: "slow-bodies", about: "500 requests whose bodies come byte by byte", run: slow_bodies },
    Attack { name: "unread", about: "300 clients that ask for long answers and never read", run: unread },
    Attack { name: "opening", about: "2,000 connections a second that are opened and closed at once", run: opening },
];

/// The pause between two turns over all connections.
const PAUSE: Duration = Duration::from_millis(100);

/// A connection that is held, with its action at each turn, which returns false once the connection is closed.
struct Held<'a> {
    stream: TcpStream,
    turn: Box<dyn FnMut(&mut TcpStream) -> bool + 'a>,
}

/// The first bytes that a client sends, and its action at each turn, which returns false once the connection is closed.
type Client<'a> = (Vec<u8>, Box<dyn FnMut(&mut TcpStream) -> bool + 'a>);

/// Opens connections, and gives each its turns until the attack ends.
fn hold<'a>(
    strike: &Strike<'_>,
    count: usize,
    from: impl Fn(usize) -> Ipv4Addr,
    begin: impl Fn(usize) -> Client<'a>,
) -> String {
    let (mut held, mut opened, mut refused) = (Vec::<Held<'a>>::new(), 0, 0);
    let mut next = 0;
    while !strike.is_over() {
        for number in next..(next + count / 10).min(count) {
            let (hello, turn) = begin(number);
            let stream = connect(strike.server, from(number)).and_then(|mut stream| {
                stream.write_all(&hello)?;
                stream.set_nonblocking(true)?;
                Ok(stream)
            });
            match stream {
                Ok(stream) => held.push(Held { stream, turn }),
                Err(_) => refused += 1,
            }
            opened = number + 1;
            if strike.is_over() {
                break;
            }
        }
        next = opened;
        held.retain_mut(|held| (held.turn)(&mut held.stream));
        wait(PAUSE);
    }
    format!("{opened} opened, {refused} of them in vain, {} open at the end", held.len())
}

/// Reads everything available. Returns true if the connection is still open.
fn drain(stream: &mut TcpStream, mut take: impl FnMut(&[u8]) -> bool) -> bool {
    let mut buffer = [0; 4096];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return false,
            Ok(read) if take(&buffer[..read]) => {}
            Ok(_) => return false,
            Err(error) => return error.kind() == ErrorKind::WouldBlock,
        }
    }
}

/// Writes bytes. Returns true if the connection is still open: full buffers are no error, the next turn writes again.
fn write(stream: &mut TcpStream, bytes: &[u8]) -> bool {
    stream.write(bytes).is_ok_and(|written| written > 0 || bytes.is_empty())
        || bytes.is_empty()
        || stream.take_error().is_ok_and(|error| error.is_none())
}

fn answering_pings<'a>() -> Client<'a> {
    let mut frames = Frames::default();
    let turn = move |stream: &mut TcpStream| {
        let mut answers = Some(Vec::new());
        let open = drain(stream, |read| {
            let more = frames.answer(read);
            answers = answers.take().zip(more).map(|(answers, more)| [answers, more].concat());
            answers.is_some()
        });
        open && answers.is_some_and(|answers| write(stream, &answers))
    };
    (http2::hello(), Box::new(turn))
}

fn idle(strike: &Strike<'_>) -> anyhow::Result<String> {
    Ok(hold(strike, 1_200, |_| ATTACKER, |_| answering_pings()))
}

fn crowd(number: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 0, 1, u8::try_from(number % 60).unwrap_or_default() + 1)
}

fn idle_crowd(strike: &Strike<'_>) -> anyhow::Result<String> {
    Ok(hold(strike, 1_200, crowd, |_| answering_pings()))
}

/// Returns an action that sends one byte at each turn.
fn dripping<'a>(byte: u8) -> Box<dyn FnMut(&mut TcpStream) -> bool + 'a> {
    Box::new(move |stream| drain(stream, |_| true) && write(stream, &[byte]))
}

fn slow_heads(strike: &Strike<'_>) -> anyhow::Result<String> {
    Ok(hold(strike, 1_200, crowd, |_| (b"GET /healthz HTTP/1.1\r\nhost: attack\r\nx-slow: ".to_vec(), dripping(b'a'))))
}

fn slow_bodies(strike: &Strike<'_>) -> anyhow::Result<String> {
    let spaces = format!("{}/spaces", strike.field.org);
    let bodies = ["/sign-in".to_owned(), spaces].map(|path| {
        let kind = if path == "/sign-in" { "application/x-www-form-urlencoded" } else { "application/json" };
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\norigin: http://{}\r\n{}content-type: {kind}\r\ncontent-length: 60000\r\n\r\n",
            strike.server,
            strike.server,
            if path == "/sign-in" { String::new() } else { bearer(TOKEN) },
        );
        head.into_bytes()
    });
    Ok(hold(strike, 500, crowd, |number| (bodies[number % 2].clone(), dripping(b'a'))))
}

fn unread(strike: &Strike<'_>) -> anyhow::Result<String> {
    let base = &strike.field.large.base;
    let paths = ["llms-full.txt", "llms.txt", "sitemap-pages.xml", "~print"];
    let texts = paths.map(|path| get_once(&format!("{base}/{path}"), ""));
    let tree = format!("{}/content/pages", strike.field.large.space);
    let requests = [&texts[..], &[get_once(&tree, &bearer(TOKEN))]].concat();
    let still = || Box::new(|_: &mut TcpStream| true);
    Ok(hold(strike, 300, crowd, |number| (requests[number % requests.len()].clone(), still())))
}

fn opening(strike: &Strike<'_>) -> anyhow::Result<String> {
    let (opened, refused) = (std::sync::atomic::AtomicUsize::new(0), std::sync::atomic::AtomicUsize::new(0));
    // Faster clients would take the processors from the readers by themselves.
    strike.clients(16, 80_000, |client, _| {
        let counter = if connect(strike.server, crowd(client)).is_ok() { &opened } else { &refused };
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        wait(Duration::from_millis(8));
    });
    Ok(format!("{} opened, {} in vain", opened.into_inner(), refused.into_inner()))
}
