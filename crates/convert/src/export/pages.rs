//! The paths of pages, reusable contents and files: the imported ones, else paths derived from their names.

use std::collections::HashMap;

use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::links::Entity;
use quire_content::outline::Outline;
use quire_content::record::{FileRecord, PageKind, PageRecord};
use quire_content::slug::slug;

use super::{Exporter, Source, reservations};
use crate::path;
use crate::reusable;

const ASSETS: &str = ".gitbook/assets";
const README: &str = "README.md";
/// The longest file name made here, in bytes. File systems allow 255; a number and an extension are appended to it.
const MOST_NAME_BYTES: usize = 200;
/// The longest folder path made here, in bytes, which leaves room for the location of the directory.
const MOST_PATH_BYTES: usize = 1_000;

/// The path of each page with a file, from the content's root.
pub(super) type Places = HashMap<PageId, String>;

impl Exporter<'_> {
    /// Adds the pages: first those that have a path, so that no new path takes it.
    pub(super) fn pages(&mut self) -> Places {
        let outline = &self.whole.outline;
        let mut places = Places::new();
        let mut new = Vec::new();
        for id in outline.walk() {
            let Some((page, source)) = document(outline, id) else { continue };
            self.counts.pages += 1;
            let stored = page.git.as_ref().map(|git| git.path.as_str()).filter(|path| path::is_markdown(path));
            match stored.filter(|path| self.claim(self.at(path), Source::Object(source))) {
                Some(path) => {
                    places.insert(id, path.to_owned());
                    self.stands(Entity::Page(id), Some(path), &self.at(path));
                }
                None => new.push((id, source, page)),
            }
        }
        let first = outline.walk().find(|id| document(outline, *id).is_some());
        for (id, source, page) in new {
            let front = self.at(README);
            let path = if Some(id) == first && self.claims.is_free(&front) { front } else { self.new_page(id) };
            places.insert(id, path[self.prefix.len()..].to_owned());
            self.stands(Entity::Page(id), page.git.as_ref().map(|git| git.path.as_str()), &path);
            self.claim(path, Source::Object(source));
        }
        places
    }

    /// Returns a free path from the directory's top that follows the slugs of a page and its ancestors.
    fn new_page(&mut self, id: PageId) -> String {
        let outline = &self.whole.outline;
        let part = |id| outline.page(id).map(|page| shortened(&slug(&page.slug)).to_owned()).unwrap_or_default();
        let mut above: Vec<String> = outline.ancestors(id).map(part).collect();
        above.reverse();
        let mut folder: String = above.into_iter().map(|part| part + "/").collect();
        if folder.len() > MOST_PATH_BYTES {
            folder.clear();
        }
        let end = if outline.children(id).is_empty() { ".md".to_owned() } else { format!("/{README}") };
        let prefix = self.prefix.clone();
        self.claims.free(&part(id), |name| format!("{prefix}{folder}{name}{end}"))
    }

    /// Adds the reusable contents: first those that have a path.
    pub(super) fn reusable(&mut self) {
        let mut new = Vec::new();
        for (id, record) in &self.whole.reusable {
            self.counts.reusable += 1;
            let before = record.git.as_ref().map(|git| git.path.as_str());
            match before.filter(|path| self.claim(self.at(path), Source::Object(record.source))) {
                Some(path) => self.stands(Entity::Reusable(*id), before, &self.at(path)),
                None => new.push((*id, before, record)),
            }
        }
        for (id, before, record) in new {
            let prefix = self.at(reusable::FOLDER);
            let name = slug(&record.title);
            let path = self.claims.free(shortened(&name), |name| format!("{prefix}{name}.md"));
            self.stands(Entity::Reusable(id), before, &path);
            self.claim(path, Source::Object(record.source));
        }
    }

    /// Adds the files: first those that have a path.
    pub(super) fn files(&mut self) {
        let mut new = Vec::new();
        for (id, record) in &self.whole.files {
            self.counts.files += 1;
            let before = record.git.as_ref().map(|git| git.path.as_str());
            match before.filter(|path| self.claim(self.at(path), Source::Blob(record.blob))) {
                Some(path) => self.stands(Entity::File(*id), before, &self.at(path)),
                None => new.push((*id, before, record)),
            }
        }
        for (id, before, record) in new {
            let path = self.new_file(record);
            self.stands(Entity::File(id), before, &path);
            self.claim(path, Source::Blob(record.blob));
        }
    }

    fn new_file(&mut self, record: &FileRecord) -> String {
        let folder = self.at(ASSETS);
        let name = file_name(&record.name);
        let (stem, extension) = match name.rsplit_once('.') {
            Some((stem, extension)) if !stem.is_empty() && extension.len() <= 20 => (stem, format!(".{extension}")),
            _ => (name.as_str(), String::new()),
        };
        self.claims.free(shortened(stem), |stem| format!("{folder}/{stem}{extension}"))
    }
}

fn document(outline: &Outline, id: PageId) -> Option<(&PageRecord, Hash)> {
    let page = outline.page(id)?;
    match page.kind {
        PageKind::Document { source, .. } => Some((page, source)),
        _ => None,
    }
}

/// Returns a valid file name derived from a name.
fn file_name(name: &str) -> String {
    let is_fit = |c: char| !(c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|'));
    let name: String = name.chars().map(|c| if is_fit(c) { c } else { '-' }).collect();
    let name = name.trim_matches(|c: char| c == '.' || c.is_whitespace());
    if reservations::is_safe(name) { name.to_owned() } else { "file".to_owned() }
}

/// Returns the beginning of a name, as long as a file system allows.
fn shortened(name: &str) -> &str {
    &name[..name.floor_char_boundary(MOST_NAME_BYTES)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files() {
        for (name, expected) in [
            ("a b.png", "a b.png"),
            ("../a\\b.png", "-a-b.png"),
            ("..", "file"),
            ("", "file"),
            (".git", "git"),
            ("C:x\n", "C-x-"),
            ("über.PNG", "über.PNG"),
        ] {
            assert_eq!(file_name(name), expected, "{name:?}");
        }
        assert_eq!(shortened(&"é".repeat(150)).len(), 200);
    }
}
