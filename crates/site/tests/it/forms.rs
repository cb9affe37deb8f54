//! Pages in compressed forms, and pages that many want at the same time.

use std::io::Read as _;
use std::thread;

use quire_testkit::{Answer, Files, on_each_database};

use crate::world::{Tree, World, text};

const READERS: usize = 12;

fn files(said: &str) -> [(&'static str, String); 2] {
    let long = format!("# Long\n\n{}\n", format!("{said} once more. ").repeat(200));
    [("README.md", "# Start\n".to_owned()), ("long.md", long)]
}

fn tree<'a>(files: &'a [(&'static str, String)]) -> Vec<(&'static str, &'a str)> {
    files.iter().map(|(name, text)| (*name, text.as_str())).collect()
}

fn brotli(answer: &Answer) -> String {
    let mut plain = String::new();
    brotli::Decompressor::new(answer.body.as_slice(), 4096).read_to_string(&mut plain).unwrap();
    plain
}

#[test]
fn a_page_comes_in_the_form_that_its_reader_accepts() {
    on_each_database(|test| {
        let files = files("Something");
        let world = World::new(test, &tree(&files) as Tree<'_>);
        let plain = world.get("/long");
        assert_eq!(plain.header("content-encoding"), "");
        let tag = plain.header("etag").trim_end_matches('"');
        for _ in 0..2 {
            let small = world.get_with("/long", &[("accept-encoding", "gzip, deflate, br")]);
            assert_eq!((small.header("content-encoding"), small.header("etag")), ("br", &*format!("{tag}-br\"")));
            let depends: Vec<_> = small.headers.get_all("vary").iter().collect();
            assert_eq!(depends, ["accept", "accept-encoding"]);
            assert_eq!(brotli(&small), text(&plain));
            let gzip = world.get_with("/long", &[("accept-encoding", "gzip")]);
            assert_eq!((gzip.header("content-encoding"), gzip.header("etag")), ("gzip", &*format!("{tag}-gzip\"")));
            assert!(gzip.body.len() < plain.body.len() / 2 && gzip.body.starts_with(b"\x1f\x8b"));
            let known = [("accept-encoding", "br"), ("if-none-match", small.header("etag"))];
            let again = world.get_with("/long", &known);
            assert_eq!((again.status.as_u16(), again.body.len(), again.header("content-encoding")), (304, 0, ""));
        }
        let page = text(&plain);
        let style = page.split("rel=\"stylesheet\" href=\"").nth(1).unwrap().split('"').next().unwrap();
        let style = crate::world::fetch(test, style, &[("accept-encoding", "br")]);
        assert_eq!((style.header("content-encoding"), style.header("vary")), ("br", "accept-encoding"));
        assert!(brotli(&style).contains('{'));
        let card = world.get_with("/~card/long.png", &[("accept-encoding", "br")]);
        assert_eq!((card.header("content-type"), card.header("content-encoding")), ("image/png", ""));
    });
}

#[test]
fn all_who_ask_at_once_get_what_one_would() {
    on_each_database(|test| {
        let before = files("Before");
        let world = World::new(test, &tree(&before) as Tree<'_>);
        for said in ["After", "Later"] {
            let after = files(said);
            test.import(&world.spaces[0], &Files::of(&tree(&after)));
            for (path, status) in [("/long", 200), ("/nowhere", 404), ("/start", 308)] {
                let answers: Vec<Answer> = thread::scope(|scope| {
                    let readers: Vec<_> = (0..READERS).map(|_| scope.spawn(|| world.get(path))).collect();
                    readers.into_iter().map(|reader| reader.join().unwrap()).collect()
                });
                assert!(
                    answers.iter().all(|answer| answer.status == status && answer.body == answers[0].body),
                    "{path}"
                );
                assert_eq!(text(&answers[0]).contains(&format!("{said} once more.")), status == 200, "{path}");
            }
        }
    });
}
