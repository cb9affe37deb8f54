//! Rendering of several pages of a space as one document for printing.
//!
//! The document contains the pages that the table of contents lists, and a page named in the request even if it is not
//! listed; nothing else. Links between its pages stay within it. Others are absolute and never contain the secret of a
//! share link, because documents are passed on. The length of a document is bounded; the next one continues after its
//! end.

use std::collections::HashMap;

use quire_app::Error;
use quire_app::published::{SitePage, VisiblePages};
use quire_content::id::PageId;
use quire_model::site_structure::SiteSpace;
use quire_model::text::emoji_text;
use quire_render::body::Options;
use quire_render::page::{Heading, More, Print, Sheet, print};
use quire_render::site::NavLink;
use quire_render::words::Words;

use crate::appearance;
use crate::pages::Reading;
use crate::paper::{Paper, prefix};
use crate::request_context::RequestContext;
use crate::route::Part;

/// The maximum number of pages of a document.
const MOST_PAGES: usize = 1000;

/// The size of the HTML after which no further page is added, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// A page or group in the part to print, with its depth.
struct Row {
    id: PageId,
    depth: usize,
    is_page: bool,
}

/// Renders a part of a space as HTML; `None` if the part names a page that does not exist.
pub(crate) fn html(context: &RequestContext, space: &SiteSpace, part: &Part) -> Result<Option<String>, Error> {
    let visible_pages = context.app.visible_pages(&context.site_view, space)?;
    let Some(plan) = Plan::of(&visible_pages, part) else { return Ok(None) };
    let language = context.site().language_of(space.space);
    let words = Words::of(appearance::interface_language(context).unwrap_or(language));
    let drawn = draw(context, space, &visible_pages, &plan, words)?;
    let updated =
        drawn.sheets.iter().zip(plan.pages()).filter_map(|(_, id)| visible_pages.page(id)?.written_at()).max();
    let more = drawn.next.and_then(|next| {
        let title = visible_pages.page(next)?.short_title().to_owned();
        let href = context.print_href(space, &Part { from: Some(next.to_string()), ..part.clone() });
        let ids = plan.pages().skip(drawn.sheets.len()).map(|id| id.to_string()).collect();
        Some(More { title, href, ids })
    });
    Ok(Some(print(&Print {
        site: &appearance::site(context, Some(space)),
        words,
        language,
        names: &names(context, space, &visible_pages, part),
        back: &back(context, space, &visible_pages, part),
        address: &context.canonical(&context.path_below(space, "")),
        choices: &choices(context, space, &visible_pages, part, words),
        updated_at: updated,
        entries: &entries(&visible_pages, &plan, drawn.sheets.len()),
        sheets: &drawn.sheets,
        more,
    })))
}

/// The pages and groups of one document.
struct Plan {
    rows: Vec<Row>,
    /// The first page after the limit of pages.
    next: Option<PageId>,
}

impl Plan {
    fn of(visible_pages: &VisiblePages, part: &Part) -> Option<Self> {
        let mut rows = Vec::new();
        match &part.page {
            None => add_below(visible_pages, None, 0, &mut rows),
            Some(page) => {
                let id = page.parse().ok().filter(|id| visible_pages.entry(*id).is_some())?;
                rows.push(Row { id, depth: 0, is_page: visible_pages.page(id).is_some() });
                if !part.only {
                    add_below(visible_pages, Some(id), 1, &mut rows);
                }
            }
        }
        if let Some(from) = &part.from {
            let from: PageId = from.parse().ok()?;
            rows.drain(..rows.iter().position(|row| row.id == from && row.is_page)?);
        }
        let mut pages = rows.iter().enumerate().filter(|(_, row)| row.is_page);
        pages.next()?;
        let end = pages.nth(MOST_PAGES - 1).map(|(at, row)| (at, row.id));
        if let Some((at, _)) = end {
            rows.truncate(at);
        }
        Some(Self { rows, next: end.map(|(_, id)| id) })
    }

    fn pages(&self) -> impl Iterator<Item = PageId> {
        self.rows.iter().filter(|row| row.is_page).map(|row| row.id)
    }
}

fn add_below(visible_pages: &VisiblePages, parent: Option<PageId>, depth: usize, rows: &mut Vec<Row>) {
    for (id, _) in visible_pages.below(parent) {
        rows.push(Row { id, depth, is_page: visible_pages.page(id).is_some() });
        add_below(visible_pages, Some(id), depth + 1, rows);
    }
}

/// The rendered pages of a document within the size limit, and the first page after it.
struct Drawn {
    sheets: Vec<Sheet>,
    next: Option<PageId>,
}

fn draw(
    context: &RequestContext,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    plan: &Plan,
    words: &Words,
) -> Result<Drawn, Error> {
    let mut sheets = Vec::new();
    let mut bytes = 0;
    let within: HashMap<_, _> =
        plan.pages().filter_map(|id| Some((context.page_href(space, visible_pages, id)?, id.to_string()))).collect();
    for id in plan.pages() {
        context.app.go_on()?;
        if bytes > MOST_BYTES {
            return Ok(Drawn { sheets, next: Some(id) });
        }
        let reading = Reading::new(context, SitePage { site_space: space.id, page: id })?;
        let sheet = sheet(&reading, &within, words)?;
        bytes += sheet.html.len();
        sheets.push(sheet);
    }
    Ok(Drawn { sheets, next: plan.next })
}

fn sheet(reading: &Reading<'_>, within: &HashMap<String, String>, words: &Words) -> Result<Sheet, Error> {
    let record = reading.record()?;
    let id = reading.id.to_string();
    let prefix = prefix(&id);
    let references = reading.references()?.on(Paper { within, prefix: &prefix });
    let options = Options { part: Some(&prefix), budget: Some(&reading.budget), ..Options::page(&words.labels) };
    let above = reading.visible_pages.above(reading.id).into_iter();
    let above = above.filter_map(|id| Some(reading.visible_pages.entry(id)?.short_title().to_owned()));
    Ok(Sheet {
        title: record.title.clone(),
        emoji: record.emoji.as_deref().map(emoji_text),
        icon: record.icon.clone(),
        description: record.description.clone().filter(|text| !text.is_empty()),
        above: above.collect(),
        html: reading.drawn(&references, &options)?.html,
        id,
    })
}

/// Returns the table of contents of the sheets in the document.
fn entries(visible_pages: &VisiblePages, plan: &Plan, sheets: usize) -> Vec<Heading> {
    let mut left = sheets;
    let rows = plan.rows.iter().take_while(|row| {
        let fits = left > 0;
        left -= usize::from(row.is_page && fits);
        fits
    });
    let heading = |row: &Row| {
        let id = row.is_page.then(|| row.id.to_string());
        Some(Heading { title: visible_pages.entry(row.id)?.short_title().to_owned(), id, depth: row.depth })
    };
    rows.filter_map(heading).collect()
}

/// Returns the names of the printed part: the section, the variant if there are several, and the page.
fn names(context: &RequestContext, space: &SiteSpace, visible_pages: &VisiblePages, part: &Part) -> Vec<String> {
    let section = context.site_view.site_space(space.id).and_then(|(section, _)| section);
    let several = context.site_view.variants(section).count() > 1;
    context.cross();
    let variant = context.site().space(space.space).filter(|_| several).map(|space| space.title.clone());
    let page = part.page.as_ref().and_then(|page| visible_pages.entry(page.parse().ok()?));
    let page = page.map(|page| page.short_title().to_owned());
    section.map(|section| section.title.clone()).into_iter().chain(variant).chain(page).collect()
}

/// Returns the address to go back to: the page, or the start of the space.
fn back(context: &RequestContext, space: &SiteSpace, visible_pages: &VisiblePages, part: &Part) -> String {
    let page = part.page.as_ref().and_then(|page| context.page_href(space, visible_pages, page.parse().ok()?));
    page.unwrap_or_else(|| context.space_href(space))
}

/// Returns links to the other documents that can be printed from a page, with true for the current one.
fn choices(
    context: &RequestContext,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    part: &Part,
    words: &Words,
) -> Vec<(NavLink, bool)> {
    let whole = Part { from: None, ..part.clone() };
    let pdf = appearance::prints_pdf(context, space)
        .then(|| (NavLink { title: "PDF".to_owned(), href: context.pdf_href(space, &whole), external: false }, false));
    let Some(page) = part.page.as_ref().and_then(|page| page.parse().ok()) else {
        let href = context.print_href(space, &Part::default());
        let all = (NavLink { title: words.print_all.to_owned(), href, external: false }, true);
        return [all].into_iter().chain(pdf).collect();
    };
    let choice = |title: &str, page: Option<&String>, only: bool| {
        let href = context.print_href(space, &Part { page: page.cloned(), only, from: None });
        let chosen = part.page.as_ref() == page && part.only == only;
        (NavLink { title: title.to_owned(), href, external: false }, chosen)
    };
    let alone = visible_pages.page(page).map(|_| choice(words.print_page, part.page.as_ref(), true));
    let below = visible_pages.below(Some(page)).next().map(|_| choice(words.print_below, part.page.as_ref(), false));
    alone.into_iter().chain(below).chain([choice(words.print_all, None, false)]).chain(pdf).collect()
}
