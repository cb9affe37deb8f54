//! Many clients save one page at once, each by the revision that it has read, on main content and in a change request.
//! Every word whose save was acknowledged is in the text, or in a conflict that is listed; and none that was replaced.
//!
//! `QUIRE_SAVES` is how often each client saves, for longer runs, which print their figures.

use std::net::SocketAddr;
use std::thread;

use serde_json::{Value, json};

use crate::binary::{Server, TOKEN, on_each_database};
use crate::http::{self, Answer};
use crate::pages::{self, Edition};

/// The number of clients at once.
const CLIENTS: u64 = 64;
/// The number of saves of each, unless the environment says another.
const SAVES: usize = 3;
/// The number of paragraphs that the page begins with.
const PARAGRAPHS: usize = 80;
/// The most paragraphs that clients make of them.
const MOST_PARAGRAPHS: usize = 120;
/// The most words that a client has in the page, so that it stays a small one.
const WORDS: usize = 3;

#[test]
fn no_word_that_was_acknowledged_is_lost() {
    on_each_database(|installation| {
        installation.set_up();
        let report = installation.import(Edition::new("shared", 0..1).path(), ["--new-space", "Shared"]);
        let space = format!("/v1/spaces/{}", report["space"].as_str().unwrap());
        let server = installation.serve();
        let address = server.address;
        http::request(address, "PATCH", &space, Some(TOKEN), Some(&json!({ "editMode": "live" }))).json(200);
        let found = server.get(&format!("{space}/content/pages")).json(200);
        let page = pages::ids(&found["pages"]).pop().unwrap();
        let text: String = (0..PARAGRAPHS).map(|n| format!("Paragraph {n} has a few words to edit.\n\n")).collect();
        let begin = json!({ "operation": "update_page", "page": page, "document": { "markdown": text } });
        server.post(&format!("{space}/content"), &json!({ "changes": [begin] })).json(200);
        let made = server.post(&format!("{space}/change-requests"), &json!({})).json(201);
        let proposal = format!("{space}/change-requests/{}", made["number"]);
        for line in [space.clone(), proposal] {
            let of = Subject { address, space: &space, line: &line, page: &page };
            let clients: Vec<_> = thread::scope(|scope| {
                let start = |number| scope.spawn(move || Client::new(of, number).run(saves()));
                let running: Vec<_> = (0..CLIENTS).map(start).collect();
                running.into_iter().map(|client| client.join().unwrap()).collect()
            });
            judge(&server, installation.database(), of, &clients);
        }
        assert!(server.stop().success());
    });
}

/// The page that all clients save, on one line of its space.
#[derive(Debug, Clone, Copy)]
struct Subject<'a> {
    address: SocketAddr,
    space: &'a str,
    line: &'a str,
    page: &'a str,
}

impl Subject<'_> {
    fn is_main(self) -> bool {
        self.line == self.space
    }

    fn ask(self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        http::request(self.address, method, path, Some(TOKEN), body)
    }

    /// The current revision, and the text that it has.
    fn read(self) -> (String, String) {
        let revision = self.ask("GET", &format!("{}/content", self.line), None).json(200)["id"].clone();
        let revision = revision.as_str().unwrap().to_owned();
        let path = format!("{}/revisions/{revision}/page/{}?format=markdown", self.space, self.page);
        let text = self.ask("GET", &path, None).json(200)["markdown"].as_str().unwrap().to_owned();
        (revision, text)
    }

    /// The conflicts that are listed, with all their sides, and their number.
    fn conflicts(self) -> (String, u64) {
        let list = format!("{}/conflicts?limit=200", self.line);
        let (mut text, mut path, mut count) = (String::new(), list.clone(), 0);
        loop {
            let found = self.ask("GET", &path, None).json(200);
            for conflict in found["items"].as_array().unwrap() {
                for side in ["base", "main", "changeRequest"] {
                    text.push_str(conflict[side]["markdown"].as_str().unwrap_or_default());
                }
            }
            count = found["count"].as_u64().unwrap_or(count);
            let Some(next) = found["next"]["page"].as_str() else { return (text, count) };
            path = format!("{list}&page={next}");
        }
    }
}

/// Somebody who saves the page again and again.
struct Client<'a> {
    of: Subject<'a>,
    number: u64,
    /// The state of its random numbers.
    random: u64,
    base: String,
    text: String,
    /// The words that its saves left in the page.
    words: Vec<String>,
    /// The words that its saves took out again.
    replaced: Vec<String>,
    saved: usize,
    refused: usize,
    /// The saves for which the server had no turn.
    busy: usize,
}

impl<'a> Client<'a> {
    fn new(of: Subject<'a>, number: u64) -> Self {
        let (base, text) = of.read();
        let (words, replaced) = (Vec::new(), Vec::new());
        Self { of, number, random: number, base, text, words, replaced, saved: 0, refused: 0, busy: 0 }
    }

    fn run(mut self, saves: usize) -> Self {
        for turn in 0..saves {
            self.save(turn);
        }
        self
    }

    /// Changes the text at a random place, and saves it. A save that is refused is forgotten, and the page read again.
    fn save(&mut self, turn: usize) {
        let word = format!("w{}x{turn}x", self.number);
        let here = self.words.iter().filter(|word| self.text.contains(word.as_str())).count();
        let replaced = (here > 0 && (self.words.len() >= WORDS || self.below(3) == 0)).then(|| self.one_of_its_words());
        let text = match &replaced {
            Some(old) => self.text.replace(old.as_str(), &word),
            None if self.words.len() < WORDS => self.with(&word),
            // All of its words are in conflicts.
            None => return,
        };
        let change = json!({
            "operation": "update_page", "page": self.of.page, "base": self.base, "document": { "markdown": text },
            "onConflict": if self.below(4) == 0 { "list" } else { "refuse" },
        });
        let body = json!({ "coalesce": self.below(2) == 0, "changes": [change] });
        let answer = self.of.ask("POST", &format!("{}/content?compat=false", self.of.line), Some(&body));
        match answer.status {
            409 => {
                self.refused += 1;
                (self.base, self.text) = self.of.read();
            }
            503 => self.busy += 1,
            _ => {
                let done = answer.json(200);
                done["revision"].as_str().unwrap().clone_into(&mut self.base);
                done["saved"][0]["document"]["markdown"].as_str().unwrap().clone_into(&mut self.text);
                self.words.retain(|known| Some(known) != replaced.as_ref());
                self.words.push(word);
                self.replaced.extend(replaced);
                self.saved += 1;
            }
        }
    }

    /// One of its words that are in the text.
    fn one_of_its_words(&mut self) -> String {
        let here: Vec<_> = self.words.iter().filter(|word| self.text.contains(word.as_str())).cloned().collect();
        let at = self.below(here.len());
        here[at].clone()
    }

    /// The text with a word more, between two others or as a paragraph.
    fn with(&mut self, word: &str) -> String {
        let mut paragraphs: Vec<String> = self.text.trim_end().split("\n\n").map(str::to_owned).collect();
        let at = self.below(paragraphs.len());
        if paragraphs.len() < MOST_PARAGRAPHS && self.below(8) == 0 {
            paragraphs.insert(at, format!("A paragraph around {word} of its own."));
        } else {
            let spaces: Vec<_> = paragraphs[at].match_indices(' ').map(|(space, _)| space).collect();
            let space = if spaces.is_empty() { paragraphs[at].len() } else { spaces[self.below(spaces.len())] };
            paragraphs[at].insert_str(space, &format!(" {word}"));
        }
        paragraphs.join("\n\n") + "\n"
    }

    /// A random number below a bound (SplitMix64).
    fn below(&mut self, bound: usize) -> usize {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// Looks for the words of all clients in what the page is at last.
#[track_caller]
fn judge(server: &Server, database: &str, of: Subject<'_>, clients: &[Client<'_>]) {
    let (_, text) = of.read();
    let (conflicts, listed) = if of.is_main() { (String::new(), 0) } else { of.conflicts() };
    for client in clients {
        for word in &client.words {
            let found = text.matches(word.as_str()).count();
            assert!(found > 0 || conflicts.contains(word.as_str()), "{database}, {}: {word} is lost:\n{text}", of.line);
            assert!(found < 2, "{database}, {}: {word} is there {found} times:\n{text}", of.line);
        }
        for word in client.replaced.iter().filter(|_| listed == 0) {
            assert!(!text.contains(word.as_str()), "{database}, {}: {word} is there again:\n{text}", of.line);
        }
    }
    let all = |count: fn(&Client<'_>) -> usize| clients.iter().map(count).sum::<usize>();
    let (saved, refused, busy) = (all(|it| it.saved), all(|it| it.refused), all(|it| it.busy));
    assert!(saved > 0);
    let found = server.get(&format!("{}/revisions?limit=0", of.space)).json(200);
    let line = if of.is_main() { "main content" } else { "a change request" };
    figures(format_args!(
        "{database}, {line}: saves acknowledged: {saved}, refused: {refused}, without a turn: {busy}, words left: {}, \
         replaced: {}, conflicts listed: {listed}, revisions of main content: {}, bytes: {}",
        all(|it| it.words.len()),
        all(|it| it.replaced.len()),
        found["count"],
        text.len(),
    ));
}

/// Prints the figures of a run that was asked for.
#[expect(clippy::print_stderr, reason = "whoever asks for a long run wants its figures")]
fn figures(line: std::fmt::Arguments<'_>) {
    if asked().is_some() {
        eprintln!("{line}");
    }
}

fn saves() -> usize {
    asked().unwrap_or(SAVES)
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says how long")]
fn asked() -> Option<usize> {
    std::env::var("QUIRE_SAVES").ok()?.parse().ok()
}
