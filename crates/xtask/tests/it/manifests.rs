//! Manifests: every dependency says why it is here, every crate keeps the house's lints.

use std::fs;

use crate::root;

#[test]
fn every_dependency_says_why_it_is_here() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let section = manifest.split("[workspace.dependencies]\n").nth(1).unwrap();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let foreign = lines.filter(|line| !line.is_empty() && !line.starts_with('#') && !line.contains("path = \"crates/"));
    for line in foreign {
        let (dependency, reason) = line.split_once(" # ").unwrap_or((line, ""));
        assert!(!reason.trim().is_empty(), "Cargo.toml: a reason is missing behind `{dependency}`");
    }
}

#[test]
fn versions_are_in_the_root_only() {
    for manifest in manifests() {
        let text = fs::read_to_string(&manifest).unwrap();
        let sections = text.split("\n[").filter(|section| section.contains("dependencies]"));
        for line in sections.flat_map(|section| section.lines().skip(1)) {
            let inherited = line.contains("workspace = true") || line.trim().is_empty() || line.starts_with('#');
            assert!(inherited, "{}: `{line}` does not come from the workspace", manifest.display());
        }
    }
}

#[test]
fn every_crate_keeps_the_lints() {
    for manifest in manifests() {
        let text = fs::read_to_string(&manifest).unwrap();
        assert!(text.contains("[lints]\nworkspace = true\n"), "{}: no lints of the workspace", manifest.display());
    }
}

fn manifests() -> impl Iterator<Item = std::path::PathBuf> {
    let crates = fs::read_dir(root().join("crates")).unwrap();
    crates.map(|entry| entry.unwrap().path().join("Cargo.toml")).filter(|manifest| manifest.exists())
}
