//! Attacks with texts of disproportionate cost: written through the API by a member, then read in every form, by
//! clients that wait and by clients that leave.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use serde_json::{Value, json};

use super::field::{Site, call, paths, publish};
use super::strike::{ATTACKER, Strike, Tally};
use super::wire::{Stay, ask, bearer, get_once};
use super::{Attack, wire};
use crate::bench::connection::{Connection, send};
use crate::bench::process::TOKEN;

pub(super) const ATTACKS: [Attack; 11] = [
    Attack { name: "table", about: "a page of 30 KB whose table has 7,000 columns and 2,300 short rows", run: table },
    Attack { name: "comment", about: "the same table in a comment", run: comment },
    Attack { name: "ids", about: "a page with 30,000 equal identifiers", run: ids },
    Attack { name: "headings", about: "a page of 4 MiB that is headings alone", run: headings },
    Attack { name: "includes", about: "a reusable content of 2 MB, included 2,000 times", run: includes },
    Attack { name: "expressions", about: "a page with 5,000 expressions", run: expressions },
    Attack { name: "nesting", about: "pages of deeply nested quotes, lists, marks, tags and HTML", run: nesting },
    Attack { name: "definitions", about: "pages of long link labels and huge reference definitions", run: definitions },
    Attack { name: "unclosed", about: "pages of marks that are opened and never closed", run: unclosed },
    Attack { name: "importing", about: "imports of files of 4 MiB, each of another hostile text", run: importing },
    Attack { name: "writing", about: "16 clients that write pages of huge tables and many footnotes", run: writing },
];

/// The number of clients, every other one of which leaves early.
const CLIENTS: usize = 8;
/// The most requests of an attack.
const MOST: usize = 400;
/// The time after which clients leave that do not wait.
const EARLY: Duration = Duration::from_millis(60);

fn wide_table(bytes: usize) -> String {
    let columns = bytes * 7 / 30;
    let header = format!("|{}\n|{}\n", "a|".repeat(columns), "-|".repeat(columns));
    let left = bytes.saturating_sub(header.len());
    header + &"|a|\n".repeat(left / 4 + 1)
}

fn page(markdown: &str) -> Value {
    json!({ "operation": "insert_page", "title": "Hostile", "document": { "markdown": markdown } })
}

fn table(strike: &Strike<'_>) -> anyhow::Result<String> {
    read_everywhere(strike, &[page(&format!("# Hostile\n\n{}", wide_table(37_000)))])
}

fn ids(strike: &Strike<'_>) -> anyhow::Result<String> {
    let spans = "<a id=\"x\"></a>".repeat(30_000);
    let headings = "## x\n\n".repeat(30_000);
    read_everywhere(strike, &[page(&format!("# Hostile\n\n{spans}\n")), page(&format!("# Hostile\n\n{headings}"))])
}

fn headings(strike: &Strike<'_>) -> anyhow::Result<String> {
    read_everywhere(strike, &[page(&"# a\n".repeat((4 << 20) / 4))])
}

fn includes(strike: &Strike<'_>) -> anyhow::Result<String> {
    let large = "A word and *another one* of many.\n\n".repeat(2_000_000 / 35);
    let reusable = json!({
        "operation": "insert_reusable_content", "title": "Large", "ref": "large", "document": { "markdown": large },
    });
    let included = "{% include \"large\" %}\n\n".repeat(2_000);
    read_everywhere(strike, &[reusable, page(&format!("# Hostile\n\n{included}"))])
}

fn expressions(strike: &Strike<'_>) -> anyhow::Result<String> {
    let one = "<code class=\"expression\">[1,2,3,4,5,6,7,8,9].map(a => [1,2,3,4,5,6,7,8,9].map(b => a * b).join('')).join('')</code> ";
    let text = "<code class=\"expression\">\"x\".repeat(1000).split(\"\").map(c => c + c).join(\"\")</code> ";
    read_everywhere(strike, &[page(&format!("# Hostile\n\n{}\n\n{}\n", one.repeat(2_500), text.repeat(2_500)))])
}

fn nesting(strike: &Strike<'_>) -> anyhow::Result<String> {
    let lists: String = (0..1_000).map(|depth| format!("{}* a\n", "  ".repeat(depth))).collect();
    let texts = [
        format!("{} a\n", ">".repeat(100_000)),
        format!("{}a\n", "* ".repeat(50_000)),
        lists,
        format!("{}a{}\n", "*_".repeat(50_000), "_*".repeat(50_000)),
        format!("{}a{}\n", "[".repeat(50_000), "](x)".repeat(50_000)),
        format!("{}a\n", "<div>".repeat(50_000)),
        "{% hint style=\"info\" %}\n".repeat(20_000),
        "{% tabs %}\n{% tab title=\"a\" %}\n".repeat(10_000),
        format!("$${}$$\n", "{".repeat(50_000)),
        format!("<table>{}a\n", "<tr><td><table>".repeat(10_000)),
    ];
    read_everywhere(strike, &texts.map(|text| page(&format!("# Hostile\n\n{text}"))))
}

fn definitions(strike: &Strike<'_>) -> anyhow::Result<String> {
    let labels: String = (0..18_000).map(|n| format!("[{}{n}]: /x\n", "a".repeat(100))).collect();
    let uses: String = (0..18_000).map(|n| format!("[{}{n}] ", "a".repeat(100))).collect();
    let texts = [
        format!("{labels}\n{uses}\n"),
        format!("[a]: /{}\n\n{}\n", "x".repeat(500_000), "[a] ".repeat(5_000)),
        format!("[^a]: {}\n\n{}\n", "x ".repeat(200_000), "[^a] ".repeat(20_000)),
        "[a".repeat(200_000),
    ];
    read_everywhere(strike, &texts.map(|text| page(&format!("# Hostile\n\n{text}"))))
}

fn unclosed(strike: &Strike<'_>) -> anyhow::Result<String> {
    let texts = ["`".repeat(1_000_000), "`a``".repeat(100_000), "<!--a".repeat(100_000), "**a ".repeat(200_000)];
    let more = ["<a b=\"".repeat(100_000), "![a](<b".repeat(100_000), "{% a".repeat(100_000), "$$a".repeat(100_001)];
    let all: Vec<_> = texts.iter().chain(&more).map(|text| page(&format!("# Hostile\n\n{text}\n"))).collect();
    read_everywhere(strike, &all)
}

/// Uploads hostile files, and imports them all at the same time, again and again.
fn importing(strike: &Strike<'_>) -> anyhow::Result<String> {
    const SIZE: usize = 4 << 20;
    let mut client = attacker(strike)?;
    let site = site(strike, &mut client)?;
    let parts = ["[a]: /u\n", "{% if ", "# a\n", "|a|b|\n", "a *b* ", "<b>a</b>\n\n", "- a\n", "[^a]: b\n\n"];
    let mut requests = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        let text = format!("# Hostile {n}\n\n{}", part.repeat(SIZE / part.len() - 16));
        let file = json!({ "name": format!("{n}.md"), "type": "text/markdown", "size": text.len() });
        let upload = json!({ "file": file, "kind": "import_file" });
        let place = call(&mut client, "POST", &format!("{}/storage/upload", strike.field.org), &upload)?;
        let url = place["url"].as_str().context("an upload has an address")?;
        let path = &url[url.find("/v1/").context("the address of an upload is below /v1")?..];
        let head = format!("PUT {path} HTTP/1.1\r\nhost: attack\r\ncontent-length: {}\r\n\r\n", text.len());
        let (status, _) = client.exchange((head + &text).as_bytes())?;
        ensure!(status == 204, "an upload: {status}");
        requests.push(send(
            "POST",
            &format!("{}/content/import", site.space),
            TOKEN,
            &json!({ "url": url, "source": "markdown" }),
        ));
    }
    drop(client);
    let tally = Tally::default();
    strike.clients(CLIENTS, MOST, |number, turn| {
        let stay = if number % 2 == 0 { Stay::Until(strike.end) } else { Stay::For(EARLY) };
        tally.count(&ask(strike.server, ATTACKER, &requests[turn % requests.len()], stay));
    });
    remove(strike, &site)?;
    Ok(tally.told())
}

/// Writes large pages of tables and footnotes by many clients who all wait for their answers.
fn writing(strike: &Strike<'_>) -> anyhow::Result<String> {
    const WRITERS: usize = 16;
    let mut client = attacker(strike)?;
    let site = site(strike, &mut client)?;
    drop(client);
    let table = format!("| a | b |\n| - | - |\n{}", "|x|y|\n".repeat(100_000));
    let notes: String = (0..40_000).map(|n| format!("[^{n}]: a[^{}]\n\n", n + 1)).collect();
    let requests = [table, notes].map(|text| {
        let body = json!({ "changes": [page(&format!("# Hostile\n\n{text}"))] });
        send("POST", &format!("{}/content", site.space), TOKEN, &body)
    });
    let tally = Tally::default();
    strike.clients(WRITERS, MOST, |_, turn| {
        tally.count(&ask(strike.server, ATTACKER, &requests[turn % requests.len()], Stay::Until(strike.end)));
    });
    remove(strike, &site)?;
    Ok(tally.told())
}

/// Creates a space that is edited directly, and publishes it, as a member can.
fn site(strike: &Strike<'_>, client: &mut Connection) -> anyhow::Result<Site> {
    let org = &strike.field.org;
    let made = call(client, "POST", &format!("{org}/spaces"), &json!({ "title": "Hostile" }))?;
    let space = format!("/v1/spaces/{}", made["id"].as_str().context("a space has an id")?);
    call(client, "PATCH", &space, &json!({ "editMode": "live" }))?;
    publish(client, org, &space)
}

fn attacker(strike: &Strike<'_>) -> anyhow::Result<Connection> {
    Connection::over(wire::connect(strike.server, ATTACKER)?)
}

/// Sends changes, one request each, and reads every page in every form until the end.
fn read_everywhere(strike: &Strike<'_>, changes: &[Value]) -> anyhow::Result<String> {
    let mut client = attacker(strike)?;
    let site = site(strike, &mut client)?;
    let mut refused = Vec::new();
    for changes in batches(changes) {
        if strike.is_over() {
            refused.push("no time was left for it".to_owned());
            break;
        }
        let written = call(&mut client, "POST", &format!("{}/content", site.space), &json!({ "changes": changes }));
        if let Err(error) = written {
            refused.push(error.to_string());
            client = attacker(strike)?;
        }
    }
    let tree = call(&mut client, "GET", &format!("{}/content/pages", site.space), &Value::Null)?;
    let ids = tree["pages"].as_array().into_iter().flatten().filter_map(|page| page["id"].as_str());
    let mut requests = vec![
        get_once(&format!("{}/search?query=hostile", site.space), &bearer(TOKEN)),
        get_once(&format!("{}/~search?q=hostile", site.base), "accept: application/json\r\n"),
        get_once(&format!("{}/llms-full.txt", site.base), ""),
        get_once(&format!("{}/~print", site.base), ""),
    ];
    for id in ids {
        for form in ["document", "markdown", "document&evaluate=true"] {
            requests.push(get_once(&format!("{}/content/page/{id}?format={form}", site.space), &bearer(TOKEN)));
        }
        requests.push(get_once(&format!("{}/~print?page={id}&only=yes", site.base), ""));
    }
    for path in paths(&mut client, &site)? {
        let path = path.trim_end_matches('/');
        requests.extend(["", ".md", "/rss.xml"].map(|form| get_once(&format!("{path}{form}"), "")));
    }
    drop(client);
    let tally = Tally::default();
    strike.clients(CLIENTS, MOST, |number, turn| {
        let stay = if number % 2 == 0 { Stay::Until(strike.end) } else { Stay::For(EARLY) };
        tally.count(&ask(strike.server, ATTACKER, &requests[turn % requests.len()], stay));
    });
    remove(strike, &site)?;
    let refused: Vec<_> = refused.iter().map(|error| format!("; not written: {error}")).collect();
    Ok(tally.told() + &refused.concat())
}

/// Groups changes into requests: a page needs the reusable content that is written before it.
fn batches(changes: &[Value]) -> Vec<&[Value]> {
    if changes.iter().any(|change| change["ref"].is_string()) { vec![changes] } else { changes.chunks(1).collect() }
}

/// Deletes the site and the space, so that the next attack begins without them.
fn remove(strike: &Strike<'_>, site: &Site) -> anyhow::Result<()> {
    let mut client = attacker(strike)?;
    call(&mut client, "DELETE", &site.path, &Value::Null)?;
    call(&mut client, "DELETE", &site.space, &Value::Null)?;
    Ok(())
}

fn comment(strike: &Strike<'_>) -> anyhow::Result<String> {
    let mut client = attacker(strike)?;
    let site = site(strike, &mut client)?;
    call(
        &mut client,
        "POST",
        &format!("{}/content", site.space),
        &json!({ "changes": [page("# Hostile\n\nA page.\n")] }),
    )?;
    let comments = format!("{}/comments", site.space);
    let body = json!({ "body": { "markdown": wide_table(65_000) } });
    let written = call(&mut client, "POST", &comments, &body);
    let tally = Tally::default();
    strike.clients(CLIENTS, MOST, |number, turn| {
        let form = ["document", "markdown"][turn % 2];
        let stay = if number % 2 == 0 { Stay::Until(strike.end) } else { Stay::For(EARLY) };
        let request = get_once(&format!("{comments}?format={form}"), &bearer(TOKEN));
        tally.count(&ask(strike.server, ATTACKER, &request, stay));
    });
    remove(strike, &site)?;
    let refused = written.err().map_or_else(String::new, |error| format!("; not written: {error}"));
    Ok(tally.told() + &refused)
}
