//! Directories of pages and a file, and whether a space holds exactly one of them.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::binary::Server;

/// One state of a directory.
pub(crate) struct Edition {
    dir: TempDir,
    /// The pages' texts by path.
    pages: BTreeMap<String, String>,
    /// What the one file that is no page holds.
    file: String,
}

impl Edition {
    /// Pages with these numbers; the text of each says the edition's name.
    pub(crate) fn new(name: &str, numbers: Range<u32>) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let mut pages = BTreeMap::from([("README.md".to_owned(), format!("# Start\n\nEdition {name}.\n"))]);
        for number in numbers {
            let lines = format!("Line of page {number} in edition {name}.\n").repeat(40);
            pages.insert(format!("part-{}/page-{number}.md", number % 7), format!("# Page {number}\n\n{lines}"));
        }
        for (path, text) in &pages {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let file = format!("A file of edition {name}.\n").repeat(10_000);
        fs::write(dir.path().join("file.txt"), &file).unwrap();
        Self { dir, pages, file }
    }

    pub(crate) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// How many pages a file was written for.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether the space holds these pages with these texts, and no others, and the file.
    fn is_in(&self, server: &Server, space: &str, found: &BTreeMap<String, String>) -> bool {
        found.keys().eq(self.pages.keys())
            && self.file.as_bytes() == file(server, space)
            && found.iter().all(|(path, id)| {
                let page = server.get(&format!("/v1/spaces/{space}/content/page/{id}?format=markdown")).json(200);
                page["markdown"] == self.pages[path].as_str()
            })
    }
}

/// The one edition that the space holds, whole.
#[track_caller]
pub(crate) fn edition_of(server: &Server, space: &str, editions: &[Edition; 2]) -> usize {
    let tree = server.get(&format!("/v1/spaces/{space}/content/pages")).json(200);
    let mut found = BTreeMap::new();
    collect(&tree["pages"], &mut found);
    let found = |edition: &Edition| edition.is_in(server, space, &found);
    editions.iter().position(found).expect("the space holds one of the editions")
}

/// The bytes of the one file of a space.
fn file(server: &Server, space: &str) -> Vec<u8> {
    let files = server.get(&format!("/v1/spaces/{space}/content/files")).json(200);
    assert_eq!(files["items"].as_array().unwrap().len(), 1, "{files}");
    let url = files["items"][0]["downloadURL"].as_str().unwrap();
    server.get(url.strip_prefix(&server.url("")).unwrap()).body
}

/// The ids of the pages that have a file, in the order of its path.
pub(crate) fn ids(pages: &Value) -> Vec<String> {
    let mut found = BTreeMap::new();
    collect(pages, &mut found);
    found.into_values().collect()
}

/// The ids of the pages that have a file, by its path.
fn collect(pages: &Value, found: &mut BTreeMap<String, String>) {
    for page in pages.as_array().unwrap() {
        if let Some(path) = page["git"]["path"].as_str() {
            found.insert(path.to_owned(), page["id"].as_str().unwrap().to_owned());
        }
        collect(&page["pages"], found);
    }
}
