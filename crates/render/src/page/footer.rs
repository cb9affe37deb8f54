//! The footer of all pages of a site.

use maud::{Markup, html};

use super::{Frame, anchor, picture};
use crate::site::NavLink;

/// Draws the footer, or nothing if all of its parts are absent.
pub(super) fn footer(frame: &Frame<'_>) -> Markup {
    let site = frame.site;
    let footer = &site.footer;
    let ends = footer.copyright.is_some() || site.trademark || site.privacy.is_some() || site.sign_out.is_some();
    html! {
        @if ends || footer.logo.is_some() || !footer.groups.is_empty() {
            footer.bottom {
                @if footer.logo.is_some() || !footer.groups.is_empty() {
                    div.groups {
                        @if let Some(logo) = &footer.logo { (picture(logo, "logo", &site.title)) }
                        @for (title, links) in &footer.groups { (group(frame, title, links)) }
                    }
                }
                @if ends { (end(frame)) }
            }
        }
    }
}

fn group(frame: &Frame<'_>, title: &str, links: &[NavLink]) -> Markup {
    html! {
        nav aria-label=(title) {
            p.title { (title) }
            ul { @for to in links { li { (anchor(&to.title, &to.href, to.external, frame)) } } }
        }
    }
}

fn end(frame: &Frame<'_>) -> Markup {
    let Frame { site, words, .. } = frame;
    let (before, after) = words.made_with.split_once("{}").unwrap_or((words.made_with, ""));
    html! {
        p.end {
            @if let Some(text) = &site.footer.copyright { span { (text) } }
            @if let Some(address) = &site.privacy { (anchor(words.privacy, address, false, frame)) }
            @if let Some(address) = &site.sign_out { (anchor(words.sign_out, address, false, frame)) }
            @if site.trademark { span.made-with { (before) b { "Quire" } (after) } }
        }
    }
}
