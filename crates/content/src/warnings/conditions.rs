//! Conditions that are not valid: what they hold is shown to nobody.

use quire_markdown::tree::{Block, BlockKind};

use super::{Finding, Warning};
use crate::expression::{Condition, Root};
use crate::front_matter::FrontMatter;

/// The blocks of a text whose conditions are not valid.
pub(super) fn check(body: &str) -> Vec<Finding> {
    let mut found = Vec::new();
    if body.contains("{%") {
        blocks(&quire_markdown::parse(body).blocks, &mut found);
    }
    found
}

fn blocks(all: &[Block<'_>], found: &mut Vec<Finding>) {
    for block in all {
        match &block.kind {
            BlockKind::Tag(tag) => {
                if tag.name == "if"
                    && let Err(error) = Condition::parse(tag.arguments.trim(), &Root::OF_SITES)
                {
                    found.push((tag.open.clone(), format!("this condition hides what it holds: {error}")));
                }
                blocks(&tag.blocks, found);
            }
            BlockKind::Quote(inside) => blocks(inside, found),
            BlockKind::Details(details) => blocks(&details.blocks, found),
            BlockKind::List(list) => list.items.iter().for_each(|item| blocks(&item.blocks, found)),
            _ => {}
        }
    }
}

/// The condition of a page, if it is not valid.
pub(super) fn check_page(front: &FrontMatter) -> Option<Warning> {
    let error = Condition::parse(front.fields.if_.as_deref()?, &Root::OF_SITES).err()?;
    Some(Warning { line: 1, message: format!("the condition of this page hides it: {error}") })
}
