//! Changes to comments and replies as callers ask for them.

use quire_model::comments::Reaction;
use quire_model::text::CommentBody;

/// Changes to a comment or a reply; `None` leaves a field as it is.
#[derive(Debug, Clone, Default)]
pub struct CommentChanges {
    /// True to resolve, false to reopen; ignored for replies.
    pub resolved: Option<bool>,
    /// The new text; only the author may change it.
    pub body: Option<CommentBody>,
    /// Reactions of the caller to add.
    pub added: Vec<Reaction>,
    /// Reactions of the caller to remove; takes precedence over `added`.
    pub removed: Vec<Reaction>,
}
