//! Patches: changes of single blocks of a text, which name blocks by their keys.
//!
//! All operations of a patch refer to the text before it, and are made together or not at all. Whatever is not named
//! keeps its bytes: a patch that cannot be made without writing other top-level blocks again is refused. Blocks in
//! blocks, such as the items of a list, and the rows of tables are named by their keys too; blocks in cells and in the
//! notes of annotations are not. Keys are those of the document that is parsed from the text (see
//! [`keys`](super::keys)); merging with later changes is up to callers.

mod arrange;
mod content;
mod part;
mod places;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::edit::{Plan, Verbatim, rewrite};
use super::keys;
use super::model::{Block, Document};
use super::parse::{Parsed, shared_with_keys};
use super::resolve::Resolve;
use crate::budget::Budget;
use arrange::Arrangement;
use content::{Content, Names};
use part::Part;

/// One operation of a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The key of the block.
    pub key: String,
    /// The change at the block.
    pub action: Action,
}

/// The change at a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Puts blocks in place of the block.
    Replace(Text),
    /// Inserts blocks behind the block.
    InsertAfter(Text),
    /// Inserts blocks before the block.
    InsertBefore(Text),
    /// Moves the block behind the one with this key; `None` for the beginning of the blocks that it is among.
    MoveAfter(Option<String>),
    /// Deletes the block with all that is in it.
    Delete,
}

/// The text of blocks in a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Text {
    /// Markdown, which is kept as it is.
    Markdown(String),
    /// A document in normal form.
    Document(Document),
}

/// The reason why a patch is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatchError {
    /// No block has the key.
    #[error("there is no block with the key {key:?}")]
    Unknown {
        /// The index of the operation.
        operation: usize,
        /// The field of the operation.
        field: &'static str,
        /// The key that no block of the text has.
        key: String,
    },
    /// The operation is not possible.
    #[error("{message}")]
    Invalid {
        /// The index of the operation.
        operation: usize,
        /// The field of the operation.
        field: &'static str,
        /// The rule that the operation breaks.
        message: String,
    },
    /// The blocks that are not named would be read otherwise after the patch.
    #[error("blocks that the patch does not name would be read otherwise after it: send the whole document")]
    Unstable,
    /// The text is too long to be a document.
    #[error("the text is too long to be changed by blocks; it can be changed as Markdown")]
    TooLong,
}

/// A document after a patch.
#[derive(Debug, Clone)]
pub struct Patched {
    /// The text before it, and the range of its top-level blocks in whose place the new ones are.
    old: Arc<Parsed>,
    replaced: Range<usize>,
    /// The new blocks. Those that were there have their keys, and new ones those that they were sent with, or made-up
    /// ones.
    blocks: Vec<Block>,
    /// For each operation, the keys that its new blocks have in the document, in order.
    pub made: Vec<Vec<String>>,
}

impl Patched {
    fn around(&self) -> [&[Block]; 2] {
        let all = &self.old.document.nodes;
        [&all[..self.replaced.start], &all[self.replaced.end..]]
    }

    /// Returns the document.
    pub fn document(&self) -> Document {
        let [before, behind] = self.around();
        Document::new([before, &self.blocks, behind].concat())
    }

    /// Returns true if the document is the same as another one.
    pub fn is(&self, other: &Document) -> bool {
        let [before, behind] = self.around();
        let (first, last) = (before.len(), before.len() + self.blocks.len());
        let all = &other.nodes;
        other.cut.is_none()
            && all.len() == last + behind.len()
            && all[..first] == *before
            && all[first..last] == self.blocks
            && all[last..] == *behind
    }

    /// Returns the keys that the blocks of this document have in a later one, by their keys here, and those of the new
    /// blocks of each operation. Made-up keys are only among the latter, and blocks that are equal in both may be left
    /// out of the former.
    pub fn keys_in(&self, now: &Document) -> (BTreeMap<String, String>, Vec<Vec<String>>) {
        let mut renamed = self.renamed(now);
        let made = self.made.iter().map(|keys| keys.iter().filter_map(|key| renamed.get(key).cloned()).collect());
        let made = made.collect();
        renamed.retain(|key, _| !content::is_mark(key));
        (renamed, made)
    }

    fn renamed(&self, now: &Document) -> BTreeMap<String, String> {
        let ([before, behind], all) = (self.around(), &now.nodes);
        let is_around = all.len() >= before.len() + behind.len()
            && before.iter().zip(all).all(|pair| keys::stays(&pair))
            && behind.iter().rev().zip(all.iter().rev()).all(|pair| keys::stays(&pair));
        if is_around {
            keys::renamed_among(&self.blocks, &all[before.len()..all.len() - behind.len()])
        } else {
            keys::renamed_between(&self.document(), now)
        }
    }
}

/// Applies a patch to a text, without front matter.
pub fn patch(source: &str, operations: &[Operation], resolve: &dyn Resolve) -> Result<String, PatchError> {
    if let Some(part) = Part::of(source, operations, resolve)
        && let Some(patched) = part.patch(operations, resolve)
    {
        return Ok(patched);
    }
    let old = keyed(source, resolve)?;
    let arrangement = Arrangement::of(&old.document.nodes, operations)?;
    let contents = content::of(source, &old, operations, resolve)?;
    let mut new = arrangement.document(&contents, Names::Marks)?;
    super::normal::shape(&mut new, resolve);
    if new == old.document {
        return Ok(source.to_owned());
    }
    rewrite(source, &old, &new, &plan(&arrangement, &contents), resolve).ok_or(PatchError::Unstable)
}

/// Returns the document that a patch makes of a text, without writing it.
pub fn preview(source: &str, operations: &[Operation], resolve: &dyn Resolve) -> Result<Patched, PatchError> {
    if let Some(part) = Part::of(source, operations, resolve) {
        return part.preview(operations, resolve);
    }
    let old = keyed(source, resolve)?;
    let replaced = 0..old.document.nodes.len();
    previewed((Arc::clone(&old), replaced), (source, &old), operations, resolve)
}

/// Returns the document that a patch makes of a text, which is the range `replaced` of another one.
fn previewed(
    (whole, replaced): (Arc<Parsed>, Range<usize>),
    (source, old): (&str, &Parsed),
    operations: &[Operation],
    resolve: &dyn Resolve,
) -> Result<Patched, PatchError> {
    let arrangement = Arrangement::of(&old.document.nodes, operations)?;
    let contents = content::of(source, old, operations, resolve)?;
    let mut document = arrangement.document(&contents, Names::Sent)?;
    super::normal::shape(&mut document, resolve);
    let key = |block: &Block| block.key.as_str().unwrap_or_default().to_owned();
    let made = contents.iter().enumerate().map(|(n, content)| {
        let blocks = content.as_ref().and_then(|content| arrangement.new_blocks(n, content, Names::Sent));
        blocks.iter().flatten().map(key).collect()
    });
    Ok(Patched { old: whole, replaced, blocks: document.nodes, made: made.collect() })
}

fn keyed(source: &str, resolve: &dyn Resolve) -> Result<Arc<Parsed>, PatchError> {
    let parsed = shared_with_keys(source, resolve, &Budget::page());
    if parsed.cut.is_some() { Err(PatchError::TooLong) } else { Ok(parsed) }
}

/// Returns the texts that are written as they are: Markdown that was sent, and blocks that stay among their siblings.
fn plan(arrangement: &Arrangement<'_>, contents: &[Option<Content>]) -> Plan {
    let mut plan = Plan::default();
    for (n, content) in contents.iter().enumerate() {
        if let Some(content) = content.as_ref().filter(|_| arrangement.takes_markdown(n))
            && let Some(markdown) = &content.markdown
        {
            let count = arrangement.new_blocks(n, content, Names::Marks).map_or(0, |blocks| blocks.len());
            plan.texts.insert(content::mark(n, 0), Verbatim::Markdown(markdown.clone(), count));
        }
        if let Some(at) = arrangement.moved_among_siblings(n) {
            plan.texts.insert(content::mark(n, 0), Verbatim::Moved(at));
        }
    }
    plan
}
