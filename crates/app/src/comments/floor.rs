//! Where people talk, and who may do what there.

use quire_model::ids::{BranchId, SpaceId, UserId};
use quire_model::policy::Action;
use quire_store::branches::Branch;
use quire_store::spaces::Space;
use quire_store::{Read, change_requests};

use crate::access::{self, Permit, Proof};
use crate::callers::Caller;
use crate::commit::Target;
use crate::errors::Error;

/// Where people talk: beside a line of a space's content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The space.
    pub space: SpaceId,
    /// The line of its content.
    pub target: Target,
}

/// What a caller may do with a comment or a reply that they see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct May {
    /// Say it in other words.
    pub edit: bool,
    /// Reply and react.
    pub reply: bool,
    /// Remove it.
    pub delete: bool,
    /// Resolve it, or open it again.
    pub resolve: bool,
}

/// A place where a caller may do `P`.
pub(super) struct Floor<P> {
    space: Proof<Space, P>,
    /// The branch of the content that is talked about.
    pub(super) branch: Branch,
}

/// The place that a caller names, if they may do `P` there.
pub(super) fn floor<P: Permit>(tx: &mut Read<'_>, caller: &Caller, place: Place) -> Result<Floor<P>, Error> {
    let space = access::space::<P>(tx, caller, place.space)?;
    let (organization, id) = (space.organization, space.id);
    let branch = match place.target {
        Target::Main => id.into(),
        Target::ChangeRequest(name) => {
            let found = change_requests::get(tx, organization, id, name)?;
            BranchId::from(found.ok_or(Error::NotFound("change request"))?.id)
        }
    };
    Ok(Floor { space, branch: Branch { organization, space: id, id: branch } })
}

impl<P> Floor<P> {
    /// What a caller may do with what somebody said here.
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

/// Whether something may be removed.
pub(super) fn removable(may: May) -> Result<(), Error> {
    let message = "what others say is removed by those who have the role create on this space, with a token with the \
                   scope write";
    if may.delete { Ok(()) } else { Err(Error::Forbidden(message.to_owned())) }
}

/// Whether something may be said in other words.
pub(super) fn editable(may: May) -> Result<(), Error> {
    if may.edit { Ok(()) } else { Err(Error::Forbidden("body: only its author may edit it".to_owned())) }
}
