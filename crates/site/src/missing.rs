//! Where nothing is: a page that says so, with pages that may have been meant.

use std::collections::HashSet;

use quire_app::Error;
use quire_app::published::Shelf;
use quire_content::id::PageId;
use quire_model::site_structure::SiteSpace;
use quire_render::page::{Place, not_found};

use crate::frame::Surround;
use crate::pages::short_title;
use crate::scene::Scene;

/// So many pages are suggested at most.
const SUGGESTIONS: usize = 5;

/// A page is suggested from this likeness on, of 1 for the same text.
const LEAST: f64 = 0.3;

/// So many pages are compared at most: an address that is not there must not cost more than one that is.
const COMPARED: usize = 5_000;

/// The page for a path where nothing is.
pub(crate) fn html(scene: &Scene, path: &str) -> Result<String, Error> {
    let surround = Surround::new(scene, None, &|_| None)?;
    let suggestions = suggestions(scene, path)?;
    Ok(not_found(&surround.frame(&scene.visit), &suggestions))
}

/// The pages whose paths or titles are most like a path.
fn suggestions(scene: &Scene, path: &str) -> Result<Vec<Place>, Error> {
    let asked = Shape::of(path.rsplit('/').next().unwrap_or(path));
    let whole = Shape::of(path);
    let mut found: Vec<(f64, Place)> = Vec::new();
    let mut left = COMPARED;
    for (_, space) in scene.visit.site_spaces() {
        scene.cross();
        let (space, shelf) = scene.space(space.id)?;
        for id in shelf.order().iter().take(left) {
            let Some(likeness) = likeness(&shelf, *id, &asked, &whole) else { continue };
            if likeness >= LEAST
                && let Some(place) = place(scene, space, &shelf, *id)
            {
                found.push((likeness, place));
            }
        }
        left = left.saturating_sub(shelf.order().len());
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    Ok(found.into_iter().take(SUGGESTIONS).map(|(_, place)| place).collect())
}

fn likeness(shelf: &Shelf, id: PageId, asked: &Shape, whole: &Shape) -> Option<f64> {
    let page = shelf.page(id)?;
    let slug = Shape::of(&page.slug).likeness(asked);
    let title = Shape::of(&page.title).likeness(asked);
    let path = Shape::of(&shelf.full_path(id)?).likeness(whole);
    Some(slug.max(title).max(path))
}

fn place(scene: &Scene, space: &SiteSpace, shelf: &Shelf, id: PageId) -> Option<Place> {
    let above = shelf.above(id).into_iter().filter_map(|id| shelf.entry(id));
    Some(Place {
        title: short_title(shelf.page(id)?).to_owned(),
        href: scene.page_href(space, shelf, id)?,
        breadcrumbs: above.map(|entry| short_title(entry).to_owned()).collect(),
    })
}

/// The pairs of neighbouring letters of a text.
struct Shape(HashSet<(char, char)>);

/// Letters of a text that count.
const LETTERS: usize = 120;

impl Shape {
    fn of(text: &str) -> Self {
        let letters = text.chars().flat_map(char::to_lowercase).filter(|c| c.is_alphanumeric()).take(LETTERS);
        let letters: Vec<char> = letters.collect();
        Self(letters.windows(2).map(|pair| (pair[0], pair[1])).collect())
    }

    /// How many pairs two texts share (the Sørensen–Dice coefficient).
    fn likeness(&self, other: &Self) -> f64 {
        let all = self.0.len() + other.0.len();
        if all == 0 { 0.0 } else { 2.0 * self.0.intersection(&other.0).count() as f64 / all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_pen_is_close() {
        let like = |a: &str, b: &str| Shape::of(a).likeness(&Shape::of(b));
        assert!(like("instalation", "Installation") > 0.8);
        assert!(like("install", "webhooks") < LEAST);
        assert!(like("", "") < LEAST);
    }
}
