//! The text of a page in two revisions, compared by the blocks and words by which it would be merged.

use std::ops::Range;

use quire_content::document::keys_at;
use quire_content::id::PageId;
use quire_content::merge::text::compare::compare;
pub use quire_content::merge::text::compare::{Comparison, Entry, Run};
use quire_content::record::EntryKey;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};
use quire_store::change_requests;

use crate::App;
use crate::callers::Caller;
use crate::content::{Version, View};
use crate::core::errors::Error;

/// The differences of a page's text between two revisions.
#[derive(Debug)]
pub struct PageDiff {
    /// The revisions: the earlier one, if there is one, and the later one.
    pub revisions: (Option<RevisionId>, RevisionId),
    /// The Markdown of both; empty where the page has no text or is not there.
    pub texts: [String; 2],
    /// The differences.
    pub comparison: Comparison,
    /// For each entry of the comparison, the keys of its blocks in both revisions; none for equal ones.
    pub keys: Vec<[Vec<String>; 2]>,
}

impl App {
    /// Compares a page in two revisions of main content or of change requests. `to` is by default the current main
    /// content, and `from` the revision before that.
    pub fn diff_of_page(
        &self,
        caller: &Caller,
        space: SpaceId,
        page: PageId,
        (from, to): (Option<RevisionId>, Option<RevisionId>),
    ) -> Result<PageDiff, Error> {
        let to = self.view(caller, space, to.map_or(Version::Main, Version::Revision))?;
        let from = from.or(to.revision.parents.0.first().copied());
        let from = from.map(|id| self.view(caller, space, Version::Revision(id))).transpose()?;
        self.diff(from.as_ref(), &to, page)
    }

    /// Compares a page of a change request with the main content last pulled into it.
    pub fn diff_in_change_request(
        &self,
        caller: &Caller,
        space: SpaceId,
        name: ChangeRequestName,
        page: PageId,
    ) -> Result<PageDiff, Error> {
        let to = self.view(caller, space, Version::ChangeRequest(name))?;
        let found = self.inner.db.read_single(|tx| {
            let found = change_requests::get(tx, to.space.organization, to.space.id, name)?;
            found.ok_or(Error::NotFound("change request"))
        })?;
        let from = self.view(caller, space, Version::Revision(found.ancestor()))?;
        self.diff(Some(&from), &to, page)
    }

    fn diff(&self, from: Option<&View>, to: &View, page: PageId) -> Result<PageDiff, Error> {
        let (before, after) =
            (from.map(|view| self.page_text(view, page)).transpose()?.flatten(), self.page_text(to, page)?);
        if before.is_none() && after.is_none() {
            return Err(Error::NotFound("page"));
        }
        let texts = [before, after].map(Option::unwrap_or_default);
        self.expect_text(texts[0].len() + texts[1].len())?;
        let comparison = compare(&texts[0], &texts[1]);
        self.go_on()?;
        let sides = [from, Some(to)].into_iter().zip(&texts).enumerate();
        let mut keys = vec![[Vec::new(), Vec::new()]; comparison.entries.len()];
        for (side, (view, text)) in sides {
            let Some(view) = view else { continue };
            let ranges: Vec<(usize, Range<usize>)> = comparison
                .entries
                .iter()
                .enumerate()
                .filter_map(|(at, entry)| Some((at, place(entry, side)?)))
                .collect();
            for ((at, _), found) in ranges.iter().zip(self.keys_of(view, page, text, &ranges)?) {
                keys[*at][side] = found;
            }
        }
        let revisions = (from.map(|view| view.revision.id), to.revision.id);
        Ok(PageDiff { revisions, texts, comparison, keys })
    }

    /// Returns the Markdown of a page; `None` if it is not there, or is a page without a text.
    fn page_text(&self, view: &View, page: PageId) -> Result<Option<String>, Error> {
        let found = self.file_of_entry(view, &EntryKey::Page(page))?;
        found.map(|(source, body_at, _)| self.text(view, source, body_at)).transpose()
    }

    /// Returns the keys of the blocks of a page that are in ranges of its text.
    fn keys_of(
        &self,
        view: &View,
        page: PageId,
        text: &str,
        ranges: &[(usize, Range<usize>)],
    ) -> Result<Vec<Vec<String>>, Error> {
        let Some((_, _, git)) = self.file_of_entry(view, &EntryKey::Page(page))? else { return Ok(Vec::new()) };
        let paths = self.paths(view)?;
        let ranges: Vec<_> = ranges.iter().map(|(_, range)| range.clone()).collect();
        Ok(keys_at(text, &ranges, &paths.seen_from(git.as_ref())))
    }
}

/// Returns the bytes of an entry on one side, unless it is the same on both.
fn place(entry: &Entry, side: usize) -> Option<Range<usize>> {
    let (before, after) = match entry {
        Entry::Equal { .. } => return None,
        Entry::Changed { before, after, .. } | Entry::Moved { before, after } => (Some(before), Some(after)),
        Entry::Removed { before } => (Some(before), None),
        Entry::Added { after } => (None, Some(after)),
    };
    [before, after][side].cloned()
}
