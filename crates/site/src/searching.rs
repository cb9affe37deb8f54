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
use quire_app::published::Shelf;
use quire_app::search::{Found, FoundPage, FoundSection, Marked, Question, Scope, Window};
use quire_model::ids::SpaceId;
use quire_model::site_structure::SiteSpace;
use quire_render::page::{self, Snippet, search_page};
use serde::Serialize;

use crate::answers::{Answer, Joined};
use crate::drawing::HTML;
use crate::frame::Surround;
use crate::headers::{self, Reach};
use crate::pages::short_title;
use crate::reader::Reader;
use crate::scene::Scene;
use crate::wanted::Thing;
use crate::{Failure, Sites};

/// The maximum length of a query in characters; the rest is ignored.
const LONGEST: usize = 200;
const WINDOW: Window = Window { offset: 0, limit: 20, sections: 3 };
const JSON: &str = "application/json";

#[derive(Serialize)]
struct Items {
    items: Vec<Item>,
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
    mut scene: Scene,
    reader: &Reader,
    asked: &HeaderMap,
) -> Result<Response, Failure> {
    let json = asked.get(ACCEPT).is_some_and(|accept| accept.as_bytes().starts_with(JSON.as_bytes()));
    let query: String = reader.search.clone().unwrap_or_default().chars().take(LONGEST).collect();
    let mut key = scene.key(&Thing::Search, json);
    let state = sites.inner.app.search_state();
    write!(key.address, "{state:?} {query}").expect("a text can be written to");
    let whole = scene.site().whole();
    let guard = match sites.inner.found.join(key, whole).await {
        Joined::Ready(answer) => return Ok(answer.respond(None)),
        Joined::Turn(turn) => turn,
    };
    let found = sites.run_in(&sites.inner.turns.searches, move |app| {
        scene.app = app.clone();
        let items = find(&scene, &query)?;
        let (content_type, bytes) = if json {
            let bytes =
                serde_json::to_vec(&Items { items }).map_err(|e| Error::internal("writing what was found", e))?;
            (JSON, bytes)
        } else {
            (HTML, page(&scene, &query, items)?.into_bytes())
        };
        let bytes = scene.whole(bytes)?;
        let mut all = headers::document(content_type, Reach::Private, scene.secret);
        headers::unindexed(&mut all);
        headers::depends_on(&mut all, "accept");
        Ok(Arc::new(Answer::new(StatusCode::OK, all, bytes, None)))
    });
    let answer = found.await?;
    sites.inner.searches.fetch_add(1, Ordering::Relaxed);
    guard.keep(answer.clone());
    Ok(answer.respond(None))
}

fn find(scene: &Scene, query: &str) -> Result<Vec<Item>, Error> {
    if query.trim().is_empty() {
        return Ok(Vec::new());
    }
    let mut shelves: HashMap<SpaceId, (&SiteSpace, Arc<Shelf>)> = HashMap::new();
    for (_, space) in scene.visit.site_spaces() {
        shelves.insert(space.space, scene.space(space.id)?);
    }
    let scope: Scope = shelves.keys().copied().collect();
    let visible = |space, page| shelves.get(&space).is_some_and(|(_, shelf)| shelf.finds(page));
    let Found { pages, asked, .. } = scene.app.search(&scope, query, WINDOW, &visible)?;
    let mut items = Vec::new();
    for page in pages {
        scene.app.go_on()?;
        if let (Some((space, shelf)), Some(asked)) = (shelves.get(&page.space), &asked) {
            items.extend(item(scene, space, shelf, asked, page)?);
        }
    }
    Ok(items)
}

/// Returns a page that was found, if the text visible to the reader matches.
fn item(
    scene: &Scene,
    space: &SiteSpace,
    shelf: &Shelf,
    asked: &Question,
    found: FoundPage,
) -> Result<Option<Item>, Error> {
    let Some(view) = scene.visit.view(space.space) else { return Ok(None) };
    let Some(found) = scene.app.seen(&scene.visit, &view, asked, found, WINDOW.sections)? else { return Ok(None) };
    let (Some(record), Some(path)) = (shelf.page(found.page), scene.path(space, shelf, found.page)) else {
        return Ok(None);
    };
    let url = scene.href_in(space, &path);
    let above = shelf.above(found.page).into_iter().filter_map(|id| shelf.entry(id));
    Ok(Some(Item {
        title: record.title.clone(),
        breadcrumbs: above.map(|entry| short_title(entry).to_owned()).collect(),
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

fn page(scene: &Scene, query: &str, items: Vec<Item>) -> Result<String, Error> {
    let surround = Surround::new(scene, None, &|_| None)?;
    let found: Vec<_> = items.into_iter().map(shown).collect();
    Ok(search_page(&surround.frame(&scene.visit), query, &found))
}

fn shown(item: Item) -> page::Found {
    let snippet = |piece: Piece| Snippet { text: piece.text, marked: piece.marked };
    let section = |it: Section| (it.title, it.url, it.snippet.into_iter().map(snippet).collect());
    let place = page::Place { title: item.title, href: item.url, breadcrumbs: item.breadcrumbs };
    page::Found { place, sections: item.sections.into_iter().map(section).collect() }
}
