//! The table of contents of a space, cached for all readers who see the same pages at the same address.

use std::sync::Arc;

use quire_app::Error;
use quire_app::published::VisiblePages;
use quire_content::id::PageId;
use quire_content::record::{PageKind, PageRecord};
use quire_model::site_structure::SiteSpace;
use quire_model::text::emoji_text;
use quire_render::page::{Contents, Entry};
use quire_render::reference_resolver::Link;

use crate::request_context::RequestContext;

/// Returns the table of these pages of a space. Concurrent requests for the same one wait for one computation.
fn table(context: &RequestContext, space: &SiteSpace, visible_pages: &VisiblePages) -> Result<Arc<Contents>, Error> {
    let key = (context.app.listing_key(&context.site_view, space)?, context.space_href(space));
    context.tables.get_or_make(&key, || Ok(Contents::new(entries(context, space, visible_pages, None))))
}

/// Returns the table of the pages of a space.
pub(crate) fn of_space(context: &RequestContext, space: &SiteSpace) -> Result<Arc<Contents>, Error> {
    let (space, visible_pages) = context.space(space.id)?;
    table(context, space, &visible_pages)
}

fn entries(
    context: &RequestContext,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    parent: Option<PageId>,
) -> Vec<Entry> {
    let one = |(id, page): (PageId, &PageRecord)| {
        let (href, external) = destination(context, space, visible_pages, (id, page));
        Entry {
            title: page.short_title().to_owned(),
            href,
            emoji: page.emoji.as_deref().map(emoji_text),
            icon: page.icon.clone(),
            external,
            children: entries(context, space, visible_pages, Some(id)),
        }
    };
    visible_pages.below(parent).map(one).collect()
}

/// Returns links to the entries below a page that lead somewhere.
pub(crate) fn links_below(
    context: &RequestContext,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    parent: PageId,
) -> Vec<Link> {
    let one = |(id, page): (PageId, &PageRecord)| {
        let (href, external) = destination(context, space, visible_pages, (id, page));
        Some(Link {
            href: href?,
            title: page.short_title().to_owned(),
            emoji: page.emoji.as_deref().map(emoji_text),
            icon: page.icon.clone(),
            description: page.description.clone().filter(|text| !text.is_empty()),
            external,
        })
    };
    visible_pages.below(Some(parent)).filter_map(one).collect()
}

/// Returns the address of an entry, and true if it leads away from the site.
fn destination(
    context: &RequestContext,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    (id, page): (PageId, &PageRecord),
) -> (Option<String>, bool) {
    match &page.kind {
        PageKind::Link { href } => (Some(href.clone()).filter(|href| is_safe(href)), true),
        _ => (context.page_href(space, visible_pages, id), false),
    }
}

/// Returns true if a link page has an address that a browser does not run as code.
fn is_safe(href: &str) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|scheme| href.len() > scheme.len() && href.starts_with(scheme))
}

/// Returns the position of a page in the table: the index among its siblings, after those of its ancestors. Empty if
/// lists omit the page.
pub(crate) fn position(visible_pages: &VisiblePages, id: PageId) -> Vec<usize> {
    let mut way = visible_pages.above(id);
    way.push(id);
    let mut parent = None;
    let mut position = Vec::with_capacity(way.len());
    for step in way {
        let Some(at) = visible_pages.below(parent).position(|(id, _)| id == step) else { return Vec::new() };
        position.push(at);
        parent = Some(step);
    }
    position
}
