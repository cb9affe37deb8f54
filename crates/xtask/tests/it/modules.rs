//! Modules at the top of a crate depend on each other without circles, so that each can be read after those below it.
//! In `app` these are folders in an order, and the modules inside of a folder form no circles either.
//!
//! A dependency is a path that begins with `crate::`, `super::` or `self::`, or with the name of a module below, outside
//! of comments and of tests. Modules below one that is compared count as that one. A module may re-export what is in
//! those below it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::root;
use crate::sources::sources;

/// The folders of `app`, from the ground up: each depends only on those before it.
const FOLDERS_OF_APP: &[&str] = &[
    "core",
    "visitors",
    "callers",
    "access",
    "accounts",
    "content",
    "orgs",
    "sso",
    "scim",
    "openapi_specs",
    "notifications",
    "comments",
    "change_requests",
    "imports",
    "spaces",
    "translations",
    "sites",
    "published",
    "search",
    "prints",
    "presence",
    "events",
    "operations",
];

type Graph = BTreeMap<String, BTreeSet<String>>;

/// The names of modules from the root of a crate down.
type ModulePath = Vec<String>;

/// A source file of a crate: its module, and its code without comments and tests.
struct Source {
    module: ModulePath,
    code: String,
}

#[test]
fn modules_form_no_circles() {
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let found = in_circles(&graph(&read(&path.join("src")), &[]));
        assert!(found.is_empty(), "modules in circles of the crate {name}: {found:?}");
    }
}

#[test]
fn folders_of_app_depend_on_those_below() {
    let graph = graph(&read(&root().join("crates/app/src")), &[]);
    let floor = |folder: &str| {
        let floor = FOLDERS_OF_APP.iter().position(|it| *it == folder);
        floor.unwrap_or_else(|| panic!("{folder} is in no folder of app, or is a new one: say here where it belongs"))
    };
    for (above, named) in &graph {
        for below in named {
            assert!(floor(below) < floor(above), "app::{above} depends on app::{below}, which is not below it");
        }
    }
    let folders: BTreeSet<_> = graph.keys().map(String::as_str).collect();
    assert_eq!(folders, FOLDERS_OF_APP.iter().copied().collect());
}

#[test]
fn modules_in_a_folder_of_app_form_no_circles() {
    let sources = read(&root().join("crates/app/src"));
    for folder in FOLDERS_OF_APP {
        let found = in_circles(&graph(&sources, &[folder.to_string()]));
        assert!(found.is_empty(), "modules in circles of the folder {folder}: {found:?}");
    }
}

#[test]
fn circles_are_found() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    };
    assert!(in_circles(&graph(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found = in_circles(&graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]));
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["b", "c"]);
}

#[test]
fn dependencies_are_found() {
    let source = |module: &[&str], code: &str| Source { module: names(module), code: code.to_owned() };
    let sources = [
        source(
            &["a"],
            "pub use self::one::Thing;\nuse crate::b::{self as other, two::{Deep, self}};\nfn f() { one::g() }",
        ),
        source(&["a", "one"], "use super::three::Three;"),
        source(&["a", "three"], "use crate::App;\nuse crate::{App, b};\nuse crate::a::Root;"),
        source(&["b"], ""),
        source(&["b", "two"], "use super::super::a;\nfn f() -> supercrate::a::X {}"),
    ];
    let edges = |place: &[&str]| {
        let graph = graph(&sources, &names(place));
        let edges = graph.iter().flat_map(|(from, all)| all.iter().map(move |to| format!("{from} -> {to}")));
        edges.collect::<Vec<_>>()
    };
    assert_eq!(edges(&[]), ["a -> b", "b -> a"]);
    assert_eq!(edges(&["a"]), ["one -> three", "self -> one", "three -> self"]);
}

fn names(path: &[&str]) -> ModulePath {
    path.iter().map(ToString::to_string).collect()
}

/// Reads the sources of a crate, without those of its binaries and its root.
fn read(src: &Path) -> Vec<Source> {
    let read = |file: &Path| {
        let path = file.strip_prefix(src).unwrap().with_extension("");
        let module: ModulePath = path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        Source { module, code: code(&fs::read_to_string(file).unwrap()) }
    };
    let mut found: Vec<_> = sources(src).iter().map(|file| read(file)).collect();
    found.retain(|source| !["lib", "main", "bin"].contains(&source.module[0].as_str()));
    found
}

/// Returns a source without comments and tests.
fn code(source: &str) -> String {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the modules right below a place with those that each depends on. The place itself is the module `self`.
fn graph(sources: &[Source], place: &[String]) -> Graph {
    let modules: BTreeSet<_> = sources.iter().filter_map(|it| it.module.strip_prefix(place)?.first()).collect();
    let compared = |path: &[String]| {
        let below = path.strip_prefix(place)?;
        let module = below.first().filter(|name| modules.contains(name));
        module.cloned().or_else(|| (!place.is_empty()).then(|| "self".to_owned()))
    };
    let mut graph = Graph::new();
    for source in sources {
        let Some(module) = compared(&source.module) else { continue };
        let named = source.named(sources).into_iter().filter_map(|path| compared(&path));
        let named: Vec<_> = named.filter(|name| *name != module).collect();
        graph.entry(module).or_default().extend(named);
    }
    graph
}

impl Source {
    /// Returns the paths that the code names, from the root of the crate.
    fn named(&self, sources: &[Source]) -> Vec<ModulePath> {
        let below = sources.iter().filter_map(|it| match it.module.strip_prefix(self.module.as_slice())? {
            [name] => Some(name.as_str()),
            _ => None,
        });
        let starts: Vec<_> = below.chain(["crate", "super", "self"]).map(|name| format!("{name}::")).collect();
        let code = self.code.split_inclusive(';').filter(|statement| !is_re_export(statement)).collect::<String>();
        let mut found = Vec::new();
        for start in &starts {
            for (at, _) in code.match_indices(start.as_str()) {
                if !code[..at].ends_with(|c: char| c.is_alphanumeric() || "_:$".contains(c)) {
                    read_paths(&code[at..], &[], &mut found);
                }
            }
        }
        found.into_iter().map(|path| self.resolve(path)).collect()
    }

    /// Returns a path from the root of the crate.
    fn resolve(&self, path: ModulePath) -> ModulePath {
        let mut resolved = self.module.clone();
        for name in path {
            match name.as_str() {
                "crate" => resolved.clear(),
                "super" => drop(resolved.pop()),
                "self" => {}
                _ => resolved.push(name),
            }
        }
        resolved
    }
}

/// Returns true if a statement re-exports something from below its module.
fn is_re_export(statement: &str) -> bool {
    let last = statement.lines().skip_while(|line| !line.starts_with("pub")).collect::<String>();
    let path = last.strip_prefix("pub use ").or_else(|| last.strip_prefix("pub(crate) use "));
    path.is_some_and(|path| !path.starts_with("crate::") && !path.starts_with("super::"))
}

/// Reads a path, or several in braces, from the start of a text. Returns the text after it.
fn read_paths<'t>(text: &'t str, above: &[String], found: &mut Vec<ModulePath>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut list) = text.strip_prefix('{') {
        loop {
            list = read_paths(list, above, found);
            let end = list.find([',', '}']).unwrap_or(list.len());
            match list[end..].strip_prefix(',') {
                Some(next) => list = next,
                None => return list[end..].strip_prefix('}').unwrap_or_default(),
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return rest;
    }
    let path = [above, &[name.to_owned()]].concat();
    match rest.strip_prefix("::").filter(|below| below.starts_with(|c: char| c.is_alphanumeric() || "_{".contains(c))) {
        Some(below) => read_paths(below, &path, found),
        None => {
            found.push(path);
            rest
        }
    }
}

/// Returns the modules from which a way leads back to them.
fn in_circles(graph: &Graph) -> BTreeSet<String> {
    let leads_back = |module: &String| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&String> = graph.get(module).into_iter().flatten().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(graph.get(next).into_iter().flatten());
            }
        }
        seen.contains(module)
    };
    graph.keys().filter(|module| leads_back(module)).cloned().collect()
}
