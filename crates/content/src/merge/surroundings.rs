//! The surroundings of a range of a file, by which a conflict is placed even where a side of it is empty.

use std::collections::HashMap;

use quire_markdown::tree::{Block, BlockKind};

use super::conflict::Stretch;
use crate::front_matter;
use crate::hash::Hash;
use crate::title::title_of;
use crate::utf8;

/// The maximum length of a line before or after a conflict, in characters.
const MOST_CHARS: usize = 200;

/// The surroundings of a conflict in the text as it is now.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// The text of the heading that the conflict is under.
    pub heading: Option<String>,
    /// The line, from 1, of the text without front matter at which the conflict begins; `None` in front matter.
    pub line: Option<u32>,
    /// The last line before the conflict that is not blank.
    pub before: Option<String>,
    /// The first line after the conflict that is not blank.
    pub after: Option<String>,
}

/// The indexes of files, each made once: many conflicts can be in one file.
#[derive(Default)]
pub(super) struct TextIndexes(HashMap<Hash, TextIndex>);

struct TextIndex {
    /// The byte offset at which the text after the front matter begins.
    body_at: usize,
    /// The byte offset after each line of that text.
    line_ends: Vec<usize>,
    /// The byte offset and the text of each heading.
    headings: Vec<(usize, String)>,
}

impl TextIndexes {
    /// Returns the surroundings of a range of a file.
    pub(super) fn around(&mut self, stretch: &Stretch) -> Surroundings {
        let Stretch { source, file, range, .. } = stretch;
        let near = |mut lines: Box<dyn Iterator<Item = &[u8]> + '_>| {
            let line = lines.find(|line| !line.trim_ascii().is_empty())?;
            Some(utf8::lossy(line.trim_ascii()).chars().take(MOST_CHARS).collect())
        };
        let (before, after) = (&file[..range.start], &file[range.end..]);
        let mut found = Surroundings {
            before: near(Box::new(before.rsplit(|byte| *byte == b'\n'))),
            after: near(Box::new(after.split(|byte| *byte == b'\n'))),
            ..Surroundings::default()
        };
        let index = self.0.entry(*source).or_insert_with(|| TextIndex::of(file));
        if range.start >= index.body_at {
            let lines = index.line_ends.partition_point(|at| *at <= range.start);
            found.line = u32::try_from(lines + 1).ok();
            let above = index.headings.partition_point(|(at, _)| *at < range.start);
            found.heading = above.checked_sub(1).map(|last| index.headings[last].1.clone());
        }
        found
    }
}

impl TextIndex {
    fn of(file: &[u8]) -> Self {
        let body_at = front_matter::parse(file).body_at;
        let ends = file.iter().enumerate().skip(body_at).filter(|(_, byte)| **byte == b'\n');
        Self { body_at, line_ends: ends.map(|(at, _)| at + 1).collect(), headings: headings(file, body_at) }
    }
}

/// Returns the headings of a file that are not in quotes or lists, each with its byte offset.
fn headings(file: &[u8], body_at: usize) -> Vec<(usize, String)> {
    let body = utf8::lossy(&file[body_at..]);
    let mut found = Vec::new();
    collect(&quire_markdown::parse(&body).blocks, &body, &mut found);
    found.into_iter().map(|(at, text)| (body_at + at, text)).collect()
}

fn collect(blocks: &[Block<'_>], body: &str, found: &mut Vec<(usize, String)>) {
    for block in blocks {
        match &block.kind {
            BlockKind::Heading { .. } => {
                let text = body[block.span.clone()].trim_start().trim_start_matches('#').trim_start();
                let level_one = ["# ", text.lines().next().unwrap_or_default()].concat();
                found.extend(title_of(&level_one).map(|text| (block.span.start, text)));
            }
            BlockKind::Tag(tag) => collect(&tag.blocks, body, found),
            BlockKind::Details(details) => collect(&details.blocks, body, found),
            _ => {}
        }
    }
}
