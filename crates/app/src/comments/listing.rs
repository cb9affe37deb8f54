//! Comments and replies joined with their authors, reactions and the caller's rights.

use std::collections::HashMap;

use quire_content::id::Uid;
use quire_model::comments::Reaction;
use quire_model::ids::UserId;
use quire_model::time::Timestamp;
use quire_store::branches::Branch;
use quire_store::comments::Comment;
use quire_store::reactions::{self, Reacted, Subject};
use quire_store::users::{self, User};
use quire_store::{Read, Write};

use super::access_to::{CommentAccess, May};
use super::changes::CommentChanges;
use crate::callers::Caller;
use crate::core::errors::Error;

/// An emoji and the users who reacted with it.
#[derive(Debug, Clone)]
pub struct Reactions {
    /// The emoji of the reaction.
    pub emoji: Reaction,
    /// The users with the time of their reaction, earliest first.
    pub users: Vec<(User, Timestamp)>,
}

/// A comment or a reply as one caller sees it.
#[derive(Debug, Clone)]
pub struct Shown<T> {
    /// The comment or reply.
    pub said: T,
    /// The user who wrote it.
    pub author: User,
    /// The reactions, grouped by emoji.
    pub reactions: Vec<Reactions>,
    /// The rights of the caller on it.
    pub may: May,
}

/// Joins the comments of one page of a list with users and reactions; loads each user once.
pub(super) struct CommentListing<'a, P> {
    access: &'a CommentAccess<P>,
    caller: &'a Caller,
    reactions: HashMap<Uid, Vec<Reacted>>,
    people: HashMap<UserId, User>,
}

impl<'a, P> CommentListing<'a, P> {
    pub(super) fn new(access: &'a CommentAccess<P>, caller: &'a Caller, found: Vec<Reacted>) -> Self {
        let mut reactions: HashMap<Uid, Vec<Reacted>> = HashMap::new();
        for reacted in found {
            reactions.entry(reacted.subject).or_default().push(reacted);
        }
        Self { access, caller, reactions, people: HashMap::new() }
    }

    /// Returns a comment with the user who resolved it.
    pub(super) fn comment(
        &mut self,
        tx: &mut Read<'_>,
        comment: Comment,
    ) -> Result<(Shown<Comment>, Option<User>), Error> {
        let resolved_by = comment.resolved_by.map(|id| self.person(tx, id)).transpose()?;
        let (id, author) = (comment.id.0, comment.author);
        Ok((self.show(tx, comment, id, author)?, resolved_by))
    }

    /// Returns a comment or reply with its author and the reactions to it.
    pub(super) fn show<T>(&mut self, tx: &mut Read<'_>, said: T, id: Uid, author: UserId) -> Result<Shown<T>, Error> {
        let may = self.access.may(self.caller, author);
        let author = self.person(tx, author)?;
        let mut reactions: Vec<Reactions> = Vec::new();
        for Reacted { emoji, user_id, reacted_at, .. } in self.reactions.remove(&id).unwrap_or_default() {
            let user = (self.person(tx, user_id)?, reacted_at);
            match reactions.iter_mut().find(|known| known.emoji == emoji) {
                Some(known) => known.users.push(user),
                None => reactions.push(Reactions { emoji, users: vec![user] }),
            }
        }
        Ok(Shown { said, author, reactions, may })
    }

    pub(super) fn person(&mut self, tx: &mut Read<'_>, id: UserId) -> Result<User, Error> {
        if let Some(known) = self.people.get(&id) {
            return Ok(known.clone());
        }
        let found = users::get(tx, id)?.ok_or_else(|| Error::internal("loading a comment", "its author is missing"))?;
        self.people.insert(id, found.clone());
        Ok(found)
    }
}

/// Adds and removes reactions of a user; returns true if any changed.
pub(super) fn react(
    tx: &mut Write<'_>,
    branch: Branch,
    subject: Subject,
    user: UserId,
    changes: &CommentChanges,
    now: Timestamp,
) -> Result<bool, Error> {
    let mut any = false;
    for emoji in &changes.added {
        any |= reactions::put(tx, branch, subject, user, (*emoji, now))?;
    }
    for emoji in &changes.removed {
        any |= reactions::delete(tx, branch, subject, user, *emoji)?;
    }
    if any && reactions::count_of_user(tx, branch, subject.id, user)? > Reaction::MOST as u64 {
        let message = format!("addedReactions: you can react with at most {} different emoji", Reaction::MOST);
        return Err(Error::Conflict(message));
    }
    Ok(any)
}
