//! Pages that the main content had and has no more, from its history.
//!
//! Nothing is kept of them apart: each revision is compared with the one before it, the newest first, within bounds for one
//! call. A page is restored by the edit that reverts it to the revision that had it last.

use quire_content::id::Uid;
use quire_content::map::Map;
use quire_content::record::{EntryKey, PageRecord};
use quire_model::ids::{PageId, RevisionId, SpaceId};
use quire_model::paging::{Listing, Paging, Position, Sort, SortKey};
use quire_model::time::Timestamp;
use quire_store::objects::Stored;
use quire_store::revisions::{self, Revision};
use quire_store::users::User;
use quire_store::{Read, branches};

use super::changes::path;
use super::heads::main_of;
use crate::App;
use crate::access::{self, ViewSpace};
use crate::accounts::users::People;
use crate::callers::Caller;
use crate::core::errors::Error;

/// The maximum number of revisions that one call looks at.
const REVISIONS: usize = 500;
/// The number of revisions that are read at once.
const AT_ONCE: usize = 50;

/// A page that the main content has no more.
#[derive(Debug, Clone)]
pub struct DeletedPage {
    /// The identifier of the page.
    pub id: PageId,
    /// The record of the page as it was.
    pub record: PageRecord,
    /// The path of the page as it was.
    pub path: String,
    /// The last revision that had the page.
    pub revision: RevisionId,
    /// The time of the revision that has it no more.
    pub deleted_at: Timestamp,
    /// The author of that revision; none for the operator of the server.
    pub deleted_by: Option<User>,
}

/// A place in the list: a revision, and the last page of it that was listed.
type Place = (RevisionId, PageId);

/// The place behind the pages of a revision.
const LAST: PageId = PageId(Uid([0xff; 16]));

impl App {
    /// Lists the pages that the main content of a space had and has no more, those that were deleted last first. A part of
    /// the list may be short, or empty, although the list goes on: one call looks at 500 revisions.
    pub fn list_deleted_pages(
        &self,
        caller: &Caller,
        space: SpaceId,
        paging: &Paging,
    ) -> Result<Listing<DeletedPage>, Error> {
        let from = paging.from.as_ref().map(place).transpose()?;
        self.inner.db.read(|tx| {
            let space = access::space::<ViewSpace>(tx, caller, space)?;
            let head = branches::head(tx, main_of(&space))?.ok_or(Error::NotFound("space"))?;
            let head = revisions::get(tx, space.organization, space.id, head)?.ok_or(Error::NotFound("space"))?;
            let mut search = Search { app: self, now: Map::at(head.root), found: Vec::new(), limit: paging.limit };
            let next = search.run(tx, &head, from)?;
            let next = next.map(|(revision, page)| {
                Position::After(SortKey { sort: Sort::Text(revision.to_string()), id: page.0 })
            });
            Ok(Listing { items: search.found, count: None, next, previous: None })
        })
    }
}

fn place(from: &Position) -> Result<Place, Error> {
    let unknown = || Error::Invalid("page: must be a cursor of this list".to_owned());
    match from {
        Position::After(SortKey { sort: Sort::Text(revision), id }) => {
            Ok((revision.parse().map_err(|_| unknown())?, PageId(*id)))
        }
        Position::After(_) | Position::Before(_) => Err(unknown()),
    }
}

struct Search<'a> {
    app: &'a App,
    /// The current content, which a page must not be in.
    now: Map,
    found: Vec<DeletedPage>,
    limit: usize,
}

impl Search<'_> {
    /// Goes back in the history; returns the place where to go on, if there may be more.
    fn run(&mut self, tx: &mut Read<'_>, head: &Revision, from: Option<Place>) -> Result<Option<Place>, Error> {
        if self.limit == 0 {
            return Ok(None);
        }
        let (organization, space) = (head.organization, head.space);
        let mut people = People::default();
        if let Some((id, page)) = from
            && let Some(revision) = revisions::get(tx, organization, space, id)?
            && let Some(next) = self.look(tx, &revision, Some(page), &mut people)?
        {
            return Ok(Some(next));
        }
        let after = |id: RevisionId| Position::After(id.0.into());
        let mut asked = Paging { from: from.map(|(id, _)| after(id)), limit: AT_ONCE };
        for _ in 0..REVISIONS / AT_ONCE {
            let page = revisions::of_main(tx, organization, space, &asked)?;
            for revision in &page.items {
                if let Some(next) = self.look(tx, revision, None, &mut people)? {
                    return Ok(Some(next));
                }
            }
            let Some(last) = page.items.last().filter(|_| page.next.is_some()) else { return Ok(None) };
            asked.from = Some(after(last.id));
            if self.app.go_on().is_err() {
                return Err(Error::Stopped);
            }
        }
        Ok(match asked.from {
            Some(Position::After(last)) => Some((RevisionId(last.id), LAST)),
            _ => None,
        })
    }

    /// Adds the pages that a revision deleted, after one of them; returns the place where to go on if there is no more room.
    fn look(
        &mut self,
        tx: &mut Read<'_>,
        revision: &Revision,
        after: Option<PageId>,
        people: &mut People,
    ) -> Result<Option<Place>, Error> {
        let Some(parent) = revision.parents.0.first() else { return Ok(None) };
        let Some(parent) = revisions::get(tx, revision.organization, revision.space, *parent)? else { return Ok(None) };
        let deleted_by = people.find(tx, revision.author)?;
        let objects = Stored::new(tx, revision.organization, &self.app.inner.caches.content.objects);
        let before = Map::at(parent.root);
        for change in before.diff(&Map::at(revision.root), &objects) {
            let change = change?;
            let (Some(EntryKey::Page(id)), Some(value), None) =
                (EntryKey::parse(&change.key), &change.before, &change.after)
            else {
                continue;
            };
            if after.is_some_and(|after| id <= after) || self.found.iter().any(|known| known.id == id) {
                continue;
            }
            if self.now.get(&objects, &EntryKey::Page(id).to_bytes())?.is_some() {
                continue;
            }
            let Ok(record) = PageRecord::decode(value) else { continue };
            let path = path(&record, &before, &objects)?;
            let (at, deleted_by) = (revision.created_at, deleted_by.clone());
            self.found.push(DeletedPage { id, record, path, revision: parent.id, deleted_at: at, deleted_by });
            if self.found.len() == self.limit {
                return Ok(Some((revision.id, id)));
            }
        }
        Ok(None)
    }
}
