//! The representation of comments and replies.

use quire_app::comments::{self, About, AboutPage, Reactions, Shown, ShownComment};
use quire_app::content::documents::Form;
use quire_model::comments::Status;
use quire_model::ids::{BranchId, SpaceId};
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::{CommentObject, CommentReplyObject, Said, User};
use crate::context::Context;

/// The maximum number of characters of a block's preview.
const MOST_PREVIEWED: usize = 280;

/// A comment on the content of a space or of a change request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Comment {
    object: CommentObject,
    id: String,
    posted_by: User,
    posted_at: Timestamp,
    /// The time of the last edit; absent if the text was never edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    edited_at: Option<Timestamp>,
    reactions: Vec<EmojiReaction>,
    /// The number of replies.
    replies: i64,
    body: Said,
    target: CommentTarget,
    urls: Urls,
    permissions: Permissions,
    status: Status,
    /// The time at which the comment was resolved; absent while it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_at: Option<Timestamp>,
    /// The user who resolved the comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved_by: Option<User>,
}

/// A reply to a comment.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentReply {
    object: CommentReplyObject,
    id: String,
    posted_by: User,
    posted_at: Timestamp,
    /// The time of the last edit; absent if the text was never edited.
    #[serde(skip_serializing_if = "Option::is_none")]
    edited_at: Option<Timestamp>,
    reactions: Vec<EmojiReaction>,
    body: Said,
    urls: Urls,
    permissions: Permissions,
}

/// The reactions to a comment or a reply with one emoji.
#[derive(Debug, Serialize, JsonSchema)]
struct EmojiReaction {
    emoji: String,
    count: usize,
    /// The users who reacted, earliest first.
    users: Vec<ReactingUser>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReactingUser {
    user: User,
    reacted_at: Timestamp,
}

/// The content that a comment refers to: a block or table cell, a page, or all of the content.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CommentTarget {
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<TargetNode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table_cell: Option<TableCell>,
    /// The change request whose content the comment refers to; absent for main content.
    #[serde(skip_serializing_if = "Option::is_none")]
    change_request: Option<String>,
    /// The review that the comment was submitted with.
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<TargetPage>,
    space: String,
    /// The revision that has the target: the current one, or the one that the comment was made on if it was deleted.
    revision: String,
}

/// The block that a comment refers to.
#[derive(Debug, Serialize, JsonSchema)]
struct TargetNode {
    /// The key of the block in the revision.
    id: String,
    /// The beginning of the text of the block, or of the cell; at most 280 characters.
    preview: String,
}

/// The table cell that a comment refers to.
#[derive(Debug, Serialize, JsonSchema)]
struct TableCell {
    /// The identifier of the row.
    record: String,
    /// The identifier of the column.
    definition: String,
}

/// The page that a comment refers to, as it is now, or as it was when the comment was made if it was deleted.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TargetPage {
    id: String,
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    emoji: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
    path: String,
    /// True if the page, or the block that the comment refers to, was deleted from the content.
    outdated: bool,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CommentUrls")]
struct Urls {
    /// The address of the comment or reply in this API.
    location: String,
}

/// The permissions of the caller on a comment or a reply.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "CommentPermissions")]
struct Permissions {
    view: bool,
    /// True if the caller may edit the text.
    edit: bool,
    /// True if the caller may reply and react.
    reply: bool,
    delete: bool,
}

impl Comment {
    pub(crate) fn of(shown: ShownComment, form: Form, context: &Context) -> Self {
        let ShownComment { comment: Shown { said, author, reactions, may }, resolved_by, about } = shown;
        let path = format!("{}/{}", discussion(said.space, said.branch), said.id);
        Self {
            object: CommentObject::It,
            id: said.id.to_string(),
            posted_by: User::of(author, context),
            posted_at: said.posted_at,
            edited_at: said.edited_at,
            reactions: reactions.into_iter().map(|it| EmojiReaction::of(it, context)).collect(),
            replies: said.replies,
            body: Said::of(&said.body, form),
            target: CommentTarget::of(&said, about),
            urls: Urls { location: context.url(path) },
            permissions: may.into(),
            status: said.status,
            resolved_at: said.resolved_at,
            resolved_by: resolved_by.map(|user| User::of(user, context)),
        }
    }
}

impl CommentReply {
    pub(crate) fn of(shown: Shown<comments::CommentReply>, form: Form, context: &Context) -> Self {
        let Shown { said, author, reactions, may } = shown;
        let path = format!("{}/{}/replies/{}", discussion(said.space, said.branch), said.comment, said.id);
        Self {
            object: CommentReplyObject::It,
            id: said.id.to_string(),
            posted_by: User::of(author, context),
            posted_at: said.posted_at,
            edited_at: said.edited_at,
            reactions: reactions.into_iter().map(|it| EmojiReaction::of(it, context)).collect(),
            body: Said::of(&said.body, form),
            urls: Urls { location: context.url(path) },
            permissions: may.into(),
        }
    }
}

/// Returns the path in this API of the comments on the main content or on a change request.
fn discussion(space: SpaceId, branch: BranchId) -> String {
    if branch == BranchId::from(space) {
        format!("/v1/spaces/{space}/comments")
    } else {
        format!("/v1/spaces/{space}/change-requests/{branch}/comments")
    }
}

impl EmojiReaction {
    fn of(reactions: Reactions, context: &Context) -> Self {
        let shown = |(user, reacted_at)| ReactingUser { user: User::of(user, context), reacted_at };
        let users: Vec<_> = reactions.users.into_iter().map(shown).collect();
        Self { emoji: reactions.emoji.as_str().to_owned(), count: users.len(), users }
    }
}

impl CommentTarget {
    fn of(comment: &comments::Comment, about: About) -> Self {
        let branch = comment.branch;
        let cell = about.passage.as_ref().and_then(|passage| passage.cell.clone());
        let node = about.passage.map(|passage| {
            let says = cell.as_ref().map_or(&passage.quote, |cell| &cell.quote);
            TargetNode { preview: says.chars().take(MOST_PREVIEWED).collect(), id: passage.key }
        });
        Self {
            node,
            table_cell: cell.map(|cell| TableCell { record: cell.record, definition: cell.definition }),
            change_request: (branch != BranchId::from(comment.space)).then(|| branch.to_string()),
            review: comment.review.map(|id| id.to_string()),
            page: about.page.map(TargetPage::from),
            space: comment.space.to_string(),
            revision: about.revision.to_string(),
        }
    }
}

impl From<AboutPage> for TargetPage {
    fn from(page: AboutPage) -> Self {
        let AboutPage { id, record, path, outdated } = page;
        Self {
            id: id.to_string(),
            title: record.title,
            emoji: record.emoji,
            icon: record.icon,
            created_at: Timestamp(record.created_at),
            updated_at: Timestamp(record.updated_at),
            path,
            outdated,
        }
    }
}

impl From<comments::May> for Permissions {
    fn from(may: comments::May) -> Self {
        Self { view: true, edit: may.edit, reply: may.reply, delete: may.delete }
    }
}
