//! Crawls of a site in memory: what is asked for, what is left alone, and that every crawl ends.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use quire_content::stop::Stop;
use quire_convert::Limits;
use quire_sources::Options;
use quire_sources::fetch::{Failure, Fetch, Fetched, Found};
use quire_sources::website::{Bounds, Site, website};
use url::Url;

/// The answer to an address.
#[derive(Clone)]
enum Answer {
    Page(String),
    Text(String),
    Redirect(&'static str),
    Fails(Failure),
}

/// A site, which counts what it is asked for and refuses addresses of other hosts as private ones are.
#[derive(Default)]
struct Server {
    answers: HashMap<String, Answer>,
    /// Answers addresses that are not listed.
    endless: bool,
    asked: BTreeMap<String, usize>,
    paces: Vec<Duration>,
    /// The number of answers after which the time is over.
    late_after: Option<usize>,
}

impl Server {
    fn of(answers: &[(&str, Answer)]) -> Self {
        let answers = answers.iter().map(|(path, answer)| ((*path).to_owned(), answer.clone())).collect();
        Self { answers, ..Self::default() }
    }

    fn total(&self) -> usize {
        self.asked.values().sum()
    }
}

impl Fetch for Server {
    fn get(&mut self, address: &Url, most: u64) -> Result<Fetched, Failure> {
        if address.host_str() != Some("site.test") {
            return Err(Failure::Refused(format!("{address} is not public")));
        }
        let path = address[url::Position::BeforePath..].to_owned();
        *self.asked.entry(path.clone()).or_default() += 1;
        if self.late_after.is_some_and(|most| self.total() > most) {
            return Err(Failure::Late);
        }
        let mut at = address.clone();
        // As those who fetch do it: a bounded number of redirects, and none to what is not public.
        for _ in 0..10 {
            let path = at[url::Position::BeforePath..].to_owned();
            let endless = || {
                let number: usize = path.trim_matches(|c: char| !c.is_ascii_digit()).parse().unwrap_or(0);
                Answer::Page(page(
                    &path,
                    &format!("<a href='/docs/n{}'>on</a> <a href='/docs/?q={number}'>q</a>", number + 1),
                ))
            };
            let answer =
                self.answers.get(&path).cloned().or_else(|| (self.endless && path.starts_with("/docs/")).then(endless));
            let (kind, text) = match answer {
                None => return Err(Failure::Status(404)),
                Some(Answer::Fails(failure)) => return Err(failure),
                Some(Answer::Redirect(to)) => {
                    at = at.join(to).unwrap();
                    if at.host_str() != Some("site.test") {
                        return Err(Failure::Refused(format!("{at} is not public")));
                    }
                    continue;
                }
                Some(Answer::Page(html)) => ("text/html", html),
                Some(Answer::Text(text)) => ("text/plain", text),
            };
            if text.len() as u64 > most {
                return Err(Failure::Refused("is too large".to_owned()));
            }
            return Ok(Fetched { address: at, content_type: Some(kind.to_owned()), bytes: text.into_bytes() });
        }
        Err(Failure::Refused("too many redirects".to_owned()))
    }

    fn ask(&mut self, _: &Url, _: u64) -> Result<Fetched, Failure> {
        Err(Failure::Status(404))
    }

    fn pace(&mut self, interval: Duration) {
        self.paces.push(interval);
    }

    fn tell(&mut self, _: Found) -> Result<(), Failure> {
        Ok(())
    }
}

fn page(title: &str, body: &str) -> String {
    format!("<html><body><main><h1>{title}</h1><p>Text of {title}.</p>{body}</main></body></html>")
}

fn html(title: &str, body: &str) -> Answer {
    Answer::Page(page(title, body))
}

/// A site that was read, with its scratch directory.
struct Crawl {
    site: Site,
    _scratch: tempfile::TempDir,
}

impl std::ops::Deref for Crawl {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.site
    }
}

fn crawl(server: &mut Server, start: &str, bounds: &Bounds) -> Result<Crawl, String> {
    let scratch = tempfile::tempdir().unwrap();
    let limits = Limits::default();
    let options = Options { limits: &limits, scratch: scratch.path(), split: false, authors: false };
    let start = Url::parse("http://site.test").unwrap().join(start).unwrap();
    let site = website(&start, bounds, &options, server, &Stop::default()).map_err(|e| e.to_string())?;
    Ok(Crawl { site, _scratch: scratch })
}

fn paths(site: &Site) -> Vec<String> {
    let pages = site.converted.tree.entries().iter().map(|entry| entry.path.clone());
    pages.filter(|path| path.ends_with(".md") && path != "SUMMARY.md").collect()
}

fn summary(site: &Site) -> String {
    let mut text = String::new();
    std::io::Read::read_to_string(&mut site.converted.tree.open("SUMMARY.md").unwrap(), &mut text).unwrap();
    text
}

fn missed(site: &Site) -> Vec<(String, String)> {
    let pages = site.converted.report.iter().filter(|page| page.path.is_empty());
    pages.flat_map(|page| page.dropped.iter().map(|part| (page.source.clone(), part.place.clone()))).collect()
}

#[test]
fn robots_are_obeyed_and_maps_are_read() {
    let robots = "User-agent: *\nDisallow: /docs/private\nCrawl-delay: 3\nSitemap: /docs/map.xml\n";
    let map = "<urlset><url><loc>http://site.test/docs/hidden</loc></url><url><loc>http://10.0.0.1/docs/x</loc></url>\
               <url><loc>http://site.test/else/y</loc></url></urlset>";
    let mut server = Server::of(&[
        ("/robots.txt", Answer::Text(robots.to_owned())),
        ("/docs/map.xml", Answer::Text(map.to_owned())),
        (
            "/docs/",
            html("Home", "<a href='private/x'>p</a> <a href='/else/z'>e</a> <a href='http://10.0.0.1/docs/'>i</a>"),
        ),
        ("/docs/hidden", html("Hidden", "")),
    ]);
    let site = crawl(&mut server, "/docs/", &Bounds::default()).unwrap();
    assert_eq!(paths(&site), ["README.md", "hidden.md"]);
    assert!(site.is_complete);
    assert!(!server.asked.contains_key("/docs/private/x") && !server.asked.contains_key("/else/z"));
    assert!(server.paces.contains(&Duration::from_secs(3)), "{:?}", server.paces);
    assert_eq!(missed(&site).len(), 1, "{:?}", missed(&site));

    let closed = ("/robots.txt", Answer::Text("User-agent: *\nDisallow: /\n".to_owned()));
    let refused = crawl(&mut Server::of(&[closed, ("/docs/", html("Home", ""))]), "/docs/", &Bounds::default());
    assert!(refused.err().unwrap().contains("robots.txt"));
    let broken = ("/robots.txt", Answer::Fails(Failure::Status(503)));
    let mut server = Server::of(&[broken, ("/docs/", html("Home", ""))]);
    assert!(crawl(&mut server, "/docs/", &Bounds::default()).is_err(), "rules that can't be read forbid everything");
    assert!(!server.asked.contains_key("/docs/"));
}

#[test]
fn circles_of_redirects_and_private_addresses_end() {
    let mut server = Server::of(&[
        ("/docs/", html("Home", "<a href='a'>a</a> <a href='inside'>b</a> <a href='moved'>c</a> <a href='self'>d</a>")),
        ("/docs/a", Answer::Redirect("/docs/b")),
        ("/docs/b", Answer::Redirect("/docs/a")),
        ("/docs/inside", Answer::Redirect("http://127.0.0.1/secret")),
        ("/docs/moved", Answer::Redirect("/docs/new")),
        ("/docs/new", html("New", "<a href='moved'>again</a>")),
        ("/docs/self", html("Self", "<a href='self'>x</a><a href='./'>y</a>")),
    ]);
    let site = crawl(&mut server, "/docs/", &Bounds::default()).unwrap();
    assert_eq!(paths(&site), ["README.md", "new.md", "self.md"]);
    let reasons = missed(&site);
    assert!(reasons.iter().any(|(from, why)| from.ends_with("/docs/a") && why.contains("redirects")), "{reasons:?}");
    assert!(
        reasons.iter().any(|(from, why)| from.ends_with("/docs/inside") && why.contains("not public")),
        "{reasons:?}"
    );
    assert!(server.asked.values().all(|count| *count <= 2), "{:?}", server.asked);
    assert!(crawl(&mut server, "/docs/inside", &Bounds::default()).err().unwrap().contains("not public"));
}

#[test]
fn endless_sites_end_at_the_bounds_and_delete_nothing() {
    let mut server = Server::of(&[("/docs/", html("Home", "<a href='n1'>on</a>"))]);
    server.endless = true;
    let bounds = Bounds { pages: 30, ..Bounds::default() };
    let site = crawl(&mut server, "/docs/", &bounds).unwrap();
    assert_eq!(paths(&site).len(), 30);
    assert!(!site.is_complete);
    assert!(missed(&site).iter().any(|(_, why)| why.contains("a bound of the crawl")), "{:?}", missed(&site));
    let mut server = Server { endless: true, ..Server::of(&[("/docs/", html("Home", "<a href='n1'>on</a>"))]) };
    let bounds = Bounds { depth: 5, ..Bounds::default() };
    let site = crawl(&mut server, "/docs/", &bounds).unwrap();
    // Queries of one path are few, however many there are.
    assert!(paths(&site).len() <= 5 + 25, "{:?}", paths(&site));
    assert!(!site.is_complete);
}

#[test]
fn slow_and_failing_servers_leave_a_part() {
    let links: String = (0..60).map(|n| format!("<a href='p{n}'>x</a>")).collect();
    let mut all: Vec<(String, Answer)> = vec![("/docs/".to_owned(), html("Home", &links))];
    all.extend((0..60).map(|n| (format!("/docs/p{n}"), html(&format!("P{n}"), ""))));
    let all: Vec<(&str, Answer)> = all.iter().map(|(path, answer)| (path.as_str(), answer.clone())).collect();
    let mut server = Server::of(&all);
    server.late_after = Some(20);
    let site = crawl(&mut server, "/docs/", &Bounds::default()).unwrap();
    assert!(!site.is_complete && paths(&site).len() < 21);
    assert!(missed(&site).iter().any(|(_, why)| why.contains("time")), "{:?}", missed(&site));
    assert!(server.total() < 25, "nothing is asked for when the time is over");

    let mut server = Server::of(&all);
    for n in 0..60 {
        server.answers.insert(format!("/docs/p{n}"), Answer::Fails(Failure::Unavailable("no answer".to_owned())));
    }
    let site = crawl(&mut server, "/docs/", &Bounds::default()).unwrap();
    assert!(!site.is_complete);
    assert!(server.total() < 40, "a server that keeps failing is left alone: {}", server.total());
    // A page that is gone is gone; one that fails may be there still.
    let mut server = Server::of(&[("/docs/", html("Home", "<a href='gone'>g</a>"))]);
    assert!(crawl(&mut server, "/docs/", &Bounds::default()).unwrap().is_complete);
    server.answers.insert("/docs/gone".to_owned(), Answer::Fails(Failure::Status(500)));
    assert!(!crawl(&mut server, "/docs/", &Bounds::default()).unwrap().is_complete);
    // Pages that are too large are named.
    let mut server =
        Server::of(&[("/docs/", html("Home", "<a href='big'>b</a>")), ("/docs/big", html("Big", &"x".repeat(9000)))]);
    let site = crawl(&mut server, "/docs/", &Bounds { page_bytes: 5000, ..Bounds::default() }).unwrap();
    assert!(missed(&site).iter().any(|(_, why)| why.contains("too large")), "{:?}", missed(&site));
}

#[test]
fn a_heading_over_the_whole_navigation_is_no_group() {
    let navigation = |groups: &str| {
        format!("<html><body><nav class='toc-tree'>{groups}</nav><main><h1>Home</h1><p>x</p></main></body></html>")
    };
    let list = "<ul><li><a href='/docs/a'>A</a></li><li><a href='/docs/b'>B</a></li></ul>";
    let more = "<ul><li><a href='/docs/c'>C</a></li></ul>";
    for (groups, expected) in [
        (format!("<h3>Table of Contents</h3>{list}"), "* [A](a.md)\n* [B](b.md)\n"),
        (format!("<h3>Guide</h3>{list}<h3>More</h3>{more}"), "## Guide"),
    ] {
        let mut server = Server::of(&[
            ("/docs/", Answer::Page(navigation(&groups))),
            ("/docs/a", html("A", "")),
            ("/docs/b", html("B", "")),
            ("/docs/c", html("C", "")),
        ]);
        let site = crawl(&mut server, "/docs/", &Bounds::default()).unwrap();
        let text = summary(&site);
        assert!(!text.contains("Table of Contents\n"), "{text}");
        assert!(text.contains(expected) || expected == "## Guide" && text.contains("Guide"), "{text}");
    }
}

#[test]
fn pages_of_which_nothing_can_be_read_are_listed_and_delete_nothing() {
    let scripted = "<html><body><div id='root'></div><script src='/app.js'></script></body></html>";
    let deep = format!("<html><body><main><p>Important.</p>{}x</main></body></html>", "<div>".repeat(2_000));
    let moved = "<html><head><meta http-equiv='refresh' content='0; url=there'></head><body></body></html>";
    let home = html("Home", "<a href='scripted'>s</a> <a href='deep'>d</a> <a href='moved'>m</a>");
    let answers = |scripted: &str, deep: &str| {
        Server::of(&[
            ("/docs/", home.clone()),
            ("/docs/scripted", Answer::Page(scripted.to_owned())),
            ("/docs/deep", Answer::Page(deep.to_owned())),
            ("/docs/moved", Answer::Page(moved.to_owned())),
            ("/docs/there", html("There", "")),
        ])
    };
    let site = crawl(&mut answers(scripted, &deep), "/docs/", &Bounds::default()).unwrap();
    assert_eq!(paths(&site), ["README.md", "there.md"]);
    assert!(!site.is_complete, "what was imported of them may still be there");
    let missed = missed(&site);
    let reason =
        |page: &str| missed.iter().find(|(source, _)| source.ends_with(page)).map(|(_, reason)| reason.as_str());
    assert_eq!(reason("/scripted"), Some("it has no text"));
    assert_eq!(reason("/deep"), Some("elements are nested too deeply"));
    assert_eq!(reason("/moved"), None);
    let whole = page("Whole", "");
    let site = crawl(&mut answers(&whole, &page("Flat", "")), "/docs/", &Bounds::default()).unwrap();
    assert!(site.is_complete, "a page that only sends its readers on is none of these");
}
