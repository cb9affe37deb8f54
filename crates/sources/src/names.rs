//! The names to which links lead, and the anchors that they become.
//!
//! A document has anchors at headings alone. So a heading keeps a name of its own, and each other name leads to the heading
//! above it, or to that which follows right after it.

use std::collections::HashMap;

use quire_content::document::anchors;
use quire_content::document::model::{Anchor, Block, Cell, Document, Kind};

/// The names of a source, in the order in which they were met.
#[derive(Default)]
pub(crate) struct Names {
    /// The names, each with the number of headings before it, its own included.
    all: Vec<(String, usize)>,
    /// The names that were met since the last text.
    pending: Vec<String>,
    /// The names that headings have themselves, by the number of headings up to them.
    own: HashMap<usize, String>,
    headings: usize,
}

/// Where a name leads.
#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) name: String,
    /// The index of the page.
    pub(crate) page: usize,
    /// The anchor in it; empty for its beginning.
    pub(crate) anchor: String,
}

impl Names {
    pub(crate) fn meet(&mut self, name: &str) {
        self.pending.push(name.to_owned());
    }

    pub(crate) fn last_met(&self) -> Option<String> {
        self.pending.last().cloned()
    }

    /// Counts a heading, which takes the names that were met just before it.
    pub(crate) fn begin_heading(&mut self, own: Option<String>) {
        self.headings += 1;
        if let Some(own) = own {
            self.own.insert(self.headings, own);
        }
        self.settle();
    }

    /// Takes back the last heading, which has no text.
    pub(crate) fn cancel_heading(&mut self) {
        self.own.remove(&self.headings);
        self.headings -= 1;
    }

    /// Gives the names that were met to the last heading.
    pub(crate) fn settle(&mut self) {
        let at = self.headings;
        self.all.extend(self.pending.drain(..).map(|name| (name, at)));
    }

    /// Makes documents of the blocks of pages. The flag says that the title of the page is a heading that was counted and
    /// is not among the blocks.
    pub(crate) fn finish(mut self, pages: Vec<(bool, Vec<Block>)>) -> (Vec<Document>, Vec<Place>) {
        self.settle();
        let mut at = 0;
        let mut places: Vec<(usize, String)> = vec![(0, String::new())];
        let mut documents = Vec::new();
        for (page, (titled, blocks)) in pages.into_iter().enumerate() {
            if titled {
                at += 1;
                places.push((page, String::new()));
            }
            let mut document = Document::new(blocks);
            anchors::derive(&mut document);
            headings(&mut document.nodes, &mut |block| {
                at += 1;
                let own = self.own.get(&at).filter(|own| block.anchor.as_str() != Some(own) && anchors::is_anchor(own));
                block.anchor = own.map_or(Anchor::Absent, |own| Anchor::Given(own.as_str().into()));
            });
            anchors::derive(&mut document);
            headings(&mut document.nodes, &mut |block| {
                places.push((page, block.anchor.as_str().unwrap_or_default().to_owned()));
            });
            documents.push(document);
        }
        let place = |(name, at): (String, usize)| {
            let (page, anchor) = places.get(at).cloned().unwrap_or_default();
            Place { name, page, anchor }
        };
        (documents, self.all.into_iter().map(place).collect())
    }
}

/// Calls a function for each heading, in order.
fn headings(blocks: &mut [Block], each: &mut dyn FnMut(&mut Block)) {
    for block in blocks {
        if matches!(block.kind, Kind::Heading { .. }) {
            each(block);
        }
        match &mut block.kind {
            Kind::Expandable { body, .. } => headings(body, each),
            Kind::Table(table) => {
                for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                    if let Cell::Text(blocks) = cell {
                        headings(blocks, each);
                    }
                }
            }
            _ => headings(block.children_mut(), each),
        }
    }
}
