//! The entries with a term in one segment, which is in files or in memory.

use tantivy::postings::{BlockSegmentPostings, Postings as _, SegmentPostings, TermInfo};
use tantivy::{DocId, DocSet as _};

use super::recent::RecentPostings;

/// The number of entries in a block of postings.
const BLOCK: usize = 128;

/// The place of the postings of a term in a segment.
#[derive(Debug, Clone)]
pub(crate) enum Place {
    File(TermInfo),
    /// The number of the term in its field, and the number of entries with it.
    Memory(u32, u32),
}

impl Place {
    /// Returns the number of entries with the term, deleted ones included.
    pub(crate) fn entries(&self) -> u32 {
        match self {
            Self::File(info) => info.doc_freq,
            Self::Memory(_, entries) => *entries,
        }
    }
}

/// The entries with a term in one segment, read forward.
pub(crate) enum Postings<'a> {
    Blocks(Box<Blocks>),
    /// Postings in a file with positions.
    File(Box<SegmentPostings>),
    Memory(RecentPostings<'a>),
}

/// Postings in a file, of which whole blocks are decoded.
pub(crate) struct Blocks {
    blocks: BlockSegmentPostings,
    /// The place of the current entry in its block. After the last one stands [`TERMINATED`](tantivy::TERMINATED).
    at: usize,
}

impl Blocks {
    fn doc(&self) -> DocId {
        self.blocks.doc(self.at)
    }

    fn advance(&mut self) -> DocId {
        self.at += 1;
        if self.at >= BLOCK {
            self.blocks.advance();
            self.at = 0;
        }
        self.doc()
    }

    fn seek(&mut self, doc: DocId) -> DocId {
        if self.doc() < doc && self.advance() < doc {
            self.at = self.blocks.seek(doc);
        }
        self.doc()
    }

    fn each_before(&mut self, end: DocId, mut each: impl FnMut(DocId, u32)) {
        loop {
            let docs = self.blocks.docs().get(self.at..).unwrap_or_default();
            let count = docs.iter().take_while(|doc| **doc < end).count();
            for (n, doc) in docs[..count].iter().enumerate() {
                each(*doc, self.blocks.freq(self.at + n));
            }
            self.at += count;
            if self.at < BLOCK {
                return;
            }
            self.blocks.advance();
            self.at = 0;
        }
    }
}

impl Postings<'_> {
    /// Returns postings of no entries.
    pub(crate) fn empty() -> Self {
        Self::File(Box::new(SegmentPostings::empty()))
    }

    /// Returns postings in a file without positions.
    pub(super) fn of_blocks(blocks: BlockSegmentPostings) -> Self {
        Self::Blocks(Box::new(Blocks { blocks, at: 0 }))
    }

    /// Moves to the first entry from `doc` on; stays at the current entry if that is later.
    pub(crate) fn seek(&mut self, doc: DocId) -> DocId {
        match self {
            Self::Blocks(postings) => postings.seek(doc),
            Self::File(postings) if postings.doc() < doc => postings.seek(doc),
            Self::Memory(postings) => postings.seek(doc),
            Self::File(postings) => postings.doc(),
        }
    }

    /// Calls a function with each entry from the current one to `end`, and with the number of occurrences there, which is 1
    /// where they are not counted.
    pub(crate) fn each_before(&mut self, end: DocId, mut each: impl FnMut(DocId, u32)) {
        match self {
            Self::Blocks(postings) => postings.each_before(end, each),
            Self::File(postings) => {
                while postings.doc() < end {
                    each(postings.doc(), postings.term_freq());
                    postings.advance();
                }
            }
            Self::Memory(postings) => {
                while postings.doc() < end {
                    each(postings.doc(), postings.frequency());
                    postings.advance();
                }
            }
        }
    }

    /// Returns the number of occurrences in the current entry; 1 where they are not counted.
    pub(crate) fn frequency(&self) -> u32 {
        match self {
            Self::Blocks(postings) => postings.blocks.freq(postings.at),
            Self::File(postings) => postings.term_freq(),
            Self::Memory(postings) => postings.frequency(),
        }
    }

    /// Adds the positions in the current entry, if there are any.
    pub(crate) fn positions(&mut self, out: &mut Vec<u32>) {
        match self {
            Self::Blocks(_) => {}
            Self::File(postings) => postings.append_positions_with_offset(0, out),
            Self::Memory(postings) => postings.positions(out),
        }
    }

    /// Returns the number of entries, deleted ones included.
    pub(crate) fn count(&self) -> u32 {
        match self {
            Self::Blocks(postings) => postings.blocks.doc_freq(),
            Self::File(postings) => postings.doc_freq(),
            Self::Memory(postings) => postings.count(),
        }
    }
}
