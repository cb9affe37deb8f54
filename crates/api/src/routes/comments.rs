//! Comments, replies and reactions: the same operations for the main content of a space and for a change request.

use axum::extract::State;
use quire_app::comments::{CommentChanges, CommentPlace, Filter, NewComment};
use quire_app::content::documents::Form;
use quire_model::comments::{Reaction, Status};
use quire_model::ids::{CommentId, CommentReplyId, PageId, UserId};
use quire_model::text::CommentBody;
use schemars::JsonSchema;
use serde::Deserialize;

use super::content::Format;
use super::members::Direction;
use super::scope::Line;
use super::{Named, Reference};
use crate::context::Context;
use crate::endpoint::{Change, Endpoints, Json, Listing, NoContent, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;
use crate::types::{Comment, CommentReply, Member, Prose};

pub(super) fn endpoints() -> Endpoints<Context> {
    let main = discussion("Space comments");
    let proposed = discussion("Change request comments");
    Endpoints::new().nest("/v1/spaces/{spaceId}", main, |id| format!("{id}InSpace")).nest(
        "/v1/spaces/{spaceId}/change-requests/{changeRequestId}",
        proposed,
        |id| format!("{id}InChangeRequest"),
    )
}

/// Returns the operations on comments of main content or a change request, without their prefix.
fn discussion(tag: &'static str) -> Endpoints<Context> {
    const COMMENT: &str = "/comments/{commentId}";
    const REPLIES: &str = "/comments/{commentId}/replies";
    const REPLY: &str = "/comments/{commentId}/replies/{commentReplyId}";
    Endpoints::new()
        .get("/comments", list, op("listComments", tag, "List comments, newest first by default."))
        .post(
            "/comments",
            post,
            op("postComment", tag, "Comment on the content, a page, a block or a cell of a table."),
        )
        .get(COMMENT, get, op("getComment", tag, "Get a comment."))
        .put(COMMENT, update, op("updateComment", tag, "Edit, resolve or reopen a comment, or react to it."))
        .delete(COMMENT, delete, op("deleteComment", tag, "Delete a comment with its replies."))
        .get(REPLIES, list_replies, op("listCommentReplies", tag, "List the replies to a comment, oldest first."))
        .post(REPLIES, post_reply, op("postCommentReply", tag, "Reply to a comment."))
        .get(REPLY, get_reply, op("getCommentReply", tag, "Get a reply."))
        .put(REPLY, update_reply, op("updateCommentReply", tag, "Edit a reply, or react to it."))
        .delete(REPLY, delete_reply, op("deleteCommentReply", tag, "Delete a reply."))
        .get("/commenters", commenters, op("listCommenters", tag, "List the members who commented or replied."))
}

impl Line {
    fn place(&self) -> CommentPlace {
        CommentPlace { space: self.space, target: self.target }
    }

    /// Returns the name of a list about this content, for its cursors.
    fn list(&self, of: impl std::fmt::Display) -> String {
        format!("{of} in {} {:?}", self.space, self.target)
    }
}

/// The comment that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CommentPath {
    comment_id: Named<CommentId>,
}

/// The comment and the reply that a path names.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ReplyPath {
    comment_id: Named<CommentId>,
    comment_reply_id: Named<CommentReplyId>,
}

/// Options of responses with comments.
#[derive(Debug, Deserialize, JsonSchema)]
struct Options {
    /// The format of the text: a rich-text document, or Markdown.
    #[serde(default)]
    format: Format,
}

impl Options {
    fn form(&self) -> Form {
        self.format.into()
    }
}

/// The filter and order of a list of comments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ListFilter {
    #[serde(default)]
    order: Direction,
    /// Only comments with this status, or `all`, which is the default.
    #[serde(default)]
    status: ListedStatus,
    /// Only comments on this page or a block of it.
    #[serde(default)]
    target_page: Option<Reference<PageId>>,
    /// Only comments by these users, at most 20.
    #[serde(default)]
    authors: Vec<Reference<UserId>>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ListedCommentStatus")]
enum ListedStatus {
    #[default]
    All,
    Open,
    Resolved,
}

impl ListFilter {
    fn filter(self) -> Result<Filter, Problem> {
        if self.authors.len() > Filter::MOST_AUTHORS {
            let message = format!("query parameter \"authors\": must be at most {}", Filter::MOST_AUTHORS);
            return Err(Problem::bad_request(message));
        }
        let status = match self.status {
            ListedStatus::All => None,
            ListedStatus::Open => Some(Status::Open),
            ListedStatus::Resolved => Some(Status::Resolved),
        };
        let page = Reference::resolve(self.target_page, "page")?;
        let authors = self.authors.into_iter().map(|author| author.0.ok_or(quire_app::Error::NotFound("user")));
        Ok(Filter { status, page, authors: authors.collect::<Result<_, _>>()?, order: self.order.into() })
    }
}

async fn list(
    State(context): State<Context>,
    line: Line,
    Query(asked): Query<ListFilter>,
    Query(options): Query<Options>,
    Query(paging): Query<Paging>,
) -> Result<Listing<Comment>, Problem> {
    let filter = asked.filter()?;
    let list = line.list(format_args!("comments {filter:?}"));
    let paging = context.paging(&list, &paging)?;
    let shared = context.clone();
    // Parsing many texts as documents would hold up a thread that serves other requests.
    let page = context
        .run(move |app| {
            let page = app.list_comments(&line.caller, line.place(), &filter, &paging)?;
            Ok(page.map(|shown| Comment::of(shown, options.form(), &shared)))
        })
        .await?;
    Ok(context.listing(&list, page))
}

/// A comment to post, and its target.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PostComment {
    body: Prose,
    /// The page that the comment is on; without it, the comment is on the content as a whole.
    #[serde(default)]
    page: Option<Reference<PageId>>,
    /// The key of the block that the comment is on, in the page's document.
    #[serde(default)]
    node: Option<String>,
    /// The cell that the comment is on, if the block is a table.
    #[serde(default)]
    table_cell: Option<TableCell>,
}

impl PostComment {
    /// Returns the comment to post; `prefix` stands before the names of fields in errors.
    pub(super) fn read(self, prefix: &str) -> Result<NewComment, Problem> {
        Ok(NewComment {
            body: text(&format!("{prefix}body"), self.body)?,
            page: Reference::resolve(self.page, "page")?,
            node: self.node,
            cell: self.table_cell.map(|cell| (cell.record, cell.definition)),
        })
    }
}

/// A cell of a table.
#[derive(Debug, Deserialize, JsonSchema)]
struct TableCell {
    /// The name of the row in the table.
    record: String,
    /// The name of the column in the table.
    definition: String,
}

/// Returns the text of a field as Markdown, or an error that names the field if it is out of bounds.
pub(super) fn text(field: &str, prose: Prose) -> Result<CommentBody, Problem> {
    CommentBody::try_from(prose.into_markdown()).map_err(|e| Problem::bad_request(format!("{field}: {e}")))
}

async fn post(
    State(context): State<Context>,
    line: Line,
    Query(options): Query<Options>,
    Json(said): Json<PostComment>,
) -> Result<Json<Comment>, Problem> {
    let new = said.read("")?;
    let made = context.run(move |app| app.post_comment(&line.caller, line.place(), &new)).await?;
    Ok(Json(Comment::of(made, options.form(), &context)))
}

async fn get(
    State(context): State<Context>,
    line: Line,
    Path(CommentPath { comment_id: Named(id) }): Path<CommentPath>,
    Query(options): Query<Options>,
) -> Result<Json<Comment>, Problem> {
    let found = context.run(move |app| app.get_comment(&line.caller, line.place(), id)).await?;
    Ok(Json(Comment::of(found, options.form(), &context)))
}

/// Changes to a comment, made all or none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateComment {
    /// True to resolve the comment, false to reopen it.
    #[serde(default)]
    resolved: Change<bool>,
    #[serde(default)]
    body: Change<Prose>,
    /// The emoji to add to the caller's reactions, at most 20.
    #[serde(default)]
    added_reactions: Vec<Reaction>,
    /// The emoji to remove from the caller's reactions, at most 20.
    #[serde(default)]
    removed_reactions: Vec<Reaction>,
}

/// Changes to a reply, made all or none.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct UpdateReply {
    #[serde(default)]
    body: Change<Prose>,
    /// The emoji to add to the caller's reactions, at most 20.
    #[serde(default)]
    added_reactions: Vec<Reaction>,
    /// The emoji to remove from the caller's reactions, at most 20.
    #[serde(default)]
    removed_reactions: Vec<Reaction>,
}

impl UpdateComment {
    fn changes(self) -> Result<CommentChanges, Problem> {
        let Self { resolved, body, added_reactions, removed_reactions } = self;
        let changes = UpdateReply { body, added_reactions, removed_reactions }.changes()?;
        Ok(CommentChanges { resolved: resolved.into_option(), ..changes })
    }
}

impl UpdateReply {
    fn changes(self) -> Result<CommentChanges, Problem> {
        for (field, given) in [("addedReactions", &self.added_reactions), ("removedReactions", &self.removed_reactions)]
        {
            if given.len() > Reaction::MOST {
                return Err(Problem::bad_request(format!("{field}: must be at most {}", Reaction::MOST)));
            }
        }
        Ok(CommentChanges {
            resolved: None,
            body: self.body.into_option().map(|body| text("body", body)).transpose()?,
            added: self.added_reactions,
            removed: self.removed_reactions,
        })
    }
}

async fn update(
    State(context): State<Context>,
    line: Line,
    Path(CommentPath { comment_id: Named(id) }): Path<CommentPath>,
    Query(options): Query<Options>,
    Json(asked): Json<UpdateComment>,
) -> Result<Json<Comment>, Problem> {
    let changes = asked.changes()?;
    let after = context.run(move |app| app.update_comment(&line.caller, line.place(), id, &changes)).await?;
    Ok(Json(Comment::of(after, options.form(), &context)))
}

async fn delete(
    State(context): State<Context>,
    line: Line,
    Path(path): Path<CommentPath>,
) -> Result<NoContent, Problem> {
    let id = path.comment_id.0;
    context.run(move |app| app.delete_comment(&line.caller, line.place(), id)).await?;
    Ok(NoContent)
}

async fn list_replies(
    State(context): State<Context>,
    line: Line,
    Path(CommentPath { comment_id: Named(id) }): Path<CommentPath>,
    Query(options): Query<Options>,
    Query(paging): Query<Paging>,
) -> Result<Listing<CommentReply>, Problem> {
    let list = line.list(format_args!("replies to {id}"));
    let paging = context.paging(&list, &paging)?;
    let shared = context.clone();
    let page = context
        .run(move |app| {
            let page = app.list_replies(&line.caller, line.place(), id, &paging)?;
            Ok(page.map(|shown| CommentReply::of(shown, options.form(), &shared)))
        })
        .await?;
    Ok(context.listing(&list, page))
}

/// A reply to post.
#[derive(Debug, Deserialize, JsonSchema)]
struct PostReply {
    body: Prose,
}

async fn post_reply(
    State(context): State<Context>,
    line: Line,
    Path(CommentPath { comment_id: Named(id) }): Path<CommentPath>,
    Query(options): Query<Options>,
    Json(said): Json<PostReply>,
) -> Result<Json<CommentReply>, Problem> {
    let body = text("body", said.body)?;
    let made = context.run(move |app| app.post_reply(&line.caller, line.place(), id, &body)).await?;
    Ok(Json(CommentReply::of(made, options.form(), &context)))
}

async fn get_reply(
    State(context): State<Context>,
    line: Line,
    Path(ReplyPath { comment_id: Named(comment), comment_reply_id: Named(id) }): Path<ReplyPath>,
    Query(options): Query<Options>,
) -> Result<Json<CommentReply>, Problem> {
    let found = context.run(move |app| app.get_reply(&line.caller, line.place(), comment, id)).await?;
    Ok(Json(CommentReply::of(found, options.form(), &context)))
}

async fn update_reply(
    State(context): State<Context>,
    line: Line,
    Path(ReplyPath { comment_id: Named(comment), comment_reply_id: Named(id) }): Path<ReplyPath>,
    Query(options): Query<Options>,
    Json(asked): Json<UpdateReply>,
) -> Result<Json<CommentReply>, Problem> {
    let changes = asked.changes()?;
    let after = context.run(move |app| app.update_reply(&line.caller, line.place(), comment, id, &changes)).await?;
    Ok(Json(CommentReply::of(after, options.form(), &context)))
}

async fn delete_reply(
    State(context): State<Context>,
    line: Line,
    Path(path): Path<ReplyPath>,
) -> Result<NoContent, Problem> {
    let (comment, id) = (path.comment_id.0, path.comment_reply_id.0);
    context.run(move |app| app.delete_reply(&line.caller, line.place(), comment, id)).await?;
    Ok(NoContent)
}

async fn commenters(
    State(context): State<Context>,
    line: Line,
    Query(paging): Query<Paging>,
) -> Result<Listing<Member>, Problem> {
    let list = line.list("commenters by joining");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_commenters(&line.caller, line.place(), &paging)).await?;
    Ok(context.listing(&list, page.map(|member| Member::of(&member, &context))))
}
