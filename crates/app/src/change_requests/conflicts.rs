//! Conflicts in the content of change requests, and their resolution.

use std::collections::HashMap;

use quire_content::document::Document;
use quire_content::id::{ConflictId, PageId};
use quire_content::map::Map;
use quire_content::merge::{self, ResolveError};
pub use quire_content::merge::{Choice, Conflict, ConflictSide, Place, Record, Resolution, Surroundings};
use quire_content::objects::Draft;
use quire_content::record::{EntryKey, GitBlob, PageKind};
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use quire_model::paging::{Listing, Order, Paging, Sort, SortKey};

use crate::App;
use crate::access::EditSpace;
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::change_requests::merging::{Sides, current};
use crate::content::commit::{Commit, Committed, Target, Way};
use crate::content::{Version, View};
use crate::core::errors::Error;

/// The resolution of a conflict; unlike [`Resolution`], also by a document.
#[derive(Debug, Clone)]
pub enum Decision {
    /// Resolution by one of the sides, both, or Markdown.
    As(Resolution),
    /// Resolution by a document.
    Document(Document),
}

/// The outcome of resolving a conflict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    /// The revision that the change request is at now.
    pub revision: RevisionId,
    /// The number of conflicts left.
    pub left: usize,
}

impl App {
    /// Lists the conflicts in content in the order of its pages, and in each page from its attributes to the end of its
    /// text. Only content of change requests has any.
    pub fn list_conflicts(&self, view: &View, paging: &Paging) -> Result<Listing<(ConflictId, Conflict)>, Error> {
        let outline = self.outline(view)?;
        let places: HashMap<PageId, usize> = outline.walk().zip(0..).collect();
        let mark =
            |id: ConflictId, conflict: &Conflict| SortKey { sort: Sort::Text(place(conflict, &places)), id: id.0 };
        let all = self.all_conflicts(view)?.into_iter();
        let mut all: Vec<_> = all.map(|(id, conflict)| (mark(id, &conflict), (id, conflict))).collect();
        all.sort_by(|(one, _), (other, _)| one.cmp(other));
        Ok(Listing::slice(&all, paging, Order::Ascending, |(mark, _)| mark.clone()).map(|(_, conflict)| conflict))
    }

    /// Returns all conflicts of the content of a change request.
    pub fn all_conflicts(&self, view: &View) -> Result<Vec<(ConflictId, Conflict)>, Error> {
        self.objects(view, |map, objects| Ok(merge::conflicts(&map, objects)?))
    }

    /// Resolves a conflict in the content of a change request.
    pub fn resolve_conflict(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        id: ConflictId,
        decision: &Decision,
    ) -> Result<Resolved, Error> {
        let target = Target::ChangeRequest(name);
        let commit = Commit::new(caller, space, target, Way::Edit);
        let line = self.may_write(&commit)?;
        let how = match decision {
            Decision::As(how) => how.clone(),
            Decision::Document(body) => {
                let view = self.view(caller, space, Version::ChangeRequest(name))?;
                Resolution::Printed(self.written(&view, id, body)?)
            }
        };
        let Sides { change_request, base, .. } = self.sides::<EditSpace>(caller, space, name)?;
        let main = Map::at(base.root);
        let compute = |map: Map, draft: &mut Draft<'_>| {
            let map = merge::resolve(map, draft, id, &how, main, self.now().0).map_err(refused)?;
            let left = merge::count_conflicts(&map, draft)?;
            Ok((map, left))
        };
        let mut note = |change: &mut Change<'_, '_>, _: &Committed<usize>| {
            // What main has would be taken from before the update.
            if current(change.tx, &change_request)?.ancestor() == base.id {
                return Ok(());
            }
            Err(Error::Conflict("the change request was updated meanwhile: list its conflicts again".to_owned()))
        };
        let committed = self.commit_with(&commit, line, compute, Some(&mut note))?;
        Ok(Resolved { revision: committed.revision, left: committed.outcome })
    }

    /// Returns a document as Markdown in the file that a conflict is in.
    fn written(&self, view: &View, id: ConflictId, body: &Document) -> Result<String, Error> {
        let all = self.all_conflicts(view)?;
        let (_, conflict) = all.iter().find(|(known, _)| *known == id).ok_or(Error::NotFound("conflict"))?;
        let git = self.place_of(view, conflict.subject.as_ref())?;
        let sides = [&conflict.change, &conflict.main, &conflict.base].map(|side| match side {
            ConflictSide::Text(text) => text.as_str(),
            ConflictSide::Absent | ConflictSide::Record(_) | ConflictSide::Places(_) => "",
        });
        Ok(merge::print_excerpt(body, &sides, &self.paths(view)?.seen_from(git.as_ref())))
    }

    /// Parses a piece of a file as a document; a heading at its start is no title.
    pub fn piece(&self, view: &View, subject: Option<&EntryKey>, text: &str) -> Result<Document, Error> {
        let git = self.place_of(view, subject)?;
        let paths = self.paths(view)?;
        self.expect_text(text.len())?;
        Ok(merge::parse_excerpt(text, &paths.seen_from(git.as_ref())))
    }

    /// Returns the whole text of one side of a conflict, or `None` for an entry without text.
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

    /// Returns the Git blob and path of an entry's file, if it has one.
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

/// Returns the place of a conflict in the list, as a text to sort by. It stays while other conflicts are decided.
fn place(conflict: &Conflict, pages: &HashMap<PageId, usize>) -> String {
    let subject = conflict.subject.as_ref();
    let whole = match subject {
        Some(EntryKey::Page(id)) => match pages.get(id) {
            Some(at) => format!("a{at:08}"),
            None => format!("b{id}"),
        },
        other => {
            format!("c{}", other.map(|key| String::from_utf8_lossy(&key.to_bytes()).into_owned()).unwrap_or_default())
        }
    };
    let part = match &conflict.place {
        Place::Whole => "0".to_owned(),
        Place::Tree => "1".to_owned(),
        Place::Field(_) => "2".to_owned(),
        Place::Text(_) => format!("3{:010}", conflict.offset),
    };
    format!("{whole} {part}")
}

fn refused(error: ResolveError) -> Error {
    match error {
        ResolveError::Unknown => Error::NotFound("conflict"),
        ResolveError::Object(error) => error.into(),
        refused => Error::Invalid(format!("resolution: {refused}")),
    }
}
