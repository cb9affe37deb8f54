//! Changes of single blocks: in the engine's terms, and as they were made.

use std::sync::Arc;

use quire_content::budget::Budget;
use quire_content::document::patch::{self, Action, Operation, Patched};
use quire_content::document::{self, Document, Parsed, Resolve, normalize};
use quire_content::hash::Hash;
use quire_content::record::{EntryKey, GitBlob, PageKind};

use super::names::Names;
use super::words::{BlockAction, BlockChange, Blocks};
use crate::App;
use crate::content::View;
use crate::core::errors::Error;

/// The file of a page or a reusable content.
#[derive(Debug)]
pub(crate) struct TextFile {
    pub(crate) source: Hash,
    /// The byte offset at which the text after the front matter begins.
    pub(crate) body_at: u32,
    pub(crate) git: Option<GitBlob>,
}

/// Translates the changes at the path `at` of a request to operations on a text. `linked` resolves the link targets of
/// Markdown.
pub(super) fn operations(
    changes: &[BlockChange],
    at: &str,
    names: &Names,
    resolve: &dyn Resolve,
    linked: &dyn Fn(&str) -> String,
) -> Result<Vec<Operation>, Error> {
    let text = |n: usize, blocks: &Blocks| -> Result<patch::Text, Error> {
        match blocks {
            Blocks::Markdown(text) => Ok(patch::Text::Markdown(linked(text))),
            Blocks::Document(value) => {
                let mut value = value.clone();
                names.in_document(&mut value);
                let invalid = |error| Error::Invalid(format!("{at}.blocks[{n}].document: {error}"));
                let mut document = Document::from_json(value).map_err(invalid)?;
                normalize(&mut document, resolve);
                Ok(patch::Text::Document(document))
            }
        }
    };
    let operation = |(n, change): (usize, &BlockChange)| {
        let action = match &change.action {
            BlockAction::Replace(blocks) => Action::Replace(text(n, blocks)?),
            BlockAction::InsertAfter(blocks) => Action::InsertAfter(text(n, blocks)?),
            BlockAction::InsertBefore(blocks) => Action::InsertBefore(text(n, blocks)?),
            BlockAction::MoveAfter(after) => Action::MoveAfter(after.clone()),
            BlockAction::Delete => Action::Delete,
        };
        Ok(Operation { key: change.key.clone(), action })
    };
    changes.iter().enumerate().map(operation).collect()
}

impl App {
    /// Returns the document that changes of blocks make of a page or a reusable content; `None` if it is not there, or
    /// the changes are not possible there.
    pub fn preview_blocks(
        &self,
        view: &View,
        entry: &EntryKey,
        changes: &[BlockChange],
    ) -> Result<Option<Patched>, Error> {
        let Some(TextFile { source, body_at, git }) = self.file_of_entry(view, entry)? else { return Ok(None) };
        let text = self.text(view, source, body_at)?;
        let paths = self.paths(view)?;
        let seen = paths.seen_from(git.as_ref());
        let operations = operations(changes, "", &Names::default(), &seen, &str::to_owned)?;
        Ok(patch::preview(&text, &operations, &seen).ok())
    }

    /// Returns the document of a page or a reusable content, with keys; `None` if it is not there. Within
    /// [`App::sharing_texts`] it is not made again.
    pub fn shared_document(&self, view: &View, entry: &EntryKey) -> Result<Option<Arc<Parsed>>, Error> {
        let Some(TextFile { source, body_at, git }) = self.file_of_entry(view, entry)? else { return Ok(None) };
        let text = self.text(view, source, body_at)?;
        let paths = self.paths(view)?;
        Ok(Some(document::shared_with_keys(&text, &paths.seen_from(git.as_ref()), &Budget::page())))
    }

    /// Returns the file of a page or a reusable content; `None` if there is none.
    pub(crate) fn file_of_entry(&self, view: &View, entry: &EntryKey) -> Result<Option<TextFile>, Error> {
        match entry {
            EntryKey::Page(id) => Ok(self.stored_page(view, *id)?.and_then(|page| match page.kind {
                PageKind::Document { source, body_at, .. } => Some(TextFile { source, body_at, git: page.git }),
                _ => None,
            })),
            EntryKey::Reusable(id) => match self.reusable(view, *id) {
                Ok(found) => Ok(Some(TextFile { source: found.source, body_at: found.body_at, git: found.git })),
                Err(Error::NotFound(_)) => Ok(None),
                Err(error) => Err(error),
            },
            _ => Ok(None),
        }
    }
}
