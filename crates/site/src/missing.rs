//! The page for paths that do not exist, with suggestions of similar pages.

use quire_app::Error;
use quire_app::published::VisiblePages;
use quire_content::id::PageId;
use quire_model::site_structure::SiteSpace;
use quire_render::page::{LinkedPage, not_found};

use crate::frame::Surround;
use crate::request_context::RequestContext;
use crate::suggestions::COMPARED;

/// The maximum number of suggested pages.
const SUGGESTIONS: usize = 5;

/// Renders the page for a path that does not exist.
pub(crate) fn html(context: &RequestContext, path: &str) -> Result<String, Error> {
    let surround = Surround::new(context, None, &|_| None)?;
    let suggestions = suggestions(context, path)?;
    Ok(not_found(&surround.frame(&context.site_view), &suggestions))
}

/// Returns the pages with paths or titles most similar to a path.
fn suggestions(context: &RequestContext, path: &str) -> Result<Vec<LinkedPage>, Error> {
    let mut found: Vec<(f64, LinkedPage)> = Vec::new();
    let mut left = COMPARED;
    for (_, space) in context.site_view.site_spaces() {
        if left == 0 {
            break;
        }
        context.cross();
        let (space, visible_pages) = context.space(space.id)?;
        let page_suggestions =
            context.suggestions.of(context.app.listing_key(&context.site_view, space)?, &visible_pages);
        let alike = page_suggestions.alike(path, SUGGESTIONS).into_iter();
        found.extend(alike.filter_map(|(likeness, id)| Some((likeness, place(context, space, &visible_pages, id)?))));
        left = left.saturating_sub(page_suggestions.len().max(1));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(found.into_iter().take(SUGGESTIONS).map(|(_, place)| place).collect())
}

fn place(context: &RequestContext, space: &SiteSpace, visible_pages: &VisiblePages, id: PageId) -> Option<LinkedPage> {
    let above = visible_pages.above(id).into_iter().filter_map(|id| visible_pages.entry(id));
    Some(LinkedPage {
        title: visible_pages.page(id)?.short_title().to_owned(),
        href: context.page_href(space, visible_pages, id)?,
        breadcrumbs: above.map(|entry| entry.short_title().to_owned()).collect(),
    })
}
