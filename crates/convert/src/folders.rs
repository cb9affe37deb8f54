//! The outline of content without a table of contents, derived from its folders.

use std::collections::BTreeMap;

use crate::content::Content;
use crate::error::Error;
use crate::names;
use crate::outline::{EntryKind, Step};
use crate::path;

/// Lists every Markdown file that is not hidden. A folder with a page of its own is that page with children, another
/// one is a group. `readme` is the front page.
pub(crate) fn outline(content: &Content<'_>, readme: Option<&str>, max_depth: usize) -> Result<Vec<Step>, Error> {
    let mut top = Folder::default();
    for path in content.sizes.keys().copied() {
        if path::is_markdown(path) && !path::is_hidden(path) {
            insert(&mut top, path, max_depth)?;
        }
    }
    let set = readme.and_then(|readme| content.find(readme)).map(str::to_owned);
    let front = set.or_else(|| content.folder_page(""));
    let mut lister = Lister { content, front: front.as_deref(), steps: Vec::new() };
    if let Some(front) = &front {
        lister.add(0, path::stem(front), EntryKind::Page(front.clone()));
    }
    lister.list(&top, 0, None);
    Ok(lister.steps)
}

/// A folder with Markdown files in it or below.
#[derive(Default)]
struct Folder<'t> {
    path: &'t str,
    /// The paths of the Markdown files directly in it.
    files: Vec<&'t str>,
    folders: BTreeMap<&'t str, Folder<'t>>,
}

fn insert<'t>(top: &mut Folder<'t>, path: &'t str, max_depth: usize) -> Result<(), Error> {
    let mut folder = top;
    for (depth, (end, _)) in path.match_indices('/').enumerate() {
        if depth + 1 >= max_depth {
            return Err(Error::TooDeep { path: path.to_owned(), line: None, bound: max_depth });
        }
        let inner = &path[..end];
        folder = folder.folders.entry(path::name(inner)).or_default();
        folder.path = inner;
    }
    folder.files.push(path);
    Ok(())
}

enum Child<'f, 't> {
    File(&'t str),
    Folder(&'f Folder<'t>),
}

struct Lister<'l, 't> {
    content: &'l Content<'t>,
    front: Option<&'l str>,
    steps: Vec<Step>,
}

impl Lister<'_, '_> {
    fn add(&mut self, depth: usize, name: &str, kind: EntryKind) {
        self.steps.push(Step { depth, title: names::title(name), kind });
    }

    /// Appends the content of a folder without its own page. The recursion is as deep as [`insert`] allows.
    fn list(&mut self, folder: &Folder<'_>, depth: usize, own: Option<&str>) {
        let shown = |path: &str| Some(path) != own && Some(path) != self.front;
        let files = folder.files.iter().copied().filter(|path| shown(path));
        let mut children: Vec<_> = files.map(|path| (path::stem(path), Child::File(path))).collect();
        children.extend(folder.folders.iter().map(|(name, folder)| (*name, Child::Folder(folder))));
        children.sort_by(|(left, _), (right, _)| names::natural(left, right));
        for (name, child) in children {
            match child {
                Child::File(path) => self.add(depth, name, EntryKind::Page(path.to_owned())),
                Child::Folder(inner) => {
                    let page = self.content.folder_page(inner.path).filter(|page| Some(page.as_str()) != self.front);
                    self.add(depth, name, page.clone().map_or(EntryKind::Group, EntryKind::Page));
                    self.list(inner, depth + 1, page.as_deref());
                }
            }
        }
    }
}
