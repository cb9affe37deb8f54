//! Feedback of readers on pages of sites: an answer if a page was helpful, and some words.
//!
//! Nothing is stored of who gave it. What one client may give in an hour is counted in memory, and a site keeps a fixed
//! number of the newest.

use quire_content::id::PageId;
use quire_model::ids::{OrganizationId, PageFeedbackId, SiteId, SiteSpaceId};
use quire_model::paging::{Listing, Paging};
use quire_model::payer::Payer;
use quire_model::text::FeedbackText;
pub use quire_store::page_feedback::PageFeedback;
use quire_store::{page_feedback, sites};

use crate::App;
use crate::access::{self, ManageSite};
use crate::callers::Caller;
use crate::core::errors::Error;

/// The maximum number of answers of a client in an hour, on all sites together.
pub const MOST_PER_HOUR: u16 = 20;
/// The number of answers that a site keeps.
pub const MOST_KEPT: u32 = 10_000;

/// Feedback of a reader on a page.
#[derive(Debug, Clone)]
pub struct GivenFeedback {
    /// The place of the page's space on the site.
    pub site_space: SiteSpaceId,
    /// The page, which the reader sees.
    pub page: PageId,
    /// True if the page was helpful.
    pub helpful: bool,
    /// The words of the reader; may be empty.
    pub comment: FeedbackText,
}

impl App {
    /// Stores the feedback of a reader of a site on a page. The caller of this function has checked that the reader sees it.
    ///
    /// # Errors
    /// [`Error::TooMany`] if the client has given too much feedback in this hour.
    pub fn give_feedback(
        &self,
        organization: OrganizationId,
        site: SiteId,
        given: &GivenFeedback,
        client: Payer,
    ) -> Result<(), Error> {
        let now = self.now();
        self.inner.feedback.count(&[&client.to_bytes()], now)?;
        let GivenFeedback { site_space, page, helpful, comment } = given.clone();
        let (id, comment) = (PageFeedbackId(self.fresh_id()), String::from(comment));
        let row = PageFeedback { organization, site, id, site_space, page, helpful, comment, created_at: now };
        self.inner.db.write(|tx| match sites::get(tx, organization, site)? {
            Some(_) => Ok(page_feedback::insert(tx, &row, MOST_KEPT)?),
            None => Err(Error::NotFound("site")),
        })
    }

    /// Lists the feedback on the pages of a site, newest first, for callers who manage the site.
    pub fn list_page_feedback(
        &self,
        caller: &Caller,
        organization: OrganizationId,
        site: SiteId,
        paging: &Paging,
    ) -> Result<Listing<PageFeedback>, Error> {
        self.inner.db.read(|tx| {
            let site = access::site::<ManageSite>(tx, caller, organization, site)?;
            Ok(page_feedback::list(tx, organization, site.id, paging)?)
        })
    }
}
