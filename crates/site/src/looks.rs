//! How a site looks, from what its people chose.

use quire_model::language::Language;
use quire_model::site_structure::SiteSpace;
use quire_render::favicon::favicon;
use quire_render::site::{Mark, Site};
use quire_render::theme::Theme;

use crate::frame;
use crate::scene::Scene;

/// What all pages of a site share.
pub(crate) fn site(scene: &Scene, space: Option<&SiteSpace>) -> Site {
    let (style, _) = frame::style(scene, space);
    Site {
        title: scene.site().site.title.clone(),
        home: scene.href("/"),
        favicon: scene.href("/~icon"),
        assets: scene.href("/~assets/"),
        stylesheet: scene.href(&format!("/~theme/{style}")),
        search: Some(scene.href("/~search")),
        trademark: true,
        switchable: true,
        ..Site::default()
    }
}

/// The language of the interface, where it is not that of the content.
pub(crate) fn interface_language(_: &Scene) -> Option<Language> {
    None
}

/// Whether pages offer their Markdown.
pub(crate) fn shows_markdown(_: &Scene) -> bool {
    true
}

/// Whether pages lead to those before and after them.
pub(crate) fn shows_pagination(_: &Scene) -> bool {
    true
}

/// The icon that browsers show, as SVG.
pub(crate) fn icon(scene: &Scene) -> String {
    let site = &scene.site().site;
    favicon(&Mark::Initial, &site.title, &theme(scene, None))
}

/// The colours and shapes.
pub(crate) fn theme(_: &Scene, _: Option<&SiteSpace>) -> Theme {
    Theme::default()
}
