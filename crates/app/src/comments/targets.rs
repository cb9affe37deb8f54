//! The targets of comments: pages and blocks of them, found again in the current content.
//!
//! Nothing is written when content changes: a comment keeps the passage it was made on, and looks for it. A target that
//! is gone is shown as it was in the comment's revision, so every comment has its target.

use std::collections::HashMap;
use std::sync::Arc;

use quire_content::document::passage::{Passage, Passages};
use quire_content::outline::Outline;
use quire_content::record::PageRecord;
use quire_model::ids::{PageId, RevisionId};
use quire_store::comments::Comment;

use super::NewComment;
use super::access_to::CommentPlace;
use crate::App;
use crate::callers::Caller;
use crate::content::documents::{Body, Form, Reading};
use crate::content::{Version, View};
use crate::core::errors::Error;

/// The page or block that a comment refers to.
#[derive(Debug, Clone)]
pub struct About {
    /// The revision that has the target: the current one, or that of the comment if the target is gone.
    pub revision: RevisionId,
    /// The page, if the comment is on one.
    pub page: Option<AboutPage>,
    /// The block, if the comment is on one: as it is now, or as it was if it is gone.
    pub passage: Option<Passage>,
}

/// The page that a comment refers to.
#[derive(Debug, Clone)]
pub struct AboutPage {
    /// The identifier of the page.
    pub id: PageId,
    /// The page's record in the revision of the target.
    pub record: PageRecord,
    /// The page's path: its slug below those of its ancestors.
    pub path: String,
    /// True if the page, or the block of it, no longer exists.
    pub outdated: bool,
}

/// Finds the targets of comments on one line of content.
pub(super) struct Finder<'a> {
    app: &'a App,
    caller: &'a Caller,
    place: CommentPlace,
    now: (View, Arc<Outline>),
    /// The passages of pages in the current content; `None` for pages without text.
    pages: HashMap<PageId, Option<Passages>>,
    /// The outlines of earlier revisions loaded so far.
    earlier: HashMap<RevisionId, Arc<Outline>>,
}

impl App {
    /// Creates a finder for the targets of comments, if the caller may read that content.
    pub(super) fn finder<'a>(&'a self, caller: &'a Caller, place: CommentPlace) -> Result<Finder<'a>, Error> {
        let view = self.view(caller, place.space, place.target.into())?;
        let outline = self.outline(&view)?;
        let (pages, earlier) = (HashMap::new(), HashMap::new());
        Ok(Finder { app: self, caller, place, now: (view, outline), pages, earlier })
    }
}

impl Finder<'_> {
    /// Returns the current revision of the content.
    pub(super) fn revision(&self) -> RevisionId {
        self.now.0.revision.id
    }

    /// Finds the block or cell that a new comment is on.
    pub(super) fn passage(&mut self, new: &NewComment) -> Result<Option<Passage>, Error> {
        let Some(page) = new.page else {
            return match (&new.node, &new.cell) {
                (None, None) => Ok(None),
                _ => Err(Error::Invalid("page: must be given, too, for a comment on a node".to_owned())),
            };
        };
        self.now.1.page(page).ok_or(Error::NotFound("page"))?;
        let passages = self.passages(page)?;
        let block = |node: &str| passages.and_then(|it| it.block(node)).ok_or(Error::NotFound("node"));
        match (&new.node, &new.cell) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(Error::Invalid("node: must be the table that tableCell is in".to_owned())),
            (Some(node), None) => block(node).map(Some),
            (Some(node), Some((record, definition))) => {
                block(node)?;
                let cell = passages.and_then(|it| it.cell(node, record, definition));
                cell.ok_or(Error::NotFound("table cell")).map(Some)
            }
        }
    }

    /// Finds the target of a comment in the current content, or as it was if it is gone.
    pub(super) fn find(&mut self, comment: &Comment) -> Result<About, Error> {
        let Some(id) = comment.page else {
            return Ok(About { revision: self.revision(), page: None, passage: None });
        };
        let stored = comment.passage.as_deref().map(serde_json::from_str::<Passage>).transpose();
        let stored = stored.map_err(|e| Error::internal("reading a passage", e))?;
        let Some(record) = self.now.1.page(id).cloned() else {
            let (record, path) = self.page_then(comment.revision, id)?;
            let page = AboutPage { id, record, path, outdated: true };
            return Ok(About { revision: comment.revision, page: Some(page), passage: stored });
        };
        let path = self.now.1.path(id).unwrap_or_default().to_string();
        let found = match &stored {
            Some(passage) => self.passages(id)?.and_then(|passages| passages.find(passage)),
            None => None,
        };
        let outdated = stored.is_some() && found.is_none();
        let revision = if outdated { comment.revision } else { self.revision() };
        let page = AboutPage { id, record, path, outdated };
        Ok(About { revision, page: Some(page), passage: found.or(stored) })
    }

    /// Returns a page with its path, as a revision has it.
    fn page_then(&mut self, revision: RevisionId, id: PageId) -> Result<(PageRecord, String), Error> {
        let outline = match self.earlier.get(&revision) {
            Some(known) => known.clone(),
            None => {
                let view = self.app.view(self.caller, self.place.space, Version::Revision(revision))?;
                let outline = self.app.outline(&view)?;
                self.earlier.insert(revision, outline.clone());
                outline
            }
        };
        let record = outline.page(id).cloned();
        let record = record.ok_or_else(|| Error::internal("loading a comment", "its revision lacks its page"))?;
        Ok((record, outline.path(id).unwrap_or_default().to_string()))
    }

    /// Returns the passages of a page in the current content, or `None` for a page without text.
    fn passages(&mut self, id: PageId) -> Result<Option<&Passages>, Error> {
        if !self.pages.contains_key(&id) {
            let (view, outline) = &self.now;
            let reading = Reading { form: Form::Document, evaluate: None };
            let body = match outline.page(id) {
                Some(record) => self.app.page_body(view, record, reading)?,
                None => None,
            };
            let passages = match body {
                Some(Body::Document(document)) => Some(Passages::of(&document)),
                _ => None,
            };
            self.pages.insert(id, passages);
        }
        Ok(self.pages.get(&id).and_then(Option::as_ref))
    }
}
