//! Modules at the top of a crate depend on each other without circles, so that each can be read after those below it.
//!
//! A dependency is a path that begins with `crate::`, outside of comments and of tests. Modules below one of the top count
//! as that one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::root;
use crate::sources::sources;

/// Modules that are still in circles, by crate. Nothing may be added; what is out of its circle has to be taken off.
const KNOWN: &[(&str, &[&str])] = &[
    ("api", &["endpoint", "layers"]),
    ("app", &["content", "paths", "published", "site_hostnames", "site_structure", "sites", "visitor_tokens"]),
    ("db", &["database", "migrate"]),
    ("diagram", &["graph", "limits", "svg"]),
    ("render", &["body", "html_renderer", "inline", "raw"]),
    ("search", &["fields", "index", "query", "snippet"]),
];

type Graph = BTreeMap<String, BTreeSet<String>>;

#[test]
fn modules_form_no_new_circles() {
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let known = KNOWN.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, modules)| modules);
        let known: BTreeSet<_> = known.iter().map(ToString::to_string).collect();
        assert_eq!(in_circles(&graph(&path.join("src"))), known, "modules in circles of the crate {name}");
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

/// Returns the top modules of a crate with those that each names.
fn graph(src: &Path) -> Graph {
    let files = sources(src);
    let top = |file: &Path| {
        let first = file.strip_prefix(src).unwrap().components().next().unwrap();
        first.as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
    };
    let modules: BTreeSet<_> = files.iter().map(|file| top(file)).collect();
    let mut graph = Graph::new();
    for file in &files {
        let module = top(file);
        if ["lib", "main", "bin"].contains(&module.as_str()) {
            continue;
        }
        let named = named(&fs::read_to_string(file).unwrap()).into_iter();
        let named = named.filter(|name| *name != module && modules.contains(name));
        graph.entry(module.clone()).or_default().extend(named.collect::<Vec<_>>());
    }
    graph
}

/// Returns the first names of all paths of a source that begin with `crate::`, those in braces included.
fn named(source: &str) -> BTreeSet<String> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        let list = rest.strip_prefix('{').and_then(|rest| rest.split(';').next()).unwrap_or_default();
        let (mut depth, mut start) = (0, true);
        let mut inside = String::new();
        for c in list.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => start = true,
                _ if c.is_whitespace() => continue,
                _ if start && (c.is_alphanumeric() || c == '_') => inside.push(c),
                _ => start = false,
            }
            if !start || depth < 0 || c == ',' {
                names.insert(std::mem::take(&mut inside));
            }
        }
        names.insert(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
    }
    names
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
