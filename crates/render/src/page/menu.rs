//! The menu: the table of contents beside the text, which small screens show on request with the links of the header.
//!
//! It is on every page. Without scripts it is opened by a link to its name, and closed by one to the content.

use maud::{Markup, html};
use quire_content::id::PageId;

use super::{Frame, anchor, contents, glyphs};
use crate::site::HeaderLink;

/// Draws the menu for a page of the table of contents, to which `way` leads.
pub(super) fn menu(frame: &Frame<'_>, way: &[PageId]) -> Markup {
    let Frame { site, words, .. } = frame;
    html! {
        div.contents id="~contents" {
            div.menu-head {
                a.menu-home href=(site.home) { (site.title) }
                a.icon-button.contents-close href="#~content" aria-label=(words.close) { (glyphs::CLOSE) }
            }
            @if !site.links.is_empty() {
                nav.menu-links aria-label=(words.main_navigation) {
                    ul { @for link in &site.links { (item(frame, link)) } }
                }
            }
            @if let Some(tree) = frame.contents.and_then(|tree| contents::draw(tree, way, words)) { (tree) }
        }
    }
}

/// Draws a link of the header, with the links of its menu below it.
fn item(frame: &Frame<'_>, link: &HeaderLink) -> Markup {
    html! {
        li {
            @if let Some(href) = &link.href {
                (anchor(&link.title, href, link.external, frame))
            } @else {
                span.group-title { (link.title) }
            }
            @if !link.links.is_empty() {
                ul { @for to in &link.links { li { (anchor(&to.title, &to.href, to.external, frame)) } } }
            }
        }
    }
}
