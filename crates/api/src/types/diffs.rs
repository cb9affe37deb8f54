//! The representation of a page's differences between two revisions.

use std::ops::Range;

use quire_app::content::diffs::{self, Entry, Run};
use quire_content::id::PageId;
use schemars::JsonSchema;
use serde::Serialize;

/// The differences of a page's text between two revisions, in the blocks and words by which it is merged.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PageDiff {
    page: String,
    /// The earlier revision; absent if there is none before the later one.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The later revision.
    to: String,
    /// True if some blocks were too many or too long to be compared by words; such blocks are removed and added, or
    /// changed without `words`.
    approximate: bool,
    /// All blocks of both texts: those of the later one in their order, and removed ones where they were.
    blocks: Vec<BlockDiff>,
}

/// The difference of a block, or of equal blocks in a row.
#[derive(Debug, Serialize, JsonSchema)]
struct BlockDiff {
    change: BlockFate,
    /// The block in the earlier text.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<BlockSide>,
    /// The block in the later text.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<BlockSide>,
    /// The words of a changed block, lines if it is code; absent if there are too many.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Vec<Words>>,
}

/// The kinds of differences of blocks.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum BlockFate {
    Equal,
    Changed,
    Moved,
    Removed,
    Added,
}

/// A block in one of the texts, with the blank lines after it.
#[derive(Debug, Serialize, JsonSchema)]
struct BlockSide {
    /// Its first line in the Markdown of the page, from 1.
    line: usize,
    /// The number of its lines.
    lines: usize,
    /// The keys of the blocks in the page's document that it is of; none for equal blocks, and for what is no block,
    /// such as the title.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    keys: Vec<String>,
    /// Its Markdown; absent for equal blocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
}

/// Words in a row that both texts have, or one of them.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Words {
    change: WordsFate,
    text: String,
}

/// The kinds of differences of words.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum WordsFate {
    Equal,
    Inserted,
    Deleted,
}

/// A text with the byte offsets of its lines.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(ends).collect() }
    }

    fn side(&self, range: &Range<usize>, keys: &[String], shows_text: bool) -> BlockSide {
        let line = self.starts.partition_point(|start| *start <= range.start);
        let text = &self.text[range.clone()];
        BlockSide {
            line,
            lines: text.lines().count(),
            keys: keys.to_vec(),
            markdown: shows_text.then(|| text.to_owned()),
        }
    }
}

impl PageDiff {
    pub(crate) fn of(page: PageId, diff: &diffs::PageDiff) -> Self {
        let lines = [Lines::of(&diff.texts[0]), Lines::of(&diff.texts[1])];
        let entries = diff.comparison.entries.iter().zip(&diff.keys);
        Self {
            page: page.to_string(),
            from: diff.revisions.0.map(|id| id.to_string()),
            to: diff.revisions.1.to_string(),
            approximate: diff.comparison.is_rough,
            blocks: entries.map(|(entry, keys)| block(entry, keys, &lines)).collect(),
        }
    }
}

fn block(entry: &Entry, keys: &[Vec<String>; 2], lines: &[Lines<'_>; 2]) -> BlockDiff {
    let (change, before, after, runs) = match entry {
        Entry::Equal { before, after } => (BlockFate::Equal, Some(before), Some(after), None),
        Entry::Changed { before, after, runs } => (BlockFate::Changed, Some(before), Some(after), runs.as_ref()),
        Entry::Moved { before, after } => (BlockFate::Moved, Some(before), Some(after), None),
        Entry::Removed { before } => (BlockFate::Removed, Some(before), None, None),
        Entry::Added { after } => (BlockFate::Added, None, Some(after), None),
    };
    let shows_text = !matches!(change, BlockFate::Equal);
    BlockDiff {
        before: before.map(|range| lines[0].side(range, &keys[0], shows_text)),
        after: after.map(|range| lines[1].side(range, &keys[1], shows_text)),
        words: runs.map(|runs| runs.iter().map(words).collect()),
        change,
    }
}

/// Returns the representation of words in a row.
pub(crate) fn words(run: &Run) -> Words {
    let (change, text) = match run {
        Run::Equal(text) => (WordsFate::Equal, text),
        Run::Inserted(text) => (WordsFate::Inserted, text),
        Run::Deleted(text) => (WordsFate::Deleted, text),
    };
    Words { change, text: text.clone() }
}
