//! The rich-text document of a page: its JSON, its Markdown, and the way between the two.
//!
//! The Markdown source is authoritative. [`parse`] reads a document from it; [`print()`] writes one; [`splice`]
//! writes the blocks that a new document changes and keeps the bytes of all others. `parse(print(d))` is `d` for every
//! document in [normal form](normalize). Source that is not understood is kept verbatim.
//!
//! The title of a page is not part of its document, front matter is not part of its Markdown here, and paths are
//! resolved by [`Resolve`].

mod alerts;
pub mod anchors;
mod api_blocks;
pub mod code_text;
pub mod conditions;
mod edit;
mod emoji;
mod evaluate;
mod html;
mod json;
pub mod keys;
pub mod limits;
mod memo;
pub mod model;
mod normal;
mod pair;
mod parse;
pub mod passage;
pub mod patch;
mod print;
mod raw;
mod references;
mod resolve;
mod retarget;
mod spans;
mod walk;

pub use alerts::alert;
pub use api_blocks::{ApiBlock, api_blocks, parse_foreign, possible_parts, shown_parts};
pub(crate) use edit::forget_anchors;
pub use edit::splice;
pub use evaluate::{Evaluate, decide_within, evaluate, evaluate_within};
pub use json::Invalid;
pub use memo::Memo;
pub use model::{Block, Document};
pub use normal::normalize;
pub(crate) use parse::shared_in_any_form;
pub use parse::{
    Note, Parsed, Segment, Warning, parse, parse_unless_known, parse_within, shared, shared_with_keys, shared_within,
};
pub use print::print;
pub use references::{Relation, names, references};
pub use resolve::{Resolve, Unresolved, read as read_target};
pub use retarget::{WrittenTarget, retarget, targets_of};
pub use spans::keys_at;
