//! The `<head>` of a page: metadata, style sheets and scripts.

use maud::{Markup, html};

use super::{Frame, Meta, tag};
use crate::assets;

/// The width of the preview image in pixels, and its height.
const CARD_WIDTH: &str = "1200";
const CARD_HEIGHT: &str = "630";

/// The data of a page in its `<head>`.
pub(super) struct Described<'a> {
    /// The title of the page.
    pub(super) title: &'a str,
    /// The description of the page.
    pub(super) description: Option<&'a str>,
    /// The addresses of the page and of its other forms.
    pub(super) meta: Meta<'a>,
    /// True for the first page of a space, whose `<title>` begins with the name of the site.
    pub(super) is_home: bool,
}

/// Draws the content of `<head>`.
pub(super) fn head(frame: &Frame<'_>, page: &Described<'_>) -> Markup {
    let Frame { site, words, .. } = frame;
    let Described { description, meta, .. } = page;
    html! {
        meta charset="utf-8";
        meta name="viewport" content="width=device-width, initial-scale=1";
        title { (whole_title(page, &site.title)) }
        @if let Some(text) = description { meta name="description" content=(text); }
        @if !meta.index { meta name="robots" content="noindex, nofollow"; }
        meta name="color-scheme" content="light dark";
        meta name="generator" content="Quire";
        @if let Some(address) = meta.canonical { link rel="canonical" href=(address); }
        @for (language, address) in meta.languages { link rel="alternate" hreflang=(tag(*language)) href=(address); }
        @if let Some(address) = meta.default_language { link rel="alternate" hreflang="x-default" href=(address); }
        @if let Some(address) = meta.markdown { link rel="alternate" type="text/markdown" href=(address); }
        @if let Some(address) = meta.feed { link rel="alternate" type="application/rss+xml" title=(words.updates_feed) href=(address); }
        (preview_card(frame, page))
        link rel="icon" href=(site.favicon);
        link rel="stylesheet" href=(asset(frame, &assets::STYLE));
        link rel="stylesheet" href=(site.stylesheet);
        script src=(asset(frame, &assets::EARLY)) {}
        script src=(asset(frame, &assets::SCRIPT)) defer {}
    }
}

/// Returns the content of `<title>`, with the distinctive part first.
fn whole_title(page: &Described<'_>, site: &str) -> String {
    if page.title == site || site.is_empty() {
        return page.title.to_owned();
    }
    if page.is_home { format!("{site} | {}", page.title) } else { format!("{} | {site}", page.title) }
}

/// Draws the Open Graph metadata, from which others make a preview of a link to the page.
fn preview_card(frame: &Frame<'_>, page: &Described<'_>) -> Markup {
    let Described { title, description, meta, .. } = page;
    html! {
        meta property="og:type" content="article";
        meta property="og:title" content=(title);
        meta property="og:site_name" content=(frame.site.title);
        @if let Some(text) = description { meta property="og:description" content=(text); }
        @if let Some(address) = meta.canonical { meta property="og:url" content=(address); }
        @if let Some(address) = meta.image {
            meta property="og:image" content=(address);
            meta property="og:image:width" content=(CARD_WIDTH);
            meta property="og:image:height" content=(CARD_HEIGHT);
            meta name="twitter:card" content="summary_large_image";
        }
    }
}

fn asset(frame: &Frame<'_>, asset: &assets::Asset) -> String {
    format!("{}{}", frame.site.assets, asset.name)
}
