//! The meaning of rows of the event log for clients.

use std::str::FromStr;

use quire_content::map::Map;
use quire_content::record::EntryKey;
use quire_model::events::EventType;
use quire_model::ids::{
    BranchId, ChangeRequestId, CollectionId, CommentId, CommentReplyId, OrganizationId, PageId, ReviewId, RevisionId,
    SpaceId,
};
use quire_store::events::Logged;
use quire_store::objects::Stored;
use quire_store::{Read, revisions};
use serde_json::Value;

use super::{Concerned, Event};
use crate::App;
use crate::accounts::users::People;
use crate::core::errors::Error;

/// The maximum number of pages that an event names.
const PAGES: usize = 100;
/// The maximum number of changed entries of a content map that are looked at for pages.
const ENTRIES: usize = 2_000;

impl App {
    /// Returns what a row of an organization's log says to clients; `None` if that is nothing.
    pub(super) fn meaning(
        &self,
        tx: &mut Read<'_>,
        organization: OrganizationId,
        row: &Logged,
        people: &mut People,
    ) -> Result<Option<Event>, Error> {
        let Some(kind) = EventType::parse(&row.kind) else { return Ok(None) };
        let detail: Value = serde_json::from_str(&row.detail).unwrap_or_default();
        let Some(concerns) = concerned(kind, row, &detail) else { return Ok(None) };
        let mut event = Event {
            sequence: row.sequence,
            at: row.at,
            actor: people.find(tx, row.actor)?,
            kind,
            concerns,
            change_request: None,
            revision: None,
            pages: None,
            comment: None,
            reply: None,
            review: named(&detail, "review").map(ReviewId),
        };
        let Concerned::Space(space) = concerns else { return Ok(Some(event)) };
        let branch = named(&detail, "branch").map(BranchId);
        event.change_request = branch.filter(|branch| *branch != BranchId::from(space)).map(|it| ChangeRequestId(it.0));
        match kind {
            EventType::ContentUpdated => {
                event.revision = Some(RevisionId(row.subject));
                let from = named(&detail, "from").map(RevisionId);
                event.pages = self.changed_pages(tx, (organization, space), from, RevisionId(row.subject))?;
            }
            EventType::ChangeRequestMerged => {
                event.change_request = Some(ChangeRequestId(row.subject));
                event.revision = named(&detail, "revision").map(RevisionId);
            }
            EventType::ChangeRequestCreated
            | EventType::ChangeRequestUpdated
            | EventType::ReviewRequested
            | EventType::ReviewRequestRemoved
            | EventType::ReviewSubmitted => event.change_request = Some(ChangeRequestId(row.subject)),
            EventType::CommentPosted | EventType::CommentUpdated | EventType::CommentDeleted => {
                event.comment = Some(CommentId(row.subject));
                event.pages = named(&detail, "page").map(|page| vec![PageId(page)]);
            }
            EventType::CommentReplyPosted | EventType::CommentReplyUpdated | EventType::CommentReplyDeleted => {
                event.reply = Some(CommentReplyId(row.subject));
                event.comment = named(&detail, "comment").map(CommentId);
            }
            _ => {}
        }
        Ok(Some(event))
    }

    /// Returns the pages that differ between two revisions; `None` if they are too many, or a revision is gone.
    fn changed_pages(
        &self,
        tx: &mut Read<'_>,
        (organization, space): (OrganizationId, SpaceId),
        from: Option<RevisionId>,
        to: RevisionId,
    ) -> Result<Option<Vec<PageId>>, Error> {
        let Some(from) = from else { return Ok(None) };
        let (Some(before), Some(after)) =
            (revisions::get(tx, organization, space, from)?, revisions::get(tx, organization, space, to)?)
        else {
            return Ok(None);
        };
        let objects = Stored::new(tx, organization, &self.inner.caches.content.objects);
        let mut pages = Vec::new();
        for (at, change) in Map::at(before.root).diff(&Map::at(after.root), &objects).enumerate() {
            if let Some(EntryKey::Page(page)) = EntryKey::parse(&change?.key) {
                pages.push(page);
            }
            if pages.len() > PAGES || at >= ENTRIES {
                return Ok(None);
            }
        }
        Ok(Some(pages))
    }
}

/// Returns the thing whose readers may see an event; `None` if the row does not say it, as those of older versions.
fn concerned(kind: EventType, row: &Logged, detail: &Value) -> Option<Concerned> {
    Some(match kind {
        EventType::OrganizationUpdated => Concerned::Organization,
        EventType::CollectionCreated
        | EventType::CollectionUpdated
        | EventType::CollectionMoved
        | EventType::CollectionDeleted => Concerned::Collection(CollectionId(row.subject)),
        EventType::SpaceCreated
        | EventType::SpaceUpdated
        | EventType::SpaceMoved
        | EventType::SpaceDeleted
        | EventType::SpaceRestored
        | EventType::SpaceTransferred => Concerned::Space(SpaceId(row.subject)),
        EventType::ContentUpdated
        | EventType::ChangeRequestCreated
        | EventType::ChangeRequestUpdated
        | EventType::ChangeRequestMerged
        | EventType::ReviewRequested
        | EventType::ReviewRequestRemoved
        | EventType::ReviewSubmitted
        | EventType::CommentPosted
        | EventType::CommentUpdated
        | EventType::CommentDeleted
        | EventType::CommentReplyPosted
        | EventType::CommentReplyUpdated
        | EventType::CommentReplyDeleted => Concerned::Space(SpaceId(named(detail, "space")?)),
    })
}

/// Returns the identifier in a field of an event's details.
fn named(detail: &Value, field: &str) -> Option<quire_content::id::Uid> {
    quire_content::id::Uid::from_str(detail[field].as_str()?).ok()
}
