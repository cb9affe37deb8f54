//! A folder of pages, and what they are drawn as.

use std::fs;
use std::path::{Path, PathBuf};

use quire_render::body::Body;

use crate::world::World;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/blocks")
}

/// The pages: name and Markdown.
pub(crate) fn sources() -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let pages = paths.iter().filter(|path| path.extension().is_some_and(|it| it == "md"));
    pages
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .collect()
}

/// A body as text: the tags on lines of their own, then what else is known of it.
pub(crate) fn shown(drawn: &Body) -> String {
    let mut out = drawn.html.replace("><", ">\n<") + "\n";
    for entry in &drawn.outline {
        out += &format!("outline: {} #{} {}\n", entry.level, entry.id, entry.title);
    }
    for update in &drawn.updates {
        out += &format!("update: {} #{} {} {:?}\n", update.date, update.anchor, update.title, update.tags);
    }
    let uses = &drawn.uses;
    let facts =
        [(drawn.wide, "wide"), (uses.tabs, "tabs"), (uses.code, "code"), (uses.math, "math"), (uses.frames, "frames")];
    let facts: Vec<&str> = facts.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect();
    out + &format!("facts: {}\n", facts.join(" "))
}

/// Compares with the file beside the page. What was drawn instead is left in the target folder.
pub(crate) fn check(name: &str, drawn: &Body, differing: &mut Vec<String>) {
    let shown = shown(drawn);
    let expected = folder().join(format!("{name}.html"));
    if fs::read_to_string(&expected).unwrap_or_default() != shown {
        let actual = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blocks");
        fs::create_dir_all(&actual).unwrap();
        let actual = actual.join(format!("{name}.html"));
        fs::write(&actual, shown).unwrap();
        differing.push(format!("diff {} {}", expected.display(), actual.display()));
    }
}

#[test]
fn pages_are_drawn_as_before() {
    let mut differing = Vec::new();
    for (name, source) in sources() {
        check(&name, &World::new().draw(&source), &mut differing);
    }
    assert!(differing.is_empty(), "drawn otherwise; if that is right, copy what was drawn:\n{}", differing.join("\n"));
}
