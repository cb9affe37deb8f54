//! Source files stay short enough to be one idea.

use std::fs;
use std::path::{Path, PathBuf};

use crate::root;

/// More lines than this are several ideas.
const ALARM: usize = 800;

#[test]
fn no_source_file_is_too_long() {
    for file in sources(&root().join("crates")) {
        let lines = fs::read_to_string(&file).unwrap().lines().count();
        assert!(lines <= ALARM, "{}: {lines} lines; split it by ideas", file.display());
    }
}

fn sources(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_owned()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}
