//! The content of a tree: the files below the configured root, by paths relative to it.

use std::collections::BTreeMap;

use quire_content::origin::Origin;

use crate::config;
use crate::error::Error;
use crate::path;
use crate::tree::Tree;

/// The files of a tree, divided into those below the root and the others.
pub(crate) struct Content<'t> {
    tree: &'t dyn Tree,
    prefix: String,
    /// The sizes in bytes, by path from the root.
    pub(crate) sizes: BTreeMap<&'t str, u64>,
    /// The sizes of the files outside the root, by path from the tree's top.
    pub(crate) outside: BTreeMap<&'t str, u64>,
}

impl<'t> Content<'t> {
    /// Creates the content below `root` (empty for the tree's top). The configuration file is neither part of it nor
    /// outside; another file of such a name at the top of a configured root counts as outside.
    pub(crate) fn new(tree: &'t dyn Tree, root: &str, configuration: Option<&str>) -> Self {
        let prefix = if root.is_empty() { String::new() } else { format!("{root}/") };
        let (mut sizes, mut outside) = (BTreeMap::new(), BTreeMap::new());
        for entry in tree.entries() {
            if Some(entry.path.as_str()) == configuration {
                continue;
            }
            let path = entry.path.strip_prefix(&prefix);
            match path.filter(|path| prefix.is_empty() || !config::NAMES.contains(path)) {
                Some(path) => sizes.insert(path, entry.size),
                None => outside.insert(entry.path.as_str(), entry.size),
            };
        }
        Self { tree, prefix, sizes, outside }
    }

    pub(crate) fn contains(&self, path: &str) -> bool {
        self.sizes.contains_key(path)
    }

    pub(crate) fn tree_path(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Returns the path of a file, else the same path in another case, if there is such a file.
    pub(crate) fn find(&self, path: &str) -> Option<&'t str> {
        let exact = self.sizes.get_key_value(path).map(|(path, _)| *path);
        exact.or_else(|| self.sizes.keys().copied().find(|known| known.eq_ignore_ascii_case(path)))
    }

    /// Returns the path of a folder's page (empty for the root).
    pub(crate) fn folder_page(&self, folder: &str) -> Option<String> {
        let names = ["README.md", "readme.md", "Readme.md", "index.md"];
        names.iter().filter_map(|name| path::join(folder, name)).find(|path| self.contains(path))
    }

    pub(crate) fn written_at(&self, path: &str) -> Option<i64> {
        self.tree.written_at(&self.tree_path(path))
    }

    pub(crate) fn origin(&self, path: &str) -> Option<Origin> {
        self.tree.origin(&self.tree_path(path))
    }

    pub(crate) fn read(&self, path: &str, what: &'static str, bound: u64) -> Result<Vec<u8>, Error> {
        read(self.tree, &self.tree_path(path), what, bound)
    }
}

/// Reads a whole file of a tree, which must not exceed the bound.
pub(crate) fn read(tree: &dyn Tree, path: &str, what: &'static str, bound: u64) -> Result<Vec<u8>, Error> {
    let index = crate::tree::position(tree.entries(), path)?;
    let too_large = |size| Error::TooLarge { path: path.to_owned(), what, size, bound };
    let declared = tree.entries()[index].size;
    if declared > bound {
        return Err(too_large(declared));
    }
    let mut bytes = Vec::new();
    let mut reader = std::io::Read::take(tree.open(path)?, bound.saturating_add(1));
    std::io::Read::read_to_end(&mut reader, &mut bytes).map_err(|error| Error::from_read(path, error))?;
    let size = bytes.len() as u64;
    if size > bound { Err(too_large(size)) } else { Ok(bytes) }
}
