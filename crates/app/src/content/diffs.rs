//! The text of a page in two revisions, compared by the blocks and words by which it would be merged.

use std::ops::Range;

use quire_content::document::keys_at;
use quire_content::id::PageId;
use quire_content::merge::text::compare::compare;
pub use quire_content::merge::text::compare::{Comparison, Entry, Run};
use quire_content::record::EntryKey;
use quire_model::change_requests::ChangeRequestName;
use quire_model::ids::{RevisionId, SpaceId};

use crate::App;
use crate::callers::Caller;
use crate::content::edits::TextFile;
use crate::content::{Version, View};
use crate::core::errors::Error;

/// The differences of a page's text between two revisions.
#[derive(Debug)]
pub struct PageDiff {
    /// The revisions: the earlier one, if there is one, and the later one.
    pub revisions: (Option<RevisionId>, RevisionId),
    /// The Markdown of both; empty where the page has no text or is not there.
    pub texts: [String; 2],
    /// The entries of both texts in order, each with its difference.
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
        let (to, ancestor) = self.change_request_view(caller, space, name)?;
        let from = self.view(caller, space, Version::Revision(ancestor))?;
        self.diff(Some(&from), &to, page)
    }

    fn diff(&self, from: Option<&View>, to: &View, page: PageId) -> Result<PageDiff, Error> {
        let before = from.map(|view| self.file_of_entry(view, &EntryKey::Page(page))).transpose()?.flatten();
        let after = self.file_of_entry(to, &EntryKey::Page(page))?;
        if before.is_none() && after.is_none() {
            return Err(Error::NotFound("page"));
        }
        let sides = [from.zip(before), Some(to).zip(after)];
        let text = |side: &Option<(&View, TextFile)>| match side {
            Some((view, file)) => self.text(view, file.source, file.body_at),
            None => Ok(String::new()),
        };
        let texts = [text(&sides[0])?, text(&sides[1])?];
        self.expect_text(texts[0].len() + texts[1].len())?;
        let comparison = compare(&texts[0], &texts[1]);
        self.go_on()?;
        let mut keys = vec![[Vec::new(), Vec::new()]; comparison.entries.len()];
        for (side, (of, text)) in sides.iter().zip(&texts).enumerate() {
            let Some((view, file)) = of else { continue };
            let different = comparison.entries.iter().enumerate();
            let (entries, ranges): (Vec<_>, Vec<_>) =
                different.filter_map(|(at, entry)| Some((at, place(entry, side)?))).unzip();
            let paths = self.paths(view)?;
            let found = keys_at(text, &ranges, &paths.seen_from(file.git.as_ref()));
            for (at, found) in entries.into_iter().zip(found) {
                keys[at][side] = found;
            }
        }
        let revisions = (from.map(|view| view.revision.id), to.revision.id);
        Ok(PageDiff { revisions, texts, comparison, keys })
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
