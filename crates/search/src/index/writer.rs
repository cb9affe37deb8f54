//! Changes of an index. There is one writer.
//!
//! A publication makes changes visible, a commit durable too. A commit costs files, dictionaries and merges, however few
//! its changes are; a publication costs what changed. So what is published stays in memory for a while, and what changes
//! again meanwhile is never written: a [`Change`] of a page is what differs from the last commit.

mod changes;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use tantivy::index::SegmentMeta;
use tantivy::indexer::{IndexWriterOptions, MergeCandidate, MergePolicy as _, UserOperation};
use tantivy::{IndexWriter, Term};

use super::entries::{self, Page};
use super::merging::Merging;
use super::snapshot::Published;
use super::{Shared, Snapshot, guarded};
use crate::error::Error;
use crate::words::StemMemo;

use changes::{Change, Changes, Stale};

/// The memory for changes before they are written to a segment, in bytes.
const MEMORY: usize = 20 << 20;
/// The bytes of entries that are kept in memory, and the number of publications, from which on a publication is a commit.
const MOST_BYTES: usize = 4 << 20;
const MOST_PUBLICATIONS: u32 = 64;

/// The writer of an index, which holds its lock.
pub struct Writer {
    files: tantivy::Index,
    writer: IndexWriter,
    merging: Merging,
    stems: StemMemo,
    shared: Arc<Shared>,
    /// The changes since the last commit that are visible.
    published: Changes,
    /// The changes since the last publication, but for those that were handed to tantivy.
    changes: Changes,
    handed: Handed,
    /// The number of publications since the last commit.
    publications: u32,
    /// The number of all changes of pages.
    made: u64,
}

/// The changes that tantivy was told of since the last commit. Nothing of it is visible before the next one.
#[derive(Default)]
struct Handed {
    pages: HashSet<(SpaceId, PageId)>,
    spaces: HashSet<SpaceId>,
    all: bool,
}

impl Handed {
    fn has(&self, space: SpaceId, page: PageId) -> bool {
        self.has_space(space) || self.pages.contains(&(space, page))
    }

    fn has_space(&self, space: SpaceId) -> bool {
        self.all || self.spaces.contains(&space)
    }

    fn is_empty(&self) -> bool {
        !self.all && self.spaces.is_empty() && self.pages.is_empty()
    }
}

/// Acquires the writer lock of the directory.
pub(super) fn start(files: &tantivy::Index) -> tantivy::Result<IndexWriter> {
    let options = IndexWriterOptions::builder().memory_budget_per_thread(MEMORY).num_merge_threads(1).build();
    files.writer_with_options(options)
}

impl Writer {
    pub(super) fn new(files: tantivy::Index, writer: IndexWriter, shared: Arc<Shared>) -> Self {
        let merging = Merging::new();
        writer.set_merge_policy(Box::new(merging.clone()));
        Self {
            files,
            writer,
            merging,
            stems: StemMemo::default(),
            shared,
            published: Changes::default(),
            changes: Changes::default(),
            handed: Handed::default(),
            publications: 0,
            made: 0,
        }
    }

    fn next(&mut self) -> u64 {
        self.made += 1;
        self.made
    }

    /// Inserts or replaces a page. Entries of it that stay as they are in the index are left there.
    pub fn put(&mut self, page: &Page<'_>) -> Result<(), Error> {
        let first_body = entries::first_body(page);
        let mut drafts = entries::drafts(page, &first_body);
        let at = (page.space, page.page);
        if self.handed.has(page.space, page.page) {
            let mut group = vec![UserOperation::Delete(self.page_term(at))];
            let added = entries::of(page, drafts, &mut self.stems);
            group.extend(added.iter().map(|entry| UserOperation::Add(entry.document(&self.shared.fields))));
            self.handed.pages.insert(at);
            self.writer.run(group).map_err(Error::Write)?;
            return Ok(());
        }
        let mut stale: HashMap<_, _> = self.committed(at)?.into_iter().map(|stale| (stale.key, stale)).collect();
        let before = stale.len();
        drafts.retain(|draft| stale.remove(&draft.key).is_none());
        let has_kept = stale.len() < before;
        let mut entries = Vec::with_capacity(drafts.len());
        for known in [&self.changes, &self.published].into_iter().filter_map(|it| it.get(at)) {
            drafts.retain(|draft| {
                let entry = known.entries.iter().find(|entry| entry.key == draft.key);
                entries.extend(entry.cloned());
                entry.is_none()
            });
        }
        entries.extend(entries::of(page, drafts, &mut self.stems).into_iter().map(Arc::new));
        let number = self.next();
        self.changes.put(at, Change { entries, stale: stale.into_values().collect(), has_kept, number });
        if self.changes.size() > MOST_BYTES {
            self.hand_over()?;
        }
        Ok(())
    }

    /// Returns the entries of a page as of the last commit.
    fn committed(&self, (space, page): (SpaceId, PageId)) -> Result<Vec<Stale>, Error> {
        let current = Arc::clone(&self.shared.current.read());
        let found = guarded(|| current.committed(space, page).map_err(|error| Error::reading(&error)))?;
        Ok(found.into_iter().map(|(key, segment, doc)| Stale { key, segment, doc }).collect())
    }

    /// Removes a page, if it is in the index.
    pub fn remove_page(&mut self, space: SpaceId, page: PageId) {
        let at = (space, page);
        match self.committed(at) {
            Ok(stale) if !self.handed.has(space, page) => {
                let number = self.next();
                self.changes.put(at, Change { entries: Vec::new(), stale, has_kept: false, number });
            }
            _ => {
                self.changes.remove(at);
                self.handed.pages.insert(at);
                self.writer.delete_term(self.page_term(at));
            }
        }
    }

    /// Sets the mark of a space: the caller's note of the state that its pages are from. It becomes visible with the
    /// same publication or commit as they do.
    pub fn mark(&mut self, space: SpaceId, mark: &str) {
        self.changes.marks.insert(space, Some(mark.to_owned()));
    }

    /// Removes the mark of a space; its pages stay.
    pub fn unmark(&mut self, space: SpaceId) {
        self.changes.marks.insert(space, None);
    }

    /// Removes all pages of a space, and its mark.
    pub fn remove_space(&mut self, space: SpaceId) {
        self.changes.remove_space(space);
        self.handed.spaces.insert(space);
        self.writer.delete_term(Term::from_field_bytes(self.shared.fields.space, &space.bytes()));
    }

    /// Removes all pages and marks.
    pub fn clear(&mut self) -> Result<(), Error> {
        self.changes = Changes::default();
        self.handed.all = true;
        self.writer.delete_all_documents().map_err(Error::Write)?;
        Ok(())
    }

    /// Makes the changes visible to readers, together with the caller's position. They become durable with the next
    /// commit, which this is where there are too many.
    pub fn publish(&mut self, position: &str) -> Result<(), Error> {
        self.merging.rest(false);
        let size = self.published.size() + self.changes.size();
        if !self.handed.is_empty() || size > MOST_BYTES || self.publications >= MOST_PUBLICATIONS {
            return self.commit(position);
        }
        self.published.take(&mut self.changes);
        let before = Arc::clone(&self.shared.current.read());
        let changes = self.published.pages();
        let now = guarded(|| {
            before.with(Published {
                entries: changes.iter().flat_map(|change| &change.entries).collect(),
                deleted: changes.iter().flat_map(|change| &change.stale).map(|it| (it.segment, it.doc)).collect(),
                marks: self.published.marks.clone(),
                position,
            })
        })?;
        *self.shared.current.write() = Arc::new(now);
        self.publications += 1;
        Ok(())
    }

    /// Makes the changes since the last commit durable, together with the caller's position, and visible to readers.
    pub fn commit(&mut self, position: &str) -> Result<(), Error> {
        self.merging.rest(false);
        self.hand_over()?;
        for (at, change) in self.published.drain() {
            if !self.handed.has(at.0, at.1) {
                run(&self.writer, self.group(at, &change))?;
            }
        }
        let published = std::mem::take(&mut self.published.marks);
        let marks = published.into_iter().filter(|(space, _)| !self.handed.has_space(*space));
        let marks: HashMap<_, _> = marks.chain(self.changes.marks.drain()).collect();
        for (space, mark) in marks {
            let mut group = vec![UserOperation::Delete(self.mark_term(space))];
            let added = mark.map(|mark| entries::mark(&self.shared.fields, space, &mark));
            group.extend(added.map(UserOperation::Add));
            run(&self.writer, group)?;
        }
        let mut commit = self.writer.prepare_commit().map_err(Error::Write)?;
        commit.set_payload(position);
        commit.commit().map_err(Error::Write)?;
        (self.handed, self.publications) = (Handed::default(), 0);
        self.reload()
    }

    /// Hands the changes of pages since the last publication to tantivy, so that they are no longer in memory.
    fn hand_over(&mut self) -> Result<(), Error> {
        for (at, change) in self.changes.drain() {
            self.handed.pages.insert(at);
            run(&self.writer, self.group(at, &change))?;
        }
        Ok(())
    }

    /// Returns the operations of a change. One group of them keeps the new entries of a page adjacent.
    fn group(&self, at: (SpaceId, PageId), change: &Change) -> Vec<UserOperation> {
        let mut group = Vec::with_capacity(change.stale.len() + change.entries.len());
        match change.has_kept {
            false if !change.stale.is_empty() => group.push(UserOperation::Delete(self.page_term(at))),
            _ => group.extend(change.stale.iter().map(|it| UserOperation::Delete(self.entry_term(&it.key)))),
        }
        group.extend(change.entries.iter().map(|entry| UserOperation::Add(entry.document(&self.shared.fields))));
        group
    }

    /// Makes what was published durable, if it is not yet.
    pub fn settle(&mut self) -> Result<(), Error> {
        if self.publications == 0 {
            return Ok(());
        }
        let position = self.shared.current.read().position.clone();
        self.commit(&position.unwrap_or_default())
    }

    /// Makes what was published durable, merges segments in the background, as nothing changes, and makes the merged ones
    /// visible to readers. To be called again for as long as that lasts; the next publication or commit ends it.
    pub fn rest(&mut self) -> Result<(), Error> {
        self.settle()?;
        // They name places in segments that may be replaced.
        self.hand_over()?;
        let segments = self.files.searchable_segment_metas().map_err(|error| Error::reading(&error))?;
        if !self.merging.rest(true) {
            let has_gain = |it: &MergeCandidate| {
                let is_one = |segment: &&SegmentMeta| it.0.contains(&segment.id());
                it.0.len() > 1 || segments.iter().filter(is_one).any(|segment| segment.num_deleted_docs() > 0)
            };
            for merge in self.merging.compute_merge_candidates(&segments).into_iter().filter(has_gain) {
                // It ends by itself, and is followed by others that are due then.
                drop(self.writer.merge(&merge.0));
            }
        }
        let current = Arc::clone(&self.shared.current.read());
        let is_known = |segment: &SegmentMeta| current.has_segment(segment.id());
        if segments.len() != current.segments.len() || !segments.iter().all(is_known) {
            self.reload()?;
        }
        Ok(())
    }

    /// Loads the last commit for readers.
    fn reload(&self) -> Result<(), Error> {
        let before = Arc::clone(&self.shared.current.read());
        let now = Snapshot::load(&self.files, &self.shared.fields, Some(&before))?;
        *self.shared.current.write() = Arc::new(now);
        Ok(())
    }

    /// Discards the changes since the last publication or commit.
    pub fn rollback(&mut self) -> Result<(), Error> {
        self.changes = Changes::default();
        if !self.handed.is_empty() {
            self.handed = Handed::default();
            self.writer.rollback().map_err(Error::Write)?;
            // It begins anew with the usual policy.
            self.writer.set_merge_policy(Box::new(self.merging.clone()));
        }
        Ok(())
    }

    /// Waits for running merges, and releases the index.
    pub fn finish(self) -> Result<(), Error> {
        self.writer.wait_merging_threads().map_err(Error::Write)
    }

    fn mark_term(&self, space: SpaceId) -> Term {
        Term::from_field_bytes(self.shared.fields.page, &entries::mark_key(space))
    }

    fn entry_term(&self, key: &entries::EntryKey) -> Term {
        Term::from_field_bytes(self.shared.fields.entry, key)
    }

    fn page_term(&self, (space, page): (SpaceId, PageId)) -> Term {
        Term::from_field_bytes(self.shared.fields.page, &entries::key(space, page))
    }
}

fn run(writer: &IndexWriter, group: Vec<UserOperation>) -> Result<(), Error> {
    if !group.is_empty() {
        writer.run(group).map_err(Error::Write)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use quire_content::id::Uid;
    use quire_model::language::Language;

    use super::*;
    use crate::sections::Section;

    #[test]
    fn a_change_of_one_section_writes_one_entry() {
        let dir = tempfile::tempdir().unwrap();
        let (index, mut writer) = super::super::open(dir.path()).unwrap();
        let written = |body: &str, writer: &mut Writer| {
            let section = |body: &str| Section { body: body.to_owned(), ..Section::EMPTY };
            let sections = [section("first"), section("second"), section(body)];
            let (space, page) = (SpaceId(Uid([1; 16])), PageId(Uid([2; 16])));
            let page = Page { space, page, language: Language::En, title: "T", description: "", sections: &sections };
            writer.put(&page).unwrap();
            writer.commit("").unwrap();
            index.snapshot().segments.iter().map(|segment| segment.entries()).sum::<u32>()
        };
        assert_eq!(written("third", &mut writer), 3);
        assert_eq!(written("third", &mut writer), 3, "nothing changed");
        assert_eq!(written("fourth", &mut writer), 4, "one replaces another");
    }
}
