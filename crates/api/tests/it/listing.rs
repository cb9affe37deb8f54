//! Lists in pages, while items come and go between the pages: what is there all the time is shown once.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quire_testkit::{TestApp, on_each_database};
use serde_json::json;

/// What happens between two pages.
#[derive(Debug, Clone)]
enum Step {
    Add,
    Remove(proptest::sample::Index),
}

fn steps() -> impl Strategy<Value = Vec<Vec<Step>>> {
    let step = prop_oneof![Just(Step::Add), any::<proptest::sample::Index>().prop_map(Step::Remove)];
    proptest::collection::vec(proptest::collection::vec(step, 0..3), 0..8)
}

/// A list, and how items of it are made and removed.
struct List<'a> {
    path: String,
    add: &'a dyn Fn() -> String,
    remove: &'a dyn Fn(&str),
    /// The identifier of an item.
    id: &'static str,
}

fn walk(test: &TestApp, list: &List<'_>, start: usize, limit: usize, steps: &[Vec<Step>]) {
    let mut there: Vec<String> = (0..start).map(|_| (list.add)()).collect();
    let mut stable: BTreeSet<String> = there.iter().cloned().collect();
    let mut shown = Vec::new();
    let mut page = None;
    let mut steps = steps.iter();
    loop {
        let separator = if list.path.contains('?') { '&' } else { '?' };
        let at: String = page.map(|page: String| format!("&page={page}")).unwrap_or_default();
        let found = test.admin().get(&format!("{}{separator}limit={limit}{at}", list.path)).ok();
        shown.extend(found["items"].as_array().unwrap().iter().map(|item| {
            let id = item.pointer(list.id).and_then(serde_json::Value::as_str);
            id.unwrap().to_owned()
        }));
        page = found["next"]["page"].as_str().map(str::to_owned);
        if page.is_none() {
            break;
        }
        for step in steps.next().into_iter().flatten() {
            match step {
                Step::Add => there.push((list.add)()),
                Step::Remove(_) if there.is_empty() => {}
                Step::Remove(index) => {
                    let gone = there.remove(index.index(there.len()));
                    (list.remove)(&gone);
                    stable.remove(&gone);
                }
            }
        }
    }
    let once: BTreeSet<_> = shown.iter().cloned().collect();
    assert_eq!(once.len(), shown.len(), "nothing is shown twice");
    assert!(once.is_superset(&stable), "nothing is skipped");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5))]

    #[test]
    fn what_stays_is_shown_once(start in 0usize..12, limit in 1usize..5, steps in steps()) {
        on_each_database(|test| {
            let (org, admin) = (test.org(), test.admin());
            let made = |path: &str| {
                let made = admin.post(&format!("{org}/{path}"), &json!({ "title": "x" })).created();
                made["id"].as_str().unwrap().to_owned()
            };
            let remove = |prefix: &str, id: &str| drop(admin.delete(&format!("{prefix}/{id}")).expect(204));
            let new_user = || {
                let id = test.app.create_user(&format!("{}@example.com", test.app.fresh_secret()), "x").unwrap().id;
                test.app.add_member(test.first.organization, id, None).unwrap();
                test.clock.pass(std::time::Duration::from_millis(start as u64 % 2));
                id.to_string()
            };
            let new_team = || {
                let made = admin.put(&format!("{org}/teams"), &json!({ "title": "x" })).created();
                made["id"].as_str().unwrap().to_owned()
            };
            let members = format!("{org}/members");
            let teams = format!("{org}/teams");
            let lists = [
                List {
                    path: format!("{org}/spaces"),
                    add: &|| made("spaces"),
                    remove: &|id| remove("/v1/spaces", id),
                    id: "/id",
                },
                List {
                    path: format!("{org}/collections"),
                    add: &|| made("collections"),
                    remove: &|id| remove("/v1/collections", id),
                    id: "/id",
                },
                List { path: members.clone(), add: &new_user, remove: &|id| remove(&members, id), id: "/user/id" },
                List {
                    path: format!("{members}?order=asc"),
                    add: &new_user,
                    remove: &|id| remove(&members, id),
                    id: "/user/id",
                },
                List { path: teams.clone(), add: &new_team, remove: &|id| remove(&teams, id), id: "/id" },
            ];
            for list in &lists {
                walk(test, list, start, limit, &steps);
            }
        });
    }
}
