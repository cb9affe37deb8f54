//! The floors of the house: arrows between crates go down only, and some crates don't know some libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

use crate::root;

/// The crates by floor, from the ground up.
const FLOORS: &[&[&str]] = &[
    &["quire-markdown", "quire-fonts", "quire-highlight", "quire-icons"],
    &["quire-content"],
    &["quire-model"],
    &["quire-db"],
    &["quire-store"],
    &[
        "quire-convert",
        "quire-diagram",
        "quire-fetch",
        "quire-openapi",
        "quire-pictures",
        "quire-search",
        "quire-render",
        "quire-pdf",
        "quire-sso",
        "quire-web",
        "quire-translate",
        "quire-workers",
    ],
    &["quire-sources"],
    &["quire-app"],
    &["quire-api", "quire-site", "quire-jobs"],
    &["quire"],
];

/// Crates for tests, on no floor: others may only have them as development dependencies.
const FOR_TESTS: &[&str] = &["quire-testdb", "quire-testkit"];
const XTASK: &str = "xtask";
const LEAVES: usize = 5;

/// What each of some crates must not name among its dependencies, and why.
const FORBIDDEN: &[(&[&str], &[&str], &str)] = &[
    (
        &[
            "quire-markdown",
            "quire-content",
            "quire-model",
            "quire-db",
            "quire-store",
            "quire-app",
            "quire-convert",
            "quire-diagram",
            "quire-fonts",
            "quire-icons",
            "quire-openapi",
            "quire-pictures",
            "quire-render",
            "quire-sources",
            "quire-sso",
            "quire-translate",
        ],
        &["tokio", "axum"],
        "the core is synchronous and knows no HTTP",
    ),
    (&["quire-db"], &["quire-content", "quire-model"], "access to SQL knows nothing of ours"),
    (&["quire-fetch", "quire-search", "quire-pdf", "quire-workers"], &["axum"], "leaves know no HTTP server"),
    (&["quire-jobs"], &["axum"], "jobs know no HTTP server"),
    (&["quire-api", "quire-site"], &["quire-store", "quire-db"], "what serves requests goes through the use cases"),
];

/// The packages of the workspace.
struct Workspace {
    packages: BTreeMap<String, Package>,
}

struct Package {
    /// Dependencies of the product, build scripts included.
    needs: BTreeSet<String>,
    /// Dependencies of tests.
    tests_need: BTreeSet<String>,
    has_binaries: bool,
}

impl Workspace {
    fn read() -> Self {
        let mut command = Command::new(env!("CARGO"));
        command.args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(root());
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
        let packages = metadata["packages"].as_array().unwrap().iter();
        Self { packages: packages.map(|it| (it["name"].as_str().unwrap().to_owned(), Package::new(it))).collect() }
    }

    /// The crates of this workspace among some dependencies.
    fn ours<'a>(&'a self, names: &'a BTreeSet<String>) -> impl Iterator<Item = &'a str> {
        names.iter().map(String::as_str).filter(|name| self.packages.contains_key(*name))
    }

    /// Everything of this workspace that a crate is built from.
    fn reach<'a>(&'a self, name: &'a str) -> BTreeSet<&'a str> {
        let mut open = vec![name];
        let mut found = BTreeSet::new();
        while let Some(name) = open.pop() {
            for below in self.ours(&self.packages[name].needs) {
                if found.insert(below) {
                    open.push(below);
                }
            }
        }
        found
    }
}

impl Package {
    fn new(package: &Value) -> Self {
        let of = |test: bool| {
            let all = package["dependencies"].as_array().unwrap().iter();
            let some = all.filter(move |it| (it["kind"] == "dev") == test);
            some.map(|it| it["name"].as_str().unwrap().to_owned()).collect()
        };
        let mut targets = package["targets"].as_array().unwrap().iter();
        let has_binaries = targets.any(|it| it["kind"].as_array().unwrap().contains(&"bin".into()));
        Self { needs: of(false), tests_need: of(true), has_binaries }
    }
}

fn floor(name: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&name))
}

#[test]
fn every_crate_has_its_place() {
    for name in Workspace::read().packages.keys() {
        let placed = floor(name).is_some() || FOR_TESTS.contains(&name.as_str()) || name == XTASK;
        assert!(placed, "{name} is on no floor: say here where it belongs");
    }
}

#[test]
fn arrows_go_down_only() {
    let workspace = Workspace::read();
    for (name, package) in &workspace.packages {
        let Some(above) = floor(name) else { continue };
        for dependency in workspace.ours(&package.needs) {
            let below = floor(dependency);
            assert!(below.is_some(), "{name} depends on {dependency}, which only tests may use");
            assert!(below < Some(above), "{name} depends on {dependency}, which is not below it");
        }
        for dependency in workspace.ours(&package.tests_need) {
            let below = FOR_TESTS.contains(&dependency) || floor(dependency).is_some_and(|below| below <= above);
            assert!(below, "tests of {name} depend on {dependency}, which is above it");
        }
    }
}

#[test]
fn crates_do_not_know_what_they_must_not() {
    let workspace = Workspace::read();
    for (names, forbidden, reason) in FORBIDDEN {
        for (name, package) in names.iter().filter_map(|name| Some((name, workspace.packages.get(*name)?))) {
            let known = forbidden.iter().find(|it| package.needs.contains(**it));
            assert!(known.is_none(), "{name} depends on {}: {reason}", known.unwrap());
        }
    }
}

#[test]
fn leaves_do_not_reach_the_store() {
    let workspace = Workspace::read();
    for leaf in
        FLOORS[LEAVES..=LEAVES + 1].iter().copied().flatten().filter(|name| workspace.packages.contains_key(**name))
    {
        let reached = workspace.reach(leaf);
        assert!(!reached.contains("quire-store") && !reached.contains("quire-db"), "{leaf} reaches the store");
    }
}

#[test]
fn there_are_no_binaries_but_the_product_and_xtask() {
    let workspace = Workspace::read();
    let with: Vec<_> = workspace.packages.iter().filter(|(_, it)| it.has_binaries).map(|(name, _)| name).collect();
    assert_eq!(with, ["quire", XTASK]);
}
