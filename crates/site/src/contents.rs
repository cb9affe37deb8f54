//! The table of contents of a space, whose entries are made when they are drawn.

use std::sync::Arc;

use quire_app::Error;
use quire_app::published::VisiblePages;
use quire_content::id::PageId;
use quire_content::record::{PageKind, PageRecord};
use quire_model::site_structure::SiteSpace;
use quire_model::text::emoji_text;
use quire_render::page::{Entry, Tree};
use quire_render::reference_resolver::Link;

use crate::request_context::RequestContext;

/// The table of contents of a space.
pub(crate) struct Contents<'a> {
    context: &'a RequestContext,
    space: &'a SiteSpace,
    visible_pages: Arc<VisiblePages>,
}

impl<'a> Contents<'a> {
    /// Returns the table of the pages of a space.
    pub(crate) fn new(context: &'a RequestContext, space: &SiteSpace) -> Result<Self, Error> {
        let (space, visible_pages) = context.space(space.id)?;
        Ok(Self { context, space, visible_pages })
    }
}

impl Tree for Contents<'_> {
    fn count(&self) -> usize {
        self.visible_pages.count_shown()
    }

    fn below(&self, parent: Option<PageId>) -> &[PageId] {
        self.visible_pages.all_below(parent)
    }

    fn has(&self, id: PageId) -> bool {
        self.visible_pages.shown(id).is_some()
    }

    fn entry(&self, id: PageId) -> Option<Entry> {
        let page = self.visible_pages.shown(id)?;
        let (href, external) = destination(self.context, self.space, &self.visible_pages, (id, page));
        Some(Entry {
            title: page.short_title().to_owned(),
            href,
            emoji: page.emoji.as_deref().map(emoji_text),
            icon: page.icon.clone(),
            external,
        })
    }
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

/// Returns a page in the table of contents, after its ancestors. Empty if lists omit the page.
pub(crate) fn way(visible_pages: &VisiblePages, id: PageId) -> Vec<PageId> {
    if !visible_pages.lists(id) {
        return Vec::new();
    }
    let mut way = visible_pages.above(id);
    way.push(id);
    way
}
