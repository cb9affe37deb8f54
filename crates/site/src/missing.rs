//! The page for paths that do not exist, with suggestions of similar pages.

use quire_app::Error;
use quire_app::published::Shelf;
use quire_content::id::PageId;
use quire_model::site_structure::SiteSpace;
use quire_render::page::{Place, not_found};

use crate::frame::Surround;
use crate::guides::COMPARED;
use crate::pages::short_title;
use crate::scene::Scene;

/// The maximum number of suggested pages.
const SUGGESTIONS: usize = 5;

/// Renders the page for a path that does not exist.
pub(crate) fn html(scene: &Scene, path: &str) -> Result<String, Error> {
    let surround = Surround::new(scene, None, &|_| None)?;
    let suggestions = suggestions(scene, path)?;
    Ok(not_found(&surround.frame(&scene.visit), &suggestions))
}

/// Returns the pages with paths or titles most similar to a path.
fn suggestions(scene: &Scene, path: &str) -> Result<Vec<Place>, Error> {
    let mut found: Vec<(f64, Place)> = Vec::new();
    let mut left = COMPARED;
    for (_, space) in scene.visit.site_spaces() {
        if left == 0 {
            break;
        }
        scene.cross();
        let (space, shelf) = scene.space(space.id)?;
        let guide = scene.guides.of(scene.app.shelf_key(&scene.visit, space)?, &shelf);
        let alike = guide.alike(path, SUGGESTIONS).into_iter();
        found.extend(alike.filter_map(|(likeness, id)| Some((likeness, place(scene, space, &shelf, id)?))));
        left = left.saturating_sub(guide.len().max(1));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(found.into_iter().take(SUGGESTIONS).map(|(_, place)| place).collect())
}

fn place(scene: &Scene, space: &SiteSpace, shelf: &Shelf, id: PageId) -> Option<Place> {
    let above = shelf.above(id).into_iter().filter_map(|id| shelf.entry(id));
    Some(Place {
        title: short_title(shelf.page(id)?).to_owned(),
        href: scene.page_href(space, shelf, id)?,
        breadcrumbs: above.map(|entry| short_title(entry).to_owned()).collect(),
    })
}
