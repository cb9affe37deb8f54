//! The pages of a segment that a filter accepts.

use std::sync::Arc;

use super::Visible;
use crate::index::{Answers, Segment};

/// The pages of a segment that a filter accepts, by their ordinal. The filter is asked for each page once, if possible.
pub(super) struct Accepted<'a> {
    segment: &'a Segment,
    visible: Visible<'a>,
    /// The answers of a filter with a name, from this search and earlier ones.
    known: Option<Arc<Answers>>,
    /// The last page, with the answer.
    last: Option<(u32, bool)>,
}

impl<'a> Accepted<'a> {
    pub(super) fn new(segment: &'a Segment, visible: Visible<'a>) -> Self {
        let known = visible.name.map(|name| segment.filtered.answers(name, segment.pages.len()));
        Self { segment, visible, known, last: None }
    }

    /// Returns true if a page is accepted.
    pub(super) fn has(&mut self, page: u32) -> bool {
        if let Some((_, accepts)) = self.last.filter(|(last, _)| *last == page) {
            return accepts;
        }
        let known = self.known.as_ref().and_then(|known| known.get(page));
        let accepts = known.unwrap_or_else(|| self.ask(page));
        self.last = Some((page, accepts));
        accepts
    }

    fn ask(&self, page: u32) -> bool {
        let found = self.segment.pages.get(page as usize);
        let accepts = found.is_some_and(|(space, page)| (self.visible.accepts)(*space, *page));
        if let Some(known) = &self.known {
            known.keep(page, accepts);
        }
        accepts
    }
}
