//! Comments on the main content of a space and on its change requests.
//!
//! Both are the same use cases at another [`CommentPlace`]. The counters of open comments change in the transaction
//! that changes a comment; comments on change requests count there alone. [`access_to`] decides about permissions, and
//! [`targets`] finds the blocks that comments refer to.

mod access_to;
mod changes;
mod drafts;
mod listing;
mod mentions;
mod replies;
mod targets;

use quire_content::id::Uid;
use quire_model::change_requests::ChangeRequestName;
use quire_model::comments::Status;
use quire_model::events::EventKind;
use quire_model::ids::{BranchId, ChangeRequestId, CommentId, PageId, UserId};
use quire_model::notifications::NotificationReason;
use quire_model::paging::{Listing, Paging};
use quire_model::scopes::Scope;
use quire_model::text::CommentBody;
use quire_model::time::Timestamp;
use quire_store::branches::Branch;
pub use quire_store::comments::{Comment, Filter};
use quire_store::reactions::{self, Reacted, Subject};
use quire_store::users::User;
use quire_store::{Read, Write, change_requests, comments, members, notifications, spaces};
use serde_json::json;

pub use self::access_to::{CommentPlace, May};
pub use self::changes::CommentChanges;
pub use self::listing::{Reactions, Shown};
pub use self::replies::CommentReply;
pub use self::targets::{About, AboutPage};

use self::access_to::{CommentAccess, access_to, editable, removable};
use self::listing::{CommentListing, react};
use self::mentions::{known_mentions, mentioned};
use crate::App;
use crate::access::{self, CommentSpace, ViewSpace};
use crate::callers::Caller;
use crate::callers::writing::Change;
use crate::core::errors::Error;
use crate::notifications::{About as Concern, Told};
use crate::orgs::members::ShownMember;

/// A comment to post.
#[derive(Debug, Clone)]
pub struct NewComment {
    /// The text, in Markdown.
    pub body: CommentBody,
    /// The page that the comment is on; without one it is on the content as a whole.
    pub page: Option<PageId>,
    /// The key of the block of the page that the comment is on.
    pub node: Option<String>,
    /// The cell that the comment is on, if the block is a table: the names of its row and its column.
    pub cell: Option<(String, String)>,
}

/// A comment as one caller sees it, with what it refers to.
#[derive(Debug, Clone)]
pub struct ShownComment {
    /// The comment with its author and reactions.
    pub comment: Shown<Comment>,
    /// The user who resolved the comment.
    pub resolved_by: Option<User>,
    /// The page or block that the comment refers to, in the current content where it still exists.
    pub about: About,
}

impl App {
    /// Lists the comments that match a filter.
    pub fn list_comments(
        &self,
        caller: &Caller,
        place: CommentPlace,
        filter: &Filter,
        paging: &Paging,
    ) -> Result<Listing<ShownComment>, Error> {
        let mut finder = self.finder(caller, place)?;
        let page = self.inner.db.read(|tx| {
            let access = access_to::<ViewSpace>(tx, caller, place)?;
            let page = comments::list(tx, access.branch, filter, paging)?;
            let found = reactions_to(tx, access.branch, &page.items)?;
            let mut listing = CommentListing::new(&access, caller, found);
            page.try_map(|comment| listing.comment(tx, comment))
        })?;
        self.expect_text(page.items.iter().map(|(comment, _)| comment.said.body.len()).sum())?;
        page.try_map(|(comment, resolved_by)| {
            let about = finder.find(&comment.said)?;
            Ok(ShownComment { comment, resolved_by, about })
        })
    }

    /// Returns one comment of a place.
    pub fn get_comment(&self, caller: &Caller, place: CommentPlace, id: CommentId) -> Result<ShownComment, Error> {
        let mut finder = self.finder(caller, place)?;
        let (comment, resolved_by) = self.inner.db.read(|tx| {
            let access = access_to::<ViewSpace>(tx, caller, place)?;
            let comment = comments::get(tx, access.branch, id)?.ok_or(Error::NotFound("comment"))?;
            show(tx, &access, caller, comment)
        })?;
        let about = finder.find(&comment.said)?;
        Ok(ShownComment { comment, resolved_by, about })
    }

    /// Posts a comment on content, on a page or on a block, as the caller.
    pub fn post_comment(&self, caller: &Caller, place: CommentPlace, new: &NewComment) -> Result<ShownComment, Error> {
        let now = self.now();
        let author = access::own_account(caller, Scope::Write)?;
        let mut finder = self.finder(caller, place)?;
        let draft = self.draft_comment(&mut finder, new)?;
        let (comment, resolved_by) = self.write(caller, |change| {
            let access = access_to::<CommentSpace>(change.tx, caller, place)?;
            let comment = draft.by(author, access.branch, None, now);
            post(change, &comment, &draft.mentioned, &mut Told::default())?;
            show(change.tx, &access, caller, comment)
        })?;
        let about = finder.find(&comment.said)?;
        Ok(ShownComment { comment, resolved_by, about })
    }

    /// Edits, resolves or reopens a comment, and changes the caller's reactions: all of it or nothing.
    pub fn update_comment(
        &self,
        caller: &Caller,
        place: CommentPlace,
        id: CommentId,
        changes: &CommentChanges,
    ) -> Result<ShownComment, Error> {
        let now = self.now();
        let user = access::own_account(caller, Scope::Write)?;
        let mut finder = self.finder(caller, place)?;
        let mentioned = changes.body.as_ref().map(mentioned).unwrap_or_default();
        let (comment, resolved_by) = self.write(caller, |change| {
            let access = access_to::<CommentSpace>(change.tx, caller, place)?;
            let before = comments::get(change.tx, access.branch, id)?.ok_or(Error::NotFound("comment"))?;
            let after = changed(&before, changes, access.may(caller, before.author), user, now)?;
            if after != before {
                comments::update(change.tx, &after)?;
                let open = |comment: &Comment| i64::from(comment.status == Status::Open);
                count(change.tx, access.branch, open(&after) - open(&before))?;
            }
            if after.body != before.body {
                let mut told = Told::of(known_mentions(&before.body));
                change.notify(
                    &Concern::comment(&after),
                    NotificationReason::Mention,
                    mentioned.iter().copied(),
                    &mut told,
                )?;
            }
            let subject = Subject { comment: id, id: id.0 };
            let reacted = react(change.tx, access.branch, subject, user, changes, now)?;
            if reacted || after != before {
                let detail = json!({ "edited": after.body != before.body, "status": after.status.as_str() });
                tell(change, EventKind::CommentUpdated, access.branch, id.0, detail)?;
            }
            show(change.tx, &access, caller, after)
        })?;
        let about = finder.find(&comment.said)?;
        Ok(ShownComment { comment, resolved_by, about })
    }

    /// Deletes a comment with its replies. Does nothing if there is no such comment.
    pub fn delete_comment(&self, caller: &Caller, place: CommentPlace, id: CommentId) -> Result<(), Error> {
        self.write(caller, |change| {
            let access = match access_to::<ViewSpace>(change.tx, caller, place) {
                Err(Error::NotFound(_)) => return Ok(()),
                found => found?,
            };
            let Some(comment) = comments::get(change.tx, access.branch, id)? else { return Ok(()) };
            removable(access.may(caller, comment.author))?;
            comments::delete(change.tx, &comment)?;
            notifications::delete_of_comment(change.tx, access.branch, id, None)?;
            if comment.status == Status::Open {
                count(change.tx, access.branch, -1)?;
            }
            tell(change, EventKind::CommentDeleted, access.branch, id.0, json!({}))
        })
    }

    /// Lists the members who commented or replied.
    pub fn list_commenters(
        &self,
        caller: &Caller,
        place: CommentPlace,
        paging: &Paging,
    ) -> Result<Listing<ShownMember>, Error> {
        let (organization, page) = self.inner.db.read(|tx| {
            let branch = access_to::<ViewSpace>(tx, caller, place)?.branch;
            Ok::<_, Error>((branch.organization, members::commenters(tx, branch, paging)?))
        })?;
        page.try_map(|member| self.show_member(organization, member))
    }
}

/// Returns a comment with changes applied, or an error if the caller lacks the right to one of them.
fn changed(before: &Comment, changes: &CommentChanges, may: May, by: UserId, now: Timestamp) -> Result<Comment, Error> {
    let mut after = before.clone();
    if let Some(body) = &changes.body {
        editable(may)?;
        if body.as_str() != before.body {
            body.as_str().clone_into(&mut after.body);
            after.edited_at = Some(now);
        }
    }
    if let Some(resolved) = changes.resolved {
        if !may.resolve {
            let message = "resolved: you need the role edit on this space, or to be the comment's author";
            return Err(Error::Forbidden(message.to_owned()));
        }
        match (resolved, before.status) {
            (true, Status::Open) => {
                (after.status, after.resolved_at, after.resolved_by) = (Status::Resolved, Some(now), Some(by));
            }
            (false, Status::Resolved) => {
                (after.status, after.resolved_at, after.resolved_by) = (Status::Open, None, None);
            }
            _ => {}
        }
    }
    Ok(after)
}

/// Inserts a comment, counts it, and notifies those whom it mentions and the creator of its change request, within the
/// transaction of a larger change.
pub(crate) fn post(
    change: &mut Change<'_, '_>,
    comment: &Comment,
    mentioned: &[UserId],
    told: &mut Told,
) -> Result<(), Error> {
    let branch = comment.on();
    comments::insert(change.tx, comment)?;
    count(change.tx, branch, 1)?;
    let about = Concern::comment(comment);
    change.notify(&about, NotificationReason::Mention, mentioned.iter().copied(), told)?;
    let creator = creator_of(change.tx, branch)?;
    change.notify(&about, NotificationReason::Comment, creator, told)?;
    let page = comment.page.map(|page| page.to_string());
    tell(change, EventKind::CommentPosted, branch, comment.id.0, json!({ "page": page }))
}

/// Returns the user who created the change request with a branch; none for main content.
fn creator_of(tx: &mut Read<'_>, branch: Branch) -> Result<Option<UserId>, Error> {
    if branch.id == BranchId::from(branch.space) {
        return Ok(None);
    }
    let name = ChangeRequestName::Id(ChangeRequestId(branch.id.0));
    Ok(change_requests::get(tx, branch.organization, branch.space, name)?.and_then(|found| found.created_by))
}

/// Adds `step` to the number of open comments of the space or the change request.
fn count(tx: &mut Write<'_>, branch: Branch, step: i64) -> Result<(), Error> {
    if step == 0 {
        return Ok(());
    }
    if branch.id == BranchId::from(branch.space) {
        return Ok(spaces::count_comments(tx, branch.organization, branch.space, step)?);
    }
    Ok(change_requests::count_comments(tx, branch, step)?)
}

/// Records an event about a comment or a reply on a branch.
fn tell(
    change: &mut Change<'_, '_>,
    kind: EventKind,
    branch: Branch,
    subject: Uid,
    mut detail: serde_json::Value,
) -> Result<(), Error> {
    detail["space"] = branch.space.to_string().into();
    detail["branch"] = branch.id.to_string().into();
    change.record(branch.organization.0, kind, subject, &detail)
}

/// Loads the reactions to the comments of one page of a list.
fn reactions_to(tx: &mut Read<'_>, branch: Branch, page: &[Comment]) -> Result<Vec<Reacted>, Error> {
    let ids = || page.iter().map(|comment| comment.id);
    match (ids().min(), ids().max()) {
        (Some(from), Some(to)) => Ok(reactions::of_comments(tx, branch, from, to)?),
        _ => Ok(Vec::new()),
    }
}

/// Returns a comment with its author, resolver and reactions.
fn show<P>(
    tx: &mut Read<'_>,
    access: &CommentAccess<P>,
    caller: &Caller,
    comment: Comment,
) -> Result<(Shown<Comment>, Option<User>), Error> {
    let found = reactions::of_subject(tx, access.branch, comment.id.0)?;
    CommentListing::new(access, caller, found).comment(tx, comment)
}
