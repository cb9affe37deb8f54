//! The index: it survives being stopped at any moment, is made anew where it is damaged, and follows many writers.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;
use quire_app::Caller;
use quire_app::content::Version;
use quire_app::search::Followed;
use quire_model::paging::Paging;
use quire_search::{Scope, Visible, Window};
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::{live, send};
use crate::search::{address, find, spaces};

/// Segments of the index, the largest file first.
fn segments(test: &TestApp) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(test.search_dir()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.file_name().unwrap().len() > 32).collect();
    files.sort_by_key(|path| std::cmp::Reverse(fs::metadata(path).unwrap().len()));
    files
}

#[test]
fn a_stopped_index_goes_on_where_it_was() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        assert_eq!(find(test, &space, "anchor"), ["home"]);
        test.app.close_search();
        let before = segments(test);
        assert_eq!(find(test, &space, "anchor"), ["home"]);
        assert_eq!(segments(test), before, "what is right is not written again");
        test.app.close_search();
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nA rudder.\n")]));
        let other = test.new_space("Other");
        test.import(&other, &Files::of(&[("home.md", "# Home\n\nA rudder.\n")]));
        assert_eq!(spaces(&test.admin(), &test.org(), "rudder").len(), 2);
        assert_eq!(find(test, &space, "anchor"), Vec::<String>::new());
    });
}

#[test]
fn what_went_for_good_while_nobody_looked_is_gone() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        assert_eq!(find(test, &space, "anchor"), ["home"]);
        let scope: Scope = [space.trim_start_matches("/v1/spaces/").parse().unwrap()].into_iter().collect();
        let window = Window { offset: 0, limit: 10, sections: 1 };
        let indexed = || test.app.search(&scope, "anchor", window, Visible::new(&|_, _| true)).unwrap().total;
        assert_eq!(indexed(), 1);
        assert_eq!(test.app.search(&scope, "anchor", window, Visible::new(&|_, _| false)).unwrap().total, 0);
        test.app.close_search();
        test.admin().delete(&space).expect(204);
        test.clock.pass(std::time::Duration::from_hours(8 * 24));
        test.run_jobs();
        test.app.catch_up_search().unwrap();
        assert_eq!(indexed(), 0);
    });
}

#[test]
fn a_damaged_index_is_made_anew() {
    on_each_database(|test| {
        let space = test.new_space("Docs");
        test.import(&space, &Files::of(&[("home.md", "# Home\n\nAn anchor.\n")]));
        assert_eq!(find(test, &space, "anchor"), ["home"]);
        for damage in 0..4 {
            test.app.close_search();
            let largest = segments(test).remove(0);
            match damage {
                0 => fs::write(&largest, b"").unwrap(),
                1 => fs::remove_file(&largest).unwrap(),
                2 => fs::write(test.search_dir().join("format"), "another\n").unwrap(),
                _ => fs::remove_dir_all(test.search_dir()).unwrap(),
            }
            assert_eq!(find(test, &space, "anchor"), ["home"], "after damage {damage}");
        }
    });
}

#[test]
fn an_index_is_made_anew_on_demand() {
    on_each_database(|test| {
        for n in 0..3 {
            let space = test.new_space(&format!("s{n}"));
            test.import(&space, &Files::of(&[("a.md", "# A\n\nAn anchor.\n"), ("b.md", "# B\n\nAn anchor.\n")]));
        }
        let mut told = Vec::new();
        let done = test.app.reindex(&mut |progress| told.push(progress)).unwrap();
        assert_eq!((done.pages, done.spaces, done.of), (6, 3, 3));
        assert_eq!(told.last(), Some(&done));
        assert_eq!(spaces(&test.admin(), &test.org(), "anchor").len(), 3);
    });
}

#[test]
fn a_large_space_lets_others_through() {
    on_each_database(|test| {
        let large = test.new_space("Large");
        let texts: Vec<_> = (0..700).map(|n| (format!("p{n}.md"), format!("# Page {n}\n\nAn anchor.\n"))).collect();
        let texts: Vec<_> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        test.app.catch_up_search().unwrap();
        test.import(&large, &Files::of(&texts));
        assert_eq!(test.app.follow_search().unwrap(), Followed::Further);
        let small = live(test, &[("home.md", "# Home\n\nA rudder.\n")]);
        test.app.follow_search().unwrap();
        let found = |space: &str, query: &str| {
            let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
            let view = test.app.view(&Caller::operator(), id, Version::Main).unwrap();
            test.app
                .search_space(
                    view.space.id,
                    &test.app.expanded_outline(&view).unwrap(),
                    query,
                    &Paging { from: None, limit: 0 },
                )
                .unwrap()
                .count
                .unwrap()
        };
        assert_eq!(found(&small, "rudder"), 1);
        assert!((1..700).contains(&found(&large, "anchor")));
        // In the middle of it the process ends, and the space is another one when the next begins.
        test.app.close_search();
        test.import(&large, &Files::of(&texts[100..]));
        test.app.follow_search().unwrap();
        test.import(&large, &Files::of(&texts[200..]));
        test.app.catch_up_search().unwrap();
        assert_eq!(found(&large, "anchor"), 500);
    });
}

#[test]
fn what_many_write_at_once_is_all_found() {
    on_each_database(|test| {
        let all: Vec<String> = (0..4).map(|_| live(test, &[])).collect();
        let app = &test.app;
        std::thread::scope(|scope| {
            let follow = scope.spawn(|| {
                while !is_done(app, &all) {
                    app.follow_search().unwrap();
                }
            });
            for (n, space) in all.iter().enumerate() {
                scope.spawn(move || write(app, space, n));
            }
            follow.join().unwrap();
        });
        app.catch_up_search().unwrap();
        for (n, space) in all.iter().enumerate() {
            for round in 0..ROUNDS {
                assert_eq!(find(test, space, &format!("\"w{n}x{round}\"")).len(), 1);
            }
        }
    });
}

const ROUNDS: usize = 12;

/// Writes a page with a word of its own, again and again.
fn write(app: &quire_app::App, space: &str, n: usize) {
    let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
    for round in 0..ROUNDS {
        let files: Vec<_> =
            (0..=round).map(|round| (format!("p{round}.md"), format!("# Page {round}\n\nw{n}x{round}\n"))).collect();
        let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let (operator, limits) = (Caller::operator(), quire_app::content::import::Limits::default());
        let target = quire_app::content::commit::Target::Main;
        app.import_tree(&operator, id, target, &Files::of(&files), &limits, &mut |_| {}).unwrap();
    }
}

/// Whether everything is written.
fn is_done(app: &quire_app::App, spaces: &[String]) -> bool {
    spaces.iter().all(|space| {
        let id = space.trim_start_matches("/v1/spaces/").parse().unwrap();
        let view = app.view(&Caller::operator(), id, Version::Main).unwrap();
        app.outline(&view).unwrap().len() == ROUNDS
    })
}

/// What is done to a space.
#[derive(Debug, Clone)]
enum Step {
    Write {
        page: usize,
        word: String,
    },
    Delete {
        page: usize,
    },
    Hide {
        page: usize,
        hidden: bool,
    },
    Move {
        page: usize,
        below: Option<usize>,
    },
    /// One step of the follower; the process ends after it.
    Follow {
        stop: bool,
    },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..5usize, "[a-m]{6}").prop_map(|(page, word)| Step::Write { page, word }),
        1 => (0..5usize).prop_map(|page| Step::Delete { page }),
        2 => (0..5usize, any::<bool>()).prop_map(|(page, hidden)| Step::Hide { page, hidden }),
        2 => (0..5usize, proptest::option::of(0..5usize)).prop_map(|(page, below)| Step::Move { page, below }),
        3 => any::<bool>().prop_map(|stop| Step::Follow { stop }),
    ]
}

/// What each page that is there says, and whether it is found, by the pages as the API shows them.
fn expected(pages: &Value, hidden: bool, into: &mut BTreeMap<String, bool>) {
    for page in pages.as_array().unwrap() {
        let hidden = hidden || page["hidden"] == true;
        into.insert(page["id"].as_str().unwrap().to_owned(), !hidden);
        expected(&page["pages"], hidden, into);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Whatever is edited between steps of the follower and its ends: what is found is what is there and not hidden.
    #[test]
    fn what_is_found_is_what_is_there(steps in proptest::collection::vec(step(), 1..30)) {
        on_each_database(|test| {
            let space = live(test, &[]);
            let mut pages: BTreeMap<usize, (String, String)> = BTreeMap::new();
            for step in &steps {
                let id = |page: &usize| pages.get(page).map(|(id, _)| id.clone());
                let change = match step {
                    Step::Write { page, word } => match id(page) {
                        Some(id) => json!({ "operation": "update_page", "page": id, "document": { "markdown": word } }),
                        None => json!({ "operation": "insert_page", "title": "Page", "document": { "markdown": word } }),
                    },
                    Step::Delete { page } => match id(page) {
                        Some(id) => json!({ "operation": "delete_page", "page": id }),
                        None => continue,
                    },
                    Step::Hide { page, hidden } => match id(page) {
                        Some(id) => json!({ "operation": "update_page", "page": id, "hidden": hidden }),
                        None => continue,
                    },
                    Step::Move { page, below } => match (id(page), below.map(|below| id(&below))) {
                        (Some(id), Some(Some(below))) => json!({ "operation": "update_page", "page": id, "into": below }),
                        _ => continue,
                    },
                    Step::Follow { stop } => {
                        test.app.follow_search().unwrap();
                        if *stop {
                            test.app.close_search();
                        }
                        continue;
                    }
                };
                // A page may not go below itself; deleting one takes those below it along.
                let done = send(test, &space, &json!([change]));
                if done.status == 200 && let Step::Write { page, word } = step {
                    let done = done.ok();
                    let made = || done["changes"][0]["page"]["id"].as_str().or(done["changes"][0]["page"].as_str()).unwrap().to_owned();
                    let id = id(page).unwrap_or_else(made);
                    pages.insert(*page, (id, word.clone()));
                }
                let mut there = BTreeMap::new();
                expected(&test.admin().get(&format!("{space}/content/pages")).ok()["pages"], false, &mut there);
                pages.retain(|_, (id, _)| there.contains_key(id));
            }
            let mut there = BTreeMap::new();
            expected(&test.admin().get(&format!("{space}/content/pages")).ok()["pages"], false, &mut there);
            for (id, word) in pages.values() {
                let found = test.admin().get(&address(&space, &format!("\"{word}\""))).ok();
                let found: Vec<_> = found["items"].as_array().unwrap().iter().map(|page| page["id"].as_str().unwrap()).collect();
                assert_eq!(found.contains(&id.as_str()), there[id], "{word} of {id}");
            }
            let words: Vec<_> = pages.values().map(|(_, word)| word).collect();
            for step in &steps {
                if let Step::Write { word, .. } = step && !words.contains(&word) {
                    assert_eq!(find(test, &space, &format!("\"{word}\"")), Vec::<String>::new(), "{word}");
                }
            }
        });
    }
}
