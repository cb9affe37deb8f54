//! Changes of single blocks in requests.

use quire_app::content::edits::{self as app, BlockAction, Blocks};

use crate::endpoint::Patch;
use crate::error::Problem;
use crate::types::{BlockChange, BlockOperation, Text};

/// The most changes of blocks in one change.
const MOST: usize = 1000;

/// Converts the text of the change at the path `at`: either a complete one, or changes of its blocks.
pub(super) fn text(
    document: Option<Text>,
    blocks: Option<Vec<BlockChange>>,
    at: &str,
) -> Result<Option<app::Text>, Problem> {
    match (document, blocks) {
        (document, None) => Ok(document.map(|text| text.0)),
        (Some(_), Some(_)) => Err(Problem::bad_request(format!("{at}: must have either document or blocks"))),
        (None, Some(blocks)) => changes(blocks, at).map(|changes| Some(app::Text::Blocks(changes))),
    }
}

/// Converts changes of blocks.
pub(super) fn changes(blocks: Vec<BlockChange>, at: &str) -> Result<Vec<app::BlockChange>, Problem> {
    let found = blocks.len();
    if !(1..=MOST).contains(&found) {
        return Err(Problem::bad_request(format!("{at}.blocks: must be 1 to {MOST} changes, not {found}")));
    }
    blocks.into_iter().enumerate().map(|(n, block)| change(block, &format!("{at}.blocks[{n}]"))).collect()
}

fn change(change: BlockChange, at: &str) -> Result<app::BlockChange, Problem> {
    let BlockChange { operation, key, document, markdown, after } = change;
    let refused = |rule: &str| Err(Problem::bad_request(format!("{at}{rule}")));
    let brings =
        matches!(operation, BlockOperation::Replace | BlockOperation::InsertAfter | BlockOperation::InsertBefore);
    let blocks = match (document, markdown) {
        (Some(document), None) if brings => Some(Blocks::Document(document)),
        (None, Some(markdown)) if brings => Some(Blocks::Markdown(markdown)),
        (None, None) if !brings => None,
        _ if brings => return refused(": must have either document or markdown"),
        _ => return refused(": has neither document nor markdown, as it brings no blocks"),
    };
    let after = match (after, operation == BlockOperation::MoveAfter) {
        (Patch::Set(key), true) => Some(key),
        (Patch::Clear, true) | (Patch::Keep, false) => None,
        (Patch::Keep, true) => return refused(".after: is required; null is the beginning"),
        (_, false) => return refused(".after: only move_after has one"),
    };
    let action = match (operation, blocks) {
        (BlockOperation::Replace, Some(blocks)) => BlockAction::Replace(blocks),
        (BlockOperation::InsertAfter, Some(blocks)) => BlockAction::InsertAfter(blocks),
        (BlockOperation::InsertBefore, Some(blocks)) => BlockAction::InsertBefore(blocks),
        (BlockOperation::MoveAfter, _) => BlockAction::MoveAfter(after),
        _ => BlockAction::Delete,
    };
    Ok(app::BlockChange { key, action })
}
