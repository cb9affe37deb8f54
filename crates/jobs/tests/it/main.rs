//! Mail by SMTP, to a server that this test is.
#![expect(clippy::unwrap_used, reason = "panics are how tests fail")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use quire_app::accounts::sign_in::Mail;
use quire_jobs::mail::{MailError, Mailer as _, Smtp};

/// A mail server for one connection, which answers to a recipient with `reply`; its address, and what it was told.
fn server(reply: &'static str) -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    (url, thread::spawn(move || converse(listener.accept().unwrap().0, reply)))
}

fn converse(mut stream: TcpStream, reply: &str) -> Vec<String> {
    let mut told = Vec::new();
    stream.write_all(b"220 ready\r\n").unwrap();
    let mut in_message = false;
    for line in BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok) {
        let answer = match line.split([' ', ':']).next().unwrap() {
            "." => "250 kept",
            _ if in_message => "",
            "DATA" => "354 go on",
            "RCPT" => reply,
            _ => "250 fine",
        };
        in_message = answer == "354 go on" || (in_message && line != ".");
        if !answer.is_empty() {
            stream.write_all(format!("{answer}\r\n").as_bytes()).unwrap();
        }
        told.push(line);
    }
    told
}

fn mail() -> Mail {
    Mail {
        to: "ada@example.org".to_owned(),
        subject: "Sign in".to_owned(),
        text: "An address\n".to_owned(),
        html: None,
    }
}

#[test]
fn a_mail_is_sent_by_smtp() {
    let (url, server) = server("250 known");
    Smtp::new(&url, "Quire <quire@example.org>").unwrap().send(&mail()).unwrap();
    let told = server.join().unwrap();
    for expected in ["MAIL FROM:<quire@example.org>", "RCPT TO:<ada@example.org>", "Subject: Sign in", "An address"] {
        assert!(told.iter().any(|line| line.starts_with(expected)), "{expected}: {told:#?}");
    }
}

#[test]
fn a_mail_is_sent_as_text_and_as_html() {
    let (url, server) = server("250 known");
    let mail = Mail { html: Some("<p>Grüße</p>\n".to_owned()), text: "Gruesse\n".to_owned(), ..mail() };
    Smtp::new(&url, "quire@example.org").unwrap().send(&mail).unwrap();
    let told = server.join().unwrap();
    for expected in ["Content-Type: multipart/alternative", "Content-Type: text/plain", "Content-Type: text/html"] {
        assert!(told.iter().any(|line| line.starts_with(expected)), "{expected}: {told:#?}");
    }
    let place = |part: &str| told.iter().position(|line| line.contains(part));
    assert!(place("Gruesse").unwrap() < place("<p>").unwrap(), "readers show the last part that they can: {told:#?}");
}

#[test]
fn a_refusal_is_told_from_an_absence() {
    let (url, _) = server("550 unknown");
    let refused = Smtp::new(&url, "quire@example.org").unwrap().send(&mail());
    assert!(matches!(refused, Err(MailError::Refused(_))), "{refused:?}");
    let (url, _) = server("451 later");
    let later = Smtp::new(&url, "quire@example.org").unwrap().send(&mail());
    assert!(matches!(later, Err(MailError::Unavailable(_))), "{later:?}");
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let away = Smtp::new(&format!("smtp://{closed}"), "quire@example.org").unwrap().send(&mail());
    assert!(matches!(away, Err(MailError::Unavailable(_))), "{away:?}");
}

#[test]
fn what_makes_no_sense_is_refused_at_the_start() {
    assert!(Smtp::new("http://example.org", "quire@example.org").is_err());
    assert!(Smtp::new("smtps://example.org", "nobody").is_err());
}
