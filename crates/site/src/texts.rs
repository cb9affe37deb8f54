//! Texts for machines: `robots.txt`, site maps, texts for language models, feeds, and preview images.

use quire_app::Error;
use quire_app::published::{SitePage, VisiblePages};
use quire_content::id::PageId;
use quire_content::record::PageKind;
use quire_model::site_structure::SiteSpace;
use quire_render::card::{Card, card};
use quire_render::feeds::{Address, Channel, Item, Listed, Listing, llms, robots, rss, sitemap, sitemap_index};
use quire_render::words::Words;

use crate::appearance;
use crate::pages::{Reading, is_indexed};
use crate::request_context::RequestContext;

/// Returns `robots.txt`, which lets robots in only if the site may be indexed.
pub(crate) fn robots_txt(context: &RequestContext) -> String {
    let open = context.site().is_indexed();
    robots(open, open.then(|| context.absolute_of_all("/sitemap.xml")).as_deref())
}

/// Returns `sitemap.xml`, the index that refers to the list of pages.
pub(crate) fn sitemap_xml(context: &RequestContext) -> String {
    sitemap_index(&[Address { url: context.absolute_of_all("/sitemap-pages.xml"), updated_at: None }])
}

/// Returns the site map with the addresses of pages.
pub(crate) fn sitemap_pages(context: &RequestContext) -> Result<String, Error> {
    let mut all = Vec::new();
    each_page(context, &mut |space, visible_pages, id| {
        let (Some(page), Some(path)) = (visible_pages.page(id), context.path(space, visible_pages, id)) else {
            return Ok(());
        };
        if !page.no_robots_index && (is_indexed(context, page) || !context.site().is_indexed()) {
            all.push(Address { url: context.absolute_in(space, &path), updated_at: Some(page.updated_at) });
        }
        Ok(())
    })?;
    Ok(sitemap(&all))
}

/// Returns `llms.txt`, the list of pages for language models.
pub(crate) fn llms_txt(context: &RequestContext) -> Result<String, Error> {
    let mut listings = Vec::new();
    for (section, space) in context.site_view.site_spaces() {
        context.cross();
        let (space, visible_pages) = context.space(space.id)?;
        let title = context.site().space(space.space).map(|space| space.title.clone()).unwrap_or_default();
        let several = section.is_some_and(|section| context.site_view.variants(Some(section)).count() > 1);
        let title = match section {
            Some(section) if several => format!("{} / {title}", section.title),
            Some(section) => section.title.clone(),
            None => title,
        };
        listings.push(Listing { title, pages: list(context, space, &visible_pages) });
    }
    Ok(llms(&appearance::title(context), None, &listings))
}

fn list(context: &RequestContext, space: &SiteSpace, visible_pages: &VisiblePages) -> Vec<Listed> {
    let pages = visible_pages.walk_below(None).filter(|(_, _, page)| !matches!(page.kind, PageKind::Link { .. }));
    let listed = pages.map(|(depth, id, page)| {
        let full = visible_pages.page(id).and_then(|_| visible_pages.full_path(id));
        let url = full.map(|full| context.absolute_in(space, &format!("{}.md", context.path_below(space, &full))));
        let description = page.description.clone().filter(|text| !text.is_empty());
        Listed { title: page.short_title().to_owned(), url, description, depth }
    });
    listed.collect()
}

/// Returns the RSS feed of the updates on a page; `None` if it has none.
pub(crate) fn feed(context: &RequestContext, place: SitePage) -> Result<Option<String>, Error> {
    let reading = Reading::new(context, place)?;
    let language = context.site().language_of(reading.space.space);
    let body = reading.body(&Words::of(language).labels)?;
    if body.updates.is_empty() {
        return Ok(None);
    }
    let page = reading.record()?;
    let link = context.absolute_in(reading.space, &reading.path());
    let address = format!("{}/rss.xml", link.trim_end_matches('/'));
    let links: Vec<_> = body.updates.iter().map(|update| format!("{link}#{}", update.anchor)).collect();
    let items = body.updates.iter().zip(&links).map(|(update, link)| Item {
        title: &update.title,
        link,
        date: &update.date,
        tags: &update.tags,
        html: &update.html,
    });
    let items: Vec<_> = items.collect();
    Ok(Some(rss(&Channel {
        title: &page.title,
        description: page.description.as_deref().unwrap_or_default(),
        link: &link,
        address: &address,
        language: language.as_str(),
        items: &items,
    })))
}

/// Returns the preview image of a page, as PNG.
pub(crate) fn picture(context: &RequestContext, place: SitePage) -> Result<Vec<u8>, Error> {
    let reading = Reading::new(context, place)?;
    let page = reading.record()?;
    Ok(card(&Card {
        site: &appearance::title(context),
        title: &page.title,
        description: page.description.as_deref(),
        theme: &appearance::theme(context, Some(reading.space)),
    }))
}

/// Calls `take` with every listed page, of every visible space.
fn each_page(
    context: &RequestContext,
    take: &mut dyn FnMut(&SiteSpace, &VisiblePages, PageId) -> Result<(), Error>,
) -> Result<(), Error> {
    for (_, space) in context.site_view.site_spaces() {
        context.cross();
        let (space, visible_pages) = context.space(space.id)?;
        for id in visible_pages.order() {
            context.app.go_on()?;
            take(space, &visible_pages, *id)?;
        }
    }
    Ok(())
}
