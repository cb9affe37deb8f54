//! A benchmark of planning a run of a translation: a space of 10,000 pages against one of 10, each with one page changed.
//!
//! The translator is a thread of this program that speaks as LibreTranslate does and writes words in capitals.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::connection::Connection;
use super::content::Content;
use super::edits::{Space, timed};
use super::figures::{Aim, Figure, median};
use super::process::{Server, TOKEN, fill, set_up};
use super::{Bed, progress};

/// The number of times that a run is planned in each space.
const ROUNDS: usize = 40;
/// The pause between looks at a run in progress.
const PAUSE: Duration = Duration::from_millis(200);

pub(super) fn measure(bed: &Bed, keep: &mut dyn FnMut(Vec<Figure>)) -> anyhow::Result<()> {
    let data = bed.path("translations-data");
    set_up(bed, &data)?;
    let content = |pages| Content { pages, bytes: 500, seed: 6 };
    let spaces = [fill(bed, &data, "translations", content(10))?, fill(bed, &data, "translations", content(10_000))?];
    let translator = translator()?;
    let server = Server::quire_with(bed, &data, &["--allow-private-addresses"])?;
    server.ready()?;
    let mut client = Connection::open(server.address)?;
    let orgs = client.json("/v1/orgs", TOKEN)?;
    let org = format!("/v1/orgs/{}", orgs["items"][0]["id"].as_str().context("there is no organization")?);
    let provider = json!({ "kind": "libretranslate", "url": format!("http://{translator}") });
    timed(&mut client, "PUT", &format!("{org}/translations-provider"), &provider, 200)?;
    let mut estimates = Vec::new();
    for id in &spaces {
        let translation = translated(&mut client, &org, id)?;
        let space = Space::of(&mut client, id)?;
        let page = space.pages.first().context("a space has no pages")?;
        let text = json!({ "markdown": "# Changed\n\nWords that are not there in any other language.\n" });
        let change = json!({ "operation": "update_page", "page": page, "document": text });
        timed(&mut client, "POST", &format!("{}/content", space.path), &json!({ "changes": [change] }), 200)?;
        estimates.push((format!("{translation}/estimate"), Vec::new()));
    }
    progress("translations: planning");
    for _ in 0..ROUNDS {
        for (path, times) in &mut estimates {
            let (estimate, time) = timed(&mut client, "GET", path, &Value::Null, 200)?;
            ensure!(estimate["pages"] == 1 && estimate["words"] != 0, "a plan is wrong: {estimate}");
            times.push(time);
        }
    }
    let [small, large] = [0, 1].map(|n| median(estimates[n].1.clone()));
    keep(vec![Figure {
        name: "planning a translation of one change, 10,000 pages".to_owned(),
        quire: large,
        other: ("10 pages".to_owned(), small),
        unit: "ms".to_owned(),
        aim: Some(Aim::AtMost(1.5)),
    }]);
    server.stop()
}

/// Translates a space, and returns the path of the translation after its first run.
fn translated(client: &mut Connection, org: &str, space: &str) -> anyhow::Result<String> {
    timed(client, "PATCH", &format!("/v1/spaces/{space}"), &json!({ "editMode": "live" }), 200)?;
    let new = json!({ "language": "es", "source": { "space": space, "language": "en" } });
    let (made, _) = timed(client, "POST", &format!("{org}/translations"), &new, 201)?;
    let path = format!("{org}/translations/{}", made["id"].as_str().context("a translation has no identifier")?);
    progress("translations: the first run");
    loop {
        let now = client.json(&path, TOKEN)?;
        if now["status"] == "completed" {
            ensure!(now["lastRun"]["status"] == "completed", "a run did not succeed: {now}");
            return Ok(path);
        }
        // Nothing tells that a run is over but asking.
        thread::park_timeout(PAUSE);
    }
}

/// Starts the translator, which ends with this program.
fn translator() -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").context("listening as a translator")?;
    let address = listener.local_addr()?;
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A client that goes away in the middle of a request asks again.
            thread::spawn(move || drop(answer(&stream)));
        }
    });
    Ok(address)
}

fn answer(stream: &TcpStream) -> anyhow::Result<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse()?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let body: Value = serde_json::from_slice(&body)?;
        let texts = body["q"].as_array().context("there are no texts")?.iter().filter_map(Value::as_str);
        let texts = json!({ "translatedText": texts.map(loud).collect::<Vec<_>>() }).to_string();
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
        write!(&mut &*stream, "{head}content-length: {}\r\n\r\n{texts}", texts.len())?;
    }
}

/// Returns a text with its words in capitals.
fn loud(text: &str) -> String {
    let mut is_kept = false;
    text.chars()
        .map(|c| {
            is_kept = match c {
                '<' | '&' => true,
                '>' | ';' => false,
                _ => is_kept,
            };
            if is_kept { c } else { c.to_ascii_uppercase() }
        })
        .collect()
}
