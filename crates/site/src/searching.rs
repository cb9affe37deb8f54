//! Search on a site: JSON for the dialog, and a page that works without scripts.
//!
//! Searches have threads of their own, and results are cached until the index or the site changes. Only pages visible
//! to the reader are searched. The index has the text under every condition; `quire_app` restricts results to the text
//! that this reader can see.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use quire_app::Error;
use quire_app::published::VisiblePages;
use quire_app::search::{Found, FoundPage, FoundSection, Marked, Question, Scope, Visible, Window};
use quire_model::ids::SpaceId;
use quire_model::language::Language;
use quire_model::site_structure::SiteSpace;
use quire_render::page::{self, Results, Snippet, search_page};
use serde::Serialize;

use crate::answers::{Answer, Joined};
use crate::drawing::HTML;
use crate::frame::Surround;
use crate::headers::{self, CacheVisibility};
use crate::languages;
use crate::reader::{ReaderCredentials, SEARCH_IN};
use crate::request_context::RequestContext;
use crate::route::Thing;
use crate::{Failure, Sites};

/// The maximum length of a query in characters; the rest is ignored.
const LONGEST: usize = 200;
/// The number of pages in an answer.
const SHOWN: usize = 20;
/// The maximum number of answers to a query, each with further pages.
const MOST_ANSWERS: usize = 10;
/// The number of pages that the index is asked for at a time.
const WINDOW: usize = 40;
/// The maximum number of pages of the index that are looked at for an answer.
const LOOKED_AT: usize = 400;
/// The maximum number of sections of a page.
const SECTIONS: usize = 3;
const JSON: &str = "application/json";

/// The pages of an answer.
#[derive(Serialize)]
struct Items {
    items: Vec<Item>,
    /// True if the reader sees further pages that match.
    more: bool,
}

#[derive(Serialize)]
struct Item {
    title: String,
    path: String,
    url: String,
    breadcrumbs: Vec<String>,
    sections: Vec<Section>,
}

#[derive(Serialize)]
struct Section {
    title: String,
    url: String,
    snippet: Vec<Piece>,
}

#[derive(Serialize)]
struct Piece {
    text: String,
    marked: bool,
}

/// Answers a search request.
pub(crate) async fn answer(
    sites: &Sites,
    mut context: RequestContext,
    reader: &ReaderCredentials,
    asked: &HeaderMap,
) -> Result<Response, Failure> {
    let json = asked.get(ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(JSON.as_bytes()));
    let number = reader.results.clamp(1, MOST_ANSWERS);
    let language = reader.search_in;
    let query: String = reader.search.clone().unwrap_or_default().chars().take(LONGEST).collect();
    let mut key = context.key(&Thing::Search, json);
    let state = sites.inner.app.search_state();
    write!(key.address, "{state:?} {number} {language:?} {query}").expect("a text can be written to");
    let site = context.site().clone();
    let guard = match sites.inner.found.join(key, &site).await {
        Joined::Ready(answer) => return Ok(answer.respond(None)),
        Joined::Turn(turn) => turn,
    };
    let found = sites.run_in(&sites.inner.turns.searches, move |app| {
        context.app = app.clone();
        let items = find(&context, &query, language, number)?;
        let (content_type, bytes) = if json {
            (JSON, serde_json::to_vec(&items).map_err(|e| Error::internal("writing what was found", e))?)
        } else {
            (HTML, page(&context, &query, (language, number), items)?.into_bytes())
        };
        let bytes = context.whole(bytes)?;
        let mut all = headers::document(content_type, CacheVisibility::Private, context.secret, "");
        headers::unindexed(&mut all);
        headers::depends_on(&mut all, "accept");
        Ok(Arc::new(Answer::new(StatusCode::OK, all, bytes, None)))
    });
    let answer = found.await?;
    sites.inner.searches.fetch_add(1, Ordering::Relaxed);
    guard.keep(answer.clone());
    Ok(answer.respond(None))
}

/// Returns an answer to a query, of which `number` is 1 for the best pages. How many there are follows from what the
/// reader sees alone: the index counts pages too whose hidden text matches.
///
/// In a language, the pages of other variants of a section that has it are left out.
fn find(context: &RequestContext, query: &str, language: Option<Language>, number: usize) -> Result<Items, Error> {
    if query.trim().is_empty() {
        return Ok(Items { items: Vec::new(), more: false });
    }
    let mut visible_pages: HashMap<SpaceId, (&SiteSpace, Arc<VisiblePages>)> = HashMap::new();
    for (section, space) in context.site_view.site_spaces() {
        if !language.is_none_or(|language| languages::is_searched(context, section, space, language)) {
            continue;
        }
        visible_pages.insert(space.space, context.space(space.id)?);
    }
    let scope: Scope = visible_pages.keys().copied().collect();
    let visible = |space, page| visible_pages.get(&space).is_some_and(|(_, visible_pages)| visible_pages.finds(page));
    let mut seen = Vec::new();
    for offset in (0..LOOKED_AT).step_by(WINDOW) {
        let window = Window { offset, limit: WINDOW, sections: SECTIONS };
        let Found { pages, asked, .. } = context.app.search(&scope, query, window, Visible::new(&visible))?;
        let ended = pages.len() < WINDOW;
        for page in pages {
            context.app.go_on()?;
            if let (Some((space, visible_pages)), Some(asked)) = (visible_pages.get(&page.space), &asked) {
                seen.extend(item(context, space, visible_pages, asked, page)?);
            }
            if seen.len() > number * SHOWN {
                break;
            }
        }
        if ended || seen.len() > number * SHOWN {
            break;
        }
    }
    let more = seen.len() > number * SHOWN && number < MOST_ANSWERS;
    let items = seen.into_iter().skip((number - 1) * SHOWN).take(SHOWN).collect();
    Ok(Items { items, more })
}

/// Returns a page that was found, if the text visible to the reader matches.
fn item(
    context: &RequestContext,
    space: &SiteSpace,
    visible_pages: &VisiblePages,
    asked: &Question,
    found: FoundPage,
) -> Result<Option<Item>, Error> {
    let Some(view) = context.site_view.view(space.space) else { return Ok(None) };
    let Some(found) = context.app.seen(&context.site_view, &view, asked, found, SECTIONS)? else {
        return Ok(None);
    };
    let (Some(record), Some(path)) = (visible_pages.page(found.page), context.path(space, visible_pages, found.page))
    else {
        return Ok(None);
    };
    let url = context.href_in(space, &path);
    let above = visible_pages.above(found.page).into_iter().filter_map(|id| visible_pages.entry(id));
    Ok(Some(Item {
        title: record.title.clone(),
        breadcrumbs: above.map(|entry| entry.short_title().to_owned()).collect(),
        sections: found.sections.into_iter().map(|section| told(&url, section)).collect(),
        path,
        url,
    }))
}

fn told(url: &str, section: FoundSection) -> Section {
    let url = section.anchor.map_or_else(|| url.to_owned(), |anchor| format!("{url}#{anchor}"));
    Section { title: section.heading.text, url, snippet: pieces(&section.snippet) }
}

/// Splits the text into pieces that are marked as matches or not.
fn pieces(marked: &Marked) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut add = |from: usize, to: usize, marked_piece: bool| {
        if let Some(text) = marked.text.get(from..to).filter(|text| !text.is_empty()) {
            pieces.push(Piece { text: text.to_owned(), marked: marked_piece });
        }
    };
    for mark in &marked.marks {
        add(at, mark.start, false);
        add(mark.start, mark.end, true);
        at = mark.end;
    }
    add(at, marked.text.len(), false);
    pieces
}

fn page(
    context: &RequestContext,
    query: &str,
    (language, number): (Option<Language>, usize),
    Items { items, more }: Items,
) -> Result<String, Error> {
    let space = language.and_then(|language| languages::space_in(context, language));
    let surround = Surround::new(context, space, &|_| None)?;
    let address = |number: usize| {
        let number = number.to_string();
        let language = language.map(|language| (SEARCH_IN, language.as_str()));
        let pairs: Vec<_> = [("q", query), ("page", &*number)].into_iter().chain(language).collect();
        let query = serde_urlencoded::to_string(pairs).unwrap_or_default();
        context.href_of_all(&format!("/~search?{query}"))
    };
    let results = Results {
        query,
        first: number == 1,
        found: items.into_iter().map(shown).collect(),
        more: more.then(|| address(number + 1)),
    };
    Ok(search_page(&surround.frame(&context.site_view), &results))
}

fn shown(item: Item) -> page::Found {
    let snippet = |piece: Piece| Snippet { text: piece.text, marked: piece.marked };
    let section = |it: Section| (it.title, it.url, it.snippet.into_iter().map(snippet).collect());
    let place = page::LinkedPage { title: item.title, href: item.url, breadcrumbs: item.breadcrumbs };
    page::Found { place, sections: item.sections.into_iter().map(section).collect() }
}
