//! The table of contents of a space, made once for each audience and address.

use std::sync::Arc;

use quick_cache::sync::Cache;
use quire_app::published::Shelf;
use quire_content::hash::Hash;
use quire_content::id::PageId;
use quire_content::record::PageKind;
use quire_model::site_structure::SiteSpace;
use quire_render::page::{Contents, Entry};

use crate::around::emoji;
use crate::pages::short_title;
use crate::scene::Scene;

/// What a table depends on: the content, the audience, what its addresses begin with.
type Key = (Hash, Hash, String);

/// Tables in memory.
pub(crate) struct Tables {
    cache: Cache<Key, Arc<Contents>>,
}

const TABLES: usize = 100;

impl Default for Tables {
    fn default() -> Self {
        Self { cache: Cache::new(TABLES) }
    }
}

/// The table of the pages of a space.
pub(crate) fn table(scene: &Scene, space: &SiteSpace, shelf: &Shelf) -> Arc<Contents> {
    let Some(root) = scene.visit.root(space.space) else { return Arc::default() };
    let key = (root, scene.visit.audience.key(), scene.space_href(space));
    if let Some(table) = scene.tables.cache.get(&key) {
        return table;
    }
    let table = Arc::new(Contents::new(entries(scene, space, shelf, None)));
    scene.tables.cache.insert(key, table.clone());
    table
}

fn entries(scene: &Scene, space: &SiteSpace, shelf: &Shelf, parent: Option<PageId>) -> Vec<Entry> {
    let one = |(id, page): (PageId, &quire_content::record::PageRecord)| {
        let (href, external) = match &page.kind {
            PageKind::Link { href } => (Some(href.clone()).filter(|href| is_safe(href)), true),
            _ => (scene.page_href(space, shelf, id), false),
        };
        Entry {
            title: short_title(page).to_owned(),
            href,
            emoji: page.emoji.as_deref().map(emoji),
            icon: page.icon.clone(),
            external,
            children: entries(scene, space, shelf, Some(id)),
        }
    };
    shelf.below(parent).map(one).collect()
}

/// Link pages lead to other sites, and to nothing that a browser would run.
fn is_safe(href: &str) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|scheme| href.len() > scheme.len() && href.starts_with(scheme))
}

/// Where a page is in the table: its position among its siblings, after those of what is above it. Nowhere, if lists
/// leave it out.
pub(crate) fn position(shelf: &Shelf, id: PageId) -> Vec<usize> {
    let mut way = shelf.above(id);
    way.push(id);
    let mut parent = None;
    let mut position = Vec::with_capacity(way.len());
    for step in way {
        let Some(at) = shelf.below(parent).position(|(id, _)| id == step) else { return Vec::new() };
        position.push(at);
        parent = Some(step);
    }
    position
}
