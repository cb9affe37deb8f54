//! One folder for each kind of block and inline node: `in.md` is read as `out.json`, and printed as `print.md`, or as it
//! was if there is no such file.

use std::fs;
use std::path::Path;

use quire_content::document::{Document, Resolve, parse, print};
use serde_json::Value;

/// A space with one thing of each kind.
pub(super) struct Space;

const PATHS: [(&str, &str); 3] =
    [("page.md", "page1"), (".gitbook/assets/x.png", "file1"), (".gitbook/includes/name.md", "reusable1")];

fn id(path: &str, at: usize) -> Option<String> {
    (PATHS[at].0 == path).then(|| PATHS[at].1.to_owned())
}

fn path(id: &str, at: usize) -> Option<String> {
    (PATHS[at].1 == id).then(|| PATHS[at].0.to_owned())
}

impl Resolve for Space {
    fn page(&self, path: &str) -> Option<String> {
        id(path, 0)
    }

    fn file(&self, path: &str) -> Option<String> {
        id(path, 1)
    }

    fn reusable(&self, path: &str) -> Option<String> {
        id(path, 2)
    }

    fn page_path(&self, page: &str, space: Option<&str>) -> Option<String> {
        path(page, 0).filter(|_| space.is_none())
    }

    fn file_path(&self, file: &str) -> Option<String> {
        path(file, 1)
    }

    fn reusable_path(&self, content: &str) -> Option<String> {
        path(content, 2)
    }
}

fn check(folder: &Path) -> Result<(), String> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let source = read("in.md")?;
    let document = parse(&source, &Space).document;
    let json = serde_json::to_string_pretty(&document.nodes).unwrap() + "\n";
    let same = |what: &str, found: &str, expected: &str| {
        (found == expected).then_some(()).ok_or_else(|| format!("{what} should be:\n{found}"))
    };
    same("out.json", &json, &read("out.json").unwrap_or_default())?;
    let printed = print(&document, &Space);
    same("print.md", &printed, &read("print.md").unwrap_or(source))?;
    same(
        "the JSON of what was printed",
        &serde_json::to_string_pretty(&parse(&printed, &Space).document.nodes).unwrap(),
        json.trim_end(),
    )?;
    let value: Value = serde_json::to_value(&document).unwrap();
    let back = Document::from_json(value).map_err(|error| format!("as JSON it is refused: {error}"))?;
    (back == document).then_some(()).ok_or_else(|| "as JSON it is another document".to_owned())
}

#[test]
fn every_kind_is_read_and_printed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/documents");
    let mut folders: Vec<_> = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    assert!(folders.len() > 50);
    let failures: Vec<String> = folders
        .iter()
        .filter_map(|folder| check(folder).err().map(|error| format!("{}: {error}", folder.display())))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
