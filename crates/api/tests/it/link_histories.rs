//! Random histories of content: the links that are kept are those that the texts have, and lead both ways.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use quire_app::Caller;
use quire_app::content::Version;
use quire_model::ids::SpaceId;
use quire_testkit::{Files, TestApp, on_each_database};
use serde_json::{Value, json};

use crate::edits::live;

/// Something that happens to a space. Numbers choose among the pages and revisions that there are.
#[derive(Debug, Clone)]
enum Act {
    Insert { text: usize, into: Option<usize> },
    Write { page: usize, text: usize },
    Move { page: usize, into: Option<usize> },
    Rename { page: usize, slug: usize },
    Delete { page: usize },
    Revert { page: usize, revision: usize },
    Rollback { revision: usize },
    Import { files: usize },
    Propose { acts: Vec<Act> },
    Duplicate,
}

fn acts(depth: u32) -> BoxedStrategy<Vec<Act>> {
    let (page, text) = (|| 0..6usize, || 0..6usize);
    let into = || prop::option::of(0..6usize);
    let single = prop_oneof![
        4 => (text(), into()).prop_map(|(text, into)| Act::Insert { text, into }),
        4 => (page(), text()).prop_map(|(page, text)| Act::Write { page, text }),
        2 => (page(), into()).prop_map(|(page, into)| Act::Move { page, into }),
        2 => (page(), 0..4usize).prop_map(|(page, slug)| Act::Rename { page, slug }),
        2 => page().prop_map(|page| Act::Delete { page }),
        1 => (page(), 0..4usize).prop_map(|(page, revision)| Act::Revert { page, revision }),
    ];
    if depth == 0 {
        return prop::collection::vec(single, 1..4).boxed();
    }
    let whole = prop_oneof![
        1 => (0..4usize).prop_map(|revision| Act::Rollback { revision }),
        1 => (0..3usize).prop_map(|files| Act::Import { files }),
        3 => acts(depth - 1).prop_map(|acts| Act::Propose { acts }),
        1 => Just(Act::Duplicate),
    ];
    prop::collection::vec(prop_oneof![3 => single, 2 => whole], 4..10).boxed()
}

/// A space with all of its pages and revisions.
struct History<'a> {
    test: &'a TestApp,
    space: String,
    revisions: Vec<String>,
}

impl History<'_> {
    fn pages(&self, line: &str) -> Vec<String> {
        let mut open = vec![self.test.admin().get(&format!("{line}/content/pages")).ok()["pages"].take()];
        let mut ids = BTreeSet::new();
        while let Some(pages) = open.pop() {
            for page in pages.as_array().unwrap() {
                ids.insert(page["id"].as_str().unwrap().to_owned());
                open.push(page["pages"].clone());
            }
        }
        ids.into_iter().collect()
    }

    /// One of some texts, with links to the pages that there are.
    fn text(&self, line: &str, text: usize) -> Value {
        let pages = self.pages(line);
        let page = pages.get(text % pages.len().max(1)).cloned().unwrap_or_default();
        let space = &self.space;
        let markdown = match text {
            0 => "# A\n\n[a](README.md) [b](guide/b.md#b)".to_owned(),
            1 => format!("[a](/pages/{page}) [b](/guide)"),
            2 => format!("[a](http://quire.test{space}/content/page/{page}) [b](#b)\n\n## B"),
            3 => "[a](b.md) ![a](.gitbook/assets/a.png) [c](../README.md)".to_owned(),
            4 => "{% include \".gitbook/includes/note.md\" %}".to_owned(),
            _ => String::new(),
        };
        json!({ "markdown": markdown })
    }

    fn act(&mut self, line: &str, act: &Act) {
        let (admin, pages) = (self.test.admin(), self.pages(line));
        let id = |at: &usize| pages.get(at % pages.len().max(1)).cloned();
        let under = |into: &Option<usize>| into.as_ref().and_then(id);
        let change = match act {
            Act::Insert { text, into } => {
                json!({ "operation": "insert_page", "title": "New", "into": under(into), "document": self.text(line, *text) })
            }
            Act::Write { page, text } => {
                json!({ "operation": "update_page", "page": id(page), "document": self.text(line, *text) })
            }
            Act::Move { page, into } => json!({ "operation": "update_page", "page": id(page), "into": under(into) }),
            Act::Rename { page, slug } => {
                json!({ "operation": "update_page", "page": id(page), "slug": format!("s{slug}") })
            }
            Act::Delete { page } => json!({ "operation": "delete_page", "page": id(page) }),
            Act::Revert { page, revision } => {
                json!({ "operation": "revert_page", "page": id(page), "revision": self.revision(*revision) })
            }
            Act::Rollback { revision } => {
                let revision = self.revision(*revision);
                admin.post(&format!("{}/revisions/{revision}/rollback", self.space), &json!({})).ok();
                return;
            }
            Act::Import { files } => return self.import(*files),
            Act::Propose { acts } => {
                let made = admin.post(&format!("{}/change-requests", self.space), &json!({ "subject": "x" })).created();
                let line = format!("{}/change-requests/{}", self.space, made["id"].as_str().unwrap());
                for act in acts {
                    self.act(&line, act);
                    self.check(&line);
                }
                self.act(&self.space.clone(), &Act::Rename { page: acts.len(), slug: 3 });
                admin.post(&format!("{line}/merge"), &json!({})).ok();
                return self.check(&line);
            }
            Act::Duplicate => {
                let made = admin.post(&format!("{}/duplicate", self.space), &json!({})).created();
                self.space = format!("/v1/spaces/{}", made["id"].as_str().unwrap());
                self.revisions.clear();
                return;
            }
        };
        // Some can't be done, such as a page below itself.
        admin.post(&format!("{line}/content"), &json!({ "changes": [change] }));
    }

    fn revision(&self, n: usize) -> String {
        self.revisions.get(n % self.revisions.len().max(1)).cloned().unwrap_or_default()
    }

    fn import(&self, files: usize) {
        let all = [
            ("README.md", "# Home\n\n[b](guide/b.md) [c](guide/c.md)\n"),
            ("guide/README.md", "# Guide\n\n[a](./) [b](b.md)\n"),
            ("guide/b.md", "# B\n\n## B\n\n[c](c.md#c) [a](../README.md)\n"),
            ("guide/c.md", "# C\n\n[b](b.md#b)\n"),
            (".gitbook/includes/note.md", "[a](../../guide/b.md)\n"),
            (".gitbook/assets/a.png", "png"),
        ];
        let some: Vec<_> = all.into_iter().enumerate().filter(|(n, _)| n % 3 != files).map(|(_, file)| file).collect();
        self.test.import(&self.space, &Files::of(&some));
    }

    /// Compares the links that are kept with what the texts say, and both directions with each other.
    fn check(&self, line: &str) {
        let admin = self.test.admin();
        let version = match line.split_once("/change-requests/") {
            Some((_, name)) => Version::ChangeRequest(name.parse().unwrap()),
            None => Version::Main,
        };
        let space: SpaceId = self.space.trim_start_matches("/v1/spaces/").parse().unwrap();
        let app = &self.test.app;
        assert!(app.check_links(&app.view(&Caller::operator(), space, version).unwrap()).unwrap());
        let links = admin.get(&format!("{line}/links?limit=1000")).ok();
        let mut leading: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let own = self.space.trim_start_matches("/v1/spaces/");
        let here = |item: &&Value| {
            let target = &item["targetReference"];
            target["kind"] == "page" && target["space"]["id"] == own
        };
        for item in links["items"].as_array().unwrap().iter().filter(here) {
            let target = item["targetReference"]["page"]["id"].as_str().unwrap().to_owned();
            leading.entry(target).or_default().extend(item["locationReferences"].as_array().unwrap().iter().map(id_of));
        }
        for page in self.pages(line) {
            let found = admin.get(&format!("{line}/content/page/{page}/backlinks?limit=1000")).ok();
            let found: BTreeSet<_> = found["items"].as_array().unwrap().iter().map(id_of).collect();
            assert_eq!(found, leading.remove(&page).unwrap_or_default());
        }
        assert_eq!(leading, BTreeMap::new());
    }
}

fn id_of(location: &Value) -> String {
    let thing = if location["kind"] == "page" { &location["page"] } else { &location["reusableContent"] };
    thing["id"].as_str().unwrap().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]

    #[test]
    fn links_are_those_of_the_content(acts in acts(1)) {
        on_each_database(|test| {
            let mut history = History { test, space: live(test, &[]), revisions: Vec::new() };
            history.import(3);
            for act in &acts {
                let space = history.space.clone();
                history.revisions.push(test.admin().get(&space).ok()["revision"].as_str().unwrap().to_owned());
                history.act(&space, act);
                history.check(&history.space);
            }
        });
    }
}

#[test]
fn edits_at_the_same_time_are_all_in_the_links() {
    on_each_database(|test| {
        let space = live(test, &[("README.md", "# Home\n"), ("a.md", "# A\n")]);
        let app = &test.app;
        let id: SpaceId = space.trim_start_matches("/v1/spaces/").parse().unwrap();
        std::thread::scope(|scope| {
            for n in 0..8 {
                scope.spawn(move || {
                    let text = quire_app::content::edits::Text::Markdown(format!("# {n}\n\n[a](a.md)"));
                    let page = quire_app::content::edits::InsertPage {
                        reference: None,
                        kind: quire_app::content::edits::NewPage::Document(Some(text)),
                        attributes: quire_content::edit::Attributes::default(),
                        cover: quire_content::edit::Patch::Keep,
                        into: None,
                        at: None,
                    };
                    let edits = [quire_app::content::edits::Edit::InsertPage(Box::new(page))];
                    let target = quire_app::content::commit::Target::Main;
                    app.edit(
                        &Caller::operator(),
                        id,
                        target,
                        &edits,
                        &quire_app::content::edits::Conditions::default(),
                    )
                    .unwrap();
                });
            }
        });
        assert!(app.check_links(&app.view(&Caller::operator(), id, Version::Main).unwrap()).unwrap());
        let a = test.admin().get(&format!("{space}/content/path/a")).ok()["id"].clone();
        let found = test.admin().get(&format!("{space}/content/page/{}/backlinks", a.as_str().unwrap())).ok();
        assert_eq!(found["count"], 8);
    });
}
