//! Changes of an index. There is one writer; what it did is seen, and kept, from its next commit on.

use std::sync::Arc;

use quire_content::id::PageId;
use quire_model::ids::SpaceId;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, UserOperation};
use tantivy::{IndexWriter, Term};

use super::entries::{self, Page};
use super::{Shared, Snapshot};
use crate::error::Error;

/// What is gathered in memory before it is written out, in bytes.
const MEMORY: usize = 20 << 20;
/// Below so many entries segments count as equally small, and are merged as soon as there are some.
const SMALL: u32 = 1_000;
/// So many segments of about one size are merged into one. A query asks every segment for every word.
const FEW: usize = 4;
/// A segment is merged, and its deleted entries are dropped, when they are more than this part of it.
const MOST_DELETED: f32 = 0.3;

/// Changes an index.
pub struct Writer {
    files: tantivy::Index,
    writer: IndexWriter,
    shared: Arc<Shared>,
}

/// Takes the lock of the directory.
pub(super) fn start(files: &tantivy::Index) -> tantivy::Result<IndexWriter> {
    let options = IndexWriterOptions::builder().memory_budget_per_thread(MEMORY).num_merge_threads(1).build();
    let writer = files.writer_with_options(options)?;
    let mut policy = LogMergePolicy::default();
    policy.set_min_num_segments(FEW);
    policy.set_min_layer_size(SMALL);
    policy.set_del_docs_ratio_before_merge(MOST_DELETED);
    writer.set_merge_policy(Box::new(policy));
    Ok(writer)
}

impl Writer {
    pub(super) fn new(files: tantivy::Index, writer: IndexWriter, shared: Arc<Shared>) -> Self {
        Self { files, writer, shared }
    }

    /// Puts a page in the place of what there was of it.
    pub fn put(&mut self, page: &Page<'_>) -> Result<(), Error> {
        // As one group, so that the entries of a page are neighbours.
        let mut group = vec![UserOperation::Delete(self.page_term(page.space, page.page))];
        group.extend(entries::of(&self.shared.fields, page).into_iter().map(UserOperation::Add));
        self.writer.run(group).map_err(Error::Write)?;
        Ok(())
    }

    /// Removes a page, if it is there.
    pub fn remove_page(&mut self, space: SpaceId, page: PageId) {
        self.writer.delete_term(self.page_term(space, page));
    }

    /// Notes something about a space, in the place of what was noted: whichever state its pages are of. It is kept and
    /// seen with them.
    pub fn mark(&mut self, space: SpaceId, mark: &str) -> Result<(), Error> {
        let group = vec![
            UserOperation::Delete(self.mark_term(space)),
            UserOperation::Add(entries::mark(&self.shared.fields, space, mark)),
        ];
        self.writer.run(group).map_err(Error::Write)?;
        Ok(())
    }

    /// Takes away what was noted about a space; its pages stay.
    pub fn unmark(&mut self, space: SpaceId) {
        self.writer.delete_term(self.mark_term(space));
    }

    /// Removes all pages of a space, and its mark.
    pub fn remove_space(&mut self, space: SpaceId) {
        self.writer.delete_term(Term::from_field_bytes(self.shared.fields.space, &space.bytes()));
    }

    /// Removes everything.
    pub fn clear(&mut self) -> Result<(), Error> {
        self.writer.delete_all_documents().map_err(Error::Write)?;
        Ok(())
    }

    /// Keeps the changes since the last commit, together with the caller's position, and shows them to readers.
    pub fn commit(&mut self, position: &str) -> Result<(), Error> {
        let mut commit = self.writer.prepare_commit().map_err(Error::Write)?;
        commit.set_payload(position);
        commit.commit().map_err(Error::Write)?;
        let before = Arc::clone(&self.shared.current.read());
        let now = Snapshot::load(&self.files, &self.shared.fields, Some(&before))?;
        *self.shared.current.write() = Arc::new(now);
        Ok(())
    }

    /// Forgets the changes since the last commit.
    pub fn rollback(&mut self) -> Result<(), Error> {
        self.writer.rollback().map_err(Error::Write)?;
        Ok(())
    }

    /// Waits for merges that are under way, and ends.
    pub fn finish(self) -> Result<(), Error> {
        self.writer.wait_merging_threads().map_err(Error::Write)
    }

    fn mark_term(&self, space: SpaceId) -> Term {
        Term::from_field_bytes(self.shared.fields.page, &entries::mark_key(space))
    }

    fn page_term(&self, space: SpaceId, page: PageId) -> Term {
        Term::from_field_bytes(self.shared.fields.page, &entries::key(space, page))
    }
}
