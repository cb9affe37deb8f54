//! The references that a call gives to what it inserts, and the identifiers that they stand for.
//!
//! The places of references in texts are found elsewhere.

use std::collections::HashMap;

use quire_content::edit::{Edited, Fate};
use quire_content::id::{FileId, PageId, ReusableId, Uid};
use serde_json::Value;

use super::{Done, Edit};
use crate::content::commit::Committed;
use crate::content::paths::AddressKind;
use crate::core::errors::Error;

/// The maximum length of a reference, in characters.
const MOST_CHARS: usize = 100;

/// The insertions of a call, in order, with the references given to them.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_name: HashMap<String, Named>,
    pages: Vec<(PageId, Option<String>)>,
    files: Vec<(FileId, Option<String>)>,
    reusables: Vec<(ReusableId, Option<String>)>,
}

#[derive(Debug, Clone, Copy)]
enum Named {
    Page(PageId),
    File(FileId),
    Reusable(ReusableId),
}

impl Named {
    fn place(self) -> AddressKind {
        match self {
            Self::Page(_) => AddressKind::Page,
            Self::File(_) => AddressKind::File,
            Self::Reusable(_) => AddressKind::Reusable,
        }
    }

    fn id(self) -> Uid {
        match self {
            Self::Page(id) => id.0,
            Self::File(id) => id.0,
            Self::Reusable(id) => id.0,
        }
    }
}

impl Names {
    /// Collects the references of a call's insertions and gives each insertion an identifier.
    pub(super) fn of(edits: &[Edit], fresh: &mut dyn FnMut() -> Uid) -> Result<Self, Error> {
        let mut names = Self::default();
        for (n, edit) in edits.iter().enumerate() {
            let at = format!("changes[{n}]");
            match edit {
                Edit::InsertPage(page) => {
                    let id = PageId(fresh());
                    names.give(&at, page.reference.as_deref(), Named::Page(id))?;
                    names.pages.push((id, page.reference.clone()));
                }
                Edit::InsertFiles(files) => {
                    for (m, file) in files.iter().enumerate() {
                        let id = FileId(fresh());
                        names.give(&format!("{at}.files[{m}]"), file.reference.as_deref(), Named::File(id))?;
                        names.files.push((id, file.reference.clone()));
                    }
                }
                Edit::InsertReusable(content) => {
                    let id = ReusableId(fresh());
                    names.give(&at, content.reference.as_deref(), Named::Reusable(id))?;
                    names.reusables.push((id, content.reference.clone()));
                }
                _ => {}
            }
        }
        Ok(names)
    }

    fn give(&mut self, at: &str, name: Option<&str>, named: Named) -> Result<(), Error> {
        let Some(name) = name else { return Ok(()) };
        let plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
        if !plain || !(1..=MOST_CHARS).contains(&name.len()) {
            let rule = format!("must be 1 to {MOST_CHARS} letters, digits, `-`, `_` or `.`");
            return Err(Error::Invalid(format!("{at}.ref: {rule}")));
        }
        match self.by_name.insert(name.to_owned(), named) {
            None => Ok(()),
            Some(_) => Err(Error::Invalid(format!("{at}.ref: {name:?} is the ref of another change in this call"))),
        }
    }

    /// Returns true if nothing in the call has a reference.
    pub(super) fn is_empty(&self) -> bool {
        self.by_name.is_empty()
    }

    /// Returns the page that a reference or an identifier names, or `None` if the text is neither.
    pub(super) fn page(&self, name: &str) -> Option<PageId> {
        match self.by_name.get(name) {
            Some(Named::Page(id)) => Some(*id),
            _ => name.parse().ok(),
        }
    }

    /// Returns the file that a reference or an identifier names, or `None` if the text is neither.
    pub(super) fn file(&self, name: &str) -> Option<FileId> {
        match self.by_name.get(name) {
            Some(Named::File(id)) => Some(*id),
            _ => name.parse().ok(),
        }
    }

    /// Returns the reusable content that a reference or an identifier names, or `None` if the text is neither.
    pub(super) fn reusable(&self, name: &str) -> Option<ReusableId> {
        match self.by_name.get(name) {
            Some(Named::Reusable(id)) => Some(*id),
            _ => name.parse().ok(),
        }
    }

    pub(super) fn nth_page(&self, n: usize) -> Option<PageId> {
        self.pages.get(n).map(|(id, _)| *id)
    }

    pub(super) fn nth_file(&self, n: usize) -> Option<FileId> {
        self.files.get(n).map(|(id, _)| *id)
    }

    pub(super) fn nth_reusable(&self, n: usize) -> Option<ReusableId> {
        self.reusables.get(n).map(|(id, _)| *id)
    }

    /// Returns true if the call inserts this file.
    pub(super) fn makes_file(&self, id: FileId) -> bool {
        self.files.iter().any(|(made, _)| *made == id)
    }

    /// Returns the outcome of the call; pages that it inserts and deletes again are left out.
    pub(super) fn done(&self, committed: &Committed<Edited>) -> Done {
        let Committed { revision, changed, superseded, outcome: edited } = committed;
        let made = |id: PageId| edited.pages.iter().any(|page| page.id == id && page.fate == Fate::Created);
        Done {
            revision: *revision,
            changed: *changed,
            superseded: *superseded,
            pages: self.pages.iter().filter(|(id, _)| made(*id)).cloned().collect(),
            files: self.files.clone(),
            reusables: self.reusables.clone(),
        }
    }

    /// Returns the address of what a link target names: `ref`, `/pages/ref` and the like, or `./ref`, each also with
    /// `.md`.
    pub(super) fn address(&self, path: &str) -> Option<String> {
        let found = |name: &str| self.by_name.get(name).copied();
        let either = |name: &str| found(name).or_else(|| found(name.strip_suffix(".md")?));
        let kinds = [AddressKind::Page, AddressKind::File, AddressKind::Reusable];
        let named = match kinds.into_iter().find_map(|place| Some((place, place.find::<String>(path)?))) {
            Some((place, name)) => either(&name).filter(|named| named.place() == place),
            None => either(path.strip_prefix("./").unwrap_or(path)),
        };
        named.map(|named| named.place().address(named.id()))
    }

    /// Replaces references by identifiers in the links of a document.
    pub(super) fn in_document(&self, document: &mut Value) {
        if self.by_name.is_empty() {
            return;
        }
        let mut open = vec![document];
        while let Some(value) = open.pop() {
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(fields) => {
                    let field = match fields.get("kind").and_then(Value::as_str) {
                        Some("page" | "anchor") => Some(("page", AddressKind::Page)),
                        Some("file") => Some(("file", AddressKind::File)),
                        Some("reusable-content") => Some(("reusableContent", AddressKind::Reusable)),
                        _ => None,
                    };
                    if let Some((field, place)) = field
                        && let Some(Value::String(name)) = fields.get_mut(field)
                        && let Some(named) = self.by_name.get(name).filter(|named| named.place() == place)
                    {
                        *name = named.id().to_string();
                    }
                    open.extend(fields.values_mut());
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names() -> Names {
        let mut names = Names::default();
        names.give("", Some("guide"), Named::Page(PageId(Uid([1; 16])))).unwrap();
        names.give("", Some("logo.png"), Named::File(FileId(Uid([2; 16])))).unwrap();
        names.give("", Some("note"), Named::Reusable(ReusableId(Uid([3; 16])))).unwrap();
        names
    }

    #[test]
    fn names_are_targets_in_several_spellings() {
        let (page, file, note) = (Uid([1; 16]), Uid([2; 16]), Uid([3; 16]));
        for name in ["guide", "./guide", "guide.md", "./guide.md", "/pages/guide", "/pages/guide.md"] {
            assert_eq!(names().address(name), Some(format!("/pages/{page}")), "{name}");
        }
        for name in ["logo.png", "./logo.png", "/files/logo.png"] {
            assert_eq!(names().address(name), Some(format!("/files/{file}")), "{name}");
        }
        assert_eq!(names().address("./note"), Some(format!("/reusable-contents/{note}")));
        for other in
            ["guides", "../guide", "/guide", "/files/guide", "a/guide", "", "./", "https://guide", "guide.html"]
        {
            assert_eq!(names().address(other), None, "{other}");
        }
    }

    #[test]
    fn references_of_documents_are_named_by_kind() {
        let mut document = json!([{ "ref": { "kind": "page", "page": "guide" } }, { "kind": "file", "file": "guide" }]);
        names().in_document(&mut document);
        assert_eq!(document[0]["ref"]["page"], Uid([1; 16]).to_string());
        assert_eq!(document[1]["file"], "guide");
    }

    #[test]
    fn names_are_plain_and_given_once() {
        let mut names = names();
        let mut give = |name: &str| names.give("changes[0]", Some(name), Named::Page(PageId(Uid([4; 16]))));
        assert!(give(&"x".repeat(100)).is_ok());
        for (name, problem) in
            [("", "must be 1 to 100"), ("a b", "must be 1 to 100"), ("guide", "is the ref of another")]
        {
            let told = give(name).unwrap_err().to_string();
            assert!(told.starts_with("changes[0].ref: ") && told.contains(problem), "{told}");
        }
        assert!(give(&"y".repeat(101)).is_err());
    }
}
