//! Passages: references to blocks and cells that survive edits of the document.
//!
//! Keys of blocks depend on their content, so an edited block is found by its words: a [`Passage`] keeps the
//! text that it was taken from, and the text before and after it. A search in a later document returns the passage as
//! it is there, or nothing; then only the quoted text is left. Several blocks with the same text are distinguished by
//! the text around them.
//!
//! Only one document is searched: a block that moved to another page is not found.

mod lines;
mod words;

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use self::lines::{Entry, Lines, Row};
use self::words::Words;
use super::model::Document;
use super::pair::{self, ByHash};

/// The maximum length of a quoted text in characters.
const MOST_QUOTED: usize = 1000;

/// The maximum length of the text before and after, in characters.
const MOST_AROUND: usize = 160;

/// The maximum number of blocks with the same text that are distinguished by the text around them.
const MOST_ALIKE: usize = 256;

/// The maximum number of comparisons by words, for all passages that are searched in a document.
/// Passages beyond are found only if their text is unchanged.
const MOST_COMPARED: usize = 20_000_000;

/// A reference to a block, or to a cell of a table, with a quotation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The key of the block.
    pub key: String,
    /// The type of the block.
    kind: String,
    /// The beginning of the block's text.
    pub quote: String,
    /// The end of the text before the block.
    before: String,
    /// The beginning of the text after the block.
    after: String,
    /// The cell, if the passage is a cell of a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<CellPassage>,
}

/// A reference to a cell of a table, with a quotation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellPassage {
    /// The key of the row.
    pub record: String,
    /// The name of the column, derived from its index.
    pub definition: String,
    /// The beginning of the row's text.
    row: String,
    /// The title of the column.
    title: String,
    /// The number of columns of the table.
    columns: usize,
    /// The beginning of the cell's text.
    pub quote: String,
}

/// An index of a document for finding passages.
#[derive(Debug)]
pub struct Passages {
    text: Lines,
    /// The indices of blocks by the hash of their type and quotation.
    same: HashMap<u64, Vec<usize>, ByHash>,
    /// The words of each block.
    words: Vec<Words>,
    /// The number of lines that contain each word.
    spread: HashMap<u64, u32, ByHash>,
    /// The number of blocks that may still be compared by words.
    left: Cell<usize>,
}

impl Passages {
    /// Indexes a document whose blocks have keys (see [`keys`](super::keys)).
    pub fn of(document: &Document) -> Self {
        let text = Lines::of(document);
        let mut spread = HashMap::<_, _, ByHash>::default();
        for line in &text.lines {
            Words::of([line.as_str()]).distinct().for_each(|word| *spread.entry(word).or_default() += 1);
        }
        let left = Cell::new(MOST_COMPARED);
        let mut passages = Self { text, same: HashMap::default(), words: Vec::new(), spread, left };
        for at in 0..passages.text.blocks.len() {
            let entry = &passages.text.blocks[at];
            let name = pair::hash(&(entry.kind, passages.quote(&entry.range).as_str()));
            passages.words.push(Words::of(passages.text.lines[entry.range.clone()].iter().map(String::as_str)));
            passages.same.entry(name).or_default().push(at);
        }
        passages
    }

    /// Returns the passage for the block with this key.
    pub fn block(&self, key: &str) -> Option<Passage> {
        let entry = self.text.blocks.iter().find(|entry| &*entry.key == key)?;
        Some(self.passage(entry))
    }

    /// Returns the passage for a cell of the table with this key, by the names of its row and its column.
    pub fn cell(&self, key: &str, record: &str, definition: &str) -> Option<Passage> {
        let entry = self.text.blocks.iter().find(|entry| &*entry.key == key)?;
        let row = entry.rows.iter().find(|row| &*row.key == record)?;
        let column = (0..row.cells.len()).find(|at| column_name(*at) == definition)?;
        Some(Passage { cell: Some(self.cell_passage(entry, row, column)), ..self.passage(entry) })
    }

    /// Finds a passage of an earlier document and returns it as it is in this one.
    pub fn find(&self, passage: &Passage) -> Option<Passage> {
        let entry = self.same(passage).or_else(|| self.alike(passage))?;
        let found = self.passage(entry);
        match &passage.cell {
            None => Some(found),
            Some(cell) => Some(Passage { cell: Some(self.find_cell(entry, cell)?), ..found }),
        }
    }

    /// Returns the block with the same type and quotation that fits best.
    fn same(&self, passage: &Passage) -> Option<&Entry> {
        let around = SurroundingText::of(passage);
        let name = pair::hash(&(passage.kind.as_str(), passage.quote.as_str()));
        let same = self.same.get(&name)?;
        let own = same.iter().skip(MOST_ALIKE).filter(|at| *self.text.blocks[**at].key == *passage.key);
        let entries = same.iter().take(MOST_ALIKE).chain(own).map(|at| &self.text.blocks[*at]);
        let judged = entries.map(|entry| {
            let near = self.near(entry, &around);
            (near + if *entry.key == *passage.key { 0.1 } else { 0.0 }, entry)
        });
        // A block without text is identified by the text around it alone.
        let known = |(score, _): &(f32, &Entry)| !passage.quote.is_empty() || *score >= 0.5;
        best(judged.filter(known))
    }

    /// Returns the most similar block by its words, if one is similar enough.
    fn alike(&self, passage: &Passage) -> Option<&Entry> {
        let around = SurroundingText::of(passage);
        let own = Words::of([passage.quote.as_str()]);
        let left = self.left.get().checked_sub(self.words.len());
        self.left.set(left.unwrap_or_default());
        if own.total() == 0 || left.is_none() {
            return None;
        }
        // A word that more than a third of the lines contain does not identify a block.
        let common = (self.text.lines.len() as u32 / 3).max(2);
        let telling = |word| self.spread.get(&word).is_some_and(|lines| *lines <= common);
        let judged = self.text.blocks.iter().zip(&self.words).filter_map(|(entry, words)| {
            let (shared, tells) = own.shared(words, telling);
            let kept = shared as f32 / own.total() as f32;
            if kept < FEWEST_KEPT {
                return None;
            }
            let near = self.near(entry, &around);
            let is_it = kept >= MOST_LOST && tells || near >= WELL_KNOWN;
            let alike = 2.0 * shared as f32 / (own.total() + words.total()) as f32;
            let kind = if entry.kind == passage.kind { 0.3 } else { 0.0 };
            is_it.then_some((kept + 0.5 * alike + 0.5 * near + kind, entry))
        });
        best(judged)
    }

    /// Returns the part, 0 to 1, of the words around a passage that are also around this block.
    fn near(&self, entry: &Entry, around: &SurroundingText) -> f32 {
        let (before, after) = self.around(&entry.range);
        let (before, after) = (Words::of([before.as_str()]), Words::of([after.as_str()]));
        (around.before.part_in(&before) + around.after.part_in(&after)) / 2.0
    }

    fn find_cell(&self, entry: &Entry, cell: &CellPassage) -> Option<CellPassage> {
        let own = Words::of([cell.row.as_str()]);
        let judged = entry.rows.iter().filter_map(|row| {
            let words = Words::of(self.text.lines[row.range.clone()].iter().map(String::as_str));
            let key = if *row.key == *cell.record { 1.0 } else { 0.0 };
            let kept = own.part_in(&words);
            (key > 0.0 || own.total() > 0 && kept >= MOST_LOST).then_some((kept + key, row))
        });
        let row = best(judged)?;
        let titled = entry.titles.iter().position(|title| !title.is_empty() && *title == cell.title);
        // If the number of columns is unchanged, a column whose title is missing was renamed.
        let placed = || (0..row.cells.len()).find(|at| column_name(*at) == cell.definition);
        let column = titled.or_else(|| if row.cells.len() == cell.columns { placed() } else { None })?;
        Some(self.cell_passage(entry, row, column))
    }

    fn passage(&self, entry: &Entry) -> Passage {
        let (before, after) = self.around(&entry.range);
        Passage {
            key: entry.key.as_ref().to_owned(),
            kind: entry.kind.to_owned(),
            quote: self.quote(&entry.range),
            before,
            after,
            cell: None,
        }
    }

    fn cell_passage(&self, entry: &Entry, row: &Row, column: usize) -> CellPassage {
        CellPassage {
            record: row.key.as_ref().to_owned(),
            definition: column_name(column),
            row: self.quote(&row.range),
            title: entry.titles.get(column).cloned().unwrap_or_default(),
            columns: row.cells.len(),
            quote: row.cells.get(column).map(|range| self.quote(range)).unwrap_or_default(),
        }
    }

    /// Returns the beginning of the text of a range of lines.
    fn quote(&self, range: &Range<usize>) -> String {
        let mut quote = String::new();
        let mut length = 0;
        for (at, line) in self.text.lines[range.clone()].iter().enumerate() {
            let left = MOST_QUOTED.saturating_sub(length);
            if left == 0 {
                break;
            }
            if at > 0 {
                quote.push('\n');
                length += 1;
            }
            for c in line.chars().take(left) {
                quote.push(c);
                length += 1;
            }
        }
        quote
    }

    /// Returns the end of the text before a range of lines, and the beginning of the text after it.
    fn around(&self, range: &Range<usize>) -> (String, String) {
        let before = range.start.checked_sub(1).map_or("", |at| self.text.lines[at].as_str());
        let after = self.text.lines.get(range.end).map_or("", String::as_str);
        let skipped = before.chars().count().saturating_sub(MOST_AROUND);
        (before.chars().skip(skipped).collect(), after.chars().take(MOST_AROUND).collect())
    }
}

/// The part of a passage's words below which a block never matches.
const FEWEST_KEPT: f32 = 0.2;

/// The part of a passage's words from which a block matches anywhere, if one of the shared words is rare.
const MOST_LOST: f32 = 0.4;

/// The part of the words around a passage from which a block matches by its place.
const WELL_KNOWN: f32 = 0.75;

/// The words around a passage.
struct SurroundingText {
    before: Words,
    after: Words,
}

impl SurroundingText {
    fn of(passage: &Passage) -> Self {
        Self { before: Words::of([passage.before.as_str()]), after: Words::of([passage.after.as_str()]) }
    }
}

/// Returns the name of a column that was read from Markdown, derived from its index.
fn column_name(at: usize) -> String {
    format!("c{at:04}")
}

/// Returns the first of the items with the highest score.
fn best<T>(judged: impl Iterator<Item = (f32, T)>) -> Option<T> {
    let better = |best: Option<(f32, T)>, next: (f32, T)| match best {
        Some(best) if best.0 >= next.0 => Some(best),
        _ => Some(next),
    };
    judged.fold(None, better).map(|(_, found)| found)
}
