//! Merging of pages, field by field.

use super::Merge;
use super::derived::Derived;
use super::entry::Sides;
use super::fields::Fields;
use super::source;
use crate::hash::Hash;
use crate::map::Value;
use crate::objects::ObjectError;
use crate::record::{
    ConflictPlace, ConflictRecord, Field, GitBlob, Layout, PageKind, PageRecord, Placement, Placements,
};

/// Merges a page that both sides changed.
pub(super) fn merge(merge: &mut Merge<'_, '_>, sides: &Sides<'_>) -> Result<Value, ObjectError> {
    let (base, main, change) = sides.decoded(merge, PageRecord::decode)?;
    let mut fields = Fields::new(base.as_ref(), &main, &change);
    let mut page = merged(&mut fields);
    place(merge, sides, &mut fields, &mut page);
    text(merge, sides, &mut fields, &mut page)?;
    slug(&mut fields, &mut page);
    if !fields.date(&mut page, merge.now) {
        // A page with something of both sides is not one as it was imported, however short ago that was.
        page.imported_at = main.imported_at.min(change.imported_at);
        fields.date(&mut page, merge.now);
    }
    let conflicts = fields.conflicts;
    sides.field_conflicts(merge, conflicts);
    Ok(page.encode())
}

/// Merges all fields independently; the place and the text are merged by others.
fn merged(fields: &mut Fields<'_, PageRecord>) -> PageRecord {
    PageRecord {
        parent: None,
        order: String::new(),
        kind: fields.quietly(|page| page.kind.clone()),
        title: fields.merge(Field::Title, |page| page.title.clone()),
        nav_title: fields.merge(Field::NavTitle, |page| page.nav_title.clone()),
        slug: fields.merge(Field::Slug, |page| page.slug.clone()),
        emoji: fields.merge(Field::Emoji, |page| page.emoji.clone()),
        icon: fields.merge(Field::Icon, |page| page.icon.clone()),
        description: fields.merge(Field::Description, |page| page.description.clone()),
        layout: layout(fields),
        cover: fields.merge(Field::Cover, |page| page.cover.clone()),
        variables: fields.by_name(|name| Field::Variable { name }, |page| &page.variables),
        hidden: fields.merge(Field::Hidden, |page| page.hidden),
        no_index: fields.merge(Field::NoIndex, |page| page.no_index),
        no_robots_index: fields.merge(Field::NoRobotsIndex, |page| page.no_robots_index),
        condition: fields.merge(Field::Condition, |page| page.condition.clone()),
        git: fields
            .merge(Field::Git, |page| page.git.as_ref().map(|git| git.path.clone()))
            .map(|path| GitBlob { path, oid: fields.quietly(|page| page.git.as_ref().map_or([0; 20], |git| git.oid)) }),
        created_at: fields.main.created_at.min(fields.change.created_at),
        updated_at: 0,
        imported: fields.quietly(|page| page.imported),
        imported_at: fields.quietly(|page| page.imported_at),
        source_written_at: fields.quietly(|page| page.source_written_at),
    }
}

/// Merges each part of the layout independently; reports at most one conflict.
fn layout(fields: &mut Fields<'_, PageRecord>) -> Option<Layout> {
    let conflicts = fields.conflicts.len();
    let mut part =
        |of: fn(&Layout) -> Option<bool>| fields.merge(Field::Layout, |page| page.layout.as_ref().and_then(of));
    let cover = part(|it| it.cover);
    let title = part(|it| it.title);
    let description = part(|it| it.description);
    let table_of_contents = part(|it| it.table_of_contents);
    let outline = part(|it| it.outline);
    let pagination = part(|it| it.pagination);
    let metadata = part(|it| it.metadata);
    let width = fields.merge(Field::Layout, |page| page.layout.as_ref().and_then(|it| it.width.clone()));
    let cover_size = fields.merge(Field::Layout, |page| page.layout.as_ref().and_then(|it| it.cover_size.clone()));
    fields.conflicts.truncate(fields.conflicts.len().min(conflicts + 1));
    let layout =
        Layout { width, cover, cover_size, title, description, table_of_contents, outline, pagination, metadata };
    let given = fields.main.layout.is_some() || fields.change.layout.is_some();
    Some(layout).filter(|layout| given && (*layout != Layout::default() || fields.change.layout.is_some()))
}

/// Merges the place in the page tree as one field. A page that both sides moved below the same parent is there for
/// both, and its order among the children is the change request's.
fn place(merge: &mut Merge<'_, '_>, sides: &Sides<'_>, fields: &mut Fields<'_, PageRecord>, page: &mut PageRecord) {
    let place = |page: &PageRecord| (page.parent, page.order.clone());
    let before = fields.conflicts.len();
    (page.parent, page.order) = fields.merge(Field::Kind, place);
    if fields.conflicts.len() > before {
        fields.conflicts.truncate(before);
        let both_moved = fields.base.is_none_or(|base| base.parent != fields.main.parent);
        if both_moved && fields.main.parent == fields.change.parent {
            return;
        }
        let (base, main, change) = (fields.base, fields.main, fields.change);
        let sides = [base, Some(main), Some(change)].map(|page| page.and_then(|page| Placement::of(sides.key, page)));
        merge.tree_conflict(sides.map(|placement| placement.into_iter().collect()));
    }
}

/// Merges the file of the page, and the fields that it determines.
fn text(
    merge: &mut Merge<'_, '_>,
    sides: &Sides<'_>,
    fields: &mut Fields<'_, PageRecord>,
    page: &mut PageRecord,
) -> Result<(), ObjectError> {
    let (Some(in_main), Some(in_change)) = (source_of(fields.main), source_of(fields.change)) else {
        page.kind = fields.merge(Field::Kind, |page| page.kind.clone());
        return Ok(());
    };
    let in_base = fields.base.and_then(source_of);
    let file = merge.merge_file(sides.key, [in_base, Some(in_main), Some(in_change)])?;
    let said = Derived::of(&file.bytes);
    page.kind = PageKind::Document {
        source: file.hash,
        size: u32::try_from(file.bytes.len()).unwrap_or(u32::MAX),
        body_at: u32::try_from(said.body_at).unwrap_or(u32::MAX),
    };
    if let Some(git) = &mut page.git {
        let side = [fields.main, fields.change].into_iter().find(|side| source_of(side) == Some(file.hash));
        let known = side.and_then(|side| side.git.as_ref()).map(|git| git.oid);
        git.oid = known.unwrap_or_else(|| GitBlob::of("", &file.bytes).oid);
    }
    let [base, main, change] = file.sides.map(|side| Derived::of(&side));
    let base = fields.base.filter(|base| source_of(base).is_some()).map(|record| (record, &base));
    let before: Vec<_> = base.into_iter().chain([(fields.main, &main), (fields.change, &change)]).collect();
    let told = said.tell(page, &before);
    fields.conflicts.retain(|field| !told.contains(field));
    Ok(())
}

fn source_of(page: &PageRecord) -> Option<Hash> {
    match page.kind {
        PageKind::Document { source, .. } => Some(source),
        PageKind::Group | PageKind::Link { .. } | PageKind::Computed { .. } => None,
    }
}

/// Merges slugs, which follow titles: of two new ones, the one that belongs to the merged title is taken.
fn slug(fields: &mut Fields<'_, PageRecord>, page: &mut PageRecord) {
    let renamed = |side: &PageRecord| fields.base.is_none_or(|base| base.title != side.title);
    if fields.conflicts.contains(&Field::Slug) && renamed(fields.main) && renamed(fields.change) {
        fields.conflicts.retain(|field| *field != Field::Slug);
        let of_main = page.title == fields.main.title && page.title != fields.change.title;
        page.slug.clone_from(if of_main { &fields.main.slug } else { &fields.change.slug });
    }
}

/// The outcome of merging the file of an entry.
pub(super) struct Merged {
    pub(super) hash: Hash,
    pub(super) bytes: Vec<u8>,
    /// The files that were merged: base, main and change request.
    pub(super) sides: [std::sync::Arc<[u8]>; 3],
}

impl Merge<'_, '_> {
    /// Merges the file of an entry, and records the conflicts.
    pub(super) fn merge_file(&mut self, key: &[u8], sources: [Option<Hash>; 3]) -> Result<Merged, ObjectError> {
        let [base, main, change] = sources;
        let sides = [self.read(base)?, self.read(main)?, self.read(change)?];
        let [base, main, change] = &sides;
        let source::File { bytes, conflicts } = source::merge(base, main, change);
        let hash = Hash::of(&bytes);
        if !sources.contains(&Some(hash)) {
            self.draft.put(bytes.as_slice());
        }
        for source::Stretch { range, base, main, change } in conflicts {
            let [start, end] = [range.start, range.end].map(|at| u32::try_from(at).unwrap_or(u32::MAX));
            let [base, main, change] = [base, main, change].map(|text| Some(self.draft.put(text)));
            let place = ConflictPlace::Text { source: hash, start, end };
            let (subject, sources, blobs, is_of_saves) = (key.to_vec(), Vec::new(), Vec::new(), false);
            self.conflicts.push(ConflictRecord { subject, place, base, main, change, sources, blobs, is_of_saves });
        }
        Ok(Merged { hash, bytes, sides })
    }

    /// Records that pages can't be placed as both sides moved them.
    pub(super) fn tree_conflict(&mut self, sides: [Vec<Placement>; 3]) {
        let Some(first) = sides.iter().flatten().map(|placement| placement.page).min() else { return };
        let subject = crate::record::EntryKey::Page(first).to_bytes();
        let [base, main, change] = sides.map(|pages| {
            let listed = (!pages.is_empty()).then_some(Placements { pages });
            listed.map(|placements| self.draft.put(placements.encode()))
        });
        let (sources, blobs, is_of_saves) = (Vec::new(), Vec::new(), false);
        let place = ConflictPlace::Tree;
        self.conflicts.push(ConflictRecord { subject, place, base, main, change, sources, blobs, is_of_saves });
    }
}

impl Placement {
    pub(super) fn of(key: &[u8], page: &PageRecord) -> Option<Self> {
        match crate::record::EntryKey::parse(key) {
            Some(crate::record::EntryKey::Page(id)) => {
                Some(Self { page: id, parent: page.parent, order: page.order.clone() })
            }
            _ => None,
        }
    }
}
