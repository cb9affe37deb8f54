//! Access to comments: the place they are at, and the caller's rights there.

use quire_model::ids::{BranchId, SpaceId, UserId};
use quire_model::policy::Action;
use quire_store::branches::Branch;
use quire_store::spaces::Space;
use quire_store::{Read, change_requests};

use crate::access::{self, Permit, Proof};
use crate::callers::Caller;
use crate::content::commit::Target;
use crate::core::errors::Error;

/// A place for comments: a line of a space's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentPlace {
    /// The space that has the content.
    pub space: SpaceId,
    /// The line of the space's content.
    pub target: Target,
}

/// The rights of a caller on a comment or a reply that they can see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct May {
    /// True if the caller may edit the text.
    pub edit: bool,
    /// True if the caller may reply and react.
    pub reply: bool,
    /// True if the caller may delete it.
    pub delete: bool,
    /// True if the caller may resolve or reopen it.
    pub resolve: bool,
}

/// A place with proof that a caller may do `P` there.
pub(super) struct CommentAccess<P> {
    space: Proof<Space, P>,
    /// The branch of the content that the comments are on.
    pub(super) branch: Branch,
}

/// Loads the place that a caller names, if they may do `P` there.
pub(super) fn access_to<P: Permit>(
    tx: &mut Read<'_>,
    caller: &Caller,
    place: CommentPlace,
) -> Result<CommentAccess<P>, Error> {
    let space = access::space::<P>(tx, caller, place.space)?;
    let (organization, id) = (space.organization, space.id);
    let branch = match place.target {
        Target::Main => id.into(),
        Target::ChangeRequest(name) => {
            let found = change_requests::get(tx, organization, id, name)?;
            BranchId::from(found.ok_or(Error::NotFound("change request"))?.id)
        }
    };
    Ok(CommentAccess { space, branch: Branch { organization, space: id, id: branch } })
}

impl<P> CommentAccess<P> {
    /// Returns the rights of a caller on a comment or reply by `author`.
    pub(super) fn may(&self, caller: &Caller, author: UserId) -> May {
        let reply = self.space.may(Action::CommentSpace);
        let own = reply && caller.user() == Some(author);
        May {
            edit: own,
            reply,
            delete: own || self.space.may(Action::ManageSpace),
            resolve: own || self.space.may(Action::EditSpace),
        }
    }
}

/// Returns an error unless the caller may delete the comment or reply.
pub(super) fn removable(may: May) -> Result<(), Error> {
    let message = "what others say is removed by those who have the role create on this space, with a token with the \
                   scope write";
    if may.delete { Ok(()) } else { Err(Error::Forbidden(message.to_owned())) }
}

/// Returns an error unless the caller may edit the text.
pub(super) fn editable(may: May) -> Result<(), Error> {
    if may.edit { Ok(()) } else { Err(Error::Forbidden("body: only its author may edit it".to_owned())) }
}
