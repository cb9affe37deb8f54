//! Attacks by crowds: guesses of secrets and passwords, and repeated reads of texts, searches and missing pages.

use std::sync::Mutex;
use std::time::Duration;

use serde_json::json;

use super::Attack;
use super::strike::{ATTACKER, Strike, Tally};
use super::wire::{self, Stay, ask, bearer, form, get_once};
use crate::bench::connection::{Connection, send};
use crate::bench::process::TOKEN;
use crate::bench::words::Words;

pub(super) const ATTACKS: [Attack; 10] = [
    Attack { name: "sign-ins", about: "sign-ins of which nobody awaits the outcome, 400 at once", run: sign_ins },
    Attack { name: "passwords", about: "wrong passwords for one account and for many", run: passwords },
    Attack { name: "tokens", about: "made-up tokens, another one each time", run: tokens },
    Attack { name: "cookies", about: "made-up cookies, another one each time", run: cookies },
    Attack { name: "llms-full", about: "16 clients read the whole text of the large site", run: whole_text },
    Attack { name: "llms-leaving", about: "16 clients ask for the whole text and leave", run: whole_text_left },
    Attack { name: "missing", about: "64 clients ask for pages that are not on the large site", run: missing },
    Attack { name: "searching", about: "64 clients search the large site, and its space by the API", run: searching },
    Attack { name: "printing", about: "16 clients print the large site, and leave half of it", run: printing },
    Attack { name: "machines", about: "16 clients read lists, maps and feeds of the large site", run: machines },
];

const EARLY: Duration = Duration::from_millis(80);

fn sign_in(strike: &Strike<'_>, account: usize, turn: usize) -> Vec<u8> {
    form(
        strike.server,
        "/sign-in",
        &format!("email=user{account}%40example.org&password=password-{turn:08}&way=password"),
    )
}

fn sign_ins(strike: &Strike<'_>) -> anyhow::Result<String> {
    let tally = Tally::default();
    strike.clients(400, 4_000, |client, turn| {
        let request = sign_in(strike, client, turn);
        tally.count(&ask(strike.server, ATTACKER, &request, Stay::For(Duration::from_millis(20))));
        super::strike::wait(Duration::from_millis(200));
    });
    Ok(tally.told())
}

fn passwords(strike: &Strike<'_>) -> anyhow::Result<String> {
    let tally = Tally::default();
    strike.clients(32, 20_000, |client, turn| {
        let account = if client % 2 == 0 { 0 } else { turn };
        tally.count(&ask(strike.server, ATTACKER, &sign_in(strike, account, turn), Stay::Until(strike.end)));
    });
    Ok(tally.told())
}

/// Runs clients that keep their connections and send requests one after another.
fn kept(strike: &Strike<'_>, clients: usize, most: usize, request: impl Fn(usize) -> Vec<u8> + Sync) -> String {
    let (tally, idle) = (Tally::default(), Mutex::new(Vec::<Connection>::new()));
    strike.clients(clients, most, |_, turn| {
        let open = idle.lock().ok().and_then(|mut idle| idle.pop());
        let open = open.map_or_else(|| Connection::over(wire::connect(strike.server, ATTACKER)?), Ok);
        let answer = open.and_then(|mut open| {
            let status = open.exchange(&request(turn))?.0;
            if let Ok(mut idle) = idle.lock() {
                idle.push(open);
            }
            Ok(Some(status))
        });
        tally.count(&answer);
    });
    tally.told()
}

fn get(path: &str, header: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: attack\r\naccept: */*\r\n{header}\r\n").into_bytes()
}

fn tokens(strike: &Strike<'_>) -> anyhow::Result<String> {
    Ok(kept(strike, 32, 1_000_000, |turn| get("/v1/user", &bearer(&format!("quire_made_up_{turn:032}")))))
}

fn cookies(strike: &Strike<'_>) -> anyhow::Result<String> {
    let page = &strike.field.calm[0];
    Ok(kept(strike, 32, 1_000_000, |turn| {
        let path = if turn % 2 == 0 { "/v1/user" } else { page };
        get(path, &format!("cookie: quire_session={turn:032}; quire-visitor-token={turn:032}\r\n"))
    }))
}

fn whole_text(strike: &Strike<'_>) -> anyhow::Result<String> {
    let request = get_once(&format!("{}/llms-full.txt", strike.field.large.base), "");
    let tally = Tally::default();
    strike.clients(16, 10_000, |_, _| tally.count(&ask(strike.server, ATTACKER, &request, Stay::Until(strike.end))));
    Ok(tally.told())
}

fn whole_text_left(strike: &Strike<'_>) -> anyhow::Result<String> {
    let request = get_once(&format!("{}/llms-full.txt", strike.field.large.base), "accept-encoding: br, gzip\r\n");
    let tally = Tally::default();
    strike.clients(16, 10_000, |_, _| tally.count(&ask(strike.server, ATTACKER, &request, Stay::For(EARLY))));
    Ok(tally.told())
}

fn missing(strike: &Strike<'_>) -> anyhow::Result<String> {
    let base = &strike.field.large.base;
    Ok(kept(strike, 64, 1_000_000, |turn| {
        let path = match turn % 4 {
            0 => format!("{base}/section-1/paeg-{turn}"),
            1 => format!("{base}/{turn}/{turn}/page-{turn}.md"),
            2 => format!("{base}/{}", "long-name-".repeat(20 + turn % 10)),
            _ => format!("{base}/wp-login-{turn}.php"),
        };
        get(&path, "")
    }))
}

fn searching(strike: &Strike<'_>) -> anyhow::Result<String> {
    let mut words = Words::new(17);
    let known =
        ["access", "branch change", "document", "page quire read", "\"keep leaf\"", "merge order space thread under"];
    let made_up: Vec<String> = (0..1_000).map(|n| words.query(n)).collect();
    let site = &strike.field.large;
    Ok(kept(strike, 64, 1_000_000, |turn| {
        let text = if turn % 3 == 0 { &made_up[turn / 3 % made_up.len()] } else { known[turn % known.len()] };
        let text = format!("{text} {}", turn % 97).replace([' ', '"'], "+");
        match turn % 4 {
            0 => get(&format!("{}/~search?q={text}", site.base), ""),
            1 => get(&format!("{}/~search?q={text}", site.base), "accept: application/json\r\n"),
            2 => get(&format!("{}/search?query={text}", site.space), &bearer(TOKEN)),
            _ => {
                let body = json!({ "query": text, "scope": { "mode": "all" } });
                send("POST", &format!("{}/search", site.path), TOKEN, &body)
            }
        }
    }))
}

fn printing(strike: &Strike<'_>) -> anyhow::Result<String> {
    let request = get_once(&format!("{}/~print", strike.field.large.base), "");
    let tally = Tally::default();
    strike.clients(16, 10_000, |client, turn| {
        // A different query gives a different document.
        let other = format!("{}/~print?from={turn}", strike.field.large.base);
        let request = if client % 4 == 3 { get_once(&other, "") } else { request.clone() };
        let stay = if client % 2 == 0 { Stay::Until(strike.end) } else { Stay::For(EARLY) };
        tally.count(&ask(strike.server, ATTACKER, &request, stay));
    });
    Ok(tally.told())
}

fn machines(strike: &Strike<'_>) -> anyhow::Result<String> {
    let base = &strike.field.large.base;
    let paths = ["llms.txt", "sitemap-pages.xml", "sitemap.xml", "robots.txt", "rss.xml"];
    let codings = ["", "accept-encoding: br\r\n", "accept-encoding: gzip\r\n", "accept-encoding: zstd\r\n"];
    let tally = Tally::default();
    strike.clients(16, 100_000, |_, turn| {
        let coding = codings[turn / paths.len() % codings.len()];
        let request = get_once(&format!("{base}/{}", paths[turn % paths.len()]), coding);
        tally.count(&ask(strike.server, ATTACKER, &request, Stay::Until(strike.end)));
    });
    Ok(tally.told())
}
