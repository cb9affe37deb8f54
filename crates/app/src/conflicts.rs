//! Conflicts in the content of change requests: what they are about, and how they are decided.

use quire_content::document::{self, Document};
use quire_content::id::ConflictId;
use quire_content::merge::{self, ResolveError};
pub use quire_content::merge::{Conflict, ConflictSide, Place, Record, Resolution};
use quire_content::record::{EntryKey, GitBlob, PageKind};
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::paging::{Listing, Order, Paging};

use crate::App;
use crate::callers::Caller;
use crate::commit::{Commit, Target, Way};
use crate::content::{Version, View};
use crate::errors::Error;

/// How a conflict is decided, by somebody who may write documents.
#[derive(Debug, Clone)]
pub enum Decision {
    /// By one of its sides, both, or Markdown.
    As(Resolution),
    /// By a document.
    Document(Document),
}

/// What came of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    /// The revision that the change request is at now.
    pub revision: RevisionId,
    /// The conflicts that are left.
    pub left: usize,
}

impl App {
    /// The conflicts in content, in order of identifier. Only that of change requests has any.
    pub fn list_conflicts(&self, view: &View, paging: &Paging) -> Result<Listing<(ConflictId, Conflict)>, Error> {
        let all = self.objects(view, |map, objects| Ok(merge::conflicts(&map, objects)?))?;
        Ok(Listing::slice(&all, paging, Order::Ascending, |(id, _)| id.0))
    }

    /// Decides a conflict.
    pub fn resolve_conflict(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        id: ConflictId,
        decision: &Decision,
    ) -> Result<Resolved, Error> {
        let target = Target::ChangeRequest(name);
        let commit = Commit { caller, space, target, way: Way::Edit, expected: None, blobs: &[] };
        self.may_write(&commit)?;
        let how = match decision {
            Decision::As(how) => how.clone(),
            Decision::Document(body) => {
                let view = self.view(caller, space, Version::ChangeRequest(name))?;
                Resolution::Body(self.written(&view, id, body)?)
            }
        };
        let committed = self.commit(&commit, |map, draft| {
            let map = merge::resolve(map, draft, id, &how, self.now().0).map_err(refused)?;
            let left = merge::conflicts(&map, draft)?.len();
            Ok((map, left))
        })?;
        Ok(Resolved { revision: committed.revision, left: committed.outcome })
    }

    /// A document as the Markdown of the file that a conflict is about.
    fn written(&self, view: &View, id: ConflictId, body: &Document) -> Result<String, Error> {
        let all = self.objects(view, |map, objects| Ok(merge::conflicts(&map, objects)?))?;
        let (_, conflict) = all.iter().find(|(known, _)| *known == id).ok_or(Error::NotFound("conflict"))?;
        let git = self.place_of(view, conflict.subject.as_ref())?;
        Ok(document::print(body, &self.paths(view)?.seen_from(git.as_ref())))
    }

    /// A piece of a file as a document; a heading at its start is no title.
    pub fn piece(&self, view: &View, subject: Option<&EntryKey>, text: &str) -> Result<Document, Error> {
        let git = self.place_of(view, subject)?;
        let paths = self.paths(view)?;
        let mut found = document::parse(&format!("#\n\n{text}"), &paths.seen_from(git.as_ref())).document;
        document::keys::fresh(&mut found);
        Ok(found)
    }

    /// The text that a side of a conflict has as a whole; none if it is no text.
    pub fn text_of(&self, view: &View, record: &Record) -> Result<Option<String>, Error> {
        match record {
            Record::Page(page) => match page.kind {
                PageKind::Document { source, body_at, .. } => self.text(view, source, body_at).map(Some),
                _ => Ok(None),
            },
            Record::Reusable(content) => self.text(view, content.source, content.body_at).map(Some),
            Record::Meta(file) => self.text(view, file.source, 0).map(Some),
            Record::File(_) | Record::Aside(_) | Record::Variable(_) => Ok(None),
        }
    }

    /// Where the file of an entry stands.
    fn place_of(&self, view: &View, subject: Option<&EntryKey>) -> Result<Option<GitBlob>, Error> {
        Ok(match subject {
            Some(EntryKey::Page(id)) => self.outline(view)?.page(*id).and_then(|page| page.git.clone()),
            Some(EntryKey::Reusable(id)) => match self.reusable(view, *id) {
                Err(Error::NotFound(_)) => None,
                found => found?.git,
            },
            _ => None,
        })
    }
}

fn refused(error: ResolveError) -> Error {
    match error {
        ResolveError::Unknown => Error::NotFound("conflict"),
        ResolveError::Object(error) => error.into(),
        refused => Error::Invalid(format!("resolution: {refused}")),
    }
}
