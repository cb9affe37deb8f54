//! Resolution of conflicts.

use std::collections::{BTreeMap, HashSet};

use super::alignment::Alignments;
use super::conflict::{Record, Stretch};
use super::derived::Derived;
use super::entry::damaged;
use super::own;
use crate::front_matter;
use crate::hash::Hash;
use crate::id::{ConflictId, PageId};
use crate::map::{Key, Map, Value};
use crate::objects::{Draft, ObjectError, Objects as _};
use crate::outline::Outline;
use crate::record::{
    ConflictPlace, ConflictRecord, EntryKey, Field, GitBlob, MetaRecord, PageKind, PageRecord, Placement, Placements,
    RecordError, ReusableRecord,
};
use crate::slug::Siblings;

/// The way in which a conflict is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// The version of the change request, including later edits.
    Ours,
    /// The version of main.
    Theirs,
    /// Main's text, followed by the change request's.
    Both,
    /// A new text, instead of either side's.
    Body(String),
    /// A new text that was printed from a document, instead of either side's.
    Printed(String),
}

/// The reason why a conflict is not resolved.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The identifier is not of a conflict in this content.
    #[error("there is no such conflict")]
    Unknown,
    /// Only texts have both sides or a new text.
    #[error("the conflict is not about a text")]
    NotAText,
    /// Front matter, code, tables and tags can't be there twice.
    #[error("the conflict can't have both sides: they are front matter, code, a table or tags")]
    NotBoth,
    /// A document is no YAML.
    #[error("the conflict can't have a document: it is about front matter, which is YAML; send `markdown`")]
    NotADocument,
    /// The text would break a construct that is whole.
    #[error("the text does not fit: {0}")]
    Unfit(String),
    /// The change request deleted the subject, which no text can stand in.
    #[error("the change request has deleted what the conflict is about: only those of `choices` can be decided for")]
    Deleted,
    /// A page would be its own ancestor.
    #[error("the page would be below itself")]
    Circle,
    /// The file would exceed the maximum size.
    #[error("the file would be too large")]
    TooLarge,
    /// An object can't be read.
    #[error(transparent)]
    Object(#[from] ObjectError),
}

/// Resolves a conflict of a change request's content and returns the content without it. `main` is the main content that
/// was last merged into it: if the change request has deleted the subject since, the version of main is all of it. `now`
/// is in milliseconds since 1970.
pub fn resolve(
    map: Map,
    draft: &mut Draft<'_>,
    id: ConflictId,
    how: &Resolution,
    main: Map,
    now: i64,
) -> Result<Map, ResolveError> {
    let key = EntryKey::Conflict(id).to_bytes();
    let value = map.get(draft, &key)?.ok_or(ResolveError::Unknown)?;
    let record = ConflictRecord::decode(&value).map_err(|error| damaged(map.root(), &key, &error))?;
    let mut resolve = Resolve { map, main, draft, now, edits: BTreeMap::from([(key, None)]) };
    match (&record.place, how) {
        (ConflictPlace::Field { .. } | ConflictPlace::Tree, _)
            if map.get(resolve.draft, &record.subject)?.is_none() =>
        {
            resolve.deleted(&record, how)?;
        }
        (ConflictPlace::Text { source, start, end }, _) => resolve.text(&record, *source, *start..*end, how)?,
        (_, Resolution::Both | Resolution::Body(_) | Resolution::Printed(_)) => return Err(ResolveError::NotAText),
        (ConflictPlace::Field { .. }, Resolution::Ours) => {}
        (ConflictPlace::Field { field }, Resolution::Theirs) => resolve.field(&record, field)?,
        (ConflictPlace::Whole, Resolution::Ours) => resolve.whole(&record.subject, record.change)?,
        (ConflictPlace::Whole, Resolution::Theirs) => resolve.whole(&record.subject, record.main)?,
        (ConflictPlace::Tree, Resolution::Ours) => resolve.tree(record.change, record.main)?,
        (ConflictPlace::Tree, Resolution::Theirs) => resolve.tree(record.main, record.change)?,
    }
    let Resolve { map, draft, edits, .. } = resolve;
    Ok(map.apply(draft, edits)?)
}

struct Resolve<'d, 'o> {
    map: Map,
    /// The main content that was last merged into the map.
    main: Map,
    draft: &'d mut Draft<'o>,
    now: i64,
    edits: BTreeMap<Key, Option<Value>>,
}

impl Resolve<'_, '_> {
    fn damaged(&self, key: &[u8], error: &RecordError) -> ObjectError {
        damaged(self.map.root(), key, error)
    }

    fn get(&self, key: &[u8]) -> Result<Option<Value>, ObjectError> {
        match self.edits.get(key) {
            Some(value) => Ok(value.clone()),
            None => self.map.get(self.draft, key),
        }
    }

    fn record(&self, key: &[u8]) -> Result<Option<Record>, ObjectError> {
        let Some((kind, value)) = EntryKey::parse(key).zip(self.get(key)?) else { return Ok(None) };
        Record::decode(&kind, &value).transpose().map_err(|error| self.damaged(key, &error))
    }

    fn page(&self, id: PageId) -> Result<Option<PageRecord>, ObjectError> {
        match self.record(&EntryKey::Page(id).to_bytes())? {
            Some(Record::Page(page)) => Ok(Some(*page)),
            _ => Ok(None),
        }
    }

    fn set_page(&mut self, id: PageId, page: PageRecord) {
        let page = PageRecord { updated_at: self.now, ..page };
        self.edits.insert(EntryKey::Page(id).to_bytes(), Some(page.encode()));
    }

    fn text(
        &mut self,
        conflict: &ConflictRecord,
        source: Hash,
        range: std::ops::Range<u32>,
        how: &Resolution,
    ) -> Result<(), ResolveError> {
        let Some(stretch) =
            Stretch::find(&self.map, self.draft, &Alignments::default(), &conflict.subject, &(source, range))?
        else {
            return self.deleted(conflict, how);
        };
        let main = match conflict.main {
            Some(main) => self.draft.get(&main)?,
            None => std::sync::Arc::from([]),
        };
        let Some(chosen) = own::chosen(&stretch, &main, how)? else { return Ok(()) };
        let Stretch { file, range, .. } = stretch;
        let resolved = [&file[..range.start], &chosen, &file[range.end..]].concat();
        let record = self.record(&conflict.subject)?;
        let replaced = record.map(|record| replaced(record, &file, &resolved, self.now)).transpose()?;
        self.draft.put(resolved);
        self.edits.insert(conflict.subject.clone(), replaced.map(|record| record.encode()));
        Ok(())
    }

    fn field(&mut self, conflict: &ConflictRecord, field: &Field) -> Result<(), ResolveError> {
        let (Some(now), Some(main)) = (self.record(&conflict.subject)?, conflict.main) else { return Ok(()) };
        let value = self.draft.get(&main)?;
        let main = EntryKey::parse(&conflict.subject).and_then(|key| Record::decode(&key, &value)).transpose();
        let main = main.map_err(|error| self.damaged(&conflict.subject, &error))?;
        let taken = main.map(|main| now.with_field(field, main, self.now));
        if let Some(record) = taken {
            self.edits.insert(conflict.subject.clone(), Some(record.encode()));
        }
        if let (Field::Slug, Some(EntryKey::Page(id))) = (field, EntryKey::parse(&conflict.subject)) {
            self.separate_slug(id)?;
        }
        Ok(())
    }

    fn whole(&mut self, subject: &[u8], side: Option<Hash>) -> Result<(), ResolveError> {
        let there = self.get(subject)?;
        match side {
            // The kept entry has been there since the merge, and may have been edited.
            Some(_) if there.is_some() => return Ok(()),
            Some(side) => {
                let value = self.draft.get(&side)?.to_vec();
                self.edits.insert(subject.to_vec(), Some(value));
            }
            None => {
                self.edits.insert(subject.to_vec(), None);
                self.forget(subject, |_| true)?;
            }
        }
        let Some(EntryKey::Page(id)) = EntryKey::parse(subject) else { return Ok(()) };
        if side.is_none() { self.move_up(id, there) } else { self.separate_slug(id) }
    }

    /// Decides a conflict with main about an entry that the change request has deleted since, and with it all others with
    /// main about the entry: it stays deleted, or is there again as in main.
    fn deleted(&mut self, conflict: &ConflictRecord, how: &Resolution) -> Result<(), ResolveError> {
        match how {
            Resolution::Ours if conflict.is_of_saves => return Ok(()),
            Resolution::Ours => {}
            Resolution::Theirs if !conflict.is_of_saves => self.restore(&conflict.subject)?,
            _ => return Err(ResolveError::Deleted),
        }
        self.forget(&conflict.subject, |other| !other.is_of_saves)?;
        Ok(())
    }

    /// Replaces an entry by main's. A page whose parents are gone goes below the next one that is there.
    fn restore(&mut self, subject: &[u8]) -> Result<(), ResolveError> {
        let Some(value) = self.main.get(self.draft, subject)? else { return Ok(()) };
        self.edits.insert(subject.to_vec(), Some(value));
        let Some(EntryKey::Page(id)) = EntryKey::parse(subject) else { return Ok(()) };
        let Some(page) = self.page(id)? else { return Ok(()) };
        let mut parent = page.parent;
        while let Some(gone) = parent
            && self.page(gone)?.is_none()
        {
            let key = EntryKey::Page(gone).to_bytes();
            let above = self.main.get(self.draft, &key)?.map(|value| PageRecord::decode(&value)).transpose();
            parent = above.map_err(|error| self.damaged(&key, &error))?.and_then(|page| page.parent);
        }
        if parent != page.parent {
            self.set_page(id, PageRecord { parent, ..page });
        }
        self.separate_slug(id)
    }

    /// Removes some of the conflicts about an entry.
    fn forget(&mut self, subject: &[u8], which: impl Fn(&ConflictRecord) -> bool) -> Result<(), ObjectError> {
        for entry in self.map.scan(self.draft, EntryKey::CONFLICTS) {
            let (key, value) = entry?;
            if ConflictRecord::decode(&value).is_ok_and(|conflict| conflict.subject == subject && which(&conflict)) {
                self.edits.insert(key, None);
            }
        }
        Ok(())
    }

    /// Moves the children of a deleted page to its parent, since deleting them was not part of the decision.
    fn move_up(&mut self, id: PageId, deleted: Option<Value>) -> Result<(), ResolveError> {
        let Some(Record::Page(deleted)) = deleted.and_then(|value| Record::decode(&EntryKey::Page(id), &value)?.ok())
        else {
            return Ok(());
        };
        let outline = Outline::load(&self.map, self.draft)?;
        for &child in outline.children(id) {
            if let Some(page) = self.page(child)? {
                self.set_page(child, PageRecord { parent: deleted.parent, ..page });
                self.separate_slug(child)?;
            }
        }
        Ok(())
    }

    /// Moves pages to the places of the chosen side, except those that were moved away from the other side's place
    /// meanwhile.
    fn tree(&mut self, chosen: Option<Hash>, other: Option<Hash>) -> Result<(), ResolveError> {
        let (chosen, other) = (self.placements(chosen)?, self.placements(other)?);
        for Placement { page: id, parent, order } in &chosen {
            let Some(page) = self.page(*id)? else { continue };
            let stands = |place: &Placement| (place.parent, &place.order) == (page.parent, &page.order);
            let of_other = other.iter().find(|place| place.page == *id && !stands(place));
            // A page whose parent is gone was moved up with its siblings, not by anybody's choice.
            let moved_since = of_other.map_or(Ok(false), |place| self.is_there(place.parent))?;
            if self.is_there(*parent)? && !moved_since {
                self.set_page(*id, PageRecord { parent: *parent, order: order.clone(), ..page });
            }
        }
        for Placement { page, .. } in &chosen {
            self.refuse_circle(*page)?;
        }
        for Placement { page, .. } in &chosen {
            self.separate_slug(*page)?;
        }
        Ok(())
    }

    /// Returns true if a parent exists, as the top does.
    fn is_there(&self, parent: Option<PageId>) -> Result<bool, ObjectError> {
        parent.map_or(Ok(true), |parent| Ok(self.page(parent)?.is_some()))
    }

    fn placements(&self, side: Option<Hash>) -> Result<Vec<Placement>, ObjectError> {
        let Some(hash) = side else { return Ok(Vec::new()) };
        let placements = Placements::decode(&self.draft.get(&hash)?);
        let reason = |error| format!("as a side of a conflict it is {error}");
        Ok(placements.map_err(|error| ObjectError::Damaged { hash, reason: reason(error) })?.pages)
    }

    fn refuse_circle(&self, start: PageId) -> Result<(), ResolveError> {
        let mut seen = HashSet::new();
        let mut at = Some(start);
        while let Some(id) = at {
            if !seen.insert(id) {
                return Err(ResolveError::Circle);
            }
            at = self.page(id)?.and_then(|page| page.parent);
        }
        Ok(())
    }

    /// Appends a number to a page's slug if a sibling has it. Reads all pages.
    fn separate_slug(&mut self, id: PageId) -> Result<(), ResolveError> {
        let Some(page) = self.page(id)? else { return Ok(()) };
        let mut taken = Siblings::default();
        let outline = Outline::load(&self.map, self.draft)?;
        for other in outline.walk().filter(|other| *other != id) {
            if let Some(other) = self.page(other)?.filter(|other| other.parent == page.parent) {
                taken.claim(&other.slug);
            }
        }
        let slug = taken.claim(&page.slug);
        if slug != page.slug {
            self.set_page(id, PageRecord { slug, ..page });
        }
        Ok(())
    }
}

/// Returns a record with another file, and the fields that the file determines.
fn replaced(record: Record, before: &[u8], file: &[u8], now: i64) -> Result<Record, ResolveError> {
    let source = Hash::of(file);
    let length = |bytes: usize| u32::try_from(bytes).map_err(|_| ResolveError::TooLarge);
    let git = |git: Option<GitBlob>| git.map(|git| GitBlob::of(&git.path, file));
    Ok(match record {
        Record::Page(page) => {
            let said = Derived::of(file);
            let mut after = (*page).clone();
            said.tell(&mut after, &[(&page, &Derived::of(before))]);
            let kind = PageKind::Document { source, size: length(file.len())?, body_at: length(said.body_at)? };
            Record::Page(Box::new(PageRecord { kind, git: git(page.git), updated_at: now, ..after }))
        }
        Record::Reusable(content) => {
            let body_at = length(front_matter::parse(file).body_at)?;
            Record::Reusable(ReusableRecord { source, body_at, git: git(content.git), updated_at: now, ..content })
        }
        Record::Meta(meta) => Record::Meta(MetaRecord { source, ..meta }),
        other @ (Record::File(_) | Record::Variable(_) | Record::Aside(_)) => other,
    })
}

impl Record {
    /// Returns true if another record has the same in a field.
    pub(crate) fn has_same(&self, field: &Field, other: &Self) -> bool {
        let at = match self {
            Self::Page(page) => page.updated_at,
            Self::File(file) => file.updated_at,
            Self::Reusable(content) => content.updated_at,
            Self::Variable(_) | Self::Meta(_) | Self::Aside(_) => 0,
        };
        self.clone().with_field(field, other.clone(), at) == *self
    }

    /// Returns the record with one field taken from another.
    pub(super) fn with_field(self, field: &Field, from: Self, now: i64) -> Self {
        match (self, from) {
            (Self::Page(page), Self::Page(from)) => Self::Page(Box::new(page_with(*page, field, *from, now))),
            (Self::File(mut file), Self::File(from)) => {
                match field {
                    Field::Name => file.name = from.name,
                    Field::Git => file.git = from.git,
                    _ => {
                        (file.blob, file.size) = (from.blob, from.size);
                        (file.content_type, file.dimensions) = (from.content_type, from.dimensions);
                    }
                }
                file.updated_at = now;
                Self::File(file)
            }
            (Self::Reusable(mut content), Self::Reusable(from)) => {
                match field {
                    Field::Git => content.git = from.git,
                    _ => content.title = from.title,
                }
                content.updated_at = now;
                Self::Reusable(content)
            }
            (_, from) => from,
        }
    }
}

fn page_with(mut page: PageRecord, field: &Field, from: PageRecord, now: i64) -> PageRecord {
    match field {
        Field::Kind => page.kind = from.kind,
        Field::Title => page.title = from.title,
        Field::NavTitle => page.nav_title = from.nav_title,
        Field::Slug => page.slug = from.slug,
        Field::Emoji => page.emoji = from.emoji,
        Field::Icon => page.icon = from.icon,
        Field::Description => page.description = from.description,
        Field::Layout => page.layout = from.layout,
        Field::Cover => page.cover = from.cover,
        Field::Variable { name } => {
            page.variables.remove(name);
            page.variables.extend(from.variables.into_iter().filter(|(other, _)| other == name));
        }
        Field::Hidden => page.hidden = from.hidden,
        Field::NoIndex => page.no_index = from.no_index,
        Field::NoRobotsIndex => page.no_robots_index = from.no_robots_index,
        Field::Condition => page.condition = from.condition,
        Field::Git => page.git = from.git,
        Field::Name | Field::Content | Field::Value => {}
    }
    page.updated_at = now;
    page
}
