//! The layout of single pages, which callers may keep, so that after an edit only the pages that it concerns are laid out.
//!
//! A layout is kept under a hash of all that the page itself says: its document, title, place in the book, paper, language
//! and fonts. With it stand the questions that were asked of its surroundings, and it is used only while all answers are the
//! same. So a book is the same, byte for byte, with and without kept layouts. What is kept may be lost or damaged at any
//! time: then the page is laid out again.
//!
//! The places of links are not part of a layout: they are looked up when it is drawn.

pub(crate) mod asked;
mod bytes;
pub(crate) mod hashing;
mod marks;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::BTreeSet;

use quire_content::document::Document;
use quire_content::hash::Hash;
use unicode_script::Script;

use crate::book::{Book, Sheet};
use crate::fonts::Fonts;
use crate::front::anchors;
use crate::kept::asked::{Asked, Log, Noting};
use crate::kept::bytes::{Reader, Writer};
use crate::kept::hashing::hash;
use crate::picture::{Pictures, ReadPicture};
use crate::rows::Mark;
use crate::structure::Structure;
use crate::surroundings::Surroundings;

/// The version of the layout: what another one laid out is not used. It changes with everything that pages look like.
const VERSION: u32 = 1;
/// The size of the largest layout that is kept, in bytes.
const MOST_BYTES: usize = 8 << 20;

/// The facts about a page that was laid out, which the book needs before it is drawn.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Facts {
    /// The number of sheets of paper.
    pub(crate) sheets: usize,
    /// The anchors, each with its sheet, counted from that of the page, and its distance from the upper edge.
    pub(crate) anchors: Vec<(String, usize, f32)>,
    /// The names of pictures that could not be printed.
    pub(crate) pictures: BTreeSet<String>,
    /// True if only a part of the page is printed.
    pub(crate) is_cut: bool,
    /// The names of scripts that no font has.
    pub(crate) scripts: BTreeSet<&'static str>,
}

impl Facts {
    /// Notes the sheets of a page and the anchors on them.
    pub(crate) fn locate(&mut self, sheets: &[Vec<Mark>]) {
        self.sheets = sheets.len();
        let on_sheet = |(n, marks): (usize, _)| anchors(marks).map(move |(name, y)| (name.to_owned(), n, y));
        self.anchors = sheets.iter().map(Vec::as_slice).enumerate().flat_map(on_sheet).collect();
    }
}

/// The part of the keys of layouts that all pages of a book have in common.
pub(crate) fn key_of_book(book: &Book, fonts: &Fonts) -> Hash {
    hash(&(VERSION, book.paper.size().0.to_bits(), &book.language, book.front, fonts.name()))
}

/// Returns the key of the layout of a page.
pub(crate) fn key(of_book: Hash, book: &Book, at: usize, sheet: &Sheet<'_>) -> Hash {
    let entry = &book.entries[at];
    let place = (&entry.id, &entry.title, &entry.emoji, entry.depth);
    hash(&(of_book, place, &sheet.description, &sheet.document))
}

/// The notes made while a page is laid out, so that its layout can be kept.
#[derive(Debug, Default)]
pub(crate) struct Notes(RefCell<Log>);

impl Notes {
    /// Returns surroundings that note what they are asked.
    pub(crate) fn around<'a>(&'a self, around: &'a dyn Surroundings) -> impl Surroundings + 'a {
        Noting::new(around, &self.0)
    }

    /// Returns a layout as bytes; `None` if it is too large to be kept.
    pub(crate) fn layout(
        self,
        key: Hash,
        facts: &Facts,
        reads: &[ReadPicture],
        sheets: &[Vec<Mark>],
        structure: &Structure,
    ) -> Option<Vec<u8>> {
        let log = self.0.into_inner();
        if !log.is_whole() {
            return None;
        }
        let mut out = Writer(vec![0; 32]);
        asked::write(&log.all, &mut out);
        out.count(reads.len());
        for read in reads {
            out.0.extend(read.key.0);
            out.option(read.size, |out, (width, height)| out.floats(&[width, height]));
        }
        write_facts(facts, &mut out);
        marks::write(sheets, structure, &mut out);
        let sum = sum(key, &out.0[32..]);
        out.0[..32].copy_from_slice(&sum.0);
        (out.0.len() <= MOST_BYTES).then_some(out.0)
    }
}

/// The hash of a layout under its key, by which damage and mistaken names are found out.
fn sum(key: Hash, bytes: &[u8]) -> Hash {
    hash(&(key, Hash::of(bytes)))
}

/// A layout that was kept.
#[derive(Debug)]
pub(crate) struct Kept<'b> {
    asked: Vec<Asked>,
    reads: Vec<ReadPicture>,
    pub(crate) facts: Facts,
    rest: Reader<'b>,
}

impl<'b> Kept<'b> {
    /// Reads a layout; `None` if the bytes are none with this key.
    pub(crate) fn read(key: Hash, bytes: &'b [u8]) -> Option<Self> {
        let (head, rest) = bytes.split_at_checked(32)?;
        if bytes.len() > MOST_BYTES || head != sum(key, rest).0 {
            return None;
        }
        let mut from = Reader(rest);
        let asked = asked::read(&mut from)?;
        let reads = from.list(|from| {
            let key = Hash::from_slice(from.take(32)?).ok()?;
            let size = from.option(|from| from.floats().map(|[width, height]| (width, height)))?;
            Some(ReadPicture { key, size })
        })?;
        let facts = read_facts(&mut from)?;
        Some(Self { asked, reads, facts, rest: from })
    }

    /// Returns true if the layout is what it would be now. Reads the pictures that it has.
    pub(crate) fn holds(&self, document: &Document, around: &dyn Surroundings, pictures: &mut Pictures) -> bool {
        let Some(held) = asked::again(&self.asked, document, around, pictures) else { return false };
        self.reads.iter().all(|read| {
            let found = match held.get(&read.key) {
                Some(bytes) => pictures.read(bytes),
                None => pictures.known(read.key),
            };
            found.map(|(_, size)| size) == read.size
        })
    }

    /// Returns the sheets with their marks, and puts their structure in place of one that is empty. `None` if the bytes are
    /// not a layout.
    pub(crate) fn sheets(&self, pictures: &mut Pictures, structure: &mut Structure) -> Option<Vec<Vec<Mark>>> {
        let sheets = marks::read(&mut self.rest.clone(), pictures, structure)?;
        (sheets.len() == self.facts.sheets).then_some(sheets)
    }
}

fn write_facts(facts: &Facts, out: &mut Writer) {
    out.count(facts.sheets);
    out.count(facts.anchors.len());
    for (name, sheet, y) in &facts.anchors {
        out.text(name);
        out.count(*sheet);
        out.float(*y);
    }
    out.count(facts.pictures.len());
    facts.pictures.iter().for_each(|name| out.text(name));
    out.0.push(u8::from(facts.is_cut));
    out.count(facts.scripts.len());
    facts.scripts.iter().for_each(|name| out.text(name));
}

fn read_facts(from: &mut Reader<'_>) -> Option<Facts> {
    let sheets = from.count()?;
    let anchors = from.list(|from| {
        let name = from.text()?.to_owned();
        let sheet = usize::try_from(from.number()?).ok().filter(|sheet| *sheet < sheets)?;
        Some((name, sheet, from.float()?))
    })?;
    let pictures = from.list(|from| from.text().map(str::to_owned))?.into_iter().collect();
    let is_cut = from.byte()? == 1;
    let scripts = from.list(|from| Script::from_full_name(from.text()?).map(Script::full_name))?;
    Some(Facts { sheets, anchors, pictures, is_cut, scripts: scripts.into_iter().collect() })
}
