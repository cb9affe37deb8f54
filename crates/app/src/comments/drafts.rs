//! Comments that can be posted: with the passage that they refer to, and the users whom they mention.

use quire_content::document::passage::Passage;
use quire_model::comments::Status;
use quire_model::ids::{CommentId, PageId, ReviewId, RevisionId, UserId};
use quire_model::time::Timestamp;
use quire_store::branches::Branch;
use quire_store::comments::Comment;

use super::NewComment;
use super::access_to::CommentPlace;
use super::mentions::mentioned;
use super::targets::Finder;
use crate::App;
use crate::callers::Caller;
use crate::core::errors::Error;

/// A comment that can be posted: with the passage that it refers to and the users whom it mentions.
pub(crate) struct DraftComment {
    id: CommentId,
    body: String,
    page: Option<PageId>,
    passage: Option<String>,
    revision: RevisionId,
    /// The users whom it mentions.
    pub(crate) mentioned: Vec<UserId>,
}

impl DraftComment {
    /// Returns the comment of an author on a branch.
    pub(crate) fn by(&self, author: UserId, on: Branch, review: Option<ReviewId>, now: Timestamp) -> Comment {
        Comment {
            organization: on.organization,
            space: on.space,
            id: self.id,
            branch: on.id,
            author,
            body: self.body.clone(),
            page: self.page,
            passage: self.passage.clone(),
            revision: self.revision,
            status: Status::Open,
            resolved_at: None,
            resolved_by: None,
            posted_at: now,
            edited_at: None,
            replies: 0,
            review,
        }
    }
}

impl App {
    /// Prepares comments for a place, in the transaction of a larger change.
    pub(crate) fn draft_comments(
        &self,
        caller: &Caller,
        place: CommentPlace,
        new: &[NewComment],
    ) -> Result<Vec<DraftComment>, Error> {
        if new.is_empty() {
            return Ok(Vec::new());
        }
        let mut finder = self.finder(caller, place)?;
        new.iter().map(|new| self.draft_comment(&mut finder, new)).collect()
    }

    /// Prepares a comment for the place of a finder.
    pub(super) fn draft_comment(&self, finder: &mut Finder<'_>, new: &NewComment) -> Result<DraftComment, Error> {
        Ok(DraftComment {
            id: CommentId(self.fresh_id()),
            body: new.body.as_str().to_owned(),
            page: new.page,
            passage: finder.passage(new)?.map(|passage| written(&passage)).transpose()?,
            revision: finder.revision(),
            mentioned: mentioned(&new.body),
        })
    }
}

fn written(passage: &Passage) -> Result<String, Error> {
    serde_json::to_string(passage).map_err(|e| Error::internal("writing a passage", e))
}
