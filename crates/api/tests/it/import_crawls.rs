//! Imports of sites and of spaces of other servers, from a server on this machine.

use std::collections::{BTreeMap, HashMap};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};

use axum::body::Body;
use axum::http::Method;
use quire_content::stop::Stop;
use quire_testkit::{TestApp, on_each_database, on_each_database_within_reach};
use serde_json::{Value, json};

use crate::edits::{PIXELS, live};

/// A server with pages by path, which counts what it is asked for.
#[derive(Clone)]
struct Site {
    address: String,
    pages: Arc<Mutex<BTreeMap<String, Vec<u8>>>>,
    asked: Arc<Mutex<HashMap<String, usize>>>,
    /// Requested when a path is asked for.
    stop_at: Arc<Mutex<Option<(String, Stop)>>>,
}

impl Site {
    fn new(pages: &[(&str, &str)]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let site = Self { address, pages: Arc::default(), asked: Arc::default(), stop_at: Arc::default() };
        for (path, body) in pages {
            site.put(path, "text/html", body.as_bytes());
        }
        let served = site.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (site, mut stream) = (served.clone(), stream.unwrap());
                std::thread::spawn(move || {
                    let mut head = Vec::new();
                    let mut byte = [0; 1024];
                    while !head.ends_with(b"\r\n\r\n") {
                        match stream.read(&mut byte) {
                            Ok(0) | Err(_) => return,
                            Ok(read) => head.extend_from_slice(&byte[..read]),
                        }
                    }
                    let head = String::from_utf8(head).unwrap();
                    let path = head.split(' ').nth(1).unwrap().to_owned();
                    let _ = stream.write_all(&site.answer(&path));
                });
            }
        });
        site
    }

    fn put(&self, path: &str, kind: &str, body: &[u8]) {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n\r\n", body.len());
        self.pages.lock().unwrap().insert(path.to_owned(), [head.as_bytes(), body].concat());
    }

    fn redirect(&self, path: &str, to: &str) {
        let head = format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\n\r\n");
        self.pages.lock().unwrap().insert(path.to_owned(), head.into_bytes());
    }

    fn answer(&self, path: &str) -> Vec<u8> {
        *self.asked.lock().unwrap().entry(path.to_owned()).or_default() += 1;
        if let Some((_, stop)) = self.stop_at.lock().unwrap().as_ref().filter(|(at, _)| at == path) {
            stop.request();
        }
        let missing = || b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec();
        self.pages.lock().unwrap().get(path).cloned().unwrap_or_else(missing)
    }

    fn asked(&self, path: &str) -> usize {
        self.asked.lock().unwrap().get(path).copied().unwrap_or_default()
    }

    fn body(&self, path: &str) -> Value {
        json!({ "url": format!("{}{path}", self.address), "source": "website" })
    }
}

fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html><head><title>{title}</title></head><body><nav><ul><li><a href='/docs/'>Home</a></li>\
         <li><a href='/docs/one.html'>One</a><ul><li><a href='/docs/two.html'>Two</a></li></ul></li></ul></nav>\
         <main><h1>{title}</h1>{body}</main></body></html>"
    )
}

fn docs() -> Site {
    let site = Site::new(&[
        ("/docs/", &page("Home", "<p>See <a href='one.html#part'>one</a> and <a href='/else/'>elsewhere</a>.</p>")),
        ("/docs/one.html", &page("One", "<h2 id='part'>Part</h2><p><img src='a.png' alt='A'> <a href='./'>up</a></p>")),
        ("/docs/two.html", &page("Two", "<p><img src='b.png' alt='B'> text</p>")),
        ("/else/", &page("Else", "<p>not here</p>")),
    ]);
    site.put("/docs/a.png", "image/png", PIXELS);
    site.put("/docs/b.png", "image/png", PIXELS);
    site
}

fn markdown(test: &TestApp, space: &str, path: &str) -> String {
    let page = test.admin().get(&format!("{space}/content/path/{path}?format=markdown")).ok();
    page["markdown"].as_str().unwrap().to_owned()
}

#[test]
fn a_part_of_a_site_becomes_a_space() {
    on_each_database_within_reach(|test| {
        let (site, space) = (docs(), live(test, &[]));
        let import = format!("{space}/content/import");
        let done = test.admin().post(&import, &site.body("/docs/")).ok();
        assert_eq!(done["changes"]["pages"]["created"], 3, "{done}");
        assert_eq!(done["warnings"], json!([]));
        let pages = test.admin().get(&format!("{space}/content/pages")).ok();
        assert_eq!(pages["pages"][0]["title"], "Home");
        assert_eq!(pages["pages"][1]["title"], "One");
        assert_eq!(pages["pages"][1]["pages"][0]["title"], "Two");
        let home = markdown(test, &space, pages["pages"][0]["path"].as_str().unwrap());
        assert!(home.contains("(one.md#part)"), "{home}");
        assert!(home.contains(&format!("({}/else/)", site.address)), "{home}");
        let files = test.admin().get(&format!("{space}/content/files")).ok();
        assert_eq!(files["count"], 1, "equal images are one file");
        assert_eq!(site.asked("/else/"), 0);
        let id = done["import"].as_str().unwrap();
        let report = test.admin().get(&format!("{}/imports/{id}/pages", test.org())).ok();
        assert_eq!(report["items"][0]["source"], format!("{}/docs/", site.address));
        // A second time nothing changes.
        assert_eq!(test.admin().post(&import, &site.body("/docs/")).ok()["changed"], false);
        // What is gone there goes here.
        site.pages.lock().unwrap().remove("/docs/two.html");
        let again = test.admin().post(&import, &site.body("/docs/")).ok();
        assert_eq!(again["changes"]["pages"]["deleted"], 1, "{again}");
    });
}

#[test]
fn a_site_that_fails_for_a_moment_loses_nothing() {
    on_each_database_within_reach(|test| {
        let (site, space) = (docs(), live(test, &[]));
        let import = format!("{space}/content/import");
        test.admin().post(&import, &site.body("/docs/")).ok();
        let failing = b"HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n".to_vec();
        site.pages.lock().unwrap().insert("/docs/two.html".to_owned(), failing);
        let done = test.admin().post(&import, &site.body("/docs/")).ok();
        assert_eq!(done["changes"]["pages"]["deleted"], 0);
        let id = done["import"].as_str().unwrap();
        let shown = test.admin().get(&format!("{}/imports/{id}", test.org())).ok();
        assert_eq!(shown["outcome"]["partial"], true);
        assert_eq!(site.asked("/docs/two.html"), 3, "it was asked for once, and then twice");
    });
}

#[test]
fn robots_and_bounds_are_heeded() {
    on_each_database_within_reach(|test| {
        let (site, space) = (docs(), live(test, &[]));
        site.put("/robots.txt", "text/plain", b"User-agent: quire\nDisallow: /docs/two.html\n");
        let endless: String = (0..100).map(|n| format!("<a href='/docs/one.html?n={n}'>x</a>")).collect();
        site.put("/docs/one.html", "text/html", page("One", &endless).as_bytes());
        site.redirect("/docs/circle", "/docs/circle");
        site.redirect("/docs/away", "/else/");
        let links = "<p>text <a href='circle'>c</a> <a href='away'>a</a></p>";
        site.put("/docs/", "text/html", page("Home", links).as_bytes());
        let done = test.admin().post(&format!("{space}/content/import"), &site.body("/docs/")).ok();
        assert_eq!(site.asked("/docs/two.html"), 0);
        let queries = site.asked.lock().unwrap().keys().filter(|path| path.contains("?n=")).count();
        assert!(queries <= 20, "{queries}");
        let id = done["import"].as_str().unwrap();
        let report = test.admin().get(&format!("{}/imports/{id}/pages", test.org())).ok();
        let told = report.to_string();
        assert!(told.contains("robots.txt asks") && told.contains("redirects more than"), "{told}");
        assert!(told.contains("which is elsewhere"), "{told}");
        let mut few = site.body("/docs/");
        few["maxPages"] = json!(1);
        let few = test.admin().post(&format!("{space}/content/import"), &few).ok();
        assert_eq!(few["changes"]["pages"]["deleted"], 0, "what was not read stays");
        site.put("/robots.txt", "text/plain", b"User-agent: *\nDisallow: /\n");
        let told = test.admin().post(&format!("{space}/content/import"), &site.body("/docs/")).refused(400);
        assert!(told.contains("robots.txt"), "{told}");
    });
}

#[test]
fn addresses_that_are_not_public_are_refused() {
    on_each_database(|test| {
        let (site, space) = (docs(), live(test, &[]));
        let told = test.admin().post(&format!("{space}/content/import"), &site.body("/docs/")).refused(400);
        assert!(told.contains("at no public address"), "{told}");
        assert_eq!(site.asked("/docs/"), 0);
    });
}

#[test]
fn a_crawl_that_is_interrupted_goes_on_where_it_was() {
    on_each_database_within_reach(|test| {
        let (site, space) = (docs(), live(test, &[]));
        let headers = [("content-type", "application/json"), ("prefer", "respond-async")];
        let path = format!("{space}/content/import");
        let body = Body::from(site.body("/docs/").to_string());
        let asked = test.admin().send(&Method::POST, &path, &headers, body).expect(202);
        let stop = Stop::default();
        *site.stop_at.lock().unwrap() = Some(("/docs/two.html".to_owned(), stop.clone()));
        assert!(test.app.stopped_by(&stop).run_due_import().unwrap());
        let location = asked["urls"]["location"].as_str().unwrap();
        assert_eq!(test.admin().get(location).ok()["state"], "queued");
        assert_eq!(test.admin().get(&format!("{space}/content/files")).ok()["count"], 0);
        assert!(test.another_process().run_due_import().unwrap());
        let done = test.admin().get(location).ok();
        assert_eq!((&done["state"], &done["outcome"]["changes"]["pages"]["created"]), (&json!("done"), &json!(3)));
        assert_eq!(site.asked("/docs/"), 1);
        assert_eq!(site.asked("/docs/one.html"), 1);
        // What nothing needs any more is no use of disk for long.
        let asked: Vec<_> = site.asked.lock().unwrap().values().copied().collect();
        assert!(asked.iter().all(|count| *count <= 2), "{asked:?}");
    });
}

#[test]
fn an_import_of_a_process_that_died_is_taken_over_when_its_hold_ends() {
    on_each_database_within_reach(|test| {
        let space = live(test, &[]);
        let caller = quire_app::Caller::operator();
        let new = quire_app::imports::NewImport {
            source: quire_app::imports::Source::Website,
            origin: quire_app::imports::Origin::Address(format!("{}/docs/", docs().address)),
            secret: None,
            options: quire_app::imports::Options::default(),
        };
        let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
        let target = quire_app::content::commit::Target::Main;
        let held = test.app.create_import(&caller, id, target, &new, quire_app::imports::Start::Now).unwrap();
        assert_eq!(test.run_imports(), 0, "it is held");
        test.clock.pass(std::time::Duration::from_mins(3));
        assert_eq!(test.run_imports(), 1);
        assert_eq!(test.admin().get(&format!("{}/imports/{}", test.org(), held.id)).ok()["state"], "done");
        // The process was not dead after all, only slow: it lands nothing a second time.
        let late = test.app.run_import(&caller, &held, &mut |_| {});
        assert!(late.is_err());
        let revisions = test.admin().get(&format!("{space}/revisions")).ok();
        assert_eq!(revisions["items"].as_array().unwrap().len(), 2);
    });
}
