//! Feedback of readers on the pages of a site.

use axum::extract::State;
use quire_model::time::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;

use super::sites::{SitePath, TAG};
use crate::bearer::Bearer;
use crate::context::Context;
use crate::endpoint::{Endpoints, Listing, Path, Query, op};
use crate::error::Problem;
use crate::paging::Paging;

pub(super) fn endpoints() -> Endpoints<Context> {
    const FEEDBACK: &str = "/v1/orgs/{organizationId}/sites/{siteId}/feedback";
    Endpoints::new().get(
        FEEDBACK,
        list,
        op("listSitePageFeedback", TAG, "List what readers say of pages, newest first."),
    )
}

/// The feedback of a reader on a page. It is stored without anything that says who the reader is.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PageFeedback {
    id: String,
    /// The space of the page, as a part of the site.
    site_space: String,
    /// The page; it may have been deleted since.
    page: String,
    /// True if the page was helpful.
    helpful: bool,
    /// The words of the reader, if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    created_at: Timestamp,
}

impl From<quire_app::sites::page_feedback::PageFeedback> for PageFeedback {
    fn from(row: quire_app::sites::page_feedback::PageFeedback) -> Self {
        Self {
            id: row.id.to_string(),
            site_space: row.site_space.to_string(),
            page: row.page.to_string(),
            helpful: row.helpful,
            comment: Some(row.comment).filter(|comment| !comment.is_empty()),
            created_at: row.created_at,
        }
    }
}

async fn list(
    State(context): State<Context>,
    Bearer(caller): Bearer,
    Path(path): Path<SitePath>,
    Query(paging): Query<Paging>,
) -> Result<Listing<PageFeedback>, Problem> {
    let (organization, site) = path.parse();
    let list = format!("feedback on {site}");
    let paging = context.paging(&list, &paging)?;
    let page = context.run(move |app| app.list_page_feedback(&caller, organization, site, &paging)).await?;
    Ok(context.listing(&list, page.map(PageFeedback::from)))
}
