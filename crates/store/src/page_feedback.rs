//! Feedback of readers of sites on pages, without anything that says who they are.

use quire_content::id::PageId;
use quire_db::{Error, Read, Write, statements};
use quire_model::ids::{OrganizationId, PageFeedbackId, SiteId, SiteSpaceId};
use quire_model::paging::{Listing, Order, Paging};
use quire_model::time::Timestamp;

use crate::column::params;
use crate::paging::{self, Pages, Sorting};
use crate::record::{Table, record};
use crate::sql::{insert, select};

record! {
    /// The row of a reader's feedback on a page.
    PageFeedback in page_feedback {
        /// The owner of the site.
        organization: OrganizationId as key,
        /// The site that the page was read on.
        site: SiteId as key,
        /// The identifier of the feedback.
        id: PageFeedbackId as key,
        /// The place of the page's space on the site.
        site_space: SiteSpaceId as fixed,
        /// The page.
        page: PageId as fixed,
        /// True if the page was helpful.
        helpful: bool as fixed,
        /// The words of the reader; may be empty.
        comment: String as fixed,
        /// The time when it was given.
        created_at: Timestamp as fixed,
    }
}

statements! {
    AFTER: Query<PageFeedback> =
        select!(PageFeedback, "where organization = ?1 and site = ?2 and id > ?3 order by id limit ?4");
    BEFORE: Query<PageFeedback> =
        select!(PageFeedback, "where organization = ?1 and site = ?2 and id < ?3 order by id desc limit ?4");
    COUNT: Query<paging::Count> = "select count(*) as count from page_feedback where organization = ?1 and site = ?2";
    INSERT: Execute = insert!(PageFeedback);
    DELETE_OLDEST: Execute =
        "delete from page_feedback where organization = ?1 and site = ?2 and id <=
         (select id from page_feedback where organization = ?1 and site = ?2 order by id desc limit 1 offset ?3)";
}

/// Returns a page of the feedback on a site, newest first.
pub fn list(
    tx: &mut Read<'_>,
    organization: OrganizationId,
    site: SiteId,
    paging: &Paging,
) -> Result<Listing<PageFeedback>, Error> {
    let pages = Pages { after: &AFTER, before: &BEFORE, count: &COUNT };
    let order = (Sorting::Id, Order::Descending);
    paging::of_texts(tx, &pages, params![organization, site], paging, order, (|it| it.id.0, |it| it.comment.len()))
}

/// Inserts feedback, and deletes the oldest of its site beyond the newest `most`.
pub fn insert(tx: &mut Write<'_>, feedback: &PageFeedback, most: u32) -> Result<(), Error> {
    tx.execute(&INSERT, &feedback.inserted())?;
    tx.execute(&DELETE_OLDEST, params![feedback.organization, feedback.site, i64::from(most)])?;
    Ok(())
}
