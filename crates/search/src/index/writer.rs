//! Changes of an index. There is one writer; its changes become visible and durable with its next commit.

use std::collections::HashSet;
use std::sync::Arc;

use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use tantivy::index::SegmentMeta;
use tantivy::indexer::{IndexWriterOptions, MergeCandidate, MergePolicy as _, UserOperation};
use tantivy::{IndexWriter, Term};

use super::entries::{self, EntryKey, Page};
use super::merging::Merging;
use super::{Shared, Snapshot, guarded};
use crate::error::Error;
use crate::words::StemMemo;

/// The memory for changes before they are written to a segment, in bytes.
const MEMORY: usize = 20 << 20;

/// The writer of an index, which holds its lock.
pub struct Writer {
    files: tantivy::Index,
    writer: IndexWriter,
    merging: Merging,
    stems: StemMemo,
    shared: Arc<Shared>,
    touched: Touched,
}

/// The changes since the last commit, which the entries in it do not show.
#[derive(Default)]
struct Touched {
    pages: HashSet<(SpaceId, PageId)>,
    spaces: HashSet<SpaceId>,
    all: bool,
}

impl Touched {
    fn has(&self, space: SpaceId, page: PageId) -> bool {
        self.all || self.spaces.contains(&space) || self.pages.contains(&(space, page))
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
        Self { files, writer, merging, stems: StemMemo::default(), shared, touched: Touched::default() }
    }

    /// Inserts or replaces a page. Entries of it that stay as they are in the index are left there.
    pub fn put(&mut self, page: &Page<'_>) -> Result<(), Error> {
        let first_body = entries::first_body(page);
        let mut drafts = entries::drafts(page, &first_body);
        let mut group = Vec::new();
        if self.touched.has(page.space, page.page) {
            group.push(UserOperation::Delete(self.page_term(page.space, page.page)));
        } else {
            let mut there = self.committed(page.space, page.page)?;
            let count = there.len();
            drafts.retain(|draft| !there.remove(&draft.key));
            if count > 0 && there.len() == count {
                group.push(UserOperation::Delete(self.page_term(page.space, page.page)));
            } else {
                group.extend(there.iter().map(|key| UserOperation::Delete(self.entry_term(key))));
            }
        }
        // One group of operations keeps the new entries of a page adjacent.
        let added = entries::of(&self.shared.fields, page, drafts, &mut self.stems);
        group.extend(added.into_iter().map(UserOperation::Add));
        self.touched.pages.insert((page.space, page.page));
        if !group.is_empty() {
            self.writer.run(group).map_err(Error::Write)?;
        }
        Ok(())
    }

    /// Returns the keys of a page's entries as of the last commit.
    fn committed(&self, space: SpaceId, page: PageId) -> Result<HashSet<EntryKey>, Error> {
        let current = Arc::clone(&self.shared.current.read());
        guarded(|| current.entries_of(space, page).map_err(|error| Error::reading(&error)))
    }

    /// Removes a page, if it is in the index.
    pub fn remove_page(&mut self, space: SpaceId, page: PageId) {
        self.touched.pages.insert((space, page));
        self.writer.delete_term(self.page_term(space, page));
    }

    /// Sets the mark of a space: the caller's note of the state that its pages are from. It becomes visible with the
    /// same commit as they do.
    pub fn mark(&mut self, space: SpaceId, mark: &str) -> Result<(), Error> {
        let group = vec![
            UserOperation::Delete(self.mark_term(space)),
            UserOperation::Add(entries::mark(&self.shared.fields, space, mark)),
        ];
        self.writer.run(group).map_err(Error::Write)?;
        Ok(())
    }

    /// Removes the mark of a space; its pages stay.
    pub fn unmark(&mut self, space: SpaceId) {
        self.writer.delete_term(self.mark_term(space));
    }

    /// Removes all pages of a space, and its mark.
    pub fn remove_space(&mut self, space: SpaceId) {
        self.touched.spaces.insert(space);
        self.writer.delete_term(Term::from_field_bytes(self.shared.fields.space, &space.bytes()));
    }

    /// Removes all pages and marks.
    pub fn clear(&mut self) -> Result<(), Error> {
        self.touched.all = true;
        self.writer.delete_all_documents().map_err(Error::Write)?;
        Ok(())
    }

    /// Makes the changes since the last commit durable, together with the caller's position, and visible to readers.
    pub fn commit(&mut self, position: &str) -> Result<(), Error> {
        self.merging.rest(false);
        let mut commit = self.writer.prepare_commit().map_err(Error::Write)?;
        commit.set_payload(position);
        commit.commit().map_err(Error::Write)?;
        self.reload()?;
        self.touched = Touched::default();
        Ok(())
    }

    /// Merges segments in the background, as nothing changes, and makes the merged ones visible to readers. To be called
    /// again for as long as that lasts; the next commit ends it.
    pub fn rest(&mut self) -> Result<(), Error> {
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

    /// Discards the changes since the last commit.
    pub fn rollback(&mut self) -> Result<(), Error> {
        self.writer.rollback().map_err(Error::Write)?;
        self.touched = Touched::default();
        // It begins anew with the usual policy.
        self.writer.set_merge_policy(Box::new(self.merging.clone()));
        Ok(())
    }

    /// Waits for running merges, and releases the index.
    pub fn finish(self) -> Result<(), Error> {
        self.writer.wait_merging_threads().map_err(Error::Write)
    }

    fn mark_term(&self, space: SpaceId) -> Term {
        Term::from_field_bytes(self.shared.fields.page, &entries::mark_key(space))
    }

    fn entry_term(&self, key: &EntryKey) -> Term {
        Term::from_field_bytes(self.shared.fields.entry, key)
    }

    fn page_term(&self, space: SpaceId, page: PageId) -> Term {
        Term::from_field_bytes(self.shared.fields.page, &entries::key(space, page))
    }
}

#[cfg(test)]
mod tests {
    use quire_content::id::Uid;
    use quire_model::language::Language;
    use tantivy::SegmentReader;

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
            index.snapshot().searcher.segment_readers().iter().map(SegmentReader::max_doc).sum::<u32>()
        };
        assert_eq!(written("third", &mut writer), 3);
        assert_eq!(written("third", &mut writer), 3, "nothing changed");
        assert_eq!(written("fourth", &mut writer), 4, "one replaces another");
    }
}
