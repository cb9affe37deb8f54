//! Records of the domain name system that hold text (RFC 1035, type TXT), asked of a resolver that follows aliases.
//!
//! What comes back was written by strangers. Messages, records and texts are bounded, a message that does not repeat the
//! question is ignored, and no name costs more than its length. Only what proofs need is here: one type, no cache, no
//! resolving of one's own.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpStream, UdpSocket};
use tokio::time::{Instant, timeout_at};

use crate::{Error, Reason};

/// The most bytes of an answer in one datagram, which the question announces (RFC 6891).
const DATAGRAM: usize = 1232;
/// The most bytes of an answer over TCP.
const MESSAGE: usize = 16 * 1024;
/// The most records of an answer that are looked at.
const RECORDS: u16 = 64;
/// The longest name, in bytes of its encoding.
const NAME: usize = 255;
/// The most datagrams that are read while the answer is waited for.
const STRAY: usize = 32;
/// The most servers that are asked.
const SERVERS: usize = 3;
/// How often each of them is asked.
const ROUNDS: usize = 2;
/// How long one server has to answer.
const PATIENCE: Duration = Duration::from_secs(2);

const TXT: u16 = 16;
const CNAME: u16 = 5;
const OPT: u16 = 41;
const INTERNET: u16 = 1;
const HEAD: usize = 12;

/// Asks resolvers for texts.
#[derive(Debug, Clone)]
pub struct Resolver {
    servers: Vec<SocketAddr>,
}

impl Resolver {
    /// Asks these servers, the first three in their order.
    pub fn new(servers: &[SocketAddr]) -> Self {
        Self { servers: servers.iter().copied().take(SERVERS).collect() }
    }

    /// Asks the servers that a file such as `/etc/resolv.conf` names; without any, the one on this machine.
    pub fn of_file(text: &str) -> Self {
        let lines = text.lines().filter_map(|line| line.trim().strip_prefix("nameserver"));
        let addresses = lines.filter_map(|rest| rest.trim().parse::<IpAddr>().ok());
        let mut servers: Vec<_> = addresses.map(|address| SocketAddr::new(address, 53)).collect();
        if servers.is_empty() {
            servers.push((Ipv4Addr::LOCALHOST, 53).into());
        }
        Self::new(&servers)
    }

    /// The texts of the records of a name; none if there is no such name. `numbers` gives numbers that nobody can guess.
    pub async fn texts(&self, name: &str, numbers: &mut impl FnMut() -> u16) -> Result<Vec<String>, Error> {
        let mut last = Error::NoAnswer;
        for server in self.servers.iter().cycle().take(self.servers.len() * ROUNDS) {
            let question = Question::new(name, numbers())?;
            let deadline = Instant::now() + PATIENCE;
            match timeout_at(deadline, ask(*server, &question)).await {
                Ok(Ok(texts)) => return Ok(texts),
                Ok(Err(e)) => last = e,
                Err(_) => last = Error::TooSlow,
            }
        }
        Err(last)
    }
}

/// A question for the texts of one name.
struct Question {
    /// The message: head, question, and how long an answer may be.
    message: Vec<u8>,
    number: u16,
    name: Vec<u8>,
}

impl Question {
    fn new(name: &str, number: u16) -> Result<Self, Error> {
        let name = encoded(name).ok_or(Error::Address("is no name of a host"))?;
        let mut message = Vec::with_capacity(HEAD + name.len() + 15);
        // One question, one additional record; recursion is desired.
        for word in [number, 0x0100, 1, 0, 0, 1] {
            message.extend(word.to_be_bytes());
        }
        message.extend(&name);
        for word in [TXT, INTERNET] {
            message.extend(word.to_be_bytes());
        }
        message.push(0);
        for word in [OPT, DATAGRAM as u16, 0, 0, 0] {
            message.extend(word.to_be_bytes());
        }
        Ok(Self { message, number, name })
    }
}

/// A name as messages have it, in small letters. Letters of other scripts are written as hosts are.
fn encoded(name: &str) -> Option<Vec<u8>> {
    let ascii = match url::Host::parse(name.trim_end_matches('.')).ok()? {
        url::Host::Domain(name) => name,
        url::Host::Ipv4(_) | url::Host::Ipv6(_) => return None,
    };
    let mut bytes = Vec::with_capacity(ascii.len() + 2);
    for label in ascii.split('.') {
        let length = u8::try_from(label.len()).ok().filter(|length| (1..=63).contains(length))?;
        bytes.push(length);
        bytes.extend(label.bytes().map(|byte| byte.to_ascii_lowercase()));
    }
    bytes.push(0);
    (bytes.len() <= NAME).then_some(bytes)
}

async fn ask(server: SocketAddr, question: &Question) -> Result<Vec<String>, Error> {
    let unreachable =
        |e: std::io::Error| Error::Unreachable { host: server.to_string(), reason: Reason::Failed(e.to_string()) };
    let local: SocketAddr = if server.is_ipv4() { ([0; 4], 0).into() } else { ([0; 16], 0).into() };
    // A socket for each question, with a port that the operating system draws, which hears this server alone.
    let socket = UdpSocket::bind(local).await.map_err(unreachable)?;
    socket.connect(server).await.map_err(unreachable)?;
    socket.send(&question.message).await.map_err(unreachable)?;
    let mut buffer = vec![0; DATAGRAM];
    for _ in 0..STRAY {
        let length = socket.recv(&mut buffer).await.map_err(unreachable)?;
        match read(&buffer[..length], question) {
            Ok(Answer::Whole(texts)) => return Ok(texts),
            Ok(Answer::Cut) => return ask_over_tcp(server, question).await.map_err(unreachable)?,
            Ok(Answer::Refused(code)) => return Err(Error::Refused(code)),
            // Something else than the answer.
            Err(Malformed) => {}
        }
    }
    Err(Error::NoAnswer)
}

async fn ask_over_tcp(server: SocketAddr, question: &Question) -> std::io::Result<Result<Vec<String>, Error>> {
    let mut stream = TcpStream::connect(server).await?;
    let length = u16::try_from(question.message.len()).unwrap_or_default();
    stream.write_all(&[&length.to_be_bytes()[..], &question.message].concat()).await?;
    let length = usize::from(stream.read_u16().await?);
    if length > MESSAGE {
        return Ok(Err(Error::TooLarge(MESSAGE as u64)));
    }
    let mut buffer = vec![0; length];
    stream.read_exact(&mut buffer).await?;
    Ok(match read(&buffer, question) {
        Ok(Answer::Whole(texts)) => Ok(texts),
        Ok(Answer::Refused(code)) => Err(Error::Refused(code)),
        Ok(Answer::Cut) | Err(Malformed) => Err(Error::NoAnswer),
    })
}

/// The answer of a server.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Whole(Vec<String>),
    /// It does not fit into a datagram.
    Cut,
    /// With this code.
    Refused(u8),
}

/// The message is not the answer to the question.
#[derive(Debug, PartialEq, Eq)]
struct Malformed;

/// Reads the answer to a question.
fn read(message: &[u8], question: &Question) -> Result<Answer, Malformed> {
    let mut cursor = Cursor { message, at: 0 };
    let [number, flags, questions, answers] = [cursor.word()?, cursor.word()?, cursor.word()?, cursor.word()?];
    cursor.skip(4)?;
    let is_response = flags & 0x8000 != 0 && flags & 0x7800 == 0;
    let repeats =
        questions == 1 && cursor.name()? == question.name && (cursor.word()?, cursor.word()?) == (TXT, INTERNET);
    if number != question.number || !is_response || !repeats {
        return Err(Malformed);
    }
    if flags & 0x0200 != 0 {
        return Ok(Answer::Cut);
    }
    match flags & 0x000f {
        0 => {}
        // There is no such name.
        3 => return Ok(Answer::Whole(Vec::new())),
        code => return Ok(Answer::Refused(code as u8)),
    }
    let mut texts = Vec::new();
    // Aliases come before what they lead to.
    let mut owner = question.name.clone();
    for _ in 0..answers.min(RECORDS) {
        let name = cursor.name()?;
        let (kind, class) = (cursor.word()?, cursor.word()?);
        cursor.skip(4)?;
        let length = usize::from(cursor.word()?);
        let end = cursor.at + length;
        if end > message.len() {
            return Err(Malformed);
        }
        if name == owner && class == INTERNET && kind == CNAME {
            owner = cursor.name()?;
        } else if name == owner && class == INTERNET && kind == TXT {
            texts.push(text(&message[cursor.at..end])?);
        }
        cursor.at = end;
    }
    Ok(Answer::Whole(texts))
}

/// The strings of a record, one after the other.
fn text(mut data: &[u8]) -> Result<String, Malformed> {
    let mut bytes = Vec::with_capacity(data.len());
    while let Some((length, rest)) = data.split_first() {
        let (string, rest) = rest.split_at_checked(usize::from(*length)).ok_or(Malformed)?;
        bytes.extend(string);
        data = rest;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

struct Cursor<'a> {
    message: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn byte(&mut self) -> Result<u8, Malformed> {
        let byte = *self.message.get(self.at).ok_or(Malformed)?;
        self.at += 1;
        Ok(byte)
    }

    fn word(&mut self) -> Result<u16, Malformed> {
        Ok(u16::from_be_bytes([self.byte()?, self.byte()?]))
    }

    fn skip(&mut self, bytes: usize) -> Result<(), Malformed> {
        self.at += bytes;
        if self.at <= self.message.len() { Ok(()) } else { Err(Malformed) }
    }

    /// A name, in small letters. Where it goes on elsewhere, that is further to the front each time, so it has an end.
    fn name(&mut self) -> Result<Vec<u8>, Malformed> {
        let mut name = Vec::new();
        let mut after = None;
        let mut earliest = self.at;
        loop {
            let length = self.byte()?;
            match length >> 6 {
                0 if length == 0 => {
                    name.push(0);
                    self.at = after.unwrap_or(self.at);
                    return Ok(name);
                }
                0 => {
                    let end = self.at + usize::from(length);
                    let label = self.message.get(self.at..end).ok_or(Malformed)?;
                    if name.len() + label.len() + 2 > NAME {
                        return Err(Malformed);
                    }
                    name.push(length);
                    name.extend(label.iter().map(u8::to_ascii_lowercase));
                    self.at = end;
                }
                3 => {
                    let place = usize::from(length & 0x3f) << 8 | usize::from(self.byte()?);
                    if place >= earliest {
                        return Err(Malformed);
                    }
                    after.get_or_insert(self.at);
                    earliest = place;
                    self.at = place;
                }
                _ => return Err(Malformed),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn question() -> Question {
        Question::new("_proof.Docs.example.com", 7).unwrap()
    }

    /// An answer to the question with these records, whose names are those of the question where they are empty.
    fn answer(flags: u16, records: &[(&[u8], u16, &[u8])]) -> Vec<u8> {
        let question = question();
        let mut message = question.message[..HEAD + question.name.len() + 4].to_vec();
        message[2..4].copy_from_slice(&flags.to_be_bytes());
        message[6..12].copy_from_slice(&[0, records.len() as u8, 0, 0, 0, 0]);
        for (name, kind, data) in records {
            message.extend(if name.is_empty() { &[0xc0, 12][..] } else { name });
            for word in [*kind, INTERNET, 0, 60, data.len() as u16] {
                message.extend(word.to_be_bytes());
            }
            message.extend(*data);
        }
        message
    }

    fn texts(message: &[u8]) -> Result<Vec<String>, Malformed> {
        match read(message, &question())? {
            Answer::Whole(texts) => Ok(texts),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn texts_are_read_from_records_of_the_name_and_of_what_it_stands_for() {
        let other = encoded("proofs.example.net").unwrap();
        let records: [(&[u8], u16, &[u8]); 5] = [
            (&[], TXT, b"\x03one\x02 2"),
            (&other, TXT, b"\x05early"),
            (&[], CNAME, &other),
            (&other, TXT, b"\x05there"),
            (&other, 1, &[1, 2, 3, 4]),
        ];
        assert_eq!(texts(&answer(0x8180, &records)), Ok(vec!["one 2".to_owned(), "there".to_owned()]));
        assert_eq!(texts(&answer(0x8183, &[])), Ok(Vec::new()));
        assert_eq!(read(&answer(0x8380, &[]), &question()), Ok(Answer::Cut));
        assert_eq!(read(&answer(0x8182, &[]), &question()), Ok(Answer::Refused(2)));
    }

    #[test]
    fn what_is_not_the_answer_is_refused() {
        let good = answer(0x8180, &[(&[], TXT, b"\x01x")]);
        let mut other_number = good.clone();
        other_number[1] ^= 1;
        let mut other_name = good.clone();
        other_name[14] ^= 1;
        for wrong in [&other_number, &other_name, &good[..good.len() - 1], &question().message, &answer(0x0180, &[])] {
            assert_eq!(read(wrong, &question()), Err(Malformed));
        }
        // A name that goes on at itself, and one that goes on behind itself.
        let at = (good.len() - 14) as u8;
        for place in [at, at + 2] {
            assert_eq!(texts(&answer(0x8180, &[(&[0xc0, place], TXT, b"\x01x")])), Err(Malformed));
        }
        // A string that is longer than its record.
        assert_eq!(texts(&answer(0x8180, &[(&[], TXT, b"\x09x")])), Err(Malformed));
    }

    #[test]
    fn many_records_are_bounded() {
        let records = vec![(&[][..], TXT, &b"\x01x"[..]); 200];
        assert_eq!(texts(&answer(0x8180, &records)).unwrap().len(), usize::from(RECORDS));
    }

    #[test]
    fn names_are_encoded_as_hosts_are() {
        assert_eq!(encoded("_x.A.b").unwrap(), b"\x02_x\x01a\x01b\0");
        assert_eq!(encoded("bücher.example").unwrap(), encoded("xn--bcher-kva.example").unwrap());
        let long = ["x".repeat(63), "y".repeat(63), "z".repeat(63), "w".repeat(63)].join(".");
        for wrong in ["", ".", "a..b", "1.2.3.4", "a b", &"x".repeat(64), &long] {
            assert_eq!(encoded(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn servers_are_read_from_the_file_of_the_system() {
        let text = "# nameserver 9.9.9.9\nnameserver 10.0.0.2\nsearch a.b\n nameserver ::1\nnameserver x\n";
        let servers = Resolver::of_file(text).servers;
        assert_eq!(servers, ["10.0.0.2:53".parse().unwrap(), "[::1]:53".parse().unwrap()]);
        assert_eq!(Resolver::of_file("").servers, ["127.0.0.1:53".parse().unwrap()]);
    }

    proptest! {
        #[test]
        fn no_message_is_read_beyond_its_end(message: Vec<u8>, cut in 0usize..80, change in 0usize..60, to: u8) {
            let _ = read(&message, &question());
            let mut broken = answer(0x8180, &[(&[], TXT, b"\x03one"), (&[], CNAME, &[0xc0, 12])]);
            let place = change.min(broken.len() - 1);
            broken[place] = to;
            broken.truncate(broken.len().saturating_sub(cut));
            let _ = read(&broken, &question());
        }
    }
}
